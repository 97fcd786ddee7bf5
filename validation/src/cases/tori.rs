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

/// B6: what falls into a box stays in it and comes to rest.
pub fn into_a_box(effort: Effort) -> Report {
    let (tori, seconds) = effort.choose((6, 3.5), (ALL, 10.5));
    let mut scene = gallery("papers/b6-tori").set("grid.cell_size", effort.choose(0.02, 0.01));
    for number in tori + 1..=ALL {
        scene = scene.remove(&format!("sources.torus-{number:02}"));
    }
    let mut simulation = scene.build();
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
    let findings = vec![
        Finding::at_most("particles that are lost", (made as usize - simulation.len()) as f64, 0.0),
        Finding::at_most("particles outside the box at the end", outside(&simulation) as f64, 0.0),
        // Contact begins half a cell above a floor.
        Finding::at_most("how deep one lies in the floor, in cells", depth(&simulation) / cell, 0.5),
        // A speed of a thirtieth of that of the fall.
        // The lesser effort ends while they still swing.
        match effort {
            Effort::Quick => {
                Finding::report("kinetic energy at the end over the most", kinetic[looks - 1][1] / most)
            }
            Effort::Full => Finding::at_most(
                "kinetic energy at the end over the most",
                kinetic[looks - 1][1] / most,
                1e-3,
            ),
        },
    ];
    let plot = Plot::new("Tori fall into a box").x("time (s)").y("kinetic energy (J)");
    Report::from(findings).plot("energy", plot.line("APIC", kinetic))
}
