//! A liquid as a simulation: what users see of it.

use clastic::colliders::{Collider, Contact, Motion};
use clastic::grid::{Axis, Wall};
use clastic::materials::{FixedCorotated, Liquid};
use clastic::shapes::{Dimension, DistanceField, Shape};
use clastic::sources::{Sink, Source};
use clastic::transfer::Scheme;
use clastic::{
    Column, Columns, Config, Fields, LiquidMethod, MaterialId, Method, Particle, Simulation, SimulationError,
    Values,
};

fn field(shape: Shape) -> DistanceField {
    DistanceField::new(shape, Dimension::Two, 0.4).expect("a sound shape")
}

/// A tank of 1 m with a ball that moves through it.
fn config(threads: usize) -> Config {
    let wall = |at: f64| Wall { at, contact: Contact::Separate, friction: 0.0, temperature: None };
    let mut config = Config::new(Dimension::Two, 0.05);
    config.method = Method::Liquid(LiquidMethod::default());
    config.axes[0] = Axis::Bounded { low: Some(wall(0.0)), high: Some(wall(1.0)) };
    config.axes[1] = Axis::Bounded { low: Some(wall(0.0)), high: None };
    config.threads = threads;
    let ball = field(Shape::Ball { center: [0.8, 0.3, 0.0], radius: 0.12 });
    config.colliders = vec![Collider::new(ball).moving(Motion::moving([-0.3, 0.0, 0.0]))];
    config
}

fn water(low: [f64; 2], high: [f64; 2]) -> Vec<Particle> {
    let (spacing, mut particles) = (0.025, Vec::new());
    let count = |axis: usize| ((high[axis] - low[axis]) / spacing).round() as usize;
    for i in 0..count(0) {
        for j in 0..count(1) {
            let x = [low[0] + (i as f64 + 0.5) * spacing, low[1] + (j as f64 + 0.5) * spacing, 0.0];
            particles.push(Particle::at(x, 1000.0 * spacing * spacing, spacing * spacing));
        }
    }
    particles
}

fn dam(config: Config) -> Simulation {
    let mut dam = Simulation::new(config).unwrap();
    let material = dam.add_material("water", Liquid::new(2e6));
    dam.add_particles(material, &water([0.0, 0.0], [0.4, 0.8])).unwrap();
    dam
}

#[test]
fn bits_do_not_depend_on_threads_and_survive_a_snapshot() {
    let run = |threads| {
        let mut dam = dam(config(threads));
        dam.advance_to(0.3).unwrap();
        dam
    };
    let (one, three) = (run(1), run(3));
    assert_eq!(one.particles(), three.particles());
    let mut whole = run(2);
    let mut restored = Simulation::restore(config(2), &one.snapshot()).unwrap();
    for simulation in [&mut whole, &mut restored] {
        simulation.advance_to(0.6).unwrap();
    }
    assert_eq!(whole.particles(), restored.particles());
    assert_eq!(whole.steps(), restored.steps());
}

#[test]
fn mass_stays_and_ids_are_unique_while_particles_come_and_go() {
    let mut dam = dam(config(1));
    let (mass, count) = (dam.diagnostics().mass, dam.len());
    dam.advance_to(0.8).unwrap();
    assert!((dam.diagnostics().mass / mass - 1.0).abs() < 1e-12);
    assert_ne!(dam.len(), count, "none was split or merged");
    let mut columns = Columns::default();
    dam.columns(Fields { c: true, ..Fields::default() }, &mut columns);
    assert!(columns.id.windows(2).all(|pair| pair[0] < pair[1]));
    let particles = dam.particles();
    assert_eq!(columns.id, particles.iter().map(|state| state.id).collect::<Vec<_>>());
    let (Values::F32(x), Values::F32(c)) = (&columns.x, &columns.c) else { panic!("not in f32") };
    for (row, state) in particles.iter().enumerate() {
        let Particle { position, affine, .. } = state.particle;
        assert_eq!(x[2 * row..2 * row + 2], [position[0] as f32, position[1] as f32]);
        assert_eq!(c[4 * row + 1], affine[0][1] as f32);
        // The ball has gone on by 0.24 m.
        assert!((position[0] - 0.56).hypot(position[1] - 0.3) > 0.12 - 1e-6);
    }
    // What is added later does not take an id that is there.
    let first = dam.add_particles(MaterialId(0), &water([0.7, 0.9], [0.75, 0.95])).unwrap();
    assert!(particles.iter().all(|state| state.id < first));
}

#[test]
fn sources_let_liquid_in_and_sinks_take_it() {
    let mut config = config(1);
    config.gravity = [0.0; 3];
    config.colliders.clear();
    let nozzle = field(Shape::Box { low: [0.0, 0.4, 0.0], high: [0.1, 0.6, 0.0] });
    let mut source = Source::new(nozzle, MaterialId(0), 1000.0, 0.025);
    source.velocity = [1.0, 0.0, 0.0];
    config.sources = vec![source];
    config.sinks = vec![Sink::new(field(Shape::Box { low: [0.6, 0.0, 0.0], high: [1.0, 1.0, 0.0] }))];
    let mut jet = Simulation::new(config).unwrap();
    jet.add_material("water", Liquid::new(2e6));
    jet.advance_to(2.0).unwrap();
    // 0.2 m wide at 1 m/s; what fills the nozzle comes on top.
    let come = jet.source_flows()[0].mass;
    assert!((come / 1000.0 - 0.4).abs() < 0.03, "{come}");
    let there = jet.diagnostics().mass;
    assert!((come - jet.sink_flows()[0].mass - there).abs() < 1e-9 * come);
    assert!((there / 1000.0 - 0.12).abs() < 0.012, "{there}");
}

#[test]
fn what_it_cannot_do_is_refused() {
    let refused = |change: &dyn Fn(&mut Config)| {
        let mut config = config(1);
        change(&mut config);
        match Simulation::new(config) {
            Ok(_) => panic!("it was taken"),
            Err(error) => error.to_string(),
        }
    };
    let separates = refused(&|config| config.scheme = Scheme::from_name("sflip", 2).unwrap());
    assert!(separates.contains("β"), "{separates}");
    let account = refused(&|config| config.energy_account = true);
    assert_eq!(account, "the liquid solver knows no energy account");
    let mut dam = dam(config(1));
    let jelly = dam.add_material("jelly", FixedCorotated::new(1e4, 0.3));
    let error = dam.add_particles(jelly, &water([0.5, 0.0], [0.6, 0.1])).unwrap_err();
    assert!(matches!(error, SimulationError::Particle { .. }), "{error}");
    let count = dam.len();
    let mut heavy = water([0.5, 0.0], [0.6, 0.1]);
    heavy[3].mass *= 1.0 + 1e-5;
    let error = dam.add_particles(MaterialId(0), &heavy).unwrap_err().to_string();
    assert!(error.starts_with("particle 3 has another density"), "{error}");
    heavy[3].mass /= 1.0 + 1e-5;
    heavy.iter_mut().for_each(|particle| particle.volume *= 0.5);
    assert!(dam.add_particles(MaterialId(0), &heavy).is_err());
    assert_eq!(dam.len(), count, "a refusal adds none");
    heavy.iter_mut().for_each(|particle| particle.mass *= 0.5);
    dam.add_particles(MaterialId(0), &heavy).expect("smaller particles of the same density");
    assert!(dam.set_scheme(Scheme::from_name("asflip", 2).unwrap()).is_err());
    dam.set_scheme(Scheme::from_name("flip-0.95", 2).unwrap()).unwrap();
    dam.run_steps(2).unwrap();
}

#[test]
fn columns_are_written_back() {
    let (mut touched, mut untouched) = (dam(config(1)), dam(config(1)));
    let mut columns = Columns::default();
    let numbers = |values: &Values| match values {
        Values::F32(numbers) => numbers.iter().map(|x| f64::from(*x)).collect::<Vec<_>>(),
        Values::F64(numbers) => numbers.clone(),
    };
    touched.run_steps(3).unwrap();
    untouched.run_steps(3).unwrap();
    touched.columns(Fields::default(), &mut columns);
    touched.set_column(Column::X, &numbers(&columns.x)).unwrap();
    touched.set_column(Column::V, &numbers(&columns.v)).unwrap();
    assert_eq!(touched.particles(), untouched.particles());
    touched.run_steps(3).unwrap();
    untouched.run_steps(3).unwrap();
    assert_eq!(touched.particles(), untouched.particles(), "a bit was changed");
    touched.columns(Fields::default(), &mut columns);
    let back: Vec<f64> = numbers(&columns.v).iter().map(|v| -v).collect();
    touched.set_column(Column::V, &back).unwrap();
    touched.columns(Fields::default(), &mut columns);
    assert_eq!(numbers(&columns.v), back);
    touched.run_steps(3).unwrap();
    let stretched = vec![2.0; 4 * touched.len()];
    assert!(matches!(touched.set_column(Column::F, &stretched), Err(SimulationError::Particle { .. })));
}
