//! From a scene to a simulation.

use std::io::Write;
use std::path::Path;
use std::{fmt, fs};

use clastic::grid::{Axis, Wall};
use clastic::tensor::SimdLevel;
use clastic::{COMPONENTS_MAX, Config, Method, Particle, Simulation};
use clastic_frames::replace_file;
use clastic_shapes::Solid;

use crate::fill::{Filled, Filling};
use crate::language::Mistakes;
use crate::obstacles::{Look, Rigid};
use crate::scene::{Body, Camera, Output, Scene, WallTable};
use crate::source::SceneFile;
use crate::steps::SolverName;

/// What a run may choose without changing the scene.
#[derive(Clone, Copy, Debug, Default)]
pub struct Overrides {
    /// Threads; 0 takes one per core.
    pub threads: usize,
    /// The instruction set; `None` takes the fastest that the CPU has.
    pub simd: Option<SimdLevel>,
}

/// How far a particle may move in an implicit step, in cells.
const IMPLICIT_CELLS: f64 = 2.0;

/// Particles that are handed to the engine at a time, which bounds what is held twice.
const BATCH: usize = 1 << 20;

impl Scene {
    /// The engine's configuration but for what is rigid.
    fn config(&self, overrides: &Overrides) -> Config {
        let mut config = Config::new(self.dimension, self.grid.cell_size);
        config.precision = self.precision;
        config.kernel = self.grid.kernel;
        config.gradients = self.grid.gradients;
        if let Some(scheme) = self.transfer.resolve(self.dimension) {
            config.scheme = scheme;
        }
        config.method = match self.solver {
            SolverName::Mpm => Method::Mpm,
            SolverName::Liquid => Method::Liquid(self.liquid.method()),
            SolverName::Mlsrk => Method::Mlsrk(self.mlsrk.method(self.grid.cell_size)),
        };
        config.time_step = self.time.step(self.solver);
        config.integrator = self.time.integrator();
        config.deformation = self.time.deformation;
        config.solve = self.solve.solve();
        if config.integrator.is_implicit() {
            // Forces within the step may carry matter farther than the velocity at its beginning says.
            config.guard.max_cells_per_step = IMPLICIT_CELLS;
        }
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

    /// How many components particles have.
    pub fn components(&self) -> usize {
        match self.solver {
            SolverName::Mlsrk => self.mlsrk.components,
            SolverName::Mpm | SolverName::Liquid => 1,
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
        for (_, collider) in &mut scene.colliders {
            (collider.look, collider.color, collider.visible) = (Look::Solid, None, true);
        }
        scene.sources.iter_mut().for_each(|(_, source)| source.visible = true);
        scene.sinks.iter_mut().for_each(|(_, sink)| sink.visible = true);
        for file in scene.shape_files() {
            // What a file holds counts, not where it lies.
            file.given =
                fs::read(&file.path).map_or(String::new(), |bytes| crc32fast::hash(&bytes).to_string());
        }
        scene.to_toml()
    }
}

impl SceneFile {
    /// The engine's configuration.
    pub fn config(&self, overrides: &Overrides) -> Config {
        Config {
            colliders: self.obstacles.colliders(&self.scene),
            sources: self.obstacles.sources(&self.scene),
            sinks: self.obstacles.sinks(&self.scene),
            meshes: self.meshes.clone(),
            ..self.scene.config(overrides)
        }
    }

    /// Fills the bodies with particles; bodies that lie in each other are a mistake unless the scene allows it.
    pub fn fill(&self) -> Result<Vec<Filled>, Mistakes> {
        let solids: Vec<Option<&Solid>> = self.solids.iter().map(Some).collect();
        let colliders: Vec<Option<&Rigid>> = self.obstacles.colliders.iter().map(Some).collect();
        let filling =
            Filling { scene: &self.scene, root: &self.root, solids: &solids, colliders: &colliders };
        let (filled, mut mistakes) = filling.fill();
        mistakes.extend(filling.overlaps(&filled));
        if mistakes.is_empty() { Ok(filled.into_iter().flatten().collect()) } else { Err(Mistakes(mistakes)) }
    }

    /// Which bodies have particles that are left out, in words.
    pub fn left_out(&self, filled: &[Filled]) -> Vec<String> {
        let bodies = self.scene.bodies.iter().zip(filled).filter(|(_, filled)| filled.left_out() > 0);
        let told = bodies.map(|((name, _), filled)| {
            let (left_out, all) = (grouped(filled.left_out()), grouped(filled.samples.count()));
            format!("bodies.{name}: {left_out} of {all} particles would begin in a collider and are left out")
        });
        told.collect()
    }

    /// Everything that building it would find wrong, without the simulation; otherwise its particles.
    pub fn verify(&self) -> Result<Vec<Filled>, Mistakes> {
        let filled = self.fill()?;
        let made = Simulation::new(self.config(&Overrides::default()));
        made.map(|_| filled).map_err(|error| self.mistake(&[], error.to_string()))
    }

    /// The simulation at its beginning. Materials are numbered in the order of the scene's list.
    pub fn build(&self, overrides: &Overrides) -> Result<Simulation, Mistakes> {
        self.assemble(&self.fill()?, overrides)
    }

    /// The simulation at its beginning, of particles that are known already.
    pub fn assemble(&self, filled: &[Filled], overrides: &Overrides) -> Result<Simulation, Mistakes> {
        self.assemble_with(filled, self.config(overrides))
    }

    /// The same by a configuration of this scene to which something was added that scenes cannot say.
    pub fn assemble_with(&self, filled: &[Filled], config: Config) -> Result<Simulation, Mistakes> {
        let scene = &self.scene;
        let mut simulation = Simulation::new(config).map_err(|error| self.mistake(&[], error.to_string()))?;
        let mut materials = Vec::new();
        for (name, table) in &scene.materials {
            let material =
                table.resolve().map_err(|error| self.mistake(&["materials", name], error.to_string()))?;
            let id = simulation.add_material(name, material);
            materials.push((name, id, table.density));
        }
        for (((name, body), solid), filled) in scene.bodies.iter().zip(&self.solids).zip(filled) {
            let found = materials.iter().find(|(material, ..)| **material == body.material);
            let &(_, material, density) = found.expect("a checked scene's materials are there");
            let beginning = Beginning::new(body, solid);
            let volume = filled.samples.particle_volume();
            let mut places = filled.places();
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
        for ((name, body), mesh) in scene.meshes.iter().zip(&self.meshes) {
            let found = materials.iter().find(|(material, ..)| **material == body.material);
            let &(_, material, _) = found.expect("a checked scene's materials are there");
            simulation.add_mesh(material, mesh.clone()).map_err(|error| {
                self.mistake(&["meshes", name], format!("the mesh cannot be placed: {error}"))
            })?;
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
    concentrations: [f64; COMPONENTS_MAX],
    is_held: bool,
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
            concentrations: body.concentration,
            is_held: body.held,
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
        particle.concentrations = self.concentrations;
        particle.is_held = self.is_held;
        particle
    }
}

/// How large a scene is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// About how many particles, at the end at most. Where there are sinks, nobody knows how many of those that
    /// sources let in are there at a time: only those are counted that fill the sources.
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
        let bodies = scene.bodies.iter().zip(&self.solids).map(|((_, body), solid)| {
            let spacing = body.grain.mean_spacing(scene);
            (spacing, solid.estimate_count(spacing))
        });
        let end = scene.time.frame_time(scene.time.frame_count());
        let sources = scene.sources.iter().zip(&self.obstacles.sources).map(|((_, source), (_, solid))| {
            let until = if scene.sinks.is_empty() { end } else { end.min(source.start) };
            (source.grain.mean_spacing(scene), source.estimate_count(solid, until, scene))
        });
        for (spacing, count) in bodies.chain(sources) {
            particles += count;
            cells += (count * spacing.powi(scene.dimension as i32) / cell).max(1.0);
        }
        for mesh in &self.meshes {
            particles += mesh.vertices.len() as f64;
            cells += mesh.vertices.iter().map(|vertex| vertex.volume / cell).sum::<f64>().max(1.0);
        }
        let (particles, cells) = (particles.ceil() as u64, cells.ceil() as u64);
        let bytes = self.config(&Overrides::default()).memory_estimate(particles, cells);
        // Frames on their way to the disk: three, with all that they hold.
        let numbers = 2 * scene.dimension as usize + 3 + 9 * scene.output.fields.len();
        let frames = (3 * 8 * numbers) as f64 * particles as f64;
        Estimate { particles, bytes: bytes.saturating_add(frames as u64) }
    }

    /// Writes the scene with every default, and the files that its shapes name, into a folder.
    pub fn write_copy(&self, folder: &Path) -> Result<(), clastic_frames::Error> {
        let mut scene = self.scene.clone();
        for (number, file) in scene.shape_files().enumerate() {
            let unreadable = |source| clastic_frames::Error::Unreadable { path: file.path.clone(), source };
            let bytes = fs::read(&file.path).map_err(unreadable)?;
            let ending =
                file.path.extension().map_or(String::new(), |end| format!(".{}", end.to_string_lossy()));
            file.given = format!("meshes/{number}{ending}");
            let copy = folder.join(&file.given);
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
