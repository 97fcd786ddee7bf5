//! Tubes between particles, by tile. The particles themselves are drawn as spheres, and close them.

use rayon::prelude::*;

use super::surface::LEAST_RADIUS;
use crate::bins::{Bar, Tiled, shrunk};
use crate::camera::{Ray, View};
use crate::shot::Particles;
use crate::vector::Vec3;

/// A piece of a cylinder.
struct Tube {
    /// The middle of one end.
    start: Vec3,
    /// The direction to the other, of length 1.
    along: Vec3,
    /// In m.
    length: f32,
    /// In m.
    radius: f32,
    /// Of its middle, in m.
    depth: f32,
    /// No part of it is nearer, in m.
    nearest: f32,
    /// In the picture.
    bar: Bar,
}

/// Where a ray meets a tube.
pub(super) struct Hit {
    /// In m.
    pub depth: f32,
    /// From 0 at one end to 1 at the other.
    pub part: f32,
    pub normal: Vec3,
}

/// All tubes, numbered as their segments.
pub(super) struct Tubes {
    view: View,
    tubes: Vec<Tube>,
    by_tile: Tiled,
}

impl Tubes {
    pub fn new(particles: &Particles, segments: &[[u32; 2]], view: &View) -> Self {
        let mut tubes: Vec<Tube> =
            segments.par_iter().map(|ends| Tube::new(particles, *ends, view)).collect();
        let largest = shrunk(view.size, || tubes.iter().map(|tube| &tube.bar));
        for tube in tubes.iter_mut().filter(|tube| tube.bar.reach > largest) {
            tube.radius *= largest / tube.bar.reach;
            tube.bar.reach = largest;
        }
        let by_tile = Tiled::new(tubes.len(), view.size, |number| tubes[number].bar.tiles(view.size));
        Tubes { view: view.clone(), tubes, by_tile }
    }

    /// Hands out the pixels of a tile that tubes may cover, by column and row, from front to back as far as their
    /// nearest points tell: with the tubes' numbers, depths that they do not come before, and what finds their depths.
    pub fn draw(&self, tile: usize, mut draw: impl FnMut([usize; 2], u32, f32, &dyn Fn() -> Option<f32>)) {
        let mut order: Vec<(f32, u32)> = self
            .by_tile
            .in_tile(tile)
            .iter()
            .map(|number| (self.tubes[*number as usize].nearest, *number))
            .collect();
        order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        for (nearest, number) in order {
            let tube = &self.tubes[number as usize];
            tube.bar.pixels(tile, self.view.size, |pixel| {
                draw(pixel, number, nearest, &|| Some(tube.hit(self.ray(pixel))?.depth));
            });
        }
    }

    fn ray(&self, [column, row]: [usize; 2]) -> Ray {
        self.view.ray(column as f32 + 0.5, row as f32 + 0.5)
    }

    /// Where a tube is seen at a pixel.
    pub fn hit(&self, number: u32, pixel: [usize; 2]) -> Option<Hit> {
        self.tubes[number as usize].hit(self.ray(pixel))
    }
}

impl Tube {
    fn new(particles: &Particles, ends: [u32; 2], view: &View) -> Tube {
        let [start, end] = ends.map(|particle| particles.place(particle as usize));
        let seen = [start, end].map(|place| view.project(place));
        let length = (end - start).length();
        let depth = 0.5 * (seen[0][2] + seen[1][2]);
        let radius = particles.radius.max(LEAST_RADIUS / view.scale_at(depth));
        let nearest = seen[0][2].min(seen[1][2]);
        let mut bar = Bar { ends: seen.map(|[x, y, _]| [x, y]), reach: 0.0 };
        let shown = seen.iter().all(|[_, _, depth]| view.shows(*depth, radius) && depth.is_finite());
        // Towards the border of a perspective picture things are wider.
        let wide = seen.map(|[x, y, _]| view.ray(x, y).direction.length()).into_iter().fold(1.0, f32::max);
        if shown && bar.is_near() && length > 0.0 && length.is_finite() {
            bar.reach = radius * view.scale_at(nearest) * wide * wide + 0.5;
        }
        Tube {
            start,
            along: (end - start) * (1.0 / length),
            length,
            radius,
            depth,
            nearest: nearest - radius,
            bar,
        }
    }

    /// In front, between its ends.
    fn hit(&self, ray: Ray) -> Option<Hit> {
        // From near the tube, or the digits of its radius would be lost in those of its distance.
        let (from, direction) = (ray.at(self.depth) - self.start, ray.direction);
        let across = |vector: Vec3| vector - self.along * vector.dot(self.along);
        let (offset, slope) = (across(from), across(direction));
        let (a, b) = (slope.dot(slope), offset.dot(slope));
        let c = offset.dot(offset) - self.radius * self.radius;
        let ahead = (-b - (b * b - a * c).sqrt()) / a;
        let place = from + direction * ahead;
        let at = place.dot(self.along);
        // False also if there is no such place.
        (at >= 0.0 && at <= self.length).then(|| Hit {
            depth: self.depth + ahead,
            part: at / self.length,
            normal: across(place) * (1.0 / self.radius),
        })
    }
}

/// Which way strands go at their particles.
pub(super) struct Courses(Vec<Course>);

#[derive(Clone, Copy, Default)]
struct Course {
    /// The sum of the directions of the segments at a particle.
    along: Vec3,
    segments: u32,
}

impl Courses {
    pub fn new(particles: &Particles, segments: &[[u32; 2]]) -> Self {
        let mut all = vec![Course::default(); if segments.is_empty() { 0 } else { particles.len() }];
        for ends in segments {
            let [start, end] = ends.map(|particle| particles.place(particle as usize));
            let along = (end - start).normalized();
            for particle in ends {
                let course = &mut all[*particle as usize];
                *course = Course { along: course.along + along, segments: course.segments + 1 };
            }
        }
        Courses(all)
    }

    /// A normal of a tube as if the strand were bent and not broken: between two particles it is across a direction
    /// that turns from that at one to that at the other. It stays as it is where a strand ends or has branches.
    pub fn smooth(&self, normal: Vec3, ends: [u32; 2], part: f32) -> Vec3 {
        let [Some(start), Some(end)] = ends.map(|particle| self.0.get(particle as usize)) else {
            return normal;
        };
        let along = match (start.segments, end.segments) {
            (2, 2) => start.along.normalized().mix(end.along.normalized(), part).normalized(),
            _ if ends[0] == ends[1] => return normal,
            (2, _) => start.along.normalized() * (1.0 - part),
            (_, 2) => end.along.normalized() * part,
            _ => return normal,
        };
        let smooth = (normal - along * normal.dot(along)).normalized();
        if smooth.is_finite() { smooth } else { normal }
    }
}
