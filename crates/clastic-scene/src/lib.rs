//! Scene files to simulations, and frames and checkpoints of those.
//!
//! [`SceneFile::read`] reads a TOML file with all that it includes, applies [`Edit`]s, fills in every default and checks
//! every number; [`SceneFile::build`] makes the simulation. [`Mistakes`] come back all at once, each with its place, the
//! field and what was expected. [`write_checkpoint`] keeps a run's state on the disk. [`json_schema`] and [`reference()`] describe
//! the language for editors and for readers.

mod build;
mod check;
mod checkpoint;
mod curve;
mod fill;
pub mod language;
mod material;
mod meshes;
mod motion;
mod obstacles;
mod preset;
mod recorder;
mod scene;
mod schema;
mod shape;
mod source;
mod steps;
mod told;
mod transfer;

pub use build::{Estimate, Overrides};
pub use check::MAX_PARTICLES;
pub use checkpoint::{
    CheckpointError, CheckpointFlaw, Latest, Loaded, Skipped, clear_checkpoints, load_checkpoint,
    read_latest, save_checkpoint, write_checkpoint,
};
pub use curve::{Curve, Quantity};
pub use fill::Filled;
pub use language::{Edit, Mistake, Mistakes, Named};
pub use material::{HEAT, MaterialTable, VISCOSITIES};
pub use motion::{KeyTable, MotionTable};
pub use obstacles::{ColliderTable, Look, SinkTable, SourceTable};
pub use preset::{PRESETS, Preset};
pub use recorder::Recorder;
pub use scene::*;
pub use schema::{json_schema, reference};
pub use shape::*;
pub use source::SceneFile;
pub use steps::*;
pub use told::{Steps, component_columns, diagnostics_columns};
