//! From a scene to a simulation.

use std::io::Write;
use std::path::Path;
use std::{fmt, fs};

use clastic::grid::{Axis, Wall};
use clastic::tensor::SimdLevel;
use clastic::{Config, Particle, Simulation};
use clastic_frames::replace_file;
use clastic_shapes::{Samples, Solid};

use crate::fill::Filling;
use crate::language::Mistakes;
use crate::scene::{Body, Camera, Output, Scene, WallTable};
use crate::source::SceneFile;

/// What a run may choose without changing the scene.
#[derive(Clone, Copy, Debug, Default)]
pub struct Overrides {
    /// Threads; 0 takes one per core.
    pub threads: usize,
    /// The instruction set; `None` takes the fastest that the CPU has.
    pub simd: Option<SimdLevel>,
}

/// Particles that are handed to the engine at a time, which bounds what is held twice.
const BATCH: usize = 1 << 20;

impl Scene {
    /// The engine's configuration.
    pub fn config(&self, overrides: &Overrides) -> Config {
        let mut config = Config::new(self.dimension, self.grid.cell_size);
        config.precision = self.precision;
        config.kernel = self.grid.kernel;
        config.gradients = self.grid.gradients;
        if let Some(scheme) = self.transfer.resolve(self.dimension) {
            config.scheme = scheme;
        }
        config.time_step = self.time.step();
        config.axes = std::array::from_fn(|axis| self.axis(axis));
        config.threads = overrides.threads;
        config.simd = overrides.simd;
        if let Some(gravity) = self.gravity {
            config.gravity = gravity;
        }
        config
    }

    pub(crate) fn axis(&self, axis: usize) -> Axis {
        let wall = |wall: Option<&WallTable>| {
            wall.map(|&WallTable { at, contact, friction, temperature }| Wall {
                at,
                contact,
                friction,
                temperature,
            })
        };
        let [(_, low), (_, high)] = self.walls.by_axis()[axis];
        match self.periodic.by_axis()[axis] {
            Some([low, high]) => Axis::Periodic { low, high },
            None => Axis::Bounded { low: wall(low), high: wall(high) },
        }
    }

    /// Where the world ends along an axis, in the scene's unit of length.
    pub(crate) fn ends(&self, axis: usize) -> [Option<f64>; 2] {
        match self.periodic.by_axis()[axis] {
            Some([low, high]) => [Some(low), Some(high)],
            None => self.walls.by_axis()[axis].map(|(_, wall)| wall.map(|wall| wall.at)),
        }
    }

    /// What tells this scene from others whose state it could not take over: all but how long it runs and what is written.
    pub fn key(&self) -> String {
        let mut scene = self.clone();
        scene.name = String::new();
        scene.time.duration = None;
        scene.time.frames = None;
        scene.output = Output::default();
        scene.camera = Camera::default();
        scene.materials.iter_mut().for_each(|(_, material)| material.color = None);
        for mesh in scene.bodies.iter_mut().flat_map(|(_, body)| body.shape.meshes()) {
            // What a mesh is counts, not where it lies.
            mesh.given =
                fs::read(&mesh.path).map_or(String::new(), |bytes| crc32fast::hash(&bytes).to_string());
        }
        scene.to_toml()
    }
}

impl SceneFile {
    /// Fills the bodies with particles; bodies that lie in each other are a mistake unless the scene allows it.
    pub fn fill(&self) -> Result<Vec<Samples>, Mistakes> {
        let solids: Vec<Option<&Solid>> = self.solids.iter().map(Some).collect();
        let filling = Filling { scene: &self.scene, root: &self.root, solids: &solids };
        let (samples, mut mistakes) = filling.samples();
        mistakes.extend(filling.overlaps(&samples));
        if mistakes.is_empty() {
            Ok(samples.into_iter().flatten().collect())
        } else {
            Err(Mistakes(mistakes))
        }
    }

    /// Everything that building it would find wrong, without the simulation.
    pub fn verify(&self) -> Result<(), Mistakes> {
        self.fill()?;
        let made = Simulation::new(self.scene.config(&Overrides::default()));
        made.map(|_| ()).map_err(|error| self.mistake(&[], error.to_string()))
    }

    /// The simulation at its beginning. Materials are numbered in the order of the scene's list.
    pub fn build(&self, overrides: &Overrides) -> Result<Simulation, Mistakes> {
        let filled = self.fill()?;
        let scene = &self.scene;
        let mut simulation =
            Simulation::new(scene.config(overrides)).map_err(|error| self.mistake(&[], error.to_string()))?;
        let mut materials = Vec::new();
        for (name, table) in &scene.materials {
            let material =
                table.resolve().map_err(|error| self.mistake(&["materials", name], error.to_string()))?;
            let id = simulation.add_material(name, material);
            materials.push((name, id, table.density));
        }
        for (((name, body), solid), samples) in scene.bodies.iter().zip(&self.solids).zip(&filled) {
            let found = materials.iter().find(|(material, ..)| **material == body.material);
            let &(_, material, density) = found.expect("a checked scene's materials are there");
            let beginning = Beginning::new(body, solid);
            let volume = samples.particle_volume();
            let mut places = samples.iter();
            let mut batch: Vec<Particle> = Vec::new();
            loop {
                batch.clear();
                batch.extend(
                    places.by_ref().take(BATCH).map(|x| beginning.particle(x, density * volume, volume)),
                );
                if batch.is_empty() {
                    break;
                }
                simulation.add_particles(material, &batch).map_err(|error| {
                    self.mistake(&["bodies", name], format!("the body cannot be placed: {error}"))
                })?;
            }
        }
        Ok(simulation)
    }
}

/// What a body's particles begin with: the velocity field `v + (ω× + G)(x − pivot)`, and what they carry.
struct Beginning {
    pivot: [f64; 3],
    velocity: [f64; 3],
    /// In 1/s, row by row.
    gradient: [[f64; 3]; 3],
    temperature: f64,
    concentration: f64,
}

impl Beginning {
    fn new(body: &Body, solid: &Solid) -> Self {
        let [low, high] = solid.bounds();
        let middle = std::array::from_fn(|i| 0.5 * (low[i] + high[i]));
        let [x, y, z] = body.angular_velocity;
        let mut gradient = [[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]];
        for (row, more) in gradient.iter_mut().zip(body.velocity_gradient.iter().flatten()) {
            for (entry, more) in row.iter_mut().zip(more) {
                *entry += more;
            }
        }
        Beginning {
            pivot: body.pivot.unwrap_or(middle),
            velocity: body.velocity,
            gradient,
            temperature: body.temperature,
            concentration: body.concentration,
        }
    }

    fn particle(&self, x: [f64; 3], mass: f64, volume: f64) -> Particle {
        let mut particle = Particle::at(x, mass, volume);
        for i in 0..3 {
            let field: f64 = (0..3).map(|j| self.gradient[i][j] * (x[j] - self.pivot[j])).sum();
            particle.velocity[i] = self.velocity[i] + field;
        }
        particle.affine = self.gradient;
        particle.temperature = self.temperature;
        particle.concentration = self.concentration;
        particle
    }
}

/// How large a scene is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// About how many particles.
    pub particles: u64,
    /// About how many bytes of memory.
    pub bytes: u64,
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "about {} particles, {} MB of memory", grouped(self.particles), (self.bytes >> 20).max(1))
    }
}

/// A number with its digits in threes.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

impl SceneFile {
    /// How large it is, without making it.
    pub fn estimate(&self) -> Estimate {
        let scene = &self.scene;
        let cell = scene.grid.cell_size.powi(scene.dimension as i32);
        let (mut particles, mut cells) = (0.0, 0.0);
        for ((_, body), solid) in scene.bodies.iter().zip(&self.solids) {
            let spacing = body.mean_spacing(scene);
            let count = solid.estimate_count(spacing);
            particles += count;
            cells += (count * spacing.powi(scene.dimension as i32) / cell).max(1.0);
        }
        let (particles, cells) = (particles.ceil() as u64, cells.ceil() as u64);
        let bytes = scene.config(&Overrides::default()).memory_estimate(particles, cells);
        // Frames on their way to the disk: three, with all that they hold.
        let numbers = 2 * scene.dimension as u64 + 3 + 9 * scene.output.fields.len() as u64;
        Estimate { particles, bytes: bytes + 3 * 8 * numbers * particles }
    }

    /// Writes the scene with every default, and the meshes that it names, into a folder.
    pub fn write_copy(&self, folder: &Path) -> Result<(), clastic_frames::Error> {
        let mut scene = self.scene.clone();
        let meshes = scene.bodies.iter_mut().flat_map(|(_, body)| body.shape.meshes());
        for (number, mesh) in meshes.enumerate() {
            let unreadable = |source| clastic_frames::Error::Unreadable { path: mesh.path.clone(), source };
            let bytes = fs::read(&mesh.path).map_err(unreadable)?;
            let ending =
                mesh.path.extension().map_or(String::new(), |end| format!(".{}", end.to_string_lossy()));
            mesh.given = format!("meshes/{number}{ending}");
            let copy = folder.join(&mesh.given);
            let refused = |source| clastic_frames::Error::Io { path: copy.clone(), source };
            fs::create_dir_all(folder.join("meshes")).map_err(refused)?;
            replace_file(&copy, |file| file.write_all(&bytes))?;
        }
        replace_file(&folder.join("scene.toml"), |file| file.write_all(scene.to_toml().as_bytes()))
    }

    /// What had to be repaired in the meshes that the scene names, in words.
    pub fn repairs(&self) -> &[String] {
        &self.repairs
    }
}
