//! Where the liquid ends: a level set at the centers of cells.
//!
//! The volume of the particles around a center, by the linear kernel, over the room that solids leave there is how far the
//! cell is filled, `f`. Below a flat surface at height `z` above the center, `f` follows from `z`, so `φ = −z` follows from
//! `f`: exactly, for particles that are placed regularly, beside walls too.

use crate::parallel::{Records, tree};

use super::grid::{Grid, cells_of};
use super::solids::Room;
use super::transfer::TILES;

/// With less room than this, a cell holds too few particles to tell: it takes the level of its neighbours.
const LEAST_SHARE: f64 = 0.5;
/// The least weight of neighbours along the surface whose level counts.
const LEAST_WEIGHT: f64 = 0.01;
/// The least room around a cell that its particles are compared with.
const LEAST_ROOM: f64 = 0.1;
/// The level of cells among cells that all hold particles: liquid, however sparse these are.
const AMONG: f64 = -0.1;
/// They must be filled as far as this.
const LEAST_FILLED: f64 = 0.2;
/// In a dent of the surface, this is enough.
const LEAST_IN_DENT: f64 = 0.05;

/// What is nearer to the surface is at it, in cells.
const AT_SURFACE: f64 = 1e-6;

/// How far cells are filled, and the level set.
#[derive(Clone, Debug, Default)]
pub struct Surface {
    /// Filled share of every cell: 1 within liquid at rest density.
    pub filled: Vec<f64>,
    /// The signed distance `φ` to the surface, in cells, from −1 to 1; negative in the liquid.
    pub level: Vec<f64>,
    dents: Vec<u32>,
}

/// `φ` from `f`: the linear kernel over a half space. Centers at the surface are in the air, so that rounding does not decide.
fn level_of(f: f64) -> f64 {
    let level =
        if f <= 0.5 { 1.0 - (2.0 * f.max(0.0)).sqrt() } else { (2.0 * (1.0 - f).max(0.0)).sqrt() - 1.0 };
    if level.abs() < AT_SURFACE { AT_SURFACE } else { level }
}

impl Surface {
    /// From the volume of particles around centers, in cells. `cell_first` tells where the particles of every cell begin.
    pub fn run<const D: usize>(
        &mut self,
        grid: &Grid<D>,
        room: &Room<D>,
        volume: &[f64],
        cell_first: &[u32],
    ) {
        let cells = cells_of(D);
        self.filled.resize(grid.len(), 0.0);
        self.level.resize(grid.len(), 1.0);
        let records = |data| Records { data, stride: cells };
        tree(
            0..grid.tiles.len(),
            TILES,
            &|tile| tile,
            (records(&mut self.filled), records(&mut self.level)),
            &|range, (filled, level)| {
                for (i, tile) in range.enumerate() {
                    for local in 0..cells {
                        let cell = tile * cells + local;
                        if volume[cell] == 0.0 {
                            (filled.data[i * cells + local], level.data[i * cells + local]) = (0.0, 1.0);
                            continue;
                        }
                        let f = volume[cell] / room.space[cell].max(LEAST_ROOM);
                        let mut phi = level_of(f);
                        if phi > AMONG && f > LEAST_FILLED && is_among(grid, room, cell_first, cell) {
                            phi = AMONG;
                        }
                        filled.data[i * cells + local] = f;
                        level.data[i * cells + local] = if room.share[cell] == 0.0 { 1.0 } else { phi };
                    }
                }
            },
            &|(), ()| (),
        );
        self.fill_dents(grid, room);
        self.fill_cramped(grid, room);
    }

    /// Makes cells liquid that are open to liquid on all sides but one.
    ///
    /// A few particles per cell that were stirred are placed at random: in 2D `f` is off by a third. What is too full has no
    /// way to become less so, but a cell of the surface that seems to be air would collapse, and with it the volume.
    fn fill_dents<const D: usize>(&mut self, grid: &Grid<D>, room: &Room<D>) {
        let Surface { filled, level, dents } = self;
        dents.clear();
        for cell in (0..grid.len()).filter(|cell| filled[*cell] > LEAST_IN_DENT && level[*cell] > AMONG) {
            let (mut open, mut wet) = (0, 0);
            for (axis, side) in (0..D).flat_map(|axis| [(axis, 0), (axis, 1)]) {
                let Some(next) = grid.beside_cell(cell, axis, side) else { continue };
                if room.open[axis][if side == 0 { cell } else { next }] > 0.0 {
                    open += 1;
                    wet += u32::from(level[next] < 0.0);
                }
            }
            if room.share[cell] > 0.0 && wet > 1 && wet + 1 >= open {
                dents.push(cell as u32);
            }
        }
        for &cell in dents.iter() {
            level[cell as usize] = AMONG;
        }
    }

    /// Gives cells with little room the mean level of those with more that they are open to, along the surface.
    fn fill_cramped<const D: usize>(&mut self, grid: &Grid<D>, room: &Room<D>) {
        let cells = cells_of(D);
        let has_room = |cell: usize| room.share[cell] >= LEAST_SHARE;
        for cell in (0..grid.len()).filter(|cell| room.cut[cell / cells] && !has_room(*cell)) {
            let (mut sum, mut weight) = (0.0, 0.0);
            for (axis, side) in (0..D).flat_map(|axis| [(axis, 0), (axis, 1)]) {
                let Some(next) = grid.beside_cell(cell, axis, side) else { continue };
                let open = room.open[axis][if side == 0 { cell } else { next }];
                if open > 0.0 && has_room(next) {
                    let slope: [f64; D] = std::array::from_fn(|a| self.slope(grid, &has_room, next, a));
                    let steepness: f64 = slope.iter().map(|s| s * s).sum();
                    let share =
                        if steepness > 0.0 { 1.0 - slope[axis] * slope[axis] / steepness } else { 1.0 };
                    sum += share * open * self.level[next];
                    weight += share * open;
                }
            }
            if weight > LEAST_WEIGHT {
                self.level[cell] = sum / weight;
            }
        }
    }

    /// How the level of a cell changes along an axis, from cell to cell that have room.
    fn slope<const D: usize>(
        &self,
        grid: &Grid<D>,
        has_room: &impl Fn(usize) -> bool,
        cell: usize,
        axis: usize,
    ) -> f64 {
        let [low, high] =
            [0, 1].map(|side| grid.beside_cell(cell, axis, side).filter(|next| has_room(*next)));
        let level = |cell: usize| self.level[cell];
        match (low, high) {
            (Some(low), Some(high)) => 0.5 * (level(high) - level(low)),
            (Some(low), None) => level(cell) - level(low),
            (None, Some(high)) => level(high) - level(cell),
            (None, None) => 0.0,
        }
    }
}

/// Whether all cells that a cell is open to hold particles.
fn is_among<const D: usize>(grid: &Grid<D>, room: &Room<D>, cell_first: &[u32], cell: usize) -> bool {
    (0..D).flat_map(|axis| [(axis, 0), (axis, 1)]).all(|(axis, side)| {
        grid.beside_cell(cell, axis, side).is_some_and(|next| {
            let open = room.open[axis][if side == 0 { cell } else { next }];
            open == 0.0 || cell_first[next] < cell_first[next + 1]
        })
    })
}
