//! Linear systems that are known by what they do to vectors.

mod conjugate_gradients;

pub use conjugate_gradients::{Krylov, Residual, Solved, Stop, conjugate_gradients};
