//! The sparse grid: blocks of 4 nodes per axis that exist only around particles.
//!
//! A *home* block holds particles. They scatter into a private *tile*, the block with a margin wide enough for the kernel
//! and for particles that have drifted up to one cell out. Homes that lie together are a *family*, and add their tiles to
//! private copies of the *node* blocks that they reach. Every node block then sums its copies, in a fixed order. Nothing
//! is sized by a bounding box, and block coordinates may be negative.

mod domain;
mod tile;

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

pub use domain::{Axis, Domain, DomainError, Plane, Side, WALLS, Wall};
pub use tile::{RowRange, TILE_MAX, Tile};

/// Nodes per axis of a block.
pub const EDGE: usize = 4;
/// Neighbours of a block in 3D, itself included; 2D uses the first 9.
pub const NEIGHBORS: usize = 27;
/// Node blocks per axis, and in all, that a family reaches.
const REACH_EDGE: usize = 4;
const REACH: usize = REACH_EDGE * REACH_EDGE * REACH_EDGE;
/// No such block.
pub const NONE: u32 = u32::MAX;
/// How far a particle may drift out of its home block, in cells, before it must be ordered again.
pub const SKIN: f64 = 1.0;

/// Block coordinates, in blocks.
pub type BlockCoord<const D: usize> = [i32; D];

/// `base^D`.
pub const fn power(base: usize, dimension: usize) -> usize {
    if dimension == 2 { base * base } else { base * base * base }
}

/// The offset, −1 to 1 per axis, of neighbour `code`.
#[inline]
pub fn neighbor_offset<const D: usize>(code: usize) -> [i32; D] {
    let mut offset = [0; D];
    let mut rest = code;
    for axis in (0..D).rev() {
        offset[axis] = (rest % 3) as i32 - 1;
        rest /= 3;
    }
    offset
}

/// The coordinates of a block's `n`-th node.
#[inline(always)]
pub fn node_index<const D: usize>(n: usize) -> [usize; D] {
    let mut index = [0; D];
    let mut rest = n;
    for axis in (0..D).rev() {
        index[axis] = rest % EDGE;
        rest /= EDGE;
    }
    index
}

/// A block that holds particles.
#[derive(Clone, Debug)]
pub struct Home<const D: usize> {
    /// Where it is.
    pub block: BlockCoord<D>,
    /// The node blocks around it, by neighbour code.
    pub nodes: [u32; NEIGHBORS],
    /// Its family's copies of them.
    pub copies: [u32; NEIGHBORS],
}

/// The homes in a block of twice the size (along periodic axes: of the same). What they scatter overlaps most with that of
/// each other.
#[derive(Clone, Debug)]
pub struct Family {
    /// They lie one after the other.
    pub homes: Range<u32>,
    /// The copies of node blocks that are theirs alone.
    pub copies: Range<u32>,
}

/// A block of nodes.
#[derive(Clone, Debug)]
pub struct NodeBlock<const D: usize> {
    /// Where it is.
    pub block: BlockCoord<D>,
    copies: [u32; NEIGHBORS],
    /// Where, along periodic axes, what is in them comes from.
    from: [u8; NEIGHBORS],
    copy_count: u8,
}

impl<const D: usize> NodeBlock<D> {
    fn new(block: BlockCoord<D>) -> Self {
        NodeBlock { block, copies: [NONE; NEIGHBORS], from: [0; NEIGHBORS], copy_count: 0 }
    }

    /// Its copies, by where along periodic axes they come from, and then in the order of the families.
    #[inline(always)]
    pub fn copies(&self) -> &[u32] {
        &self.copies[..self.copy_count as usize]
    }

    /// Gives it a copy of what comes `from` there for the family that comes next.
    fn push(&mut self, copy: u32, from: u8) {
        let count = self.copy_count as usize;
        let at = self.from[..count].partition_point(|other| *other <= from);
        self.copies.copy_within(at..count, at + 1);
        self.from.copy_within(at..count, at + 1);
        (self.copies[at], self.from[at]) = (copy, from);
        self.copy_count += 1;
    }
}

/// Mixes block coordinates well and repeatably; the standard hasher is slower and differs from run to run.
#[derive(Default)]
pub struct BlockHasher(u64);

impl Hasher for BlockHasher {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = (self.0.rotate_left(23) ^ u64::from_le_bytes(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
    }
}

/// A map from block coordinates.
pub type BlockMap<const D: usize> = HashMap<BlockCoord<D>, u32, BuildHasherDefault<BlockHasher>>;

/// Which blocks exist and how they touch.
#[derive(Default)]
pub struct Topology<const D: usize> {
    /// The blocks with particles, in the order of [`BlockOrder`].
    pub homes: Vec<Home<D>>,
    /// The same by families.
    pub families: Vec<Family>,
    /// Those and their neighbours.
    pub nodes: Vec<NodeBlock<D>>,
    index: BlockMap<D>,
}

impl<const D: usize> Topology<D> {
    /// How many copies of node blocks there are.
    pub fn copies(&self) -> usize {
        self.families.last().map_or(0, |family| family.copies.end as usize)
    }

    /// The index of a block among the node blocks.
    pub fn node_at(&self, block: &BlockCoord<D>) -> Option<u32> {
        self.index.get(block).copied()
    }

    /// Rebuilds for these home blocks, given in their order; reuses its memory.
    pub fn rebuild(
        &mut self,
        order: BlockOrder<D>,
        homes: impl Iterator<Item = BlockCoord<D>>,
        domain: &Domain<D>,
    ) {
        self.homes.clear();
        self.families.clear();
        self.nodes.clear();
        self.index.clear();
        let mut parent = None;
        // What the present family reaches: node blocks and its copies of them.
        let mut reached = [[NONE; 2]; REACH];
        for block in homes {
            let (home, mut next) = (self.homes.len() as u32, self.copies() as u32);
            let place = order.place(&block);
            if parent.replace(place.map(|c| c >> 1)) != parent {
                self.families.push(Family { homes: home..home, copies: next..next });
                reached.fill([NONE; 2]);
            }
            let [mut nodes, mut copies] = [[NONE; NEIGHBORS]; 2];
            for code in 0..power(3, D) {
                let offset = neighbor_offset::<D>(code);
                let within = (0..D).fold(0, |at, axis| {
                    at * (REACH_EDGE as i32) + (place[axis] & 1) as i32 + offset[axis] + 1
                });
                let [node, copy] = &mut reached[within as usize];
                if *copy == NONE {
                    let mut there = block;
                    let mut from = 0;
                    for axis in 0..D {
                        there[axis] += offset[axis];
                        from = 3 * from + if order.periodic[axis] { (1 - offset[axis]) as u8 } else { 1 };
                    }
                    domain.wrap(&mut there);
                    *node = *self.index.entry(there).or_insert_with(|| {
                        self.nodes.push(NodeBlock::new(there));
                        self.nodes.len() as u32 - 1
                    });
                    *copy = next;
                    self.nodes[*node as usize].push(next, from);
                    next += 1;
                }
                (nodes[code], copies[code]) = (*node, *copy);
            }
            let family = self.families.last_mut().expect("one was just made");
            family.homes.end = home + 1;
            family.copies.end = next;
            self.homes.push(Home { block, nodes, copies });
        }
    }
}

/// What orders blocks: bits of their coordinates interleaved, so that neighbours are near in memory. Counted from the
/// lowest of them all, so that matter has the same order, and the same sums, wherever it lies.
#[derive(Clone, Copy, Debug)]
pub struct BlockOrder<const D: usize> {
    lowest: BlockCoord<D>,
    periodic: [bool; D],
}

impl<const D: usize> BlockOrder<D> {
    /// Of these blocks.
    pub fn new<'a>(blocks: impl Iterator<Item = &'a BlockCoord<D>>, domain: &Domain<D>) -> Self {
        let mut lowest = [i32::MAX; D];
        for block in blocks {
            for axis in 0..D {
                lowest[axis] = lowest[axis].min(block[axis]);
            }
        }
        BlockOrder { lowest, periodic: domain.periods().map(|period| period > 0) }
    }

    /// Where a block is in the order. Those that differ in the last bits alone follow each other and are a family. A
    /// periodic axis has no lowest block, nor families along it: its blocks count twice.
    fn place(&self, block: &BlockCoord<D>) -> [u32; D] {
        std::array::from_fn(|axis| {
            if self.periodic[axis] {
                (block[axis] as u32) << 1
            } else {
                block[axis].wrapping_sub(self.lowest[axis]) as u32
            }
        })
    }

    /// The key that blocks are sorted by.
    pub fn key(&self, block: &BlockCoord<D>) -> [u64; 2] {
        let place = self.place(block);
        let mut key = [0u64; 2];
        for bit in (0..32).rev() {
            for c in place {
                key = [(key[0] << 1) | (key[1] >> 63), (key[1] << 1) | ((c >> bit) & 1) as u64];
            }
        }
        key
    }
}
