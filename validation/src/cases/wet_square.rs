//! A8: water on a spinning square, as in figure 15 of "Revisiting Integration in the Material Point Method".

use std::collections::BTreeMap;

use clastic::Simulation;

use crate::{Effort, Finding, GalleryScene, Plot, Report, Table, gallery, side_by_side};

/// The paper's Δx, in cm.
const CELL: f64 = 2.0;
const SECONDS: f64 = 0.4;
const LOOKS: usize = 40;
/// The water reaches the square before this, in s.
const STRUCK: f64 = 0.05;

/// Kinetic energy of water by the size of what moves, over its mass, in cm²/s².
#[derive(Clone, Copy, Default)]
struct Scales {
    time: f64,
    /// Of what is smaller than Δx/2.
    noise: f64,
    /// Of what is smaller than 4 Δx.
    fine: f64,
    /// All that is kinetic or elastic, the square's too, over that at the beginning.
    energy: f64,
}

/// Kinetic energy of particles less that of their means over squares of a size, over their mass.
fn finer_than(size: f64, water: &[([f64; 2], [f64; 2])]) -> f64 {
    let mut squares = BTreeMap::new();
    for (place, velocity) in water {
        let square = place.map(|x| (x / size).floor() as i64);
        let (count, sum) = squares.entry(square).or_insert((0.0, [0.0; 2]));
        *count += 1.0;
        (0..2).for_each(|axis| sum[axis] += velocity[axis]);
    }
    let all: f64 = water.iter().map(|(_, [u, v])| u * u + v * v).sum();
    let means: f64 = squares.values().map(|(count, [u, v])| (u * u + v * v) / count).sum();
    0.5 * (all - means) / water.len() as f64
}

fn look(simulation: &Simulation) -> Scales {
    let (first, mesh) = simulation.meshes().next().expect("a square");
    let vertices = first..first + mesh.vertices.len() as u64;
    // All of it has the same mass.
    let water = simulation.particles().into_iter().filter(|state| !vertices.contains(&state.id));
    let pair = |vector: [f64; 3]| [vector[0], vector[1]];
    let water: Vec<_> =
        water.map(|state| (pair(state.particle.position), pair(state.particle.velocity))).collect();
    Scales {
        time: simulation.time(),
        noise: finer_than(0.5 * CELL, &water),
        fine: finer_than(4.0 * CELL, &water),
        energy: simulation.diagnostics().energy(),
    }
}

fn strike(scene: &GalleryScene) -> Vec<Scales> {
    let mut simulation = scene.build_on(1);
    let first = simulation.diagnostics().energy();
    let mut seen = Vec::new();
    for k in 1..=LOOKS {
        // PolyPIC's may explode; then there is nothing more to be seen.
        if simulation.advance_to(SECONDS * k as f64 / LOOKS as f64).is_err() {
            break;
        }
        let scales = look(&simulation);
        seen.push(Scales { energy: scales.energy / first, ..scales });
    }
    seen
}

/// A8: how much of small motions is left in water that a spinning square has struck.
pub fn wet_square(effort: Effort) -> Report {
    let paper = gallery("papers/a8-water-on-square");
    let with = |scheme: &str| paper.clone().set("transfer.scheme", scheme);
    let fine =
        |scheme: &str| with(scheme).set("grid.cell_size", CELL / 4.0).set("meshes.square.spacing", 0.325);
    let seven = with("polypic").set("transfer.modes", 7);
    let mut scenes = vec![
        ("FLIP .99", with("flip-0.99")),
        ("APIC", with("apic")),
        ("AFLIP .99", with("aflip-0.99")),
        ("FLIP 1", with("flip-1")),
        // All of the first four modes, 0.825 of the next two and 0.2 of the others, as in the paper.
        ("PolyPIC 9", with("polypic")),
        ("PolyPIC 7", seven.set("transfer.mode_shares", "[1.0, 0.825, 0.825, 0.825]")),
        (
            "PolyPIC 9, all of each",
            with("polypic").set("transfer.mode_shares", "[1.0, 1.0, 1.0, 1.0, 1.0, 1.0]"),
        ),
    ];
    if effort == Effort::Full {
        scenes.extend([("FLIP .99, Δx/4", fine("flip-0.99")), ("APIC, Δx/4", fine("apic"))]);
    }
    let runs = side_by_side(&scenes, |(_, scene)| strike(scene));
    let mut plot = Plot::new("Water on a spinning square").x("time (s)").y("energy below 4 Δx (cm²/s²)");
    let mut table = Table::new(["scheme", "below 4 Δx", "below Δx/2", "energy kept"]);
    let mut means = Vec::new();
    for ((label, _), run) in scenes.iter().zip(&runs) {
        let struck: Vec<_> = run.iter().filter(|seen| seen.time > STRUCK).collect();
        let mean =
            |of: fn(&Scales) -> f64| struck.iter().map(|seen| of(seen)).sum::<f64>() / struck.len() as f64;
        let of = [mean(|seen| seen.fine), mean(|seen| seen.noise), run[run.len() - 1].energy];
        table.numbers(label, of);
        plot = plot.line(*label, run.iter().map(|seen| [seen.time, seen.fine]));
        means.push(of);
    }
    let [flip, apic, aflip, full, nine, seven] = [0, 1, 2, 3, 4, 5].map(|run| means[run]);
    let most = runs[5].iter().map(|seen| seen.energy).fold(0.0, f64::max);
    let lasts = runs[6].len() as f64 / LOOKS as f64;
    let mut findings = vec![
        Finding::at_least("AFLIP: energy below 4 Δx, mean over time, over FLIP's", aflip[0] / flip[0], 1.0),
        Finding::at_least("AFLIP: energy below 4 Δx, mean over time, over APIC's", aflip[0] / apic[0], 1.0),
        Finding::at_least("FLIP 1: energy below Δx/2, mean over time, over AFLIP's", full[1] / aflip[1], 1.0),
        Finding::at_least(
            "AFLIP: energy below 4 Δx, mean over time, over PolyPIC 9's",
            aflip[0] / nine[0],
            1.0,
        ),
        Finding::at_least(
            "AFLIP: energy below 4 Δx, mean over time, over PolyPIC 7's",
            aflip[0] / seven[0],
            1.0,
        ),
        Finding::at_most(
            "PolyPIC with all of nine modes ends early: share of the time that it lasts",
            lasts,
            0.99,
        ),
        Finding::report("PolyPIC with seven modes: most energy over the first", most),
    ];
    if effort == Effort::Full {
        for run in [7, 8] {
            let claim = format!("AFLIP: energy below 4 Δx, mean over time, over that of {}", scenes[run].0);
            findings.push(Finding::report(claim, aflip[0] / means[run][0]));
        }
    }
    Report::from(findings).table(table).plot("scales", plot)
}
