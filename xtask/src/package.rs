//! `cargo xtask python`, which tests the Python package, and `cargo xtask wheel`, which makes it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

use crate::process::{self, target};
use crate::{Failure, python};

/// Where the package's own sources lie, from the root.
const SOURCES: &str = "crates/clastic-python/python/clastic_sim";
const TESTS: &str = "crates/clastic-python/tests";

/// Runs pytest on the package; options are pytest's.
///
/// The package is put together from the library that cargo builds with the tests of the workspace: a wheel would have the
/// engine compiled once more, in another profile.
pub fn test(options: &[String]) -> Result<(), Failure> {
    let python = python::prepared()?;
    let command = process::clastic()?;
    process::build_for("package")?;
    let folder = target().join("python-package");
    assemble(&folder)
        .map_err(|error| Failure::Failed(format!("cannot write {}: {error}", folder.display())))?;
    let mut pytest = Command::new(python);
    pytest.current_dir(process::root()).args([
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--durations=10",
        TESTS,
    ]);
    pytest
        .args(options)
        .env("PYTHONPATH", &folder)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("CLASTIC_COMMAND", command);
    run(&mut pytest, "the tests of the Python package fail; one alone: cargo xtask python -k NAME")
}

/// Makes a wheel in the target folder.
pub fn wheel(options: &[String]) -> Result<(), Failure> {
    if let Some(option) = options.first() {
        return Err(Failure::Usage(format!("unknown option `{option}` of `wheel`")));
    }
    let python = python::prepared()?;
    let folder = target().join("wheels");
    let mut pip = Command::new(python);
    pip.current_dir(process::root())
        .args(["-m", "pip", "wheel", ".", "--no-deps", "--wheel-dir"])
        .arg(&folder);
    run(&mut pip, "pip cannot make the wheel")?;
    eprintln!("a wheel in {}", folder.display());
    Ok(())
}

fn run(command: &mut Command, wrong: &str) -> Result<(), Failure> {
    let done = command.status().is_ok_and(|status| status.success());
    if done { Ok(()) } else { Err(Failure::Failed(wrong.to_string())) }
}

/// Copies the sources and the library to where Python finds them.
fn assemble(folder: &Path) -> io::Result<()> {
    let package = folder.join("clastic_sim");
    fs::create_dir_all(&package)?;
    for entry in fs::read_dir(process::root().join(SOURCES))? {
        let path = entry?.path();
        if let Some(name) = path.file_name().filter(|_| path.is_file()) {
            fs::copy(&path, package.join(name))?;
        }
    }
    let library = package.join(if cfg!(windows) { "_clastic.pyd" } else { "_clastic.abi3.so" });
    // In its place: a process may have the old one open.
    let _ = fs::remove_file(&library);
    fs::copy(built()?, library).map(|_| ())
}

/// The library as cargo has built it.
fn built() -> io::Result<PathBuf> {
    let name = if cfg!(windows) {
        "clastic_python.dll"
    } else if cfg!(target_os = "macos") {
        "libclastic_python.dylib"
    } else {
        "libclastic_python.so"
    };
    let path = target().join("debug/deps").join(name);
    if path.is_file() { Ok(path) } else { Err(io::Error::other(format!("cargo has not built {name}"))) }
}
