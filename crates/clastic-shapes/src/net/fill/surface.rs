//! Where a surface crosses the edges of a lattice.

use super::lattice::Lattice;
use crate::distance::SignedDistance;
use crate::vector::{along, length, sub};

/// On which side of the surface a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Inside,
    On,
    Outside,
}

/// A lattice whose nodes know their sides, and the points where the surface crosses edges.
pub(super) struct Crossed {
    sides: Vec<Side>,
    /// Of nodes first, then of crossings, in m.
    points: Vec<[f64; 3]>,
    /// The edges that are crossed, the lower node first, in ascending order.
    edges: Vec<[u32; 2]>,
}

/// How close to the surface is on it, of the length of an edge.
const CLOSE: f64 = 1e-9;

impl Crossed {
    pub(super) fn new<const N: usize>(field: &impl SignedDistance, lattice: &impl Lattice<N>) -> Self {
        let mut points: Vec<[f64; 3]> = (0..lattice.nodes()).map(|node| lattice.place(node)).collect();
        let scale = length(sub(points[0], points[1]));
        let side = |p: &[f64; 3]| {
            let value = field.distance(*p).value;
            // Far from the origin, places themselves are no better than that.
            let close = (CLOSE * scale).max(8.0 * f64::EPSILON * length(*p));
            if value.abs() <= close {
                Side::On
            } else if value < 0.0 {
                Side::Inside
            } else {
                Side::Outside
            }
        };
        let sides: Vec<Side> = points.iter().map(side).collect();
        let mut edges = Vec::new();
        lattice.each_cell(|cell| {
            for (i, &a) in cell.iter().enumerate() {
                let is_crossed = |b: &&u32| are_opposite(sides[a as usize], sides[**b as usize]);
                edges.extend(cell[..i].iter().filter(is_crossed).map(|&b| [a.min(b), a.max(b)]));
            }
        });
        edges.sort_unstable();
        edges.dedup();
        points.extend(
            edges
                .iter()
                .map(|edge| crossing(field, edge.map(|node| lattice.place(node))))
                .collect::<Vec<_>>(),
        );
        let mut crossed = Crossed { sides, points, edges };
        crossed.move_nodes(|edge| lattice.share(edge));
        crossed
    }

    pub(super) fn side(&self, node: u32) -> Side {
        self.sides[node as usize]
    }

    pub(super) fn place(&self, point: u32) -> [f64; 3] {
        self.points[point as usize]
    }

    /// The point where the surface crosses an edge whose ends are on different sides.
    pub(super) fn crossing(&self, a: u32, b: u32) -> u32 {
        let edge = [a.min(b), a.max(b)];
        (self.sides.len() + self.edges.partition_point(|other| *other < edge)) as u32
    }

    pub(super) fn into_points(self) -> Vec<[f64; 3]> {
        self.points
    }

    /// Moves nodes that are close to a crossing to the nearest one. Other crossings of their edges are then void, so that
    /// the order of nodes matters.
    fn move_nodes(&mut self, share: impl Fn([u32; 2]) -> f64) {
        let mut ends: Vec<[u32; 2]> = Vec::with_capacity(2 * self.edges.len());
        for (crossing, edge) in self.edges.iter().enumerate() {
            ends.extend(edge.map(|node| [node, crossing as u32]));
        }
        ends.sort_unstable();
        let places = self.points[..self.sides.len()].to_vec();
        for around in ends.chunk_by(|a, b| a[0] == b[0]) {
            let node = around[0][0] as usize;
            let near = around.iter().filter_map(|&[_, crossing]| {
                let edge = self.edges[crossing as usize];
                let [a, b] = edge.map(|end| places[end as usize]);
                let point = self.points[self.sides.len() + crossing as usize];
                let away = length(sub(point, places[node]));
                let valid = edge.iter().all(|end| self.sides[*end as usize] != Side::On);
                (valid && away < share(edge) * length(sub(b, a))).then_some((away, point))
            });
            let nearest = near.min_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((_, point)) = nearest {
                self.points[node] = point;
                self.sides[node] = Side::On;
            }
        }
    }
}

pub(super) fn are_opposite(a: Side, b: Side) -> bool {
    a != b && a != Side::On && b != Side::On
}

/// Where the surface crosses an edge: the Illinois form of the false position, which keeps the crossing between its ends.
fn crossing(field: &impl SignedDistance, [a, b]: [[f64; 3]; 2]) -> [f64; 3] {
    const MOST: usize = 40;
    let edge = sub(b, a);
    let value = |t: f64| field.distance(along(a, t, edge)).value;
    let ([mut t0, mut t1], [mut v0, mut v1]) = ([0.0, 1.0], [value(0.0), value(1.0)]);
    let mut t = 0.5;
    for _ in 0..MOST {
        t = t0 + (t1 - t0) * v0 / (v0 - v1);
        let v = value(t);
        if v.abs() <= CLOSE * length(edge) {
            break;
        }
        if (v < 0.0) == (v1 < 0.0) {
            v0 *= 0.5;
        } else {
            (t0, v0) = (t1, v1);
        }
        (t1, v1) = (t, v);
    }
    along(a, t, edge)
}
