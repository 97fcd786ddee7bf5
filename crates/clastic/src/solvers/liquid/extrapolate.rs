//! Velocities beyond the liquid, for particles that move there within the step, and at faces in solids.

use rayon::prelude::*;

use super::grid::{Grid, cells_of};
use super::masks::{WORD, beside, contains, ones, words_of};
use super::solids::{Room, Solids};
use super::transfer::TILES;
use super::window::{Faces, in_tile};

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
    /// Faces whose velocity is known, those that will be after the first layer, and those of the layer under way.
    known: Vec<u64>,
    later: Vec<u64>,
    next: Vec<u64>,
    /// Faces that slide.
    sliding: Vec<u32>,
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
        for (axis, (front, velocity)) in self.fronts.iter_mut().zip(velocity).enumerate() {
            front.ask(grid, &|face| known(axis, face));
            for layer in 0..layers {
                front.grow(grid, velocity);
                if layer == 0 {
                    front.known.iter_mut().zip(&front.later).for_each(|(known, later)| *known |= later);
                }
            }
        }
    }

    /// Whether a face was known or reached.
    pub fn reached(&self, axis: usize, face: usize) -> bool {
        contains(&self.fronts[axis].known, face)
    }

    /// Lets velocities at closed faces slide along what closes them: `v ← v − ((v − v_solid) · n) n`.
    pub fn slide(&mut self, sliding: Sliding<D>, velocity: &mut [Vec<f64>; D]) {
        let Sliding { grid, room, solids, time } = sliding;
        let cells = cells_of(D);
        let faces = Faces { grid, velocity };
        for axis in 0..D {
            let Front { known, sliding, values, .. } = &mut self.fronts[axis];
            sliding.clear();
            for tile in (0..grid.tiles.len()).filter(|tile| room.cut[*tile]) {
                let own = tile * cells..(tile + 1) * cells;
                let slides = |face: &usize| {
                    room.open[axis][*face] == 0.0
                        && contains(known, *face)
                        && !room.distances.is_deep(grid, *face, axis)
                };
                sliding.extend(own.filter(slides).map(|face| face as u32));
            }
            sliding.par_iter().zip(values).with_min_len(256).for_each(|(face, value)| {
                let face = *face as usize;
                let x = grid.face_center(face, axis);
                let reach = 1e-6 * grid.cell;
                if x[axis] <= grid.bounds.low[axis] + reach || x[axis] >= grid.bounds.high[axis] - reach {
                    *value = 0.0;
                    return;
                }
                *value = faces.velocity[axis][face];
                if room.distances.is_near(grid, face / cells) {
                    let (n, solid) = match room.distances.normal(face, axis) {
                        Some(n) => (n, [0.0; D]),
                        None => (solids.normal(x, time, 0.1 * grid.cell), solids.velocity(x, time)),
                    };
                    let v = faces.look_up(face / cells, in_tile(grid, face / cells, &x));
                    let into: f64 = (0..D).map(|a| (v[a] - solid[a]) * n[a]).sum();
                    *value -= into * n[axis];
                }
            });
        }
        for (front, velocity) in self.fronts.iter().zip(velocity) {
            for (face, value) in front.sliding.iter().zip(&front.values) {
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
    /// Asks which faces are known.
    fn ask<const D: usize>(&mut self, grid: &Grid<D>, known: &(impl Fn(usize) -> Known + Sync)) {
        let words = words_of(D);
        for set in [&mut self.known, &mut self.later, &mut self.next] {
            set.resize(grid.tiles.len() * words, 0);
        }
        self.values.resize(grid.len(), 0.0);
        let sets = self.known.par_iter_mut().zip(&mut self.later).enumerate().with_min_len(TILES * words);
        sets.for_each(|(word, (now, later))| {
            (*now, *later) = (0, 0);
            for bit in 0..WORD {
                match known(word * WORD + bit) {
                    Known::Yes => *now |= 1 << bit,
                    Known::Later => *later |= 1 << bit,
                    Known::No => (),
                }
            }
        });
    }

    /// The next layer.
    fn grow<const D: usize>(&mut self, grid: &Grid<D>, velocity: &mut [f64]) {
        let (words, cells) = (words_of(D), cells_of(D));
        let Front { known, next, values, .. } = self;
        let (set, from) = (&*known, &*velocity);
        let around = |face: usize| (0..2 * D).filter_map(move |way| grid.beside_cell(face, way / 2, way % 2));
        let layer = next.par_chunks_mut(words).zip(values.par_chunks_mut(cells)).enumerate();
        layer.with_min_len(TILES).for_each(|(tile, (next, values))| {
            beside(grid, set, tile, next);
            for (w, next) in next.iter_mut().enumerate() {
                *next &= !set[tile * words + w];
                for local in ones(*next).map(|bit| w * WORD + bit) {
                    let (mut sum, mut count) = (0.0, 0.0);
                    for other in around(tile * cells + local).filter(|other| contains(set, *other)) {
                        sum += from[other];
                        count += 1.0;
                    }
                    values[local] = sum / count;
                }
            }
        });
        let written = velocity.par_chunks_mut(WORD).zip(values.par_chunks(WORD)).zip(known).zip(next);
        written.with_min_len(TILES * words).for_each(|(((velocity, values), known), next)| {
            ones(*next).for_each(|bit| velocity[bit] = values[bit]);
            *known |= *next;
        });
    }
}
