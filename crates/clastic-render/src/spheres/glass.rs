//! What is seen through: obstacles of glass and regions of space, as layers of a skin over what is behind.

use super::Lights;
use super::floor::Horizon;
use super::sight::{Crossing, Sight, Square, Start};
use crate::camera::{Ray, View};
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

/// Side of the squares of pixels that share one ray where it passes smooth surfaces only.
const SHARED: usize = 2;

/// Where a ray passes a surface.
struct Touch {
    place: Vec3,
    /// In m.
    depth: f32,
    /// Of length 1.
    to_eye: Vec3,
    normal: Vec3,
}

impl Touch {
    fn new(ray: Ray, crossing: &Crossing) -> Self {
        let (depth, to_eye) = (crossing.depth, -ray.direction.normalized());
        Touch { place: ray.at(depth), depth, to_eye, normal: crossing.normal.unwrap_or(to_eye) }
    }

    /// Where another ray, less than a pixel away, passes the same surface.
    fn beside(&self, ray: Ray) -> Self {
        let depth = (self.place - ray.start).dot(self.normal) / ray.direction.dot(self.normal);
        Touch { place: ray.at(depth), depth, to_eye: -ray.direction.normalized(), normal: self.normal }
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
            pane.search(Square { corner, side: BLOCK }, SHARED, &mut |square, start| {
                let last = square.pixels().map(|pixel| end(pixel.corner)).fold(0.0, f32::max);
                if let Some(touches) = self.smooth(pane, square, start, last) {
                    for pixel in square.pixels() {
                        let touches = touches.iter().map(|touch| touch.beside(self.ray(pixel)));
                        layers.extend(touches.map(|touch| self.layer(pane, pixel, &touch, Marks::NONE)));
                    }
                } else {
                    for pixel in square.pixels() {
                        pane.crossings(pixel, start, end(pixel.corner), |crossing| {
                            let touch = Touch::new(self.ray(pixel), &crossing);
                            let edge = edge(pane.obstacle, &touch, self.edge_width(touch.depth));
                            let marks = Marks { covered: crossing.covered, edge };
                            layers.push(self.layer(pane, pixel, &touch, marks));
                        });
                    }
                }
            });
        }
        layers.sort_by(|a, b| a.pixel.cmp(&b.pixel).then(b.depth.total_cmp(&a.depth)));
        Layers(layers)
    }

    fn ray(&self, square: Square) -> Ray {
        let [x, y] = square.middle();
        self.view.ray(x, y)
    }

    /// What all pixels of a square see; `None` if an outline or an edge may be between them.
    fn smooth(&self, pane: &Sight, square: Square, start: Start, end: f32) -> Option<Vec<Touch>> {
        let mut touches = Some(Vec::new());
        pane.crossings(square, start, end, |crossing| {
            let touch = Touch::new(self.ray(square), &crossing);
            let width = self.edge_width(touch.depth) + 1.0 / self.view.scale_at(touch.depth);
            if !crossing.clear || edge(pane.obstacle, &touch, width) > 0.0 {
                touches = None;
            }
            if let Some(touches) = &mut touches {
                touches.push(touch);
            }
        });
        touches
    }

    /// Half the width of a line along an edge, in m.
    fn edge_width(&self, depth: f32) -> f32 {
        EDGE * (self.view.size[1] as f32 / 1000.0).max(0.7) / self.view.scale_at(depth)
    }

    fn layer(&self, pane: &Sight, pixel: Square, touch: &Touch, marks: Marks) -> Layer {
        let Touch { place, depth, to_eye, normal } = *touch;
        let obstacle = pane.obstacle;
        let skin = Skin::of(obstacle.look);
        let facing = normal.dot(to_eye).abs().min(1.0);
        let rim = skin.flat + (skin.rim - skin.flat) * (1.0 - facing).powi(4);
        let part = rim + (skin.edge - rim).max(0.0) * marks.edge;
        let presence = if pane.endless { self.horizon.presence(place) } else { 1.0 };
        let half = (self.lights.to_key + to_eye).normalized();
        let gloss = skin.gloss * normal.dot(half).max(0.0).powi(90);
        // The reflection lies on the skin; both together are one layer.
        let both = part + gloss - part * gloss;
        let light = obstacle.paint.light().mix(Vec3([1.0; 3]), gloss / both);
        Layer { pixel: pixel.corner, depth, light, part: both * marks.covered * presence }
    }
}

/// What a pixel shows of outlines and edges.
struct Marks {
    /// The part of it that is within the outline.
    covered: f32,
    /// The part of it that an edge covers.
    edge: f32,
}

impl Marks {
    const NONE: Marks = Marks { covered: 1.0, edge: 0.0 };
}

/// How much of an edge is at a place of a surface, 0 to 1: a little below an outer edge, or above an inner one, another
/// face is nearer than the one at hand.
fn edge(obstacle: &Obstacle, touch: &Touch, width: f32) -> f32 {
    let beside = |side: f32| {
        let place = (touch.place + touch.normal * (side * width)).0.map(f64::from);
        let (distance, other) = obstacle.nearest(place)?;
        // The opposite face of a thin wall is no edge.
        let turned = other?.dot(touch.normal).abs() < 0.85;
        Some(if turned { (2.0 - 2.0 * distance.abs() as f32 / width).clamp(0.0, 1.0) } else { 0.0 })
    };
    beside(-1.0).unwrap_or(0.0).max(beside(1.0).unwrap_or(0.0))
}
