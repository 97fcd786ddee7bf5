//! `clastic run`.

use std::path::{Path, PathBuf};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::Args;
use clastic::{Diagnostics, Simulation, Until};
use clastic_scene::{Edit, Overrides, Scene, SceneError, SceneFile};

use crate::output::{Output, Summary};
use crate::progress::{Progress, Visibility};
use crate::watch::{Steps, Watch};
use crate::{Failure, PrecisionName, SimdName};

/// What `run` takes.
#[derive(Args)]
pub struct RunArguments {
    /// The scene file
    scene: PathBuf,
    /// The output folder; out/NAME, after the scene, if not given
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Another transfer scheme, such as asflip or flip-0.995, in place of the scene's whole `transfer` table
    #[arg(long, value_name = "NAME")]
    scheme: Option<String>,
    /// Set any field of the scene by its path, as in transfer.alpha=0.97 or bodies.0.radius=2
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Run so many frames
    #[arg(long, value_name = "N", conflicts_with = "until")]
    frames: Option<u32>,
    /// Run until this time
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    until: Option<f64>,
    /// Threads; one per core if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Another precision
    #[arg(long)]
    precision: Option<PrecisionName>,
    /// The instruction set
    #[arg(long, value_name = "LEVEL", default_value = "auto")]
    simd: SimdName,
    /// No progress bar and no closing lines
    #[arg(long)]
    quiet: bool,
    /// Print summary.json to stdout
    #[arg(long)]
    json: bool,
}

impl RunArguments {
    /// What the options change in the scene; `--set` has the last word.
    fn edits(&self) -> Result<Vec<Edit>, SceneError> {
        let mut edits = Vec::new();
        if let Some(name) = &self.scheme {
            let option = format!("--scheme {name}");
            // The table's numbers belong to the scheme that they were written for.
            edits.push(Edit::remove(&option, "transfer"));
            edits.push(Edit::set(&option, "transfer.scheme", name.as_str()));
        }
        if let Some(frames) = self.frames {
            let option = format!("--frames {frames}");
            edits.push(Edit::remove(&option, "time.duration"));
            edits.push(Edit::set(&option, "time.frames", i64::from(frames)));
        }
        if let Some(until) = self.until {
            let option = format!("--until {until}");
            edits.push(Edit::remove(&option, "time.frames"));
            edits.push(Edit::set(&option, "time.duration", until));
        }
        if let Some(precision) = self.precision {
            let name = precision.name();
            edits.push(Edit::set(format!("--precision {name}"), "precision", name));
        }
        for text in &self.set {
            edits.push(Edit::parse(text)?);
        }
        Ok(edits)
    }
}

/// Reads the scene, runs it and writes the output folder.
pub fn run(arguments: &RunArguments) -> Result<(), Failure> {
    let wrong = |error: SceneError| Failure::Input(error.to_string());
    let edits = arguments.edits().map_err(wrong)?;
    let overrides =
        Overrides { threads: arguments.threads.unwrap_or(0).into(), simd: arguments.simd.level()? };
    let file = SceneFile::read(&arguments.scene, &edits).map_err(wrong)?;
    let simulation = file.build(&overrides).map_err(wrong)?;
    let scene = &file.scene;
    let folder = arguments.out.clone().unwrap_or_else(|| Path::new("out").join(&scene.name));
    tracing::info!("{}: {} particles, to {}", scene.name, simulation.len(), folder.display());

    let visibility = if arguments.quiet { Visibility::Hidden } else { Visibility::Shown };
    let progress = Progress::new(scene, &simulation, visibility);
    let output = Output::open(&folder, scene)?;
    let initial = simulation.diagnostics();
    let mut run = Run {
        scene,
        simulation,
        output,
        watch: Watch::new(progress, interruption()),
        start: Instant::now(),
        initial,
        last: initial,
        frames: 0,
    };
    let ending = run.follow()?;
    run.watch.progress.finish();
    let summary = run.summary(&ending);
    run.output.summary(&summary)?;
    if arguments.json {
        crate::print(&format!("{summary:#}"));
    } else if !arguments.quiet {
        crate::print(&run.closing_lines());
    }
    match ending {
        Ending::Done => Ok(()),
        Ending::Interrupted => Err(Failure::Interrupted),
        Ending::Failed(message) => Err(Failure::Simulation(message)),
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
    initial: Diagnostics,
    last: Diagnostics,
    /// The last frame that was written.
    frames: u64,
}

impl Run<'_> {
    fn follow(&mut self) -> Result<Ending, Failure> {
        // Whatever an earlier run left must not pass for this one's result.
        self.output.summary(&self.summarize("running", None))?;
        self.write_frame(0)?;
        for frame in 1..=self.scene.time.frame_count() {
            let due = self.scene.time.frame_time(frame);
            let outcome = self.simulation.run(Until::Time(due), &mut self.watch);
            let ending = match outcome {
                Err(error) => Some(Ending::Failed(error.to_string())),
                Ok(_) if self.watch.interrupted() => Some(Ending::Interrupted),
                Ok(_) => None,
            };
            // An early end too leaves its state as a frame: a failed step was never committed.
            self.write_frame(frame)?;
            if let Some(ending) = ending {
                return Ok(ending);
            }
        }
        Ok(Ending::Done)
    }

    fn write_frame(&mut self, number: u64) -> Result<(), Failure> {
        self.last = self.simulation.diagnostics();
        let wall = self.start.elapsed().as_secs_f64();
        self.output.frame(number, &self.simulation, &self.last, &self.watch.since_frame, wall)?;
        tracing::debug!(
            "frame {number} at t = {} s after {} steps",
            self.simulation.time(),
            self.simulation.steps()
        );
        self.watch.since_frame = Steps::none();
        self.watch.progress.frame(number);
        self.frames = number;
        Ok(())
    }

    fn summary(&mut self, ending: &Ending) -> serde_json::Value {
        // Counts the last frame's output.
        clastic::Observer::phase(&mut self.watch, clastic::Phase::Outside);
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
            wall: self.start.elapsed().as_secs_f64(),
            initial: self.initial,
            last: self.last,
            status,
            message,
        };
        summary.json()
    }

    fn closing_lines(&self) -> String {
        let wall = self.start.elapsed().as_secs_f64();
        let (particles, steps) = (self.initial.particles, self.simulation.steps());
        format!(
            "{}: {particles} particles, {steps} steps to t = {:.4} s in {wall:.1} s, {:.2} M particle-steps/s\n\
             written to {}",
            self.scene.name,
            self.simulation.time(),
            1e-6 * particles as f64 * steps as f64 / self.watch.timer.stepping().max(1e-9),
            self.output.folder().display()
        )
    }
}

/// Turns true at the first Ctrl-C; a second one ends the process at once.
fn interruption() -> Arc<AtomicBool> {
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
}
