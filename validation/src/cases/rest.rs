//! Falling, resting and standing: a jelly block and a liquid column under gravity.

use clastic::colliders::Contact;
use clastic::grid::{Axis, Wall};
use clastic::materials::{FixedCorotated, Liquid, Material};
use clastic::transfer::Scheme;
use clastic::{Config, Dimension, Particle, Precision, Simulation};

use crate::bodies::{box_3d, lattice_2d};
use crate::{Effort, Finding, Plot, Report};

/// The same matter once PIC has taken all motion out of it.
fn settled(
    config: &Config,
    material: impl Into<Material>,
    particles: &[Particle],
    seconds: f64,
) -> Vec<Particle> {
    let mut simulation =
        Simulation::new(Config { scheme: scheme("pic"), ..config.clone() }).expect("a valid configuration");
    let matter = simulation.add_material("matter", material);
    simulation.add_particles(matter, particles).expect("valid particles");
    simulation.advance_to(seconds).expect("settling");
    let still = |p: Particle| Particle { velocity: [0.0; 3], affine: [[0.0; 3]; 3], ..p };
    simulation.particles().into_iter().map(|state| still(state.particle)).collect()
}

fn scheme(name: &str) -> Scheme {
    Scheme::from_name(name, 3).expect("a scheme of the table")
}

/// A block in free fall moves as `½ g t²` and stays as it is.
pub fn free_fall(_: Effort) -> Report {
    let mut findings = Vec::new();
    for (precision, bound) in [(Precision::F32, 1e-5), (Precision::F64, 1e-12)] {
        for name in ["pic", "apic", "flip", "asflip"] {
            let config = Config { precision, scheme: scheme(name), ..Config::new(Dimension::Three, 0.05) };
            let mut simulation = Simulation::new(config).expect("a valid configuration");
            let jelly = simulation.add_material("jelly", FixedCorotated::new(1e4, 0.3));
            let block = box_3d([0.0, 10.0, 0.0], [0.4, 10.4, 0.4], 0.025, 1000.0);
            simulation.add_particles(jelly, &block).expect("valid particles");
            let start = simulation.diagnostics();
            simulation.advance_to(1.0).expect("free fall");
            let end = simulation.diagnostics();
            let label = |what: &str| format!("{name} {precision:?}: {what}");
            let speed = -end.momentum[1] / end.mass;
            findings.push(Finding::at_most(label("|v − g t| / g t"), (speed / 9.81 - 1.0).abs(), bound));
            // Symplectic Euler falls ½ g t² + ½ g t Δt: first order in the step.
            let fallen = start.center_of_mass[1] - end.center_of_mass[1];
            findings.push(Finding::between(
                label("height fallen over ½ g t²"),
                fallen / (0.5 * 9.81),
                1.0,
                1.005,
            ));
            findings.push(Finding::at_most(
                label("elastic energy over the kinetic"),
                end.elastic / end.kinetic,
                bound,
            ));
        }
    }
    findings.into()
}

/// A block that was set down on the floor neither drifts nor warms up for 10 s.
pub fn block_at_rest(_: Effort) -> Report {
    let mut findings = Vec::new();
    for name in ["apic", "asflip"] {
        let floor = Wall::new(0.0, Contact::Sticky);
        let config = Config {
            scheme: scheme(name),
            axes: [Axis::OPEN, Axis::Bounded { low: Some(floor), high: None }, Axis::OPEN],
            ..Config::new(Dimension::Two, 0.1)
        };
        let law = FixedCorotated::new(1e5, 0.3);
        let block = lattice_2d([0.0, 0.0], [1.0, 1.0], 0.05, 1000.0, |_, _| true);
        let block = settled(&config, law, &block, 20.0);
        let mut simulation = Simulation::new(config).expect("a valid configuration");
        let jelly = simulation.add_material("jelly", law);
        simulation.add_particles(jelly, &block).expect("valid particles");
        let settled = simulation.diagnostics();
        let places = simulation.particles();
        simulation.advance_to(10.0).expect("resting");
        let rested = simulation.diagnostics();
        let drift = places
            .iter()
            .zip(simulation.particles())
            .map(|(a, b)| {
                let [ax, ay, _] = a.particle.position;
                let [bx, by, _] = b.particle.position;
                (ax - bx).hypot(ay - by)
            })
            .fold(0.0, f64::max);
        let weight = 1000.0 * 9.81;
        let label = |what: &str| format!("{name}: {what}");
        findings.push(Finding::at_most(
            label("largest drift of a particle in 10 s, in cells"),
            drift / 0.1,
            1e-5,
        ));
        findings.push(Finding::at_most(
            label("kinetic energy over weight × height"),
            rested.kinetic / weight,
            1e-13,
        ));
        let gained = (rested.energy() - settled.energy()) / weight;
        findings.push(Finding::at_most(
            label("energy gained in 10 s over weight × height"),
            gained.abs(),
            1e-7,
        ));
    }
    findings.into()
}

/// A layer of a liquid column, one cell high: means over its particles.
#[derive(Clone, Copy, Default)]
struct Layer {
    particles: f64,
    /// Below the surface, over the column's height.
    depth: f64,
    /// Over the pressure that the whole column's weight exerts.
    pressure: f64,
}

/// The layers of a column of water at rest from the floor up, and the scatter of single particles about the hydrostatic
/// pressure, which they have because only what the nodes see is in balance.
fn layers(simulation: &Simulation, law: &Liquid, cell: f64, height: f64) -> (Vec<Layer>, f64) {
    let mut layers = vec![Layer::default(); (height / cell) as usize];
    let (mut scatter, mut count) = (0.0, 0.0);
    for state in simulation.particles() {
        let y = state.particle.position[1];
        let pressure = law.bulk_modulus / law.gamma * (state.volume_ratio.powf(-law.gamma) - 1.0);
        let (pressure, depth) = (pressure / (1000.0 * 9.81 * height), (height - y) / height);
        let top = layers.len() - 1;
        let layer = &mut layers[((y / cell) as usize).min(top)];
        layer.particles += 1.0;
        layer.depth += (depth - layer.depth) / layer.particles;
        layer.pressure += (pressure - layer.pressure) / layer.particles;
        scatter += (pressure - depth).powi(2);
        count += 1.0;
    }
    (layers, (scatter / count).sqrt())
}

/// A liquid column between slip walls comes to rest at its hydrostatic pressure.
pub fn liquid_column(_: Effort) -> Report {
    let (cell, height) = (0.05, 1.0);
    let mut findings = Vec::new();
    let mut plot = Plot::new("A liquid column at rest").x("depth (m)").y("pressure over that at the bottom");
    for name in ["apic", "asflip"] {
        let wall = |at: f64| Some(Wall::new(at, Contact::Slip));
        let config = Config {
            scheme: scheme(name),
            axes: [
                Axis::Bounded { low: wall(0.0), high: wall(0.5) },
                Axis::Bounded { low: wall(0.0), high: None },
                Axis::OPEN,
            ],
            ..Config::new(Dimension::Two, cell)
        };
        let law = Liquid { bulk_modulus: 1e6, gamma: 7.0 };
        let column = lattice_2d([0.0, 0.0], [0.5, height], cell / 2.0, 1000.0, |_, _| true);
        let column = settled(&config, law, &column, 4.0);
        let mut simulation = Simulation::new(config).expect("a valid configuration");
        let water = simulation.add_material("water", law);
        simulation.add_particles(water, &column).expect("valid particles");
        simulation.advance_to(2.0).expect("a quiet column");
        let end = simulation.diagnostics();
        let (layers, scatter) = layers(&simulation, &law, cell, height);
        // The layers at the floor and the surface, where kernels are cut off, are left out.
        let inner = &layers[2..layers.len() - 3];
        let worst = inner.iter().map(|layer| (layer.pressure - layer.depth).abs()).fold(0.0, f64::max);
        let claim = |what: &str| format!("{name}: {what}");
        let off = claim("worst layer's |p − ρ g depth| over the bottom's pressure");
        findings.push(Finding::at_most(off, worst, 0.01));
        findings.push(Finding::report(claim("scatter of single particles' pressure, same unit"), scatter));
        let kinetic = end.kinetic / end.gravitational;
        findings.push(Finding::at_most(claim("kinetic energy over the potential"), kinetic, 1e-6));
        let points = layers.iter().map(|layer| [layer.depth * height, layer.pressure]);
        plot = plot.line(format!("{}, layers", name.to_uppercase()), points);
    }
    Report::from(findings)
        .plot("pressure", plot.dashed("hydrostatic, ρ g depth", [[0.0, 0.0], [height, 1.0]]))
}
