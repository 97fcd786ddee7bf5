//! The command `clastic`: runs scene files, lists what they may name, and measures speed.

mod bench;
mod list;
mod output;
mod progress;
mod run;
mod watch;

use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};
use clastic::Precision;
use clastic::tensor::SimdLevel;
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
    /// List what scenes may name
    List {
        /// What to list; everything if not given
        what: Option<list::What>,
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
    /// A bad command line or scene.
    Input(String),
    /// The simulation cannot go on.
    Simulation(String),
    /// A file or folder cannot be written.
    Disk(PathBuf, io::Error),
    /// The user wants it to end.
    Interrupted,
}

impl Failure {
    fn code(&self) -> u8 {
        match self {
            Failure::Input(_) => 2,
            Failure::Simulation(_) => 3,
            Failure::Disk(..) => 4,
            Failure::Interrupted => 130,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(message) | Failure::Simulation(message) => write!(f, "error: {message}"),
            Failure::Disk(path, reason) => write!(f, "error: cannot write {}: {reason}", path.display()),
            Failure::Interrupted => write!(f, "interrupted; what there was is written"),
        }
    }
}

/// Prints to stdout; a reader that has gone away is no failure of ours.
fn print(text: &str) {
    let _ = writeln!(io::stdout(), "{text}");
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
        Command::List { what } => {
            list::list(what);
            Ok(())
        }
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
