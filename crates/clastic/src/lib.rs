//! Clastic simulates matter that flows, bends, breaks and separates.
#![warn(missing_docs)]

pub mod tensor;
