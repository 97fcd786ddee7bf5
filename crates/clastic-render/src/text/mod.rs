//! Writing, at any size, in a built-in font.

mod glyphs;

use crate::color::Color;
use crate::picture::Picture;
use crate::stroke::{Segment, draw_segments};
use glyphs::Small;

/// Where a line of text is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Center,
    Right,
}

/// How text is written. Lengths are in pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pen {
    /// Height of capitals.
    pub size: f32,
    pub color: Color,
    pub align: Align,
}

/// The grid of the font: capitals are 10 high.
const UNITS: f32 = 10.0;
/// Between two letters, in units.
const SPACING: f32 = 2.5;
/// Width of a stroke, in units; never thinner than this many pixels, or it would be pale.
const STROKE: f32 = 1.15;
const THINNEST: f32 = 1.1;
/// The size of exponents and indices next to that of other characters.
const SMALL: f32 = 0.56;
/// Straight pieces of a curve.
const PIECES: usize = 8;

/// Straight pieces of a character, in units, y up.
fn segments(character: char) -> Vec<Segment> {
    match glyphs::small(character) {
        Some(Small { of, base }) => {
            let place = |[x, y]: [f32; 2]| [SMALL * x, SMALL * y + base];
            drawn(of).into_iter().map(|segment| segment.map(place)).collect()
        }
        None => drawn(character),
    }
}

/// Straight pieces of a character that has strokes of its own.
fn drawn(character: char) -> Vec<Segment> {
    let mut segments = Vec::new();
    for stroke in glyphs::strokes(character).split(';') {
        let mut last: Option<[f32; 2]> = None;
        let mut control: Option<[f32; 2]> = None;
        for word in stroke.split_whitespace() {
            let (bend, numbers) = word.strip_prefix('~').map_or((false, word), |rest| (true, rest));
            let mut numbers = numbers.split(',').filter_map(|number| number.parse().ok());
            let point = [numbers.next().unwrap_or(0.0), numbers.next().unwrap_or(0.0)];
            if bend {
                control = Some(point);
                continue;
            }
            match (last, control.take()) {
                (Some(start), Some(control)) => curve([start, control, point], &mut segments),
                (Some(start), None) => segments.push([start, point]),
                (None, _) => {}
            }
            last = Some(point);
        }
    }
    segments
}

fn curve([start, control, end]: [[f32; 2]; 3], segments: &mut Vec<Segment>) {
    let at = |i: usize| {
        let t = i as f32 / PIECES as f32;
        let (a, b, c) = ((1.0 - t) * (1.0 - t), 2.0 * t * (1.0 - t), t * t);
        [0, 1].map(|axis| a * start[axis] + b * control[axis] + c * end[axis])
    };
    segments.extend((0..PIECES).map(|i| [at(i), at(i + 1)]));
}

/// From one letter's beginning to the next one's, in units.
fn advance(character: char, segments: &[Segment]) -> f32 {
    let drawn = segments.iter().flatten().fold(0.0, |width: f32, point| width.max(point[0]));
    drawn.max(glyphs::least_width(character)) + SPACING
}

/// The width of a line of text with capitals `size` pixels high.
pub(crate) fn width(text: &str, size: f32) -> f32 {
    let units: f32 = text.chars().map(|character| advance(character, &segments(character))).sum();
    (units - SPACING).max(0.0) * size / UNITS
}

/// Writes a line of text that is held at `x`, on the baseline `y`.
pub(crate) fn draw(picture: &mut Picture, text: &str, [x, y]: [f32; 2], pen: Pen) {
    write(picture, text, pen, |[along, up]| [x + along, y - up]);
}

/// Writes a line of text from the bottom to the top, held at `y`, its baseline at `x`.
pub(crate) fn draw_upward(picture: &mut Picture, text: &str, [x, y]: [f32; 2], pen: Pen) {
    write(picture, text, pen, |[along, up]| [x - up, y - along]);
}

/// Draws letters, placed by where they are along the line and above its baseline.
fn write(picture: &mut Picture, text: &str, pen: Pen, place: impl Fn([f32; 2]) -> [f32; 2]) {
    let scale = pen.size / UNITS;
    let mut along = match pen.align {
        Align::Left => 0.0,
        Align::Center => -0.5 * width(text, pen.size),
        Align::Right => -width(text, pen.size),
    };
    for character in text.chars() {
        let segments = segments(character);
        let place = |point: [f32; 2]| place([along + scale * point[0], scale * point[1]]);
        let placed: Vec<Segment> = segments.iter().map(|segment| segment.map(place)).collect();
        draw_segments(picture, &placed, (scale * STROKE).max(THINNEST), pen.color);
        along += scale * advance(character, &segments);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INK: Color = Color::hex(0);

    fn written(text: &str, align: Align) -> Picture {
        let mut picture = Picture::filled(120, 40, Color::WHITE);
        draw(&mut picture, text, [60.0, 30.0], Pen { size: 20.0, color: INK, align });
        picture
    }

    fn inked(picture: &Picture) -> Vec<(u32, u32)> {
        let all = (0..picture.height).flat_map(|y| (0..picture.width).map(move |x| (x, y)));
        all.filter(|(x, y)| picture.color(*x, *y).r < 128).collect()
    }

    #[test]
    fn letters_stand_on_the_baseline_and_are_as_high_as_told() {
        let rows: Vec<u32> = inked(&written("H", Align::Left)).iter().map(|(_, y)| *y).collect();
        assert!((9..=10).contains(rows.iter().min().unwrap()), "{:?}", rows.iter().min());
        assert!((29..=31).contains(rows.iter().max().unwrap()), "{:?}", rows.iter().max());
        let low = inked(&written("g", Align::Left)).iter().map(|(_, y)| *y).max().unwrap();
        assert!(low > 33, "{low}");
    }

    #[test]
    fn alignment_decides_on_which_side_text_goes() {
        let columns = |align| {
            let pixels = inked(&written("mm", align));
            let columns: Vec<u32> = pixels.iter().map(|(x, _)| *x).collect();
            (*columns.iter().min().unwrap() as f32, *columns.iter().max().unwrap() as f32)
        };
        assert!(columns(Align::Left).0 >= 58.0);
        assert!(columns(Align::Right).1 <= 61.0);
        let (left, right) = columns(Align::Left);
        assert!((right - left - width("mm", 20.0)).abs() < 4.0);
    }

    #[test]
    fn digits_are_equally_wide_and_all_characters_differ() {
        assert!(('0'..='9').all(|digit| width(&digit.to_string(), 10.0) == width("0", 10.0)));
        let characters: Vec<char> = (33..127u8).map(char::from).collect();
        let drawn: Vec<Picture> = characters.iter().map(|c| written(&c.to_string(), Align::Left)).collect();
        for (i, one) in drawn.iter().enumerate() {
            assert!(!inked(one).is_empty(), "{:?}", characters[i]);
            assert!(drawn[..i].iter().all(|other| other != one), "{:?}", characters[i]);
        }
    }
}
