use clastic::grid::{Axis, Contact, Wall};
use clastic::materials::FixedCorotated;
use clastic::transfer::Scheme;
use clastic::*;
use std::time::{Duration, Instant};
struct Timer {
    at: Instant,
    phase: Phase,
    sums: [Duration; 6],
}
impl Observer for Timer {
    fn phase(&mut self, p: Phase) {
        let n = Instant::now();
        self.sums[self.phase as usize] += n - self.at;
        self.at = n;
        self.phase = p;
    }
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let n: usize = args.get(1).map_or(1000000, |s| s.parse().unwrap());
    let scheme = args.get(2).map_or("apic", |s| s.as_str());
    let threads: usize = args.get(3).map_or(2, |s| s.parse().unwrap());
    let simd = args.get(4).and_then(|s| clastic::tensor::SimdLevel::from_name(s));
    let g = 128usize;
    let dx = 1.0 / g as f64;
    let mut c = Config::new(Dimension::Three, dx);
    c.scheme = Scheme::from_name(scheme, 3).unwrap();
    c.threads = threads;
    c.simd = simd;
    c.time_step = TimeStep::Fixed(1e-4);
    if args.get(5).is_some_and(|s| s == "f64") {
        c.precision = Precision::F64;
    }
    let w = |at: f64, contact| Some(Wall { at, contact });
    let hi = (g - 2) as f64 * dx;
    c.axes = [
        Axis::Bounded { low: w(2.0 * dx, Contact::Separate), high: w(hi, Contact::Separate) },
        Axis::Bounded { low: w(2.0 * dx, Contact::Sticky), high: w(hi, Contact::Separate) },
        Axis::Bounded { low: w(2.0 * dx, Contact::Separate), high: w(hi, Contact::Separate) },
    ];
    let mut s = Simulation::new(c).unwrap();
    let jelly = s.add_material("jelly", FixedCorotated::new(1e5, 0.3));
    let cells = n.div_ceil(8);
    let side = (cells as f64).cbrt().ceil() as usize;
    let mut seed = 1u64;
    let mut rnd = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1);
        (seed >> 11) as f64 / (1u64 << 53) as f64
    };
    let mut ps = vec![];
    let vol = dx.powi(3) / 8.0;
    for i in 0..cells {
        let cell = [i / (side * side), i / side % side, i % side];
        for k in 0..8 {
            if ps.len() < n {
                let off = [(g - side) / 2, 4, (g - side) / 2];
                let sub = [k >> 2 & 1, k >> 1 & 1, k & 1];
                let mut x = [0.0; 3];
                for a in 0..3 {
                    x[a] = (off[a] as f64 + cell[a] as f64 + (sub[a] as f64 + 0.1 + 0.8 * rnd()) * 0.5) * dx;
                }
                ps.push(Particle::at(x, vol * 1000.0, vol));
            }
        }
    }
    let mut mean = [0.0; 3];
    for p in &ps {
        for a in 0..3 {
            mean[a] += p.position[a] / ps.len() as f64;
        }
    }
    let a = [[0.0, -8.0, 3.0], [6.0, 0.0, -4.0], [-5.0, 7.0, 0.0]];
    for p in &mut ps {
        for i in 0..3 {
            p.velocity[i] = (0..3).map(|j| a[i][j] * (p.position[j] - mean[j])).sum();
        }
        p.velocity[1] -= 2.0;
        p.affine = a;
    }
    s.add_particles(jelly, &ps).unwrap();
    s.run_steps(10).unwrap();
    let mut t = Timer { at: Instant::now(), phase: Phase::Outside, sums: Default::default() };
    let steps = 60;
    let t0 = Instant::now();
    s.run(Until::Steps(steps), &mut t).unwrap();
    let el = t0.elapsed().as_secs_f64();
    println!("{:.2} M particle-steps/s", n as f64 * steps as f64 / el / 1e6);
    for p in [Phase::Order, Phase::ParticlesToGrid, Phase::Grid, Phase::GridToParticles, Phase::Materials] {
        println!("{:?}: {:.1} ns", p, t.sums[p as usize].as_secs_f64() * 1e9 / (n as f64 * steps as f64));
    }
    let d = s.diagnostics();
    println!("{:?} {:?}", d, s.blocks());
}
