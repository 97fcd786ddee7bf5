//! Colliders, sources and sinks: the same bits for any number of threads and from any snapshot, walls that hold, matter that
//! comes and goes as it should, and errors for what makes no sense.

mod common;

use clastic::colliders::{Collider, Contact, Key, KeyFrames, Motion, Obstacle, Obstacles, Repeat};
use clastic::materials::Liquid;
use clastic::shapes::{DistanceField, Rotation, Sampling, Shape, Transform};
use clastic::sources::{Sink, Source};
use clastic::transfer::Scheme;
use clastic::{
    Config, ConfigError, Dimension, MaterialId, Particle, Precision, Simulation, SimulationError,
    SnapshotError, TimeStep,
};
use common::{DIMENSIONS, PRECISIONS, Scene, assert_same, collision, fill};

const CELL: f64 = 0.0625;

fn field(shape: Shape, dimension: Dimension) -> DistanceField {
    DistanceField::new(shape, dimension, 8.0 * CELL).expect("a sound shape")
}

/// A box in cells.
fn block(low: [f64; 3], high: [f64; 3]) -> Shape {
    Shape::Box { low: low.map(|x| x * CELL), high: high.map(|x| x * CELL) }
}

/// The colliding bodies with a thin paddle that spins, a ball that swings, a source and a sink.
fn busy(dimension: Dimension, precision: Precision, scheme: &str) -> Scene {
    let mut scene = collision(dimension);
    let config = &mut scene.config;
    config.precision = precision;
    config.scheme = Scheme::from_name(scheme, dimension as usize).expect("a name of the table");
    config.time_step = TimeStep::default();
    let paddle = Collider::new(field(block([7.0, 6.2, -1.0], [13.0, 6.5, 9.0]), dimension))
        .touching(Contact::Separate, 0.3)
        .moving(Motion::Steady {
            velocity: [0.0, -0.2, 0.0],
            angular_velocity: [0.0, 0.0, 3.0],
            pivot: [10.0 * CELL, 6.35 * CELL, 0.0],
        });
    let swing = [(0.0, 0.0), (0.05, 1.5), (0.1, 0.0)].map(|(time, cells)| Key {
        time,
        translation: [cells * CELL, 0.0, 0.0],
        rotation: [0.0; 3],
    });
    let frames = KeyFrames::new(swing.to_vec(), [0.0; 3], Repeat::Forever).expect("keys in order");
    let ball = Shape::Ball { center: [8.0 * CELL, 1.0 * CELL, 4.0 * CELL], radius: 2.3 * CELL };
    let ball =
        Collider::new(field(ball, dimension)).touching(Contact::Sticky, 0.0).moving(Motion::Keyed(frames));
    config.colliders = vec![paddle, ball];
    let nozzle = field(block([1.0, 8.0, 2.0], [3.0, 10.0, 5.0]), dimension);
    let mut source = Source::new(nozzle, MaterialId(1), 1000.0, 0.5 * CELL);
    source.velocity = [2.0, 0.5, 0.0];
    source.sampling = Sampling::Jittered;
    source.start = 0.01;
    config.sources = vec![source];
    config.sinks = vec![Sink::new(field(block([15.0, 0.0, 0.0], [20.0, 4.0, 8.0]), dimension))];
    scene
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    for dimension in DIMENSIONS {
        for scheme in ["apic", "asflip"] {
            let mut scene = busy(dimension, Precision::F32, scheme);
            scene.config.threads = 1;
            let mut expected = scene.simulation();
            expected.run_steps(150).expect("a busy world");
            let what = format!("{dimension:?} {scheme}");
            let (came, gone) = (expected.source_flows()[0].particles, expected.sink_flows()[0].particles);
            assert!(came > 10 && gone > 10, "{what}: {came} came, {gone} went");
            for load in expected.collider_loads() {
                assert!(load.impulse.iter().any(|x| *x != 0.0), "{what}: a collider was never touched");
            }
            for threads in [2, 7] {
                scene.config.threads = threads;
                let mut got = scene.simulation();
                got.run_steps(150).expect("a busy world");
                assert_same(&got.particles(), &expected.particles(), &format!("{what} on {threads} threads"));
                assert_eq!(got.collider_loads(), expected.collider_loads(), "{what}");
                assert_eq!(got.source_loads(), expected.source_loads(), "{what}");
                assert_eq!(got.wall_loads(), expected.wall_loads(), "{what}");
            }
        }
    }
}

#[test]
fn a_restored_simulation_goes_on_bit_by_bit() {
    for (dimension, precision) in DIMENSIONS.into_iter().flat_map(|d| PRECISIONS.map(|p| (d, p))) {
        let scene = busy(dimension, precision, "asflip");
        let mut simulation = scene.simulation();
        simulation.run_steps(70).expect("a busy world");
        let snapshot = simulation.snapshot();
        let mut restored = Simulation::restore(scene.config.clone(), &snapshot).expect("its own snapshot");
        assert_eq!(restored.snapshot(), snapshot);
        for simulation in [&mut simulation, &mut restored] {
            simulation.run_steps(70).expect("a busy world");
        }
        assert_same(&restored.particles(), &simulation.particles(), &format!("{dimension:?} {precision:?}"));
        assert_eq!(restored.snapshot(), simulation.snapshot());
        let mut fewer = scene.config.clone();
        fewer.colliders.pop();
        let error = Simulation::restore(fewer, &snapshot).map(|_| ()).expect_err("one collider is missing");
        assert!(matches!(error, SnapshotError::Differs { what: "number of colliders", .. }), "{error}");
    }
}

/// A thin plate that would cross two cells in a step of the given length sweeps up all that stands in its way, and a
/// closed thin box around it keeps it.
#[test]
fn fast_thin_walls_hold() {
    for dimension in DIMENSIONS {
        for time_step in [TimeStep::Fixed(0.0025), TimeStep::default()] {
            let mut scene = collision(dimension);
            for body in &mut scene.bodies {
                body.particles.iter_mut().for_each(|p| p.velocity = [0.0; 3]);
            }
            let config = &mut scene.config;
            config.axes = [clastic::grid::Axis::OPEN; 3];
            config.time_step = time_step;
            let speed = 50.0;
            let outer = block([-1.1, -1.1, -1.1], [150.1, 13.1, 9.1]);
            let inner = block([-1.0, -1.0, -1.0], [150.0, 13.0, 9.0]);
            let hollow = Shape::Difference(Box::new(outer), vec![inner]);
            let plate = block([-0.6, -1.05, -1.05], [-0.5, 13.05, 9.05]);
            let sweep = Motion::moving([speed, 0.0, 0.0]);
            config.colliders = vec![
                Collider::new(field(plate, dimension)).moving(sweep),
                Collider::new(field(hollow, dimension)),
            ];
            if time_step == TimeStep::default() {
                config.colliders.reverse();
            }
            let mut simulation = scene.simulation();
            let end = 0.05;
            simulation.advance_to(end).expect("a sweep");
            let (low, high) =
                ([speed * end - 0.5 * CELL, -CELL, -CELL], [150.0 * CELL, 13.0 * CELL, 9.0 * CELL]);
            for state in simulation.particles() {
                let x = state.particle.position;
                let held = (0..dimension as usize).all(|i| low[i] <= x[i] && x[i] <= high[i]);
                assert!(held, "{dimension:?} {time_step:?}: particle {} at {x:?} was left behind", state.id);
            }
        }
    }
}

/// A lone grain of dust that flies into these colliders without gravity.
fn grain(colliders: Vec<Collider>, place: [f64; 3], velocity: [f64; 3]) -> Simulation {
    let config = Config { gravity: [0.0; 3], colliders, ..Config::new(Dimension::Two, CELL) };
    let mut simulation = Simulation::new(config).expect("a sound configuration");
    let dust = simulation.add_material("dust", Liquid::new(1e3));
    let grain = Particle::at(place, 1.0, CELL * CELL).with_velocity(velocity);
    simulation.add_particles(dust, &[grain]).expect("a sound particle");
    simulation
}

fn position(simulation: &Simulation) -> [f64; 3] {
    simulation.particles()[0].particle.position
}

/// A grain that meets a thin wall at an angle goes on along it, as fast as it did, whichever way the wall runs.
#[test]
fn what_is_held_slides() {
    for degrees in [0.0, 17.0, 40.0, 45.0, 73.0] {
        let (s, c) = f64::to_radians(degrees).sin_cos();
        let rotation = Rotation::from_degrees([0.0, 0.0, degrees]);
        let plate = block([-50.0, -0.1, 0.0], [50.0, 0.0, 0.0]);
        let turned = Transform { rotation, ..Transform::default() };
        let plate = Shape::Transformed(Box::new(plate), turned);
        // Half a cell above the plate, along it at 1 m/s and into it at 0.5 m/s.
        let place = [-0.5 * CELL * s, 0.5 * CELL * c, 0.0];
        let velocity = [c + 0.5 * s, s - 0.5 * c, 0.0];
        let mut simulation = grain(vec![Collider::new(field(plate, Dimension::Two))], place, velocity);
        simulation.advance_to(1.0).expect("a grain on a plate");
        let [x, y, _] = position(&simulation);
        let (along, above) = (c * x + s * y, c * y - s * x);
        assert!((along - 1.0).abs() < 0.01, "{degrees}°: it got {along} of 1 m");
        assert!(above > 0.0, "{degrees}°: it is {above} m above");
    }
}

/// Two thin plates that are colliders of their own, in either order, do not let a grain through where they meet.
#[test]
fn a_wedge_of_two_plates_holds() {
    for degrees in [20.0f64, 45.0, 80.0] {
        let leg = |sign: f64| {
            let plate = block([0.0, -0.05, 0.0], [60.0, 0.05, 0.0]);
            let rotation = Rotation::from_degrees([0.0, 0.0, 0.5 * sign * degrees]);
            let turned = Transform { rotation, ..Transform::default() };
            Collider::new(field(Shape::Transformed(Box::new(plate), turned), Dimension::Two))
        };
        for order in [[1.0, -1.0], [-1.0, 1.0]] {
            for drift in [-0.4, 0.0, 0.3] {
                let colliders = order.map(leg).to_vec();
                let mut simulation = grain(colliders, [30.0 * CELL, 0.0, 0.0], [-4.0, drift, 0.0]);
                simulation.advance_to(1.5).expect("a grain in a wedge");
                let [x, y, _] = position(&simulation);
                let inside = x > 0.0 && y.abs() <= x * (0.5 * degrees).to_radians().tan();
                assert!(inside, "{degrees}°, {order:?}, {drift}: it got to ({x}, {y})");
            }
        }
    }
}

/// A thin wall on a floor without end is found to be thin.
#[test]
fn a_thin_wall_on_an_endless_floor_holds() {
    let floor = Shape::Plane { point: [0.0; 3], normal: [0.0, 1.0, 0.0] };
    let wall = block([10.0, -1.0, 0.0], [10.1, 20.0, 0.0]);
    let both = Collider::new(field(Shape::Union(vec![floor, wall]), Dimension::Two));
    let mut simulation = grain(vec![both], [2.0 * CELL, 5.0 * CELL, 0.0], [3.0, 0.0, 0.0]);
    simulation.advance_to(1.0).expect("a grain at a wall");
    let [x, ..] = position(&simulation);
    assert!((9.0 * CELL..10.0 * CELL).contains(&x), "it got to {x}");
}

/// Beside the rims of a basin the distance to its parts is less than that to itself, which does not make it thin.
#[test]
fn a_basin_is_as_thin_as_its_walls() {
    let is_thin = |wall: f64| {
        let cylinder = |low: f64, high: f64, radius: f64| Shape::Cylinder {
            from: [0.0, low * CELL, 0.0],
            to: [0.0, high * CELL, 0.0],
            radius: radius * CELL,
        };
        let outside = cylinder(-wall, 10.0, 30.0 + wall);
        let basin = Shape::Difference(Box::new(outside), vec![cylinder(0.0, 20.0, 30.0)]);
        let basin = Collider::new(field(basin, Dimension::Three));
        let obstacles = Obstacles::new(vec![Obstacle::collider(&basin, CELL)], Vec::new(), CELL, 1.0);
        obstacles.any_thin(&[0])
    };
    assert!(is_thin(2.0) && !is_thin(4.0));
}

/// A jet without gravity.
fn jet(dimension: Dimension, change: impl FnOnce(&mut Source)) -> Simulation {
    let nozzle = field(block([0.0, 0.0, 0.0], [2.0, 3.0, 4.0]), dimension);
    let mut source = Source::new(nozzle, MaterialId(0), 1000.0, 0.5 * CELL);
    source.velocity = [1.0, 0.0, 0.0];
    change(&mut source);
    let config = Config { gravity: [0.0; 3], sources: vec![source], ..Config::new(dimension, CELL) };
    let mut simulation = Simulation::new(config).expect("a sound configuration");
    simulation.add_material("water", Liquid::new(1e4));
    simulation
}

/// Matter leaves a source at its density, velocity and rate, without gaps or crowds, whatever the length of the steps.
#[test]
fn a_source_lets_out_what_flows_through_it() {
    for dimension in DIMENSIONS {
        for max in [0.003, 0.013] {
            let mut config = jet(dimension, |_| {}).config().clone();
            config.time_step = TimeStep::Adaptive { motion: 0.5, sound: 0.4, max };
            let mut simulation = Simulation::new(config).expect("a sound configuration");
            simulation.add_material("water", Liquid::new(1e4));
            simulation.advance_to(1.0).expect("a jet");
            let depth = if dimension == Dimension::Two { 1.0 } else { 4.0 * CELL };
            let exact = 1000.0 * 3.0 * CELL * depth * (1.0 + 2.0 * CELL);
            let got = simulation.diagnostics();
            // New particles come in by half a spacing.
            let quantum = 1000.0 * 3.0 * CELL * depth * 0.5 * CELL;
            assert!((got.mass - exact).abs() < 1.01 * quantum, "{dimension:?}: {} of {exact}", got.mass);
            let mean = got.momentum[0] / got.mass;
            assert!((mean - 1.0).abs() < 1e-5, "{dimension:?}: it flows at {mean}");
            let all = simulation.particles();
            assert!(
                all.iter().all(|state| (state.volume_ratio - 1.0).abs() < 1e-4),
                "{dimension:?}: strained"
            );
            // Every column of a cell's length holds the same number.
            let mut columns = [0; 12];
            for state in &all {
                let column = (state.particle.position[0] / CELL) as usize;
                if (1..13).contains(&column) {
                    columns[column - 1] += 1;
                }
            }
            let (low, high) = (columns.iter().min(), columns.iter().max());
            assert_eq!(low, high, "{dimension:?}: {columns:?}");
        }
    }
}

#[test]
fn a_source_keeps_its_limits() {
    for dimension in DIMENSIONS {
        let mut counted = jet(dimension, |source| source.max_particles = 100);
        counted.advance_to(2.0).expect("a jet");
        assert_eq!(counted.len(), 100);
        assert_eq!(counted.source_flows()[0].particles, 100);

        let mut rated = jet(dimension, |source| source.max_rate = 20.0);
        rated.advance_to(2.0).expect("a spray");
        let mass = rated.diagnostics().mass;
        assert!((mass - 40.0).abs() < 1.0, "{dimension:?}: {mass} kg after 2 s at 20 kg/s");

        let mut late = jet(dimension, |source| (source.start, source.end) = (0.5, 1.0));
        late.advance_to(0.49).expect("nothing");
        assert_eq!((late.len(), late.blocks()), (0, (0, 0)));
        late.advance_to(1.0).expect("a jet");
        let came = late.len();
        late.advance_to(1.5).expect("a jet that has ended");
        assert!(came > 0 && late.len() == came, "{dimension:?}: {came}, then {}", late.len());

        let still = |source: &mut Source| source.velocity = [0.0; 3];
        let mut filled = jet(dimension, still);
        filled.advance_to(1.0).expect("a filled shape");
        assert_eq!(filled.len(), if dimension == Dimension::Two { 4 * 6 } else { 4 * 6 * 8 });
        let config = Config { gravity: [0.0, -10.0, 0.0], ..jet(dimension, still).config().clone() };
        let mut dropped = Simulation::new(config).expect("a sound configuration");
        dropped.add_material("water", Liquid::new(1e4));
        dropped.advance_to(0.5).expect("a drop");
        let speed = -dropped.diagnostics().momentum[1] / dropped.diagnostics().mass;
        assert!((speed - 5.0).abs() < 1e-3, "{dimension:?}: it falls at {speed} m/s after 0.5 s");
    }
}

/// Matter does not come out inside a collider, and what reaches a sink is gone.
#[test]
fn colliders_and_sinks_take_their_part() {
    let mut config = jet(Dimension::Two, |_| {}).config().clone();
    config.colliders = vec![Collider::new(field(block([-1.0, -1.0, 0.0], [3.0, 1.0, 0.0]), Dimension::Two))];
    config.sinks = vec![Sink::new(field(block([6.0, -5.0, 0.0], [20.0, 8.0, 0.0]), Dimension::Two))];
    let mut simulation = Simulation::new(config).expect("a sound configuration");
    simulation.add_material("water", Liquid::new(1e4));
    simulation.advance_to(1.5).expect("a jet into a sink");
    let all = simulation.particles();
    // Half a cell, and half a cell of the last step.
    assert!(all.iter().all(|state| state.particle.position[0] < 7.0 * CELL));
    let (came, gone) = (simulation.source_flows()[0], simulation.sink_flows()[0]);
    assert_eq!(came.particles, gone.particles + all.len() as u64);
    assert!(gone.particles > 100, "{gone:?}");
    let low = all.iter().map(|state| state.particle.position[1]).fold(f64::INFINITY, f64::min);
    assert!(low > 0.9 * CELL, "water at {low} m is in the collider");
}

/// A sink that opens takes what lies in it, though nothing moves.
#[test]
fn a_sink_opens_over_matter_at_rest() {
    let mut config = Config { gravity: [0.0; 3], ..Config::new(Dimension::Two, CELL) };
    let drain = Sink::new(field(block([0.0, 0.0, 0.0], [2.0, 4.0, 0.0]), Dimension::Two));
    config.sinks = vec![Sink { start: 0.1, ..drain }];
    config.time_step = TimeStep::Adaptive { motion: 0.5, sound: 0.4, max: 0.03 };
    let mut simulation = Simulation::new(config.clone()).expect("a sound configuration");
    let water = simulation.add_material("water", Liquid::new(1e4));
    simulation.add_particles(water, &fill(&config, [0; 3], [4, 4, 1], 4, 1)).expect("sound particles");
    simulation.advance_to(0.09).expect("rest");
    assert_eq!(simulation.len(), 64);
    simulation.advance_to(0.2).expect("rest");
    assert_eq!((simulation.len(), simulation.sink_flows()[0].particles), (32, 32));
}

#[test]
fn what_makes_no_sense_is_an_error() {
    let dimension = Dimension::Two;
    let shape = || field(block([0.0; 3], [1.0; 3]), dimension);
    let config = |change: &dyn Fn(&mut Config)| {
        let mut config = Config::new(dimension, CELL);
        change(&mut config);
        match Simulation::new(config).map(|_| ()) {
            Err(SimulationError::Config(error)) => error,
            other => panic!("expected an error of the configuration, not {other:?}"),
        }
    };
    for value in [-1.0, f64::NAN, f64::INFINITY] {
        let error = config(&|c| c.colliders = vec![Collider::new(shape()).touching(Contact::Slip, value)]);
        assert!(matches!(error, ConfigError::Friction { collider: 0, .. }), "{error}");
        let motion = Motion::moving([f64::NAN; 3]);
        let error = config(&|c| c.colliders = vec![Collider::new(shape()).moving(motion.clone())]);
        assert!(matches!(error, ConfigError::Motion { what: "collider", index: 0 }), "{error}");
    }
    let plane = Shape::Plane { point: [0.0; 3], normal: [0.0, 1.0, 0.0] };
    let source = |shape, spacing| Source::new(shape, MaterialId(0), 1000.0, spacing);
    for wrong in [
        source(shape(), 0.0),
        source(shape(), 1e-9),
        source(field(plane, dimension), 0.1),
        Source { density: -1.0, ..source(shape(), 0.1) },
        Source { velocity: [f64::INFINITY; 3], ..source(shape(), 0.1) },
        Source { end: -1.0, ..source(shape(), 0.1) },
        Source { sampling: Sampling::Poisson, ..source(shape(), 0.1) },
        Source { max_rate: 1.0, ..source(shape(), 0.1) },
    ] {
        let error = config(&|c| c.sources = vec![wrong.clone()]);
        assert!(matches!(error, ConfigError::Source { index: 0, .. }), "{error}");
    }
    // A material that was never added is only known to be missing when it is needed.
    let mut config = Config::new(dimension, CELL);
    config.sources = vec![source(shape(), 0.5 * CELL)];
    let mut simulation = Simulation::new(config).expect("a sound configuration");
    let error = simulation.step().expect_err("there is no material");
    assert!(error.to_string().contains("source 0 names a material"), "{error}");
}
