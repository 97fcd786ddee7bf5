//! Runs cases and shows what they measured; started by `cargo xtask validate`.

mod json;
mod options;
mod page;
mod terminal;

use std::io::{self, Write};
use std::process::ExitCode;

use options::{Job, Options};
use page::Page;
use terminal::Terminal;
use validation::{Outcome, cases};

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("error: {message}");
            return ExitCode::from(2);
        }
    };
    let done = match options.job {
        Job::List => list(&options).map(|()| true),
        Job::Run => run(&options),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        // Nobody reads on, as in `cargo xtask validate --list | head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn list(options: &Options) -> io::Result<()> {
    if options.json {
        return writeln!(io::stdout(), "{:#}", json::list());
    }
    let widest = cases::all().map(|case| case.id.len()).max().unwrap_or(0);
    cases::all().try_for_each(|case| writeln!(io::stdout(), "{:widest$}  {}", case.id, case.about))
}

/// Whether all that ran holds. The standard output belongs to a machine or to a person, never to both.
fn run(options: &Options) -> io::Result<bool> {
    if !options.json {
        return Ok(measure(options, Terminal::new(io::stdout()))?.iter().all(Outcome::holds));
    }
    let outcomes = measure(options, Terminal::new(io::stderr()))?;
    writeln!(io::stdout(), "{:#}", json::document(&outcomes))?;
    Ok(outcomes.iter().all(Outcome::holds))
}

/// Runs the cases one after another. The page is written after each, so that a long run may be cut short.
fn measure<W: Write>(options: &Options, mut terminal: Terminal<W>) -> io::Result<Vec<Outcome>> {
    let page = Page::within(&options.out)?;
    let mut outcomes = Vec::new();
    for case in &options.cases {
        terminal.begin(case)?;
        let outcome = Outcome::of(case, options.effort);
        terminal.end(&outcome)?;
        page.update(&outcome)?;
        outcomes.push(outcome);
    }
    terminal.summarize(&outcomes, page.path())?;
    Ok(outcomes)
}
