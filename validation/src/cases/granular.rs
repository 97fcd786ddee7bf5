//! C5, C6 and C10: sand as in figures 2, 3 and 10 of "The affine particle-in-cell method".

use std::time::Instant;

use clastic::Simulation;

use super::history::norm;
use crate::{Effort, Finding, GalleryScene, Plot, Report, Table, gallery, neighbours, short, side_by_side};

/// The schemes of the figures: how they are called in figures and in scenes.
const SCHEMES: [(&str, &str); 4] =
    [("PIC", "pic"), ("FLIP .95", "flip-0.95"), ("APIC", "apic"), ("FLIP 1", "flip-1")];

/// How long runs are followed.
#[derive(Clone, Copy)]
struct Span {
    /// Simulated time, in s.
    seconds: f64,
    /// How often to look.
    looks: usize,
}

/// What was measured of one scheme's run: times in s with a number each, and how it was at the end.
struct Run<T> {
    label: &'static str,
    history: Vec<[f64; 2]>,
    end: T,
}

/// Runs a scene with every scheme.
fn runs<T: Send>(
    scene: &GalleryScene,
    span: Span,
    look: fn(&Simulation) -> f64,
    end: fn(&Simulation) -> T,
) -> Vec<Run<T>> {
    side_by_side(&SCHEMES, |(label, scheme)| {
        let mut simulation = scene.clone().set("transfer.scheme", scheme).build_on(1);
        let history = (1..=span.looks).map(|number| {
            let time = span.seconds * number as f64 / span.looks as f64;
            simulation.advance_to(time).unwrap_or_else(|error| panic!("{label}: {error}"));
            [time, look(&simulation)]
        });
        let history = history.collect();
        Run { label, history, end: end(&simulation) }
    })
}

/// The run of a scheme.
fn of<'a, T>(runs: &'a [Run<T>], label: &str) -> &'a Run<T> {
    runs.iter().find(|run| run.label == label).expect("one of the schemes")
}

/// The mean over a history.
fn mean<T>(run: &Run<T>) -> f64 {
    run.history.iter().map(|point| point[1]).sum::<f64>() / run.history.len() as f64
}

/// The last of a history.
fn last<T>(run: &Run<T>) -> f64 {
    run.history[run.history.len() - 1][1]
}

/// A particle with fewer neighbours than this within 1.5 Δx is loose; where sand is dense it has 110.
const FEW: usize = 10;

/// The share of loose particles.
fn loose(simulation: &Simulation) -> f64 {
    neighbours(simulation, 1.5 * simulation.config().cell_size).loose(FEW)
}

/// The mean number of neighbours within 1.5 Δx, of particles that are not loose.
fn crowd(simulation: &Simulation) -> f64 {
    let counts = neighbours(simulation, 1.5 * simulation.config().cell_size).counts();
    let held: Vec<_> = counts.into_iter().filter(|count| *count >= FEW).collect();
    held.iter().sum::<usize>() as f64 / held.len() as f64
}

/// C5: sand sprays with FLIP, hangs together with PIC, and does neither with APIC.
pub fn sand_on_torus(effort: Effort) -> Report {
    let scene = gallery("papers/c5-sand-on-torus").set("grid.cell_size", effort.choose(0.0375, 0.01));
    let runs = runs(&scene, Span { seconds: 0.6, looks: 15 }, loose, crowd);
    let mut plot = Plot::new("A cube of sand falls on a torus").x("time (s)").y("share of loose particles");
    let mut table = Table::new(["scheme", "loose, mean", "most", "at the end", "neighbours at the end"]);
    for run in &runs {
        let most = run.history.iter().map(|point| point[1]).fold(0.0, f64::max);
        let numbers = [mean(run), most, last(run), run.end].map(|number| short(number, 3));
        table.row([run.label.to_string()].into_iter().chain(numbers).collect());
        plot = plot.line(run.label, run.history.iter().copied());
    }
    let [pic, blend, apic, flip] = SCHEMES.map(|(label, _)| of(&runs, label));
    let held = "neighbours of those that are not loose, at the end, over APIC's";
    let findings = vec![
        Finding::at_least(
            "FLIP 1: share of loose particles, mean over time, over APIC's",
            mean(flip) / mean(apic),
            1.0,
        ),
        Finding::report("FLIP 1: the same at the end", last(flip) / last(apic)),
        Finding::at_most(
            "PIC: share of loose particles, mean over time, over APIC's",
            mean(pic) / mean(apic),
            1.0,
        ),
        Finding::at_least(format!("PIC: {held}"), pic.end / apic.end, 1.0),
        Finding::at_least(format!("FLIP .95: {held}"), blend.end / apic.end, 1.0),
        Finding::report(format!("FLIP 1: {held}"), flip.end / apic.end),
    ];
    Report::from(findings).table(table).plot("loose", plot)
}

/// The mean share of the other colour among neighbours within Δx, of particles that have any.
fn mixed(simulation: &Simulation) -> f64 {
    let particles = simulation.particles();
    let near = neighbours(simulation, simulation.config().cell_size);
    let shares: Vec<f64> = (0..particles.len())
        .map(|index| near.of(index).collect::<Vec<_>>())
        .zip(&particles)
        .filter(|(others, _)| !others.is_empty())
        .map(|(others, state)| {
            let strange = others.iter().filter(|&&other| particles[other].material != state.material);
            strange.count() as f64 / others.len() as f64
        })
        .collect();
    shares.iter().sum::<f64>() / shares.len() as f64
}

/// C6: layers of sand mix on a slide, least with PIC.
pub fn slide(effort: Effort) -> Report {
    let mut scene = gallery("papers/c6-sand-incline").set("grid.cell_size", effort.choose(0.02, 0.01));
    if effort == Effort::Quick {
        // A slice of it.
        scene = scene.remove("walls.z_low").remove("walls.z_high").set("periodic.z", "[-0.04, 0.04]");
        for source in ["lower", "upper"] {
            scene = scene.set(&format!("sources.{source}.size"), "[0.06, 0.04, 0.08]");
        }
    }
    let span = effort.choose(Span { seconds: 0.7, looks: 7 }, Span { seconds: 1.8, looks: 18 });
    let runs = runs(&scene, span, mixed, loose);
    let mut plot = Plot::new("Sand of two colours on a slide").x("time (s)").y("share of the other colour");
    for run in &runs {
        plot = plot.line(run.label, run.history.iter().copied());
    }
    let [pic, blend, apic, flip] = SCHEMES.map(|(label, _)| last(of(&runs, label)));
    let findings = vec![
        Finding::report(
            "APIC: share of the other colour among neighbours at the end; 0.5 if all is mixed",
            apic,
        ),
        Finding::at_least("APIC: the same over PIC's", apic / pic, 1.0),
        Finding::report("FLIP .95: the same over APIC's", blend / apic),
        Finding::report("FLIP 1: the same over APIC's", flip / apic),
    ];
    Report::from(findings).plot("mixed", plot)
}

/// How far particles are from the axis through the middle, as a root mean square, in m.
fn radius(simulation: &Simulation) -> f64 {
    let particles = simulation.particles();
    let squares = particles.iter().map(|state| {
        let [x, y, _] = state.particle.position;
        x * x + y * y
    });
    (squares.sum::<f64>() / particles.len() as f64).sqrt()
}

/// C10: a skew impact keeps its angular momentum with APIC.
pub fn collision(effort: Effort) -> Report {
    let scene = gallery("papers/c10-collision").set("grid.cell_size", effort.choose(0.04, 0.0077));
    let (seconds, looks) = (0.06, 15);
    let mut plot = Plot::new("Two balls of sand meet").x("time (s)").y("angular momentum (kg m²/s)");
    let mut table =
        Table::new(["scheme", "L lost", "energy kept", "size (m)", "steps", "time over PIC's", "paper's"]);
    let mut findings = Vec::new();
    let mut of_pic = f64::NAN;
    for (label, scheme, paper) in [
        ("PIC", "pic", "1"),
        ("FLIP .95", "flip-0.95", "1.5"),
        ("FLIP .99", "flip-0.99", "3.2"),
        ("FLIP 1", "flip-1", "9.5"),
        ("APIC", "apic", "5"),
    ] {
        let mut simulation = scene.clone().set("transfer.scheme", scheme).build();
        let first = simulation.diagnostics();
        let mut wall = 0.0;
        let mut history = vec![[0.0, first.angular_momentum[2]]];
        for look in 1..=looks {
            let begun = Instant::now();
            simulation.advance_to(seconds * look as f64 / looks as f64).expect("balls that meet");
            wall += begun.elapsed().as_secs_f64();
            history.push([simulation.time(), simulation.diagnostics().angular_momentum[2]]);
        }
        if scheme == "pic" {
            of_pic = wall;
        }
        let end = simulation.diagnostics();
        let lost = norm(std::array::from_fn(|i| end.angular_momentum[i] - first.angular_momentum[i]))
            / norm(first.angular_momentum);
        let claim = format!("{label}: change of angular momentum, relative");
        findings.push(match scheme {
            // Rounding of some hundred steps.
            "apic" => Finding::at_most(claim, lost, 1e-12),
            // More than rounding could ever do.
            "pic" | "flip-1" => Finding::at_least(claim, lost, 1e-6),
            _ => Finding::report(claim, lost),
        });
        let kept = end.energy() / first.energy();
        let numbers = [lost, kept, radius(&simulation)].map(|number| short(number, 3));
        let steps = [simulation.steps().to_string(), short(wall / of_pic, 2), paper.to_string()];
        table.row([label.to_string()].into_iter().chain(numbers).chain(steps).collect());
        plot = plot.line(label, history);
    }
    Report::from(findings).table(table).plot("angular-momentum", plot)
}
