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
    // Of a length that is known, so that bounds are checked once per column.
    let column_at = |column: usize| column * STENCIL * lanes..(column + 1) * STENCIL * lanes;
    let zero = R::splat(token, R::Scalar::default());
    for j in 0..unknowns {
        let mut column = [zero; STENCIL];
        let own = &mut a[column_at(j)];
        for k in 0..STENCIL {
            column[k] = R::load(token, &own[k * lanes..]);
        }
        let per_pivot = column[0].recip();
        let mut factors = column;
        for k in 1..STENCIL {
            factors[k] = column[k] * per_pivot;
            factors[k].store(&mut own[k * lanes..]);
        }
        per_pivot.store(own);
        for k in 1..STENCIL {
            let to = &mut a[column_at(j + k)];
            for below in k..STENCIL {
                let to = &mut to[(below - k) * lanes..];
                (-factors[k]).mul_add(column[below], R::load(token, to)).store(to);
            }
        }
        let right = &mut b[j * lanes..(j + STENCIL) * lanes];
        let x = R::load(token, right);
        for k in 1..STENCIL {
            let to = &mut right[k * lanes..];
            (-factors[k]).mul_add(x, R::load(token, to)).store(to);
        }
    }
    for j in (0..unknowns).rev() {
        let column = &a[column_at(j)];
        let right = &mut b[j * lanes..(j + STENCIL) * lanes];
        let mut x = R::load(token, right) * R::load(token, column);
        for k in 1..STENCIL {
            x = (-R::load(token, &column[k * lanes..])).mul_add(R::load(token, &right[k * lanes..]), x);
        }
        x.store(right);
    }
}
