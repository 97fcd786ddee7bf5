//! What elastic laws share: their usual parameters, and derivatives of determinants.

use super::Parameter;
use crate::tensor::{Matrix, Real};

/// Lamé's parameters `(λ, μ)` from Young's modulus, all in Pa, and Poisson's ratio; in 2D this is plane strain.
pub fn lame(young_modulus: f64, poisson_ratio: f64) -> (f64, f64) {
    let (e, nu) = (young_modulus, poisson_ratio);
    (e * nu / ((1.0 + nu) * (1.0 - 2.0 * nu)), e / (2.0 * (1.0 + nu)))
}

/// `κ = λ + 2μ/d`.
#[inline(always)]
pub(super) fn bulk_modulus<R: Real, const D: usize>(lambda: R, mu: R) -> R {
    mu.mul_add(mu.of(2.0 / D as f64), lambda)
}

/// Young's modulus, as every elastic law takes it.
pub const YOUNG_MODULUS: Parameter = Parameter {
    name: "young_modulus",
    unit: "Pa",
    about: "Young's modulus, the stiffness",
    default: None,
    range: (0.0, 1e15),
};

/// Poisson's ratio, as every elastic law takes it.
pub const POISSON_RATIO: Parameter = Parameter {
    name: "poisson_ratio",
    unit: "",
    about: "Poisson's ratio: 0 is cork, 0.5 would be incompressible",
    default: Some(0.3),
    range: (-0.99, 0.4999),
};

/// The parameters of every law that takes E and ν and nothing else.
pub const YOUNG_AND_POISSON: &[Parameter] = &[YOUNG_MODULUS, POISSON_RATIO];

/// An upper bound of the largest eigenvalue of a symmetric matrix: exact in 2D and for multiples of the identity.
#[inline(always)]
pub(super) fn largest_eigenvalue_bound<R: Real, const D: usize>(b: Matrix<R, D>) -> R {
    let t = b.trace();
    let spread = ((D - 1) as f64 / D as f64).sqrt();
    t.mul_add(t.of(1.0 / D as f64), b.deviator().norm() * t.of(spread))
}

/// `∂J/∂F`, the matrix of cofactors.
#[inline(always)]
pub(super) fn cofactors<R: Real, const D: usize>(f: Matrix<R, D>) -> Matrix<R, D> {
    f.adjugate().transpose()
}

/// The first-order change of the cofactors: they are linear in 2D and quadratic in 3D.
#[inline(always)]
pub(super) fn cofactors_differential<R: Real, const D: usize>(
    f: Matrix<R, D>,
    df: Matrix<R, D>,
) -> Matrix<R, D> {
    if D == 2 { cofactors(df) } else { cofactors(f + df) - cofactors(f) - cofactors(df) }
}
