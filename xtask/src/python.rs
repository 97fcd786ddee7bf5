//! A Python of our own with the readers that check frames: made once, in the target folder.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Failure;
use crate::process;

/// Where the list of packages lies, from the root.
const REQUIREMENTS: &str = "crates/clastic-frames/tests/readers/requirements.txt";

/// The interpreter of a virtual environment that has everything the tests ask for.
pub fn prepared() -> Result<PathBuf, Failure> {
    let folder = process::target().join("python");
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let wanted = process::root().join(REQUIREMENTS);
    let list = std::fs::read_to_string(&wanted)
        .map_err(|error| Failure::Failed(format!("cannot read {}: {error}", wanted.display())))?;
    let stamp = folder.join("requirements.txt");
    if std::fs::read_to_string(&stamp).is_ok_and(|done| done == list) {
        return Ok(python);
    }
    eprintln!("\n== python: the readers of frames, into {}", folder.display());
    let system = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    run(
        Command::new(&system).args(["-m", "venv"]).arg(&folder),
        "make a virtual environment with python3 (set PYTHON to another)",
    )?;
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"];
    run(Command::new(&python).args(install).arg(&wanted), "install the readers of frames from PyPI")?;
    finish(&stamp, &list)?;
    Ok(python)
}

fn run(command: &mut Command, what: &str) -> Result<(), Failure> {
    let done = command.status().is_ok_and(|status| status.success());
    if done {
        Ok(())
    } else {
        Err(Failure::Failed(format!("cannot {what}; the tests of frame formats need it")))
    }
}

fn finish(stamp: &Path, list: &str) -> Result<(), Failure> {
    std::fs::write(stamp, list)
        .map_err(|error| Failure::Failed(format!("cannot write {}: {error}", stamp.display())))
}
