//! Smooth surfaces around particles, and the files that hold them.
//!
//! [`surface`] wraps the particles of one material in a closed mesh of triangles: the level set of their smoothed
//! density, by [`splashsurf_lib`], made smoother by what [`Settings`] say, with a normal and a velocity at each vertex.
//! Particles of several materials are wrapped one material at a time. [`write()`] puts a [`Surface`] into a file of any
//! [`SurfaceFormat`], and [`write_sequences`] writes what ParaView and USD programs play them by.
//!
//! ```
//! use clastic_surface::{Label, Points, Settings, SurfaceFormat, surface, write};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let folder = tempfile::tempdir()?;
//! let positions: Vec<[f32; 3]> = (0..27).map(|i| [i % 3, i / 3 % 3, i / 9].map(|n| 0.1 * n as f32)).collect();
//! let velocities = vec![[0.0, -1.0, 0.0]; positions.len()];
//! let points = Points { positions: &positions, velocities: &velocities, spacing: 0.1 };
//! let water = surface(&points, &Settings::liquid())?;
//! assert!(water.volume() > 0.02 && water.volume() < 0.03);
//! let label = Label { material: "water", ..Label::default() };
//! write(&water, &label, &folder.path().join("0000.ply"), SurfaceFormat::Ply)?;
//! # Ok(())
//! # }
//! ```
//!
//! # What always holds
//!
//! - A surface has the same bits for any number of threads. splashsurf's own order of vertices depends on threads, and
//!   with its SIMD the level set differs, by an ulp, on the two sides of its subdomains, which may tear the surface. So
//!   SIMD is off, cubes have the length 1 and whole numbers as corners, which makes both sides agree in all bits, and
//!   vertices are sorted by their places ([`Surface::positions`]).
//! - Memory is of the order of the particles', wherever they are: particles far from others are islands of their own,
//!   wrapped in coordinates of their own, so that neither the box around all particles nor the distance from the origin
//!   matters.

//! - A velocity field that is linear is found at vertices within a thousandth of what it changes by over a spacing.
//! - Voids smaller than a cell of 8 particles are filled.
//!
//! # What it takes
//!
//! A million particles in a basin take 9 s of one core's time and 200 MB, and give 700 000 triangles; 100 000 take
//! 1.1 s and 45 MB (`cargo run --release -p clastic-surface --example surface_speed 1e6`). With SIMD a million would
//! take 6 s.

mod error;
mod format;
mod islands;
mod mesh;
mod near;
mod obj;
mod ply;
mod sequence;
mod settings;
mod surface;
mod usda;
mod vtp;

pub use error::SurfaceError;
pub use format::{Label, SurfaceFormat, write};
pub use sequence::{Sequence, write_sequences};
pub use settings::Settings;
pub use surface::{Points, Surface, surface};
