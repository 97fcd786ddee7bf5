//! The shape that particles and tubes form together: their depths smoothed, and its normals. Obstacles and triangles stand out of
//! it as they are.

use rayon::prelude::*;

use super::SAMPLES;
use super::surface::{Seen, Surface};
use crate::camera::View;
use crate::obstacle::Obstacle;
use crate::triangles::Triangles;
use crate::vector::Vec3;

/// The picture's pixels, before they are coloured.
pub(super) struct Relief {
    /// Of what is in front, particles smoothed; infinite where there is nothing.
    pub depth: Vec<f32>,
    /// Of the shape, where there is something.
    pub normal: Vec<Vec3>,
}

/// What a relief is made from.
pub(super) struct Terrain<'a> {
    pub view: &'a View,
    pub surface: &'a Surface,
    /// In the finer picture that the surface was drawn in.
    pub triangles: &'a Triangles<'a>,
    pub obstacles: &'a [Obstacle<'a>],
    /// Of a particle, in metres.
    pub radius: f32,
}

impl Relief {
    pub fn new(terrain: &Terrain) -> Self {
        let nearest = pixels(terrain.view, |column, row| {
            let samples = (0..SAMPLES * SAMPLES).map(|i| (i % SAMPLES, i / SAMPLES));
            let seen = samples.map(|(i, j)| terrain.surface.at(SAMPLES * column + i, SAMPLES * row + j));
            seen.fold((f32::INFINITY, Seen::Nothing), |a, b| if b.0 < a.0 { b } else { a })
        });
        let particle = |(depth, seen): &(f32, Seen)| match seen {
            Seen::Particle(_) | Seen::Tube(_) => *depth,
            _ => f32::INFINITY,
        };
        let mut depth = smoothed(terrain, nearest.iter().map(particle).collect());
        let mut normal = normals(terrain, &depth);
        if !(terrain.obstacles.is_empty() && terrain.triangles.is_empty()) {
            let places = depth.par_iter_mut().zip(&mut normal).enumerate();
            places.for_each(|(at, place)| terrain.carve(at, nearest[at], place));
        }
        Relief { depth, normal }
    }
}

impl Terrain<'_> {
    /// Puts an obstacle or a triangle in place of particles where it is in front of them.
    fn carve(&self, at: usize, (nearest, seen): (f32, Seen), (depth, normal): (&mut f32, &mut Vec3)) {
        let [column, row] = [at % self.view.size[0], at / self.view.size[0]].map(|n| n as f32 + 0.5);
        let facing = match seen {
            Seen::Obstacle(index) => {
                let before = 1.0 / self.view.scale_at(nearest);
                self.obstacles[index].facing(self.view.ray(column, row), nearest, before)
            }
            Seen::Triangle(number) => {
                self.triangles.normal(number, [column, row].map(|n| n * SAMPLES as f32))
            }
            Seen::Nothing | Seen::Particle(_) | Seen::Tube(_) => return,
        };
        (*depth, *normal) = (nearest, facing);
    }
}

/// A value for every pixel, row by row.
pub(super) fn pixels<T: Send>(view: &View, value: impl Fn(usize, usize) -> T + Sync) -> Vec<T> {
    let columns = view.size[0];
    (0..columns * view.size[1])
        .into_par_iter()
        .with_min_len(columns)
        .map(|at| value(at % columns, at / columns))
        .collect()
}

/// A mean along a line of pixels that does not cross steps in depth. Along rows and then along columns it is a mean
/// over a square, at a fraction of the work.
struct Blur<'a> {
    size: [usize; 2],
    depth: &'a [f32],
    /// Pixels to each side.
    reach: usize,
    /// A difference in depth that is a step, in metres.
    step: f32,
}

#[derive(Clone, Copy)]
enum Along {
    Rows,
    Columns,
}

impl<'a> Blur<'a> {
    /// Over about two particles to each side.
    fn new(terrain: &Terrain, depth: &'a [f32]) -> Self {
        let view = terrain.view;
        let reach = (2.2 * terrain.radius * view.scale_at(view.focus)).round().clamp(1.0, 12.0) as usize;
        Blur { size: view.size, depth, reach, step: 9.0 * terrain.radius }
    }

    /// Hands out the pixels near one, each with its weight, and returns the sum of weights.
    fn weigh(&self, [column, row]: [usize; 2], along: Along, mut value: impl FnMut(usize, f32)) -> f32 {
        let at = row * self.size[0] + column;
        let center = self.depth[at];
        if center == f32::INFINITY {
            return 0.0;
        }
        let (stride, place, length) = match along {
            Along::Rows => (1, column, self.size[0]),
            Along::Columns => (self.size[0], row, self.size[1]),
        };
        let (before, after) = (self.reach.min(place), self.reach.min(length - 1 - place));
        let mut weights = 0.0;
        for other in (at - before * stride..=at + after * stride).step_by(stride) {
            let change = (self.depth[other] - center) / self.step;
            let weight = (1.0 - change * change).max(0.0);
            if weight > 0.0 {
                value(other, weight);
                weights += weight;
            }
        }
        weights
    }
}

/// Depths as if particles were one body.
fn smoothed(terrain: &Terrain, depth: Vec<f32>) -> Vec<f32> {
    let along = |depth: &[f32], along: Along| {
        let blur = Blur::new(terrain, depth);
        pixels(terrain.view, |column, row| {
            let center = depth[row * terrain.view.size[0] + column];
            let mut sum = 0.0;
            let weights = blur.weigh([column, row], along, |at, weight| sum += weight * (depth[at] - center));
            if weights > 0.0 { center + sum / weights } else { center }
        })
    };
    along(&along(&depth, Along::Rows), Along::Columns)
}

/// Normals of the smoothed shape; single holes and tips are evened out.
fn normals(terrain: &Terrain, depth: &[f32]) -> Vec<Vec3> {
    let view = terrain.view;
    let step = 9.0 * terrain.radius;
    let sharp = pixels(view, |column, row| normal_at(view, depth, [column, row], step));
    let along = |normals: &[Vec3], along: Along| {
        let blur = Blur::new(terrain, depth);
        pixels(view, |column, row| {
            let mut sum = Vec3::default();
            let weights = blur.weigh([column, row], along, |at, weight| sum = sum + normals[at] * weight);
            if weights > 0.0 { sum } else { Vec3::UP }
        })
    };
    let smooth = along(&along(&sharp, Along::Rows), Along::Columns);
    smooth
        .into_par_iter()
        .map(|normal| normal.normalized())
        .map(|n| if n.is_finite() { n } else { Vec3::UP })
        .collect()
}

/// From the differences to the neighbours, but not across steps.
fn normal_at(view: &View, depth: &[f32], [column, row]: [usize; 2], step: f32) -> Vec3 {
    let [columns, rows] = view.size;
    let center = depth[row * columns + column];
    if center == f32::INFINITY {
        return Vec3::UP;
    }
    let place = |column: usize, row: usize| {
        let other = depth[row * columns + column];
        let other = if (other - center).abs() < step { other } else { center };
        view.ray(column as f32 + 0.5, row as f32 + 0.5).at(other)
    };
    let across = place((column + 1).min(columns - 1), row) - place(column.saturating_sub(1), row);
    let up = place(column, row.saturating_sub(1)) - place(column, (row + 1).min(rows - 1));
    let normal = across.cross(up).normalized();
    if normal.is_finite() { normal } else { -view.forward }
}
