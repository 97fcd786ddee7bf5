//! Vectors, matrices and their decompositions over one number or a register of them.

pub mod functions;
mod lanes;
mod matrix;
mod real;

pub use lanes::{LaneScalar, Row, Simd, SimdLevel, Vectorized};
pub use matrix::{Matrix, Vector};
pub use real::{Mask, Real, Scalar};
