//! Which particle, tube, triangle or opaque obstacle is in front, and at what depth: a depth buffer, tile by tile.
//!
//! A sphere is drawn with the outline of one in the picture's middle. Towards the border of a perspective picture it
//! would be an ellipse, longer by one over the cosine of the angle: for particles of a few pixels that is not seen.

use rayon::prelude::*;

use super::sight::{Sight, Square};
use super::tubes::Tubes;
use crate::bins::{Bins, Splat, TILE};
use crate::camera::View;
use crate::obstacle::{Look, Obstacle};
use crate::triangles::Triangles;

/// What is in front.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Seen {
    Nothing,
    /// By its index.
    Particle(u32),
    /// By its number.
    Triangle(u32),
    /// By its index.
    Obstacle(usize),
    /// By its number.
    Tube(u32),
}

/// The owner of a pixel at which there is nothing.
const NONE: u32 = u32::MAX;
/// Mark triangles, obstacles and tubes among owners: no computer has memory for so many particles.
const TRIANGLE: u32 = 1 << 30;
const OBSTACLE: u32 = 2 << 30;
const TUBE: u32 = 3 << 30;

/// In pixels: a smaller disk could lie between the centers of pixels and be missed by all.
pub(super) const LEAST_RADIUS: f32 = 0.75;
/// Particles that are drawn before it is looked again whether anything is left to see.
const BATCH: usize = 128;

struct Tile {
    depth: [f32; TILE * TILE],
    owner: [u32; TILE * TILE],
}

/// What there is to be seen, but for obstacles.
pub(super) struct Matter<'a> {
    pub bins: &'a Bins,
    pub tubes: &'a Tubes,
    pub triangles: &'a Triangles<'a>,
}

/// What is seen of spheres, tubes, triangles and opaque obstacles.
pub(super) struct Surface {
    columns: usize,
    /// `None` where there is nothing.
    tiles: Vec<Option<Box<Tile>>>,
}

impl Surface {
    /// `view` is the one that the matter was sorted for.
    pub fn new(matter: &Matter, obstacles: &[Obstacle], view: &View) -> Self {
        let [columns, rows] = matter.bins.tiles;
        let opaque = obstacles.iter().enumerate().filter(|(_, obstacle)| obstacle.look == Look::Opaque);
        let sights: Vec<(u32, Sight)> = opaque
            .filter_map(|(index, obstacle)| Some((OBSTACLE | index as u32, Sight::new(obstacle, view)?)))
            .collect();
        let draw = |tile| draw_tile(matter, tile, &sights);
        let tiles = (0..columns * rows).into_par_iter().map(draw).collect();
        Surface { columns, tiles }
    }

    /// The depth of what is in front at a pixel, infinite if there is nothing, and what it is.
    #[inline]
    pub fn at(&self, column: usize, row: usize) -> (f32, Seen) {
        let Some(tile) = &self.tiles[row / TILE * self.columns + column / TILE] else {
            return (f32::INFINITY, Seen::Nothing);
        };
        let place = row % TILE * TILE + column % TILE;
        let seen = match tile.owner[place] {
            NONE => Seen::Nothing,
            owner if owner < TRIANGLE => Seen::Particle(owner),
            owner if owner < OBSTACLE => Seen::Triangle(owner - TRIANGLE),
            owner if owner < TUBE => Seen::Obstacle((owner - OBSTACLE) as usize),
            owner => Seen::Tube(owner - TUBE),
        };
        (tile.depth[place], seen)
    }
}

fn draw_tile(matter: &Matter, number: usize, sights: &[(u32, Sight)]) -> Option<Box<Tile>> {
    let Matter { bins, tubes, triangles } = matter;
    let corner = [number % bins.tiles[0], number / bins.tiles[0]].map(|n| n * TILE);
    let mut tile = Box::new(Tile { depth: [f32::INFINITY; TILE * TILE], owner: [NONE; TILE * TILE] });
    for (owner, sight) in sights {
        draw_obstacle(&mut tile, *owner, sight, corner);
    }
    triangles.draw(number, |[column, row], triangle, depth| {
        let place = (row - corner[1]) * TILE + column - corner[0];
        if depth < tile.depth[place] {
            (tile.depth[place], tile.owner[place]) = (depth, TRIANGLE | triangle);
        }
    });
    tubes.draw(number, |[column, row], tube, nearest, depth| {
        let place = (row - corner[1]) * TILE + column - corner[0];
        if nearest < tile.depth[place]
            && let Some(depth) = depth().filter(|depth| *depth < tile.depth[place])
        {
            (tile.depth[place], tile.owner[place]) = (depth, TUBE | tube);
        }
    });
    draw_particles(&mut tile, bins, number, corner.map(|n| n as f32));
    tile.owner.iter().any(|owner| *owner != NONE).then_some(tile)
}

fn draw_obstacle(tile: &mut Tile, owner: u32, sight: &Sight, corner: [usize; 2]) {
    sight.search(Square { corner, side: TILE }, 1, &mut |pixel, start| {
        let [x, y] = pixel.corner;
        let place = (y - corner[1]) * TILE + x - corner[0];
        if let Some(depth) = sight.first(pixel, start).filter(|depth| *depth < tile.depth[place]) {
            (tile.depth[place], tile.owner[place]) = (depth, owner);
        }
    });
}

/// Draws from front to back, and stops when everything that is left is hidden.
fn draw_particles(tile: &mut Tile, bins: &Bins, number: usize, corner: [f32; 2]) {
    let nearest = |splat: &Splat| splat.depth - splat.bulge;
    let mut order: Vec<(f32, u32)> = bins.in_tile(number).map(|(at, splat)| (nearest(splat), at)).collect();
    order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    for some in order.chunks(BATCH) {
        if some[0].0
            > tile.depth.iter().fold(0.0, |farthest, depth| if *depth > farthest { *depth } else { farthest })
        {
            break;
        }
        for (_, particle) in some {
            let splat = bins.splat(*particle);
            let [x, y] = [splat.x - corner[0], splat.y - corner[1]];
            draw_sphere(tile, *particle, &Splat { x, y, radius: splat.radius.max(LEAST_RADIUS), ..*splat });
        }
    }
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
        let owners = &mut tile.owner[row * TILE..][columns.clone()];
        for (i, (nearest, owner)) in depths.iter_mut().zip(owners).enumerate() {
            let dx = (columns.start + i) as f32 + offset;
            let depth = splat.depth - steepness * (left - dx * dx).max(0.0).sqrt();
            let nearer = depth < *nearest;
            *nearest = if nearer { depth } else { *nearest };
            *owner = if nearer { particle } else { *owner };
        }
    }
}
