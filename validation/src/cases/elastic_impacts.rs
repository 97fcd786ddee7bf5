//! B1 to B5: elastic bodies that spin, rebound and collide, as in section 6 of "An angular momentum conserving
//! affine-particle-in-cell method". The paper steps by the midpoint rule; these steps are explicit, its λ = 0, for which
//! its proofs hold as well. By the midpoint rule they are in the case `midpoint`.
//!
//! Energies are kinetic, of velocities and affine fields, and elastic.

use std::f64::consts::{LN_2, PI};

use clastic::Diagnostics;

use super::history::{CONSERVING, History, SCHEMES, Span, compare, energy, figure, find, norm};
use crate::{Effort, Finding, GalleryScene, Plot, Report, gallery};

/// Rounding of some ten thousand steps; each loses far less than an ulp.
const ROUND_OFF: f64 = 1e-12;

/// More than rounding could ever do.
const DRIFT: f64 = 1e-6;

/// Angular momentum about z, in kg m²/s.
fn spin(state: &Diagnostics) -> f64 {
    state.angular_momentum[2]
}

/// The two panels of the paper's figures.
fn figures(histories: &[History], what: &str) -> [Plot; 2] {
    [
        figure(histories, what, "angular momentum (kg m²/s)", spin),
        figure(histories, what, "kinetic and elastic energy (J)", energy),
    ]
}

fn report(findings: Vec<Finding>, histories: &[History], what: &str) -> Report {
    let [angular_momentum, energy] = figures(histories, what);
    Report::from(findings).plot("angular-momentum", angular_momentum).plot("energy", energy)
}

/// Every scheme keeps momentum to rounding.
fn keeps_momentum(histories: &[History]) -> Finding {
    let worst = histories.iter().map(History::momentum_drift).fold(0.0, f64::max);
    Finding::at_most("all schemes: largest change of momentum over m v", worst, ROUND_OFF)
}

/// RPIC and APIC keep angular momentum to rounding, PIC and FLIP do not; for the others it is reported.
fn angular_momentum(histories: &[History]) -> impl Iterator<Item = Finding> {
    histories.iter().map(|history| {
        let claim = format!("{}: largest relative change of L", history.label);
        let drift = history.angular_drift() / norm(history.first().angular_momentum);
        match history.label {
            label if CONSERVING.contains(&label) => Finding::at_most(claim, drift, ROUND_OFF),
            "FLIP 1" => Finding::at_least(claim, drift, DRIFT),
            // All that bodies have as spin is lost, and more.
            "PIC" => Finding::at_least(claim, drift, 0.5),
            _ => Finding::report(claim, drift),
        }
    })
}

/// What is left of the energy, and that APIC keeps several times as much as PIC.
fn energy_kept(histories: &[History], least_ratio: f64) -> Vec<Finding> {
    let kept = |label| find(histories, label).energy_kept();
    let mut findings = vec![Finding::at_least(
        "energy kept with APIC over that with PIC",
        kept("APIC") / kept("PIC"),
        least_ratio,
    )];
    findings.extend(
        histories
            .iter()
            .map(|h| Finding::report(format!("{}: share of energy kept", h.label), h.energy_kept())),
    );
    findings
}

/// B1. A turn takes 15.7 s; long before, PIC has stopped.
///
/// A particle of a body that turns at ω, with quadratic kernels in 2D, hands nodes around it the angular momentum
/// `m ω Δx²/2` about itself, which PIC forgets on the way back. For a disk of radius R that is `Δx²/R²` of the whole, so
/// it halves after `ln 2 R²/Δx²` steps, however short they are. That much is also what APIC begins with beyond PIC.
pub fn rotating_disk(effort: Effort) -> Report {
    let scene = gallery("papers/b1-rotating-disk");
    let span = Span { seconds: effort.choose(2.0, 5.0 * PI), looks: 100 };
    let histories = compare(&scene, &SCHEMES, span);
    let forgotten = (1.0_f64 / 32.0 / 0.3).powi(2);
    let of = |label| find(&histories, label);
    let beyond = spin(of("APIC").first()) / spin(of("PIC").first()) - 1.0;

    let mut pic = scene.set("transfer.scheme", "pic").build();
    let half = 0.5 * spin(&pic.diagnostics());
    while spin(&pic.diagnostics()) > half {
        pic.step().expect("a body in free rotation");
    }

    let mut findings = vec![keeps_momentum(&histories)];
    findings.extend(angular_momentum(&histories));
    findings.push(Finding::between(
        "L at the beginning, APIC beyond PIC, over theory",
        beyond / forgotten,
        0.99,
        1.01,
    ));
    // The rim is slowed first, and elasticity needs some twenty steps to tell the middle.
    findings.push(Finding::between(
        "PIC: steps until L has halved, over theory",
        pic.steps() as f64 * forgotten / LN_2,
        0.9,
        1.1,
    ));
    findings.extend(energy_kept(&histories, 100.0));
    findings.push(Finding::at_most(
        "ASFLIP is AFLIP, since elastic laws never let go: difference of L",
        (spin(of("ASFLIP .99").last()) - spin(of("AFLIP .99").last())).abs(),
        0.0,
    ));
    report(findings, &histories, "A rotating elastic disk")
}

/// B2.
///
/// In every step a node on the wall gives up all the momentum across it that particles within reach have just told it. So
/// a rebound costs energy with every scheme, the more the shorter the steps are, and the less the finer the grid is.
pub fn rebound(_: Effort) -> Report {
    let scene = gallery("papers/b2-rebound");
    // In all runs the first rebound is over at 35 s, the second at 70 s, and the third has not begun.
    let histories = compare(&scene, &SCHEMES, Span { seconds: 70.0, looks: 280 });
    let mut findings = Vec::new();
    for history in &histories {
        let [before, after, again] = [0.0, 35.0, 70.0].map(|time| history.at(time).momentum[0]);
        let claim =
            |which: &str| format!("{}: momentum after the {which} rebound over that before", history.label);
        findings.push(Finding::between(claim("first"), after / before, -1.0, -0.5));
        findings.push(Finding::between(claim("second"), again / after, -1.0, -0.5));
    }
    findings.extend(energy_kept(&histories, 2.0));

    let restitution = |scheme: &str, courant: f64, cell: f64| {
        let scene = scene.clone().set("transfer.scheme", scheme).set("time.courant_sound", courant);
        let mut run = scene.set("grid.cell_size", cell).set("bodies.disk.spacing", 0.5 * cell).build();
        let before = run.diagnostics().momentum[0];
        run.advance_to(35.0).expect("a rebound");
        -run.diagnostics().momentum[0] / before
    };
    let [apic, flip] = ["apic", "flip-1"].map(|scheme| restitution(scheme, 0.4, 0.125));
    findings.push(Finding::report("APIC at Δx/4: speed after the first rebound over that before", apic));
    // What the wall does to a layer of one cell is all that is left to differ.
    findings.push(Finding::at_most(
        "the same: difference between APIC and FLIP 1",
        (apic - flip).abs(),
        0.01,
    ));
    findings.push(Finding::report(
        "APIC with Δt/4: speed after the first rebound over that before",
        restitution("apic", 0.1, 0.5),
    ));
    let momentum =
        figure(&histories, "A disk between two walls", "momentum (kg m/s)", |state| state.momentum[0]);
    report(findings, &histories, "A disk between two walls").plot("momentum", momentum)
}

/// B3.
pub fn skew_impact(_: Effort) -> Report {
    let histories = compare(&gallery("papers/b3-skew-impact"), &SCHEMES, Span { seconds: 24.0, looks: 192 });
    let mut findings = vec![keeps_momentum(&histories)];
    findings.extend(angular_momentum(&histories));
    findings.extend(energy_kept(&histories, 3.0));
    report(findings, &histories, "A skew impact of two disks")
}

/// B4. Both momenta are zero, so they are measured against the sums that cancel.
pub fn two_rings(_: Effort) -> Report {
    let scene = gallery("papers/b4-two-rings");
    let span = Span { seconds: 0.01, looks: 200 };
    let histories = compare(&scene, &SCHEMES, span);
    let mut findings = vec![keeps_momentum(&histories)];
    for history in &histories {
        let drift = history.angular_drift() / history.first().angular_scale;
        // The scene is its own mirror image, so schemes that do not conserve L have no reason to make any.
        let claim = format!("{}: largest change of L over Σ m‖x‖‖v‖", history.label);
        findings.push(Finding::at_most(claim, drift, ROUND_OFF));
    }
    let refused: usize = histories.iter().map(|history| history.refused).sum();
    findings.push(Finding::at_most("all schemes: steps that the guard refused", refused as f64, 0.0));
    findings.push(Finding::at_most(
        "APIC: smallest volume ratio, a strong compression",
        smallest_volume(&scene, span),
        0.9,
    ));
    findings.extend(energy_kept(&histories, 2.0));
    report(findings, &histories, "Two rings, head-on")
}

/// The smallest volume ratio of any particle at any look, with the scene's own scheme.
fn smallest_volume(scene: &GalleryScene, span: Span) -> f64 {
    let mut simulation = scene.build();
    let mut smallest = f64::INFINITY;
    for look in 1..=span.looks {
        simulation.advance_to(span.seconds * look as f64 / span.looks as f64).expect("two rings");
        smallest = simulation.particles().iter().map(|state| state.volume_ratio).fold(smallest, f64::min);
    }
    smallest
}

/// B5: two spheres without spin, and two stiffer ones with it.
pub fn two_spheres(effort: Effort) -> Report {
    let scene = |name: &str| gallery(name).set("grid.cell_size", effort.choose(0.46875, 30.0 / 256.0));
    let flying = compare(&scene("papers/b5-two-spheres"), &SCHEMES, Span { seconds: 12.0, looks: 144 });
    let spinning = compare(&scene("papers/b5-spinning-spheres"), &SCHEMES, Span { seconds: 8.0, looks: 96 });
    let mut findings = vec![Finding::report("particles", flying[0].first().particles as f64)];
    for (which, histories) in [("flying", &flying), ("spinning", &spinning)] {
        let mut of_these = vec![keeps_momentum(histories)];
        of_these.extend(angular_momentum(histories));
        of_these.extend(energy_kept(histories, 3.0));
        findings
            .extend(of_these.into_iter().map(|f| Finding { claim: format!("{which}: {}", f.claim), ..f }));
    }
    let [angular_momentum, energy] = figures(&spinning, "Two spinning spheres");
    report(findings, &flying, "A skew impact of two spheres")
        .plot("spinning-angular-momentum", angular_momentum)
        .plot("spinning-energy", energy)
}
