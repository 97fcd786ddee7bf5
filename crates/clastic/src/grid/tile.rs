//! A block of nodes with its margin, laid out so that a particle's stencil is a few whole rows.

use super::{EDGE, NODE, neighbor_offset, power};

/// Nodes before the block's first along every axis but the last.
pub const MARGIN: usize = 2;
/// Rows per axis: 2 before, 4 of the block, 3 after.
const ROWS: usize = MARGIN + EDGE + 3;
/// Nodes along a row: a whole block before and after, so that gathering reads whole rows.
const LENGTH: usize = 3 * EDGE;
/// Values in the largest tile: 3D, two planes.
pub const TILE_MAX: usize = 2 * ROWS * ROWS * LENGTH * NODE;

/// Sizes and indices of a tile in `D` dimensions.
pub struct Tile<const D: usize>;

impl<const D: usize> Tile<D> {
    /// Values of one plane of a tile.
    pub const PLANE: usize = if D == 2 { ROWS * LENGTH * NODE } else { ROWS * ROWS * LENGTH * NODE };
    /// Values of one plane of a block.
    pub const BLOCK: usize = power(EDGE, D) * NODE;
    /// Values of a block's row.
    pub const ROW: usize = EDGE * NODE;
    /// The step in a tile from one node to the next, per axis, in values.
    pub const STRIDE: [usize; 3] =
        if D == 2 { [LENGTH * NODE, NODE, 0] } else { [ROWS * LENGTH * NODE, LENGTH * NODE, NODE] };
    /// Where the block's node 0 lies, in values.
    pub const ORIGIN: usize = if D == 2 {
        MARGIN * Self::STRIDE[0] + EDGE * NODE
    } else {
        MARGIN * (Self::STRIDE[0] + Self::STRIDE[1]) + EDGE * NODE
    };

    /// Calls `f(row in tile, row in block)`, both in values, for every row that a tile shares with the block at the
    /// neighbour `code`; rows are [`Tile::ROW`] long.
    #[inline(always)]
    pub fn shared_rows(code: usize, mut f: impl FnMut(usize, usize)) {
        let offset = neighbor_offset::<D>(code);
        // Rows of the tile that belong to the block at −1, 0 and 1.
        let range = |o: i32| match o {
            -1 => 0..MARGIN,
            0 => MARGIN..MARGIN + EDGE,
            _ => MARGIN + EDGE..ROWS,
        };
        let along = (offset[D - 1] + 1) as usize * EDGE * NODE;
        let local = |row: usize, o: i32| (row as i32 - MARGIN as i32 - o * EDGE as i32) as usize;
        for i in range(offset[0]) {
            if D == 2 {
                f(i * Self::STRIDE[0] + along, local(i, offset[0]) * Self::ROW);
            } else {
                for j in range(offset[1]) {
                    let tile = i * Self::STRIDE[0] + j * Self::STRIDE[1] + along;
                    f(tile, (local(i, offset[0]) * EDGE + local(j, offset[1])) * Self::ROW);
                }
            }
        }
    }
}
