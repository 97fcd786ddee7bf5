//! How much of the sky each pixel sees: ambient occlusion from the depths in the picture.
//!
//! The scalable ambient obscurance of McGuire, Mara and Luebke (2012), equation 8: what rises above the tangent plane
//! nearby takes away sky. It varies slowly, so it is found for every second pixel along each axis.

use rayon::prelude::*;

use super::floor;
use super::relief::{Relief, pixels};
use crate::camera::View;
use crate::vector::Vec3;

/// Places that are looked at around a pixel.
const TAPS: usize = 20;
/// What counts as nearby, in parts of the picture's height.
const REACH: f32 = 0.13;
const STRENGTH: f32 = 1.35;
/// Pixels from one for which sky is found to the next.
const STRIDE: usize = 2;
/// Side of a square of such pixels among which directions are dealt, so that together they look all around.
const DEAL: usize = 4;

/// What is looked at.
pub(super) struct Landscape<'a> {
    pub view: &'a View,
    pub relief: &'a Relief,
    /// Of a particle, in metres.
    pub radius: f32,
    /// The floor's height, in metres.
    pub floor: Option<f32>,
}

/// The part of the sky that is seen, 0 to 1, for every pixel of the picture.
pub(super) fn seen(landscape: &Landscape) -> Vec<f32> {
    let view = landscape.view;
    let ground = pixels(view, |column, row| {
        let depth = landscape.relief.depth[row * view.size[0] + column];
        let floor = landscape.floor.map(|height| floor::depth(view, column, row, height));
        depth.min(floor.unwrap_or(f32::INFINITY))
    });
    let reach = (REACH * view.size[1] as f32 / view.scale_at(view.focus)).max(4.0 * landscape.radius);
    let coarse = Coarse::new(landscape, &ground, reach);
    let open: Vec<f32> = (0..coarse.depth.len()).into_par_iter().map(|at| coarse.open(at)).collect();
    pixels(view, |column, row| coarse.mean(&open, [column, row], ground[row * view.size[0] + column]))
}

/// Every second column and row.
struct Coarse<'a> {
    view: &'a View,
    size: [usize; 2],
    depth: Vec<f32>,
    normal: Vec<Vec3>,
    /// Steps to the places to look at, each of length 0 to 1, for each pixel of the square.
    taps: Vec<[[f32; 2]; TAPS]>,
    /// What counts as nearby, in metres.
    reach: f32,
}

impl<'a> Coarse<'a> {
    fn new(landscape: &Landscape<'a>, ground: &[f32], reach: f32) -> Self {
        let view = landscape.view;
        let size = view.size.map(|n| n.div_ceil(STRIDE));
        let fine = |at: usize| at / size[0] * STRIDE * view.size[0] + at % size[0] * STRIDE;
        let all = || (0..size[0] * size[1]).map(fine);
        let normal = |at: usize| {
            let particle = landscape.relief.depth[at] == ground[at];
            if particle { landscape.relief.normal[at] } else { Vec3::UP }
        };
        Coarse {
            view,
            size,
            depth: all().map(|at| ground[at]).collect(),
            normal: all().map(normal).collect(),
            taps: (0..DEAL * DEAL).map(taps).collect(),
            reach,
        }
    }

    fn place(&self, column: usize, row: usize) -> Vec3 {
        let [x, y] = [column, row].map(|n| (n * STRIDE) as f32 + 0.5);
        self.view.ray(x, y).at(self.depth[row * self.size[0] + column])
    }

    fn open(&self, at: usize) -> f32 {
        let [columns, rows] = self.size;
        let [column, row] = [at % columns, at / columns];
        let depth = self.depth[at];
        if depth == f32::INFINITY {
            return 1.0;
        }
        let (place, normal) = (self.place(column, row), self.normal[at]);
        let pixels = (self.reach * self.view.scale_at(depth) / STRIDE as f32).min(rows as f32);
        let mut covered = 0.0;
        for [dx, dy] in &self.taps[row % DEAL * DEAL + column % DEAL] {
            let (x, y) = (column as f32 + 0.5 + pixels * dx, row as f32 + 0.5 + pixels * dy);
            if !(x >= 0.0 && y >= 0.0 && x < columns as f32 && y < rows as f32) {
                continue;
            }
            let offset = (self.place(x as usize, y as usize) - place) * (1.0 / self.reach);
            let square = offset.dot(offset);
            // Also false for what is infinitely far.
            if square < 1.0 {
                let near = 1.0 - square;
                covered += near * near * near * (offset.dot(normal) - 0.01).max(0.0) / (square + 0.003);
            }
        }
        (1.0 - STRENGTH * covered / TAPS as f32).max(0.0)
    }

    /// The mean over a square, of what is at about the same depth as a pixel of the picture.
    fn mean(&self, open: &[f32], [column, row]: [usize; 2], depth: f32) -> f32 {
        if depth == f32::INFINITY {
            return 1.0;
        }
        let near = |place: usize, length: usize| {
            let middle = place.div_ceil(STRIDE);
            middle.saturating_sub(DEAL / 2)..(middle + DEAL - DEAL / 2).min(length)
        };
        let (mut sum, mut weights) = (0.0, 0.0);
        for j in near(row, self.size[1]) {
            for i in near(column, self.size[0]) {
                let at = j * self.size[0] + i;
                if self.depth[at] < f32::INFINITY {
                    let weight = (1.0 - 8.0 * (self.depth[at] - depth).abs() / self.reach).max(0.01);
                    sum += weight * open[at];
                    weights += weight;
                }
            }
        }
        if weights > 0.0 { sum / weights } else { 1.0 }
    }
}

/// A spiral; each pixel of the square has another turn of it.
fn taps(pixel: usize) -> [[f32; 2]; TAPS] {
    // An odd factor visits all turns, and neighbours get turns far apart.
    let turn = (pixel * 7 % (DEAL * DEAL)) as f32 / (DEAL * DEAL) as f32;
    std::array::from_fn(|tap| {
        let part = (tap as f32 + 0.3 + 0.7 * turn) / TAPS as f32;
        let (sin, cos) = (std::f32::consts::TAU * (7.0 * part + turn)).sin_cos();
        [part * cos, part * sin]
    })
}
