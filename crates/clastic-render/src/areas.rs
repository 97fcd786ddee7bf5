//! Obstacles in 2D: areas under the particles, and lines around them over the particles, so that a wall thinner than a
//! pixel between two bodies is still seen.

use crate::camera::View;
use crate::color::Color;
use crate::obstacle::{Look, Obstacle};
use crate::picture::{BLOCK, Picture};
use crate::shot::Shot;

/// Of a line around an area, in parts of the picture's height.
const LINE: f32 = 0.0022;
/// Darkens the colour of an area to that of the line around it.
const SHADE: f32 = 0.6;

/// What of obstacles is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layer {
    /// What they cover.
    Areas,
    /// Where they end.
    Lines,
}

/// Draws obstacles; later ones lie on earlier ones.
pub(crate) fn draw(picture: &mut Picture, shot: &Shot, view: &View, layer: Layer) {
    let half = 0.5 * (LINE * shot.height as f32).max(1.5);
    let pixels_from = |obstacle: &Obstacle, column: f32, row: f32| {
        let place = view.ray(column, row).at(view.focus).0.map(f64::from);
        obstacle.distance(place).map(|distance| distance as f32 * view.scale_at(view.focus))
    };
    let touches = |obstacle: &Obstacle, [left, top]: [usize; 2]| {
        let middle = [left, top].map(|n| n as f32 + 0.5 * BLOCK as f32);
        // Half a diagonal, the line, and a soft border.
        let reach = 0.75 * BLOCK as f32 + half + 1.0;
        pixels_from(obstacle, middle[0], middle[1]).is_none_or(|far| match layer {
            Layer::Areas => far < reach,
            Layer::Lines => far.abs() < reach,
        })
    };
    picture.repaint(
        |corner| shot.obstacles.iter().filter(|obstacle| touches(obstacle, corner)).collect::<Vec<_>>(),
        |obstacles, [column, row], under| {
            obstacles.iter().fold(under, |under, obstacle| {
                let far = pixels_from(obstacle, column as f32 + 0.5, row as f32 + 0.5);
                let Some(far) = far else { return under };
                let covered = match layer {
                    Layer::Areas => 0.5 - far,
                    Layer::Lines => half + 0.5 - far.abs(),
                };
                let (color, opacity) = ink(obstacle, layer);
                under.mix(color, opacity * covered.clamp(0.0, 1.0))
            })
        },
    );
}

/// Colour and opacity.
fn ink(obstacle: &Obstacle, layer: Layer) -> (Color, f32) {
    match (obstacle.look, layer) {
        (Look::Region, Layer::Areas) => (obstacle.paint, 0.12),
        (Look::Region, Layer::Lines) => (obstacle.paint, 0.75),
        (_, Layer::Areas) => (obstacle.paint.mix(Color::WHITE, 0.25), 1.0),
        (_, Layer::Lines) => (obstacle.paint.mix(Color::hex(0), SHADE), 1.0),
    }
}
