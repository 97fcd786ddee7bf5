//! A5 and A6: clay that breaks and clay that is torn, after "Revisiting Integration in the Material Point Method".

use clastic::Simulation;

use crate::{Effort, Finding, GalleryScene, Plot, Report, Table, gallery, neighbours, short, side_by_side};

fn build(scene: &GalleryScene) -> Simulation {
    scene.build_on(1)
}

/// Slabs that differ in nothing but where among the nodes they begin. How one of them breaks is chance.
struct Slabs {
    scheme: &'static str,
    /// In cm.
    cell: f64,
    count: usize,
}

/// What slabs broke into, on the mean.
#[derive(Clone, Copy, Default)]
struct Broken {
    /// Of at least a hundredth of the slab.
    pieces: f64,
    /// Less than that.
    crumbs: f64,
}

impl Slabs {
    /// The paper's Δx, in cm. Particles farther apart than this belong to different pieces, on whatever cells.
    const CELL: f64 = 2.0;
    const SECONDS: f64 = 0.75;
    const LOOKS: usize = 15;

    /// At times through the fall.
    fn fall(&self) -> Vec<(f64, Broken)> {
        let mut mean = vec![(0.0, Broken::default()); Slabs::LOOKS + 1];
        for k in 0..self.count {
            let share = 1.0 / self.count as f64;
            for (mean, (time, broken)) in mean.iter_mut().zip(self.fall_from(Slabs::CELL * k as f64 * share))
            {
                mean.0 = time;
                mean.1.pieces += share * broken.pieces;
                mean.1.crumbs += share * broken.crumbs;
            }
        }
        mean
    }

    /// Of one that begins so many cm to the right of the middle.
    fn fall_from(&self, right: f64) -> Vec<(f64, Broken)> {
        let scene = gallery("papers/a5-fracture")
            .set("transfer.scheme", self.scheme)
            .set("grid.cell_size", self.cell)
            .set("bodies.slab.translate", format!("[{right:?}, 0.0]"));
        let mut slab = build(&scene);
        let count = slab.particles().len();
        let mut look = |k: usize| {
            slab.advance_to(Slabs::SECONDS * k as f64 / Slabs::LOOKS as f64).expect("a slab that falls");
            let parts = neighbours(&slab, Slabs::CELL).pieces();
            let pieces = parts.iter().filter(|part| 100 * part.len() >= count).count();
            let crumbs = parts.len() - pieces;
            (slab.time(), Broken { pieces: pieces as f64, crumbs: crumbs as f64 })
        };
        (0..=Slabs::LOOKS).map(&mut look).collect()
    }
}

/// A5: slabs crumble more with SFLIP than with FLIP and APIC, and break more on finer cells.
pub fn fracture(effort: Effort) -> Report {
    let schemes = ["flip-0.99", "apic", "nflip-0.99", "sflip-0.99"];
    let coarse = schemes.map(|scheme| Slabs { scheme, cell: Slabs::CELL, count: effort.choose(4, 16) });
    let fine = schemes.map(|scheme| Slabs { scheme, cell: 0.5 * Slabs::CELL, count: effort.choose(1, 16) });
    let slabs: Vec<Slabs> = coarse.into_iter().chain(fine.into_iter().take(effort.choose(2, 4))).collect();
    let runs = side_by_side(&slabs, Slabs::fall);
    let mut plot = Plot::new("Slabs on a wedge").x("time (s)").y("pieces and crumbs");
    let mut table = Table::new(["scheme", "cells (cm)", "slabs", "pieces", "crumbs"]);
    for (slabs, run) in slabs.iter().zip(&runs) {
        let Slabs { scheme, cell, count } = slabs;
        let name = format!("{scheme}, {cell} cm");
        let points = run.iter().map(|(time, broken)| [*time, broken.pieces + broken.crumbs]);
        plot = if *cell < Slabs::CELL { plot.dashed(name, points) } else { plot.line(name, points) };
        let Broken { pieces, crumbs } = run[Slabs::LOOKS].1;
        table.row(vec![
            scheme.to_string(),
            cell.to_string(),
            count.to_string(),
            short(pieces, 3),
            short(crumbs, 3),
        ]);
    }
    let ends: Vec<Broken> = runs.iter().map(|run| run[Slabs::LOOKS].1).collect();
    let [flip, apic, _, sflip, fine_flip, fine_apic] = ends[..6] else { unreachable!("six kinds or more") };
    // The wedge halves the slab with any scheme.
    let findings = vec![
        Finding::at_least("crumbs: SFLIP over FLIP", sflip.crumbs / flip.crumbs, 1.0),
        Finding::at_least("crumbs: SFLIP over APIC", sflip.crumbs / apic.crumbs, 1.0),
        Finding::report(
            "pieces more with SFLIP than with FLIP and APIC",
            sflip.pieces - flip.pieces.max(apic.pieces),
        ),
        Finding::at_least("FLIP: pieces more on cells half as large", fine_flip.pieces - flip.pieces, 1.0),
        Finding::at_least("APIC: pieces more on cells half as large", fine_apic.pieces - apic.pieces, 1.0),
    ];
    Report::from(findings).table(table).plot("pieces", plot)
}

/// How clay was torn.
struct Torn {
    /// When nothing joined the bars any more, in s; the end if they were joined until then.
    parted: f64,
    /// The share that is loose in the end: fewer than 3 neighbours within 1.5 Δx.
    loose: f64,
}

impl Torn {
    const SECONDS: f64 = 0.3;

    /// The mean over clays that begin at other places among the nodes.
    fn mean(scheme: &str, cell: f64, count: usize) -> Torn {
        let mut mean = Torn { parted: 0.0, loose: 0.0 };
        for k in 0..count {
            let share = 1.0 / count as f64;
            let torn = tear(scheme, cell, cell * k as f64 * share);
            mean.parted += share * torn.parted;
            mean.loose += share * torn.loose;
        }
        mean
    }
}

/// Clay that, with its bars, is so many cm off to the right and half as many upwards.
fn tear(scheme: &str, cell: f64, off: f64) -> Torn {
    let mut scene = gallery("papers/a6-wet-clay").set("transfer.scheme", scheme).set("grid.cell_size", cell);
    for part in ["bodies.clay", "colliders.top", "colliders.bottom"] {
        scene = scene.set(&format!("{part}.translate"), format!("[{off:?}, {:?}]", 0.5 * off));
    }
    if scheme.starts_with("nflip") {
        scene = scene.remove("transfer.beta_max");
    }
    let mut clay = build(&scene);
    let heights: Vec<f64> =
        clay.particles().iter().map(|state| state.particle.position[1] - 0.5 * off).collect();
    let joins = |piece: &Vec<usize>| {
        // What began within 4 cm of a bar.
        piece.iter().any(|i| heights[*i] > 30.0) && piece.iter().any(|i| heights[*i] < -30.0)
    };
    let mut parted = Torn::SECONDS;
    // Nothing happens before 0.15 s.
    for k in 75..=150 {
        clay.advance_to(Torn::SECONDS * f64::from(k) / 150.0).expect("clay that is torn");
        if parted == Torn::SECONDS && !neighbours(&clay, cell).pieces().iter().any(joins) {
            parted = clay.time();
        }
    }
    Torn { parted, loose: neighbours(&clay, 1.5 * cell).loose(3) }
}

/// A6: torn clay parts earlier with SFLIP than with APIC.
pub fn tearing(effort: Effort) -> Report {
    let (cell, count) = effort.choose((2.0, 4), (0.833, 8));
    let schemes = ["flip-0.99", "apic", "nflip-0.99", "sflip-0.99"];
    let runs = side_by_side(&schemes, |scheme| Torn::mean(scheme, cell, count));
    let mut table = Table::new(["scheme", "parts at (s), or 0.3", "share of loose particles"]);
    for (scheme, torn) in schemes.iter().zip(&runs) {
        table.row(vec![scheme.to_string(), short(torn.parted, 3), short(torn.loose, 3)]);
    }
    let [flip, apic, _, sflip] = &runs[..] else { unreachable!("four schemes") };
    let findings = vec![
        Finding::report("time of parting: SFLIP over FLIP", sflip.parted / flip.parted),
        Finding::at_most("time of parting: SFLIP over APIC", sflip.parted / apic.parted, 1.0),
    ];
    Report::from(findings).table(table)
}
