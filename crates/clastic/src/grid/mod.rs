//! The sparse grid: blocks of 4 nodes per axis that exist only around particles.
//!
//! A *home* block holds particles. Its particles scatter into a private *arena*, the block with a margin wide enough for
//! the kernel and for particles that have drifted up to one cell out. Every *node* block then gathers, in a fixed order,
//! from the arenas that reach it. Nothing is sized by a bounding box, and block coordinates may be negative.

mod domain;
mod tile;

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

pub use domain::{Axis, Domain, DomainError, Plane, Side, WALLS, Wall};
pub use tile::{RowRange, TILE_MAX, Tile};

/// Nodes per axis of a block.
pub const EDGE: usize = 4;
/// Neighbours of a block in 3D, itself included; 2D uses the first 9.
pub const NEIGHBORS: usize = 27;
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
}

/// A block of nodes.
#[derive(Clone, Debug)]
pub struct NodeBlock<const D: usize> {
    /// Where it is.
    pub block: BlockCoord<D>,
    /// The homes around it whose arenas reach it, by neighbour code; [`NONE`] where there is none.
    pub homes: [u32; NEIGHBORS],
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
    /// The blocks with particles, in Morton order.
    pub homes: Vec<Home<D>>,
    /// Those and their neighbours.
    pub nodes: Vec<NodeBlock<D>>,
    index: BlockMap<D>,
}

impl<const D: usize> Topology<D> {
    /// Rebuilds for these home blocks, given in their order; reuses its memory.
    pub fn rebuild(&mut self, homes: impl Iterator<Item = BlockCoord<D>>, domain: &Domain<D>) {
        self.homes.clear();
        self.nodes.clear();
        self.index.clear();
        let neighbors = power(3, D);
        for block in homes {
            let home = self.homes.len() as u32;
            let mut nodes = [NONE; NEIGHBORS];
            for (code, entry) in nodes.iter_mut().enumerate().take(neighbors) {
                let offset = neighbor_offset::<D>(code);
                let mut there = block;
                for axis in 0..D {
                    there[axis] += offset[axis];
                }
                domain.wrap(&mut there);
                let node = *self.index.entry(there).or_insert_with(|| {
                    self.nodes.push(NodeBlock { block: there, homes: [NONE; NEIGHBORS] });
                    self.nodes.len() as u32 - 1
                });
                *entry = node;
                // Seen from the node block, the home lies the other way.
                self.nodes[node as usize].homes[neighbors - 1 - code] = home;
            }
            self.homes.push(Home { block, nodes });
        }
    }
}

/// The key that orders blocks: bits of the coordinates interleaved, so that neighbours are near in memory.
pub fn morton<const D: usize>(block: &BlockCoord<D>) -> [u64; 2] {
    let mut key = [0u64; 2];
    for bit in (0..32).rev() {
        for c in block {
            let one = ((*c as u32 ^ 0x8000_0000) >> bit) & 1;
            key = [(key[0] << 1) | (key[1] >> 63), (key[1] << 1) | one as u64];
        }
    }
    key
}
