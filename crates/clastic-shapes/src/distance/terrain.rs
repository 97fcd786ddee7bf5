//! Distances from height fields.

use std::sync::Arc;

use super::Distance;
use super::outline::Outline;
use super::surface::{Nearest, normal_of_triangle, on_triangle};
use crate::height_field::HeightField;
use crate::vector::{length, sub};

/// A height field with a margin. The surface beyond the lattice is as at its edge, so a margin is all that is needed of
/// it: a place farther out is moved to the middle of the margin, from where it sees the same surface.
pub(super) struct Terrain {
    field: Arc<HeightField>,
    /// How far away the surface is searched for, in m.
    reach: f64,
    /// How far the margin goes, in m.
    margin: f64,
    /// Between lines of the lattice along x and z, in m.
    steps: [f64; 2],
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
        let steps = [0, 1].map(|i| (high[i] - low[i]) / field.counts()[i].saturating_sub(1).max(1) as f64);
        let mut terrain = Terrain { reach, margin: 4.0 * reach, steps, row: None, field };
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
                if cell != home && self.away(cell, p, least) < least {
                    look(cell, &mut least);
                }
            }
        }
        nearest
    }

    /// The square of the distance from the bounds of a cell, in m², or less if that is `least` or more already.
    fn away(&self, [i, j]: Cell, [x, y, z]: [f64; 3], least: f64) -> f64 {
        let square = |low: f64, high: f64, at: f64| (low - at).max(at - high).max(0.0).powi(2);
        let across =
            square(self.line(0, i), self.line(0, i + 1), x) + square(self.line(1, j), self.line(1, j + 1), z);
        if across >= least {
            return across;
        }
        let (a, b) = (self.height([i, j]), self.height([i + 1, j]));
        let (c, d) = (self.height([i, j + 1]), self.height([i + 1, j + 1]));
        across + square(a.min(b).min(c.min(d)), a.max(b).max(c.max(d)), y)
    }

    /// The cell in which a place in x and z is.
    fn cell_of(&self, p: [f64; 2]) -> Cell {
        let ([low, _], counts) = (self.field.extent(), self.field.counts());
        std::array::from_fn(|i| {
            let along = (p[i] - low[i]) / self.steps[i];
            if along < 0.0 { 0 } else { 1 + (along as usize).min(counts[i] - 1) }
        })
    }

    /// Where a line of the lattice is along x or z, in m. The first and the last are the edges of the margin.
    fn line(&self, axis: usize, line: usize) -> f64 {
        let [low, high] = self.field.extent();
        match line {
            0 => low[axis] - self.margin,
            line if line > self.field.counts()[axis] => high[axis] + self.margin,
            line => low[axis] + (line - 1) as f64 * self.steps[axis],
        }
    }

    /// Where two lines meet, in m.
    fn height(&self, at: [usize; 2]) -> f64 {
        let [columns, rows] = self.field.counts();
        self.field.at([at[0].clamp(1, columns) - 1, at[1].clamp(1, rows) - 1])
    }

    fn corner(&self, at: [usize; 2]) -> [f64; 3] {
        [self.line(0, at[0]), self.height(at), self.line(1, at[1])]
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
