//! Steps that must not be committed, what is refused before there is one, and what limits their length.

use clastic::materials::{Liquid, Material, NeoHookean};
use clastic::solvers::mlsrk::*;
use clastic::transfer::FlawKind;
use clastic::{
    Column, Columns, Config, Criterion, Dimension, Fields, Guard, Method, MlsrkMethod, Particle, Simulation,
    SimulationError, TimeStep, Values,
};

use crate::common::*;

const SPACING: f64 = 0.1;

fn config(dt: TimeStep, method: MlsrkMethod) -> Config {
    let mut config = Config::new(Dimension::Two, 2.0 * SPACING);
    (config.time_step, config.gravity) = (dt, [0.0; 3]);
    config.method = Method::Mlsrk(method);
    config
}

/// Two halves of a block that meet: in 1 ms every particle moves less than half a kernel's radius, but what is between them would be
/// turned inside out.
fn impact(guard: Guard, dt: f64) -> Simulation {
    let mut config = config(TimeStep::Fixed(dt), MlsrkMethod::default());
    config.guard = guard;
    let mut block = Simulation::new(config).expect("a sound configuration");
    let jelly = block.add_material("jelly", NeoHookean::new(1e4, 0.3));
    let area = SPACING * SPACING;
    let halves = lattice([12, 6], SPACING, 0.0).into_iter().map(|[x, y]| {
        let speed = if x < 0.6 { 110.0 } else { -110.0 };
        Particle::at([x, y, 0.0], 1e3 * area, area).with_velocity([speed, 0.0, 0.0])
    });
    block.add_particles(jelly, &halves.collect::<Vec<_>>()).expect("sound particles");
    block
}

#[test]
fn what_would_be_turned_inside_out_is_refused() {
    let mut block = impact(Guard { max_retries: 0, ..Guard::default() }, 1e-3);
    let before = block.particles();
    let error = block.step().expect_err("too long a step");
    assert!(matches!(error, SimulationError::Step { kind: FlawKind::Deformed, step: 0, .. }), "{error}");
    assert!(error.to_string().contains("turned inside out"), "{error}");
    assert_eq!((block.particles(), block.time()), (before, 0.0));

    let mut block = impact(Guard::default(), 1e-3);
    let report = block.step().expect("a shorter step will do");
    assert!((1..4).contains(&report.retries) && report.limit.criterion == Criterion::Retry, "{report:?}");
    let mut direct = impact(Guard::default(), report.dt);
    assert_eq!(direct.step().expect("a step").retries, 0);
    assert_eq!(block.particles(), direct.particles(), "what was refused has left a trace");
}

/// The guard's own bounds count, in half kernel radii.
#[test]
fn the_guard_is_heeded() {
    let kind = |guard: Guard, dt: f64| {
        let error = impact(Guard { max_retries: 0, ..guard }, dt).step().expect_err("not within the guard");
        let SimulationError::Step { kind, .. } = error else { panic!("{error}") };
        kind
    };
    let usual = Guard::default();
    assert_eq!(kind(Guard { max_cells_per_step: 0.01, ..usual }, 1e-4), FlawKind::TooFast);
    assert_eq!(kind(Guard { step_volume_ratio: (0.99, 1.01), ..usual }, 1e-4), FlawKind::Deformed);
    assert_eq!(kind(Guard { volume_ratio: (0.99, 1.01), ..usual }, 1e-4), FlawKind::Deformed);
    assert_eq!(impact(Guard { max_retries: 0, ..usual }, 1e-4).step().expect("a step").retries, 0);
}

#[test]
fn a_deformation_inside_out_is_refused() {
    let mut block = impact(Guard::default(), 1e-4);
    let before = block.particles();
    let mut columns = Columns::default();
    block.columns(Fields { f: true, ..Fields::default() }, &mut columns);
    let Values::F32(f) = columns.f else { panic!("in the precision of frames") };
    let mut f: Vec<f64> = f.into_iter().map(f64::from).collect();
    f[4 * 7] = -1.0;
    let error = block.set_column(Column::F, &f).expect_err("particle 7 inside out");
    assert!(matches!(error, SimulationError::Particle { index: 7, .. }), "{error}");
    assert_eq!(block.particles(), before);

    let mut matter = Mlsrk::new(Settings::<2>::new(1.0), vec![NeoHookean::new(1.0, 0.3).into()]).unwrap();
    let turned = Seed { deformation: [[0.0, 1.0], [1.0, 0.0]], ..Seed::at([0.0; 2], 1.0, 1.0) };
    assert_eq!(matter.add(turned, &[]), Err(MlsrkError::Particle { particle: 0 }));
}

#[test]
fn energies_that_are_not_numbers_are_refused() {
    let new = |energy: FreeEnergy| {
        let settings = Settings { phase: Some(PhaseField::new(energy, 1.0)), ..Settings::<2>::new(1.0) };
        Mlsrk::new(settings, Vec::new()).err()
    };
    let is_flaw = |error: MlsrkError| matches!(error, MlsrkError::Setting { name: "energy", .. });
    for wrong in [
        FreeEnergy::DoubleWell(-1.0),
        FreeEnergy::DoubleWell(f64::NAN),
        FreeEnergy::Polynomial(vec![0.0, f64::INFINITY]),
    ] {
        assert!(new(wrong.clone()).is_some_and(is_flaw), "{wrong:?}");
    }
    assert!(new(FreeEnergy::Polynomial(vec![0.0, -1.0, 1.0])).is_none());
}

/// Components that spread fast limit the step, and the report says so.
#[test]
fn the_report_names_what_spreads_fastest() {
    let field = PhaseField::new(FreeEnergy::SingleWell, 0.0);
    let method = MlsrkMethod { phase: Some(field), ..MlsrkMethod::default() };
    let mut bath = Simulation::new(config(TimeStep::default(), method)).expect("a sound configuration");
    let area = SPACING * SPACING;
    let mut pour = |name: &str, mobility: f64, at: f64| {
        let material = bath.add_material(name, Material::from(Liquid::new(1e3)).mobile(mobility));
        let places = lattice([6, 6], SPACING, 0.0);
        let particles: Vec<_> =
            places.iter().map(|[x, y]| Particle::at([x + at, *y, 0.0], 1e3 * area, area)).collect();
        bath.add_particles(material, &particles).expect("sound particles");
    };
    pour("slow", 1e-3, 0.0);
    pour("quick", 10.0, 0.6);
    let report = bath.step().expect("a step");
    let particle = report.limit.particle.expect("a particle");
    assert_eq!((report.limit.criterion, report.limit.material), (Criterion::Diffusion, Some(1)));
    assert!((36..72).contains(&particle), "{particle}");
    // D = L H'', H'' = 2, for a kernel's scale of 1.25 distances.
    let a = 0.5 * 1.25 * 2.0 * SPACING;
    let expected = 0.28 * a * a / (2.0 * 10.0);
    assert!((report.dt / expected - 1.0).abs() < 1e-6, "{} {expected}", report.dt);
}
