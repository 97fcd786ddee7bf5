//! How long a step may be, and what its length does to energy.

use clastic::kernels::Kernel;
use clastic::materials::NeoHookean;
use clastic::transfer::Scheme;
use clastic::{Config, Dimension, Guard, Precision, Simulation, TimeStep};

use crate::bodies::{disk, set_affine_velocity};
use crate::{Axis, Effort, Finding, Plot, Report};

/// Sound crosses the disk so often.
const CROSSINGS: f64 = 20.0;
const YOUNG: f64 = 1000.0;
const DENSITY: f64 = 2.0;
const RADIUS: f64 = 0.3;

/// A disk that swings: stretched along one axis and squeezed along the other, in steps of that Courant number.
fn swinging_disk(scheme: &str, kernel: Kernel, courant: f64) -> Simulation {
    let mut config = Config::new(Dimension::Two, 1.0 / 32.0);
    config.precision = Precision::F64;
    config.kernel = kernel;
    config.scheme = Scheme::from_name(scheme, 2).expect("a scheme of the table");
    config.gravity = [0.0; 3];
    config.time_step = TimeStep::Adaptive { motion: f64::INFINITY, sound: courant, max: f64::INFINITY };
    // A step that is too long shall show.
    config.guard = Guard { max_retries: 0, ..Guard::default() };
    let mut particles = disk([0.5, 0.5], RADIUS, 1.0 / 64.0, DENSITY);
    let stretch = [[5.0, 0.0, 0.0], [0.0, -5.0, 0.0], [0.0; 3]];
    set_affine_velocity(&mut particles, [0.5, 0.5, 0.0], [0.0; 3], stretch);
    let mut simulation = Simulation::new(config).expect("a valid configuration");
    let rubber = simulation.add_material("rubber", NeoHookean::new(YOUNG, 0.3));
    simulation.add_particles(rubber, &particles).expect("valid particles");
    simulation
}

fn seconds() -> f64 {
    // λ + 2 μ = 1.346 E at ν = 0.3.
    CROSSINGS * 2.0 * RADIUS / (1.346 * YOUNG / DENSITY).sqrt()
}

/// The share of energy that is left in the end; more than 1 or nothing where the step is too long.
fn energy_kept(scheme: &str, kernel: Kernel, courant: f64) -> Option<f64> {
    let mut simulation = swinging_disk(scheme, kernel, courant);
    let before = simulation.diagnostics().energy();
    simulation.advance_to(seconds()).ok()?;
    Some(simulation.diagnostics().energy() / before)
}

/// The longest step that is stable, as a Courant number, to a fifth.
fn limit(scheme: &str, kernel: Kernel) -> f64 {
    let stable =
        |tenths: &usize| energy_kept(scheme, kernel, *tenths as f64 / 10.0).is_some_and(|kept| kept < 1.02);
    (2..=20).step_by(2).take_while(stable).last().map_or(0.0, |tenths| tenths as f64 / 10.0)
}

/// The usual step is stable with room to spare, and short steps cost energy where transfers smooth.
pub fn courant(effort: Effort) -> Report {
    let mut findings = Vec::new();
    for kernel in Kernel::ALL {
        let taken = |scheme: &&str| *scheme != "polypic" || kernel == Kernel::Quadratic;
        for scheme in ["apic", "flip-1", "asflip", "polypic"].into_iter().filter(taken) {
            let claim = format!("{} {scheme}: longest stable step, as a Courant number", kernel.name());
            let limit = limit(scheme, kernel);
            // The usual step is 0.4.
            findings.push(match kernel {
                // Its forces jump when a particle enters a cell: no step of a fifth or longer will do.
                Kernel::Linear => Finding::report(claim, limit),
                _ => Finding::at_least(claim, limit, 0.5),
            });
        }
    }
    let courants: &[f64] = effort.choose(&[0.1, 0.2, 0.4], &[0.025, 0.05, 0.1, 0.2, 0.4]);
    let mut plot = Plot::new("A swinging disk: energy left after 20 crossings of sound")
        .x(Axis::log("Courant number of the step"))
        .y("energy left");
    for scheme in ["pic", "apic", "polypic", "flip", "flip-1", "asflip"] {
        let kept: Vec<f64> = courants
            .iter()
            .map(|courant| energy_kept(scheme, Kernel::Quadratic, *courant).unwrap_or(f64::NAN))
            .collect();
        let ratio = kept[0] / kept[kept.len() - 1];
        let claim = format!("{scheme}: energy left with the shortest steps over that with the usual");
        findings.push(match scheme {
            "pic" | "apic" => Finding::at_most(claim, ratio, 0.95),
            "flip-1" | "asflip" => Finding::at_least(claim, ratio, 0.95),
            _ => Finding::report(claim, ratio),
        });
        findings.push(Finding::report(
            format!("{scheme}: energy left with the usual step"),
            kept[kept.len() - 1],
        ));
        plot = plot.line(scheme, courants.iter().zip(&kept).map(|(courant, kept)| [*courant, *kept]));
    }
    Report::from(findings).plot("energy", plot)
}
