//! Keeps the volume of what lies on the liquid and on solids.
//!
//! Velocities that are extrapolated do not keep volume: where the surface is drawn together, particles above the centers of
//! the outermost cells of liquid, up to half of those of a cell, would come together without rising, become liquid that is
//! too dense, and never part again. Films on solids that are thinner than half a cell would fall flat. So cells of air near
//! the liquid, and those that hold a film, are made free of divergence too, by a pressure that is 0 in the air beyond; faces
//! of the liquid stay as they are. There is always air nearby, so a few sweeps do.

use rayon::prelude::*;

use super::grid::{NONE, cells_of};
use super::multigrid::{GRAIN, Level, Row, ToSurface};
use super::numbering::{Numbering, resize};
use super::pressure::Situation;

/// Sweeps over both colours.
const SWEEPS: usize = 8;
/// How far a cell beside a solid is filled at least for a film.
const LEAST_FILLED: f64 = 0.2;
/// How many faces' worth a cell is open to air at least, or air would be pressed through holes.
const LEAST_WAY_OUT: f64 = 0.5;

/// The solver.
#[derive(Clone, Debug, Default)]
pub(super) struct Beyond<const D: usize> {
    numbering: Numbering<D>,
    cell_of: Vec<u32>,
    /// Whether a cell of air is beside liquid.
    beside: Vec<bool>,
    level: Level<D>,
}

impl<const D: usize> Beyond<D> {
    /// Changes velocities of faces between cells of air, of which one at least is within two cells of liquid or holds a film; none becomes
    /// faster than `fastest`, in m/s.
    pub fn run(
        &mut self,
        situation: Situation<D>,
        filled: &[f64],
        fastest: f64,
        velocity: &mut [Vec<f64>; D],
    ) {
        let (grid, room, cells) = (situation.grid, situation.room, cells_of(D));
        let is_liquid = |cell: usize| situation.is_liquid(cell);
        let open_at = |axis: usize, face: usize| room.open[axis][face];
        let is_open = |axis: usize, face: usize| open_at(axis, face) > 0.0;
        resize(&mut self.beside, grid.len(), false);
        self.beside.par_iter_mut().enumerate().with_min_len(GRAIN).for_each(|(cell, beside)| {
            let mut ways = situation.ways(cell);
            *beside =
                !is_liquid(cell) && ways.any(|(axis, _, face, next)| is_liquid(next) && is_open(axis, face));
        });
        let beside = &self.beside;
        let is_there = |tile: usize, local: usize| {
            let cell = tile * cells + local;
            let is_near = || {
                let mut ways = situation.ways(cell);
                beside[cell] || ways.any(|(axis, _, face, next)| beside[next] && is_open(axis, face))
            };
            let is_film = || {
                let mut ways = situation.ways(cell);
                filled[cell] > LEAST_FILLED && ways.any(|(axis, _, face, _)| !is_open(axis, face))
            };
            let way_out = || {
                let out = |(axis, _, face, next)| if is_liquid(next) { 0.0 } else { open_at(axis, face) };
                situation.ways(cell).map(out).sum::<f64>()
            };
            !is_liquid(cell) && (is_near() || is_film()) && way_out() >= LEAST_WAY_OUT
        };
        self.numbering.run(grid.codes(), &is_there);
        let (len, reds) = (self.numbering.len(), self.numbering.reds());
        resize(&mut self.cell_of, len, NONE);
        self.numbering.fill(&mut self.cell_of, &|tile, local| (tile * cells + local) as u32);
        let index = &self.numbering.index;
        let cell_of = &self.cell_of;
        self.level.fill(reds, len, &|cell| {
            let (mut row, mut surface) = (Row::ALONE, [[ToSurface::default(); 2]; D]);
            let first = if cell < reds { reds } else { 0 };
            for (axis, side, face, next) in situation.ways(cell_of[cell] as usize) {
                let open = room.open[axis][face];
                if open == 0.0 || is_liquid(next) {
                    continue;
                }
                if index[next] != NONE {
                    row.conductance[axis][side] = open;
                    row.neighbor[axis][side] = index[next] - first as u32;
                } else {
                    surface[axis][side] = ToSurface { face: open, conductance: open };
                }
            }
            row.close(&surface);
            (row, surface)
        });
        let faces = &*velocity;
        self.level.solve(SWEEPS, &|cell| -situation.outflow(faces, cell_of[cell] as usize));
        let q = |cell: usize| self.level.solution().get(index[cell] as usize).copied().unwrap_or(0.0);
        for (axis, velocity) in velocity.iter_mut().enumerate() {
            velocity.par_iter_mut().enumerate().with_min_len(GRAIN).for_each(|(face, u)| {
                let Some(below) = grid.beside_cell(face, axis, 0) else { return };
                if index[face] == NONE && index[below] == NONE {
                    return;
                }
                if room.open[axis][face] > 0.0 && !is_liquid(face) && !is_liquid(below) {
                    *u = (*u - q(face) + q(below)).max(-fastest).min(fastest);
                }
            });
        }
    }
}
