//! Pictures and films of particles, on the CPU.
//!
//! A [`Shot`] says what is drawn and from where; [`Shot::render`] takes the picture. In 3D every particle is a sphere
//! under a key light and a sky, with ambient occlusion, and shadows on the floor; in 2D it is a crisp disk on paper.
//! [`Obstacle`]s stand among them, of any shape with a signed distance: opaque, of glass, or as regions of space; and
//! so do [`Mesh`]es, as the surfaces of liquids. Particles that a [`Net`] joins are tubes and surfaces.
//! [`contact_sheet`] shows many pictures on one page, [`plot`] draws curves of numbers, [`write_png`] and [`Film`]
//! write files.
//!
//! ```
//! use clastic_render::{Color, Dimension, Paint, Particles, Shot};
//!
//! let x = [0.0, 0.5, 0.0, 1.0, 0.5, 0.0];
//! let paint = Paint::Uniform(Color::hex(0x4477aa));
//! let particles = Particles { dimension: Dimension::Three, x: &x, radius: 0.1, paint };
//! let picture = Shot { width: 320, height: 180, ..Shot::of(particles) }.render()?;
//! assert_eq!(picture.pixels.len(), 4 * 320 * 180);
//! # Ok::<(), clastic_render::RenderError>(())
//! ```
//!
//! Pictures have the same bytes for any number of threads: particles meet a pixel in the order of their indices.

mod areas;
mod bins;
mod camera;
mod color;
mod cut;
mod disks;
mod error;
mod fabric;
mod files;
mod legend;
mod mesh;
mod net;
mod obstacle;
mod picture;
pub mod plot;
mod sheet;
mod shot;
mod skin;
mod spheres;
mod stroke;
mod text;
mod ticks;
mod triangles;
mod vector;

pub use camera::{Camera, Projection};
pub use clastic_shapes::Dimension;
pub use color::{Color, Colormap, MATERIAL_COLORS, Scale, material_color};
pub use cut::Cut;
pub use error::{RenderError, WriteError};
pub use files::{Film, FilmFormat, FilmSpec, png_bytes, write_png};
pub use legend::Legend;
pub use mesh::Mesh;
pub use net::Net;
pub use obstacle::{Look, Obstacle};
pub use picture::Picture;
pub use sheet::{Cell, Sheet, contact_sheet};
pub use shot::{Background, Bounds, Grid, MAX_SIZE, Paint, Particles, Shot, Walls};
