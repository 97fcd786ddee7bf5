//! A1, E1–E3 and E5: pairs of particles, as in figures 3, 4, 6, 7 and 18 and equation 9 of "Revisiting Integration in the
//! Material Point Method".

use clastic::colliders::{Collider, Contact, Motion};
use clastic::grid::{Axis, Wall};
use clastic::materials::Liquid;
use clastic::shapes::Shape;
use clastic::sources::Source;
use clastic::transfer::Scheme;
use clastic::{Config, Dimension, MaterialId, Particle, Precision, Simulation, TimeStep};

use super::contact::field;
use crate::{Effort, Finding, Plot, Report};

const CELL: f64 = 1.0;
const SPEED: f64 = 1.0;
/// Cells moved per step.
const DT: f64 = 0.003;

fn scheme(name: &str) -> Scheme {
    Scheme::from_name(name, 2).unwrap_or_else(|| panic!("no scheme {name}"))
}

fn config(scheme: Scheme) -> Config {
    Config {
        precision: Precision::F64,
        scheme,
        gravity: [0.0; 3],
        time_step: TimeStep::Fixed(DT),
        threads: 1,
        ..Config::new(Dimension::Two, CELL)
    }
}

/// Two particles `distance` apart around x = 10.3, moving apart at `speed` each (towards each other if negative).
fn pair(config: Config, law: Liquid, distance: f64, speed: f64) -> Simulation {
    let mut simulation = Simulation::new(config).expect("a valid configuration");
    let material = simulation.add_material("pair", law);
    let at = |side: f64| {
        Particle::at([10.3 + 0.5 * side * distance, 10.3, 0.0], 1.0, 1.0).with_velocity([
            side * speed,
            0.0,
            0.0,
        ])
    };
    simulation.add_particles(material, &[at(-1.0), at(1.0)]).expect("valid particles");
    simulation
}

fn distance(simulation: &Simulation) -> f64 {
    let particles = simulation.particles();
    particles[1].particle.position[0] - particles[0].particle.position[0]
}

/// Steps, and the distance of a parting pair after them.
fn parting_history(name: &str) -> Vec<[f64; 2]> {
    let mut simulation = pair(config(scheme(name)), Liquid::new(0.0), 0.2, SPEED);
    let mut history = vec![[0.0, distance(&simulation)]];
    for hundreds in 1..=50 {
        simulation.run_steps(100).expect("no force, no failure");
        history.push([100.0 * hundreds as f64, distance(&simulation)]);
    }
    history
}

fn parting(name: &str) -> f64 {
    let history = parting_history(name);
    history[history.len() - 1][1]
}

/// A1: which schemes let two particles escape each other's kernels.
pub fn parting_pair(_: Effort) -> Report {
    const EXACT: f64 = 30.2;
    let mut findings = Vec::new();
    for name in ["flip-1", "nflip-0.995", "apic", "sflip-0.995", "asflip-0.99", "asflip-0.995"] {
        findings.push(Finding::at_least(format!("{name} escapes: distance/Δx"), parting(name), 1.5));
    }
    for name in ["pic", "flip-0.99", "flip-0.995", "nflip-0.99"] {
        findings.push(Finding::at_most(format!("{name} does not escape: distance/Δx"), parting(name), 1.5));
    }
    for alpha in ["0.99", "0.995"] {
        let (sflip, nflip) = (parting(&format!("sflip-{alpha}")), parting(&format!("nflip-{alpha}")));
        findings.push(Finding::at_most(
            format!("SFLIP {alpha} = NFLIP {alpha}: difference/Δx"),
            (sflip - nflip).abs(),
            0.0,
        ));
    }
    let others = ["pic", "flip-0.99", "flip-0.995", "flip-1", "nflip-0.99", "nflip-0.995", "apic"];
    let best_other = others.map(parting).into_iter().fold(0.0, f64::max);
    for name in ["asflip-0.99", "asflip-0.995"] {
        let (error, other) = ((EXACT - parting(name)).abs(), (EXACT - best_other).abs());
        findings.push(Finding::at_most(
            format!("{name} is nearest to the exact 30.2: error over the next best's"),
            error / other,
            1.0,
        ));
    }
    findings.push(Finding::report("aflip-0.995: distance/Δx", parting("aflip-0.995")));
    findings.push(Finding::report("aspic-0.995: distance/Δx", parting("aspic-0.995")));
    let mut plot = Plot::new("Two particles part").x("step").y("distance/Δx");
    for name in ["pic", "flip-0.995", "flip-1", "nflip-0.995", "apic", "asflip-0.995", "aflip-0.995"] {
        plot = plot.line(name, parting_history(name));
    }
    plot = plot.dashed("exact", [[0.0, 0.2], [5000.0, EXACT]]);
    Report::from(findings).plot("distance", plot)
}

/// E1: FLIP holds a parting pair; NFLIP lets a colliding pair pass through, SFLIP does not.
pub fn colliding_pair(_: Effort) -> Report {
    let collide = |name: &str| {
        let mut simulation = pair(config(scheme(name)), Liquid::new(3.0), 0.4, -SPEED);
        simulation.run_steps(600).expect("a soft collision");
        distance(&simulation)
    };
    vec![
        Finding::at_most("FLIP .99 holds the parting pair: distance/Δx", parting("flip-0.99"), 1.5),
        Finding::at_most("NFLIP lets the colliding pair pass: distance/Δx", collide("nflip-0.99"), -0.1),
        Finding::at_least("SFLIP does not: distance/Δx", collide("sflip-0.99"), 0.3),
        Finding::report("FLIP, for comparison: distance/Δx", collide("flip-0.99")),
        Finding::report("ASFLIP, for comparison: distance/Δx", collide("asflip-0.99")),
        Finding::report("APIC, for comparison: distance/Δx", collide("apic")),
    ]
    .into()
}

/// What β a particle got: the same step with β = 0 and β = 1 everywhere brackets it.
fn measured_beta(build: impl Fn(Scheme) -> Simulation, particle: usize) -> f64 {
    let row = scheme("sflip-0.9").with_beta(0.05, 0.2);
    let moved = |scheme: Scheme| {
        let mut simulation = build(scheme);
        simulation.step().expect("one small step");
        simulation.particles()[particle].particle.position
    };
    let (x, zero, one) =
        (moved(row), moved(row.with_beta(0.0, 0.0)), moved(row.with_beta(1.0, 1.0).without_boundary()));
    let axis = if (one[0] - zero[0]).abs() > (one[1] - zero[1]).abs() { 0 } else { 1 };
    (x[axis] - zero[axis]) / (one[axis] - zero[axis])
}

/// A pair that flies apart, the left one in a collider that ends at x = 10.2 and moves at this speed to the right, or in a
/// source in its place.
fn pair_in_solid(speed: Option<f64>) -> impl Fn(Scheme) -> Simulation {
    move |scheme: Scheme| {
        let mut config = Config { time_step: TimeStep::Fixed(0.05), ..config(scheme) };
        match speed {
            Some(speed) => {
                let plane = Shape::Plane { point: [10.2, 0.0, 0.0], normal: [1.0, 0.0, 0.0] };
                let motion = Motion::moving([speed, 0.0, 0.0]);
                config.colliders = vec![Collider::new(field(plane, Dimension::Two)).moving(motion)];
            }
            None => {
                let nozzle = Shape::Box { low: [9.5, 9.5, 0.0], high: [10.2, 11.0, 0.0] };
                // So little comes that none does in a step.
                let max_rate = 1e-6;
                let nozzle = Source::new(field(nozzle, Dimension::Two), MaterialId(0), 1.0, 0.5);
                config.sources = vec![Source { max_rate, velocity: [0.5, 0.0, 0.0], ..nozzle }];
            }
        }
        pair(config, Liquid::new(1.0), 0.5, 1.0)
    }
}

/// E2: the exact β at walls, colliders and sources, under compression and in separation (figure 7).
pub fn cases_of_beta(_: Effort) -> Report {
    let pair_of = |distance: f64, speed: f64, gap: f64| {
        move |scheme: Scheme| {
            let wall = Wall::new(10.0 - gap, Contact::Separate);
            let walls = [Axis::Bounded { low: Some(wall), high: None }, Axis::OPEN, Axis::OPEN];
            // One large step, so that J changes by more than the threshold of 10⁻³.
            let config = Config { axes: walls, time_step: TimeStep::Fixed(0.05), ..config(scheme) };
            pair(config, Liquid::new(1.0), distance, speed)
        }
    };
    let exact = |claim: &str, beta: f64, expected: f64| {
        Finding::at_most(format!("{claim}: |β − {expected}|"), (beta - expected).abs(), 1e-10)
    };
    vec![
        exact("a pair that separates gets β_max", measured_beta(pair_of(0.5, 1.0, 8.0), 1), 0.2),
        exact("a pair that is compressed gets β_min", measured_beta(pair_of(0.5, -1.0, 8.0), 1), 0.05),
        exact(
            "a particle behind the wall that goes deeper gets 0",
            measured_beta(pair_of(0.5, 1.0, -0.2), 0),
            0.0,
        ),
        exact(
            "a particle behind the wall on its way out gets β_max",
            measured_beta(pair_of(0.3, 1.0, -1.0), 1),
            0.2,
        ),
        exact(
            "a particle that would end behind the wall gets 0",
            measured_beta(pair_of(0.5, 1.0, -0.04), 0),
            0.0,
        ),
        exact(
            "its partner, which stays outside, gets β_max",
            measured_beta(pair_of(0.5, 1.0, -0.04), 1),
            0.2,
        ),
        exact("a particle in a collider at rest gets 0", measured_beta(pair_in_solid(Some(0.0)), 0), 0.0),
        exact(
            "one that a collider leaves behind gets β_max",
            measured_beta(pair_in_solid(Some(-2.0)), 0),
            0.2,
        ),
        exact("one that a collider catches up with gets 0", measured_beta(pair_in_solid(Some(-0.5)), 0), 0.0),
        exact("one in a source gets 0, wherever it goes", measured_beta(pair_in_solid(None), 0), 0.0),
    ]
    .into()
}

/// How far two particles of a cell get in a step along a floor that matter sticks to, over the free flight of the second: the
/// first lies a fifth of a cell deep in the floor, the second flies two fifths above it.
fn along_a_floor(name: &str) -> [f64; 2] {
    let floor = Shape::Plane { point: [0.0, 10.0, 0.0], normal: [0.0, 1.0, 0.0] };
    let floor = Collider::new(field(floor, Dimension::Two)).touching(Contact::Sticky, 0.0);
    let dt = 0.01;
    let config = Config { time_step: TimeStep::Fixed(dt), colliders: vec![floor], ..config(scheme(name)) };
    let mut simulation = Simulation::new(config).expect("a valid configuration");
    let dust = simulation.add_material("dust", Liquid::new(0.0));
    let at = |y: f64, v: f64| Particle::at([10.3, y, 0.0], 1.0, 1.0).with_velocity([v, 0.0, 0.0]);
    simulation.add_particles(dust, &[at(9.8, 0.0), at(10.4, SPEED)]).expect("valid particles");
    simulation.step().expect("no force, no failure");
    let all = simulation.particles();
    [0, 1].map(|i| (all[i].particle.position[0] - 10.3) / (SPEED * dt))
}

/// E5: beside a frictional wall AFLIP slows all particles of a cell, ASFLIP only those in the wall (figure 18).
pub fn beside_a_wall(_: Effort) -> Report {
    let [aflip, asflip] = ["aflip-0.99", "asflip-0.99"].map(along_a_floor);
    vec![
        Finding::at_most(
            "AFLIP: the particle beside the wall gets this far, over free flight",
            aflip[1],
            0.5,
        ),
        Finding::at_least("ASFLIP: it gets this much farther than with AFLIP", asflip[1] / aflip[1], 1.5),
        Finding::report("ASFLIP: it gets this far, over free flight", asflip[1]),
        Finding::at_most(
            "the particle in the wall moves by the nodes alone with both: difference over free flight",
            (aflip[0] - asflip[0]).abs(),
            1e-14,
        ),
    ]
    .into()
}

/// E3: in free flight ASPIC moves a particle by `(1 − βα) v̂ⁿ + βα v̂ⁿ⁻¹`, equation 9.
pub fn aspic_in_free_flight(_: Effort) -> Report {
    let alpha = 0.99;
    let mut simulation = pair(config(scheme("aspic-0.99")), Liquid::new(0.0), 0.2, SPEED);
    simulation.step().expect("no force");
    let mut worst: f64 = 0.0;
    for _ in 0..1000 {
        let before = simulation.particles();
        simulation.step().expect("no force");
        for (old, new) in before.iter().zip(simulation.particles()) {
            // With ASPIC a particle's velocity is the interpolated nodal one of the step before.
            let mixed = (1.0 - alpha) * new.particle.velocity[0] + alpha * old.particle.velocity[0];
            let moved = new.particle.position[0] - old.particle.position[0];
            worst = worst.max((moved - DT * mixed).abs());
        }
    }
    let (aspic, apic, asflip) = (parting("aspic-0.99"), parting("apic"), parting("asflip-0.99"));
    vec![
        Finding::at_most("largest deviation from equation 9, in cells per step", worst, 1e-14),
        Finding::between("ASPIC parts no farther than APIC: ratio of distances", aspic / apic, 0.5, 1.02),
        Finding::at_most("and far less than ASFLIP: ratio of distances", aspic / asflip, 0.6),
    ]
    .into()
}
