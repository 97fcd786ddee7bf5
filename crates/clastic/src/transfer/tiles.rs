//! Between homes' private tiles, families' private copies of node blocks, and the blocks of nodes.

use std::ops::Range;

use crate::grid::{EDGE, Family, Home, NONE, NodeBlock, RowRange, Tile, Topology, power};
use crate::kernels::Spline;
use crate::parallel::{Along, Records, Split, tree};
use crate::particles::ParticleSet;
use crate::particles::field::load_vector;
use crate::tensor::{LaneScalar, Narrow, Real, Row, RowKind, Simd, Vector};

/// The families' copies of node blocks.
#[derive(Clone, Copy)]
pub struct Arenas<'a, T> {
    /// The copies, one after the other.
    pub values: &'a [T],
    /// Which of each copy's registers hold anything, one bit each. The others hold what they held.
    pub marks: &'a [u64],
}

/// The same, to be filled.
pub struct ArenasMut<'a, T> {
    /// The copies, one after the other.
    pub values: &'a mut [T],
    /// Which of each copy's registers hold anything.
    pub marks: &'a mut [u64],
}

impl<'a, T: LaneScalar> ArenasMut<'a, T> {
    /// Runs `work` on a few families at a time, each with its copies and its part of other data, kept by homes.
    pub fn scatter<O: Split, const D: usize>(
        self,
        width: usize,
        topology: &'a Topology<D>,
        by_home: O,
        work: &(impl Fn(Families<'a, T>, O) + Sync),
    ) {
        let families = &topology.families;
        let first_home = |i: usize| families.get(i).map_or(topology.homes.len(), |f| f.homes.start as usize);
        let first_copy = |i: usize| families.get(i).map_or(topology.copies(), |f| f.copies.start as usize);
        let len = Tile::<D>::block(width);
        let copies = (Records { data: self.values, stride: len }, Records { data: self.marks, stride: 1 });
        let copies = Along { data: copies, first: 0, offset_of: &first_copy };
        let by_home = Along { data: by_home, first: 0, offset_of: &first_home };
        let leaf = |range: Range<usize>, (copies, by_home): (Copies<'a, '_, T>, Along<O>)| {
            let (values, marks) = copies.data;
            let arenas = ArenasMut { values: values.data, marks: marks.data };
            work(Families { families: families[range].iter(), arenas, len }, by_home.data);
        };
        tree(0..families.len(), FAMILIES, &|i| i, (copies, by_home), &leaf, &|_, _| ());
    }
}

/// Copies and their marks, cut where families begin.
type Copies<'a, 'f, T> = Along<'f, (Records<'a, T>, Records<'a, u64>)>;

/// Families per task.
const FAMILIES: usize = 1;

/// Some families and their copies, one after the other.
pub struct Families<'a, T> {
    families: std::slice::Iter<'a, Family>,
    arenas: ArenasMut<'a, T>,
    len: usize,
}

impl<'a, T> Iterator for Families<'a, T> {
    type Item = (&'a Family, FamilyArena<'a, T>);

    /// The copies hold nothing yet.
    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let family = self.families.next()?;
        let count = family.copies.len();
        let values = self.arenas.values.split_off_mut(..count * self.len)?;
        let marks = self.arenas.marks.split_off_mut(..count)?;
        marks.fill(0);
        Some((family, FamilyArena { values, marks, first: family.copies.start }))
    }
}

/// One family's copies.
pub struct FamilyArena<'a, T> {
    values: &'a mut [T],
    marks: &'a mut [u64],
    /// The number of the first.
    first: u32,
}

impl<T: LaneScalar> FamilyArena<'_, T> {
    /// Adds these rows of a home's tile, with nodes of `width` values.
    #[inline(always)]
    pub fn add<S: Simd, const D: usize>(
        &mut self,
        token: S,
        width: usize,
        home: &Home<D>,
        rows: RowRange,
        tile: &[T],
    ) {
        let len = Tile::<D>::block(width);
        let group = T::PER_REGISTER;
        for (code, &copy) in home.copies.iter().enumerate().take(power(3, D)) {
            let part = Tile::<D>::shared_part(width, code, rows, group);
            if part.is_empty() {
                continue;
            }
            let copy = (copy - self.first) as usize;
            let values = &mut self.values[copy * len..][..len];
            let marks = &mut self.marks[copy];
            Tile::<D>::shared_rows(
                width,
                code,
                rows,
                #[inline(always)]
                |from, to| {
                    let mut at = part.start;
                    while at < part.end {
                        let mark = 1 << ((to + at) / group);
                        let mut sum = T::Lanes::<S>::load(token, &tile[from + at..]);
                        if *marks & mark != 0 {
                            sum += T::Lanes::<S>::load(token, &values[to + at..]);
                        }
                        sum.store(&mut values[to + at..]);
                        *marks |= mark;
                        at += group;
                    }
                },
            );
        }
    }
}

/// Sets these rows of a tile to zero, in whole registers.
#[inline(always)]
pub fn clear_tile<S: Simd, T: LaneScalar, const D: usize>(
    token: S,
    width: usize,
    rows: RowRange,
    tile: &mut [T],
) {
    let zero = T::Lanes::<S>::splat(token, T::default());
    Tile::<D>::parts(
        width,
        rows,
        T::PER_REGISTER,
        #[inline(always)]
        |part| {
            let mut at = part.start;
            while at < part.end {
                zero.store(&mut tile[at..]);
                at += T::PER_REGISTER;
            }
        },
    );
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

/// Sums one block's copies in the order of the families, so that the sum never depends on threads.
#[inline(always)]
pub fn sum_arenas<S: Simd, T: LaneScalar, const D: usize>(
    token: S,
    block: &NodeBlock<D>,
    arenas: Arenas<T>,
    sums: &mut [T],
) {
    let (len, group) = (sums.len(), T::PER_REGISTER);
    sums.fill(T::default());
    for &copy in block.copies() {
        let values = &arenas.values[copy as usize * len..][..len];
        let mut marks = arenas.marks[copy as usize];
        while marks != 0 {
            let at = marks.trailing_zeros() as usize * group;
            let sum = T::Lanes::<S>::load(token, &sums[at..]) + T::Lanes::<S>::load(token, &values[at..]);
            sum.store(&mut sums[at..]);
            marks &= marks - 1;
        }
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
