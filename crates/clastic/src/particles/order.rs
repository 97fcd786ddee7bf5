//! Ordering particles by block, and within a block by the first node that they touch: particles with the same nodes stand
//! together, so that P2G finds in the cache, unsplit, what it has just written there.
//!
//! Particles drift at most a cell out of their block between orderings, so each moves to one of the block's neighbours.
//! Every old segment sorts its slots by neighbour and cell; every new segment then merges what its neighbours send, in
//! the order of the directions that it comes from. The result depends neither on the number of threads nor on where in the
//! world, or in its period, the matter is.

use std::ops::Range;

use super::{EMPTY, FieldKind, ParticleSet, Segment};
use crate::grid::{BlockCoord, BlockMap, BlockOrder, Domain, EDGE, NONE, Topology, neighbor_offset, power};
use crate::parallel::{Records, tree};
use crate::tensor::{LaneScalar, Matrix};

/// First nodes per axis that a block's particles can touch.
const SIDE: usize = EDGE + 1;
/// Keys are `neighbour · CELLS + cell`.
const CELLS: usize = SIDE * SIDE * SIDE;
/// The key of a slot without a particle.
const NO_KEY: u64 = u32::MAX as u64;
const GRAIN: usize = 8;
/// Working memory that grows with the slots: `sorted` and `source`.
pub(super) const BYTES_PER_SLOT: usize = size_of::<u64>() + size_of::<u32>();

/// What an old segment sends to one block.
#[derive(Clone, Copy)]
struct Parcel {
    home: u32,
    /// The direction it goes, as a neighbour's code.
    code: u32,
    /// Its slots begin here in `Scratch::sorted`.
    start: u32,
    count: u32,
}

impl Parcel {
    fn slots(&self) -> Range<usize> {
        self.start as usize..(self.start + self.count) as usize
    }
}

/// Working memory for one set.
#[derive(Default)]
struct Scratch<const D: usize> {
    /// Every segment's slots with their keys above, sorted.
    sorted: Vec<u64>,
    parcels: Vec<Parcel>,
    parcels_by_home: Vec<Parcel>,
    /// Per home: where its parcels begin, and its particles.
    first_parcel: Vec<u32>,
    counts: Vec<u32>,
    segments: Vec<Segment<D>>,
    /// For every new slot, the old one.
    source: Vec<u32>,
}

/// Orders particle sets; keeps its working memory from one ordering to the next.
#[derive(Default)]
pub struct Orderer<const D: usize> {
    scratch: Vec<Scratch<D>>,
    index: BlockMap<D>,
    blocks: Vec<BlockCoord<D>>,
    by_key: Vec<([u64; 2], u32)>,
    rank: Vec<u32>,
}

impl<const D: usize> Orderer<D> {
    /// Orders all sets and rebuilds the topology around them. Cells begin `stagger` cells before their nodes.
    pub fn order<T: LaneScalar>(
        &mut self,
        sets: &mut [ParticleSet<T, D>],
        domain: &Domain<D>,
        topology: &mut Topology<D>,
        stagger: f64,
    ) {
        self.scratch.resize_with(sets.len(), Scratch::default);
        self.index.clear();
        self.blocks.clear();
        for (set, scratch) in sets.iter_mut().zip(&mut self.scratch) {
            scratch.sort_segments(set, stagger);
            scratch.address(set, domain, &mut self.index, &mut self.blocks);
        }
        self.by_key.clear();
        let order = BlockOrder::new(self.blocks.iter(), domain);
        self.by_key.extend(self.blocks.iter().enumerate().map(|(i, block)| (order.key(block), i as u32)));
        self.by_key.sort_unstable();
        self.rank.clear();
        self.rank.resize(self.blocks.len(), NONE);
        for (rank, (_, home)) in self.by_key.iter().enumerate() {
            self.rank[*home as usize] = rank as u32;
        }
        topology.rebuild(order, self.by_key.iter().map(|(_, home)| self.blocks[*home as usize]), domain);
        for (set, scratch) in sets.iter_mut().zip(&mut self.scratch) {
            scratch.deliver(&self.rank, topology, T::PER_REGISTER, &mut set.segment_of_home);
            let chunks = scratch.segments.last().map_or(0, |segment| segment.end_chunk(T::PER_REGISTER));
            set.reserve(chunks);
            scratch.merge_parcels(set, chunks);
            set.permute(&scratch.source[..chunks * T::PER_REGISTER]);
            std::mem::swap(&mut set.segments, &mut scratch.segments);
        }
    }
}

impl<const D: usize> Scratch<D> {
    /// Makes every position relative to the block that it lies in, and sorts each segment's slots by where they go.
    fn sort_segments<T: LaneScalar>(&mut self, set: &mut ParticleSet<T, D>, stagger: f64) {
        let lanes = T::PER_REGISTER;
        let (segments, ids, chunks) = (&set.segments, &set.ids, set.chunks);
        let chunk_of = |i: usize| segments.get(i).map_or(chunks, |s| s.first_chunk as usize);
        self.sorted.resize(ids.len(), 0);
        let sorted = Records { data: &mut self.sorted, stride: lanes };
        let work = |range: Range<usize>, (mut x, sorted): (Records<T>, Records<u64>)| {
            let base = chunk_of(range.start) * lanes;
            for segment in &segments[range] {
                let first = segment.first_chunk as usize * lanes;
                let entries = &mut sorted.data[first - base..first - base + segment.count as usize];
                for (slot, entry) in (first..).zip(entries.iter_mut()) {
                    let key = if ids[slot] == EMPTY {
                        NO_KEY
                    } else {
                        rebase::<T, D>(&mut x, slot - base, stagger)
                    };
                    *entry = (key << 32) | slot as u64;
                }
                entries.sort_unstable();
            }
        };
        tree(0..segments.len(), GRAIN, &chunk_of, (set.position.now_mut(), sorted), &work, &|_, _| ());
    }

    /// Finds the home of every parcel.
    fn address<T: LaneScalar>(
        &mut self,
        set: &ParticleSet<T, D>,
        domain: &Domain<D>,
        index: &mut BlockMap<D>,
        blocks: &mut Vec<BlockCoord<D>>,
    ) {
        self.parcels.clear();
        for segment in &set.segments {
            let first = segment.first_chunk as usize * T::PER_REGISTER;
            let mut rest = &self.sorted[first..first + segment.count as usize];
            let mut start = first as u32;
            for code in 0..power(3, D) {
                let count = rest.partition_point(|entry| entry >> 32 < ((code + 1) * CELLS) as u64);
                if count == 0 {
                    continue;
                }
                rest = &rest[count..];
                let mut block = segment.block;
                for (c, o) in block.iter_mut().zip(neighbor_offset::<D>(code)) {
                    *c += o;
                }
                domain.wrap(&mut block);
                let home = *index.entry(block).or_insert_with(|| {
                    blocks.push(block);
                    blocks.len() as u32 - 1
                });
                self.parcels.push(Parcel { home, code: code as u32, start, count: count as u32 });
                start += count as u32;
            }
        }
    }

    /// Groups the parcels by home and lays out the new segments.
    fn deliver(
        &mut self,
        rank: &[u32],
        topology: &Topology<D>,
        lanes: usize,
        segment_of_home: &mut Vec<u32>,
    ) {
        let homes = topology.homes.len();
        self.first_parcel.clear();
        self.first_parcel.resize(homes + 1, 0);
        self.counts.clear();
        self.counts.resize(homes, 0);
        for parcel in &mut self.parcels {
            parcel.home = rank[parcel.home as usize];
            self.first_parcel[parcel.home as usize + 1] += 1;
            self.counts[parcel.home as usize] += parcel.count;
        }
        for home in 0..homes {
            self.first_parcel[home + 1] += self.first_parcel[home];
        }
        self.parcels_by_home.resize(self.parcels.len(), Parcel { home: NONE, code: 0, start: 0, count: 0 });
        for parcel in &self.parcels {
            let place = &mut self.first_parcel[parcel.home as usize];
            self.parcels_by_home[*place as usize] = *parcel;
            *place += 1;
        }
        // Every start has moved to its end, which is the next one's start.
        self.first_parcel.rotate_right(1);
        self.first_parcel[0] = 0;
        for range in self.first_parcel.windows(2) {
            let parcels = &mut self.parcels_by_home[range[0] as usize..range[1] as usize];
            parcels.sort_unstable_by_key(|parcel| (parcel.code, parcel.start));
        }
        self.segments.clear();
        segment_of_home.clear();
        segment_of_home.resize(homes, NONE);
        let mut chunk = 0;
        for (home, &count) in self.counts.iter().enumerate() {
            if count > 0 {
                segment_of_home[home] = self.segments.len() as u32;
                let block = topology.homes[home].block;
                self.segments.push(Segment { block, home: home as u32, first_chunk: chunk, count });
                chunk += count.div_ceil(lanes as u32);
            }
        }
    }

    /// Merges the parcels of every new segment by cell.
    fn merge_parcels<T: LaneScalar>(&mut self, set: &ParticleSet<T, D>, chunks: usize) {
        let lanes = T::PER_REGISTER;
        self.source.resize(set.ids.len(), NONE);
        let (segments, sorted) = (&self.segments, &self.sorted);
        let (parcels, first_parcel) = (&self.parcels_by_home, &self.first_parcel);
        let chunk_of = |i: usize| segments.get(i).map_or(chunks, |s| s.first_chunk as usize);
        let source = Records { data: &mut self.source[..chunks * lanes], stride: lanes };
        let work = |range: Range<usize>, source: Records<u32>| {
            let base = chunk_of(range.start);
            for i in range.clone() {
                let segment = &segments[i];
                let home = segment.home as usize;
                let parcels = &parcels[first_parcel[home] as usize..first_parcel[home + 1] as usize];
                let mut begin = [0u32; CELLS + 1];
                for parcel in parcels {
                    for entry in &sorted[parcel.slots()] {
                        begin[(entry >> 32) as usize % CELLS + 1] += 1;
                    }
                }
                for cell in 0..CELLS {
                    begin[cell + 1] += begin[cell];
                }
                let offset = (segment.first_chunk as usize - base) * lanes;
                let end = (segment.end_chunk(lanes) - base) * lanes;
                let slots = &mut source.data[offset..end];
                slots[segment.count as usize..].fill(NONE);
                for parcel in parcels {
                    for entry in &sorted[parcel.slots()] {
                        let place = &mut begin[(entry >> 32) as usize % CELLS];
                        slots[*place as usize] = *entry as u32;
                        *place += 1;
                    }
                }
            }
        };
        tree(0..segments.len(), GRAIN, &chunk_of, source, &work, &|_, _| ());
    }
}

/// Moves a position into the block it lies in and returns its key.
#[inline]
fn rebase<T: LaneScalar, const D: usize>(x: &mut Records<T>, slot: usize, stagger: f64) -> u64 {
    let lanes = T::PER_REGISTER;
    let edge = EDGE as f64;
    let (mut code, mut cell) = (0, 0);
    for axis in 0..D {
        let value = &mut x.data[(slot / lanes * D + axis) * lanes + slot % lanes];
        let offset = value.to_f64();
        let shift = (offset / edge).floor().clamp(-1.0, 1.0);
        let inside = offset - shift * edge;
        *value = T::from_f64(inside);
        code = code * 3 + (shift + 1.0) as usize;
        cell = cell * SIDE + ((inside + stagger) as usize).min(SIDE - 1);
    }
    (code * CELLS + cell) as u64
}

impl<T: LaneScalar, const D: usize> ParticleSet<T, D> {
    /// Moves every particle to its new slot; fills the slots between.
    fn permute(&mut self, source: &[u32]) {
        let lanes = T::PER_REGISTER;
        let rest = self.state_values(Matrix::identity(0.0));
        let chunks = source.len() / lanes;
        for (field, FieldKind { filling, .. }) in self.fields_mut() {
            let components = field.components;
            let stride = field.stride();
            let now: &[T] = &field.now;
            let next = Records { data: &mut field.next, stride };
            let work = |range: Range<usize>, next: Records<T>| {
                for (local, chunk) in range.enumerate() {
                    for lane in 0..lanes {
                        let from = source[chunk * lanes + lane] as usize;
                        for k in 0..components {
                            next.data[local * stride + k * lanes + lane] = if from == NONE as usize {
                                filling.value(&rest, k)
                            } else {
                                now[(from / lanes * components + k) * lanes + from % lanes]
                            };
                        }
                    }
                }
            };
            tree(0..chunks, 64, &|i| i, next, &work, &|_, _| ());
            field.commit();
        }
        for (next, from) in self.next_ids.iter_mut().zip(source) {
            *next = if *from == NONE { EMPTY } else { self.ids[*from as usize] };
        }
        std::mem::swap(&mut self.ids, &mut self.next_ids);
    }
}
