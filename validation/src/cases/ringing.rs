//! B7: what goes on moving on particles when the grid has come to rest, after section 6.7 of "An angular momentum conserving
//! affine-particle-in-cell method".

use clastic::transfer::Scheme;
use clastic::{Config, ParticleState, Simulation, TimeStep};

use crate::{Axis, Effort, Finding, Plot, Report, Table, gallery, short};

/// Until the block has come to rest, as far as it does: 4 s. The paper's last picture is of 5/3 s, when APIC's still swings by 0.1 m/s.
const FRAMES: usize = 96;
const FPS: f64 = 24.0;

/// The root mean square of the target's velocities, in m/s.
#[derive(Clone, Copy)]
struct Motion {
    time: f64,
    particles: f64,
    /// What the grid sees of it: the velocities of nodes, gathered at the particles.
    grid: f64,
}

fn speed(target: &[ParticleState]) -> f64 {
    let squares: f64 =
        target.iter().map(|state| state.particle.velocity.iter().map(|v| v * v).sum::<f64>()).sum();
    (squares / target.len() as f64).sqrt()
}

fn rings(scheme: &str) -> Vec<Motion> {
    let mut simulation = gallery("papers/b7-ringing").set("transfer.scheme", scheme).build();
    let first = simulation.meshes().map(|(first, _)| first).last().expect("the target");
    let target = |simulation: &Simulation| -> Vec<_> {
        simulation.particles().into_iter().filter(|state| state.id >= first).collect()
    };
    let pic = Scheme::from_name("pic", 2).expect("a scheme of the table");
    (1..=FRAMES)
        .map(|frame| {
            simulation.advance_to(frame as f64 / FPS).expect("what the paper has computed");
            // A step of PIC that is too short for any force leaves particles with what nodes have.
            let config =
                Config { scheme: pic, time_step: TimeStep::Fixed(1e-12), ..simulation.config().clone() };
            let mut seen = Simulation::restore(config, &simulation.snapshot()).expect("the same scene");
            seen.step().expect("a short step");
            let (particles, grid) = (speed(&target(&simulation)), speed(&target(&seen)));
            Motion { time: simulation.time(), particles, grid }
        })
        .collect()
}

fn curve(history: &[Motion], of: fn(&Motion) -> f64) -> Vec<[f64; 2]> {
    history.iter().map(|moment| [moment.time, of(moment)]).collect()
}

/// FLIP's particles go on ringing when nodes do not; those of PIC and APIC come to rest with them.
pub fn ringing(_: Effort) -> Report {
    let mut plot = Plot::new("What particles have of the target's motion, and what the grid sees")
        .x("time (s)")
        .y(Axis::log("speed (m/s)"));
    let mut table = Table::new(["scheme", "speed of particles (m/s)", "of the grid (m/s)", "over it"]);
    let mut ends = Vec::new();
    for scheme in ["pic", "apic", "flip-1"] {
        let history = rings(scheme);
        plot = plot.line(scheme, curve(&history, |moment| moment.particles));
        if scheme == "flip-1" {
            plot = plot.line("flip-1, grid", curve(&history, |moment| moment.grid));
        }
        // The mean of the last quarter second.
        let last = &history[FRAMES - 6..];
        let mean = |f: &dyn Fn(&Motion) -> f64| last.iter().map(f).sum::<f64>() / last.len() as f64;
        let (particles, grid) = (mean(&|moment| moment.particles), mean(&|moment| moment.grid));
        table.row(vec![scheme.to_string(), short(particles, 3), short(grid, 3), short(particles / grid, 3)]);
        ends.push((particles, grid));
    }
    let [pic, apic, flip] = ends[..] else { unreachable!("three schemes") };
    let findings = vec![
        Finding::at_least("speed of FLIP's particles in the end over that of its grid", flip.0 / flip.1, 5.0),
        Finding::at_least("speed of FLIP's particles in the end over that of APIC's", flip.0 / apic.0, 5.0),
        Finding::at_most("speed of PIC's particles in the end over that of its grid", pic.0 / pic.1, 2.0),
        Finding::at_most("speed of APIC's particles in the end over that of its grid", apic.0 / apic.1, 2.0),
        Finding::at_most("speed of APIC's particles in the end, in m/s", apic.0, 0.01 * 3.0),
    ];
    Report::from(findings).table(table).plot("ringing", plot)
}
