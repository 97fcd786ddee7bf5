//! Components: a mixture that parts (D2), powder that dissolves and shrinks (D5, D11), a jelly that swells.

use crate::common::*;
use clastic::materials::{Hencky, Liquid, Material, RestDensity};
use clastic::solvers::mlsrk::*;

/// A dam break of a mixture of densities 10⁴ and 10³, so many particles across: how much higher the light ones are than the heavy ones, over
/// half the mean height of all, every so often.
fn unmixing(across: usize, seconds: f64) -> Vec<f64> {
    let h = 0.4 / across as f64;
    let settings = Settings::<2> { gravity: [0.0, -9.81], ..Settings::new(2.5 * h) };
    let mut matter = Mlsrk::new(settings, vec![Material::from(Liquid::new(4e5)).measured()]).unwrap();
    let mut seed = 11;
    for x in lattice([across; 2], h, 0.1) {
        let density = if random(&mut seed) < 0.0 { 1e4 } else { 1e3 };
        matter.add(Seed::at(x, density * h * h, h * h), &[]).unwrap();
    }
    let tank = Planes::tank([1.0, 1.0]);
    let dt = 1e-4 * 80.0 / across as f64;
    let looks = 5;
    let mut history = Vec::new();
    for _ in 0..looks {
        for _ in 0..(seconds / dt / looks as f64) as usize {
            matter.step(dt, &tank).unwrap();
        }
        let p = matter.particles();
        let light = |i: &usize| p.mass[*i] < 5e3 * h * h;
        let mean = |light_ones: bool| {
            let all: Vec<f64> =
                (0..p.len()).filter(|i| light(i) == light_ones).map(|i| p.position[i][1]).collect();
            all.iter().sum::<f64>() / all.len() as f64
        };
        let (up, down) = (mean(true), mean(false));
        history.push((up - down) / (0.5 * (up + down)));
    }
    history
}

#[test]
fn a_mixture_parts() {
    let history = unmixing(40, 1.0);
    println!("unmixing every 0.2 s, 1.6k particles: {history:.3?}");
    assert!(history[4] > 0.1 && history[4] > history[0]);
}

#[test]
#[ignore = "a minute or two"]
fn a_mixture_of_6400_parts() {
    let history = unmixing(80, 1.0);
    println!("unmixing every 0.2 s, 6.4k particles: {history:.3?}");
    assert!(history[4] > 0.1 && history[4] > history[0]);
}

/// Powder in water (figure 5): the largest drift of the water's mass.
fn dissolve(transport: Transport) -> f64 {
    let h = 0.01;
    let phase = PhaseField { transport, ..PhaseField::new(FreeEnergy::SingleWell, 0.5 * h) };
    let settings =
        Settings::<2> { gravity: [0.0, -9.81], components: 1, phase: Some(phase), ..Settings::new(3.0 * h) };
    let density = RestDensity(vec![450.0, 1150.0, -600.0]);
    let matter = Material::from(Liquid::new(1e5)).measured().mobile(1e-3).swelling(density.clone());
    let mut matter = Mlsrk::new(settings, vec![matter]).unwrap();
    for x in lattice([30, 20], h, 0.0) {
        let c = if x[1] > 0.12 && (0.1..0.2).contains(&x[0]) { 0.0 } else { 1.0 };
        matter.add(Seed::at(x, density.at(c) * h * h, h * h), &[c]).unwrap();
    }
    let tank = Planes::tank([0.3, 1.0]);
    let mass = matter.diagnostics().components[0];
    let volume: f64 = matter.particles().rest_volume.iter().sum();
    for _ in 0..1500 {
        let dt = longest(&mut matter).min(2e-4);
        matter.step(dt, &tank).unwrap();
    }
    let drift = matter.diagnostics().components[0] / mass - 1.0;
    let shrunk = matter.particles().rest_volume.iter().sum::<f64>() / volume;
    println!("{transport:?}: mass of water {drift:+.1e}, rest volume {shrunk:.4}");
    assert!(shrunk < 0.999, "what merges takes less volume");
    drift.abs()
}

#[test]
fn powder_dissolves() {
    assert!(dissolve(Transport::Conserving) < 1e-13);
    assert!(dissolve(Transport::Paper) > 1e-6);
    assert!(dissolve(Transport::Concentration) > 1e-4);
}

/// A block that takes up water through and through grows to the volume that its density says, without stress.
#[test]
fn a_block_swells() {
    let h = 0.1;
    let settings = Settings::<2> { components: 1, blend_share: 0.5, ..Settings::new(3.0 * h) };
    let density = RestDensity(vec![1000.0, -300.0]);
    let mut matter =
        Mlsrk::new(settings, vec![Material::from(Hencky::new(1e5, 0.3)).swelling(density)]).unwrap();
    for x in lattice([12; 2], h, 0.0) {
        matter.add(Seed::at(x, 1e3 * h * h, h * h), &[0.0]).unwrap();
    }
    let width = |matter: &Mlsrk<2>| {
        let xs = matter.particles().position.iter().map(|x| x[0]);
        xs.clone().fold(f64::MIN, f64::max) - xs.fold(f64::MAX, f64::min)
    };
    let before = width(&matter);
    matter.particles_mut().concentration.fill(1.0);
    for _ in 0..3000 {
        matter.step(2e-3, &NoSolids).unwrap();
    }
    let grown = width(&matter) / before;
    let d = matter.diagnostics().of_all;
    println!("width {grown:.4}, expected {:.4}; elastic energy {:.1e}", (1.0f64 / 0.7).sqrt(), d.elastic);
    assert!((grown - (1.0f64 / 0.7).sqrt()).abs() < 0.01);
}
