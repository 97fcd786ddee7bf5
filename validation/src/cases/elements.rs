//! Finite elements on the grid: a beam of tetrahedra that hangs, and A9, a box that is dropped.

use std::sync::Arc;

use clastic::forces::Mesh;
use clastic::materials::{Inert, NeoHookean};
use clastic::shapes::{Cells, Net, Shape, Solid};
use clastic::{Config, Dimension, Precision, Simulation};
use clastic_scene::Overrides;

use super::sand::side_by_side;
use super::solids::Beam;
use crate::{Effort, Finding, Plot, Report, Table, gallery, short};

/// The beam of `cantilever` in tetrahedra with such edges, in m, held by the vertices of one end.
fn tetrahedra(spacing: f64) -> Mesh {
    let shape = Shape::Box { low: [0.0; 3], high: [Beam::LENGTH, Beam::WIDTH, Beam::WIDTH] };
    let solid = Solid::new(shape, Dimension::Three).expect("a box");
    let (points, cells) = Net::fill(&solid, spacing).expect("tetrahedra in a box").into_parts();
    let Cells::Tetrahedra(cells) = cells else { panic!("a solid is filled with tetrahedra") };
    let root = (0..points.len() as u32).filter(|vertex| points[*vertex as usize][0] < 0.01 * spacing);
    let law = NeoHookean::new(1e8, 0.3);
    Mesh::solid(&points, &cells, law, 1000.0).expect("a sound mesh").pinned(root.collect())
}

/// Times in s, and how far the beam's end is down, in m, under a weight that is laid on evenly over 1 s.
fn hung(spacing: f64) -> Vec<[f64; 2]> {
    let mesh = tetrahedra(spacing);
    let places: Vec<_> = mesh.vertices.iter().map(|vertex| vertex.position).collect();
    let end: Vec<_> = (0..places.len()).filter(|v| places[*v][0] > Beam::LENGTH - 0.01 * spacing).collect();
    let config = Config {
        precision: Precision::F64,
        gravity: [0.0; 3],
        body_force: Some(Arc::new(|at| [0.0, -Beam::GRAVITY * at.time.min(1.0), 0.0])),
        threads: 1,
        ..Config::new(Dimension::Three, spacing)
    };
    let mut simulation = Simulation::new(config).expect("a valid configuration");
    let skin = simulation.add_material("skin", Inert::new());
    simulation.add_mesh(skin, mesh).expect("a sound mesh");
    let looks = 200;
    let look = |look: usize| {
        simulation.advance_to(0.01 * look as f64).expect("a beam that bends");
        let particles = simulation.particles();
        let fallen = end.iter().map(|v| places[*v][1] - particles[*v].particle.position[1]);
        [simulation.time(), fallen.sum::<f64>() / end.len() as f64]
    };
    (1..=looks).map(look).collect()
}

/// A cantilever of tetrahedra comes closer to Timoshenko's beam with the square of their size.
pub fn cantilever(effort: Effort) -> Report {
    let across: &[f64] = effort.choose(&[2.0, 3.0, 4.0], &[2.0, 3.0, 4.0, 6.0, 8.0]);
    let histories = side_by_side(across, |count| hung(Beam::WIDTH / count));
    let mut table = Table::new(["edges across", "deflection (m)", "off by"]);
    let mut plot = Plot::new("The tip of a cantilever of tetrahedra").x("time (s)").y("deflection (m)");
    let mut deflections = Vec::new();
    for (count, history) in across.iter().zip(histories) {
        // What swings after the load has grown over a period goes away in a mean over the next.
        let late = history.iter().filter(|[time, _]| *time >= 1.0);
        let deflection = late.clone().map(|[_, w]| w).sum::<f64>() / late.count() as f64;
        let off = 100.0 * (deflection / Beam::DEFLECTION - 1.0);
        table.row(vec![short(*count, 2), short(deflection, 4), format!("{off:+.1} %")]);
        plot = plot.line(format!("{count} edges across"), history);
        deflections.push(deflection);
    }
    let last = across.len() - 1;
    let short_by = |run: usize| 1.0 - deflections[run] / Beam::DEFLECTION;
    let order = (short_by(0) / short_by(last)).ln() / (across[last] / across[0]).ln();
    // Of an error that falls with the square of the size.
    let (fine, coarse) = (across[last].powi(2), across[last - 1].powi(2));
    let limit = (fine * deflections[last] - coarse * deflections[last - 1]) / (fine - coarse);
    let findings = vec![
        // 2 in theory, which is that of a solid; the beam's is a per cent or two off, which is seen where little else is.
        Finding::between("order in the size of elements of what the deflection is short by", order, 1.5, 2.5),
        // As near as `cantilever` must come.
        Finding::between(
            "deflection, extrapolated to elements of no size, over Timoshenko's, less 1",
            limit / Beam::DEFLECTION - 1.0,
            -0.03,
            0.03,
        ),
        Finding::report(
            format!("{} edges across: deflection over Timoshenko's, less 1", across[last]),
            -short_by(last),
        ),
    ];
    let exact = [[0.0, 0.0], [1.0, Beam::DEFLECTION], [2.0, Beam::DEFLECTION]];
    Report::from(findings).table(table).plot("tip", plot.dashed("Timoshenko, at rest", exact))
}

/// A9: what is left of a box's energy as it bounces, by scheme.
pub fn box_drop(effort: Effort) -> Report {
    let schemes = ["flip-0.99", "apic", "aflip-0.99", "polypic", "flip-1"];
    let scene = gallery("papers/a9-box-drop")
        .set("grid.cell_size", effort.choose(4.0, 2.0))
        .set("meshes.box.spacing", effort.choose(2.0, 1.0));
    let (seconds, looks) = (2.0, 100);
    let runs = side_by_side(&schemes, |scheme| {
        let one_thread = Overrides { threads: 1, ..Overrides::default() };
        let file = scene.clone().set("transfer.scheme", scheme).read();
        let mut simulation = file.build(&one_thread).expect("a scene of the papers");
        let first = simulation.diagnostics().energy();
        let look = |look: usize| {
            simulation.advance_to(seconds * look as f64 / looks as f64).expect("a box that bounces");
            [simulation.time(), simulation.diagnostics().energy() / first]
        };
        (0..=looks).map(look).collect::<Vec<_>>()
    });
    let mut plot = Plot::new("A box is dropped").x("time (s)").y("energy, over that at the beginning");
    let mut table = Table::new(["scheme", "after 0.5 s", "after 1 s", "after 2 s"]);
    for (scheme, run) in schemes.iter().zip(&runs) {
        let numbers = [25, 50, 100].map(|look| short(run[look][1], 3));
        table.row([scheme.to_string()].into_iter().chain(numbers).collect());
        plot = plot.line(*scheme, run.iter().copied());
    }
    let mean = |run: usize| runs[run].iter().map(|seen| seen[1]).sum::<f64>() / (looks + 1) as f64;
    let [flip, apic, aflip, poly, full] = [0, 1, 2, 3, 4].map(mean);
    let findings = vec![
        Finding::at_least("AFLIP: energy, mean over time, over FLIP's", aflip / flip, 1.0),
        Finding::at_least("AFLIP: energy, mean over time, over APIC's", aflip / apic, 1.0),
        // Nearer to PolyPIC than to the better of the two.
        Finding::at_most(
            "AFLIP: how far from PolyPIC, over how far from the better of FLIP and APIC",
            (aflip - poly).abs() / (aflip - flip.max(apic)).abs(),
            0.5,
        ),
        Finding::report("AFLIP: energy, mean over time, over that of FLIP with α = 1", aflip / full),
    ];
    Report::from(findings).table(table).plot("energy", plot)
}
