//! `cargo xtask bench`: Clastic and other codes on the same jobs, in turn; phases against what the machine can do; how
//! speed changes with particles, threads and sparseness; memory. Writes a page.

mod job;
mod liquid;
mod options;
mod page;
mod programs;
mod roofline;
mod targets;

use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::Failure;
use crate::process;
use job::{Code, Results};
use options::Options;
use page::Page;
use programs::Programs;

/// Times everything, writes the page and prints it.
pub fn run(arguments: &[String]) -> Result<(), Failure> {
    if let Some(("liquid", options)) = arguments.split_first().map(|(first, rest)| (first.as_str(), rest)) {
        return liquid::run(options);
    }
    let mut options = Options::parse(arguments)?;
    let programs = Programs::prepare(&mut options.peers)?;
    let results = measure(&options, &programs)?;
    let schemes = programs.memory_of_schemes().map_err(Failure::Failed)?;
    let (commit, date) = (commit(), date());
    let page = Page { options: &options, results: &results, schemes: &schemes, commit: &commit, date: &date };
    let text = page.markdown();
    if options.json {
        println!("{:#}", page.json());
    } else {
        println!("\n{text}");
    }
    let written = std::fs::write(&options.out, &text);
    written.map_err(|error| Failure::Failed(format!("cannot write {}: {error}", options.out.display())))?;
    eprintln!("written to {}", options.out.display());
    Ok(())
}

/// Rounds in which everything runs once, so that no code has the machine's better hours for itself.
fn measure(options: &Options, programs: &Programs) -> Result<Results, Failure> {
    let mut runs = job::round(options);
    let mut results = Results::default();
    for round in 1..=options.reps {
        results.machine.push(programs.machine(options.most_threads()).map_err(Failure::Failed)?);
        let mut broken = Vec::new();
        for run in &runs {
            eprint!(
                "round {round}/{}: {} {} {} ({}), {} particles, {} threads … ",
                options.reps,
                run.code.name(),
                run.case.material,
                run.case.scheme,
                run.layout.name(),
                run.particles,
                run.threads
            );
            match programs.time(run, options) {
                Ok(report) => {
                    eprintln!("{:.2} M/s", 1e-6 * report["particle_steps_per_s"].as_f64().unwrap_or(0.0));
                    results.push(*run, report);
                }
                Err(what) if run.code == Code::Clastic => return Err(Failure::Failed(what)),
                Err(what) => {
                    eprintln!("skipped from here on: {what}");
                    broken.push(*run);
                }
            }
        }
        runs.retain(|run| !broken.contains(run));
    }
    Ok(results)
}

/// The commit that is timed, and whether files differ from it.
fn commit() -> String {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").current_dir(process::root()).args(arguments).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let Some(commit) = git(&["rev-parse", "--short", "HEAD"]) else { return "unknown".into() };
    let clean = git(&["status", "--porcelain", "--untracked-files=no"]).is_some_and(|text| text.is_empty());
    if clean { commit } else { format!("{commit}, with changes") }
}

/// Today in UTC.
fn date() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = civil(seconds / 86_400);
    format!("{year}-{month:02}-{day:02}")
}

/// Year, month and day of a day after 1 January 1970.
fn civil(days: u64) -> (u64, u64, u64) {
    let leap = |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let (mut year, mut rest) = (1970, days);
    while rest >= 365 + u64::from(leap(year)) {
        rest -= 365 + u64::from(leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while rest >= lengths[month] {
        rest -= lengths[month];
        month += 1;
    }
    (year, month as u64 + 1, rest + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    pub fn options(line: &str) -> Result<Options, Failure> {
        Options::parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn days_become_dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(59), (1970, 3, 1));
        assert_eq!(civil(19_782), (2024, 2, 29));
        assert_eq!(civil(20_454), (2026, 1, 1));
    }
}
