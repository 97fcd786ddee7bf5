//! Triangles along the surface of anything that has a signed distance, for those who draw with triangles.
//!
//! In 3D a vertex per cell of a lattice that the surface passes through, and a square around every edge of the lattice that
//! it crosses: the dual form, which keeps edges and corners sharp. A vertex begins in the middle of the crossings of its
//! cell and moves towards the planes that the surface has there. In 2D the part of every cell that is inside.

use crate::{Dimension, SignedDistance};

/// Triangles of a surface, or in 2D of what it encloses.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Triangulation {
    /// Places, in m.
    pub positions: Vec<[f32; 3]>,
    /// Three places each, in counter-clockwise order as seen from outside; in 2D, from above.
    pub triangles: Vec<[u32; 3]>,
    /// In 2D the outline: two places each. Empty in 3D.
    pub edges: Vec<[u32; 2]>,
}

/// How often a vertex moves towards the planes of its cell's crossings.
const MOVES: usize = 12;

/// Triangles along the surface of a shape as far as it lies between two corners, from so many cells along the longest side.
/// Where the shape goes on beyond the corners it is open there. Details smaller than a cell may be lost.
pub fn triangulate(
    shape: &dyn SignedDistance,
    dimension: Dimension,
    within: [[f64; 3]; 2],
    cells: usize,
) -> Triangulation {
    let Some(lattice) = Lattice::around(shape, dimension, within, cells) else {
        return Triangulation::default();
    };
    match dimension {
        Dimension::Two => lattice.area(),
        Dimension::Three => lattice.surface(),
    }
}

/// The distances of a box of nodes.
struct Lattice<'a> {
    shape: &'a dyn SignedDistance,
    low: [f64; 3],
    cell: f64,
    /// Nodes along each axis; 1 along z in 2D.
    nodes: [usize; 3],
    values: Vec<f64>,
}

impl<'a> Lattice<'a> {
    /// Nodes around the part of a shape between two corners; `None` if there is none.
    fn around(
        shape: &'a dyn SignedDistance,
        dimension: Dimension,
        within: [[f64; 3]; 2],
        cells: usize,
    ) -> Option<Self> {
        let axes = dimension as usize;
        let [mut low, mut high] = shape.bounds();
        for axis in 0..3 {
            low[axis] = if axis < axes { low[axis].max(within[0][axis]) } else { 0.0 };
            high[axis] = if axis < axes { high[axis].min(within[1][axis]) } else { 0.0 };
        }
        let side = (0..axes).map(|axis| high[axis] - low[axis]).fold(0.0, f64::max);
        let finite = low.iter().chain(&high).all(|x| x.is_finite());
        if !(finite && side > 0.0 && (0..axes).all(|axis| low[axis] <= high[axis])) || cells == 0 {
            return None;
        }
        // Two cells more than the side, so that the surface closes before the lattice ends.
        let cell = side / cells as f64;
        let mut nodes = [1; 3];
        for axis in 0..axes {
            let count = ((high[axis] - low[axis]) / cell).ceil();
            // The same margin on both sides: planes through the middle stay there.
            low[axis] = 0.5 * (low[axis] + high[axis] - count * cell) - cell;
            nodes[axis] = count as usize + 3;
        }
        let mut lattice = Lattice { shape, low, cell, nodes, values: Vec::new() };
        lattice.values = (0..nodes.iter().product())
            .map(|n| shape.distance(lattice.place(lattice.node(n))).value)
            .collect();
        Some(lattice)
    }

    fn index(&self, [x, y, z]: [usize; 3]) -> usize {
        (x * self.nodes[1] + y) * self.nodes[2] + z
    }

    fn node(&self, index: usize) -> [usize; 3] {
        let [_, ny, nz] = self.nodes;
        [index / (ny * nz), index / nz % ny, index % nz]
    }

    fn place(&self, node: [usize; 3]) -> [f64; 3] {
        std::array::from_fn(|axis| self.low[axis] + self.cell * node[axis] as f64)
    }

    fn is_inside(&self, node: [usize; 3]) -> bool {
        self.values[self.index(node)] < 0.0
    }

    /// Where the surface crosses from one node to its neighbour, if it does.
    fn crossing(&self, from: [usize; 3], to: [usize; 3]) -> Option<[f64; 3]> {
        let [a, b] = [from, to].map(|node| self.values[self.index(node)]);
        if (a < 0.0) == (b < 0.0) || !(a - b).is_finite() {
            return None;
        }
        let [start, end] = [from, to].map(|node| self.place(node));
        let share = a / (a - b);
        Some(std::array::from_fn(|axis| start[axis] + share * (end[axis] - start[axis])))
    }

    fn surface(&self) -> Triangulation {
        let mut triangulation = Triangulation::default();
        let mut vertices = vec![u32::MAX; self.values.len()];
        let [nx, ny, nz] = self.nodes;
        for x in 0..nx - 1 {
            for y in 0..ny - 1 {
                for z in 0..nz - 1 {
                    if let Some(place) = self.vertex([x, y, z]) {
                        vertices[self.index([x, y, z])] = triangulation.positions.len() as u32;
                        triangulation.positions.push(place.map(|x| x as f32));
                    }
                }
            }
        }
        for index in 0..self.values.len() {
            for axis in 0..3 {
                self.square(self.node(index), axis, &vertices, &mut triangulation.triangles);
            }
        }
        triangulation
    }

    /// The vertex of the cell that begins at a node, if the surface passes through.
    fn vertex(&self, cell: [usize; 3]) -> Option<[f64; 3]> {
        let corner = |bits: usize| std::array::from_fn(|axis| cell[axis] + (bits >> axis & 1));
        let mut crossings = [[0.0; 3]; 12];
        let mut count = 0;
        for axis in 0..3 {
            for bits in (0..8).filter(|bits| bits >> axis & 1 == 0) {
                if let Some(place) = self.crossing(corner(bits), corner(bits | 1 << axis)) {
                    crossings[count] = place;
                    count += 1;
                }
            }
        }
        let crossings = &crossings[..count];
        if count == 0 {
            return None;
        }
        let gradients: Vec<[f64; 3]> =
            crossings.iter().map(|place| self.shape.distance(*place).gradient).collect();
        let mean = |axis: usize| crossings.iter().map(|place| place[axis]).sum::<f64>() / count as f64;
        let mut place = [0, 1, 2].map(mean);
        for _ in 0..MOVES {
            let mut moves = [0.0; 3];
            for (crossing, normal) in crossings.iter().zip(&gradients) {
                let apart: f64 = (0..3).map(|axis| normal[axis] * (crossing[axis] - place[axis])).sum();
                for axis in 0..3 {
                    moves[axis] += apart * normal[axis] / count as f64;
                }
            }
            for axis in 0..3 {
                place[axis] += if moves[axis].is_finite() { moves[axis] } else { 0.0 };
            }
        }
        // A vertex belongs to its cell.
        let [low, high] = [corner(0), corner(7)].map(|node| self.place(node));
        Some(std::array::from_fn(|axis| place[axis].clamp(low[axis], high[axis])))
    }

    /// The square around the edge that goes from a node along an axis, if the surface crosses it.
    fn square(&self, node: [usize; 3], axis: usize, vertices: &[u32], triangles: &mut Vec<[u32; 3]>) {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        let mut next = node;
        next[axis] += 1;
        if next[axis] >= self.nodes[axis] || node[u] == 0 || node[v] == 0 {
            return;
        }
        let leaves = self.is_inside(node);
        if leaves == self.is_inside(next) {
            return;
        }
        let around = [(1, 1), (0, 1), (0, 0), (1, 0)].map(|(du, dv)| {
            let mut cell = node;
            cell[u] -= du;
            cell[v] -= dv;
            vertices[self.index(cell)]
        });
        if around.contains(&u32::MAX) {
            return;
        }
        let [a, b, c, d] = around;
        // Counter-clockwise as seen from along the axis, which is outside if the edge leaves the shape.
        triangles.extend(if leaves { [[a, b, c], [a, c, d]] } else { [[a, c, b], [a, d, c]] });
    }

    fn area(&self) -> Triangulation {
        let mut triangulation = Triangulation::default();
        for x in 0..self.nodes[0] - 1 {
            for y in 0..self.nodes[1] - 1 {
                self.part([x, y, 0], &mut triangulation);
            }
        }
        triangulation
    }

    /// The inner part of the square that begins at a node.
    fn part(&self, [x, y, _]: [usize; 3], to: &mut Triangulation) {
        let corners = [[x, y, 0], [x + 1, y, 0], [x + 1, y + 1, 0], [x, y + 1, 0]];
        // The part's corners in order, and which of them are crossings.
        let mut part: Vec<([f64; 3], bool)> = Vec::with_capacity(8);
        for k in 0..4 {
            let (here, next) = (corners[k], corners[(k + 1) % 4]);
            if self.is_inside(here) {
                part.push((self.place(here), false));
            }
            part.extend(self.crossing(here, next).map(|place| (place, true)));
        }
        let first = to.positions.len() as u32;
        let count = part.len() as u32;
        for k in 2..count {
            to.triangles.push([first, first + k - 1, first + k]);
        }
        for k in 0..count {
            let next = (k + 1) % count;
            // Between two crossings without a corner between them lies the outline.
            if count > 1 && part[k as usize].1 && part[next as usize].1 {
                to.edges.push([first + k, first + next]);
            }
        }
        to.positions.extend(part.iter().map(|(place, _)| place.map(|x| x as f32)));
    }
}
