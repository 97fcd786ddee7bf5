//! Clastic simulates matter that flows, bends, breaks and separates.
//!
//! [`Simulation`] is where to begin: a [`Config`], materials, particles, and a clock. Everything behind it is generic over
//! dimension, precision and instruction set and reads like the papers it comes from. The engine reads no file, prints
//! nothing and looks at no clock on the wall.
// Lanes need plain loops over indices: adaptors and closures break the inlining that makes them fast.
#![allow(clippy::needless_range_loop)]

pub mod colliders;
mod columns;
mod config;
mod diagnostics;
mod error;
mod estimate;
pub mod forces;
pub mod grid;
pub mod integrators;
pub mod kernels;
pub mod linear;
pub mod materials;
pub mod memory;
mod observer;
pub mod parallel;
pub mod particles;
mod simulation;
mod snapshot;
pub mod solvers;
pub mod sources;
pub mod tensor;
pub mod transfer;

pub use clastic_shapes as shapes;
pub use clastic_shapes::Dimension;
pub use columns::{Column, Columns, Fields, Values};
pub use config::*;
pub use diagnostics::{Component, Diagnostics};
pub use error::{ConfigError, SimulationError, SnapshotError};
pub use observer::*;
pub use particles::{COMPONENTS_MAX, Particle};
pub use simulation::*;
pub use snapshot::{Section, Snapshot};
pub use solvers::ParticleState;

/// Runs README's example as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
