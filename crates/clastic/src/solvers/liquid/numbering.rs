//! The numbers of the cells of a level, red ones first and black ones after, and those of the next coarser level.
//!
//! Cells are counted tile by tile in parallel; sums of the tiles' counts tell where every tile begins. So numbers depend on
//! nothing but which cells there are.

use crate::parallel::{Along, Records, tree};
use rayon::prelude::*;

use super::grid::{EDGE, NONE, cells_of, code, coord_of, local_coord};
use super::transfer::TILES;

/// Values per piece of parallel work of [`resize`].
const GRAIN: usize = 1 << 14;

/// `Vec::resize` whose new memory is touched in parallel: where it is new to the system too, that takes longer than anything
/// that is done with it.
pub(super) fn resize<T: Copy + Send + Sync>(values: &mut Vec<T>, len: usize, value: T) {
    values.truncate(len);
    let more = len - values.len();
    if more < GRAIN {
        values.resize(len, value);
    } else {
        values.par_extend(rayon::iter::repeat_n(value, more).with_min_len(GRAIN));
    }
}

/// The numbers of a level's cells.
#[derive(Clone, Debug)]
pub struct Numbering<const D: usize> {
    /// The number of every cell by tile; [`NONE`] where there is none.
    pub index: Vec<u32>,
    /// The tiles, as codes of the Morton curve.
    codes: Vec<u64>,
    /// The first red and the first black of every tile, and at last where they end.
    firsts: Vec<[u32; 2]>,
    /// On coarser levels: the tile of this level that every tile of the finer one is part of, and which part, a bit per axis.
    above: Vec<(u32, u8)>,
    /// The tiles of the finer level by part.
    parts: Vec<[u32; 8]>,
}

impl<const D: usize> Default for Numbering<D> {
    fn default() -> Self {
        Numbering { index: vec![], codes: vec![], firsts: vec![], above: vec![], parts: vec![] }
    }
}

impl<const D: usize> Numbering<D> {
    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.firsts.last().map_or(0, |end| end[1] as usize)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many are red.
    pub fn reds(&self) -> usize {
        self.firsts.last().map_or(0, |end| end[0] as usize)
    }

    /// Numbers the cells of tiles that are there: `is_there(tile, local)`.
    pub fn run(&mut self, codes: &[u64], is_there: &(impl Fn(usize, usize) -> bool + Sync)) {
        self.codes.clear();
        self.codes.extend_from_slice(codes);
        self.count(is_there);
    }

    fn count(&mut self, is_there: &(impl Fn(usize, usize) -> bool + Sync)) {
        let (tiles, cells) = (self.codes.len(), cells_of(D));
        resize(&mut self.index, tiles * cells, NONE);
        self.firsts.resize(tiles + 1, [0; 2]);
        let counts = Records { data: &mut self.firsts[..tiles], stride: 1 };
        // The number within the tile's colour at first.
        tree(
            0..tiles,
            TILES,
            &|tile| tile,
            (Records { data: &mut self.index, stride: cells }, counts),
            &|range, (index, counts)| {
                let index = index.data.chunks_mut(cells);
                for ((tile, index), count) in range.zip(index).zip(counts.data) {
                    *count = [0; 2];
                    for (local, index) in index.iter_mut().enumerate() {
                        *index = NONE;
                        if is_there(tile, local) {
                            let count = &mut count[colour::<D>(local)];
                            *index = *count;
                            *count += 1;
                        }
                    }
                }
            },
            &|(), ()| (),
        );
        let reds: u32 = self.firsts[..tiles].iter().map(|count| count[0]).sum();
        let mut next = [0, reds];
        for first in &mut self.firsts[..tiles] {
            let count = std::mem::replace(first, next);
            next = [next[0] + count[0], next[1] + count[1]];
        }
        self.firsts[tiles] = next;
        let firsts = &self.firsts;
        self.index.par_chunks_mut(cells).zip(firsts).with_min_len(TILES).for_each(|(index, first)| {
            for (local, index) in index.iter_mut().enumerate().filter(|(_, index)| **index != NONE) {
                *index += first[colour::<D>(local)];
            }
        });
    }

    /// Writes one value per number: `value(tile, local)` of its cell.
    pub fn fill<T: Send>(&self, to: &mut [T], value: &(impl Fn(usize, usize) -> T + Sync)) {
        let cells = cells_of(D);
        let (red, black) = to.split_at_mut(self.reds());
        let offsets = [&|tile: usize| self.firsts[tile][0] as usize, &|tile: usize| {
            self.firsts[tile][1] as usize - self.reds()
        }] as [&(dyn Fn(usize) -> usize + Sync); 2];
        let along = |data, offset_of| Along { data: Records { data, stride: 1 }, first: 0, offset_of };
        tree(
            0..self.codes.len(),
            TILES,
            &|tile| tile,
            [along(red, offsets[0]), along(black, offsets[1])],
            &|range, to| {
                let mut to = to.map(|to| to.data.data.iter_mut());
                for tile in range {
                    for (local, index) in self.index[tile * cells..(tile + 1) * cells].iter().enumerate() {
                        if *index != NONE {
                            let next = to[colour::<D>(local)].next();
                            *next.expect("a place for every number") = value(tile, local);
                        }
                    }
                }
            },
            &|(), ()| (),
        );
    }

    /// Numbers the cells that hold a cell of a finer level, which are twice as wide along axes that are halved.
    pub fn coarsen(&mut self, fine: &Numbering<D>, halved: [bool; D]) {
        let holds = |tile: &usize| fine.firsts[*tile] != fine.firsts[tile + 1];
        let above = |tile: usize| {
            let (mut coord, mut part) = (coord_of::<D>(fine.codes[tile]), 0);
            for axis in (0..D).filter(|axis| halved[*axis]) {
                part |= ((coord[axis] & 1) as u8) << axis;
                coord[axis] >>= 1;
            }
            (code(&coord), part)
        };
        self.codes.clear();
        self.codes.extend((0..fine.codes.len()).filter(holds).map(|tile| above(tile).0));
        self.codes.sort_unstable();
        self.codes.dedup();
        self.parts.clear();
        self.parts.resize(self.codes.len(), [NONE; 8]);
        self.above.clear();
        for tile in 0..fine.codes.len() {
            self.above.push((NONE, 0));
            if holds(&tile) {
                let (code, part) = above(tile);
                let index = self.codes.binary_search(&code).expect("a tile above every tile");
                self.above[tile] = (index as u32, part);
                self.parts[index][part as usize] = tile as u32;
            }
        }
        let parts = std::mem::take(&mut self.parts);
        self.count(&|tile, local| {
            (0..1 << D).any(|child| child_of(fine, halved, &parts[tile], local, child) != NONE)
        });
        self.parts = parts;
    }

    /// The numbers of a coarse cell's children on the finer level.
    pub fn children(&self, fine: &Numbering<D>, halved: [bool; D], tile: usize, local: usize) -> [u32; 8] {
        let mut children = [NONE; 8];
        for (child, index) in children.iter_mut().enumerate().take(1 << D) {
            *index = child_of(fine, halved, &self.parts[tile], local, child);
        }
        children
    }

    /// The number of the cell of this level that holds one of the finer level, and which child that is: a bit per axis.
    pub fn parent(&self, halved: [bool; D], tile: usize, local: usize) -> (u32, u8) {
        let (above, part) = self.above[tile];
        let coord = local_coord::<D>(local);
        let (mut cell, mut child) = (0, 0);
        for axis in 0..D {
            let c = coord[axis] as usize;
            cell *= EDGE;
            if halved[axis] {
                child |= ((c & 1) as u8) << axis;
                cell += (usize::from(part >> axis & 1) * EDGE + c) / 2;
            } else {
                cell += c;
            }
        }
        (self.index[above as usize * cells_of(D) + cell], child)
    }
}

/// The number of a child of a coarse cell, whose tile has these parts.
#[inline(always)]
fn child_of<const D: usize>(
    fine: &Numbering<D>,
    halved: [bool; D],
    parts: &[u32; 8],
    local: usize,
    child: usize,
) -> u32 {
    let coord = local_coord::<D>(local);
    let (mut cell, mut part) = (0, 0);
    for axis in 0..D {
        let (mut c, upper) = (coord[axis] as usize, child >> axis & 1);
        if halved[axis] {
            c = 2 * c + upper;
            part |= (c / EDGE) << axis;
        } else if upper == 1 {
            return NONE;
        }
        cell = cell * EDGE + c % EDGE;
    }
    let tile = parts[part];
    if tile == NONE { NONE } else { fine.index[tile as usize * cells_of(D) + cell] }
}

/// 0 for red, 1 for black: a tile's edge is even, so a cell's own coordinates tell.
#[inline(always)]
fn colour<const D: usize>(local: usize) -> usize {
    (local_coord::<D>(local).iter().sum::<i32>() & 1) as usize
}
