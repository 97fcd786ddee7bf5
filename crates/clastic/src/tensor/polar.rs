//! The rotation in a deformation.

use super::matrix::Matrix;
use super::real::{Mask, Real, Scalar};

/// `A = R S` with a rotation `R` and a symmetric `S`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Polar<R, const D: usize> {
    /// The rotation nearest to `A`, `det R = 1`.
    pub rotation: Matrix<R, D>,
    /// The symmetric factor; its smallest eigenvalue by magnitude carries the sign of `det A`.
    pub stretch: Matrix<R, D>,
}

/// Newton's iteration is used where `det A` is above this part of `‖A‖³`: 0.19 for a rotation, 0.002 for a plate pressed
/// to 1/180 or a bar stretched 22 times. Far below, the rounding of the cofactors would be seen.
const WELL_CONDITIONED: f64 = 0.002;

/// More steps than such a matrix needs: 7 in `f64`.
const MOST_STEPS: usize = 8;

impl<R: Real, const D: usize> Matrix<R, D> {
    /// The polar decomposition, for any finite matrix: with the SVD `A = U diag(σ) Vᵀ`, `R = U Vᵀ` and
    /// `S = V diag(σ) Vᵀ`. Both hold to a few rounding errors of the largest entry; `S` is symmetric exactly.
    #[inline(always)]
    pub fn polar(self) -> Polar<R, D> {
        let rotation = self.rotation();
        let product = rotation.transpose() * self;
        let mut stretch = product;
        for i in 0..D {
            for j in 0..i {
                let mean = (product.0[i][j] + product.0[j][i]) * product.0[i][j].of(0.5);
                stretch.0[i][j] = mean;
                stretch.0[j][i] = mean;
            }
        }
        Polar { rotation, stretch }
    }

    /// The rotation of the polar decomposition, which maximises `tr(Rᵀ A)` over rotations.
    ///
    /// In 2D it is along `(a₀₀ + a₁₁, a₁₀ − a₀₁)`. In 3D Newton's iteration `X ← (X + X⁻ᵀ)/2` from the scaled matrix
    /// (Higham, SIAM J. Sci. Stat. Comput. 7, 1986) runs until every lane has converged; lanes that are
    /// inverted or close to singular get `U Vᵀ` of the SVD, and a register without any does not pay for it. No lane
    /// depends on its neighbours. Where the rotation is not unique it is one of them.
    #[inline(always)]
    pub fn rotation(self) -> Self {
        match D {
            2 => self.rotation_2d(),
            3 => self.rotation_3d(),
            _ => unreachable!("matrices are 2×2 or 3×3"),
        }
    }

    #[inline(always)]
    fn rotation_2d(self) -> Self {
        let (a, scale) = self.split_scale();
        let x = a.0[0][0] + a.0[1][1];
        let y = a.0[1][0] - a.0[0][1];
        let squared = x.mul_add(x, y * y);
        // A reflection, or zero: every rotation is as near.
        let free = squared.lt(scale.of(R::Scalar::MIN_POSITIVE / R::Scalar::EPSILON));
        let reciprocal = R::select(free, scale.one(), squared).sqrt().recip();
        let c = R::select(free, scale.one(), x * reciprocal);
        let s = R::select(free, scale.zero(), y * reciprocal);
        let mut rotation = Matrix([[c; D]; D]);
        rotation.0[0][1] = -s;
        rotation.0[1][0] = s;
        rotation
    }

    #[inline(always)]
    fn rotation_3d(self) -> Self {
        let (a, _) = self.split_scale();
        let cofactors = a.adjugate().transpose();
        let det = a.row_product(cofactors);
        let norm_squared = a.norm_squared();
        let least = norm_squared * norm_squared * norm_squared * det.of(WELL_CONDITIONED * WELL_CONDITIONED);
        let good = least.lt(det * det.abs());

        // First step X ← (γ A + A⁻ᵀ/γ)/2, γ² = ‖A⁻¹‖/‖A‖ = w/det; after it no singular value is below 1.
        let w = (cofactors.norm_squared() / norm_squared).sqrt();
        let half_gamma = (w / det).sqrt() * w.of(0.5);
        let mut x = (a + cofactors * w.recip()) * half_gamma;
        // With σ ≥ 1 the largest error σ − 1 is at most det − 1, and a step squares and halves it.
        let last_step = det.of(1.0 + R::Scalar::EPSILON.sqrt());
        let mut open = good;
        for _ in 0..MOST_STEPS {
            let cofactors = x.adjugate().transpose();
            let det = x.row_product(cofactors);
            let half = det.of(0.5);
            // A lane that has converged stays, so that it does not depend on its neighbours.
            x = Matrix::select(open, x * half + cofactors * (half / det), x);
            open = open & last_step.lt(det);
            if !open.any() {
                break;
            }
        }
        if (!good).any() {
            let svd = self.svd();
            x = Matrix::select(good, x, svd.u * svd.v.transpose());
        }
        x
    }

    /// The scalar product of the first rows: the determinant, if `other` holds the cofactors.
    #[inline(always)]
    fn row_product(self, other: Self) -> R {
        let mut sum = self.0[0][0] * other.0[0][0];
        for j in 1..D {
            sum = self.0[0][j].mul_add(other.0[0][j], sum);
        }
        sum
    }
}
