//! Several components through the door that all solvers share.

use clastic::materials::{Liquid, Material, RestDensity};
use clastic::shapes::{DistanceField, Shape};
use clastic::solvers::mlsrk::{FreeEnergy, MlsrkError, PhaseField};
use clastic::sources::Source;
use clastic::{
    COMPONENTS_MAX, Column, Columns, Config, ConfigError, Dimension, Fields, MaterialId, Method, MlsrkMethod,
    Particle, Simulation, SimulationError, Values,
};

const SPACING: f64 = 0.05;

fn config(components: usize) -> Config {
    let mut config = Config::new(Dimension::Two, 2.0 * SPACING);
    config.gravity = [0.0; 3];
    let phase = Some(PhaseField::new(FreeEnergy::SingleWell, 0.0));
    config.method = Method::Mlsrk(MlsrkMethod { components, phase, ..MlsrkMethod::default() });
    config
}

fn water() -> Material {
    Material::from(Liquid::new(1e4)).measured().mobile(1e-2)
}

/// A square of water that is sheared, with these concentrations by where a particle begins.
fn bath(config: Config, concentrations: impl Fn(f64, f64) -> [f64; COMPONENTS_MAX]) -> Simulation {
    let mut bath = Simulation::new(config).expect("a sound configuration");
    let material = bath.add_material("water", water());
    let particles: Vec<Particle> = (0..144)
        .map(|k| {
            let [x, y] = [k % 12, k / 12].map(|k| SPACING * (f64::from(k) + 0.5));
            let area = SPACING * SPACING;
            let mut particle = Particle::at([x, y, 0.0], 1e3 * area, area).with_velocity([y, 0.0, 0.0]);
            particle.concentrations = concentrations(x, y);
            particle
        })
        .collect();
    bath.add_particles(material, &particles).expect("particles");
    bath
}

/// Three components that begin in three ways.
fn shares(x: f64, y: f64) -> [f64; 3] {
    [f64::from(x < 0.3), y / 0.6, if x + y < 0.5 { 0.8 } else { 0.1 }]
}

fn three(x: f64, y: f64) -> [f64; COMPONENTS_MAX] {
    let mut all = [0.0; COMPONENTS_MAX];
    all[..3].copy_from_slice(&shares(x, y));
    all
}

fn concentrations(simulation: &Simulation) -> Vec<f64> {
    let mut columns = Columns::default();
    simulation.columns(Fields { concentration: true, ..Fields::default() }, &mut columns);
    match columns.concentration {
        Values::F32(numbers) => numbers.into_iter().map(f64::from).collect(),
        Values::F64(numbers) => numbers,
    }
}

/// No component knows of another: each moves as it would alone, bit by bit, and keeps its mass.
#[test]
fn components_move_by_themselves() {
    let mut all = bath(config(3), three);
    let before = all.components();
    let begun = concentrations(&all);
    all.advance_to(0.5).expect("steps");
    let together = concentrations(&all);
    for (component, (now, before)) in all.components().iter().zip(&before).enumerate() {
        assert!((now.mass / before.mass - 1.0).abs() < 1e-13, "{now:?} {before:?}");
        let own = || together.iter().skip(component).step_by(3).copied();
        let [least, greatest] = [own().fold(f64::MAX, f64::min), own().fold(f64::MIN, f64::max)];
        assert!((now.least - least).abs() < 1e-6 && (now.greatest - greatest).abs() < 1e-6, "{now:?}");
        assert!(least > before.least && greatest < before.greatest, "what spreads comes nearer to its mean");
    }
    assert_eq!(together.len(), 3 * all.len());
    assert!(together.iter().zip(&begun).any(|(now, then)| (now - then).abs() > 0.05), "nothing moves");
    for component in 0..3 {
        let mut alone = bath(config(1), |x, y| {
            let mut one = [0.0; COMPONENTS_MAX];
            one[0] = shares(x, y)[component];
            one
        });
        alone.advance_to(0.5).expect("steps");
        let own: Vec<f64> = together.iter().skip(component).step_by(3).copied().collect();
        assert_eq!(own, concentrations(&alone), "component {component}");
    }
}

/// Columns of all components can be written back, and a snapshot keeps them.
#[test]
fn all_components_are_kept() {
    let mut bath = bath(config(3), three);
    bath.run_steps(5).expect("steps");
    let halved: Vec<f64> = concentrations(&bath).iter().map(|c| 0.5 * c).collect();
    bath.set_column(Column::Concentration, &halved).expect("half of them");
    assert_eq!(concentrations(&bath), halved);
    for (state, expected) in bath.particles().iter().zip(halved.chunks_exact(3)) {
        let found = state.particle.concentrations[..3].iter().map(|c| *c as f32 as f64);
        assert!(found.eq(expected.iter().map(|c| *c as f32 as f64)));
    }
    let short = bath.set_column(Column::Concentration, &halved[..bath.len()]);
    assert!(matches!(short, Err(SimulationError::Column { expected, .. }) if expected == halved.len()));
    let mut restored = Simulation::restore(config(3), &bath.snapshot()).expect("the same configuration");
    bath.run_steps(5).expect("steps");
    restored.run_steps(5).expect("steps");
    assert_eq!(concentrations(&bath), concentrations(&restored));
}

/// The density of water that heeds the second component swells by that and not by the first.
#[test]
fn a_material_heeds_its_component() {
    let swollen = |heeded: usize| {
        let mut config = config(2);
        if let Method::Mlsrk(method) = &mut config.method {
            method.phase = None;
        }
        let mut simulation = Simulation::new(config).unwrap();
        let density = RestDensity(vec![1000.0, -500.0]);
        let material = simulation.add_material("water", water().swelling(density).heeding(heeded));
        let mut particle = Particle::at([0.0; 3], 1.0, 1e-3);
        particle.concentrations[1] = 0.2;
        simulation.add_particles(material, &[particle]).unwrap();
        let mut columns = Columns::default();
        simulation.columns(Fields { concentration: true, ..Fields::default() }, &mut columns);
        let Values::F32(mut numbers) = columns.concentration else { panic!("in single precision") };
        numbers[1] = 1.0;
        let numbers: Vec<f64> = numbers.into_iter().map(f64::from).collect();
        simulation.set_column(Column::Concentration, &numbers).unwrap();
        simulation.run_steps(1).unwrap();
        simulation.particles()[0].particle.volume / 1e-3
    };
    assert_eq!(swollen(0), 1.0);
    // From ρ = 900 to ρ = 500.
    assert!((swollen(1) - 900.0 / 500.0).abs() < 1e-6, "{}", swollen(1));
}

/// What there is not is refused: components beyond all, beyond the simulation's, and of materials and sources.
#[test]
fn unknown_components_are_refused() {
    let many = Simulation::new(config(COMPONENTS_MAX + 1)).err();
    assert_eq!(many, Some(ConfigError::Mlsrk(MlsrkError::Components(COMPONENTS_MAX + 1)).into()));

    let mut two = Simulation::new(config(2)).unwrap();
    let material = two.add_material("water", water());
    let mut particle = Particle::at([0.0; 3], 1.0, 1e-3);
    particle.concentrations[2] = 0.5;
    let refused = two.add_particles(material, &[particle]).unwrap_err();
    assert!(
        refused.to_string().contains("has a concentration of a component that there is not"),
        "{refused}"
    );

    let other = two.add_material("other", water().heeding(2));
    let refused = two.add_particles(other, &[Particle::at([0.0; 3], 1.0, 1e-3)]).unwrap_err();
    assert!(refused.to_string().contains("depends on a component that there is not"), "{refused}");

    let mut config = config(1);
    let nozzle = Shape::Box { low: [0.0; 3], high: [0.2, 0.2, 0.0] };
    let nozzle = DistanceField::new(nozzle, Dimension::Two, 0.4).expect("a box");
    let mut source = Source::new(nozzle, MaterialId(0), 1e3, SPACING);
    source.concentrations[1] = 1.0;
    config.sources.push(source);
    assert!(matches!(
        Simulation::new(config).err(),
        Some(SimulationError::Config(ConfigError::Source { index: 0, .. }))
    ));
}
