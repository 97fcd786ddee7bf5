//! Pictures of a scene's frames: what they show, from where and in which colours.
//!
//! A [`Sight`] looks at some frames and makes a [`Studio`], whose camera sees all of them and whose colours span their
//! numbers; [`Studio::shoot`] takes a picture of any frame. The command, its viewer and the Python package share it, so
//! that a run looks the same everywhere.

pub mod fields;
mod rigid;
mod shoot;
mod studio;

pub use rigid::{Rigid, Role, obstacles, rigid};
pub use shoot::{Exposure, Key, Skin};
pub use studio::{Sight, Studio, camera, palette};
