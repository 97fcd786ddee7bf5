//! Files: pictures as PNG, films as animated PNG, GIF or MP4. They appear whole or not at all.

mod apng;
mod film;
mod gif;
mod mp4;
mod palette;
mod part;

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;

pub use film::{Film, FilmFormat, FilmSpec};

use crate::error::WriteError;
use crate::picture::Picture;
use part::PartFile;

/// Writes a PNG file, with a table of colours if 256 are enough: figures are then half as large.
pub fn write_png(path: &Path, picture: &Picture) -> Result<(), WriteError> {
    let part = PartFile::new(path);
    encode(picture, part.create()?).map_err(|error| part.failed(error))?;
    part.keep()
}

/// The same in memory; nothing for a picture without pixels, which no PNG holds.
pub fn png_bytes(picture: &Picture) -> Vec<u8> {
    let mut bytes = Vec::new();
    if encode(picture, &mut bytes).is_err() {
        bytes.clear();
    }
    bytes
}

fn encode(picture: &Picture, to: impl Write) -> Result<(), png::EncodingError> {
    let mut encoder = png::Encoder::new(to, picture.width, picture.height);
    encoder.set_depth(png::BitDepth::Eight);
    let table = color_table(picture);
    let bytes = match &table {
        Some((colors, indices)) => {
            encoder.set_color(png::ColorType::Indexed);
            encoder.set_palette(colors.concat());
            encoder.set_filter(png::Filter::NoFilter);
            indices
        }
        None => {
            encoder.set_color(png::ColorType::Rgba);
            &picture.pixels
        }
    };
    let mut writer = encoder.write_header()?;
    writer.write_image_data(bytes)?;
    writer.finish()
}

/// The colours of an opaque picture, and the index of each pixel's. None if they are too many.
fn color_table(picture: &Picture) -> Option<(Vec<[u8; 3]>, Vec<u8>)> {
    let mut known: HashMap<[u8; 3], u8> = HashMap::new();
    let mut colors = Vec::new();
    let index = |pixel: &[u8]| {
        let &[r, g, b, 255] = pixel else { return None };
        if let Some(index) = known.get(&[r, g, b]) {
            return Some(*index);
        }
        let index = u8::try_from(colors.len()).ok()?;
        known.insert([r, g, b], index);
        colors.push([r, g, b]);
        Some(index)
    };
    let indices = picture.pixels.chunks_exact(4).map(index).collect::<Option<Vec<u8>>>()?;
    Some((colors, indices))
}
