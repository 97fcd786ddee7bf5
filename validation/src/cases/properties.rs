//! E6: the property table of all schemes, measured. Table 1 of "Revisiting Integration in the Material Point Method" marks
//! each scheme by what it does; here every mark is a number.

use clastic::grid::{Axis, Contact, Wall};
use clastic::materials::Liquid;
use clastic::transfer::Scheme;
use clastic::{Config, Dimension, Particle, Precision, Simulation, TimeStep};

use crate::bodies::{Random, disk, lattice_2d};
use crate::{Effort, Finding, Report, gallery};

const CELL: f64 = 0.1;

/// What a scheme does, by name and number.
struct Property {
    name: &'static str,
    about: &'static str,
    measure: fn(&str) -> f64,
    /// Where the property begins, and whether more or less of the number has it.
    begins: Begins,
}

enum Begins {
    AtLeast(f64),
    AtMost(f64),
}

impl Property {
    fn has(&self, measured: f64) -> bool {
        match self.begins {
            Begins::AtLeast(bound) => measured >= bound,
            Begins::AtMost(bound) => measured <= bound,
        }
    }
}

fn free(
    scheme: &str,
    change: impl FnOnce(&mut Config),
    matter: Liquid,
    particles: &[Particle],
) -> Simulation {
    let mut config = Config::new(Dimension::Two, CELL);
    config.precision = Precision::F64;
    config.gravity = [0.0; 3];
    config.scheme = Scheme::from_name(scheme, 2).expect("a scheme of the table");
    change(&mut config);
    let mut simulation = Simulation::new(config).expect("a valid configuration");
    let matter = simulation.add_material("matter", matter);
    simulation.add_particles(matter, particles).expect("valid particles");
    simulation
}

/// The share of random velocities that is left after ten transfers without time.
fn rough_motion(scheme: &str) -> f64 {
    let mut random = Random::new(7);
    let mut particles = lattice_2d([0.0; 2], [1.0; 2], CELL / 2.0, 1000.0, |_, _| true);
    for p in &mut particles {
        p.velocity = [random.uniform(), random.uniform(), 0.0];
    }
    let matter = Liquid::new(0.0);
    let mut simulation = free(scheme, |c| c.time_step = TimeStep::Fixed(1e-200), matter, &particles);
    let kinetic = |s: &Simulation| s.diagnostics().kinetic;
    let before = kinetic(&simulation);
    simulation.run_steps(10).expect("no force");
    (kinetic(&simulation) / before).sqrt()
}

/// How far a pair within a cell parts in one step, over what its velocities say.
fn sub_grid_motion(scheme: &str) -> f64 {
    let (dt, speed) = (1e-3, 1.0);
    let at =
        |x: f64, v: f64| Particle::at([x * CELL, 0.3 * CELL, 0.0], 1.0, 1e-3).with_velocity([v, 0.0, 0.0]);
    let pair = [at(10.2, -speed), at(10.4, speed)];
    let mut simulation = free(scheme, |c| c.time_step = TimeStep::Fixed(dt), Liquid::new(0.0), &pair);
    let distance = |s: &Simulation| {
        let p = s.particles();
        p[1].particle.position[0] - p[0].particle.position[0]
    };
    let before = distance(&simulation);
    simulation.step().expect("no force");
    (distance(&simulation) - before) / (2.0 * speed * dt)
}

/// The deepest that a drop of liquid goes below the floor, in cells.
fn depth_below_floor(scheme: &str) -> f64 {
    let mut drop = disk([0.0, 0.65], 0.5, CELL / 2.0, 1000.0);
    drop.iter_mut().for_each(|p| p.velocity[1] = -4.0);
    let floor = |c: &mut Config| {
        c.axes[1] = Axis::Bounded { low: Some(Wall { at: 0.0, contact: Contact::Separate }), high: None };
    };
    let mut simulation = free(scheme, floor, Liquid::new(1e6), &drop);
    let mut lowest = 0.0f64;
    for frame in 1..=20 {
        simulation.advance_to(0.02 * frame as f64).expect("a stable step");
        for state in simulation.particles() {
            lowest = lowest.min(state.particle.position[1]);
        }
    }
    -lowest / CELL
}

/// How far two slabs that fly apart drag their facing layers behind, over how far they fly.
fn clean_parting(scheme: &str) -> f64 {
    let speed = 1.0;
    let mut slabs = lattice_2d([-0.8, 0.0], [0.8, 0.4], CELL / 2.0, 1000.0, |_, _| true);
    for p in &mut slabs {
        p.velocity[0] = speed * p.position[0].signum();
    }
    let matter = Liquid::new(0.0);
    let mut simulation = free(scheme, |c| c.time_step = TimeStep::Fixed(0.01), matter, &slabs);
    let time = 0.5;
    simulation.advance_to(time).expect("no force");
    let (mut travelled, mut count) = (0.0, 0);
    for (before, after) in slabs.iter().zip(simulation.particles()) {
        let x = before.position[0];
        if x.abs() < CELL / 2.0 {
            travelled += (after.particle.position[0] - x) * x.signum();
            count += 1;
        }
    }
    travelled / (count as f64 * speed * time)
}

/// The share of energy that two disks keep when they meet off centre: the gallery's scene to its end.
fn energy_kept(scheme: &str) -> f64 {
    let mut simulation = gallery("two-disks").set("transfer.scheme", scheme).build();
    let before = simulation.diagnostics().energy();
    if simulation.advance_to(1.5).is_err() {
        return f64::NAN;
    }
    simulation.diagnostics().energy() / before
}

pub fn probe(_: Effort) -> Report {
    for scheme in [
        "pic",
        "rpic",
        "apic",
        "polypic-4",
        "polypic-6",
        "polypic-7",
        "polypic",
        "flip-0.95",
        "flip",
        "flip-1",
        "nflip",
        "sflip",
        "aflip",
        "aspic",
        "asflip",
    ] {
        println!(
            "{scheme:10} rough {:.3} sub {:.3} affine {:.4} depth {:.3} part {:.3} energy {:.4}",
            rough_motion(scheme),
            sub_grid_motion(scheme),
            0.0,
            depth_below_floor(scheme),
            clean_parting(scheme),
            energy_kept(scheme)
        );
    }
    Report::default()
}
