//! What transfers keep: momentum, angular momentum, and the energy of vortices.

use std::f64::consts::PI;

use super::common::*;
use clastic::grid::Axis;
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

/// Taylor's vortices in a periodic box: what is left of the energy after half a turn, and the error of velocity.
fn vortices(name: &str, n: usize, steps: usize, relaxation: Option<f64>) -> (f64, f64) {
    let h = 1.0 / n as f64;
    let mut settings = Settings::<2>::new(h);
    settings.axes = [Axis::Periodic { low: 0.0, high: 1.0 }; 2];
    settings.scheme = scheme(name, 2);
    settings.solve.tolerance = 1e-9;
    settings.relaxation = relaxation;
    let mut liquid = Liquid::new(settings).unwrap();
    let flow = |x: [f64; 2]| {
        let (a, b) = (2.0 * PI * x[0], 2.0 * PI * x[1]);
        [a.sin() * b.cos(), -a.cos() * b.sin()]
    };
    let gradient = |x: [f64; 2]| {
        let (a, b, k) = (2.0 * PI * x[0], 2.0 * PI * x[1], 2.0 * PI);
        [[k * a.cos() * b.cos(), -k * a.sin() * b.sin()], [k * a.sin() * b.sin(), -k * a.cos() * b.cos()]]
    };
    liquid.fill([0; 2], [n as i32; 2], |x| Some(flow(x)));
    let particles = liquid.particles_mut();
    for (c, x) in particles.affine.iter_mut().zip(&particles.position) {
        *c = gradient(*x);
    }
    let energy = |liquid: &Liquid<2>| {
        let particles = liquid.particles();
        let each = particles.velocity.iter().zip(&particles.mass);
        each.map(|(v, m)| 0.5 * m * (v[0] * v[0] + v[1] * v[1])).sum::<f64>()
    };
    let before = energy(&liquid);
    let dt = 0.125 / steps as f64;
    for step in 0..steps {
        let attempt = liquid.step(step as f64 * dt, dt, &NoSolids).unwrap();
        assert_eq!(attempt.projected.cells, n * n, "holes");
    }
    let particles = liquid.particles();
    let error: f64 = particles
        .velocity
        .iter()
        .zip(&particles.position)
        .map(|(v, x)| {
            let u = flow(*x);
            (v[0] - u[0]).powi(2) + (v[1] - u[1]).powi(2)
        })
        .sum();
    (energy(&liquid) / before, (error / particles.len() as f64).sqrt())
}

/// The splitting of the step is of first order in Δt, whatever the scheme; with short steps the scheme shows.
#[test]
fn taylor_vortices() {
    let mut kept = Vec::new();
    for name in SCHEMES {
        let results = [16, 32, 64].map(|n| vortices(name, n, n / 4, None));
        let orders = [0, 1].map(|i| (results[i].1 / results[i + 1].1).log2());
        let short = vortices(name, 32, 128, None);
        println!(
            "{name:10}: energy {:.4} {:.4} {:.4}, error {:.4} {:.4} {:.4}, order {:.2} {:.2}; short steps: {:.4}, {:.4}",
            results[0].0,
            results[1].0,
            results[2].0,
            results[0].1,
            results[1].1,
            results[2].1,
            orders[0],
            orders[1],
            short.0,
            short.1
        );
        kept.push(short.0);
        assert!(orders[1] > if name == "pic" { 0.8 } else { 0.9 }, "{name}: {orders:?}");
    }
    for steps in [3.0, 10.0, 30.0, 100.0] {
        let (energy, error) = vortices("apic", 64, 16, Some(steps));
        println!("apic with volume control over {steps} steps: energy {energy:.4}, error {error:.4}");
    }
    let at = |name: &str| kept[SCHEMES.iter().position(|other| *other == name).unwrap()];
    assert!(at("pic") < at("rpic") && at("rpic") < at("apic-0.9") && at("apic-0.9") < at("apic"));
    assert!(at("apic") > 0.98 && at("apic") < at("flip-1") && at("flip-0.99") < at("flip-1"));
}
