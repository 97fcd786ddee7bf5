//! `cargo xtask validate`: what the physical cases measure.

use crate::Failure;
use crate::process;

/// Builds the runner in release and hands the options on. It stays where the user stands, so that `--out` means the
/// folder that the user means.
pub fn run(options: &[String]) -> Result<(), Failure> {
    let mut command = process::cargo();
    let here = std::env::current_dir()
        .map_err(|error| Failure::Failed(format!("cannot tell the present folder: {error}")))?;
    command.current_dir(here).args([
        "run",
        "--quiet",
        "--release",
        "--package",
        "validation",
        "--manifest-path",
    ]);
    command.arg(process::root().join("Cargo.toml")).arg("--");
    command.arg("--out").arg(process::target().join("validation")).args(options);
    let status = command.status();
    let status = status.map_err(|error| Failure::Failed(format!("cannot run cargo: {error}")))?;
    match status.code() {
        Some(0) => Ok(()),
        Some(2) => Err(Failure::Reported { code: 2 }),
        _ => Err(Failure::Reported { code: 1 }),
    }
}
