//! Triangles of meshes in the picture, by tile.

use std::ops::Range;

use rayon::prelude::*;

use crate::bins::{TILE, Tiled};
use crate::camera::{Ray, View};
use crate::cut::Cut;
use crate::mesh::Mesh;
use crate::vector::Vec3;

/// How far beyond its border a triangle is drawn, in parts of its height: by rounding two that share an edge could both
/// miss a pixel.
const OVERLAP: f32 = 1e-4;

/// The triangles of all meshes, numbered in their order.
pub(crate) struct Triangles<'a> {
    meshes: &'a [Mesh<'a>],
    view: View,
    /// The number of each mesh's first triangle, and the end of the last.
    firsts: Vec<u32>,
    /// Column, row and depth of each mesh's vertices.
    vertices: Vec<Vec<[f32; 3]>>,
    by_tile: Tiled,
}

/// A triangle in the picture.
#[derive(Clone, Copy)]
pub(crate) struct Facet {
    /// Column, row and depth of its corners.
    corners: [[f32; 3]; 3],
    /// Twice its area in pixels; positive if its back is seen.
    area: f32,
}

impl<'a> Triangles<'a> {
    pub fn new(meshes: &'a [Mesh<'a>], view: &View) -> Self {
        let mut firsts = vec![0];
        for mesh in meshes {
            firsts.push(firsts[firsts.len() - 1] + mesh.triangles.len() as u32);
        }
        let project =
            |mesh: &Mesh| mesh.positions.par_iter().map(|place| view.project(Vec3(*place))).collect();
        let vertices = meshes.iter().map(project).collect();
        let view = view.clone();
        let mut all = Triangles { meshes, view, firsts, vertices, by_tile: Tiled::default() };
        all.sort();
        all
    }

    fn sort(&mut self) {
        let size = self.view.size;
        let columns = size[0].div_ceil(TILE);
        let count = self.firsts[self.meshes.len()] as usize;
        self.by_tile = Tiled::new(count, size, |number| {
            let facet = self.facet(number as u32);
            let window = facet.map_or([0..0, 0..0], |facet| facet.window([0, 0], size));
            let [across, down] = window.map(|pixels| pixels.start / TILE..pixels.end.div_ceil(TILE));
            down.flat_map(move |row| across.clone().map(move |column| row * columns + column))
        });
    }

    pub fn is_empty(&self) -> bool {
        self.by_tile.is_empty()
    }

    /// Whether a triangle may be seen in a tile.
    pub fn is_in(&self, tile: usize) -> bool {
        !self.by_tile.in_tile(tile).is_empty()
    }

    /// The mesh that a triangle is of.
    pub fn mesh(&self, number: u32) -> &'a Mesh<'a> {
        &self.meshes[self.owner(number)]
    }

    fn owner(&self, number: u32) -> usize {
        self.firsts.partition_point(|first| *first <= number) - 1
    }

    fn corners(&self, number: u32) -> [usize; 3] {
        let mesh = self.owner(number);
        self.meshes[mesh].triangles[(number - self.firsts[mesh]) as usize].map(|vertex| vertex as usize)
    }

    /// `None` if it is not drawn.
    fn facet(&self, number: u32) -> Option<Facet> {
        let vertices = &self.vertices[self.owner(number)];
        let corners = self.corners(number).map(|vertex| vertices[vertex]);
        let [a, b, c] = corners;
        let area = cross(a, b, [c[0], c[1]]);
        let shown = |corner: &[f32; 3]| corner[2] > self.view.near() && corner.iter().all(|x| x.is_finite());
        (corners.iter().all(shown) && area.is_finite() && area != 0.0).then_some(Facet { corners, area })
    }

    /// Hands out the pixels of a tile, by column and row, where triangles are, with the triangles' numbers and depths.
    pub fn draw(&self, tile: usize, mut draw: impl FnMut([usize; 2], u32, f32)) {
        let columns = self.view.size[0].div_ceil(TILE);
        let corner = [tile % columns, tile / columns].map(|n| n * TILE);
        for numbers in self.by_tile.in_tile(tile).chunk_by(|a, b| self.owner(*a) == self.owner(*b)) {
            match self.mesh(numbers[0]).cut {
                None => {
                    self.draw_whole(numbers, corner, |pixel, number, depth, _| draw(pixel, number, depth))
                }
                Some(cut) => self.draw_cut(numbers, corner, cut, &mut draw),
            }
        }
    }

    /// Also hands out which side of the triangle is seen.
    fn draw_whole(
        &self,
        numbers: &[u32],
        corner: [usize; 2],
        mut draw: impl FnMut([usize; 2], u32, f32, Side),
    ) {
        for number in numbers {
            let Some(facet) = self.facet(*number) else { continue };
            let [columns, rows] = facet.window(corner, corner.map(|n| n + TILE));
            for row in rows {
                for column in columns.clone() {
                    let weights = facet.weights([column as f32 + 0.5, row as f32 + 0.5]);
                    if weights.iter().all(|weight| *weight >= -OVERLAP) {
                        let depth = self.view.between(weights, facet.corners.map(|corner| corner[2])).1;
                        draw([column, row], *number, depth, facet.side());
                    }
                }
            }
        }
    }

    /// The triangles of one mesh that is cut. A ray that first meets one of those left from behind has come into the
    /// mesh through the cut: there, a back stands for the face of the cut.
    fn draw_cut(
        &self,
        numbers: &[u32],
        corner: [usize; 2],
        cut: Cut,
        draw: &mut impl FnMut([usize; 2], u32, f32),
    ) {
        let mut left = vec![Left::default(); TILE * TILE];
        self.draw_whole(numbers, corner, |[column, row], number, depth, side| {
            let place = self.ray([column, row]).at(depth).0.map(f64::from);
            if cut.beyond(place) <= 0.0 {
                left[(row - corner[1]) * TILE + column - corner[0]].add(side, (depth, number));
            }
        });
        for (at, Left { front, back, balance }) in left.into_iter().enumerate() {
            let pixel = [corner[0] + at % TILE, corner[1] + at / TILE];
            // At an outline both are at one place, and either may be in front by rounding.
            let apart = (front.0 - back.0).abs() * self.view.scale_at(back.0) > 1.0;
            let from_behind = if apart { back.0 < front.0 } else { balance > 0 };
            let (depth, number) = if from_behind { back } else { front };
            if depth < f32::INFINITY {
                let entry = cut.entry(self.ray(pixel)).filter(|_| from_behind);
                draw(pixel, number, entry.unwrap_or(depth));
            }
        }
    }

    fn ray(&self, [column, row]: [usize; 2]) -> Ray {
        self.view.ray(column as f32 + 0.5, row as f32 + 0.5)
    }

    /// What the corners of a triangle are worth where it is seen.
    pub fn shares(&self, number: u32, point: [f32; 2]) -> [f32; 3] {
        self.facet(number).map_or([1.0, 0.0, 0.0], |facet| self.shares_of(&facet, point))
    }

    fn shares_of(&self, facet: &Facet, point: [f32; 2]) -> [f32; 3] {
        let weights = facet.weights(point).map(|weight| weight.max(0.0));
        self.view.between(weights, facet.corners.map(|corner| corner[2])).0
    }

    /// The normal of a triangle where it is seen, on the side that is seen.
    pub fn normal(&self, number: u32, point: [f32; 2]) -> Vec3 {
        let Some(facet) = self.facet(number) else { return Vec3::UP };
        if let Some(cut) = self.mesh(number).cut.filter(|_| facet.side() == Side::Back)
            && cut.entry(self.view.ray(point[0], point[1])).is_some()
        {
            return cut.normal();
        }
        let weights = self.shares_of(&facet, point);
        let normals = self.mesh(number).normals;
        let parts = self.corners(number).into_iter().zip(weights);
        let sum = parts.fold(Vec3::default(), |sum, (vertex, weight)| sum + Vec3(normals[vertex]) * weight);
        let normal = if facet.side() == Side::Back { -sum } else { sum }.normalized();
        if normal.is_finite() { normal } else { -self.view.forward }
    }
}

/// What is left of a mesh at a pixel.
#[derive(Clone, Copy)]
struct Left {
    /// Depth and number of the nearest front.
    front: (f32, u32),
    /// Of the nearest back.
    back: (f32, u32),
    /// Backs without fronts: 1 if the ray begins within the mesh, 0 if not.
    balance: i32,
}

impl Default for Left {
    fn default() -> Self {
        let nothing = (f32::INFINITY, 0);
        Left { front: nothing, back: nothing, balance: 0 }
    }
}

impl Left {
    fn add(&mut self, side: Side, seen: (f32, u32)) {
        let (nearest, change) = match side {
            Side::Front => (&mut self.front, -1),
            Side::Back => (&mut self.back, 1),
        };
        self.balance += change;
        if seen.0 < nearest.0 {
            *nearest = seen;
        }
    }
}

/// Which side of a triangle is seen.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Front,
    Back,
}

impl Facet {
    fn side(&self) -> Side {
        if self.area > 0.0 { Side::Back } else { Side::Front }
    }

    /// The pixels between two corners whose centers it may cover.
    fn window(&self, low: [usize; 2], high: [usize; 2]) -> [Range<usize>; 2] {
        std::array::from_fn(|axis| {
            let along = || self.corners.iter().map(|corner| corner[axis]);
            let clamp = |x: f32| x.clamp(low[axis] as f32, high[axis] as f32) as usize;
            let first = clamp(along().fold(f32::INFINITY, f32::min).floor());
            first..clamp(along().fold(f32::NEG_INFINITY, f32::max).ceil()).max(first)
        })
    }

    /// The shares of the corners at a point of the picture; one is negative if it is outside.
    fn weights(&self, point: [f32; 2]) -> [f32; 3] {
        let [a, b, c] = self.corners;
        [cross(b, c, point), cross(c, a, point), cross(a, b, point)].map(|part| part / self.area)
    }
}

/// Twice the area of the triangle of two corners and a point.
fn cross(a: [f32; 3], b: [f32; 3], point: [f32; 2]) -> f32 {
    (a[0] - point[0]) * (b[1] - point[1]) - (a[1] - point[1]) * (b[0] - point[0])
}
