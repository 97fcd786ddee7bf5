//! A17: what SFLIP, AFLIP and ASFLIP cost over FLIP and APIC; and what strands cost.

use std::time::Instant;

use clastic::{Observer, Phase, Simulation, Until};

use crate::{Effort, Finding, GalleryScene, Report, Table, gallery};

/// Time in steps, and in one phase of them.
struct Stopwatch {
    /// The one that is looked at.
    of: Phase,
    phase: Phase,
    since: Instant,
    /// In s.
    steps: f64,
    /// In s.
    within: f64,
}

impl Stopwatch {
    fn new(of: Phase) -> Self {
        Stopwatch { of, phase: Phase::Outside, since: Instant::now(), steps: 0.0, within: 0.0 }
    }
}

impl Observer for Stopwatch {
    fn phase(&mut self, phase: Phase) {
        let spent = self.since.elapsed().as_secs_f64();
        if self.phase != Phase::Outside {
            self.steps += spent;
        }
        if self.phase == self.of {
            self.within += spent;
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
        let mut stopwatch = Stopwatch::new(Phase::GridToParticles);
        self.simulation.run(Until::Steps(steps), &mut stopwatch).expect("sand on a torus");
        self.turns.push([stopwatch.steps, stopwatch.within]);
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

/// What forces within strands and their solve take of a step.
pub fn strands(effort: Effort) -> Report {
    let (turns, steps) = effort.choose((4, 3), (10, 10));
    let mut brush = gallery("papers/a11-brush")
        .set("grid.cell_size", 0.25)
        .set("meshes.brush.segments", 20)
        .set("meshes.brush.roots.count", 10_000)
        .build_on(2);
    // The first steps make room.
    brush.run_steps(2).expect("a brush");
    let mut table = Table::new(["turn", "a step (s)", "within meshes (s)", "share"]);
    let mut shares = Vec::new();
    for turn in 1..=turns {
        let mut stopwatch = Stopwatch::new(Phase::Meshes);
        brush.run(Until::Steps(steps), &mut stopwatch).expect("a brush");
        let [step, within] = [stopwatch.steps, stopwatch.within].map(|time| time / steps as f64);
        shares.push(within / step);
        table.numbers(&turn.to_string(), [step, within, within / step]);
    }
    shares.sort_by(f64::total_cmp);
    let claim = "share of a step that 10⁴ strands of 20 segments take within themselves, least of the turns";
    let findings = vec![
        Finding::report(claim, shares[0]),
        Finding::report("the same, median", shares[shares.len() / 2]),
        Finding::report("vertices", brush.len() as f64),
    ];
    Report::from(findings).table(table)
}
