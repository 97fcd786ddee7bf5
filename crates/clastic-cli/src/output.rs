//! The output folder.

use std::fs;
use std::io::Write;
use std::path::Path;

use clastic::integrators::Iterations;
use clastic::{Component, Criterion, Diagnostics, Dimension, Phase, Simulation};
use clastic_frames::{Writer, replace_file};
use clastic_scene::{
    Named, Recorder, Scene, SceneFile, SolverName, Steps, component_columns, diagnostics_columns,
};
use serde_json::{Map, Value, json};

use crate::Failure;
use crate::loads::{self, Impulses, Loads};
use crate::lock::Lock;
use crate::machine::peak_memory;
use crate::notes::{Notes, SchemeChange};
use crate::table::Table;
use crate::watch::{PHASES, Timer, Watch};

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
        let table = Table::fresh(folder.join(TABLE), &columns(&file.scene))?;
        let loads = Loads::fresh(folder, &file.scene)?;
        Output::open(lock, file, table, loads)
    }

    /// For a run that goes on after a frame: later rows of its tables will come again.
    pub fn resumed(lock: Lock, file: &SceneFile, notes: &Notes) -> Result<Output, Failure> {
        let folder = lock.folder();
        let table = Table::resumed(folder.join(TABLE), &columns(&file.scene), notes.frame)?;
        let loads = Loads::resumed(folder, &file.scene, notes.frame, notes.impulses.clone())?;
        Output::open(lock, file, table, loads)
    }

    fn open(lock: Lock, file: &SceneFile, table: Table, loads: Loads) -> Result<Output, Failure> {
        let folder = lock.folder();
        let scene = &file.scene;
        let recorder = Recorder::of(scene, scene.frame_fields());
        let frames = Frames::new(Writer::new(folder, &scene.output.formats)?, recorder);
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
        let numbers = diagnostics_columns(d).map(|(_, number)| number);
        let components = simulation.components();
        let of_components = component_columns(&components).map(|(_, number)| number);
        for number in numbers.into_iter().chain([*wall]).chain(of_components) {
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

/// Those of the table of diagnostics.
fn columns(scene: &Scene) -> String {
    let count = if scene.solver == SolverName::Mlsrk { scene.components() } else { 0 };
    let components = vec![Component { mass: 0.0, least: 0.0, greatest: 0.0 }; count];
    let of_components = component_columns(&components).map(|(name, _)| name);
    [COLUMNS.to_string()].into_iter().chain(of_components).collect::<Vec<_>>().join(",")
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

/// Particles on their way to the disk.
pub struct Frames {
    writer: Writer,
    recorder: Recorder,
}

impl Frames {
    /// Frames that a recorder makes and a writer writes.
    pub fn new(writer: Writer, recorder: Recorder) -> Self {
        Frames { writer, recorder }
    }

    /// Hands the particles as they are now to the writer.
    pub fn push(&mut self, number: u64, simulation: &Simulation) -> Result<(), clastic_frames::Error> {
        let frame = match self.writer.recycle() {
            Some(frame) => self.recorder.record_into(frame, number, simulation),
            None => self.recorder.record(number, simulation),
        };
        self.writer.push(frame)
    }

    /// Waits until every frame is written.
    pub fn sync(&mut self) -> Result<(), clastic_frames::Error> {
        self.writer.sync()
    }
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
            let Iterations { newton, linear, residual, .. } = watch.all.iterations;
            summary["solve"] = json!({ "newton": newton, "linear": linear, "largest_residual": residual });
        }
        let Iterations { in_meshes, unfinished, .. } = watch.all.iterations;
        if in_meshes > 0 {
            summary["mesh_solve"] = json!({ "linear": in_meshes, "unfinished": unfinished });
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
