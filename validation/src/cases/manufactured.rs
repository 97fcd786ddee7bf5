//! The order of accuracy, against the axis-aligned manufactured solution for the logarithmic neo-Hookean law.

use std::f64::consts::PI;
use std::sync::Arc;

use clastic::grid::{Axis as World, Contact, Wall};
use clastic::kernels::Kernel;
use clastic::materials::NeoHookean;
use clastic::transfer::Scheme;
use clastic::{BodyForceAt, Config, Dimension, Particle, Precision, Simulation, TimeStep};

use crate::{Effort, Finding, Report};

const MU: f64 = 3846.15;
const LAMBDA: f64 = 5769.23;
const DENSITY: f64 = 1.0;
/// The displacement's amplitude, in m.
const AMPLITUDE: f64 = 0.05;
/// The displacement's frequency is `c π`.
const C: f64 = 100.0;
const PHASES: [f64; 3] = [0.0, 2.0 * PI / 3.0, 4.0 * PI / 3.0];

/// How the unit square or cube ends.
#[derive(Clone, Copy, PartialEq)]
enum Ends {
    /// Slip walls, where the displacement across is zero.
    Walls,
    /// Two periods of the unit square: no ends at all.
    Period,
}

#[derive(Clone, Copy)]
struct Setup {
    dimension: Dimension,
    kernel: Kernel,
    scheme: &'static str,
    ends: Ends,
    /// Cells per metre.
    cells: usize,
}

/// A coordinate's reference lattice: where each particle was and where it began.
struct Lattice {
    reference: Vec<f64>,
    start: Vec<f64>,
}

impl Lattice {
    fn new(count: usize, length: f64, phase: f64) -> Self {
        let reference: Vec<f64> = (0..count).map(|k| (k as f64 + 0.5) * length / count as f64).collect();
        let start = reference.iter().map(|x| x + AMPLITUDE * (PI * x).sin() * phase.sin()).collect();
        Lattice { reference, start }
    }

    /// The reference coordinate of the particle that began at `x`.
    fn of(&self, x: f64) -> f64 {
        let k = self.start.partition_point(|start| *start < x - 1e-9);
        self.reference[k.min(self.reference.len() - 1)]
    }
}

/// `u_i`, `F_ii` and `v_i` of a reference coordinate at a time.
fn exact(x: f64, phase: f64, time: f64) -> [f64; 3] {
    let (sine, cosine) = (C * PI * time + phase).sin_cos();
    [
        AMPLITUDE * (PI * x).sin() * sine,
        1.0 + AMPLITUDE * PI * (PI * x).cos() * sine,
        AMPLITUDE * C * PI * (PI * x).sin() * cosine,
    ]
}

fn body_force(reference: &[f64], time: f64) -> [f64; 3] {
    let mut b = [0.0; 3];
    let mut log_j = 0.0;
    for (axis, x) in reference.iter().enumerate() {
        log_j += exact(*x, PHASES[axis], time)[1].ln();
    }
    for (axis, x) in reference.iter().enumerate() {
        let [u, f, _] = exact(*x, PHASES[axis], time);
        b[axis] = PI * PI * u * (MU / DENSITY - C * C - (LAMBDA * (log_j - 1.0) - MU) / (DENSITY * f * f));
    }
    b
}

/// The largest root mean square of the displacement's error over a period, over the amplitude.
fn error(setup: Setup, period: f64) -> f64 {
    let d = setup.dimension as usize;
    let length = if setup.ends == Ends::Walls { 1.0 } else { 2.0 };
    let cell = 1.0 / setup.cells as f64;
    let count = 2 * setup.cells * length as usize;
    let lattices: Arc<Vec<Lattice>> =
        Arc::new(PHASES.iter().map(|phase| Lattice::new(count, length, *phase)).collect());
    let young = MU * (3.0 * LAMBDA + 2.0 * MU) / (LAMBDA + MU);
    let poisson = LAMBDA / (2.0 * (LAMBDA + MU));
    let mut config = Config::new(setup.dimension, cell);
    config.precision = Precision::F64;
    config.kernel = setup.kernel;
    config.scheme = Scheme::from_name(setup.scheme, d).expect("a scheme of the table");
    config.gravity = [0.0; 3];
    // As Δx², so that the error of the first-order step does not hide that of the grid.
    config.time_step =
        TimeStep::Fixed(1.6 * cell * cell / ((LAMBDA + 2.0 * MU) / DENSITY).sqrt());
    for axis in 0..d {
        config.axes[axis] = match setup.ends {
            Ends::Walls => {
                let wall = |at| Some(Wall { at, contact: Contact::Slip });
                World::Bounded { low: wall(0.0), high: wall(1.0) }
            }
            Ends::Period => World::Periodic { low: 0.0, high: 2.0 },
        };
    }
    let table = lattices.clone();
    config.body_force = Some(Arc::new(move |at: &BodyForceAt| {
        let mut x = [0.0; 3];
        for axis in 0..d {
            x[axis] = table[axis].of(at.reference[axis]);
        }
        body_force(&x[..d], at.time)
    }));
    let volume = (length / count as f64).powi(d as i32);
    let mut references = Vec::new();
    let mut particles = Vec::new();
    for k in 0..count.pow(d as u32) {
        let index = [k % count, k / count % count, k / (count * count)];
        let mut p = Particle::at([0.0; 3], DENSITY * volume, volume);
        let mut x = [0.0; 3];
        for axis in 0..d {
            x[axis] = lattices[axis].reference[index[axis]];
            let [_, f, v] = exact(x[axis], PHASES[axis], 0.0);
            p.position[axis] = lattices[axis].start[index[axis]];
            p.velocity[axis] = v;
            p.deformation[axis][axis] = f;
            let slope = AMPLITUDE * C * PI * PI * (PI * x[axis]).cos() * PHASES[axis].cos();
            p.affine[axis][axis] = slope / f;
        }
        references.push(x);
        particles.push(p);
    }
    let mut simulation = Simulation::new(config).expect("a valid configuration");
    let matter = simulation.add_material("matter", NeoHookean::new(young, poisson));
    simulation.add_particles(matter, &particles).expect("valid particles");
    let mut worst = 0.0f64;
    for frame in 1..=10 {
        let time = period * frame as f64 / 10.0;
        simulation.advance_to(time).expect("a stable step");
        let mut sum = 0.0;
        for (state, reference) in simulation.particles().iter().zip(&references) {
            for axis in 0..d {
                let there = reference[axis] + exact(reference[axis], PHASES[axis], time)[0];
                let mut apart = state.particle.position[axis] - there;
                if setup.ends == Ends::Period {
                    apart -= 2.0 * (apart / 2.0).round();
                }
                sum += apart * apart;
            }
        }
        worst = worst.max((sum / references.len() as f64).sqrt());
    }
    worst / AMPLITUDE
}

/// Errors and orders.
pub fn order(_: Effort) -> Report {
    let mut findings = Vec::new();
    let schemes: Vec<&'static str> = std::env::var("S").map_or(vec!["apic", "flip-1", "aflip"], |s| {
        s.split(',').map(|s| &*Box::leak(s.to_string().into_boxed_str())).collect()
    });
    let sizes: Vec<usize> =
        std::env::var("N").map_or(vec![8, 16, 32], |s| s.split(',').map(|s| s.parse().unwrap()).collect());
    let period: f64 = std::env::var("T").map_or(0.02, |s| s.parse().unwrap());
    for ends in [Ends::Walls, Ends::Period] {
        for kernel in [Kernel::Quadratic, Kernel::Cubic] {
            for &scheme in &schemes {
                if scheme.starts_with("poly") && kernel == Kernel::Cubic {
                    continue;
                }
                let errors: Vec<f64> = sizes
                    .iter()
                    .map(|&cells| {
                        error(Setup { dimension: Dimension::Two, kernel, scheme, ends, cells }, period)
                    })
                    .collect();
                let orders: Vec<String> =
                    errors.windows(2).map(|e| format!("{:.2}", (e[0] / e[1]).log2())).collect();
                eprintln!(
                    "{} {} {scheme}: {errors:.5?} {orders:?}",
                    if ends == Ends::Walls { "walls" } else { "period" },
                    kernel.name()
                );
                findings.push(Finding::report(format!("{scheme}"), errors[0]));
            }
        }
    }
    findings.into()
}
