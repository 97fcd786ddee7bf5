//! What must hold for every material: energy does not grow, and a hard impact is survived.
//!
//! At 30 m/s jelly, mud, sand and clay as soft as scenes have them fly faster than their sound, and are crushed to a tenth
//! of their volume and less. Laws that store a finite energy in matter without volume, fixed corotated and Simo's, end at
//! `J = 0.05`. AFLIP and ASFLIP then gain energy, the more the shorter the steps, whichever the law; APIC, and FLIP without
//! an affine field, do not.

use clastic::colliders::Contact;
use clastic::grid::{Axis as Bounds, Wall};
use clastic::materials::{
    AnyLaw, Clay, Ductile, FixedCorotated, Hencky, Inert, Law, LawDescription, Liquid, Material, NeoHookean,
    Sand, SandHencky, Simo, Snow, YieldFluid,
};
use clastic::transfer::Scheme;
use clastic::{
    Config, Diagnostics, Dimension, Observer, Particle, Simulation, SimulationError, StepReport, TimeStep,
    Until,
};

use crate::bodies::{box_3d, disk, lattice_2d, set_affine_velocity, spin};
use crate::{Effort, Finding, Plot, Report, Table, short};

/// The schemes that are tried: one that loses energy by its nature, and one that keeps what the grid does not see.
const SCHEMES: [&str; 2] = ["apic", "asflip"];

fn scheme(name: &str, dimension: Dimension) -> Scheme {
    Scheme::from_name(name, dimension as usize).expect("a scheme of the table")
}

/// The laws of matter that bears something. What is inert, or knows directions, is nothing without the mesh that it belongs to.
fn laws() -> impl Iterator<Item = &'static LawDescription> {
    AnyLaw::LAWS.iter().filter(|law| law.name != Inert::NAME && law.example().is_isotropic())
}

/// All that a state can still turn into motion, in J.
fn energy(state: &Diagnostics) -> f64 {
    state.energy() + state.kinetic_affine
}

/// Energy over that at the beginning, as time goes on.
type History = Vec<[f64; 2]>;

fn largest(history: &History) -> f64 {
    history.iter().skip(1).map(|[_, energy]| *energy).fold(0.0, f64::max)
}

/// By how much energy rises above the least so far, over that at the beginning.
fn largest_rise(history: &History) -> f64 {
    let (mut least, mut rise) = (f64::INFINITY, 0.0f64);
    for [_, energy] in history {
        least = least.min(*energy);
        rise = rise.max(energy - least);
    }
    rise
}

/// A spinning disk of a law's example drops into a closed box and bounces there.
fn boxed(law: AnyLaw, name: &str, steps: u64) -> Result<History, SimulationError> {
    let wall = |at: f64| Some(Wall::new(at, Contact::Slip));
    let side = Bounds::Bounded { low: wall(0.0), high: wall(1.0) };
    let config = Config {
        scheme: scheme(name, Dimension::Two),
        axes: [side, side, Bounds::OPEN],
        threads: 1,
        ..Config::new(Dimension::Two, 0.0625)
    };
    let center = [0.45, 0.6];
    let mut body = disk(center, 0.22, 0.03125, 1.0);
    set_affine_velocity(&mut body, [center[0], center[1], 0.0], [1.0, 0.0, 0.0], spin(4.0));
    let mut simulation = Simulation::new(config)?;
    let matter = simulation.add_material("matter", law);
    simulation.add_particles(matter, &body)?;
    let whole = energy(&simulation.diagnostics());
    let mut history = vec![[0.0, 1.0]];
    for _ in 0..steps / LOOK {
        simulation.run_steps(LOOK)?;
        history.push([simulation.time(), energy(&simulation.diagnostics()) / whole]);
    }
    Ok(history)
}

/// Steps between two looks at the energy.
const LOOK: u64 = 20;

/// No material gains energy in a closed box.
pub fn energy_box(effort: Effort) -> Report {
    let steps = effort.choose(10_000, 40_000);
    let jobs: Vec<_> = laws().flat_map(|law| SCHEMES.map(|scheme| (law, scheme))).collect();
    let histories = at_once(&jobs, |(law, scheme)| boxed(law.example(), scheme, steps));
    let mut findings = Vec::new();
    let mut plot = Plot::new("A disk in a box, APIC").x("time (s)").y("energy over that at the beginning");
    for ((law, scheme), history) in jobs.iter().zip(histories) {
        let claim = format!("{}, {scheme}: largest rise of energy, over the first", law.name);
        let history = history.unwrap_or_else(|error| panic!("{claim}: {error}"));
        findings.push(Finding::at_most(claim, largest_rise(&history), MOST - 1.0));
        if *scheme == "apic" {
            plot = plot.line(law.name, history.into_iter().step_by(5));
        }
    }
    Report::from(findings).plot("energy", plot)
}

/// Energy may exceed that at the beginning by the error of the time step, which symplectic Euler takes and gives back.
const MOST: f64 = 1.01;

/// Runs work on all jobs, each in a thread of its own.
fn at_once<J: Sync, T: Send>(jobs: &[J], work: impl Fn(&J) -> T + Sync) -> Vec<T> {
    std::thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = jobs.iter().map(|job| scope.spawn(move || work(job))).collect();
        threads.into_iter().map(|thread| thread.join().expect("work that ends")).collect()
    })
}

/// A material that hits the floor.
struct Projectile {
    what: &'static str,
    /// In kg/m³.
    density: f64,
    material: Material,
}

/// At least one material per law, as soft or stiff as they are in scenes.
fn projectiles() -> Vec<Projectile> {
    let projectile = |what, density, law: AnyLaw| Projectile { what, density, material: law.into() };
    let clay = |young: f64, poisson: f64, friction: f64, cohesion: f64, packed: f64| {
        Clay::new(young, poisson, friction, cohesion, 1.0, packed.ln()).into()
    };
    let mut all = vec![
        projectile("rubber", 1100.0, FixedCorotated::new(1e6, 0.45).into()),
        projectile("jelly", 1000.0, FixedCorotated::new(5e4, 0.45).into()),
        projectile("jelly", 1000.0, NeoHookean::new(5e4, 0.45).into()),
        projectile("jelly", 1000.0, Simo::new(5e4, 0.45).into()),
        projectile("jelly", 1000.0, Hencky::new(5e4, 0.45).into()),
        projectile("rubber", 1100.0, NeoHookean::new(1e6, 0.45).into()),
        projectile("water", 1000.0, Liquid::new(1e6).into()),
        projectile("dry sand", 2200.0, Sand::new(3.537e5, 0.3, 35.0).into()),
        projectile("wet sand", 1900.0, Sand::new(3.537e5, 0.3, 33.0).with_cohesion(1e3).into()),
        projectile("dry sand", 2200.0, SandHencky::new(3.537e5, 0.3, 35.0).into()),
        projectile("wet sand", 1900.0, SandHencky::new(3.537e5, 0.3, 33.0).with_cohesion(1e3).into()),
        projectile("brittle clay", 2000.0, clay(2.2e5, 0.3, 89.0, 0.999, 0.89)),
        projectile("wet clay", 2000.0, clay(6.54e5, 0.4, 45.0, 2.0, 0.8)),
        projectile("snow", 400.0, Snow::new(1.4e5, 0.2).into()),
        projectile("copper", 8930.0, Ductile::new(117e9, 0.35, 400e6).with_hardening(100e6).into()),
        projectile("frozen yogurt", 650.0, Ductile::new(3e4, 0.4, 1e3).with_hardening(-500.0).into()),
        projectile("mud", 1660.0, YieldFluid::new(1e5, 0.4, 100.0, 10.0, 1.0).into()),
        projectile("shaving cream", 77.7, YieldFluid::new(869.0, 0.4987, 18.4, 17.8, 0.22).into()),
    ];
    all.push(Projectile {
        what: "viscous jelly",
        density: 1000.0,
        material: Material::from(NeoHookean::new(5e4, 0.45)).viscous(20.0, 10.0),
    });
    all
}

/// The speed of the impact, in m/s.
const SPEED: f64 = 30.0;
/// The side of the block, in m.
const SIDE: f64 = 0.2;

/// What became of a projectile.
struct Impact {
    history: History,
    /// The speed of sound at the beginning, in m/s.
    sound: f64,
    steps: u64,
    refused: usize,
    /// The least elastic volume ratio at a look.
    least_volume: f64,
    failure: Option<SimulationError>,
}

struct Refusals(usize);

impl Observer for Refusals {
    fn step(&mut self, _: f64, report: &StepReport) -> bool {
        self.0 += report.retries;
        true
    }
}

impl Impact {
    fn of(projectile: &Projectile, dimension: Dimension, name: &str) -> Impact {
        let floor = Wall::new(0.0, Contact::Separate);
        let config = Config {
            scheme: scheme(name, dimension),
            axes: [Bounds::OPEN, Bounds::Bounded { low: Some(floor), high: None }, Bounds::OPEN],
            time_step: TimeStep::Adaptive { motion: 0.5, sound: COURANT, max: f64::INFINITY },
            threads: 1,
            ..Config::new(dimension, if dimension == Dimension::Two { SIDE / 10.0 } else { SIDE / 4.0 })
        };
        let spacing = config.cell_size / 2.0;
        let (low, high) = (config.cell_size, config.cell_size + SIDE);
        let block = match dimension {
            Dimension::Two => lattice_2d([0.0, low], [SIDE, high], spacing, projectile.density, |_, _| true),
            Dimension::Three => box_3d([0.0, low, 0.0], [SIDE, high, SIDE], spacing, projectile.density),
        };
        let block: Vec<_> =
            block.into_iter().map(|p: Particle| p.with_velocity([0.0, -SPEED, 0.0])).collect();
        let mut simulation = Simulation::new(config).expect("a valid configuration");
        let matter = simulation.add_material(projectile.what, projectile.material.clone());
        simulation.add_particles(matter, &block).expect("valid particles");
        let whole = energy(&simulation.diagnostics());
        let mut refusals = Refusals(0);
        // No frame is ahead of a lone step, so that it is as long as sound allows.
        let first = simulation.step().expect("a first step").dt;
        let sound = COURANT * simulation.config().cell_size / first - SPEED;
        let (mut history, mut least_volume, mut failure) = (vec![[0.0, 1.0]], 1.0, None);
        // In the time in which it would have fallen four times its height it has hit the floor and sprung back.
        for look in 1..=40 {
            let time = 0.1 * look as f64 * SIDE / SPEED;
            if let Err(error) = simulation.run(Until::Time(time), &mut refusals) {
                failure = Some(error);
                break;
            }
            history.push([time, energy(&simulation.diagnostics()) / whole]);
            let volumes = simulation.particles().into_iter().map(|state| state.volume_ratio);
            least_volume = volumes.fold(least_volume, f64::min);
        }
        Impact { history, sound, steps: simulation.steps(), refused: refusals.0, least_volume, failure }
    }
}

/// Cells that sound and matter may travel in a step.
const COURANT: f64 = 0.4;

/// Every material hits the floor at 30 m/s.
pub fn impact(_: Effort) -> Report {
    let projectiles = projectiles();
    let mut table = Table::new([
        "material",
        "law",
        "d",
        "scheme",
        "sound (m/s)",
        "steps",
        "refused",
        "least J",
        "energy",
    ]);
    let mut findings = Vec::new();
    let tried = |law: &str| projectiles.iter().any(|p| p.material.law.name() == law);
    let untried = laws().filter(|law| !tried(law.name)).count();
    findings.push(Finding::at_most("laws without an impact", untried as f64, 0.0));

    let jobs = flights(&projectiles);
    let impacts =
        at_once(&jobs, |(projectile, dimension, scheme)| Impact::of(projectile, *dimension, scheme));
    let (mut apic, mut slow, mut fast) = (0.0f64, 0.0f64, 0.0f64);
    for ((projectile, dimension, scheme), impact) in jobs.iter().zip(&impacts) {
        let most = largest(&impact.history);
        if *scheme == "apic" {
            apic = apic.max(most);
        } else if impact.sound > SPEED {
            slow = slow.max(most);
        } else {
            fast = fast.max(most);
        }
        let d = *dimension as usize;
        let (what, law) = (projectile.what, projectile.material.law.name());
        let names = [what.to_string(), law.to_string(), d.to_string(), scheme.to_string()];
        let counts = [impact.steps.to_string(), impact.refused.to_string()];
        let [sound, least] = [short(impact.sound, 3), short(impact.least_volume, 3)];
        table.row([&names[..], &[sound], &counts, &[least, short(most, 4)]].concat());
        if let Some(failure) = &impact.failure {
            findings.push(Finding::at_most(format!("{what}, {law}, {d}D, {scheme}: {failure}"), 1.0, 0.0));
        }
    }
    let failures = impacts.iter().filter(|impact| impact.failure.is_some()).count();
    findings.push(Finding::at_most("impacts that ended with an error", failures as f64, 0.0));
    let claim = |what: &str| format!("{what}: largest energy over that at the beginning");
    findings.push(Finding::at_most(claim("APIC"), apic, MOST));
    findings.push(Finding::at_most(claim("ASFLIP, slower than sound"), slow, MOST));
    findings.push(Finding::report(claim("ASFLIP, faster than sound"), fast));
    Report::from(findings).table(table)
}

/// Every projectile in 2D and 3D with every scheme.
fn flights(projectiles: &[Projectile]) -> Vec<(&Projectile, Dimension, &'static str)> {
    let mut flights = Vec::new();
    for projectile in projectiles {
        for dimension in [Dimension::Two, Dimension::Three] {
            flights.extend(SCHEMES.map(|scheme| (projectile, dimension, scheme)));
        }
    }
    flights
}
