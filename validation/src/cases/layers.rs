//! Visco-elastic layers that swing, against exact answers.

use std::f64::consts::PI;

use clastic::colliders::Contact;
use clastic::grid::{Axis as Bounds, Wall};
use clastic::materials::{Material, NeoHookean, lame};
use clastic::{Config, Precision};

use super::flow::{ALONG, DENSITY, filled, mode, resolutions, still};
use crate::bodies::lattice_2d;
use crate::{Effort, Finding, Plot, Report, Table, line, short};

/// A layer on a sticky floor swings in its first mode and is damped by its viscosity (Kelvin and Voigt).
pub fn visco_elastic(effort: Effort) -> Report {
    let (height, young, poisson, viscosity) = (0.5, 1e5, 0.3, 100.0);
    let (lambda, mu) = lame(young, poisson);
    let wave = PI / (2.0 * height);
    let mut findings = Vec::new();
    let mut table = Table::new([
        "motion",
        "cells",
        "frequency over exact",
        "damping over exact",
        "damping without viscosity, over the same",
    ]);
    let mut plot =
        Plot::new("A visco-elastic layer swings").x("time (s)").y("speed over that at the beginning");
    // In the plane a volume change is damped by 2η(1 − 1/2).
    for (axis, label, modulus) in [(0, "shear", mu), (1, "compression", lambda + 2.0 * mu)] {
        let damping = 0.5 * viscosity / DENSITY * wave * wave;
        let frequency = (modulus / DENSITY * wave * wave - damping * damping).sqrt();
        let exact = move |t: f64| {
            (-damping * t).exp() * ((frequency * t).cos() - damping / frequency * (frequency * t).sin())
        };
        for &cells in resolutions(effort) {
            let cell = height / cells as f64;
            let run = |viscosity: f64| {
                let material = Material::from(NeoHookean::new(young, poisson)).viscous(viscosity, 0.0);
                swing(Layer { height, cell, wave, axis }, material, 3.0 * 2.0 * PI / frequency)
            };
            let (damped, free) = (run(viscosity), run(0.0));
            let (period, rate) = decrement(&damped);
            let (_, numerical) = decrement(&free);
            let ratios = [2.0 * PI / (period * frequency), rate / damping, numerical / damping];
            let numbers = ratios.map(|number| short(number, 4));
            table.row([label.to_string(), cells.to_string()].into_iter().chain(numbers).collect());
            if cells == 32 {
                let claim = |what: &str| format!("{label}, {cells} cells: {what}");
                findings.push(Finding::between(claim("frequency over the exact"), ratios[0], 0.97, 1.03));
                findings.push(Finding::between(claim("damping over the exact"), ratios[1], 0.95, 1.05));
                let span = damped[damped.len() - 1][0];
                let theory = (0..=400).map(|i| span * i as f64 / 400.0).map(|t| [t, exact(t)]);
                plot = plot.line(label, damped).dashed(format!("{label}, exact"), theory);
            }
        }
    }
    Report::from(findings).table(table).plot("swing", plot)
}

/// A layer and the motion it begins with: `sin(k y)` along an axis.
#[derive(Clone, Copy)]
struct Layer {
    height: f64,
    cell: f64,
    wave: f64,
    axis: usize,
}

/// The amplitude over time of a layer that begins with a small velocity, over that velocity.
fn swing(layer: Layer, material: Material, seconds: f64) -> Vec<[f64; 2]> {
    let Layer { height, cell, wave, axis } = layer;
    let speed = 0.01;
    let length = ALONG as f64 * cell;
    let floor = Wall::new(0.0, Contact::Sticky);
    let config = Config {
        precision: Precision::F64,
        cell_size: cell,
        axes: [
            Bounds::Periodic { low: 0.0, high: length },
            Bounds::Bounded { low: Some(floor), high: None },
            Bounds::OPEN,
        ],
        ..still()
    };
    let mut layer = lattice_2d([0.0; 2], [length, height], cell / 2.0, DENSITY, |_, _| true);
    for particle in &mut layer {
        let phase = wave * particle.position[1];
        particle.velocity[axis] = speed * phase.sin();
        particle.affine[axis][1] = speed * wave * phase.cos();
    }
    let mut simulation = filled(config, material, &layer);
    let looks = 300;
    let look = |k: usize| {
        let time = seconds * k as f64 / looks as f64;
        simulation.advance_to(time).expect("a small motion");
        [time, mode(&simulation, wave)[axis] / speed]
    };
    (0..=looks).map(look).collect()
}

/// The period in s and the rate of decay in 1/s, from the extrema of a swing after its beginning.
fn decrement(swing: &[[f64; 2]]) -> (f64, f64) {
    let mut extrema = Vec::new();
    for three in swing.windows(3) {
        let [[t0, a], [t, b], [_, c]] = three else { unreachable!() };
        if (b - a) * (c - b) < 0.0 {
            // The top of the parabola through the three.
            let bend = a - 2.0 * b + c;
            let shift = 0.5 * (a - c) / bend;
            extrema.push([t + shift * (t - t0), (b - 0.25 * (a - c) * shift).abs().ln()]);
        }
    }
    let (first, last) = (extrema[0], extrema[extrema.len() - 1]);
    let half_periods = (extrema.len() - 1) as f64;
    (2.0 * (last[0] - first[0]) / half_periods, -line(&extrema).1)
}
