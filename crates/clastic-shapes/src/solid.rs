//! A shape whose numbers make sense.

use crate::check::{ShapeError, checked, checked_bounds};
use crate::measure::{Effort, Volume, volume};
use crate::sample::{Plan, SampleError, Samples};
use crate::shape::Shape;

/// How many coordinates count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// The plane of x and y.
    Two = 2,
    /// Space.
    Three = 3,
}

/// A [`Shape`] that was checked for a dimension.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    shape: Shape,
    dimension: Dimension,
    bounds: [[f64; 3]; 2],
}

impl Solid {
    /// Checks the numbers of a shape, and that it has an end on all sides.
    pub fn new(shape: Shape, dimension: Dimension) -> Result<Self, ShapeError> {
        let shape = checked(shape, dimension)?;
        if !shape.is_bounded() {
            return Err(ShapeError::Unbounded);
        }
        let bounds = checked_bounds(&shape, dimension)?;
        Ok(Solid { shape, dimension, bounds })
    }

    /// The dimension that it was checked for.
    pub fn dimension(&self) -> Dimension {
        self.dimension
    }

    /// Whether a place, in m, is inside.
    pub fn contains(&self, p: [f64; 3]) -> bool {
        self.shape.contains(match self.dimension {
            Dimension::Two => [p[0], p[1], 0.0],
            Dimension::Three => p,
        })
    }

    /// The lowest and highest places, in m. Exact for primitives, polygons, meshes and unions, however they are turned;
    /// differences and intersections may be smaller.
    pub fn bounds(&self) -> [[f64; 3]; 2] {
        self.bounds
    }

    /// In m³, or m² in 2D. Exact but for booleans, which are summed over random points, always the same ones, until the
    /// error is below 10⁻⁴ of the volume or about 16 million points are spent, which takes half a second.
    pub fn volume(&self) -> Volume {
        volume(&self.shape, self.dimension, Effort::Converged)
    }

    /// About how many particles `spacing` m apart fill it: the volume that each has, in the volume. Costs at most a
    /// hundred thousand point tests for each boolean.
    pub fn estimate_count(&self, spacing: f64) -> f64 {
        volume(&self.shape, self.dimension, Effort::Glance).value / spacing.powi(self.dimension as i32)
    }

    /// Fills it with particles.
    pub fn sample(&self, plan: &Plan) -> Result<Samples, SampleError> {
        Samples::new(self, plan)
    }

    pub(crate) fn shape(&self) -> &Shape {
        &self.shape
    }
}
