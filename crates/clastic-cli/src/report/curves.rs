//! What changes over time in a run, as numbers and as figures.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clastic::Dimension;
use clastic_frames::{Frame, read_npz};
use clastic_render::plot::Plot;
use clastic_shapes::Neighbours;
use clastic_studio::fields::{Symbols, singles};
use serde_json::{Value, json};

use super::Told;
use crate::{Failure, studio};

/// Frames that are read for what no table holds.
const GLANCES: usize = 24;
/// A particle is loose if it has fewer than so many others within so many cells.
const COMPANY: usize = 3;
const REACH: f64 = 1.5;

/// Numbers over time.
pub struct Curves {
    /// The diagnostics of every frame.
    columns: BTreeMap<String, Vec<f64>>,
    glances: Vec<Glance>,
}

/// What a frame says by itself.
struct Glance {
    time: f64,
    /// The share of loose particles.
    loose: f64,
}

impl Curves {
    /// Of a run's folder with these frames, in cells of this size in m.
    pub fn read(folder: &Path, frames: &[PathBuf], cell_size: f64) -> Result<Self, Failure> {
        let columns = studio::diagnostics(folder)?;
        let step = frames.len().div_ceil(GLANCES).max(1);
        let mut glances = Vec::new();
        for path in frames.iter().step_by(step) {
            let frame = read_npz(path)?;
            let loose = Neighbours::new(places(&frame), REACH * cell_size).loose(COMPANY);
            glances.push(Glance { time: frame.time, loose });
        }
        Ok(Curves { columns, glances })
    }

    /// As reports have it.
    pub fn json(&self) -> Value {
        json!({
            "diagnostics": self.columns,
            "time": self.glances.iter().map(|glance| glance.time).collect::<Vec<_>>(),
            "loose": self.glances.iter().map(|glance| glance.loose).collect::<Vec<_>>(),
        })
    }

    fn over_time(&self, number: impl Fn(&dyn Fn(&str) -> f64) -> f64) -> Vec<[f64; 2]> {
        let count = self.columns.get("time").map_or(0, Vec::len);
        let row = |k: usize| {
            let column = |name: &str| self.columns.get(name).map_or(f64::NAN, |column| column[k]);
            [column("time"), number(&column)]
        };
        (0..count).map(row).collect()
    }
}

/// The figures of some runs, a curve for each in all of them. What no run has, as those of earlier versions have no
/// centre of mass, has no figure.
pub fn plots(runs: &[Told]) -> Vec<(&'static str, Plot)> {
    let scene = &runs[0].studio.scene;
    let Symbols { energy, momentum, angular, length, .. } = Symbols::of(scene.units);
    let plot = |name: &'static str, title: &str, y: String, of: &dyn Fn(&Curves) -> Vec<[f64; 2]>| {
        let empty = Plot::new(title).x("time (s)").y(y.as_str());
        (name, runs.iter().fold(empty, |plot, run| plot.line(run.label.clone(), of(&run.curves))))
    };
    let total =
        |column: &dyn Fn(&str) -> f64| column("kinetic") + column("elastic") + column("gravitational");
    let size = |column: &dyn Fn(&str) -> f64, names: [&str; 3]| {
        names.iter().map(|name| column(name).powi(2)).sum::<f64>().sqrt()
    };
    let turning = |column: &dyn Fn(&str) -> f64| match scene.dimension {
        Dimension::Two => column("lz"),
        Dimension::Three => size(column, ["lx", "ly", "lz"]),
    };
    let mut plots = vec![
        plot("energy", "Total energy", format!("energy ({energy})"), &|c| c.over_time(total)),
        plot("kinetic", "Kinetic energy", format!("energy ({energy})"), &|c| {
            c.over_time(|column| column("kinetic"))
        }),
        plot("momentum", "Momentum", format!("size of the momentum ({momentum})"), &|c| {
            c.over_time(|column| size(column, ["px", "py", "pz"]))
        }),
        plot("angular", "Angular momentum", format!("angular momentum ({angular})"), &|c| {
            c.over_time(turning)
        }),
        plot("height", "Height of the centre of mass", format!("height ({length})"), &|c| {
            c.over_time(|column| column("cy"))
        }),
        plot("loose", "Loose particles", "share with fewer than 3 others within 1.5 Δx".to_string(), &|c| {
            c.glances.iter().map(|glance| [glance.time, glance.loose]).collect()
        }),
    ];
    let shown = |plot: &Plot| plot.curves.iter().flat_map(|curve| &curve.points).any(|[_, y]| y.is_finite());
    plots.retain(|(_, plot)| shown(plot));
    plots
}

fn places(frame: &Frame) -> Vec<[f64; 3]> {
    let x = singles(&frame.x);
    let d = usize::from(frame.dimension);
    x.chunks_exact(d).map(|row| [row[0], row[1], if d == 3 { row[2] } else { 0.0 }].map(f64::from)).collect()
}
