//! Systems with a band of numbers beside the diagonal, solved by Cholesky's method without roots; several at once, one per
//! lane.

use super::rod::STENCIL;
use crate::tensor::Real;

/// Unknowns that the last ones are followed by, so that no column of the band ends early: all zero.
pub const BEYOND: usize = STENCIL - 1;

/// Solves `A x = b` in place: `b` becomes `x`, and `A`, symmetric and positive, its factors.
///
/// A column of `A` is the diagonal and the [`STENCIL`] − 1 numbers below it; every number is as many as a register has lanes.
/// Both have [`BEYOND`] more rows than there are unknowns, all zero.
#[inline(always)]
pub fn solve<R: Real>(token: R::Token, a: &mut [R::Scalar], b: &mut [R::Scalar]) {
    let lanes = R::LANES;
    let unknowns = b.len() / lanes - BEYOND;
    let at = |column: usize, k: usize| (column * STENCIL + k) * lanes;
    let zero = R::splat(token, R::Scalar::default());
    for j in 0..unknowns {
        let mut column = [zero; STENCIL];
        for k in 0..STENCIL {
            column[k] = R::load(token, &a[at(j, k)..]);
        }
        let per_pivot = column[0].recip();
        let own = R::load(token, &b[j * lanes..]);
        per_pivot.store(&mut a[at(j, 0)..]);
        for k in 1..STENCIL {
            let factor = column[k] * per_pivot;
            factor.store(&mut a[at(j, k)..]);
            for below in k..STENCIL {
                let to = &mut a[at(j + k, below - k)..];
                (-factor).mul_add(column[below], R::load(token, to)).store(to);
            }
            let to = &mut b[(j + k) * lanes..];
            (-factor).mul_add(own, R::load(token, to)).store(to);
        }
    }
    for j in (0..unknowns).rev() {
        let mut x = R::load(token, &b[j * lanes..]) * R::load(token, &a[at(j, 0)..]);
        for k in 1..STENCIL {
            x = (-R::load(token, &a[at(j, k)..])).mul_add(R::load(token, &b[(j + k) * lanes..]), x);
        }
        x.store(&mut b[j * lanes..]);
    }
}
