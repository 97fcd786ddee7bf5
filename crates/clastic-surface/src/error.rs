//! What can go wrong with particles that are to be wrapped.

use std::fmt;

/// Why there is no surface.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SurfaceError {
    /// The spacing of particles is not a positive number.
    Spacing(f64),
    /// A setting is out of its range.
    Setting {
        /// Which one.
        name: &'static str,
        /// Its value.
        value: f64,
        /// The least and the greatest that it may be.
        range: [f64; 2],
    },
    /// There are not as many velocities as positions.
    Length {
        /// How many positions.
        positions: usize,
        /// How many velocities.
        velocities: usize,
    },
    /// A particle's position or velocity is not finite.
    NotFinite {
        /// Which of both.
        what: &'static str,
        /// The particle, counted from 0.
        particle: usize,
    },
    /// A particle is so far from the origin that cubes cannot be counted up to it.
    TooFar {
        /// The particle, counted from 0.
        particle: usize,
        /// How far a coordinate may be, in the unit of positions.
        farthest: f64,
    },
    /// Particles that are near each other, from one to the next, reach over so many cubes that their places would not
    /// be precise.
    TooLong {
        /// Along one axis.
        cubes: u64,
        /// The most that there may be.
        most: u64,
    },
    /// More vertices than PLY and USD can number, in signed integers of 32 bits.
    TooManyVertices(usize),
    /// splashsurf refused.
    Reconstruction(String),
}

impl fmt::Display for SurfaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SurfaceError::Spacing(spacing) => {
                write!(f, "the spacing of particles is {spacing} instead of a positive number")
            }
            SurfaceError::Setting { name, value, range: [least, most] } => {
                write!(f, "the {name} is {value} instead of {least} to {most}")
            }
            SurfaceError::Length { positions, velocities } => {
                write!(f, "{velocities} velocities for {positions} positions")
            }
            SurfaceError::NotFinite { what, particle } => {
                write!(f, "the {what} of particle {particle} is not finite")
            }
            SurfaceError::TooFar { particle, farthest } => {
                write!(f, "particle {particle} is farther than {farthest:e} from the origin")
            }
            SurfaceError::TooLong { cubes, most } => {
                write!(f, "a body of particles is {cubes} cubes long instead of at most {most}")
            }
            SurfaceError::TooManyVertices(vertices) => {
                write!(f, "the surface has {vertices} vertices instead of at most {}", i32::MAX)
            }
            SurfaceError::Reconstruction(reason) => write!(f, "no surface was found: {reason}"),
        }
    }
}

impl std::error::Error for SurfaceError {}
