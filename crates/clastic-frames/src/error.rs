//! What can go wrong with frames and their files.

use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::Format;

/// Why a frame was not written or read.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The system refused to write: a full disk, no permission, no such folder.
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The system would not give the file: it is not there, or not ours to read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The frame cannot be written as it is.
    Frame {
        /// Which one.
        index: u64,
        /// What is wrong with it.
        flaw: Flaw,
    },
    /// The file is not a frame that we can read.
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        damage: Damage,
    },
    /// The writer stopped at an error that it has reported already.
    Stopped,
}

/// A frame whose parts do not fit together.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Flaw {
    /// Neither two nor three dimensions.
    Dimension(u8),
    /// A column with too few or too many numbers for its particles.
    Length {
        /// The column.
        column: &'static str,
        /// How many numbers there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// Ids that do not increase.
    Order {
        /// The first particle whose id is not above the one before.
        row: usize,
    },
    /// A particle of a material that has no name.
    Material {
        /// The particle.
        row: usize,
        /// The index of its material.
        material: u16,
        /// How many names there are.
        names: usize,
    },
    /// A material's name that is empty or has control characters, which not all formats can hold.
    Name(String),
    /// A time that is not finite, or a frame rate or spacing that is not positive.
    Number {
        /// Which one.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// An id beyond the integers of a format.
    Id {
        /// The format.
        format: Format,
        /// The id.
        id: u64,
    },
}

/// A file that is not a frame.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Damage {
    /// It ends where more was announced, or places point outside of it.
    EndsEarly,
    /// It is no zip archive, or its directory is broken.
    Directory,
    /// An array is compressed or encrypted.
    Compressed(String),
    /// An array's bytes do not give its checksum.
    Checksum(String),
    /// An array's header is not NumPy's.
    Header(String),
    /// An array's numbers are of a type that does not suit its column, or out of the column's range.
    Type {
        /// The array.
        array: String,
        /// NumPy's name of the type.
        descr: String,
    },
    /// An array's axes do not suit its column.
    Shape {
        /// The array.
        array: String,
        /// The lengths of its axes.
        shape: Vec<usize>,
    },
    /// An array occurs twice.
    Twice(String),
    /// An array is missing.
    Missing(&'static str),
    /// Cells have particles that are not there, or lines do not follow one another.
    Cells(&'static str),
    /// Units that we do not know.
    Units(String),
    /// Arrays that do not fit together.
    Frame(Flaw),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io { path, source } => write!(f, "{}: {source}", path.display()),
            Error::Unreadable { path, source } => write!(f, "cannot read {}: {source}", path.display()),
            Error::Frame { index, flaw } => write!(f, "frame {index}: {flaw}"),
            Error::Damaged { path, damage } => write!(f, "{}: {damage}", path.display()),
            Error::Stopped => write!(f, "no more frames are written after an error"),
        }
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::Dimension(dimension) => write!(f, "{dimension} dimensions instead of 2 or 3"),
            Flaw::Length { column, expected, found } => {
                write!(f, "`{column}` has {found} numbers instead of {expected}")
            }
            Flaw::Order { row } => write!(f, "the id of particle {row} is not above the one before"),
            Flaw::Material { row, material, names } => {
                write!(f, "particle {row} is of material {material}, but {names} materials have names")
            }
            Flaw::Name(name) => write!(f, "{name:?} cannot name a material"),
            Flaw::Number { what, value } => write!(f, "the {what} is {value}"),
            Flaw::Id { format, id } => write!(f, "{} cannot hold the id {id}", format.name()),
        }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damage::EndsEarly => write!(f, "the file ends early"),
            Damage::Directory => write!(f, "not an NPZ file"),
            Damage::Compressed(array) => write!(f, "`{array}` is compressed, which frames are not"),
            Damage::Checksum(array) => write!(f, "`{array}` does not give its checksum"),
            Damage::Header(array) => write!(f, "`{array}` has no NumPy header that we know"),
            Damage::Type { array, descr } => write!(f, "`{array}` holds unfit numbers of type {descr:?}"),
            Damage::Shape { array, shape } => write!(f, "`{array}` has the unfit shape {shape:?}"),
            Damage::Twice(array) => write!(f, "`{array}` occurs twice"),
            Damage::Missing(array) => write!(f, "`{array}` is missing"),
            Damage::Cells(array) => write!(f, "`{array}` leads to particles that are not there"),
            Damage::Units(units) => write!(f, "unknown units {units:?}"),
            Damage::Frame(flaw) => write!(f, "{flaw}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Io { source, .. } | Error::Unreadable { source, .. } => Some(source),
            Error::Frame { flaw, .. } => Some(flaw),
            Error::Damaged { damage, .. } => Some(damage),
            Error::Stopped => None,
        }
    }
}

impl std::error::Error for Flaw {}
impl std::error::Error for Damage {}
