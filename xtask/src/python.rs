//! A Python of our own with what the tests need: made once, in the target folder.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Failure;
use crate::process;

/// Where the lists of packages lie, from the root: the readers that check frames, and what tests our own package.
const REQUIREMENTS: [&str; 2] =
    ["crates/clastic-frames/tests/readers/requirements.txt", "crates/clastic-python/tests/requirements.txt"];

/// The interpreter of a virtual environment that has everything the tests ask for.
pub fn prepared() -> Result<PathBuf, Failure> {
    let folder = process::target().join("python");
    let python = interpreter(&folder);
    let wanted = REQUIREMENTS.map(|path| process::root().join(path));
    let mut list = String::new();
    for path in &wanted {
        list += &std::fs::read_to_string(path)
            .map_err(|error| Failure::Failed(format!("cannot read {}: {error}", path.display())))?;
    }
    let stamp = folder.join("requirements.txt");
    if std::fs::read_to_string(&stamp).is_ok_and(|done| done == list) {
        return Ok(python);
    }
    eprintln!("\n== python: the readers of frames and pytest, into {}", folder.display());
    environment(&folder)?;
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    for path in &wanted {
        install.arg("-r").arg(path);
    }
    run(&mut install, "install the readers of frames and pytest from PyPI")?;
    finish(&stamp, &list)?;
    Ok(python)
}

/// Makes a virtual environment in a folder; its interpreter.
pub fn environment(folder: &Path) -> Result<PathBuf, Failure> {
    let system = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    run(
        Command::new(&system).args(["-m", "venv"]).arg(folder),
        "make a virtual environment with python3 and its module venv (set PYTHON to another)",
    )?;
    Ok(interpreter(folder))
}

fn interpreter(folder: &Path) -> PathBuf {
    folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" })
}

fn run(command: &mut Command, what: &str) -> Result<(), Failure> {
    let done = command.status().is_ok_and(|status| status.success());
    if done {
        Ok(())
    } else {
        Err(Failure::Failed(format!(
            "cannot {what}; the tests of frame formats and of the Python package need it"
        )))
    }
}

fn finish(stamp: &Path, list: &str) -> Result<(), Failure> {
    std::fs::write(stamp, list)
        .map_err(|error| Failure::Failed(format!("cannot write {}: {error}", stamp.display())))
}
