//! Whether the numbers of a shape make sense.

use std::fmt;

use crate::shape::Shape;
use crate::solid::Dimension;
use crate::transform::Transform;
use crate::vector::unit;

/// What is wrong with a shape.
#[derive(Clone, Debug, PartialEq)]
pub enum ShapeError {
    /// A coordinate is not a number, or so large that volumes would overflow.
    NotFinite {
        /// Which.
        what: &'static str,
    },
    /// A length or factor that has to be positive.
    NotPositive {
        /// Which.
        what: &'static str,
        /// What it is.
        value: f64,
    },
    /// The low corner of a box is not below the high one.
    InvertedBox {
        /// 0, 1 or 2 for x, y or z.
        axis: usize,
    },
    /// The edges of a rounded box are shorter than twice their radius.
    TooRound {
        /// The radius, in m.
        radius: f64,
    },
    /// The normal of a plane is 0.
    NoNormal,
    /// The inner radius of a ring is negative or not smaller than the outer one.
    RingRadii,
    /// The ends of a cylinder or cone are the same.
    NoLength,
    /// Both ends of a cone are points.
    NoRadius,
    /// A polygon that is to turn about an axis lies on both sides of it.
    AcrossAxis {
        /// Which of its points, from 0.
        point: usize,
    },
    /// A height field in 2D has several rows.
    SeveralRows {
        /// How many.
        rows: usize,
    },
    /// A body without an end.
    Unbounded,
    /// There is no such shape in 2D.
    OnlyInSpace {
        /// What it is.
        shape: &'static str,
    },
    /// A polygon in 3D needs a depth.
    NoDepth,
    /// A rotation in 2D that leaves the plane.
    LeavesPlane,
    /// A boolean without parts.
    NoParts,
    /// The parts of an intersection are apart, or a shape is small and so far away that rounding leaves nothing of it.
    Empty,
    /// The shape is so large or so small that its volume is no normal number.
    OutOfRange,
    /// More shapes within shapes than anyone needs.
    TooDeep,
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShapeError::NotFinite { what } => {
                write!(f, "the {what} must be made of numbers between -{LARGEST:e} and {LARGEST:e}")
            }
            ShapeError::NotPositive { what, value } => {
                write!(f, "the {what} must be greater than 0 and finite, not {value}")
            }
            ShapeError::InvertedBox { axis } => {
                write!(
                    f,
                    "the low corner of a box must be below the high one along {}",
                    ["x", "y", "z"][*axis]
                )
            }
            ShapeError::RingRadii => {
                write!(f, "the inner radius of a ring must be at least 0 and less than the outer one")
            }
            ShapeError::TooRound { radius } => {
                write!(f, "the radius of a rounded box must be at most half its shortest edge, not {radius}")
            }
            ShapeError::NoNormal => write!(f, "the normal of a plane must not be 0"),
            ShapeError::NoLength => write!(f, "the ends of a cylinder or cone must be apart"),
            ShapeError::NoRadius => write!(f, "one end of a cone must have a radius greater than 0"),
            ShapeError::AcrossAxis { point } => {
                write!(f, "a polygon that turns about an axis must not cross it, as at point {point}")
            }
            ShapeError::SeveralRows { rows } => {
                write!(f, "a height field in two dimensions must have one row, not {rows}")
            }
            ShapeError::Unbounded => write!(
                f,
                "the shape has no end: planes and height fields fill a body only where they cut, or meet in an \
                 intersection, something that has one"
            ),
            ShapeError::OnlyInSpace { shape } => write!(f, "a {shape} needs three dimensions"),
            ShapeError::NoDepth => write!(f, "a polygon in three dimensions needs a depth"),
            ShapeError::LeavesPlane => write!(f, "in two dimensions a shape can only turn about z"),
            ShapeError::NoParts => write!(f, "a union or an intersection needs at least one part"),
            ShapeError::Empty => write!(
                f,
                "the shape is empty: its parts have nothing in common, or its size is lost in rounding"
            ),
            ShapeError::OutOfRange => write!(f, "the shape is too large or too small to have a volume"),
            ShapeError::TooDeep => write!(f, "shapes are nested more than {DEEPEST} levels deep"),
        }
    }
}

impl std::error::Error for ShapeError {}

/// Coordinates up to here have volumes far from overflow, in m.
pub(crate) const LARGEST: f64 = 1e50;

/// Point tests recurse, and the stack is finite.
const DEEPEST: usize = 64;

/// The shape, flat if in 2D: see the note at its point test.
pub(crate) fn checked(shape: Shape, dimension: Dimension) -> Result<Shape, ShapeError> {
    Check { dimension }.shape(shape, 0)
}

struct Check {
    dimension: Dimension,
}

impl Check {
    fn shape(&self, shape: Shape, depth: usize) -> Result<Shape, ShapeError> {
        if depth > DEEPEST {
            return Err(ShapeError::TooDeep);
        }
        Ok(match shape {
            Shape::Box { low, high } => {
                let [low, high] = self.corners(low, high)?;
                Shape::Box { low, high }
            }
            Shape::RoundedBox { low, high, radius } => self.rounded_box([low, high], radius)?,
            Shape::Plane { point, normal } => Shape::Plane {
                point: self.place("point", point)?,
                normal: unit(self.place("normal", normal)?).ok_or(ShapeError::NoNormal)?,
            },
            Shape::Ball { center, radius } => {
                Shape::Ball { center: self.place("center", center)?, radius: positive("radius", radius)? }
            }
            Shape::Ring { center, inner_radius, outer_radius } => {
                positive("outer radius", outer_radius)?;
                if !(0.0..outer_radius).contains(&inner_radius) {
                    return Err(ShapeError::RingRadii);
                }
                Shape::Ring { center: self.place("center", center)?, inner_radius, outer_radius }
            }
            Shape::Cylinder { from, to, radius } => {
                let [from, to] = self.ends("cylinder", from, to)?;
                Shape::Cylinder { from, to, radius: positive("radius", radius)? }
            }
            Shape::Cone { from, to, from_radius, to_radius } => {
                let [from, to] = self.ends("cone", from, to)?;
                check_radii([from_radius, to_radius])?;
                Shape::Cone { from, to, from_radius, to_radius }
            }
            Shape::Capsule { from, to, radius } => Shape::Capsule {
                from: self.place("first end", from)?,
                to: self.place("second end", to)?,
                radius: positive("radius", radius)?,
            },
            Shape::Polygon { polygon, depth } => Shape::Polygon { polygon, depth: self.depth(depth)? },
            Shape::Revolve { polygon } => match polygon.points().iter().position(|[r, _]| *r < 0.0) {
                Some(point) => return Err(ShapeError::AcrossAxis { point }),
                None => Shape::Revolve { polygon },
            },
            Shape::HeightField(field) => match (self.dimension, field.counts()[1]) {
                (Dimension::Two, rows @ 2..) => return Err(ShapeError::SeveralRows { rows }),
                _ => Shape::HeightField(field),
            },
            Shape::Mesh(mesh) => {
                self.only_in_space("mesh")?;
                Shape::Mesh(mesh)
            }
            Shape::Union(parts) => Shape::Union(self.parts(parts, depth)?),
            Shape::Intersection(parts) => Shape::Intersection(self.parts(parts, depth)?),
            Shape::Difference(base, cuts) => {
                let cuts =
                    cuts.into_iter().map(|cut| self.shape(cut, depth + 1)).collect::<Result<_, _>>()?;
                Shape::Difference(Box::new(self.shape(*base, depth + 1)?), cuts)
            }
            Shape::Transformed(shape, transform) => {
                Shape::Transformed(Box::new(self.shape(*shape, depth + 1)?), self.transform(transform)?)
            }
        })
    }

    fn corners(&self, low: [f64; 3], high: [f64; 3]) -> Result<[[f64; 3]; 2], ShapeError> {
        let low = self.place("low corner", low)?;
        let mut high = self.place("high corner", high)?;
        if self.dimension == Dimension::Two {
            high[2] = 1.0;
        }
        match (0..3).find(|&axis| low[axis] >= high[axis]) {
            Some(axis) => Err(ShapeError::InvertedBox { axis }),
            None => Ok([low, high]),
        }
    }

    fn rounded_box(&self, [low, high]: [[f64; 3]; 2], radius: f64) -> Result<Shape, ShapeError> {
        positive("radius", radius)?;
        let [mut low, mut high] = self.corners(low, high)?;
        let shortest = (0..self.dimension as usize).map(|i| high[i] - low[i]).fold(f64::INFINITY, f64::min);
        // A radius of half an edge is allowed, whatever rounding has done to the edge.
        if radius > 0.5 * (1.0 + 1e-9) * shortest {
            return Err(ShapeError::TooRound { radius });
        }
        if self.dimension == Dimension::Two {
            (low[2], high[2]) = (-2.0 * radius, 2.0 * radius);
        }
        Ok(Shape::RoundedBox { low, high, radius: radius.min(0.5 * shortest) })
    }

    fn depth(&self, depth: Option<f64>) -> Result<Option<f64>, ShapeError> {
        match self.dimension {
            Dimension::Two => Ok(None),
            Dimension::Three => positive("depth", depth.ok_or(ShapeError::NoDepth)?).map(Some),
        }
    }

    fn parts(&self, parts: Vec<Shape>, depth: usize) -> Result<Vec<Shape>, ShapeError> {
        if parts.is_empty() {
            return Err(ShapeError::NoParts);
        }
        parts.into_iter().map(|part| self.shape(part, depth + 1)).collect()
    }

    fn transform(&self, transform: Transform) -> Result<Transform, ShapeError> {
        positive("scale", transform.scale)?;
        if !transform.rotation.is_finite() {
            return Err(ShapeError::NotFinite { what: "rotation" });
        }
        if self.dimension == Dimension::Two && !transform.rotation.is_in_plane() {
            return Err(ShapeError::LeavesPlane);
        }
        Ok(Transform { translation: self.place("translation", transform.translation)?, ..transform })
    }

    fn place(&self, what: &'static str, mut p: [f64; 3]) -> Result<[f64; 3], ShapeError> {
        if self.dimension == Dimension::Two {
            p[2] = 0.0;
        }
        // Not a number is not at most anything.
        if p.iter().all(|x| x.abs() <= LARGEST) { Ok(p) } else { Err(ShapeError::NotFinite { what }) }
    }

    /// Of something with an axis.
    fn ends(&self, shape: &'static str, from: [f64; 3], to: [f64; 3]) -> Result<[[f64; 3]; 2], ShapeError> {
        self.only_in_space(shape)?;
        let [from, to] = [self.place("first end", from)?, self.place("second end", to)?];
        if from == to { Err(ShapeError::NoLength) } else { Ok([from, to]) }
    }

    fn only_in_space(&self, shape: &'static str) -> Result<(), ShapeError> {
        match self.dimension {
            Dimension::Two => Err(ShapeError::OnlyInSpace { shape }),
            Dimension::Three => Ok(()),
        }
    }
}

/// Of a cone, where one may be 0.
fn check_radii(radii: [f64; 2]) -> Result<(), ShapeError> {
    if radii == [0.0; 2] {
        return Err(ShapeError::NoRadius);
    }
    radii
        .iter()
        .filter(|radius| **radius != 0.0)
        .try_for_each(|radius| positive("radius", *radius).map(|_| ()))
}

/// The bounds of a checked shape; along z they are 0 in 2D.
pub(crate) fn checked_bounds(shape: &Shape, dimension: Dimension) -> Result<[[f64; 3]; 2], ShapeError> {
    let mut bounds = shape.bounds();
    if (0..3).any(|i| bounds[0][i] >= bounds[1][i]) {
        return Err(ShapeError::Empty);
    }
    let extent: f64 = (0..3).map(|i| bounds[1][i] - bounds[0][i]).product();
    if !(extent.is_normal() || (extent == f64::INFINITY && !shape.is_bounded())) {
        return Err(ShapeError::OutOfRange);
    }
    if dimension == Dimension::Two {
        (bounds[0][2], bounds[1][2]) = (0.0, 0.0);
    }
    Ok(bounds)
}

pub(crate) fn positive(what: &'static str, value: f64) -> Result<f64, ShapeError> {
    if value > 0.0 && value <= LARGEST { Ok(value) } else { Err(ShapeError::NotPositive { what, value }) }
}
