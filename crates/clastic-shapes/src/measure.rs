//! Volumes. Booleans have no formula: they are sums over random points, two in each of the cells of a grid.

use crate::random::three_uniform;
use crate::shape::Shape;
use crate::solid::Dimension;
use crate::vector::common;

/// How much a shape holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Volume {
    /// In m³, or m² in 2D.
    pub value: f64,
    /// How far it may be off: three standard deviations, in the same unit; 0 for shapes that have a formula.
    pub error: f64,
}

/// How hard to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// One coarse sum.
    Glance,
    /// Finer and finer, until the error is below [`TOLERANCE`].
    Converged,
}

/// Of the volume.
const TOLERANCE: f64 = 1e-4;

/// Cells along an axis of the coarsest grid and of the finest, of 19 and 16 million points; each has twice the last.
fn levels(dimension: Dimension) -> [u64; 2] {
    match dimension {
        Dimension::Two => [96, 3072],
        Dimension::Three => [25, 200],
    }
}

pub(crate) fn volume(shape: &Shape, dimension: Dimension, effort: Effort) -> Volume {
    if let Some(value) = shape.exact_volume(dimension) {
        return Volume { value, error: 0.0 };
    }
    let of = |part: &Shape| volume(part, dimension, effort);
    let quadrature = Quadrature { dimension, effort };
    match shape {
        Shape::Union(parts) => {
            let sum = parts.iter().map(of).fold(Volume { value: 0.0, error: 0.0 }, Volume::plus);
            let excess = |p| parts.iter().filter(|part| part.contains(p)).count().saturating_sub(1) as f64;
            quadrature.less(sum, shared_region(parts), excess)
        }
        Shape::Difference(base, cuts) => {
            let lost = |p| f64::from(base.contains(p) && cuts.iter().any(|cut| cut.contains(p)));
            let boxes = cuts.iter().map(|cut| common(cut.bounds(), base.bounds()));
            quadrature.less(of(base), boxes.filter(is_proper).reduce(hull), lost)
        }
        Shape::Transformed(inner, transform) => {
            let factor = transform.scale.powi(dimension as i32);
            let Volume { value, error } = of(inner);
            Volume { value: factor * value, error: factor * error }
        }
        _ => {
            let outside = |p| f64::from(!shape.contains(p));
            let region = shape.bounds();
            let whole = Volume { value: quadrature.extent(region), error: 0.0 };
            quadrature.less(whole, Some(region), outside)
        }
    }
}

impl Volume {
    fn plus(self, other: Volume) -> Volume {
        Volume { value: self.value + other.value, error: self.error + other.error }
    }
}

type Region = [[f64; 3]; 2];

fn is_proper(region: &Region) -> bool {
    (0..3).all(|i| region[0][i] < region[1][i])
}

fn hull(a: Region, b: Region) -> Region {
    [std::array::from_fn(|i| a[0][i].min(b[0][i])), std::array::from_fn(|i| a[1][i].max(b[1][i]))]
}

/// A box around all places that may be in two parts; `None` if there are none.
fn shared_region(parts: &[Shape]) -> Option<Region> {
    let boxes: Vec<Region> = parts.iter().map(Shape::bounds).collect();
    let pairs = boxes.iter().enumerate().flat_map(|(i, a)| boxes[..i].iter().map(|b| common(*a, *b)));
    pairs.filter(is_proper).reduce(hull)
}

struct Quadrature {
    dimension: Dimension,
    effort: Effort,
}

impl Quadrature {
    fn extent(&self, region: Region) -> f64 {
        (0..self.dimension as usize).map(|i| region[1][i] - region[0][i]).product()
    }

    /// A known volume less the integral of a function over a region.
    fn less(&self, known: Volume, region: Option<Region>, integrand: impl Fn([f64; 3]) -> f64) -> Volume {
        let Some(region) = region else { return known };
        let [mut cells, finest] = levels(self.dimension);
        // The standard deviation goes with the root of the cells that a surface passes, over the number of all cells.
        let gain = if self.dimension == Dimension::Two { 8f64.sqrt() } else { 4.0 };
        loop {
            let integral = self.integral(region, cells, &integrand);
            let value = (known.value - integral.value).max(0.0);
            let mut missing = integral.error / (TOLERANCE * value);
            if self.effort == Effort::Glance || cells >= finest || missing <= 1.0 {
                return Volume { value, error: known.error + integral.error };
            }
            while cells < finest && (missing > 1.0 || missing.is_nan()) {
                cells *= 2;
                missing /= gain;
            }
        }
    }

    /// Two points in each cell give the variance as well: half the square of their difference, per point.
    fn integral(&self, [low, high]: Region, cells: u64, integrand: impl Fn([f64; 3]) -> f64) -> Volume {
        let (layers, flat) = if self.dimension == Dimension::Two { (1, 0.0) } else { (cells, 1.0) };
        let step: [f64; 3] = std::array::from_fn(|i| (high[i] - low[i]) / cells as f64);
        let count = cells * cells * layers;
        let (mut sum, mut squares) = (0.0, 0.0);
        for layer in 0..layers {
            for row in 0..cells {
                for column in 0..cells {
                    let cell = (layer * cells + row) * cells + column;
                    let values = [0, 1].map(|point| {
                        let within = three_uniform(count, 2 * cell + point);
                        let corner = [column as f64, row as f64, layer as f64];
                        let [x, y, z] = std::array::from_fn(|i| low[i] + (corner[i] + within[i]) * step[i]);
                        integrand([x, y, flat * z])
                    });
                    sum += 0.5 * (values[0] + values[1]);
                    squares += 0.25 * (values[0] - values[1]).powi(2);
                }
            }
        }
        let cell = self.extent([low, high]) / count as f64;
        // What no point has met may still be 3 / n of the region, with 95 % confidence.
        Volume { value: sum * cell, error: (3.0 * squares.sqrt() + 1.5) * cell }
    }
}
