//! The edges of a box, hidden where particles are in front.

use super::relief::Relief;
use crate::camera::View;
use crate::color::Color;
use crate::picture::{Picture, Rect};
use crate::shot::Bounds;
use crate::vector::Vec3;

/// Half the width of a line, in parts of the picture's height.
const HALF_WIDTH: f32 = 0.0007;
const OPACITY: f32 = 0.45;

pub(super) fn draw(picture: &mut Picture, view: &View, relief: &Relief, bounds: &Bounds, color: Color) {
    let corner = |number: usize| {
        let side = |axis: usize| if number >> axis & 1 == 0 { bounds.min[axis] } else { bounds.max[axis] };
        Vec3(std::array::from_fn(side))
    };
    for from in 0..8usize {
        for axis in 0..3 {
            if from >> axis & 1 == 0
                && let Some(edge) = in_front(view, corner(from), corner(from | 1 << axis))
            {
                draw_edge(picture, relief, edge, color);
            }
        }
    }
}

/// Column, row and depth of the ends of the part of an edge that is in front of the eye.
fn in_front(view: &View, start: Vec3, end: Vec3) -> Option<[[f32; 3]; 2]> {
    let depth = |place: Vec3| (place - view.eye).dot(view.forward);
    let (near, a, b) = (view.near(), depth(start), depth(end));
    let cut = start.mix(end, (near - a) / (b - a));
    let (start, end) = match (a > near, b > near) {
        (true, true) => (start, end),
        (true, false) => (start, cut),
        (false, true) => (cut, end),
        (false, false) => return None,
    };
    let ends = [view.project(start), view.project(end)];
    ends.iter().flatten().all(|x| x.is_finite()).then_some(ends)
}

fn draw_edge(picture: &mut Picture, relief: &Relief, [start, end]: [[f32; 3]; 2], color: Color) {
    let along = [end[0] - start[0], end[1] - start[1]];
    let steep = along[1].abs() > along[0].abs();
    let (main, other) = if steep { (1, 0) } else { (0, 1) };
    let half = (HALF_WIDTH * picture.height as f32).max(0.5) * along[0].hypot(along[1]) / along[main].abs();
    let size = [picture.width as f32, picture.height as f32];
    let (low, high) = (start[main].min(end[main]).max(0.0), start[main].max(end[main]).min(size[main]));
    let mut step = low.floor();
    // Pixel by pixel along the longer direction, each with the few pixels across.
    while step < high {
        let t = ((step + 0.5 - start[main]) / along[main]).clamp(0.0, 1.0);
        let center = start[other] + t * along[other];
        // Depth is not linear in the picture, but its inverse is.
        let depth = 1.0 / ((1.0 - t) / start[2] + t / end[2]);
        let (first, last) = ((center - half - 1.0).floor() as i64, (center + half + 1.0).ceil() as i64);
        let step_at = step as i64;
        let span = match steep {
            true => Rect { left: first, right: last, top: step_at, bottom: step_at + 1 },
            false => Rect { left: step_at, right: step_at + 1, top: first, bottom: last },
        };
        let (columns, rows) = picture.clip(span);
        for y in rows {
            for x in columns.clone() {
                let far = ([x, y][other] as f32 + 0.5 - center).abs();
                let part = (half + 0.5 - far).clamp(0.0, 1.0);
                if relief.depth[y as usize * picture.width as usize + x as usize] > depth {
                    picture.cover(x, y, color, OPACITY * part);
                }
            }
        }
        step += 1.0;
    }
}
