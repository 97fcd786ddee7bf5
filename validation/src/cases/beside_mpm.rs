//! Solids as particles alone beside the material point method: constant stress, a disk that breathes, one that swings, a beam. Both get the same
//! particles through the same door.

use std::f64::consts::{PI, TAU};

use clastic::materials::{NeoHookean, lame};
use clastic::{Config, Dimension, Method, MlsrkMethod, Particle, Precision, Simulation, TimeStep};

use super::history::{energy, norm};
use super::solids::{Beam, oscillation};
use crate::bodies::{Random, disk, lattice_2d};
use crate::{Axis, Effort, Finding, Plot, Report, Table, exponent, gallery, short, side_by_side};

/// Who solves.
#[derive(Clone, Copy, PartialEq)]
enum Solver {
    Mlsrk,
    Mpm,
}

impl Solver {
    const BOTH: [Solver; 2] = [Solver::Mlsrk, Solver::Mpm];
    /// Half the kernel's radius of MLSRK, in distances of particles.
    const SCALE: f64 = 1.25;

    fn name(self) -> &'static str {
        match self {
            Solver::Mlsrk => "MLSRK",
            Solver::Mpm => "MPM, APIC",
        }
    }

    /// A world without gravity for particles of this distance, in m, two per cell along each axis.
    fn config(self, dimension: Dimension, spacing: f64) -> Config {
        let method = match self {
            Solver::Mlsrk => Method::Mlsrk(MlsrkMethod { radius: Solver::SCALE, ..MlsrkMethod::default() }),
            Solver::Mpm => Method::Mpm,
        };
        let world = Config::new(dimension, 2.0 * spacing);
        Config { method, precision: Precision::F64, gravity: [0.0; 3], threads: 1, ..world }
    }
}

/// The largest force within a block under constant stress that is shaken by a share of the particles' distance: that per volume, times the distance, over the
/// stress.
fn patch(solver: Solver, shake: f64) -> f64 {
    let (spacing, dt) = (1.0 / 24.0, 1e-6);
    let config = Config { time_step: TimeStep::Fixed(dt), ..solver.config(Dimension::Two, spacing) };
    let mut block = lattice_2d([0.0; 2], [1.0; 2], spacing, 1.0, |_, _| true);
    let mut random = Random::new(1);
    for particle in &mut block {
        particle.deformation = [[1.05, 0.02, 0.0], [0.0, 1.03, 0.0], [0.0, 0.0, 1.0]];
        for axis in 0..2 {
            particle.position[axis] += 0.5 * shake * spacing * random.uniform();
        }
    }
    let mut simulation = Simulation::new(config).expect("a valid configuration");
    let jelly = simulation.add_material("jelly", NeoHookean::new(1e3, 0.3));
    simulation.add_particles(jelly, &block).expect("valid particles");
    simulation.step().expect("a step");
    let states = simulation.particles();
    let inner =
        states.iter().filter(|state| state.particle.position[..2].iter().all(|x| (0.2..0.8).contains(x)));
    let force = inner.map(|state| norm(state.particle.velocity) / dt).fold(0.0, f64::max);
    force * spacing / states[0].stress[0][0]
}

/// Bessel's function of the first kind.
fn bessel(order: f64, x: f64) -> f64 {
    let steps = 200;
    let at = |k: i32| PI * (f64::from(k) + 0.5) / f64::from(steps);
    (0..steps).map(|k| (order * at(k) - x * at(k).sin()).cos()).sum::<f64>() / f64::from(steps)
}

/// A disk of radius 1 m and density 1 kg/m² that breathes.
struct Disk {
    /// The wave number ξ of its lowest mode, over its radius.
    wave: f64,
    /// In rad/s.
    frequency: f64,
}

impl Disk {
    const YOUNG: f64 = 1e3;
    const POISSON: f64 = 0.3;
    /// The largest velocity is a little more than half of it, in m/s: sound is 700 times as fast.
    const SPEED: f64 = 0.1;

    /// Its edge is free: (λ + 2μ) ξ J₀(ξ) = 2μ J₁(ξ).
    fn new() -> Disk {
        let (lambda, mu) = lame(Disk::YOUNG, Disk::POISSON);
        let edge = |x: f64| (lambda + 2.0 * mu) * x * bessel(0.0, x) - 2.0 * mu * bessel(1.0, x);
        let (mut low, mut high) = (0.5, 3.0);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if edge(middle) > 0.0 { low = middle } else { high = middle }
        }
        Disk { wave: low, frequency: low * (lambda + 2.0 * mu).sqrt() }
    }

    /// Particles with the velocity J₁(ξr) of the mode, and its gradient.
    fn particles(&self, spacing: f64) -> Vec<Particle> {
        let mut particles = disk([0.0; 2], 1.0, spacing, 1.0);
        let volume = PI / particles.len() as f64;
        for particle in &mut particles {
            let [x, y, _] = particle.position;
            let r = x.hypot(y);
            let across = Disk::SPEED * bessel(1.0, self.wave * r) / r;
            let along = Disk::SPEED * self.wave * bessel(0.0, self.wave * r) - across;
            let more = (along - across) / (r * r);
            (particle.mass, particle.volume) = (volume, volume);
            particle.velocity = [across * x, across * y, 0.0];
            particle.affine = [
                [across + more * x * x, more * x * y, 0.0],
                [more * x * y, across + more * y * y, 0.0],
                [0.0; 3],
            ];
        }
        particles
    }

    /// The frequency over the exact one, less 1, and the share of its energy that a swing loses.
    fn breathe(&self, solver: Solver, spacing: f64) -> [f64; 2] {
        let config = solver.config(Dimension::Two, spacing);
        let mut simulation = Simulation::new(config).expect("a valid configuration");
        let jelly = simulation.add_material("jelly", NeoHookean::new(Disk::YOUNG, Disk::POISSON));
        simulation.add_particles(jelly, &self.particles(spacing)).expect("valid particles");
        let spread = |simulation: &Simulation| -> f64 {
            let states = simulation.particles();
            let outward = |p: &Particle| p.position[0] * p.velocity[0] + p.position[1] * p.velocity[1];
            states.iter().map(|state| outward(&state.particle)).sum()
        };
        let whole = energy(&simulation.diagnostics());
        // The time of the fourth crossing of zero, which comes after two swings less a quarter.
        let (swings, look) = (1.75, TAU / self.frequency / 100.0);
        let (mut last, mut crossings) = (spread(&simulation), 0);
        loop {
            simulation.advance_to(simulation.time() + look).expect("a disk that breathes");
            let now = spread(&simulation);
            crossings += usize::from(now * last < 0.0);
            if crossings == 4 {
                let time = simulation.time() - look * now / (now - last);
                let kept = energy(&simulation.diagnostics()) / whole;
                return [TAU * swings / time / self.frequency - 1.0, 1.0 - kept.powf(1.0 / swings)];
            }
            last = now;
        }
    }
}

/// The deflection and the frequency over Timoshenko's, less 1, of a beam with so many particles across.
fn swing(solver: Solver, across: usize) -> [f64; 2] {
    // A tenth of the weight at once: it swings about where it would hang.
    let load = 0.1;
    let mut config = solver.config(Dimension::Three, Beam::WIDTH / across as f64);
    config.gravity[1] = -load * Beam::GRAVITY;
    match solver {
        Solver::Mpm => config.axes = Beam::wall(),
        // Twice the usual steps; at 1.2 the edges of the beam are unstable.
        Solver::Mlsrk => {
            config.time_step = TimeStep::Adaptive { motion: 0.2, sound: 0.8, max: f64::INFINITY }
        }
    }
    let tip = Beam::follow(config, 1.2);
    let (frequency, _) = oscillation(&tip, [0.7, 1.2]);
    let first = tip.windows(2).filter(|pair| pair[1][0] <= 1.0 / frequency);
    let area: f64 = first.map(|pair| 0.5 * (pair[0][1] + pair[1][1]) * (pair[1][0] - pair[0][0])).sum();
    let deflection = area * frequency;
    [deflection / (load * Beam::DEFLECTION) - 1.0, frequency / Beam::FREQUENCY - 1.0]
}

/// What C3's circle keeps of its energy in 5 s.
fn circle(solver: Solver) -> f64 {
    let scene = gallery("papers/c3-oscillating-circle");
    let mut circle = match solver {
        Solver::Mpm => scene.build_on(1),
        Solver::Mlsrk => scene.set("solver", "mlsrk").remove("transfer.scheme").build_on(1),
    };
    let whole = energy(&circle.diagnostics());
    circle.advance_to(5.0).expect("a soft disk");
    energy(&circle.diagnostics()) / whole
}

/// What both solvers are tried on.
#[derive(Clone, Copy, PartialEq)]
enum Body {
    Disk,
    Beam,
}

impl Body {
    /// What is off.
    fn errors(self) -> [&'static str; 2] {
        match self {
            Body::Disk => ["frequency", "energy lost per swing"],
            Body::Beam => ["deflection", "frequency"],
        }
    }

    /// Errors of a solver with so many particles on a disk's radius or across a beam.
    fn try_by(self, solver: Solver, count: usize) -> [f64; 2] {
        match self {
            Body::Disk => Disk::new().breathe(solver, 1.0 / count as f64),
            Body::Beam => swing(solver, count),
        }
    }
}

/// Errors of both solvers on a body, by the number of particles.
struct Study {
    body: Body,
    counts: Vec<usize>,
    /// Of MLSRK and of MPM.
    errors: [Vec<[f64; 2]>; 2],
}

impl Study {
    /// By which power of the distance of particles an error falls.
    fn order(&self, solver: usize, which: usize) -> f64 {
        let errors = self.counts.iter().zip(&self.errors[solver]);
        exponent(&errors.map(|(count, error)| [1.0 / *count as f64, error[which].abs()]).collect::<Vec<_>>())
    }

    fn table(&self) -> Table {
        let what = match self.body {
            Body::Disk => "particles on the disk's radius",
            Body::Beam => "particles across the beam",
        };
        let columns: Vec<(usize, usize)> = (0..4).map(|k| (k % 2, k / 2)).collect();
        let name = |(solver, which): &(usize, usize)| {
            format!("{}: {}", Solver::BOTH[*solver].name(), self.body.errors()[*which])
        };
        let header: Vec<String> = std::iter::once(what.to_string()).chain(columns.iter().map(name)).collect();
        let mut table = Table::new(header.iter().map(String::as_str));
        for (row, count) in self.counts.iter().enumerate() {
            let percent = |(solver, which): &(usize, usize)| {
                format!("{:+.2} %", 100.0 * self.errors[*solver][row][*which])
            };
            table.row(std::iter::once(count.to_string()).chain(columns.iter().map(percent)).collect());
        }
        let orders = columns.iter().map(|(solver, which)| short(self.order(*solver, *which), 3));
        table.row(std::iter::once("order".to_string()).chain(orders).collect());
        table
    }

    /// That errors of MLSRK are within bounds for each number of particles, and fall with it at least as fast as their distance.
    fn findings(&self, bounds: impl Fn(usize) -> [[f64; 2]; 2]) -> Vec<Finding> {
        let (what, name) = match self.body {
            Body::Disk => ("on a disk's radius", "disk"),
            Body::Beam => ("across a beam", "beam"),
        };
        let mut findings = Vec::new();
        for (row, count) in self.counts.iter().enumerate() {
            for (which, [low, high]) in bounds(*count).into_iter().enumerate() {
                let claim = format!("MLSRK, {count} particles {what}: {}", self.body.errors()[which]);
                findings.push(Finding::between(claim, self.errors[0][row][which], low, high));
            }
        }
        for (solver, which) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let who = Solver::BOTH[solver].name();
            let claim = format!("{who}, {name}: order of {}", self.body.errors()[which]);
            findings.push(Finding::at_least(claim, self.order(solver, which), 1.0));
        }
        findings
    }

    fn plot(&self) -> Plot {
        let (title, x) = match self.body {
            Body::Disk => ("A disk that breathes", "particles on the radius"),
            Body::Beam => ("A beam that swings", "particles across"),
        };
        let mut plot = Plot::new(title).x(Axis::log(x)).y(Axis::log("error"));
        for (solver, errors) in Solver::BOTH.iter().zip(&self.errors) {
            for (which, what) in self.body.errors().into_iter().enumerate() {
                let curve = self.counts.iter().zip(errors);
                let curve = curve.map(|(count, error)| [*count as f64, error[which].abs()]);
                plot = plot.line(format!("{}: {what}", solver.name()), curve);
            }
        }
        plot
    }
}

/// Tries both solvers on both bodies.
fn studies(disks: &[usize], beams: &[usize]) -> [Study; 2] {
    let bodies = [(Body::Disk, disks), (Body::Beam, beams)];
    let counted = bodies.iter().flat_map(|(body, counts)| counts.iter().map(move |count| (*body, *count)));
    let all = counted.flat_map(|(body, count)| Solver::BOTH.map(|solver| (body, solver, count)));
    let all: Vec<(Body, Solver, usize)> = all.collect();
    let errors = side_by_side(&all, |(body, solver, count)| body.try_by(*solver, *count));
    bodies.map(|(body, counts)| {
        let of = |wanted: Solver| {
            let own = all.iter().zip(&errors).filter(|((of, solver, _), _)| *of == body && *solver == wanted);
            own.map(|(_, errors)| *errors).collect()
        };
        Study { body, counts: counts.to_vec(), errors: Solver::BOTH.map(of) }
    })
}

/// Constant stress, disks and a beam by MLSRK and by MPM.
pub fn solids(effort: Effort) -> Report {
    let beams: &[usize] = effort.choose(&[4, 6], &[4, 6, 8, 12]);
    let [disk, beam] = studies(effort.choose(&[10, 20, 40], &[10, 20, 40, 80]), beams);
    let mut patches = Table::new(["shaken by, over the distance", "MLSRK: force", "MPM, APIC: force"]);
    let shakes = [0.0, 0.1, 0.4];
    let forces = shakes.map(|shake| Solver::BOTH.map(|solver| patch(solver, shake)));
    for (shake, forces) in shakes.iter().zip(forces) {
        patches.numbers(&shake.to_string(), forces);
    }
    let mut findings = Vec::new();
    for (shake, [force, _]) in shakes.iter().zip(forces) {
        let claim = format!("MLSRK, constant stress, shaken by {shake}: force over stress");
        // As far as particles are off their places a sum over them is off the integral; on a lattice it is exact up to the regularization.
        findings.push(Finding::at_most(
            claim,
            force,
            f64::max(0.5 * shake, MlsrkMethod::default().regularization),
        ));
    }
    // What a disk of squares has for its radius is known to half a distance of particles, and frequency goes with it; no swing gains energy.
    findings.extend(disk.findings(|count| {
        let edge = 0.5 / count as f64;
        [[-edge, edge], [0.0, f64::INFINITY]]
    }));
    // The beam gives at its root, as if it were longer by a little less than its kernel's scale: kernels do not interpolate, so that what is held is held on the
    // mean over one. And layers of particles have 1 − 1/n² of a solid's second moment.
    findings.extend(beam.findings(|count| {
        let n = count as f64;
        let longer = 1.0 + Solver::SCALE * Beam::WIDTH / n / Beam::LENGTH;
        let moment = 1.0 - 1.0 / (n * n);
        [[-0.03, longer.powi(4) / moment - 1.0], [moment.sqrt() / longer.powi(2) - 1.0, 0.03]]
    }));
    let kept = side_by_side(&Solver::BOTH, |solver| circle(*solver));
    for (solver, kept) in Solver::BOTH.iter().zip(kept) {
        findings.push(Finding::report(format!("{}, C3's circle: energy kept in 5 s", solver.name()), kept));
    }
    let report = Report::from(findings).table(patches).table(disk.table()).table(beam.table());
    report.plot("disk", disk.plot()).plot("beam", beam.plot())
}
