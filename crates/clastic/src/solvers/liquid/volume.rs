//! Volume control: liquid whose particles are too dense grows slowly, and the reverse.
//!
//! Rounding, interpolation and solves that end early let particles drift together or apart, though every step keeps the volume of
//! every cell. So cells within the liquid get a divergence of `(f − 1) / τ`, with `f` the volume of particles per room, which
//! is 1 at rest (as in Kim et al. 2007, but cell by cell).

use crate::grid::neighbor_offset;
use rayon::prelude::*;

use super::grid::{Grid, cells_of, local_coord};
use super::multigrid::GRAIN;
use super::solids::Room;
use super::surface::Surface;

/// The largest share by which a cell is thought to be too full or too empty.
const MOST: f64 = 0.5;
/// Cells with less room than this are solid.
const LEAST_ROOM: f64 = 0.1;

/// The rate at which every cell shall grow, in 1/s, to be right after `relaxation` s.
pub fn growth<const D: usize>(
    rate: &mut Vec<f64>,
    grid: &Grid<D>,
    room: &Room<D>,
    surface: &Surface,
    relaxation: f64,
) {
    rate.resize(grid.len(), 0.0);
    rate.par_iter_mut().enumerate().with_min_len(GRAIN).for_each(|(cell, rate)| {
        *rate = 0.0;
        let excess = (surface.filled[cell] - 1.0).clamp(-MOST, MOST);
        // Where the kernel reaches beyond the liquid, it is the surface that leaves a cell less than full.
        if surface.level[cell] < 0.0 && (excess > 0.0 || is_within(grid, room, surface, cell)) {
            *rate = excess / relaxation * room.share[cell];
        }
    });
}

/// Whether all cells around one that have room are liquid.
fn is_within<const D: usize>(grid: &Grid<D>, room: &Room<D>, surface: &Surface, cell: usize) -> bool {
    let (tile, coord) = (cell / cells_of(D), local_coord::<D>(cell % cells_of(D)));
    (0..3usize.pow(D as u32)).all(|n| {
        let offset = neighbor_offset::<D>(n);
        let next = grid.at(tile, std::array::from_fn(|axis| coord[axis] + offset[axis]));
        next.is_some_and(|next| room.share[next] < LEAST_ROOM || surface.level[next] < 0.0)
    })
}
