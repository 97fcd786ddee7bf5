//! The command `clastic`: runs scene files, checks them, renders their frames, lists what they may name, and measures
//! speed.

mod bench;
mod check;
mod compare;
mod gallery;
mod list;
mod loads;
mod lock;
mod machine;
mod mesh;
mod notes;
mod output;
mod progress;
mod render;
mod report;
mod run;
mod studio;
mod table;
mod view;
mod watch;

use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use clastic::Precision;
use clastic::tensor::SimdLevel;
use clastic_scene::{Edit, Mistakes};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::prelude::*;

/// Simulates matter that flows, bends, breaks and separates.
///
/// Exit codes: 0 done, 2 bad command line or scene, 3 the simulation failed, 4 the disk failed, 130 interrupted.
#[derive(Parser)]
#[command(name = "clastic", version)]
struct Cli {
    /// Say more on stderr; twice for details. RUST_LOG goes first.
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    verbose: u8,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run a scene and write its frames, diagnostics and summary
    Run(run::RunArguments),
    /// Say everything that is wrong with a scene, or how large it is
    Check(check::CheckArguments),
    /// Write a scene to start from
    New(gallery::NewArguments),
    /// Render the frames of a run: pictures, a contact sheet and a film
    Render(render::RenderArguments),
    /// Wrap the particles of a run in surfaces
    Mesh(mesh::MeshArguments),
    /// Show runs in a browser, side by side; or run a scene and show it live
    View(view::ViewArguments),
    /// Run a scene by several schemes and show how they differ: a sheet, curves, numbers and a page
    Compare(compare::CompareArguments),
    /// Tell of one run: a sheet, curves, numbers and a page
    Report(report::ReportArguments),
    /// List what scenes may name
    List {
        /// What to list; everything if not given
        what: Option<list::What>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Print completions for a shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// Measure speed with a block that falls, shears and spins
    Bench(bench::BenchArguments),
}

/// The precision of particles and nodes.
#[derive(Clone, Copy, ValueEnum)]
enum PrecisionName {
    F32,
    F64,
}

impl PrecisionName {
    fn name(self) -> &'static str {
        match self {
            PrecisionName::F32 => "f32",
            PrecisionName::F64 => "f64",
        }
    }
}

impl From<PrecisionName> for Precision {
    fn from(name: PrecisionName) -> Self {
        match name {
            PrecisionName::F32 => Precision::F32,
            PrecisionName::F64 => Precision::F64,
        }
    }
}

/// An instruction set.
#[derive(Clone, Copy, ValueEnum)]
enum SimdName {
    Auto,
    Sse2,
    Avx2,
    Avx512,
}

impl SimdName {
    /// The level, where `None` is the fastest that the CPU has.
    fn level(self) -> Result<Option<SimdLevel>, Failure> {
        let name = match self {
            SimdName::Auto => return Ok(None),
            SimdName::Sse2 => "sse2",
            SimdName::Avx2 => "avx2",
            SimdName::Avx512 => "avx512",
        };
        SimdLevel::from_name(name).map(Some).ok_or_else(|| {
            let levels: Vec<_> = SimdLevel::available().iter().map(|level| level.name()).collect();
            Failure::Input(format!("--simd {name}: this CPU does not have it; it has {}", levels.join(", ")))
        })
    }
}

/// Why the command ends without success.
enum Failure {
    /// A bad command line, or something that does not fit it.
    Input(String),
    /// A bad scene.
    Scene(Mistakes),
    /// The simulation cannot go on.
    Simulation(String),
    /// A file or folder cannot be written.
    Disk(PathBuf, io::Error),
    /// A file that should be there cannot be read.
    Unreadable(PathBuf, io::Error),
    /// The user wants it to end; how to go on.
    Interrupted(String),
}

impl Failure {
    fn code(&self) -> u8 {
        match self {
            Failure::Input(_) | Failure::Scene(_) => 2,
            Failure::Simulation(_) => 3,
            Failure::Disk(..) | Failure::Unreadable(..) => 4,
            Failure::Interrupted(_) => 130,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(message) | Failure::Simulation(message) => write!(f, "error: {message}"),
            Failure::Disk(path, reason) => write!(f, "error: cannot write {}: {reason}", path.display()),
            Failure::Unreadable(path, reason) => write!(f, "error: cannot read {}: {reason}", path.display()),
            Failure::Scene(mistakes) if mistakes.0.len() == 1 => write!(f, "error: {mistakes}"),
            Failure::Scene(mistakes) => write!(f, "error: {} mistakes\n\n{mistakes}", mistakes.0.len()),
            Failure::Interrupted(line) => {
                write!(f, "interrupted; a checkpoint is written. To go on:\n  {line}")
            }
        }
    }
}

impl From<clastic_frames::Error> for Failure {
    fn from(error: clastic_frames::Error) -> Self {
        match error {
            clastic_frames::Error::Io { path, source } => Failure::Disk(path, source),
            clastic_frames::Error::Unreadable { path, source } => Failure::Unreadable(path, source),
            other => Failure::Input(other.to_string()),
        }
    }
}

impl From<clastic_render::RenderError> for Failure {
    fn from(error: clastic_render::RenderError) -> Self {
        Failure::Input(error.to_string())
    }
}

impl From<clastic_render::WriteError> for Failure {
    fn from(error: clastic_render::WriteError) -> Self {
        match error {
            clastic_render::WriteError::File { path, error } => Failure::Disk(path, error),
            other => Failure::Input(other.to_string()),
        }
    }
}

/// What users change in a scene from the command line.
#[derive(clap::Args)]
struct Changes {
    /// Set any field of the scene by its path, as in transfer.alpha=0.97 or bodies.ball.radius=2
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Take a field of the scene away, as in time.frames or bodies.ball; goes before --set
    #[arg(long = "unset", value_name = "KEY")]
    unset: Vec<String>,
}

impl Changes {
    /// As edits; every one that makes no sense is a mistake.
    fn edits(&self) -> Result<Vec<Edit>, Mistakes> {
        let (mut edits, mut mistakes) = (Vec::new(), Vec::new());
        let unset = self.unset.iter().map(|text| Edit::unset(text));
        for edit in unset.chain(self.set.iter().map(|text| Edit::parse(text))) {
            match edit {
                Ok(edit) => edits.push(edit),
                Err(more) => mistakes.extend(more.0),
            }
        }
        if mistakes.is_empty() { Ok(edits) } else { Err(Mistakes(mistakes)) }
    }
}

/// Prints to stdout; a reader that has gone away is no failure of ours, a full disk is.
fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    match writeln!(stdout, "{text}").and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::Disk("stdout".into(), error)),
        _ => Ok(()),
    }
}

/// Prints to stderr; a reader that has gone away is no failure of ours.
fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

fn log(verbose: u8) {
    let level = [LevelFilter::WARN, LevelFilter::INFO, LevelFilter::DEBUG][usize::from(verbose.min(2))];
    let given = std::env::var("RUST_LOG").ok().and_then(|text| text.parse::<Targets>().ok());
    let filter = given.unwrap_or_else(|| Targets::new().with_default(level));
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).without_time().with_target(false);
    let lines = lines.with_ansi(std::io::IsTerminal::is_terminal(&io::stderr()));
    tracing_subscriber::registry().with(lines.with_filter(filter)).init();
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    log(cli.verbose);
    let outcome = match cli.command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Check(arguments) => check::check(&arguments),
        Command::New(arguments) => gallery::new(&arguments),
        Command::Render(arguments) => render::render(&arguments),
        Command::Compare(arguments) => compare::compare(&arguments),
        Command::Report(arguments) => report::report(&arguments),
        Command::Mesh(arguments) => mesh::mesh(&arguments),
        Command::View(arguments) => match &arguments.what[..] {
            [scene] if scene.is_file() => run::run(&run::RunArguments::shown(scene, arguments.door)),
            folders => view::view(folders, &arguments.door, &run::interruption()),
        },
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "clastic", &mut text);
            print(String::from_utf8_lossy(&text).trim_end())
        }
        Command::List { what, json: true } => list::json(what),
        Command::List { what, json: false } => list::list(what),
        Command::Bench(arguments) => bench::bench(&arguments),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            let _ = writeln!(io::stderr(), "{failure}");
            ExitCode::from(failure.code())
        }
    }
}
