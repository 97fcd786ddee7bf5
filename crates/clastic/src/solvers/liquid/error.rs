//! What can go wrong.

use std::fmt;

use super::Solved;

/// Why a liquid cannot be made, or a step not be taken.
#[derive(Clone, Debug, PartialEq)]
pub enum LiquidError {
    /// The size of a cell is not a positive number.
    Cell(f64),
    /// The density is not a positive number.
    Density(f64),
    /// Gravity is not finite.
    Gravity,
    /// Ends of an axis in the wrong order, or a period that is not a whole number of tiles.
    Axis {
        /// Which.
        axis: usize,
    },
    /// A number of the scheme is not between 0 and 1.
    Scheme {
        /// Which.
        field: &'static str,
        /// What was given.
        value: f64,
    },
    /// A scheme with PolyPIC's modes.
    Modes,
    /// A scheme with `β > 0`.
    Separation,
    /// Something that a simulation may have and a liquid has not.
    Without(&'static str),
    /// Volume is to be right again in less than a step.
    Relaxation,
    /// A particle is too far away to be addressed, or nowhere.
    Astray {
        /// Its number.
        particle: u64,
    },
    /// A step that is not a positive number.
    TimeStep(f64),
    /// A value is not a number after the step.
    NotFinite,
    /// A particle would move farther than one step may carry it.
    TooFast {
        /// How far, in cells.
        cells: f64,
    },
    /// The solve for pressure did not reach its tolerance.
    Unsolved {
        /// After so many V-cycles.
        iterations: usize,
        /// The largest error of a cell's outflow that is left, in m/s.
        residual: f64,
    },
}

impl fmt::Display for LiquidError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LiquidError::Without(what) => write!(f, "the liquid solver knows no {what}"),
            LiquidError::Cell(size) => write!(f, "the cell size is {size}; it must be a positive number"),
            LiquidError::Density(density) => {
                write!(f, "the density is {density}; it must be a positive number")
            }
            LiquidError::Gravity => write!(f, "gravity must be finite"),
            LiquidError::Axis { axis } => write!(
                f,
                "axis {axis} must have its low end below its high end and, if periodic, a length of whole tiles of {} cells",
                super::EDGE
            ),
            LiquidError::Scheme { field, value } => {
                write!(f, "the scheme's `{field}` is {value}; it must lie between 0 and 1")
            }
            LiquidError::Modes => {
                write!(f, "the liquid's faces have no modes of PolyPIC; expected a scheme without them")
            }
            LiquidError::Separation => write!(
                f,
                "in the liquid particles move with the faces' velocity; expected a scheme whose β is 0, such as aflip"
            ),
            LiquidError::Relaxation => write!(f, "the relaxation of volume takes at least one step"),
            LiquidError::Astray { particle } => {
                write!(
                    f,
                    "particle {particle} is too far away to be addressed, or its position is not a number"
                )
            }
            LiquidError::TimeStep(dt) => write!(f, "the step is {dt} s; it must be a positive number"),
            LiquidError::NotFinite => write!(f, "a particle got a value that is not a number"),
            LiquidError::TooFast { cells } => {
                write!(f, "a particle would move {cells:.1} cells in a step; try a smaller time step")
            }
            LiquidError::Unsolved { iterations, residual } => write!(
                f,
                "the pressure was not found in {iterations} iterations: {residual:.3e} m/s are left; try a larger tolerance or a \
                 smaller time step"
            ),
        }
    }
}

impl std::error::Error for LiquidError {}

impl From<Solved> for LiquidError {
    fn from(Solved { iterations, residual, .. }: Solved) -> Self {
        if residual.is_finite() {
            LiquidError::Unsolved { iterations, residual }
        } else {
            LiquidError::NotFinite
        }
    }
}
