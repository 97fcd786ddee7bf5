//! Vectors, matrices and their decompositions over one number or a register of them.

// Loops over indices read as the formulas do, and iterator adaptors break the inlining that lanes need.
#![allow(clippy::needless_range_loop)]

mod eigen;
mod exponential;
pub mod functions;
mod lanes;
mod matrix;
mod polar;
mod real;
mod rows;
mod svd;

pub use eigen::Eigen;
pub use lanes::{Interleave, LaneScalar, Simd, SimdLevel, Vectorized};
pub use matrix::{Matrix, Vector};
pub use polar::Polar;
pub use real::{Mask, Real, Scalar};
pub use rows::{Narrow, Row, RowKind, SumNodes, Wide};
pub use svd::Svd;

/// The numbers below `count`, for a loop that stays a loop.
///
/// The compiler unrolls loops of known length, even one of 5 sweeps over a matrix of registers: functions of 270 kB that
/// take minutes to build and are no faster.
#[inline(always)]
pub(crate) fn rolled(count: usize) -> std::ops::Range<usize> {
    0..std::hint::black_box(count)
}
