//! Frames of particles, and the files that hold them.
//!
//! A [`Frame`] is the particles at one time, as columns sorted by id, and the [`Net`] of those that are joined. [`write()`] puts it into a file of any [`Format`],
//! whole or not at all; [`read_npz`] brings it back from the default one. A [`Writer`] does this for the frames of a run
//! on a thread of its own, and keeps the collections with which ParaView and USD programs play the frames in order.
//!
//! ```
//! use clastic_frames::{Floats, Format, Frame, read_npz, write};
//!
//! # fn main() -> Result<(), clastic_frames::Error> {
//! let folder = tempfile::tempdir().expect("a folder");
//! let frame = Frame {
//!     dimension: 2,
//!     materials: vec!["sand".to_owned()],
//!     id: vec![0, 1],
//!     material: vec![0, 0],
//!     x: Floats::F32(vec![0.0, 0.5, 1.0, 0.5]),
//!     v: Floats::F32(vec![0.0; 4]),
//!     j: Floats::F32(vec![1.0; 2]),
//!     ..Frame::default()
//! };
//! let path = folder.path().join("0000.npz");
//! write(&frame, &path, Format::Npz)?;
//! assert_eq!(read_npz(&path)?, frame);
//! # Ok(())
//! # }
//! ```

mod columns;
mod csv;
mod error;
mod file;
mod floats;
mod format;
mod frame;
mod net;
mod npz;
mod obj;
mod page;
mod ply;
pub mod text;
mod usda;
mod vtu;
mod writer;

#[cfg(test)]
mod samples;

pub use error::{Damage, Error, Flaw};
pub use file::replace_file;
pub use floats::Floats;
pub use format::{Format, write};
pub use frame::{Frame, Units};
pub use net::{Cells, Lines, Net};
pub use npz::{decode as decode_npz, read as read_npz};
pub use writer::Writer;

/// What files say of a frame beside its particles, for files that hold something else of it, as surfaces.
pub mod headings {
    pub use crate::ply::comments as ply;
    pub use crate::usda::head as usda;
    pub use crate::vtu::field_data as vtk;
}

/// What plays files in order, for sequences of something else than particles.
pub mod sequences {
    pub use crate::usda::clips as usda;
    pub use crate::vtu::write_collection as vtk;
}
