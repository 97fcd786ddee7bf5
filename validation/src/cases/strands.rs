//! A4: fibres on the grid, after "Revisiting Integration in the Material Point Method".

use clastic::Simulation;

use super::meshes::with_beta;
use crate::{Effort, Finding, Plot, Report, Table, gallery, side_by_side};

/// Vertices of a fibre.
const VERTICES: usize = 61;
const SECONDS: f64 = 0.9;
/// A step, and one of three times its length, in s: as long as sound needs for 0.8 of a cell.
const STEP: f64 = LONG_STEP / 3.0;
const LONG_STEP: f64 = 4e-4;
const LOOKS: usize = 45;

type Place = [f64; 2];

/// A pile of fibres at one time.
struct Pile {
    time: f64,
    /// The mean height, in cm.
    height: f64,
    /// How often two fibres cross.
    crossings: usize,
}

fn look(pile: &Simulation) -> Pile {
    let states = pile.particles();
    let places: Vec<Place> =
        states.iter().map(|state| [state.particle.position[0], state.particle.position[1]]).collect();
    let height = places.iter().map(|place| place[1]).sum::<f64>() / places.len() as f64;
    let fibres: Vec<&[Place]> = places.chunks(VERTICES).collect();
    let mut crossings = 0;
    for (index, a) in fibres.iter().enumerate() {
        for b in &fibres[index + 1..] {
            let edges = a.windows(2).flat_map(|edge| b.windows(2).map(move |other| (edge, other)));
            crossings += edges.filter(|(edge, other)| cross(edge, other)).count();
        }
    }
    Pile { time: pile.time(), height, crossings }
}

/// Whether the ends of either edge are on both sides of the other.
fn cross(a: &[Place], b: &[Place]) -> bool {
    let side = |edge: &[Place], p: Place| {
        let [from, to] = [edge[0], edge[1]];
        (to[0] - from[0]) * (p[1] - from[1]) - (to[1] - from[1]) * (p[0] - from[0])
    };
    side(a, b[0]) * side(a, b[1]) < 0.0 && side(b, a[0]) * side(b, a[1]) < 0.0
}

/// A scheme, its β where matter separates, and the length of a step.
#[derive(Clone, Copy)]
struct Run {
    scheme: &'static str,
    beta_max: f64,
    dt: f64,
}

impl Run {
    fn slide(&self) -> Vec<Pile> {
        let scene = gallery("papers/a4-fibres").set("time.dt", self.dt);
        let mut pile = with_beta(scene, self.scheme, self.beta_max).build_on(1);
        let mut seen = vec![look(&pile)];
        for k in 1..=LOOKS {
            pile.advance_to(SECONDS * k as f64 / LOOKS as f64).expect("fibres that slide");
            seen.push(look(&pile));
        }
        seen
    }
}

fn most_crossings(run: &[Pile]) -> f64 {
    run.iter().map(|pile| pile.crossings).max().unwrap_or(0) as f64
}

/// How many there are at a time, as a mean.
fn mean_crossings(run: &[Pile]) -> f64 {
    run.iter().map(|pile| pile.crossings as f64).sum::<f64>() / run.len() as f64
}

fn fallen(run: &[Pile]) -> f64 {
    run[0].height - run[run.len() - 1].height
}

/// A4: which schemes let fibres slide off each other, and which let them through.
pub fn fibres(_: Effort) -> Report {
    let run = |scheme, beta_max, dt| Run { scheme, beta_max, dt };
    let runs = [
        run("flip-0.99", 0.0, LONG_STEP),
        run("apic", 0.0, LONG_STEP),
        run("nflip-0.99", 1.0, LONG_STEP),
        run("sflip-0.99", 0.5, LONG_STEP),
        run("sflip-0.99", 0.1, LONG_STEP),
        run("sflip-0.99", 1.0, LONG_STEP),
        run("sflip-0.99", 0.5, STEP),
        run("sflip-0.99", 1.0, STEP),
    ];
    let piles = side_by_side(&runs, Run::slide);
    let mut plot = Plot::new("Fibres on a roof").x("time (s)").y("mean height (cm)");
    let mut table =
        Table::new(["scheme", "β_max", "Δt (s)", "fallen (cm)", "most crossings", "mean crossings"]);
    for (run, pile) in runs.iter().zip(&piles) {
        let crossings = [most_crossings(pile), mean_crossings(pile)];
        table.numbers(run.scheme, [run.beta_max, run.dt, fallen(pile), crossings[0], crossings[1]]);
    }
    for (run, pile) in runs.iter().zip(&piles).take(4) {
        plot = plot.line(run.scheme, pile.iter().map(|pile| [pile.time, pile.height]));
    }
    let [flip, apic, nflip, sflip, small, large, short_steps, large_short] = &piles[..] else {
        unreachable!("eight runs")
    };
    let findings = vec![
        Finding::at_least("fallen: SFLIP over FLIP", fallen(sflip) / fallen(flip), 1.0),
        Finding::at_least("fallen: SFLIP over APIC", fallen(sflip) / fallen(apic), 1.0),
        // Much more than: several times.
        Finding::at_least(
            "most crossings: NFLIP over SFLIP",
            most_crossings(nflip) / most_crossings(sflip).max(1.0),
            3.0,
        ),
        // Figure 25: they appear where both are large.
        Finding::at_least("most crossings: SFLIP with β_max = 1 and 3 Δt", most_crossings(large), 1.0),
        Finding::at_most("most crossings: SFLIP with β_max = 0.1 and 3 Δt", most_crossings(small), 0.0),
        Finding::at_most("most crossings: SFLIP with β_max = 0.5 and Δt", most_crossings(short_steps), 0.0),
        Finding::at_most(
            "mean crossings with β_max = 1: SFLIP with Δt over that with 3 Δt",
            mean_crossings(large_short) / mean_crossings(large),
            0.5,
        ),
        Finding::report(
            "fallen: SFLIP with a third of the step over APIC",
            fallen(short_steps) / fallen(apic),
        ),
    ];
    Report::from(findings).table(table).plot("height", plot)
}
