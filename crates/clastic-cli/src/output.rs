//! The output folder.

use std::fs;
use std::io::Write;
use std::mem;
use std::path::Path;
use std::sync::Arc;

use clastic::integrators::Iterations;
use clastic::{Columns, Criterion, Diagnostics, Dimension, Fields, Phase, Simulation, Values};
use clastic_frames::{Floats, Frame, Net, Units, Writer, replace_file};
use clastic_scene::{ExtraField, Named, Scene, SceneFile};
use serde_json::{Map, Value, json};

use crate::Failure;
use crate::loads::{self, Impulses, Loads};
use crate::lock::Lock;
use crate::machine::peak_memory;
use crate::notes::{Notes, SchemeChange};
use crate::table::Table;
use crate::watch::{PHASES, Steps, Timer, Watch};

const COLUMNS: &str = "frame,time,steps,dt_min,dt_max,dt_limit,particles,mass,px,py,pz,lx,ly,lz,\
                       cx,cy,cz,kinetic,elastic,gravitational,max_speed,wall_s";
const TABLE: &str = "diagnostics.csv";

/// A folder that a run writes to.
pub struct Output {
    /// Held as long as anything is written.
    lock: Lock,
    table: Table,
    loads: Loads,
    frames: Frames,
}

impl Output {
    /// For a run that begins. Makes the folder, or takes one that is there; what this run does not write stays.
    pub fn fresh(lock: Lock, file: &SceneFile) -> Result<Output, Failure> {
        let folder = lock.folder();
        let frames = folder.join("frames");
        fs::create_dir_all(&frames).map_err(|error| Failure::Disk(frames.clone(), error))?;
        clear_frames(&frames, &file.scene)?;
        let table = Table::fresh(folder.join(TABLE), COLUMNS)?;
        let loads = Loads::fresh(folder, &file.scene)?;
        Output::open(lock, file, table, loads)
    }

    /// For a run that goes on after a frame: later rows of its tables will come again.
    pub fn resumed(lock: Lock, file: &SceneFile, notes: &Notes) -> Result<Output, Failure> {
        let folder = lock.folder();
        let table = Table::resumed(folder.join(TABLE), COLUMNS, notes.frame)?;
        let loads = Loads::resumed(folder, &file.scene, notes.frame, notes.impulses.clone())?;
        Output::open(lock, file, table, loads)
    }

    fn open(lock: Lock, file: &SceneFile, table: Table, loads: Loads) -> Result<Output, Failure> {
        let folder = lock.folder();
        let scene = &file.scene;
        let extra = |field| scene.output.fields.contains(&field);
        let fields = Fields {
            c: extra(ExtraField::C),
            f: extra(ExtraField::F),
            stress: extra(ExtraField::Stress),
            temperature: extra(ExtraField::Temperature),
            concentration: extra(ExtraField::Concentration),
        };
        let bodies = scene.bodies.iter().map(|(_, body)| &body.grain);
        let grains = bodies.chain(scene.sources.iter().map(|(_, source)| &source.grain));
        let widths = scene.meshes.iter().map(|(_, mesh)| mesh.width(scene.grid.cell_size));
        let spacing = grains.map(|grain| grain.mean_spacing(scene)).chain(widths);
        let usual = Frame {
            dimension: scene.dimension as u8,
            frame_rate: scene.time.fps,
            spacing: spacing.fold(f64::INFINITY, f64::min),
            units: match scene.units {
                clastic_scene::Units::Si => Units::Si,
                clastic_scene::Units::Cgs => Units::Cgs,
            },
            materials: scene.materials.iter().map(|(name, _)| name.clone()).collect(),
            ..Frame::default()
        };
        let frames = Frames::new(Writer::new(folder, &scene.output.formats)?, fields, usual);
        file.write_copy(folder)?;
        Ok(Output { table, loads, frames, lock })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        self.lock.folder()
    }

    /// What matter had done to colliders and walls at the last frame.
    pub fn impulses(&self) -> &Impulses {
        self.loads.last()
    }

    /// Writes summary.json.
    pub fn summary(&self, summary: &Value) -> Result<(), Failure> {
        let path = self.folder().join("summary.json");
        Ok(replace_file(&path, |file| writeln!(file, "{summary:#}"))?)
    }

    /// Hands a frame to the writer and appends its rows to the tables.
    pub fn frame(
        &mut self,
        number: u64,
        scene: &Scene,
        simulation: &Simulation,
        row: &Row,
    ) -> Result<(), Failure> {
        self.frames.push(number, simulation)?;
        self.loads.frame(number, scene, simulation)?;
        let Row { diagnostics: d, steps, wall } = row;
        let mut row = format!("{number},{:?},{}", simulation.time(), simulation.steps());
        row += &format!(",{:?},{:?},{},{}", steps.shortest(), steps.max, steps.limit(), d.particles);
        let vectors = [d.momentum, d.angular_momentum, d.center_of_mass].into_iter().flatten();
        let numbers = [d.mass].into_iter().chain(vectors);
        for number in numbers.chain([d.kinetic, d.elastic, d.gravitational, d.max_speed, *wall]) {
            row += &format!(",{number:?}");
        }
        self.table.push(&row)
    }

    /// Waits until everything is on the disk.
    pub fn sync(&mut self) -> Result<(), Failure> {
        self.frames.sync()?;
        self.loads.sync()?;
        self.table.sync()
    }
}

/// What a row of diagnostics says beside the simulation itself.
pub struct Row<'a> {
    /// The state.
    pub diagnostics: &'a Diagnostics,
    /// Steps since the last frame.
    pub steps: &'a Steps,
    /// Seconds on the wall since the beginning.
    pub wall: f64,
}

/// Particles on their way to the disk: columns become frames, and written frames give their memory back.
pub struct Frames {
    writer: Writer,
    columns: Columns,
    fields: Fields,
    /// What all frames have in common.
    usual: Frame,
    /// Which particles are joined, once it has been asked.
    net: Option<Arc<Net>>,
}

/// Which particles of a simulation are joined, by id.
fn net(simulation: &Simulation) -> Net {
    let mut net = Net::default();
    for (first, mesh) in simulation.meshes() {
        let cells = mesh.cells();
        let id = |vertex: u32| first + u64::from(vertex);
        for line in &cells.lines {
            net.lines.push(line.iter().map(|vertex| id(*vertex)));
        }
        net.triangles.extend(cells.triangles.iter().map(|triangle| triangle.map(id)));
        net.tetrahedra.extend(cells.tetrahedra.iter().map(|cell| cell.map(id)));
    }
    net
}

impl Frames {
    /// With these columns besides the usual ones.
    pub fn new(writer: Writer, fields: Fields, usual: Frame) -> Self {
        Frames { writer, columns: Columns::default(), fields, usual, net: None }
    }

    /// Hands the particles as they are now to the writer.
    pub fn push(&mut self, number: u64, simulation: &Simulation) -> Result<(), clastic_frames::Error> {
        simulation.columns(self.fields, &mut self.columns);
        let mut frame = self.writer.recycle().unwrap_or_else(|| self.usual.clone());
        if simulation.meshes().next().is_some() {
            frame.net = Some(self.net.get_or_insert_with(|| Arc::new(net(simulation))).clone());
        }
        frame.index = number;
        frame.time = simulation.time();
        let columns = &mut self.columns;
        exchange(&mut columns.x, &mut frame.x);
        exchange(&mut columns.v, &mut frame.v);
        exchange(&mut columns.j, &mut frame.j);
        mem::swap(&mut columns.id, &mut frame.id);
        frame.material.clear();
        frame.material.extend(columns.material.iter().map(|material| *material as u16));
        let Fields { c, f, stress, temperature, concentration } = self.fields;
        let extra = [
            (c, &mut columns.c, &mut frame.c),
            (f, &mut columns.f, &mut frame.f),
            (stress, &mut columns.stress, &mut frame.stress),
            (temperature, &mut columns.temperature, &mut frame.temperature),
            (concentration, &mut columns.concentration, &mut frame.concentration),
        ];
        for (wanted, column, to) in extra {
            if wanted {
                exchange(column, to.get_or_insert_default());
            }
        }
        self.writer.push(frame)
    }

    /// Waits until every frame is written.
    pub fn sync(&mut self) -> Result<(), clastic_frames::Error> {
        self.writer.sync()
    }
}

/// Swaps the numbers of a column and of a frame without copying them.
fn exchange(column: &mut Values, floats: &mut Floats) {
    let old = mem::take(floats);
    *floats = match mem::take(column) {
        Values::F32(numbers) => Floats::F32(numbers),
        Values::F64(numbers) => Floats::F64(numbers),
    };
    *column = match old {
        Floats::F32(numbers) => Values::F32(numbers),
        Floats::F64(numbers) => Values::F64(numbers),
    };
}

/// A run in numbers.
pub struct Summary<'a> {
    /// The scene as it ran.
    pub scene: &'a Scene,
    /// The simulation as it is now.
    pub simulation: &'a Simulation,
    /// What was measured on the way.
    pub watch: &'a Watch,
    /// The last frame that was written.
    pub frames: u64,
    /// Seconds since the beginning.
    pub wall: f64,
    /// The state at the beginning.
    pub initial: Diagnostics,
    /// The state now.
    pub last: Diagnostics,
    /// The schemes that it went on with.
    pub schemes: &'a [SchemeChange],
    /// `running`, `done`, `interrupted` or `failed`.
    pub status: &'a str,
    /// Why it failed.
    pub message: Option<&'a str>,
}

impl Summary<'_> {
    /// As summary.json has it.
    pub fn json(&self) -> Value {
        let Summary { scene, simulation, watch, .. } = self;
        let dimension = scene.dimension;
        let particles = simulation.len();
        let stepping = watch.timer.stepping();
        let limited = Criterion::ALL.iter().zip(watch.all.limited);
        let limited: Map<String, Value> =
            limited.map(|(criterion, count)| (criterion.name().to_string(), json!(count))).collect();
        let mut summary = json!({
            "scene": scene.name,
            "status": self.status,
            "units": scene.units.name(),
            "dimension": dimension as usize,
            "precision": scene.precision.name(),
            "scheme": scene.transfer.label(dimension),
            "kernel": scene.grid.kernel.name(),
            "integrator": scene.time.integrator,
            "threads": simulation.threads(),
            "simd": simulation.simd().name(),
            "materials": scene.materials.iter().map(|(name, _)| name).collect::<Vec<_>>(),
            "particles": particles,
            "lost": loads::expected_particles(self.initial.particles, simulation) - particles as i64,
            "frames": self.frames,
            "steps": simulation.steps(),
            "time": simulation.time(),
            "wall_s": self.wall,
            "particle_steps_per_s": if stepping > 0.0 { watch.particle_steps(particles) / stepping } else { 0.0 },
            "phases_s": phases(&watch.timer),
            "peak_memory": peak_memory(),
            "dt": { "min": watch.all.shortest(), "max": watch.all.max, "limited_by": limited },
            "initial": state(&self.initial, dimension),
            "final": state(&self.last, dimension),
            "colliders": loads::of_colliders(scene, simulation),
            "walls": loads::of_walls(scene, simulation),
            "sources": loads::of_sources(scene, simulation),
            "sinks": loads::of_sinks(scene, simulation),
        });
        if scene.time.integrator().is_implicit() {
            let Iterations { newton, linear, residual } = watch.all.iterations;
            summary["solve"] = json!({ "newton": newton, "linear": linear, "largest_residual": residual });
        }
        if !self.schemes.is_empty() {
            summary["schemes"] = self.schemes.iter().map(SchemeChange::json).collect();
        }
        if let Some(message) = self.message {
            summary["message"] = json!(message);
        }
        summary
    }
}

/// Takes away the frames of an earlier run that this one will write: none of them may pass for its own until then.
fn clear_frames(folder: &Path, scene: &Scene) -> Result<(), Failure> {
    let last = scene.time.frame_count();
    let is_ours = |path: &Path| {
        let number = path.file_stem().and_then(|stem| stem.to_str()?.parse::<u64>().ok());
        let extension = path.extension().and_then(|extension| extension.to_str());
        number.is_some_and(|number| number <= last)
            && scene.output.formats.iter().any(|format| Some(format.extension()) == extension)
    };
    let entries = fs::read_dir(folder).map_err(|error| Failure::Disk(folder.to_path_buf(), error))?;
    let old: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    if !old.is_empty() {
        let (folder, count) = (folder.display(), old.len());
        tracing::warn!(
            "{folder} holds {count} files of an earlier run; 0000 to {last:04} are replaced, others stay"
        );
    }
    for path in old.into_iter().filter(|path| is_ours(path)) {
        fs::remove_file(&path).map_err(|error| Failure::Disk(path, error))?;
    }
    Ok(())
}

fn phases(timer: &Timer) -> Value {
    let mut phases: Map<String, Value> =
        PHASES.iter().map(|(phase, name)| (name.to_string(), json!(timer.seconds(*phase)))).collect();
    phases.insert("output".to_string(), json!(timer.seconds(Phase::Outside)));
    Value::Object(phases)
}

fn state(diagnostics: &Diagnostics, dimension: Dimension) -> Value {
    let d = diagnostics;
    let vector = |v: &[f64; 3]| json!(v[..dimension as usize]);
    let angular_momentum = match dimension {
        Dimension::Two => json!([d.angular_momentum[2]]),
        Dimension::Three => json!(d.angular_momentum),
    };
    json!({
        "mass": d.mass,
        "momentum": vector(&d.momentum),
        "angular_momentum": angular_momentum,
        "center_of_mass": vector(&d.center_of_mass),
        "kinetic": d.kinetic,
        "elastic": d.elastic,
        "gravitational": d.gravitational,
        "max_speed": d.max_speed,
    })
}
