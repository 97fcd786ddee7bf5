//! How far a place is from a surface.

mod band;
mod mesh;
mod outline;
mod primitives;
mod surface;
mod terrain;

use std::fmt::{self, Debug};
use std::sync::Arc;

use self::mesh::Surface;
use self::outline::{Prism, Turned};
use self::primitives::{Block, Capsule, Cylinder, ball, plane, ring};
use self::terrain::Terrain;
use crate::check::{LARGEST, ShapeError, checked, checked_bounds, positive};
use crate::polygon::Polygon;
use crate::shape::{Shape, ring_radii};
use crate::solid::Dimension;
use crate::transform::Transform;
use crate::vector::{length, sub, unit};

/// The signed distance of a place, and the way out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// In m, negative inside. Never farther from 0 than the surface is, and exact near most surfaces.
    pub value: f64,
    /// The direction in which it grows, of length 1; 0 where it is not known, deep inside or far away.
    pub gradient: [f64; 3],
}

/// Something solid that knows how far away it is. Places and lengths are in m; in 2D, z is ignored.
pub trait SignedDistance: Debug + Send + Sync {
    /// The distance of a place.
    fn distance(&self, p: [f64; 3]) -> Distance;
    /// The lowest and highest places; infinite where it has no end.
    fn bounds(&self) -> [[f64; 3]; 2];
}

/// The signed distance of a [`Shape`], which unlike a [`Solid`](crate::Solid) may have no end. Clones share what it
/// holds.
///
/// The sign is that of the point test. Distances are exact for single shapes, outside unions, inside intersections, and
/// wherever else the nearest point of one part is that of the whole; elsewhere, as inside unions and outside the edges
/// that a cut leaves, they may be too short. The gradient is that of the value.
///
/// Polygons, meshes and height fields are searched up to a reach, which is the one that was asked for or the size of the
/// shape if that is less. Farther away the distance is at least that reach, or that from the shape's bounds, and may be
/// too short; the gradient is 0 or points away from the bounds. A mesh that passes through itself has no clear sides: the
/// nearest triangle decides there.
///
/// The value never changes faster than the place, and asking for it allocates nothing.
#[derive(Clone)]
pub struct DistanceField {
    node: Arc<Node>,
    dimension: Dimension,
    bounds: [[f64; 3]; 2],
}

impl Debug for DistanceField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DistanceField")
            .field("dimension", &self.dimension)
            .field("bounds", &self.bounds)
            .finish_non_exhaustive()
    }
}

impl DistanceField {
    /// Checks the numbers of a shape, and prepares it for distances up to `reach`, in m, on both sides of its surface.
    pub fn new(shape: Shape, dimension: Dimension, reach: f64) -> Result<Self, ShapeError> {
        positive("reach", reach)?;
        let shape = checked(shape, dimension)?;
        let bounds = checked_bounds(&shape, dimension)?;
        Ok(DistanceField { node: Arc::new(Node::new(shape, dimension, reach)?), dimension, bounds })
    }
}

impl SignedDistance for DistanceField {
    fn distance(&self, p: [f64; 3]) -> Distance {
        self.node.distance(match self.dimension {
            Dimension::Two => [p[0], p[1], 0.0],
            Dimension::Three => p,
        })
    }

    fn bounds(&self) -> [[f64; 3]; 2] {
        self.bounds
    }
}

/// A checked shape, ready to be asked.
enum Node {
    Plane {
        point: [f64; 3],
        normal: [f64; 3],
    },
    Block(Block),
    Ball {
        center: [f64; 3],
        radius: f64,
    },
    Ring {
        center: [f64; 3],
        radius: f64,
        tube: f64,
    },
    Capsule(Capsule),
    Cylinder(Cylinder),
    Prism(Prism),
    Turned(Turned),
    Surface(Surface),
    Terrain(Terrain),
    /// The least distance.
    Union(Vec<Node>),
    /// The greatest distance.
    Intersection(Vec<Node>),
    /// All that is outside.
    Complement(Box<Node>),
    Moved(Box<Node>, Transform),
}

impl Node {
    fn new(shape: Shape, dimension: Dimension, reach: f64) -> Result<Node, ShapeError> {
        let node = |shape: Shape| Node::new(shape, dimension, reach);
        let nodes = |shapes: Vec<Shape>| shapes.into_iter().map(node).collect::<Result<Vec<_>, _>>();
        Ok(match shape {
            Shape::Plane { point, normal } => Node::Plane { point, normal },
            Shape::Box { low, high } => Node::Block(block([low, high], 0.0, dimension)),
            Shape::RoundedBox { low, high, radius } => Node::Block(block([low, high], radius, dimension)),
            Shape::Ball { center, radius } => Node::Ball { center, radius },
            Shape::Ring { center, inner_radius, outer_radius } => {
                let (radius, tube) = ring_radii(inner_radius, outer_radius);
                Node::Ring { center, radius, tube }
            }
            Shape::Cylinder { from, to, radius } => {
                let (axis, height) = axis(from, to)?;
                Node::Cylinder(Cylinder { from, axis, height, radius })
            }
            Shape::Cone { from, to, from_radius, to_radius } => {
                let (axis, height) = axis(from, to)?;
                Node::Turned(Turned::new(from, axis, trapezium(height, [from_radius, to_radius])?, reach))
            }
            Shape::Capsule { from, to, radius } => {
                let (axis, height) = axis(from, to).unwrap_or(([0.0, 1.0, 0.0], 0.0));
                Node::Capsule(Capsule { from, axis, height, radius })
            }
            Shape::Polygon { polygon, depth } => Node::Prism(Prism::new(polygon, depth, reach)),
            Shape::Revolve { polygon } => {
                Node::Turned(Turned::new([0.0; 3], [0.0, 1.0, 0.0], polygon, reach))
            }
            Shape::Mesh(mesh) => Node::Surface(Surface::new(mesh, reach)),
            Shape::HeightField(field) => Node::Terrain(Terrain::new(field, reach)),
            Shape::Union(parts) => Node::Union(nodes(parts)?),
            Shape::Intersection(parts) => Node::Intersection(nodes(parts)?),
            Shape::Difference(base, cuts) => {
                let cuts = nodes(cuts)?.into_iter().map(|cut| Node::Complement(Box::new(cut)));
                Node::Intersection(std::iter::once(node(*base)?).chain(cuts).collect())
            }
            Shape::Transformed(shape, transform) => {
                let reach = (reach / transform.scale).min(LARGEST);
                Node::Moved(Box::new(Node::new(*shape, dimension, reach)?), transform)
            }
        })
    }

    fn distance(&self, p: [f64; 3]) -> Distance {
        match self {
            Node::Plane { point, normal } => plane(p, *point, *normal),
            Node::Block(block) => block.distance(p),
            Node::Ball { center, radius } => ball(p, *center, *radius),
            Node::Ring { center, radius, tube } => ring(p, *center, *radius, *tube),
            Node::Capsule(capsule) => capsule.distance(p),
            Node::Cylinder(cylinder) => cylinder.distance(p),
            Node::Prism(prism) => prism.distance(p),
            Node::Turned(turned) => turned.distance(p),
            Node::Surface(surface) => surface.distance(p),
            Node::Terrain(terrain) => terrain.distance(p),
            Node::Union(parts) => extreme(parts, p, |a, b| a < b),
            Node::Intersection(parts) => extreme(parts, p, |a, b| a > b),
            Node::Complement(node) => {
                let Distance { value, gradient } = node.distance(p);
                Distance { value: -value, gradient: gradient.map(|x| -x) }
            }
            Node::Moved(node, transform) => {
                let Distance { value, gradient } = node.distance(transform.undo(p));
                Distance { value: transform.scale * value, gradient: transform.rotation.apply(gradient) }
            }
        }
    }
}

/// The distance that comes before all others; there is at least one part.
fn extreme(parts: &[Node], p: [f64; 3], before: impl Fn(f64, f64) -> bool) -> Distance {
    let first = parts[0].distance(p);
    parts[1..]
        .iter()
        .map(|part| part.distance(p))
        .fold(first, |one, other| if before(other.value, one.value) { other } else { one })
}

fn block([low, high]: [[f64; 3]; 2], radius: f64, dimension: Dimension) -> Block {
    let mut half = [0, 1, 2].map(|i| 0.5 * (high[i] - low[i]));
    if dimension == Dimension::Two {
        half[2] = f64::INFINITY;
    }
    Block { center: [0, 1, 2].map(|i| 0.5 * (low[i] + high[i])), half, radius }
}

/// The direction from one end to the other, and how far apart they are, in m.
fn axis(from: [f64; 3], to: [f64; 3]) -> Result<([f64; 3], f64), ShapeError> {
    let axis = sub(to, from);
    Ok((unit(axis).ok_or(ShapeError::NoLength)?, length(axis)))
}

/// What a cone looks like along its axis: half of it, as (radius, height).
fn trapezium(height: f64, [low, high]: [f64; 2]) -> Result<Polygon, ShapeError> {
    let mut points = vec![[0.0, 0.0], [low, 0.0], [high, height], [0.0, height]];
    points.dedup();
    Polygon::new(points).map_err(|_| ShapeError::OutOfRange)
}
