//! t
use clastic::materials::FixedCorotated;
use clastic::*;
use std::time::Instant;
fn main() {
    let precision = if std::env::args().any(|a| a == "f64") { Precision::F64 } else { Precision::F32 };
    let mut config = Config::new(Dimension::Three, 0.02);
    config.precision = precision;
    config.threads = 2;
    let mut sim = Simulation::new(config).unwrap();
    let m = sim.add_material("a", FixedCorotated::new(1e4, 0.3));
    let n = 100;
    let mut ps = Vec::new();
    let mut r = 12345u64;
    let mut rnd = || {
        r ^= r << 13;
        r ^= r >> 7;
        r ^= r << 17;
        (r >> 11) as f64 / (1u64 << 53) as f64
    };
    for i in 0..n {
        for j in 0..n {
            for k in 0..n {
                ps.push(
                    Particle::at(
                        [0.01 * (i as f64 + rnd()), 0.01 * (j as f64 + rnd()), 0.01 * (k as f64 + rnd())],
                        1e-3,
                        1e-6,
                    )
                    .with_velocity([3.0, 1.0, 0.3]),
                );
            }
        }
    }
    // the second half in random order
    if std::env::args().any(|a| a == "shuffle") {
        for i in (1..ps.len()).rev() {
            let j = (rnd() * (i + 1) as f64) as usize;
            ps.swap(i, j);
        }
    }
    sim.add_particles(m, &ps).unwrap();
    sim.run_steps(20).unwrap();
    let mut c = Columns::default();
    for which in [Fields::default(), Fields { c: true, f: true, stress: true }] {
        for _ in 0..5 {
            let t = Instant::now();
            sim.columns(which, &mut c);
            println!("columns {which:?} {:?}", t.elapsed());
        }
    }
    let t = Instant::now();
    let p = sim.particles();
    println!("particles {:?} {}", t.elapsed(), p.len());
    for _ in 0..3 {
        let t = Instant::now();
        let s = sim.snapshot();
        println!("snapshot {:?} {} MB", t.elapsed(), s.size() / 1000000);
        let t = Instant::now();
        let r = Simulation::restore(sim.config().clone(), &s).unwrap();
        println!("restore {:?} {}", t.elapsed(), r.len());
    }
    for _ in 0..2 {
        let t = Instant::now();
        sim.step().unwrap();
        println!("step {:?}", t.elapsed());
    }
}
