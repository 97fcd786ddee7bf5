//! A14: sheets on the grid, after "Revisiting Integration in the Material Point Method".

use crate::{Effort, Finding, Plot, Report, Table, gallery, side_by_side};

/// Δx, in cm.
const CELL: f64 = 2.0;
const LOOKS: usize = 30;

/// A scheme and its β where matter is pressed together and where it separates.
#[derive(Clone, Copy)]
struct Run {
    scheme: &'static str,
    beta: [f64; 2],
}

/// How many of the sheets there are.
#[derive(Clone, Copy, PartialEq)]
enum Sheets {
    Both,
    /// The left one, which meets nothing. The other one would be its mirror image.
    Left,
}

/// Two sheets that are pulled apart.
struct Parting {
    /// Over time, how far apart they are at half their height, in Δx.
    gaps: Vec<[f64; 2]>,
    /// What is held in their bends, as a mean over the second half of the time, in erg.
    bend: f64,
    /// What is held in their stretch in the end, in erg.
    stretch: f64,
}

impl Run {
    fn pull(&self, sheets: Sheets, size: f64, seconds: f64) -> Parting {
        let mut scene = gallery("papers/a14-sheets").set("transfer.scheme", self.scheme);
        for (name, beta) in ["beta_min", "beta_max"].into_iter().zip(self.beta) {
            scene = scene.set(&format!("transfer.{name}"), beta);
        }
        let sides: &[_] = match sheets {
            Sheets::Both => &[("left", -0.4), ("right", 0.4)],
            Sheets::Left => &[("left", -0.4)],
        };
        for (name, x) in sides {
            scene = scene
                .set(&format!("meshes.{name}.corner"), format!("[{x:?}, 0.0, {:?}]", -0.5 * size))
                .set(&format!("meshes.{name}.along"), format!("[0.0, {:?}, 0.0]", -size))
                .set(&format!("meshes.{name}.across"), format!("[0.0, 0.0, {size:?}]"));
        }
        if sheets == Sheets::Left {
            scene = scene.remove("meshes.right").remove("materials.blue");
        }
        let mut simulation = scene.build_on(1);
        let begin = simulation.particles();
        let half = begin.len() / sides.len();
        let middle: Vec<usize> =
            (0..half).filter(|k| (begin[*k].particle.position[1] + 0.5 * size).abs() < 0.6).collect();
        let (mut gaps, mut bend) = (Vec::new(), 0.0);
        let share = 2.0 / sides.len() as f64;
        for look in 0..=LOOKS {
            simulation
                .advance_to(seconds * look as f64 / LOOKS as f64)
                .expect("sheets that are pulled apart");
            let all = simulation.particles();
            let x = |k: usize| all[k].particle.position[0];
            let gap = |k: &usize| match sheets {
                Sheets::Both => x(half + k) - x(*k),
                Sheets::Left => -2.0 * x(*k),
            };
            let mean = middle.iter().map(gap).sum::<f64>() / middle.len() as f64;
            gaps.push([simulation.time(), mean / CELL]);
            if look > LOOKS / 2 {
                bend += share * simulation.mesh_energy().bend / (LOOKS - LOOKS / 2) as f64;
            }
        }
        Parting { gaps, bend, stretch: share * simulation.mesh_energy().stretch }
    }

    fn label(&self) -> String {
        match self.scheme {
            "sflip-0.95" | "asflip-0.95" => {
                format!("{}, β {} and {}", self.scheme, self.beta[0], self.beta[1])
            }
            _ => self.scheme.to_string(),
        }
    }
}

impl Parting {
    /// When their middles are a cell apart, in s.
    fn parted(&self) -> f64 {
        let pair = self.gaps.windows(2).find(|pair| pair[1][1] > 1.0);
        let [[t, a], [u, b]] = pair.map_or([self.gaps[LOOKS]; 2], |pair| [pair[0], pair[1]]);
        if b > a { t + (u - t) * (1.0 - a) / (b - a) } else { f64::INFINITY }
    }
}

/// A14: which schemes let sheets part in time and stay smooth.
pub fn sheets(effort: Effort) -> Report {
    let (size, seconds) = effort.choose((12.0, 0.15), (24.0, 0.3));
    // The paper's, and those with which strands of A11 and A15 come to rest.
    let (paper, large) = ([0.05, 0.2], [0.5, 1.0]);
    let runs = [
        ("flip-0.95", paper),
        ("apic", paper),
        ("sflip-0.95", paper),
        ("asflip-0.95", paper),
        ("sflip-0.95", large),
        ("asflip-0.95", large),
    ]
    .map(|(scheme, beta)| Run { scheme, beta });
    let both = side_by_side(&runs, |run| run.pull(Sheets::Both, size, seconds));
    let alone = side_by_side(&runs, |run| run.pull(Sheets::Left, size, seconds));
    let delays: Vec<f64> =
        both.iter().zip(&alone).map(|(both, alone)| both.parted() - alone.parted()).collect();
    let mut plot = Plot::new("Two sheets are pulled apart").x("time (s)").y("between their middles (Δx)");
    let mut table = Table::new([
        "scheme",
        "a cell apart after (s)",
        "later than alone by (s)",
        "energy of bending (erg)",
        "over that alone",
        "of stretching (erg)",
    ]);
    for (k, (run, seen)) in runs.iter().zip(&both).enumerate() {
        plot = plot.line(run.label(), seen.gaps.iter().copied());
        let numbers = [seen.parted(), delays[k], seen.bend, seen.bend / alone[k].bend, seen.stretch];
        table.numbers(&run.label(), numbers);
    }
    plot = plot.dashed("alone", alone[5].gaps.iter().copied());
    let mut findings = Vec::new();
    let names =
        ["FLIP", "APIC", "SFLIP", "ASFLIP", "SFLIP with β of 0.5 and 1", "ASFLIP with β of 0.5 and 1"];
    for old in [0, 1] {
        let claim = format!("delay of {}, in s", names[old]);
        findings.push(Finding::between(claim, delays[old], f64::MIN_POSITIVE, seconds));
    }
    for new in [4, 5] {
        for old in [0, 1] {
            let claim = format!("delay: {} over {}", names[new], names[old]);
            let delay = delays[new] / delays[old];
            findings.push(match (old, new) {
                // APIC's is short for another reason: see the case's text.
                (1, 4) => Finding::report(claim, delay),
                // Noticeable, says the paper: twice as long at least.
                _ => Finding::at_most(claim, delay, 0.5),
            });
            let claim = format!("energy of wrinkles: {} over {}", names[old], names[new]);
            // Much more than: several times.
            findings.push(Finding::at_least(claim, both[old].bend / both[new].bend, 3.0));
        }
    }
    // With the paper's β an order is what follows for the scheme that each is made of.
    for (old, new) in [(0, 2), (1, 3)] {
        let claim = format!("delay: {} over {}", names[new], names[old]);
        findings.push(Finding::at_most(claim, delays[new] / delays[old], 1.0));
        let claim = format!("energy of wrinkles: {} over {}", names[old], names[new]);
        findings.push(Finding::at_least(claim, both[old].bend / both[new].bend, 1.0));
    }
    for (old, new) in [(1, 2), (0, 3)] {
        let claim = format!("delay: {} over {}", names[new], names[old]);
        findings.push(Finding::report(claim, delays[new] / delays[old]));
        let claim = format!("energy of wrinkles: {} over {}", names[old], names[new]);
        findings.push(Finding::report(claim, both[old].bend / both[new].bend));
    }
    Report::from(findings).table(table).plot("gap", plot)
}
