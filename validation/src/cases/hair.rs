//! A15: hair on a head, as in figure 24 of "Revisiting Integration in the Material Point Method".

use super::sand::side_by_side;
use crate::{Effort, Finding, Plot, Report, Table, gallery};

/// Vertices of a strand.
const VERTICES: usize = 8;
const LOOKS: usize = 30;

type Place = [f64; 3];

/// Hair that falls on a head and is shaken with it.
struct Hair {
    /// Over time, in s, by how much tips are lower than in the beginning, in cm.
    fallen: Vec<[f64; 2]>,
    /// How far the tips of neighbours have moved against each other in the end, in cm: the root of the mean square.
    apart: f64,
    steps: f64,
}

impl Hair {
    fn new(scheme: &str, seconds: f64) -> Self {
        let mut hair = gallery("papers/a15-hair").set("transfer.scheme", scheme).build_on(1);
        let places = |hair: &clastic::Simulation| -> Vec<Place> {
            hair.particles().iter().map(|state| state.particle.position).collect()
        };
        let begin = places(&hair);
        let (mut fallen, mut now) = (Vec::new(), begin.clone());
        for look in 1..=LOOKS {
            hair.advance_to(seconds * look as f64 / LOOKS as f64).expect("hair that falls");
            now = places(&hair);
            let drops = tips(&begin).zip(tips(&now)).map(|(a, b)| a[1] - b[1]);
            fallen.push([hair.time(), drops.sum::<f64>() / tips(&begin).count() as f64]);
        }
        Hair { fallen, apart: apart(&begin, &now), steps: hair.steps() as f64 }
    }

    fn last(&self) -> f64 {
        self.fallen[LOOKS - 1][1]
    }
}

fn tips(vertices: &[Place]) -> impl Iterator<Item = &Place> {
    vertices.chunks(VERTICES).map(|strand| &strand[VERTICES - 1])
}

fn squared(a: Place, b: Place) -> f64 {
    (0..3).map(|k| (a[k] - b[k]).powi(2)).sum()
}

/// How far every strand's tip has moved against that of the strand whose root is nearest.
fn apart(begin: &[Place], now: &[Place]) -> f64 {
    let roots: Vec<Place> = begin.chunks(VERTICES).map(|strand| strand[0]).collect();
    let moves: Vec<Place> =
        tips(begin).zip(tips(now)).map(|(a, b)| std::array::from_fn(|k| b[k] - a[k])).collect();
    let of = |strand: usize| {
        let others = (0..roots.len()).filter(|other| *other != strand);
        let distance = |other: &usize| squared(roots[*other], roots[strand]);
        let nearest = others.min_by(|a, b| distance(a).total_cmp(&distance(b))).expect("two strands");
        squared(moves[nearest], moves[strand])
    };
    ((0..roots.len()).map(of).sum::<f64>() / roots.len() as f64).sqrt()
}

/// A15: with which schemes hair flows.
pub fn head_of_hair(effort: Effort) -> Report {
    let schemes = ["flip-0.97", "apic", "sflip-0.97", "asflip-0.97"];
    // At both times the head is where it was.
    let runs = side_by_side(&schemes, |scheme| Hair::new(scheme, effort.choose(0.3, 1.2)));
    let mut plot = Plot::new("Hair on a head").x("time (s)").y("tips have fallen by (cm)");
    let mut table =
        Table::new(["scheme", "steps", "fallen in the end (cm)", "neighbours moved apart by (cm)"]);
    for (scheme, run) in schemes.iter().zip(&runs) {
        plot = plot.line(*scheme, run.fallen.iter().copied());
        table.numbers(scheme, [run.steps, run.last(), run.apart]);
    }
    let [flip, apic, sflip, asflip] = &runs[..] else { unreachable!("four schemes") };
    let findings = vec![
        Finding::at_least("fallen: SFLIP over FLIP", sflip.last() / flip.last(), 1.0),
        Finding::at_least("fallen: ASFLIP over APIC", asflip.last() / apic.last(), 1.5),
        Finding::at_least("neighbours apart: ASFLIP over APIC", asflip.apart / apic.apart, 1.1),
        Finding::report("neighbours apart: SFLIP over FLIP", sflip.apart / flip.apart),
        Finding::at_least("steps: FLIP over SFLIP", flip.steps / sflip.steps, 1.0),
    ];
    Report::from(findings).table(table).plot("fallen", plot)
}
