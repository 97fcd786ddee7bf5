//! The order of accuracy, against an axis-aligned manufactured solution for the logarithmic neo-Hookean law.
//!
//! Every axis oscillates by itself, `u_i = A sin(π X_i) sin(c π t + φ_i)`, and a body force
//!
//! ```text
//! b_i = π² u_i [μ/ρ − c² − (λ (ln J − 1) − μ) / (ρ F_ii²)]
//! ```
//!
//! makes that a solution of the momentum equation. Across the faces of the unit cube nothing moves, so slip walls stand
//! there; or none are needed, since the solution goes on in mirror images with a period of 2.

use std::f64::consts::PI;
use std::sync::Arc;

use clastic::colliders::Contact;
use clastic::grid::{Axis as World, Wall};
use clastic::kernels::Kernel;
use clastic::materials::NeoHookean;
use clastic::transfer::Scheme;
use clastic::{BodyForceAt, Config, Dimension, Particle, Precision, Simulation, TimeStep};

use crate::{Axis, Effort, Finding, Plot, Report};

const MU: f64 = 3846.15;
const LAMBDA: f64 = 5769.23;
const DENSITY: f64 = 1.0;
/// The amplitude of the displacement, in m.
const AMPLITUDE: f64 = 0.05;
/// The frequency of the displacement is `c π`.
const C: f64 = 100.0;
/// How long it runs: half a period, in s.
const SECONDS: f64 = 0.01;
const PHASES: [f64; 3] = [0.0, 2.0 * PI / 3.0, 4.0 * PI / 3.0];
/// Where the unit cube ends.
#[derive(Clone, Copy, PartialEq)]
enum Ends {
    /// At slip walls.
    Walls,
    /// Nowhere: a period of 2 m.
    Period,
}

#[derive(Clone, Copy)]
struct Setup {
    dimension: Dimension,
    kernel: Kernel,
    scheme: &'static str,
    ends: Ends,
    /// Particles per cell along each axis.
    per_cell: usize,
}

/// A coordinate of the exact motion: displacement, stretch `F_ii`, velocity and its slope by `X_i`.
struct Exact {
    u: f64,
    f: f64,
    v: f64,
    slope: f64,
}

fn exact(axis: usize, x: f64, time: f64) -> Exact {
    let (sine, cosine) = (C * PI * time + PHASES[axis]).sin_cos();
    let (wave, rise) = (AMPLITUDE * (PI * x).sin(), AMPLITUDE * PI * (PI * x).cos());
    Exact { u: wave * sine, f: 1.0 + rise * sine, v: C * PI * wave * cosine, slope: C * PI * rise * cosine }
}

fn body_force(reference: &[f64], time: f64) -> [f64; 3] {
    let along = |axis: usize| exact(axis, reference[axis], time);
    let log_j: f64 = (0..reference.len()).map(|axis| along(axis).f.ln()).sum();
    let mut b = [0.0; 3];
    for axis in 0..reference.len() {
        let Exact { u, f, .. } = along(axis);
        b[axis] = PI * PI * u * (MU / DENSITY - C * C - (LAMBDA * (log_j - 1.0) - MU) / (DENSITY * f * f));
    }
    b
}

/// Reference coordinates along an axis, and where their particles begin.
struct Lattice {
    reference: Vec<f64>,
    start: Vec<f64>,
}

impl Lattice {
    fn new(axis: usize, count: usize, spacing: f64) -> Self {
        let reference: Vec<f64> = (0..count).map(|k| (k as f64 + 0.5) * spacing).collect();
        let start = reference.iter().map(|x| x + exact(axis, *x, 0.0).u).collect();
        Lattice { reference, start }
    }

    /// The reference coordinate of the particle that began at `x`.
    fn reference_of(&self, x: f64) -> f64 {
        let k = self.start.partition_point(|start| *start < x - 1e-9);
        self.reference[k.min(self.reference.len() - 1)]
    }
}

impl Setup {
    fn length(&self) -> f64 {
        if self.ends == Ends::Walls { 1.0 } else { 2.0 }
    }

    fn config(&self, cell: f64) -> Config {
        let mut config = Config::new(self.dimension, cell);
        config.precision = Precision::F64;
        config.kernel = self.kernel;
        config.scheme =
            Scheme::from_name(self.scheme, self.dimension as usize).expect("a scheme of the table");
        config.gravity = [0.0; 3];
        // It shrinks as Δx², so that the step's first order does not hide the second of the grid; a Courant number of 0.2
        // at 8 cells.
        config.time_step = TimeStep::Fixed(1.6 * cell * cell / ((LAMBDA + 2.0 * MU) / DENSITY).sqrt());
        let wall = |at| Some(Wall::new(at, Contact::Slip));
        let world = match self.ends {
            Ends::Walls => World::Bounded { low: wall(0.0), high: wall(1.0) },
            Ends::Period => World::Periodic { low: 0.0, high: 2.0 },
        };
        config.axes[..self.dimension as usize].fill(world);
        config
    }

    /// The error at so many cells per metre: the largest root mean square of the displacement's over ten frames, over the
    /// amplitude.
    fn error(&self, cells: usize) -> f64 {
        let d = self.dimension as usize;
        let spacing = 1.0 / (cells * self.per_cell) as f64;
        let count = cells * self.per_cell * self.length() as usize;
        let lattices: Arc<Vec<Lattice>> =
            Arc::new((0..d).map(|axis| Lattice::new(axis, count, spacing)).collect());
        let mut config = self.config(1.0 / cells as f64);
        let begun = lattices.clone();
        config.body_force = Some(Arc::new(move |at: &BodyForceAt| {
            let mut reference = [0.0; 3];
            for (axis, lattice) in begun.iter().enumerate() {
                reference[axis] = lattice.reference_of(at.reference[axis]);
            }
            body_force(&reference[..d], at.time)
        }));
        let references: Vec<[f64; 3]> = (0..count.pow(d as u32))
            .map(|k| {
                let index = [k % count, k / count % count, k / (count * count)];
                let mut reference = [0.0; 3];
                for axis in 0..d {
                    reference[axis] = lattices[axis].reference[index[axis]];
                }
                reference
            })
            .collect();
        let particles: Vec<Particle> = references.iter().map(|x| particle(&x[..d], spacing)).collect();
        let mut simulation = Simulation::new(config).expect("a valid configuration");
        let young = MU * (3.0 * LAMBDA + 2.0 * MU) / (LAMBDA + MU);
        let law = NeoHookean::new(young, LAMBDA / (2.0 * (LAMBDA + MU)));
        let matter = simulation.add_material("matter", law);
        simulation.add_particles(matter, &particles).expect("valid particles");
        let mut worst = 0.0f64;
        for frame in 1..=10 {
            let time = SECONDS * frame as f64 / 10.0;
            simulation.advance_to(time).expect("a stable step");
            worst = worst.max(self.apart(&simulation, &references, time));
        }
        worst / AMPLITUDE
    }

    /// The root mean square of the particles' distance from where they should be, in m.
    fn apart(&self, simulation: &Simulation, references: &[[f64; 3]], time: f64) -> f64 {
        let mut sum = 0.0;
        for (state, reference) in simulation.particles().iter().zip(references) {
            for axis in 0..self.dimension as usize {
                let there = reference[axis] + exact(axis, reference[axis], time).u;
                let apart = state.particle.position[axis] - there;
                // Across a period a place has several names; nothing is half a period off.
                sum += (apart - 2.0 * (apart / 2.0).round()).powi(2);
            }
        }
        (sum / references.len() as f64).sqrt()
    }

    fn label(&self) -> String {
        let Setup { dimension, kernel, scheme, ends, per_cell } = self;
        let d = *dimension as usize;
        let ends = if *ends == Ends::Walls { ", walls" } else { "" };
        format!("{d}D {} {scheme}, {} per cell{ends}", kernel.name(), per_cell.pow(d as u32))
    }
}

/// A particle of the exact motion at its beginning.
fn particle(reference: &[f64], spacing: f64) -> Particle {
    let volume = spacing.powi(reference.len() as i32);
    let mut p = Particle::at([0.0; 3], DENSITY * volume, volume);
    for (axis, x) in reference.iter().enumerate() {
        let Exact { u, f, v, slope } = exact(axis, *x, 0.0);
        p.position[axis] = x + u;
        p.velocity[axis] = v;
        p.affine[axis][axis] = slope / f;
        p.deformation[axis][axis] = f;
    }
    p
}

/// What counts as second order on grids this coarse.
const SECOND: f64 = 1.85;

/// What is claimed of an order.
enum Claim {
    /// At least this from each size to the next.
    Orders(&'static [f64]),
    /// Between these bounds, everywhere.
    Between(f64, f64),
    /// Nothing.
    Reported,
}

/// Second order in the grid for every scheme that keeps motion, first order beside walls, none for PIC.
pub fn order(effort: Effort) -> Report {
    use Claim::*;
    use Ends::*;
    use Kernel::*;
    let plane: &[usize] = effort.choose(&[6, 12, 24], &[8, 16, 32, 64]);
    let space: &[usize] = effort.choose(&[6, 10], &[8, 16, 24]);
    let cases = [
        // The quadratic kernel's second order ends where its quadrature's error begins, once particles cross cells: with 2
        // particles per cell and axis at a few thousandths of the amplitude, with 3 far below, as the cubic kernel's.
        (Quadratic, "apic", Period, 2, Orders(&[SECOND])),
        (Quadratic, "apic", Period, 3, Orders(&[SECOND, SECOND])),
        (Quadratic, "aflip", Period, 2, Orders(&[SECOND])),
        (Quadratic, "flip-1", Period, 2, Orders(&[SECOND])),
        (Quadratic, "polypic", Period, 2, Orders(&[SECOND])),
        (Cubic, "apic", Period, 2, Orders(&[SECOND, SECOND])),
        (Cubic, "aflip", Period, 2, Orders(&[SECOND, SECOND])),
        // Behind a wall nodes stand still, where the solution's mirror image moves: an error as large as the velocity, in
        // the last row of cells.
        (Quadratic, "apic", Walls, 2, Between(0.85, 1.15)),
        // PIC's viscosity is Δx²/Δt, which does not shrink with the grid.
        (Quadratic, "pic", Period, 2, Reported),
    ];
    let mut findings = Vec::new();
    let mut plot = Plot::new("Manufactured solution: error of the displacement")
        .x(Axis::log("cell size Δx (m)"))
        .y(Axis::log("error / amplitude"));
    let mut run = |setup: Setup, sizes: &[usize], claim: &Claim| {
        let errors: Vec<f64> = sizes.iter().map(|cells| setup.error(*cells)).collect();
        let points = sizes.iter().zip(&errors).map(|(cells, error)| [1.0 / *cells as f64, *error]);
        plot = std::mem::take(&mut plot).line(setup.label(), points);
        findings.extend(judge(&setup, sizes, &errors, claim));
    };
    for (kernel, scheme, ends, per_cell, claim) in cases {
        // In a hurry the finest grid is for APIC alone.
        let sizes = if scheme == "apic" { plane } else { effort.choose(&plane[..2], plane) };
        run(Setup { dimension: Dimension::Two, kernel, scheme, ends, per_cell }, sizes, &claim);
    }
    for (kernel, scheme) in
        [(Quadratic, "apic"), (Quadratic, "aflip"), (Quadratic, "polypic"), (Cubic, "apic")]
    {
        let setup = Setup { dimension: Dimension::Three, kernel, scheme, ends: Period, per_cell: 2 };
        run(setup, space, &Orders(&[SECOND]));
    }
    let coarse = 1.0 / plane[0] as f64;
    let fine = 1.0 / plane[plane.len() - 1] as f64;
    let slope = |order: i32, at: f64| [coarse, fine].map(|x| [x, at * (x / coarse).powi(order)]);
    let plot = plot.dashed("first order", slope(1, 0.15)).dashed("second order", slope(2, 0.025));
    Report::from(findings).plot("errors", plot)
}

/// The error at each size, and the order from one to the next.
fn judge(setup: &Setup, sizes: &[usize], errors: &[f64], claim: &Claim) -> Vec<Finding> {
    let label = setup.label();
    let report = |(cells, error): (&usize, &f64)| {
        Finding::report(format!("{label}: error at {cells} cells, over the amplitude"), *error)
    };
    let mut findings: Vec<Finding> = sizes.iter().zip(errors).map(report).collect();
    for (k, (errors, sizes)) in errors.windows(2).zip(sizes.windows(2)).enumerate() {
        let order = (errors[0] / errors[1]).ln() / (sizes[1] as f64 / sizes[0] as f64).ln();
        let text = format!("{label}: order from {} to {} cells", sizes[0], sizes[1]);
        findings.push(match claim {
            Claim::Orders(least) if k < least.len() => Finding::at_least(text, order, least[k]),
            Claim::Between(low, high) => Finding::between(text, order, *low, *high),
            _ => Finding::report(text, order),
        });
    }
    findings
}
