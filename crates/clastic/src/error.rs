//! What can go wrong, and where.

use std::fmt;

use crate::grid::DomainError;
use crate::transfer::FlawKind;

/// Why a configuration makes no sense.
#[derive(Clone, Debug, PartialEq)]
pub enum ConfigError {
    /// The cell size is not a positive number.
    CellSize(f64),
    /// A number of the scheme is not between 0 and 1.
    Scheme {
        /// Which.
        field: &'static str,
        /// What was given.
        value: f64,
    },
    /// The linear kernel with least-squares gradients, whose matrix is singular at nodes.
    LinearLeastSquares,
    /// The bounds of the world.
    Domain(DomainError),
    /// A length of the step that is not positive.
    TimeStep,
    /// Gravity that is not finite.
    Gravity,
    /// Cells that a particle may move in one step, which must be more than 0 and at most 3: it is looked for no farther.
    Guard(f64),
    /// Bounds of the guard's volume ratios that no state at rest could pass.
    GuardVolume((f64, f64)),
    /// The threads could not be started.
    Threads(String),
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigError::CellSize(size) => write!(f, "the cell size is {size}; it must be a positive number"),
            ConfigError::Scheme { field, value } => {
                write!(f, "the scheme's `{field}` is {value}; it must lie between 0 and 1")
            }
            ConfigError::LinearLeastSquares => write!(
                f,
                "the linear kernel takes kernel gradients only: its moving-least-squares matrix is singular at nodes"
            ),
            ConfigError::Domain(error) => write!(f, "{error}"),
            ConfigError::TimeStep => write!(f, "time steps and Courant numbers must be positive"),
            ConfigError::Gravity => write!(f, "gravity must be finite"),
            ConfigError::Guard(cells) => {
                write!(f, "the guard allows {cells} cells per step; it must be more than 0 and at most 3")
            }
            ConfigError::GuardVolume((low, high)) => {
                write!(
                    f,
                    "the guard's volume ratios run from {low} to {high}; they must be positive and include 1"
                )
            }
            ConfigError::Threads(error) => write!(f, "the threads could not be started: {error}"),
        }
    }
}

/// Why a simulation cannot go on. Its state is the last good one.
#[derive(Clone, Debug, PartialEq)]
pub enum SimulationError {
    /// It cannot even begin.
    Config(ConfigError),
    /// A particle that was given makes no sense.
    Particle {
        /// Its index among those given.
        index: usize,
        /// What is wrong with it.
        what: &'static str,
    },
    /// The step that motion and sound allow is too short to move the clock.
    Stalled {
        /// Steps taken before.
        step: u64,
        /// The time, in s.
        time: f64,
        /// The length of the step, in s.
        dt: f64,
    },
    /// A step was refused by the guard, at every length that was tried.
    Step {
        /// Steps taken before.
        step: u64,
        /// The time, in s.
        time: f64,
        /// The shortest length tried, in s.
        dt: f64,
        /// What is wrong.
        kind: FlawKind,
        /// The id of the first particle where it is.
        particle: u64,
        /// That particle's material.
        material: String,
        /// Where that particle is, in m.
        position: [f64; 3],
    },
}

impl fmt::Display for SimulationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SimulationError::Config(error) => write!(f, "{error}"),
            SimulationError::Stalled { step, time, dt } => write!(
                f,
                "step {step} at t = {time:.6e} s: Δt = {dt:.3e} s is too short to move the clock; something moves or sounds \
                 far too fast: look at the initial velocities, the stiffness and the density"
            ),
            SimulationError::Particle { index, what } => write!(f, "particle {index} {what}"),
            SimulationError::Step { step, time, dt, kind, particle, material, position: [x, y, z] } => {
                let (what, advice) = match kind {
                    FlawKind::NotFinite => (
                        "got a value that is not a number",
                        "look at the initial state and the body force; if they are sound, try f64 or a smaller time step",
                    ),
                    FlawKind::TooFast => (
                        "would move farther than one step may carry it",
                        "try a smaller time step, or look for a force that is too strong",
                    ),
                    FlawKind::Deformed => (
                        "would be crushed, torn or turned inside out in one step",
                        "try a smaller time step, a softer impact or more particles per cell",
                    ),
                };
                write!(
                    f,
                    "step {step} at t = {time:.6e} s: particle {particle} of `{material}` at ({x:.6}, {y:.6}, {z:.6}) {what}, \
                     even with Δt = {dt:.3e} s; {advice}"
                )
            }
        }
    }
}

impl std::error::Error for ConfigError {}
impl std::error::Error for SimulationError {}

impl From<ConfigError> for SimulationError {
    fn from(error: ConfigError) -> Self {
        SimulationError::Config(error)
    }
}
