//! `cargo xtask test`: the one command that says whether the project is sound.

use std::process::{Command, Stdio};
use std::time::Instant;

use crate::Failure;
use crate::instructions;
use crate::process::{self, Stream};
use crate::python;
use crate::report::{Report, Runner};
use crate::viewer;

/// One command of the run.
struct Stage {
    name: &'static str,
    environment: Vec<(&'static str, &'static str)>,
    arguments: &'static str,
    /// Whose results to read, if it runs tests.
    runner: Option<Runner>,
}

impl Stage {
    /// What to type to run this stage alone.
    fn line(&self) -> String {
        shell(&self.environment, &format!("cargo {}", self.arguments))
    }

    fn command(&self) -> Command {
        let mut command = process::cargo();
        command.envs(self.environment.iter().copied()).args(self.arguments.split(' '));
        if self.runner.is_some() {
            command.env("CARGO_TERM_COLOR", process::colour());
        }
        command
    }
}

/// The stages in order. Cheap and frequent mistakes come first. Lints and documentation share the dev profile's
/// metadata, the runners share the test profile's code, and neither builds anything that the other could reuse.
fn stages(nextest: bool) -> Vec<Stage> {
    let plain = |name, arguments| Stage { name, environment: vec![], arguments, runner: None };
    let tests =
        |name, arguments, runner| Stage { name, environment: vec![], arguments, runner: Some(runner) };
    let mut stages = vec![
        plain("format", "fmt --all --check"),
        plain("lint", "clippy --workspace --all-targets -- -D warnings"),
        Stage {
            environment: vec![("RUSTDOCFLAGS", "-Dwarnings")],
            ..plain("document", "doc --workspace --no-deps")
        },
    ];
    // Of the whole workspace, or other features of dependencies would have the engine compiled anew.
    let mutations = "test --workspace --test mutations -- --nocapture";
    if nextest {
        let run = "nextest run --workspace --no-fail-fast --no-tests pass";
        stages.push(tests("test", run, Runner::Nextest));
        stages.push(tests("doctest", "test --doc --workspace --no-fail-fast", Runner::Libtest));
    } else {
        stages.push(tests("test", "test --workspace --no-fail-fast", Runner::Libtest));
    }
    stages.push(plain("instructions", "xtask instructions"));
    stages.push(plain("viewer", "xtask viewer"));
    stages.push(plain("python", "xtask python"));
    stages.push(Stage {
        environment: vec![("CLASTIC_MUTATION_SECONDS", "60")],
        ..plain("mutations", mutations)
    });
    stages
}

/// Runs every stage up to the first that fails.
pub fn run(options: &[String]) -> Result<(), Failure> {
    if let Some(option) = options.first() {
        return Err(Failure::Usage(format!("unknown option `{option}` of `test`")));
    }
    let python = python::prepared()?;
    instructions::needs()?;
    viewer::needs()?;
    let nextest = has_nextest();
    let mut report = Report::default();
    let mut times = Vec::new();
    let mut failed = None;
    for stage in stages(nextest) {
        eprintln!("\n== {}: {}", stage.name, stage.line());
        let start = Instant::now();
        let mut command = stage.command();
        command.env("CLASTIC_PYTHON", &python);
        let status = match stage.runner {
            Some(runner) => process::echo(&mut command, stream(runner), |line| report.read(runner, line)),
            None => command.status(),
        };
        let status =
            status.map_err(|error| Failure::Failed(format!("cannot run `{}`: {error}", stage.line())))?;
        times.push((stage.name, start.elapsed().as_secs_f64()));
        if !status.success() {
            failed = Some(stage);
            break;
        }
    }
    summarize(&report, &times, nextest);
    if let Some(stage) = &failed {
        println!("\nFAILED at stage `{}`. To reproduce:\n  {}", stage.name, stage.line());
        for test in report.tests.iter().filter(|test| !test.passed) {
            println!("  {}", shell(&stage.environment, &test.reproduce()));
        }
    }
    if let Some(count) = report.count {
        println!("\n{} passed, {} failed", count.passed, count.failed);
    }
    if failed.is_some() { Err(Failure::Reported { code: 1 }) } else { Ok(()) }
}

/// Where a runner prints its results.
fn stream(runner: Runner) -> Stream {
    match runner {
        Runner::Nextest => Stream::Error,
        Runner::Libtest => Stream::Out,
    }
}

fn summarize(report: &Report, times: &[(&str, f64)], nextest: bool) {
    println!("\nTime per stage:");
    for (name, seconds) in times {
        println!("  {seconds:8.1} s  {name}");
    }
    println!("  {:8.1} s  in all", times.iter().map(|(_, seconds)| seconds).sum::<f64>());
    if let Some(seconds) = report.run_seconds {
        println!("  (stage `test` ran tests for {seconds:.1} s, the rest of it was compilation)");
    }
    if !nextest {
        println!("\nThe list of the slowest tests needs cargo-nextest: cargo install --locked cargo-nextest");
    } else if !report.tests.is_empty() {
        println!("\nSlowest tests:");
        for test in report.slowest(10) {
            println!("  {:8.3} s  {} {}", test.seconds, test.binary, test.name);
        }
    }
}

fn has_nextest() -> bool {
    let mut command = process::cargo();
    command.args(["nextest", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// A command as one types it, its environment in front.
fn shell(environment: &[(&str, &str)], command: &str) -> String {
    let environment: String = environment.iter().map(|(key, value)| format!("{key}={value} ")).collect();
    environment + command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stage_prints_the_command_that_reproduces_it() {
        let lines: Vec<String> = stages(true).iter().map(Stage::line).collect();
        assert_eq!(lines[0], "cargo fmt --all --check");
        assert_eq!(lines[2], "RUSTDOCFLAGS=-Dwarnings cargo doc --workspace --no-deps");
        assert!(lines[3].starts_with("cargo nextest run --workspace"), "{}", lines[3]);
        assert!(lines[4].starts_with("cargo test --doc --workspace"), "{}", lines[4]);
    }

    #[test]
    fn without_nextest_one_runner_takes_the_doctests_too() {
        let names: Vec<&str> = stages(false).iter().map(|stage| stage.name).collect();
        assert_eq!(
            names,
            ["format", "lint", "document", "test", "instructions", "viewer", "python", "mutations"]
        );
        assert_eq!(stages(false)[3].line(), "cargo test --workspace --no-fail-fast");
    }
}
