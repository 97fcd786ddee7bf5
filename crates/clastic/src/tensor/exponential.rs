//! Exponential, logarithm and square root of matrices.

use super::matrix::Matrix;
use super::real::{Mask, Real, Scalar};

impl<R: Real, const D: usize> Matrix<R, D> {
    /// The matrix exponential, for any matrix whose exponential is finite.
    ///
    /// `e^A = e^(tr A / D) (e^(B/2^k))^(2^k)` with the deviator `B` and the Taylor series where `‖B/2^k‖ < 1/2`
    /// (scaling and squaring; Moler & Van Loan, SIAM Rev. 45, 2003). Every lane has its own `k`. The relative error
    /// grows with `‖B‖`: each squaring may double it.
    #[inline(always)]
    pub fn exp(self) -> Self {
        let b = self.deviator();
        let norm = b.norm().max(b.0[0][0].of(R::Scalar::MIN_POSITIVE));
        let (_, e) = norm.split_exponent();
        let mut k = (e + e.of(2.0)).max(e.zero()).min(e.of(R::Scalar::EXPONENTS.1 - 1.0));
        let b = b * (-k).exp2_whole();
        let mut sum = Matrix::identity(norm);
        for n in (1..R::Scalar::SERIES_TERMS.0 + 2).rev() {
            sum = (b * sum * norm.of(1.0 / n as f64)).plus_diagonal(norm.one());
        }
        for _ in 0..R::Scalar::EXPONENTS.1 as usize {
            let unfinished = k.zero().lt(k);
            if !unfinished.any() {
                break;
            }
            sum = Matrix::select(unfinished, sum * sum, sum);
            k -= k.one();
        }
        sum * (self.trace() * norm.of(1.0 / D as f64)).exp()
    }

    /// The logarithm of a symmetric positive definite matrix, of which the upper triangle is read.
    ///
    /// By its eigenvalues; −∞ or NaN entries if one of them is not positive. The error is a few rounding errors
    /// of the largest entry divided by the smallest eigenvalue.
    #[inline(always)]
    pub fn ln_symmetric(self) -> Self {
        let eigen = self.symmetric_eigen();
        let mut values = eigen.values;
        for i in 0..D {
            values.0[i] = values.0[i].ln();
        }
        eigen.with_values(values)
    }

    /// The symmetric positive square root of a symmetric matrix without negative eigenvalues, of which the upper
    /// triangle is read. Eigenvalues that rounding made negative count as zero.
    #[inline(always)]
    pub fn sqrt_symmetric(self) -> Self {
        let eigen = self.symmetric_eigen();
        let mut values = eigen.values;
        for i in 0..D {
            values.0[i] = values.0[i].max(values.0[i].zero()).sqrt();
        }
        eigen.with_values(values)
    }
}
