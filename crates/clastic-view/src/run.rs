//! A run as the viewer sees it.

use std::collections::BTreeMap;
use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::{Deserialize, Serialize, Serializer};

/// A run that can be looked at, finished or not.
///
/// Its methods are called on threads that may wait, several at once. Lengths and times are in the units of the scene.
pub trait Run: Send + Sync {
    /// All that is known of the run without looking at a frame. Asked for often, so it should be quick.
    fn describe(&self) -> Description;

    /// A frame with the colours of a field, or of the materials if `color` is `material`; `None` if there is no such
    /// frame.
    fn frame(&self, number: usize, color: &str) -> Result<Option<View>, RunError>;

    /// Which particles of a frame are joined; `None` if there is no such frame. Once a particle is free it stays so: frames
    /// with equally many joined particles have the same net.
    fn net(&self, number: usize) -> Result<Option<Net>, RunError>;

    /// All that is rigid, in the order of [`View::poses`].
    fn obstacles(&self) -> Result<Vec<Obstacle>, RunError>;

    /// The diagnostics of every frame.
    fn curves(&self) -> Result<Curves, RunError>;

    /// Does what the page asks of a live run, or says why not. It should be quick: ask for it, do not wait for it.
    fn command(&self, _command: Command) -> Result<(), String> {
        Err("this run is not live and takes no commands".to_owned())
    }
}

/// Why a run does not show what was asked for.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum RunError {
    /// It has no such field.
    Color {
        /// What was asked for.
        asked: String,
        /// The colours that there are.
        known: Vec<String>,
    },
    /// What there is cannot be read; says what and why.
    Unreadable(String),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Color { asked, known } => {
                write!(f, "no colours by {asked:?}; expected one of {}", known.join(", "))
            }
            RunError::Unreadable(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for RunError {}

/// What there is to see of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Description {
    /// The scene's name.
    pub name: String,
    /// What tells the run from others.
    pub title: String,
    /// The scheme of transfer.
    pub scheme: String,
    /// 2 or 3.
    pub dimension: u8,
    /// How far it is.
    pub status: Status,
    /// Why it failed.
    pub message: Option<String>,
    /// The times of the frames.
    pub frames: Vec<f64>,
    /// How many particles there are, at most.
    pub particles: u64,
    /// Whether particles are joined, or were at first.
    pub joined: bool,
    /// Radius of a particle's sphere or disk.
    pub radius: f64,
    /// The names of the units.
    pub units: Units,
    /// The materials, in the order of their indices.
    pub materials: Vec<Material>,
    /// The numbers that colours can show besides materials.
    pub fields: Vec<Field>,
    /// The colours to begin with: `material` or the name of a field.
    pub color: String,
    /// What the particles stay in.
    pub bounds: Bounds,
    /// Where to look from.
    pub camera: Camera,
    /// The walls of the domain.
    pub walls: Walls,
    /// The blocks of the grid.
    pub block: Block,
    /// What can be commanded, if the run is live.
    pub live: Option<Live>,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It goes on.
    Running,
    /// It waits for a command.
    Paused,
    /// It has reached its end.
    Done,
    /// It was stopped before its end.
    Interrupted,
    /// It met an error.
    Failed,
}

/// The names of the units, as they are shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "each names the unit of what it is called")]
pub struct Units {
    pub length: String,
    pub time: String,
    pub speed: String,
    pub energy: String,
    pub momentum: String,
    pub pressure: String,
}

/// A material as it is shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Material {
    /// Its name.
    pub name: String,
    /// Its colour, `#rrggbb`.
    pub color: String,
}

/// A number that every particle has and that colours can show.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Field {
    /// Its name in requests.
    pub name: String,
    /// Its name and unit, as they are shown.
    pub label: String,
    /// The value of the first colour.
    pub low: f64,
    /// The value of the last one.
    pub high: f64,
    /// The name of its map of colours.
    pub map: String,
}

/// A box along the axes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bounds {
    /// The corner of the lowest coordinates.
    pub min: [f64; 3],
    /// The corner of the highest ones.
    pub max: [f64; 3],
}

/// Where to look from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Camera {
    /// Where the eye is.
    pub eye: [f64; 3],
    /// What it looks at.
    pub target: [f64; 3],
    /// The angle from the lower to the upper edge of the picture, in degrees.
    pub fov: f64,
}

/// The walls of the domain, as far as they are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Walls {
    /// The height of the floor, if there is one.
    pub floor: Option<f64>,
    /// The box of walls, if there is one.
    pub outline: Option<Bounds>,
}

/// The blocks of the grid: they begin at multiples of the edge from the origin.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Block {
    /// The length of an edge.
    pub edge: f64,
    /// Where one begins.
    pub origin: [f64; 3],
}

/// What can be commanded of a live run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Live {
    /// The schemes to choose from.
    pub schemes: Vec<String>,
    /// The present one.
    pub scheme: String,
    /// Its α, if it has one.
    pub alpha: Option<f64>,
}

/// What a page asks of a live run.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Command {
    /// Wait.
    Pause,
    /// Go on.
    Resume,
    /// Go on to the next frame, then wait.
    Step,
    /// End the run.
    Stop,
    /// Go on with another scheme.
    Scheme {
        /// Its name.
        name: String,
        /// Its α; without it, the scheme's own.
        alpha: Option<f64>,
    },
}

/// The particles of one frame, in the order of their ids.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// The frame's time.
    pub time: f64,
    /// Three coordinates per particle; the third is 0 in 2D. A particle that is nowhere finite is shown at the corner.
    pub positions: Vec<f32>,
    /// One colour per particle.
    pub colors: Colors,
    /// The particles that are joined, in increasing order. What one that is nowhere finite holds is not shown.
    pub joined: Vec<u32>,
    /// Where each obstacle is now: a 3 × 4 matrix, row by row. `None` if it is not there.
    pub poses: Vec<Option<[f32; 12]>>,
}

/// What the colours of a frame show.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Colors {
    /// Nothing, as if there is one material only.
    #[default]
    None,
    /// The index of each particle's material.
    Materials(Vec<u8>),
    /// A number for each particle; one that is not finite has no colour.
    Values {
        /// The numbers.
        values: Vec<f32>,
        /// The value of the first colour, as in [`Field::low`]. Values below have this colour too.
        low: f32,
        /// The value of the last colour, as in [`Field::high`]. Values above have this colour too.
        high: f32,
    },
}

/// Which of a frame's particles are joined. They are counted in the order of [`View::joined`], from 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Net {
    /// How many particles are joined.
    pub joined: usize,
    /// Strands, each by its particles. A closed one ends with its first.
    pub lines: Vec<Vec<u32>>,
    /// Sheets, and what bounds bodies; in 2D, what fills them. Neighbours turn the same way round.
    pub triangles: Vec<[u32; 3]>,
}

/// Something rigid, in its own coordinates; [`View::poses`] says where it is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Obstacle {
    /// Its name.
    pub name: String,
    /// What it does.
    pub kind: Kind,
    /// How it is drawn.
    pub look: Look,
    /// Its colour, `#rrggbb`.
    pub color: String,
    /// Its corners.
    #[serde(serialize_with = "base64_of_floats")]
    pub positions: Vec<[f32; 3]>,
    /// Indices of corners. In 2D they fill the outline.
    #[serde(serialize_with = "base64_of_indices")]
    pub triangles: Vec<[u32; 3]>,
    /// The line of a 2D outline, as pairs of corners; empty in 3D.
    #[serde(serialize_with = "base64_of_indices")]
    pub edges: Vec<[u32; 2]>,
}

/// What an obstacle does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Particles cannot pass.
    Collider,
    /// Particles come from it.
    Source,
    /// Particles vanish in it.
    Sink,
}

/// How an obstacle is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Look {
    /// Opaque.
    Solid,
    /// One sees through it.
    Glass,
    /// Faint: a region that does something.
    Region,
}

/// The diagnostics of every frame.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Curves {
    /// One number per frame for each name, NaN where there is none. The names are in `PROTOCOL.md`.
    pub columns: BTreeMap<String, Vec<f64>>,
}

fn base64_of_floats<S: Serializer>(rows: &[[f32; 3]], serializer: S) -> Result<S::Ok, S::Error> {
    let bytes: Vec<u8> = rows.as_flattened().iter().flat_map(|x| x.to_le_bytes()).collect();
    serializer.serialize_str(&BASE64.encode(bytes))
}

fn base64_of_indices<const N: usize, S: Serializer>(
    rows: &[[u32; N]],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let bytes: Vec<u8> = rows.as_flattened().iter().flat_map(|i| i.to_le_bytes()).collect();
    serializer.serialize_str(&BASE64.encode(bytes))
}
