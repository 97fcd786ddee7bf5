//! C3: a circle that oscillates, as in figures 13b and 14 of "The Affine Particle-In-Cell Method", and where its energy
//! goes.
//!
//! The energy of a state is what it can still turn into motion: that of the particles' velocities, that of the affine
//! fields that P2G will deposit, `½ m Ĉ D Ĉᵀ`, and the elastic energy; on the grid, that of the nodes. A step then has
//! three places where energy is lost, and they add up to the whole loss:
//!
//! ```text
//! particles to nodes    E_kin(particles) − E_kin(nodes before forces)
//! nodes in time         E_kin(nodes before) + E_el(before) − E_kin(nodes after) − E_el(after)
//! nodes to particles    E_kin(nodes after) − E_kin(particles)
//! ```
//!
//! The first and the last are the transfers' loss, the second is the time integration's. Without the affine fields in the
//! balance APIC would seem to lose energy on its way to the particles and to gain it on its way back. FLIP holds energy in
//! motions that the grid does not see: it loses them on the way there and finds them again on the way back, so for FLIP
//! only the sum of both means something.
//!
//! The paper steps by backward Euler, which always loses energy. Symplectic Euler with steps of one length conserves an
//! energy that differs from the true one by a term of the order of Δt: nearly all that it takes it gives back within an
//! oscillation, so losses are averaged over the last quarter of the run, and nearly all of them are the transfers'. Steps
//! whose length follows the motion spoil that; both are measured.

use clastic::{Config, MaterialId, Simulation};
use clastic_scene::Overrides;

use super::history::{SCHEMES, energy};
use crate::{Axis, Effort, Finding, GalleryScene, Plot, Report, gallery};

/// Some ten oscillations, in frames of a film.
const SECONDS: f64 = 20.0;
const FRAMES: usize = 480;

/// The simulation of a scene, with its energy accounted for.
fn accounted(scene: &GalleryScene) -> Simulation {
    let file = scene.read();
    let config = Config { energy_account: true, ..file.config(&Overrides::default()) };
    let mut simulation = Simulation::new(config).expect("the scene's configuration");
    for (name, table) in &file.scene.materials {
        simulation.add_material(name, table.resolve().expect("a material of the scene"));
    }
    for state in scene.build().particles() {
        simulation
            .add_particles(MaterialId(state.material), &[state.particle])
            .expect("the scene's particles");
    }
    simulation
}

/// A run. Energies are over that at the beginning.
struct Oscillation {
    label: &'static str,
    moments: Vec<Moment>,
}

/// The end of a frame.
struct Moment {
    /// In s.
    time: f64,
    energy: f64,
    /// Lost by the transfers so far.
    transfers: f64,
    /// Lost on the grid so far.
    grid: f64,
}

impl Oscillation {
    fn of(label: &'static str, scene: &GalleryScene) -> Self {
        let mut simulation = accounted(scene);
        let whole = energy(&simulation.diagnostics());
        let moments = (0..=FRAMES).map(|frame| {
            let time = SECONDS * frame as f64 / FRAMES as f64;
            simulation.advance_to(time).expect("a soft disk");
            let account = simulation.energy_account().expect("asked for");
            Moment {
                time,
                energy: energy(&simulation.diagnostics()) / whole,
                transfers: account.transfers() / whole,
                grid: account.on_grid / whole,
            }
        });
        Oscillation { label, moments: moments.collect() }
    }

    fn last(&self) -> &Moment {
        &self.moments[FRAMES]
    }

    /// A quantity averaged over the last quarter of the run.
    fn settled(&self, quantity: fn(&Moment) -> f64) -> f64 {
        let quarter = &self.moments[3 * FRAMES / 4..];
        quarter.iter().map(quantity).sum::<f64>() / quarter.len() as f64
    }

    /// The share of the loss that is the transfers'.
    fn share_of_transfers(&self) -> f64 {
        let (transfers, grid) = (self.settled(|m| m.transfers), self.settled(|m| m.grid));
        transfers / (transfers + grid)
    }

    /// By how much a loss grows in each frame.
    fn per_frame(&self, loss: fn(&Moment) -> f64) -> impl Iterator<Item = [f64; 2]> {
        self.moments.windows(2).map(move |frame| [frame[1].time, loss(&frame[1]) - loss(&frame[0])])
    }
}

/// C3.
pub fn oscillating_circle(_: Effort) -> Report {
    let scene = gallery("papers/c3-oscillating-circle");
    let with = |(label, scheme)| Oscillation::of(label, &scene.clone().set("transfer.scheme", scheme));
    let runs = SCHEMES.map(with);
    let of = |label: &str| runs.iter().find(|run| run.label == label).expect("a scheme of the list");
    let (apic, pic) = (of("APIC"), of("PIC"));

    let mut findings = Vec::new();
    for run in [apic, pic] {
        let claim = format!("{}: share of the loss that is the transfers'", run.label);
        findings.push(Finding::between(claim, run.share_of_transfers(), 0.95, 1.0));
    }
    for run in &runs {
        let claim = |what: &str| format!("{}: {what}, over the energy at the beginning", run.label);
        findings.push(Finding::report(claim("energy kept"), run.last().energy));
        findings.push(Finding::report(claim("lost by transfers"), run.settled(|m| m.transfers)));
        findings.push(Finding::report(claim("lost on the grid"), run.settled(|m| m.grid)));
    }
    findings.push(Finding::at_least(
        "energy lost by transfers, PIC over APIC",
        pic.settled(|m| m.transfers) / apic.settled(|m| m.transfers),
        2.0,
    ));
    let open = |run: &Oscillation| (1.0 - run.last().energy - run.last().transfers - run.last().grid).abs();
    let worst = runs.iter().map(open).fold(0.0, f64::max);
    findings.push(Finding::at_most("all schemes: energy that the account misses", worst, 1e-12));
    // P2G averages velocities, G2P fits straight lines to them; neither can gain energy.
    let least = ["PIC", "RPIC", "APIC"].into_iter().flat_map(|label| of(label).per_frame(|m| m.transfers));
    let least = least.map(|[_, loss]| loss).fold(f64::INFINITY, f64::min);
    findings.push(Finding::at_least("PIC, RPIC, APIC: least loss by transfers in a frame", least, -1e-14));
    findings.extend(other_steps(&scene, apic));
    findings.extend(backward_euler(&scene));
    Report::from(findings).plot("energy", energies(&runs)).plot("losses", losses(apic, pic))
}

/// APIC with half the step, and with steps that follow the motion.
fn other_steps(scene: &GalleryScene, apic: &Oscillation) -> Vec<Finding> {
    let half = Oscillation::of("APIC", &scene.clone().set("time.dt", 1.0 / 192.0));
    let adaptive = Oscillation::of("APIC", &scene.clone().remove("time.dt"));
    vec![
        Finding::report(
            "APIC with Δt/2: lost by transfers, over that with Δt",
            half.settled(|m| m.transfers) / apic.settled(|m| m.transfers),
        ),
        Finding::report(
            "APIC with adaptive steps: lost on the grid, over that with equal ones",
            adaptive.settled(|m| m.grid) / apic.settled(|m| m.grid),
        ),
        Finding::report(
            "APIC with adaptive steps: share of the loss that is the transfers'",
            adaptive.share_of_transfers(),
        ),
    ]
}

/// As the paper steps.
fn backward_euler(scene: &GalleryScene) -> Vec<Finding> {
    let scene = scene.clone().set("time.integrator", "backward-euler").set("solve.tolerance", 1e-9);
    let runs = [("APIC", "apic"), ("PIC", "pic")]
        .map(|(label, scheme)| Oscillation::of(label, &scene.clone().set("transfer.scheme", scheme)));
    let share = |run: &Oscillation| run.last().transfers / (run.last().transfers + run.last().grid);
    let mut findings: Vec<_> = runs
        .iter()
        .map(|run| {
            let claim = format!("{}, backward Euler: share of the loss that is the transfers'", run.label);
            Finding::report(claim, share(run))
        })
        .collect();
    let more = share(&runs[1]) - share(&runs[0]);
    findings.push(Finding::at_least("backward Euler: the same, PIC's less APIC's", more, 0.0));
    findings
}

/// Figure 13b.
fn energies(runs: &[Oscillation]) -> Plot {
    let empty = Plot::new("An oscillating circle").x("time (s)").y("energy over that at the beginning");
    runs.iter().fold(empty, |plot, run| plot.line(run.label, run.moments.iter().map(|m| [m.time, m.energy])))
}

/// Figure 14; the grid's losses without their sign.
fn losses(apic: &Oscillation, pic: &Oscillation) -> Plot {
    let empty =
        Plot::new("Energy lost per frame").x("time (s)").y(Axis::log("loss over energy at the beginning"));
    [pic, apic].into_iter().fold(empty, |plot, run| {
        let grid = run.per_frame(|m| m.grid).map(|[time, loss]| [time, loss.abs()]);
        plot.line(format!("{}, transfers", run.label), run.per_frame(|m| m.transfers))
            .dashed(format!("{}, grid (size)", run.label), grid)
    })
}
