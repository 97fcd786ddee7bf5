//! The pieces of a surface that can be nearest, by place: a sparse tree of cells in a band around the surface.
//!
//! Each cell lists the pieces that can be nearest to any place in it; cells with long lists are split. A piece is
//! convex, so its distance is a convex function of the place, and that keeps searches short. It is nowhere below its
//! tangent at the middle of the cell, so a piece whose tangent is above the distance of another is farther away. And in
//! a cell it is nowhere above what the values at the corners interpolate to, so a piece whose tangent is above the
//! distance of another at all corners is farther away everywhere in the cell.

use super::surface::{Nearest, Pieces};
use crate::vector::{bounds, length, sub};

/// Pieces of a surface, and where each may be nearest.
pub(super) struct Band<const N: usize, P> {
    pieces: P,
    /// The lowest and highest places of the pieces, in m.
    bounds: [[f64; N]; 2],
    /// How far from the pieces the band ends, in m.
    reach: f64,
    /// The lowest place of the first cell, in m.
    low: [f64; N],
    /// The edge of the largest cells, in m.
    size: f64,
    /// The largest cells along each axis. They come first in `cells`, the last axis fastest.
    counts: [usize; N],
    cells: Vec<Cell>,
    lists: Vec<Tangent<N>>,
}

#[derive(Clone, Copy)]
struct Cell {
    /// Where its list begins, or its parts, which are 2^N.
    first: u32,
    /// The length of its list, or [`SPLIT`].
    count: u32,
}

const SPLIT: u32 = u32::MAX;
const EMPTY: Cell = Cell { first: 0, count: 0 };

/// The distance from a piece near the middle of a cell, a little less for the sake of rounding.
#[derive(Clone, Copy)]
struct Tangent<const N: usize> {
    piece: u32,
    /// In edges of the largest cells, since `f32` does not hold all lengths.
    value: f32,
    slope: [f32; N],
}

impl<const N: usize> Tangent<N> {
    /// What the distance is at least, at a place relative to the middle. Both are in edges of the largest cells.
    #[inline]
    fn least(&self, offset: [f32; N]) -> f32 {
        (0..N).fold(self.value, |sum, i| sum + self.slope[i] * offset[i])
    }
}

/// Of lengths, for numbers of 24 bits.
const ROUNDING: f64 = 1e-6;

/// The middle of a cell, and half of its edge, in m.
#[derive(Clone, Copy)]
struct Cube<const N: usize> {
    middle: [f64; N],
    half: f64,
}

impl<const N: usize> Cube<N> {
    /// One of the 2^N corners of a cube around the same middle with edges of a share of the length.
    fn corner(&self, index: usize, share: f64) -> [f64; N] {
        let half = share * self.half;
        std::array::from_fn(|i| self.middle[i] + if index >> i & 1 == 1 { half } else { -half })
    }

    fn part(&self, index: usize) -> Cube<N> {
        Cube { middle: self.corner(index, 0.5), half: 0.5 * self.half }
    }
}

/// A cell that may be split.
struct Candidate<const N: usize> {
    index: usize,
    cube: Cube<N>,
    list: Vec<Tangent<N>>,
}

/// Cells with longer lists are split, so many times at most.
const LONG: usize = 16;
const LEVELS: u32 = 16;

/// How much of its list a cell's parts may keep on average, or splitting it is not worth the memory.
const KEPT: f64 = 0.7;

/// All lists together may be so long, per piece, before cells are split no more: about 1 kB.
const MOST_LISTED: usize = 64;

impl<const N: usize, P: Pieces<N>> Band<N, P> {
    /// Around at least one piece, for distances up to `reach`, in m, or up to the size of the whole if that is less.
    pub(super) fn new(pieces: P, reach: f64) -> Self {
        let bounds = bounds((0..pieces.count() as u32).flat_map(|piece| pieces.corners(piece)));
        let extent = sub(bounds[1], bounds[0]);
        let reach = reach.min(length(extent));
        let longest = extent.iter().copied().fold(0.0, f64::max) + 2.0 * reach;
        let per_axis = (pieces.count() as f64).powf(1.0 / N as f64).max(4.0);
        let size = (longest / per_axis).max(2.0 * reach);
        let low = bounds[0].map(|x| x - reach);
        let mut band =
            Band { pieces, bounds, reach, low, size, counts: [1; N], cells: vec![], lists: vec![] };
        loop {
            band.counts = extent.map(|x| ((x + 2.0 * reach) / band.size) as usize + 1);
            if band.counts == [1; N] || band.covered() <= band.most_listed() {
                break;
            }
            band.size *= 2.0;
        }
        band.cells = vec![EMPTY; band.counts.iter().product()];
        let mut candidates = band.largest();
        for level in 0..=LEVELS {
            candidates = band.refine(level, candidates);
        }
        band
    }

    pub(super) fn pieces(&self) -> &P {
        &self.pieces
    }

    fn most_listed(&self) -> usize {
        MOST_LISTED.saturating_mul(self.pieces.count()).min(u32::MAX as usize / 2)
    }

    /// The largest cells along each axis that a piece can be nearest in: the first, and how many.
    fn covers(&self, piece: u32) -> [[usize; N]; 2] {
        let reach = (1.0 + ROUNDING) * self.reach;
        let [low, high] = bounds(self.pieces.corners(piece));
        let [first, last] = [low.map(|x| x - reach), high.map(|x| x + reach)].map(|p| self.largest_at(p));
        [first, std::array::from_fn(|i| last[i] - first[i] + 1)]
    }

    /// How many there are for all pieces together. Long pieces would fill all of a fine grid.
    fn covered(&self) -> usize {
        (0..self.pieces.count() as u32).map(|piece| self.covers(piece)[1].iter().product::<usize>()).sum()
    }

    /// The largest cells, each with all pieces whose own bounds are within reach.
    fn largest(&self) -> Vec<Candidate<N>> {
        let mut lists = vec![Vec::new(); self.cells.len()];
        for piece in 0..self.pieces.count() as u32 {
            let [first, spans] = self.covers(piece);
            for number in 0..spans.iter().product() {
                let step = digits(number, spans);
                lists[self.index(std::array::from_fn(|i| first[i] + step[i]))].push(piece);
            }
        }
        let cells = lists.into_iter().enumerate().filter(|(_, list)| !list.is_empty());
        let candidate = |(index, list): (usize, Vec<u32>)| {
            let cube = self.cube(digits(index, self.counts));
            // Nothing is known of them yet.
            let unknown = |piece| Tangent { piece, value: 0.0, slope: [0.0; N] };
            let list: Vec<_> = list.into_iter().map(unknown).collect();
            Candidate { index, cube, list: self.nearest_in(cube, &list, cube) }
        };
        cells.map(candidate).collect()
    }

    /// The largest cell in which a place is; the nearest one if it is in none.
    fn largest_at(&self, p: [f64; N]) -> [usize; N] {
        std::array::from_fn(|i| (((p[i] - self.low[i]) / self.size) as usize).min(self.counts[i] - 1))
    }

    fn index(&self, at: [usize; N]) -> usize {
        (0..N).fold(0, |index, i| index * self.counts[i] + at[i])
    }

    fn cube(&self, at: [usize; N]) -> Cube<N> {
        let middle = std::array::from_fn(|i| self.low[i] + (at[i] as f64 + 0.5) * self.size);
        Cube { middle, half: 0.5 * self.size }
    }

    /// Splits what is worth it; the parts come back.
    fn refine(&mut self, level: u32, candidates: Vec<Candidate<N>>) -> Vec<Candidate<N>> {
        let mut listed = self.lists.len() + candidates.iter().map(|cell| cell.list.len()).sum::<usize>();
        let mut finer = Vec::new();
        for Candidate { index, cube, list } in candidates {
            let room = level < LEVELS && listed < self.most_listed();
            let parts = if room && list.len() > LONG { self.parts(cube, &list) } else { Vec::new() };
            let kept: usize = parts.iter().map(|part| part.list.len()).sum();
            if parts.is_empty() || kept as f64 > KEPT * (list.len() << N) as f64 {
                self.cells[index] = Cell { first: self.lists.len() as u32, count: list.len() as u32 };
                self.lists.extend(list);
            } else {
                listed = listed - list.len() + kept;
                let first = self.cells.len();
                self.cells[index] = Cell { first: first as u32, count: SPLIT };
                self.cells.resize(first + (1 << N), EMPTY);
                finer.extend(parts.into_iter().map(|part| Candidate { index: first + part.index, ..part }));
            }
        }
        finer
    }

    /// The parts of a cell by their number.
    fn parts(&self, cube: Cube<N>, list: &[Tangent<N>]) -> Vec<Candidate<N>> {
        let part = |index: usize| {
            let part = cube.part(index);
            Candidate { index, cube: part, list: self.nearest_in(cube, list, part) }
        };
        (0..1 << N).map(part).collect()
    }

    /// Those of the list of a cell that can be nearest to a place in a part of it; none beyond the band.
    fn nearest_in(&self, cube: Cube<N>, list: &[Tangent<N>], part: Cube<N>) -> Vec<Tangent<N>> {
        let radius = (1.0 + ROUNDING) * part.half * (N as f64).sqrt();
        let Some((first, _)) = self.nearest(cube, list, part.middle, self.reach + radius) else {
            return Vec::new();
        };
        let corner = |i: usize| {
            let p = part.corner(i, 1.0 + ROUNDING);
            let most = (self.pieces.nearest(first, p).square.sqrt() / self.size) as f32;
            [cube, part].map(|from| (self.offset(from, p), most))
        };
        let (here, there): (Vec<_>, Vec<_>) = (0..1 << N).map(|i| corner(i).into()).unzip();
        let possible = |tangent: &Tangent<N>, corners: &[([f32; N], f32)]| {
            corners.iter().any(|(offset, most)| tangent.least(*offset) <= *most)
        };
        // The tangents of the whole rule out many at once.
        let close = list.iter().filter(|tangent| possible(tangent, &here));
        let tangents = close.map(|tangent| self.tangent(tangent.piece, part));
        tangents.filter(|tangent| possible(tangent, &there)).collect()
    }

    fn tangent(&self, piece: u32, cube: Cube<N>) -> Tangent<N> {
        let away = sub(cube.middle, self.pieces.nearest(piece, cube.middle).point);
        let distance = length(away);
        // On the piece itself the direction is rounding, and 0 is as true a tangent.
        let clear = distance > 1e-9 * (length(cube.middle) + cube.half);
        let slope = if clear { std::array::from_fn(|i| (away[i] / distance) as f32) } else { [0.0; N] };
        let value = (distance - ROUNDING * (distance + cube.half)) / self.size;
        Tangent { piece, value: value as f32, slope }
    }

    /// A place relative to the middle of a cell, in edges of the largest cells.
    fn offset(&self, cube: Cube<N>, p: [f64; N]) -> [f32; N] {
        std::array::from_fn(|i| ((p[i] - cube.middle[i]) / self.size) as f32)
    }

    /// The nearest piece of the list of a cell, and its nearest point, if it is closer than `limit`, in m.
    fn nearest(
        &self,
        cube: Cube<N>,
        list: &[Tangent<N>],
        p: [f64; N],
        limit: f64,
    ) -> Option<(u32, Nearest<N>)> {
        let offset = self.offset(cube, p);
        // Whose tangent is least is most likely the nearest, and rules out most others.
        let mut first = list.first()?;
        let mut least = first.least(offset);
        for tangent in &list[1..] {
            let other = tangent.least(offset);
            if other < least {
                (first, least) = (tangent, other);
            }
        }
        let mut nearest = (first.piece, self.pieces.nearest(first.piece, p));
        let mut most = (nearest.1.square.sqrt() / self.size) as f32;
        for tangent in list {
            if tangent.least(offset) < most && tangent.piece != nearest.0 {
                let other = self.pieces.nearest(tangent.piece, p);
                if other.square < nearest.1.square {
                    nearest = (tangent.piece, other);
                    most = (other.square.sqrt() / self.size) as f32;
                }
            }
        }
        (nearest.1.square < limit * limit).then_some(nearest)
    }

    /// The cell in which a place is, and its list.
    fn find(&self, p: [f64; N]) -> Option<(Cube<N>, &[Tangent<N>])> {
        let [low, high] = self.bounds;
        // Not a number is outside as well.
        if !(0..N).all(|i| low[i] - self.reach <= p[i] && p[i] <= high[i] + self.reach) {
            return None;
        }
        let at = self.largest_at(p);
        let (mut cell, mut cube) = (self.cells[self.index(at)], self.cube(at));
        while cell.count == SPLIT {
            let part = (0..N).fold(0, |part, i| part | usize::from(p[i] >= cube.middle[i]) << i);
            cell = self.cells[cell.first as usize + part];
            cube = cube.part(part);
        }
        Some((cube, &self.lists[cell.first as usize..][..cell.count as usize]))
    }

    /// The signed distance of a place, in m, and its gradient. `inside` tells whether the place is.
    pub(super) fn distance(&self, p: [f64; N], inside: impl FnOnce() -> bool) -> (f64, [f64; N]) {
        let found = self.find(p).and_then(|(cube, list)| self.nearest(cube, list, p, self.reach));
        if let Some((piece, nearest)) = found {
            return nearest.signed(p, self.pieces.normal(piece), inside);
        }
        let sign = if inside() { -1.0 } else { 1.0 };
        let [low, high] = self.bounds;
        let beyond: [f64; N] = std::array::from_fn(|i| (p[i] - high[i]).max(0.0) - (low[i] - p[i]).max(0.0));
        let away = length(beyond);
        if away > self.reach {
            return (sign * away, beyond.map(|x| sign * x / away));
        }
        (sign * self.reach, [0.0; N])
    }
}

/// A number taken apart, the last digit fastest.
fn digits<const N: usize>(mut number: usize, counts: [usize; N]) -> [usize; N] {
    let mut digits = [0; N];
    for i in (0..N).rev() {
        digits[i] = number % counts[i];
        number /= counts[i];
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::uniform;

    #[test]
    fn the_nearest_of_many_is_that_of_a_search_through_all() {
        for (count, spread, reach) in [(1, 1.0, 2.0), (3, 1.0, 0.5), (50, 0.3, 0.4), (3000, 0.05, 0.1)] {
            let place = |seed, i: u64| [0, 1].map(|axis| uniform(seed, i, axis));
            let segments: Vec<[[f64; 2]; 2]> = (0..count)
                .map(|i| [place(1, i), [0, 1].map(|k| place(1, i)[k] + spread * (place(2, i)[k] - 0.5))])
                .collect();
            let band = Band::new(segments, reach);
            for p in (0..5000).map(|i| place(3, i).map(|x| 1.6 * x - 0.3)) {
                let all = (0..count as u32).map(|i| band.pieces.nearest(i, p).square);
                let least = all.fold(f64::INFINITY, f64::min).sqrt();
                let found = band.find(p).and_then(|(cube, list)| band.nearest(cube, list, p, band.reach));
                match found {
                    Some((_, nearest)) => assert_eq!(nearest.square.sqrt(), least, "{count} at {p:?}"),
                    None => assert!(least >= band.reach, "{count}: {least} at {p:?}"),
                }
            }
        }
    }
}
