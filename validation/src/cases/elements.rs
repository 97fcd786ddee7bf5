//! Finite elements on the grid: a beam of tetrahedra that hangs, A9, a box that is dropped, and C12, a cube that falls on plates.

use std::collections::BTreeSet;
use std::sync::Arc;

use clastic::forces::Mesh;
use clastic::materials::{Inert, NeoHookean};
use clastic::shapes::{Cells, Net, Shape, Solid};
use clastic::{Config, Dimension, Precision, Simulation};

use super::history::norm;
use super::solids::Beam;
use crate::{Effort, Finding, GalleryScene, Plot, Report, Table, gallery, short, side_by_side};

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

/// The order in the size of elements in which a deflection converges where a face that is held meets a free one at a right
/// angle: 2 λ, of the singularity r^λ with sin²(λπ/2) = (κ + 1)²/4κ − λ²/κ and κ = 3 − 4ν = 1.8 (Williams, 1952).
const CORNER: f64 = 1.42;

/// A cantilever of tetrahedra comes closer to Timoshenko's beam as they get smaller.
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
    let (fine, coarse) = (across[last].powf(CORNER), across[last - 1].powf(CORNER));
    let limit = (fine * deflections[last] - coarse * deflections[last - 1]) / (fine - coarse);
    let findings = vec![
        // From that of constant strains in bending down to that of the corners.
        Finding::between("order in the size of elements of what the deflection is short by", order, 1.4, 2.0),
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
        let mut simulation = scene.clone().set("transfer.scheme", scheme).build_on(1);
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

/// Vertices deep in a mesh, each with those that it is joined to and in the middle of.
fn inner(mesh: &Mesh) -> Vec<(usize, Vec<usize>)> {
    let mut joined = vec![BTreeSet::new(); mesh.vertices.len()];
    for corners in mesh.cells().tetrahedra {
        for a in corners {
            joined[a as usize].extend(corners.into_iter().filter(|b| *b != a).map(|b| b as usize));
        }
    }
    let place = |vertex: usize| mesh.vertices[vertex].position;
    let others = joined.into_iter().map(|others| others.into_iter().collect::<Vec<_>>());
    others.enumerate().filter(|(vertex, others)| off_the_mean(*vertex, others, &place) < 1e-9).collect()
}

/// The square of the difference between what a vertex has and the mean of what others have.
fn off_the_mean(vertex: usize, others: &[usize], of: &impl Fn(usize) -> [f64; 3]) -> f64 {
    let own = of(vertex);
    let mean = |axis: usize| others.iter().map(|other| of(*other)[axis]).sum::<f64>() / others.len() as f64;
    (0..3).map(|axis| (own[axis] - mean(axis)).powi(2)).sum()
}

/// How far velocities of inner vertices are off the mean of those around them, as a root mean square, in m/s: a cube that
/// moves, turns and is strained evenly has 0.
fn ringing(simulation: &Simulation) -> f64 {
    // The cube is the mesh that begins highest.
    let height = |mesh: &Mesh| mesh.vertices[0].position[1];
    let highest = simulation.meshes().max_by(|a, b| height(a.1).total_cmp(&height(b.1)));
    let (first, mesh) = highest.expect("a mesh");
    let particles = simulation.particles();
    let start = particles.partition_point(|state| state.id < first);
    let velocity = |vertex: usize| particles[start + vertex].particle.velocity;
    let inner = inner(mesh);
    let squares = inner.iter().map(|(vertex, others)| off_the_mean(*vertex, others, &velocity));
    (squares.sum::<f64>() / inner.len() as f64).sqrt()
}

/// By which share the angular momentum of the cube alone changes as it flies for 0.3 s.
fn lost_in_flight(scene: &GalleryScene) -> f64 {
    let mut cube = scene.clone().set("gravity", "[0.0, 0.0, 0.0]").set("precision", "f64");
    for obstacle in ["colliders", "walls", "meshes.block"] {
        cube = cube.remove(obstacle);
    }
    let mut cube = cube.build_on(1);
    let first = cube.diagnostics().angular_momentum;
    cube.advance_to(0.3).expect("a flight");
    let last = cube.diagnostics().angular_momentum;
    norm(std::array::from_fn(|axis| last[axis] - first[axis])) / norm(first)
}

/// C12: a cube that falls on plates rings with FLIP and not with APIC, which keeps its spin in flight.
pub fn cube(effort: Effort) -> Report {
    let schemes = ["pic", "flip-0.95", "apic", "flip-1"];
    let mut scene = gallery("papers/c12-cube");
    if effort == Effort::Quick {
        scene = scene.set("grid.cell_size", 0.05).set("meshes.cube.spacing", 0.05);
    }
    let (seconds, looks) = effort.choose((1.0, 50), (2.0, 100));
    let runs = side_by_side(&schemes, |scheme| {
        let scene = scene.clone().set("transfer.scheme", scheme);
        let lost = lost_in_flight(&scene);
        // In the first second it does not reach the block.
        let scene = effort.choose(scene.clone().remove("meshes.block"), scene);
        let mut simulation = scene.build_on(1);
        let look = |look: usize| {
            simulation.advance_to(seconds * look as f64 / looks as f64).expect("a cube that falls");
            [simulation.time(), ringing(&simulation)]
        };
        (lost, (1..=looks).map(look).collect::<Vec<_>>())
    });
    let mut plot = Plot::new("A cube falls on plates").x("time (s)").y("ringing (m/s)");
    let mut table = Table::new(["scheme", "ringing, mean after the impact (m/s)", "spin lost in flight"]);
    let mut rings = Vec::new();
    for (scheme, (lost, run)) in schemes.iter().zip(&runs) {
        // It reaches the first plate after 0.3 s.
        let late: Vec<f64> = run.iter().filter(|seen| seen[0] > 0.3).map(|seen| seen[1]).collect();
        rings.push(late.iter().sum::<f64>() / late.len() as f64);
        table.row(vec![scheme.to_string(), short(rings[rings.len() - 1], 3), short(*lost, 3)]);
        plot = plot.line(*scheme, run.iter().copied());
    }
    let [pic, blend, apic, flip] = [0, 1, 2, 3].map(|run| rings[run]);
    let findings = vec![
        // Much more.
        Finding::at_least("FLIP 1: ringing after the impact, over APIC's", flip / apic, 10.0),
        Finding::at_least("FLIP .95: ringing after the impact, over APIC's", blend / apic, 1.0),
        Finding::report("PIC: ringing after the impact, over APIC's", pic / apic),
        // Rounding of some hundred steps.
        Finding::at_most("APIC: change of angular momentum in flight, relative", runs[2].0, 1e-12),
        // More than rounding could ever do.
        Finding::at_least("FLIP 1: change of angular momentum in flight, relative", runs[3].0, 1e-6),
        Finding::at_least("PIC: change of angular momentum in flight, relative", runs[0].0, 1e-6),
    ];
    Report::from(findings).table(table).plot("ringing", plot)
}
