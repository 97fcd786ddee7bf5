//! Colliders that stand, move, spin and rub, against rigid-body mechanics.
//!
//! Bodies begin a cell above what they are set down on, as far as nodes see, or they would begin in touch without pressure.

use std::f64::consts::{PI, TAU};

use clastic::colliders::{Collider, Contact, Motion};
use clastic::materials::FixedCorotated;
use clastic::shapes::{DistanceField, Shape};
use clastic::transfer::Scheme;
use clastic::{Config, Dimension, Particle, Simulation};

use crate::bodies::{box_3d, lattice_2d};
use crate::{Effort, Finding, Plot, Report, line};

const GRAVITY: f64 = 9.81;

/// A configuration with one collider.
fn config(name: &str, dimension: Dimension, cell: f64, collider: Collider) -> Config {
    let scheme = Scheme::from_name(name, dimension as usize).expect("a scheme of the table");
    Config { scheme, colliders: vec![collider], ..Config::new(dimension, cell) }
}

/// The signed distance of a shape in a dimension.
pub fn field(shape: Shape, dimension: Dimension) -> DistanceField {
    DistanceField::new(shape, dimension, 1.0).expect("a valid shape")
}

fn with(config: Config, young_modulus: f64, particles: &[Particle]) -> Simulation {
    let mut simulation = Simulation::new(config).expect("a valid configuration");
    let rubber = simulation.add_material("rubber", FixedCorotated::new(young_modulus, 0.3));
    simulation.add_particles(rubber, particles).expect("valid particles");
    simulation
}

/// A block on a slope.
#[derive(Clone, Copy)]
struct Slide {
    scheme: &'static str,
    /// In rad.
    angle: f64,
    friction: f64,
}

impl Slide {
    const CELL: f64 = 0.05;
    const YOUNG_MODULUS: f64 = 2e6;

    fn config(self) -> Config {
        let (s, c) = self.angle.sin_cos();
        let plane = Shape::Plane { point: [0.0; 3], normal: [s, c, 0.0] };
        let slope = Collider::new(field(plane, Dimension::Two)).touching(Contact::Separate, self.friction);
        config(self.scheme, Dimension::Two, Self::CELL, slope)
    }

    /// The block a cell above the slope.
    fn block(self) -> Vec<Particle> {
        let (s, c) = self.angle.sin_cos();
        let low = Self::CELL;
        let upright = lattice_2d([-0.4, low], [0.4, low + 0.4], 0.5 * Self::CELL, 1000.0, |_, _| true);
        let turned = |p: Particle| {
            let [x, y, z] = p.position;
            Particle { position: [c * x + s * y, c * y - s * x, z], ..p }
        };
        upright.into_iter().map(turned).collect()
    }

    /// The same once it lies there, held by friction and without any motion.
    fn settled(self) -> Vec<Particle> {
        let held = Slide { scheme: "pic", friction: 1e3, ..self };
        let mut simulation = with(held.config(), Self::YOUNG_MODULUS, &self.block());
        simulation.advance_to(1.0).expect("a block that settles");
        let still = |p: Particle| Particle { velocity: [0.0; 3], affine: [[0.0; 3]; 3], ..p };
        simulation.particles().into_iter().map(|state| still(state.particle)).collect()
    }

    /// Time, place and speed down the slope for 1 s.
    fn run(self, block: &[Particle]) -> Vec<[f64; 3]> {
        let (s, c) = self.angle.sin_cos();
        let down = |v: [f64; 3]| c * v[0] - s * v[1];
        let mut simulation = with(self.config(), Self::YOUNG_MODULUS, block);
        let mut curve = Vec::new();
        for frame in 0..=20 {
            simulation.advance_to(0.05 * frame as f64).expect("a block on a slope");
            let state = simulation.diagnostics();
            let speed = down(state.momentum) / state.mass;
            curve.push([simulation.time(), down(state.center_of_mass), speed]);
        }
        curve
    }
}

/// A block on an incline accelerates as Coulomb says, and sticks below the angle of friction.
pub fn incline(_: Effort) -> Report {
    let mut findings = Vec::new();
    let mut plot = Plot::new("A block on an incline").x("time (s)").y("speed (m/s)");
    for (degrees, friction) in [(15.0, 0.1), (30.0, 0.3), (45.0, 0.5)] {
        let angle = f64::to_radians(degrees);
        let exact = GRAVITY * (angle.sin() - friction * angle.cos());
        for scheme in ["apic", "asflip"] {
            let slide = Slide { scheme, angle, friction };
            let curve = slide.run(&slide.block());
            let speeds: Vec<[f64; 2]> = curve.iter().map(|[time, _, speed]| [*time, *speed]).collect();
            let claim = format!("{scheme}, {degrees}° and μ = {friction}: acceleration over the exact");
            findings.push(Finding::between(claim, line(&speeds[6..]).1 / exact, 0.98, 1.02));
            if scheme == "apic" {
                plot = plot.line(format!("{degrees}°, μ = {friction}"), speeds);
            }
        }
        plot = plot.dashed(format!("g t (sin θ − μ cos θ), {degrees}°"), [[0.0, 0.0], [1.0, exact]]);
    }
    for (degrees, friction) in [(15.0, 0.35), (30.0, 0.7), (45.0, 1.2)] {
        let angle = f64::to_radians(degrees);
        for scheme in ["apic", "asflip"] {
            let slide = Slide { scheme, angle, friction };
            let curve = slide.run(&slide.settled());
            // In half a second it would slide by tens of cells.
            let slipped = (curve[20][1] - curve[10][1]).abs() / Slide::CELL;
            let claim = format!("{scheme}, {degrees}° and μ = {friction}: cells slipped from 0.5 s to 1 s");
            findings.push(Finding::at_most(claim, slipped, 0.05));
        }
    }
    Report::from(findings).plot("speed", plot)
}

/// What is set down on a belt.
#[derive(Clone, Copy, PartialEq)]
enum Load {
    Block,
    Disk,
    Ball,
}

const RADIUS: f64 = 0.4;

impl Load {
    fn dimension(self) -> Dimension {
        match self {
            Load::Block | Load::Disk => Dimension::Two,
            Load::Ball => Dimension::Three,
        }
    }

    fn cell(self) -> f64 {
        match self {
            Load::Block => 0.05,
            Load::Disk => 0.025,
            Load::Ball => 0.04,
        }
    }

    /// A cell above the belt; round bodies in shells, so that they have no corners.
    fn particles(self) -> Vec<Particle> {
        let (cell, spacing) = (self.cell(), 0.5 * self.cell());
        let layers = (RADIUS / spacing).round() as usize;
        let measure = |r: f64| match self {
            Load::Ball => 4.0 / 3.0 * PI * r.powi(3),
            _ => PI * r * r,
        };
        if self == Load::Block {
            return lattice_2d([-RADIUS, cell], [RADIUS, cell + RADIUS], spacing, 1000.0, |_, _| true);
        }
        let mut particles = Vec::new();
        for layer in 0..layers {
            let [low, high] = [layer, layer + 1].map(|k| RADIUS * k as f64 / layers as f64);
            let (middle, shell) = (0.5 * (low + high), measure(high) - measure(low));
            let count = (shell / spacing.powi(self.dimension() as i32)).round() as usize;
            let volume = shell / count as f64;
            for i in 0..count {
                let [x, y, z] = self.on_shell(i, count);
                let place = [middle * x, RADIUS + cell + middle * y, middle * z];
                particles.push(Particle::at(place, 1000.0 * volume, volume));
            }
        }
        particles
    }

    /// The `i`-th of evenly spread places on the unit circle or, by a spiral of golden angles, sphere.
    fn on_shell(self, i: usize, count: usize) -> [f64; 3] {
        if self == Load::Disk {
            let (s, c) = (TAU * i as f64 / count as f64).sin_cos();
            return [c, s, 0.0];
        }
        let height = 1.0 - (2 * i + 1) as f64 / count as f64;
        let (s, c) = (i as f64 * PI * (3.0 - 5f64.sqrt())).sin_cos();
        let r = (1.0 - height * height).sqrt();
        [r * c, height, r * s]
    }
}

/// A block that is set down on a belt takes on its speed; a disk and a ball roll.
pub fn conveyor(_: Effort) -> Report {
    let (speed, friction) = (0.6, 0.3);
    let mut findings = Vec::new();
    let mut plot = Plot::new("Set down on a belt").x("time (s)").y("speed over the belt's");
    let loads =
        [(Load::Block, "block", 1.0), (Load::Disk, "disk", 1.0 / 3.0), (Load::Ball, "ball", 2.0 / 7.0)];
    for (load, what, exact) in loads {
        // The ball with one scheme: it takes as long as all others together.
        for name in if load == Load::Ball { &["asflip"][..] } else { &["apic", "asflip"] } {
            let belt = Shape::Plane { point: [0.0; 3], normal: [0.0, 1.0, 0.0] };
            let belt = Collider::new(field(belt, load.dimension()))
                .touching(Contact::Separate, friction)
                .moving(Motion::moving([speed, 0.0, 0.0]));
            let mut simulation =
                with(config(name, load.dimension(), load.cell(), belt), 1e6, &load.particles());
            let mut curve = Vec::new();
            for frame in 0..=40 {
                simulation.advance_to(0.025 * frame as f64).expect("something on a belt");
                let state = simulation.diagnostics();
                curve.push([simulation.time(), state.momentum[0] / state.mass / speed]);
            }
            // It still swings a little, as rubber does.
            let last = &curve[24..];
            let mean = last.iter().map(|point| point[1]).sum::<f64>() / last.len() as f64;
            let claim = format!("{name}: speed of the {what} from 0.6 s to 1 s over the belt's");
            findings.push(Finding::between(claim, mean, 0.95 * exact, 1.05 * exact));
            plot = plot.line(format!("{what}, {name}"), curve);
        }
        plot = plot.dashed(format!("{what}, exact"), [[0.0, exact], [1.0, exact]]);
    }
    Report::from(findings).plot("speed", plot)
}

/// A block on a plate that spins comes to turn with it.
pub fn spinning_plate(_: Effort) -> Report {
    let mut findings = Vec::new();
    let (spin, cell) = (3.0, 0.1);
    for name in ["apic", "asflip"] {
        let plate = Shape::Cylinder { from: [0.0, -0.3, 0.0], to: [0.0, 0.0, 0.0], radius: 1.0 };
        let plate = Collider::new(field(plate, Dimension::Three))
            .touching(Contact::Separate, 0.5)
            .moving(Motion::spinning([0.0, spin, 0.0], [0.0; 3]));
        let block = box_3d([-0.4, cell, -0.4], [0.4, cell + 0.3, 0.4], 0.5 * cell, 1000.0);
        let mut simulation = with(config(name, Dimension::Three, cell, plate), 1e6, &block);
        simulation.advance_to(1.5).expect("a block on a plate");
        let (mut moment, mut inertia) = (0.0, 0.0);
        for state in simulation.particles() {
            let ([x, _, z], [u, _, w]) = (state.particle.position, state.particle.velocity);
            moment += z * u - x * w;
            inertia += x * x + z * z;
        }
        let claim = format!("{name}: angular velocity of the block after 1.5 s over the plate's");
        findings.push(Finding::between(claim, moment / inertia / spin, 0.98, 1.02));
        let [given, taken] = [
            simulation.diagnostics().angular_momentum[1],
            -simulation.collider_loads()[0].angular_impulse[1],
        ];
        let claim =
            format!("{name}: angular momentum of the block over what the plate reports to have given");
        findings.push(Finding::between(claim, given / taken, 0.99, 1.01));
    }
    findings.into()
}
