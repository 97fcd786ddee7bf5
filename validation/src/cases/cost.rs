//! A17: what SFLIP, AFLIP and ASFLIP cost over FLIP and APIC.

use std::time::Instant;

use clastic::{Observer, Phase, Simulation, Until};

use crate::{Effort, Finding, GalleryScene, Report, Table, gallery};

/// Time in steps, and in the transfer from nodes to particles.
struct Stopwatch {
    phase: Phase,
    since: Instant,
    /// In s.
    steps: f64,
    /// In s.
    to_particles: f64,
}

impl Stopwatch {
    fn new() -> Self {
        Stopwatch { phase: Phase::Outside, since: Instant::now(), steps: 0.0, to_particles: 0.0 }
    }
}

impl Observer for Stopwatch {
    fn phase(&mut self, phase: Phase) {
        let spent = self.since.elapsed().as_secs_f64();
        match self.phase {
            Phase::Outside => {}
            Phase::GridToParticles => {
                self.steps += spent;
                self.to_particles += spent;
            }
            _ => self.steps += spent,
        }
        self.since = Instant::now();
        self.phase = phase;
    }
}

/// A run of one scheme, and how long its turns took.
struct Runner {
    scheme: &'static str,
    simulation: Simulation,
    /// Seconds in steps and in the transfer to particles, of each turn.
    turns: Vec<[f64; 2]>,
}

impl Runner {
    fn take_turn(&mut self, steps: u64) {
        let mut stopwatch = Stopwatch::new();
        self.simulation.run(Until::Steps(steps), &mut stopwatch).expect("sand on a torus");
        self.turns.push([stopwatch.steps, stopwatch.to_particles]);
    }
}

/// On one thread, which waits for no other.
fn built(scene: &GalleryScene, scheme: &str) -> Simulation {
    scene.clone().set("transfer.scheme", scheme).build_on(1)
}

/// A ratio of the shortest turns: whatever else the machine does can only make them longer.
fn ratio(of: &Runner, to: &Runner, which: usize) -> f64 {
    let shortest =
        |runner: &Runner| runner.turns.iter().map(|turn| turn[which]).fold(f64::INFINITY, f64::min);
    shortest(of) / shortest(to)
}

/// A17: what a step and its transfer to particles cost, scheme by scheme.
pub fn cost(effort: Effort) -> Report {
    let (cell, turns, steps) = effort.choose((0.02, 25, 4), (0.01, 30, 10));
    // The cube on the torus, where every particle's distance from a boundary may matter.
    let scene = gallery("papers/c5-sand-on-torus")
        .set("grid.cell_size", cell)
        .set("bodies.cube.min", "[-0.15, 0.46, -0.15]")
        .set("bodies.cube.max", "[0.15, 0.76, 0.15]");
    let schemes = ["flip-0.97", "sflip-0.97", "asflip-0.97", "apic", "aflip-0.97"];
    let mut runners =
        schemes.map(|scheme| Runner { scheme, simulation: built(&scene, scheme), turns: Vec::new() });
    for runner in &mut runners {
        // The first steps make room.
        runner.simulation.run_steps(20).expect("sand on a torus");
    }
    for _ in 0..turns {
        for runner in &mut runners {
            runner.take_turn(steps);
        }
    }
    let find = |scheme: &str| runners.iter().find(|runner| runner.scheme == scheme).expect("one of them");
    let mut table = Table::new(["scheme", "over", "a step", "its transfer to particles"]);
    let mut findings = Vec::new();
    for (scheme, base, paper) in [
        ("sflip-0.97", "flip-0.97", "paper: +22.8 % and +62.2 %"),
        ("asflip-0.97", "flip-0.97", "paper: +22.8 % and +62.2 %"),
        ("asflip-0.97", "apic", "not in the paper"),
        ("aflip-0.97", "apic", "paper: about 0"),
    ] {
        let [step, transfer] = [0, 1].map(|which| ratio(find(scheme), find(base), which) - 1.0);
        let percent = |share: f64| format!("{:+.1} %", 100.0 * share);
        table.row(vec![scheme.into(), base.into(), percent(step), percent(transfer)]);
        findings.push(Finding::report(
            format!("{scheme} over {base}: a step takes longer by the share ({paper})"),
            step,
        ));
        findings.push(Finding::report(
            format!("{scheme} over {base}: the transfer to particles takes longer by the share"),
            transfer,
        ));
    }
    let particles = runners[0].simulation.len() as f64;
    let fastest = runners[0].turns.iter().map(|turn| turn[0]).fold(f64::INFINITY, f64::min);
    let claim = "flip-0.97: time of a step per particle, in ns";
    findings.push(Finding::report(claim, 1e9 * fastest / (particles * steps as f64)));
    Report::from(findings).table(table)
}
