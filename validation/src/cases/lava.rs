//! C9: lava in free fall, after figure 6 of "The Affine Particle-In-Cell Method".
//!
//! The paper blames FLIP's noise for a core that bursts out. This scene does not show whether that is so. The core
//! bursts out with those schemes that keep it faster than the rim for long, AFLIP and ASFLIP among them, and a core
//! this fast in a rim this weak, ρ v² ≫ s_Y, may well have to. What stops it with APIC is the grid's own viscosity,
//! which fades with finer cells. So only who stays inside is judged.

use clastic::Simulation;

use crate::{Effort, Finding, Plot, Report, gallery};

/// The rim's outer radius at the beginning, in m.
const RIM: f64 = 0.1;
/// What is hotter at the beginning belongs to the core, in °C.
const BETWEEN: f64 = 1075.0;

/// A look at the jet.
#[derive(Clone, Copy)]
struct Look {
    /// In s.
    time: f64,
    /// The share of the core that is outside the rim's first radius.
    outside: f64,
    /// The core's speed across the jet, root of its mean square, in m/s.
    across: f64,
    /// How much faster along the jet the core is than the rim, in m/s.
    ahead: f64,
}

fn look(simulation: &Simulation, core: &[bool]) -> Look {
    let (mut outside, mut across) = (0.0, 0.0);
    // Sums of the velocity along the jet and counts, of the rim and of the core.
    let mut along = [[0.0; 2]; 2];
    for (state, &hot) in simulation.particles().iter().zip(core) {
        let [x, _, z] = state.particle.position;
        let [u, v, w] = state.particle.velocity;
        if hot {
            outside += f64::from(u8::from(x.hypot(z) > RIM));
            across += u * u + w * w;
        }
        let sums = &mut along[usize::from(hot)];
        sums[0] += v;
        sums[1] += 1.0;
    }
    let [rim, core] = along.map(|[sum, count]| sum / count);
    let count = along[1][1];
    Look {
        time: simulation.time(),
        outside: outside / count,
        across: (across / count).sqrt(),
        ahead: rim - core,
    }
}

/// A hot core stays in its rim with APIC and with a blend of FLIP and PIC.
pub fn free_fall(effort: Effort) -> Report {
    let scene = gallery("papers/c9-lava-free-fall").set("grid.cell_size", effort.choose(0.024, 0.016));
    let seconds = effort.choose(0.4, 1.0);
    let mut outside =
        Plot::new("Lava in free fall: the hot core").x("time (s)").y("share outside the rim's first radius");
    let mut across =
        Plot::new("Lava in free fall: noise").x("time (s)").y("the core's speed across the jet (m/s)");
    let mut findings = Vec::new();
    let schemes =
        [("APIC", "apic"), ("FLIP .95", "flip-0.95"), ("FLIP 1", "flip-1"), ("ASFLIP .99", "asflip-0.99")];
    for (label, scheme) in schemes.into_iter().take(effort.choose(3, 4)) {
        let mut simulation = scene.clone().set("transfer.scheme", scheme).build();
        let core: Vec<_> =
            simulation.particles().iter().map(|state| state.particle.temperature > BETWEEN).collect();
        let looks: Vec<_> = (0..=25)
            .map(|k| {
                simulation
                    .advance_to(seconds * k as f64 / 25.0)
                    .unwrap_or_else(|error| panic!("{label}: {error}"));
                look(&simulation, &core)
            })
            .collect();
        let (first, last) = (looks[0], looks[looks.len() - 1]);
        let claim = |what: &str| format!("{label}: {what}");
        let share = claim("share of the core outside the rim's first radius at the end");
        findings.push(match scheme {
            "apic" | "flip-0.95" => Finding::at_most(share, last.outside, 0.001),
            _ => Finding::report(share, last.outside),
        });
        findings
            .push(Finding::report(claim("the core's speed across the jet at the end (m/s)"), last.across));
        let kept = looks[looks.len() / 5].ahead / first.ahead;
        findings.push(Finding::report(
            claim("core's speed ahead of the rim, kept after a fifth of the time"),
            kept,
        ));
        outside = outside.line(label, looks.iter().map(|look| [look.time, look.outside]));
        across = across.line(label, looks.iter().map(|look| [look.time, look.across]));
    }
    Report::from(findings).plot("outside", outside).plot("across", across)
}
