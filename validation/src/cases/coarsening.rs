//! How domains of two phases grow: Cahn and Hilliard's equation on particles that stay where they are.

use std::f64::consts::TAU;

use clastic::materials::{Material, NeoHookean};
use clastic::solvers::mlsrk::{FreeEnergy, Mlsrk, NoSolids, PhaseField, Seed, Settings};

use super::sand::exponent;
use crate::{Axis, Effort, Finding, Plot, Report};

/// The mobility, in m²/s over the energy's unit.
const MOBILITY: f64 = 5.0;
/// ε² in the energy's unit times m².
const INTERFACE: f64 = 2.0;
/// The largest H'' among the concentrations that there are.
const STEEPEST: f64 = 2.0;

/// `5 (c − 0.3)² (c − 0.7)²`, by powers of c.
fn energy() -> FreeEnergy {
    let (sum, product) = (1.0, 0.21);
    let powers = [product * product, -2.0 * sum * product, sum * sum + 2.0 * product, -2.0 * sum, 1.0];
    FreeEnergy::Polynomial(powers.map(|k| 5.0 * k).to_vec())
}

/// Particles 1 m apart in a periodic square of so many, at concentrations around ½, and the longest step, in s.
fn mixture(side: usize) -> (Mlsrk<2>, f64) {
    let field = PhaseField::new(energy(), INTERFACE.sqrt());
    let period = [Some([0.0, side as f64]); 2];
    let settings = Settings { period, components: 1, phase: Some(field), ..Settings::new(3.0) };
    let a = settings.scale;
    let matter = Material::from(NeoHookean::new(1.0, 0.3)).mobile(MOBILITY);
    let mut matter = Mlsrk::new(settings, vec![matter]).expect("a square that is wide enough");
    let mut bits: u64 = 3;
    for place in 0..side * side {
        bits = bits.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let noise = 0.1 * ((bits >> 11) as f64 / (1u64 << 53) as f64 - 0.5);
        let x = [(place % side) as f64 + 0.5, (place / side) as f64 + 0.5];
        matter.add(Seed::at(x, 1.0, 1.0).held(), &[0.5 + noise]).expect("a particle");
    }
    // `Speeds`, with what is left of it for safety.
    let spread = MOBILITY * (STEEPEST + 6.0 * INTERFACE / (a * a));
    (matter, 0.9 * 0.7 * 2.0 * a * a / (1.08 * spread))
}

/// The size of domains, in m: over the mean wave number, weighted by how much of a wave there is.
fn size(matter: &Mlsrk<2>, side: usize) -> f64 {
    let particles = matter.particles();
    let mut grid = vec![0.0; side * side];
    for (x, c) in particles.position.iter().zip(&particles.concentration) {
        grid[x[1] as usize * side + x[0] as usize] = c - 0.5;
    }
    let waves: Vec<[f64; 2]> = (0..side)
        .map(|n| TAU * n as f64 / side as f64)
        .map(|angle: f64| [angle.cos(), angle.sin()])
        .collect();
    let most = (side / 4) as i32;
    let turn = |k: i32, at: usize| waves[(k * at as i32).rem_euclid(side as i32) as usize];
    let (mut weight, mut moment) = (0.0, 0.0);
    for kx in 0..most {
        // Rows first, then columns.
        let rows: Vec<[f64; 2]> = grid
            .chunks(side)
            .map(|row| {
                row.iter().enumerate().fold([0.0; 2], |[re, im], (x, c)| {
                    let [cos, sin] = turn(kx, x);
                    [re + c * cos, im - c * sin]
                })
            })
            .collect();
        for ky in -most..most {
            let k = f64::from(kx * kx + ky * ky).sqrt();
            // One of each wave and its opposite.
            if (kx == 0 && ky <= 0) || k >= f64::from(most) {
                continue;
            }
            let [re, im] = rows.iter().enumerate().fold([0.0; 2], |[re, im], (y, row)| {
                let [cos, sin] = turn(ky, y);
                [re + row[0] * cos + row[1] * sin, im + row[1] * cos - row[0] * sin]
            });
            let power = re * re + im * im;
            weight += power;
            moment += power * k;
        }
    }
    side as f64 * weight / moment
}

/// Domains coarsen with the third root of time.
pub fn domains(effort: Effort) -> Report {
    let (side, seconds, from) = effort.choose((40, 100.0, 20.0), (128, 400.0, 40.0));
    let (mut matter, dt) = mixture(side);
    let mass = |matter: &Mlsrk<2>| matter.diagnostics().components[0];
    let all = mass(&matter);
    let mut energies = vec![matter.phase_energy().expect("an energy")];
    let (mut time, mut next, mut sizes) = (0.0, 10.0, Vec::new());
    while time < seconds {
        matter.step(dt, &NoSolids).expect("phases that part");
        time += dt;
        if time >= next {
            energies.push(matter.phase_energy().expect("an energy"));
            sizes.push([time, size(&matter, side)]);
            next *= 1.15;
        }
    }
    let late: Vec<[f64; 2]> = sizes.iter().copied().filter(|[time, _]| *time >= from).collect();
    let growth = exponent(&late);
    let claim = format!("exponent of size over time, from {from} to {seconds} s");
    let findings = vec![
        // The conserving form: round-off of sums over all particles.
        Finding::at_most("mass of the component: relative drift", (mass(&matter) / all - 1.0).abs(), 1e-12),
        Finding::at_most(
            "looks at which the energy is not less than before",
            energies.windows(2).filter(|pair| pair[1] >= pair[0]).count() as f64,
            0.0,
        ),
        match effort {
            Effort::Quick => Finding::report(claim, growth),
            // Lifshitz and Slyozov: 1/3.
            Effort::Full => Finding::between(claim, growth, 1.0 / 3.0 - 0.05, 1.0 / 3.0 + 0.05),
        },
        Finding::report("size of domains in the end (m)", late[late.len() - 1][1]),
    ];
    let root = |time: f64| late[late.len() - 1][1] * (time / late[late.len() - 1][0]).cbrt();
    let plot = Plot::new("Domains").x(Axis::log("time (s)")).y(Axis::log("size (m)"));
    let plot = plot.line("measured", sizes.iter().copied());
    let plot = plot.dashed("third root", late.iter().map(|[time, _]| [*time, root(*time)]));
    Report::from(findings).plot("size", plot)
}
