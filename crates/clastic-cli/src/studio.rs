//! A run's folder opened to be looked at.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clastic_frames::read_npz;
use clastic_scene::{Edit, Overrides, SceneFile};
use clastic_studio::{Sight, Studio};

use crate::Failure;

/// Frames that are read to fit the camera and the colours.
const GLANCES: usize = 24;

/// A studio for the frames of a folder.
pub fn open(folder: &Path, edits: &[Edit]) -> Result<Studio, Failure> {
    let file = SceneFile::read(&folder.join("scene.toml"), edits).map_err(Failure::Scene)?;
    let config = file.config(&Overrides::default());
    let mut sight = Sight::of(file.scene, config);
    let frames = frames(folder)?;
    let step = frames.len().div_ceil(GLANCES).max(1);
    // The last frame first: its reach matters most, whatever the step leaves out.
    for path in frames.iter().rev().step_by(step) {
        sight.see(&read_npz(path)?);
    }
    Ok(sight.studio())
}

/// The frames of a folder in order.
pub fn frames(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let frames = folder.join("frames");
    let entries = fs::read_dir(&frames).map_err(|error| {
        Failure::Input(format!(
            "{}: no frames: {error}; expected the output folder of a run",
            frames.display()
        ))
    })?;
    let mut paths: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "npz"))
        .collect();
    // Numbers may outgrow their four digits.
    let number =
        |path: &PathBuf| path.file_stem().and_then(|stem| stem.to_string_lossy().parse::<u64>().ok());
    // What an earlier, longer run has left does not belong to this one.
    let last = last_frame(folder).unwrap_or(u64::MAX);
    paths.retain(|path| number(path).is_some_and(|number| number <= last));
    paths.sort_by_key(number);
    if paths.is_empty() {
        let message = "no NPZ frames; expected `npz` among the output's formats";
        return Err(Failure::Input(format!("{}: {message}", frames.display())));
    }
    Ok(paths)
}

/// The numbers of a run's diagnostics by the names above them. A line that is being written has too few and does not
/// count.
pub fn diagnostics(folder: &Path) -> Result<BTreeMap<String, Vec<f64>>, Failure> {
    let path = folder.join("diagnostics.csv");
    let text = fs::read_to_string(&path).map_err(|error| Failure::Unreadable(path, error))?;
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let names = lines.next().unwrap_or_default();
    let mut columns = vec![Vec::new(); names.len()];
    for line in lines.filter(|line| line.len() == names.len()) {
        for (column, number) in columns.iter_mut().zip(line) {
            column.push(number.parse().unwrap_or(f64::NAN));
        }
    }
    let named = names.into_iter().map(String::from).zip(columns);
    // The one that holds names and no numbers.
    Ok(named.filter(|(name, _)| name != "dt_limit").collect())
}

/// The number of the last frame that a run has written: that of its summary or, while it goes on, of its table.
fn last_frame(folder: &Path) -> Option<u64> {
    let summary = fs::read_to_string(folder.join("summary.json")).ok()?;
    let summary: serde_json::Value = serde_json::from_str(&summary).ok()?;
    if summary["status"] != "running" {
        return summary["frames"].as_u64();
    }
    let table = fs::read_to_string(folder.join("diagnostics.csv")).ok()?;
    table.lines().last()?.split(',').next()?.parse().ok()
}
