//! A11: a box is pressed into a brush, as in figures 17 and 19 of "Revisiting Integration in the Material Point Method".

use clastic::Simulation;

use crate::{Axis, Effort, Finding, GalleryScene, Plot, Report, Table, gallery, side_by_side};

/// When the box is in the brush, in s.
const PRESSED: f64 = 0.2;
/// Half the sizes of the box, in cm, and its middle when it is in the brush.
const BOX: [f64; 3] = [0.6, 2.0, 0.3];
const MIDDLE: [f64; 3] = [0.0, 5.2, 0.0];
const LOOKS: usize = 40;

/// The brush of the gallery with so many strands.
fn brush(scheme: &str, strands: usize) -> GalleryScene {
    gallery("papers/a11-brush").set("meshes.brush.roots.count", strands).set("transfer.scheme", scheme)
}

fn places(brush: &Simulation) -> Vec<[f64; 3]> {
    brush.particles().iter().map(|state| state.particle.position).collect()
}

/// How far vertices are from where they were, in cm: the root of the mean square.
fn moved(now: &[[f64; 3]], begin: &[[f64; 3]]) -> f64 {
    let squared = |(a, b): (&[f64; 3], &[f64; 3])| (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f64>();
    (now.iter().zip(begin).map(squared).sum::<f64>() / begin.len() as f64).sqrt()
}

/// A brush into which a box is pressed, in which it is turned and from which it is pulled.
struct Pressed {
    /// Over time, in s, what strands hold by stretch and bending, in erg.
    energies: Vec<[f64; 2]>,
    /// How far vertices are from where they were in the end, in cm.
    away: f64,
    /// Steps until the box is in it, in all.
    steps_in: u64,
    steps: u64,
}

impl Pressed {
    fn new(scheme: &str, strands: usize, seconds: f64) -> Self {
        let mut brush = brush(scheme, strands).build_on(1);
        let begin = places(&brush);
        let (mut energies, mut steps_in) = (Vec::new(), 0);
        for look in 1..=LOOKS {
            brush.advance_to(seconds * look as f64 / LOOKS as f64).expect("a brush that is pressed");
            let energy = brush.mesh_energy();
            energies.push([brush.time(), energy.stretch + energy.bend]);
            if brush.time() <= PRESSED {
                steps_in = brush.steps();
            }
        }
        Pressed { energies, away: moved(&places(&brush), &begin), steps_in, steps: brush.steps() }
    }

    fn last_energy(&self) -> f64 {
        self.energies[LOOKS - 1][1]
    }
}

/// What figure 19 changes: the numbers of β, and whether it knows of boundaries.
#[derive(Clone, Copy)]
struct Variant {
    name: &'static str,
    beta_min: f64,
    boundary: bool,
}

/// A brush with the box in it.
struct Ablation {
    /// Vertices in the box.
    inside: f64,
    /// How far those have moved that were not in its way, in cm.
    pushed: f64,
}

impl Variant {
    fn press(&self) -> Ablation {
        // Colliders may hold particles one by one, which is none of the paper's doing.
        let scene = brush("sflip-0.97", 256)
            .set("transfer.beta_min", self.beta_min)
            .set("transfer.boundary", self.boundary)
            .set("colliders.box.keep_out", "never");
        let mut brush = scene.build_on(1);
        let begin = places(&brush);
        brush.advance_to(PRESSED).expect("a brush that is pressed");
        let now = places(&brush);
        let is_within =
            |x: &[f64; 3], axes: &[usize]| axes.iter().all(|k| (x[*k] - MIDDLE[*k]).abs() < BOX[*k]);
        let inside = now.iter().filter(|x| is_within(x, &[0, 1, 2])).count() as f64;
        let beside = begin.iter().zip(&now).filter(|(x, _)| !is_within(x, &[0, 2]));
        let (begin, now): (Vec<_>, Vec<_>) = beside.unzip();
        Ablation { inside, pushed: moved(&now, &begin) }
    }
}

/// A11: which schemes let a brush go back to where it was, and what keeps strands out of a box and of each other.
pub fn pressed_brush(effort: Effort) -> Report {
    let schemes = ["flip-0.97", "aflip-0.97", "apic", "sflip-0.97", "asflip-0.97"];
    let variants = [("NFLIP", 1.0, false), ("NFLIP with boundaries", 1.0, true)]
        .into_iter()
        .chain([("SFLIP without boundaries", 0.2, false), ("SFLIP", 0.2, true)])
        .map(|(name, beta_min, boundary)| Variant { name, beta_min, boundary })
        .collect::<Vec<_>>();
    let (strands, seconds) = effort.choose((49, 0.7), (100, 1.0));
    let runs = side_by_side(&schemes, |scheme| Pressed::new(scheme, strands, seconds));
    let ablations = side_by_side(&variants, Variant::press);

    let mut plot = Plot::new("A box in a brush").x("time (s)").y(Axis::log("stretch and bending (erg)"));
    let mut table = Table::new([
        "scheme",
        "steps until the box is in",
        "steps from then on",
        "energy in the end (erg)",
        "away then (cm)",
    ]);
    for (scheme, run) in schemes.iter().zip(&runs) {
        plot = plot.line(*scheme, run.energies.iter().copied());
        table.numbers(
            scheme,
            [run.steps_in as f64, (run.steps - run.steps_in) as f64, run.last_energy(), run.away],
        );
    }
    let mut ablation = Table::new(["scheme", "vertices in the box", "others moved (cm)"]);
    for (variant, run) in variants.iter().zip(&ablations) {
        ablation.numbers(variant.name, [run.inside, run.pushed]);
    }
    let [flip, aflip, apic, sflip, asflip] = &runs[..] else { unreachable!("five schemes") };
    let [nflip, nflip_boundary, sflip_open, full] = &ablations[..] else { unreachable!("four variants") };
    let mut findings = Vec::new();
    for (name, run) in [("FLIP", flip), ("AFLIP", aflip), ("APIC", apic)] {
        for (other, rest) in [("SFLIP", sflip), ("ASFLIP", asflip)] {
            let claim = format!("energy in the end: {name} over {other}");
            findings.push(Finding::at_least(claim, run.last_energy() / rest.last_energy(), 10.0));
            let claim = format!("away in the end: {other} over {name}");
            let away = rest.away / run.away;
            findings.push(match (name, other) {
                // Neither is made of the other.
                ("FLIP", "ASFLIP") | ("AFLIP", "SFLIP") => Finding::report(claim, away),
                // "Return to rest": a quarter of what stays tangled, at most.
                _ => Finding::at_most(claim, away, 0.25),
            });
        }
    }
    let after = |run: &Pressed| (run.steps - run.steps_in) as f64;
    let steps = |run: &Pressed| after(run) / after(asflip);
    findings.extend([
        Finding::at_least("steps since the box is in: FLIP over ASFLIP", steps(flip), 2.0),
        Finding::at_least("steps since the box is in: AFLIP over ASFLIP", steps(aflip), 2.0),
        Finding::report("steps since the box is in: APIC over ASFLIP", steps(apic)),
        Finding::at_least("in the box: NFLIP over SFLIP", nflip.inside / full.inside.max(1.0), 3.0),
        Finding::at_least(
            "in the box: SFLIP without boundaries over SFLIP",
            sflip_open.inside / full.inside.max(1.0),
            3.0,
        ),
        Finding::report(
            "in the box: NFLIP with boundaries over SFLIP",
            nflip_boundary.inside / full.inside.max(1.0),
        ),
        Finding::at_least(
            "pushed by others: SFLIP over NFLIP with boundaries",
            full.pushed / nflip_boundary.pushed,
            1.5,
        ),
    ]);
    Report::from(findings).table(table).table(ablation).plot("energy", plot)
}
