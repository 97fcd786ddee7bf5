//! Distances from height fields.

use std::sync::Arc;

use super::outline::Outline;
use super::surface::on_triangle;
use super::tree::Tree;
use super::{Distance, limited};
use crate::height_field::HeightField;
use crate::vector::bounds;

/// The surface beyond the lattice is as at its edge, so it is enough to know a margin of it: a place farther out is moved
/// to the middle of the margin, from where it sees the same surface.
const MARGIN: f64 = 4.0;

/// A height field with a margin.
pub(super) struct Terrain {
    field: Arc<HeightField>,
    /// How far away the surface is searched for, in m.
    reach: f64,
    surface: Surface,
}

enum Surface {
    /// Of one row of heights.
    Row(Outline),
    /// The cells between several rows.
    Cells(Tree<3>),
}

impl Terrain {
    pub(super) fn new(field: Arc<HeightField>, reach: f64) -> Self {
        let lattice = Lattice { field: &field, margin: MARGIN * reach };
        let [columns, rows] = lattice.cells();
        let surface = if field.counts()[1] == 1 {
            let flat = |[x, y, _]: [f64; 3]| [x, y];
            // From right to left, with the solid on the left.
            let segment = |i: usize| [flat(lattice.corner([i + 1, 0])), flat(lattice.corner([i, 0]))];
            Surface::Row(Outline::new((0..columns).map(segment).collect(), reach))
        } else {
            let boxes: Vec<_> = (0..columns * rows)
                .map(|cell| bounds(lattice.triangles([cell % columns, cell / columns]).into_iter().flatten()))
                .collect();
            Surface::Cells(Tree::new(&boxes))
        };
        Terrain { surface, field, reach }
    }

    pub(super) fn distance(&self, p: [f64; 3]) -> Distance {
        let inside = || self.field.contains(p);
        let lattice = Lattice { field: &self.field, margin: MARGIN * self.reach };
        let moved = lattice.within_margin(p);
        match &self.surface {
            Surface::Row(outline) => {
                let (value, [x, y]) = outline.distance([moved[0], p[1]], inside);
                Distance { value, gradient: [x, y, 0.0] }
            }
            Surface::Cells(tree) => {
                let columns = lattice.cells()[0];
                let nearer_half = |item: u32| {
                    let cell = [item as usize % columns, item as usize / columns];
                    let [one, other] = lattice.triangles(cell).map(|corners| on_triangle(corners, moved));
                    if one.0 <= other.0 { one } else { other }
                };
                let (value, gradient) = match tree.nearest(moved, self.reach, nearer_half) {
                    Some(nearest) => nearest.nearest().signed(moved, inside),
                    None => (limited(self.reach.max(tree.away(moved)), inside()), [0.0; 3]),
                };
                Distance { value, gradient }
            }
        }
    }
}

/// The lattice of a field with one more line on each side.
struct Lattice<'a> {
    field: &'a HeightField,
    /// How far out these lines are, in m.
    margin: f64,
}

impl Lattice<'_> {
    fn cells(&self) -> [usize; 2] {
        self.field.counts().map(|count| count + 1)
    }

    fn corner(&self, at: [usize; 2]) -> [f64; 3] {
        let counts = self.field.counts();
        let inner = [0, 1].map(|i| at[i].clamp(1, counts[i]) - 1);
        let [mut x, y, mut z] = self.field.place(inner);
        for (place, i) in [(&mut x, 0), (&mut z, 1)] {
            if at[i] == 0 {
                *place -= self.margin;
            } else if at[i] > counts[i] {
                *place += self.margin;
            }
        }
        [x, y, z]
    }

    /// Of a cell, anticlockwise as seen from above.
    fn triangles(&self, [i, j]: [usize; 2]) -> [[[f64; 3]; 3]; 2] {
        let [low, high] = [self.corner([i, j]), self.corner([i + 1, j + 1])];
        let [right, front] = [self.corner([i + 1, j]), self.corner([i, j + 1])];
        [[low, high, right], [low, front, high]]
    }

    fn within_margin(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        let [low, high] = self.field.extent();
        let half = 0.5 * self.margin;
        [x.clamp(low[0] - half, high[0] + half), y, z.clamp(low[1] - half, high[1] + half)]
    }
}
