//! What transfers keep: momentum and angular momentum.

use super::common::*;
use clastic::solvers::liquid::*;

/// Particles at random places with random velocities and affine parts, far from everything.
fn cloud<const D: usize>(name: &str) -> Liquid<D> {
    let mut settings = Settings::<D>::new(0.1);
    settings.scheme = scheme(name, D);
    let mut liquid = Liquid::new(settings).unwrap();
    let mut seed = 3;
    for _ in 0..2000 {
        let x = std::array::from_fn(|_| 2.0 * random(&mut seed));
        let v = std::array::from_fn(|_| random(&mut seed));
        liquid.add(x, v, 1e-3 * (1.0 + random(&mut seed)));
    }
    for c in &mut liquid.particles_mut().affine {
        *c = std::array::from_fn(|_| std::array::from_fn(|_| 5.0 * random(&mut seed)));
    }
    liquid
}

fn round_trip<const D: usize>(name: &str) {
    let mut liquid = cloud::<D>(name);
    liquid.attempt(0.0, 1e-9, &NoSolids, &mut |_| ()).unwrap();
    let given = scheme(name, D);
    let (p, l) = momenta(liquid.grid(), liquid.particles(), &given);
    let gathered = liquid.gathered().clone();
    let (pf, lf) = face_momenta(liquid.grid(), &gathered.mass, &gathered.velocity);
    // Back from the faces as they are: Δt = 0.
    let back = liquid.returned(&gathered.velocity);
    let (pb, lb) = momenta(liquid.grid(), &back, &given);
    let scale: f64 = liquid
        .particles()
        .velocity
        .iter()
        .zip(&liquid.particles().mass)
        .map(|(v, m)| m * v.iter().map(|v| v.abs()).sum::<f64>())
        .sum();
    let error =
        |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max) / scale;
    println!(
        "{D}D {name:10}: momentum to faces {:.1e}, back {:.1e}; angular to faces {:.1e}, back {:.1e}",
        error(&p, &pf),
        error(&p, &pb),
        error(&l, &lf),
        error(&l, &lb)
    );
    assert!(error(&p, &pf) < 1e-14 && error(&p, &pb) < 1e-14);
    assert!(error(&l, &lf) < 1e-14);
    if name == "apic" {
        assert!(error(&l, &lb) < 1e-14);
    }
}

#[test]
fn momentum_and_angular_momentum() {
    for name in SCHEMES {
        round_trip::<2>(name);
        round_trip::<3>(name);
    }
}

/// A step with particles that are crowded in some cells and few in others: what splitting and merging keep.
fn resampled<const D: usize>(name: &str) {
    let run = |crowd: Option<Crowd>| {
        let mut settings = Settings::<D>::new(0.1);
        settings.scheme = scheme(name, D);
        settings.crowd = crowd;
        settings.relaxation = None;
        let mut liquid = Liquid::new(settings).unwrap();
        let (n, mut seed) = (8, 5);
        liquid.fill([0; D], [n; D], |_| Some([0.0; D]));
        let mut gone = 0;
        let particles = liquid.particles_mut();
        for p in 0..particles.len() {
            let crowds = particles.position[p][0] < 0.3;
            for axis in 0..D {
                let x = &mut particles.position[p][axis];
                *x += 0.04 * random(&mut seed);
                if crowds {
                    *x *= 0.5;
                }
            }
            gone += usize::from(!crowds);
            particles.velocity[p] = std::array::from_fn(|_| random(&mut seed));
            particles.affine[p] = std::array::from_fn(|_| std::array::from_fn(|_| 3.0 * random(&mut seed)));
        }
        assert!(gone > 0);
        liquid.step(0.0, 1e-3, &NoSolids).unwrap();
        let (p, l) = momenta(liquid.grid(), liquid.particles(), &liquid.settings().scheme);
        let mass: f64 = liquid.particles().mass.iter().sum();
        (liquid.particles().len(), mass, p, l)
    };
    let crowd = Crowd { least: 1 << D, many: 3 << (D - 1), most: 2 << D };
    let (before, after) = (run(None), run(Some(crowd)));
    let worst = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    println!(
        "{D}D {name}: {} particles become {}; mass off by {:.1e} kg of {:.0}, momentum {:.1e} kg m/s, angular {:.1e} kg m²/s",
        before.0,
        after.0,
        before.1 - after.1,
        before.1,
        worst(&before.2, &after.2),
        worst(&before.3, &after.3)
    );
    assert_ne!(before.0, after.0);
    assert!((before.1 - after.1).abs() < 1e-12 * before.1);
    assert!(worst(&before.2, &after.2) < 1e-13 * before.1);
    if scheme(name, D).rotation > 0.0 {
        assert!(worst(&before.3, &after.3) < 1e-13 * before.1);
    }
}

#[test]
fn splitting_and_merging() {
    for name in ["apic", "rpic", "apic-0.9", "aflip-0.99", "flip-0.99"] {
        resampled::<2>(name);
        resampled::<3>(name);
    }
}
