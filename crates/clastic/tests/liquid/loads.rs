//! What liquid does to walls and solids.

use clastic::colliders::{Collider, Contact};
use clastic::grid::{Axis, Wall};
use clastic::materials::Liquid;
use clastic::shapes::{Dimension, DistanceField, Shape};
use clastic::{Config, LiquidMethod, Method, Particle, Simulation, TimeStep};

const DENSITY: f64 = 800.0;
const GRAVITY: f64 = 9.81;

/// A tank of a metre of width and depth, with liquid of that height, in m, where there is no solid.
fn tank(dimension: Dimension, cell: f64, size: [f64; 3], colliders: Vec<Collider>) -> Simulation {
    let wall = |at| Some(Wall::new(at, Contact::Slip));
    let mut config = Config::new(dimension, cell);
    config.method = Method::Liquid(LiquidMethod::default());
    let closed = Axis::Bounded { low: wall(0.0), high: wall(1.0) };
    config.axes = [closed, Axis::Bounded { low: wall(0.0), high: None }, closed];
    config.time_step = TimeStep::Fixed(0.01);
    config.colliders = colliders;
    config.threads = 1;
    let d = dimension as usize;
    let (spacing, count) = (0.5 * cell, |axis: usize| (2.0 * size[axis] / cell).round() as usize);
    let counts = [count(0), count(1), if d == 2 { 1 } else { count(2) }];
    let mut particles = Vec::new();
    for number in 0..counts.iter().product() {
        let index = [number / counts[2] / counts[1], number / counts[2] % counts[1], number % counts[2]];
        let mut x = index.map(|i| (i as f64 + 0.5) * spacing);
        x[2] = if d == 2 { 0.0 } else { x[2] };
        if config.colliders.iter().all(|solid| solid.shape.distance(x).value > 0.0) {
            let volume = spacing.powi(d as i32);
            particles.push(Particle::at(x, DENSITY * volume, volume));
        }
    }
    let mut tank = Simulation::new(config).unwrap();
    let material = tank.add_material("oil", Liquid::new(2e6));
    tank.add_particles(material, &particles).unwrap();
    tank
}

/// The floor carries the weight, and walls the pressure that grows with depth.
#[test]
fn a_column_weighs_on_its_floor() {
    for dimension in [Dimension::Two, Dimension::Three] {
        let mut tank = tank(dimension, 0.1, [1.0, 0.5, 1.0], vec![]);
        tank.advance_to(0.2).unwrap();
        let loads = tank.wall_loads();
        let weight = DENSITY * GRAVITY * 0.5;
        let aside = 0.5 * DENSITY * GRAVITY * 0.5 * 0.5;
        println!("{dimension:?}: floor {:?}, walls {:?} and {:?} N s", loads[2], loads[0], loads[1]);
        // The solve leaves a share of 10⁻⁶ in every cell.
        assert!((loads[2][1] / (0.2 * -weight) - 1.0).abs() < 1e-5);
        assert!((loads[0][0] / (0.2 * -aside) - 1.0).abs() < 1e-5);
        assert!((loads[1][0] / (0.2 * aside) - 1.0).abs() < 1e-5);
    }
}

/// A ball under water is lifted by the weight of what it displaces, and the floor carries that too.
#[test]
fn a_ball_is_lifted_by_what_it_displaces() {
    let (center, radius) = ([0.5, 0.5, 0.0], 0.2);
    let ball = DistanceField::new(Shape::Ball { center, radius }, Dimension::Two, 0.4).unwrap();
    let mut tank = tank(Dimension::Two, 0.025, [1.0, 1.0, 0.0], vec![Collider::new(ball)]);
    let mut settled = [0.0; 2];
    // It begins as a lattice, which does not fit the ball, and sloshes.
    for time in [1.0, 3.0] {
        tank.advance_to(time).unwrap();
        settled = [tank.collider_loads()[0].impulse[1] - settled[0], tank.wall_loads()[2][1] - settled[1]];
    }
    let displaced = DENSITY * GRAVITY * std::f64::consts::PI * radius * radius;
    let lift = settled[0] / (2.0 * displaced);
    let floor = settled[1] / (-2.0 * DENSITY * GRAVITY);
    println!("lift {lift:.4} of what it displaces, floor {floor:.4} of a full tank's weight");
    // 16 cells across; the surface is as high as before, so that the floor does not feel the ball.
    assert!((lift - 1.0).abs() < 0.03, "{lift}");
    assert!((floor - 1.0).abs() < 0.03, "{floor}");
}

/// What gravity gives is in the liquid or was given to walls: a dam that breaks and hits the far wall.
#[test]
fn a_dam_gives_its_momentum_to_walls() {
    let mut dam = tank(Dimension::Two, 0.025, [0.4, 0.8, 0.0], vec![]);
    let mass = dam.diagnostics().mass;
    for time in [0.2, 0.4, 0.8, 1.6] {
        dam.advance_to(time).unwrap();
        let momentum = dam.diagnostics().momentum;
        let loads = dam.wall_loads();
        let given = -mass * GRAVITY * time;
        let missing = [0, 1].map(|axis| {
            let source = if axis == 1 { given } else { 0.0 };
            (source - momentum[axis] - loads.iter().map(|load| load[axis]).sum::<f64>()) / given
        });
        println!("{time} s: {:.4} and {:.4} of what gravity gave are missing", missing[0], missing[1]);
        // Pressure acts on whole faces, whatever particles are there.
        assert!(missing.iter().all(|share| share.abs() < 0.05), "{time} s: {missing:?}");
    }
}
