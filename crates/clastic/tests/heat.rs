//! Heat: what is conserved, what evens out, and what does not move by itself.

mod common;

use clastic::materials::{Carried, FixedCorotated, Heat, Liquid, Material};
use clastic::{Config, Dimension, Particle, ParticleState, Precision, Simulation, TimeStep};
use common::{Body, DIMENSIONS, PRECISIONS, Random, Scene, collision, fill};

/// `Σ m h`, in J, with `h = c T` and the latent heat of what is molten.
fn enthalpy(scene: &Scene, particles: &[ParticleState]) -> f64 {
    let of = |state: &ParticleState| {
        let heat = scene.bodies[state.material].material.heat?;
        let sensible = heat.capacity * state.particle.temperature;
        Some(state.particle.mass * (sensible + heat.latent_heat * state.melt))
    };
    particles.iter().filter_map(of).sum()
}

#[test]
fn enthalpy_is_kept_while_matter_moves() {
    for dimension in DIMENSIONS {
        for precision in PRECISIONS {
            let mut scene = collision(dimension);
            scene.config.precision = precision;
            let mut simulation = scene.simulation();
            let before = enthalpy(&scene, &simulation.particles());
            simulation.run_steps(400).expect("steps");
            let particles = simulation.particles();
            let change = enthalpy(&scene, &particles) / before - 1.0;
            // The heat of a particle rounds to half an ulp, and what is lost is remembered.
            let allowed = if precision == Precision::F32 { 1e-7 } else { 1e-13 };
            assert!(change.abs() < allowed, "{dimension:?} {precision:?}: {change:e}");
            let spread = |material: usize| {
                let t: Vec<f64> = particles
                    .iter()
                    .filter(|s| s.material == material)
                    .map(|s| s.particle.temperature)
                    .collect();
                t.iter().fold(0.0f64, |a, b| a.max(*b)) - t.iter().fold(1e9f64, |a, b| a.min(*b))
            };
            assert!(spread(0) < 30.0, "{dimension:?}: jelly still differs by {} K", spread(0));
            assert!(spread(2) == 0.0, "{dimension:?}: heat came to what keeps none");
        }
    }
}

/// A block at rest without gravity.
fn still(dimension: Dimension, material: Material, temperature: impl FnMut(&mut Particle)) -> Scene {
    let mut config = Config::new(dimension, 0.1);
    config.gravity = [0.0; 3];
    config.time_step = TimeStep::Fixed(1e-3);
    let particles = fill(&config, [0; 3], [6, 6, 6], 8, 3);
    Scene { config, bodies: vec![Body::new("block", material, particles).with(temperature)] }
}

#[test]
fn without_conduction_nothing_changes() {
    let mut random = Random::new(1);
    let material = Material::from(FixedCorotated::new(1e4, 0.3)).heated(Heat::new(1000.0, 0.0));
    let scene = still(Dimension::Two, material, |p| p.temperature = random.between(0.0, 100.0));
    let mut simulation = scene.simulation();
    let before: Vec<f64> = simulation.particles().iter().map(|s| s.particle.temperature).collect();
    simulation.run_steps(50).expect("steps");
    let after: Vec<f64> = simulation.particles().iter().map(|s| s.particle.temperature).collect();
    assert_eq!(before, after);
}

#[test]
fn differences_within_a_cell_even_out() {
    let mut random = Random::new(2);
    let material = Material::from(FixedCorotated::new(1e4, 0.3)).heated(Heat::new(1000.0, 2e3));
    let mut scene = still(Dimension::Two, material, |p| p.temperature = 50.0 + random.between(-10.0, 10.0));
    scene.config.precision = Precision::F64;
    scene.config.time_step = TimeStep::Fixed(0.5);
    let mut simulation = scene.simulation();
    let spread = |simulation: &Simulation| {
        let particles = simulation.particles();
        let n = particles.len() as f64;
        let mean = particles.iter().map(|s| s.particle.temperature).sum::<f64>() / n;
        (particles.iter().map(|s| (s.particle.temperature - mean).powi(2)).sum::<f64>() / n).sqrt()
    };
    let before = spread(&simulation);
    // The diffusivity is 2e-3 m²/s: heat crosses a cell in 5 s, and the block in 3 minutes.
    simulation.run_steps(2000).expect("steps");
    let after = spread(&simulation);
    assert!(after < 1e-3 * before, "{before} K and then {after} K");
}

#[test]
fn melting_takes_latent_heat() {
    let heat = Heat::new(2000.0, 1e4).melting(2e5, 10.0);
    let solid = Material::from(Liquid::new(1e4)).heated(heat);
    let knots = [(0.0, solid.clone()), (1.0, Material::from(Liquid::new(5e3)).heated(heat))];
    let material = solid.varying(Carried::Melt, &knots).expect("ascending, and of one law");
    // One half is molten and hot, the other solid at the melting point: its excess melts half of the other.
    let mut scene = still(Dimension::Two, material, |p| {
        p.temperature = if p.position[0] < 0.3 { 60.0 } else { 10.0 };
    });
    scene.config.precision = Precision::F64;
    scene.config.time_step = TimeStep::Fixed(0.05);
    let mut simulation = scene.simulation();
    let first = simulation.particles();
    let mass: f64 = first.iter().map(|s| s.particle.mass).sum();
    let molten =
        |particles: &[ParticleState]| particles.iter().map(|s| s.particle.mass * s.melt).sum::<f64>() / mass;
    let (before, share) = (enthalpy(&scene, &first), molten(&first));
    simulation.run_steps(10_000).expect("steps");
    let last = simulation.particles();
    let hottest = last.iter().fold(0.0f64, |t, s| t.max(s.particle.temperature));
    assert!((hottest - 10.0).abs() < 1.0, "still {hottest} degrees after all");
    assert!((enthalpy(&scene, &last) / before - 1.0).abs() < 1e-12);
    let expected = share + 0.25;
    assert!((molten(&last) - expected).abs() < 0.02, "{} of it is molten, not {expected}", molten(&last));
}
