//! B6: soft tori fall into a box, as in section 6.6 and figure 9 of "An angular momentum conserving
//! affine-particle-in-cell method".

use clastic::Simulation;

use crate::{Effort, Finding, Plot, Report, gallery};

/// Half the width of the box, in m; its floor is at 0.
const HALF: f64 = 0.2;
/// Tori in the scene.
const ALL: usize = 25;

/// How many particles are not in the box; a heap may rise above its rim.
fn outside(simulation: &Simulation) -> usize {
    let inside = |[x, y, z]: [f64; 3]| x.abs() <= HALF && y >= 0.0 && z.abs() <= HALF;
    simulation.particles().iter().filter(|state| !inside(state.particle.position)).count()
}

/// How deep a particle lies in the floor at most, in m.
fn depth(simulation: &Simulation) -> f64 {
    simulation.particles().iter().map(|state| -state.particle.position[1]).fold(0.0, f64::max)
}

/// B6: what falls into a box stays in it and comes to rest, by explicit steps and by the paper's midpoint rule.
pub fn into_a_box(effort: Effort) -> Report {
    let (tori, seconds) = effort.choose((4, 2.8), (ALL, 10.5));
    let mut scene = gallery("papers/b6-tori").set("grid.cell_size", effort.choose(0.02, 0.01));
    for number in tori + 1..=ALL {
        scene = scene.remove(&format!("sources.torus-{number:02}"));
    }
    let mut plot = Plot::new("Tori fall into a box").x("time (s)").y("kinetic energy (J)");
    let mut findings = Vec::new();
    for name in ["symplectic-euler", "midpoint"] {
        let mut simulation = scene.clone().set("time.integrator", name).build();
        let mut kinetic = Vec::new();
        let looks = 140;
        for look in 1..=looks {
            simulation.advance_to(seconds * look as f64 / looks as f64).expect("tori that fall");
            let state = simulation.diagnostics();
            kinetic.push([simulation.time(), state.kinetic + state.kinetic_affine]);
        }
        let most = kinetic.iter().map(|[_, energy]| *energy).fold(0.0, f64::max);
        let cell = simulation.config().cell_size;
        let made: u64 = simulation.source_flows().iter().map(|flow| flow.particles).sum();
        let lost = (made as usize - simulation.len()) as f64;
        let claim = |what: &str| format!("{name}: {what}");
        findings.push(Finding::report(claim("steps"), simulation.steps() as f64));
        findings.push(Finding::at_most(claim("particles that are lost"), lost, 0.0));
        let away = outside(&simulation) as f64;
        findings.push(Finding::at_most(claim("particles outside the box at the end"), away, 0.0));
        // Contact begins half a cell above a floor.
        let deepest = depth(&simulation) / cell;
        findings.push(Finding::at_most(claim("how deep one lies in the floor, in cells"), deepest, 0.5));
        let left = claim("kinetic energy at the end over the most");
        let moving = kinetic[looks - 1][1] / most;
        findings.push(match effort {
            // They still swing.
            Effort::Quick => Finding::report(left, moving),
            // A speed of a thirtieth of that of the fall.
            Effort::Full => Finding::at_most(left, moving, 1e-3),
        });
        plot = plot.line(name, kinetic);
    }
    Report::from(findings).plot("energy", plot)
}
