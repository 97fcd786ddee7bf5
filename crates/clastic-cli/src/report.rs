//! `clastic report`, and what `clastic compare` tells of its runs: a sheet, curves and one page that holds everything.

mod curves;
mod page;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use clastic_frames::{read_npz, replace_file};
use clastic_render::{Cell, Picture, Sheet, contact_sheet, write_png};
use clastic_studio::{Key, Studio, camera};
use serde_json::{Value, json};

use crate::{Failure, studio};
use curves::Curves;

/// Width and height of a figure, in pixels.
const FIGURE: [u32; 2] = [1200, 560];

/// What `report` takes.
#[derive(Args)]
pub struct ReportArguments {
    /// The output folder of a run
    folder: PathBuf,
    /// Times on the sheet
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=24))]
    times: u32,
    #[command(flatten)]
    ending: Ending,
}

/// What is printed in the end.
#[derive(Args)]
pub struct Ending {
    /// Print the numbers as JSON to stdout
    #[arg(long)]
    json: bool,
    /// No progress bars and no closing line
    #[arg(long)]
    quiet: bool,
}

/// The same, decided.
#[derive(Clone, Copy, PartialEq)]
pub enum Words {
    Json,
    Page,
    None,
}

impl Ending {
    /// What it comes to.
    pub fn words(&self) -> Words {
        match self {
            Ending { json: true, .. } => Words::Json,
            Ending { quiet: true, .. } => Words::None,
            _ => Words::Page,
        }
    }
}

/// Writes a report of one run into its folder.
pub fn report(arguments: &ReportArguments) -> Result<(), Failure> {
    let told = Told::open(String::new(), &arguments.folder)?;
    let report = Report { name: "report", runs: vec![told], times: arguments.times };
    let json = report.write(&arguments.folder)?;
    report.close(&arguments.folder, &json, arguments.ending.words())
}

/// A run that is told about.
pub struct Told {
    /// What tells it from others; empty for one alone.
    pub label: String,
    summary: Value,
    studio: Studio,
    frames: Vec<PathBuf>,
    curves: Curves,
}

impl Told {
    /// Reads the folder of a run.
    pub fn open(label: String, folder: &Path) -> Result<Self, Failure> {
        let (studio, frames) = (studio::open(folder, &[])?, studio::frames(folder)?);
        let path = folder.join("summary.json");
        let summary = fs::read_to_string(&path).map_err(|error| Failure::Unreadable(path.clone(), error))?;
        let summary = serde_json::from_str(&summary).map_err(|error| {
            Failure::Input(format!("{}: {error}; expected a run's summary", path.display()))
        })?;
        let curves = Curves::read(folder, &frames, studio.config.cell_size)?;
        Ok(Told { label, summary, studio, frames, curves })
    }
}

/// All that is told, of one run or of several that differ.
pub struct Report {
    /// What its files are called.
    pub name: &'static str,
    /// At least one.
    pub runs: Vec<Told>,
    /// How many times the sheet shows.
    pub times: u32,
}

impl Report {
    /// Writes the sheet, the curves, the numbers and the page; the numbers.
    pub fn write(&self, folder: &Path) -> Result<Value, Failure> {
        let sheet = self.sheet()?;
        write_png(&folder.join(format!("{}.png", self.name)), &sheet)?;
        let mut figures = Vec::new();
        for (name, plot) in curves::plots(&self.runs) {
            let [width, height] = FIGURE;
            let path = folder.join(format!("{}-{name}.png", self.name));
            write_png(&path, &plot.render(width, height)?)?;
            let figure = plot.svg(width, height)?;
            write_text(&path.with_extension("svg"), &figure)?;
            figures.push(figure);
        }
        let json = self.json();
        write_text(&folder.join(format!("{}.json", self.name)), &format!("{json:#}\n"))?;
        let page = page::html(self, folder, &figures)?;
        write_text(&folder.join(format!("{}.html", self.name)), &page)?;
        Ok(json)
    }

    /// Says what was wished.
    pub fn close(&self, folder: &Path, json: &Value, words: Words) -> Result<(), Failure> {
        match words {
            Words::Json => crate::print(&format!("{json:#}")),
            Words::Page => crate::print(&folder.join(format!("{}.html", self.name)).display().to_string()),
            Words::None => Ok(()),
        }
    }

    /// A row of pictures per run, a column per time; one camera and one scale for all.
    fn sheet(&self) -> Result<Picture, Failure> {
        let frames = self.runs.iter().map(|run| run.frames.len()).min().unwrap_or(0);
        let times = (self.times as usize).min(frames);
        let mut cells: Vec<(Picture, String)> = Vec::new();
        for run in &self.runs {
            for k in 0..times {
                let at = if times > 1 { k * (frames - 1) / (times - 1) } else { frames - 1 };
                let frame = read_npz(&run.frames[at])?;
                let time = format!("t = {:.3} s", frame.time);
                let caption = if run.label.is_empty() { time } else { format!("{}, {time}", run.label) };
                // What the colours mean is the same everywhere.
                let key = if cells.is_empty() { Key::Colours } else { Key::None };
                cells.push((run.studio.thumbnail(&frame, key)?, caption));
            }
        }
        let cells: Vec<Cell> = cells.iter().map(|(picture, caption)| Cell { picture, caption }).collect();
        let title = self.runs[0].studio.title();
        Ok(contact_sheet(&Sheet { columns: times as u32, ..Sheet::of(&title, &cells) }))
    }

    fn json(&self) -> Value {
        let runs = self.runs.iter().map(|run| {
            json!({
                "label": if run.label.is_empty() { run.summary["scheme"].clone() } else { json!(run.label) },
                "summary": run.summary,
                "curves": run.curves.json(),
            })
        });
        json!({ "scene": self.runs[0].studio.scene.name, "runs": runs.collect::<Vec<_>>() })
    }
}

fn write_text(path: &Path, text: &str) -> Result<(), Failure> {
    Ok(replace_file(path, |file| file.write_all(text.as_bytes()))?)
}

/// Makes runs comparable: one camera that sees all of them, and one scale of colours.
pub fn align(runs: &mut [Told]) {
    let Some(bounds) = runs.iter().map(|run| run.studio.bounds).reduce(|a, b| a.union(&b)) else { return };
    let scales: Vec<_> = runs.iter().flat_map(|run| run.studio.scales.clone()).collect();
    for run in runs {
        run.studio.bounds = bounds;
        run.studio.camera = camera(&run.studio.scene, &bounds);
        for (by, scale) in &mut run.studio.scales {
            for (_, other) in scales.iter().filter(|(other, _)| other == by) {
                scale.low = scale.low.min(other.low);
                scale.high = scale.high.max(other.high);
            }
        }
    }
}
