//! Momentum and angular momentum.

use crate::common::*;
use clastic::materials::{Material, NeoHookean};
use clastic::solvers::mlsrk::*;

/// An elastic body that turns, of radius 1 at the origin: E = 1000, ρ = 1.
fn turning<const D: usize>(spacing: f64, settings: Settings<D>, shift: [f64; D], omega: f64) -> Mlsrk<D> {
    let mut matter = Mlsrk::new(settings, vec![Material::from(NeoHookean::new(1e3, 0.3))]).unwrap();
    let volume = spacing.powi(D as i32);
    for x in ball::<D>(1.0, spacing, [0.0; D]) {
        let mut u = shift;
        u[0] -= omega * x[1];
        u[1] += omega * x[0];
        matter.add(Seed::at(x, volume, volume).moving(u), &[]).unwrap();
    }
    matter
}

fn momentum_of<const D: usize>(lumping: Lumping, blend: Blend, steps: usize) -> [f64; 2] {
    let settings = Settings { lumping, blend, ..Settings::new(0.3 * if D == 2 { 1.0 } else { 1.7 }) };
    let mut shift = [0.0; D];
    (shift[0], shift[1]) = (0.7, -0.4);
    let mut matter = turning::<D>(if D == 2 { 0.1 } else { 0.2 }, settings, shift, 2.0);
    // A wobble that is not even.
    for (k, u) in matter.particles_mut().velocity.iter_mut().enumerate() {
        u[0] += 0.3 * (0.7 * k as f64).sin();
    }
    let before = matter.diagnostics().of_all;
    let scale = before.mass * 3.0;
    let mut forces = 0.0f64;
    for _ in 0..steps {
        matter.step(1e-3, &NoSolids).unwrap();
        for k in 0..D {
            let sum: f64 = matter.forces().iter().map(|f| f.force[k]).sum();
            let size: f64 = matter.forces().iter().map(|f| f.force[k].abs()).sum();
            forces = forces.max(sum.abs() / size.max(1e-300));
        }
    }
    let after = matter.diagnostics().of_all;
    let drift = (0..3).map(|k| (after.momentum[k] - before.momentum[k]).abs()).fold(0.0, f64::max) / scale;
    println!(
        "{D}D, {lumping:?}, {blend:?}: Σf {forces:.1e} of Σ|f|, Σmu drifts by {drift:.1e} in {steps} steps"
    );
    [forces, drift]
}

#[test]
fn momentum_is_conserved() {
    for blend in [Blend::Residual, Blend::Pairwise] {
        let flat = momentum_of::<2>(Lumping::Own, blend, 1000);
        let space = momentum_of::<3>(Lumping::Own, blend, 30);
        assert!(flat.iter().chain(&space).all(|error| *error < 1e-13));
    }
    for (lumping, blend) in
        [(Lumping::Own, Blend::Paper), (Lumping::RowSum, Blend::Residual), (Lumping::RowSum, Blend::Paper)]
    {
        let [forces, drift] = momentum_of::<2>(lumping, blend, 1000);
        assert!(forces < 1e-13 && drift > 1e-10, "the paper's forms do not conserve");
    }
}

/// The share of angular momentum that is left after a turn.
fn left<const D: usize>(r: f64, blend: Blend) -> f64 {
    let spacing = if D == 2 { 0.15 } else { 0.35 };
    let blend_share = if blend == Blend::Residual { 0.5 } else { 0.9 };
    let settings = Settings { regularization: r, blend, blend_share, ..Settings::new(3.0 * spacing) };
    let omega = 2.0;
    let mut matter = turning::<D>(spacing, settings, [0.0; D], omega);
    let before = matter.diagnostics().of_all.angular_momentum[2];
    let dt = 2e-3;
    for _ in 0..(std::f64::consts::TAU / omega / dt) as usize {
        matter.step(dt, &NoSolids).unwrap();
    }
    matter.diagnostics().of_all.angular_momentum[2] / before
}

#[test]
fn angular_momentum_is_kept_for_small_r() {
    for blend in [Blend::Residual, Blend::Paper] {
        let kept = [1e-4, 1e-3, 1.0].map(|r| {
            let kept = left::<2>(r, blend);
            println!("2D, {blend:?}, r {r:e}: {kept:.4} of the angular momentum after a turn");
            kept
        });
        assert!(kept[0] > 0.98 && kept[1] > 0.9 && kept[2] < 0.5);
    }
    let pairwise = left::<2>(1e-4, Blend::Pairwise);
    println!("2D, Pairwise, r 1e-4: {pairwise:.4}: the surface loses it");
    assert!(pairwise < 0.5);
    let space = left::<3>(1e-4, Blend::Residual);
    println!("3D, Residual, r 1e-4: {space:.4}");
    assert!(space > 0.98);
}
