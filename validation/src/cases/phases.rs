//! Components that move through matter: D5, D11 to D13, after figures 5, 12, 13 and 1 of "A Moving Least Square Reproducing Kernel Particle Method
//! for Unified Multiphase Continuum Simulation".

use clastic::Simulation;

use super::sand::side_by_side;
use crate::{Effort, Finding, Plot, Report, Table, gallery};

/// What there is of water and of the rest, in kg/m or kg.
fn masses(simulation: &Simulation) -> [f64; 2] {
    simulation.particles().iter().fold([0.0; 2], |[wet, dry], state| {
        let (mass, c) = (state.particle.mass, state.particle.concentration);
        [wet + mass * c, dry + mass * (1.0 - c)]
    })
}

/// By which share of itself the mass of a component is off what it was, at most.
fn drift(now: [f64; 2], before: [f64; 2]) -> f64 {
    (now[0] / before[0] - 1.0).abs().max((now[1] / before[1] - 1.0).abs())
}

/// The volume of all matter, in m² or m³.
fn volume(simulation: &Simulation) -> f64 {
    simulation.particles().iter().map(|state| state.particle.volume * state.volume_ratio).sum()
}

/// D5: what is conserved when powder dissolves, by what is transported.
pub fn powder(effort: Effort) -> Report {
    let (cell, seconds) = effort.choose((0.04, 1.5), (0.02, 4.0));
    let scene = gallery("papers/d5-powder").set("grid.cell_size", cell);
    let ways = ["conserving", "paper", "concentration"];
    let runs = side_by_side(&ways, |transport| {
        let mut powder = scene.clone().set("mlsrk.phase.transport", *transport).build_on(1);
        let (mass, before) = (masses(&powder), volume(&powder));
        let (mut curve, mut volumes) = (vec![[0.0, 0.0]], vec![[0.0, 1.0]]);
        for look in 1..=20 {
            powder.advance_to(seconds * f64::from(look) / 20.0).expect("powder that dissolves");
            curve.push([powder.time(), drift(masses(&powder), mass)]);
            volumes.push([powder.time(), volume(&powder) / before]);
        }
        (curve, volumes)
    });
    let mut plot = Plot::new("Powder in water").x("time (s)").y("drift of a component's mass");
    let mut volumes = Plot::new("Powder in water").x("time (s)").y("volume over that at the beginning");
    let mut table = Table::new(["transport", "largest drift of a component's mass", "volume in the end"]);
    let mut drifts = Vec::new();
    for (name, (curve, volume)) in ways.iter().zip(&runs) {
        drifts.push(curve.iter().map(|[_, drift]| *drift).fold(0.0, f64::max));
        table.numbers(name, [drifts[drifts.len() - 1], volume[volume.len() - 1][1]]);
        plot = plot.line(*name, curve.iter().copied());
        volumes = volumes.line(*name, volume.iter().copied());
    }
    let findings = vec![
        // Round-off of sums over all particles in thousands of steps.
        Finding::at_most("mass of a component: drift, conserving", drifts[0], 1e-12),
        Finding::report("drift, η = ρ c as printed", drifts[1]),
        Finding::at_least("drift, η = c", drifts[2], 1e-3),
        Finding::at_most("volume in the end over that at the beginning", runs[0].1[20][1], 0.95),
    ];
    Report::from(findings).table(table).plot("mass", plot).plot("volume", volumes)
}
