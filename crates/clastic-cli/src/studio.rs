//! A run's folder opened to be looked at: what its pictures have in common, whoever draws them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clastic::{Config, Dimension};
use clastic_frames::read_npz;
use clastic_render::{Bounds, Camera, Color, Projection, Scale, Walls, material_color};
use clastic_scene::{ColorBy, Edit, MaterialTable, Overrides, Scene, SceneFile};

use crate::Failure;
use crate::fields::{self, STRAY, singles};
use crate::render::Style;
use crate::rigid::obstacles;

/// Frames that are read to fit the camera and the colours.
const GLANCES: usize = 24;

/// Walls farther apart than so many times the longest side of the matter are not where it will soon be.
const NEAR: f32 = 4.0;

/// All that the pictures of a run have in common.
pub struct Studio {
    pub scene: Scene,
    /// What the engine was told; of use is what is rigid.
    pub config: Config,
    pub frames: Vec<PathBuf>,
    pub camera: Camera,
    pub bounds: Bounds,
    /// The colours of every number that the frames have.
    pub scales: Vec<(ColorBy, Scale)>,
    pub radius: f32,
    /// What pictures leave out or show otherwise.
    pub style: Style,
}

impl Studio {
    pub fn open(folder: &Path, edits: &[Edit]) -> Result<Self, Failure> {
        let file = SceneFile::read(&folder.join("scene.toml"), edits).map_err(Failure::Scene)?;
        let (config, scene) = (file.config(&Overrides::default()), file.scene);
        let frames = frames(folder)?;
        let step = frames.len().div_ceil(GLANCES).max(1);
        let (mut bounds, mut spacing) = (None::<Bounds>, f64::INFINITY);
        let mut spans: Vec<(ColorBy, Vec<f32>)> = Vec::new();
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
            for by in fields::available(&frame) {
                let span = fields::span(fields::values(by, &frame));
                match spans.iter_mut().find(|(other, _)| *other == by) {
                    Some((_, all)) => all.extend(span),
                    None => spans.push((by, span)),
                }
            }
            spacing = spacing.min(frame.spacing);
        }
        let radius = scene.camera.radius.unwrap_or(0.55 * spacing) as f32;
        let bounds = bounds.unwrap_or(Bounds { min: [0.0; 3], max: [1.0; 3] }).grown(radius);
        let camera = camera(&scene, &bounds);
        let scales = spans.iter().filter_map(|(by, span)| {
            let scale = fields::scale(*by, span)?;
            let given = scene.camera.range.filter(|_| *by == scene.camera.color);
            let [low, high] = given.map_or([scale.low, scale.high], |range| range.map(|x| x as f32));
            Some((*by, Scale { low, high, ..scale }))
        });
        let scales = scales.collect();
        Ok(Studio { scene, config, frames, camera, bounds, scales, radius, style: Style::default() })
    }

    /// The colours that the scene's camera shows; none if it shows materials.
    pub fn scale(&self) -> Option<Scale> {
        let by = self.scene.camera.color;
        self.scales.iter().find(|(other, _)| *other == by).map(|(_, scale)| *scale)
    }

    /// Where matter is, and where it may soon be in a run that goes on: between walls that face each other.
    pub fn room(&self) -> Bounds {
        let mut room = self.bounds;
        let size = (0..3).map(|axis| room.max[axis] - room.min[axis]).fold(0.0, f32::max);
        for (axis, [(_, low), (_, high)]) in self.scene.walls.by_axis().iter().enumerate() {
            if let (Some(low), Some(high)) = (low, high)
                && (high.at - low.at) as f32 <= NEAR * size
            {
                room.min[axis] = room.min[axis].min(low.at as f32);
                room.max[axis] = room.max[axis].max(high.at as f32);
            }
        }
        room
    }

    /// The floor, and the box of the walls where matter is held on more sides than below.
    pub fn walls(&self) -> Walls {
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

/// The materials' own colours, or ones that eyes tell apart.
pub fn palette(scene: &Scene) -> Vec<Color> {
    let own = |(index, (_, material)): (usize, &(String, MaterialTable))| match material.color {
        Some([r, g, b]) => Color { r, g, b },
        None => material_color(&[], index as u32),
    };
    scene.materials.iter().enumerate().map(own).collect()
}

/// The scene's camera, or one that sees everything.
pub fn camera(scene: &Scene, bounds: &Bounds) -> Camera {
    let [width, height] = scene.camera.size;
    let aspect = (width / height) as f32;
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
