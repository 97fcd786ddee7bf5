//! Components: powder that dissolves and shrinks, a jelly that swells; drops that are alone.

use crate::common::*;
use clastic::materials::{Hencky, Liquid, Material, RestDensity, SandHencky};
use clastic::solvers::mlsrk::*;

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
    let mass = matter.diagnostics().components[0].mass;
    let volume: f64 = matter.particles().rest_volume.iter().sum();
    for _ in 0..1500 {
        let dt = longest(&mut matter).min(2e-4);
        matter.step(dt, &tank).unwrap();
    }
    let drift = matter.diagnostics().components[0].mass / mass - 1.0;
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

/// Particles that fly apart until each is alone, where there is no density to count.
#[test]
fn what_is_alone_flies_on() {
    let h = 0.01;
    let laws = [Material::from(Liquid::new(1e5)), Material::from(SandHencky::new(2.5e5, 0.25, 0.1))];
    for law in laws {
        let mut matter = Mlsrk::new(Settings::<2>::new(3.0 * h), vec![law.measured()]).unwrap();
        for x in lattice([2; 2], h, 0.0) {
            let apart = Seed { velocity: x.map(|x| 10.0 * (x - h)), ..Seed::at(x, 1e3 * h * h, h * h) };
            matter.add(apart, &[]).unwrap();
        }
        for _ in 0..4000 {
            let dt = longest(&mut matter);
            matter.step(dt, &NoSolids).unwrap();
        }
        let apart = matter.particles().position.iter().flatten().map(|x| (x - h).abs());
        assert!(apart.clone().fold(f64::MAX, f64::min) > 3.0 * h, "{:?}", apart.collect::<Vec<f64>>());
    }
}

/// Four drops of different mass that are too close come apart; their middle stays.
#[test]
fn particles_keep_apart() {
    let h = 0.01;
    let drops = [([0.0, 0.0], 1.0), ([0.01 * h, 0.0], 2.0), ([0.1 * h, 0.0], 1.0), ([0.0, 0.2 * h], 3.0)];
    for (is_measured, closest) in [(true, 0.7 * h), (false, 0.02 * h)] {
        let water = Material::from(Liquid::new(1e3));
        let water = if is_measured { water.measured() } else { water };
        let mut matter = Mlsrk::new(Settings::<2>::new(3.0 * h), vec![water]).unwrap();
        for (x, mass) in drops {
            matter.add(Seed::at(x, mass * h * h, h * h), &[]).unwrap();
        }
        let middle = |matter: &Mlsrk<2>| {
            let Particles { position, mass, .. } = matter.particles();
            let sum = |k: usize| position.iter().zip(mass).map(|(x, m)| m * x[k]).sum::<f64>();
            [sum(0), sum(1)].map(|moment| moment / mass.iter().sum::<f64>())
        };
        let before = middle(&matter);
        for _ in 0..100 {
            matter.step(1e-9, &NoSolids).unwrap();
        }
        let after = middle(&matter);
        let drift = (after[0] - before[0]).hypot(after[1] - before[1]);
        let places = &matter.particles().position;
        let pairs = (0..4).flat_map(|i| (0..i).map(move |j| (i, j)));
        let distances = pairs.map(|(i, j)| (places[i][0] - places[j][0]).hypot(places[i][1] - places[j][1]));
        let nearest = distances.fold(f64::MAX, f64::min);
        println!(
            "measured {is_measured}: nearest {:.3} h, the middle drifts {:.1e} h",
            nearest / h,
            drift / h
        );
        assert!(drift < 1e-13 * h);
        assert!(if is_measured { nearest > closest } else { nearest < closest });
    }
}
