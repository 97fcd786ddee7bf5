//! Singular values by one-sided Jacobi rotations.

use super::eigen::{jacobi, sweeps};
use super::matrix::{Matrix, Vector};
use super::real::{Real, Scalar};

/// `A = U diag(σ) Vᵀ` with rotations `U` and `V`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Svd<R, const D: usize> {
    /// The left rotation, `det U = 1`.
    pub u: Matrix<R, D>,
    /// The singular values, largest magnitude first; the last one carries the sign of `det A`.
    pub sigma: Vector<R, D>,
    /// The right rotation, `det V = 1`.
    pub v: Matrix<R, D>,
}

impl<R: Real, const D: usize> Matrix<R, D> {
    /// The singular value decomposition with rotations on both sides, for any finite matrix.
    ///
    /// One-sided Jacobi (Hestenes 1958; de Rijk 1989 for the ordering): `V` turns the columns of `B = A V` until they
    /// are orthogonal and sorted by length. `U` is the frame in which `B` is upper triangular; above the diagonal only
    /// rounding errors are left. The frame is completed from its own vectors, not from columns of `B` that may have
    /// vanished, so that `U` is a rotation for singular matrices too.
    ///
    /// Reconstruction and orthogonality hold to a few rounding errors of the largest entry.
    #[inline(always)]
    pub fn svd(self) -> Svd<R, D> {
        let (a, scale) = self.split_scale();
        let mut b = a;
        let mut v = Matrix::identity(scale);
        match D {
            2 => orthogonalize(&mut b, &mut v, 0, 1),
            3 => {
                for _ in super::rolled(sweeps::<R>()) {
                    orthogonalize(&mut b, &mut v, 0, 1);
                    orthogonalize(&mut b, &mut v, 0, 2);
                    orthogonalize(&mut b, &mut v, 1, 2);
                }
                // The rotations have added up rounding errors in both.
                v = v.orthonormalized();
                b = a * v;
            }
            _ => unreachable!("matrices are 2×2 or 3×3"),
        }
        let (u, mut sigma) = triangular_frame(b);
        for i in 1..D {
            // The order can only be off by rounding.
            sigma.0[i] = sigma.0[i].abs().min(sigma.0[i - 1]).copysign(sigma.0[i]);
        }
        Svd { u, sigma: sigma * scale, v }
    }
}

/// Turns columns `p` and `q` of `b` until they are orthogonal with the longer one first, and those of `v` with them.
#[inline(always)]
fn orthogonalize<R: Real, const D: usize>(b: &mut Matrix<R, D>, v: &mut Matrix<R, D>, p: usize, q: usize) {
    let (bp, bq) = (b.column(p), b.column(q));
    let (c, s, _) = jacobi(bp.norm_squared(), bp.dot(bq), bq.norm_squared());
    b.turn_columns(p, q, c, s);
    v.turn_columns(p, q, c, s);
}

/// The rotation `U` for which `Uᵀ B` is upper triangular, and the diagonal of that, of which only the last entry may
/// be negative.
#[inline(always)]
fn triangular_frame<R: Real, const D: usize>(b: Matrix<R, D>) -> (Matrix<R, D>, Vector<R, D>) {
    let mut u = b;
    let mut diagonal = Vector(b.0[0]);
    match D {
        2 => {
            let (x, y, length) = direction(b.0[0][0], b.0[1][0]);
            u.0 = [[x; D]; D];
            u.0[0][1] = -y;
            u.0[1][0] = y;
            diagonal.0[0] = length;
            diagonal.0[1] = x.mul_add(b.0[1][1], -(y * b.0[0][1]));
        }
        3 => {
            let [first, second, third] = [b.column(0), b.column(1), b.column(2)];
            let length = first.norm();
            // The scaled matrix has an entry above 1 unless it vanishes.
            let vanishes = length.le(length.of(0.5));
            let mut n = first * R::select(vanishes, length.one(), length).recip();
            n.0[2] = R::select(vanishes, length.one(), n.0[2]);
            let (e, f) = frame_beside(n);
            let (x, y, height) = direction(e.dot(second), f.dot(second));
            for i in 0..D {
                u.0[i][0] = n.0[i];
                u.0[i][1] = x.mul_add(e.0[i], y * f.0[i]);
                u.0[i][2] = x.mul_add(f.0[i], -(y * e.0[i]));
            }
            diagonal.0[0] = R::select(vanishes, length.zero(), length);
            diagonal.0[1] = height;
            diagonal.0[2] = u.column(2).dot(third);
        }
        _ => unreachable!("matrices are 2×2 or 3×3"),
    }
    (u, diagonal)
}

/// The unit vector along `(x, y)` and its length; `(1, 0)` and 0 where squares would lose digits.
#[inline(always)]
fn direction<R: Real>(x: R, y: R) -> (R, R, R) {
    let squared = x.mul_add(x, y * y);
    let vanishes = squared.lt(x.of(R::Scalar::MIN_POSITIVE / R::Scalar::EPSILON));
    let length = squared.sqrt();
    let reciprocal = R::select(vanishes, x.one(), length).recip();
    (
        R::select(vanishes, x.one(), x * reciprocal),
        R::select(vanishes, x.zero(), y * reciprocal),
        R::select(vanishes, x.zero(), length),
    )
}

/// Two unit vectors that complete a unit vector to a right-handed frame (Duff et al., JCGT 6(1), 2017).
#[inline(always)]
fn frame_beside<R: Real, const D: usize>(n: Vector<R, D>) -> (Vector<R, D>, Vector<R, D>) {
    let (x, y, z) = (n.0[0], n.0[1], n.0[2]);
    let sign = z.one().copysign(z);
    let a = -(sign + z).recip();
    let xya = x * y * a;
    let (mut e, mut f) = (n, n);
    e.0[0] = (sign * x * x).mul_add(a, x.one());
    e.0[1] = sign * xya;
    e.0[2] = -(sign * x);
    f.0[0] = xya;
    f.0[1] = (y * y).mul_add(a, sign);
    f.0[2] = -y;
    (e, f)
}
