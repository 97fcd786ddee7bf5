//! Columns hold what [`Simulation::particles`] returns, in the simulation's precision.

mod common;

use clastic::transfer::Scheme;
use clastic::{Columns, Fields, ParticleState, Precision, Simulation, Values};
use common::{DIMENSIONS, PRECISIONS, collision};

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
    check(&columns.concentration, "concentration", which.concentration, &|s| vec![s.particle.concentration]);
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
