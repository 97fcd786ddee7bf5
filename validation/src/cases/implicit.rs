//! Implicit integration: momentum for every λ (B9), what the grid's step alone does to energy and how fast its error falls, the
//! papers' bodies by the midpoint rule.

use clastic::integrators::{Integrator, Solve, Unfinished};
use clastic::materials::{FixedCorotated, NeoHookean};
use clastic::solvers::mpm::reference::{GridAlone, Reference};
use clastic::{Config, Diagnostics, Dimension, Precision, Simulation, TimeStep};

use super::history::{History, Span, energy, figure, find, norm};
use crate::bodies::{disk, set_affine_velocity, spin};
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

/// What the grid's step does to energy, and the order of its error.
pub fn grid_alone(effort: Effort) -> Report {
    let period = period(swinging_grid());
    let omega = std::f64::consts::TAU / period;
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

    let mut euler = swinging_grid();
    let mut decay = vec![[0.0, 1.0]];
    for step in 1..=5 * PER_PERIOD {
        euler.step(dt);
        decay.push([step as f64 / PER_PERIOD as f64, euler.energy() / whole]);
    }
    // An oscillator's amplitude shrinks by 1/√(1 + ω²Δt²) in a step.
    let rate = -(euler.energy() / whole).ln() / (5.0 * PER_PERIOD as f64);
    let theory = (1.0 + (omega * dt).powi(2)).ln();
    // Those ways that are left beside the slowest decay faster, so this is not judged.
    let claim = "backward Euler: rate of decay, over theory for the slowest swing";
    findings.push(Finding::report(claim, rate / theory));

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
    let plot =
        plot.line("midpoint", energies.into_iter().take(10 * PER_PERIOD)).line("backward Euler", decay);
    Report::from(findings).plot("energy", plot)
}

/// The papers' schemes.
const SCHEMES: [(&str, &str); 4] = [("PIC", "pic"), ("RPIC", "rpic"), ("APIC", "apic"), ("FLIP 1", "flip-1")];

/// B1, B3 and B4 by the midpoint rule, as the paper has them; steps as long as motion allows, or a tenth of what looks show.
pub fn papers_bodies(effort: Effort) -> Report {
    let mut findings = Vec::new();
    let mut table = Table::new(["scene", "scheme", "change of L", "energy kept"]);
    let mut report = Report::from(Vec::new());
    let scenes = [
        (
            "B1",
            "papers/b1-rotating-disk",
            Span { seconds: effort.choose(2.0, 5.0 * std::f64::consts::PI), looks: 40 },
        ),
        ("B3", "papers/b3-skew-impact", Span { seconds: 24.0, looks: 96 }),
        ("B4", "papers/b4-two-rings", Span { seconds: 0.01, looks: 100 }),
    ];
    for (id, scene, span) in scenes {
        let follow = |(label, scheme): (&'static str, &str)| {
            let scene = gallery(scene)
                .set("transfer.scheme", scheme)
                .set("time.integrator", "midpoint")
                .set("time.max_dt", span.seconds / span.looks as f64)
                .set("solve.tolerance", 1e-12);
            History::of(label, &mut scene.build(), span)
        };
        let histories = SCHEMES.map(follow);
        for history in &histories {
            let drift = history.angular_drift() / history.first().angular_scale;
            let claim = format!("{id} {}: change of L over Σ m‖x‖‖v‖", history.label);
            findings.push(match history.label {
                "RPIC" | "APIC" => Finding::at_most(claim, drift, 1e-12),
                _ => Finding::report(claim, drift),
            });
            let kept = format!("{:.3}", history.energy_kept());
            table.row(vec![id.into(), history.label.into(), format!("{drift:.1e}"), kept]);
        }
        let kept = |label| find(&histories, label).energy_kept();
        let claim = format!("{id}: energy kept with APIC over that with PIC");
        findings.push(Finding::at_least(claim, kept("APIC") / kept("PIC"), 1.5));
        let spin = |state: &Diagnostics| state.angular_momentum[2];
        let title = |what: &str| format!("{id} by the midpoint rule: {what}");
        let names = match id {
            "B1" => ["b1-angular-momentum", "b1-energy"],
            "B3" => ["b3-angular-momentum", "b3-energy"],
            _ => ["b4-angular-momentum", "b4-energy"],
        };
        report = report
            .plot(names[0], figure(&histories, &title("L"), "angular momentum (kg m²/s)", spin))
            .plot(names[1], figure(&histories, &title("energy"), "kinetic and elastic energy (J)", energy));
    }
    report.findings = findings;
    report.table(table)
}
