//! How nodes advance in time.

mod advance;
mod implicit;
mod integrator;

pub use advance::{Advance, GridEnergy, GridSums, Measured, NodeMotion, NodeSums, Solution};
pub use implicit::{
    Contacts, Held, HeldNode, Implicit, Iterations, Previous, Scratch, Solve, Unfinished, Unsolved,
};
pub use integrator::{Integrator, Shares};
