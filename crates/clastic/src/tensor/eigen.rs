//! Eigenvalues of symmetric matrices by Jacobi's rotations.

use super::matrix::{Matrix, Vector};
use super::real::{Real, Scalar};

/// `A = Q diag(λ) Qᵀ` of a symmetric matrix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eigen<R, const D: usize> {
    /// The eigenvalues, largest first.
    pub values: Vector<R, D>,
    /// The eigenvectors as the columns of a rotation.
    pub vectors: Matrix<R, D>,
}

impl<R: Real, const D: usize> Eigen<R, D> {
    /// The symmetric matrix with these eigenvectors and other eigenvalues: an isotropic function of the matrix.
    #[inline(always)]
    pub fn with_values(self, values: Vector<R, D>) -> Matrix<R, D> {
        let q = self.vectors;
        let mut a = q;
        for i in 0..D {
            for j in i..D {
                let mut sum = q.0[i][0] * values.0[0] * q.0[j][0];
                for k in 1..D {
                    sum = (q.0[i][k] * values.0[k]).mul_add(q.0[j][k], sum);
                }
                a.0[i][j] = sum;
                a.0[j][i] = sum;
            }
        }
        a
    }
}

impl<R: Real, const D: usize> Matrix<R, D> {
    /// Eigenvalues and eigenvectors of a symmetric matrix, of which the upper triangle is read.
    ///
    /// Cyclic Jacobi (Golub & Van Loan, Matrix Computations, §8.5): one rotation in 2D, a fixed number of sweeps in
    /// 3D. Each rotation also puts the larger of its two eigenvalues first, so the last sweep leaves them sorted.
    /// The result is exact for a matrix within a few rounding errors of the largest entry.
    #[inline(always)]
    pub fn symmetric_eigen(self) -> Eigen<R, D> {
        let (mut a, scale) = self.split_scale();
        let mut q = Matrix::identity(scale);
        match D {
            2 => annihilate(&mut a, &mut q, 0, 1),
            3 => {
                for _ in super::rolled(sweeps::<R>()) {
                    annihilate(&mut a, &mut q, 0, 1);
                    annihilate(&mut a, &mut q, 0, 2);
                    annihilate(&mut a, &mut q, 1, 2);
                }
                q = q.orthonormalized();
            }
            _ => unreachable!("matrices are 2×2 or 3×3"),
        }
        let mut values = Vector(a.0[0]);
        for i in 1..D {
            // The order can only be off by rounding.
            values.0[i] = a.0[i][i].min(values.0[i - 1]);
        }
        Eigen { values: values * scale, vectors: q }
    }

    /// The matrix divided by a power of two that brings its largest entry to `[1, 2)`, and that power.
    #[inline(always)]
    pub(super) fn split_scale(self) -> (Self, R) {
        let mut largest = self.0[0][0].of(R::Scalar::MIN_POSITIVE);
        for i in 0..D {
            for j in 0..D {
                largest = largest.max(self.0[i][j].abs());
            }
        }
        let (_, e) = largest.split_exponent();
        // The reciprocal of the largest power is not a normal number.
        let e = e.min(e.of(R::Scalar::EXPONENTS.1 - 1.0));
        (self * (-e).exp2_whole(), e.exp2_whole())
    }

    /// Takes the rounding errors out of a product of rotations: one step of Newton and Schulz towards the nearest
    /// orthogonal matrix, `Q ← Q + Q (I − Qᵀ Q)/2`.
    #[inline(always)]
    pub(super) fn orthonormalized(self) -> Self {
        let half = self.0[0][0].of(0.5);
        let defect = Matrix::scaled_identity(half) - self.transpose() * self * half;
        self + self * defect
    }

    /// Turns columns `p` and `q`: the matrix times a Givens rotation.
    #[inline(always)]
    pub(super) fn turn_columns(&mut self, p: usize, q: usize, c: R, s: R) {
        for i in 0..D {
            let (x, y) = (self.0[i][p], self.0[i][q]);
            self.0[i][p] = c.mul_add(x, s * y);
            self.0[i][q] = c.mul_add(y, -(s * x));
        }
    }
}

/// Sweeps after which the off-diagonal entries are below rounding for all matrices of `tests/tensor.rs`; with one less
/// some are not. To stop as soon as all lanes have converged gains nothing: among 16 one needs them all.
#[inline(always)]
pub(super) fn sweeps<R: Real>() -> usize {
    if R::Scalar::EPSILON > 1e-10 { 4 } else { 5 }
}

/// Cosine and sine of the rotation that makes `[[a, b], [b, d]]` diagonal with the larger entry first, and by how
/// much the larger entry grows.
///
/// With `δ = a − d` and `h² = δ² + 4b²` the smaller angle is that of `(|δ| + h, 2b)`, free of cancellation; the other
/// one is a quarter turn away.
#[inline(always)]
pub(super) fn jacobi<R: Real>(a: R, b: R, d: R) -> (R, R, R) {
    let delta = a - d;
    let twice = b.abs() + b.abs();
    let h = delta.mul_add(delta, twice * twice).sqrt();
    let sum = delta.abs() + h;
    let squared = sum.mul_add(sum, twice * twice);
    let vanishes = squared.lt(a.of(R::Scalar::MIN_POSITIVE));
    let reciprocal = R::select(vanishes, a.one(), squared).sqrt().recip();
    let long = R::select(vanishes, a.one(), sum * reciprocal);
    let short = R::select(vanishes, a.zero(), twice * reciprocal);
    let in_order = a.zero().le(delta);
    let c = R::select(in_order, long, short);
    let s = R::select(in_order, short, long).copysign(b);
    (c, s, (h - delta.abs()) * a.of(0.5))
}

/// Makes the entry `(p, q)` of the upper triangle zero and remembers the rotation.
#[inline(always)]
fn annihilate<R: Real, const D: usize>(a: &mut Matrix<R, D>, vectors: &mut Matrix<R, D>, p: usize, q: usize) {
    let (app, apq, aqq) = (a.0[p][p], a.0[p][q], a.0[q][q]);
    // Convergence is so fast that the next products would not be normal numbers, which take the CPU 100 times longer.
    let negligible = apq.abs().lt(apq.of(R::Scalar::EPSILON * R::Scalar::EPSILON));
    let apq = R::select(negligible, apq.zero(), apq);
    let (c, s, growth) = jacobi(app, apq, aqq);
    a.0[p][p] = app.max(aqq) + growth;
    a.0[q][q] = app.min(aqq) - growth;
    a.0[p][q] = app.zero();
    if D == 3 {
        let (r_p, r_q) = match p + q {
            1 => ((0, 2), (1, 2)),
            2 => ((0, 1), (1, 2)),
            _ => ((0, 1), (0, 2)),
        };
        let (x, y) = (a.0[r_p.0][r_p.1], a.0[r_q.0][r_q.1]);
        a.0[r_p.0][r_p.1] = c.mul_add(x, s * y);
        a.0[r_q.0][r_q.1] = c.mul_add(y, -(s * x));
    }
    vectors.turn_columns(p, q, c, s);
}
