//! What readers of files share.

use std::fmt;
use std::path::Path;

/// Where in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Counted from 1.
    Line(usize),
    /// Counted from 0.
    Byte(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(line) => write!(f, "line {line}"),
            Place::Byte(byte) => write!(f, "byte {byte}"),
        }
    }
}

/// A file that is not what its format asks for.
#[derive(Debug)]
pub(crate) struct Malformed {
    pub place: Place,
    pub reason: String,
}

impl Malformed {
    pub(crate) fn at_line(line: usize, reason: impl Into<String>) -> Self {
        Malformed { place: Place::Line(line), reason: reason.into() }
    }

    pub(crate) fn at_byte(byte: usize, reason: impl Into<String>) -> Self {
        Malformed { place: Place::Byte(byte), reason: reason.into() }
    }
}

/// All of a file, or why not.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, String> {
    // A pipe or a device might never end.
    let metadata = std::fs::metadata(path).map_err(|error| error.to_string())?;
    if !metadata.is_file() {
        return Err("it is not a regular file".to_owned());
    }
    std::fs::read(path).map_err(|error| error.to_string())
}

/// The end of a file's name, in lower case.
pub(crate) fn extension(path: &Path) -> String {
    path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase()
}
