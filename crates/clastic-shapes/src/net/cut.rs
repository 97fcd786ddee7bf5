//! Pieces of nets.

use super::{Net, NetError};
use crate::random::uniform;
use crate::vector::{dot, sub};

/// How far a point moves into its piece where it is cut, as a share of the way from the middle of all cells around it to that of
/// the piece's own.
const PARTED: f64 = 0.2;

/// Which cells hang together, by way of points that they share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    /// How many parts there are.
    pub count: usize,
    /// The part of each cell, counted from 0 in the order in which they come.
    pub cells: Vec<u32>,
}

impl Net {
    /// The parts that share no point.
    pub fn components(&self) -> Components {
        let mut roots: Vec<u32> = (0..self.points.len() as u32).collect();
        for corners in self.cells.iter() {
            let first = root(&mut roots, corners[0]);
            for &corner in &corners[1..] {
                let other = root(&mut roots, corner);
                roots[other as usize] = first;
            }
        }
        let mut names = vec![u32::MAX; self.points.len()];
        let mut count = 0;
        let cells = self.cells.iter().map(|corners| {
            let name = &mut names[root(&mut roots, corners[0]) as usize];
            if *name == u32::MAX {
                *name = count;
                count += 1;
            }
            *name
        });
        let cells = cells.collect();
        Components { count: count as usize, cells }
    }

    /// The same cells in so many pieces that share no point any more, for bodies that are to break: around cells chosen
    /// at random by the seed, every cell goes to the one whose middle is nearest. A piece may fall apart further, where
    /// the net is not convex. Along cuts the pieces are a little apart: on a grid, points at the same place have the same
    /// velocity for ever.
    pub fn cut(&self, pieces: usize, seed: u64) -> Result<Net, NetError> {
        let count = self.cells.count();
        if pieces == 0 || pieces > count {
            return Err(NetError::Pieces { pieces, cells: count });
        }
        let middles: Vec<[f64; 3]> = self.cells.iter().map(|corners| self.middle(corners)).collect();
        let seeds = Seeds::new(chosen(count, pieces, seed).into_iter().map(|cell| middles[cell]).collect());
        let piece: Vec<u32> = middles.iter().map(|middle| seeds.nearest(*middle)).collect();

        let corners = self.cells.iter().zip(&piece);
        let mut copies: Vec<[u32; 2]> =
            corners.flat_map(|(corners, piece)| corners.iter().map(|point| [*point, *piece])).collect();
        copies.sort_unstable();
        copies.dedup();
        let copy =
            |cell: usize, point: u32| copies.partition_point(|copy| *copy < [point, piece[cell]]) as u32;
        let around = self.around(&middles, self.points.len(), |_, point| point);
        let own = self.around(&middles, copies.len(), copy);
        let points = copies.iter().zip(own).map(|([point, _], own)| {
            let (place, all) = (self.points[*point as usize], around[*point as usize]);
            [0, 1, 2].map(|axis| place[axis] + PARTED * (own[axis] - all[axis]))
        });
        Net::new(points.collect(), self.cells.clone().map(copy))
    }

    /// For each of so many points, which `name` finds by a cell and a point of it, the mean of its cells' middles.
    fn around(&self, middles: &[[f64; 3]], count: usize, name: impl Fn(usize, u32) -> u32) -> Vec<[f64; 3]> {
        let mut sums = vec![([0.0; 3], 0.0); count];
        for (cell, corners) in self.cells.iter().enumerate() {
            for point in corners {
                let (sum, cells) = &mut sums[name(cell, *point) as usize];
                for axis in 0..3 {
                    sum[axis] += middles[cell][axis];
                }
                *cells += 1.0;
            }
        }
        sums.into_iter().map(|(sum, cells)| sum.map(|x| x / cells)).collect()
    }

    fn middle(&self, corners: &[u32]) -> [f64; 3] {
        let sum = |axis: usize| corners.iter().map(|point| self.points[*point as usize][axis]).sum::<f64>();
        [0, 1, 2].map(|axis| sum(axis) / corners.len() as f64)
    }
}

/// The point that stands for all that a point hangs together with.
fn root(roots: &mut [u32], mut point: u32) -> u32 {
    while roots[point as usize] != point {
        roots[point as usize] = roots[roots[point as usize] as usize];
        point = roots[point as usize];
    }
    point
}

/// So many different numbers below the count.
fn chosen(count: usize, many: usize, seed: u64) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..count).collect();
    for i in 0..many {
        let other = i + (uniform(seed, i as u64, 0) * (count - i) as f64) as usize;
        numbers.swap(i, other.min(count - 1));
    }
    numbers.truncate(many);
    numbers
}

/// The middles of pieces by x, so that a search can end where x alone is too far.
struct Seeds {
    places: Vec<[f64; 3]>,
}

impl Seeds {
    fn new(mut places: Vec<[f64; 3]>) -> Self {
        places.sort_unstable_by(|a, b| a[0].total_cmp(&b[0]));
        Seeds { places }
    }

    fn nearest(&self, p: [f64; 3]) -> u32 {
        let start = self.places.partition_point(|place| place[0] < p[0]);
        let (mut least, mut nearest) = (f64::INFINITY, 0);
        // Whether to look on.
        let mut look = |seed: usize| {
            let away = sub(self.places[seed], p);
            let square = dot(away, away);
            if square < least {
                (least, nearest) = (square, seed as u32);
            }
            away[0] * away[0] <= least
        };
        let _ = (start..self.places.len()).all(&mut look);
        let _ = (0..start).rev().all(&mut look);
        nearest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cells, Dimension, Shape, Solid};

    fn sheet() -> Net {
        Net::sheet([0.0; 3], [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], [12, 12]).unwrap()
    }

    #[test]
    fn pieces_share_no_point_and_lose_no_cell() {
        let whole = sheet();
        for pieces in [1, 2, 7, 30] {
            let cut = whole.cut(pieces, 3).unwrap();
            let components = cut.components();
            // A square is convex, but a piece of a few triangles may still hang together nowhere.
            assert!((pieces..pieces + 2).contains(&components.count), "{pieces}: {}", components.count);
            assert_eq!(cut.cells().count(), whole.cells().count());
            assert_eq!(components.cells[0], 0);
        }
        assert_eq!(whole.cut(1, 5).unwrap(), whole);
        let alone = whole.cut(whole.cells().count(), 1).unwrap();
        assert_eq!(alone.components().count, whole.cells().count());
        assert_eq!(alone.points().len(), 3 * whole.cells().count());
    }

    /// No two points begin at the same place, no cell is turned inside out, and what is far from a cut stays as it is.
    #[test]
    fn pieces_are_apart() {
        let ball = Shape::Ball { center: [0.0; 3], radius: 1.0 };
        let ball = Net::fill(&Solid::new(ball, Dimension::Three).unwrap(), 0.2).unwrap();
        for whole in [sheet(), ball] {
            let cut = whole.cut(12, 4).unwrap();
            let mut places = cut.points().to_vec();
            places.sort_unstable_by(|a, b| a.partial_cmp(b).unwrap());
            assert!(places.windows(2).all(|pair| pair[0] != pair[1]));
            let sizes = cut.measures().cells.into_iter().zip(whole.measures().cells);
            let kept: Vec<f64> = sizes.map(|(now, before)| now / before).collect();
            assert!(kept.iter().all(|kept| (0.5..1.5).contains(kept)), "{kept:?}");
            assert!(kept.contains(&1.0));
        }
    }

    #[test]
    fn cuts_follow_the_seed() {
        assert_eq!(sheet().cut(5, 1), sheet().cut(5, 1));
        assert_ne!(sheet().cut(5, 1), sheet().cut(5, 2));
        assert_eq!(sheet().cut(0, 1), Err(NetError::Pieces { pieces: 0, cells: 288 }));
        assert_eq!(sheet().cut(289, 1), Err(NetError::Pieces { pieces: 289, cells: 288 }));
    }

    #[test]
    fn the_nearest_seed_is_that_of_a_search_of_all() {
        let place = |i: u64| [0, 1, 2].map(|axis| uniform(7, i, axis));
        let seeds = Seeds::new((0..50).map(place).collect());
        for i in 100..400 {
            let square = |seed: &[f64; 3]| dot(sub(*seed, place(i)), sub(*seed, place(i)));
            let least = seeds.places.iter().map(square).fold(f64::INFINITY, f64::min);
            assert_eq!(square(&seeds.places[seeds.nearest(place(i)) as usize]), least);
        }
    }

    #[test]
    fn lines_that_touch_are_one() {
        let points = (0..6).map(|i| [f64::from(i), 0.0, 0.0]).collect();
        let net =
            Net::new(points, Cells::Lines(vec![vec![0, 1], vec![2, 3], vec![4, 3], vec![5, 1]])).unwrap();
        assert_eq!(net.components(), Components { count: 2, cells: vec![0, 1, 1, 0] });
    }
}
