//! E6: what each scheme does, as numbers. Table 1 of "Revisiting Integration in the Material Point Method" marks schemes by
//! six properties; here every mark is measured.

use clastic::colliders::Contact;
use clastic::grid::{Axis, Wall};
use clastic::materials::Liquid;
use clastic::transfer::Scheme;
use clastic::{Config, Dimension, Particle, Precision, Simulation, TimeStep};

use super::rotation::turned_disk;
use crate::bodies::{Random, lattice_2d};
use crate::{Effort, Finding, Report, Table, gallery};

const CELL: f64 = 0.1;

/// What a scheme may do: the column's name, how it is measured, and where it begins.
struct Property {
    name: &'static str,
    measure: fn(&str) -> f64,
    begins: Begins,
}

enum Begins {
    AtLeast(f64),
    AtMost(f64),
}

const PROPERTIES: [Property; 5] = [
    Property { name: "keeps rough motion", measure: rough_motion, begins: Begins::AtLeast(0.5) },
    Property { name: "moves within a cell", measure: motion_within_a_cell, begins: Begins::AtLeast(0.5) },
    Property { name: "keeps spinning", measure: turned_disk, begins: Begins::AtLeast(0.99) },
    Property { name: "stops at walls", measure: motion_into_a_wall, begins: Begins::AtMost(0.5) },
    Property { name: "parts cleanly", measure: clean_parting, begins: Begins::AtLeast(0.9) },
];

/// What the paper's table says of a scheme: the properties in the order of the columns.
type Marks = [bool; 5];

/// The schemes, those that the paper does not list among them.
const SCHEMES: [(&str, Option<Marks>); 11] = [
    ("pic", Some([false, false, false, true, false])),
    ("rpic", None),
    ("apic", Some([false, false, true, true, false])),
    ("polypic", None),
    ("flip", Some([true, false, false, true, false])),
    ("flip-1", None),
    ("nflip", Some([true, true, false, false, true])),
    ("sflip", Some([true, true, false, true, true])),
    ("aflip", Some([true, false, true, true, false])),
    ("aspic", None),
    ("asflip", Some([true, true, true, true, true])),
];

/// Measures the table, and judges what the paper says.
pub fn table(_: Effort) -> Report {
    let mut header: Vec<&str> = vec!["scheme"];
    header.extend(PROPERTIES.map(|property| property.name));
    header.push("energy");
    let mut table = Table::new(header);
    let (mut findings, mut energies) = (Vec::new(), Vec::new());
    for (scheme, paper) in SCHEMES {
        let mut row = vec![scheme.to_string()];
        for (index, property) in PROPERTIES.iter().enumerate() {
            let measured = (property.measure)(scheme);
            let mark = if property.has(measured) { "✓" } else { "✗" };
            // Adding 0 takes the sign from −0.
            row.push(format!("{mark} {:.2}", (100.0 * measured).round() / 100.0 + 0.0));
            if let Some(marks) = paper {
                findings.push(property.claim(scheme, measured, marks[index]));
            }
        }
        let energy = energy_kept(scheme);
        row.push(format!("{energy:.2}"));
        energies.push((scheme, energy));
        table.row(row);
    }
    findings.extend(energy_order(&energies));
    Report::from(findings).table(table)
}

/// The paper gives PIC one star, APIC, FLIP, NFLIP and SFLIP two, AFLIP and ASFLIP three: the order is judged. NFLIP is only
/// reported. Its matter does not see contact, and disks that meet lose to each other what the paper's scenes let it keep.
fn energy_order(energies: &[(&str, f64)]) -> Vec<Finding> {
    let of =
        |name: &str| energies.iter().find(|(scheme, _)| *scheme == name).map_or(f64::NAN, |(_, kept)| *kept);
    let middle = ["apic", "flip", "sflip"];
    let pairs = middle.map(|more| (more, "pic")).into_iter();
    let pairs = pairs.chain(["aflip", "asflip"].into_iter().flat_map(|more| middle.map(|less| (more, less))));
    let claim = |(more, less)| {
        Finding::at_least(format!("energy kept, {more} over {less}"), of(more) / of(less), 1.0)
    };
    let mut findings: Vec<Finding> = pairs.map(claim).collect();
    findings.push(Finding::report("energy kept, nflip over pic", of("nflip") / of("pic")));
    findings
}

impl Property {
    fn has(&self, measured: f64) -> bool {
        match self.begins {
            Begins::AtLeast(bound) => measured >= bound,
            Begins::AtMost(bound) => measured <= bound,
        }
    }

    fn claim(&self, scheme: &str, measured: f64, expected: bool) -> Finding {
        let claim = format!("{scheme}: {}", self.name);
        match (&self.begins, expected) {
            (Begins::AtLeast(bound), true) | (Begins::AtMost(bound), false) => {
                Finding::at_least(claim, measured, *bound)
            }
            (Begins::AtMost(bound), true) | (Begins::AtLeast(bound), false) => {
                Finding::at_most(claim, measured, *bound)
            }
        }
    }
}

/// Dust: matter without any force.
fn dust(scheme: &str, particles: &[Particle], change: impl FnOnce(&mut Config)) -> Simulation {
    let mut config = Config::new(Dimension::Two, CELL);
    config.precision = Precision::F64;
    config.gravity = [0.0; 3];
    config.scheme = Scheme::from_name(scheme, 2).expect("a scheme of the table");
    change(&mut config);
    let mut simulation = Simulation::new(config).expect("a valid configuration");
    let matter = simulation.add_material("dust", Liquid::new(0.0));
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
    let mut simulation = dust(scheme, &particles, |c| c.time_step = TimeStep::Fixed(1e-200));
    let before = simulation.diagnostics().kinetic;
    simulation.run_steps(10).expect("no force");
    (simulation.diagnostics().kinetic / before).sqrt()
}

/// How far a pair within a cell parts in one step, over what its velocities say.
fn motion_within_a_cell(scheme: &str) -> f64 {
    let (dt, speed) = (1e-3, 1.0);
    let at =
        |x: f64, v: f64| Particle::at([x * CELL, 0.3 * CELL, 0.0], 1.0, 1e-3).with_velocity([v, 0.0, 0.0]);
    let pair = [at(10.2, -speed), at(10.4, speed)];
    let mut simulation = dust(scheme, &pair, |c| c.time_step = TimeStep::Fixed(dt));
    let distance = |simulation: &Simulation| {
        let particles = simulation.particles();
        particles[1].particle.position[0] - particles[0].particle.position[0]
    };
    let before = distance(&simulation);
    simulation.step().expect("no force");
    (distance(&simulation) - before) / (2.0 * speed * dt)
}

/// How far the lower one of a pair goes in a step that would carry it into the floor, over what its velocity says.
fn motion_into_a_wall(scheme: &str) -> f64 {
    let (dt, speed) = (0.01, 1.0);
    let at =
        |y: f64, v: f64| Particle::at([0.3 * CELL, y * CELL, 0.0], 1.0, 1e-3).with_velocity([0.0, v, 0.0]);
    let pair = [at(0.05, -speed), at(0.25, speed)];
    let mut simulation = dust(scheme, &pair, |c| {
        c.time_step = TimeStep::Fixed(dt);
        let floor = Wall::new(0.0, Contact::Separate);
        c.axes[1] = Axis::Bounded { low: Some(floor), high: None };
    });
    simulation.step().expect("no force");
    (pair[0].position[1] - simulation.particles()[0].particle.position[1]) / (speed * dt)
}

/// How far the facing layers of two slabs get that fly apart, over how far they should.
fn clean_parting(scheme: &str) -> f64 {
    let (speed, time) = (1.0, 0.5);
    let mut slabs = lattice_2d([-0.8, 0.0], [0.8, 0.4], CELL / 2.0, 1000.0, |_, _| true);
    for p in &mut slabs {
        p.velocity[0] = speed * p.position[0].signum();
    }
    let mut simulation = dust(scheme, &slabs, |c| c.time_step = TimeStep::Fixed(0.01));
    simulation.advance_to(time).expect("no force");
    let pairs = slabs.iter().zip(simulation.particles());
    let facing: Vec<f64> = pairs
        .filter(|(before, _)| before.position[0].abs() < CELL / 2.0)
        .map(|(before, after)| {
            (after.particle.position[0] - before.position[0]) * before.position[0].signum()
        })
        .collect();
    facing.iter().sum::<f64>() / (facing.len() as f64 * speed * time)
}

/// The share of energy that two disks keep which meet off centre: the gallery's scene to its end.
fn energy_kept(scheme: &str) -> f64 {
    let mut simulation = gallery("two-disks").set("transfer.scheme", scheme).build();
    let before = simulation.diagnostics().energy();
    simulation.advance_to(1.5).expect("a stable step");
    simulation.diagnostics().energy() / before
}
