//! Shapes, and particles that fill them.
//!
//! A [`Shape`] says what a body looks like: a primitive, a [`Polygon`], a closed triangle [`Mesh`], a [`HeightField`], a
//! boolean of other shapes, or one that is moved by a [`Transform`]. [`Solid::new`] checks it for a [`Dimension`]. A
//! solid knows which points it contains, its bounds and its volume, and [`Solid::sample`] fills it with [`Samples`].
//! [`overlap`] tells whether two bodies are in each other's way, [`Neighbours`] which particles are near each other.
//!
//! What only stands in the way of others may have no end, as a plane has none. [`DistanceField::new`] checks it, and
//! tells how far each place is from its surface and which way is out: [`SignedDistance`].
//!
//! What keeps its connections while it deforms, as cloth, hair and finite elements do, is a [`Net`].
//!
//! Lengths are in m. Places are `[f64; 3]` in both dimensions; in 2D, z is ignored and comes back as 0. Points on a
//! boundary may count as inside or outside.
//!
//! ```
//! use clastic_shapes::{Dimension, Plan, Sampling, Shape, Solid};
//!
//! let plate = Shape::Box { low: [0.0; 3], high: [2.0, 1.0, 0.0] };
//! let hole = Shape::Ball { center: [1.0, 0.5, 0.0], radius: 0.25 };
//! let solid = Solid::new(Shape::Difference(plate.into(), vec![hole]), Dimension::Two)?;
//! let samples = solid.sample(&Plan { sampling: Sampling::Regular, spacing: 0.01, seed: 0, limit: 100_000 })?;
//! assert!(samples.iter().all(|place| solid.contains(place)));
//! let area = samples.count() as f64 * samples.particle_volume();
//! assert!((area - (2.0 - 0.0625 * std::f64::consts::PI)).abs() < 1e-3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bins;
mod check;
mod distance;
mod file;
mod height_field;
mod measure;
mod mesh;
mod neighbours;
mod net;
mod overlap;
mod polygon;
mod random;
mod sample;
mod shape;
mod solid;
mod transform;
mod triangulate;
mod vector;

pub use check::ShapeError;
pub use distance::{Distance, DistanceField, SignedDistance};
pub use file::Place;
pub use height_field::{HeightField, HeightFieldError};
pub use measure::Volume;
pub use mesh::{Mesh, MeshError, MeshFormat, Repairs};
pub use neighbours::Neighbours;
pub use net::{
    Cells, Components, Curl, Density, Jitter, Measures, Net, NetError, NetFormat, Roots, Strands, hinges,
};
pub use overlap::{Body, overlap};
pub use polygon::{Polygon, PolygonError};
pub use sample::{Plan, SampleError, Samples, Sampling};
pub use shape::Shape;
pub use solid::{Dimension, Solid};
pub use transform::{Rotation, Transform};
pub use triangulate::{Triangulation, triangulate};
