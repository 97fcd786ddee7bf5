//! What the key light does not reach: a map of depths seen from the light.

use rayon::prelude::*;

use super::surface::Surface;
use crate::bins::Bins;
use crate::camera::{Camera, Projection, View};
use crate::shot::Particles;
use crate::vector::Vec3;

/// Columns and rows of the map.
const SIZE: usize = 1024;
/// A shadow's border is twice this wide, in places of the map.
const SOFTNESS: usize = 4;

/// Depths from the light.
pub(super) struct ShadowMap {
    view: View,
    depth: Vec<f32>,
    /// How much deeper than the map a place must be, in metres: a particle does not shade its own skin.
    bias: f32,
}

impl ShadowMap {
    /// `to_light` is the direction to the light. The map covers what the camera sees about its target, and so stays in
    /// place from frame to frame, whatever flies away.
    pub fn new(particles: &Particles, camera: &View, to_light: Vec3) -> Option<Self> {
        let target = camera.eye + camera.forward * camera.focus;
        let [width, height] = camera.size.map(|n| n as f32 / camera.scale_at(camera.focus));
        let reach = 1.15 * width.hypot(height);
        // Half a diagonal would do for what is at the target's depth; what is behind it spreads wider.
        let light = Camera {
            eye: (target + to_light * (4.0 * reach)).0,
            target: target.0,
            up: camera.up.0,
            projection: Projection::Orthographic { height: reach },
        };
        let view = View::new(&light, [SIZE, SIZE])?;
        let surface = Surface::new(&Bins::new(particles, &view));
        let depth = (0..SIZE * SIZE).into_par_iter().map(|at| surface.at(at % SIZE, at / SIZE).0).collect();
        let bias = 1.5 * particles.radius + 1.5 / view.scale_at(1.0);
        Some(ShadowMap { view, depth, bias })
    }

    /// The part of the light that reaches a place, 0 to 1. The mean over a square of the map, which moves with the place
    /// and not in steps: its border places count in part.
    pub fn light_at(&self, place: Vec3) -> f32 {
        let [x, y, depth] = self.view.project(place);
        let (left, top) = (x - SOFTNESS as f32 - 0.5, y - SOFTNESS as f32 - 0.5);
        let last = (SIZE - 2 * SOFTNESS - 2) as f32;
        if !(left >= 0.0 && top >= 0.0 && left < last && top < last) {
            return 1.0;
        }
        let (column, row) = (left as usize, top as usize);
        let (u, v) = (left - column as f32, top - row as f32);
        let limit = depth - self.bias;
        let n = 2 * SOFTNESS + 1;
        let lit_row = |row: usize| {
            let depths = &self.depth[row * SIZE + column..][..n + 1];
            let lit = |depth: f32| if depth >= limit { 1.0 } else { 0.0 };
            let inner: f32 = depths[1..n].iter().map(|depth| lit(*depth)).sum();
            inner + (1.0 - u) * lit(depths[0]) + u * lit(depths[n])
        };
        let inner: f32 = (1..n).map(|i| lit_row(row + i)).sum();
        (inner + (1.0 - v) * lit_row(row) + v * lit_row(row + n)) / (n * n) as f32
    }
}
