//! What is run, and what came out of it.

use std::collections::BTreeMap;

use serde_json::Value;

use super::options::Options;

/// A material with a scheme.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Case {
    pub material: &'static str,
    pub scheme: &'static str,
}

impl Case {
    pub const JELLY: Case = Case { material: "jelly", scheme: "apic" };
}

/// Who is compared with.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Peer {
    Taichi,
    Warp,
}

impl Peer {
    pub const ALL: [Peer; 2] = [Peer::Taichi, Peer::Warp];

    pub fn name(self) -> &'static str {
        match self {
            Peer::Taichi => "taichi",
            Peer::Warp => "warp",
        }
    }

    /// What pip installs for it.
    pub fn requirement(self) -> &'static str {
        match self {
            Peer::Taichi => "taichi==1.7.4",
            Peer::Warp => "warp-lang==1.19.0",
        }
    }
}

/// Who is timed.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Code {
    Clastic,
    TaichiAtomic,
    TaichiReplicate,
    Warp,
}

impl Code {
    pub fn name(self) -> &'static str {
        match self {
            Code::Clastic => "Clastic",
            Code::TaichiAtomic => "Taichi, atomic",
            Code::TaichiReplicate => "Taichi, replicate",
            Code::Warp => "Warp",
        }
    }

    pub fn peer(self) -> Option<Peer> {
        match self {
            Code::Clastic => None,
            Code::TaichiAtomic | Code::TaichiReplicate => Some(Peer::Taichi),
            Code::Warp => Some(Peer::Warp),
        }
    }
}

/// How Clastic's particles lie; the peers know blocks only.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Layout {
    Block,
    Debris,
    Jet,
}

impl Layout {
    pub fn name(self) -> &'static str {
        match self {
            Layout::Block => "block",
            Layout::Debris => "debris",
            Layout::Jet => "jet",
        }
    }
}

/// One code on one job.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Run {
    pub case: Case,
    pub layout: Layout,
    pub particles: usize,
    pub threads: usize,
    pub code: Code,
}

impl Run {
    /// Clastic on a block.
    pub fn clastic(case: Case, particles: usize, threads: usize) -> Run {
        Run { case, layout: Layout::Block, particles, threads, code: Code::Clastic }
    }
}

/// The runs next to the peers. Warp runs CPU kernels on one thread, so it meets Clastic on one thread.
pub fn races(options: &Options) -> Vec<Run> {
    let mut runs = Vec::new();
    for &particles in &options.particles {
        for &case in &options.cases {
            for &threads in &options.threads {
                for code in [Code::Clastic, Code::TaichiAtomic, Code::TaichiReplicate] {
                    runs.push(Run { code, ..Run::clastic(case, particles, threads) });
                }
            }
            for code in [Code::Clastic, Code::Warp] {
                if options.peers.contains(&Peer::Warp) {
                    runs.push(Run { code, ..Run::clastic(case, particles, 1) });
                }
            }
        }
    }
    runs.retain(|run| run.code.peer().is_none_or(|peer| options.peers.contains(&peer)));
    without_repeats(runs)
}

/// Clastic alone with more and more particles.
pub fn by_size(options: &Options) -> Vec<Run> {
    let run = |particles: &usize| Run::clastic(Case::JELLY, *particles, options.most_threads());
    options.scaling.iter().map(run).collect()
}

/// Clastic alone on 1, 2, 4, … and all threads.
pub fn by_threads(options: &Options) -> Vec<Run> {
    if options.scaling.is_empty() {
        return Vec::new();
    }
    let most = options.most_threads();
    let doubled = std::iter::successors(Some(1), |threads| Some(2 * threads)).take_while(|n| *n < most);
    doubled.chain([most]).map(|n| Run::clastic(Case::JELLY, options.reference_size(), n)).collect()
}

/// Clastic alone on a block, on loose particles and on a pile with a jet.
pub fn by_layout(options: &Options) -> Vec<Run> {
    let run = Run::clastic(Case::JELLY, options.reference_size(), options.most_threads());
    [Layout::Block, Layout::Debris, Layout::Jet].map(|layout| Run { layout, ..run }).to_vec()
}

/// Everything that is run once in a round.
pub fn round(options: &Options) -> Vec<Run> {
    let parts = [races(options), by_size(options), by_threads(options), by_layout(options)];
    without_repeats(parts.concat())
}

fn without_repeats(runs: Vec<Run>) -> Vec<Run> {
    let mut kept: Vec<Run> = Vec::new();
    for run in runs {
        if !kept.contains(&run) {
            kept.push(run);
        }
    }
    kept
}

/// What every run printed, round by round.
#[derive(Default)]
pub struct Results {
    runs: BTreeMap<Run, Vec<Value>>,
    /// What the machine can do.
    pub machine: Vec<Value>,
}

impl Results {
    pub fn push(&mut self, run: Run, report: Value) {
        self.runs.entry(run).or_default().push(report);
    }

    /// The median over the rounds of a number in a run's report, by its JSON pointer.
    pub fn median(&self, run: &Run, pointer: &str) -> Option<f64> {
        median_of(self.runs.get(run)?, pointer)
    }

    /// Particle-steps per second.
    pub fn rate(&self, run: &Run) -> Option<f64> {
        self.median(run, "/particle_steps_per_s")
    }

    /// How many times faster Clastic is on the same job.
    pub fn ratio(&self, run: &Run) -> Option<f64> {
        Some(self.rate(&Run { code: Code::Clastic, ..*run })? / self.rate(run)?)
    }
}

/// The median of a number in some reports.
pub fn median_of(reports: &[Value], pointer: &str) -> Option<f64> {
    let values: Option<Vec<f64>> =
        reports.iter().map(|report| report.pointer(pointer).and_then(Value::as_f64)).collect();
    values.filter(|values| !values.is_empty()).map(median)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 { values[middle] } else { 0.5 * (values[middle - 1] + values[middle]) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::bench::tests::options;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
        assert_eq!(median(vec![7.0]), 7.0);
        let reports = [json!({"a": {"b": 2}}), json!({"a": {"b": 4.0}})];
        assert_eq!(median_of(&reports, "/a/b"), Some(3.0));
        assert_eq!(median_of(&reports, "/a/c"), None);
        assert_eq!(median_of(&[], "/a"), None);
    }

    #[test]
    fn every_peer_meets_clastic_on_the_same_job() {
        for (line, count) in [
            ("--threads 1", 16),
            ("--threads 2", 20),
            ("--threads 2 --peers none", 4),
            ("--threads 2 --peers taichi", 12),
            ("--threads 1,2 --particles 1e5,1e6 --schemes flip", 42),
        ] {
            let runs = races(&options(line).unwrap());
            assert_eq!(runs.len(), count, "{line}");
            for run in &runs {
                assert!(runs.contains(&Run { code: Code::Clastic, ..*run }), "{line}: {run:?}");
            }
        }
    }

    #[test]
    fn nothing_runs_twice_in_a_round() {
        let chosen = options("--threads 6 --peers none --schemes apic --materials jelly").unwrap();
        let threads: Vec<usize> = by_threads(&chosen).iter().map(|run| run.threads).collect();
        assert_eq!(threads, [1, 2, 4, 6]);
        // Four sizes, three more numbers of threads, and two more layouts.
        assert_eq!(round(&chosen).len(), 4 + 3 + 2);
        assert!(by_threads(&options("--scaling none").unwrap()).is_empty());
    }

    #[test]
    fn ratios_are_of_medians() {
        let mut results = Results::default();
        let own = Run::clastic(Case::JELLY, 1000, 2);
        let peer = Run { code: Code::TaichiAtomic, ..own };
        for rate in [6e6, 8e6, 7e6] {
            results.push(own, json!({"particle_steps_per_s": rate}));
        }
        results.push(peer, json!({"particle_steps_per_s": 2e6}));
        assert_eq!(results.ratio(&peer), Some(3.5));
        assert_eq!(results.ratio(&own), Some(1.0));
        assert_eq!(results.ratio(&Run { threads: 1, ..peer }), None);
    }
}
