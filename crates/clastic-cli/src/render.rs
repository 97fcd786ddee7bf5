//! `clastic render`, and the contact sheet at the end of a run.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use clastic::Dimension;
use clastic_frames::read_npz;
use clastic_render::{
    Cell, Cut, Film, FilmFormat, FilmSpec, Picture, Sheet, WriteError, contact_sheet, write_png,
};
use clastic_scene::Edit;
use clastic_studio::{Key, Skin, Studio};

use crate::progress::Visibility;
use crate::{Failure, mesh, studio};

/// Pictures on a contact sheet.
const CELLS: usize = 12;
/// What `render` takes.
#[derive(Args)]
pub struct RenderArguments {
    /// The output folder of a run
    folder: PathBuf,
    /// What colours show, in place of the scene's choice: material, speed, j, pressure, temperature,
    /// concentration (concentration-2 for the second component) or id
    #[arg(long, value_name = "FIELD")]
    color: Option<String>,
    /// Set any field of the scene's camera, as in camera.fov=50
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Leave out what is beyond a plane, as in x=0.5: particles, surfaces and what is rigid
    #[arg(long, value_name = "AXIS=PLACE", value_parser = slice)]
    slice: Option<Cut>,
    /// Draw liquids as smooth surfaces, in 3D
    #[arg(long)]
    surface: bool,
    /// In place of the frames, so many pictures around the last one, in 3D
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=10_000))]
    turntable: Option<u32>,
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
    let (mut studio, frames) = (studio::open(folder, &edits)?, studio::frames(folder)?);
    studio.slice = arguments.slice;
    arguments.check(studio.scene.dimension)?;
    let pictures = folder.join("pictures");
    fs::create_dir_all(&pictures).map_err(|error| Failure::Disk(pictures.clone(), error))?;
    let visibility = if arguments.quiet { Visibility::Hidden } else { Visibility::Shown };
    let views = views(&frames, arguments.turntable);
    let bar = crate::progress::plain_bar(views.len() as u64, visibility);
    let stem = if arguments.turntable.is_some() { "turntable" } else { "film" };
    let mut film = Reel::start(&folder.join(stem), arguments.film.as_deref(), &studio, views.len() as u32)?;
    for View { name, turn, path } in &views {
        let picture = arguments.picture(&studio, path, *turn)?;
        write_png(&pictures.join(name), &picture)?;
        film.film.push(&picture)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    film.film.finish()?;
    if arguments.turntable.is_none() {
        write_sheet(&studio, &frames, folder)?;
    }
    if !arguments.quiet {
        let (count, pictures, film) = (views.len(), pictures.display(), film.path.display());
        crate::print(&format!("{count} pictures in {pictures}, and {film}"))?;
    }
    Ok(())
}

/// One of the pictures.
struct View<'a> {
    name: PathBuf,
    /// How far the camera is turned, in rad.
    turn: f32,
    /// The frame.
    path: &'a Path,
}

/// Every frame, or so many views of the last.
fn views(frames: &[PathBuf], turntable: Option<u32>) -> Vec<View<'_>> {
    match (turntable, frames.last()) {
        (Some(count), Some(last)) => {
            let turn = |k: u32| std::f32::consts::TAU * k as f32 / count as f32;
            let view = |k| View { name: format!("turn-{k:04}.png").into(), turn: turn(k), path: last };
            (0..count).map(view).collect()
        }
        _ => {
            let name = |path: &Path| path.with_extension("png").file_name().map(PathBuf::from);
            let view = |path| View { name: name(path).unwrap_or_default(), turn: 0.0, path };
            frames.iter().map(|path| view(path.as_path())).collect()
        }
    }
}

/// A plane across an axis, with its place in the scene's unit of length.
fn slice(text: &str) -> Result<Cut, String> {
    let wrong = || "expected an axis and a place, as in x=0.5".to_string();
    let (axis, place) = text.split_once('=').ok_or_else(wrong)?;
    let axis = ["x", "y", "z"].iter().position(|name| *name == axis).ok_or_else(wrong)?;
    let place = place.parse().ok().filter(|place: &f32| place.is_finite()).ok_or_else(wrong)?;
    Ok(Cut { axis, place })
}

impl RenderArguments {
    /// Whether they and a run go together.
    fn check(&self, dimension: Dimension) -> Result<(), Failure> {
        let flat = dimension == Dimension::Two;
        let wrong =
            |option: &str| Err(Failure::Input(format!("{option}: the run is in 2D; expected one in 3D")));
        match self.slice {
            _ if flat && self.surface => wrong("--surface"),
            Some(Cut { axis: 2, .. }) if flat => wrong("--slice z"),
            _ if flat && self.turntable.is_some() => wrong("--turntable"),
            _ => Ok(()),
        }
    }

    /// A frame, from the camera's place turned about the vertical axis by so many radians.
    fn picture(&self, studio: &Studio, path: &Path, turn: f32) -> Result<Picture, Failure> {
        let frame = read_npz(path)?;
        let surfaces = if self.surface { mesh::liquids(&studio.scene, &frame)? } else { Vec::new() };
        let skins: Vec<Skin> = surfaces
            .iter()
            .map(|(material, surface)| Skin {
                material: *material,
                positions: &surface.positions,
                normals: &surface.normals,
                triangles: &surface.triangles,
            })
            .collect();
        Ok(studio.picture(&frame, turn, &skins)?)
    }
}

/// Writes the contact sheet of a run.
pub fn sheet(folder: &Path) -> Result<(), Failure> {
    write_sheet(&studio::open(folder, &[])?, &studio::frames(folder)?, folder)
}

fn write_sheet(studio: &Studio, frames: &[PathBuf], folder: &Path) -> Result<(), Failure> {
    let count = frames.len();
    let shown = count.min(CELLS);
    let mut cells = Vec::new();
    for k in 0..shown {
        let frame = read_npz(&frames[if shown > 1 { k * (count - 1) / (shown - 1) } else { 0 }])?;
        // What the colours mean is the same everywhere.
        let key = if k == 0 { Key::Colours } else { Key::None };
        cells.push((studio.thumbnail(&frame, key)?, format!("t = {:.3} s", frame.time)));
    }
    let cells: Vec<Cell> = cells.iter().map(|(picture, caption)| Cell { picture, caption }).collect();
    let sheet = contact_sheet(&Sheet::of(&studio.title(), &cells));
    Ok(write_png(&folder.join("sheet.png"), &sheet)?)
}

/// A film under way.
struct Reel {
    film: Film,
    path: PathBuf,
}

impl Reel {
    /// At a path without its extension.
    fn start(path: &Path, wanted: Option<&str>, studio: &Studio, frames: u32) -> Result<Self, Failure> {
        let names = match wanted {
            Some(name) => vec![name],
            None => vec!["mp4", "gif"],
        };
        let [width, height] = studio.size();
        let mut missing = None;
        for name in names {
            let path = path.with_extension(name);
            let format = FilmFormat::of(&path)
                .ok_or_else(|| Failure::Input(format!("--film {name}: expected mp4, gif or apng")))?;
            let spec = FilmSpec { format, width, height, frames, frames_per_second: studio.scene.time.fps };
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
