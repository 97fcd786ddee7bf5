//! Meshes in a simulation: contracts, momentum, what holds vertices, and what becomes of mistakes.

mod common;

use clastic::colliders::Motion;
use clastic::forces::{Mesh, MeshError, MeshSolve, Pin, SheetMatter, StrandMatter};
use clastic::integrators::Integrator;
use clastic::materials::{Inert, NeoHookean};
use clastic::tensor::Vector;
use clastic::transfer::Scheme;
use clastic::{Config, Dimension, Particle, Precision, Simulation, TimeStep};

/// The same bits for any number of threads, and from a snapshot on.
#[test]
fn meshes_repeat_themselves() {
    let mut one = common::meshes(1);
    let mut three = common::meshes(3);
    for simulation in [&mut one, &mut three] {
        simulation.run_steps(60).expect("sound steps");
    }
    assert_eq!(one.particles(), three.particles());
    let snapshot = three.snapshot();
    let mut again = Simulation::restore(three.config().clone(), &snapshot).expect("a sound snapshot");
    for simulation in [&mut one, &mut again] {
        simulation.run_steps(60).expect("sound steps");
    }
    assert_eq!(one.particles(), again.particles());
    assert_eq!(one.mesh_energy(), again.mesh_energy());

    let mut without = three.config().clone();
    without.meshes.pop();
    let error = Simulation::restore(without, &snapshot).err().expect("a mesh is missing");
    assert_eq!(error.to_string(), "the snapshot's number of meshes is 3, but the configuration's is 2");
}

/// Roots go where they are led, and hair with them.
#[test]
fn roots_follow_their_motion() {
    let mut simulation = common::meshes(0);
    let roots: Vec<u64> = simulation.particles().iter().map(|state| state.id).collect();
    let first = roots.len() - 98;
    let before = simulation.particles()[first].particle.position;
    simulation.advance_to(0.1).expect("sound steps");
    let after = simulation.particles()[first].particle.position;
    let pose = Motion::spinning([0.0, 3.0, 1.0], [0.5, 0.8, 0.1]).pose(0.1);
    let expected = pose.apply(Vector(before));
    for axis in 0..3 {
        assert!((after[axis] - expected[axis]).abs() < 1e-6, "{after:?} instead of {expected:?}");
    }
    let energy = simulation.mesh_energy();
    assert!(energy.stretch > 0.0 && energy.bend > 0.0 && energy.twist > 0.0, "{energy:?}");
}

/// A body that spins and vibrates in free flight keeps what it has.
#[test]
fn meshes_keep_momentum() {
    for solve in [MeshSolve::Explicit, MeshSolve::Implicit] {
        let mut config = Config::new(Dimension::Two, 0.2);
        config.precision = Precision::F64;
        config.gravity = [0.0; 3];
        config.time_step = TimeStep::Fixed(1e-3);
        let mut simulation = Simulation::new(config).expect("a sound configuration");
        let skin = simulation.add_material("skin", Inert::new());
        let n = 8;
        let places: Vec<_> = (0..81).map(|v| [(v % 9) as f64 * 0.1, (v / 9) as f64 * 0.1, 0.0]).collect();
        let mut cells = Vec::new();
        for j in 0..n {
            for i in 0..n {
                let a = j * 9 + i;
                cells.extend([[a, a + 1, a + 10], [a, a + 10, a + 9]]);
            }
        }
        let law = NeoHookean::new(1e4, 0.3);
        let mut mesh = Mesh::solid(&places, &cells, law, 1000.0).expect("a sound mesh").solved(solve);
        for vertex in &mut mesh.vertices {
            let [x, y, _] = vertex.position;
            vertex.velocity = [1.0 - 3.0 * y, 0.5 + 3.0 * x + x * y, 0.0];
        }
        simulation.add_mesh(skin, mesh).expect("a sound mesh");
        let before = simulation.diagnostics();
        simulation.run_steps(300).expect("sound steps");
        let after = simulation.diagnostics();
        let scale = before.mass;
        for axis in 0..2 {
            let lost = (after.momentum[axis] - before.momentum[axis]).abs();
            assert!(lost < 1e-12 * scale, "{solve:?}: momentum {lost}");
        }
        let lost = (after.angular_momentum[2] - before.angular_momentum[2]).abs() / before.angular_scale;
        // An implicit step takes forces at places that are known to first order.
        let bound = if solve == MeshSolve::Explicit { 1e-12 } else { 1e-2 };
        assert!(lost < bound, "{solve:?}: angular momentum {lost}");
        let elastic = simulation.mesh_energy().stretch;
        assert!(elastic > 0.0 && after.energy() <= before.energy() * 1.001, "{solve:?}: {after:?}");
    }
}

/// Two pieces of one mesh are solved for together, but nothing that one does reaches the other, and the step tells what it took.
#[test]
fn pieces_of_a_mesh_do_not_feel_each_other() {
    let mut config = Config::new(Dimension::Two, 0.2);
    config.precision = Precision::F64;
    config.gravity = [0.0; 3];
    config.time_step = TimeStep::Fixed(1e-2);
    let mut simulation = Simulation::new(config).expect("a sound configuration");
    let skin = simulation.add_material("skin", Inert::new());
    let (mut places, mut cells) = (Vec::new(), Vec::new());
    for piece in 0..2u32 {
        places.extend(
            (0..25).map(|v| [3.0 * f64::from(piece) + f64::from(v % 5) * 0.1, f64::from(v / 5) * 0.1, 0.0]),
        );
        for k in 0..16 {
            let a = 25 * piece + k / 4 * 5 + k % 4;
            cells.extend([[a, a + 1, a + 6], [a, a + 6, a + 5]]);
        }
    }
    let law = NeoHookean::new(1e6, 0.3);
    let mesh = Mesh::solid(&places, &cells, law, 1000.0).expect("a sound mesh");
    let mut mesh = mesh.solved(MeshSolve::Implicit);
    for vertex in &mut mesh.vertices[..25] {
        vertex.velocity = [vertex.position[0], 3.0 * vertex.position[1] * vertex.position[0], 0.0];
    }
    simulation.add_mesh(skin, mesh).expect("a sound mesh");
    for _ in 0..20 {
        let iterations = simulation.step().expect("a sound step").iterations;
        assert!(iterations.in_meshes > 0 && iterations.unfinished == 0, "{iterations:?}");
    }
    let fastest = simulation.particles()[25..]
        .iter()
        .flat_map(|state| state.particle.velocity)
        .fold(0.0f64, |most, v| most.max(v.abs()));
    assert!(fastest < 1e-10, "what rests moves at {fastest} m/s");
}

/// A strand within a cell, every other edge too long, is at rest again after a step of NFLIP, whose particles move as they
/// would without a grid, even though the grid sees nothing of it.
#[test]
fn strands_relax_within_a_cell() {
    let mut config = Config::new(Dimension::Three, 1.0);
    config.precision = Precision::F64;
    config.gravity = [0.0; 3];
    config.time_step = TimeStep::Fixed(1e-3);
    config.scheme = Scheme::from_name("nflip-1", 3).expect("a scheme of the table");
    let mut simulation = Simulation::new(config).expect("a sound configuration");
    let skin = simulation.add_material("skin", Inert::new());
    let places: Vec<_> = (0..9).map(|v| [0.1 * v as f64, 0.02, 0.03]).collect();
    let matter = StrandMatter { young_modulus: 1e9, poisson_ratio: 0.3, radius: 1e-3, density: 1000.0 };
    let mut mesh = Mesh::strands(&places, &[(0..9).collect()], matter).expect("a sound mesh");
    for (index, vertex) in mesh.vertices.iter_mut().enumerate() {
        vertex.position[0] += if index % 2 == 0 { 0.005 } else { -0.005 };
    }
    simulation.add_mesh(skin, mesh.solved(MeshSolve::Implicit)).expect("a sound mesh");
    let before = simulation.mesh_energy().stretch;
    simulation.step().expect("a sound step");
    let after = simulation.mesh_energy().stretch;
    // An implicit step leaves 1/(1 + ω² Δt²)² of it, and ω Δt is at least 3 for what is longest.
    assert!(after < 0.01 * before, "{after} of {before}");
}

/// Strands that stand under their own weight are as long as they were, whoever holds them and whatever the step.
#[test]
fn strands_bear_their_weight() {
    for scheme in ["apic", "asflip"] {
        let mut config = Config::new(Dimension::Three, 0.1);
        config.precision = Precision::F64;
        config.time_step = TimeStep::Fixed(2e-3);
        config.scheme = Scheme::from_name(scheme, 3).expect("a scheme of the table");
        let mut simulation = Simulation::new(config).expect("a sound configuration");
        let skin = simulation.add_material("skin", Inert::new());
        let places: Vec<_> = (0..11).map(|v| [0.0, 0.1 * v as f64, 0.0]).collect();
        let matter = StrandMatter { young_modulus: 1e9, poisson_ratio: 0.3, radius: 1e-2, density: 1000.0 };
        let mesh = Mesh::strands(&places, &[(0..11).collect()], matter).expect("a sound mesh");
        let mesh = mesh.solved(MeshSolve::Implicit).pinned(vec![0, 1]);
        simulation.add_mesh(skin, mesh).expect("a sound mesh");
        simulation.run_steps(200).expect("sound steps");
        let heights: Vec<f64> =
            simulation.particles().iter().map(|state| state.particle.position[1]).collect();
        for pair in heights.windows(2) {
            // Its weight shortens it by ρ g L/E = 1e-5 at most.
            assert!((pair[1] - pair[0] - 0.1).abs() < 1e-5, "{scheme}: {heights:?}");
        }
    }
}

/// A vertex that is taken away takes its elements with it, and the rest goes on.
#[test]
fn elements_go_with_their_vertices() {
    let mut simulation = common::meshes(0);
    simulation.run_steps(5).expect("sound steps");
    let before = simulation.len();
    assert_eq!(simulation.retain_particles(|state| state.id % 7 != 0), before.div_ceil(7));
    simulation.run_steps(20).expect("sound steps");
    let snapshot = simulation.snapshot();
    let mut again = Simulation::restore(simulation.config().clone(), &snapshot).expect("a sound snapshot");
    again.run_steps(5).expect("sound steps");
    simulation.run_steps(5).expect("sound steps");
    assert_eq!(simulation.particles(), again.particles());
}

/// The range in which an elastic matter resists all that deforms it.
#[test]
fn poisson_ratios_of_sheets_and_strands_are_checked() {
    let places = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    for (poisson_ratio, sound) in [
        (-0.99, true),
        (-0.5, true),
        (0.0, true),
        (0.49, true),
        (-1.0, false),
        (0.5, false),
        (f64::NAN, false),
    ] {
        let (young_modulus, thickness, radius, density) = (1e6, 1e-3, 1e-3, 1000.0);
        let sheet = SheetMatter { young_modulus, poisson_ratio, thickness, density };
        let strand = StrandMatter { young_modulus, poisson_ratio, radius, density };
        let sheet = Mesh::sheet(&places, &[[0, 1, 2]], sheet).map(drop);
        let strand = Mesh::strands(&places, &[vec![0, 1, 2]], strand).map(drop);
        let expected = if sound { Ok(()) } else { Err(MeshError::PoissonRatio) };
        assert_eq!((sheet, strand), (expected, expected), "{poisson_ratio}");
    }
    assert_eq!(MeshError::PoissonRatio.to_string(), "Poisson's ratio must be above -1 and below 0.5");
}

#[test]
fn meshes_that_make_no_sense_are_refused() {
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let law = || NeoHookean::new(1e4, 0.3);
    let error = |cells: &[[u32; 3]], density: f64| {
        Mesh::solid(&corners, cells, law(), density).expect_err("a mistake").to_string()
    };
    assert_eq!(error(&[[0, 1, 7]], 1.0), "element 0 names vertex 7, which there is not");
    assert_eq!(
        error(&[[0, 2, 1]], 1.0),
        "element 0 has no extent or is inside out; expected one of positive size"
    );
    assert_eq!(error(&[], 1.0), "vertex 0 belongs to no element");
    assert_eq!(error(&[[0, 1, 2]], f64::NAN), "the density must be positive and finite");
    let mesh = Mesh::solid(&corners, &[[0, 1, 2]], law(), 1.0).expect("a sound mesh");
    let mut flat = Simulation::new(Config::new(Dimension::Two, 0.1)).expect("a sound configuration");
    let skin = flat.add_material("skin", Inert::new());
    let error = flat.add_mesh(skin, mesh.clone().pinned(vec![3])).expect_err("a mistake");
    assert_eq!(error.to_string(), "pin 0 names a vertex that there is not, or its numbers are not finite");
    let mut space = Simulation::new(Config::new(Dimension::Three, 0.1)).expect("a sound configuration");
    let skin = space.add_material("skin", Inert::new());
    let error = space.add_mesh(skin, mesh).expect_err("a mistake");
    assert_eq!(error.to_string(), "triangles of a solid belong to 2D; tetrahedra and sheets to 3D");
    assert!(space.is_empty() && flat.is_empty());
}

/// Each strand is solved for alone: a vertex of two of them would weigh twice and go where only one of them says.
#[test]
fn strands_that_meet_are_refused() {
    let places = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 2.0, 0.0], [1.0, 2.0, 0.0]];
    let strands = |lines: &[Vec<u32>]| {
        let matter = StrandMatter { young_modulus: 1e6, poisson_ratio: 0.3, radius: 1e-3, density: 1000.0 };
        Mesh::strands(&places, lines, matter).map(|mesh| mesh.vertices.len())
    };
    assert_eq!(strands(&[vec![0, 1], vec![2, 3]]), Ok(4));
    let (fork, ring) = ([vec![0, 1, 2], vec![1, 3]], [vec![0, 1, 2, 3, 0]]);
    for (lines, element, vertex) in [(&fork[..], 1, 1), (&ring[..], 0, 0)] {
        let error = MeshError::Shared { element, vertex };
        assert_eq!(strands(lines), Err(error));
        let expected = format!("strand {element} meets another, or itself, at vertex {vertex}; expected ");
        assert!(error.to_string().starts_with(&expected), "{error}");
    }
}

/// Two weights on a spring swing about their middle as theory says: `ω² = 2k/m`.
#[test]
fn springs_swing() {
    let mut config = Config::new(Dimension::Two, 1.0);
    config.precision = Precision::F64;
    config.gravity = [0.0; 3];
    config.scheme = clastic::transfer::Scheme::from_name("flip-1", 2).expect("a scheme of the table");
    config.time_step = TimeStep::Fixed(1e-3);
    let mut simulation = Simulation::new(config).expect("a sound configuration");
    let skin = simulation.add_material("skin", Inert::new());
    // Far enough apart that no node is shared.
    let at = |x: f64| Particle::at([x, 0.0, 0.0], 2.0, 1.0);
    let mut mesh =
        Mesh::of_particles(vec![at(0.0), at(10.0)]).with_springs(&[[0, 1]], 25.0).expect("a spring");
    mesh.vertices[1].position[0] = 10.5;
    simulation.add_mesh(skin, mesh).expect("a sound mesh");
    let period = std::f64::consts::TAU / (2.0f64 * 25.0 / 2.0).sqrt();
    simulation.advance_to(0.5 * period).expect("sound steps");
    let length = |simulation: &Simulation| {
        let all = simulation.particles();
        all[1].particle.position[0] - all[0].particle.position[0]
    };
    assert!((length(&simulation) - 9.5).abs() < 5e-3, "{} after half a period", length(&simulation));
}

/// What is held by a spring and goes is not waited for.
#[test]
fn held_vertices_may_go() {
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let mesh = Mesh::solid(&corners, &[[0, 1, 2]], NeoHookean::new(1e4, 0.3), 1000.0).expect("a sound mesh");
    let spring = Pin { vertices: vec![0, 1], motion: Motion::Fixed, stiffness: Some(1e3) };
    let mut simulation = Simulation::new(Config::new(Dimension::Two, 0.5)).expect("a sound configuration");
    let skin = simulation.add_material("skin", Inert::new());
    simulation.add_mesh(skin, mesh.held(spring)).expect("a sound mesh");
    simulation.run_steps(3).expect("sound steps");
    assert_eq!(simulation.retain_particles(|state| state.id != 0), 1);
    simulation.run_steps(10).expect("sound steps");
    let energy = simulation.mesh_energy();
    assert!(energy.stretch.is_finite() && energy.bend == 0.0, "{energy:?}");
}

/// What a holder's springs hold is told for where it is now, not for where it began.
#[test]
fn springs_of_what_moves_hold_what_they_are_drawn_by() {
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    for (solve, integrator) in [
        (MeshSolve::Explicit, Integrator::SYMPLECTIC_EULER),
        (MeshSolve::Implicit, Integrator::SYMPLECTIC_EULER),
        (MeshSolve::Grid, Integrator::BackwardEuler),
    ] {
        let mesh =
            Mesh::solid(&corners, &[[0, 1, 2]], NeoHookean::new(1e4, 0.3), 1000.0).expect("a triangle");
        let (stiffness, velocity) = (1e-3, [0.7, -0.2, 0.0]);
        let motion = Motion::Steady { velocity, angular_velocity: [0.0; 3], pivot: [0.0; 3] };
        let pin = Pin { vertices: vec![0, 1], motion, stiffness: Some(stiffness) };
        let mut config = Config::new(Dimension::Two, 0.5);
        config.precision = Precision::F64;
        config.gravity = [0.0; 3];
        config.integrator = integrator;
        config.time_step = TimeStep::Fixed(1e-2);
        let mut simulation = Simulation::new(config).expect("a sound configuration");
        let skin = simulation.add_material("skin", Inert::new());
        simulation.add_mesh(skin, mesh.solved(solve).held(pin)).expect("a sound mesh");
        simulation.run_steps(100).expect("sound steps");
        // So weak that the triangle has hardly moved: the springs are as long as the holder's way.
        let way = (0.7f64 * 0.7 + 0.2 * 0.2).sqrt() * simulation.time();
        let expected = 2.0 * 0.5 * stiffness * way * way;
        let energy = simulation.mesh_energy().stretch;
        assert!((energy / expected - 1.0).abs() < 1e-4, "{solve:?}: {energy} instead of {expected}");
        assert_eq!(simulation.diagnostics().elastic, energy, "{solve:?}");
    }
}

/// Matter at rest that nothing but gravity moves does not fall farther in a step than it may move.
#[test]
fn meshes_at_rest_begin_to_fall_slowly() {
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let mesh = Mesh::solid(&corners, &[[0, 1, 2]], NeoHookean::new(1e4, 0.3), 1000.0).expect("a sound mesh");
    let mut simulation = Simulation::new(Config::new(Dimension::Two, 0.5)).expect("a sound configuration");
    let skin = simulation.add_material("skin", Inert::new());
    simulation.add_mesh(skin, mesh.solved(MeshSolve::Implicit)).expect("a sound mesh");
    let report = simulation.step().expect("a sound step");
    // ‖g‖ Δt² is half a cell.
    assert!((report.dt - (0.25f64 / 9.81).sqrt()).abs() < 1e-3, "{report:?}");
}
