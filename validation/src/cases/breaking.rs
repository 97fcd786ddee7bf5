//! A5 and A6: clay that breaks and clay that is torn, after "Revisiting Integration in the Material Point Method".

use clastic::Simulation;
use clastic_scene::Overrides;

use super::sand::side_by_side;
use crate::neighbours::Neighbours;
use crate::{Effort, Finding, GalleryScene, Plot, Report, Table, gallery, short};

fn build(scene: &GalleryScene) -> Simulation {
    let one_thread = Overrides { threads: 1, ..Overrides::default() };
    scene.read().build(&one_thread).expect("a scene of the papers")
}

/// A slab on cells of a size.
struct Slab {
    scheme: &'static str,
    /// In cm.
    cell: f64,
}

impl Slab {
    /// The paper's Δx, in cm. Particles farther apart than this belong to different pieces, on whatever cells.
    const CELL: f64 = 2.0;
    const SECONDS: f64 = 0.75;
    const LOOKS: usize = 15;

    /// Times, and how many pieces of at least a hundredth of the slab there are.
    fn fall(&self) -> Vec<[f64; 2]> {
        let scene = gallery("papers/a5-fracture")
            .set("transfer.scheme", self.scheme)
            .set("grid.cell_size", self.cell);
        let mut slab = build(&scene);
        let count = slab.particles().len();
        let mut look = |k: usize| {
            slab.advance_to(Slab::SECONDS * k as f64 / Slab::LOOKS as f64).expect("a slab that falls");
            let pieces = Neighbours::among(&slab, Slab::CELL).pieces();
            [slab.time(), pieces.iter().filter(|piece| 100 * piece.len() >= count).count() as f64]
        };
        (0..=Slab::LOOKS).map(&mut look).collect()
    }
}

/// A5: with SFLIP a slab breaks on cells that are too large for FLIP and APIC.
pub fn fracture(effort: Effort) -> Report {
    let schemes = ["flip-0.99", "apic", "nflip-0.99", "sflip-0.99"];
    let coarse = schemes.map(|scheme| Slab { scheme, cell: Slab::CELL });
    let fine = schemes.map(|scheme| Slab { scheme, cell: 0.5 * Slab::CELL });
    let slabs: Vec<Slab> = coarse.into_iter().chain(fine.into_iter().take(effort.choose(2, 4))).collect();
    let runs = side_by_side(&slabs, Slab::fall);
    let mut plot = Plot::new("A slab on a wedge").x("time (s)").y("pieces");
    for (slab, run) in slabs.iter().zip(&runs) {
        let name = format!("{}, {} cm", slab.scheme, slab.cell);
        let points = run.iter().copied();
        plot = if slab.cell < Slab::CELL { plot.dashed(name, points) } else { plot.line(name, points) };
    }
    let pieces: Vec<f64> = runs.iter().map(|run| run[Slab::LOOKS][1]).collect();
    let mut findings: Vec<Finding> = slabs
        .iter()
        .zip(&pieces)
        .map(|(slab, pieces)| {
            Finding::report(format!("{}, cells of {} cm: pieces at the end", slab.scheme, slab.cell), *pieces)
        })
        .collect();
    let [flip, apic, _, sflip, fine_flip, fine_apic] = pieces[..6] else { unreachable!("six slabs or more") };
    // The wedge halves the slab with any scheme.
    findings.extend([
        Finding::report("SFLIP: pieces more than with FLIP and APIC", sflip - flip.max(apic)),
        Finding::at_least("FLIP: pieces more on cells half as large", fine_flip - flip, 1.0),
        Finding::at_least("APIC: pieces more on cells half as large", fine_apic - apic, 1.0),
    ]);
    Report::from(findings).plot("pieces", plot)
}

/// How clay was torn.
struct Torn {
    /// When nothing joined the bars any more, in s; never if they are joined to the end.
    parted: Option<f64>,
    /// The share that is loose in the end: fewer than 3 neighbours within 1.5 Δx.
    loose: f64,
}

fn tear(scheme: &str, cell: f64) -> Torn {
    let scene = gallery("papers/a6-wet-clay").set("transfer.scheme", scheme).set("grid.cell_size", cell);
    let scene = if scheme.starts_with("nflip") { scene.remove("transfer.beta_max") } else { scene };
    let mut clay = build(&scene);
    let heights: Vec<f64> = clay.particles().iter().map(|state| state.particle.position[1]).collect();
    let joins = |piece: &Vec<usize>| {
        // What began within 4 cm of a bar.
        piece.iter().any(|i| heights[*i] > 30.0) && piece.iter().any(|i| heights[*i] < -30.0)
    };
    let mut parted = None;
    // Nothing happens before 0.1 s.
    for k in 20..=60 {
        clay.advance_to(0.005 * f64::from(k)).expect("clay that is torn");
        if parted.is_none() && !Neighbours::among(&clay, cell).pieces().iter().any(joins) {
            parted = Some(clay.time());
        }
    }
    Torn { parted, loose: Neighbours::among(&clay, 1.5 * cell).loose(3) }
}

/// A6: when torn clay parts.
pub fn tearing(effort: Effort) -> Report {
    let cell = effort.choose(2.0, 0.833);
    let schemes = ["flip-0.99", "apic", "nflip-0.99", "sflip-0.99"];
    let runs = side_by_side(&schemes, |scheme| tear(scheme, cell));
    let mut table = Table::new(["scheme", "parts at (s)", "share of loose particles"]);
    for (scheme, torn) in schemes.iter().zip(&runs) {
        let parted = torn.parted.map_or("not in 0.3 s".to_string(), |time| short(time, 3));
        table.row(vec![scheme.to_string(), parted, short(torn.loose, 3)]);
    }
    // NaN, which no claim takes, where clay did not part.
    let time = |run: &Torn| run.parted.unwrap_or(f64::NAN);
    let findings = vec![
        Finding::report("time of parting: SFLIP over FLIP", time(&runs[3]) / time(&runs[0])),
        Finding::report("time of parting: SFLIP over APIC", time(&runs[3]) / time(&runs[1])),
    ];
    Report::from(findings).table(table)
}
