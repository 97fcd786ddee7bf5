//! Ordering particles by block, and within a block by the first node that they touch: particles with the same nodes stand
//! together, so that P2G finds in the cache, unsplit, what it has just written there.
//!
//! Particles drift at most a cell out of their block between orderings, so each moves to one of the block's neighbours.
//! Every old segment groups its slots by neighbour; every new segment then sorts what its neighbours send by cell, in
//! the order of the directions that it comes from. The result depends neither on the number of threads nor on where in the
//! world, or in its period, the matter is.

use std::ops::Range;

use super::{EMPTY, FieldKind, ParticleSet, Renewal, Segment};
use crate::grid::{
    BlockCoord, BlockMap, BlockOrder, Domain, EDGE, NEIGHBORS, NONE, Topology, neighbor_offset,
};
use crate::parallel::{Along, Records, tree};
use crate::tensor::{LaneScalar, Matrix};

/// First nodes per axis that a block's particles can touch.
const SIDE: usize = EDGE + 1;
const CELLS: usize = SIDE * SIDE * SIDE;
/// Where the particles of a slot go, and how many kinds of that there are: to a neighbour, or nowhere.
const NOWHERE: usize = NEIGHBORS;
/// Segments, chunks and values per task.
const GRAIN: usize = 8;
/// Room for the particles of the largest register.
const LANES: usize = 16;
const CHUNKS_AT_ONCE: usize = 64;
const VALUES_AT_ONCE: usize = 1 << 13;
/// Working memory that grows with the slots: `grouped` and `source`.
pub(super) const BYTES_PER_SLOT: usize = size_of::<u64>() + size_of::<u32>();

/// What an old segment sends to one block.
#[derive(Clone, Copy)]
struct Parcel {
    home: u32,
    /// The direction it goes, as a neighbour's code.
    code: u32,
    /// Its slots begin here in `Scratch::grouped`.
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
    /// Every segment's slots by where they go, with their cells above.
    grouped: Vec<u64>,
    /// Per segment: how many slots go where.
    sent: Vec<[u32; NEIGHBORS]>,
    parcels: Vec<Parcel>,
    parcels_by_home: Vec<Parcel>,
    /// Per home: where its parcels begin, and its particles.
    first_parcel: Vec<u32>,
    counts: Vec<u32>,
    segments: Vec<Segment<D>>,
    /// For every old slot, where it goes and its cell; then for every new slot, the old one.
    source: Vec<u32>,
}

/// Orders particle sets; keeps its working memory from one ordering to the next.
#[derive(Default)]
pub struct Orderer<const D: usize> {
    scratch: Vec<Scratch<D>>,
    homes: NewHomes<D>,
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
        self.homes.clear(topology);
        for (set, scratch) in sets.iter_mut().zip(&mut self.scratch) {
            scratch.group_slots(set, stagger);
            scratch.address(set, domain, topology, &mut self.homes);
        }
        let blocks = &self.homes.blocks;
        self.by_key.clear();
        let order = BlockOrder::new(blocks.iter(), domain);
        self.by_key.extend(blocks.iter().enumerate().map(|(i, block)| (order.key(block), i as u32)));
        self.by_key.sort_unstable();
        self.rank.clear();
        self.rank.resize(blocks.len(), NONE);
        for (rank, (_, home)) in self.by_key.iter().enumerate() {
            self.rank[*home as usize] = rank as u32;
        }
        topology.rebuild(order, self.by_key.iter().map(|(_, home)| blocks[*home as usize]), domain);
        for (set, scratch) in sets.iter_mut().zip(&mut self.scratch) {
            scratch.deliver(&self.rank, topology, T::PER_REGISTER, &mut set.segment_of_home);
            let chunks = scratch.segments.last().map_or(0, |segment| segment.end_chunk(T::PER_REGISTER));
            set.reserve_for(&scratch.segments);
            scratch.merge_parcels(set, chunks);
            set.permute(&scratch.source[..chunks * T::PER_REGISTER], &mut scratch.grouped);
            std::mem::swap(&mut set.segments, &mut scratch.segments);
        }
    }
}

impl<const D: usize> Scratch<D> {
    /// Makes every position relative to the block that it lies in, and groups each segment's slots by where they go.
    fn group_slots<T: LaneScalar>(&mut self, set: &mut ParticleSet<T, D>, stagger: f64) {
        let lanes = T::PER_REGISTER;
        let (segments, ids, chunks) = (&set.segments, &set.ids, set.chunks);
        let chunk_of = |i: usize| segments.get(i).map_or(chunks, |s| s.first_chunk as usize);
        self.grouped.resize(ids.len(), 0);
        self.source.resize(ids.len(), 0);
        self.sent.resize(segments.len(), [0; NEIGHBORS]);
        let grouped = Records { data: &mut self.grouped, stride: lanes };
        let keys = Records { data: &mut self.source, stride: lanes };
        let by_slot = Along { data: (set.position.now_mut(), keys, grouped), first: 0, offset_of: &chunk_of };
        type BySlot<'a, T> = Along<'a, (Records<'a, T>, Records<'a, u32>, Records<'a, u64>)>;
        let work = |range: Range<usize>, (by_slot, sent): (BySlot<T>, Records<[u32; NEIGHBORS]>)| {
            let (mut x, keys, grouped) = by_slot.data;
            let base = chunk_of(range.start) * lanes;
            for (segment, sent) in segments[range].iter().zip(sent.data) {
                let first = segment.first_chunk as usize * lanes;
                let local = first - base..first - base + segment.count as usize;
                let mut counts = [0; NOWHERE + 1];
                for (slot, key) in (first..).zip(&mut keys.data[local.clone()]) {
                    let (to, cell) = match ids[slot] {
                        EMPTY => (NOWHERE, 0),
                        _ => rebase::<T, D>(&mut x, slot - base, stagger),
                    };
                    counts[to] += 1;
                    *key = (to * CELLS + cell) as u32;
                }
                sent.copy_from_slice(&counts[..NEIGHBORS]);
                let mut places = starts(counts);
                let grouped = &mut grouped.data[local.clone()];
                for (slot, key) in (first..).zip(&keys.data[local]) {
                    let place = &mut places[*key as usize / CELLS];
                    grouped[*place as usize] = ((*key as usize % CELLS) as u64) << 32 | slot as u64;
                    *place += 1;
                }
            }
        };
        let sent = Records { data: &mut self.sent, stride: 1 };
        tree(0..segments.len(), GRAIN, &|i| i, (by_slot, sent), &work, &|_, _| ());
    }

    /// Finds the home of every parcel.
    fn address<T: LaneScalar>(
        &mut self,
        set: &ParticleSet<T, D>,
        domain: &Domain<D>,
        topology: &Topology<D>,
        homes: &mut NewHomes<D>,
    ) {
        self.parcels.clear();
        for (segment, sent) in set.segments.iter().zip(&self.sent) {
            let mut start = segment.first_chunk * T::PER_REGISTER as u32;
            for (code, &count) in sent.iter().enumerate().filter(|(_, count)| **count > 0) {
                let mut block = segment.block;
                for (c, o) in block.iter_mut().zip(neighbor_offset::<D>(code)) {
                    *c += o;
                }
                domain.wrap(&mut block);
                let node = match topology.homes.get(segment.home as usize) {
                    Some(home) => Some(home.nodes[code]),
                    None => topology.node_at(&block),
                };
                let home = homes.find(block, node);
                self.parcels.push(Parcel { home, code: code as u32, start, count });
                start += count;
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

    /// Sorts the parcels of every new segment by cell.
    fn merge_parcels<T: LaneScalar>(&mut self, set: &ParticleSet<T, D>, chunks: usize) {
        let lanes = T::PER_REGISTER;
        self.source.resize(set.ids.len(), NONE);
        let (segments, grouped) = (&self.segments, &self.grouped);
        let (parcels, first_parcel) = (&self.parcels_by_home, &self.first_parcel);
        let chunk_of = |i: usize| segments.get(i).map_or(chunks, |s| s.first_chunk as usize);
        let source = Records { data: &mut self.source[..chunks * lanes], stride: lanes };
        let work = |range: Range<usize>, source: Records<u32>| {
            let base = chunk_of(range.start);
            for i in range.clone() {
                let segment = &segments[i];
                let home = segment.home as usize;
                let parcels = &parcels[first_parcel[home] as usize..first_parcel[home + 1] as usize];
                let mut counts = [0; CELLS];
                for entry in parcels.iter().flat_map(|parcel| &grouped[parcel.slots()]) {
                    counts[(entry >> 32) as usize] += 1;
                }
                let mut places = starts(counts);
                let offset = (segment.first_chunk as usize - base) * lanes;
                let end = (segment.end_chunk(lanes) - base) * lanes;
                let slots = &mut source.data[offset..end];
                slots[segment.count as usize..].fill(NONE);
                for entry in parcels.iter().flat_map(|parcel| &grouped[parcel.slots()]) {
                    let place = &mut places[(entry >> 32) as usize];
                    slots[*place as usize] = *entry as u32;
                    *place += 1;
                }
            }
        };
        tree(0..segments.len(), GRAIN, &chunk_of, source, &work, &|_, _| ());
    }
}

/// The blocks that will be homes, numbered as they are found.
#[derive(Default)]
struct NewHomes<const D: usize> {
    blocks: Vec<BlockCoord<D>>,
    /// The number of those that are blocks of nodes already, by their index there.
    at_node: Vec<u32>,
    /// The number of the others.
    elsewhere: BlockMap<D>,
}

impl<const D: usize> NewHomes<D> {
    fn clear(&mut self, topology: &Topology<D>) {
        self.blocks.clear();
        self.elsewhere.clear();
        self.at_node.clear();
        self.at_node.resize(topology.nodes.len(), NONE);
    }

    /// The number of a block, which is that block of nodes if it is one.
    fn find(&mut self, block: BlockCoord<D>, node: Option<u32>) -> u32 {
        let number = match node {
            Some(node) => &mut self.at_node[node as usize],
            None => self.elsewhere.entry(block).or_insert(NONE),
        };
        if *number == NONE {
            *number = self.blocks.len() as u32;
            self.blocks.push(block);
        }
        *number
    }
}

/// Where groups of so many begin, one after the other.
fn starts<const N: usize>(counts: [u32; N]) -> [u32; N] {
    let mut end = 0;
    counts.map(|count| {
        end += count;
        end - count
    })
}

/// Moves a position into the block it lies in; returns that neighbour's code and the cell there.
#[inline]
fn rebase<T: LaneScalar, const D: usize>(x: &mut Records<T>, slot: usize, stagger: f64) -> (usize, usize) {
    let lanes = T::PER_REGISTER;
    let edge = EDGE as f64;
    let (mut code, mut cell) = (0, 0);
    for axis in 0..D {
        let value = &mut x.data[(slot / lanes * D + axis) * lanes + slot % lanes];
        let offset = value.to_f64();
        let (before, behind) = (offset < 0.0, offset >= edge);
        let inside = offset + if before { edge } else { 0.0 } - if behind { edge } else { 0.0 };
        *value = T::from_f64(inside);
        code = code * 3 + 1 + usize::from(behind) - usize::from(before);
        cell = cell * SIDE + ((inside + stagger) as usize).min(SIDE - 1);
    }
    (code, cell)
}

impl<T: LaneScalar, const D: usize> ParticleSet<T, D> {
    /// Moves every particle to its new slot; fills the slots between. Uses up `spare`.
    fn permute(&mut self, source: &[u32], spare: &mut Vec<u64>) {
        let rest = self.state_values(Matrix::identity(0.0));
        for (field, FieldKind { filling, renewal, .. }) in self.fields_mut() {
            if renewal == Renewal::Step {
                let filling = |k| filling.value(&rest, k);
                gather::<T, T>(source, field.components, &field.now, &mut field.next, &filling);
                field.commit();
            }
        }
        // The others borrow the largest second half.
        let largest = self.affine.components;
        let mut borrowed = std::mem::take(&mut self.affine.next);
        for (field, FieldKind { filling, renewal, .. }) in self.fields_mut() {
            if renewal == Renewal::Never {
                let filling = |k| filling.value(&rest, k);
                let next = &mut borrowed[..source.len() * field.components];
                gather::<T, T>(source, field.components, &field.now, next, &filling);
                if field.components == largest {
                    std::mem::swap(&mut field.now, &mut borrowed);
                } else {
                    copy(next, &mut field.now);
                }
            }
        }
        self.affine.next = borrowed;
        spare.resize(self.ids.len(), EMPTY);
        gather::<T, u64>(source, 1, &self.ids, spare, &|_| EMPTY);
        std::mem::swap(&mut self.ids, spare);
    }
}

/// Brings values of so many components to their new slots, as many at once as a register of `T` holds.
fn gather<T: LaneScalar, V: Copy + Send + Sync>(
    source: &[u32],
    components: usize,
    now: &[V],
    next: &mut [V],
    filling: &(impl Fn(usize) -> V + Sync),
) {
    let lanes = T::PER_REGISTER;
    let stride = components * lanes;
    if components == 0 {
        return;
    }
    let work = |chunks: Range<usize>, next: Records<V>| {
        let source = source[chunks.start * lanes..chunks.end * lanes].chunks_exact(lanes);
        for (source, next) in source.zip(next.data.chunks_exact_mut(stride)) {
            let mut first = [0; LANES];
            for (first, from) in first.iter_mut().zip(source) {
                *first = *from as usize / lanes * stride + *from as usize % lanes;
            }
            // Slots are filled from the first.
            let filled = source.partition_point(|from| *from != NONE);
            for (k, next) in next.chunks_exact_mut(lanes).enumerate() {
                let now = &now[k * lanes..];
                if filled == lanes {
                    next.iter_mut().zip(&first).for_each(|(next, first)| *next = now[*first]);
                } else {
                    next[..filled].iter_mut().zip(&first).for_each(|(next, first)| *next = now[*first]);
                    next[filled..].fill(filling(k));
                }
            }
        }
    };
    let next = Records { data: next, stride };
    tree(0..source.len() / lanes, CHUNKS_AT_ONCE, &|i| i, next, &work, &|_, _| ());
}

/// Copies to the beginning of `to`.
fn copy<V: Copy + Send + Sync>(from: &[V], to: &mut [V]) {
    let work = |range: Range<usize>, to: Records<V>| to.data[..range.len()].copy_from_slice(&from[range]);
    tree(0..from.len(), VALUES_AT_ONCE, &|i| i, Records { data: to, stride: 1 }, &work, &|_, _| ());
}
