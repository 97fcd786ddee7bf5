//! Lines and surfaces through vertices: the frames that laws of contact which are not isotropic need.

use super::mesh::Part;
use super::rod::V3;
use super::strands::in_space;
use crate::tensor::{Matrix, Vector};

/// What vertices lie on.
#[derive(Default)]
pub struct Manifolds {
    of_vertices: Vec<Manifold>,
    /// For every corner of a triangle, by vertices: the two others, in order.
    corners: Vec<[u32; 2]>,
}

#[derive(Clone, Copy)]
enum Manifold {
    /// Nothing with directions across.
    None,
    /// A line, between the vertices before and behind; at an end one of them is the vertex itself.
    Line([u32; 2]),
    /// A surface, with its corners from one to before another.
    Surface(u32, u32),
}

impl Manifolds {
    /// Adds the lines and surfaces of a mesh of so many vertices.
    pub fn add(&mut self, parts: &[Part], count: usize) {
        let first = self.of_vertices.len() as u32;
        self.of_vertices.resize(first as usize + count, Manifold::None);
        for part in parts {
            match part {
                Part::Strands(strands) => {
                    strands.iter().for_each(|strand| self.add_line(&strand.vertices, first))
                }
                Part::Membranes(_, cells) => self.add_surface(cells.iter().map(|(cell, _)| *cell), first),
                Part::Springs(_) | Part::Triangles(..) | Part::Tetrahedra(..) | Part::Hinges(_) => {}
            }
        }
    }

    fn add_line(&mut self, line: &[u32], first: u32) {
        for (k, vertex) in line.iter().enumerate() {
            let neighbours = [line[k.saturating_sub(1)], line[(k + 1).min(line.len() - 1)]];
            self.of_vertices[(vertex + first) as usize] = Manifold::Line(neighbours.map(|k| k + first));
        }
    }

    fn add_surface(&mut self, triangles: impl Iterator<Item = [u32; 3]>, first: u32) {
        let corners = triangles.flat_map(|[a, b, c]| [(a, [b, c]), (b, [c, a]), (c, [a, b])]);
        let mut corners: Vec<_> = corners.collect();
        corners.sort_by_key(|(vertex, _)| *vertex);
        for own in corners.chunk_by(|a, b| a.0 == b.0) {
            let from = self.corners.len() as u32;
            self.corners.extend(own.iter().map(|(_, others)| others.map(|k| k + first)));
            let surface = Manifold::Surface(from, self.corners.len() as u32);
            self.of_vertices[(own[0].0 + first) as usize] = surface;
        }
    }

    /// Which way it runs at a vertex; `None` where that cannot be told. `place` tells where vertices are.
    fn direction(&self, vertex: usize, place: impl Fn(u32) -> V3<f64>) -> Option<Direction> {
        match self.of_vertices[vertex] {
            Manifold::None => None,
            Manifold::Line([from, to]) => unit(place(to) - place(from)).map(Direction::Along),
            Manifold::Surface(from, to) => {
                let here = place(vertex as u32);
                let mut normal = Vector([0.0; 3]);
                for corner in &self.corners[from as usize..to as usize] {
                    let [a, b] = corner.map(|k| place(k) - here);
                    normal += a.cross(b);
                }
                unit(normal).map(Direction::Across)
            }
        }
    }

    /// A rotation whose first columns point along what a vertex lies on.
    pub fn frame(&self, vertex: usize, place: impl Fn(u32) -> V3<f64>) -> Option<Matrix<f64, 3>> {
        let columns = match self.direction(vertex, place)? {
            Direction::Along(along) => {
                let beside = beside(along);
                [along, beside, along.cross(beside)]
            }
            Direction::Across(normal) => {
                let beside = beside(normal);
                [beside, normal.cross(beside), normal]
            }
        };
        Some(Matrix(columns.map(|column| column.0)).transpose())
    }

    /// `F` of a vertex with its first columns along what it lies on, and not inside out; the others are as they were.
    pub fn laid<const D: usize>(
        &self,
        vertex: usize,
        f: Matrix<f64, D>,
        place: impl Fn(u32) -> V3<f64>,
    ) -> Option<Matrix<f64, D>> {
        let mut laid = f;
        let mut set = |j: usize, column: V3<f64>| (0..D).for_each(|i| laid.0[i][j] = column[i]);
        match self.direction(vertex, place)? {
            Direction::Along(along) => set(0, along),
            Direction::Across(normal) => {
                let first = in_space(f.column(0));
                let first = unit(first - normal * normal.dot(first))?;
                set(0, first);
                set(1, normal.cross(first));
            }
        }
        if laid.det() < 0.0 {
            (0..D).for_each(|i| laid.0[i][D - 1] *= -1.0);
        }
        Some(laid)
    }
}

/// A unit vector along a line, or across a surface.
enum Direction {
    Along(V3<f64>),
    Across(V3<f64>),
}

fn unit(v: V3<f64>) -> Option<V3<f64>> {
    let length = v.norm();
    (length > 0.0 && length.is_finite()).then(|| v * length.recip())
}

/// A unit vector across another; of one in the plane it is in the plane too.
fn beside(n: V3<f64>) -> V3<f64> {
    let axis = if n[2].abs() < 0.9 { Vector([0.0, 0.0, 1.0]) } else { Vector([1.0, 0.0, 0.0]) };
    let across = axis.cross(n);
    across * across.norm().recip()
}
