//! The pressure that keeps the liquid's volume.
//!
//! With `q = p Δt / (ρ Δx)`, in m/s, a face between two cells of liquid gets `u ← u − (q_above − q_below)`, and every cell the
//! equation
//!
//! ```text
//! Σ_faces α (q − q_neighbor) = −Σ_faces ± (α u + (1 − α) u_solid) + Δx s
//! ```
//!
//! with the open fractions `α` (Batty, Bertails and Bridson 2007, in the finite-volume form of Ng, Min and Gibou 2009) and `s` the
//! rate at which volume shall grow. The surface, where `q = 0`, is at a share `θ` of the way to a neighbour in the air, which
//! makes the face `α q / θ` (ghost fluid, second order: Gibou et al. 2002).
//!
//! Solids push and do not pull: where the pressure in a cell beside a solid would be negative, the cell is *released*, `q = 0`,
//! and the rest is solved again. A released cell that would be compressed is taken back.

use rayon::prelude::*;

use super::cg::{ConjugateGradients, Solved, dot_and_max};
use super::grid::{Grid, NONE, cells_of};
use super::multigrid::{GRAIN, Level, Multigrid, Row, ToSurface};
use super::numbering::{Numbering, resize};
use super::parts::Parts;
use super::solids::Room;

/// The least share of the way to the surface.
const LEAST_THETA: f64 = 0.01;
/// How often cells are released and taken back: the primal-dual active set method, which ends by itself within a few rounds,
/// since the system is an M-matrix (Hintermüller, Ito and Kunisch 2002).
const MOST_RELEASES: usize = 6;
/// How often after that they are taken back only.
const MOST_ROUNDS: usize = MOST_RELEASES + 6;
/// The tolerance at which cells are released, as a share of the largest outflow.
const ROUGH: f64 = 1e-3;
/// Pressures above minus this share of the largest are not negative.
const ROUNDING: f64 = 1e-5;

/// What is known when pressure is asked for.
#[derive(Clone, Copy)]
pub struct Situation<'a, const D: usize> {
    /// The cells.
    pub grid: &'a Grid<D>,
    /// What solids leave open.
    pub room: &'a Room<D>,
    /// `φ` of every cell, in cells.
    pub level: &'a [f64],
    /// The rate at which the volume of every cell shall grow, in 1/s; nowhere, if it is empty.
    pub growth: &'a [f64],
}

/// When the solve ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solve {
    /// Once no cell's outflow is off by more than this share of the largest before.
    pub tolerance: f64,
    /// After so many V-cycles.
    pub iterations: usize,
}

impl Default for Solve {
    fn default() -> Self {
        Solve { tolerance: 1e-6, iterations: 200 }
    }
}

/// What a projection took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Projected {
    /// Cells of liquid.
    pub cells: usize,
    /// V-cycles over all solves.
    pub iterations: usize,
    /// How often cells were released or taken back.
    pub releases: usize,
    /// The largest error of a cell's outflow, in m/s; over `Δx` it is the divergence.
    pub residual: f64,
}

/// The solver and what it found.
#[derive(Clone, Debug, Default)]
pub struct Pressure<const D: usize> {
    /// `q` of every cell, in m/s; 0 in the air.
    pub q: Vec<f64>,
    /// Whether a cell beside a solid is released.
    pub released: Vec<bool>,
    multigrid: Multigrid<D>,
    solver: ConjugateGradients,
    /// The unknown of every cell, and the cell of every unknown.
    numbering: Numbering<D>,
    cell_of: Vec<u32>,
    b: Vec<f64>,
    x: Vec<f64>,
    parts: Parts,
    /// The released cells, those that are to be, and those that are to be no more.
    freed: Vec<u32>,
    pulled: Vec<u32>,
    pressed: Vec<u32>,
}

/// The share of the way from a cell of liquid to the surface before a neighbour in the air.
#[inline]
fn theta(inside: f64, outside: f64) -> f64 {
    (inside / (inside - outside)).clamp(LEAST_THETA, 1.0)
}

impl<const D: usize> Situation<'_, D> {
    pub(super) fn is_liquid(&self, cell: usize) -> bool {
        self.level[cell] < 0.0
    }

    /// The six, or four, ways out of a cell: axis, side, the face and the neighbour.
    pub(super) fn ways(&self, cell: usize) -> impl Iterator<Item = (usize, usize, usize, usize)> + '_ {
        (0..2 * D).filter_map(move |way| {
            let (axis, side) = (way / 2, way % 2);
            let next = self.grid.beside_cell(cell, axis, side)?;
            Some((axis, side, if side == 0 { cell } else { next }, next))
        })
    }

    fn touches_solid(&self, cell: usize) -> bool {
        self.ways(cell).any(|(axis, _, face, _)| self.room.open[axis][face] < 1.0)
    }

    /// What flows out of a cell: `Σ ± (α u + (1 − α) u_solid) − Δx s`, in m/s.
    pub fn outflow(&self, velocity: &[Vec<f64>; D], cell: usize) -> f64 {
        let mut sum = 0.0;
        for (axis, side, face, _) in self.ways(cell) {
            let open = self.room.open[axis][face];
            let flow = open * velocity[axis][face] + (1.0 - open) * self.room.velocity[axis][face];
            sum += if side == 1 { flow } else { -flow };
        }
        sum - self.growth.get(cell).map_or(0.0, |rate| rate * self.grid.cell)
    }
}

impl<const D: usize> Pressure<D> {
    /// Makes the velocities of faces free of divergence in the liquid. If the solve fails they are as they were.
    pub fn project(
        &mut self,
        situation: Situation<D>,
        velocity: &mut [Vec<f64>; D],
        solve: Solve,
    ) -> Result<Projected, Solved> {
        let len = situation.grid.len();
        self.released.clear();
        resize(&mut self.released, len, false);
        self.freed.clear();
        self.pulled.clear();
        self.pressed.clear();
        self.q.clear();
        resize(&mut self.q, len, 0.0);
        self.assemble(situation, velocity);
        let most = dot_and_max(&self.b, &self.b).1;
        let exact = solve.tolerance * most;
        // Which cells are released need not be found with pressures that are exact.
        let mut tolerance = exact.max(ROUGH * most);
        let mut projected = Projected { cells: self.b.len(), ..Projected::default() };
        loop {
            let solved =
                self.solver.solve(&mut self.multigrid, &self.b, &mut self.x, tolerance, solve.iterations);
            if !solved.is_done {
                return Err(solved);
            }
            projected.iterations += solved.iterations;
            projected.residual = solved.residual;
            let (index, x) = (&self.numbering.index, &self.x);
            self.q.par_iter_mut().zip(index).with_min_len(GRAIN).for_each(|(q, index)| {
                *q = x.get(*index as usize).copied().unwrap_or(0.0);
            });
            let lets_go = projected.releases < MOST_RELEASES && self.list_pulled(&situation);
            let takes_back =
                projected.releases < MOST_ROUNDS && self.list_pressed(&situation, velocity, tolerance);
            if lets_go || takes_back {
                projected.releases += 1;
                self.release(&situation, velocity);
            } else if tolerance > exact {
                tolerance = exact;
            } else {
                break;
            }
        }
        self.subtract(situation, velocity);
        Ok(projected)
    }

    /// Whether a cell has a pressure that is not known: it is not released.
    #[inline]
    fn is_active(&self, cell: usize) -> bool {
        self.numbering.index[cell] != NONE && !self.released[cell]
    }

    /// Whether a cell gets an equation: liquid that can flow somewhere.
    fn is_unknown(&self, situation: &Situation<D>, cell: usize) -> bool {
        let room = situation.room;
        let is_open = || situation.ways(cell).any(|(axis, _, face, _)| room.open[axis][face] > 0.0);
        situation.is_liquid(cell) && (!room.cut[cell / cells_of(D)] || is_open())
    }

    /// Makes the system and its hierarchy; [`Pressure::project`] does so itself.
    pub fn assemble(&mut self, situation: Situation<D>, velocity: &[Vec<f64>; D]) {
        let mut numbering = std::mem::take(&mut self.numbering);
        let cells = cells_of(D);
        let is_there = |tile: usize, local: usize| self.is_unknown(&situation, tile * cells + local);
        numbering.run(situation.grid.codes(), &is_there);
        let (len, reds) = (numbering.len(), numbering.reds());
        resize(&mut self.cell_of, len, NONE);
        numbering.fill(&mut self.cell_of, &|tile, local| (tile * cells + local) as u32);
        self.numbering = numbering;
        let mut level = self.multigrid.take_finest();
        level.period = situation.grid.bounds.period.map(|tiles| tiles * super::grid::EDGE as i32);
        level.fill(reds, len, &|index| {
            self.row(&situation, self.cell_of[index] as usize, if index < reds { reds } else { 0 })
        });
        self.multigrid.build(level, &mut self.numbering);
        resize(&mut self.b, len, 0.0);
        resize(&mut self.x, len, 0.0);
        let cell_of = &self.cell_of;
        let find = |((b, x), cell): ((&mut f64, &mut f64), &u32)| {
            (*b, *x) = (-situation.outflow(velocity, *cell as usize), 0.0);
        };
        self.b.par_iter_mut().zip(&mut self.x).zip(cell_of).with_min_len(GRAIN).for_each(find);
        self.parts.run(situation.grid, &self.numbering, self.multigrid.system(), &self.b);
        // Where there is no surface, what flows in must flow out: takes the mean away.
        if !self.parts.are_open() {
            let parts = &self.parts;
            let balance = |(b, cell): (&mut f64, &u32)| *b -= parts.mean_of_closed::<D>(*cell as usize);
            self.b.par_iter_mut().zip(cell_of).with_min_len(GRAIN).for_each(balance);
        }
    }

    /// The equation of a cell; its neighbours' unknowns begin at `first`.
    fn row(&self, situation: &Situation<D>, cell: usize, first: usize) -> (Row<D>, [[ToSurface; 2]; D]) {
        let (mut row, mut surface) = (Row::ALONE, [[ToSurface::default(); 2]; D]);
        if self.released[cell] {
            return (row, surface);
        }
        for (axis, side, face, next) in situation.ways(cell) {
            let open = situation.room.open[axis][face];
            if open == 0.0 {
                continue;
            }
            if self.is_active(next) {
                row.conductance[axis][side] = open;
                row.neighbor[axis][side] = self.numbering.index[next] - first as u32;
            } else {
                let theta = self.way_to_surface(situation, cell, next);
                surface[axis][side] = ToSurface { face: open, conductance: open / theta };
            }
        }
        row.close(&surface);
        (row, surface)
    }

    /// The share of the way to a neighbour without unknown where `q = 0`: its center if it is released.
    fn way_to_surface(&self, situation: &Situation<D>, cell: usize, next: usize) -> f64 {
        if self.released[next] { 1.0 } else { theta(situation.level[cell], situation.level[next]) }
    }

    /// Lists the cells that solids would have to pull; whether there are any.
    fn list_pulled(&mut self, situation: &Situation<D>) -> bool {
        let least = -ROUNDING * dot_and_max(&self.x, &self.x).1;
        self.pulled.clear();
        if !self.x.par_iter().with_min_len(GRAIN).any(|x| *x < least) {
            return false;
        }
        for (x, &cell) in self.x.iter().zip(&self.cell_of) {
            let cell_index = cell as usize;
            if *x < least && self.parts.is_open::<D>(cell_index) && situation.touches_solid(cell_index) {
                self.pulled.push(cell);
            }
        }
        !self.pulled.is_empty()
    }

    /// Lists the released cells that are pressed together; whether there are any.
    fn list_pressed(&mut self, situation: &Situation<D>, velocity: &[Vec<f64>; D], tolerance: f64) -> bool {
        self.pressed.clear();
        for &cell in &self.freed {
            let cell_index = cell as usize;
            let mut outflow = situation.outflow(velocity, cell_index);
            for (axis, _, face, next) in situation.ways(cell_index) {
                outflow +=
                    situation.room.open[axis][face] * self.gradient_across(situation, cell_index, next);
            }
            if outflow < -tolerance {
                self.pressed.push(cell);
            }
        }
        !self.pressed.is_empty()
    }

    /// Does what the lists say. Coarser levels stay as they are: what they find for released cells is not looked at.
    fn release(&mut self, situation: &Situation<D>, velocity: &[Vec<f64>; D]) {
        for i in 0..self.pressed.len() {
            self.released[self.pressed[i] as usize] = false;
        }
        for i in 0..self.pulled.len() {
            self.released[self.pulled[i] as usize] = true;
        }
        self.freed.extend_from_slice(&self.pulled);
        let released = &self.released;
        self.freed.retain(|cell| released[*cell as usize]);
        self.pulled.append(&mut self.pressed);
        while let Some(cell) = self.pulled.pop() {
            let cell = cell as usize;
            let index = self.numbering.index[cell] as usize;
            self.q[cell] = 0.0;
            self.x[index] = 0.0;
            self.b[index] = if self.released[cell] { 0.0 } else { -situation.outflow(velocity, cell) };
            self.renew(situation, cell);
            for (_, _, _, next) in situation.ways(cell) {
                self.renew(situation, next);
            }
        }
    }

    /// Writes the equation of a cell again.
    fn renew(&mut self, situation: &Situation<D>, cell: usize) {
        let index = self.numbering.index[cell];
        if index != NONE {
            let index = index as usize;
            let reds = self.numbering.reds();
            let (row, _) = self.row(situation, cell, if index < reds { reds } else { 0 });
            self.multigrid.set(index, row);
        }
    }

    /// `q_cell − q_next`, with the surface where it is.
    #[inline]
    fn gradient_across(&self, situation: &Situation<D>, cell: usize, next: usize) -> f64 {
        match (self.is_active(cell), self.is_active(next)) {
            (true, true) => self.q[cell] - self.q[next],
            (true, false) => self.q[cell] / self.way_to_surface(situation, cell, next),
            (false, true) => -self.q[next] / self.way_to_surface(situation, next, cell),
            (false, false) => 0.0,
        }
    }

    /// `u ← u − ∇q` on faces of liquid.
    fn subtract(&self, situation: Situation<D>, velocity: &mut [Vec<f64>; D]) {
        for (axis, velocity) in velocity.iter_mut().enumerate() {
            velocity.par_iter_mut().enumerate().with_min_len(GRAIN).for_each(|(face, u)| {
                if situation.room.open[axis][face] == 0.0 {
                    return;
                }
                if let Some(below) = situation.grid.beside_cell(face, axis, 0) {
                    *u -= self.gradient_across(&situation, face, below);
                }
            });
        }
    }

    /// The system that was solved last, for tests.
    pub fn system(&self) -> &Level<D> {
        self.multigrid.system()
    }

    /// The V-cycle of the system that was solved last, for tests.
    pub fn multigrid(&mut self) -> &mut Multigrid<D> {
        &mut self.multigrid
    }
}
