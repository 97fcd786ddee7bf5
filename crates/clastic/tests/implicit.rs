//! Implicit steps: the plain reference, momentum, contact, threads, snapshots, and what is refused.

mod common;

use std::sync::Arc;

use clastic::colliders::Contact;
use clastic::grid::{Axis, Wall};
use clastic::integrators::{Integrator, Solve, Unfinished};
use clastic::kernels::Kernel;
use clastic::materials::{AnyLaw, DeformationUpdate, FixedCorotated, LawDescription, Material, NeoHookean};
use clastic::tensor::Vector;
use clastic::transfer::{FlawKind, GradientForm, Scheme};
use clastic::{
    BodyForceAt, Config, ConfigError, Diagnostics, Dimension, Particle, ParticleState, Precision, Simulation,
    SimulationError, TimeStep,
};
use common::{Body, DIMENSIONS, Random, Scene, assert_same, fill};

const CELL: f64 = 0.1;
/// As far as rounding lets a solve come.
const TIGHT: Solve =
    Solve { tolerance: Some(1e-15), newton: 60, linear: 4000, unfinished: Unfinished::Refused };

fn integrator(name: &str) -> Integrator {
    Integrator::from_name(name).expect("a name of the list")
}

fn scheme(name: &str, dimension: Dimension) -> Scheme {
    Scheme::from_name(name, dimension as usize).expect("a name of the table")
}

/// A small body of every law, deformed and thrown, in free fall.
fn bodies(dimension: Dimension, seed: u64) -> Scene {
    let mut config = Config::new(dimension, CELL);
    config.threads = 1;
    config.solve = TIGHT;
    config.body_force = Some(Arc::new(|at: &BodyForceAt| [at.position[1], 2.0 * (9.0 * at.time).sin(), 0.3]));
    let mut random = Random::new(seed);
    let law = |description: &LawDescription| {
        let value = |name: &str| if name == "yield_stress" { 500.0 } else { 1e4 };
        let needed = description.parameters.iter().filter(|p| p.default.is_none());
        let given: Vec<_> = needed.map(|p| (p.name, value(p.name))).collect();
        AnyLaw::from_parameters(description.name, &given).expect("values within their ranges")
    };
    let mut bodies = Vec::new();
    let isotropic = AnyLaw::LAWS.iter().filter(|law| law.example().is_isotropic());
    for (k, description) in isotropic.enumerate() {
        let particles = fill(&config, [4 * k as i64, 0, 0], [2, 2, 2], 4, seed + k as u64);
        let material = match k {
            1 => Material::new(law(description)).viscous(1.0, 0.5),
            _ => law(description).into(),
        };
        let body = Body::new(description.name, material, particles).with(|p| {
            p.velocity = random.vector(dimension, 0.3);
            p.affine = random.matrix(dimension, 2.0);
            let bend = random.matrix(dimension, 0.02);
            for (x, bend) in p.deformation.as_flattened_mut().iter_mut().zip(bend.as_flattened()) {
                *x += bend;
            }
        });
        bodies.push(body);
    }
    Scene { config, bodies }
}

/// The largest difference of positions in cells, velocities and affine fields (times a cell) in m/s, and deformations.
fn difference(got: &[ParticleState], exact: &[ParticleState]) -> f64 {
    let mut largest: f64 = 0.0;
    for (a, b) in got.iter().zip(exact) {
        let (a, b) = (&a.particle, &b.particle);
        for i in 0..3 {
            largest = largest.max((a.position[i] - b.position[i]).abs() / CELL);
            largest = largest.max((a.velocity[i] - b.velocity[i]).abs());
            for j in 0..3 {
                largest = largest.max((a.affine[i][j] - b.affine[i][j]).abs() * CELL);
                largest = largest.max((a.deformation[i][j] - b.deformation[i][j]).abs());
            }
        }
    }
    largest
}

const FORMS: [(Kernel, GradientForm, &str); 5] = [
    (Kernel::Linear, GradientForm::KernelGradient, "flip-0.9"),
    (Kernel::Quadratic, GradientForm::MovingLeastSquares, "apic"),
    (Kernel::Quadratic, GradientForm::KernelGradient, "asflip"),
    (Kernel::Cubic, GradientForm::MovingLeastSquares, "rpic"),
    (Kernel::Quadratic, GradientForm::MovingLeastSquares, "polypic"),
];

/// Newton, conjugate gradients and equation 38 as the textbook and the paper have them lead to the same states.
fn agrees<const D: usize>(dimension: Dimension, precision: Precision) {
    const STEPS: u64 = 3;
    const DT: f64 = 0.01;
    for name in ["lambda-0.25", "midpoint", "lambda-1", "backward-euler"] {
        for (kernel, form, row) in FORMS {
            let mut scene = bodies(dimension, 5);
            scene.config.integrator = integrator(name);
            scene.config.time_step = TimeStep::Fixed(DT);
            scene.config.precision = precision;
            (scene.config.kernel, scene.config.gradients) = (kernel, Some(form));
            scene.config.scheme = scheme(row, dimension);
            if kernel == Kernel::Cubic {
                scene.config.deformation = DeformationUpdate::SecondOrder;
            }
            let mut reference = scene.reference::<D>();
            let mut simulation = scene.simulation();
            for _ in 0..STEPS {
                reference.step(DT);
            }
            let what = format!("{D}D {precision:?} {name} {} {} {row}", kernel.name(), form.name());
            simulation.run_steps(STEPS).unwrap_or_else(|error| panic!("{what}: {error}"));
            assert!((simulation.time() - DT * STEPS as f64).abs() < 1e-12, "{what}: steps were refused");
            let found = difference(&simulation.particles(), &reference.particles());
            println!("{what}: {found:.1e}");
            let most = match (precision, kernel) {
                // Nodes of the linear kernel that have next to no mass magnify rounding.
                (Precision::F32, Kernel::Linear) => 1e-2,
                (Precision::F32, _) => 1e-4,
                (Precision::F64, Kernel::Linear) => 1e-10,
                (Precision::F64, _) => 1e-12,
            };
            assert!(found < most, "{what}: {found:e}");
        }
    }
}

#[test]
fn the_reference_in_the_plane() {
    agrees::<2>(Dimension::Two, Precision::F64);
}

#[test]
fn the_reference_in_space() {
    agrees::<3>(Dimension::Three, Precision::F64);
}

#[test]
fn the_reference_in_single_precision() {
    agrees::<2>(Dimension::Two, Precision::F32);
    agrees::<3>(Dimension::Three, Precision::F32);
}

/// Equation 38 at a λ that counts for nothing is the plain update of explicit steps.
#[test]
fn the_family_begins_at_symplectic_euler() {
    for dimension in DIMENSIONS {
        let end = |lambda: f64| {
            let mut scene = bodies(dimension, 9);
            scene.config.integrator = Integrator::Conservative { lambda };
            scene.config.precision = Precision::F64;
            scene.config.time_step = TimeStep::Fixed(1e-4);
            let mut simulation = scene.simulation();
            simulation.run_steps(1).expect("a step");
            let mut particles = simulation.particles();
            // Volumes of laws on J are by the divergence in explicit steps and by the determinant in others.
            particles.iter_mut().for_each(|state| state.particle.deformation = [[0.0; 3]; 3]);
            particles
        };
        let found = difference(&end(1e-20), &end(0.0));
        assert!(found < 8.0 * f64::EPSILON, "{dimension:?}: {found:e}");
    }
}

/// `⟨a, A b⟩ = ⟨b, A a⟩` with masses as weights, for every law, kernel and form.
fn is_symmetric<const D: usize>(dimension: Dimension) {
    for (name, (kernel, form, row)) in ["lambda-0.25", "midpoint", "backward-euler"].into_iter().zip(FORMS) {
        let mut scene = bodies(dimension, 6);
        scene.config.integrator = integrator(name);
        (scene.config.kernel, scene.config.gradients) = (kernel, Some(form));
        scene.config.scheme = scheme(row, dimension);
        let grid = scene.reference::<D>().grid_alone();
        let mut random = Random::new(7);
        let mut field = || -> Vec<Vector<f64, D>> {
            let mut vector = || Vector(std::array::from_fn(|axis| random.vector(dimension, 1.0)[axis]));
            grid.velocities().iter().map(|_| vector()).collect()
        };
        let (a, b) = (field(), field());
        let [ab, ba, aa, bb] =
            [(&a, &b), (&b, &a), (&a, &a), (&b, &b)].map(|(a, b)| grid.product(a, b, 0.01));
        let off = (ab - ba).abs() / (aa * bb).sqrt();
        assert!(off < 1e-13, "{D}D {name} {}: {off:e}", kernel.name());
    }
}

#[test]
fn the_system_is_symmetric_in_the_mass_product() {
    is_symmetric::<2>(Dimension::Two);
    is_symmetric::<3>(Dimension::Three);
}

/// A jelly in empty space that turns, swings and flies.
fn swinging(dimension: Dimension, young_modulus: f64) -> Scene {
    let mut config = Config::new(dimension, CELL);
    config.precision = Precision::F64;
    config.gravity = [0.0; 3];
    config.solve = TIGHT;
    config.time_step = TimeStep::Fixed(0.01);
    let size = if dimension == Dimension::Two { [6, 4, 1] } else { [4, 3, 3] };
    let particles = fill(&config, [1; 3], size, 4, 3);
    let body = Body::new("jelly", NeoHookean::new(young_modulus, 0.3), particles).with(|p| {
        let [x, y, z] = p.position;
        p.velocity = [0.4 - 2.0 * y + 0.5 * x, 0.3 + 2.0 * x - z, 0.2 + y];
        p.velocity[dimension as usize..].fill(0.0);
    });
    Scene { config, bodies: vec![body] }
}

/// The largest changes over a run, relative: of momentum by `m v`, of angular momentum by its scale.
fn drift(simulation: &mut Simulation, steps: u64) -> [f64; 2] {
    let first = simulation.diagnostics();
    let speed = first.momentum.iter().map(|p| p * p).sum::<f64>().sqrt();
    let mut largest = [0.0; 2];
    for _ in 0..steps {
        simulation.step().expect("a step");
        let Diagnostics { momentum, angular_momentum, .. } = simulation.diagnostics();
        for axis in 0..3 {
            let [p, l] = &mut largest;
            *p = f64::max(*p, (momentum[axis] - first.momentum[axis]).abs() / speed);
            let change = angular_momentum[axis] - first.angular_momentum[axis];
            *l = f64::max(*l, change.abs() / first.angular_scale);
        }
    }
    largest
}

#[test]
fn the_conservative_family_keeps_momentum() {
    for dimension in DIMENSIONS {
        for name in ["lambda-0.25", "midpoint", "lambda-1", "backward-euler"] {
            for row in ["rpic", "apic"] {
                let mut scene = swinging(dimension, 1e4);
                scene.config.integrator = integrator(name);
                scene.config.scheme = scheme(row, dimension);
                let [momentum, angular] = drift(&mut scene.simulation(), 60);
                let what = format!("{dimension:?} {name} {row}: {momentum:.1e}, {angular:.1e}");
                println!("{what}");
                assert!(momentum < 1e-13, "momentum, {what}");
                if name == "backward-euler" {
                    assert!(angular > 1e-3, "it is known to lose angular momentum, {what}");
                } else {
                    assert!(angular < 1e-13, "angular momentum, {what}");
                }
            }
        }
    }
}

/// Three iterations of conjugate gradients are far from a solution, but keep linear momentum.
#[test]
fn a_solve_that_is_cut_keeps_linear_momentum() {
    for dimension in DIMENSIONS {
        for name in ["midpoint", "backward-euler"] {
            let mut scene = swinging(dimension, 1e5);
            scene.config.integrator = integrator(name);
            scene.config.solve =
                Solve { tolerance: Some(1e-12), newton: 1, linear: 3, unfinished: Unfinished::Taken };
            let mut simulation = scene.simulation();
            let residual = simulation.step().expect("a step").iterations.residual;
            assert!(residual > 1e-4, "{dimension:?} {name}: the cut does not show, {residual:e}");
            let [momentum, angular] = drift(&mut simulation, 30);
            println!("{dimension:?} {name}: {momentum:.1e}, {angular:.1e}");
            assert!(momentum < 1e-13, "{dimension:?} {name}: {momentum:e}");
        }
    }
}

/// Section 5.4 of "An angular momentum conserving affine-particle-in-cell method": alone, a particle goes on as it is.
#[test]
fn a_particle_alone_goes_on_as_it_is() {
    for dimension in DIMENSIONS {
        for name in ["lambda-0", "lambda-0.25", "midpoint", "lambda-0.75", "lambda-1"] {
            let mut config = Config::new(dimension, CELL);
            config.precision = Precision::F64;
            config.gravity = [0.0; 3];
            config.integrator = integrator(name);
            config.time_step = TimeStep::Fixed(0.01);
            let mut simulation = Simulation::new(config).expect("a sound configuration");
            let air = simulation.add_material("air", clastic::materials::Liquid::new(0.0));
            let mut particle = Particle::at([0.03, 0.01, 0.02], 1.0, 1e-3).with_velocity([0.2, 0.1, 0.0]);
            particle.affine = [[0.0, -2.0, 0.0], [2.0, 0.0, 0.0], [0.0; 3]];
            simulation.add_particles(air, &[particle]).expect("a sound particle");
            simulation.run_steps(1000).unwrap_or_else(|error| panic!("{name}: {error}"));
            let after = simulation.particles()[0].particle;
            for i in 0..3 {
                assert!((after.velocity[i] - particle.velocity[i]).abs() < 1e-12, "{name}: {after:?}");
                for j in 0..3 {
                    let change = (after.affine[i][j] - particle.affine[i][j]).abs();
                    assert!(change < 1e-11, "{dimension:?} {name}: {:?}", after.affine);
                }
            }
        }
    }
}

/// A stiff block on a floor, in gravity that leans by some degrees.
fn on_floor(dimension: Dimension, name: &str, contact: Contact, friction: f64, degrees: f64) -> Scene {
    let mut config = Config::new(dimension, CELL);
    config.integrator = integrator(name);
    config.time_step = TimeStep::Adaptive { motion: 1.0, sound: 0.4, max: 1.0 / 60.0 };
    let mut floor = Wall::new(0.0, contact);
    floor.friction = friction;
    config.axes[1] = Axis::Bounded { low: Some(floor), high: None };
    let (sin, cos) = degrees.to_radians().sin_cos();
    config.gravity = [9.81 * sin, -9.81 * cos, 0.0];
    let particles = fill(&config, [10, 0, 0], [6, 4, 4], 4, 8);
    Scene { config, bodies: vec![Body::new("block", FixedCorotated::new(1e6, 0.3), particles)] }
}

/// What the floor is said to have got, and what gravity gave, are what the block has.
#[test]
fn contact_within_the_solve_is_accounted_for() {
    for (dimension, name) in
        DIMENSIONS.into_iter().flat_map(|d| ["midpoint", "backward-euler"].map(|n| (d, n)))
    {
        for (contact, friction) in
            [(Contact::Sticky, 0.0), (Contact::Slip, 0.0), (Contact::Separate, 0.0), (Contact::Separate, 0.4)]
        {
            let mut scene = on_floor(dimension, name, contact, friction, 20.0);
            scene.config.precision = Precision::F64;
            let mut simulation = scene.simulation();
            simulation.advance_to(0.5).unwrap_or_else(|error| panic!("{name} {contact:?}: {error}"));
            let Diagnostics { mass, momentum, center_of_mass, .. } = simulation.diagnostics();
            let load = simulation.wall_loads()[2];
            for axis in 0..2 {
                let given = mass * scene.config.gravity[axis] * 0.5;
                let off = (given - load[axis] - momentum[axis]).abs() / (mass * 9.81 * 0.5);
                assert!(off < 1e-12, "{dimension:?} {name} {contact:?} {friction}: {off:e} along {axis}");
            }
            let height = center_of_mass[1] / CELL;
            assert!((1.9..2.1).contains(&height), "{name} {contact:?} {friction}: {height} cells high");
        }
    }
}

/// A block on a slope slides by `g (sin θ − μ cos θ)`; below the angle of friction it comes to rest.
#[test]
fn a_block_slides_or_sticks_on_a_slope() {
    let plane = ["midpoint", "backward-euler"].map(|name| (Dimension::Two, name, 1e6));
    for (dimension, name, young_modulus) in
        plane.into_iter().chain([(Dimension::Three, "backward-euler", 1e8)])
    {
        for (degrees, friction) in [(20.0, 0.5), (30.0, 0.0), (30.0, 0.3), (40.0, 0.5)] {
            let mut scene = on_floor(dimension, name, Contact::Separate, friction, degrees);
            scene.bodies[0].material = FixedCorotated::new(young_modulus, 0.3).into();
            let mut simulation = scene.simulation();
            simulation.advance_to(1.0).expect("steps");
            let Diagnostics { mass, momentum, .. } = simulation.diagnostics();
            let (sin, cos) = f64::to_radians(degrees).sin_cos();
            let (found, exact) = (momentum[0] / mass, 9.81 * f64::max(0.0, sin - friction * cos));
            let what = format!("{dimension:?} {name} {young_modulus:e} Pa {degrees}° μ = {friction}");
            let most = if exact > 0.0 { 0.02 * exact } else { 0.02 };
            assert!((found - exact).abs() < most, "{what}: {found}, not {exact} m/s");
        }
    }
}

/// Threads, and a snapshot on the way.
#[test]
fn implicit_steps_repeat_bit_by_bit() {
    for dimension in DIMENSIONS {
        for (name, row) in [("midpoint", "apic"), ("backward-euler", "asflip")] {
            let mut scene = common::collision(dimension);
            scene.config.integrator = integrator(name);
            scene.config.scheme = scheme(row, dimension);
            scene.config.time_step = TimeStep::Adaptive { motion: 0.5, sound: 0.4, max: 0.01 };
            scene.config.threads = 1;
            let mut expected = scene.simulation();
            expected.run_steps(12).unwrap_or_else(|error| panic!("{dimension:?} {name}: {error}"));
            for threads in [1, 2, 7] {
                let mut config = scene.config.clone();
                config.threads = threads;
                let mut other = Scene { config: config.clone(), bodies: scene.bodies.clone() }.simulation();
                other.run_steps(7).expect("steps");
                let mut restored = Simulation::restore(config, &other.snapshot()).expect("a sound snapshot");
                assert_eq!(restored.snapshot(), other.snapshot());
                restored.run_steps(5).expect("steps");
                let what = format!("{dimension:?} {name} on {threads} threads");
                assert_same(&restored.particles(), &expected.particles(), &what);
            }
        }
    }
}

#[test]
fn what_makes_no_sense_or_cannot_be_solved_is_refused() {
    let scene = swinging(Dimension::Two, 1e5);
    let refused = |change: fn(&mut Config)| {
        let mut config = scene.config.clone();
        change(&mut config);
        Simulation::new(config).err().expect("a refusal")
    };
    let lambda = refused(|config| config.integrator = Integrator::Conservative { lambda: 1.5 });
    assert_eq!(lambda, SimulationError::Config(ConfigError::Lambda(1.5)));
    for change in [
        (|config| config.solve.tolerance = Some(-1.0)) as fn(&mut Config),
        |config| config.solve.newton = 0,
        |config| config.solve.linear = 0,
    ] {
        assert_eq!(refused(change), SimulationError::Config(ConfigError::Solve));
    }
    assert_eq!(Integrator::from_name("lambda-2"), None);
    for name in ["symplectic-euler", "midpoint", "backward-euler", "lambda-0.25"] {
        assert_eq!(integrator(name).name(), name);
    }

    let mut scene = scene;
    scene.config.integrator = Integrator::MIDPOINT;
    scene.config.solve = Solve { tolerance: Some(1e-13), newton: 1, linear: 1, ..Solve::default() };
    scene.config.guard.max_retries = 2;
    let mut simulation = scene.simulation();
    let before = simulation.particles();
    match simulation.step() {
        Err(SimulationError::Step { kind: FlawKind::Unsolved, dt, .. }) => assert_eq!(dt, 0.0025),
        other => panic!("{other:?}"),
    }
    assert_same(&simulation.particles(), &before, "after a refused step");
    assert_eq!((simulation.time(), simulation.steps()), (0.0, 0));
}
