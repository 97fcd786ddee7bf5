//! Steps that go wrong: what the error says, that the state is the last good one, what is retried, and what limits a step.

mod common;

use std::sync::Arc;

use clastic::materials::{FixedCorotated, Liquid};
use clastic::transfer::FlawKind;
use clastic::{
    BodyForceAt, Config, Criterion, Dimension, Guard, Limit, Particle, Simulation, SimulationError, TimeStep,
};
use common::{Body, DIMENSIONS, PRECISIONS, Scene, assert_same, collision, fill};

/// Steps until the guard gives up; the error must point at a particle as it is, and the state must be the one before.
fn fails(scene: &Scene, kinds: &[FlawKind], what: &str) -> (u64, f64) {
    let mut simulation = scene.simulation();
    for _ in 0..500 {
        let (before, time, steps) = (simulation.particles(), simulation.time(), simulation.steps());
        let Err(error) = simulation.step() else { continue };
        assert_same(&simulation.particles(), &before, &format!("{what}: state after the error"));
        assert_eq!((simulation.time(), simulation.steps()), (time, steps), "{what}");
        let message = error.to_string();
        let SimulationError::Step { step, time: at, kind, particle, material, position, dt } = error else {
            panic!("{what}: {message}");
        };
        assert_eq!((step, at), (steps, time), "{what}");
        assert!(kinds.contains(&kind), "{what}: {kind:?}");
        let named = before.iter().find(|s| s.id == particle).expect("the particle exists");
        assert_eq!(simulation.material_name(named.material), material, "{what}");
        assert_eq!(named.particle.position, position, "{what}");
        for part in [format!("step {step}"), format!("particle {particle} "), format!("`{material}`")] {
            assert!(message.contains(&part), "{what}: {message} lacks {part}");
        }
        // It stays where it is: trying again fails in the same way.
        assert!(simulation.step().is_err(), "{what}");
        assert_same(&simulation.particles(), &before, &format!("{what}: state after the second error"));
        return (step, dt);
    }
    panic!("{what}: nothing failed");
}

#[test]
fn a_force_that_is_not_a_number() {
    for (dimension, precision) in DIMENSIONS.into_iter().flat_map(|d| PRECISIONS.map(|p| (d, p))) {
        // Some of these steps follow one that ordered the particles.
        for healthy in 50..70 {
            let mut scene = collision(dimension);
            scene.config.precision = precision;
            scene.config.body_force = Some(Arc::new(move |at: &BodyForceAt| {
                let sick = at.time > 0.001 * (healthy as f64 - 0.5) && at.reference[0] > 15.0 * 0.0625;
                [if sick { f64::NAN } else { 0.0 }, 0.0, 0.0]
            }));
            let (step, dt) = fails(&scene, &[FlawKind::NotFinite], &format!("{dimension:?} {precision:?}"));
            assert_eq!(step, healthy);
            assert_eq!(dt, 0.001 / 256.0, "halved eight times");
        }
    }
}

#[test]
fn a_force_that_explodes() {
    for (dimension, precision) in DIMENSIONS.into_iter().flat_map(|d| PRECISIONS.map(|p| (d, p))) {
        let mut scene = collision(dimension);
        scene.config.precision = precision;
        scene.config.body_force = Some(Arc::new(|at: &BodyForceAt| {
            [0.0, if at.time > 0.0305 { 1e13 * (at.position[0] - 0.4) } else { 0.0 }, 0.0]
        }));
        let kinds = [FlawKind::TooFast, FlawKind::Deformed];
        assert_eq!(fails(&scene, &kinds, &format!("{dimension:?} {precision:?}")).0, 31);
    }
}

#[test]
fn a_step_far_beyond_stability() {
    for dimension in DIMENSIONS {
        let mut scene = collision(dimension);
        scene.config.time_step = TimeStep::Fixed(5.0);
        let kinds = [FlawKind::TooFast, FlawKind::Deformed];
        fails(&scene, &kinds, &format!("{dimension:?}"));
    }
}

/// Two halves of a block that meet at 110 m/s: in 1 ms each particle moves less than a cell, but the cells between them
/// would be turned inside out.
fn impact(dimension: Dimension) -> Scene {
    let mut config = Config::new(dimension, 0.0625);
    config.time_step = TimeStep::Fixed(0.001);
    config.gravity = [0.0; 3];
    let jelly = fill(&config, [0; 3], [6, 3, 3], 4, 1);
    let middle = 3.0 * config.cell_size;
    let body = Body::new("jelly", FixedCorotated::new(1e4, 0.3), jelly)
        .with(|p| p.velocity[0] = if p.position[0] < middle { 55.0 } else { -55.0 });
    Scene { config, bodies: vec![body] }
}

#[test]
fn an_impact_that_inverts() {
    for dimension in DIMENSIONS {
        let mut scene = impact(dimension);
        scene.config.guard = Guard { max_retries: 0, ..Guard::default() };
        assert_eq!(fails(&scene, &[FlawKind::Deformed], &format!("{dimension:?}")), (0, 0.001));
    }
}

#[test]
fn a_step_somewhat_too_long_is_halved() {
    for (dimension, precision) in DIMENSIONS.into_iter().flat_map(|d| PRECISIONS.map(|p| (d, p))) {
        let mut scene = impact(dimension);
        scene.config.precision = precision;
        let mut simulation = scene.simulation();
        let report = simulation.step().expect("a shorter step will do");
        assert!((1..4).contains(&report.retries), "{report:?}");
        assert_eq!(report.dt, 0.001 * 0.5_f64.powi(report.retries as i32));
        assert_eq!(simulation.time(), report.dt);
        assert_eq!(report.limit.criterion, Criterion::Retry);
        let (id, material) = (report.limit.particle.expect("a particle"), report.limit.material);
        assert!(simulation.particles().iter().any(|s| s.id == id) && material == Some(0));
        // The refused attempts leave no trace: the result is that of the shorter step alone.
        scene.config.time_step = TimeStep::Fixed(report.dt);
        let mut direct = scene.simulation();
        assert_eq!(direct.step().expect("a step").retries, 0);
        assert_same(&simulation.particles(), &direct.particles(), "halved and direct");
    }
}

#[test]
fn frames_are_hit_exactly() {
    let steps = [
        TimeStep::default(),
        TimeStep::Fixed(0.001),
        TimeStep::Fixed(0.0017),
        TimeStep::Adaptive { motion: 0.5, sound: 0.4, max: 1.0 / 240.0 },
    ];
    for time_step in steps {
        let mut scene = collision(Dimension::Two);
        scene.config.time_step = time_step;
        let mut simulation = scene.simulation();
        for frame in 1..=30 {
            simulation.advance_to(frame as f64 / 24.0).expect("a frame");
            assert_eq!(simulation.time(), frame as f64 / 24.0, "{time_step:?}");
        }
        let steps = simulation.steps();
        simulation.advance_to(1.0).expect("the past");
        assert_eq!((simulation.steps(), simulation.time()), (steps, 30.0 / 24.0));
    }
}

/// What limits the first step of a soft and a stiff body and one fast particle.
fn limit(time_step: TimeStep, stray_speed: f64, frame: Option<f64>) -> (f64, Limit, u64) {
    let mut config = Config::new(Dimension::Two, 0.0625);
    config.time_step = time_step;
    let mut simulation = Simulation::new(config.clone()).expect("a sound configuration");
    let soft = simulation.add_material("soft", FixedCorotated::new(1e3, 0.3));
    let stiff = simulation.add_material("stiff", FixedCorotated::new(1e5, 0.3));
    let stray = simulation.add_material("stray", Liquid::new(1.0));
    simulation.add_particles(soft, &fill(&config, [0; 3], [3, 3, 1], 4, 1)).expect("sound particles");
    simulation.add_particles(stiff, &fill(&config, [20, 0, 0], [3, 3, 1], 4, 2)).expect("sound particles");
    let particle = Particle::at([0.0, 3.0, 0.0], 1.0, 1e-3).with_velocity([stray_speed, 0.0, 0.0]);
    let id = simulation.add_particles(stray, &[particle]).expect("a sound particle");
    let until = match frame {
        Some(time) => clastic::Until::Time(time),
        None => clastic::Until::Steps(1),
    };
    let report = simulation.run(until, &mut clastic::NoObserver).expect("a step").expect("one at least");
    (report.dt, report.limit, id)
}

#[test]
fn the_report_names_what_limits_a_step() {
    let adaptive = |motion, sound, max| TimeStep::Adaptive { motion, sound, max };
    // c² = (λ + 2μ)/ρ of the stiff body, which rests.
    let (e, nu) = (1e5, 0.3);
    let c = (e * (1.0 - nu) / ((1.0 + nu) * (1.0 - 2.0 * nu)) / 1000.0_f64).sqrt();
    let (dt, found, _) = limit(adaptive(0.5, 0.4, 1.0), 1.0, None);
    assert_eq!((found.criterion, found.material), (Criterion::Sound, Some(1)));
    let id = found.particle.expect("a particle");
    assert!((36..72).contains(&id), "{id} is of the stiff body");
    assert!((dt - 0.4 * 0.0625 / c).abs() < 1e-5 * dt, "{dt}");

    let (dt, found, stray) = limit(adaptive(0.2, 1.0, 1.0), 50.0, None);
    assert_eq!(found, Limit { criterion: Criterion::Motion, material: Some(2), particle: Some(stray) });
    assert!((dt - 0.2 * 0.0625 / 50.0).abs() < 1e-6 * dt, "{dt}");

    let (dt, found, _) = limit(adaptive(0.5, 0.4, 1e-6), 1.0, None);
    assert_eq!(found, Limit { criterion: Criterion::Maximum, material: None, particle: None });
    assert_eq!(dt, 1e-6);

    let (dt, found, _) = limit(adaptive(0.5, 0.4, 1.0), 1.0, Some(1e-6));
    assert_eq!(found, Limit { criterion: Criterion::Frame, material: None, particle: None });
    assert_eq!(dt, 1e-6);

    let (dt, found, _) = limit(TimeStep::Fixed(1e-5), 1.0, None);
    assert_eq!(found, Limit { criterion: Criterion::Fixed, material: None, particle: None });
    assert_eq!(dt, 1e-5);
}

/// The particle that is named is the fastest, also right after particles were ordered.
#[test]
fn the_report_names_the_fastest_particle() {
    for dimension in DIMENSIONS {
        let mut scene = collision(dimension);
        let (motion, d) = (0.05, dimension as usize);
        scene.config.time_step = TimeStep::Adaptive { motion, sound: 1e3, max: 0.001 };
        let cell = scene.config.cell_size;
        let mut simulation = scene.simulation();
        let mut named = 0;
        for step in 0..150 {
            let before = simulation.particles();
            let Limit { criterion, material, particle } = simulation.step().expect("a step").limit;
            if criterion != Criterion::Motion {
                continue;
            }
            // ‖v‖ + 6√d/Δx ‖B‖, B = C Δx²/4.
            let speed = |s: &clastic::ParticleState| {
                let norm = |values: &[f64]| values.iter().map(|x| x * x).sum::<f64>().sqrt();
                let affine = norm(s.particle.affine.as_flattened());
                norm(&s.particle.velocity) + 6.0 * (d as f64).sqrt() * 0.25 * cell * affine
            };
            let fastest = before.iter().map(speed).fold(0.0, f64::max);
            let chosen = before.iter().find(|s| Some(s.id) == particle).expect("the particle exists");
            assert_eq!(Some(chosen.material), material);
            assert!(speed(chosen) > 0.99999 * fastest, "step {step}: {} of {fastest} m/s", speed(chosen));
            named += 1;
        }
        assert!(named > 50, "motion limited {named} steps");
    }
}

/// A density so low that sound crosses a cell in less time than the clock can show.
#[test]
fn a_step_too_short_for_the_clock_ends_the_run() {
    let mut simulation = Simulation::new(Config::new(Dimension::Two, 0.1)).expect("a sound configuration");
    let jelly = simulation.add_material("jelly", FixedCorotated::new(1e14, 0.3));
    let light = Particle::at([0.0; 3], 1e-30, 0.0025);
    simulation.advance_to(1.0).expect("nothing yet");
    simulation.add_particles(jelly, &[light]).expect("a sound particle");
    let error = simulation.advance_to(2.0).expect_err("no step moves the clock");
    assert!(matches!(error, SimulationError::Stalled { step: 1, .. }), "{error}");
    assert!(error.to_string().contains("too short to move the clock"), "{error}");
}
