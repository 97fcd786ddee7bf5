//! `clastic compare`: one scene by several schemes.

use std::path::{Path, PathBuf};

use clap::Args;
use clastic::transfer::Scheme;
use clastic_scene::SceneFile;

use crate::report::{Ending, Report, Told, Words, align};
use crate::run::{self, RunArguments};
use crate::{Changes, Failure};

/// What `compare` takes.
#[derive(Args)]
pub struct CompareArguments {
    /// The scene file
    scene: PathBuf,
    /// The schemes, as in pic,apic,flip-0.95,asflip
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', required = true)]
    schemes: Vec<String>,
    /// The output folder, with one of its own for every scheme; out/NAME-compare, after the scene, if not given
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    changes: Changes,
    /// Run so many frames
    #[arg(long, value_name = "N")]
    frames: Option<u32>,
    /// Times on the sheet
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=24))]
    times: u32,
    /// Threads; one per core if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    ending: Ending,
}

/// Runs the scene by every scheme and tells how they differ.
pub fn compare(arguments: &CompareArguments) -> Result<(), Failure> {
    let edits = arguments.changes.edits().map_err(Failure::Scene)?;
    let scene = SceneFile::read(&arguments.scene, &edits).map_err(Failure::Scene)?.scene;
    for name in &arguments.schemes {
        if Scheme::from_name(name, scene.dimension as usize).is_none() {
            let names: Vec<&str> = Scheme::names().map(|(name, _)| name).collect();
            let names = names.join(", ");
            return Err(Failure::Input(format!(
                "--schemes {name}: no such scheme; expected some of {names}"
            )));
        }
    }
    let folder =
        arguments.out.clone().unwrap_or_else(|| Path::new("out").join(format!("{}-compare", scene.name)));
    let mut runs = Vec::new();
    for name in &arguments.schemes {
        let out = folder.join(name);
        match run::run(&arguments.of_scheme(name, &out)) {
            // A scheme that fails is a result too.
            Ok(()) | Err(Failure::Simulation(_)) => {}
            Err(failure) => return Err(failure),
        }
        runs.push(Told::open(name.clone(), &out)?);
    }
    align(&mut runs);
    let report = Report { name: "compare", runs, times: arguments.times };
    let json = report.write(&folder)?;
    report.close(&folder, &json, arguments.ending.words())
}

impl CompareArguments {
    fn of_scheme(&self, name: &str, out: &Path) -> RunArguments {
        let mut words: Vec<std::ffi::OsString> =
            vec!["run".into(), (&self.scene).into(), "--out".into(), out.into()];
        words.extend(["--scheme".into(), name.into()]);
        for (option, values) in [("--unset", &self.changes.unset), ("--set", &self.changes.set)] {
            words.extend(values.iter().flat_map(|value| [option.into(), value.into()]));
        }
        words.extend(["--set".into(), "output.sheet=false".into()]);
        if let Some(frames) = self.frames {
            words.extend(["--frames".into(), frames.to_string().into()]);
        }
        if let Some(threads) = self.threads {
            words.extend(["--threads".into(), threads.to_string().into()]);
        }
        if self.ending.words() != Words::Page {
            words.push("--quiet".into());
        }
        RunArguments::of(words)
    }
}
