//! The connected parts of the liquid, and which of them have a surface.
//!
//! Every tile finds its own pieces in parallel; pieces that touch across the tiles' faces are joined one by one.

use crate::parallel::{Records, tree};

use super::grid::{Grid, cells_of, local_coord};
use super::multigrid::Level;
use super::numbering::{Numbering, resize};
use super::transfer::TILES;

/// A connected part, or a piece of one.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    cells: f64,
    sum: f64,
    /// Whether it has a surface, without which pressure is known up to a constant.
    is_open: bool,
}

/// The parts of the liquid.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    /// The piece of its tile that every cell belongs to, from 1 on; 0 for none.
    piece: Vec<u16>,
    /// The first piece of every tile, and at last how many there are.
    firsts: Vec<u32>,
    /// The piece that a piece was joined to, itself at first; and of those that were not, what is known.
    joined: Vec<u32>,
    parts: Vec<Part>,
}

impl Parts {
    /// Finds the parts of a system, and the sum of its right side in each.
    pub fn run<const D: usize>(
        &mut self,
        grid: &Grid<D>,
        numbering: &Numbering<D>,
        level: &Level<D>,
        b: &[f64],
    ) {
        self.find_pieces(grid, numbering, level);
        let count = self.firsts[grid.tiles.len()];
        self.joined.clear();
        self.joined.extend(0..count);
        self.sum(numbering, level, b);
        self.join(grid, numbering, level);
        for piece in 0..count {
            let root = root(&mut self.joined, piece);
            if root != piece {
                let Part { cells, sum, is_open } = self.parts[piece as usize];
                let part = &mut self.parts[root as usize];
                part.cells += cells;
                part.sum += sum;
                part.is_open |= is_open;
            }
        }
        for piece in 0..count {
            let root = root(&mut self.joined, piece);
            self.parts[piece as usize] = self.parts[root as usize];
        }
    }

    /// Whether all have a surface.
    pub fn are_open(&self) -> bool {
        self.parts.iter().all(|part| part.is_open)
    }

    /// Whether the part of a cell of the liquid has a surface.
    pub fn is_open<const D: usize>(&self, cell: usize) -> bool {
        self.part::<D>(cell).is_open
    }

    /// The mean of the right side over the part of a cell of the liquid, if it has no surface; else 0.
    pub fn mean_of_closed<const D: usize>(&self, cell: usize) -> f64 {
        let part = self.part::<D>(cell);
        if part.is_open { 0.0 } else { part.sum / part.cells }
    }

    fn part<const D: usize>(&self, cell: usize) -> &Part {
        &self.parts[(self.firsts[cell / cells_of(D)] + u32::from(self.piece[cell]) - 1) as usize]
    }

    fn find_pieces<const D: usize>(&mut self, grid: &Grid<D>, numbering: &Numbering<D>, level: &Level<D>) {
        let (tiles, cells) = (grid.tiles.len(), cells_of(D));
        resize(&mut self.piece, tiles * cells, 0);
        self.firsts.resize(tiles + 1, 0);
        let counts = Records { data: &mut self.firsts[..tiles], stride: 1 };
        tree(
            0..tiles,
            TILES,
            &|tile| tile,
            (Records { data: &mut self.piece, stride: cells }, counts),
            &|range, (piece, counts)| {
                let mut stack = [0u16; cells_of(3)];
                for ((tile, piece), count) in range.zip(piece.data.chunks_mut(cells)).zip(counts.data) {
                    let index = &numbering.index[tile * cells..(tile + 1) * cells];
                    piece.fill(0);
                    *count = 0;
                    for start in 0..cells {
                        if piece[start] != 0 || index[start] == super::NONE {
                            continue;
                        }
                        *count += 1;
                        piece[start] = *count as u16;
                        stack[0] = start as u16;
                        let mut height = 1;
                        while height > 0 {
                            height -= 1;
                            let local = stack[height] as usize;
                            let row = &level.rows[index[local] as usize];
                            let coord = local_coord::<D>(local);
                            for (axis, side) in (0..D).flat_map(|axis| [(axis, 0), (axis, 1)]) {
                                let edge = if side == 0 { 0 } else { super::EDGE as i32 - 1 };
                                if coord[axis] == edge || row.conductance[axis][side] == 0.0 {
                                    continue;
                                }
                                let stride = super::EDGE.pow((D - 1 - axis) as u32);
                                let next = if side == 0 { local - stride } else { local + stride };
                                if piece[next] == 0 {
                                    piece[next] = *count as u16;
                                    stack[height] = next as u16;
                                    height += 1;
                                }
                            }
                        }
                    }
                }
            },
            &|(), ()| (),
        );
        let mut next = 0;
        for first in &mut self.firsts[..tiles] {
            next += std::mem::replace(first, next);
        }
        self.firsts[tiles] = next;
    }

    /// What is known of every piece.
    fn sum<const D: usize>(&mut self, numbering: &Numbering<D>, level: &Level<D>, b: &[f64]) {
        let cells = cells_of(D);
        let tiles = self.firsts.len() - 1;
        let (firsts, piece) = (&self.firsts, &self.piece);
        self.parts.clear();
        self.parts.resize(firsts[tiles] as usize, Part::default());
        let data = Records { data: self.parts.as_mut_slice(), stride: 1 };
        tree(
            0..tiles,
            TILES,
            &|tile| firsts[tile] as usize,
            data,
            &|range, parts| {
                let first = firsts[range.start];
                for cell in range.start * cells..range.end * cells {
                    if piece[cell] > 0 {
                        let own = firsts[cell / cells] - first + u32::from(piece[cell]) - 1;
                        let (part, index) = (&mut parts.data[own as usize], numbering.index[cell] as usize);
                        part.cells += 1.0;
                        part.sum += b[index];
                        part.is_open |= level.is_at_surface(index);
                    }
                }
            },
            &|(), ()| (),
        );
    }

    /// Joins pieces across the low faces of every tile.
    fn join<const D: usize>(&mut self, grid: &Grid<D>, numbering: &Numbering<D>, level: &Level<D>) {
        let cells = cells_of(D);
        let Parts { piece, firsts, joined, .. } = self;
        for tile in (0..grid.tiles.len()).filter(|tile| firsts[*tile] < firsts[tile + 1]) {
            for axis in 0..D {
                let Some(below) = grid.beside_cell(tile * cells, axis, 0) else { continue };
                let below = below / cells;
                let count = |tile: usize| firsts[tile + 1] - firsts[tile];
                let is_one = count(tile) == 1 && count(below) == 1;
                for local in (0..cells).filter(|local| local_coord::<D>(*local)[axis] == 0) {
                    let cell = tile * cells + local;
                    let index = numbering.index[cell];
                    if index == super::NONE || level.rows[index as usize].conductance[axis][0] == 0.0 {
                        continue;
                    }
                    let Some(next) = grid.beside_cell(cell, axis, 0) else { continue };
                    let own = |cell: usize| firsts[cell / cells] + u32::from(piece[cell]) - 1;
                    let (a, b) = (root(joined, own(cell)), root(joined, own(next)));
                    joined[a.max(b) as usize] = a.min(b);
                    if is_one {
                        break;
                    }
                }
            }
        }
    }
}

/// The piece that stands for the part of another.
fn root(joined: &mut [u32], mut piece: u32) -> u32 {
    while joined[piece as usize] != piece {
        // The next time it is half as far.
        let next = joined[joined[piece as usize] as usize];
        joined[piece as usize] = next;
        piece = next;
    }
    piece
}
