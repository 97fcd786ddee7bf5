//! A run's folder as the viewer shows it, finished or not.

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use clastic::Dimension;
use clastic::grid::{Axis, EDGE};
use clastic_frames::{Cells, Frame, read_npz};
use clastic_render::{Color, Colormap};
use clastic_scene::{ColorBy, Named, Units};
use clastic_shapes::{Transform, triangulate};
use clastic_studio::fields::{self, Symbols, singles};
use clastic_studio::{Rigid, Role, Studio, camera, palette, rigid};
use clastic_view::{
    Block, Bounds, Camera, Colors, Command, Curves, Description, Event, Field, Kind, Look, Maps, Material,
    Net, Obstacle, Run, RunError, Status, View, Walls,
};

use super::control::Control;
use crate::{Failure, studio};

/// Cells along the longest side of an obstacle from which its triangles are made, in 2D and 3D.
const OUTLINE_CELLS: usize = 256;
const SURFACE_CELLS: usize = 64;

/// A run's folder.
pub struct Exhibit {
    folder: PathBuf,
    /// How it is controlled, if this process runs it.
    control: Option<Arc<Control>>,
    opened: Mutex<Option<Arc<Opened>>>,
    /// What was last told of it, for when the folder cannot be read.
    described: Mutex<Option<Description>>,
}

/// What was found in the folder, some time ago.
struct Opened {
    studio: Studio,
    /// How many frames there were then.
    frames: usize,
    over: bool,
    obstacles: OnceLock<Vec<Obstacle>>,
}

/// How far a run is, by its folder alone.
struct Progress {
    status: Status,
    message: Option<String>,
    particles: u64,
    scheme: Option<String>,
}

impl Exhibit {
    /// A folder with at least one frame.
    pub fn open(folder: PathBuf, control: Option<Arc<Control>>) -> Result<Self, Failure> {
        let exhibit = Exhibit { folder, control, opened: Mutex::new(None), described: Mutex::new(None) };
        let described = exhibit.description()?;
        Ok(Exhibit { described: Mutex::new(Some(described)), ..exhibit })
    }

    /// What is in the folder. The bounds and the colours are those of the frames at some time before; while frames come
    /// in they are found anew whenever there are a third more.
    fn opened(&self) -> Result<Arc<Opened>, Failure> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let frames = studio::frames(&self.folder)?.len();
        let over = !goes_on(self.progress().status);
        if let Some(known) = opened.as_ref()
            && (known.frames == frames || (3 * frames < 4 * known.frames && over == known.over))
        {
            return Ok(known.clone());
        }
        let studio = studio::open(&self.folder, &[])?;
        let found = Arc::new(Opened { studio, frames, over, obstacles: OnceLock::new() });
        *opened = Some(found.clone());
        Ok(found)
    }

    fn progress(&self) -> Progress {
        let summary = fs::read_to_string(self.folder.join("summary.json")).unwrap_or_default();
        let summary: serde_json::Value = serde_json::from_str(&summary).unwrap_or_default();
        let (status, message) = match &self.control {
            Some(control) => {
                let (status, message, _) = control.status();
                (status, message)
            }
            None => {
                let status = match summary["status"].as_str() {
                    Some("running") => Status::Running,
                    Some("failed") => Status::Failed,
                    Some("interrupted") => Status::Interrupted,
                    _ => Status::Done,
                };
                (status, summary["message"].as_str().map(String::from))
            }
        };
        Progress {
            status,
            message,
            particles: summary["particles"].as_u64().unwrap_or(0),
            scheme: summary["scheme"].as_str().map(String::from),
        }
    }

    /// What there is to tell about now.
    pub fn event(&self) -> Result<Event, Failure> {
        let opened = self.opened()?;
        let frames = studio::frames(&self.folder)?.len();
        let Progress { status, message, particles, .. } = self.progress();
        let time = opened.studio.scene.time.frame_time(frames.saturating_sub(1) as u64);
        let live = self.control.as_ref().and_then(|control| control.live());
        let steps_per_s = self.control.as_ref().map(|control| control.status().2);
        Ok(Event { status, message, frames, time, particles, live, steps_per_s })
    }

    fn description(&self) -> Result<Description, Failure> {
        let opened = self.opened()?;
        let studio = &opened.studio;
        let scene = &studio.scene;
        let Progress { status, message, particles, scheme } = self.progress();
        let scheme = scheme.unwrap_or_else(|| scene.transfer.label(scene.dimension).to_string());
        let frames = studio::frames(&self.folder)?.len();
        let seen = if goes_on(status) { studio.room() } else { studio.bounds };
        let camera = camera(scene, &seen);
        let palette = palette(scene);
        let names = scene.materials.iter().map(|(name, _)| name.clone());
        let materials =
            names.zip(palette).map(|(name, color)| Material { name, color: hexadecimal(color) }).collect();
        let fields = studio.scales.iter().map(|(by, scale)| Field {
            name: by.name().to_string(),
            label: fields::label(*by, scene),
            low: scale.low.into(),
            high: scale.high.into(),
            map: scale.map.name().to_string(),
        });
        let walls = studio.walls();
        let origin = studio.config.axes.map(|axis| match axis {
            Axis::Periodic { low, .. } => low,
            Axis::Bounded { .. } => 0.0,
        });
        Ok(Description {
            name: scene.name.clone(),
            title: format!("{} · {scheme}", scene.name),
            scheme,
            dimension: scene.dimension as u8,
            status,
            message,
            frames: (0..frames as u64).map(|frame| scene.time.frame_time(frame)).collect(),
            particles,
            joined: !scene.meshes.is_empty(),
            radius: studio.radius.into(),
            units: units(scene.units),
            materials,
            fields: fields.collect(),
            color: scene.camera.color.name().to_string(),
            bounds: corners(scene.dimension, seen),
            camera: Camera {
                eye: camera.eye.map(f64::from),
                target: camera.target.map(f64::from),
                fov: scene.camera.fov,
            },
            walls: Walls {
                floor: walls.floor.map(f64::from),
                outline: walls.outline.map(|outline| corners(scene.dimension, outline)),
            },
            block: Block { edge: EDGE as f64 * studio.config.cell_size, origin },
            live: self.control.as_ref().and_then(|control| control.live()),
        })
    }

    fn view(&self, number: usize, color: &str) -> Result<Option<View>, Trouble> {
        let opened = self.opened()?;
        let studio = &opened.studio;
        let known = || studio.scales.iter().map(|(by, _)| *by).chain([ColorBy::Material]);
        let Some(by) = known().find(|by| by.name() == color) else {
            let known = known().map(|by| by.name().to_string()).collect();
            return Err(Trouble::Color(RunError::Color { asked: color.to_string(), known }));
        };
        let paths = studio::frames(&self.folder)?;
        let Some(path) = paths.get(number) else { return Ok(None) };
        let frame = read_npz(path).map_err(Failure::from)?;
        let poses = rigid(&studio.scene, &studio.config)
            .iter()
            .map(|rigid| rigid.place(frame.time).map(matrix))
            .collect();
        Ok(Some(View {
            time: frame.time,
            positions: in_space(&frame),
            colors: colors(studio, by, &frame),
            joined: joined(&frame.cells(), frame.len()),
            poses,
        }))
    }
}

/// Why there is nothing to show.
enum Trouble {
    Color(RunError),
    Failure(Failure),
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Trouble::Failure(failure)
    }
}

impl Run for Exhibit {
    fn describe(&self) -> Description {
        let mut described = self.described.lock().unwrap_or_else(PoisonError::into_inner);
        match self.description() {
            Ok(description) => *described = Some(description),
            Err(failure) => tracing::warn!("{}: {failure}", self.folder.display()),
        }
        described.clone().expect("it was described when it was opened")
    }

    fn frame(&self, number: usize, color: &str) -> Result<Option<View>, RunError> {
        self.view(number, color).map_err(|trouble| match trouble {
            Trouble::Color(error) => error,
            Trouble::Failure(failure) => unreadable(failure),
        })
    }

    fn net(&self, number: usize) -> Result<Option<Net>, RunError> {
        let paths = studio::frames(&self.folder).map_err(unreadable)?;
        let Some(path) = paths.get(number) else { return Ok(None) };
        Ok(Some(net(&read_npz(path).map_err(|error| unreadable(error.into()))?)))
    }

    fn obstacles(&self) -> Result<Vec<Obstacle>, RunError> {
        let opened = self.opened().map_err(unreadable)?;
        let studio = &opened.studio;
        let made = opened.obstacles.get_or_init(|| {
            rigid(&studio.scene, &studio.config).iter().map(|rigid| triangles(studio, rigid)).collect()
        });
        Ok(made.clone())
    }

    fn curves(&self) -> Result<Curves, RunError> {
        let columns = studio::diagnostics(&self.folder).map_err(unreadable)?;
        Ok(Curves { columns })
    }

    fn command(&self, command: Command) -> Result<(), String> {
        match &self.control {
            Some(control) => control.command(command),
            None => Err("this run is not live and takes no commands".to_string()),
        }
    }
}

fn goes_on(status: Status) -> bool {
    matches!(status, Status::Running | Status::Paused)
}

fn unreadable(failure: Failure) -> RunError {
    RunError::Unreadable(failure.to_string())
}

/// Three coordinates per particle.
fn in_space(frame: &Frame) -> Vec<f32> {
    let x = singles(&frame.x);
    match frame.dimension {
        2 => x.chunks_exact(2).flat_map(|place| [place[0], place[1], 0.0]).collect(),
        _ => x,
    }
}

fn colors(studio: &Studio, by: ColorBy, frame: &Frame) -> Colors {
    match studio.scales.iter().find(|(other, _)| *other == by) {
        Some((_, scale)) => {
            Colors::Values { values: fields::values(by, frame), low: scale.low, high: scale.high }
        }
        None if frame.materials.len() > 1 => {
            Colors::Materials(frame.material.iter().map(|index| *index as u8).collect())
        }
        None => Colors::None,
    }
}

/// The rows of particles that are joined.
fn joined(cells: &Cells, particles: usize) -> Vec<u32> {
    let joined = cells.joined(particles);
    (0..).zip(joined).filter(|(_, joined)| *joined).map(|(row, _)| row).collect()
}

/// What is joined in a frame, by place among the particles that are. Of bodies in space only the surface is.
fn net(frame: &Frame) -> Net {
    let cells = frame.cells();
    let rows = joined(&cells, frame.len());
    let mut places = vec![0; frame.len()];
    for (place, row) in (0..).zip(&rows) {
        places[*row as usize] = place;
    }
    let place = |row: u32| places[row as usize];
    Net {
        joined: rows.len(),
        lines: cells.lines.iter().map(|line| line.iter().map(|row| place(*row)).collect()).collect(),
        triangles: cells.surface().into_iter().map(|corners| corners.map(place)).collect(),
    }
}

/// Flat in 2D.
fn corners(dimension: Dimension, bounds: clastic_render::Bounds) -> Bounds {
    let corner = |place: [f32; 3]| match (dimension, place.map(f64::from)) {
        (Dimension::Two, [x, y, _]) => [x, y, 0.0],
        (Dimension::Three, place) => place,
    };
    Bounds { min: corner(bounds.min), max: corner(bounds.max) }
}

/// As a 3 × 4 matrix, row by row.
fn matrix(place: Transform) -> [f32; 12] {
    let origin = place.apply([0.0; 3]);
    let mut rows = [0.0; 12];
    for axis in 0..3 {
        let mut unit = [0.0; 3];
        unit[axis] = 1.0;
        let along = place.apply(unit);
        for row in 0..3 {
            rows[4 * row + axis] = (along[row] - origin[row]) as f32;
            rows[4 * row + 3] = origin[row] as f32;
        }
    }
    rows
}

/// The surface of something rigid. What has no end is cut a little beyond what is to be seen.
fn triangles(studio: &Studio, rigid: &Rigid) -> Obstacle {
    let dimension = studio.scene.dimension;
    let size = (0..3).map(|axis| studio.bounds.max[axis] - studio.bounds.min[axis]).fold(0.0, f32::max);
    let seen = studio.bounds.grown(size);
    let place = rigid.place(0.0).unwrap_or_default();
    let mut within = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
    for corner in 0..8 {
        let world = std::array::from_fn(|axis| {
            f64::from(if corner >> axis & 1 == 0 { seen.min } else { seen.max }[axis])
        });
        let own = place.undo(world);
        for axis in 0..3 {
            within[0][axis] = within[0][axis].min(own[axis]);
            within[1][axis] = within[1][axis].max(own[axis]);
        }
    }
    let ends = rigid.shape.bounds().as_flattened().iter().all(|x| x.is_finite());
    if ends {
        within = rigid.shape.bounds();
    }
    let cells = if dimension == Dimension::Two { OUTLINE_CELLS } else { SURFACE_CELLS };
    let surface = triangulate(rigid.shape, dimension, within, cells);
    Obstacle {
        name: rigid.name.to_string(),
        kind: match rigid.role {
            Role::Collider => Kind::Collider,
            Role::Source => Kind::Source,
            Role::Sink => Kind::Sink,
        },
        look: match rigid.look {
            clastic_render::Look::Opaque => Look::Solid,
            clastic_render::Look::Glass => Look::Glass,
            clastic_render::Look::Region => Look::Region,
        },
        color: hexadecimal(rigid.paint),
        positions: surface.positions,
        triangles: surface.triangles,
        edges: surface.edges,
    }
}

fn units(units: Units) -> clastic_view::Units {
    let Symbols { length, speed, energy, momentum, pressure, .. } = Symbols::of(units);
    let [length, time, speed, energy, momentum, pressure] =
        [length, "s", speed, energy, momentum, pressure].map(String::from);
    clastic_view::Units { length, time, speed, energy, momentum, pressure }
}

fn hexadecimal(Color { r, g, b }: Color) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// The maps of colours, 255 each, as the page wants them.
pub fn maps() -> Maps {
    let color = |map: Colormap, k: u8| {
        let Color { r, g, b } = map.at(f32::from(k) / 254.0);
        [r, g, b]
    };
    let colors = |map| (0..255).map(|k| color(map, k)).collect();
    Colormap::ALL.into_iter().map(|map| (map.name().to_string(), colors(map))).collect()
}
