//! Faces to particles, and particles along the flow.
//!
//! Velocities and `c_pa` are taken at the old places, by equation 14 of "The Affine Particle-In-Cell Method" and for any
//! [`Scheme`]. Then particles move by Ralston's third-order rule, in as many pieces as keep each within a cell, and never into
//! walls or solids.

use crate::parallel::{Along, Records, tree};
use crate::transfer::Scheme;

use super::cg::larger;
use super::grid::{EDGE, Grid};
use super::particles::Particles;
use super::path::{MARGIN, Path, between_walls, not_into};
use super::solids::{Room, Solids, walls_in_cells};
use super::transfer::TILES;
use super::window::{Faces, Window, in_tile};

/// What particles get from faces.
pub(super) struct GridToParticles<'a, const D: usize> {
    pub grid: &'a Grid<D>,
    pub scheme: &'a Scheme,
    pub room: &'a Room<D>,
    pub solids: &'a dyn Solids<D>,
    /// Velocities of faces by axis, in m/s, after forces and pressure, and as particles gave them.
    pub after: &'a [Vec<f64>; D],
    pub before: &'a [Vec<f64>; D],
    /// When the step begins and how long it is, in s.
    pub time: f64,
    pub dt: f64,
}

impl<const D: usize> GridToParticles<'_, D> {
    /// Writes velocities, `c_pa` and places; returns the most cells that a particle moves along an axis, NaN if something is
    /// not a number.
    pub fn run(&self, from: &Particles<D>, to: &mut Particles<D>) -> f64 {
        let (tiles, end) = (&self.grid.tiles, self.grid.end());
        let first_of = |tile: usize| tiles.get(tile).map_or(end, |tile| tile.first as usize);
        let data = (
            Records { data: &mut to.position[..end], stride: 1 },
            Records { data: &mut to.velocity[..end], stride: 1 },
            Records { data: &mut to.affine[..end], stride: 1 },
        );
        let data = Along { data, first: 0, offset_of: &first_of };
        tree(
            0..tiles.len(),
            TILES,
            &|tile| tile,
            data,
            &|range, data| {
                let start = first_of(range.start);
                let (places, velocities, affines) = data.data;
                let mut windows = [Window::new(), Window::new()];
                let mut most = 0.0;
                for tile in range.filter(|tile| !tiles[*tile].is_empty()) {
                    Faces { grid: self.grid, velocity: self.after }.show(&mut windows[0], tile);
                    if self.scheme.alpha > 0.0 {
                        Faces { grid: self.grid, velocity: self.before }.show(&mut windows[1], tile);
                    }
                    for p in tiles[tile].first as usize..tiles[tile].end as usize {
                        let i = p - start;
                        let (x, v) = (from.position[p], from.velocity[p]);
                        let moved = self.give(&windows, tile, x, v);
                        (places.data[i], velocities.data[i], affines.data[i]) = moved;
                        for axis in 0..D {
                            most = larger(most, (places.data[i][axis] - x[axis]).abs() / self.grid.cell);
                            most = larger(most, 0.0 * velocities.data[i][axis]);
                        }
                        places.data[i] = self.grid.wrapped(places.data[i]);
                    }
                }
                most
            },
            &larger,
        )
    }

    /// Where a particle goes, its velocity there and `c_pa`.
    #[inline(always)]
    fn give(
        &self,
        windows: &[Window<D>; 2],
        tile: usize,
        x: [f64; D],
        v: [f64; D],
    ) -> ([f64; D], [f64; D], [[f64; D]; D]) {
        let faces = Faces { grid: self.grid, velocity: self.after };
        let s = in_tile(self.grid, tile, &x);
        let (flow, gradient) = faces.sample_affine(&windows[0], tile, s);
        let mut velocity = flow;
        if self.scheme.alpha > 0.0 {
            let before = Faces { grid: self.grid, velocity: self.before };
            let old = before.sample(&windows[1], tile, s);
            for axis in 0..D {
                velocity[axis] += self.scheme.alpha * (v[axis] - old[axis]);
            }
        }
        let (place, met) = self.advance(&windows[0], tile, s, flow);
        if let Some(n) = met {
            let solid = self.solids.velocity(place, self.time + self.dt);
            velocity = not_into(velocity, solid, n);
        }
        let per_cell = 1.0 / self.grid.cell;
        (place, velocity, gradient.map(|row| row.map(|x| x * per_cell)))
    }

    /// Where a place is after the step, in m, and which way leads out of the last solid that it met; `k1` is the velocity at first.
    #[inline(always)]
    fn advance(
        &self,
        window: &Window<D>,
        tile: usize,
        mut s: [f64; D],
        mut k1: [f64; D],
    ) -> ([f64; D], Option<[f64; D]>) {
        let faces = Faces { grid: self.grid, velocity: self.after };
        let per_cell = self.dt / self.grid.cell;
        let speed = k1.iter().map(|v| v * v).sum::<f64>().sqrt() * per_cell;
        // What is far too fast is found out by how far it gets.
        let pieces = speed.ceil().clamp(1.0, EDGE as f64);
        let tau = per_cell / pieces;
        let ahead = |s: [f64; D], k: [f64; D], t: f64| std::array::from_fn(|axis| s[axis] + t * k[axis]);
        let (mut piece, mut met) = (1.0, None);
        loop {
            let k2 = faces.sample(window, tile, ahead(s, k1, 0.5 * tau));
            let k3 = faces.sample(window, tile, ahead(s, k2, 0.75 * tau));
            let to = std::array::from_fn(|axis| {
                s[axis] + tau / 9.0 * (2.0 * k1[axis] + 3.0 * k2[axis] + 4.0 * k3[axis])
            });
            let (end, now) = self.keep_out(tile, s, to, self.time + self.dt * piece / pieces);
            (s, met) = (end, now.or(met));
            if piece == pieces {
                break;
            }
            piece += 1.0;
            k1 = faces.sample(window, tile, s);
        }
        let first = self.grid.tiles[tile].coord.map(|c| (c * EDGE as i32) as f64);
        (self.grid.place(ahead(s, first, 1.0)), met)
    }

    /// Where a way ends that goes into neither walls nor solids, in cells from the tile's first, and which way leads out of a solid that it
    /// met.
    fn keep_out(&self, tile: usize, from: [f64; D], to: [f64; D], time: f64) -> ([f64; D], Option<[f64; D]>) {
        let (grid, solids) = (self.grid, self.solids);
        let length = || (0..D).map(|a| (to[a] - from[a]).powi(2)).sum::<f64>().sqrt();
        let distances = &self.room.distances;
        let is_near = distances.is_near(grid, tile) && !distances.are_far(grid, tile, &to, length() + MARGIN);
        let first = grid.tiles[tile].coord.map(|c| (c * EDGE as i32) as f64);
        let is_within = |s: &[f64; D], axis: usize| {
            let [low, high] = walls_in_cells(grid, axis).map(|wall| wall - first[axis]);
            s[axis] > low + 1.0 && s[axis] < high - 1.0
        };
        if !is_near && (0..D).all(|axis| is_within(&to, axis)) {
            return (to, None);
        }
        let place = |s: [f64; D]| grid.place(std::array::from_fn(|axis| s[axis] + first[axis]));
        let (mut x, mut met) = (place(to), None);
        if is_near {
            (x, met) = Path { grid, solids, time }.end(place(from), x);
        }
        (in_tile(grid, tile, &between_walls(grid, x)), met)
    }
}
