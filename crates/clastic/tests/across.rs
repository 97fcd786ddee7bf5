//! Contact across strands and sheets: Coulomb's law, freedom along them, and directions that follow the mesh.

use clastic::forces::{Mesh, SheetMatter, StrandMatter};
use clastic::integrators::Integrator;
use clastic::materials::{Across, FixedCorotated, Increment, Numbers, Response, State, StateOf};
use clastic::tensor::{Matrix, Vector};
use clastic::{Config, Dimension, Precision, Simulation, TimeStep};

fn stepped<const D: usize>(
    law: &Across,
    state: StateOf<Across, f64, D>,
    change: Matrix<f64, D>,
) -> StateOf<Across, f64, D> {
    let law = Across::over(&law.numbers());
    law.advance(state, Increment::of_change(change, 1e-3))
}

fn unit<const D: usize>(i: usize, j: usize, by: f64) -> Matrix<f64, D> {
    let mut m = Matrix::zero(0.0);
    m.0[i][j] = by;
    m
}

/// Pressed by a twentieth and slid along: the shear reaches `tan φ` times the pressure and no more; along what it lies on
/// nothing resists; drawn apart it is free.
fn rubs<const D: usize>(law: Across, along: usize) {
    let across = D - 1;
    let mut state = StateOf::<Across, f64, D>::from_deformation(Matrix::identity(1.0));
    state = stepped(&law, state, unit(along, along, 0.3));
    assert!(law.kirchhoff(state).norm() < 1e-9, "stretched along: {:?}", law.kirchhoff(state));
    state = stepped(&law, state, unit(across, across, -0.05));
    let pressed = law.kirchhoff(state);
    assert!(pressed.0[across][across] < 0.0);
    for _ in 0..200 {
        state = stepped(&law, state, unit(along, across, 1e-3));
    }
    let stress = law.kirchhoff(state);
    let ratio = stress.0[along][across] / -stress.0[across][across];
    let tan = law.friction / (1.0 - law.friction * law.friction).sqrt();
    assert!((ratio - tan).abs() < 1e-6, "{D}D: {ratio} instead of {tan}");
    let kept = stress.0[across][across] / pressed.0[across][across];
    assert!((kept - 1.0).abs() < 1e-9, "the pressure became {kept} of what it was");
    state = stepped(&law, state, unit(across, across, 0.3));
    assert!(law.kirchhoff(state).norm() < 1e-9, "drawn apart: {:?}", law.kirchhoff(state));
}

#[test]
fn contact_rubs_by_coulomb() {
    rubs::<2>(Across::strands(1e4, 0.3, 20.0), 0);
    rubs::<3>(Across::sheets(1e4, 0.3, 35.0), 0);
    rubs::<3>(Across::sheets(1e4, 0.3, 35.0), 1);
}

/// A round strand pressed from one side yields sideways: what is left of the difference of its two stresses across is
/// `2 sin φ` times the mean pressure.
#[test]
fn strands_yield_across() {
    let law = Across::strands(1e4, 0.3, 20.0);
    let mut state = StateOf::<Across, f64, 3>::from_deformation(Matrix::identity(1.0));
    for _ in 0..100 {
        state = stepped(&law, state, unit(1, 1, -2e-3));
        state = stepped(&law, state, unit(2, 2, 1e-3));
    }
    let stress = law.kirchhoff(state);
    let (a, b) = (stress.0[1][1], stress.0[2][2]);
    assert!(a < b && b < 0.0, "{stress:?}");
    assert!(((b - a) / -(a + b) - law.friction).abs() < 1e-6, "{stress:?}");
    assert!(stress.0[0][0].abs() < 1e-9, "{stress:?}");
}

fn free(dimension: Dimension) -> Simulation {
    let mut config = Config::new(dimension, 0.1);
    config.precision = Precision::F64;
    config.gravity = [0.0; 3];
    config.time_step = TimeStep::Fixed(2e-4);
    Simulation::new(config).expect("a sound configuration")
}

/// Turns a mesh by 2 rad about an axis, and returns the largest stress of its vertices and the angle between the first columns of `F`
/// and where `expected` has turned to.
fn turned(simulation: &mut Simulation, mesh: Mesh, law: Across, expected: [f64; 3]) -> (f64, f64) {
    let mut mesh = mesh;
    let spin = 5.0;
    for vertex in &mut mesh.vertices {
        let [x, y, _] = vertex.position;
        vertex.velocity = [-spin * y, spin * x, 0.0];
        vertex.affine = [[0.0, -spin, 0.0], [spin, 0.0, 0.0], [0.0; 3]];
    }
    let skin = simulation.add_material("skin", law);
    simulation.add_mesh(skin, mesh).expect("a sound mesh");
    simulation.advance_to(2.0 / spin).expect("sound steps");
    let (sin, cos) = 2.0f64.sin_cos();
    let direction =
        Vector([cos * expected[0] - sin * expected[1], sin * expected[0] + cos * expected[1], expected[2]]);
    let (mut stress, mut angle) = (0.0f64, 0.0f64);
    for state in simulation.particles() {
        stress = state.stress.iter().flatten().fold(stress, |most, x| most.max(x.abs()));
        let f = state.particle.deformation;
        let column = Vector([f[0][0], f[1][0], f[2][0]]);
        angle = angle.max(1.0 - column.dot(direction) / column.norm());
    }
    (stress, angle)
}

/// What turns as a whole is not pressed, and its directions turn with it.
#[test]
fn directions_follow_the_mesh() {
    let law = Across::strands(1e4, 0.3, 20.0);
    let matter = StrandMatter { young_modulus: 1e7, poisson_ratio: 0.3, radius: 0.01, density: 1000.0 };
    for dimension in [Dimension::Two, Dimension::Three] {
        let places: Vec<_> = (0..9).map(|k| [0.05 * (k as f64 - 4.0), 0.0, 0.0]).collect();
        let strand = Mesh::strands(&places, &[(0..9).collect()], matter).expect("a sound strand");
        let (stress, angle) = turned(&mut free(dimension), strand, law, [1.0, 0.0, 0.0]);
        // Spinning stretches it a little, and the grid's gradient across is that of a turn up to its interpolation.
        assert!(stress < 1e-2 * 1e4 && angle < 1e-3, "{dimension:?}: {stress} Pa, {angle}");
    }
    let places = (0..25).map(|k| [0.05 * ((k % 5) as f64 - 2.0), 0.0, 0.05 * ((k / 5) as f64 - 2.0)]);
    let places: Vec<_> = places.collect();
    let corners = (0..16).map(|k| k / 4 * 5 + k % 4);
    let cells: Vec<_> = corners.flat_map(|a| [[a, a + 5, a + 1], [a + 1, a + 5, a + 6]]).collect();
    let matter = SheetMatter { young_modulus: 1e6, poisson_ratio: 0.3, thickness: 0.01, density: 1000.0 };
    let sheet = Mesh::sheet(&places, &cells, matter).expect("a sound sheet");
    let first = sheet.vertices[0].deformation;
    let first = [first[0][0], first[1][0], first[2][0]];
    let (stress, angle) = turned(&mut free(Dimension::Three), sheet, Across::sheets(1e4, 0.3, 20.0), first);
    assert!(stress < 1e-2 * 1e4 && angle < 1e-3, "sheet: {stress} Pa, {angle}");
}

#[test]
fn laws_with_directions_are_for_what_has_them() {
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let solid = Mesh::solid(&corners, &[[0, 1, 2]], FixedCorotated::new(1e4, 0.3), 1000.0).expect("a mesh");
    assert!(Mesh::solid(&corners, &[[0, 1, 2]], Across::strands(1e4, 0.3, 20.0), 1000.0).is_err());
    let mut flat = free(Dimension::Two);
    let contact = flat.add_material("contact", Across::strands(1e4, 0.3, 20.0));
    let error = flat.add_mesh(contact, solid).expect_err("finite elements").to_string();
    assert!(error.starts_with("law `across` of dimension 1 is for strands"), "{error}");
    let matter = StrandMatter { young_modulus: 1e7, poisson_ratio: 0.3, radius: 0.01, density: 1000.0 };
    let rods = Mesh::springs(&corners, &[[0, 1], [1, 2]], matter).expect("rods");
    assert_eq!(flat.add_mesh(contact, rods).expect_err("springs").to_string(), error);
    let strand = || Mesh::strands(&corners, &[vec![0, 1, 2]], matter).expect("a strand");
    let contact = flat.add_material("sheets", Across::sheets(1e4, 0.3, 20.0));
    assert!(flat.add_mesh(contact, strand()).is_err() && flat.is_empty());
    let mut config = Config::new(Dimension::Two, 0.1);
    config.integrator = Integrator::BackwardEuler;
    let mut implicit = Simulation::new(config).expect("a sound configuration");
    let contact = implicit.add_material("contact", Across::strands(1e4, 0.3, 20.0));
    let error = implicit.add_mesh(contact, strand()).expect_err("implicit steps").to_string();
    assert_eq!(error, "particle 0 has a law with directions, which implicit steps do not know");
}
