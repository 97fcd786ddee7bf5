//! GIF: each picture has its own palette and holds only what changed, so that still parts neither flicker nor cost.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufWriter};

use ::gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use super::film::FilmSpec;
use super::palette::Palette;
use crate::picture::Picture;

/// The colour that lets the last picture show.
const UNCHANGED: u8 = 255;

pub(super) struct Gif {
    encoder: Encoder<BufWriter<File>>,
    frames_per_second: f64,
    pushed: u32,
    last: Option<Picture>,
}

fn io_error(error: EncodingError) -> io::Error {
    match error {
        EncodingError::Io(error) => error,
        other => io::Error::new(io::ErrorKind::InvalidInput, other),
    }
}

impl Gif {
    pub fn create(file: BufWriter<File>, spec: &FilmSpec) -> io::Result<Self> {
        let side = |length: u32| u16::try_from(length).map_err(|_| io::ErrorKind::InvalidInput);
        let mut encoder = Encoder::new(file, side(spec.width)?, side(spec.height)?, &[]).map_err(io_error)?;
        encoder.set_repeat(Repeat::Infinite).map_err(io_error)?;
        Ok(Gif { encoder, frames_per_second: spec.frames_per_second, pushed: 0, last: None })
    }

    pub fn push(&mut self, picture: &Picture) -> io::Result<()> {
        let changed = Changed::between(self.last.as_ref(), picture);
        let colors = changed.pixels(picture).filter(|(_, changed)| *changed).map(|(at, _)| rgb(picture, at));
        let palette = Palette::of(colors, UNCHANGED as usize);
        let width = picture.width as usize;
        let index = |(at, changed): (usize, bool)| {
            if changed { palette.index(rgb(picture, at), at % width, at / width) } else { UNCHANGED }
        };
        let frame = Frame {
            delay: self.delay(),
            dispose: DisposalMethod::Keep,
            transparent: Some(UNCHANGED),
            left: changed.left as u16,
            top: changed.top as u16,
            width: (changed.right - changed.left) as u16,
            height: (changed.bottom - changed.top) as u16,
            palette: Some(palette.bytes(UNCHANGED as usize + 1)),
            buffer: Cow::Owned(changed.pixels(picture).map(index).collect()),
            ..Frame::default()
        };
        self.encoder.write_frame(&frame).map_err(io_error)?;
        self.pushed += 1;
        self.last = Some(picture.clone());
        Ok(())
    }

    pub fn finish(self) -> io::Result<()> {
        let mut file = self.encoder.into_inner().map_err(io_error)?;
        io::Write::flush(&mut file)
    }

    /// In hundredths of a second; what rounding takes from one picture the next one gets. Less than 2 is shown as 10.
    fn delay(&self) -> u16 {
        let end = |frame: u32| (100.0 * frame as f64 / self.frames_per_second).round();
        (end(self.pushed + 1) - end(self.pushed)).clamp(2.0, u16::MAX as f64) as u16
    }
}

fn rgb(picture: &Picture, at: usize) -> [u8; 3] {
    [picture.pixels[4 * at], picture.pixels[4 * at + 1], picture.pixels[4 * at + 2]]
}

/// The least rectangle that holds all changes, at least one pixel, and what changed.
struct Changed {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
    flags: Vec<bool>,
}

impl Changed {
    fn between(last: Option<&Picture>, picture: &Picture) -> Self {
        let (width, height) = (picture.width as usize, picture.height as usize);
        let flags: Vec<bool> = match last {
            Some(last) => (0..width * height).map(|at| rgb(last, at) != rgb(picture, at)).collect(),
            None => vec![true; width * height],
        };
        let mut changed = Changed { left: width, top: height, right: 0, bottom: 0, flags };
        for (row, flags) in changed.flags.chunks_exact(width.max(1)).enumerate() {
            if let Some(first) = flags.iter().position(|changed| *changed) {
                let last = flags.iter().rposition(|changed| *changed).unwrap_or(first);
                changed.left = changed.left.min(first);
                changed.right = changed.right.max(last + 1);
                changed.top = changed.top.min(row);
                changed.bottom = row + 1;
            }
        }
        if changed.right == 0 {
            (changed.left, changed.top, changed.right, changed.bottom) = (0, 0, 1, 1);
        }
        changed
    }

    /// Places of the rectangle's pixels in the picture, and whether they changed.
    fn pixels<'a>(&'a self, picture: &Picture) -> impl Iterator<Item = (usize, bool)> + 'a {
        let width = picture.width as usize;
        let rows = self.top..self.bottom;
        rows.flat_map(move |row| (self.left..self.right).map(move |column| row * width + column))
            .map(|at| (at, self.flags[at]))
    }
}
