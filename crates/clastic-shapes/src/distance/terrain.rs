//! Distances from height fields.

use std::sync::Arc;

use super::Distance;
use super::outline::Outline;
use super::surface::{Nearest, normal_of_triangle, on_triangle};
use crate::height_field::HeightField;
use crate::vector::{bounds, length, sub};

/// A height field with a margin. The surface beyond the lattice is as at its edge, so a margin is all that is needed of
/// it: a place farther out is moved to the middle of the margin, from where it sees the same surface.
pub(super) struct Terrain {
    field: Arc<HeightField>,
    /// How far away the surface is searched for, in m.
    reach: f64,
    /// How far the margin goes, in m.
    margin: f64,
    /// The surface of a single row.
    row: Option<Outline>,
}

/// A cell of the lattice with its margin, by columns and rows.
type Cell = [usize; 2];

impl Terrain {
    pub(super) fn new(field: Arc<HeightField>, reach: f64) -> Self {
        let [low, high] = field.extent();
        // Beyond its own size the surface is as good as flat.
        let reach = reach.min(length(sub(high, low)) + field.range()[1] - field.range()[0]);
        let mut terrain = Terrain { reach, margin: 4.0 * reach, row: None, field };
        if terrain.field.counts()[1] == 1 {
            let flat = |[x, y, _]: [f64; 3]| [x, y];
            // From right to left, with the solid on the left.
            let segment = |i: usize| [flat(terrain.corner([i + 1, 0])), flat(terrain.corner([i, 0]))];
            let segments = (0..=terrain.field.counts()[0]).map(segment).collect();
            terrain.row = Some(Outline::new(segments, reach));
        }
        terrain
    }

    pub(super) fn distance(&self, p: [f64; 3]) -> Distance {
        let inside = || self.field.contains(p);
        let p = self.within_margin(p);
        if let Some(row) = &self.row {
            let (value, [x, y]) = row.distance([p[0], p[1]], inside);
            return Distance { value, gradient: [x, y, 0.0] };
        }
        if let Some((corners, nearest)) = self.nearest(p) {
            let (value, gradient) = nearest.signed(p, normal_of_triangle(corners), inside);
            return Distance { value, gradient };
        }
        let [lowest, highest] = self.field.range();
        let beyond = (p[1] - highest).max(0.0) - (lowest - p[1]).max(0.0);
        if beyond.abs() > self.reach {
            return Distance { value: beyond, gradient: [0.0, 1.0, 0.0] };
        }
        Distance { value: if inside() { -self.reach } else { self.reach }, gradient: [0.0; 3] }
    }

    /// The nearest triangle, and its nearest point, if there is one within reach. The cell below or above the place
    /// comes first, since what it gives rules out most others.
    fn nearest(&self, p: [f64; 3]) -> Option<([[f64; 3]; 3], Nearest<3>)> {
        let (mut least, mut nearest) = (self.reach * self.reach, None);
        let mut look = |cell: Cell, least: &mut f64| {
            for corners in self.triangles(cell) {
                let found = on_triangle(corners, p);
                if found.square < *least {
                    (*least, nearest) = (found.square, Some((corners, found)));
                }
            }
        };
        let home = self.cell_of([p[0], p[2]]);
        look(home, &mut least);
        let around = least.sqrt();
        let [first, last] = [-around, around].map(|by| self.cell_of([p[0] + by, p[2] + by]));
        for row in first[1]..=last[1] {
            for column in first[0]..=last[0] {
                let cell = [column, row];
                if cell != home && self.away(cell, p) < least {
                    look(cell, &mut least);
                }
            }
        }
        nearest
    }

    /// The square of the distance from the bounds of a cell, in m².
    fn away(&self, cell: Cell, p: [f64; 3]) -> f64 {
        let [low, high] = bounds(self.triangles(cell).into_iter().flatten());
        let beyond = |i: usize| (low[i] - p[i]).max(p[i] - high[i]).max(0.0);
        (0..3).map(|i| beyond(i) * beyond(i)).sum()
    }

    /// The cell in which a place in x and z is.
    fn cell_of(&self, p: [f64; 2]) -> Cell {
        let ([low, high], counts) = (self.field.extent(), self.field.counts());
        std::array::from_fn(|i| {
            let cells = (counts[i] - 1) as f64;
            let along = (p[i] - low[i]) / (high[i] - low[i]) * cells;
            if along < 0.0 { 0 } else { 1 + along.min(cells) as usize }
        })
    }

    /// Where lines of the lattice meet. The first and the last line of each kind are the edge of the margin.
    fn corner(&self, at: [usize; 2]) -> [f64; 3] {
        let counts = self.field.counts();
        let out = |i: usize| match at[i] {
            0 => -self.margin,
            line if line > counts[i] => self.margin,
            _ => 0.0,
        };
        let [x, y, z] = self.field.place([0, 1].map(|i| at[i].clamp(1, counts[i]) - 1));
        [x + out(0), y, z + out(1)]
    }

    /// Of a cell, anticlockwise as seen from above.
    fn triangles(&self, [i, j]: Cell) -> [[[f64; 3]; 3]; 2] {
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
