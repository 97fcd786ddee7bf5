//! A7: finite elements on the grid, after "Revisiting Integration in the Material Point Method".

use clastic::{ParticleState, Simulation};

use super::sand::side_by_side;
use crate::{Effort, Finding, Plot, Report, Table, gallery, short};

/// The paper's Δx, in cm, and the speed of either square, in cm/s.
const CELL: f64 = 6.0;
const SPEED: f64 = 300.0;
const SECONDS: f64 = 0.44;
const LOOKS: usize = 22;

/// What two squares are doing.
#[derive(Clone, Copy)]
struct Squares {
    time: f64,
    /// How far apart their nearest vertices are, in Δx.
    gap: f64,
    /// How far each has come, over how far it should have.
    way: f64,
    /// Kinetic and elastic energy, over that of the beginning.
    energy: f64,
}

fn slide(scheme: &str) -> Vec<Squares> {
    let scene = gallery("papers/a7-squares").set("transfer.scheme", scheme);
    let mut squares = scene.build_on(1);
    let energy = squares.diagnostics().energy();
    let look = |squares: &Simulation| {
        let all = squares.particles();
        let (left, right) = all.split_at(all.len() / 2);
        let height = |part: &[ParticleState]| {
            part.iter().map(|state| state.particle.position[1]).sum::<f64>() / part.len() as f64
        };
        let apart = height(left) - height(right);
        let time = squares.time();
        Squares {
            time,
            gap: gap(left, right) / CELL,
            way: apart / (2.0 * SPEED * time),
            energy: squares.diagnostics().energy() / energy,
        }
    };
    let mut seen = Vec::new();
    for k in 1..=LOOKS {
        // NFLIP's squares explode; then there is nothing more to be seen.
        if squares.advance_to(SECONDS * k as f64 / LOOKS as f64).is_err() {
            break;
        }
        seen.push(look(&squares));
    }
    seen
}

fn gap(left: &[ParticleState], right: &[ParticleState]) -> f64 {
    let squared = |a: &ParticleState, b: &ParticleState| {
        (0..2).map(|axis| (a.particle.position[axis] - b.particle.position[axis]).powi(2)).sum::<f64>()
    };
    let nearest = left.iter().map(|a| right.iter().map(|b| squared(a, b)).fold(f64::INFINITY, f64::min));
    nearest.fold(f64::INFINITY, f64::min).sqrt()
}

/// A7: which schemes let two squares slide past each other.
pub fn squares(_: Effort) -> Report {
    let schemes =
        ["flip-0.99", "apic", "aflip-0.99", "aspic-0.99", "nflip-0.99", "sflip-0.99", "asflip-0.99"];
    let runs = side_by_side(&schemes, |scheme| slide(scheme));
    let mut findings = Vec::new();
    let mut plot = Plot::new("Two squares side by side").x("time (s)").y("nearest vertices (Δx)");
    let mut table = Table::new(["scheme", "gap (Δx)", "way over exact", "energy over first"]);
    for (scheme, run) in schemes.iter().zip(&runs) {
        let end = run[run.len() - 1];
        plot = plot.line(*scheme, run.iter().map(|seen| [seen.time, seen.gap]));
        table.row(vec![scheme.to_string(), short(end.gap, 3), short(end.way, 3), short(end.energy, 3)]);
        let most = run.iter().map(|seen| seen.energy).fold(0.0, f64::max);
        match *scheme {
            "sflip-0.99" | "asflip-0.99" => {
                findings.push(Finding::at_least(format!("{scheme} parts: gap/Δx"), end.gap, 3.0));
                findings.push(Finding::at_most(format!("{scheme}: most energy over the first"), most, 1.01));
            }
            "nflip-0.99" => {
                findings.push(Finding::at_least("NFLIP goes wrong: most energy over the first", most, 2.0));
            }
            _ => findings.push(Finding::at_most(format!("{scheme} does not part: gap/Δx"), end.gap, 1.0)),
        }
    }
    Report::from(findings).table(table).plot("gap", plot)
}
