//! C1: a dam breaks, as in figure 4 of "The Affine Particle-In-Cell Method".

use std::collections::BTreeMap;

use clastic::Simulation;

use crate::{Effort, Finding, Plot, Report, Table, gallery, side_by_side};

const LOOKS: usize = 60;
/// The water has come back from the far wall by then, in s.
const MIXED: f64 = 1.0;

/// The vorticity, squared, of means over squares of 4 Δx, times the area, in m²/s²: noise within a square does not count.
fn enstrophy(simulation: &Simulation) -> f64 {
    let size = 4.0 * simulation.config().cell_size;
    let mut squares: BTreeMap<[i64; 2], (f64, [f64; 2])> = BTreeMap::new();
    for state in simulation.particles() {
        let [x, y, _] = state.particle.position;
        let (mass, sum) = squares.entry([x, y].map(|x| (x / size).floor() as i64)).or_default();
        *mass += state.particle.mass;
        (0..2).for_each(|axis| sum[axis] += state.particle.mass * state.particle.velocity[axis]);
    }
    // Half a square of water, or more.
    let full = 0.5 * 1000.0 * size * size;
    let mean = |square: [i64; 2]| {
        squares.get(&square).filter(|(mass, _)| *mass > full).map(|(mass, sum)| sum.map(|x| x / mass))
    };
    let turning = squares.keys().filter_map(|&[i, j]| {
        let [left, right] = [mean([i - 1, j])?, mean([i + 1, j])?];
        let [below, above] = [mean([i, j - 1])?, mean([i, j + 1])?];
        Some((right[1] - left[1] - above[0] + below[0]) / (2.0 * size))
    });
    turning.map(|omega| 0.5 * omega * omega * size * size).sum()
}

/// The enstrophy of a broken dam over time, in s.
struct Dam(Vec<[f64; 2]>);

impl Dam {
    fn new(scheme: &str, cell: f64, seconds: f64) -> Self {
        let mut dam = gallery("papers/c1-dam-break")
            .set("transfer.scheme", scheme)
            .set("grid.cell_size", cell)
            .build_on(1);
        let look = |look: usize| {
            dam.advance_to(seconds * look as f64 / LOOKS as f64).expect("a dam that breaks");
            [dam.time(), enstrophy(&dam)]
        };
        Dam((1..=LOOKS).map(look).collect())
    }

    fn mean(&self) -> f64 {
        let late: Vec<f64> = self.0.iter().filter(|[t, _]| *t > MIXED).map(|[_, e]| *e).collect();
        late.iter().sum::<f64>() / late.len() as f64
    }
}

/// C1: which schemes keep vortices.
pub fn dam_break(effort: Effort) -> Report {
    let schemes = ["pic", "flip-0.95", "flip-1", "apic", "aflip-1"];
    let (cell, seconds) = effort.choose((0.05, 3.0), (0.02, 5.0));
    let runs = side_by_side(&schemes, |scheme| Dam::new(scheme, cell, seconds));
    let mut plot = Plot::new("A broken dam").x("time (s)").y("enstrophy of means over 4 Δx (m²/s²)");
    let mut table = Table::new(["scheme", "enstrophy, mean over time (m²/s²)"]);
    for (scheme, run) in schemes.iter().zip(&runs) {
        plot = plot.line(*scheme, run.0.iter().copied());
        table.numbers(scheme, [run.mean()]);
    }
    let [pic, _, flip, apic, _] = &runs[..] else { unreachable!("five schemes") };
    let kept = flip.mean() / pic.mean();
    let findings = vec![
        Finding::at_least("enstrophy: APIC over FLIP", apic.mean() / flip.mean(), 1.0),
        match effort {
            // The water is two squares deep.
            Effort::Quick => Finding::report("enstrophy: FLIP over PIC", kept),
            Effort::Full => Finding::at_least("enstrophy: FLIP over PIC", kept, 1.0),
        },
    ];
    Report::from(findings).table(table).plot("enstrophy", plot)
}
