//! The output folder.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::mem;
use std::path::Path;

use clastic::{Columns, Criterion, Diagnostics, Dimension, Fields, Phase, Simulation, Values};
use clastic_frames::{Floats, Frame, Units, Writer, replace_file};
use clastic_scene::{ExtraField, Named, Scene, SceneFile};
use serde_json::{Map, Value, json};

use crate::Failure;
use crate::lock::Lock;
use crate::watch::{PHASES, Steps, Timer, Watch};

const COLUMNS: &str = "frame,time,steps,dt_min,dt_max,dt_limit,particles,mass,px,py,pz,lx,ly,lz,\
                       kinetic,elastic,gravitational,max_speed,wall_s";
const TABLE: &str = "diagnostics.csv";

/// A folder that a run writes to.
pub struct Output {
    /// Held as long as anything is written.
    lock: Lock,
    table: File,
    frames: Frames,
}

impl Output {
    /// For a run that begins. Makes the folder, or takes one that is there; nothing in it is deleted.
    pub fn fresh(lock: Lock, file: &SceneFile) -> Result<Output, Failure> {
        let folder = lock.folder().to_path_buf();
        let frames = folder.join("frames");
        fs::create_dir_all(&frames).map_err(|error| Failure::Disk(frames.clone(), error))?;
        let old = fs::read_dir(&frames).map_or(0, |entries| entries.flatten().count());
        if old > 0 {
            let last = file.scene.time.frame_count();
            tracing::warn!(
                "{} holds {old} files of an earlier run; 0000 to {last:04} are overwritten, others stay",
                frames.display()
            );
        }
        let table = folder.join(TABLE);
        fs::write(&table, format!("{COLUMNS}\n")).map_err(|error| Failure::Disk(table, error))?;
        let output = Output::open(lock, file)?;
        file.write_copy(&folder)?;
        Ok(output)
    }

    /// For a run that goes on after that frame: later rows of diagnostics will come again.
    pub fn resumed(lock: Lock, file: &SceneFile, frame: u64) -> Result<Output, Failure> {
        let folder = lock.folder().to_path_buf();
        let table = folder.join(TABLE);
        let text = fs::read_to_string(&table).map_err(|error| Failure::Unreadable(table.clone(), error))?;
        // A row that was cut off has too few columns, and is of a later frame anyway.
        let columns = COLUMNS.split(',').count();
        let whole = |line: &&str| line.split(',').count() == columns;
        let earlier = |line: &&str| {
            line.split(',')
                .next()
                .and_then(|number| number.parse().ok())
                .is_none_or(|number: u64| number <= frame)
        };
        let kept: String =
            text.lines().filter(whole).filter(earlier).map(|line| format!("{line}\n")).collect();
        replace_file(&table, |file| file.write_all(kept.as_bytes()))?;
        let output = Output::open(lock, file)?;
        file.write_copy(&folder)?;
        Ok(output)
    }

    fn open(lock: Lock, file: &SceneFile) -> Result<Output, Failure> {
        let folder = lock.folder();
        let scene = &file.scene;
        let table = folder.join(TABLE);
        let opened = OpenOptions::new().append(true).open(&table);
        let extra = |field| scene.output.fields.contains(&field);
        let fields = Fields {
            c: extra(ExtraField::C),
            f: extra(ExtraField::F),
            stress: extra(ExtraField::Stress),
            temperature: extra(ExtraField::Temperature),
            concentration: extra(ExtraField::Concentration),
        };
        let spacing = scene.bodies.iter().map(|(_, body)| body.mean_spacing(scene));
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
        Ok(Output { table: opened.map_err(|error| Failure::Disk(table, error))?, frames, lock })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        self.lock.folder()
    }

    /// Writes summary.json.
    pub fn summary(&self, summary: &Value) -> Result<(), Failure> {
        let path = self.folder().join("summary.json");
        Ok(replace_file(&path, |file| writeln!(file, "{summary:#}"))?)
    }

    /// Hands a frame to the writer and appends its row of diagnostics.
    pub fn frame(
        &mut self,
        number: u64,
        simulation: &Simulation,
        diagnostics: &Diagnostics,
        steps: &Steps,
        wall: f64,
    ) -> Result<(), Failure> {
        self.frames.push(number, simulation)?;
        let d = diagnostics;
        let mut row = format!("{number},{:?},{}", simulation.time(), simulation.steps());
        row += &format!(",{:?},{:?},{},{}", steps.shortest(), steps.max, steps.limit(), d.particles);
        let numbers = [d.mass].into_iter().chain(d.momentum).chain(d.angular_momentum);
        for number in numbers.chain([d.kinetic, d.elastic, d.gravitational, d.max_speed, wall]) {
            row += &format!(",{number:?}");
        }
        let written = self.table.write_all(format!("{row}\n").as_bytes());
        written.map_err(|error| Failure::Disk(self.folder().join(TABLE), error))
    }

    /// Waits until every frame is on the disk.
    pub fn sync(&mut self) -> Result<(), Failure> {
        self.frames.sync()?;
        let synced: io::Result<()> = self.table.sync_data();
        synced.map_err(|error| Failure::Disk(self.folder().join(TABLE), error))
    }
}

/// Particles on their way to the disk: columns become frames, and written frames give their memory back.
pub struct Frames {
    writer: Writer,
    columns: Columns,
    fields: Fields,
    /// What all frames have in common.
    usual: Frame,
}

impl Frames {
    /// With these columns besides the usual ones.
    pub fn new(writer: Writer, fields: Fields, usual: Frame) -> Self {
        Frames { writer, columns: Columns::default(), fields, usual }
    }

    /// Hands the particles as they are now to the writer.
    pub fn push(&mut self, number: u64, simulation: &Simulation) -> Result<(), clastic_frames::Error> {
        simulation.columns(self.fields, &mut self.columns);
        let mut frame = self.writer.recycle().unwrap_or_else(|| self.usual.clone());
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
            "units": scene.units.name(),
            "dimension": dimension as usize,
            "precision": scene.precision.name(),
            "scheme": scene.transfer.label(dimension),
            "kernel": scene.grid.kernel.name(),
            "threads": simulation.threads(),
            "simd": simulation.simd().name(),
            "materials": scene.materials.iter().map(|(name, _)| name).collect::<Vec<_>>(),
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
