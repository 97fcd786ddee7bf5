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
                for _ in 0..sweeps::<R>() {
                    annihilate(&mut a, &mut q, 0, 1);
                    annihilate(&mut a, &mut q, 0, 2);
                    annihilate(&mut a, &mut q, 1, 2);
                }
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

/// Sweeps after which the off-diagonal entries are below rounding whatever the matrix, counted over the families of
/// `tests/tensor.rs`.
#[inline(always)]
pub(super) fn sweeps<R: Real>() -> usize {
    if R::Scalar::EPSILON > 1e-10 { SW32 } else { SW64 }
}
const SW32: usize = 4;
const SW64: usize = 5;

/// Cosine and sine of the rotation that makes `[[a, b], [b, d]]` diagonal with the larger entry first, and by how
/// much the larger entry grows.
///
/// With `h² = (a − d)² + 4b²` the tangent of the smaller angle is `t = 2b/(|a − d| + h)`, free of cancellation.
#[inline(always)]
pub(super) fn jacobi<R: Real>(a: R, b: R, d: R) -> (R, R, R) {
    let delta = a - d;
    let twice = b.abs() + b.abs();
    // Where the squares underflow the angle is inexact, but the rotation is still one.
    let h = delta.mul_add(delta, twice * twice).sqrt().max(twice);
    let t = twice / (delta.abs() + h).max(a.of(R::Scalar::MIN_POSITIVE));
    let long = t.mul_add(t, a.one()).sqrt().recip();
    let short = t * long;
    let in_order = a.zero().le(delta);
    let c = R::select(in_order, long, short);
    let s = R::select(in_order, short, long).copysign(b);
    (c, s, t * b.abs())
}

/// Makes the entry `(p, q)` of the upper triangle zero and remembers the rotation.
#[inline(always)]
fn annihilate<R: Real, const D: usize>(a: &mut Matrix<R, D>, vectors: &mut Matrix<R, D>, p: usize, q: usize) {
    let (app, apq, aqq) = (a.0[p][p], a.0[p][q], a.0[q][q]);
    let (c, s, growth) = jacobi(app, apq, aqq);
    a.0[p][p] = app.max(aqq) + growth;
    a.0[q][q] = app.min(aqq) - growth;
    a.0[p][q] = app.zero();
    for r in 0..D {
        if r != p && r != q {
            let (x, y) = (a.0[p.min(r)][p.max(r)], a.0[q.min(r)][q.max(r)]);
            a.0[p.min(r)][p.max(r)] = c.mul_add(x, s * y);
            a.0[q.min(r)][q.max(r)] = c.mul_add(y, -(s * x));
        }
    }
    vectors.turn_columns(p, q, c, s);
}
