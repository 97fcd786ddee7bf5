//! What a body looks like, and the point test, reach and formulas of each shape.

use std::f64::consts::PI;
use std::sync::Arc;

use crate::height_field::HeightField;
use crate::mesh::Mesh;
use crate::polygon::Polygon;
use crate::solid::Dimension;
use crate::transform::Transform;
use crate::vector::{along, dot, length, sub};

/// A description; [`Solid::new`](crate::Solid::new) and [`DistanceField::new`](crate::DistanceField::new) check it
/// for a dimension. Lengths are in m.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// From the lowest to the highest corner; a rectangle in 2D.
    Box {
        /// Lowest corner, in m.
        low: [f64; 3],
        /// Highest corner, in m.
        high: [f64; 3],
    },
    /// All places of a box that a ball of the radius can reach from within: a box with round edges and corners.
    RoundedBox {
        /// Lowest corner, in m.
        low: [f64; 3],
        /// Highest corner, in m.
        high: [f64; 3],
        /// Of the edges, in m; at most half the shortest of them.
        radius: f64,
    },
    /// All that lies behind a plane; in 2D, a line. It has no end, so it makes a body only as a part of an intersection
    /// with something that has, or as a cut.
    Plane {
        /// Any place on the plane, in m.
        point: [f64; 3],
        /// Away from what is behind, of any length.
        normal: [f64; 3],
    },
    /// A sphere with what is in it; a disk in 2D.
    Ball {
        /// Centre, in m.
        center: [f64; 3],
        /// Radius, in m.
        radius: f64,
    },
    /// In 2D what lies between two circles. In 3D the torus about the z axis with these circles as its equators.
    Ring {
        /// Centre, in m.
        center: [f64; 3],
        /// Radius of the hole, in m; may be 0.
        inner_radius: f64,
        /// Radius of the whole, in m.
        outer_radius: f64,
    },
    /// In 3D only.
    Cylinder {
        /// Centre of one end, in m.
        from: [f64; 3],
        /// Centre of the other end, in m.
        to: [f64; 3],
        /// Radius, in m.
        radius: f64,
    },
    /// A cone, whole or cut off; in 3D only.
    Cone {
        /// Centre of one end, in m.
        from: [f64; 3],
        /// Centre of the other end, in m.
        to: [f64; 3],
        /// Radius of the first end, in m; may be 0.
        from_radius: f64,
        /// Radius of the second end, in m; may be 0 if the first is not.
        to_radius: f64,
    },
    /// All that is closer to a segment than the radius; a stadium in 2D.
    Capsule {
        /// One end of the segment, in m.
        from: [f64; 3],
        /// The other end, in m; may be the same.
        to: [f64; 3],
        /// Radius, in m.
        radius: f64,
    },
    /// What a polygon encloses; in 3D from z = 0 to its depth.
    Polygon {
        /// The outline in the plane of x and y.
        polygon: Polygon,
        /// Extent along z, in m. Needed in 3D, ignored in 2D.
        depth: Option<f64>,
    },
    /// What a polygon passes when it turns about the y axis, as a cup does on the wheel; in 2D the polygon and its mirror
    /// image.
    Revolve {
        /// The outline by the distance from the axis, which is nowhere negative, and by y.
        polygon: Polygon,
    },
    /// What lies below heights on a lattice. It has no end, see [`Plane`](Shape::Plane).
    HeightField(Arc<HeightField>),
    /// What a closed surface of triangles encloses; in 3D only.
    Mesh(Arc<Mesh>),
    /// What is in at least one part.
    Union(Vec<Shape>),
    /// What is in the first and in none of the others.
    Difference(Box<Shape>, Vec<Shape>),
    /// What is in all parts.
    Intersection(Vec<Shape>),
    /// A shape that is scaled, turned and shifted.
    Transformed(Box<Shape>, Transform),
}

/// These are for checked shapes. In 2D they are flat: points have z = 0 and boxes and polygons, which hold z = 0, have
/// height 1, so that their areas are their volumes.
impl Shape {
    pub(crate) fn contains(&self, p: [f64; 3]) -> bool {
        match self {
            Shape::Box { low, high } => (0..3).all(|i| low[i] <= p[i] && p[i] < high[i]),
            Shape::RoundedBox { low, high, radius } => {
                let beyond = |i: usize| (low[i] + radius - p[i]).max(p[i] - (high[i] - radius)).max(0.0);
                let q = [0, 1, 2].map(beyond);
                dot(q, q) < radius * radius
            }
            Shape::Plane { point, normal } => dot(sub(p, *point), *normal) < 0.0,
            Shape::Ball { center, radius } => {
                let q = sub(p, *center);
                dot(q, q) < radius * radius
            }
            Shape::Ring { center, inner_radius, outer_radius } => {
                let q = sub(p, *center);
                let (radius, tube) = ring_radii(*inner_radius, *outer_radius);
                let across = (q[0] * q[0] + q[1] * q[1]).sqrt() - radius;
                across * across + q[2] * q[2] < tube * tube
            }
            Shape::Cylinder { from, to, radius } => {
                let (axis, q) = (sub(*to, *from), sub(p, *from));
                let along = dot(q, axis) / dot(axis, axis);
                (0.0..1.0).contains(&along) && is_near(q, axis, along, *radius)
            }
            Shape::Cone { from, to, from_radius, to_radius } => {
                let (axis, q) = (sub(*to, *from), sub(p, *from));
                let along = dot(q, axis) / dot(axis, axis);
                let radius = from_radius + along * (to_radius - from_radius);
                (0.0..1.0).contains(&along) && is_near(q, axis, along, radius)
            }
            Shape::Capsule { from, to, radius } => {
                let (axis, q) = (sub(*to, *from), sub(p, *from));
                let square = dot(axis, axis);
                let along = if square > 0.0 { (dot(q, axis) / square).clamp(0.0, 1.0) } else { 0.0 };
                is_near(q, axis, along, *radius)
            }
            Shape::Polygon { polygon, depth } => {
                (0.0..depth.unwrap_or(1.0)).contains(&p[2]) && polygon.contains([p[0], p[1]])
            }
            Shape::Revolve { polygon } => polygon.contains([length([p[0], p[2]]), p[1]]),
            Shape::HeightField(field) => field.contains(p),
            Shape::Mesh(mesh) => mesh.contains(p),
            Shape::Union(parts) => parts.iter().any(|part| part.contains(p)),
            Shape::Difference(base, cuts) => base.contains(p) && !cuts.iter().any(|cut| cut.contains(p)),
            Shape::Intersection(parts) => parts.iter().all(|part| part.contains(p)),
            Shape::Transformed(shape, transform) => shape.contains(transform.undo(p)),
        }
    }

    /// How far the shape goes in a direction `d`: the largest p · d of its points p. For differences and intersections
    /// it may be more. Infinite if it has no end.
    pub(crate) fn reach(&self, d: [f64; 3]) -> f64 {
        match self {
            Shape::Box { low, high } => (0..3).map(|i| (low[i] * d[i]).max(high[i] * d[i])).sum(),
            Shape::RoundedBox { low, high, radius } => {
                let inner = |i: usize| ((low[i] + radius) * d[i]).max((high[i] - radius) * d[i]);
                (0..3).map(inner).sum::<f64>() + radius * length(d)
            }
            Shape::Plane { point, normal } => reach_of_half_space(*point, *normal, d),
            Shape::Ball { center, radius } => dot(*center, d) + radius * length(d),
            Shape::Ring { center, inner_radius, outer_radius } => {
                let (radius, tube) = ring_radii(*inner_radius, *outer_radius);
                dot(*center, d) + radius * length([d[0], d[1], 0.0]) + tube * length(d)
            }
            Shape::Cylinder { from, to, radius } => {
                dot(*from, d).max(dot(*to, d)) + radius * across(d, sub(*to, *from))
            }
            Shape::Cone { from, to, from_radius, to_radius } => {
                let across = across(d, sub(*to, *from));
                (dot(*from, d) + from_radius * across).max(dot(*to, d) + to_radius * across)
            }
            Shape::Capsule { from, to, radius } => dot(*from, d).max(dot(*to, d)) + radius * length(d),
            Shape::Polygon { polygon, depth } => {
                let flat = polygon.points().iter().map(|p| p[0] * d[0] + p[1] * d[1]);
                flat.fold(f64::NEG_INFINITY, f64::max) + (depth.unwrap_or(1.0) * d[2]).max(0.0)
            }
            Shape::Revolve { polygon } => {
                let out = length([d[0], d[2]]);
                let flat = polygon.points().iter().map(|p| p[0] * out + p[1] * d[1]);
                flat.fold(f64::NEG_INFINITY, f64::max)
            }
            Shape::HeightField(field) => {
                reach_of_half_space([0.0, field.range()[1], 0.0], [0.0, 1.0, 0.0], d)
            }
            Shape::Mesh(mesh) => mesh.vertices().iter().map(|v| dot(*v, d)).fold(f64::NEG_INFINITY, f64::max),
            Shape::Union(parts) => parts.iter().map(|part| part.reach(d)).fold(f64::NEG_INFINITY, f64::max),
            Shape::Difference(base, _) => base.reach(d),
            Shape::Intersection(parts) => {
                parts.iter().map(|part| part.reach(d)).fold(f64::INFINITY, f64::min)
            }
            Shape::Transformed(shape, transform) => {
                transform.scale * shape.reach(transform.rotation.undo(d)) + dot(transform.translation, d)
            }
        }
    }

    pub(crate) fn bounds(&self) -> [[f64; 3]; 2] {
        let along = |sign: f64| {
            std::array::from_fn(|axis| {
                let mut d = [0.0; 3];
                d[axis] = sign;
                sign * self.reach(d)
            })
        };
        [along(-1.0), along(1.0)]
    }

    /// Whether it has an end on all sides, as far as its parts tell: intersections need one part that has.
    pub(crate) fn is_bounded(&self) -> bool {
        match self {
            Shape::Plane { .. } | Shape::HeightField(_) => false,
            Shape::Union(parts) => parts.iter().all(Shape::is_bounded),
            Shape::Intersection(parts) => parts.iter().any(Shape::is_bounded),
            Shape::Difference(shape, _) | Shape::Transformed(shape, _) => shape.is_bounded(),
            _ => true,
        }
    }

    /// In m³, or m² in 2D, by a formula; `None` for booleans and what has no end.
    pub(crate) fn exact_volume(&self, dimension: Dimension) -> Option<f64> {
        let disk = |radius: f64| PI * radius * radius;
        let ball = |radius: f64| match dimension {
            Dimension::Two => disk(radius),
            Dimension::Three => 4.0 / 3.0 * PI * radius.powi(3),
        };
        Some(match self {
            Shape::Box { low, high } => (0..3).map(|i| high[i] - low[i]).product(),
            Shape::RoundedBox { low, high, radius } => {
                let [a, b, c] = [0, 1, 2].map(|i| high[i] - low[i] - 2.0 * radius);
                match dimension {
                    Dimension::Two => a * b + 2.0 * radius * (a + b) + disk(*radius),
                    Dimension::Three => {
                        let faces = 2.0 * radius * (a * b + b * c + c * a);
                        a * b * c + faces + disk(*radius) * (a + b + c) + ball(*radius)
                    }
                }
            }
            Shape::Ball { radius, .. } => ball(*radius),
            Shape::Ring { inner_radius, outer_radius, .. } => {
                let (radius, tube) = ring_radii(*inner_radius, *outer_radius);
                let section = if dimension == Dimension::Two { 2.0 * tube } else { disk(tube) };
                2.0 * PI * radius * section
            }
            Shape::Cylinder { from, to, radius } => disk(*radius) * length(sub(*to, *from)),
            Shape::Cone { from, to, from_radius: a, to_radius: b } => {
                PI / 3.0 * (a * a + a * b + b * b) * length(sub(*to, *from))
            }
            Shape::Capsule { from, to, radius } => {
                let section = if dimension == Dimension::Two { 2.0 * radius } else { disk(*radius) };
                section * length(sub(*to, *from)) + ball(*radius)
            }
            Shape::Polygon { polygon, depth } => polygon.area() * depth.unwrap_or(1.0),
            Shape::Revolve { polygon } => match dimension {
                Dimension::Two => 2.0 * polygon.area(),
                Dimension::Three => 2.0 * PI * polygon.moment(),
            },
            Shape::Mesh(mesh) => mesh.volume(),
            Shape::Transformed(shape, transform) => {
                shape.exact_volume(dimension)? * transform.scale.powi(dimension as i32)
            }
            Shape::Union(_) | Shape::Difference(..) | Shape::Intersection(_) => return None,
            Shape::Plane { .. } | Shape::HeightField(_) => return None,
        })
    }
}

/// The radius of the middle of a ring, and half its width.
pub(crate) fn ring_radii(inner: f64, outer: f64) -> (f64, f64) {
    (0.5 * (outer + inner), 0.5 * (outer - inner))
}

/// The length of what a direction has across an axis.
fn across(d: [f64; 3], axis: [f64; 3]) -> f64 {
    length(along(d, -dot(d, axis) / dot(axis, axis), axis))
}

/// Finite only straight away from the plane, up to rounding.
fn reach_of_half_space(point: [f64; 3], normal: [f64; 3], d: [f64; 3]) -> f64 {
    let straight = dot(d, normal) > 0.0 && across(d, normal) <= 4.0 * f64::EPSILON * length(d);
    if straight { dot(point, d) } else { f64::INFINITY }
}

/// Whether `q` is closer than the radius to `along · axis`.
fn is_near(q: [f64; 3], axis: [f64; 3], along: f64, radius: f64) -> bool {
    let away = sub(q, axis.map(|x| along * x));
    dot(away, away) < radius * radius
}
