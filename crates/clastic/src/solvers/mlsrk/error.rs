//! What can go wrong.

use std::fmt;

use crate::particles::COMPONENTS_MAX;

/// Why matter cannot be set up, or a step not be taken.
#[derive(Clone, Debug, PartialEq)]
pub enum MlsrkError {
    /// A setting is out of its range.
    Setting {
        /// Which.
        name: &'static str,
        /// What was given.
        value: f64,
    },
    /// A period in which less than three cells of the neighbour search fit.
    Period {
        /// Of which axis.
        axis: usize,
        /// The least, in m.
        least: f64,
    },
    /// More components than a [`Particle`](crate::Particle) has room for.
    Components(usize),
    /// A particle of a material that there is not.
    Material(u32),
    /// A particle whose mass, volume or place makes no sense.
    Particle {
        /// Its number.
        particle: u64,
    },
    /// A particle of a material that there can be none of, and why.
    Refused(&'static str),
    /// Something that was asked for and this solver has not.
    Without(&'static str),
    /// A particle is too far away to be addressed, or nowhere.
    Astray {
        /// Its number.
        particle: u64,
    },
    /// A step that is not a positive number.
    TimeStep(f64),
    /// A value is not a number after the step.
    NotFinite {
        /// Whose.
        particle: u64,
    },
    /// A particle would be turned inside out, crushed or torn.
    Deformed {
        /// Which.
        particle: u64,
    },
    /// A particle would move farther than one step may carry it.
    TooFast {
        /// Which.
        particle: u64,
        /// How far, in `a`.
        way: f64,
    },
}

impl fmt::Display for MlsrkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MlsrkError::Setting { name, value } => write!(f, "`{name}` is {value}, which is out of range"),
            MlsrkError::Period { axis, least } => {
                write!(f, "the period of axis {axis} must be at least {least} m: three cells of neighbours")
            }
            MlsrkError::Components(count) => {
                write!(f, "there are {count} components; expected no more than {COMPONENTS_MAX}")
            }
            MlsrkError::Material(index) => write!(f, "there is no material {index}"),
            MlsrkError::Particle { particle } => write!(
                f,
                "particle {particle}: mass, volume and det F must be positive, position, velocity and concentrations finite numbers"
            ),
            MlsrkError::Refused(why) => write!(f, "the material {why}"),
            MlsrkError::Without(what) => write!(f, "the MLSRK solver knows no {what}"),
            MlsrkError::Astray { particle } => write!(
                f,
                "particle {particle} is too far away to be addressed, or its position is not a number"
            ),
            MlsrkError::TimeStep(dt) => write!(f, "the step is {dt} s; it must be a positive number"),
            MlsrkError::NotFinite { particle } => {
                write!(f, "particle {particle} got a value that is not a number; try a smaller time step")
            }
            MlsrkError::Deformed { particle } => write!(
                f,
                "particle {particle} would be turned inside out, crushed or torn in a step; try a smaller time step"
            ),
            MlsrkError::TooFast { particle, way } => write!(
                f,
                "particle {particle} would move {way:.1} kernel scales in a step; try a smaller time step"
            ),
        }
    }
}

impl std::error::Error for MlsrkError {}
