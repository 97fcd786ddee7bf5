//! Blending (D4), constant consistency (D3), volume correction (D6).

use crate::common::*;
use clastic::colliders::Contact;
use clastic::materials::{Liquid, Material, NeoHookean, VolumeSource};
use clastic::solvers::mlsrk::*;

/// A jelly of 17 × 17 particles drops on the floor as in figure 4: the largest share of kinetic energy that is noise, `u − u^h`, after it
/// has hit, and the height to which its center bounces over that from which it fell.
fn drop(blend: Blend, share: f64) -> [f64; 2] {
    let h = 0.04;
    let settings =
        Settings::<2> { blend, blend_share: share, gravity: [0.0, -9.81], ..Settings::new(3.0 * h) };
    // λ = μ = 5·10⁴.
    let mut matter = Mlsrk::new(settings, vec![Material::from(NeoHookean::new(1.25e5, 0.25))]).unwrap();
    for x in lattice([17; 2], h, 0.0) {
        matter.add(Seed::at([x[0], x[1] + 0.5], 1e3 * h * h, h * h), &[]).unwrap();
    }
    let floor = Planes::floor(0.0, Contact::Separate);
    let height = |matter: &Mlsrk<2>| {
        let p = matter.particles();
        p.position.iter().map(|x| x[1]).sum::<f64>() / p.len() as f64
    };
    let noise = |matter: &Mlsrk<2>| {
        let (mut noise, mut whole) = (0.0, 0.0);
        for (u, around) in matter.particles().velocity.iter().zip(matter.around()) {
            noise += (u[0] - around.velocity[0]).powi(2) + (u[1] - around.velocity[1]).powi(2);
            whole += u[0] * u[0] + u[1] * u[1];
        }
        noise / whole
    };
    let from = height(&matter);
    let (mut most, mut bounce, mut lowest) = (0.0f64, 0.0f64, from);
    for step in 0..3000 {
        if matter.step(4e-4, &floor).is_err() {
            return [f64::INFINITY; 2];
        }
        let now = height(&matter);
        if now < lowest {
            (lowest, bounce) = (now, 0.0);
        }
        bounce = bounce.max(now);
        if step > 1500 {
            most = most.max(noise(&matter));
        }
    }
    [most, (bounce - lowest) / (from - lowest)]
}

#[test]
fn blending_steadies() {
    let runs = |blend: Blend, shares: [f64; 4]| {
        shares.map(|share| {
            let run = drop(blend, share);
            println!("{blend:?}, α {share}: noise {:.1e}, bounces back to {:.3}", run[0], run[1]);
            run
        })
    };
    let paper = runs(Blend::Paper, [0.0, 0.8, 0.95, 1.0]);
    assert!(paper[0][1] < 0.7 * paper[1][1], "0 is damped");
    assert!(paper[3][0] > 3.0 * paper[1][0], "1 is noise");
    let residual = runs(Blend::Residual, [0.0, 0.5, 0.8, 0.95]);
    assert!(residual[..3].iter().all(|run| run[0] < 0.03 && run[1] > paper[1][1]), "quiet, and not damped");
}

/// A block falls freely for 0.3 s: how far over what is exact.
fn fall(penalty: Penalty) -> f64 {
    let h = 0.05;
    let settings = Settings::<2> {
        penalty,
        gravity: [0.0, -9.81],
        regularization: 1e-2,
        blend: Blend::Paper,
        ..Settings::new(3.0 * h)
    };
    let mut matter = Mlsrk::new(settings, vec![Material::from(NeoHookean::new(1e5, 0.3))]).unwrap();
    for x in lattice([10; 2], h, 0.2) {
        matter.add(Seed::at(x, 1e3 * h * h, h * h), &[]).unwrap();
    }
    let height = |matter: &Mlsrk<2>| matter.particles().position.iter().map(|x| x[1]).sum::<f64>() / 100.0;
    let from = height(&matter);
    let (dt, steps) = (1e-3, 300);
    for _ in 0..steps {
        matter.step(dt, &NoSolids).unwrap();
    }
    let exact = 9.81 * dt * dt * (steps * (steps + 1)) as f64 / 2.0;
    (from - height(&matter)) / exact
}

#[test]
fn constants_must_be_reproduced() {
    let (with, without) = (fall(Penalty::Linear), fall(Penalty::All));
    println!("fallen over exact: {:.1e} off with constant consistency, {without:.3} without", with - 1.0);
    assert!((with - 1.0).abs() < 1e-12 && without < 0.95);
}

/// A dam breaks in a tank of 1 m with 0.3 m² of water, and comes to rest: twice the height of its center over the exact depth.
fn depth(volume: VolumeSource) -> Vec<f64> {
    let h = 0.025;
    let settings = Settings::<2> { gravity: [0.0, -9.81], ..Settings::new(2.5 * h) };
    let mut water = Material::from(Liquid::new(2e5));
    water.mixing.volume = volume;
    let mut matter = Mlsrk::new(settings, vec![water]).unwrap();
    let places = lattice([20, 24], h, 0.0);
    for x in &places {
        matter.add(Seed::at(*x, 1e3 * h * h, h * h), &[]).unwrap();
    }
    let tank = Planes::tank([1.0; 2]);
    let mut depths = Vec::new();
    for _ in 0..6 {
        for _ in 0..1600 {
            if matter.step(2.5e-4, &tank).is_err() {
                return vec![f64::NAN];
            }
        }
        let p = matter.particles();
        let mean = p.position.iter().map(|x| x[1]).sum::<f64>() / p.len() as f64;
        depths.push(2.0 * mean / (places.len() as f64 * h * h));
    }
    depths
}

#[test]
fn volume_is_kept() {
    let (with, without) = (depth(VolumeSource::Density), depth(VolumeSource::Deformation));
    println!("depth over exact every 0.4 s, with correction {with:.3?}");
    println!("                              without        {without:.3?}");
    let last = with.last().unwrap();
    assert!((last - 1.0).abs() < 0.05, "volume is kept with the correction");
    assert!((without.last().unwrap() - 1.0).abs() > (last - 1.0).abs());
}
