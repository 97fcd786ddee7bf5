//! C2: rotation, as in figure 4 of "The Affine Particle-In-Cell Method".

use clastic::materials::NeoHookean;
use clastic::transfer::Scheme;
use clastic::{Config, Dimension, Particle, Precision, Simulation};

use crate::bodies::{disk, set_affine_velocity, spin};
use crate::{Effort, Finding, Plot, Report};

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

/// Times and the angles by which the body has turned by then, followed over the run so that full turns count.
fn turned(name: &str, mut particles: Vec<Particle>) -> Vec<[f64; 2]> {
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
    let mut angles = vec![[0.0, 0.0]];
    let mut last = particles.iter().map(|p| p.position).collect::<Vec<_>>();
    for frame in 1..=24 {
        let time = SECONDS * frame as f64 / 24.0;
        simulation.advance_to(time).expect("a body in free rotation");
        let (mut sine, mut cosine) = (0.0, 0.0);
        for (old, new) in last.iter_mut().zip(simulation.particles()) {
            let x = new.particle.position;
            let (a, b) = ([old[0] - CENTER[0], old[1] - CENTER[1]], [x[0] - CENTER[0], x[1] - CENTER[1]]);
            sine += new.particle.mass * (a[0] * b[1] - a[1] * b[0]);
            cosine += new.particle.mass * (a[0] * b[0] + a[1] * b[1]);
            *old = x;
        }
        angles.push([time, angles[frame - 1][1] + sine.atan2(cosine)]);
    }
    angles
}

fn measured(title: &str, particles: fn() -> Vec<Particle>) -> Report {
    let mut plot = Plot::new(title).x("time (s)").y("angle (rad)");
    let mut findings = Vec::new();
    for name in ["apic", "rpic", "pic", "flip", "aflip", "asflip"] {
        let angles = turned(name, particles());
        let part = angles[angles.len() - 1][1] / (OMEGA * SECONDS);
        let label =
            if name.contains("flip") { format!("{} .99", name.to_uppercase()) } else { name.to_uppercase() };
        let claim = |what: &str| format!("{label}{what}: angle over the exact");
        findings.push(match name {
            "apic" | "rpic" => Finding::between(claim(""), part, 0.99, 1.01),
            "pic" => Finding::at_most(claim(" nearly stops"), part, 0.2),
            _ => Finding::report(claim(""), part),
        });
        plot = plot.line(label, angles);
    }
    let exact = [[0.0, 0.0], [SECONDS, OMEGA * SECONDS]];
    Report::from(findings).plot("angle", plot.dashed("exact, ω t", exact))
}

/// The angle by which the disk of C2 turns, over the exact.
pub fn turned_disk(scheme: &str) -> f64 {
    let angles = turned(scheme, even_disk());
    angles[angles.len() - 1][1] / (OMEGA * SECONDS)
}

/// C2.
pub fn spinning_disk(_: Effort) -> Report {
    measured("A spinning disk", even_disk)
}

/// C2b.
pub fn heavy_rim(_: Effort) -> Report {
    measured("A spinning disk with a heavy rim", disk_with_heavy_rim)
}
