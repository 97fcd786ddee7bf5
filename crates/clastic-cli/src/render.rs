//! `clastic render`, and the contact sheet at the end of a run.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use clastic::colliders::Motion;
use clastic::{Config, Dimension};
use clastic_frames::{Floats, Frame, read_npz};
use clastic_render::{
    Bounds, Camera, Cell, Color, Colormap, Film, FilmFormat, FilmSpec, Legend, Look, Obstacle, Paint,
    Particles, Picture, Projection, Scale, Sheet, Shot, Walls, WriteError, contact_sheet, material_color,
    write_png,
};
use clastic_scene::{ColliderTable, ColorBy, Edit, MaterialTable, Overrides, Scene, SceneFile, Units};

use crate::Failure;
use crate::progress::Visibility;

/// Pictures on a contact sheet.
const CELLS: usize = 12;
/// Frames that are read to fit the camera and the colours.
const GLANCES: usize = 24;

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

/// All that the pictures of a run have in common.
struct Studio {
    scene: Scene,
    /// What the engine was told; of use is what is rigid.
    config: Config,
    frames: Vec<PathBuf>,
    camera: Camera,
    bounds: Bounds,
    scale: Option<Scale>,
    radius: f32,
}

impl Studio {
    fn open(folder: &Path, edits: &[Edit]) -> Result<Self, Failure> {
        let file = SceneFile::read(&folder.join("scene.toml"), edits).map_err(Failure::Scene)?;
        let (config, scene) = (file.config(&Overrides::default()), file.scene);
        let frames = frames(folder)?;
        let step = frames.len().div_ceil(GLANCES).max(1);
        let (mut bounds, mut values, mut spacing) = (None::<Bounds>, Vec::new(), f64::INFINITY);
        // The last frame first: its reach matters most, whatever the step leaves out.
        for path in frames.iter().rev().step_by(step) {
            let frame = read_npz(path)?;
            let obstacles = obstacles(&scene, &config, frame.time);
            let own = bulk(scene.dimension, &singles(&frame.x))
                .map(|own| own.with_obstacles(scene.dimension, &obstacles));
            bounds = match (bounds, own) {
                (Some(a), Some(b)) => Some(a.union(&b)),
                (a, b) => a.or(b),
            };
            values.extend(span(scalar(&scene, &frame)));
            spacing = spacing.min(frame.spacing);
        }
        let radius = scene.camera.radius.unwrap_or(0.55 * spacing) as f32;
        let bounds = bounds.unwrap_or(Bounds { min: [0.0; 3], max: [1.0; 3] }).grown(radius);
        let [width, height] = scene.camera.size;
        let camera = camera(&scene, &bounds, (width / height) as f32);
        let scale = scale(&scene, &values);
        Ok(Studio { scene, config, frames, camera, bounds, scale, radius })
    }

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
        let values = scalar(&self.scene, frame);
        let index: Vec<u32> = frame.material.iter().map(|material| u32::from(*material)).collect();
        let names: Vec<&str> = frame.materials.iter().map(String::as_str).collect();
        let label = label(&self.scene);
        let palette = palette(&self.scene);
        let (paint, legend) = match self.scale {
            Some(scale) => (Paint::Scalar { values: &values, scale }, Legend::Bar(&label)),
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

    /// The floor, and the box of the walls where matter is held on more sides than below.
    fn walls(&self) -> Walls {
        let walls = self.scene.walls.by_axis();
        let count = walls.as_flattened().iter().filter(|(_, wall)| wall.is_some()).count();
        let mut outline = self.bounds;
        if self.scene.dimension == Dimension::Two {
            // Where there is no wall its line lies far outside of the picture.
            let size = (0..2).map(|axis| outline.max[axis] - outline.min[axis]).fold(0.0, f32::max);
            outline = outline.grown(10.0 * size);
        }
        for (axis, [(_, low), (_, high)]) in walls.iter().enumerate() {
            outline.min[axis] = low.map_or(outline.min[axis], |wall| wall.at as f32);
            outline.max[axis] = high.map_or(outline.max[axis], |wall| wall.at as f32);
        }
        Walls {
            floor: self.scene.walls.y_low.as_ref().map(|wall| wall.at as f32),
            outline: (count > 1).then_some(outline),
        }
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
        let title = match self.scale {
            Some(_) => format!("{}: {}", self.scene.name, label(&self.scene)),
            None => self.scene.name.clone(),
        };
        let sheet = contact_sheet(&Sheet::of(&title, &cells));
        Ok(write_png(&folder.join("sheet.png"), &sheet)?)
    }
}

/// What pictures show of all that is rigid, where it is at a time; colliders last, which lie on the others in 2D.
fn obstacles<'a>(scene: &Scene, config: &'a Config, time: f64) -> Vec<Obstacle<'a>> {
    let place = |motion: &Motion| motion.pose(time).transform();
    let region =
        |obstacle, motion, paint| Obstacle { place: place(motion), paint, look: Look::Region, ..obstacle };
    let is_open = |start: f64, end: f64| start <= time && time < end;
    let sinks = scene.sinks.iter().zip(&config.sinks);
    let sinks = sinks
        .filter(|((_, table), sink)| table.visible && is_open(sink.start, sink.end))
        .map(|(_, sink)| region(Obstacle::of(&*sink.shape), &sink.motion, Obstacle::SINK));
    let sources = scene.sources.iter().zip(&config.sources);
    let sources = sources
        .filter(|((_, table), source)| table.visible && is_open(source.start, source.end))
        .map(|(_, source)| region(Obstacle::of(&*source.shape), &source.motion, Obstacle::SOURCE));
    let colliders = scene.colliders.iter().zip(&config.colliders);
    let colliders = colliders.filter(|((_, table), _)| table.visible).map(|((_, table), collider)| {
        let (look, paint) = appearance(table);
        Obstacle { place: place(&collider.motion), paint, look, ..Obstacle::of(&*collider.shape) }
    });
    sinks.chain(sources).chain(colliders).collect()
}

fn appearance(collider: &ColliderTable) -> (Look, Color) {
    let (look, usual) = match collider.look {
        clastic_scene::Look::Solid => (Look::Opaque, Obstacle::GREY),
        clastic_scene::Look::Glass => (Look::Glass, Obstacle::PANE),
    };
    (look, collider.color.map_or(usual, |[r, g, b]| Color { r, g, b }))
}

/// The frames of a folder in order.
fn frames(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let frames = folder.join("frames");
    let entries = fs::read_dir(&frames)
        .map_err(|error| Failure::Input(format!("{}: no frames to render: {error}", frames.display())))?;
    let mut paths: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "npz"))
        .collect();
    // Numbers may outgrow their four digits.
    let number =
        |path: &PathBuf| path.file_stem().and_then(|stem| stem.to_string_lossy().parse::<u64>().ok());
    // What an earlier, longer run has left does not belong to this one.
    let last = fs::read_to_string(folder.join("summary.json"))
        .ok()
        .and_then(|text| serde_json::from_str::<serde_json::Value>(&text).ok())
        .and_then(|summary| summary["frames"].as_u64())
        .unwrap_or(u64::MAX);
    paths.retain(|path| number(path).is_some_and(|number| number <= last));
    paths.sort_by_key(number);
    if paths.is_empty() {
        let message = "no NPZ frames to render; expected `npz` among the output's formats";
        return Err(Failure::Input(format!("{}: {message}", frames.display())));
    }
    Ok(paths)
}

/// Share of the particles at either end of an axis that may leave the picture: a drop that flies off must not make the
/// rest small.
const STRAY: f64 = 0.005;

/// The bounds of the particles but for strays.
fn bulk(dimension: clastic_render::Dimension, x: &[f32]) -> Option<Bounds> {
    let d = dimension as usize;
    let mut bounds = Bounds::of(dimension, x)?;
    for axis in 0..d {
        let mut along: Vec<f32> = x.iter().skip(axis).step_by(d).copied().filter(|x| x.is_finite()).collect();
        let stray = (STRAY * along.len() as f64) as usize;
        let last = along.len().checked_sub(1 + stray)?;
        bounds.min[axis] = *along.select_nth_unstable_by(stray, f32::total_cmp).1;
        bounds.max[axis] = *along.select_nth_unstable_by(last, f32::total_cmp).1;
    }
    Some(bounds)
}

fn singles(floats: &Floats) -> Vec<f32> {
    match floats {
        Floats::F32(numbers) => numbers.clone(),
        Floats::F64(numbers) => numbers.iter().map(|x| *x as f32).collect(),
    }
}

/// The number of each particle that colours show; none where they show the material.
fn scalar(scene: &Scene, frame: &Frame) -> Vec<f32> {
    match scene.camera.color {
        ColorBy::Material => Vec::new(),
        ColorBy::J => singles(&frame.j),
        ColorBy::Pressure => pressure(scene, frame),
        ColorBy::Temperature => column(frame, &frame.temperature),
        ColorBy::Concentration => column(frame, &frame.concentration),
        ColorBy::Id => frame.id.iter().map(|id| *id as f32).collect(),
        ColorBy::Speed => singles(&frame.v)
            .chunks_exact(scene.dimension as usize)
            .map(|v| v.iter().map(|x| x * x).sum::<f32>().sqrt())
            .collect(),
    }
}

/// A column that frames may lack.
fn column(frame: &Frame, column: &Option<Floats>) -> Vec<f32> {
    column.as_ref().map_or(vec![f32::NAN; frame.len()], singles)
}

/// `−tr τ / (3 J)`, or over 2 in 2D.
fn pressure(scene: &Scene, frame: &Frame) -> Vec<f32> {
    let d = scene.dimension as usize;
    let Some(stress) = &frame.stress else { return vec![f32::NAN; frame.len()] };
    let trace = singles(stress);
    let trace = trace.chunks_exact(d * d).map(|tau| (0..d).map(|i| tau[i * d + i]).sum::<f32>());
    trace.zip(singles(&frame.j)).map(|(trace, j)| -trace / (d as f32 * j)).collect()
}

/// The least and the greatest value but for strays; nothing if there are none.
fn span(mut values: Vec<f32>) -> Vec<f32> {
    values.retain(|value| value.is_finite());
    let stray = (STRAY * values.len() as f64) as usize;
    let Some(last) = values.len().checked_sub(1 + stray) else { return Vec::new() };
    let low = *values.select_nth_unstable_by(stray, f32::total_cmp).1;
    let high = *values.select_nth_unstable_by(last, f32::total_cmp).1;
    vec![low, high]
}

fn scale(scene: &Scene, values: &[f32]) -> Option<Scale> {
    let low = values.iter().copied().fold(f32::INFINITY, f32::min);
    let high = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let usual = match scene.camera.color {
        ColorBy::Material => return None,
        ColorBy::Speed => Scale { map: Colormap::Viridis, low: 0.0, high: high.max(f32::MIN_POSITIVE) },
        ColorBy::Pressure | ColorBy::Id => Scale::spanning(Colormap::Viridis, values),
        ColorBy::Temperature => Scale::spanning(Colormap::Embers, values),
        ColorBy::Concentration => Scale { map: Colormap::Viridis, low: 0.0, high: 1.0 },
        ColorBy::J => Scale::about(1.0, (1.0 - low).abs().max((high - 1.0).abs()).clamp(1e-3, 1.0)),
    };
    Some(match scene.camera.range {
        Some([low, high]) => Scale { low: low as f32, high: high as f32, ..usual },
        None => usual,
    })
}

/// The materials' own colours, or ones that eyes tell apart.
fn palette(scene: &Scene) -> Vec<Color> {
    let own = |(index, (_, material)): (usize, &(String, MaterialTable))| match material.color {
        Some([r, g, b]) => Color { r, g, b },
        None => material_color(&[], index as u32),
    };
    scene.materials.iter().enumerate().map(own).collect()
}

fn label(scene: &Scene) -> String {
    match (scene.camera.color, scene.units) {
        (ColorBy::Material, _) => String::new(),
        (ColorBy::Speed, Units::Si) => "speed (m/s)".to_string(),
        (ColorBy::Speed, Units::Cgs) => "speed (cm/s)".to_string(),
        (ColorBy::J, _) => "J".to_string(),
        (ColorBy::Id, _) => "id".to_string(),
        (ColorBy::Temperature, _) => "temperature".to_string(),
        (ColorBy::Concentration, _) => "concentration".to_string(),
        (ColorBy::Pressure, Units::Si) => "pressure (Pa)".to_string(),
        (ColorBy::Pressure, Units::Cgs) => "pressure (dyn/cm²)".to_string(),
    }
}

/// The scene's camera, or one that sees everything.
fn camera(scene: &Scene, bounds: &Bounds, aspect: f32) -> Camera {
    let fitted = Camera::fit(bounds, scene.dimension, aspect);
    if scene.dimension == Dimension::Two || (scene.camera.eye.is_none() && scene.camera.target.is_none()) {
        return fitted;
    }
    let place =
        |given: Option<[f64; 3]>, fitted: [f32; 3]| given.map_or(fitted, |place| place.map(|x| x as f32));
    Camera {
        eye: place(scene.camera.eye, fitted.eye),
        target: place(scene.camera.target, fitted.target),
        projection: Projection::Perspective { vertical_degrees: scene.camera.fov as f32 },
        ..fitted
    }
}
