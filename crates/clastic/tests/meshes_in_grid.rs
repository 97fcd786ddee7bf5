//! Forces of meshes as parts of the grid's implicit step.

use clastic::colliders::Motion;
use clastic::forces::{Mesh, MeshSolve, Pin};
use clastic::integrators::Integrator;
use clastic::materials::{FixedCorotated, Inert};
use clastic::{Config, Dimension, Particle, Precision, Simulation, TimeStep};

const MASS: f64 = 2.0;
const SPRING: f64 = 25.0;
const HOLD: f64 = 40.0;
const STEP: f64 = 0.2;

fn config(integrator: Integrator, dt: f64) -> Config {
    let mut config = Config::new(Dimension::Two, 1.0);
    config.precision = Precision::F64;
    config.gravity = [0.0; 3];
    config.integrator = integrator;
    config.time_step = TimeStep::Fixed(dt);
    config.solve.tolerance = Some(1e-13);
    config
}

/// Two weights on a spring, the first of which another spring holds where it begins. They are so far apart that no node is
/// shared, so that every step is the integrator's on two numbers.
#[test]
fn springs_follow_the_integrator() {
    for (integrator, [old, new, moved]) in [
        (Integrator::BackwardEuler, [1.0, 1.0, 1.0]),
        (Integrator::MIDPOINT, [0.5, 0.25, 0.5]),
        (Integrator::Conservative { lambda: 0.25 }, [0.25, 0.1875, 0.75]),
    ] {
        let mut simulation = Simulation::new(config(integrator, STEP)).expect("a sound configuration");
        let skin = simulation.add_material("skin", Inert::new());
        let at = |x: f64| Particle::at([x, 0.0, 0.0], MASS, 1.0);
        let springs = Mesh::of_particles(vec![at(0.0), at(10.0)]).with_springs(&[[0, 1]], SPRING);
        let pin = Pin { vertices: vec![0], motion: Motion::Fixed, stiffness: Some(HOLD) };
        let mut mesh = springs.expect("a spring").solved(MeshSolve::Grid).held(pin);
        mesh.vertices[1].position[0] = 10.5;
        simulation.add_mesh(skin, mesh).expect("a sound mesh");

        let (mut x, mut v) = ([0.0, 0.5], [0.0, 0.0]);
        for step in 0..40 {
            simulation.step().expect("a sound step");
            // (m + Δt² new K) Δv = −Δt K (x + Δt old v)
            let [a, b] = [x[0] + STEP * old * v[0], x[1] + STEP * old * v[1]];
            let (k00, k01, k11) = (SPRING + HOLD, -SPRING, SPRING);
            let right = [-STEP * (k00 * a + k01 * b), -STEP * (k01 * a + k11 * b)];
            let factor = STEP * STEP * new;
            let (m00, m01, m11) = (MASS + factor * k00, factor * k01, MASS + factor * k11);
            let det = m00 * m11 - m01 * m01;
            let change = [(m11 * right[0] - m01 * right[1]) / det, (m00 * right[1] - m01 * right[0]) / det];
            for k in 0..2 {
                x[k] += STEP * (v[k] + moved * change[k]);
                v[k] += change[k];
            }
            let all = simulation.particles();
            let found = [all[0].particle.position[0], all[1].particle.position[0] - 10.0];
            for k in 0..2 {
                let error = (found[k] - x[k]).abs();
                assert!(error < 1e-10, "{integrator:?}, step {step}, weight {k}: {} for {}", found[k], x[k]);
            }
        }
    }
}

/// Two weights that turn about each other, on a spring that is squeezed so much that across it the whole system is negative:
/// Newton's method finds a balance all the same, by what is positive.
#[test]
fn squeezed_springs_find_their_balance() {
    let (length, rest, across) = (5.0, 11.0, 0.5);
    let lateral = 2.0 * STEP * STEP * SPRING / MASS * (1.0 - rest / length);
    assert!(1.0 + lateral < 0.0);
    let mut config = config(Integrator::BackwardEuler, STEP);
    config.guard.max_cells_per_step = 3.0;
    let mut simulation = Simulation::new(config).expect("a sound configuration");
    let skin = simulation.add_material("skin", Inert::new());
    let at = |x: f64| Particle::at([x, 0.0, 0.0], MASS, 1.0);
    let springs = Mesh::of_particles(vec![at(0.0), at(rest)]).with_springs(&[[0, 1]], SPRING);
    let mut mesh = springs.expect("a spring").solved(MeshSolve::Grid);
    mesh.vertices[1].position[0] = length;
    mesh.vertices[0].velocity[1] = -across;
    mesh.vertices[1].velocity[1] = across;
    simulation.add_mesh(skin, mesh).expect("a sound mesh");
    assert_eq!(simulation.step().expect("a sound step").dt, STEP);
    let all = simulation.particles();
    let (x, v) = (all[1].particle.position, all[1].particle.velocity);
    let along = [x[0] - all[0].particle.position[0], x[1] - all[0].particle.position[1]];
    let reached = along[0].hypot(along[1]);
    for axis in 0..2 {
        let push = STEP * SPRING * (rest - reached) * along[axis] / reached;
        let gained = MASS * (v[axis] - [0.0, across][axis]);
        assert!((gained - push).abs() < 1e-9 * MASS, "axis {axis}: {gained} instead of {push}");
    }
    assert!(reached > length, "{reached}");
}

/// A free block of finite elements: momentum stays with any integrator, angular momentum and nearly all energy with those that
/// keep them, though steps are twenty times as long as explicit ones could be.
#[test]
fn free_bodies_keep_what_they_have() {
    for (integrator, angular) in [(Integrator::MIDPOINT, 1e-9), (Integrator::BackwardEuler, 1e-1)] {
        let mut config = config(integrator, 5e-3);
        config.cell_size = 0.2;
        let mut simulation = Simulation::new(config).expect("a sound configuration");
        let skin = simulation.add_material("skin", Inert::new());
        let places: Vec<_> = (0..81).map(|v| [(v % 9) as f64 * 0.1, (v / 9) as f64 * 0.1, 0.0]).collect();
        let corners = (0..64).map(|k| k / 8 * 9 + k % 8);
        let cells: Vec<_> = corners.flat_map(|a| [[a, a + 1, a + 10], [a, a + 10, a + 9]]).collect();
        let law = FixedCorotated::new(1e6, 0.3);
        let mesh = Mesh::solid(&places, &cells, law, 1000.0).expect("a sound mesh");
        let mut mesh = mesh.solved(MeshSolve::Grid);
        for vertex in &mut mesh.vertices {
            let [x, y, _] = vertex.position;
            vertex.velocity = [1.0 - y, 0.5 + x + 0.2 * x * y, 0.0];
        }
        simulation.add_mesh(skin, mesh).expect("a sound mesh");
        let before = simulation.diagnostics();
        simulation.run_steps(100).expect("sound steps");
        let after = simulation.diagnostics();
        for axis in 0..2 {
            let lost = (after.momentum[axis] - before.momentum[axis]).abs();
            assert!(lost < 1e-11 * before.mass, "{integrator:?}: momentum {lost}");
        }
        let lost = (after.angular_momentum[2] - before.angular_momentum[2]).abs() / before.angular_scale;
        assert!(lost < angular, "{integrator:?}: angular momentum {lost}");
        assert!(simulation.mesh_energy().stretch > 0.0);
        let kept = after.energy() / before.energy();
        assert!(kept < 1.001 && kept > 0.9, "{integrator:?}: {kept} of the energy");
    }
}

#[test]
fn what_cannot_be_in_the_grid_is_refused() {
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let mesh = Mesh::solid(&corners, &[[0, 1, 2]], FixedCorotated::new(1e4, 0.3), 1000.0).expect("a mesh");
    let mut explicit = Simulation::new(Config::new(Dimension::Two, 0.5)).expect("a sound configuration");
    let skin = explicit.add_material("skin", Inert::new());
    let error = explicit.add_mesh(skin, mesh.solved(MeshSolve::Grid)).expect_err("explicit steps");
    assert_eq!(
        error.to_string(),
        "forces in the grid's step need an implicit integrator, and strands cannot be among them"
    );
}
