//! Cahn and Hilliard's equation: masses, energy, interfaces, waves that grow. How domains coarsen is measured in `validation`.

use crate::common::*;
use clastic::materials::{Material, NeoHookean};
use clastic::solvers::mlsrk::*;
use std::f64::consts::TAU;

/// Particles that stay where they are, a = 1.5 apart, with one component.
fn still(
    counts: [usize; 2],
    shake: f64,
    periodic: bool,
    field: PhaseField,
    mobility: f64,
    c: impl Fn([f64; 2]) -> f64,
) -> Mlsrk<2> {
    let period = counts.map(|count| periodic.then_some([0.0, count as f64]));
    let settings = Settings { period, components: 1, phase: Some(field), ..Settings::new(3.0) };
    let matter = Material::from(NeoHookean::new(1.0, 0.3)).mobile(mobility);
    let mut matter = Mlsrk::new(settings, vec![matter]).unwrap();
    let mut seed = 7;
    for x in lattice(counts, 1.0, shake) {
        let mass = 1.0 + if shake > 0.0 { 0.5 * random(&mut seed) } else { 0.0 };
        matter.add(Seed::at(x, mass, 1.0).held(), &[c(x)]).unwrap();
    }
    matter
}

/// The longest step, in s, of particles on a lattice, on which components may move farther than elsewhere.
fn on_a_lattice(matter: &mut Mlsrk<2>) -> f64 {
    4.6 * longest(matter)
}

fn noise(amplitude: f64) -> impl Fn([f64; 2]) -> f64 {
    let seed = std::cell::Cell::new(3);
    move |_| {
        let mut s = seed.get();
        let value = random(&mut s);
        seed.set(s);
        0.5 + amplitude * value
    }
}

/// Drift of the component's mass, the largest rise of the energy in a step over what it falls by in all, and by how much it falls over
/// what it was.
fn decay(shake: f64, field: PhaseField) -> [f64; 3] {
    let mut matter = still([24; 2], shake, shake == 0.0, field, 1.0, noise(0.4));
    let dt = if shake > 0.0 { longest(&mut matter) } else { on_a_lattice(&mut matter) };
    let mass = matter.diagnostics().components[0].mass;
    let first = matter.phase_energy().unwrap();
    let (mut last, mut rise) = (first, 0.0f64);
    for _ in 0..400 {
        matter.step(dt, &NoSolids).unwrap();
        let energy = matter.phase_energy().unwrap();
        rise = rise.max(energy - last);
        last = energy;
    }
    let drift = (matter.diagnostics().components[0].mass / mass - 1.0).abs();
    [drift, rise / (first - last).abs(), (first - last) / first]
}

#[test]
fn mass_stays_and_energy_falls() {
    for energy in [FreeEnergy::SingleWell, FreeEnergy::DoubleWell(1.0)] {
        for shake in [0.0, 0.5] {
            for laplacian in [Laplacian::Symmetric, Laplacian::Paper] {
                for transport in [Transport::Conserving, Transport::Paper, Transport::Concentration] {
                    let field = PhaseField { laplacian, transport, ..PhaseField::new(energy.clone(), 1.5) };
                    let [drift, rise, fall] = decay(shake, field);
                    println!(
                        "{energy:?}, shaken {shake}, {laplacian:?}, {transport:?}: mass {drift:.1e}, rise {rise:.1e}, fall {fall:.2}"
                    );
                    if transport == Transport::Conserving {
                        assert!(drift < 1e-13);
                        assert!(laplacian == Laplacian::Paper || rise <= 1e-12);
                    } else if shake > 0.0 {
                        assert!(drift > 1e-9, "only the conserving form conserves");
                    }
                }
            }
        }
    }
}

/// Two interfaces in a strip of 120 × 10: the energy of one over `ε √(2k)/6`, and the largest error of the profile.
#[test]
fn interfaces_are_as_wide_and_costly_as_they_should() {
    // a = 1.5, ε = 4a, √(2k) = 1.
    let epsilon = 6.0;
    let exact = |x: f64| {
        let along = |from: f64| 1.0 / (1.0 + (-from / epsilon).exp());
        along(x - 30.0) * along(90.0 - x)
    };
    let field = PhaseField::new(FreeEnergy::DoubleWell(0.5), epsilon);
    let wider = |x: f64| {
        let along = |from: f64| 1.0 / (1.0 + (-from / (1.15 * epsilon)).exp());
        along(x - 30.0) * along(90.0 - x)
    };
    let mut matter = still([120, 10], 0.0, true, field, 1.0, |x| wider(x[0]));
    let dt = on_a_lattice(&mut matter);
    for _ in 0..(12.0 * epsilon * epsilon / dt) as usize {
        matter.step(dt, &NoSolids).unwrap();
    }
    let energy = matter.phase_energy().unwrap() / (2.0 * 10.0) / (epsilon / 6.0);
    let p = matter.particles();
    let errors = p.position.iter().zip(&p.concentration).map(|(x, c)| (c - exact(x[0])).abs());
    let error = errors.fold(0.0, f64::max);
    println!("interface energy {energy:.4} of the exact, profile within {error:.4}");
    assert!((energy - 1.0).abs() < 0.02 && error < 0.02);
}

/// Small waves around c = ½ grow with `M k² (k₀² − ε² k²)`, `k₀² = −H''`, fastest at `k₀/(√2 ε)`.
#[test]
fn the_right_wave_grows_fastest() {
    let (epsilon, length) = (3.0, 240);
    let field = PhaseField::new(FreeEnergy::DoubleWell(1.0), epsilon);
    let wave = |n: usize| TAU * n as f64 / length as f64;
    let modes: Vec<usize> = (2..=16).collect();
    let start =
        |x: [f64; 2]| 0.5 + modes.iter().map(|n| 1e-6 * (wave(*n) * x[0] + *n as f64).cos()).sum::<f64>();
    let mut matter = still([length, 12], 0.0, true, field, 1.0, start);
    let amplitude = |matter: &Mlsrk<2>, n: usize| {
        let p = matter.particles();
        let both = p.position.iter().zip(&p.concentration);
        let (re, im) = both.fold((0.0, 0.0), |(re, im), (x, c)| {
            let (sin, cos) = (wave(n) * x[0]).sin_cos();
            (re + (c - 0.5) * cos, im + (c - 0.5) * sin)
        });
        re.hypot(im)
    };
    let before: Vec<f64> = modes.iter().map(|n| amplitude(&matter, *n)).collect();
    let dt = 0.5 * on_a_lattice(&mut matter);
    let steps = (40.0 / dt) as usize;
    for _ in 0..steps {
        matter.step(dt, &NoSolids).unwrap();
    }
    let rates: Vec<f64> = modes
        .iter()
        .zip(before)
        .map(|(n, before)| (amplitude(&matter, *n) / before).ln() / (steps as f64 * dt))
        .collect();
    let exact = |k: f64| k * k * (1.0 - epsilon * epsilon * k * k);
    for (n, rate) in modes.iter().zip(&rates) {
        println!("k {:.3}: rate {rate:.5}, theory {:.5}", wave(*n), exact(wave(*n)));
    }
    // The top of the parabola through the three highest.
    let best = (1..rates.len() - 1).max_by(|a, b| rates[*a].total_cmp(&rates[*b])).unwrap();
    let [a, b, c] = [rates[best - 1], rates[best], rates[best + 1]];
    let k = wave(1) * (modes[best] as f64 + 0.5 * (a - c) / (a - 2.0 * b + c));
    let theory = (0.5f64).sqrt() / epsilon;
    println!("fastest wave number {k:.4}, theory {theory:.4}");
    assert!((k / theory - 1.0).abs() < 0.05);
}
