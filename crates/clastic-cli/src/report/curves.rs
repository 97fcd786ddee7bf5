//! What changes over time in a run, as numbers and as figures.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use clastic::Dimension;
use clastic_frames::{Frame, read_npz};
use clastic_render::plot::Plot;
use serde_json::{Value, json};

use super::Told;
use crate::Failure;
use crate::fields::{Symbols, singles};
use crate::studio::{self, Studio};

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
    /// Of a run's folder.
    pub fn read(folder: &Path, studio: &Studio) -> Result<Self, Failure> {
        let columns = studio::diagnostics(folder)?;
        let step = studio.frames.len().div_ceil(GLANCES).max(1);
        let mut glances = Vec::new();
        for path in studio.frames.iter().step_by(step) {
            let frame = read_npz(path)?;
            let loose = loose(&places(&frame), REACH * studio.config.cell_size);
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

fn places(frame: &Frame) -> Vec<[f32; 3]> {
    let x = singles(&frame.x);
    let d = usize::from(frame.dimension);
    x.chunks_exact(d).map(|row| [row[0], row[1], if d == 3 { row[2] } else { 0.0 }]).collect()
}

/// The share of places with too few others within a distance.
fn loose(places: &[[f32; 3]], reach: f64) -> f64 {
    let cell = |place: &[f32; 3]| place.map(|x| (f64::from(x) / reach).floor() as i64);
    let mut cells: HashMap<[i64; 3], Vec<usize>> = HashMap::new();
    for (index, place) in places.iter().enumerate() {
        cells.entry(cell(place)).or_default().push(index);
    }
    let near = |a: &[f32; 3], b: &[f32; 3]| {
        (0..3).map(|axis| f64::from(a[axis] - b[axis]).powi(2)).sum::<f64>() < reach * reach
    };
    let is_loose = |index: usize| {
        let place = &places[index];
        let home = cell(place);
        let mut company = 0;
        for code in 0..27 {
            let offset = [code / 9 - 1, code / 3 % 3 - 1, code % 3 - 1];
            let there = std::array::from_fn(|axis| home[axis] + offset[axis]);
            for &other in cells.get(&there).map_or(&[][..], Vec::as_slice) {
                company += usize::from(other != index && near(place, &places[other]));
                if company >= COMPANY {
                    return false;
                }
            }
        }
        true
    };
    (0..places.len()).filter(|index| is_loose(*index)).count() as f64 / places.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_company_is_not_loose() {
        let block: Vec<[f32; 3]> = (0..27).map(|n| [n / 9, n / 3 % 3, n % 3].map(|x| x as f32)).collect();
        assert_eq!(loose(&block, 1.5), 0.0);
        let alone: Vec<[f32; 3]> = (0..9).map(|n| [3.0 * n as f32, 0.0, 0.0]).collect();
        assert_eq!(loose(&alone, 1.5), 1.0);
        let both: Vec<[f32; 3]> =
            block.iter().copied().chain(alone.iter().map(|[x, ..]| [*x, 50.0, 0.0])).collect();
        assert_eq!(loose(&both, 1.5), 0.25);
        assert_eq!(loose(&[], 1.0), 0.0);
    }
}
