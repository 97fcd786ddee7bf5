//! Films, picture by picture.

use std::path::{Path, PathBuf};

use super::apng::Apng;
use super::gif::Gif;
use super::mp4::Mp4;
use super::part::PartFile;
use crate::error::WriteError;
use crate::picture::Picture;

/// What a film's file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilmFormat {
    /// An animated PNG: exact, large.
    Apng,
    /// A GIF: shown anywhere, 255 colours per picture.
    Gif,
    /// H.264, by the program `ffmpeg`, which must be installed.
    Mp4,
}

impl FilmFormat {
    /// By the end of a file's name: `png` or `apng`, `gif`, `mp4`.
    pub fn of(path: &Path) -> Option<FilmFormat> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "png" | "apng" => Some(FilmFormat::Apng),
            "gif" => Some(FilmFormat::Gif),
            "mp4" => Some(FilmFormat::Mp4),
            _ => None,
        }
    }
}

/// What is known of a film before its first picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FilmSpec {
    /// What the file is.
    pub format: FilmFormat,
    /// Pixels per row. MP4 leaves out an odd last column.
    pub width: u32,
    /// Rows. MP4 leaves out an odd last row.
    pub height: u32,
    /// Pictures per second of the film. GIF counts in hundredths of a second and shows no more than 50.
    pub frames_per_second: f64,
    /// How many pictures there will be.
    pub frames: u32,
}

enum Encoder {
    Apng(Box<Apng>),
    Gif(Box<Gif>),
    Mp4(Mp4),
}

/// A film that is being written. Without [`Film::finish`] there will be no file.
pub struct Film {
    // Before the file, so that nothing writes to it when it is removed.
    encoder: Encoder,
    path: PathBuf,
    part: PartFile,
    spec: FilmSpec,
    pushed: u32,
}

impl Film {
    /// Begins a film.
    pub fn create(path: &Path, spec: FilmSpec) -> Result<Film, WriteError> {
        let path = path.to_path_buf();
        let frames_per_second = spec.frames_per_second;
        if !(frames_per_second.is_finite() && frames_per_second > 0.0) {
            return Err(WriteError::Rate { path, frames_per_second });
        }
        if spec.frames == 0 {
            return Err(WriteError::Frames { path, expected: 0, found: 0 });
        }
        let part = PartFile::new(&path);
        let failed = |error| part.failed(error);
        let encoder = match spec.format {
            FilmFormat::Apng => Encoder::Apng(Box::new(Apng::create(part.create()?, &spec).map_err(failed)?)),
            FilmFormat::Gif => Encoder::Gif(Box::new(Gif::create(part.create()?, &spec).map_err(failed)?)),
            FilmFormat::Mp4 => Encoder::Mp4(Mp4::start("ffmpeg", &path, part.meanwhile(), &spec)?),
        };
        Ok(Film { encoder, path, part, spec, pushed: 0 })
    }

    /// Appends a picture.
    pub fn push(&mut self, picture: &Picture) -> Result<(), WriteError> {
        let (expected, found) = ([self.spec.width, self.spec.height], [picture.width, picture.height]);
        if expected != found {
            return Err(WriteError::Size { path: self.path.clone(), expected, found });
        }
        self.pushed += 1;
        if self.pushed > self.spec.frames {
            return Err(self.miscounted());
        }
        match &mut self.encoder {
            Encoder::Apng(apng) => apng.push(picture).map_err(|error| self.part.failed(error)),
            Encoder::Gif(gif) => gif.push(picture).map_err(|error| self.part.failed(error)),
            Encoder::Mp4(mp4) => mp4.push(picture),
        }
    }

    fn miscounted(&self) -> WriteError {
        WriteError::Frames { path: self.path.clone(), expected: self.spec.frames, found: self.pushed }
    }

    /// Completes the film and gives the file its name.
    pub fn finish(self) -> Result<(), WriteError> {
        if self.pushed != self.spec.frames {
            return Err(self.miscounted());
        }
        match self.encoder {
            Encoder::Apng(apng) => apng.finish().map_err(|error| self.part.failed(error))?,
            Encoder::Gif(gif) => gif.finish().map_err(|error| self.part.failed(error))?,
            Encoder::Mp4(mp4) => mp4.finish()?,
        }
        self.part.keep()
    }
}
