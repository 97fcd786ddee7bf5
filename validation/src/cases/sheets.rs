//! A14: sheets on the grid, after "Revisiting Integration in the Material Point Method".

use super::sand::side_by_side;
use crate::{Effort, Finding, Plot, Report, Table, gallery};

/// Δx, in cm.
const CELL: f64 = 2.0;
const LOOKS: usize = 30;

/// Two sheets that are pulled apart.
struct Parting {
    /// Over time, how far apart they are at half their height, in Δx.
    gaps: Vec<[f64; 2]>,
    /// What is held in their bends and in their stretch in the end, in erg.
    bend: f64,
    stretch: f64,
}

impl Parting {
    fn new(scheme: &str, size: f64, seconds: f64) -> Self {
        let mut scene = gallery("papers/a14-sheets").set("transfer.scheme", scheme);
        for (name, x) in [("left", -0.4), ("right", 0.4)] {
            scene = scene
                .set(&format!("meshes.{name}.corner"), format!("[{x:?}, 0.0, {:?}]", -0.5 * size))
                .set(&format!("meshes.{name}.along"), format!("[0.0, {:?}, 0.0]", -size))
                .set(&format!("meshes.{name}.across"), format!("[0.0, 0.0, {size:?}]"));
        }
        let mut sheets = scene.build_on(1);
        let begin = sheets.particles();
        let half = begin.len() / 2;
        let middle: Vec<usize> =
            (0..half).filter(|k| (begin[*k].particle.position[1] + 0.5 * size).abs() < 0.6).collect();
        let mut gaps = Vec::new();
        for look in 0..=LOOKS {
            sheets.advance_to(seconds * look as f64 / LOOKS as f64).expect("sheets that are pulled apart");
            let all = sheets.particles();
            let gap = |k: &usize| all[half + k].particle.position[0] - all[*k].particle.position[0];
            let mean = middle.iter().map(gap).sum::<f64>() / middle.len() as f64;
            gaps.push([sheets.time(), mean / CELL]);
        }
        let energy = sheets.mesh_energy();
        Parting { gaps, bend: energy.bend, stretch: energy.stretch }
    }

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
    let schemes = ["flip-0.95", "apic", "sflip-0.95", "asflip-0.95"];
    let runs = side_by_side(&schemes, |scheme| Parting::new(scheme, size, seconds));
    let mut plot = Plot::new("Two sheets are pulled apart").x("time (s)").y("between their middles (Δx)");
    let mut table =
        Table::new(["scheme", "a cell apart after (s)", "energy of bending (erg)", "of stretching (erg)"]);
    for (scheme, run) in schemes.iter().zip(&runs) {
        plot = plot.line(*scheme, run.gaps.iter().copied());
        table.numbers(scheme, [run.parted(), run.bend, run.stretch]);
    }
    let [flip, apic, sflip, asflip] = &runs[..] else { unreachable!("four schemes") };
    let findings = vec![
        Finding::at_least("parted: FLIP's time over SFLIP's", flip.parted() / sflip.parted(), 1.0),
        Finding::at_least("parted: APIC's time over ASFLIP's", apic.parted() / asflip.parted(), 1.0),
        // The paper has pictures of them; an order is what follows.
        Finding::at_least("energy of wrinkles: FLIP over SFLIP", flip.bend / sflip.bend, 1.0),
        Finding::at_least("energy of wrinkles: APIC over ASFLIP", apic.bend / asflip.bend, 1.0),
        Finding::report("energy of stretching: FLIP over SFLIP", flip.stretch / sflip.stretch),
        Finding::report("energy of stretching: APIC over ASFLIP", apic.stretch / asflip.stretch),
        Finding::report("parted: APIC's time over SFLIP's", apic.parted() / sflip.parted()),
    ];
    Report::from(findings).table(table).plot("gap", plot)
}
