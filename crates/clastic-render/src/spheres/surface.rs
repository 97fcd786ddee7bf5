//! Which particle is in front, and at what depth: a depth buffer, tile by tile.
//!
//! A sphere is drawn with the outline of one in the picture's middle. Towards the border of a perspective picture it
//! would be an ellipse, longer by one over the cosine of the angle: for particles of a few pixels that is not seen.

use rayon::prelude::*;

use crate::bins::{Bins, Splat, TILE};

/// No particle.
pub(super) const NONE: u32 = u32::MAX;
/// In pixels: a smaller disk could lie between the centers of pixels and be missed by all.
const LEAST_RADIUS: f32 = 0.75;
/// Particles that are drawn before it is looked again whether anything is left to see.
const BATCH: usize = 128;

struct Tile {
    depth: [f32; TILE * TILE],
    particle: [u32; TILE * TILE],
}

/// What is seen of spheres.
pub(super) struct Surface {
    columns: usize,
    /// `None` where there is nothing.
    tiles: Vec<Option<Box<Tile>>>,
}

impl Surface {
    pub fn new(bins: &Bins) -> Self {
        let [columns, rows] = bins.tiles;
        let tiles = (0..columns * rows).into_par_iter().map(|tile| draw_tile(bins, tile)).collect();
        Surface { columns, tiles }
    }

    /// The depth and index of the particle in front at a pixel; infinite and [`NONE`] if there is none.
    #[inline]
    pub fn at(&self, column: usize, row: usize) -> (f32, u32) {
        match &self.tiles[row / TILE * self.columns + column / TILE] {
            Some(tile) => {
                let place = row % TILE * TILE + column % TILE;
                (tile.depth[place], tile.particle[place])
            }
            None => (f32::INFINITY, NONE),
        }
    }
}

/// Draws from front to back, and stops when everything that is left is hidden.
fn draw_tile(bins: &Bins, number: usize) -> Option<Box<Tile>> {
    let corner = [number % bins.tiles[0], number / bins.tiles[0]].map(|n| (n * TILE) as f32);
    let nearest = |splat: &Splat| splat.depth - splat.bulge;
    let mut order: Vec<(f32, u32)> = bins.in_tile(number).map(|(at, splat)| (nearest(splat), at)).collect();
    if order.is_empty() {
        return None;
    }
    order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut tile = Box::new(Tile { depth: [f32::INFINITY; TILE * TILE], particle: [NONE; TILE * TILE] });
    for some in order.chunks(BATCH) {
        if some[0].0
            > tile.depth.iter().fold(0.0, |farthest, depth| if *depth > farthest { *depth } else { farthest })
        {
            break;
        }
        for (_, particle) in some {
            let splat = bins.splat(*particle);
            let [x, y] = [splat.x - corner[0], splat.y - corner[1]];
            draw_sphere(
                &mut tile,
                *particle,
                &Splat { x, y, radius: splat.radius.max(LEAST_RADIUS), ..*splat },
            );
        }
    }
    Some(tile)
}

/// Pixels whose centers are within `reach` of `center`.
fn covered(center: f32, reach: f32) -> std::ops::Range<usize> {
    let first = (center - reach - 0.5).ceil().clamp(0.0, TILE as f32) as usize;
    let end = ((center + reach - 0.5).floor() + 1.0).clamp(0.0, TILE as f32) as usize;
    first..end.max(first)
}

/// A sphere seen along the depth. Only a nearer one replaces another: of those at one place the first stays.
fn draw_sphere(tile: &mut Tile, particle: u32, splat: &Splat) {
    let steepness = splat.bulge / splat.radius;
    for row in covered(splat.y, splat.radius) {
        let dy = row as f32 + 0.5 - splat.y;
        let left = splat.radius * splat.radius - dy * dy;
        let columns = covered(splat.x, left.max(0.0).sqrt());
        let offset = 0.5 - splat.x;
        let depths = &mut tile.depth[row * TILE..][columns.clone()];
        let particles = &mut tile.particle[row * TILE..][columns.clone()];
        for (i, (nearest, owner)) in depths.iter_mut().zip(particles).enumerate() {
            let dx = (columns.start + i) as f32 + offset;
            let depth = splat.depth - steepness * (left - dx * dx).max(0.0).sqrt();
            let nearer = depth < *nearest;
            *nearest = if nearer { depth } else { *nearest };
            *owner = if nearer { particle } else { *owner };
        }
    }
}
