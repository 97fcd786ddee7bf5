//! Springs between two vertices.

use super::element::{Element, Point, Signs};
use crate::tensor::Matrix;

/// Linear springs.
///
/// ```text
/// E = k/2 (l − l⁰)²
/// ```
pub struct Springs;

/// A spring at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpringRest {
    /// The length `l⁰`, in m.
    pub length: f64,
    /// The stiffness `k`, in N/m.
    pub stiffness: f64,
}

impl<const D: usize> Element<D, 2> for Springs {
    type Rest = SpringRest;

    fn energy(&self, rest: &SpringRest, [a, b]: &[Point<D>; 2]) -> f64 {
        0.5 * rest.stiffness * ((*b - *a).norm() - rest.length).powi(2)
    }

    fn gradient(&self, rest: &SpringRest, [a, b]: &[Point<D>; 2]) -> [Point<D>; 2] {
        let along = *b - *a;
        let length = along.norm().max(f64::MIN_POSITIVE);
        let pull = along * (rest.stiffness * (length - rest.length) / length);
        [-pull, pull]
    }

    /// `k (n nᵀ + (1 − l⁰/l) (I − n nᵀ))`, of which the second part is negative where there is no tension.
    fn stiffness(&self, rest: &SpringRest, [a, b]: &[Point<D>; 2], signs: Signs) -> [[Matrix<f64, D>; 2]; 2] {
        let along = *b - *a;
        let length = along.norm().max(f64::MIN_POSITIVE);
        let normal = along * length.recip();
        let across = match signs {
            Signs::All => rest.stiffness * (1.0 - rest.length / length),
            Signs::Positive => rest.stiffness * (1.0 - rest.length / length).max(0.0),
        };
        let block = (normal.outer(normal) * (rest.stiffness - across)).plus_diagonal(across);
        let other = block * -1.0;
        [[block, other], [other, block]]
    }

    fn squared_frequency(&self, rest: &SpringRest, masses: &[f64; 2]) -> f64 {
        rest.stiffness * (masses[0].recip() + masses[1].recip())
    }
}
