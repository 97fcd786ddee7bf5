//! Between a home's private tile and the blocks of nodes.

use crate::grid::{EDGE, Home, NONE, NodeBlock, RowRange, Tile, power};
use crate::kernels::Spline;
use crate::particles::ParticleSet;
use crate::particles::field::load_vector;
use crate::tensor::{LaneScalar, Narrow, Real, Row, RowKind, Simd, Vector};

/// One tile per home that its particles have scattered into.
#[derive(Clone, Copy)]
pub struct Arenas<'a, T> {
    /// The tiles, one after the other.
    pub values: &'a [T],
    /// The rows of each that hold anything.
    pub touched: &'a [RowRange],
}

/// The rows of its tile that a home's particles reach with stencils of `N` nodes.
#[inline(always)]
pub fn rows_touched<S: Simd, T: LaneScalar, const D: usize, const N: usize>(
    token: S,
    sets: &[ParticleSet<T, D>],
    home: usize,
) -> RowRange {
    let middle = T::Lanes::<S>::splat(token, T::from_f64(0.5 * EDGE as f64));
    let [mut low, mut high] = [Vector([middle; D]); 2];
    for set in sets {
        let segment = set.segment_of_home[home];
        if segment != NONE {
            let segment = &set.segments[segment as usize];
            for chunk in segment.first_chunk as usize..segment.end_chunk(T::PER_REGISTER) {
                let x: Vector<T::Lanes<S>, D> = load_vector(token, &set.position.now, chunk);
                for axis in 0..D {
                    low[axis] = low[axis].min(x[axis]);
                    high[axis] = high[axis].max(x[axis]);
                }
            }
        }
    }
    let spline = Spline::of::<T, N>();
    let (mut first, mut last) = ([f64::INFINITY; D], [f64::NEG_INFINITY; D]);
    for axis in 0..D {
        let (low, high) = (spline.place(low[axis]).base, spline.place(high[axis]).base);
        for lane in 0..T::PER_REGISTER {
            first[axis] = first[axis].min(low.lane(lane).to_f64());
            last[axis] = last[axis].max(high.lane(lane).to_f64());
        }
    }
    Tile::<D>::rows_touched(first, last, N)
}

/// Sums one block's nodes over the arenas that reach it, arena by arena in the order of the neighbours, so that the sum
/// never depends on threads.
#[inline(always)]
pub fn sum_arenas<S: Simd, K: RowKind, T: LaneScalar, const D: usize>(
    token: S,
    block: &NodeBlock<D>,
    arenas: Arenas<T>,
    sums: &mut [T],
) {
    let neighbors = power(3, D);
    let len = Tile::<D>::len(K::NODE);
    sums.fill(T::default());
    for (code, &home) in block.homes.iter().enumerate().take(neighbors) {
        if home == NONE {
            continue;
        }
        let arena = &arenas.values[home as usize * len..][..len];
        // Seen from the home, this block lies the other way.
        Tile::<D>::shared_rows(
            K::NODE,
            neighbors - 1 - code,
            arenas.touched[home as usize],
            #[inline(always)]
            |from, to| {
                let sum = K::Row::<S, T>::load(token, &sums[to..]);
                sum.add(K::Row::load(token, &arena[from..])).store(&mut sums[to..]);
            },
        );
    }
}

/// Copies the nodes that a home's particles reach into a tile of four values per node and, if they are split, the second
/// four values of every block behind it.
#[inline(always)]
pub fn load_tile<S: Simd, T: LaneScalar, const D: usize, const SPLIT: bool>(
    token: S,
    home: &Home<D>,
    rows: RowRange,
    nodes: &[T],
    tile: &mut [T],
) {
    let (block, len) = (Tile::<D>::block(Narrow::NODE), Tile::<D>::len(Narrow::NODE));
    let planes = if SPLIT { 2 } else { 1 };
    for (code, &node) in home.nodes.iter().enumerate().take(power(3, D)) {
        let nodes = &nodes[node as usize * planes * block..][..planes * block];
        Tile::<D>::shared_rows(
            Narrow::NODE,
            code,
            rows,
            #[inline(always)]
            |to, from| {
                T::Narrow::<S>::load(token, &nodes[from..]).store(&mut tile[to..]);
                if SPLIT {
                    T::Narrow::<S>::load(token, &nodes[block + from..]).store(&mut tile[len + to..]);
                }
            },
        );
    }
}
