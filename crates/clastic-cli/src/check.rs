//! `clastic check`.

use std::path::PathBuf;

use clap::Args;
use clastic_scene::{Mistakes, SceneFile};
use serde_json::json;

use crate::{Changes, Failure};

/// What `check` takes.
#[derive(Args)]
pub struct CheckArguments {
    /// The scene file
    scene: PathBuf,
    #[command(flatten)]
    changes: Changes,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Reads a scene and says everything that is wrong with it, or how large it is.
pub fn check(arguments: &CheckArguments) -> Result<(), Failure> {
    let outcome = read(arguments);
    match (outcome, arguments.json) {
        (Ok(file), false) => {
            let size = format!("{}: {}", arguments.scene.display(), file.estimate());
            let lines: Vec<&str> =
                std::iter::once(size.as_str()).chain(file.repairs().iter().map(String::as_str)).collect();
            crate::print(&lines.join("\n"))
        }
        (Ok(file), true) => {
            let estimate = file.estimate();
            let report = json!({
                "particles": estimate.particles,
                "bytes": estimate.bytes,
                "repairs": file.repairs(),
                "mistakes": [],
            });
            crate::print(&format!("{report:#}"))
        }
        (Err(mistakes), false) => Err(Failure::Scene(mistakes)),
        (Err(mistakes), true) => {
            let list: Vec<_> = mistakes
                .0
                .iter()
                .map(|mistake| {
                    let (line, column) = mistake.place.line_and_column().unzip();
                    json!({
                        "file": mistake.place.source.name,
                        "line": line,
                        "column": column,
                        "field": mistake.field,
                        "message": mistake.message,
                    })
                })
                .collect();
            crate::print(&format!("{:#}", json!({ "mistakes": list })))?;
            Err(Failure::Scene(mistakes))
        }
    }
}

fn read(arguments: &CheckArguments) -> Result<SceneFile, Mistakes> {
    let file = SceneFile::read(&arguments.scene, &arguments.changes.edits()?)?;
    file.verify()?;
    Ok(file)
}
