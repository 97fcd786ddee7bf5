//! The sparse MAC grid: tiles of 8 cells per axis that exist around particles only.
//!
//! A tile that holds particles and all its neighbours exist; so there are 8 cells of room around all liquid, as far as
//! velocities are extrapolated. Tiles lie in the order of a Morton curve, whatever the order in which they were found.
//! Face `axis` of a cell is its low one, so that a face field has as many values as a cell field.

pub use crate::grid::NONE;
use crate::grid::{Axis, neighbor_offset};

/// Cells per axis of a tile.
pub const EDGE: usize = 8;
/// Neighbours of a tile in 3D, itself included; 2D uses the first 9.
const NEIGHBORS: usize = 27;
/// Tile coordinates are kept in so many bits, around zero.
const BITS: u32 = 20;

/// Cells of a tile.
pub const fn cells_of(dimension: usize) -> usize {
    EDGE.pow(dimension as u32)
}

/// What bounds the world, in m, per axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds<const D: usize> {
    /// The low wall; `−∞` if there is none.
    pub low: [f64; D],
    /// The high wall; `∞` if there is none.
    pub high: [f64; D],
    /// The period, in tiles; 0 if there is none.
    pub period: [i32; D],
}

/// A tile.
#[derive(Clone, Copy, Debug)]
pub struct Tile<const D: usize> {
    /// Where it is, in tiles.
    pub coord: [i32; D],
    /// The tiles around it by code, see [`crate::grid::neighbor_offset`]; [`NONE`] where there is none.
    pub neighbors: [u32; NEIGHBORS],
    /// Its particles.
    pub first: u32,
    /// Where they end.
    pub end: u32,
}

impl<const D: usize> Tile<D> {
    /// How many particles it holds.
    pub fn len(&self) -> usize {
        (self.end - self.first) as usize
    }

    /// Whether it holds no particle.
    pub fn is_empty(&self) -> bool {
        self.first == self.end
    }

    /// Whether its particles may leave in a step what can be addressed.
    pub(super) fn is_at_the_edge(&self) -> bool {
        !self.is_empty() && self.coord.iter().any(|c| c.unsigned_abs() + 2 >= 1 << (BITS - 2))
    }
}

/// Which tiles there are.
#[derive(Clone, Debug)]
pub struct Grid<const D: usize> {
    /// The size of a cell, `Δx`, in m.
    pub cell: f64,
    /// Where tile 0 begins, in m.
    pub origin: [f64; D],
    /// What bounds the world.
    pub bounds: Bounds<D>,
    /// The tiles, along a Morton curve.
    pub tiles: Vec<Tile<D>>,
    codes: Vec<u64>,
}

impl<const D: usize> Grid<D> {
    /// Cells of a tile.
    pub const CELLS: usize = cells_of(D);

    /// An empty grid; `None` where an axis makes no sense: ends in the wrong order, or a period that is not a whole number of
    /// tiles. It begins at the low end of axes that have one.
    pub fn new(cell: f64, axes: [Axis; D]) -> Result<Self, usize> {
        let mut origin = [0.0; D];
        let mut bounds = Bounds { low: [f64::NEG_INFINITY; D], high: [f64::INFINITY; D], period: [0; D] };
        for axis in 0..D {
            match axes[axis] {
                Axis::Bounded { low, high } => {
                    bounds.low[axis] = low.map_or(f64::NEG_INFINITY, |wall| wall.at);
                    bounds.high[axis] = high.map_or(f64::INFINITY, |wall| wall.at);
                    origin[axis] = low.or(high).map_or(0.0, |wall| wall.at);
                    if !(bounds.low[axis] < bounds.high[axis] && origin[axis].is_finite()) {
                        return Err(axis);
                    }
                }
                Axis::Periodic { low, high } => {
                    let tiles = (high - low) / (cell * EDGE as f64);
                    if !(tiles.round() >= 1.0 && (tiles - tiles.round()).abs() < 1e-6) {
                        return Err(axis);
                    }
                    (origin[axis], bounds.period[axis]) = (low, tiles.round() as i32);
                }
            }
        }
        Ok(Grid { cell, origin, bounds, tiles: Vec::new(), codes: Vec::new() })
    }

    /// How many values a cell or face field has.
    pub fn len(&self) -> usize {
        self.tiles.len() * Self::CELLS
    }

    /// Whether there is no tile.
    pub fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// A place in cells from the origin.
    #[inline(always)]
    pub fn in_cells(&self, x: &[f64; D]) -> [f64; D] {
        std::array::from_fn(|axis| (x[axis] - self.origin[axis]) / self.cell)
    }

    /// A place that is given in cells from the origin, in m.
    #[inline(always)]
    pub fn place(&self, cells: [f64; D]) -> [f64; D] {
        std::array::from_fn(|axis| self.origin[axis] + cells[axis] * self.cell)
    }

    /// The tile that holds a place, as a code that increases along the curve, and the cell in it. `None` far beyond what can
    /// be addressed, or where the place is not a number.
    #[inline]
    pub fn locate(&self, x: &[f64; D]) -> Option<(u64, u16)> {
        let (mut coord, mut local) = ([0; D], 0);
        for axis in 0..D {
            let cell = ((x[axis] - self.origin[axis]) / self.cell).floor();
            if cell.is_nan() || cell.abs() >= (EDGE << (BITS - 2)) as f64 {
                return None;
            }
            let mut cell = cell as i64;
            let period = self.bounds.period[axis] as i64 * EDGE as i64;
            // Rounding may put what was wrapped right onto the far end.
            if period > 0 {
                cell = cell.rem_euclid(period);
            }
            coord[axis] = cell.div_euclid(EDGE as i64) as i32;
            local = local * EDGE + cell.rem_euclid(EDGE as i64) as usize;
        }
        Some((code(&coord), local as u16))
    }

    /// The place within the period.
    #[inline]
    pub fn wrapped(&self, mut x: [f64; D]) -> [f64; D] {
        for axis in 0..D {
            if self.bounds.period[axis] > 0 {
                let length = self.bounds.period[axis] as f64 * EDGE as f64 * self.cell;
                x[axis] -= ((x[axis] - self.origin[axis]) / length).floor() * length;
            }
        }
        x
    }

    /// Where the particles that are in tiles end.
    pub fn end(&self) -> usize {
        self.tiles.last().map_or(0, |tile| tile.end as usize)
    }

    /// The codes of a tile and of those around it.
    pub(super) fn codes_around(&self, home: u64) -> impl Iterator<Item = u64> + '_ {
        let coord = coord_of::<D>(home);
        (0..3usize.pow(D as u32)).map(move |n| code(&self.beside(&coord, n)))
    }

    /// Makes the tiles of these codes and their neighbours. The codes are sorted on the way and stay.
    pub fn rebuild(&mut self, homes: &mut Vec<u64>) {
        homes.sort_unstable();
        homes.dedup();
        let mut codes = std::mem::take(&mut self.codes);
        codes.clear();
        for &home in homes.iter() {
            codes.extend(self.codes_around(home));
        }
        self.codes = codes;
        self.codes.sort_unstable();
        self.codes.dedup();
        self.tiles.clear();
        for index in 0..self.codes.len() {
            let coord = coord_of::<D>(self.codes[index]);
            let mut neighbors = [NONE; NEIGHBORS];
            for (n, neighbor) in neighbors.iter_mut().enumerate().take(3usize.pow(D as u32)) {
                *neighbor = self.find(code(&self.beside(&coord, n))).unwrap_or(NONE);
            }
            self.tiles.push(Tile { coord, neighbors, first: 0, end: 0 });
        }
    }

    /// The tiles' codes, which increase along the curve.
    pub fn codes(&self) -> &[u64] {
        &self.codes
    }

    /// The index of a tile by its code.
    #[inline]
    pub fn find(&self, code: u64) -> Option<u32> {
        self.codes.binary_search(&code).ok().map(|index| index as u32)
    }

    fn beside(&self, coord: &[i32; D], n: usize) -> [i32; D] {
        let offset = neighbor_offset::<D>(n);
        std::array::from_fn(|axis| {
            let c = coord[axis] + offset[axis];
            let period = self.bounds.period[axis];
            if period > 0 { c.rem_euclid(period) } else { c }
        })
    }

    /// The cell at coordinates counted from a tile's first cell, from −8 to 15 per axis.
    #[inline(always)]
    pub fn at(&self, tile: usize, cell: [i32; D]) -> Option<usize> {
        let (mut n, mut local) = (0, 0);
        for axis in 0..D {
            let shifted = (cell[axis] + EDGE as i32) as usize;
            n = 3 * n + shifted / EDGE;
            local = local * EDGE + shifted % EDGE;
        }
        let tile = self.tiles[tile].neighbors[n];
        (tile != NONE).then(|| tile as usize * Self::CELLS + local)
    }

    /// The cell beside another along an axis: below it (`side` 0) or above (1).
    #[inline(always)]
    pub fn beside_cell(&self, cell: usize, axis: usize, side: usize) -> Option<usize> {
        let (tile, local) = (cell / Self::CELLS, cell % Self::CELLS);
        let stride = EDGE.pow((D - 1 - axis) as u32);
        let here = local / stride % EDGE;
        if side == 0 && here > 0 {
            return Some(cell - stride);
        }
        if side == 1 && here + 1 < EDGE {
            return Some(cell + stride);
        }
        let center = (3usize.pow(D as u32) - 1) / 2;
        let step = 3usize.pow((D - 1 - axis) as u32);
        let n = if side == 0 { center - step } else { center + step };
        let next = self.tiles[tile].neighbors[n];
        let far = (EDGE - 1) * stride;
        let local = if side == 0 { local + far } else { local - far };
        (next != NONE).then(|| next as usize * Self::CELLS + local)
    }

    /// The coordinates of a cell in the world, in cells.
    #[inline]
    pub fn coord(&self, cell: usize) -> [i32; D] {
        let (tile, local) = (cell / Self::CELLS, local_coord::<D>(cell % Self::CELLS));
        std::array::from_fn(|axis| self.tiles[tile].coord[axis] * EDGE as i32 + local[axis])
    }

    /// The center of a cell, in m.
    pub fn center(&self, cell: usize) -> [f64; D] {
        self.place(self.coord(cell).map(|c| c as f64 + 0.5))
    }

    /// The center of a cell's low face, in m.
    pub fn face_center(&self, cell: usize, axis: usize) -> [f64; D] {
        let coord = self.coord(cell);
        self.place(std::array::from_fn(|a| coord[a] as f64 + if a == axis { 0.0 } else { 0.5 }))
    }
}

/// The coordinates of a cell within its tile.
#[inline(always)]
pub fn local_coord<const D: usize>(local: usize) -> [i32; D] {
    let mut coord = [0; D];
    let mut rest = local;
    for axis in (0..D).rev() {
        coord[axis] = (rest % EDGE) as i32;
        rest /= EDGE;
    }
    coord
}

/// The bits of the tile's coordinates, interleaved.
#[inline]
pub(super) fn code<const D: usize>(coord: &[i32; D]) -> u64 {
    let mut code = 0;
    for axis in 0..D {
        let c = (coord[axis] + (1 << (BITS - 1))) as u64;
        code |= spread::<D>(c) << (D - 1 - axis);
    }
    code
}

/// Puts `D − 1` zeros before every bit.
#[inline]
fn spread<const D: usize>(c: u64) -> u64 {
    if D == 2 {
        let c = (c | c << 16) & 0x0000_ffff_0000_ffff;
        let c = (c | c << 8) & 0x00ff_00ff_00ff_00ff;
        let c = (c | c << 4) & 0x0f0f_0f0f_0f0f_0f0f;
        let c = (c | c << 2) & 0x3333_3333_3333_3333;
        (c | c << 1) & 0x5555_5555_5555_5555
    } else {
        let c = (c | c << 32) & 0x001f_0000_0000_ffff;
        let c = (c | c << 16) & 0x001f_0000_ff00_00ff;
        let c = (c | c << 8) & 0x100f_00f0_0f00_f00f;
        let c = (c | c << 4) & 0x10c3_0c30_c30c_30c3;
        (c | c << 2) & 0x1249_2492_4924_9249
    }
}

pub(super) fn coord_of<const D: usize>(code: u64) -> [i32; D] {
    std::array::from_fn(|axis| {
        let mut c = 0;
        for bit in 0..BITS {
            c |= (code >> (bit as usize * D + D - 1 - axis) & 1) << bit;
        }
        c as i32 - (1 << (BITS - 1))
    })
}
