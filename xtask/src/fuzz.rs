//! `cargo xtask fuzz`: libFuzzer on the readers, which needs a nightly toolchain and cargo-fuzz.

use std::process::{Command, Stdio};

use crate::Failure;
use crate::process;

/// The readers that can be fuzzed.
const TARGETS: [&str; 3] = ["scene", "mesh", "npz"];
/// The folders whose files each begins with, from the root.
const SEEDS: [&[&str]; 3] =
    [&["scenes", "crates/clastic-scene/tests/broken"], &["crates/clastic-scene/tests/broken/below"], &[]];

/// Fuzzes one reader, or each of them in turn, for so many seconds.
pub fn run(options: &[String]) -> Result<(), Failure> {
    let (mut chosen, mut seconds) = (Vec::new(), 60u64);
    let mut options = options.iter();
    while let Some(option) = options.next() {
        match option.as_str() {
            "--seconds" => {
                let number = options.next().and_then(|text| text.parse().ok());
                seconds = number.ok_or_else(|| Failure::Usage("--seconds needs a number".to_string()))?;
            }
            name => match TARGETS.iter().position(|target| *target == name) {
                Some(index) => chosen.push(index),
                None => {
                    return Err(Failure::Usage(format!(
                        "no reader is called `{name}`; there are {}",
                        TARGETS.join(", ")
                    )));
                }
            },
        }
    }
    let mut probe = Command::new("cargo");
    probe.args(["+nightly", "fuzz", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    if !probe.status().is_ok_and(|status| status.success()) {
        let how = "rustup toolchain install nightly && cargo install --locked cargo-fuzz";
        return Err(Failure::Failed(format!("fuzzing needs a nightly toolchain and cargo-fuzz: {how}")));
    }
    if chosen.is_empty() {
        chosen = (0..TARGETS.len()).collect();
    }
    for index in chosen {
        let corpus = process::root().join("fuzz/corpus").join(TARGETS[index]);
        std::fs::create_dir_all(&corpus)
            .map_err(|error| Failure::Failed(format!("cannot make {}: {error}", corpus.display())))?;
        let mut command = Command::new("cargo");
        command.current_dir(process::root()).args(["+nightly", "fuzz", "run", TARGETS[index]]).arg(&corpus);
        command.args(SEEDS[index].iter().map(|folder| process::root().join(folder)));
        command.args(["--", &format!("-max_total_time={seconds}"), "-rss_limit_mb=1024", "-timeout=10"]);
        if !command.status().is_ok_and(|status| status.success()) {
            return Err(Failure::Failed(format!(
                "the reader `{}` failed; the input is in fuzz/artifacts",
                TARGETS[index]
            )));
        }
    }
    Ok(())
}
