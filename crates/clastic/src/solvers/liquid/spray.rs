//! Particles that fly alone, too few for any cell around them to be liquid. They fall as they would on the grid, which is not made
//! for them: its tiles are many for a drop.

use super::advect::{MARGIN, PUSHES};
use super::cg::larger;
use super::grid::{Bounds, Grid};
use super::particles::Particles;
use super::solids::Solids;

/// What they fly by.
pub(super) struct Spray<'a, const D: usize> {
    pub grid: &'a Grid<D>,
    pub solids: &'a dyn Solids<D>,
    /// In m/s².
    pub gravity: [f64; D],
    /// When the step begins and how long it is, in s.
    pub time: f64,
    pub dt: f64,
}

impl<const D: usize> Spray<'_, D> {
    /// Writes where those after the last tile's go, and their velocities; returns the most cells that one moves along an axis, NaN if
    /// something is not a number.
    pub fn run(&self, from: &Particles<D>, to: &mut Particles<D>) -> f64 {
        let mut most = 0.0;
        for p in self.grid.end()..from.len() {
            let (x, v) = self.fly(from.position[p], from.velocity[p]);
            for axis in 0..D {
                most = larger(most, (x[axis] - from.position[p][axis]).abs() / self.grid.cell);
            }
            (to.position[p], to.velocity[p]) = (self.grid.wrapped(x), v);
            to.affine[p] = from.affine[p];
        }
        most
    }

    fn fly(&self, mut x: [f64; D], mut v: [f64; D]) -> ([f64; D], [f64; D]) {
        let Grid { cell, bounds: Bounds { low, high, .. }, .. } = self.grid;
        for axis in 0..D {
            v[axis] += self.gravity[axis] * self.dt;
            x[axis] += v[axis] * self.dt;
        }
        let (end, margin) = (self.time + self.dt, MARGIN * cell);
        for _ in 0..PUSHES {
            let distance = self.solids.distance(x, end);
            if distance >= 0.5 * margin || distance.is_nan() {
                break;
            }
            let (n, solid) = (self.solids.normal(x, end, 0.01 * cell), self.solids.velocity(x, end));
            let into = (0..D).map(|a| (v[a] - solid[a]) * n[a]).sum::<f64>().min(0.0);
            for axis in 0..D {
                x[axis] += (margin - distance) * n[axis];
                v[axis] -= into * n[axis];
            }
        }
        for axis in 0..D {
            if x[axis] < low[axis] + margin {
                (x[axis], v[axis]) = (low[axis] + margin, v[axis].max(0.0));
            }
            if x[axis] > high[axis] - margin {
                (x[axis], v[axis]) = (high[axis] - margin, v[axis].min(0.0));
            }
        }
        (x, v)
    }
}
