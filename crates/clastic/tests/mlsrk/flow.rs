//! Viscosity, friction and what walls bear, against exact numbers.

use std::f64::consts::TAU;

use crate::common::*;
use clastic::colliders::Contact;
use clastic::materials::{Liquid, Material, NeoHookean};
use clastic::solvers::mlsrk::*;

/// How fast a wave of shear in a periodic square of this many particles along a side decays, over `ν k²`; and what that is on a lattice, where
/// gradients of cubic splines see `k sinc⁴(k a/2)`.
fn decay(side: usize, shake: f64) -> [f64; 2] {
    let (h, density, viscosity) = (1.0 / side as f64, 2.0, 0.05);
    let settings =
        Settings::<2> { period: [Some([0.0, 1.0]); 2], blend_share: 1.0, ..Settings::new(3.0 * h) };
    let liquid = Material::from(Liquid::new(20.0)).viscous(viscosity, 0.0);
    let mut matter = Mlsrk::new(settings, vec![liquid]).unwrap();
    for x in lattice([side; 2], h, shake) {
        let u = [0.01 * (TAU * x[1]).sin(), 0.0];
        matter.add(Seed::at(x, density * h * h, h * h).moving(u), &[]).unwrap();
    }
    let amplitude = |matter: &Mlsrk<2>| {
        let Particles { position, velocity, .. } = matter.particles();
        position.iter().zip(velocity).map(|(x, u)| u[0] * (TAU * x[1]).sin()).sum::<f64>()
    };
    let before = amplitude(&matter);
    let rate = viscosity / density * TAU * TAU;
    let steps = 400;
    let dt = 1.0 / rate / steps as f64;
    for _ in 0..steps {
        matter.step(dt, &NoSolids).unwrap();
    }
    let half = 0.5 * TAU * matter.settings().scale;
    [(before / amplitude(&matter)).ln(), (half.sin() / half).powi(8)]
}

#[test]
fn viscosity_stills_a_wave_of_shear() {
    for side in [12, 24, 48] {
        for shake in [0.0, 0.2] {
            let [rate, on_lattice] = decay(side, shake);
            println!(
                "{side} along a side, shaken by {shake}: {rate:.4} of ν k², on a lattice {on_lattice:.4}"
            );
            assert!((rate / on_lattice - 1.0).abs() < 0.02);
        }
    }
}

/// A block that slides on a floor: its deceleration over `g`, and what the floor bears of its weight.
fn slide(friction: f64) -> [f64; 2] {
    let h = 0.1;
    let (g, steps, dt) = (10.0, 1500, 2e-4);
    let settings = Settings::<2> { gravity: [0.0, -g], ..Settings::new(2.5 * h) };
    let mut matter = Mlsrk::new(settings, vec![Material::from(NeoHookean::new(1e5, 0.3))]).unwrap();
    for x in lattice([16, 4], h, 0.0) {
        let x = [x[0], x[1] - 0.5 * h];
        matter.add(Seed::at(x, 1e3 * h * h, h * h).moving([3.0, 0.0]), &[]).unwrap();
    }
    let floor = Planes { friction, ..Planes::floor(0.0, Contact::Separate) };
    let mass = matter.diagnostics().of_all.mass;
    let mut borne = 0.0;
    for _ in 0..steps {
        matter.attempt(dt, &floor, &mut |_| ()).unwrap();
        matter.pushes(dt, &floor, |_, _, impulse| borne -= impulse[1]);
        matter.commit();
    }
    let time = steps as f64 * dt;
    let lowest = matter.particles().position.iter().map(|x| x[1]).fold(f64::MAX, f64::min);
    assert!(lowest > -1e-9, "particles are {lowest} m in the floor");
    let slowed = 3.0 - matter.diagnostics().of_all.momentum[0] / mass;
    [slowed / (g * time), borne / (mass * g * time)]
}

#[test]
fn friction_slows_a_block_and_the_floor_bears_it() {
    for friction in [0.0, 0.1, 0.5] {
        let [slowed, borne] = slide(friction);
        println!("friction {friction}: slowed by {slowed:.4} g, {borne:.4} of the weight borne");
        assert!((slowed - friction).abs() < 0.02 * friction + 1e-9 && (borne - 1.0).abs() < 0.02);
    }
}
