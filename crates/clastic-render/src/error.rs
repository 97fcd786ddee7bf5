//! What can go wrong, and where.

use std::path::PathBuf;
use std::{fmt, io};

use crate::Dimension;
use crate::shot::MAX_SIZE;

/// Why a picture cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RenderError {
    /// The coordinates are not whole rows.
    Rows {
        /// How many numbers there are.
        numbers: usize,
        /// How many a row has.
        dimension: Dimension,
    },
    /// Not as many colours, materials or numbers as particles.
    Paint {
        /// How many have one.
        painted: usize,
        /// How many there are.
        particles: usize,
    },
    /// The radius is not a positive number.
    Radius {
        /// In metres.
        radius: f32,
    },
    /// A mesh has not as many normals as vertices, or a triangle has a vertex that is not there.
    Mesh {
        /// Which one, counted from 0.
        mesh: usize,
    },
    /// Particles are joined that are not there.
    Net {
        /// How many there are.
        particles: usize,
    },
    /// No picture has this size.
    Size {
        /// Pixels per row.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// The camera looks nowhere, or one of its numbers is of no use.
    Camera,
}

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RenderError::Rows { numbers, dimension } => {
                write!(f, "{numbers} coordinates are not rows of {}", *dimension as usize)
            }
            RenderError::Paint { painted, particles } => {
                write!(f, "colours for {painted} particles, but there are {particles}")
            }
            RenderError::Radius { radius } => {
                write!(f, "a particle radius of {radius} m: expected more than 0")
            }
            RenderError::Mesh { mesh } => {
                write!(f, "mesh {mesh}: expected a normal for each vertex, and vertices that are there")
            }
            RenderError::Net { particles } => {
                write!(f, "particles are joined that are not there: there are {particles}")
            }
            RenderError::Size { width, height } => {
                write!(f, "a picture of {width} × {height} pixels: expected 1 to {MAX_SIZE} each")
            }
            RenderError::Camera => write!(
                f,
                "the camera sees nothing: eye and target must be finite and apart, the angle between 0 and 180 degrees, the \
                 height positive"
            ),
        }
    }
}

impl std::error::Error for RenderError {}

/// Why a picture or film could not be written.
#[derive(Debug)]
pub enum WriteError {
    /// The file could not be written.
    File {
        /// Which.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A film's picture has not the film's size.
    Size {
        /// Of the film.
        path: PathBuf,
        /// Columns and rows of the film.
        expected: [u32; 2],
        /// Columns and rows of the picture.
        found: [u32; 2],
    },
    /// A film has more or fewer pictures than were announced, or none.
    Frames {
        /// Of the film.
        path: PathBuf,
        /// How many were announced.
        expected: u32,
        /// How many came.
        found: u32,
    },
    /// Pictures per second are not a positive number.
    Rate {
        /// Of the film.
        path: PathBuf,
        /// What was asked for.
        frames_per_second: f64,
    },
    /// The program `ffmpeg`, which makes MP4 films, is not installed.
    FfmpegMissing {
        /// Of the film.
        path: PathBuf,
    },
    /// The program `ffmpeg` has no encoder that we know.
    FfmpegLacks {
        /// Of the film.
        path: PathBuf,
    },
    /// `ffmpeg` failed.
    Ffmpeg {
        /// Of the film.
        path: PathBuf,
        /// What it said.
        message: String,
    },
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::File { path, error } => write!(f, "{}: {error}", path.display()),
            WriteError::Size { path, expected, found } => {
                let ([w, h], [width, height]) = (expected, found);
                write!(f, "{}: a picture of {width} × {height} in a film of {w} × {h}", path.display())
            }
            WriteError::Frames { path, expected, found } => {
                write!(f, "{}: {found} pictures in a film of {expected}", path.display())
            }
            WriteError::Rate { path, frames_per_second } => {
                write!(f, "{}: {frames_per_second} pictures per second: expected more than 0", path.display())
            }
            WriteError::FfmpegMissing { path } => {
                write!(
                    f,
                    "{}: MP4 needs the program ffmpeg, which was not found; GIF and APNG do not",
                    path.display()
                )
            }
            WriteError::FfmpegLacks { path } => {
                write!(
                    f,
                    "{}: this ffmpeg has none of the encoders libx264, libopenh264 and mpeg4; GIF and APNG need none",
                    path.display()
                )
            }
            WriteError::Ffmpeg { path, message } => write!(f, "{}: ffmpeg failed: {message}", path.display()),
        }
    }
}

impl std::error::Error for WriteError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            WriteError::File { error, .. } => Some(error),
            _ => None,
        }
    }
}
