//! What Clastic must reach, as ratios measured on one machine.

use super::job::{Case, Code, Layout, Results, Run};
use super::options::Options;

/// On which side of its bound a number must lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    AtLeast(f64),
    AtMost(f64),
}

/// Something to reach, and what was measured.
pub struct Target {
    pub what: String,
    pub bound: Bound,
    pub measured: Option<f64>,
}

impl Target {
    /// Whether it is reached, if it was measured.
    pub fn is_met(&self) -> Option<bool> {
        self.measured.map(|measured| match self.bound {
            Bound::AtLeast(least) => measured >= least,
            Bound::AtMost(most) => measured <= most,
        })
    }
}

/// Clastic over Taichi, with atomic additions and with a copy of the grid per thread.
const RACES: [(&str, [f64; 2]); 3] = [("jelly", [10.0, 7.0]), ("sand", [8.0, 5.5]), ("liquid", [4.5, 1.8])];
/// ASFLIP over APIC.
const ASFLIP: f64 = 0.9;
/// Time per particle and step of a sparse scene over that of the block.
const SPARSE: f64 = 2.0;
/// Particles whose memory is bounded, and the bound in GB.
const MANY: usize = 10_000_000;
const GIGABYTES: f64 = 4.0;

/// All targets.
pub fn targets(options: &Options, results: &Results) -> Vec<Target> {
    let (size, threads) = (options.reference_size(), options.most_threads());
    let own = |case| Run::clastic(case, size, threads);
    let mut targets = Vec::new();
    for (material, bounds) in RACES {
        let run = own(Case { material, scheme: "apic" });
        for (code, least) in [Code::TaichiAtomic, Code::TaichiReplicate].into_iter().zip(bounds) {
            targets.push(Target {
                what: format!("{material} APIC, times as fast as {}", code.name()),
                bound: Bound::AtLeast(least),
                measured: results.ratio(&Run { code, ..run }),
            });
        }
    }
    let over = |a: &Run, b: &Run| Some(results.rate(a)? / results.rate(b)?);
    let block = own(Case::JELLY);
    targets.push(Target {
        what: "jelly ASFLIP, times as fast as Clastic's own APIC".into(),
        bound: Bound::AtLeast(ASFLIP),
        measured: over(&own(Case { scheme: "asflip", ..Case::JELLY }), &block),
    });
    for layout in [Layout::Debris, Layout::Jet] {
        targets.push(Target {
            what: format!("time per particle of {}, over the dense block's", layout.name()),
            bound: Bound::AtMost(SPARSE),
            measured: over(&block, &Run { layout, ..block }),
        });
    }
    let many = Run { particles: MANY, ..block };
    let scaled = || Some(peak(results, &block)? * MANY as f64 / size as f64);
    targets.push(match peak(results, &many) {
        Some(bytes) => memory("memory of 10⁷ particles of jelly, in GB", Some(bytes)),
        None => memory("memory of 10⁷ particles of jelly, in GB, in proportion to a smaller run", scaled()),
    });
    targets
}

fn peak(results: &Results, run: &Run) -> Option<f64> {
    results.median(run, "/memory/peak")
}

fn memory(what: &str, bytes: Option<f64>) -> Target {
    Target { what: what.into(), bound: Bound::AtMost(GIGABYTES), measured: bytes.map(|bytes| 1e-9 * bytes) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::bench::tests::options;

    #[test]
    fn targets_are_judged() {
        let options = options("--threads 2").unwrap();
        let mut results = Results::default();
        let block = Run::clastic(Case::JELLY, 1_000_000, 2);
        let mut push = |run: Run, rate: f64| {
            results.push(run, json!({"particle_steps_per_s": rate, "memory": {"peak": 3.5e8}}));
        };
        push(block, 30e6);
        push(Run { code: Code::TaichiAtomic, ..block }, 2e6);
        push(Run { code: Code::TaichiReplicate, ..block }, 5e6);
        push(Run { layout: Layout::Jet, ..block }, 20e6);
        let targets = targets(&options, &results);
        let find = |what: &str| targets.iter().find(|target| target.what.contains(what)).unwrap();
        assert_eq!(find("jelly APIC, times as fast as Taichi, atomic").is_met(), Some(true));
        assert_eq!(find("jelly APIC, times as fast as Taichi, replicate").measured, Some(6.0));
        assert_eq!(find("jelly APIC, times as fast as Taichi, replicate").is_met(), Some(false));
        assert_eq!(find("sand").is_met(), None);
        assert_eq!(find("jet").measured, Some(1.5));
        assert_eq!(find("in proportion").is_met(), Some(true));
        assert_eq!(targets.len(), 10);
    }
}
