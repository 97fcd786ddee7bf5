//! A coarse grid that knows most answers of the point test in advance: cells that no triangle touches are inside or
//! outside as a whole.

use super::Mesh;
use crate::vector::{bounds, cross, dot, length, sub};

/// What is known of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Zone {
    Outside,
    Inside,
    /// A triangle may be in it.
    Surface,
}

#[derive(Clone, PartialEq)]
pub(super) struct Zones {
    low: [f64; 3],
    /// Cells per m.
    inverse: [f64; 3],
    counts: [usize; 3],
    zones: Vec<Zone>,
}

/// Cells for small meshes, and per triangle for large ones.
const FEWEST: usize = 1 << 14;
const PER_TRIANGLE: usize = 8;

/// Cells that may be looked at per triangle, on average, or long triangles would make fine grids expensive.
const MOST_LOOKS: usize = 64;

impl Zones {
    /// One cell, of which nothing is known.
    pub(super) fn unknown() -> Self {
        Zones { low: [0.0; 3], inverse: [0.0; 3], counts: [1; 3], zones: vec![Zone::Surface] }
    }

    pub(super) fn new(mesh: &Mesh) -> Self {
        let triangles = mesh.triangles.len();
        let mut cells = (PER_TRIANGLE * triangles).max(FEWEST);
        let mut grid = Zones::empty(mesh.bounds, cells);
        let looks = |grid: &Zones| -> usize {
            (0..triangles)
                .map(|i| grid.covered(mesh.corners(i)).map(|range| range.len()).iter().product::<usize>())
                .sum()
        };
        while cells > 1 && looks(&grid) > MOST_LOOKS * triangles + FEWEST {
            cells /= 8;
            grid = Zones::empty(mesh.bounds, cells);
        }
        (0..triangles).for_each(|i| grid.mark(mesh.corners(i)));
        grid.fill(mesh);
        grid
    }

    fn empty([low, high]: [[f64; 3]; 2], cells: usize) -> Zones {
        let extent = sub(high, low);
        let size = (extent.iter().product::<f64>() / cells as f64).cbrt();
        // A flat mesh would have no end of cells along its face.
        let counts = extent.map(|x| ((x / size) as usize).clamp(1, cells));
        let total = counts.iter().try_fold(1usize, |total, count| total.checked_mul(*count));
        match total {
            Some(total) if total <= 2 * cells => Zones {
                low,
                inverse: std::array::from_fn(|i| counts[i] as f64 / extent[i]),
                counts,
                zones: vec![Zone::Outside; total],
            },
            _ => Zones::unknown(),
        }
    }

    /// It never decreases with `x`, in spite of rounding.
    fn along(&self, axis: usize, x: f64) -> usize {
        (((x - self.low[axis]) * self.inverse[axis]) as usize).min(self.counts[axis] - 1)
    }

    fn index(&self, [i, j, k]: [usize; 3]) -> usize {
        (i * self.counts[1] + j) * self.counts[2] + k
    }

    fn covered(&self, corners: [[f64; 3]; 3]) -> [std::ops::Range<usize>; 3] {
        let [low, high] = bounds(corners);
        std::array::from_fn(|i| self.along(i, low[i])..self.along(i, high[i]) + 1)
    }

    fn middle(&self, cell: [usize; 3]) -> [f64; 3] {
        std::array::from_fn(|i| self.low[i] + (cell[i] as f64 + 0.5) / self.inverse[i])
    }

    /// Marks the cells around a triangle that its plane passes, and a little more for rounding.
    fn mark(&mut self, corners: [[f64; 3]; 3]) {
        let [a, b, c] = corners;
        let [u, v] = [sub(b, a), sub(c, a)];
        let normal = cross(u, v);
        let half = self.inverse.map(|x| 0.5 / x);
        let size: f64 = (0..3).map(|i| self.counts[i] as f64 / self.inverse[i]).sum();
        let rounding = 1e-12 * length(u) * length(v) * size;
        let reach = (1.0 + 1e-9) * dot(normal.map(f64::abs), half) + rounding;
        let [rows, columns, layers] = self.covered(corners);
        for i in rows {
            for j in columns.clone() {
                for k in layers.clone() {
                    let cell = [i, j, k];
                    // Not a number, in a grid of one cell, is a surface.
                    let away = dot(normal, sub(self.middle(cell), a)).abs();
                    if away.is_nan() || away <= reach {
                        let index = self.index(cell);
                        self.zones[index] = Zone::Surface;
                    }
                }
            }
        }
    }

    /// Tells inside from outside, column by column.
    fn fill(&mut self, mesh: &Mesh) {
        let mut heights = Vec::new();
        for i in 0..self.counts[0] {
            for j in 0..self.counts[1] {
                let [x, y, _] = self.middle([i, j, 0]);
                heights.clear();
                heights.extend(mesh.crossings([x, y]).map(|(_, z)| z));
                for k in 0..self.counts[2] {
                    let [_, _, z] = self.middle([i, j, k]);
                    let index = self.index([i, j, k]);
                    let above = heights.iter().filter(|height| **height > z).count();
                    if self.zones[index] == Zone::Outside && above % 2 == 1 {
                        self.zones[index] = Zone::Inside;
                    }
                }
            }
        }
    }

    /// Of a point within the bounds of the mesh.
    pub(super) fn of(&self, p: [f64; 3]) -> Zone {
        self.zones[self.index(std::array::from_fn(|i| self.along(i, p[i])))]
    }
}
