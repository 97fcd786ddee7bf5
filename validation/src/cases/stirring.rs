//! A12 and A16: sand that a wheel throws and sand that is stirred, after "Revisiting Integration in the Material Point
//! Method".

use clastic::Simulation;
use clastic_shapes::Neighbours;

use crate::{Effort, Finding, GalleryScene, Plot, Report, Table, gallery, neighbours, side_by_side};

/// The mean height of the sand in cm: that of the highest particle with some around it, in every column of cells.
fn height(simulation: &Simulation, cell: f64) -> f64 {
    let counts = neighbours(simulation, 1.5 * cell).counts();
    let mut tops: Vec<f64> = vec![0.0; (2.0 * BOX / cell) as usize];
    for (state, count) in simulation.particles().iter().zip(counts) {
        let [x, y, _] = state.particle.position;
        let column = ((x + BOX) / cell).clamp(0.0, tops.len() as f64 - 1.0) as usize;
        // At a surface it has about 14.
        if count >= 6 {
            tops[column] = tops[column].max(y);
        }
    }
    tops.iter().sum::<f64>() / tops.len() as f64
}

/// From the middle to the side of either box, in cm.
const BOX: f64 = 60.0;

/// A16: stirred sand gains volume, with ASFLIP more than with APIC.
pub fn stirred(effort: Effort) -> Report {
    let cell = effort.choose(4.0, 2.0);
    let runs = [("apic", 0), ("apic", 1), ("asflip-0.99", 0), ("asflip-0.99", 1)];
    let heights = side_by_side(&runs, |(scheme, correction)| {
        let scene = gallery("papers/a16-stirred-sand")
            .set("transfer.scheme", scheme)
            .set("materials.sand.volume_correction", f64::from(*correction))
            .set("grid.cell_size", cell);
        let mut sand = scene.build_on(1);
        let mut look = |k: usize| {
            sand.advance_to(0.1 * k as f64).expect("sand that is stirred");
            [sand.time(), height(&sand, cell)]
        };
        (0..=30).map(&mut look).collect::<Vec<_>>()
    });
    let mut plot = Plot::new("Stirred sand").x("time (s)").y("height of the sand (cm)");
    for ((scheme, correction), heights) in runs.iter().zip(&heights) {
        let points = heights.iter().copied();
        plot = match correction {
            0 => plot.dashed(format!("{scheme}, no correction"), points),
            _ => plot.line(*scheme, points),
        };
    }
    let gains: Vec<f64> = heights.iter().map(|heights| heights[30][1] / heights[0][1] - 1.0).collect();
    let mut findings = Vec::new();
    for (correction, name) in [(0, "without volume correction"), (1, "with it")] {
        let (apic, asflip) = (gains[correction], gains[2 + correction]);
        let claim = format!("{name}: height after stirring, ASFLIP over APIC");
        findings.push(Finding::at_least(claim, (1.0 + asflip) / (1.0 + apic), 1.0));
        findings.push(Finding::report(format!("APIC {name}: gain of height, relative"), apic));
        findings.push(Finding::report(format!("ASFLIP {name}: gain of height, relative"), asflip));
    }
    Report::from(findings).plot("height", plot)
}

/// Heights of a rim of the box in which the wheel turns, in cm; the sand is 40 cm deep.
const RIMS: [f64; 3] = [60.0, 80.0, 100.0];

/// A look at the sand under the wheel.
#[derive(Clone, Copy)]
struct Thrown {
    /// In s.
    time: f64,
    /// The shares of the sand above the rims.
    shares: [f64; 3],
    /// The share of the sand that is above the middle rim and has another particle within a quarter of a cell.
    clumped: f64,
}

fn thrown(simulation: &Simulation, cell: f64) -> Thrown {
    let places: Vec<_> = simulation.particles().iter().map(|state| state.particle.position).collect();
    let above = |rim: f64| places.iter().copied().filter(|place| place[1] > rim).collect::<Vec<_>>();
    let share = |count: usize| count as f64 / places.len() as f64;
    let near = Neighbours::new(above(RIMS[1]), 0.25 * cell).counts();
    Thrown {
        time: simulation.time(),
        shares: RIMS.map(|rim| share(above(rim).len())),
        clumped: share(near.iter().filter(|count| **count > 0).count()),
    }
}

/// The wheel, for the tests a slice of it in softer sand, which takes longer steps.
fn wheel_on(cell: f64, effort: Effort) -> GalleryScene {
    let scene = gallery("papers/a12-wheel").set("grid.cell_size", cell);
    match effort {
        Effort::Full => scene,
        Effort::Quick => scene
            .set("materials.sand.young_modulus", 1e6)
            .set("walls.z_low.at", -10.0)
            .set("walls.z_high.at", 10.0)
            .set("bodies.sand.min", "[-60.0, 0.0, -10.0]")
            .set("bodies.sand.max", "[60.0, 39.75, 10.0]"),
    }
}

/// A12: a wheel throws sand highest with ASFLIP.
pub fn wheel(effort: Effort) -> Report {
    let (cell, seconds) = effort.choose((5.0, 1.0), (1.0, 1.6));
    let schemes = ["pic", "apic", "asflip-0.97", "flip-0.97", "nflip-0.97", "sflip-0.97", "aflip-0.97"];
    let schemes = &schemes[..effort.choose(3, 7)];
    let runs = side_by_side(schemes, |scheme| {
        let mut simulation = wheel_on(cell, effort).set("transfer.scheme", scheme).build_on(1);
        let mut look = |k: usize| {
            simulation.advance_to(seconds * k as f64 / 20.0).expect("sand under a wheel");
            thrown(&simulation, cell)
        };
        (0..=20).map(&mut look).collect::<Vec<_>>()
    });
    let mut plot = Plot::new("Sand more than 80 cm high").x("time (s)").y("share of the sand");
    let mut table = Table::new(["scheme", "above 60 cm", "above 80 cm", "above 100 cm", "clumped, of 80 cm"]);
    let mut means = Vec::new();
    for (scheme, looks) in schemes.iter().zip(&runs) {
        let mean = |of: &dyn Fn(&Thrown) -> f64| looks.iter().map(of).sum::<f64>() / looks.len() as f64;
        let shares = [0, 1, 2].map(|rim| mean(&|look| look.shares[rim]));
        let numbers = [shares[0], shares[1], shares[2], mean(&|look| look.clumped) / shares[1]];
        table.numbers(scheme, numbers);
        plot = plot.line(*scheme, looks.iter().map(|look| [look.time, look.shares[1]]));
        means.push(shares);
    }
    let mut findings = Vec::new();
    for (other, name) in ["PIC", "APIC"].into_iter().enumerate() {
        let ratios = [0, 1, 2].map(|rim| means[other][rim] / means[2][rim]);
        let claim = |rim: f64| format!("sand above {rim} cm, mean over time: {name} over ASFLIP");
        findings.push(Finding::report(claim(RIMS[0]), ratios[0]));
        findings.extend([1, 2].map(|rim| Finding::at_most(claim(RIMS[rim]), ratios[rim], 1.0)));
    }
    Report::from(findings).table(table).plot("thrown", plot)
}
