//! Columns hold what [`Simulation::particles`] returns, in the simulation's precision.

mod common;

use clastic::materials::Sand;
use clastic::transfer::Scheme;
use clastic::{
    Column, Columns, Dimension, Fields, MaterialId, ParticleState, Precision, Simulation, SimulationError,
    TimeStep, Values,
};
use common::{DIMENSIONS, PRECISIONS, assert_same, collision, meshes};

const ALL: Fields = Fields { c: true, f: true, stress: true, temperature: true, concentration: true };

/// Fails unless the column holds these numbers, rounded, in the precision of the simulation.
fn assert_column(column: &Values, precision: Precision, expected: impl Iterator<Item = f64>, what: &str) {
    match (column, precision) {
        (Values::F32(got), Precision::F32) => {
            let expected: Vec<u32> = expected.map(|x| (x as f32).to_bits()).collect();
            assert_eq!(got.iter().map(|x| x.to_bits()).collect::<Vec<_>>(), expected, "{what}");
        }
        (Values::F64(got), Precision::F64) => {
            let expected: Vec<u64> = expected.map(f64::to_bits).collect();
            assert_eq!(got.iter().map(|x| x.to_bits()).collect::<Vec<_>>(), expected, "{what}");
        }
        _ => panic!("{what}: another precision"),
    }
}

fn assert_columns(simulation: &Simulation, which: Fields, columns: &mut Columns, what: &str) {
    simulation.columns(which, columns);
    let particles = simulation.particles();
    let (d, precision) = (simulation.config().dimension as usize, simulation.config().precision);
    let vector = |v: &[f64; 3]| v[..d].to_vec();
    let matrix = |m: &[[f64; 3]; 3]| m[..d].iter().flat_map(|row| row[..d].to_vec()).collect::<Vec<_>>();
    let check = |column: &Values, name: &str, wanted: bool, of: &dyn Fn(&ParticleState) -> Vec<f64>| {
        let expected = particles.iter().filter(|_| wanted).flat_map(of);
        assert_column(column, precision, expected, &format!("{what}: {name}"));
    };
    check(&columns.x, "x", true, &|s| vector(&s.particle.position));
    check(&columns.v, "v", true, &|s| vector(&s.particle.velocity));
    check(&columns.j, "j", true, &|s| vec![s.volume_ratio]);
    check(&columns.c, "c", which.c, &|s| matrix(&s.particle.affine));
    check(&columns.f, "f", which.f, &|s| matrix(&s.particle.deformation));
    check(&columns.stress, "stress", which.stress, &|s| matrix(&s.stress));
    check(&columns.temperature, "temperature", which.temperature, &|s| vec![s.particle.temperature]);
    check(&columns.concentration, "concentration", which.concentration, &|s| {
        vec![s.particle.concentrations[0]]
    });
    assert_eq!(columns.id, particles.iter().map(|s| s.id).collect::<Vec<_>>(), "{what}: id");
    assert_eq!(
        columns.material,
        particles.iter().map(|s| s.material as i32).collect::<Vec<_>>(),
        "{what}: material"
    );
}

#[test]
fn columns_hold_the_particles() {
    let mut columns = Columns::default();
    for (dimension, precision) in DIMENSIONS.into_iter().flat_map(|d| PRECISIONS.map(|p| (d, p))) {
        let mut scene = collision(dimension);
        // More than one task's rows.
        for body in &mut scene.bodies {
            for copy in 1..20 {
                let shift = |mut p: clastic::Particle| {
                    p.position[0] += 1e-4 * copy as f64;
                    p
                };
                let some = body.particles[..100].iter().map(|p| shift(*p)).collect::<Vec<_>>();
                body.particles.extend(some);
            }
        }
        scene.config.precision = precision;
        scene.config.scheme = Scheme::from_name("asflip", dimension as usize).expect("a name of the table");
        let mut simulation = scene.simulation();
        let what = |when| format!("{dimension:?} {precision:?} {when}");
        assert!(simulation.len() > 5000);
        assert_columns(&simulation, ALL, &mut columns, &what("at the beginning"));
        simulation.run_steps(60).expect("steps");
        assert_columns(&simulation, ALL, &mut columns, &what("after steps"));
        assert_columns(&simulation, Fields::default(), &mut columns, &what("without matrices"));
        simulation.retain_particles(|s| s.id % 3 != 1);
        assert_columns(&simulation, ALL, &mut columns, &what("with holes"));
        simulation.run_steps(30).expect("steps");
        assert_columns(&simulation, Fields { f: true, ..Fields::default() }, &mut columns, &what("later"));
        // So few that their ids are sorted.
        simulation.retain_particles(|s| s.id % 7 == 0);
        simulation.run_steps(1).expect("a step");
        assert_columns(&simulation, ALL, &mut columns, &what("with few"));
        simulation.retain_particles(|_| false);
        assert_columns(&simulation, ALL, &mut columns, &what("with none"));
        assert!(columns.id.is_empty());
    }
}

fn numbers(values: &Values) -> Vec<f64> {
    match values {
        Values::F32(numbers) => numbers.iter().map(|x| f64::from(*x)).collect(),
        Values::F64(numbers) => numbers.clone(),
    }
}

/// The columns that can be written back, as they are.
fn written(columns: &Columns) -> [(Column, Vec<f64>); 6] {
    [
        (Column::X, numbers(&columns.x)),
        (Column::V, numbers(&columns.v)),
        (Column::C, numbers(&columns.c)),
        (Column::F, numbers(&columns.f)),
        (Column::Temperature, numbers(&columns.temperature)),
        (Column::Concentration, numbers(&columns.concentration)),
    ]
}

/// Writes all columns back now and then, and fails unless that changes no bit of what follows.
fn assert_untouched([mut touched, mut untouched]: [Simulation; 2], what: &str) {
    let mut columns = Columns::default();
    for _ in 0..3 {
        touched.run_steps(20).expect("steps");
        untouched.run_steps(20).expect("steps");
        assert_same(&touched.particles(), &untouched.particles(), what);
        touched.columns(ALL, &mut columns);
        for (column, values) in written(&columns) {
            touched.set_column(column, &values).expect("the present values");
        }
        assert_same(&touched.particles(), &untouched.particles(), what);
    }
}

/// In `f32` a place in the world is rounded more than one in its block, which must not matter. Sand returns to its cone
/// whenever its law is asked, and meshes lay their directions into what laws keep.
#[test]
fn what_is_written_back_as_it_was_read_changes_no_bit() {
    for (dimension, precision) in DIMENSIONS.into_iter().flat_map(|d| PRECISIONS.map(|p| (d, p))) {
        let mut scene = collision(dimension);
        scene.config.precision = precision;
        let what = format!("{dimension:?} {precision:?}");
        assert_untouched([scene.simulation(), scene.simulation()], &what);
        scene.config.time_step = TimeStep::default();
        for body in &mut scene.bodies {
            body.material = Sand::new(1e5, 0.3, 30.0).into();
        }
        assert_untouched([scene.simulation(), scene.simulation()], &format!("{what}, sand"));
    }
    assert_untouched([meshes(1), meshes(2)], "meshes");
}

#[test]
fn what_is_written_is_read_and_simulated() {
    for (dimension, precision) in DIMENSIONS.into_iter().flat_map(|d| PRECISIONS.map(|p| (d, p))) {
        let mut scene = collision(dimension);
        scene.config.precision = precision;
        let (mut simulation, d) = (scene.simulation(), dimension as usize);
        let what = format!("{dimension:?} {precision:?}");
        simulation.run_steps(20).expect("steps");
        let mut columns = Columns::default();
        simulation.columns(ALL, &mut columns);
        let [(_, mut x), (_, mut v), (_, mut c), (_, mut f), _, _] = written(&columns);
        // Every third particle by many blocks, powers of two so that nothing is rounded anew.
        x.chunks_exact_mut(d).step_by(3).for_each(|x| x[0] = 64.0 + (x[0] * 1024.0).round() / 1024.0);
        v.iter_mut().for_each(|v| *v = 0.5 - *v);
        c.iter_mut().for_each(|c| *c *= -0.5);
        // Compressed evenly, which a liquid keeps too: it knows its volume alone, and comes apart where that grows.
        f.iter_mut().for_each(|f| *f *= 0.9375);
        for (column, values) in [(Column::X, &x), (Column::V, &v), (Column::C, &c), (Column::F, &f)] {
            simulation.set_column(column, values).expect("values that make sense");
        }
        assert_columns(&simulation, ALL, &mut columns, &what);
        let ids = columns.id.clone();
        let near = |found: &Values, expected: &[f64], what: &str| {
            let epsilon = if precision == Precision::F32 { f64::from(f32::EPSILON) } else { f64::EPSILON };
            for (found, expected) in numbers(found).iter().zip(expected) {
                // Of a place the offset in its block is kept, and of a deformation what differs from rest.
                let error = (found - expected).abs();
                assert!(error <= 4.0 * epsilon * expected.abs().max(1.0), "{what}: {found} {expected}");
            }
        };
        near(&columns.x, &x, &format!("{what}: x"));
        near(&columns.v, &v, &format!("{what}: v"));
        near(&columns.c, &c, &format!("{what}: c"));
        near(&columns.f, &f, &format!("{what}: f"));
        simulation.run_steps(5).expect("steps");
        assert_columns(&simulation, ALL, &mut columns, &format!("{what}, later"));
        assert_eq!(columns.id, ids, "{what}: nobody is lost");
    }
}

#[test]
fn columns_that_make_no_sense_change_nothing() {
    let mut simulation = collision(Dimension::Two).simulation();
    simulation.run_steps(3).expect("steps");
    let before = simulation.particles();
    let n = simulation.len();
    let mut places = vec![0.5; 2 * n];
    let refused = simulation.set_column(Column::X, &places[1..]);
    assert_eq!(refused, Err(SimulationError::Column { expected: 2 * n, found: 2 * n - 1 }));
    for wrong in [f64::NAN, f64::INFINITY, 1e300] {
        places[7] = wrong;
        let refused = simulation.set_column(Column::X, &places);
        assert!(matches!(refused, Err(SimulationError::Particle { index: 3, .. })), "{refused:?}");
    }
    // One of the materials keeps heat, the other does not.
    let refused = simulation.set_column(Column::Temperature, &vec![20.0; n]);
    assert!(matches!(refused, Err(SimulationError::Particle { .. })), "{refused:?}");
    // One that is flat, and one that is a mirror's.
    for wrong in [0.0, -1.0] {
        let mut columns = Columns::default();
        simulation.columns(ALL, &mut columns);
        let mut f = numbers(&columns.f);
        f.iter_mut().for_each(|f| *f *= 0.9375);
        f[4 * 5..4 * 6].copy_from_slice(&[wrong, 0.0, 0.0, 1.0]);
        let refused = simulation.set_column(Column::F, &f).expect_err("no matter is like that").to_string();
        assert!(refused.starts_with("particle 5") && refused.contains("inside out"), "{refused}");
        let mut particle = before[0].particle;
        (particle.deformation[0], particle.deformation[1]) = ([wrong, 0.0, 0.0], [0.0, 1.0, 0.0]);
        let refused = simulation.add_particles(MaterialId(0), &[particle]).expect_err("nor this").to_string();
        assert!(refused.contains("inside out"), "{refused}");
    }
    assert_eq!(simulation.particles(), before);
}
