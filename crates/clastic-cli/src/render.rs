//! `clastic render`, and the contact sheet at the end of a run.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use clastic_frames::{Frame, read_npz};
use clastic_render::{
    Cell, Film, FilmFormat, FilmSpec, Legend, Paint, Particles, Picture, Sheet, Shot, WriteError,
    contact_sheet, write_png,
};
use clastic_scene::Edit;

use crate::Failure;
use crate::fields::{self, singles};
use crate::progress::Visibility;
use crate::rigid::obstacles;
use crate::studio::{Studio, palette};

/// Pictures on a contact sheet.
const CELLS: usize = 12;
/// What `render` takes.
#[derive(Args)]
pub struct RenderArguments {
    /// The output folder of a run
    folder: PathBuf,
    /// What colours show, in place of the scene's choice: material, speed, j, pressure, temperature,
    /// concentration or id
    #[arg(long, value_name = "FIELD")]
    color: Option<String>,
    /// Set any field of the scene's camera, as in camera.fov=50
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// The film's format; MP4 where ffmpeg is installed, else GIF, if not given
    #[arg(long, value_name = "mp4|gif|apng")]
    film: Option<String>,
    /// No progress bar and no closing line
    #[arg(long)]
    quiet: bool,
}

/// Renders every frame, the contact sheet and a film.
pub fn render(arguments: &RenderArguments) -> Result<(), Failure> {
    let folder = &arguments.folder;
    let mut edits = Vec::new();
    if let Some(color) = &arguments.color {
        edits.push(Edit::set(format!("--color {color}"), "camera.color", color.as_str()));
    }
    for text in &arguments.set {
        edits.push(Edit::parse(text).map_err(Failure::Scene)?);
    }
    let studio = Studio::open(folder, &edits)?;
    let pictures = folder.join("pictures");
    fs::create_dir_all(&pictures).map_err(|error| Failure::Disk(pictures.clone(), error))?;
    let visibility = if arguments.quiet { Visibility::Hidden } else { Visibility::Shown };
    let bar = crate::progress::plain_bar(studio.frames.len() as u64, visibility);
    let [width, height] = studio.size();
    let mut film = Reel::start(folder, arguments.film.as_deref(), &studio)?;
    for path in &studio.frames {
        let picture = studio.picture(path, [width, height])?;
        let name = path.with_extension("png");
        write_png(&pictures.join(name.file_name().unwrap_or_default()), &picture)?;
        film.film.push(&picture)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    film.film.finish()?;
    studio.sheet(folder)?;
    if !arguments.quiet {
        let count = studio.frames.len();
        crate::print(&format!(
            "{count} pictures in {}, {} and {}",
            pictures.display(),
            folder.join("sheet.png").display(),
            film.path.display()
        ))?;
    }
    Ok(())
}

/// Writes the contact sheet of a run.
pub fn sheet(folder: &Path) -> Result<(), Failure> {
    Studio::open(folder, &[])?.sheet(folder)
}

/// A film under way.
struct Reel {
    film: Film,
    path: PathBuf,
}

impl Reel {
    fn start(folder: &Path, wanted: Option<&str>, studio: &Studio) -> Result<Self, Failure> {
        let names = match wanted {
            Some(name) => vec![name],
            None => vec!["mp4", "gif"],
        };
        let [width, height] = studio.size();
        let mut missing = None;
        for name in names {
            let path = folder.join("film").with_extension(name);
            let format = FilmFormat::of(&path)
                .ok_or_else(|| Failure::Input(format!("--film {name}: expected mp4, gif or apng")))?;
            let spec = FilmSpec {
                format,
                width,
                height,
                frames: studio.frames.len() as u32,
                frames_per_second: studio.scene.time.fps,
            };
            match Film::create(&path, spec) {
                Ok(film) => return Ok(Reel { film, path }),
                Err(error @ (WriteError::FfmpegMissing { .. } | WriteError::FfmpegLacks { .. })) => {
                    if wanted.is_none() {
                        tracing::warn!("{error}");
                    }
                    missing = Some(error);
                }
                Err(error) => return Err(error.into()),
            }
        }
        Err(missing.map_or_else(|| Failure::Input("no film format".to_string()), Failure::from))
    }
}

/// Whether a picture says what its colours mean.
#[derive(Clone, Copy, PartialEq)]
enum Told {
    Nothing,
    Colours,
}

impl Studio {
    fn size(&self) -> [u32; 2] {
        self.scene.camera.size.map(|pixels| pixels as u32)
    }

    fn picture(&self, path: &Path, [width, height]: [u32; 2]) -> Result<Picture, Failure> {
        let frame = read_npz(path)?;
        let caption = format!("t = {:.3} s", frame.time);
        let legend = if width < 640 { Told::Nothing } else { Told::Colours };
        self.shoot(&frame, [width, height], &caption, legend)
    }

    fn shoot(
        &self,
        frame: &Frame,
        [width, height]: [u32; 2],
        caption: &str,
        told: Told,
    ) -> Result<Picture, Failure> {
        let values = fields::values(self.scene.camera.color, frame);
        let index: Vec<u32> = frame.material.iter().map(|material| u32::from(*material)).collect();
        let names: Vec<&str> = frame.materials.iter().map(String::as_str).collect();
        let label = fields::label(self.scene.camera.color, self.scene.units);
        let palette = palette(&self.scene);
        let (paint, legend) = match self.scale() {
            Some(scale) => (Paint::Scalar { values: &values, scale }, Legend::Bar(label)),
            None if names.len() > 1 => {
                (Paint::Materials { index: &index, palette: &palette }, Legend::Names(&names))
            }
            None => (Paint::Materials { index: &index, palette: &palette }, Legend::None),
        };
        let x = singles(&frame.x);
        let particles = Particles { dimension: self.scene.dimension, x: &x, radius: self.radius, paint };
        let shot = Shot {
            walls: self.walls(),
            obstacles: &obstacles(&self.scene, &self.config, frame.time),
            camera: self.camera,
            width,
            height,
            legend: if told == Told::Colours { legend } else { Legend::None },
            caption,
            ..Shot::of(particles)
        };
        shot.render().map_err(|error| Failure::Input(error.to_string()))
    }

    fn sheet(&self, folder: &Path) -> Result<(), Failure> {
        let count = self.frames.len();
        let shown = count.min(CELLS);
        let [width, height] = self.size();
        let thumbnail = [480, (480 * height / width.max(1)).clamp(16, 960)];
        let mut cells = Vec::new();
        for k in 0..shown {
            let path = &self.frames[if shown > 1 { k * (count - 1) / (shown - 1) } else { 0 }];
            let frame = read_npz(path)?;
            // What the colours mean is the same everywhere.
            let told = if k == 0 { Told::Colours } else { Told::Nothing };
            let picture = self.shoot(&frame, thumbnail, "", told)?;
            cells.push((picture, format!("t = {:.3} s", frame.time)));
        }
        let cells: Vec<Cell> = cells.iter().map(|(picture, caption)| Cell { picture, caption }).collect();
        let title = match self.scale() {
            Some(_) => {
                let label = fields::label(self.scene.camera.color, self.scene.units);
                format!("{}: {label}", self.scene.name)
            }
            None => self.scene.name.clone(),
        };
        let sheet = contact_sheet(&Sheet::of(&title, &cells));
        Ok(write_png(&folder.join("sheet.png"), &sheet)?)
    }
}
