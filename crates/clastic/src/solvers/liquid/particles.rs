//! The liquid's particles, in the order of the tiles and cells that they are in. After them come those that fly alone: they
//! have no tile.

use crate::parallel::{Along, Records, tree};
use rayon::prelude::*;

use super::grid::{Grid, NONE};

/// Particles per piece of parallel work.
pub(super) const GRAIN: usize = 4096;

/// One array per quantity.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Particles<const D: usize> {
    /// Numbers that stay.
    pub id: Vec<u64>,
    /// Where they are, in m.
    pub position: Vec<[f64; D]>,
    /// In m/s.
    pub velocity: Vec<[f64; D]>,
    /// `c_pa` of equation 14 by axis `a`, in 1/s: row `a` is the gradient of the velocity's component `a`.
    pub affine: Vec<[[f64; D]; D]>,
    /// In kg.
    pub mass: Vec<f64>,
    /// In m^D.
    pub volume: Vec<f64>,
}

impl<const D: usize> Particles<D> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.position.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.position.is_empty()
    }

    /// Makes room for more.
    pub(super) fn reserve(&mut self, more: usize) {
        self.id.reserve(more);
        self.position.reserve(more);
        self.velocity.reserve(more);
        self.affine.reserve(more);
        self.mass.reserve(more);
        self.volume.reserve(more);
    }

    pub(super) fn resize(&mut self, len: usize) {
        self.id.resize(len, 0);
        self.position.resize(len, [0.0; D]);
        self.velocity.resize(len, [0.0; D]);
        self.affine.resize(len, [[0.0; D]; D]);
        self.mass.resize(len, 0.0);
        self.volume.resize(len, 0.0);
    }

    /// Takes particles away; their indices in ascending order. The others stay in their order.
    pub(super) fn remove(&mut self, gone: &[u32]) {
        fn keep<T: Copy>(field: &mut Vec<T>, gone: &[u32]) {
            let Some(&first) = gone.first() else { return };
            let (mut to, mut next) = (first as usize, 0);
            for from in first as usize..field.len() {
                if gone.get(next) == Some(&(from as u32)) {
                    next += 1;
                } else {
                    field[to] = field[from];
                    to += 1;
                }
            }
            field.truncate(to);
        }
        keep(&mut self.id, gone);
        keep(&mut self.position, gone);
        keep(&mut self.velocity, gone);
        keep(&mut self.affine, gone);
        keep(&mut self.mass, gone);
        keep(&mut self.volume, gone);
    }
}

/// With fewer particles than this in a tile and all around it no cell can be half full, unless they were merged, and so none is liquid.
const fn few(dimension: usize) -> u32 {
    1 << (dimension - 1)
}

/// Sorts particles by tile and cell; equal ones stay in their order.
#[derive(Clone, Debug, Default)]
pub(super) struct Order {
    /// Tile code and cell of every particle.
    keys: Vec<(u64, u16)>,
    /// Tiles with particles, and how many they have.
    peopled: Vec<(u64, u32)>,
    /// Those that the grid is made of.
    homes: Vec<u64>,
    tile: Vec<u32>,
    /// Where particles come from.
    from: Vec<u32>,
    scratch: Vec<u32>,
    counts: Vec<u32>,
    /// Where the particles of every cell begin, and at last where all end.
    pub cell_first: Vec<u32>,
}

/// A particle beyond what can be addressed; its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Astray(pub usize);

impl Order {
    /// Makes the grid around the particles and puts them in its order. `spare` is as long as they are afterwards.
    pub fn sort<const D: usize>(
        &mut self,
        grid: &mut Grid<D>,
        particles: &mut Particles<D>,
        spare: &mut Particles<D>,
    ) -> Result<(), Astray> {
        let len = particles.len();
        const LOST: u64 = u64::MAX;
        self.keys.resize(len, (0, 0));
        self.keys
            .par_iter_mut()
            .zip(&particles.position)
            .with_min_len(GRAIN)
            .for_each(|(key, x)| *key = grid.locate(x).unwrap_or((LOST, 0)));
        self.peopled.clear();
        for (index, key) in self.keys.iter().enumerate() {
            if key.0 == LOST {
                return Err(Astray(index));
            }
            match self.peopled.last_mut() {
                Some((code, count)) if *code == key.0 => *count += 1,
                _ => self.peopled.push((key.0, 1)),
            }
        }
        self.find_homes(grid);
        grid.rebuild(&mut self.homes);
        self.find_places(grid);

        spare.resize(len);
        let from = &self.from;
        fn gather<T: Copy + Send + Sync>(to: &mut [T], source: &[T], from: &[u32]) {
            to.par_iter_mut()
                .zip(from)
                .with_min_len(GRAIN)
                .for_each(|(to, &from)| *to = source[from as usize]);
        }
        gather(&mut spare.id, &particles.id, from);
        gather(&mut spare.position, &particles.position, from);
        gather(&mut spare.velocity, &particles.velocity, from);
        gather(&mut spare.affine, &particles.affine, from);
        gather(&mut spare.mass, &particles.mass, from);
        gather(&mut spare.volume, &particles.volume, from);
        std::mem::swap(particles, spare);
        Ok(())
    }

    /// Tiles in and around which there are more than a few particles.
    fn find_homes<const D: usize>(&mut self, grid: &Grid<D>) {
        let Order { peopled, homes, .. } = self;
        peopled.sort_unstable();
        peopled.dedup_by(|later, first| {
            let is_same = later.0 == first.0;
            first.1 += if is_same { later.1 } else { 0 };
            is_same
        });
        let count_in = |code: u64| {
            peopled.binary_search_by_key(&code, |tile| tile.0).map_or(0, |found| peopled[found].1)
        };
        let has_more = |tile: &&(u64, u32)| {
            tile.1 >= few(D) || grid.codes_around(tile.0).map(count_in).sum::<u32>() >= few(D)
        };
        homes.clear();
        homes.extend(peopled.iter().filter(has_more).map(|tile| tile.0));
    }

    /// Counting sorts: of all by tile, then of every tile's by cell.
    fn find_places<const D: usize>(&mut self, grid: &mut Grid<D>) {
        let len = self.keys.len();
        self.counts.clear();
        self.counts.resize(grid.tiles.len() + 2, 0);
        self.tile.resize(len, NONE);
        // Those that fly alone come after the last tile.
        let alone = grid.tiles.len() as u32;
        let mut last = (u64::MAX, NONE);
        for (key, tile) in self.keys.iter().zip(&mut self.tile) {
            if key.0 != last.0 {
                let is_home = self.homes.binary_search(&key.0).is_ok();
                last = (key.0, grid.find(key.0).filter(|_| is_home).unwrap_or(alone));
            }
            *tile = last.1;
            self.counts[last.1 as usize + 1] += 1;
        }
        for tile in 0..grid.tiles.len() {
            self.counts[tile + 1] += self.counts[tile];
            grid.tiles[tile].first = self.counts[tile];
            grid.tiles[tile].end = self.counts[tile + 1];
        }
        self.scratch.resize(len, 0);
        for (index, &tile) in self.tile.iter().enumerate() {
            let place = &mut self.counts[tile as usize];
            self.scratch[*place as usize] = index as u32;
            *place += 1;
        }
        self.from.resize(len, 0);
        self.cell_first.resize(grid.len() + 1, 0);
        let cells = Grid::<D>::CELLS;
        let (keys, scratch) = (&self.keys, &self.scratch);
        let (starts, last) = self.cell_first.split_at_mut(grid.len());
        let end = grid.end();
        last[0] = end as u32;
        self.from[end..].copy_from_slice(&scratch[end..]);
        let tiles = &grid.tiles;
        let first_of = |tile: usize| tiles.get(tile).map_or(end, |tile| tile.first as usize);
        let from = Along {
            data: Records { data: &mut self.from[..end], stride: 1 },
            first: 0,
            offset_of: &first_of,
        };
        let data = (from, Records { data: starts, stride: cells });
        tree(
            0..tiles.len(),
            4,
            &|tile| tile,
            data,
            &|range, (from, starts)| {
                let mut rest = from.data.data;
                for (tile, starts) in tiles[range].iter().zip(starts.data.chunks_mut(cells)) {
                    let (part, tail) = rest.split_at_mut(tile.len());
                    rest = tail;
                    starts.fill(0);
                    let members = &scratch[tile.first as usize..tile.end as usize];
                    for &p in members {
                        starts[keys[p as usize].1 as usize] += 1;
                    }
                    let mut sum = tile.first;
                    for start in starts.iter_mut() {
                        sum += std::mem::replace(start, sum);
                    }
                    for &p in members {
                        let place = &mut starts[keys[p as usize].1 as usize];
                        part[(*place - tile.first) as usize] = p;
                        *place += 1;
                    }
                    // Every start has become an end, which is the next cell's start.
                    starts.copy_within(0..cells - 1, 1);
                    starts[0] = tile.first;
                }
            },
            &|(), ()| (),
        );
    }
}
