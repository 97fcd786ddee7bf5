//! What the key light does not reach: depths seen from the light.
//!
//! Shadows are sharp where something touches and soft where it is far above, as those of a lamp with a size. So there
//! are two maps, a fine and a coarse one, each read as a mean over a square of the same number of places.

use rayon::prelude::*;

use super::surface::{Matter, Surface};
use super::tubes::Tubes;
use crate::bins::Bins;
use crate::camera::{Camera, Projection, View};
use crate::shot::Shot;
use crate::triangles::Triangles;
use crate::vector::{Vec3, smoothstep};

/// Columns and rows of the two maps.
const FINE: usize = 1024;
const COARSE: usize = 320;
/// Places to each side of the one that is asked for.
const SOFTNESS: usize = 4;
const SIDE: usize = 2 * SOFTNESS + 1;

/// Depths from the light.
pub(super) struct Shadows {
    fine: Map,
    coarse: Map,
    /// The width of what is covered, in metres.
    reach: f32,
}

impl Shadows {
    /// `shown` tells which particles are drawn, and `to_light` is the direction to the light. The maps cover what the camera sees about its target, and so stay in
    /// place from frame to frame, whatever flies away. `None` if that is too large for numbers.
    pub fn new(shot: &Shot, shown: &[bool], camera: &View, to_light: Vec3) -> Option<Self> {
        let target = camera.eye + camera.forward * camera.focus;
        let [width, height] = camera.size.map(|n| n as f32 / camera.scale_at(camera.focus));
        // The diagonal would do for what is at the target's depth; what is behind it spreads wider.
        let reach = 1.15 * width.hypot(height);
        let light = Camera {
            eye: (target + to_light * (4.0 * reach)).0,
            target: target.0,
            up: camera.up.0,
            projection: Projection::Orthographic { height: reach },
        };
        let map = |size| View::new(&light, [size, size]).map(|view| Map::new(shot, shown, view));
        Some(Shadows { fine: map(FINE)?, coarse: map(COARSE)?, reach })
    }

    /// The part of the light that reaches a place, 0 to 1. `normal` is that of an obstacle, which would shade itself
    /// where light falls along it, and 0 for particles and the floor.
    pub fn light_at(&self, place: Vec3, normal: Vec3) -> f32 {
        let soft = self.coarse.read(place, normal);
        let far = smoothstep(0.0, 0.16, soft.gap / self.reach);
        let sharp = self.fine.read(place, normal);
        sharp.lit + (soft.lit - sharp.lit) * far
    }
}

struct Map {
    size: usize,
    view: View,
    depth: Vec<f32>,
    /// How much deeper than the map a place must be, in metres: a particle does not shade its own skin.
    bias: f32,
}

/// What a map says of a place.
struct Reading {
    /// The part of the light that reaches it, 0 to 1.
    lit: f32,
    /// How far, on average, above it is what takes light away, in metres.
    gap: f32,
}

impl Map {
    fn new(shot: &Shot, shown: &[bool], view: View) -> Self {
        let size = view.size[0];
        let bins = Bins::new(&shot.particles, shown, &view);
        let tubes = Tubes::new(&shot.particles, shot.net.segments, &view);
        let triangles = Triangles::new(shot.meshes, &view);
        let matter = Matter { bins: &bins, tubes: &tubes, triangles: &triangles };
        let surface = Surface::new(&matter, shot.obstacles, &view);
        let depth = (0..size * size).into_par_iter().map(|at| surface.at(at % size, at / size).0).collect();
        let bias = 1.5 * shot.particles.radius + 1.5 / view.scale_at(1.0);
        Map { size, view, depth, bias }
    }

    /// The mean over a square that moves with the place and not in steps: what is at its border counts in part.
    fn read(&self, place: Vec3, normal: Vec3) -> Reading {
        let above = (SOFTNESS + 1) as f32 / self.view.scale_at(1.0);
        let [x, y, depth] = self.view.project(place + normal * above);
        let (left, top) = (x - SOFTNESS as f32 - 0.5, y - SOFTNESS as f32 - 0.5);
        let last = (self.size - SIDE) as f32;
        if !(left >= 0.0 && top >= 0.0 && left < last && top < last) {
            return Reading { lit: 1.0, gap: 0.0 };
        }
        let (column, row) = (left as usize, top as usize);
        let (u, v) = (left - column as f32, top - row as f32);
        let limit = depth - self.bias;
        let (mut dark, mut gaps) = (0.0, 0.0);
        for j in 0..=SIDE {
            let depths = &self.depth[(row + j) * self.size + column..][..=SIDE];
            let gap = |i: usize| (limit - depths[i]).max(0.0);
            let shaded = |i: usize| if depths[i] < limit { 1.0 } else { 0.0 };
            let share = share(j, v);
            dark += share * ((1.0 - u) * shaded(0) + (1..SIDE).map(shaded).sum::<f32>() + u * shaded(SIDE));
            gaps += share * ((1.0 - u) * gap(0) + (1..SIDE).map(gap).sum::<f32>() + u * gap(SIDE));
        }
        Reading { lit: 1.0 - dark / (SIDE * SIDE) as f32, gap: if dark > 0.0 { gaps / dark } else { 0.0 } }
    }
}

/// Of the first and the last row the square covers a part.
fn share(row: usize, part: f32) -> f32 {
    match row {
        0 => 1.0 - part,
        SIDE => part,
        _ => 1.0,
    }
}
