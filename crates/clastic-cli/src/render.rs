//! `clastic render`, and the contact sheet at the end of a run.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use clastic::Dimension;
use clastic_frames::{Frame, read_npz};
use clastic_render::{
    Camera, Cell, Cut, Film, FilmFormat, FilmSpec, Legend, Mesh, Net, Paint, Particles, Picture, Sheet, Shot,
    WriteError, contact_sheet, write_png,
};
use clastic_scene::Edit;

use crate::Failure;
use crate::fields::{self, singles};
use crate::mesh;
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
    let mut studio = Studio::open(folder, &edits)?;
    studio.style = Style { slice: arguments.slice, surfaces: arguments.surface };
    studio.check_style(arguments)?;
    let pictures = folder.join("pictures");
    fs::create_dir_all(&pictures).map_err(|error| Failure::Disk(pictures.clone(), error))?;
    let visibility = if arguments.quiet { Visibility::Hidden } else { Visibility::Shown };
    let views = views(&studio, arguments.turntable);
    let bar = crate::progress::plain_bar(views.len() as u64, visibility);
    let stem = if arguments.turntable.is_some() { "turntable" } else { "film" };
    let mut film = Reel::start(&folder.join(stem), arguments.film.as_deref(), &studio, views.len() as u32)?;
    for View { name, turn, path } in &views {
        let picture = studio.picture(path, *turn)?;
        write_png(&pictures.join(name), &picture)?;
        film.film.push(&picture)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    film.film.finish()?;
    if arguments.turntable.is_none() {
        studio.sheet(folder)?;
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
fn views(studio: &Studio, turntable: Option<u32>) -> Vec<View<'_>> {
    match (turntable, studio.frames.last()) {
        (Some(count), Some(last)) => {
            let turn = |k: u32| std::f32::consts::TAU * k as f32 / count as f32;
            let view = |k| View { name: format!("turn-{k:04}.png").into(), turn: turn(k), path: last };
            (0..count).map(view).collect()
        }
        _ => {
            let name = |path: &Path| path.with_extension("png").file_name().map(PathBuf::from);
            let view = |path| View { name: name(path).unwrap_or_default(), turn: 0.0, path };
            studio.frames.iter().map(|path| view(path.as_path())).collect()
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

/// What pictures leave out or show otherwise.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    slice: Option<Cut>,
    /// Whether liquids are surfaces.
    surfaces: bool,
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

/// Whether a picture says what its colours mean.
#[derive(Clone, Copy, PartialEq)]
pub enum Key {
    None,
    Colours,
}

/// How one picture is taken.
struct Exposure<'a> {
    size: [u32; 2],
    caption: &'a str,
    key: Key,
    /// How far the camera is turned about the vertical axis, in rad.
    turn: f32,
}

/// A camera turned about the vertical axis through its target, by so many radians.
fn turned(camera: Camera, angle: f32) -> Camera {
    let [x, z] = [0, 2].map(|axis| camera.eye[axis] - camera.target[axis]);
    let (sin, cos) = angle.sin_cos();
    let eye = [camera.target[0] + cos * x + sin * z, camera.eye[1], camera.target[2] - sin * x + cos * z];
    if angle == 0.0 { camera } else { Camera { eye, ..camera } }
}

impl Studio {
    fn size(&self) -> [u32; 2] {
        self.scene.camera.size.map(|pixels| pixels as u32)
    }

    /// Whether the style and the run go together.
    fn check_style(&self, arguments: &RenderArguments) -> Result<(), Failure> {
        let flat = self.scene.dimension == Dimension::Two;
        let wrong =
            |option: &str| Err(Failure::Input(format!("{option}: the run is in 2D; expected one in 3D")));
        match self.style {
            Style { surfaces: true, .. } if flat => wrong("--surface"),
            Style { slice: Some(Cut { axis: 2, .. }), .. } if flat => wrong("--slice z"),
            _ if flat && arguments.turntable.is_some() => wrong("--turntable"),
            _ => Ok(()),
        }
    }

    /// A frame, from the camera's place turned about the vertical axis by so many radians.
    fn picture(&self, path: &Path, turn: f32) -> Result<Picture, Failure> {
        let frame = read_npz(path)?;
        let caption = format!("t = {:.3} s", frame.time);
        let size = self.size();
        let key = if size[0] < 640 { Key::None } else { Key::Colours };
        self.shoot(&frame, Exposure { size, caption: &caption, key, turn })
    }

    /// A small picture of a frame, without a caption.
    pub fn thumbnail(&self, frame: &Frame, key: Key) -> Result<Picture, Failure> {
        let [width, height] = self.size();
        let size = [480, (480 * height / width.max(1)).clamp(16, 960)];
        self.shoot(frame, Exposure { size, caption: "", key, turn: 0.0 })
    }

    fn shoot(&self, frame: &Frame, exposure: Exposure) -> Result<Picture, Failure> {
        let Exposure { size: [width, height], caption, key, turn } = exposure;
        let values = fields::values(self.scene.camera.color, frame);
        let index: Vec<u32> = frame.material.iter().map(|material| u32::from(*material)).collect();
        let names: Vec<&str> = frame.materials.iter().map(String::as_str).collect();
        let label = fields::label(self.scene.camera.color, &self.scene);
        let palette = palette(&self.scene);
        let (paint, legend) = match self.scale() {
            Some(scale) => (Paint::Scalar { values: &values, scale }, Legend::Bar(&label)),
            None if names.len() > 1 => {
                (Paint::Materials { index: &index, palette: &palette }, Legend::Names(&names))
            }
            None => (Paint::Materials { index: &index, palette: &palette }, Legend::None),
        };
        let surfaces = if self.style.surfaces { mesh::liquids(&self.scene, frame)? } else { Vec::new() };
        let meshes: Vec<Mesh> = surfaces
            .iter()
            .map(|(index, surface)| Mesh {
                positions: &surface.positions,
                normals: &surface.normals,
                triangles: &surface.triangles,
                paint: palette[usize::from(*index)],
                cut: self.style.slice,
            })
            .collect();
        let mut x = singles(&frame.x);
        let d = usize::from(frame.dimension);
        for (place, material) in x.chunks_exact_mut(d).zip(&frame.material) {
            let beyond = self.style.slice.is_some_and(|Cut { axis, place: at }| place[axis] > at);
            if beyond || surfaces.iter().any(|(index, _)| index == material) {
                // What is nowhere is not drawn.
                place.fill(f32::NAN);
            }
        }
        let particles = Particles { dimension: self.scene.dimension, x: &x, radius: self.radius, paint };
        let mut obstacles = obstacles(&self.scene, &self.config, frame.time);
        obstacles.iter_mut().for_each(|obstacle| obstacle.cut = self.style.slice);
        let cells = frame.cells();
        let (segments, triangles): (Vec<_>, _) = (cells.segments().collect(), cells.surface());
        let net = Net { segments: &segments, triangles: &triangles, hidden: cells.tetrahedra.as_flattened() };
        let shot = Shot {
            net,
            walls: self.walls(),
            obstacles: &obstacles,
            meshes: &meshes,
            camera: turned(self.camera, turn),
            width,
            height,
            // Surfaces have the colours of their materials.
            legend: if key == Key::Colours && surfaces.len() < names.len() { legend } else { Legend::None },
            caption,
            ..Shot::of(particles)
        };
        shot.render().map_err(|error| Failure::Input(error.to_string()))
    }

    fn sheet(&self, folder: &Path) -> Result<(), Failure> {
        let count = self.frames.len();
        let shown = count.min(CELLS);
        let mut cells = Vec::new();
        for k in 0..shown {
            let path = &self.frames[if shown > 1 { k * (count - 1) / (shown - 1) } else { 0 }];
            let frame = read_npz(path)?;
            // What the colours mean is the same everywhere.
            let key = if k == 0 { Key::Colours } else { Key::None };
            cells.push((self.thumbnail(&frame, key)?, format!("t = {:.3} s", frame.time)));
        }
        let cells: Vec<Cell> = cells.iter().map(|(picture, caption)| Cell { picture, caption }).collect();
        let title = match self.scale() {
            Some(_) => {
                let label = fields::label(self.scene.camera.color, &self.scene);
                format!("{}: {label}", self.scene.name)
            }
            None => self.scene.name.clone(),
        };
        let sheet = contact_sheet(&Sheet::of(&title, &cells));
        Ok(write_png(&folder.join("sheet.png"), &sheet)?)
    }
}
