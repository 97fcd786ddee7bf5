//! Sets of cells or faces as bits, tile by tile: 64 of them are looked at at once.

use super::grid::{EDGE, Grid, NONE, cells_of};

/// Cells per word: a tile in 2D, a slice across the first axis in 3D.
pub(super) const WORD: usize = u64::BITS as usize;
const _: () = assert!(EDGE * EDGE == WORD);
/// The first cell of every row.
const LOW: u64 = 0x0101_0101_0101_0101;

/// Words per tile.
pub(super) const fn words_of(dimension: usize) -> usize {
    cells_of(dimension) / WORD
}

/// Whether a cell is in a set.
#[inline(always)]
pub(super) fn contains(set: &[u64], cell: usize) -> bool {
    set[cell / WORD] >> (cell % WORD) & 1 == 1
}

/// The cells of a word.
#[inline(always)]
pub(super) fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = word.trailing_zeros() as usize;
        word &= word.wrapping_sub(1);
        (cell < WORD).then_some(cell)
    })
}

/// Writes which cells of a tile are beside one of a set.
#[inline(always)]
pub(super) fn beside<const D: usize>(grid: &Grid<D>, set: &[u64], tile: usize, to: &mut [u64]) {
    let words = words_of(D);
    let center = (3usize.pow(D as u32) - 1) / 2;
    let word = |tile: u32, w: usize| if tile == NONE { 0 } else { set[tile as usize * words + w] };
    for (w, to) in to.iter_mut().enumerate() {
        let own = set[tile * words + w];
        let mut found = (own & !(LOW << 7)) << 1 | (own & !LOW) >> 1 | own << 8 | own >> 8;
        for axis in 0..D {
            let step = 3usize.pow((D - 1 - axis) as u32);
            let [below, above] = [center - step, center + step].map(|n| grid.tiles[tile].neighbors[n]);
            found |= match D - 1 - axis {
                0 => word(below, w) >> 7 & LOW | (word(above, w) & LOW) << 7,
                1 => word(below, w) >> 56 | word(above, w) << 56,
                _ => {
                    let last = words - 1;
                    (if w > 0 { set[tile * words + w - 1] } else { word(below, last) })
                        | (if w < last { set[tile * words + w + 1] } else { word(above, 0) })
                }
            };
        }
        *to = found;
    }
}
