//! `cargo xtask peers`: Clastic and other codes on the same job, in turn, as ratios.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::Failure;
use crate::process;

/// What a user may choose.
#[derive(Debug, PartialEq)]
struct Job {
    particles: usize,
    steps: usize,
    reps: usize,
    threads: usize,
    schemes: Vec<String>,
    json: bool,
}

impl Job {
    fn parse(options: &[String]) -> Result<Job, Failure> {
        let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
        let schemes = vec!["apic".to_owned(), "asflip".to_owned()];
        let mut job = Job { particles: 1_000_000, steps: 100, reps: 3, threads, schemes, json: false };
        let mut options = options.iter();
        while let Some(option) = options.next() {
            let mut value =
                || options.next().ok_or_else(|| Failure::Usage(format!("`{option}` needs a value")));
            match option.as_str() {
                "--particles" => job.particles = number(option, value()?)?,
                "--steps" => job.steps = number(option, value()?)?,
                "--reps" => job.reps = number(option, value()?)?,
                "--threads" => job.threads = number(option, value()?)?,
                "--schemes" => job.schemes = schemes_of(value()?)?,
                "--json" => job.json = true,
                _ => return Err(Failure::Usage(format!("unknown option `{option}` of `peers`"))),
            }
        }
        Ok(job)
    }
}

fn number(option: &str, value: &str) -> Result<usize, Failure> {
    let number: Option<usize> = value.replace('_', "").parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| Failure::Usage(format!("`{option}` needs a positive whole number, not `{value}`")))
}

/// The peers' scripts know these schemes only.
fn schemes_of(value: &str) -> Result<Vec<String>, Failure> {
    let known = ["apic", "flip", "asflip"];
    match value.split(',').find(|scheme| !known.contains(scheme)) {
        Some(scheme) => {
            Err(Failure::Usage(format!("the peers have no scheme `{scheme}`, only {}", known.join(", "))))
        }
        None => Ok(value.split(',').map(str::to_owned).collect()),
    }
}

/// Who is timed.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Code {
    Clastic,
    TaichiAtomic,
    TaichiReplicate,
    Warp,
}

impl Code {
    fn name(self) -> &'static str {
        match self {
            Code::Clastic => "Clastic",
            Code::TaichiAtomic => "Taichi, atomic",
            Code::TaichiReplicate => "Taichi, replicate",
            Code::Warp => "Warp",
        }
    }

    /// What pip installs for it.
    fn requirement(self) -> Option<&'static str> {
        match self {
            Code::Clastic => None,
            Code::TaichiAtomic | Code::TaichiReplicate => Some("taichi==1.7.4"),
            Code::Warp => Some("warp-lang==1.19.0"),
        }
    }
}

/// One code with one scheme on so many threads.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
struct Run {
    scheme: String,
    threads: usize,
    code: Code,
}

/// One round. Warp runs CPU kernels on one thread, so it meets Clastic on one thread.
fn round(job: &Job) -> Vec<Run> {
    let mut runs = Vec::new();
    for scheme in &job.schemes {
        let mut add = |code, threads| {
            let run = Run { scheme: scheme.clone(), threads, code };
            if !runs.contains(&run) {
                runs.push(run);
            }
        };
        for code in [Code::Clastic, Code::TaichiAtomic, Code::TaichiReplicate] {
            add(code, job.threads);
        }
        add(Code::Clastic, 1);
        add(Code::Warp, 1);
    }
    runs
}

/// Where the programs are.
struct Programs {
    clastic: PathBuf,
    python: PathBuf,
}

impl Programs {
    fn command(&self, run: &Run, job: &Job) -> Command {
        let mut command = Command::new(if run.code == Code::Clastic { &self.clastic } else { &self.python });
        command.current_dir(process::root());
        let script = |name: &str| process::root().join("bench").join("peers").join(name);
        match run.code {
            Code::Clastic => {
                command.args("bench --dimension 3 --material jelly --json --particles".split(' '))
            }
            Code::TaichiAtomic => command.arg(script("taichi_mpm3d.py")).args(["--scatter", "atomic", "--n"]),
            Code::TaichiReplicate => {
                command.arg(script("taichi_mpm3d.py")).args(["--scatter", "replicate", "--n"])
            }
            Code::Warp => command.arg(script("warp_mpm3d.py")).arg("--n"),
        };
        command.arg(job.particles.to_string());
        command.args([if run.code == Code::Clastic { "--scheme" } else { "--integrator" }, &run.scheme]);
        command.args(["--threads", &run.threads.to_string(), "--steps", &job.steps.to_string()]);
        command
    }

    /// Particle-steps per second of one run.
    fn time(&self, run: &Run, job: &Job) -> Result<f64, String> {
        let mut command = self.command(run, job);
        let shown = format!("{command:?}");
        let output =
            command.stderr(Stdio::inherit()).output().map_err(|error| format!("{shown}: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() {
            return Err(format!("{shown}: {}\n{text}", output.status));
        }
        if text.contains("\"finite\": false") {
            return Err(format!("{shown}: the simulation blew up"));
        }
        rate(&text).ok_or_else(|| format!("{shown}: no particle_steps_per_s in its output\n{text}"))
    }
}

/// The number behind `"particle_steps_per_s":`, wherever in the output that stands.
fn rate(output: &str) -> Option<f64> {
    let (_, rest) = output.split_once("\"particle_steps_per_s\"")?;
    let rest = rest.trim_start().strip_prefix(':')?.trim_start();
    let end = rest.find(|c: char| !c.is_ascii_digit() && !".eE+-".contains(c)).unwrap_or(rest.len());
    rest[..end].parse().ok().filter(|rate: &f64| rate.is_finite() && *rate > 0.0)
}

fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 { values[middle] } else { 0.5 * (values[middle - 1] + values[middle]) }
}

/// Times everything and prints the tables.
pub fn run(options: &[String]) -> Result<(), Failure> {
    let job = Job::parse(options)?;
    let python = environment(&process::target().join("peers"))?;
    let mut runs = round(&job);
    skip_uninstallable(&python, &mut runs);
    let programs = Programs { clastic: build()?, python };

    let mut rates: BTreeMap<Run, Vec<f64>> = BTreeMap::new();
    for repetition in 1..=job.reps {
        let mut broken = Vec::new();
        for run in &runs {
            eprint!(
                "round {repetition}/{}: {} {} threads {} … ",
                job.reps,
                run.scheme,
                run.code.name(),
                run.threads
            );
            match programs.time(run, &job) {
                Ok(rate) => {
                    eprintln!("{:.2} M/s", 1e-6 * rate);
                    rates.entry(run.clone()).or_default().push(rate);
                }
                Err(what) if run.code == Code::Clastic => return Err(Failure::Failed(what)),
                Err(what) => {
                    eprintln!("skipped from here on: {what}");
                    broken.push(run.clone());
                }
            }
        }
        runs.retain(|run| !broken.contains(run));
    }
    let rows: Vec<Row> = round(&job).iter().filter_map(|run| Row::new(run, &rates)).collect();
    if job.json {
        println!("{}", json(&job, &rows));
    } else {
        println!(
            "\n{} particles, {} steps per run, median of {}; M particle-steps/s\n\n{}\n{}",
            job.particles,
            job.steps,
            job.reps,
            table(&rows),
            markdown(&rows)
        );
    }
    Ok(())
}

/// The median of one code, and how many times faster Clastic is.
#[derive(Debug)]
struct Row {
    run: Run,
    rate: f64,
    ratio: f64,
    rounds: usize,
}

impl Row {
    fn new(run: &Run, rates: &BTreeMap<Run, Vec<f64>>) -> Option<Row> {
        let own = rates.get(run)?;
        let clastic = rates.get(&Run { code: Code::Clastic, ..run.clone() })?;
        let rate = median(own);
        Some(Row { run: run.clone(), rate, ratio: median(clastic) / rate, rounds: own.len() })
    }

    fn cells(&self) -> [String; 5] {
        let Run { scheme, threads, code } = &self.run;
        let rate = format!("{:.2}", 1e-6 * self.rate);
        [scheme.clone(), threads.to_string(), code.name().to_owned(), rate, format!("{:.2}", self.ratio)]
    }
}

const HEADINGS: [&str; 5] = ["scheme", "threads", "code", "M particle-steps/s", "Clastic / code"];

fn table(rows: &[Row]) -> String {
    let mut text = String::new();
    for cells in std::iter::once(HEADINGS.map(str::to_owned)).chain(rows.iter().map(Row::cells)) {
        let [scheme, threads, code, rate, ratio] = cells;
        let _ = writeln!(text, "{scheme:<8}{threads:>7}  {code:<18}{rate:>20}{ratio:>16}");
    }
    text
}

fn markdown(rows: &[Row]) -> String {
    let mut text = format!("| {} |\n|---|--:|---|--:|--:|\n", HEADINGS.join(" | "));
    for row in rows {
        let _ = writeln!(text, "| {} |", row.cells().join(" | "));
    }
    text
}

fn json(job: &Job, rows: &[Row]) -> String {
    let row = |row: &Row| {
        let Row { run, rate, ratio, rounds } = row;
        format!(
            "{{\"scheme\": \"{}\", \"threads\": {}, \"code\": \"{}\", \"particle_steps_per_s\": {rate}, \
             \"ratio\": {ratio}, \"rounds\": {rounds}}}",
            run.scheme,
            run.threads,
            run.code.name()
        )
    };
    let rows: Vec<String> = rows.iter().map(row).collect();
    format!(
        "{{\"particles\": {}, \"steps\": {}, \"reps\": {}, \"rows\": [{}]}}",
        job.particles,
        job.steps,
        job.reps,
        rows.join(", ")
    )
}

/// Builds the command in release and returns its path.
fn build() -> Result<PathBuf, Failure> {
    let mut command = process::cargo();
    command.args(["build", "--release", "--package", "clastic-cli"]);
    if !command.status().is_ok_and(|status| status.success()) {
        return Err(Failure::Failed("`cargo build --release --package clastic-cli` failed".into()));
    }
    Ok(process::target().join("release").join(format!("clastic{}", std::env::consts::EXE_SUFFIX)))
}

/// The Python of a virtual environment in `folder`, made if it is not there.
fn environment(folder: &Path) -> Result<PathBuf, Failure> {
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let works = |python: &Path| quiet(Command::new(python).args(["-m", "pip", "--version"]));
    if works(&python) {
        return Ok(python);
    }
    if !quiet(Command::new("python3").arg("--version")) {
        return Err(Failure::Failed("the peers need `python3`, which is not on the path".into()));
    }
    eprintln!("making a Python environment in {}", folder.display());
    let made = Command::new("python3").args(["-m", "venv", "--clear"]).arg(folder).status();
    if made.is_ok_and(|status| status.success()) && works(&python) {
        return Ok(python);
    }
    Err(Failure::Failed(
        "`python3 -m venv` failed: Python's venv module or pip is missing (on Debian and Ubuntu: the package \
         python3-venv)"
            .into(),
    ))
}

/// Installs what the peers need, once, and drops the runs of those that cannot be installed.
fn skip_uninstallable(python: &Path, runs: &mut Vec<Run>) {
    let mut needed: Vec<&str> = runs.iter().filter_map(|run| run.code.requirement()).collect();
    needed.sort_unstable();
    needed.dedup();
    for requirement in needed {
        if !install(python, requirement) {
            eprintln!("skipped: {requirement} cannot be installed here");
            runs.retain(|run| run.code.requirement() != Some(requirement));
        }
    }
}

fn install(python: &Path, requirement: &str) -> bool {
    let (package, version) = requirement.split_once("==").expect("requirements are pinned");
    let ask = format!(
        "from importlib.metadata import version as v; v('numpy'); assert v('{package}') == '{version}'"
    );
    if quiet(Command::new(python).args(["-c", &ask])) {
        return true;
    }
    eprintln!("installing {requirement}");
    let mut pip = Command::new(python);
    // pip's report belongs to the progress, not to the result.
    pip.args(["-m", "pip", "install", "--quiet", requirement, "numpy"]).stdout(std::io::stderr());
    pip.status().is_ok_and(|status| status.success())
}

/// Whether a command succeeds; its output is dropped.
fn quiet(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(line: &str) -> Result<Job, Failure> {
        Job::parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn options_are_read() {
        let job =
            options("--particles 1_000 --steps 5 --reps 2 --threads 4 --schemes apic,flip --json").unwrap();
        let schemes = vec!["apic".to_owned(), "flip".to_owned()];
        assert_eq!(job, Job { particles: 1000, steps: 5, reps: 2, threads: 4, schemes, json: true });
    }

    #[test]
    fn mistakes_are_usage_errors() {
        for line in ["--particles", "--particles 0", "--steps -1", "--schemes apic,magic", "--quick"] {
            assert!(matches!(options(line), Err(Failure::Usage(_))), "{line}");
        }
    }

    #[test]
    fn rates_are_found() {
        assert_eq!(
            rate("[Taichi] version 1.7.4\n{\"n\": 8, \"particle_steps_per_s\": 2540000.5, \"x\": 1}"),
            Some(2540000.5)
        );
        assert_eq!(rate("{\n  \"particle_steps_per_s\":1.65e7\n}"), Some(1.65e7));
        assert_eq!(rate("{\"particle_steps_per_s\" : 3}"), Some(3.0));
        for none in ["", "{}", "{\"particle_steps_per_s\": null}", "{\"particle_steps_per_s\": 0}"] {
            assert_eq!(rate(none), None, "{none}");
        }
    }

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
        assert_eq!(median(&[7.0]), 7.0);
    }

    #[test]
    fn every_peer_meets_clastic_on_as_many_threads() {
        for threads in ["1", "2"] {
            let runs = round(&options(&format!("--threads {threads}")).unwrap());
            for run in &runs {
                assert!(runs.contains(&Run { code: Code::Clastic, ..run.clone() }), "{run:?}");
            }
            assert_eq!(runs.len(), if threads == "1" { 8 } else { 10 });
        }
    }

    #[test]
    fn rows_hold_the_ratio_of_medians() {
        let job = options("--threads 2 --schemes apic").unwrap();
        let runs = round(&job);
        let rates = BTreeMap::from([(runs[0].clone(), vec![6e6, 8e6, 7e6]), (runs[1].clone(), vec![2e6])]);
        let rows: Vec<Row> = runs.iter().filter_map(|run| Row::new(run, &rates)).collect();
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[1].ratio, 3.5);
        assert!(
            markdown(&rows).ends_with("| apic | 2 | Taichi, atomic | 2.00 | 3.50 |\n"),
            "{}",
            markdown(&rows)
        );
        assert!(json(&job, &rows).contains("\"ratio\": 3.5, \"rounds\": 1"));
    }
}
