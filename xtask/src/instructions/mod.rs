//! `cargo xtask instructions`: the instructions of every phase of a step, which no noise disturbs, against bounds.

mod callgrind;
mod table;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::Failure;
use crate::process;
use callgrind::Function;
use table::{MARGIN, Table};

/// Where the bounds are kept, from the root.
const BOUNDS: &str = "bench/instructions.md";
const TITLE: &str = "# Instructions per particle-step

Bounds for `cargo xtask instructions`, written by `cargo xtask instructions --update`. [bench](README.md) says what is
counted.
";

/// What is counted: a name, and what `clastic bench` is told.
const JOBS: [(&str, &str); 5] = [
    ("jelly apic", "--material jelly --scheme apic"),
    ("jelly asflip", "--material jelly --scheme asflip"),
    ("sand apic", "--material sand --scheme apic"),
    ("liquid apic", "--material liquid --scheme apic"),
    ("jelly apic f64", "--material jelly --scheme apic --precision f64"),
];
/// The same for all jobs. Valgrind knows no AVX-512.
const CASE: &str = "--particles 4096 --steps 5 --threads 1 --simd avx2";
/// With the 10 steps that `clastic bench` takes to warm up.
const PARTICLE_STEPS: f64 = 4096.0 * (10.0 + 5.0);

/// How a phase is found among the functions.
enum Place {
    /// The functions compiled for AVX2 that have lines of this file, inlined. Their symbols tell them apart, but not
    /// what they are.
    Kernel(&'static str),
    /// The function whose symbol has these parts. What it was split into has them too, and costs less.
    Entry([&'static str; 2]),
}

/// The columns: the kernels of the phases, all of ordering, and all of the step.
const PHASES: [(&str, Place); 6] = [
    ("order", Place::Entry(["Orderer", "5order"])),
    ("particles_to_grid", Place::Kernel("clastic/src/transfer/p2g.rs")),
    ("grid", Place::Kernel("clastic/src/integrators/advance.rs")),
    ("grid_to_particles", Place::Kernel("clastic/src/transfer/g2p.rs")),
    ("materials", Place::Kernel("clastic/src/materials/update.rs")),
    ("step", Place::Entry(["simulation", "3Run5until"])),
];

impl Place {
    fn count(&self, functions: &BTreeMap<&str, Function>) -> Option<u64> {
        match self {
            Place::Kernel(file) => {
                let is_kernel = |symbol: &str, function: &Function| {
                    symbol.contains("vectorize_avx2") && function.own.keys().any(|path| path.ends_with(file))
                };
                let kernels = functions.iter().filter(|(symbol, function)| is_kernel(symbol, function));
                kernels.map(|(_, function)| function.inclusive).reduce(|a, b| a + b)
            }
            Place::Entry(parts) => {
                let entries = functions.iter().filter(|(symbol, _)| parts.iter().all(|p| symbol.contains(p)));
                entries.map(|(_, function)| function.inclusive).max()
            }
        }
    }
}

/// Counts, prints the table, and compares it with the bounds or makes it the bounds.
pub fn run(options: &[String]) -> Result<(), Failure> {
    let update = match options {
        [] => false,
        [option] if option == "--update" => true,
        [option, ..] => return Err(Failure::Usage(format!("unknown option `{option}` of `instructions`"))),
    };
    if !is_possible() {
        println!("Nothing is counted: valgrind and AVX2 mean Linux on x86-64.");
        return Ok(());
    }
    needs()?;
    let table = count()?;
    println!("Instructions per particle-step, {CASE}:\n{table}");
    let path = process::root().join(BOUNDS);
    if update {
        return std::fs::write(&path, format!("{TITLE}\n{table}"))
            .map_err(|error| Failure::Failed(format!("cannot write {BOUNDS}: {error}")));
    }
    let bounds = std::fs::read_to_string(&path).map_err(|error| error.to_string());
    let bounds = bounds.and_then(|text| Table::read(&text));
    let bounds = bounds.map_err(|error| Failure::Failed(format!("cannot read {BOUNDS}: {error}")))?;
    judge(&table, &bounds)
}

/// Fails if a count exceeds its bound, unless another compiler may be the reason.
fn judge(table: &Table, bounds: &Table) -> Result<(), Failure> {
    let verdict = table.judge(bounds);
    let percent = 100.0 * MARGIN;
    if !verdict.better.is_empty() {
        println!("More than {percent:.0} % under the bound:\n  {}", verdict.better.join("\n  "));
        println!("To keep that: cargo xtask instructions --update");
    }
    if verdict.worse.is_empty() {
        return Ok(());
    }
    let worse = verdict.worse.join("\n  ");
    if table.rustc != bounds.rustc {
        println!("More than {percent:.0} % over the bound:\n  {worse}");
        println!("The bounds are for rustc {} and this is {}: not judged.", bounds.rustc, table.rustc);
        return Ok(());
    }
    Err(Failure::Failed(format!(
        "more than {percent:.0} % over the bound in {BOUNDS}, instructions per particle-step:\n  {worse}\n\
         Where they are spent: callgrind_annotate {}\n\
         If it must be so: cargo xtask instructions --update, and say why in the commit",
        folder().join("<job>.out").display()
    )))
}

/// Whether there are a valgrind and AVX2 for this kind of machine.
fn is_possible() -> bool {
    cfg!(all(target_os = "linux", target_arch = "x86_64"))
}

/// Says what to install if valgrind is missing.
pub fn needs() -> Result<(), Failure> {
    let mut command = Command::new("valgrind");
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    if !is_possible() || command.status().is_ok_and(|status| status.success()) {
        return Ok(());
    }
    let how = "install valgrind (Debian, Ubuntu: apt install valgrind)";
    Err(Failure::Failed(format!("cannot run valgrind, which counts instructions: {how}")))
}

fn folder() -> PathBuf {
    process::target().join("instructions")
}

/// Builds the command as the tests do and counts every job.
fn count() -> Result<Table, Failure> {
    let clastic = process::clastic()?;
    let folder = folder();
    std::fs::create_dir_all(&folder)
        .map_err(|error| Failure::Failed(format!("cannot make {}: {error}", folder.display())))?;
    let rows: Result<Vec<_>, String> = std::thread::scope(|scope| {
        let (clastic, folder) = (&clastic, &folder);
        let jobs = JOBS
            .map(|(name, options)| (name, scope.spawn(move || count_job(clastic, name, options, folder))));
        let row = |(name, job): (&str, std::thread::ScopedJoinHandle<_>)| {
            let counts: Result<Vec<f64>, String> = job.join().expect("counting does not panic");
            counts.map(|counts| (name.to_string(), counts)).map_err(|error| format!("{name}: {error}"))
        };
        jobs.into_iter().map(row).collect()
    });
    let phases = PHASES.map(|(phase, _)| phase.to_string()).to_vec();
    Ok(Table { rustc: rustc()?, phases, rows: rows.map_err(Failure::Failed)? })
}

/// Runs one job under callgrind. Returns its instructions per particle-step and phase.
fn count_job(clastic: &Path, name: &str, options: &str, folder: &Path) -> Result<Vec<f64>, String> {
    let out = folder.join(name.replace(' ', "-")).with_extension("out");
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--demangle=no", "--compress-strings=no"]);
    command.arg(format!("--callgrind-out-file={}", out.display()));
    command.arg(clastic).arg("bench");
    command.args(options.split(' ')).args(CASE.split(' '));
    let done = command.output().map_err(|error| format!("cannot run valgrind: {error}"))?;
    if !done.status.success() {
        return Err(format!("{command:?} failed:\n{}", String::from_utf8_lossy(&done.stderr)));
    }
    let text = std::fs::read_to_string(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    let functions = callgrind::functions(&text).map_err(|error| format!("{}: {error}", out.display()))?;
    let per_particle_step = |(phase, place): &(&str, Place)| {
        let count = place.count(&functions).ok_or_else(|| {
            format!("no function is known for {phase}: has its code moved? PHASES in xtask says where it was")
        })?;
        Ok(count as f64 / PARTICLE_STEPS)
    };
    PHASES.iter().map(per_particle_step).collect()
}

/// The version of the compiler, as in `1.95.0`.
fn rustc() -> Result<String, Failure> {
    let mut command = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    let output = command.current_dir(process::root()).arg("--version").output();
    let text = output.ok().and_then(|output| String::from_utf8(output.stdout).ok()).unwrap_or_default();
    let version = text.split_whitespace().nth(1).map(str::to_string);
    version.ok_or_else(|| Failure::Failed("cannot ask rustc for its version".to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(inclusive: u64, file: &str) -> Function {
        Function { inclusive, own: BTreeMap::from([(file.to_string(), 1)]) }
    }

    #[test]
    fn kernels_are_known_by_their_file_and_entries_by_their_symbol() {
        let functions = BTreeMap::from([
            ("_ZN9vectorize14vectorize_avx217h1E", function(100, "/a/clastic/src/transfer/p2g.rs")),
            ("_ZN9vectorize14vectorize_avx217h2E", function(10, "/a/clastic/src/transfer/p2g.rs")),
            ("_ZN9vectorize14vectorize_avx217h3E", function(1, "/a/clastic/src/transfer/g2p.rs")),
            ("_ZN7clastic8transfer3p2g3run17h4E", function(1000, "/a/clastic/src/transfer/p2g.rs")),
            ("_ZN5order16Orderer$LT$_$GT$5order17h5E", function(50, "/a/clastic/src/particles/order.rs")),
            ("_ZN5order16Orderer$LT$_$GT$5order7closure17h6E", function(40, "order.rs")),
        ]);
        assert_eq!(Place::Kernel("clastic/src/transfer/p2g.rs").count(&functions), Some(110));
        assert_eq!(Place::Entry(["Orderer", "5order"]).count(&functions), Some(50));
        assert_eq!(Place::Kernel("clastic/src/transfer/heat.rs").count(&functions), None);
    }

    #[test]
    fn another_compiler_is_told_and_not_judged() {
        let table = |rustc: &str, count| Table {
            rustc: rustc.to_string(),
            phases: vec!["step".to_string()],
            rows: vec![("jelly apic".to_string(), vec![count])],
        };
        assert_eq!(judge(&table("1.96.0", 200.0), &table("1.95.0", 100.0)), Ok(()));
        assert_eq!(judge(&table("1.95.0", 50.0), &table("1.95.0", 100.0)), Ok(()));
        let failure = judge(&table("1.95.0", 200.0), &table("1.95.0", 100.0));
        assert!(matches!(failure, Err(Failure::Failed(what)) if what.contains("step: 200.0, bound 100.0")));
    }

    #[test]
    fn the_bounds_kept_are_of_what_is_counted() {
        let text = std::fs::read_to_string(process::root().join(BOUNDS)).unwrap();
        let bounds = Table::read(&text).unwrap();
        assert_eq!(bounds.phases, PHASES.map(|(phase, _)| phase));
        assert!(bounds.rows.iter().map(|(job, _)| job.as_str()).eq(JOBS.map(|(job, _)| job)));
    }
}
