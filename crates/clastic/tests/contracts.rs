//! What users may rely on whatever the scene: the same bits for any number of threads, anywhere in the world and in any
//! period; particles that come and go without disturbing others; errors for input that makes no sense.

mod common;

use std::sync::Arc;

use clastic::colliders::Contact;
use clastic::grid::{Axis, DomainError};
use clastic::kernels::Kernel;
use clastic::materials::{FixedCorotated, Liquid};
use clastic::transfer::{GradientForm, Scheme};
use clastic::{
    BodyForce, BodyForceAt, Config, ConfigError, Diagnostics, Dimension, Guard, Observer, Particle,
    ParticleState, Phase, Precision, Simulation, SimulationError, TimeStep, Until,
};
use common::{Body, DIMENSIONS, PRECISIONS, Scene, assert_same, bits, collision, fill, wall};

fn scheme(name: &str, dimension: Dimension) -> Scheme {
    Scheme::from_name(name, dimension as usize).expect("a name of the table")
}

/// Counts orderings.
#[derive(Default)]
struct Orderings(usize);

impl Observer for Orderings {
    fn phase(&mut self, phase: Phase) {
        self.0 += usize::from(phase == Phase::Order);
    }
}

/// The state after so many steps, and how often particles were ordered.
fn run(scene: &Scene, steps: u64) -> (Vec<ParticleState>, usize) {
    let mut simulation = scene.simulation();
    let mut orderings = Orderings::default();
    simulation.run(Until::Steps(steps), &mut orderings).unwrap_or_else(|error| panic!("{error}"));
    (simulation.particles(), orderings.0)
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    for dimension in DIMENSIONS {
        for (name, _) in Scheme::names() {
            let mut scene = collision(dimension);
            scene.config.scheme = scheme(name, dimension);
            scene.config.threads = 1;
            let begin = scene.simulation().particles();
            let (expected, orderings) = run(&scene, 200);
            let block =
                |s: &ParticleState| s.particle.position.map(|x| (x / scene.config.cell_size / 4.0).floor());
            let moved = begin.iter().zip(&expected).filter(|(a, b)| block(a) != block(b)).count();
            assert!(
                orderings > 3 && moved > 100,
                "{name}: {orderings} orderings, {moved} particles changed block"
            );
            for threads in [2, 7] {
                scene.config.threads = threads;
                assert_same(
                    &run(&scene, 200).0,
                    &expected,
                    &format!("{dimension:?} {name} on {threads} threads"),
                );
            }
        }
    }
}

/// Everything but the position in every bit; the position within the rounding of the sum of two doubles, since adding the
/// world's coordinate to the offset that the engine keeps rounds it.
fn assert_same_but_for(
    got: &[ParticleState],
    expected: &[ParticleState],
    apart: impl Fn(usize, f64) -> f64,
    what: &str,
) {
    assert_eq!(got.len(), expected.len());
    for (a, b) in got.iter().zip(expected) {
        let mut there = *a;
        there.particle.position = b.particle.position;
        assert_eq!(bits(&there), bits(b), "{what}: {a:?}\nnot\n{b:?}");
        for axis in 0..3 {
            let (x, y) = (a.particle.position[axis], b.particle.position[axis]);
            let rounding = f64::EPSILON * (x.abs() + y.abs() + 1.0);
            assert!(apart(axis, x - y).abs() <= rounding, "{what}: particle {} at {x}, not {y}", a.id);
        }
    }
}

#[test]
fn anywhere_in_the_world_gives_the_same_bits() {
    const FAR: f64 = 1e6;
    for dimension in DIMENSIONS {
        for (precision, name) in
            [(Precision::F32, "apic"), (Precision::F64, "apic"), (Precision::F32, "asflip")]
        {
            let mut scene = collision(dimension);
            scene.config.precision = precision;
            scene.config.scheme = scheme(name, dimension);
            let expected = run(&scene, 200).0;
            for shift in [[FAR; 3], [-FAR; 3], [FAR, -FAR, 0.0], [12.0, -4.0, 20.0]] {
                let got = run(&scene.shifted(shift), 200).0;
                let mut by = shift.map(|n| n * scene.config.cell_size);
                by[dimension as usize..].fill(0.0);
                let what = format!("{dimension:?} {precision:?} {name}, {shift:?} cells away");
                assert_same_but_for(&got, &expected, |axis, x| x - by[axis], &what);
            }
        }
    }
}

/// A jelly and a liquid on a floor, in a world that repeats every so many blocks along x (and z).
fn repeating(dimension: Dimension, blocks: i64) -> Scene {
    let cell = 0.0625;
    let mut config = Config::new(dimension, cell);
    config.time_step = TimeStep::Fixed(0.001);
    let period = Axis::Periodic { low: 0.0, high: 4.0 * blocks as f64 * cell };
    config.axes = [period, Axis::Bounded { low: wall(0.0, cell, Contact::Slip), high: None }, period];
    let thrown =
        |p: &mut Particle| p.velocity = [3.0, -1.0, if dimension == Dimension::Two { 0.0 } else { -2.0 }];
    let jelly = fill(&config, [1, 4, 1], [3, 3, 2], 4, 3);
    let water = fill(&config, [0, 1, 0], [3, 2, 3], 4, 4);
    let bodies = vec![
        Body::new("jelly", FixedCorotated::new(2e4, 0.3), jelly).with(thrown),
        Body::new("water", Liquid::new(2e4), water).with(thrown),
    ];
    Scene { config, bodies }
}

#[test]
fn anywhere_in_a_period_gives_the_same_bits() {
    for dimension in DIMENSIONS {
        for blocks in [1, 2, 3, 7] {
            let scene = repeating(dimension, blocks);
            let length = 4.0 * blocks as f64 * scene.config.cell_size;
            let expected = run(&scene, 150).0;
            for shift in 1..=blocks.min(3) {
                let mut shifted = scene.clone();
                let by = 4.0 * shift as f64 * scene.config.cell_size;
                for particle in shifted.bodies.iter_mut().flat_map(|body| &mut body.particles) {
                    particle.position[0] += by;
                    particle.position[2] += if dimension == Dimension::Two { 0.0 } else { by };
                }
                let apart = |axis: usize, x: f64| {
                    let across = axis == 1 || axis >= dimension as usize;
                    if across { x } else { x - by - ((x - by) / length).round() * length }
                };
                let what = format!("{dimension:?}, {shift} of {blocks} blocks on");
                assert_same_but_for(&run(&shifted, 150).0, &expected, apart, &what);
            }
        }
    }
}

/// A world of one or two blocks that repeats is a world of four that holds the same matter four times or twice.
#[test]
fn a_short_period_equals_its_copies() {
    for (dimension, kernel) in [(Dimension::Two, Kernel::Cubic), (Dimension::Three, Kernel::Quadratic)] {
        for blocks in [1, 2] {
            let mut short = repeating(dimension, blocks);
            short.config.kernel = kernel;
            let mut long = short.clone();
            long.config.axes = repeating(dimension, 4).config.axes;
            let length = 4.0 * blocks as f64 * short.config.cell_size;
            let copies = 4 / blocks;
            let deep = if dimension == Dimension::Two { 1 } else { copies };
            for body in &mut long.bodies {
                body.particles.clear();
            }
            // Same order in every block: all of a material's copies, one whole copy after the other.
            for (body, one) in long.bodies.iter_mut().zip(&short.bodies) {
                for copy in 0..copies * deep {
                    body.particles.extend(one.particles.iter().map(|p| {
                        let mut p = *p;
                        p.position[0] += (copy % copies) as f64 * length;
                        p.position[2] += (copy / copies) as f64 * length;
                        p
                    }));
                }
            }
            let expected = run(&short, 150).0;
            let all = run(&long, 150).0;
            let total = (copies * deep) as usize;
            let mut offset = 0;
            for (material, body) in short.bodies.iter().enumerate() {
                let n = body.particles.len();
                let expected: Vec<_> = expected.iter().filter(|s| s.material == material).copied().collect();
                for copy in 0..total {
                    let mut got = all[offset + copy * n..offset + (copy + 1) * n].to_vec();
                    got.iter_mut().zip(&expected).for_each(|(got, one)| got.id = one.id);
                    let apart = |_: usize, x: f64| x - (x / length).round() * length;
                    assert_same_but_for(
                        &got,
                        &expected,
                        apart,
                        &format!("{dimension:?}, {blocks} blocks, copy {copy}"),
                    );
                }
                offset += n * total;
            }
        }
    }
}

#[test]
fn a_particle_far_away_costs_only_its_blocks() {
    for dimension in DIMENSIONS {
        let around = 3usize.pow(dimension as u32);
        let mut config = Config::new(dimension, 0.0625);
        config.gravity = [0.0; 3];
        config.time_step = TimeStep::Fixed(0.001);
        let near = Body::new("jelly", FixedCorotated::new(1e4, 0.3), fill(&config, [0; 3], [3, 3, 3], 4, 1));
        let scene = Scene { config, bodies: vec![near] };
        let mut simulation = scene.simulation();
        simulation.step().expect("a step");
        assert_eq!(simulation.blocks(), (1, around), "one block holds all");
        // Half a cell per step, as far from the first body as a million cells.
        let mut away = Particle::at([62500.0, -62500.0, 0.0], 1.0, 1e-3).with_velocity([31.25, 0.0, 0.0]);
        away.position[2] = if dimension == Dimension::Two { 0.0 } else { 62500.0 };
        let material = simulation.add_material("stray", Liquid::new(10.0));
        simulation.add_particles(material, &[away]).expect("a sound particle");
        for step in 0..200 {
            simulation.step().expect("a step");
            assert_eq!(simulation.blocks(), (2, 2 * around), "after {step} steps");
        }
        let last = simulation.particles().last().copied().expect("the stray");
        assert!((last.particle.position[0] - 62506.25).abs() < 1e-3, "{last:?}");
    }
}

/// A jelly whose particles swing close to their first nodes: it need never be ordered, so an ordering that others cause
/// must change nothing.
fn swinging(dimension: Dimension, precision: Precision) -> Scene {
    let mut config = Config::new(dimension, 0.0625);
    config.precision = precision;
    config.gravity = [0.0; 3];
    config.time_step = TimeStep::Fixed(0.001);
    let (d, h) = (dimension as usize, config.cell_size);
    let body = Body::new("swinging", FixedCorotated::new(1e4, 0.3), fill(&config, [0; 3], [3, 3, 2], 1, 9));
    let body = body.with(|p| {
        for x in &mut p.position[..d] {
            let cells = *x / h;
            *x = (cells.floor() + 0.8 + 0.4 * cells.fract()) * h;
        }
        p.velocity = [0.3 * (p.position[1] - 2.0 * h), -0.3 * (p.position[0] - 2.0 * h), 0.0];
    });
    Scene { config, bodies: vec![body] }
}

#[test]
fn particles_come_and_go_without_disturbing_others() {
    for (dimension, precision) in DIMENSIONS.into_iter().flat_map(|d| PRECISIONS.map(|p| (d, p))) {
        let scene = swinging(dimension, precision);
        let alone = {
            let mut simulation = scene.simulation();
            let expected: Vec<_> =
                (0..120).map(|_| simulation.step().map(|_| simulation.particles())).collect();
            expected.into_iter().map(|state| state.expect("a step")).collect::<Vec<_>>()
        };
        let count = alone[0].len();
        let what = |step: usize| format!("{dimension:?} {precision:?}, step {step}");
        let mut simulation = scene.simulation();
        let mass = simulation.diagnostics().mass;
        let water = simulation.add_material("water", Liquid::new(1e3));
        let elsewhere = fill(&scene.config, [40, 40, 40], [2, 2, 2], 4, 2);
        let mut ids = Vec::new();
        for (step, expected) in alone.iter().enumerate() {
            if step % 40 == 10 {
                let first = simulation.add_particles(water, &elsewhere).expect("sound particles");
                assert_eq!(first, (count + ids.len()) as u64, "ids are never used twice");
                ids.extend(first..first + elsewhere.len() as u64);
                let added: f64 = elsewhere.iter().map(|p| p.mass).sum();
                let error = simulation.diagnostics().mass - mass - added;
                assert!(error.abs() < 1e-5 * mass, "{}: mass is off by {error}", what(step));
            }
            if step % 40 == 25 {
                let gone = simulation.retain_particles(|s| s.material == 0 || s.id % 3 == 0);
                let kept = simulation.particles();
                assert_eq!(kept.len(), count + elsewhere.len() - gone);
                assert!(gone > 0 && kept[count..].iter().all(|s| s.id % 3 == 0), "{}", what(step));
                assert_eq!(kept.len(), simulation.len());
            }
            if step % 40 == 35 {
                simulation.retain_particles(|s| s.material == 0);
                assert_eq!(simulation.len(), count);
                assert!((simulation.diagnostics().mass - mass).abs() < 1e-12 * mass);
            }
            simulation.step().expect("a step");
            let state = simulation.particles();
            assert_same(&state[..count], expected, &what(step));
        }
    }
}

#[test]
fn an_empty_world_can_be_filled_again() {
    for dimension in DIMENSIONS {
        let scene = collision(dimension);
        let expected = run(&scene, 30).0;
        let mut simulation = scene.simulation();
        simulation.run_steps(20).expect("steps");
        let count = simulation.len();
        assert_eq!(simulation.retain_particles(|_| false), count);
        assert!(simulation.is_empty() && simulation.particles().is_empty());
        simulation.run_steps(3).expect("steps of nothing");
        assert_eq!(simulation.blocks(), (0, 0));
        for (index, body) in scene.bodies.iter().enumerate() {
            simulation.add_particles(clastic::MaterialId(index), &body.particles).expect("sound particles");
        }
        simulation.run_steps(30).expect("steps");
        let mut got = simulation.particles();
        assert_eq!(got[0].id, count as u64);
        got.iter_mut().for_each(|s| s.id -= count as u64);
        assert_same(&got, &expected, "filled again");
    }
}

#[test]
fn configurations_that_make_no_sense_are_refused() {
    let good = Config::new(Dimension::Two, 0.1);
    let why = |change: &dyn Fn(&mut Config)| {
        let mut config = good.clone();
        change(&mut config);
        match Simulation::new(config) {
            Err(SimulationError::Config(error)) => {
                assert!(!error.to_string().is_empty());
                error
            }
            Err(other) => panic!("{other}"),
            Ok(_) => panic!("was taken"),
        }
    };
    for size in [0.0, -1.0, f64::INFINITY] {
        assert_eq!(why(&|c| c.cell_size = size), ConfigError::CellSize(size));
    }
    assert!(matches!(why(&|c| c.cell_size = f64::NAN), ConfigError::CellSize(_)));
    assert_eq!(why(&|c| c.scheme.alpha = 2.0), ConfigError::Scheme { field: "alpha", value: 2.0 });
    assert!(matches!(why(&|c| c.scheme.stretch = f64::NAN), ConfigError::Scheme { field: "stretch", .. }));
    let linear = |c: &mut Config| {
        c.kernel = Kernel::Linear;
        c.gradients = Some(GradientForm::MovingLeastSquares);
    };
    assert_eq!(why(&linear), ConfigError::LinearLeastSquares);
    for kernel in [Kernel::Linear, Kernel::Cubic] {
        let modes = |c: &mut Config| {
            c.kernel = kernel;
            c.scheme = scheme("polypic", c.dimension);
        };
        assert_eq!(why(&modes), ConfigError::ModesKernel(kernel));
    }
    let plane = |c: &mut Config| {
        c.dimension = Dimension::Three;
        c.scheme = scheme("polypic", Dimension::Two);
    };
    assert_eq!(why(&plane), ConfigError::Modes);
    let period = |high: f64| move |c: &mut Config| c.axes[1] = Axis::Periodic { low: 0.0, high };
    for cells in [6.0, 2.0, 4.4] {
        let error = why(&period(cells * 0.1));
        assert!(
            matches!(error, ConfigError::Domain(DomainError::Period { axis: 1, .. })),
            "{cells}: {error}"
        );
    }
    assert_eq!(why(&period(-0.4)), ConfigError::Domain(DomainError::Order { axis: 1 }));
    let walls = |c: &mut Config| {
        c.axes[0] = Axis::Bounded { low: wall(3.0, 0.1, Contact::Slip), high: wall(2.0, 0.1, Contact::Slip) };
    };
    assert_eq!(why(&walls), ConfigError::Domain(DomainError::Order { axis: 0 }));
    for dt in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(why(&|c| c.time_step = TimeStep::Fixed(dt)), ConfigError::TimeStep);
    }
    assert_eq!(why(&|c| c.gravity[0] = f64::NAN), ConfigError::Gravity);
    for cells in [0.0, -1.0, 3.5, f64::NAN] {
        let guard = |c: &mut Config| c.guard = Guard { max_cells_per_step: cells, ..Guard::default() };
        assert!(matches!(why(&guard), ConfigError::Guard(_)), "{cells} cells per step");
    }
}

#[test]
fn particles_that_make_no_sense_are_refused() {
    for (dimension, precision) in DIMENSIONS.into_iter().flat_map(|d| PRECISIONS.map(|p| (d, p))) {
        let mut config = Config::new(dimension, 0.1);
        config.precision = precision;
        let mut simulation = Simulation::new(config).expect("a sound configuration");
        let material = simulation.add_material("jelly", FixedCorotated::new(1e3, 0.3));
        let good = Particle::at([0.5; 3], 1.0, 1.0);
        let bad: [fn(&mut Particle); 9] = [
            |p| p.mass = -1.0,
            |p| p.mass = 0.0,
            |p| p.mass = f64::NAN,
            |p| p.volume = f64::INFINITY,
            |p| p.position[1] = f64::NAN,
            |p| p.position[0] = 1e12,
            |p| p.velocity[0] = f64::INFINITY,
            |p| p.affine[1][0] = f64::NAN,
            |p| p.deformation[0][1] = f64::NAN,
        ];
        for (k, spoil) in bad.iter().enumerate() {
            let mut particle = good;
            spoil(&mut particle);
            let error = simulation.add_particles(material, &[good, good, particle, good]);
            assert!(matches!(error, Err(SimulationError::Particle { index: 2, .. })), "{k}: {error:?}");
            assert!(simulation.is_empty(), "{k}: nothing is added");
        }
        assert_eq!(simulation.add_particles(material, &[good]), Ok(0), "refused particles use no ids");
    }
}

#[test]
fn a_body_force_can_be_replaced_where_there_is_one() {
    let mut config = Config::new(Dimension::Two, 0.1);
    config.gravity = [0.0; 3];
    let push = |a: f64| -> BodyForce { Arc::new(move |_: &BodyForceAt| [a, 0.0, 0.0]) };
    let particles = fill(&config, [0; 3], [4, 4, 1], 4, 1);
    let made = |config: &Config| {
        let scene = Scene {
            config: config.clone(),
            bodies: vec![Body::new("jelly", FixedCorotated::new(1e4, 0.3), particles.clone())],
        };
        scene.simulation()
    };
    let mut without = made(&config);
    assert_eq!(without.set_body_force(push(1.0)), Err(SimulationError::Config(ConfigError::BodyForce)));
    config.body_force = Some(push(2.0));
    let mut simulation = made(&config);
    simulation.advance_to(0.01).expect("steps");
    simulation.set_body_force(push(-1.0)).expect("there is one");
    simulation.advance_to(0.02).expect("steps");
    let Diagnostics { mass, momentum, .. } = simulation.diagnostics();
    assert!((momentum[0] / (mass * 0.01) - 1.0).abs() < 1e-4, "{momentum:?} of {mass}");
}
