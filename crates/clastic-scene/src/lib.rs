//! Scene files to simulations, and simulations to files.
//!
//! [`SceneFile::read`] reads a TOML file, applies [`Edit`]s, fills in every default and checks every number, so that
//! [`SceneFile::build`] has little left to complain about. Mistakes come back as a [`SceneError`] that names the place,
//! the field and what was expected. [`write_frame`] writes the particles as NumPy arrays.

mod build;
mod check;
mod error;
mod frame;
mod named;
pub mod npz;
mod sample;
mod scene;
mod source;

pub use build::Overrides;
pub use check::MAX_PARTICLES;
pub use error::SceneError;
pub use frame::{replace_file, write_frame};
pub use scene::*;
pub use source::{Edit, SceneFile};
