//! The project's own commands, run as `cargo xtask <command>`.

mod bench;
mod fuzz;
mod gallery;
mod instructions;
mod package;
mod process;
mod python;
mod report;
mod test;
mod validate;
mod viewer;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask <command> [options]

Commands:
  test      formatting, lints, documentation, every test, instruction counts, the viewer, the Python package and a minute
            of mutations; stops at the first failure

  validate  measures what theory and the papers claim, and draws the curves
              [ID]...        which cases (all of them)
              --full         as fine and as long as the papers have it
              --out DIR      where the page of results and the figures go (target/validation)
              --json         one JSON document on stdout, all else on stderr
              --list         says which cases there are

  bench     times Clastic and other codes on the same jobs, in turn; holds phases against the roofline; writes a page
              --materials A,B   of jelly, sand, liquid (all)
              --schemes A,B     of apic, flip, asflip (apic; without --materials also jelly with asflip)
              --particles N,M   as in 1e5,1e6 (1e6)
              --threads N,M     (every core)
              --full            every material and scheme, 1e5, 1e6 and 8e6 particles, 1 thread and every core
              --reps N          rounds; the median counts (3)
              --steps N         timed steps per run (fewer for more particles)
              --peers A,B       of taichi, warp; or none (both)
              --scaling N,M     particles of the scaling table; or none (1e4,1e5,1e6,1e7)
              --out FILE        where the page goes (bench/results.md)
              --json            one JSON document on stdout instead of the page

            liquid            times the liquid solver instead: a dam, and pressure per cell from 32³ to 256³ cells; its page
                              is bench/liquid.md, or the FILE after --out

  instructions  counts what the phases of a step execute, against bench/instructions.md; needs valgrind
              --update       makes the counts the bounds

  viewer    builds the page of `clastic view` and tries it in headless Chromium; needs Node, and installs the rest

  python    tests the Python package by pytest; needs python3 with venv
              --wheel        makes a wheel too, in release, and tries it in an environment of its own (minutes)
              [OPTION]...    pytest's, as in -k threads

  wheel     makes the Python package, in release, as a wheel in target/wheels

  gallery   runs the scenes and makes docs/gallery: a picture and the measured claims of each
              [SCENE]...     which, as in jelly or a10-fountain (all of them, about half an hour)

  fuzz      libFuzzer on the readers of scenes, meshes and frames; needs nightly and cargo-fuzz
              [scene|mesh|npz]...  which (all of them, in turn)
              --seconds N    how long for each (60)

Options:
  --help  this text
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((command, options)) = arguments.split_first() else {
        eprint!("{HELP}");
        return ExitCode::from(2);
    };
    if arguments.iter().any(|argument| argument == "--help" || argument == "-h") || command == "help" {
        print!("{HELP}");
        return ExitCode::SUCCESS;
    }
    let outcome = match command.as_str() {
        "test" => test::run(options),
        "validate" => validate::run(options),
        "bench" => bench::run(options),
        "instructions" => instructions::run(options),
        "viewer" => viewer::run(options),
        "python" => package::test(options),
        "wheel" => package::wheel(options),
        "gallery" => gallery::run(options),
        "fuzz" => fuzz::run(options),
        _ => Err(Failure::Usage(format!("unknown command `{command}`"))),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Usage(what)) => {
            eprintln!("error: {what}\n\n{HELP}");
            ExitCode::from(2)
        }
        Err(Failure::Failed(what)) => {
            eprintln!("error: {what}");
            ExitCode::FAILURE
        }
        Err(Failure::Reported { code }) => ExitCode::from(code),
    }
}

/// Why a command did not succeed.
#[derive(Debug, PartialEq)]
enum Failure {
    /// The command line is wrong.
    Usage(String),
    /// Something did not work, to be printed.
    Failed(String),
    /// Something did not work and was printed already.
    Reported {
        /// What to exit with.
        code: u8,
    },
}
