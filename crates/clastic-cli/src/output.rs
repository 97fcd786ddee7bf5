//! The output folder.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clastic::{Criterion, Diagnostics, Dimension, Phase, Simulation};
use clastic_scene::{Scene, replace_file, write_frame};
use serde_json::{Map, Value, json};

use crate::Failure;
use crate::watch::{PHASES, Steps, Timer, Watch};

const COLUMNS: &str = "frame,time,steps,dt_min,dt_max,dt_limit,particles,mass,px,py,pz,lx,ly,lz,\
                       kinetic,elastic,gravitational,max_speed,wall_s";

/// A folder that a run writes to.
pub struct Output {
    folder: PathBuf,
    table: File,
}

impl Output {
    /// Makes the folder, or takes one that is there; nothing in it is deleted.
    pub fn open(folder: &Path, scene: &Scene) -> Result<Output, Failure> {
        let frames = folder.join("frames");
        fs::create_dir_all(&frames).map_err(|error| Failure::Disk(frames.clone(), error))?;
        let old = fs::read_dir(&frames).map_or(0, |entries| {
            entries.flatten().filter(|entry| entry.path().extension().is_some_and(|ext| ext == "npz")).count()
        });
        if old > 0 {
            let last = scene.time.frame_count();
            tracing::warn!(
                "{} holds {old} frames of an earlier run; 0000 to {last:04} are overwritten, others stay",
                folder.display()
            );
        }
        let table = folder.join("diagnostics.csv");
        let open = || {
            let mut file = File::create(&table)?;
            writeln!(file, "{COLUMNS}")?;
            Ok(file)
        };
        let table = open().map_err(|error| Failure::Disk(table.clone(), error))?;
        let output = Output { folder: folder.to_path_buf(), table };
        let text = toml_of(scene).map_err(|error| Failure::Disk(folder.join("scene.toml"), error))?;
        output.write("scene.toml", &text)?;
        Ok(output)
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn write(&self, name: &str, text: &str) -> Result<(), Failure> {
        let path = self.folder.join(name);
        replace_file(&path, |file| file.write_all(text.as_bytes()))
            .map_err(|error| Failure::Disk(path, error))
    }

    /// Writes summary.json.
    pub fn summary(&self, summary: &Value) -> Result<(), Failure> {
        self.write("summary.json", &format!("{summary:#}\n"))
    }

    /// Writes a frame and its row of diagnostics.
    pub fn frame(
        &mut self,
        number: u64,
        simulation: &Simulation,
        diagnostics: &Diagnostics,
        steps: &Steps,
        wall: f64,
    ) -> Result<(), Failure> {
        let path = self.folder.join("frames").join(format!("{number:04}.npz"));
        write_frame(&path, simulation).map_err(|error| Failure::Disk(path, error))?;
        let d = diagnostics;
        let mut row = format!("{number},{:?},{}", simulation.time(), simulation.steps());
        row += &format!(",{:?},{:?},{},{}", steps.shortest(), steps.max, steps.limit(), d.particles);
        let numbers = [d.mass].into_iter().chain(d.momentum).chain(d.angular_momentum);
        for number in numbers.chain([d.kinetic, d.elastic, d.gravitational, d.max_speed, wall]) {
            row += &format!(",{number:?}");
        }
        let written = writeln!(self.table, "{row}");
        written.map_err(|error| Failure::Disk(self.folder.join("diagnostics.csv"), error))
    }
}

fn toml_of(scene: &Scene) -> io::Result<String> {
    scene.to_toml().map_err(io::Error::other)
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
        let (particles, steps) = (self.initial.particles, simulation.steps());
        let stepping = watch.timer.stepping();
        let limited = Criterion::ALL.iter().zip(watch.all.limited);
        let limited: Map<String, Value> =
            limited.map(|(criterion, count)| (criterion.name().to_string(), json!(count))).collect();
        let mut summary = json!({
            "scene": scene.name,
            "status": self.status,
            "units": "SI",
            "dimension": dimension as usize,
            "precision": scene.precision_name(),
            "scheme": scene.transfer.label(dimension),
            "kernel": scene.grid.kernel.name(),
            "threads": simulation.threads(),
            "simd": simulation.simd().name(),
            "materials": scene.materials.keys().collect::<Vec<_>>(),
            "particles": particles,
            "lost": particles - self.last.particles,
            "frames": self.frames,
            "steps": steps,
            "time": simulation.time(),
            "wall_s": self.wall,
            "particle_steps_per_s": if stepping > 0.0 { particles as f64 * steps as f64 / stepping } else { 0.0 },
            "phases_s": phases(&watch.timer),
            "dt": { "min": watch.all.shortest(), "max": watch.all.max, "limited_by": limited },
            "initial": state(&self.initial, dimension),
            "final": state(&self.last, dimension),
        });
        if let Some(message) = self.message {
            summary["message"] = json!(message);
        }
        summary
    }
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
