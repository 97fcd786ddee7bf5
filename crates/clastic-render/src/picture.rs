//! A picture, and drawing on it.

use rayon::prelude::*;

use crate::color::Color;
use crate::vector::Vec3;

/// Pixels, row by row from the top, each red, green, blue and opacity (sRGB).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Pixels per row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// 4 bytes per pixel.
    pub pixels: Vec<u8>,
}

/// Columns and rows of the squares in which a picture is painted.
pub(crate) const BLOCK: usize = 16;

/// Pixels from `left` to before `right` and from `top` to before `bottom`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rect {
    pub left: i64,
    pub top: i64,
    pub right: i64,
    pub bottom: i64,
}

impl Picture {
    /// One colour all over.
    pub fn filled(width: u32, height: u32, color: Color) -> Self {
        let pixels = [color.r, color.g, color.b, 255].repeat(width as usize * height as usize);
        Picture { width, height, pixels }
    }

    fn offset(&self, x: u32, y: u32) -> usize {
        4 * (y as usize * self.width as usize + x as usize)
    }

    /// The colour of a pixel; `x` from the left, `y` from the top. Panics outside the picture.
    pub fn color(&self, x: u32, y: u32) -> Color {
        assert!(x < self.width && y < self.height, "({x}, {y}) is outside the picture");
        let at = self.offset(x, y);
        Color { r: self.pixels[at], g: self.pixels[at + 1], b: self.pixels[at + 2] }
    }

    pub(crate) fn set(&mut self, x: u32, y: u32, color: Color) {
        let at = self.offset(x, y);
        self.pixels[at..at + 4].copy_from_slice(&[color.r, color.g, color.b, 255]);
    }

    /// Covers a part of a pixel, 0 to 1, with a colour.
    pub(crate) fn cover(&mut self, x: u32, y: u32, color: Color, part: f32) {
        let under = self.color(x, y);
        self.set(x, y, under.mix(color, part));
    }

    /// Gives every pixel a new colour. Squares of [`BLOCK`] pixels are painted many at a time: `prepare` makes, from
    /// column and row of a square's upper left corner, what its pixels share; `color` gets that, column and row of a
    /// pixel, and its colour so far.
    pub(crate) fn repaint<T>(
        &mut self,
        prepare: impl Fn([usize; 2]) -> T + Sync,
        color: impl Fn(&T, [usize; 2], Color) -> Color + Sync,
    ) {
        let columns = self.width as usize;
        self.pixels.par_chunks_mut(4 * columns * BLOCK).enumerate().for_each(|(band, bytes)| {
            for left in (0..columns).step_by(BLOCK) {
                let shared = prepare([left, band * BLOCK]);
                for (row, pixels) in bytes.chunks_exact_mut(4 * columns).enumerate() {
                    let pixels = pixels[4 * left..].chunks_exact_mut(4).take(BLOCK);
                    for (column, pixel) in pixels.enumerate() {
                        let under = Color { r: pixel[0], g: pixel[1], b: pixel[2] };
                        let Color { r, g, b } = color(&shared, [left + column, band * BLOCK + row], under);
                        pixel.copy_from_slice(&[r, g, b, 255]);
                    }
                }
            }
        });
    }

    /// The part of a rectangle that is in the picture, as columns and rows.
    pub(crate) fn clip(&self, rect: Rect) -> (std::ops::Range<u32>, std::ops::Range<u32>) {
        let clamp = |value: i64, end: u32| value.clamp(0, end as i64) as u32;
        (
            clamp(rect.left, self.width)..clamp(rect.right, self.width),
            clamp(rect.top, self.height)..clamp(rect.bottom, self.height),
        )
    }

    pub(crate) fn fill(&mut self, rect: Rect, color: Color) {
        let (columns, rows) = self.clip(rect);
        for y in rows {
            for x in columns.clone() {
                self.set(x, y, color);
            }
        }
    }

    /// Copies another picture, its upper left corner at (`left`, `top`).
    pub(crate) fn paste(&mut self, other: &Picture, left: u32, top: u32) {
        let columns = other.width.min(self.width.saturating_sub(left));
        for y in 0..other.height.min(self.height.saturating_sub(top)) {
            let from = other.offset(0, y);
            let to = self.offset(left, top + y);
            let bytes = 4 * columns as usize;
            self.pixels[to..to + bytes].copy_from_slice(&other.pixels[from..from + bytes]);
        }
    }

    /// The same picture at another size: every new pixel is the mean light of what it covers.
    pub fn resized(&self, width: u32, height: u32) -> Picture {
        let mut small = Picture::filled(width, height, Color::WHITE);
        if self.width == 0 || self.height == 0 {
            return small;
        }
        let columns = shares(self.width, width);
        let rows = shares(self.height, height);
        for (y, rows) in rows.iter().enumerate() {
            for (x, columns) in columns.iter().enumerate() {
                let mut sum = Vec3::default();
                for (row, tall) in rows {
                    for (column, wide) in columns {
                        sum = sum + self.color(*column, *row).light() * (tall * wide);
                    }
                }
                small.set(x as u32, y as u32, Color::from_light(sum));
            }
        }
        small
    }
}

/// For each of `new` intervals, which of the `old` ones it covers, and what share of it each has.
fn shares(old: u32, new: u32) -> Vec<Vec<(u32, f32)>> {
    let step = old as f64 / new as f64;
    let interval = |i: u32| {
        let (start, end) = (i as f64 * step, (i + 1) as f64 * step);
        let last = (end.ceil() as u32).min(old);
        let share = |j: u32| ((end.min((j + 1) as f64) - start.max(j as f64)) / step).max(0.0) as f32;
        (start as u32..last).map(|j| (j, share(j))).collect()
    };
    (0..new).map(interval).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resizing_keeps_the_light() {
        let mut picture = Picture::filled(4, 2, Color::hex(0));
        picture.fill(Rect { left: 0, top: 0, right: 1, bottom: 2 }, Color::WHITE);
        picture.fill(Rect { left: 2, top: 0, right: 9, bottom: 9 }, Color::hex(0xff0000));
        let small = picture.resized(2, 1);
        // Half the light of white is 188 on the screen, not 128.
        assert_eq!(small.color(0, 0), Color::hex(0xbcbcbc));
        assert_eq!(small.color(1, 0), Color::hex(0xff0000));
        assert_eq!(picture.resized(4, 2), picture);
        assert_eq!(picture.resized(8, 4).color(5, 3), Color::hex(0xff0000));
    }

    #[test]
    fn pasting_stops_at_the_border() {
        let mut picture = Picture::filled(3, 3, Color::WHITE);
        picture.paste(&Picture::filled(5, 5, Color::hex(0x102030)), 2, 1);
        assert_eq!(picture.color(2, 1), Color::hex(0x102030));
        assert_eq!(picture.color(1, 1), Color::WHITE);
        assert_eq!(picture.color(2, 0), Color::WHITE);
    }
}
