//! `clastic run`.

mod arguments;

use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use clastic::transfer::Scheme;
use clastic::{Criterion, Diagnostics, Observer, Phase, Simulation, Until};
use clastic_frames::Format;
use clastic_scene::{
    Latest, Loaded, Overrides, Scene, SceneFile, clear_checkpoints, read_latest, write_checkpoint,
};
use clastic_view::Status;

use crate::lock::Lock;
use crate::machine::available_memory;
use crate::notes::{Notes, SchemeChange};
use crate::output::{Output, Row, Summary};
use crate::progress::{Progress, Visibility};
use crate::view::{Control, Door, Exhibit, Show};
use crate::watch::Watch;
use crate::{Failure, render};

pub use arguments::RunArguments;

/// Reads the scene, runs it and writes the output folder.
pub fn run(arguments: &RunArguments) -> Result<(), Failure> {
    let edits = arguments.edits().map_err(Failure::Scene)?;
    let overrides =
        Overrides { threads: arguments.threads.unwrap_or(0).into(), simd: arguments.simd.level()? };
    let file = SceneFile::read(&arguments.scene, &edits).map_err(Failure::Scene)?;
    let scene = &file.scene;
    let folder = arguments.out.clone().unwrap_or_else(|| Path::new("out").join(&scene.name));
    spare_the_source(&file, &arguments.scene, &folder)?;
    if arguments.view && !scene.output.formats.contains(&Format::Npz) {
        let formats: Vec<&str> = scene.output.formats.iter().map(|format| format.name()).collect();
        let formats = formats.join(",");
        return Err(Failure::Input(format!(
            "--view reads frames in npz; expected it among the formats {formats}"
        )));
    }
    announce(&file, arguments)?;

    let interrupted = interruption();
    let control = arguments.view.then(|| {
        let name = scene.transfer.label(scene.dimension);
        Arc::new(Control::new(name, scene.dimension as usize, interrupted.clone()))
    });
    let job = Job { file: &file, overrides, folder: &folder, arguments, interrupted, control };
    let mut run = if arguments.resume { job.resumed()? } else { job.fresh(None)? };
    let show = run.show(&arguments.door)?;
    let ending = match run.follow() {
        Ok(ending) => ending,
        Err(failure) => {
            run.watch.progress.finish();
            // The disk may refuse this too; the failure itself is what counts.
            let _ = run.output.summary(&run.summarize("failed", Some(&failure.to_string())));
            crate::say(&format!("what is written stays; to go on: {}", arguments.resume_line()));
            return Err(failure);
        }
    };
    run.watch.progress.finish();
    let summary = run.summary(&ending);
    run.output.summary(&summary)?;
    let told = match (arguments.json, arguments.quiet) {
        (true, _) => crate::print(&format!("{summary:#}")),
        (false, false) => crate::print(&run.closing_lines()),
        (false, true) => Ok(()),
    };
    if scene.output.sheet && !matches!(ending, Ending::Interrupted) {
        // A run that has its frames has not failed because a picture has.
        if let Err(failure) = render::sheet(&folder) {
            tracing::warn!("no contact sheet: {failure}");
        }
    }
    told?;
    if let Some(show) = show {
        run.stay(show, &ending);
    }
    match ending {
        Ending::Done => Ok(()),
        Ending::Interrupted => Err(Failure::Interrupted(arguments.resume_line())),
        Ending::Failed(message) => Err(Failure::Simulation(message)),
    }
}

/// Refuses to write the scene as run over the scene as the user wrote it.
fn spare_the_source(file: &SceneFile, scene: &Path, folder: &Path) -> Result<(), Failure> {
    let copy = folder.join("scene.toml");
    let same = matches!((scene.canonicalize(), copy.canonicalize()), (Ok(a), Ok(b)) if a == b);
    if same && std::fs::read_to_string(scene).is_ok_and(|text| text != file.scene.to_toml()) {
        let (scene, folder) = (scene.display(), folder.display());
        return Err(Failure::Input(format!(
            "{scene} would be overwritten by the run in {folder}; expected another --out"
        )));
    }
    Ok(())
}

/// Says how large the scene is, and refuses what does not fit.
fn announce(file: &SceneFile, arguments: &RunArguments) -> Result<(), Failure> {
    let estimate = file.estimate();
    for repair in file.repairs() {
        tracing::info!("{repair}");
    }
    if !arguments.quiet {
        crate::say(&format!("{}: {estimate}", file.scene.name));
    }
    match available_memory() {
        Some(available) if estimate.bytes > available => Err(Failure::Input(format!(
            "{}: {estimate} are needed, but only {} MB of memory are free; expected larger cells or fewer particles",
            arguments.scene.display(),
            available >> 20
        ))),
        _ => Ok(()),
    }
}

enum Ending {
    Done,
    Interrupted,
    Failed(String),
}

struct Run<'a> {
    scene: &'a Scene,
    simulation: Simulation,
    output: Output,
    watch: Watch,
    start: Instant,
    /// Seconds on the wall before this process.
    earlier: f64,
    last_checkpoint: Instant,
    /// Steps that the last checkpoint holds.
    kept: Option<u64>,
    initial: Diagnostics,
    last: Diagnostics,
    /// The last frame that was written.
    frames: u64,
    /// Whether it was said that the fixed step is too long.
    warned: bool,
    /// The schemes that it went on with, by a wish of those who watch it.
    schemes: Vec<SchemeChange>,
}

/// What a run begins with.
struct Job<'a> {
    file: &'a SceneFile,
    overrides: Overrides,
    folder: &'a Path,
    arguments: &'a RunArguments,
    interrupted: Arc<AtomicBool>,
    /// Between the run and those who watch it, if it is shown.
    control: Option<Arc<Control>>,
}

impl<'a> Job<'a> {
    fn fresh(&self, lock: Option<Lock>) -> Result<Run<'a>, Failure> {
        let filled = self.file.fill().map_err(Failure::Scene)?;
        for left_out in self.file.left_out(&filled) {
            self.say(&left_out);
        }
        let simulation = self.file.assemble(&filled, &self.overrides).map_err(Failure::Scene)?;
        drop(filled);
        let lock = self.locked(lock)?;
        let output = Output::fresh(lock, self.file)?;
        let checkpoints = checkpoints(self.folder);
        clear_checkpoints(&checkpoints).map_err(|error| Failure::Disk(checkpoints, error))?;
        let initial = simulation.diagnostics();
        let mut run = self.run(simulation, output, initial);
        // Whatever an earlier run left must not pass for this one's result.
        run.output.summary(&run.summarize("running", None))?;
        run.write_frame(0)?;
        Ok(run)
    }

    fn resumed(&self) -> Result<Run<'a>, Failure> {
        let Job { file, overrides, folder, .. } = self;
        let lock = folder.is_dir().then(|| Lock::take(folder)).transpose()?;
        let restore = |loaded: &Loaded| {
            let notes = Notes::parse(&loaded.notes).ok_or("its notes cannot be read")?;
            let mut simulation = Simulation::restore(file.config(overrides), &loaded.snapshot)
                .map_err(|error| error.to_string())?;
            if let Some(SchemeChange { scheme, .. }) = notes.schemes.last() {
                set_scheme(&mut simulation, scheme)?;
            }
            Ok((notes, simulation))
        };
        let Latest { found, skipped } = read_latest(&checkpoints(folder), &file.scene.key(), restore)
            .map_err(|error| Failure::Input(error.to_string()))?;
        for skipped in &skipped {
            tracing::warn!("{skipped}");
        }
        let Some((notes, simulation)) = found else {
            if let Some(skipped) = skipped.first() {
                // To begin anew would overwrite what that run has.
                let message =
                    format!("{skipped}; there is no other, and without --resume the run begins anew");
                return Err(Failure::Input(message));
            }
            self.say("no checkpoint, so the run begins");
            return self.fresh(lock);
        };
        let lock = self.locked(lock)?;
        self.say(&format!("goes on at t = {} s, after frame {}", simulation.time(), notes.frame));
        let output = Output::resumed(lock, file, &notes)?;
        let mut run = self.run(simulation, output, notes.initial);
        run.last = run.simulation.diagnostics();
        run.earlier = notes.wall;
        run.frames = notes.frame;
        run.schemes.clone_from(&notes.schemes);
        if let (Some(control), Some(last)) = (&self.control, run.schemes.last()) {
            control.set_scheme(&last.scheme);
        }
        notes.into_watch(&mut run.watch);
        run.watch.progress.frame(run.frames, run.simulation.len());
        Ok(run)
    }

    fn run(&self, simulation: Simulation, output: Output, initial: Diagnostics) -> Run<'a> {
        let visibility = if self.arguments.quiet { Visibility::Hidden } else { Visibility::Shown };
        let progress = Progress::new(&self.file.scene, &simulation, visibility);
        let now = Instant::now();
        Run {
            scene: &self.file.scene,
            simulation,
            output,
            watch: Watch::new(progress, self.interrupted.clone(), self.control.clone()),
            start: now,
            earlier: 0.0,
            last_checkpoint: now,
            kept: None,
            initial,
            last: initial,
            frames: 0,
            warned: false,
            schemes: Vec::new(),
        }
    }

    /// The folder is taken when there is something to write: a scene with mistakes leaves none behind.
    fn locked(&self, lock: Option<Lock>) -> Result<Lock, Failure> {
        lock.map_or_else(|| Lock::take(self.folder), Ok)
    }

    fn say(&self, what: &str) {
        if !self.arguments.quiet {
            crate::say(&format!("{}: {what}", self.folder.display()));
        }
    }
}

/// Where a run's checkpoints are.
fn checkpoints(folder: &Path) -> PathBuf {
    folder.join("checkpoint")
}

impl Run<'_> {
    fn follow(&mut self) -> Result<Ending, Failure> {
        let time = &self.scene.time;
        for frame in self.frames + 1..=time.frame_count() {
            // A run that goes on beyond a frame cut short must do so from before it: its last steps were shortened.
            if !time.is_whole(frame) {
                self.keep()?;
            }
            self.change_scheme()?;
            let start = Instant::now();
            let outcome = self.simulation.run(Until::Time(time.frame_time(frame)), &mut self.watch);
            self.warn_of_retries();
            if let Some(control) = &self.watch.control {
                control.frame_done(self.watch.since_frame.total() as f64 / start.elapsed().as_secs_f64());
            }
            if let Err(error) = outcome {
                // The failed step was never committed, and what led to it is worth a look.
                self.write_frame(frame)?;
                self.output.sync()?;
                return Ok(Ending::Failed(error.to_string()));
            }
            if self.watch.interrupted() {
                if time.is_whole(frame) {
                    self.keep()?;
                }
                return Ok(Ending::Interrupted);
            }
            self.write_frame(frame)?;
            let due = self.last_checkpoint.elapsed().as_secs_f64() >= self.scene.output.checkpoint_seconds;
            if due && time.is_whole(frame) {
                self.keep()?;
            }
        }
        self.output.sync()?;
        if time.is_whole(self.frames) {
            self.keep()?;
        }
        Ok(Ending::Done)
    }

    /// Opens the door to those who watch, if it is to be shown.
    fn show(&mut self, door: &Door) -> Result<Option<Show>, Failure> {
        let Some(control) = self.watch.control.clone() else { return Ok(None) };
        self.output.sync()?;
        let exhibit = Exhibit::open(self.output.folder().to_path_buf(), Some(control))?;
        let show = Show::start(vec![Arc::new(exhibit)], door)?;
        crate::say(&format!("to see it: {}", show.url()));
        Ok(Some(show))
    }

    /// Lets those who watch look on after the end, unless the user has ended it.
    fn stay(&self, show: Show, ending: &Ending) {
        if let Some(control) = &self.watch.control {
            let (status, message) = match ending {
                Ending::Done => (Status::Done, None),
                Ending::Interrupted => (Status::Interrupted, None),
                Ending::Failed(message) => (Status::Failed, Some(message.clone())),
            };
            control.end(status, message);
            if !self.watch.interrupted() || control.was_stopped() {
                crate::say("the run is over; Ctrl-C closes the page");
                show.until(|| self.watch.interrupted() && !control.was_stopped());
            }
        }
        show.end();
    }

    /// Goes on with the scheme that those who watch wish, if that is another.
    fn change_scheme(&mut self) -> Result<(), Failure> {
        let Some(scheme) = self.watch.control.as_ref().and_then(|control| control.take_scheme()) else {
            return Ok(());
        };
        set_scheme(&mut self.simulation, &scheme).map_err(Failure::Simulation)?;
        self.schemes.push(SchemeChange { time: self.simulation.time(), scheme });
        Ok(())
    }

    /// Says once that a fixed step is too long, and how long an adaptive one would be.
    fn warn_of_retries(&mut self) {
        let refused = self.watch.since_frame.count(Criterion::Retry);
        let Some(dt) = self.scene.time.dt.filter(|_| refused > 0 && !self.warned) else { return };
        self.warned = true;
        tracing::warn!(
            "dt = {dt:?} s is too long: {refused} steps before t = {:.6} s were refused and shortened; without `dt` \
             steps adapt to motion and sound",
            self.simulation.time()
        );
    }

    /// Writes a checkpoint, unless there is one of this step.
    fn keep(&mut self) -> Result<(), Failure> {
        if self.kept == Some(self.simulation.steps()) { Ok(()) } else { self.write_checkpoint() }
    }

    fn write_frame(&mut self, number: u64) -> Result<(), Failure> {
        self.last = self.simulation.diagnostics();
        let row = Row { diagnostics: &self.last, steps: &self.watch.since_frame, wall: self.wall() };
        self.output.frame(number, self.scene, &self.simulation, &row)?;
        tracing::debug!(
            "frame {number} at t = {} s after {} steps",
            self.simulation.time(),
            self.simulation.steps()
        );
        self.watch.frame(number, self.simulation.len());
        self.frames = number;
        Ok(())
    }

    /// Everything up to here is written before the checkpoint says so.
    fn write_checkpoint(&mut self) -> Result<(), Failure> {
        self.output.sync()?;
        let mut notes =
            Notes::of(self.frames, self.wall(), &self.watch, self.initial, self.output.impulses());
        notes.schemes.clone_from(&self.schemes);
        let folder = checkpoints(self.output.folder());
        let snapshot = self.simulation.snapshot();
        write_checkpoint(&folder, self.simulation.steps(), &snapshot, &notes.text(), &self.scene.key())
            .map_err(|error| Failure::Disk(folder, error))?;
        self.last_checkpoint = Instant::now();
        self.kept = Some(self.simulation.steps());
        Ok(())
    }

    fn wall(&self) -> f64 {
        self.earlier + self.start.elapsed().as_secs_f64()
    }

    fn summary(&mut self, ending: &Ending) -> serde_json::Value {
        // Counts the last frame's output.
        self.watch.phase(Phase::Outside);
        match ending {
            Ending::Done => self.summarize("done", None),
            Ending::Interrupted => self.summarize("interrupted", None),
            Ending::Failed(message) => self.summarize("failed", Some(message)),
        }
    }

    fn summarize(&self, status: &str, message: Option<&str>) -> serde_json::Value {
        let summary = Summary {
            scene: self.scene,
            simulation: &self.simulation,
            watch: &self.watch,
            frames: self.frames,
            wall: self.wall(),
            initial: self.initial,
            last: self.last,
            schemes: &self.schemes,
            status,
            message,
        };
        summary.json()
    }

    fn closing_lines(&self) -> String {
        let (particles, steps) = (self.simulation.len(), self.simulation.steps());
        format!(
            "{}: {particles} particles, {steps} steps to t = {:.4} s in {:.1} s, {:.2} M particle-steps/s\n\
             written to {}",
            self.scene.name,
            self.simulation.time(),
            self.wall(),
            1e-6 * self.watch.particle_steps(particles) / self.watch.timer.stepping().max(1e-9),
            self.output.folder().display()
        )
    }
}

/// Goes on with the scheme of this name.
fn set_scheme(simulation: &mut Simulation, name: &str) -> Result<(), String> {
    let dimension = simulation.config().dimension as usize;
    let scheme = Scheme::from_name(name, dimension).ok_or_else(|| format!("{name}: no such scheme"))?;
    simulation.set_scheme(scheme).map_err(|error| error.to_string())
}

/// Turns true at the first Ctrl-C, or when the system asks to end; a second one ends the process at once.
pub fn interruption() -> Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let watched = || {
        let flag = Arc::new(AtomicBool::new(false));
        let set = flag.clone();
        let handler = move || {
            if set.swap(true, Ordering::Relaxed) {
                process::exit(130);
            }
        };
        if let Err(error) = ctrlc::set_handler(handler) {
            tracing::warn!("Ctrl-C will end the run without a summary: {error}");
        }
        flag
    };
    FLAG.get_or_init(watched).clone()
}
