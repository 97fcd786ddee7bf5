//! Animated PNG.

use std::fs::File;
use std::io::{self, BufWriter};

use super::film::FilmSpec;
use crate::picture::Picture;

pub(super) struct Apng {
    writer: png::Writer<BufWriter<File>>,
}

impl Apng {
    pub fn create(file: BufWriter<File>, spec: &FilmSpec) -> io::Result<Self> {
        let mut encoder = png::Encoder::new(file, spec.width, spec.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_animated(spec.frames, 0)?;
        let (numerator, denominator) = fraction(1.0 / spec.frames_per_second);
        encoder.set_frame_delay(numerator, denominator)?;
        Ok(Apng { writer: encoder.write_header()? })
    }

    pub fn push(&mut self, picture: &Picture) -> io::Result<()> {
        Ok(self.writer.write_image_data(&picture.pixels)?)
    }

    pub fn finish(self) -> io::Result<()> {
        Ok(self.writer.finish()?)
    }
}

/// Seconds as a fraction of two numbers of 16 bits: as fine as it fits.
fn fraction(seconds: f64) -> (u16, u16) {
    let denominator =
        [30_000u16, 1000, 100, 1].into_iter().find(|d| seconds * (*d as f64) < 65_000.0).unwrap_or(1);
    ((seconds * denominator as f64).round().clamp(1.0, 65_535.0) as u16, denominator)
}
