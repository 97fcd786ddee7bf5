//! A15: hair on a head, as in figure 24 of "Revisiting Integration in the Material Point Method".

use clastic::Simulation;

use crate::{Effort, Finding, GalleryScene, Plot, Report, Table, gallery, side_by_side};

/// Vertices of a strand.
const VERTICES: usize = 8;
const LOOKS: usize = 30;

type Place = [f64; 3];

/// When the head begins to move and when it is shaken no more, in s, and the angle that it turns to and fro by.
const SHAKE: [f64; 2] = [0.3, 1.1];
const ANGLE: f64 = 60.0;

/// Hair that falls on a head.
struct Fallen {
    /// By how much tips are lower than in the beginning when the head begins to move, in cm.
    by: f64,
    steps: f64,
}

/// Hair that has fallen with ASFLIP and is shaken with another scheme.
struct Shaken {
    /// Over time, in s, how far the tips of neighbours have moved against each other since the head began to move, as it sees
    /// them, in cm: the root of the mean square.
    apart: Vec<[f64; 2]>,
    /// The farthest that tips were from where they were on the head when it began to move, in cm: the root of the mean square.
    swing: f64,
    /// What strands hold by stretch, as a mean over time, in erg.
    stretch: f64,
    steps: f64,
}

fn hair(scheme: &str, strands: usize) -> GalleryScene {
    gallery("papers/a15-hair").set("transfer.scheme", scheme).set("meshes.hair.roots.count", strands)
}

fn places(hair: &Simulation) -> Vec<Place> {
    hair.particles().iter().map(|state| state.particle.position).collect()
}

/// The same places as the head sees them, whose angle follows from when the scene says that it turns.
fn on_head(places: &[Place], time: f64) -> Vec<Place> {
    let keys = [(SHAKE[0], 0.0), (0.5, ANGLE), (0.7, -ANGLE), (0.9, ANGLE), (SHAKE[1], 0.0)];
    let turn = keys.windows(2).find(|pair| (pair[0].0..pair[1].0).contains(&time));
    let angle = turn.map_or(0.0, |pair| {
        let [(t, a), (u, b)] = [pair[0], pair[1]];
        (a + (b - a) * (time - t) / (u - t)).to_radians()
    });
    let (sine, cosine) = angle.sin_cos();
    places.iter().map(|[x, y, z]| [cosine * x - sine * z, *y, sine * x + cosine * z]).collect()
}

impl Fallen {
    fn new(scheme: &str, strands: usize) -> Self {
        let mut hair = hair(scheme, strands).build_on(1);
        let begin = places(&hair);
        hair.advance_to(SHAKE[0]).expect("hair that falls");
        let now = places(&hair);
        let drops = tips(&begin).zip(tips(&now)).map(|(a, b)| a[1] - b[1]);
        Fallen { by: drops.sum::<f64>() / strands as f64, steps: hair.steps() as f64 }
    }
}

impl Shaken {
    fn new(scheme: &str, strands: usize) -> Self {
        let mut simulation = hair("asflip-0.97", strands).build_on(1);
        simulation.advance_to(SHAKE[0]).expect("hair that falls");
        let scene = hair(scheme, strands).read().scene;
        let to = scene.transfer.resolve(scene.dimension).expect("a scheme that there is");
        simulation.set_scheme(to).expect("a scheme like the one before");
        let (begin, steps) = (places(&simulation), simulation.steps());
        let mut seen = Shaken { apart: Vec::new(), swing: 0.0, stretch: 0.0, steps: 0.0 };
        for look in 1..=LOOKS {
            let time = SHAKE[0] + (SHAKE[1] - SHAKE[0]) * look as f64 / LOOKS as f64;
            simulation.advance_to(time).expect("hair that is shaken");
            let now = on_head(&places(&simulation), time);
            seen.apart.push([time, apart(&begin, &now)]);
            let swing = tips(&begin).zip(tips(&now)).map(|(a, b)| squared(*a, *b)).sum::<f64>();
            seen.swing = seen.swing.max((swing / strands as f64).sqrt());
            seen.stretch += simulation.mesh_energy().stretch / LOOKS as f64;
        }
        seen.steps = (simulation.steps() - steps) as f64;
        seen
    }

    /// The mean over time, in cm.
    fn spread(&self) -> f64 {
        self.apart.iter().map(|[_, apart]| apart).sum::<f64>() / LOOKS as f64
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

/// A15: with which schemes hair falls, and spreads when it is shaken.
pub fn head_of_hair(effort: Effort) -> Report {
    let schemes = ["flip-0.97", "apic", "sflip-0.97", "asflip-0.97"];
    let strands = effort.choose(200, 400);
    let falls = side_by_side(&schemes, |scheme| Fallen::new(scheme, 400));
    let runs = side_by_side(&schemes, |scheme| Shaken::new(scheme, strands));
    let mut plot =
        Plot::new("Hair on a head that is shaken").x("time (s)").y("neighbours moved apart by (cm)");
    let mut table = Table::new([
        "scheme",
        "steps until 0.3 s",
        "fallen then (cm)",
        "steps of the shaking",
        "neighbours moved apart by, mean (cm)",
        "farthest swing (cm)",
        "stretch, mean (erg)",
    ]);
    for ((scheme, fall), run) in schemes.iter().zip(&falls).zip(&runs) {
        plot = plot.line(*scheme, run.apart.iter().copied());
        table.numbers(scheme, [fall.steps, fall.by, run.steps, run.spread(), run.swing, run.stretch]);
    }
    let [flip, apic, sflip, asflip] = [0, 1, 2, 3];
    let fallen = |a: usize, b: usize| falls[a].by / falls[b].by;
    let spread = |a: usize, b: usize| runs[a].spread() / runs[b].spread();
    let findings = vec![
        Finding::at_least("fallen: SFLIP over FLIP", fallen(sflip, flip), 1.0),
        Finding::at_least("fallen: ASFLIP over APIC", fallen(asflip, apic), 1.5),
        // The paper has pictures of it; an order is what follows.
        Finding::at_least("neighbours apart: ASFLIP over APIC", spread(asflip, apic), 1.1),
        Finding::at_least("neighbours apart: ASFLIP over FLIP", spread(asflip, flip), 1.0),
        Finding::at_least("neighbours apart: SFLIP over APIC", spread(sflip, apic), 1.0),
        Finding::report("neighbours apart: SFLIP over FLIP", spread(sflip, flip)),
        Finding::at_least("farthest swing: SFLIP over APIC", runs[sflip].swing / runs[apic].swing, 1.0),
        Finding::at_least("farthest swing: ASFLIP over APIC", runs[asflip].swing / runs[apic].swing, 1.0),
        Finding::report("farthest swing: SFLIP over FLIP", runs[sflip].swing / runs[flip].swing),
        // Strands that flow keep their length; those that tremble do not, by orders of magnitude.
        Finding::at_least("stretch: FLIP over SFLIP", runs[flip].stretch / runs[sflip].stretch, 10.0),
        Finding::at_least("stretch: APIC over ASFLIP", runs[apic].stretch / runs[asflip].stretch, 10.0),
        Finding::at_least("steps of the shaking: FLIP over SFLIP", runs[flip].steps / runs[sflip].steps, 2.0),
    ];
    Report::from(findings).table(table).plot("spread", plot)
}
