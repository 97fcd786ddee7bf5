//! The way of a particle among walls and solids: it enters neither.

use super::grid::{Bounds, Grid};
use super::solids::Solids;

/// How far out of walls and solids particles are kept, in cells.
pub(super) const MARGIN: f64 = 1e-3;
/// How often a particle in a solid is moved out.
const PUSHES: usize = 3;
/// The longest way between two looks, in cells, where a solid is nearer than that: no solid that is thicker is passed.
const LOOK: f64 = 0.2;

/// What is in the way.
pub(super) struct Path<'a, const D: usize> {
    pub grid: &'a Grid<D>,
    pub solids: &'a dyn Solids<D>,
    /// When, in s.
    pub time: f64,
}

impl<const D: usize> Path<'_, D> {
    /// Where a way from one place to another, in m, ends: it goes on along the first solid that it meets. And which way leads out of
    /// that.
    pub fn end(&self, from: [f64; D], to: [f64; D]) -> ([f64; D], Option<[f64; D]>) {
        let way: [f64; D] = std::array::from_fn(|a| to[a] - from[a]);
        let length = way.iter().map(|w| w * w).sum::<f64>().sqrt();
        let mut gone = 0.0;
        loop {
            let at = std::array::from_fn(|a| from[a] + gone * way[a]);
            let distance = self.solids.distance(at, self.time);
            if distance < 0.5 * MARGIN * self.grid.cell {
                let n = self.solids.normal(at, self.time, 0.01 * self.grid.cell);
                let into = (0..D).map(|a| way[a] * n[a]).sum::<f64>().min(0.0);
                let along = std::array::from_fn(|a| at[a] + (1.0 - gone) * (way[a] - into * n[a]));
                return (self.out(along), Some(n));
            }
            // Distances do not fall faster than one goes; what is not a number does not get far.
            let clear = distance.max(LOOK * self.grid.cell);
            if !(gone < 1.0 && distance < (1.0 - gone) * length) {
                return (to, None);
            }
            gone = (gone + clear / length).min(1.0);
        }
    }

    /// Out of solids, the shortest way.
    fn out(&self, mut x: [f64; D]) -> [f64; D] {
        for _ in 0..PUSHES {
            let distance = self.solids.distance(x, self.time);
            if distance >= 0.5 * MARGIN * self.grid.cell || distance.is_nan() {
                break;
            }
            let normal = self.solids.normal(x, self.time, 0.01 * self.grid.cell);
            for axis in 0..D {
                x[axis] += (MARGIN * self.grid.cell - distance) * normal[axis];
            }
        }
        x
    }
}

/// A velocity that does not lead into a solid with this velocity, out of which `n` leads. Particles that a thin solid holds would else
/// gather speed on the grid, which does not see it.
#[inline(always)]
pub(super) fn not_into<const D: usize>(v: [f64; D], solid: [f64; D], n: [f64; D]) -> [f64; D] {
    let into = (0..D).map(|a| (v[a] - solid[a]) * n[a]).sum::<f64>().min(0.0);
    std::array::from_fn(|axis| v[axis] - into * n[axis])
}

/// The nearest place between the walls, in m.
pub(super) fn between_walls<const D: usize>(grid: &Grid<D>, x: [f64; D]) -> [f64; D] {
    let Grid { cell, bounds: Bounds { low, high, .. }, .. } = grid;
    let margin = MARGIN * cell;
    std::array::from_fn(|axis| x[axis].max(low[axis] + margin).min(high[axis] - margin))
}
