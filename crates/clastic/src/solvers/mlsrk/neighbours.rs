//! Who is near whom: cells of an unbounded world, and for every particle the list of those in reach.
//!
//! Lists reach farther than the kernel, by a skin. They hold as long as no two particles that are near have come nearer to each other by
//! more than that, along any axis: what all do together does not count, nor what a drop does far from the others.

use std::ops::Range;

use crate::parallel::{Along, Records, tree};
use rayon::prelude::*;

use super::MlsrkError;
use super::particles::{GRAIN, Particles};

/// Bits per axis of a cell's address.
const BITS: usize = 21;
/// Cells on either side of the origin.
const HALF: f64 = (1u64 << (BITS - 1)) as f64;
/// The number of no cell.
const LOST: u64 = u64::MAX;
/// Cells per piece of parallel work.
const CELLS: usize = 16;
/// Of so many cells one may move otherwise than most, and lists be looked at further: to compare more takes as long as to make lists anew.
const FEW: usize = 8;

/// Lists of neighbours, each particle's own index among them, ascending.
#[derive(Clone, Debug)]
pub struct Neighbours<const D: usize> {
    /// How far the kernel reaches along every axis, in m.
    reach: f64,
    /// What lists reach beyond, in m.
    skin: f64,
    /// The period of every axis, in m; 0 where there is none.
    period: [f64; D],
    /// Where it begins, in m; 0 where there is none.
    low: [f64; D],
    /// The cells' edges, in m.
    edge: [f64; D],
    /// Where lists begin, and at last where all end.
    first: Vec<usize>,
    index: Vec<u32>,
    /// Where particles were when the lists were made, in m.
    anchor: Vec<[f64; D]>,
    keys: Vec<(u64, u32)>,
    from: Vec<u32>,
    cells: Vec<Cell>,
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    key: u64,
    first: u32,
    end: u32,
}

impl<const D: usize> Neighbours<D> {
    /// Empty ones; fails with an axis whose period is too short, and the least that it may be.
    pub fn new(reach: f64, skin: f64, period: [Option<[f64; 2]>; D]) -> Result<Self, (usize, f64)> {
        let cut = reach + skin;
        let mut edge = [cut; D];
        for axis in 0..D {
            if let Some([low, high]) = period[axis] {
                let period = high - low;
                let cells = (period / cut).floor();
                if !(3.0..HALF).contains(&cells) {
                    return Err((axis, 3.0 * cut));
                }
                edge[axis] = period / cells;
            }
        }
        Ok(Neighbours {
            reach,
            skin,
            period: period.map(|period| period.map_or(0.0, |[low, high]| high - low)),
            low: period.map(|period| period.map_or(0.0, |[low, _]| low)),
            edge,
            first: vec![0],
            index: Vec::new(),
            anchor: Vec::new(),
            keys: Vec::new(),
            from: Vec::new(),
            cells: Vec::new(),
        })
    }

    /// Those of a particle.
    #[inline(always)]
    pub fn of(&self, particle: usize) -> &[u32] {
        &self.index[self.first[particle]..self.first[particle + 1]]
    }

    /// Pairs in all lists.
    pub fn pairs(&self) -> usize {
        self.index.len()
    }

    /// The period of every axis, in m; 0 where there is none.
    pub fn period(&self) -> &[f64; D] {
        &self.period
    }

    /// Where particles were when the lists were made, in m: with the order of the particles all that decides what is in them.
    pub fn anchor(&self) -> &[[f64; D]] {
        &self.anchor
    }

    /// The particles are others now.
    pub fn forget(&mut self) {
        self.anchor.clear();
    }

    /// Whether the lists hold with particles at these places: no two that are not in each other's have come nearer by more than the
    /// skin.
    pub fn hold(&self, position: &[[f64; D]]) -> bool {
        if self.anchor.len() != position.len() {
            return false;
        }
        let work = |range: Range<usize>, ()| self.ways(position, range);
        let all = tree(0..position.len(), 16 * GRAIN, &|i| i, (), &work, &Ways::and);
        // What goes round and round comes back when lists are made, and may be no more than a cell beyond the end.
        let is_beyond =
            |axis: usize| self.period[axis] > 0.0 && !all.around_along(axis, 0.0, self.edge[axis]);
        if (0..D).any(is_beyond) {
            return false;
        }
        all.within(self.skin) || all.within(self.least_edge()) && self.few_go_apart(position, &all)
    }

    /// The same where none has gone farther than a cell's edge from what the others did: drops that fly alone. Cells that move as the mean
    /// does have not come nearer to each other, and every other cell is compared with those less than three cells away; none from beyond is near yet.
    fn few_go_apart(&self, position: &[[f64; D]], all: &Ways<D>) -> bool {
        let ways = |cell: &Cell| self.ways(position, cell.first as usize..cell.end as usize);
        let apart = || {
            let cells = self.cells.par_iter().enumerate().with_min_len(CELLS);
            cells.filter(|(_, cell)| !ways(cell).around(&all.mean(), 0.5 * self.skin))
        };
        let most = self.cells.len() / FEW;
        apart().take_any(most + 1).count() <= most
            && apart().all(|(cell, _)| {
                let mut near = Ways::NONE;
                self.each_around(cell, 2, |cell| near = near.and(ways(cell)));
                near.within(self.skin)
            })
    }

    /// How far a range of particles has moved since the lists were made.
    fn ways(&self, position: &[[f64; D]], range: Range<usize>) -> Ways<D> {
        let mut ways = Ways::NONE;
        for (x, from) in position[range.clone()].iter().zip(&self.anchor[range]) {
            let mut way = [0.0; D];
            for axis in 0..D {
                way[axis] = x[axis] - from[axis];
                // A way that is not a number is none that lists hold for.
                way[axis] = if way[axis].is_nan() { f64::INFINITY } else { way[axis] };
            }
            ways = ways.and(Ways { low: way, high: way, sum: way, count: 1.0 });
        }
        ways
    }

    fn least_edge(&self) -> f64 {
        self.edge.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// Puts particles in the order of cells, and those of a cell in the order that they had, and makes the lists. `spare` is as
    /// long as they are afterwards.
    pub fn rebuild(
        &mut self,
        particles: &mut Particles<D>,
        spare: &mut Particles<D>,
    ) -> Result<(), MlsrkError> {
        self.wrap(&mut particles.position);
        self.sort(&particles.position)
            .map_err(|index| MlsrkError::Astray { particle: particles.id[index] })?;
        spare.gather(particles, &self.from);
        std::mem::swap(particles, spare);
        self.list(&particles.position);
        Ok(())
    }

    /// Makes the lists that particles had in this order with these anchors, before they went on to where they are.
    pub fn restore(&mut self, anchor: Vec<[f64; D]>) -> Result<(), usize> {
        self.sort(&anchor)?;
        if self.from.iter().enumerate().any(|(to, from)| to != *from as usize) {
            return Err(0);
        }
        self.list(&anchor);
        Ok(())
    }

    fn wrap(&self, position: &mut [[f64; D]]) {
        if self.period != [0.0; D] {
            for x in position {
                for axis in 0..D {
                    if self.period[axis] > 0.0 {
                        let whole = (x[axis] - self.low[axis]).rem_euclid(self.period[axis]);
                        // Rounding may lead to the very end.
                        x[axis] = self.low[axis] + if whole < self.period[axis] { whole } else { 0.0 };
                    }
                }
            }
        }
    }

    /// The number of the cell that a place is in.
    fn key(&self, x: &[f64; D]) -> u64 {
        let mut key = 0;
        for axis in 0..D {
            let mut cell = ((x[axis] - self.low[axis]) / self.edge[axis]).floor();
            if self.period[axis] > 0.0 {
                cell = cell.clamp(0.0, (self.period[axis] / self.edge[axis]).round() - 1.0);
            }
            // Not even the neighbours of a cell may be beyond the end.
            if cell.is_nan() || cell.abs() >= HALF - 1.0 {
                return LOST;
            }
            key = key << BITS | (cell + HALF) as u64;
        }
        key
    }

    /// Whether a place, in m, can be addressed.
    pub fn reaches(&self, x: &[f64; D]) -> bool {
        self.key(x) != LOST
    }

    /// How many cells there are with particles in them.
    pub fn cells(&self) -> usize {
        self.cells.len()
    }

    /// Finds the order of the particles and the cells; fails with one that is nowhere.
    fn sort(&mut self, position: &[[f64; D]]) -> Result<(), usize> {
        self.keys.resize(position.len(), (0, 0));
        let mut keys = std::mem::take(&mut self.keys);
        keys.par_iter_mut()
            .zip(position)
            .enumerate()
            .with_min_len(GRAIN)
            .for_each(|(index, (to, x))| *to = (self.key(x), index as u32));
        self.keys = keys;
        if let Some(lost) = self.keys.iter().position(|(key, _)| *key == LOST) {
            return Err(lost);
        }
        // No two are equal, so there is one order whatever the algorithm.
        self.keys.par_sort_unstable();
        self.from.clear();
        self.from.extend(self.keys.iter().map(|(_, index)| *index));
        self.cells.clear();
        for (place, (key, _)) in self.keys.iter().enumerate() {
            let place = place as u32;
            match self.cells.last_mut() {
                Some(cell) if cell.key == *key => cell.end = place + 1,
                _ => self.cells.push(Cell { key: *key, first: place, end: place + 1 }),
            }
        }
        Ok(())
    }

    /// Makes the lists of particles that are in order.
    fn list(&mut self, position: &[[f64; D]]) {
        let len = position.len();
        let mut index = std::mem::take(&mut self.index);
        let mut first = std::mem::take(&mut self.first);
        first.clear();
        first.resize(len + 1, 0);
        let cell_first = |cell: usize| self.cells.get(cell).map_or(len, |cell| cell.first as usize);
        tree(
            0..self.cells.len(),
            CELLS,
            &cell_first,
            Records { data: &mut first[1..], stride: 1 },
            &|cells: Range<usize>, counts: Records<usize>| {
                let begin = cell_first(cells.start);
                for cell in cells {
                    let ranges = self.around(cell);
                    for i in self.members(cell) {
                        let near = |j: &usize| self.is_near(&position[i], &position[*j]);
                        counts.data[i - begin] =
                            ranges.iter().map(|range| range.clone().filter(near).count()).sum();
                    }
                }
            },
            &|(), ()| (),
        );
        for i in 0..len {
            first[i + 1] += first[i];
        }
        index.resize(first[len], 0);
        let lists = Along {
            data: Records { data: &mut index[..], stride: 1 },
            first: 0,
            offset_of: &|cell| first[cell_first(cell)],
        };
        tree(
            0..self.cells.len(),
            CELLS,
            &|cell| cell,
            lists,
            &|cells: Range<usize>, lists| {
                let mut rest = lists.data.data.iter_mut();
                for cell in cells {
                    let ranges = self.around(cell);
                    for i in self.members(cell) {
                        let all = ranges.iter().cloned().flatten();
                        for j in all.filter(|j| self.is_near(&position[i], &position[*j])) {
                            *rest.next().expect("as many as were counted") = j as u32;
                        }
                    }
                }
            },
            &|(), ()| (),
        );
        (self.index, self.first) = (index, first);
        self.anchor.clear();
        self.anchor.extend_from_slice(position);
    }

    fn members(&self, cell: usize) -> Range<usize> {
        self.cells[cell].first as usize..self.cells[cell].end as usize
    }

    #[inline(always)]
    fn is_near(&self, x: &[f64; D], y: &[f64; D]) -> bool {
        let cut = self.reach + self.skin;
        let mut near = true;
        for axis in 0..D {
            let way = (y[axis] - x[axis]).abs();
            let way = if self.period[axis] > 0.0 { way.min(self.period[axis] - way) } else { way };
            near &= way < cut;
        }
        near
    }

    /// The particles of a cell and its neighbours: ranges in ascending order, the others empty.
    fn around(&self, cell: usize) -> [Range<usize>; 27] {
        let mut ranges = [const { 0..0 }; 27];
        let mut count = 0;
        self.each_around(cell, 1, |cell| {
            ranges[count] = cell.first as usize..cell.end as usize;
            count += 1;
        });
        ranges[..count].sort_unstable_by_key(|range| range.start);
        ranges
    }

    /// Visits the cells that are so many cells away at most, along every axis, and have particles in them; more than once
    /// where a period has fewer cells than that on both sides.
    fn each_around(&self, cell: usize, away: i64, mut visit: impl FnMut(&Cell)) {
        let key = self.cells[cell].key;
        let mask = (1 << BITS) - 1;
        let at: [i64; D] = std::array::from_fn(|axis| (key >> (BITS * (D - 1 - axis)) & mask) as i64);
        let side = 2 * away + 1;
        for code in 0..side.pow(D as u32) {
            let mut rest = code;
            let mut key = 0;
            for axis in (0..D).rev() {
                let mut along = at[axis] + rest % side - away;
                rest /= side;
                if self.period[axis] > 0.0 {
                    let cells = (self.period[axis] / self.edge[axis]).round() as i64;
                    along = (along - HALF as i64).rem_euclid(cells) + HALF as i64;
                }
                key |= (along as u64) << (BITS * (D - 1 - axis));
            }
            if let Ok(cell) = self.cells.binary_search_by_key(&key, |cell| cell.key) {
                visit(&self.cells[cell]);
            }
        }
    }
}

/// How far particles have moved, in m.
#[derive(Clone, Copy)]
struct Ways<const D: usize> {
    low: [f64; D],
    high: [f64; D],
    sum: [f64; D],
    count: f64,
}

impl<const D: usize> Ways<D> {
    const NONE: Self =
        Ways { low: [f64::INFINITY; D], high: [f64::NEG_INFINITY; D], sum: [0.0; D], count: 0.0 };

    fn and(self, other: Self) -> Self {
        Ways {
            low: std::array::from_fn(|k| self.low[k].min(other.low[k])),
            high: std::array::from_fn(|k| self.high[k].max(other.high[k])),
            sum: std::array::from_fn(|k| self.sum[k] + other.sum[k]),
            count: self.count + other.count,
        }
    }

    fn mean(&self) -> [f64; D] {
        self.sum.map(|sum| sum / self.count)
    }

    /// Whether no two differ by more than this, along any axis.
    fn within(&self, most: f64) -> bool {
        (0..D).all(|k| self.high[k] - self.low[k] <= most)
    }

    /// Whether none differs from a way by more than this.
    fn around(&self, way: &[f64; D], most: f64) -> bool {
        (0..D).all(|axis| self.around_along(axis, way[axis], most))
    }

    fn around_along(&self, axis: usize, way: f64, most: f64) -> bool {
        self.low[axis] >= way - most && self.high[axis] <= way + most
    }
}
