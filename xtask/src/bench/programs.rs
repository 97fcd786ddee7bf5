//! Clastic and its peers as programs: built, installed and run.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::job::{Code, Peer, Run};
use super::options::Options;
use crate::Failure;
use crate::process;

/// Where the programs are.
pub struct Programs {
    clastic: PathBuf,
    /// There, if there are peers.
    python: Option<PathBuf>,
}

impl Programs {
    /// Builds Clastic in release, and takes away peers that cannot be installed.
    pub fn prepare(peers: &mut Vec<Peer>) -> Result<Programs, Failure> {
        let clastic = build()?;
        if peers.is_empty() {
            return Ok(Programs { clastic, python: None });
        }
        let python = environment(&process::target().join("peers"))?;
        peers.retain(|peer| {
            let installed = install(&python, peer.requirement());
            if !installed {
                eprintln!("skipped: {} cannot be installed here", peer.requirement());
            }
            installed
        });
        Ok(Programs { clastic, python: Some(python) })
    }

    /// What one run prints.
    pub fn time(&self, run: &Run, options: &Options) -> Result<Value, String> {
        let steps = options.steps_of(run.particles).to_string();
        let mut command = match run.code.peer() {
            None => self.clastic(&["bench", "--dimension", "3", "--layout", run.layout.name(), "--json"]),
            Some(peer) => {
                let mut command = Command::new(self.python.as_ref().ok_or("there is no Python")?);
                command.arg(script(peer));
                command
            }
        };
        command.args(arguments(run)).args(["--steps", &steps]);
        report(command)
    }

    /// What Clastic prints.
    pub fn report_of(&self, arguments: &[&str]) -> Result<Value, String> {
        report(self.clastic(arguments))
    }

    /// What the machine is and can do.
    pub fn machine(&self, threads: usize) -> Result<Value, String> {
        report(self.clastic(&["bench", "--machine", "--json", "--threads", &threads.to_string()]))
    }

    /// What one particle and one block take with each scheme: its name, and `memory` of a run.
    pub fn memory_of_schemes(&self) -> Result<Vec<(String, Value)>, String> {
        let list = report(self.clastic(&["list", "schemes", "--json"]))?;
        let schemes = list["schemes"].as_array().ok_or("no schemes in `clastic list schemes --json`")?;
        let names = schemes.iter().filter_map(|scheme| scheme["name"].as_str());
        let memory = |name: &str| {
            let line = ["bench", "--particles", "1000", "--steps", "1", "--json", "--scheme", name];
            Ok((name.to_owned(), report(self.clastic(&line))?["memory"].clone()))
        };
        names.map(memory).collect()
    }

    fn clastic(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.clastic);
        command.current_dir(process::root()).args(arguments);
        command
    }
}

fn script(peer: Peer) -> PathBuf {
    let name = match peer {
        Peer::Taichi => "taichi_mpm3d.py",
        Peer::Warp => "warp_mpm3d.py",
    };
    process::root().join("bench").join("peers").join(name)
}

/// The job, in the code's own words.
fn arguments(run: &Run) -> Vec<String> {
    let own = run.code == Code::Clastic;
    let material = if !own && run.case.material == "liquid" { "fluid" } else { run.case.material };
    let mut line = vec![
        if own { "--particles" } else { "--n" }.to_owned(),
        run.particles.to_string(),
        if own { "--scheme" } else { "--integrator" }.to_owned(),
        run.case.scheme.to_owned(),
        "--material".to_owned(),
        material.to_owned(),
        "--threads".to_owned(),
        run.threads.to_string(),
    ];
    match run.code {
        Code::TaichiAtomic => line.extend(["--scatter", "atomic"].map(str::to_owned)),
        Code::TaichiReplicate => line.extend(["--scatter", "replicate"].map(str::to_owned)),
        Code::Clastic | Code::Warp => (),
    }
    line
}

/// The JSON that a command prints.
fn report(mut command: Command) -> Result<Value, String> {
    let shown = format!("{command:?}");
    let output = command.stderr(Stdio::inherit()).output().map_err(|error| format!("{shown}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        return Err(format!("{shown}: {}\n{text}", output.status));
    }
    if text.contains("\"finite\": false") {
        return Err(format!("{shown}: the simulation blew up"));
    }
    json_in(&text).ok_or_else(|| format!("{shown}: no JSON in its output\n{text}"))
}

/// The first JSON object that begins a line, whatever stands around it.
fn json_in(text: &str) -> Option<Value> {
    let start = if text.starts_with('{') { 0 } else { text.find("\n{")? };
    serde_json::Deserializer::from_str(&text[start..]).into_iter().next()?.ok()
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
        return Err(Failure::Failed(
            "the peers need `python3`, which is not on the path; `--peers none` leaves them out".into(),
        ));
    }
    eprintln!("making a Python environment in {}", folder.display());
    let made = Command::new("python3").args(["-m", "venv", "--clear"]).arg(folder).status();
    if made.is_ok_and(|status| status.success()) && works(&python) {
        return Ok(python);
    }
    Err(Failure::Failed(
        "`python3 -m venv` failed: Python's venv module or pip is missing (on Debian and Ubuntu: the package \
         python3-venv); `--peers none` leaves the peers out"
            .into(),
    ))
}

/// Installs what a peer needs, once.
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
    use crate::bench::job::Case;

    #[test]
    fn json_is_found_among_other_lines() {
        let found = json_in("[Taichi] version 1.7.4\n{\"n\": 8, \"rate\": 2.5}\nbye").unwrap();
        assert_eq!(found["rate"], 2.5);
        assert_eq!(json_in("{\n  \"a\": [1, 2]\n}\n").unwrap()["a"][1], 2);
        for none in ["", "no", "a {\"b\": 1}", "{\"rate\": NaN}"] {
            assert_eq!(json_in(none), None, "{none}");
        }
    }

    #[test]
    fn every_code_is_asked_in_its_own_words() {
        let run = Run::clastic(Case { material: "liquid", scheme: "flip" }, 1000, 2);
        assert_eq!(arguments(&run).join(" "), "--particles 1000 --scheme flip --material liquid --threads 2");
        let taichi = Run { code: Code::TaichiReplicate, ..run };
        assert_eq!(
            arguments(&taichi).join(" "),
            "--n 1000 --integrator flip --material fluid --threads 2 --scatter replicate"
        );
        assert!(script(Peer::Warp).exists() && script(Peer::Taichi).exists());
    }
}
