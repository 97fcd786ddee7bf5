//! Walls thinner than a cell, and what colliders, sources, sinks and walls do to momentum.

use clastic::colliders::{Collider, Contact, Key, KeyFrames, Motion, Repeat};
use clastic::grid::{Axis, Wall};
use clastic::materials::{Liquid, Material, Sand};
use clastic::shapes::Shape;
use clastic::sources::{Sink, Source};
use clastic::tensor::Vector;
use clastic::transfer::Scheme;
use clastic::{Config, Dimension, MaterialId, Precision, Simulation};

use super::contact::field;
use crate::bodies::{box_3d, lattice_2d};
use crate::{Effort, Finding, Report, Table, short};

fn scheme(name: &str, dimension: Dimension) -> Scheme {
    Scheme::from_name(name, dimension as usize).expect("a scheme of the table")
}

fn sand() -> Material {
    Sand::new(4e5, 0.3, 30.0).into()
}

fn water() -> Material {
    Liquid::new(4e5).into()
}

fn key(time: f64, x: f64, y: f64, angle: f64) -> Key {
    Key { time, translation: [x, y, 0.0], rotation: [0.0, 0.0, angle] }
}

/// The places of all particles in the frame of something that moves, in m.
fn as_seen_from(motion: &Motion, simulation: &Simulation) -> Vec<[f64; 3]> {
    let pose = motion.pose(simulation.time());
    let states = simulation.particles();
    states.iter().map(|state| pose.undo(Vector(state.particle.position)).0).collect()
}

/// A box that is shaken.
struct Shaking {
    dimension: Dimension,
    material: Material,
    scheme: &'static str,
    cell: f64,
    seconds: f64,
}

impl Shaking {
    /// The walls, over a cell.
    const WALL: f64 = 0.2;

    /// The hollow's corners, in m.
    fn hollow(&self) -> [[f64; 3]; 2] {
        let depth = if self.dimension == Dimension::Two { 0.0 } else { 0.5 };
        [[-0.5, -0.5, -depth], [0.5, 0.5, depth]]
    }

    fn motion() -> Motion {
        let keys = vec![
            key(0.0, 0.0, 0.0, 0.0),
            key(0.2, 0.3, 0.1, 10.0),
            key(0.45, -0.3, 0.3, -25.0),
            key(0.65, 0.1, -0.1, 30.0),
            key(0.8, 0.0, 0.0, 0.0),
        ];
        Motion::Keyed(KeyFrames::new(keys, [0.0; 3], Repeat::Forever).expect("keys in order"))
    }

    /// The simulation at the end, and how many particles there are.
    fn run(&self) -> Simulation {
        let [low, high] = self.hollow();
        let wall = Self::WALL * self.cell;
        let outer = Shape::Box { low: low.map(|x| x - wall), high: high.map(|x| x + wall) };
        let walls = Shape::Difference(Box::new(outer), vec![Shape::Box { low, high }]);
        let walls = Collider::new(field(walls, self.dimension))
            .touching(Contact::Separate, 0.2)
            .moving(Self::motion());
        let config = Config {
            scheme: scheme(self.scheme, self.dimension),
            colliders: vec![walls],
            ..Config::new(self.dimension, self.cell)
        };
        let mut simulation = Simulation::new(config).expect("a valid configuration");
        let matter = simulation.add_material("matter", self.material.clone());
        let spacing = 0.5 * self.cell;
        let particles = match self.dimension {
            Dimension::Two => lattice_2d([-0.5, -0.5], [0.5, 0.1], spacing, 1000.0, |_, _| true),
            Dimension::Three => box_3d(low, [0.5, 0.1, 0.5], spacing, 1000.0),
        };
        simulation.add_particles(matter, &particles).expect("valid particles");
        simulation.advance_to(self.seconds).expect("a shaken box");
        simulation
    }
}

/// A closed box of thin walls keeps what is in it, and does not crowd it at its walls.
pub fn shaken_box(effort: Effort) -> Report {
    let mut findings = Vec::new();
    let mut table = Table::new(["", "scheme", "particles", "steps", "lost", "crowding"]);
    let flat = ["apic", "asflip", "nflip"].map(|scheme| (Dimension::Two, scheme));
    let runs = flat.into_iter().chain([(Dimension::Three, "asflip")]);
    for (dimension, scheme) in runs {
        for (what, material) in [("sand", sand()), ("water", water())] {
            let cell = match dimension {
                Dimension::Two => 1.0 / 24.0,
                Dimension::Three => 1.0 / effort.choose(10.0, 28.0),
            };
            let seconds = effort.choose(1.0, 10.0);
            let shaking = Shaking { dimension, material, scheme, cell, seconds };
            let simulation = shaking.run();
            let [low, high] = shaking.hollow();
            let places = as_seen_from(&Shaking::motion(), &simulation);
            let is_in = |x: &&[f64; 3]| (0..dimension as usize).all(|i| low[i] <= x[i] && x[i] <= high[i]);
            let inside: Vec<&[f64; 3]> = places.iter().filter(is_in).collect();
            let lost = places.len() - inside.len();
            // Particles in the lowest half cell over those in as much height further up.
            let count = |from: f64, to: f64| {
                let layer = |x: &&&[f64; 3]| (from..to).contains(&((x[1] - low[1]) / cell));
                inside.iter().filter(layer).count() as f64
            };
            let crowding = count(0.0, 0.5) / (count(1.0, 4.0) / 6.0);
            let d = dimension as usize;
            let claim = format!("{what} in {d}D, {scheme}: particles lost of {}", places.len());
            findings.push(Finding::at_most(claim, lost as f64, 0.0));
            // With contact at inner nodes only, it is 3 to 5.
            let claim = format!("{what} in {d}D, {scheme}: crowding");
            findings.push(Finding::at_most(claim, crowding, 2.5));
            table.row(vec![
                format!("{what}, {d}D"),
                scheme.to_string(),
                places.len().to_string(),
                simulation.steps().to_string(),
                lost.to_string(),
                short(crowding, 3),
            ]);
        }
    }
    Report::from(findings).table(table)
}

/// A cup on a moving path does not leak.
pub fn cup(effort: Effort) -> Report {
    let mut findings = Vec::new();
    for dimension in [Dimension::Two, Dimension::Three] {
        let cell = match dimension {
            Dimension::Two => 0.04,
            Dimension::Three => effort.choose(0.08, 0.04),
        };
        let (wall, radius, height) = (0.3 * cell, 0.4, 0.8);
        // Half the section of a cup, turned about its axis.
        let section = vec![
            [0.0, -wall],
            [radius + wall, -wall],
            [radius + wall, height],
            [radius, height],
            [radius, 0.0],
            [0.0, 0.0],
        ];
        let polygon = clastic::shapes::Polygon::new(section).expect("a simple outline");
        let keys = vec![
            key(0.0, 0.0, 0.0, 0.0),
            key(0.5, 0.3, 0.2, -12.0),
            key(1.0, 1.0, 0.3, 12.0),
            key(1.5, 1.2, 0.0, 0.0),
        ];
        let motion = Motion::Keyed(KeyFrames::new(keys, [0.0; 3], Repeat::Never).expect("keys in order"));
        let walls = Collider::new(field(Shape::Revolve { polygon }, dimension)).moving(motion.clone());
        let config = Config {
            scheme: scheme("asflip", dimension),
            colliders: vec![walls],
            ..Config::new(dimension, cell)
        };
        let mut simulation = Simulation::new(config).expect("a valid configuration");
        let matter = simulation.add_material("water", water());
        let spacing = 0.5 * cell;
        let mut particles = match dimension {
            Dimension::Two => lattice_2d([-radius, 0.0], [radius, 0.4], spacing, 1000.0, |_, _| true),
            Dimension::Three => box_3d([-radius, 0.0, -radius], [radius, 0.4, radius], spacing, 1000.0),
        };
        particles.retain(|p| p.position[0].hypot(p.position[2]) < radius - 0.25 * spacing);
        simulation.add_particles(matter, &particles).expect("valid particles");
        simulation.advance_to(effort.choose(1.5, 3.0)).expect("a cup that is carried");
        let inside = |[x, y, z]: &[f64; 3]| x.hypot(*z) <= radius && (0.0..height).contains(y);
        let places = as_seen_from(&motion, &simulation);
        let out = places.iter().filter(|x| !inside(x)).count();
        let claim = format!("{}D: particles out of the cup, of {}", dimension as usize, places.len());
        findings.push(Finding::at_most(claim, out as f64, 0.0));
    }
    findings.into()
}

/// Water that is poured from a nozzle, stirred by a thin paddle that spins on, held by a sticky ball and drained, in a
/// basin with friction.
fn stirred(name: &str, precision: Precision) -> Simulation {
    let (dimension, cell) = (Dimension::Two, 0.05);
    let paddle = Shape::Box { low: [-0.3, -0.01, 0.0], high: [0.3, 0.01, 0.0] };
    let spin =
        Motion::Steady { velocity: [0.1, 0.0, 0.0], angular_velocity: [0.0, 0.0, 4.0], pivot: [0.0; 3] };
    let ball = Shape::Ball { center: [0.4, -0.3, 0.0], radius: 0.2 };
    let nozzle = Shape::Box { low: [-0.6, 0.3, 0.0], high: [-0.4, 0.4, 0.0] };
    let drain = Shape::Box { low: [0.5, -0.9, 0.0], high: [0.7, -0.5, 0.0] };
    let wall = |at: f64| Some(Wall { friction: 0.3, ..Wall::new(at, Contact::Separate) });
    let nozzle = Source {
        velocity: [2.0, 0.0, 0.0],
        end: 0.3,
        ..Source::new(field(nozzle, dimension), MaterialId(0), 1000.0, 0.5 * cell)
    };
    let config = Config {
        precision,
        scheme: scheme(name, dimension),
        axes: [
            Axis::Bounded { low: wall(-0.8), high: wall(0.8) },
            Axis::Bounded { low: wall(-0.8), high: None },
            Axis::OPEN,
        ],
        colliders: vec![
            Collider::new(field(paddle, dimension)).touching(Contact::Separate, 0.4).moving(spin),
            Collider::new(field(ball, dimension)).touching(Contact::Sticky, 0.0),
        ],
        sources: vec![nozzle],
        sinks: vec![Sink::new(field(drain, dimension))],
        ..Config::new(dimension, cell)
    };
    let mut simulation = Simulation::new(config).expect("a valid configuration");
    let matter = simulation.add_material("water", Liquid::new(1e5));
    let free = |x: f64, y: f64| (x - 0.4).hypot(y + 0.3) > 0.2 && !(y > -0.02 && x.abs() < 0.31);
    let pool = lattice_2d([-0.8, -0.8], [0.8, 0.0], 0.5 * cell, 1000.0, free);
    simulation.add_particles(matter, &pool).expect("valid particles");
    simulation
}

/// Momentum comes and goes as the loads and flows say.
pub fn impulses(_: Effort) -> Report {
    let mut findings = Vec::new();
    // Rounding of each of a few hundred steps.
    for (precision, bound) in [(Precision::F64, 1e-13), (Precision::F32, 1e-5)] {
        for name in ["pic", "apic", "flip", "asflip"] {
            let mut simulation = stirred(name, precision);
            let begin = simulation.diagnostics();
            let (mut fallen, mut mass) = (0.0, begin.mass);
            while simulation.time() < 0.6 {
                let came = simulation.source_flows()[0].mass;
                let gone = simulation.sink_flows()[0].mass;
                let report = simulation.step().expect("water that is stirred");
                // Sources give before a step, sinks take after it.
                mass += simulation.source_flows()[0].mass - came;
                fallen += 9.81 * mass * report.dt;
                mass -= simulation.sink_flows()[0].mass - gone;
            }
            let end = simulation.diagnostics();
            let (came, gone) = (simulation.source_flows()[0], simulation.sink_flows()[0]);
            for (axis, letter) in ["x", "y"].into_iter().enumerate() {
                let colliders = simulation.collider_loads().iter().chain(simulation.source_loads());
                let solids: f64 = colliders.map(|load| load.impulse[axis]).sum();
                let walls: f64 = simulation.wall_loads().iter().map(|load| load[axis]).sum();
                let gravity = [0.0, -fallen][axis];
                let gained = end.momentum[axis] - begin.momentum[axis];
                let known = gravity + came.momentum[axis] - gone.momentum[axis] - solids - walls;
                let claim = format!(
                    "{name}, {precision:?}: momentum along {letter} not accounted for, over gravity's"
                );
                findings.push(Finding::at_most(claim, (gained - known).abs() / fallen, bound));
            }
            let claim = format!("{name}, {precision:?}: mass not accounted for, over the whole");
            let lost = end.mass - begin.mass - came.mass + gone.mass;
            findings.push(Finding::at_most(claim, lost.abs() / end.mass, bound));
        }
    }
    findings.into()
}
