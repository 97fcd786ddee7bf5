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
        (Ok((file, left_out)), false) => {
            let mut lines = vec![format!("{}: {}", arguments.scene.display(), file.estimate())];
            lines.extend(left_out);
            lines.extend(file.repairs().iter().cloned());
            crate::print(&lines.join("\n"))
        }
        (Ok((file, left_out)), true) => {
            let estimate = file.estimate();
            let report = json!({
                "particles": estimate.particles,
                "bytes": estimate.bytes,
                "left_out": left_out,
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

/// The scene, and which particles are left out of it.
fn read(arguments: &CheckArguments) -> Result<(SceneFile, Vec<String>), Mistakes> {
    let file = SceneFile::read(&arguments.scene, &arguments.changes.edits()?)?;
    let left_out = file.left_out(&file.verify()?);
    Ok((file, left_out))
}
