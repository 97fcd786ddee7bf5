//! C2: rotation, as in figure 4 of "The Affine Particle-In-Cell Method".

use clastic::materials::NeoHookean;
use clastic::transfer::Scheme;
use clastic::{Config, Dimension, Particle, Precision, Simulation};

use crate::bodies::{disk, set_affine_velocity, spin};
use crate::{Effort, Finding, Report};

const CENTER: [f64; 3] = [0.5, 0.5, 0.0];
const RADIUS: f64 = 0.3;
const OMEGA: f64 = 1.0;
const SECONDS: f64 = 3.0;

fn even_disk() -> Vec<Particle> {
    disk([CENTER[0], CENTER[1]], RADIUS, 1.0 / 64.0, 2.0)
}

/// Four times the particles, each as heavy as those inside, in the outer sixth.
fn disk_with_heavy_rim() -> Vec<Particle> {
    let rim = 5.0 / 6.0 * RADIUS;
    let radius = |p: &Particle| (p.position[0] - CENTER[0]).hypot(p.position[1] - CENTER[1]);
    let mut particles: Vec<Particle> = even_disk().into_iter().filter(|p| radius(p) <= rim).collect();
    let mass = particles[0].mass;
    let outer =
        disk([CENTER[0], CENTER[1]], RADIUS, 1.0 / 128.0, 2.0).into_iter().filter(|p| radius(p) > rim);
    particles.extend(outer.map(|p| Particle { mass, ..p }));
    particles
}

/// The angle by which the body has turned, followed over the run so that full turns count, over the exact `ω t`.
fn turned(name: &str, mut particles: Vec<Particle>) -> f64 {
    let config = Config {
        precision: Precision::F64,
        scheme: Scheme::from_name(name, 2).expect("a scheme of the table"),
        gravity: [0.0; 3],
        ..Config::new(Dimension::Two, 1.0 / 32.0)
    };
    set_affine_velocity(&mut particles, CENTER, [0.0; 3], spin(OMEGA));
    let mut simulation = Simulation::new(config).expect("a valid configuration");
    let rubber = simulation.add_material("rubber", NeoHookean::new(1000.0, 0.3));
    simulation.add_particles(rubber, &particles).expect("valid particles");
    let mut angle = 0.0;
    let mut last = particles.iter().map(|p| p.position).collect::<Vec<_>>();
    for frame in 1..=12 {
        simulation.advance_to(SECONDS * frame as f64 / 12.0).expect("a body in free rotation");
        let (mut sine, mut cosine) = (0.0, 0.0);
        for (old, new) in last.iter_mut().zip(simulation.particles()) {
            let x = new.particle.position;
            let (a, b) = ([old[0] - CENTER[0], old[1] - CENTER[1]], [x[0] - CENTER[0], x[1] - CENTER[1]]);
            sine += new.particle.mass * (a[0] * b[1] - a[1] * b[0]);
            cosine += new.particle.mass * (a[0] * b[0] + a[1] * b[1]);
            *old = x;
        }
        angle += sine.atan2(cosine);
    }
    angle / (OMEGA * SECONDS)
}

fn measured(particles: fn() -> Vec<Particle>) -> Report {
    vec![
        Finding::between("APIC: angle over the exact", turned("apic", particles()), 0.99, 1.01),
        Finding::between("RPIC: angle over the exact", turned("rpic", particles()), 0.99, 1.01),
        Finding::at_most("PIC nearly stops: angle over the exact", turned("pic", particles()), 0.2),
        Finding::report("FLIP .99: angle over the exact", turned("flip", particles())),
        Finding::report("AFLIP .99: angle over the exact", turned("aflip", particles())),
        Finding::report("ASFLIP .99: angle over the exact", turned("asflip", particles())),
    ]
    .into()
}

/// C2.
pub fn spinning_disk(_: Effort) -> Report {
    measured(even_disk)
}

/// C2b.
pub fn heavy_rim(_: Effort) -> Report {
    measured(disk_with_heavy_rim)
}
