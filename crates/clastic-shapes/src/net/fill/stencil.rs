//! The inner parts of cells.

use std::cmp::Ordering;

use super::surface::{Crossed, Side};
use crate::vector::{length, sub};

/// The corners of a cell by their sides.
struct Sorted<const N: usize> {
    nodes: [u32; N],
    inside: usize,
    on: usize,
}

impl<const N: usize> Sorted<N> {
    fn new(mut nodes: [u32; N], crossed: &Crossed) -> Self {
        let count = |side| nodes.iter().filter(|node| crossed.side(**node) == side).count();
        let [inside, on] = [Side::Inside, Side::On].map(count);
        nodes.sort_unstable_by_key(|node| (crossed.side(*node) as u8, *node));
        Sorted { nodes, inside, on }
    }

    /// All of it, if nothing is outside; what one corner inside cuts off; or nothing.
    fn simple(&self, crossed: &Crossed) -> Option<[u32; N]> {
        let first = self.nodes[0];
        let bound = |node: u32| match crossed.side(node) {
            Side::Outside => crossed.crossing(first, node),
            Side::Inside | Side::On => node,
        };
        (self.inside == 1 || (self.inside > 0 && self.inside + self.on == N)).then(|| self.nodes.map(bound))
    }
}

/// The inner part of a triangle.
pub(super) fn triangle(nodes: [u32; 3], crossed: &Crossed, cells: &mut Vec<[u32; 3]>) {
    let sorted = Sorted::new(nodes, crossed);
    if let Some(cell) = sorted.simple(crossed) {
        cells.push(cell);
    } else if sorted.inside == 2 {
        let [p, q, outer] = sorted.nodes;
        let [a, b] = [Column::new(p, outer, crossed), Column::new(q, outer, crossed)];
        let [low, high] = if a.is_before(&b) { [a, b] } else { [b, a] };
        cells.extend([[low.inner, high.inner, high.outer], [low.inner, high.outer, low.outer]]);
    }
}

/// The inner part of a tetrahedron.
pub(super) fn tetrahedron(nodes: [u32; 4], crossed: &Crossed, cells: &mut Vec<[u32; 4]>) {
    let sorted = Sorted::new(nodes, crossed);
    if let Some(cell) = sorted.simple(crossed) {
        cells.push(cell);
        return;
    }
    match (sorted.inside, sorted.on, sorted.nodes) {
        (2, 1, [p, q, apex, outer]) => {
            let [a, b] = [Column::new(p, outer, crossed), Column::new(q, outer, crossed)];
            let [low, high] = if a.is_before(&b) { [a, b] } else { [b, a] };
            cells.extend([high.inner, low.outer].map(|other| [low.inner, high.outer, apex, other]));
        }
        (2, _, [p, q, r, s]) => cells.extend(wedge([p, q], [r, s], crossed)),
        (3, _, [p, q, r, outer]) => {
            let mut columns = [p, q, r].map(|node| Column::new(node, outer, crossed));
            columns.sort_unstable_by(Column::order);
            cells.extend(prism(columns.map(|column| [column.inner, column.outer])));
        }
        _ => {}
    }
}

/// From a corner inside to where its edge leaves. Two columns make a quadrilateral of a side that two cells share; both
/// must split it by the same diagonal, so it is chosen by what the columns themselves are.
#[derive(Clone, Copy)]
struct Column {
    inner: u32,
    outer: u32,
    length: f64,
}

impl Column {
    fn new(inner: u32, beyond: u32, crossed: &Crossed) -> Self {
        let outer = crossed.crossing(inner, beyond);
        Column { inner, outer, length: length(sub(crossed.place(outer), crossed.place(inner))) }
    }

    /// The diagonal goes from the inner end of the column that comes first. Angles are a little better with the longer one.
    fn order(&self, other: &Column) -> Ordering {
        other.length.total_cmp(&self.length).then(self.inner.cmp(&other.inner))
    }

    fn is_before(&self, other: &Column) -> bool {
        self.order(other).is_lt()
    }
}

/// What two corners inside and two outside leave: a prism with an edge of the cell for one of its columns.
fn wedge([p, q]: [u32; 2], outer: [u32; 2], crossed: &Crossed) -> [[u32; 4]; 3] {
    let sides = outer.map(|node| [Column::new(p, node, crossed), Column::new(q, node, crossed)]);
    let [first, second] = sides.map(|[a, b]| [a.outer, b.outer]);
    let edge = [p, q];
    match sides.map(|[a, b]| a.is_before(&b)) {
        [true, false] => prism([second, edge, first]),
        [false, true] => prism([first, edge, second]),
        // The side between the crossings is the surface, which no other cell shares.
        [edge_first, _] => {
            let diagonal = |a: u32, b: u32| length(sub(crossed.place(a), crossed.place(b)));
            let swap = diagonal(first[0], second[1]) > diagonal(second[0], first[1]);
            let [low, high] = if swap { [second, first] } else { [first, second] };
            prism(if edge_first { [edge, low, high] } else { [low, high, edge] })
        }
    }
}

/// A prism by its columns, whose diagonals go from the first end of a column to the second of each later one.
fn prism([[a, d], [b, e], [c, f]]: [[u32; 2]; 3]) -> [[u32; 4]; 3] {
    [[a, b, c, f], [a, b, e, f], [a, d, e, f]]
}
