//! `cargo xtask python`, which tests the Python package, and `cargo xtask wheel`, which makes it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

use crate::process::{self, target};
use crate::{Failure, python};

/// Where the package's own sources lie, from the root.
const SOURCES: &str = "crates/clastic-python/python/clastic_sim";
const TESTS: &str = "crates/clastic-python/tests";

/// What an installed package must be able to do.
const TRIAL: &str = "
import clastic_sim as cs
ball = {'material': 'jelly', 'shape': 'disk', 'center': [0, 0.5], 'radius': 0.2}
scene = cs.Scene(dimension=2, grid={'cell_size': 0.05}, time={'frames': 2}, bodies={'ball': ball})
sim = scene.simulate()
assert sim.run() and sim.render(size=(64, 48)).png()
print(cs.__version__, 'of', cs.__file__, 'took', sim.steps, 'steps by', sim.simd)
";

/// Runs pytest on the package; options are pytest's, but for `--wheel`, which has a wheel made and tried too.
///
/// The package is put together from the library that cargo builds with the tests of the workspace: a wheel would have the
/// engine compiled once more, in another profile.
pub fn test(options: &[String]) -> Result<(), Failure> {
    let (own, options): (Vec<&String>, Vec<&String>) =
        options.iter().partition(|option| *option == "--wheel");
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
    run(&mut pytest, "the tests of the Python package fail; one alone: cargo xtask python -k NAME")?;
    if own.is_empty() { Ok(()) } else { try_wheel() }
}

/// Makes a wheel and has it take steps in an environment of its own, far from the sources.
fn try_wheel() -> Result<(), Failure> {
    let (wheels, fresh) = (target().join("wheels"), target().join("python-fresh"));
    for folder in [&wheels, &fresh] {
        let _ = fs::remove_dir_all(folder);
    }
    wheel(&[])?;
    let python = python::environment(&fresh)?;
    let files = fs::read_dir(&wheels).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(files);
    run(&mut install, "pip cannot install the wheel")?;
    let mut trial = Command::new(&python);
    trial.current_dir(&fresh).args(["-I", "-c", TRIAL]);
    run(&mut trial, "the package does not work where its wheel is installed")
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
