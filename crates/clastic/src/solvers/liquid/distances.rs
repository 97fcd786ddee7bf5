//! How far solids are: from the middle of every tile, and from the corners of cells near them.
//!
//! While solids stand still, what is known of a tile is kept as long as there is one.

use rayon::prelude::*;

use super::grid::{EDGE, Grid, NONE, cells_of, local_coord};
use super::solids::Solids;
use super::transfer::TILES;
use crate::parallel::{Along, Records, tree};

/// Particles stay out of solids, and ask for velocities at faces within a cell: no corner of theirs is deeper than this, in cells.
const DEEP: f64 = 3.0;

/// Corners of cells per axis of a tile.
pub(super) const CORNERS: usize = EDGE + 1;

/// Corners of cells of a tile.
pub(super) const fn corners_of(dimension: usize) -> usize {
    CORNERS.pow(dimension as u32)
}

/// Half the diagonal of a tile, in cells.
fn half_diagonal<const D: usize>() -> f64 {
    0.5 * EDGE as f64 * (D as f64).sqrt()
}

/// What is known.
#[derive(Clone, Debug, Default)]
struct Measured {
    /// The tiles, as codes of the Morton curve.
    codes: Vec<u64>,
    /// The distance of every tile's middle, in m.
    middle: Vec<f64>,
    /// Where the corners of every tile begin, in tiles, and at last where they end; tiles that solids do not cut have none.
    firsts: Vec<u32>,
    /// In m.
    corners: Vec<f64>,
    /// Which solid is the nearest to every corner.
    whose: Vec<u16>,
}

impl Measured {
    /// The distances of a tile's corners, in m, and whose they are.
    fn of<const D: usize>(&self, tile: usize) -> Option<(&[f64], &[u16])> {
        let [first, end] = [tile, tile + 1].map(|tile| self.firsts.get(tile).copied().unwrap_or(0) as usize);
        let range = first * corners_of(D)..end * corners_of(D);
        (first < end).then(|| (&self.corners[range.clone()], &self.whose[range]))
    }
}

/// Distances to solids.
#[derive(Clone, Debug, Default)]
pub struct Distances {
    now: Measured,
    before: Measured,
    /// By tile: its index before, if solids are where they were.
    was: Vec<u32>,
    /// Where solids stand, if they stand still.
    stand: Option<u64>,
}

impl Distances {
    /// Measures at a time.
    pub fn run<const D: usize>(&mut self, grid: &Grid<D>, solids: &dyn Solids<D>, time: f64) {
        let stand = solids.stand();
        let are_kept = stand.is_some() && stand == self.stand;
        self.stand = stand;
        std::mem::swap(&mut self.now, &mut self.before);
        let Distances { now: Measured { codes, middle, firsts, corners, whose }, before, was, .. } = self;
        let tiles = if solids.is_empty() { 0 } else { grid.tiles.len() };
        codes.clear();
        codes.extend_from_slice(&grid.codes()[..tiles]);
        was.resize(tiles, NONE);
        middle.resize(tiles, f64::INFINITY);
        let measured = was.par_iter_mut().zip(&mut *middle).zip(&grid.tiles).with_min_len(8 * TILES);
        measured.zip(&*codes).for_each(|(((was, middle), tile), code)| {
            let known = if are_kept { before.codes.binary_search(code).ok() } else { None };
            *was = known.map_or(NONE, |known| known as u32);
            *middle = match known {
                Some(known) => before.middle[known],
                None => solids.distance(grid.place(tile.coord.map(|c| (c as f64 + 0.5) * EDGE as f64)), time),
            };
        });
        // The kernel of transfers reaches one cell farther than the tile.
        let reach = (half_diagonal::<D>() + 1.0) * grid.cell;
        firsts.clear();
        let mut end = 0;
        for middle in &*middle {
            firsts.push(end);
            end += u32::from(*middle < reach);
        }
        firsts.push(end);
        corners.resize(end as usize * corners_of(D), 0.0);
        whose.resize(corners.len(), 0);
        let offset_of = |tile: usize| firsts[tile] as usize;
        let stride = corners_of(D);
        let records = (
            Records { data: corners.as_mut_slice(), stride },
            Records { data: whose.as_mut_slice(), stride },
        );
        tree(
            0..tiles,
            TILES,
            &|tile| tile,
            Along { data: records, first: 0, offset_of: &offset_of },
            &|range, Along { data: (corners, whose), .. }| {
                let cut = range.filter(|tile| firsts[*tile] < firsts[tile + 1]);
                let to = corners.data.chunks_mut(stride).zip(whose.data.chunks_mut(stride));
                for (tile, (corners, whose)) in cut.zip(to) {
                    match before.of::<D>(was[tile] as usize) {
                        Some(known) => {
                            corners.copy_from_slice(known.0);
                            whose.copy_from_slice(known.1);
                        }
                        None => measure(grid, solids, time, tile, corners.iter_mut().zip(whose)),
                    }
                }
            },
            &|(), ()| (),
        );
    }

    /// The distances of a tile's corners, in m, if solids may cut it.
    pub(super) fn corners<const D: usize>(&self, tile: usize) -> Option<&[f64]> {
        self.now.of::<D>(tile).map(|(corners, _)| corners)
    }

    /// The distance, in m, at the corner nearest to a place of a tile, in cells from its first, and which solid that is to; nothing if
    /// solids do not cut the tile, or the place is not in it.
    fn nearest_corner<const D: usize>(&self, tile: usize, s: &[f64; D]) -> Option<(f64, u16)> {
        let (corners, whose) = self.now.of::<D>(tile)?;
        let corner = s.map(|s| s.round());
        let is_within = corner.iter().all(|c| (0.0..=EDGE as f64).contains(c));
        let index = corner.iter().fold(0, |index, c| index * CORNERS + *c as usize);
        is_within.then(|| (corners[index], whose[index]))
    }

    /// Which solid is the nearest to a face.
    pub(super) fn whose<const D: usize>(&self, face: usize, axis: usize) -> Option<u16> {
        let (tile, s) = middle_of_face::<D>(face, axis);
        self.nearest_corner(tile, &s).map(|(_, whose)| whose)
    }

    /// Which way leads out of solids that stand still, at the middle of a face: how distances differ between the corners around it.
    pub(super) fn normal<const D: usize>(&self, face: usize, axis: usize) -> Option<[f64; D]> {
        let corners = self.stand.and(self.corners::<D>(face / cells_of(D)))?;
        let coord = local_coord::<D>(face % cells_of(D));
        let stride = |a: usize| CORNERS.pow((D - 1 - a) as u32);
        let base: usize = (0..D).map(|a| coord[a] as usize * stride(a)).sum();
        let mut slope = [0.0; D];
        for corner in 0..1usize << D {
            // Bit `a` tells the side along axis `a`. Along the face's own axis corners are a cell beside it, or on it at an end of the tile.
            let side = |a: usize| corner >> a & 1;
            let beside: usize = (0..D).filter(|a| *a != axis).map(|a| side(a) * stride(a)).sum();
            let (below, above) = (usize::from(coord[axis] > 0), 1);
            let at =
                base + beside - (1 - side(axis)) * below * stride(axis) + side(axis) * above * stride(axis);
            for a in 0..D {
                let width = if a == axis { (below + above) as f64 } else { 1.0 };
                slope[a] += if side(a) == 1 { corners[at] / width } else { -corners[at] / width };
            }
        }
        let norm = slope.iter().map(|s| s * s).sum::<f64>().sqrt();
        (norm > 0.0).then(|| slope.map(|s| s / norm))
    }

    /// Whether a face is so deep in solids that no velocity is asked for there.
    pub(super) fn is_deep<const D: usize>(&self, grid: &Grid<D>, face: usize, axis: usize) -> bool {
        let (tile, s) = middle_of_face::<D>(face, axis);
        self.nearest_corner(tile, &s).is_some_and(|(distance, _)| distance < -DEEP * grid.cell)
    }

    /// Whether solids may be in a tile or in a neighbour.
    pub(super) fn is_near<const D: usize>(&self, grid: &Grid<D>, tile: usize) -> bool {
        self.middle(tile) < 3.0 * half_diagonal::<D>() * grid.cell
    }

    fn middle(&self, tile: usize) -> f64 {
        self.now.middle.get(tile).copied().unwrap_or(f64::INFINITY)
    }

    /// Whether a place, in cells from a tile's first, is certainly more than so many cells away from solids at any time of the step: a
    /// distance changes by no more than what one goes.
    pub(super) fn are_far<const D: usize>(
        &self,
        grid: &Grid<D>,
        tile: usize,
        s: &[f64; D],
        cells: f64,
    ) -> bool {
        if self.stand.is_none() {
            return false;
        }
        let way = |to: [f64; D]| (0..D).map(|a| (s[a] - to[a]).powi(2)).sum::<f64>().sqrt();
        if self.middle(tile) > (cells + way([0.5 * EDGE as f64; D])) * grid.cell {
            return true;
        }
        let to_corner = way(s.map(|s| s.round()));
        self.nearest_corner(tile, s).is_some_and(|(distance, _)| distance > (cells + to_corner) * grid.cell)
    }
}

/// The tile of a face and where the middle of the face is in it, in cells from its first.
fn middle_of_face<const D: usize>(face: usize, axis: usize) -> (usize, [f64; D]) {
    let coord = local_coord::<D>(face % cells_of(D));
    (face / cells_of(D), std::array::from_fn(|a| coord[a] as f64 + if a == axis { 0.0 } else { 0.5 }))
}

fn measure<'a, const D: usize>(
    grid: &Grid<D>,
    solids: &dyn Solids<D>,
    time: f64,
    tile: usize,
    to: impl Iterator<Item = (&'a mut f64, &'a mut u16)>,
) {
    let first = grid.tiles[tile].coord.map(|c| c * EDGE as i32);
    for (index, (distance, whose)) in to.enumerate() {
        let (mut rest, mut place) = (index, [0.0; D]);
        for axis in (0..D).rev() {
            place[axis] = (first[axis] + (rest % CORNERS) as i32) as f64;
            rest /= CORNERS;
        }
        (*distance, *whose) = solids.nearest(grid.place(place), time);
    }
}
