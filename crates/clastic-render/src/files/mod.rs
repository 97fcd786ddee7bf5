//! Files: pictures as PNG, films as animated PNG, GIF or MP4. They appear whole or not at all.

mod apng;
mod film;
mod gif;
mod mp4;
mod palette;
mod part;

use std::path::Path;

pub use film::{Film, FilmFormat, FilmSpec};

use crate::error::WriteError;
use crate::picture::Picture;
use part::PartFile;

/// Writes a PNG file.
pub fn write_png(path: &Path, picture: &Picture) -> Result<(), WriteError> {
    let part = PartFile::new(path);
    let write = |file| -> Result<(), png::EncodingError> {
        let mut encoder = png::Encoder::new(file, picture.width, picture.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&picture.pixels)?;
        writer.finish()
    };
    write(part.create()?).map_err(|error| part.failed(error))?;
    part.keep()
}
