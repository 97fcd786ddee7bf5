//! Particles that fly alone, too few for any cell around them to be liquid. They fall as they would on the grid, which is not made
//! for them: its tiles are many for a drop.

use super::cg::larger;
use super::grid::Grid;
use super::particles::Particles;
use super::path::{Path, between_walls, not_into};
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

    fn fly(&self, from: [f64; D], mut v: [f64; D]) -> ([f64; D], [f64; D]) {
        let Spray { grid, solids, dt, .. } = *self;
        for axis in 0..D {
            v[axis] += self.gravity[axis] * dt;
        }
        let time = self.time + dt;
        let to = std::array::from_fn(|axis| from[axis] + v[axis] * dt);
        let (x, met) = Path { grid, solids, time }.end(from, to);
        if let Some(n) = met {
            v = not_into(v, solids.velocity(x, time), n);
        }
        let within = between_walls(grid, x);
        for axis in (0..D).filter(|axis| within[*axis] != x[*axis]) {
            v[axis] = 0.0;
        }
        (within, v)
    }
}
