//! How nodes advance in time.

mod symplectic_euler;

pub use symplectic_euler::{GridEnergy, GridSums, Measured, NodeSums, SymplecticEuler};
