//! What is seen through: obstacles of glass and regions of space, as layers of a skin over what is behind.

use super::Lights;
use super::floor::Horizon;
use super::sight::{Crossing, Sight, Square};
use crate::camera::View;
use crate::obstacle::{Look, Obstacle};
use crate::picture::BLOCK;
use crate::vector::Vec3;

/// Half the width of the lines along edges, in pixels of a picture with 1000 rows.
const EDGE: f32 = 2.0;

/// How a skin looks: opacities from 0 to 1.
struct Skin {
    /// Seen straight on.
    flat: f32,
    /// Seen along the surface.
    rim: f32,
    /// Along edges.
    edge: f32,
    /// Of the key light's reflection.
    gloss: f32,
}

impl Skin {
    fn of(look: Look) -> Skin {
        match look {
            Look::Region => Skin { flat: 0.05, rim: 0.3, edge: 0.75, gloss: 0.0 },
            _ => Skin { flat: 0.035, rim: 0.7, edge: 0.6, gloss: 0.55 },
        }
    }
}

/// A skin that covers part of a pixel.
struct Layer {
    /// Column and row.
    pixel: [usize; 2],
    /// In m.
    depth: f32,
    light: Vec3,
    part: f32,
}

/// The layers of a square of the picture: by pixel, from back to front.
pub(super) struct Layers(Vec<Layer>);

impl Layers {
    /// What is seen of the light that comes from a depth at a pixel.
    pub fn over(&self, pixel: [usize; 2], depth: f32, light: Vec3) -> Vec3 {
        let first = self.0.partition_point(|layer| layer.pixel < pixel);
        let layers = self.0[first..].iter().take_while(|layer| layer.pixel == pixel);
        layers
            .filter(|layer| layer.depth < depth)
            .fold(light, |light, layer| light.mix(layer.light, layer.part))
    }
}

/// All obstacles that are seen through.
pub(super) struct Glass<'a> {
    view: &'a View,
    lights: &'a Lights,
    horizon: Horizon,
    panes: Vec<Sight<'a>>,
}

impl<'a> Glass<'a> {
    pub fn new(obstacles: &'a [Obstacle<'a>], view: &'a View, lights: &'a Lights) -> Self {
        let panes = obstacles.iter().filter(|obstacle| obstacle.look != Look::Opaque);
        let panes = panes.filter_map(|obstacle| Sight::new(obstacle, view)).collect();
        Glass { view, lights, horizon: Horizon::new(view), panes }
    }

    /// In a square of [`BLOCK`] pixels. `end` tells the depth behind which nothing is seen at a pixel.
    pub fn layers(&self, corner: [usize; 2], end: impl Fn([usize; 2]) -> f32) -> Layers {
        let mut layers = Vec::new();
        for pane in &self.panes {
            pane.search(Square { corner, side: BLOCK }, &mut |pixel, start| {
                pane.crossings(pixel, start, end(pixel), |crossing| {
                    layers.push(self.layer(pane, pixel, crossing))
                });
            });
        }
        layers.sort_by(|a, b| a.pixel.cmp(&b.pixel).then(b.depth.total_cmp(&a.depth)));
        Layers(layers)
    }

    fn layer(&self, pane: &Sight, pixel: [usize; 2], crossing: Crossing) -> Layer {
        let Crossing { depth, covered, normal } = crossing;
        let obstacle = pane.obstacle;
        let skin = Skin::of(obstacle.look);
        let ray = self.view.ray(pixel[0] as f32 + 0.5, pixel[1] as f32 + 0.5);
        let (place, to_eye) = (ray.at(depth), -ray.direction.normalized());
        let normal = normal.unwrap_or(to_eye);
        let facing = normal.dot(to_eye).abs().min(1.0);
        let width = EDGE * (self.view.size[1] as f32 / 1000.0).max(0.7) / self.view.scale_at(depth);
        let rim = skin.flat + (skin.rim - skin.flat) * (1.0 - facing).powi(4);
        let part = rim + (skin.edge - rim).max(0.0) * edge(obstacle, place, normal, width);
        let presence = if pane.endless { self.horizon.presence(place) } else { 1.0 };
        let half = (self.lights.to_key + to_eye).normalized();
        let gloss = skin.gloss * normal.dot(half).max(0.0).powi(90);
        // The reflection lies on the skin; both together are one layer.
        let both = part + gloss - part * gloss;
        let light = obstacle.paint.light().mix(Vec3([1.0; 3]), gloss / both);
        Layer { pixel, depth, light, part: both * covered * presence }
    }
}

/// How much of an edge is at a place of a surface, 0 to 1: a little below an outer edge, or above an inner one, another
/// face is nearer than the one at hand.
fn edge(obstacle: &Obstacle, place: Vec3, normal: Vec3, width: f32) -> f32 {
    let beside = |side: f32| {
        let place = (place + normal * (side * width)).0.map(f64::from);
        let (distance, other) = obstacle.nearest(place)?;
        // The opposite face of a thin wall is no edge.
        let turned = other?.dot(normal).abs() < 0.85;
        Some(if turned { (2.0 - 2.0 * distance.abs() as f32 / width).clamp(0.0, 1.0) } else { 0.0 })
    };
    beside(-1.0).unwrap_or(0.0).max(beside(1.0).unwrap_or(0.0))
}
