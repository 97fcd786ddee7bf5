//! A3 and the ablation of figure 19: sand in an hourglass, after "Revisiting Integration in the Material Point Method".

use crate::{Effort, Finding, GalleryScene, Plot, Report, Table, gallery, neighbours, short, side_by_side};

/// A particle with fewer neighbours than this within 1.5 Δx is loose; in bulk it has 28.
const FEW: usize = 5;
const SECONDS: f64 = 2.0;
const LOOKS: usize = 20;

/// A look at the sand.
#[derive(Clone, Copy)]
struct Look {
    /// In s.
    time: f64,
    /// The share that is loose.
    loose: f64,
    /// How far the deepest particle is below the floor, in cells; 0 if none is.
    depth: f64,
}

/// What came of one scheme.
struct Run {
    looks: Vec<Look>,
    /// The share of particles that have another within an eighth of a cell in the end.
    overlapping: f64,
}

impl Run {
    /// The scene on cells of a size in cm.
    fn new(scene: &GalleryScene, cell: f64) -> Self {
        let scene = scene.clone().set("grid.cell_size", cell).set("bodies.sand.spacing", 0.5 * cell);
        let mut sand = scene.build_on(1);
        let mut look = |k: usize| {
            sand.advance_to(SECONDS * k as f64 / LOOKS as f64).expect("sand in an hourglass");
            let heights = sand.particles().into_iter().map(|state| state.particle.position[1]);
            Look {
                time: sand.time(),
                loose: neighbours(&sand, 1.5 * cell).loose(FEW),
                depth: -heights.fold(0.0, f64::min) / cell,
            }
        };
        let looks = (0..=LOOKS).map(&mut look).collect();
        Run { looks, overlapping: 1.0 - neighbours(&sand, 0.125 * cell).loose(1) }
    }

    /// The mean over the time after the first sand has reached the floor.
    fn loose(&self) -> f64 {
        let landed = &self.looks[LOOKS / 4..];
        landed.iter().map(|look| look.loose).sum::<f64>() / landed.len() as f64
    }

    /// In cells, at any time.
    fn depth(&self) -> f64 {
        self.looks.iter().map(|look| look.depth).fold(0.0, f64::max)
    }
}

/// A3: grains come free with NFLIP and SFLIP, and sink into the floor with NFLIP alone.
pub fn hourglass(effort: Effort) -> Report {
    let cell = effort.choose(4.0, 2.0);
    let schemes = ["flip-0.99", "apic", "nflip-0.99", "sflip-0.99"];
    let runs = side_by_side(&schemes, |scheme| {
        Run::new(&gallery("papers/a3-hourglass").set("transfer.scheme", scheme), cell)
    });
    let mut loose = Plot::new("Sand in an hourglass: loose grains").x("time (s)").y("share of the sand");
    let mut depth =
        Plot::new("Sand in an hourglass: the floor").x("time (s)").y("depth of the deepest grain, in cells");
    let mut table = Table::new(["scheme", "share of loose grains", "deepest grain, in cells"]);
    for (scheme, run) in schemes.iter().zip(&runs) {
        loose = loose.line(*scheme, run.looks.iter().map(|look| [look.time, look.loose]));
        depth = depth.line(*scheme, run.looks.iter().map(|look| [look.time, look.depth]));
        table.row(vec![scheme.to_string(), short(run.loose(), 3), short(run.depth(), 3)]);
    }
    let [flip, apic, nflip, sflip] = &runs[..] else { unreachable!("four schemes") };
    let most = flip.loose().max(apic.loose());
    let findings = vec![
        Finding::at_least("loose grains: NFLIP over the most of FLIP and APIC", nflip.loose() / most, 1.0),
        Finding::at_least("loose grains: SFLIP over the most of FLIP and APIC", sflip.loose() / most, 1.0),
        Finding::at_least("depth below the floor: NFLIP over SFLIP", nflip.depth() / sflip.depth(), 2.0),
        // Contact acts on nodes, so that any scheme's grains may sink by a fraction of a cell.
        Finding::at_most("depth below the floor with SFLIP, in cells", sflip.depth(), 0.25),
    ];
    Report::from(findings).table(table).plot("loose", loose).plot("depth", depth)
}

/// Figure 19 with sand: what SFLIP's switch at boundaries and its switch under compression are for.
pub fn ablation(effort: Effort) -> Report {
    let cell = effort.choose(4.0, 2.0);
    let schemes = [
        ("NFLIP", "nflip-0.99", "false"),
        ("NFLIP with the boundary", "nflip-0.99", "true"),
        ("SFLIP without the boundary", "sflip-0.99", "false"),
        ("SFLIP", "sflip-0.99", "true"),
    ];
    let runs = side_by_side(&schemes, |(_, scheme, boundary)| {
        let scene = gallery("papers/a3-hourglass").set("transfer.scheme", scheme);
        Run::new(&scene.set("transfer.boundary", boundary), cell)
    });
    let mut table = Table::new(["scheme", "deepest grain, in cells", "overlapping", "loose"]);
    for ((name, ..), run) in schemes.iter().zip(&runs) {
        let numbers = [run.depth(), run.overlapping, run.loose()].map(|number| short(number, 3));
        table.row(std::iter::once(name.to_string()).chain(numbers).collect());
    }
    let [nflip, bounded, unbounded, sflip] = &runs[..] else { unreachable!("four schemes") };
    let findings = vec![
        Finding::at_least("depth: NFLIP over SFLIP", nflip.depth() / sflip.depth(), 2.0),
        Finding::at_least(
            "depth: SFLIP without the boundary over SFLIP",
            unbounded.depth() / sflip.depth(),
            2.0,
        ),
        Finding::at_most("depth with NFLIP and the boundary, in cells", bounded.depth(), 0.25),
        Finding::report("overlap: NFLIP over SFLIP", nflip.overlapping / sflip.overlapping),
        Finding::report(
            "overlap: NFLIP with the boundary over SFLIP",
            bounded.overlapping / sflip.overlapping,
        ),
        Finding::report("loose grains: NFLIP with the boundary over SFLIP", bounded.loose() / sflip.loose()),
    ];
    Report::from(findings).table(table)
}
