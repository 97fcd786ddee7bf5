//! What the colours mean, and the caption.

use crate::color::{Scale, material_color};
use crate::picture::{Picture, Rect};
use crate::shot::{Paint, Shot};
use crate::stroke::draw_segments;
use crate::text::{self, Align, Pen};
use crate::ticks::Ticks;

/// What is said about the colours, in the upper right corner. One that does not belong to the paint is left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Legend<'a> {
    /// Nothing.
    None,
    /// A bar with the colours of [`Paint::Scalar`], and what its numbers are, as `speed (m/s)`.
    Bar(&'a str),
    /// The names of the materials of [`Paint::Materials`], by index.
    Names(&'a [&'a str]),
}

/// Draws legend and caption. All lengths follow from the height of capitals, and that from the picture's size.
pub(crate) fn draw(shot: &Shot, picture: &mut Picture) {
    let size = text_size(picture);
    match (shot.legend, &shot.particles.paint) {
        (Legend::Bar(label), Paint::Scalar { scale, .. }) => bar(shot, picture, label, scale),
        (Legend::Names(names), Paint::Materials { palette, .. }) => {
            let pen = Pen { size, color: shot.background.ink(), align: Align::Right };
            let right = picture.width as f32 - 2.2 * size;
            for (index, name) in names.iter().enumerate() {
                let base = size * (3.2 + 2.1 * index as f32);
                text::draw(picture, name, [right - 2.0 * size, base], pen);
                let swatch = square([right - 1.3 * size, base - 1.15 * size], 1.3 * size);
                picture.fill(swatch, material_color(palette, index as u32));
            }
        }
        _ => {}
    }
    let pen = Pen { size, color: shot.background.ink(), align: Align::Left };
    let base = picture.height as f32 - 2.2 * size;
    text::draw(picture, shot.caption, [2.2 * size, base], pen);
}

/// Height of capitals.
fn text_size(picture: &Picture) -> f32 {
    (0.0165 * picture.height.min(picture.width) as f32).max(7.0)
}

fn square([left, top]: [f32; 2], side: f32) -> Rect {
    let (left, top, side) = (left.round() as i64, top.round() as i64, side.round() as i64);
    Rect { left, top, right: left + side, bottom: top + side }
}

/// Where the colour bar is.
fn bar_rect(picture: &Picture) -> Rect {
    let size = text_size(picture);
    let right = (picture.width as f32 - 8.0 * size).round() as i64;
    let top = (5.2 * size).round() as i64;
    let height = (0.36 * picture.height as f32).round().max(2.0) as i64;
    Rect { left: right - (1.2 * size).round() as i64, top, right, bottom: top + height }
}

fn bar(shot: &Shot, picture: &mut Picture, label: &str, scale: &Scale) {
    let size = text_size(picture);
    let ink = shot.background.ink();
    let rect = bar_rect(picture);
    let (columns, rows) = picture.clip(rect);
    let height = (rect.bottom - rect.top) as f32;
    for y in rows {
        let color = scale.map.at(1.0 - (y as f32 + 0.5 - rect.top as f32) / height);
        for x in columns.clone() {
            picture.set(x, y, color);
        }
    }
    let pen = Pen { size, color: ink, align: Align::Right };
    text::draw(picture, label, [picture.width as f32 - 2.2 * size, rect.top as f32 - 1.5 * size], pen);

    let ticks = Ticks::new(scale.low as f64, scale.high as f64);
    for value in ticks.values() {
        let t = (value - scale.low as f64) / (scale.high as f64 - scale.low as f64);
        let y = rect.bottom as f32 - t as f32 * height;
        let (left, right) = (rect.right as f32, rect.right as f32 + 0.5 * size);
        draw_segments(picture, &[[[left, y], [right, y]]], (0.1 * size).max(1.0), ink);
        let pen = Pen { size: 0.9 * size, color: ink, align: Align::Left };
        text::draw(picture, &ticks.label(value), [right + 0.5 * size, y + 0.45 * size], pen);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Color, Colormap, Dimension, Particles};

    #[test]
    fn the_bar_shows_the_color_of_each_number() {
        let scale = Scale { map: Colormap::Viridis, low: 2.0, high: 6.0 };
        let paint = Paint::Scalar { values: &[], scale };
        let particles = Particles { dimension: Dimension::Two, x: &[], radius: 1.0, paint };
        let shot = Shot { legend: Legend::Bar("speed (m/s)"), ..Shot::of(particles) };
        let picture = shot.render().unwrap();
        let rect = bar_rect(&picture);
        let column = (rect.left + rect.right) as u32 / 2;
        for value in [2.1, 3.0, 4.0, 5.5, 5.9] {
            let t = (value - scale.low) / (scale.high - scale.low);
            let row = rect.bottom as f32 - t * (rect.bottom - rect.top) as f32;
            let (found, expected) = (picture.color(column, row as u32), scale.color(value));
            let apart = [(found.r, expected.r), (found.g, expected.g), (found.b, expected.b)];
            assert!(apart.iter().all(|(a, b)| a.abs_diff(*b) <= 2), "{value}: {found:?} {expected:?}");
        }
        // A tick at 4 stands beside the bar's middle, in ink.
        let middle = (rect.top + rect.bottom) as u32 / 2;
        let beside = rect.right as u32 + 3;
        let dark = |row: u32| picture.color(beside, row) != Color::WHITE;
        assert!(dark(middle) || dark(middle - 1));
        assert!(!dark(middle + 20));
    }

    #[test]
    fn materials_are_named_beside_their_color() {
        let index = [0u32; 0];
        let paint = Paint::Materials { index: &index, palette: &[] };
        let particles = Particles { dimension: Dimension::Two, x: &[], radius: 1.0, paint };
        let shot = Shot { legend: Legend::Names(&["jelly", "water"]), ..Shot::of(particles) };
        let picture = shot.render().unwrap();
        let pixels = picture.pixels.chunks_exact(4);
        let count =
            |color: Color| pixels.clone().filter(|pixel| pixel[..3] == [color.r, color.g, color.b]).count();
        for color in &crate::MATERIAL_COLORS[..2] {
            assert!(count(*color) > 400, "{color:?}");
        }
        assert_eq!(count(crate::MATERIAL_COLORS[2]), 0);
    }
}
