//! Implicit integration: momentum for every λ (B9), what the grid's step alone does to energy and how fast its error falls, the
//! papers' bodies by the midpoint rule, and a stiff block.

use std::time::Instant;

use clastic::grid::Axis;
use clastic::integrators::{Integrator, Iterations, Solve, Unfinished};
use clastic::materials::{FixedCorotated, NeoHookean};
use clastic::solvers::mpm::reference::{GridAlone, Reference};
use clastic::{Config, Diagnostics, Dimension, ParticleState, Precision, Simulation, TimeStep};

use super::history::{History, Span, energy, figure, find, norm};
use crate::bodies::{box_3d, disk, lattice_2d, set_affine_velocity, spin};
use crate::{Effort, Finding, Plot, Report, Table, gallery};

/// As far as rounding lets a solve come.
const TIGHT: Solve =
    Solve { tolerance: Some(1e-15), newton: 60, linear: 4000, unfinished: Unfinished::Refused };

fn integrator(name: &str) -> Integrator {
    Integrator::from_name(name).expect("a name of the list")
}

/// The disk of B1, which turns, swings and flies.
fn flying_disk(name: &str, precision: Precision, solve: Solve) -> Simulation {
    let mut particles = disk([0.5, 0.5], 0.3, 1.0 / 32.0, 2.0);
    let mut motion = spin(2.0);
    motion[0][0] = 1.0;
    set_affine_velocity(&mut particles, [0.5, 0.5, 0.0], [0.3, 0.2, 0.0], motion);
    let config = Config {
        precision,
        gravity: [0.0; 3],
        integrator: integrator(name),
        solve,
        time_step: TimeStep::Fixed(5e-4),
        ..Config::new(Dimension::Two, 1.0 / 16.0)
    };
    let mut simulation = Simulation::new(config).expect("a sound configuration");
    let rubber = simulation.add_material("rubber", NeoHookean::new(1000.0, 0.3));
    simulation.add_particles(rubber, &particles).expect("sound particles");
    simulation
}

/// The largest changes over a run, relative: of momentum, and of angular momentum.
fn drifts(mut simulation: Simulation, steps: u64) -> [f64; 2] {
    let first = simulation.diagnostics();
    let mut largest = [0.0; 2];
    for _ in 0..steps {
        simulation.step().expect("a disk in free flight");
        let Diagnostics { momentum, angular_momentum, .. } = simulation.diagnostics();
        let away = |a: [f64; 3], b: [f64; 3]| norm(std::array::from_fn(|i| a[i] - b[i])) / norm(b);
        largest[0] = f64::max(largest[0], away(momentum, first.momentum));
        largest[1] = f64::max(largest[1], away(angular_momentum, first.angular_momentum));
    }
    largest
}

/// B9.
pub fn lambda_family(_: Effort) -> Report {
    const STEPS: u64 = 1000;
    let mut findings = Vec::new();
    let mut table = Table::new(["integrator", "precision", "change of momentum", "change of L"]);
    for precision in [Precision::F64, Precision::F32] {
        for name in ["lambda-0", "lambda-0.25", "midpoint", "lambda-1", "backward-euler"] {
            let [momentum, angular] = drifts(flying_disk(name, precision, TIGHT), STEPS);
            let label = format!("{name} {precision:?}");
            table.row(vec![
                name.to_string(),
                format!("{precision:?}"),
                format!("{momentum:.1e}"),
                format!("{angular:.1e}"),
            ]);
            let bound = if precision == Precision::F64 { 1e-12 } else { 1e-4 };
            findings.push(Finding::at_most(format!("{label}: relative change of momentum"), momentum, bound));
            let claim = format!("{label}: relative change of L");
            findings.push(match name {
                "backward-euler" => Finding::at_least(claim, angular, 1e-3),
                _ => Finding::at_most(claim, angular, bound),
            });
        }
    }
    for name in ["midpoint", "backward-euler"] {
        let cut = Solve { tolerance: Some(1e-12), newton: 1, linear: 3, unfinished: Unfinished::Taken };
        let [momentum, angular] = drifts(flying_disk(name, Precision::F64, cut), STEPS);
        let claim =
            |what: &str| format!("{name}, conjugate gradients cut after 3 iterations: change of {what}");
        findings.push(Finding::at_most(claim("momentum"), momentum, 1e-12));
        findings.push(Finding::report(claim("L"), angular));
    }
    Report::from(findings).table(table)
}

/// A soft disk that swings in its slowest way, on the grid alone.
fn swinging_grid() -> GridAlone<2> {
    let config = Config { gravity: [0.0; 3], ..Config::new(Dimension::Two, 1.0 / 10.0) };
    let mut particles = disk([0.53, 0.51], 0.3, 1.0 / 20.0, 2.0);
    set_affine_velocity(
        &mut particles,
        [0.53, 0.51, 0.0],
        [0.0; 3],
        [[0.02, 0.0, 0.0], [0.0, -0.02, 0.0], [0.0; 3]],
    );
    let mut reference = Reference::<2>::new(&config).expect("a sound configuration");
    let jelly = reference.add_material(FixedCorotated::new(0.5, 0.4));
    reference.add_particles(jelly, &particles).expect("sound particles");
    let mut grid = reference.grid_alone();
    // Backward Euler takes most of the faster ways away.
    grid.set_integrator(Integrator::BackwardEuler);
    for _ in 0..40 {
        grid.step(0.1);
    }
    grid
}

/// How long a swing of the slowest way takes, in s: from when the velocity of a node at the rim turns round to when it does so
/// for the second time.
fn period(mut grid: GridAlone<2>) -> f64 {
    const DT: f64 = 0.01;
    grid.set_integrator(Integrator::MIDPOINT);
    let fastest = (0..grid.velocities().len())
        .max_by(|a, b| {
            let speed = |i: &usize| grid.velocities()[*i].norm();
            speed(a).total_cmp(&speed(b))
        })
        .expect("nodes");
    let mut turns = Vec::new();
    let mut before = grid.velocities()[fastest][0];
    for step in 1.. {
        grid.step(DT);
        let now = grid.velocities()[fastest][0];
        if now * before < 0.0 {
            turns.push((step as f64 - now / (now - before)) * DT);
        }
        if turns.len() == 3 {
            break;
        }
        before = now;
    }
    turns[2] - turns[0]
}

/// Of the matter in [`standing_wave`], in Pa.
const YOUNG_MODULUS: f64 = 10.0;
const POISSON_RATIO: f64 = 0.3;
/// In kg/m².
const DENSITY: f64 = 2.0;
/// The length of the wave, in m.
const WAVE: f64 = 1.6;

/// A standing wave of sound in matter without end, on cells of a tenth of a metre: each of them is like the next, so that the grid
/// has it as a way to swing.
fn standing_wave() -> GridAlone<2> {
    let mut config = Config {
        gravity: [0.0; 3],
        integrator: Integrator::BackwardEuler,
        ..Config::new(Dimension::Two, 0.1)
    };
    for axis in &mut config.axes[..2] {
        *axis = Axis::Periodic { low: 0.0, high: WAVE };
    }
    let mut particles = lattice_2d([0.0; 2], [WAVE; 2], 0.05, DENSITY, |_, _| true);
    for particle in &mut particles {
        particle.velocity[0] = 1e-4 * (std::f64::consts::TAU / WAVE * particle.position[0]).sin();
    }
    let mut reference = Reference::<2>::new(&config).expect("a sound configuration");
    let jelly = reference.add_material(FixedCorotated::new(YOUNG_MODULUS, POISSON_RATIO));
    reference.add_particles(jelly, &particles).expect("sound particles");
    reference.grid_alone()
}

/// What the grid's step does to energy, and the order of its error.
pub fn grid_alone(effort: Effort) -> Report {
    let period = period(swinging_grid());
    let periods = effort.choose(100, 400);
    const PER_PERIOD: usize = 12;
    let dt = period / PER_PERIOD as f64;
    let mut findings = vec![Finding::report("period of the slowest swing (s)", period)];

    let mut midpoint = swinging_grid();
    midpoint.set_integrator(Integrator::MIDPOINT);
    let whole = midpoint.energy();
    let mut away: f64 = 0.0;
    let mut energies = vec![[0.0, 1.0]];
    for step in 1..=periods * PER_PERIOD {
        midpoint.step(dt);
        let left = midpoint.energy() / whole;
        away = away.max((left - 1.0).abs());
        energies.push([step as f64 / PER_PERIOD as f64, left]);
    }
    let claim =
        format!("midpoint, {periods} periods of {PER_PERIOD} steps: largest change of energy, relative");
    findings.push(Finding::at_most(claim, away, 0.01));

    let mut euler = standing_wave();
    let whole = euler.energy();
    // The wave is a way of the grid to swing, so the system's matrix makes 1 + ω²Δt² times of it.
    let wave = euler.velocities().to_vec();
    let dt = 0.05;
    let stretched = euler.product(&wave, &wave, dt) / euler.product(&wave, &wave, 0.0);
    let sound = (1.0 + POISSON_RATIO).recip() * (1.0 - POISSON_RATIO) / (1.0 - 2.0 * POISSON_RATIO);
    let omega = std::f64::consts::TAU / WAVE * (YOUNG_MODULUS * sound / DENSITY).sqrt();
    let claim = "standing wave: frequency on the grid over that of elasticity";
    findings.push(Finding::between(claim, (stretched - 1.0).sqrt() / dt / omega, 0.97, 1.03));
    let mut decay = vec![[0.0, 1.0]];
    for step in 1..=40 {
        euler.step(dt);
        decay.push([step as f64 * dt, euler.energy() / whole]);
    }
    // An oscillator's amplitude shrinks by 1/√(1 + ω²Δt²) in a step.
    let claim = "backward Euler: rate of decay of a standing wave over theory";
    let rate = -(decay[40][1] / decay[4][1]).ln() / 36.0;
    findings.push(Finding::between(claim, rate / stretched.ln(), 0.99, 1.01));

    for (name, order) in [("symplectic-euler", 1.0), ("backward-euler", 1.0), ("midpoint", 2.0)] {
        let end = |steps: usize| {
            let mut grid = swinging_grid();
            grid.set_integrator(integrator(name));
            for _ in 0..steps {
                grid.step(0.4 * period / steps as f64);
            }
            grid.velocities().to_vec()
        };
        // Richardson: the differences of runs with halved steps shrink as their error.
        let [a, b, c] = [32, 64, 128].map(end);
        let apart = |a: &[clastic::tensor::Vector<f64, 2>], b: &[clastic::tensor::Vector<f64, 2>]| {
            a.iter().zip(b).map(|(a, b)| (*a - *b).norm_squared()).sum::<f64>().sqrt()
        };
        let found = (apart(&a, &b) / apart(&b, &c)).log2();
        findings.push(Finding::between(format!("{name}: order in time"), found, order - 0.15, order + 0.15));
    }
    let plot =
        Plot::new("Energy of a swinging disk on the grid alone").x("periods").y("energy over the first");
    let wave =
        Plot::new("Energy of a standing wave by backward Euler").x("time (s)").y("energy over the first");
    Report::from(findings)
        .plot("energy", plot.line("midpoint", energies.into_iter().take(10 * PER_PERIOD)))
        .plot("wave", wave.line("backward Euler", decay))
}

/// The papers' schemes.
const SCHEMES: [(&str, &str); 4] = [("PIC", "pic"), ("RPIC", "rpic"), ("APIC", "apic"), ("FLIP 1", "flip-1")];

/// Scenes of the paper of B1, for how many seconds of how many looks, and what their plots are called.
type Body = (&'static str, &'static str, f64, usize, [&'static str; 2]);

/// B1 to B5 by the midpoint rule, as the paper has them; steps as long as motion allows, or a look.
pub fn papers_bodies(effort: Effort) -> Report {
    let turn = effort.choose(2.0, 5.0 * std::f64::consts::PI);
    let spheres = effort.choose(Some(0.9375), None);
    let bodies: [Body; 6] = [
        ("B1", "papers/b1-rotating-disk", turn, 40, ["b1-angular-momentum", "b1-energy"]),
        ("B2", "papers/b2-rebound", 70.0, 700, ["b2-angular-momentum", "b2-energy"]),
        ("B3", "papers/b3-skew-impact", 24.0, 96, ["b3-angular-momentum", "b3-energy"]),
        ("B4", "papers/b4-two-rings", 0.01, 100, ["b4-angular-momentum", "b4-energy"]),
        ("B5", "papers/b5-two-spheres", 12.0, 48, ["b5-angular-momentum", "b5-energy"]),
        (
            "B5, spinning",
            "papers/b5-spinning-spheres",
            8.0,
            32,
            ["b5-spinning-angular-momentum", "b5-spinning-energy"],
        ),
    ];
    let mut table = Table::new(["scene", "scheme", "change of L", "energy kept"]);
    let mut report = Report::from(Vec::new());
    for (id, scene, seconds, looks, plots) in bodies {
        let span = Span { seconds, looks };
        let rebounds = id == "B2";
        let cell = spheres.filter(|_| id.starts_with("B5"));
        let follow = |(label, scheme): (&'static str, &str)| {
            let mut scene = gallery(scene)
                .set("transfer.scheme", scheme)
                .set("time.integrator", "midpoint")
                .set("time.max_dt", span.seconds / span.looks as f64)
                .set("solve.tolerance", 1e-14);
            if let Some(cell) = cell {
                scene = scene.set("grid.cell_size", cell);
            }
            History::of(label, &mut scene.build(), span)
        };
        let histories = SCHEMES.map(follow);
        for history in &histories {
            let drift = history.angular_drift() / history.first().angular_scale;
            let claim = format!("{id} {}: change of L over Σ m‖x‖‖v‖", history.label);
            report.findings.push(match history.label {
                "RPIC" | "APIC" if !rebounds => Finding::at_most(claim, drift, 1e-12),
                _ => Finding::report(claim, drift),
            });
            if rebounds {
                // The first rebound is over at 35 s, the second at 70 s.
                let [before, after, again] = [0.0, 35.0, 70.0].map(|time| history.at(time).momentum[0]);
                let claim = |which: &str| {
                    format!("{id} {}: momentum after the {which} rebound over that before", history.label)
                };
                report.findings.push(Finding::between(claim("first"), after / before, -1.0, -0.5));
                report.findings.push(Finding::between(claim("second"), again / after, -1.0, -0.5));
            }
            let kept = format!("{:.3}", history.energy_kept());
            table.row(vec![id.into(), history.label.into(), format!("{drift:.1e}"), kept]);
        }
        let kept = |label| find(&histories, label).energy_kept();
        let claim = format!("{id}: energy kept with APIC over that with PIC");
        report.findings.push(Finding::at_least(claim, kept("APIC") / kept("PIC"), 1.5));
        let spin = |state: &Diagnostics| state.angular_momentum[2];
        let title = |what: &str| format!("{id} by the midpoint rule: {what}");
        report = report
            .plot(plots[0], figure(&histories, &title("L"), "angular momentum (kg m²/s)", spin))
            .plot(plots[1], figure(&histories, &title("energy"), "kinetic and elastic energy (J)", energy));
    }
    report.table(table)
}

/// A block that turns freely at 1 rad/s, stiff enough that sound crosses a cell in 50 μs.
fn stiff_block(name: &str, cells: [usize; 3]) -> Simulation {
    const CELL: f64 = 0.02;
    let half = cells.map(|side| 0.5 * CELL * side as f64);
    let mut particles = box_3d(half.map(|x| -x), half, 0.5 * CELL, 1000.0);
    set_affine_velocity(&mut particles, [0.0; 3], [0.0; 3], spin(1.0));
    let config = Config {
        gravity: [0.0; 3],
        integrator: integrator(name),
        time_step: TimeStep::Adaptive { motion: 1.0, sound: 0.4, max: 1.0 / 60.0 },
        ..Config::new(Dimension::Three, CELL)
    };
    let mut simulation = Simulation::new(config).expect("a sound configuration");
    let block = simulation.add_material("block", FixedCorotated::new(1e8, 0.3));
    simulation.add_particles(block, &particles).expect("sound particles");
    simulation
}

/// Implicit steps of a stiff block next to explicit ones.
pub fn stiff(effort: Effort) -> Report {
    let cells = effort.choose([8, 4, 4], [24, 12, 12]);
    let seconds = effort.choose(0.25, 1.0);
    let mut findings = Vec::new();
    let mut table =
        Table::new(["integrator", "steps", "Newton", "CG", "error over length", "wall time of a second (s)"]);
    let mut explicit = (0.0, 0.0);
    for name in ["symplectic-euler", "backward-euler", "midpoint"] {
        let mut simulation = stiff_block(name, cells);
        let before = simulation.particles();
        let mut work = Iterations::default();
        let start = Instant::now();
        while simulation.time() < seconds {
            let report = simulation.step().expect("a block in free rotation");
            work.newton += report.iterations.newton;
            work.linear += report.iterations.linear;
        }
        let wall = start.elapsed().as_secs_f64() / simulation.time();
        let (sin, cos) = simulation.time().sin_cos();
        let off = |(a, b): (&ParticleState, &ParticleState)| {
            let ([x, y, z], now) = (a.particle.position, b.particle.position);
            norm([x * cos - y * sin - now[0], x * sin + y * cos - now[1], z - now[2]])
        };
        let length = 0.02 * cells[0] as f64;
        let error = before.iter().zip(&simulation.particles()).map(off).fold(0.0, f64::max) / length;
        let claim = format!("{name}: largest error over the length");
        findings.push(match name {
            // It never calms what each solve leaves over.
            "midpoint" => Finding::report(claim, error),
            _ => Finding::at_most(claim, error, 1e-3),
        });
        // A product with the stiffness transfers to particles and back, as a step does; a step of Newton's does so twice.
        let transfers =
            (simulation.steps() as usize + 2 * work.newton + work.linear) as f64 / simulation.time();
        if name == "symplectic-euler" {
            explicit = (transfers, wall);
        } else {
            let claim = format!("{name}: transfers that explicit steps need, over its own");
            findings.push(match name {
                "backward-euler" => Finding::at_least(claim, explicit.0 / transfers, 10.0),
                _ => Finding::report(claim, explicit.0 / transfers),
            });
            let claim = format!("{name}: times as fast as explicit steps, by the clock");
            findings.push(Finding::report(claim, explicit.1 / wall));
        }
        table.row(vec![
            name.into(),
            simulation.steps().to_string(),
            work.newton.to_string(),
            work.linear.to_string(),
            format!("{error:.1e}"),
            format!("{wall:.1}"),
        ]);
    }
    Report::from(findings).table(table)
}
