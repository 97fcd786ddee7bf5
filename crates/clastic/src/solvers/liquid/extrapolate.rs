//! Velocities beyond the liquid, for particles that move there within the step, and at faces in solids.

use rayon::prelude::*;

use super::grid::{Grid, cells_of};
use super::solids::{Room, Solids};
use super::window::{Faces, in_tile};

/// What is known of a face.
const UNKNOWN: u8 = 0;
const KNOWN: u8 = 1;
const NEXT: u8 = 2;
const LATER: u8 = 3;

/// Whether the velocity of a face is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// It is.
    Yes,
    /// It is if it does not touch one that is.
    Later,
    /// It is not.
    No,
}

/// One axis.
#[derive(Clone, Debug, Default)]
struct Front {
    state: Vec<u8>,
    now: Vec<u32>,
    next: Vec<u32>,
    values: Vec<f64>,
}

/// Spreads velocities from known faces, layer by layer.
#[derive(Clone, Debug)]
pub struct Extrapolation<const D: usize> {
    fronts: [Front; D],
}

impl<const D: usize> Default for Extrapolation<D> {
    fn default() -> Self {
        Extrapolation { fronts: std::array::from_fn(|_| Front::default()) }
    }
}

impl<const D: usize> Extrapolation<D> {
    /// Gives so many layers of faces around those that are known the mean of their neighbours of the layer before.
    ///
    /// `known(axis, face)` tells whether a face is; it may be so only from the second layer on. So spray has its own velocity,
    /// but what lies on the liquid moves with it.
    pub fn run(
        &mut self,
        grid: &Grid<D>,
        velocity: &mut [Vec<f64>; D],
        layers: usize,
        known: &(impl Fn(usize, usize) -> Known + Sync),
    ) {
        self.fronts.par_iter_mut().zip(velocity).enumerate().for_each(|(axis, (front, velocity))| {
            front.state.resize(grid.len(), UNKNOWN);
            front.state.par_iter_mut().enumerate().with_min_len(4096).for_each(|(face, state)| {
                *state = match known(axis, face) {
                    Known::Yes => KNOWN,
                    Known::Later => LATER,
                    Known::No => UNKNOWN,
                };
            });
            front.run(grid, velocity, layers);
        });
    }

    /// Whether a face was known or reached.
    pub fn reached(&self, axis: usize, face: usize) -> bool {
        self.fronts[axis].state[face] == KNOWN
    }

    /// Lets velocities at closed faces slide along what closes them: `v ← v − ((v − v_solid) · n) n`.
    pub fn slide(&mut self, sliding: Sliding<D>, velocity: &mut [Vec<f64>; D]) {
        let Sliding { grid, room, solids, time } = sliding;
        let cells = cells_of(D);
        let faces = Faces { grid, velocity };
        for axis in 0..D {
            let Front { state, now, values, .. } = &mut self.fronts[axis];
            now.clear();
            for tile in (0..grid.tiles.len()).filter(|tile| room.cut[*tile]) {
                let own = tile * cells..(tile + 1) * cells;
                now.extend(
                    own.filter(|f| room.open[axis][*f] == 0.0 && state[*f] == KNOWN).map(|f| f as u32),
                );
            }
            values.resize(now.len(), 0.0);
            now.par_iter().zip(values).with_min_len(256).for_each(|(face, value)| {
                let face = *face as usize;
                let x = grid.face_center(face, axis);
                let reach = 1e-6 * grid.cell;
                if x[axis] <= grid.bounds.low[axis] + reach || x[axis] >= grid.bounds.high[axis] - reach {
                    *value = 0.0;
                    return;
                }
                *value = faces.velocity[axis][face];
                if room.near[face / cells] {
                    let (n, solid) = (solids.normal(x, time, 0.1 * grid.cell), solids.velocity(x, time));
                    let v = faces.look_up(face / cells, in_tile(grid, face / cells, &x));
                    let into: f64 = (0..D).map(|a| (v[a] - solid[a]) * n[a]).sum();
                    *value -= into * n[axis];
                }
            });
        }
        for (front, velocity) in self.fronts.iter().zip(velocity) {
            for (face, value) in front.now.iter().zip(&front.values) {
                velocity[*face as usize] = *value;
            }
        }
    }
}

/// What velocities slide along.
#[derive(Clone, Copy)]
pub struct Sliding<'a, const D: usize> {
    /// The cells.
    pub grid: &'a Grid<D>,
    /// What is closed.
    pub room: &'a Room<D>,
    /// Which way leads out.
    pub solids: &'a dyn Solids<D>,
    /// When, in s.
    pub time: f64,
}

impl Front {
    fn run<const D: usize>(&mut self, grid: &Grid<D>, velocity: &mut [f64], layers: usize) {
        let Front { state, now, next, values } = self;
        let around = |face: usize| (0..2 * D).filter_map(move |way| grid.beside_cell(face, way / 2, way % 2));
        let begin = |state: &mut [u8], now: &mut Vec<u32>| {
            now.clear();
            for (tile, own) in state.chunks(cells_of(D)).enumerate() {
                let near = |n: &u32| grid.tiles.get(*n as usize).is_some_and(|tile| !tile.is_empty());
                // Only tiles around particles have a known face in or beside them.
                if !grid.tiles[tile].neighbors.iter().any(near) || own.iter().all(|state| *state == KNOWN) {
                    continue;
                }
                for (local, own) in own.iter().enumerate() {
                    let face = tile * cells_of(D) + local;
                    if *own != KNOWN && around(face).any(|other| state[other] == KNOWN) {
                        now.push(face as u32);
                    }
                }
            }
            for &face in now.iter() {
                state[face as usize] = NEXT;
            }
        };
        begin(state, now);
        for layer in 0..layers {
            values.resize(now.len(), 0.0);
            let (known, from) = (&*state, &*velocity);
            now.par_iter().zip(&mut *values).with_min_len(1024).for_each(|(face, value)| {
                let (mut sum, mut count) = (0.0, 0.0);
                for other in around(*face as usize).filter(|other| known[*other] == KNOWN) {
                    sum += from[other];
                    count += 1.0;
                }
                *value = sum / count;
            });
            for (face, value) in now.iter().zip(&*values) {
                velocity[*face as usize] = *value;
                state[*face as usize] = KNOWN;
            }
            if layer == 0 && state.contains(&LATER) {
                for state in state.iter_mut().filter(|state| **state == LATER) {
                    *state = KNOWN;
                }
                begin(state, now);
                continue;
            }
            next.clear();
            for &face in now.iter() {
                for other in around(face as usize) {
                    if state[other] == UNKNOWN {
                        state[other] = NEXT;
                        next.push(other as u32);
                    }
                }
            }
            std::mem::swap(now, next);
        }
    }
}
