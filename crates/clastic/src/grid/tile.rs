//! A block of nodes with its margin, laid out so that a particle's stencil is a few whole rows.

use std::ops::Range;

use super::{EDGE, neighbor_offset, power};

/// Nodes before the block's first along every axis but the last.
const MARGIN: usize = 2;
/// Rows per axis: 2 before, 4 of the block, 3 after.
const ROWS: usize = MARGIN + EDGE + 3;
/// Nodes along a row: a whole block before and after, so that gathering reads whole rows.
const LENGTH: usize = 3 * EDGE;
/// Values in the largest tile: 3D, nodes of eight values.
pub const TILE_MAX: usize = ROWS * ROWS * LENGTH * 8;

/// The part of a tile that matters, as first and one past the last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowRange {
    /// Rows along x.
    pub x: [u8; 2],
    /// Rows along y; unused in 2D.
    pub y: [u8; 2],
    /// Nodes along each row.
    pub nodes: [u8; 2],
}

/// Sizes and indices of a tile in `D` dimensions, in values, for nodes of `width` values.
pub struct Tile<const D: usize>;

impl<const D: usize> Tile<D> {
    /// The length of a tile.
    pub const fn len(width: usize) -> usize {
        ROWS * Self::stride(width)[0]
    }

    /// The length of a block.
    pub const fn block(width: usize) -> usize {
        power(EDGE, D) * width
    }

    /// The step from one node to the next, per axis.
    pub const fn stride(width: usize) -> [usize; 3] {
        let row = LENGTH * width;
        if D == 2 { [row, width, 0] } else { [ROWS * row, row, width] }
    }

    /// Where the block's node 0 lies.
    pub const fn origin(width: usize) -> usize {
        let [x, y, _] = Self::stride(width);
        MARGIN * (if D == 2 { x } else { x + y }) + EDGE * width
    }

    /// From the first to the last value that a stencil of `nodes` rows per axis, each of `row` values, touches.
    pub const fn span(width: usize, nodes: usize, row: usize) -> usize {
        let [x, y, _] = Self::stride(width);
        (nodes - 1) * (if D == 2 { x } else { x + y }) + row
    }

    /// All rows.
    pub const fn all_rows() -> RowRange {
        let all = [0, ROWS as u8];
        RowRange { x: all, y: if D == 2 { [0, 1] } else { all }, nodes: [0, LENGTH as u8] }
    }

    /// The rows that stencils of `nodes` per axis touch whose first nodes lie between `low` and `high`.
    #[inline(always)]
    pub fn rows_touched(low: [f64; D], high: [f64; D], nodes: usize) -> RowRange {
        let along = |axis: usize, before: usize, length: usize| {
            let first = (low[axis] + before as f64) as usize;
            let last = (high[axis] + before as f64) as usize + nodes;
            [first as u8, last.min(length) as u8]
        };
        let rows = |axis: usize| along(axis, MARGIN, ROWS);
        let y = if D == 2 { [0, 1] } else { rows(1) };
        RowRange { x: rows(0), y, nodes: along(D - 1, EDGE, LENGTH) }
    }

    /// Where in a row of `width` values per node its part that matters begins and ends, in whole groups of `group` values.
    #[inline(always)]
    fn part(width: usize, rows: RowRange, group: usize) -> Range<usize> {
        let [first, last] = rows.nodes.map(|node| node as usize * width);
        first / group * group..last.next_multiple_of(group)
    }

    /// The same of the row's part that a tile shares with the block at the neighbour `code`, from where that begins.
    #[inline(always)]
    pub fn shared_part(width: usize, code: usize, rows: RowRange, group: usize) -> Range<usize> {
        let row = EDGE * width;
        let begin = (neighbor_offset::<D>(code)[D - 1] + 1) as usize * row;
        let part = Self::part(width, rows, group);
        part.start.saturating_sub(begin)..part.end.saturating_sub(begin).min(row)
    }

    /// Calls `f` with where each of these rows has its part that matters, in whole groups of `group` values.
    #[inline(always)]
    pub fn parts(width: usize, rows: RowRange, group: usize, mut f: impl FnMut(Range<usize>)) {
        let [stride_x, stride_y, _] = Self::stride(width);
        let part = Self::part(width, rows, group);
        for i in rows.x[0] as usize..rows.x[1] as usize {
            if D == 2 {
                f(i * stride_x + part.start..i * stride_x + part.end);
            } else {
                for j in rows.y[0] as usize..rows.y[1] as usize {
                    let row = i * stride_x + j * stride_y;
                    f(row + part.start..row + part.end);
                }
            }
        }
    }

    /// Calls `f(row in tile, row in block)` for every one of these rows that a tile shares with the block at the
    /// neighbour `code`.
    #[inline(always)]
    pub fn shared_rows(width: usize, code: usize, rows: RowRange, mut f: impl FnMut(usize, usize)) {
        let offset = neighbor_offset::<D>(code);
        let [stride_x, stride_y, _] = Self::stride(width);
        // Rows of the tile that belong to the block at −1, 0 and 1.
        let range = |o: i32, [low, high]: [u8; 2]| match o {
            -1 => low as usize..MARGIN.min(high as usize),
            0 => MARGIN.max(low as usize)..(MARGIN + EDGE).min(high as usize),
            _ => (MARGIN + EDGE).max(low as usize)..high as usize,
        };
        let row = EDGE * width;
        let along = (offset[D - 1] + 1) as usize * row;
        let local = |row: usize, o: i32| (row as i32 - MARGIN as i32 - o * EDGE as i32) as usize;
        for i in range(offset[0], rows.x) {
            if D == 2 {
                f(i * stride_x + along, local(i, offset[0]) * row);
            } else {
                for j in range(offset[1], rows.y) {
                    let tile = i * stride_x + j * stride_y + along;
                    f(tile, (local(i, offset[0]) * EDGE + local(j, offset[1])) * row);
                }
            }
        }
    }
}
