//! What can be wrong with a net, its file, or what was asked of it.

use std::fmt;
use std::path::PathBuf;

use crate::check::{LARGEST, ShapeError};
use crate::file::{Malformed, Place};

/// Why there is no net.
#[derive(Clone, Debug, PartialEq)]
pub enum NetError {
    /// The file cannot be read.
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// The name of the file does not say a format that is known.
    UnknownFormat {
        /// Which file.
        path: PathBuf,
    },
    /// The file is not what its format asks for.
    Malformed {
        /// Where.
        place: Place,
        /// Why.
        reason: String,
    },
    /// There is no cell.
    Empty,
    /// More points or cells than a net may have.
    TooMany {
        /// About how many.
        about: f64,
        /// How many it may have.
        most: usize,
    },
    /// A point is not a number, or too large.
    NotFinite {
        /// Its index, from 0.
        point: usize,
    },
    /// A cell has a point that does not exist.
    NoSuchPoint {
        /// The index of the cell, from 0.
        cell: usize,
        /// The index of its point.
        point: u32,
    },
    /// A cell has the same point twice.
    RepeatedPoint {
        /// The index of the cell, from 0.
        cell: usize,
        /// The index of its point.
        point: u32,
    },
    /// A line has fewer than two points.
    TooShort {
        /// The index of the line, from 0.
        cell: usize,
    },
    /// A cell has no area or no volume, or two neighbours of a line are at the same place.
    Flat {
        /// The index of the cell, from 0.
        cell: usize,
    },
    /// A length or a number has to be greater than 0.
    NotPositive {
        /// Which.
        what: &'static str,
        /// What it is.
        value: f64,
    },
    /// A number is not where it makes sense.
    OutOfRange {
        /// Which.
        what: &'static str,
        /// The lowest and highest that make sense.
        range: [f64; 2],
        /// What it is.
        value: f64,
    },
    /// A direction is 0, or not made of numbers.
    NoDirection,
    /// There is no such thing in 2D.
    OnlyInSpace {
        /// What it is.
        what: &'static str,
    },
    /// The shape is too small or too thin to hold a cell.
    NothingFits {
        /// The spacing, in m.
        spacing: f64,
    },
    /// The shape to fill has no distances.
    Shape(ShapeError),
    /// A net cannot be cut into no pieces, or into more than it has cells.
    Pieces {
        /// How many pieces were asked for.
        pieces: usize,
        /// How many cells there are.
        cells: usize,
    },
}

impl fmt::Display for NetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetError::File { path, reason } => write!(f, "cannot read {}: {reason}", path.display()),
            NetError::UnknownFormat { path } => {
                write!(
                    f,
                    "the name of a net must end in .obj, .ply, .msh or .hair, not as {}",
                    path.display()
                )
            }
            NetError::Malformed { place, reason } => write!(f, "{place}: {reason}"),
            NetError::Empty => write!(f, "the net has no lines, triangles or tetrahedra"),
            NetError::TooMany { about, most } => {
                write!(f, "the net would have about {about:.2e} points or cells; expected at most {most}")
            }
            NetError::NotFinite { point } => write!(
                f,
                "point {point} of the net must be made of numbers between -{LARGEST:e} and {LARGEST:e}"
            ),
            NetError::NoSuchPoint { cell, point } => {
                write!(f, "cell {cell} of the net has the point {point}, which does not exist")
            }
            NetError::RepeatedPoint { cell, point } => {
                write!(f, "cell {cell} of the net has the point {point} twice")
            }
            NetError::TooShort { cell } => write!(f, "line {cell} of the net has fewer than two points"),
            NetError::Flat { cell } => {
                write!(f, "cell {cell} of the net has no size: its points lie in one place, line or plane")
            }
            NetError::NotPositive { what, value } => {
                write!(f, "the {what} must be greater than 0 and finite, not {value}")
            }
            NetError::OutOfRange { what, range: [low, high], value } => {
                write!(f, "the {what} must be from {low} to {high}, not {value}")
            }
            NetError::NoDirection => write!(f, "a direction must be made of numbers and must not be 0"),
            NetError::OnlyInSpace { what } => write!(f, "{what} need three dimensions"),
            NetError::NothingFits { spacing } => {
                write!(f, "no cell fits: the shape is too thin or too small for a spacing of {spacing} m")
            }
            NetError::Shape(error) => error.fmt(f),
            NetError::Pieces { pieces, cells } => {
                write!(f, "a net of {cells} cells can be cut into 1 to {cells} pieces, not {pieces}")
            }
        }
    }
}

impl std::error::Error for NetError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            NetError::Shape(error) => Some(error),
            _ => None,
        }
    }
}

impl From<Malformed> for NetError {
    fn from(Malformed { place, reason }: Malformed) -> Self {
        NetError::Malformed { place, reason }
    }
}

pub(super) fn positive(what: &'static str, value: f64) -> Result<f64, NetError> {
    if value > 0.0 && value <= LARGEST { Ok(value) } else { Err(NetError::NotPositive { what, value }) }
}

/// Points or cells that a net may have: what refers to them, as corners and edges do, is counted in `u32`.
const MOST: usize = 1 << 27;

/// Points of a net that is made from a few numbers, which are soon mistyped: a body of so many takes 1 kB for each and
/// a few seconds.
const MOST_MADE: usize = 1 << 22;

/// Refuses more points or cells than a net may have.
pub(super) fn check_count(about: f64) -> Result<(), NetError> {
    at_most(MOST, about)
}

/// Refuses to make so many points.
pub(super) fn check_made(about: f64) -> Result<(), NetError> {
    at_most(MOST_MADE, about)
}

fn at_most(most: usize, about: f64) -> Result<(), NetError> {
    if about <= most as f64 { Ok(()) } else { Err(NetError::TooMany { about, most }) }
}
