//! Lines with round ends.

use std::ops::Range;

use crate::color::Color;
use crate::picture::{Picture, Rect};

/// From one point to another, in pixels.
pub(crate) type Segment = [[f32; 2]; 2];

/// Steps from nothing to a pixel that is wholly covered.
const LEVELS: f32 = 12.0;

/// Draws lines with round ends, `width` pixels wide, as one shape: where they meet nothing is covered twice.
pub(crate) fn draw_segments(picture: &mut Picture, segments: &[Segment], width: f32, color: Color) {
    let reach = 0.5 * width + 1.0;
    let touched = |points: &[Segment]| touched(picture, points, reach);
    let (columns, rows) = touched(segments);
    let mut covered = vec![0.0f32; columns.len() * rows.len()];
    for segment in segments {
        let (own_columns, own_rows) = touched(std::slice::from_ref(segment));
        for row in own_rows {
            let start = (row - rows.start) as usize * columns.len();
            for column in own_columns.clone() {
                let far = distance([column as f32 + 0.5, row as f32 + 0.5], segment);
                let part = &mut covered[start + (column - columns.start) as usize];
                *part = part.max((0.5 * width + 0.5 - far).clamp(0.0, 1.0));
            }
        }
    }
    for (row, parts) in rows.zip(covered.chunks(columns.len().max(1))) {
        for (column, &part) in columns.clone().zip(parts) {
            if part > 0.0 {
                // Few colours make small files; the eye does not see the steps.
                picture.cover(column, row, color, (LEVELS * part).round() / LEVELS);
            }
        }
    }
}

/// The columns and rows of the picture that lie within `reach` pixels of a box around segments.
fn touched(picture: &Picture, segments: &[Segment], reach: f32) -> (Range<u32>, Range<u32>) {
    let along = |axis: usize| segments.iter().flatten().map(move |point| point[axis]);
    let least = |axis: usize| along(axis).fold(f32::INFINITY, f32::min);
    let most = |axis: usize| along(axis).fold(f32::NEG_INFINITY, f32::max);
    picture.clip(Rect {
        left: (least(0) - reach).floor() as i64,
        top: (least(1) - reach).floor() as i64,
        right: (most(0) + reach).ceil() as i64,
        bottom: (most(1) + reach).ceil() as i64,
    })
}

/// From a point to a segment.
fn distance(point: [f32; 2], segment: &Segment) -> f32 {
    nearest(point, segment).0
}

/// The distance from a point to a segment, and where on it that is, from 0 at its start to 1 at its end.
pub(crate) fn nearest(point: [f32; 2], [start, end]: &Segment) -> (f32, f32) {
    let along = [end[0] - start[0], end[1] - start[1]];
    let offset = [point[0] - start[0], point[1] - start[1]];
    let square = along[0] * along[0] + along[1] * along[1];
    let t = if square > 0.0 { (offset[0] * along[0] + offset[1] * along[1]) / square } else { 0.0 };
    let t = t.clamp(0.0, 1.0);
    ((offset[0] - t * along[0]).hypot(offset[1] - t * along[1]), t)
}

#[cfg(test)]
mod tests {
    use super::*;

    const INK: Color = Color::hex(0);

    #[test]
    fn a_line_is_as_wide_as_told_and_covers_nothing_twice() {
        let mut one = Picture::filled(40, 20, Color::WHITE);
        draw_segments(&mut one, &[[[5.0, 10.0], [35.0, 10.0]]], 4.0, INK);
        let dark: Vec<u32> = (0..20).filter(|y| one.color(20, *y) == INK).collect();
        assert_eq!(dark, [8, 9, 10, 11]);
        let mut two = Picture::filled(40, 20, Color::WHITE);
        draw_segments(&mut two, &[[[5.0, 10.0], [22.0, 10.0]], [[12.0, 10.0], [35.0, 10.0]]], 4.0, INK);
        assert_eq!(one, two);
    }

    #[test]
    fn no_lines_and_lines_elsewhere_leave_the_picture() {
        let mut picture = Picture::filled(8, 8, Color::WHITE);
        draw_segments(&mut picture, &[], 2.0, INK);
        draw_segments(&mut picture, &[[[-50.0, -50.0], [-40.0, -9.0]], [[90.0, 3.0], [95.0, 3.0]]], 2.0, INK);
        assert_eq!(picture, Picture::filled(8, 8, Color::WHITE));
    }
}
