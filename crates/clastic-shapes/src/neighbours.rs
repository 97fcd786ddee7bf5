//! Who is near whom among places.

use std::collections::HashMap;

/// Places, and which of them lie within a reach of each other.
pub struct Neighbours {
    reach: f64,
    places: Vec<[f64; 3]>,
    /// Indices of the places by cells of the reach's size.
    cells: HashMap<[i64; 3], Vec<usize>>,
}

impl Neighbours {
    /// Of places, within a reach in m.
    pub fn new(places: Vec<[f64; 3]>, reach: f64) -> Self {
        let mut cells: HashMap<_, Vec<usize>> = HashMap::new();
        for (index, place) in places.iter().enumerate() {
            cells.entry(cell(place, reach)).or_default().push(index);
        }
        Neighbours { reach, places, cells }
    }

    /// The neighbours of one, itself left out.
    pub fn of(&self, index: usize) -> impl Iterator<Item = usize> {
        let here = self.places[index];
        let home = cell(&here, self.reach);
        let around = (0..27).map(move |code| {
            let offset = [code / 9 - 1, code / 3 % 3 - 1, code % 3 - 1];
            std::array::from_fn(|axis| home[axis] + offset[axis])
        });
        around.filter_map(|cell: [i64; 3]| self.cells.get(&cell)).flatten().copied().filter(move |&other| {
            let there = self.places[other];
            let apart: f64 = (0..3).map(|axis| (there[axis] - here[axis]).powi(2)).sum();
            other != index && apart < self.reach * self.reach
        })
    }

    /// How many neighbours each has.
    pub fn counts(&self) -> Vec<usize> {
        (0..self.places.len()).map(|index| self.of(index).count()).collect()
    }

    /// The share of places with fewer than so many neighbours; 0 if there are no places.
    pub fn loose(&self, fewer_than: usize) -> f64 {
        let is_loose = |index: &usize| self.of(*index).take(fewer_than).count() < fewer_than;
        let loose = (0..self.places.len()).filter(is_loose).count();
        loose as f64 / self.places.len().max(1) as f64
    }

    /// What hangs together from neighbour to neighbour, the largest piece first.
    pub fn pieces(&self) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.places.len()];
        let mut pieces = Vec::new();
        for first in 0..self.places.len() {
            if seen[first] {
                continue;
            }
            seen[first] = true;
            let mut piece = vec![first];
            let mut next = 0;
            while next < piece.len() {
                for other in self.of(piece[next]) {
                    if !seen[other] {
                        seen[other] = true;
                        piece.push(other);
                    }
                }
                next += 1;
            }
            pieces.push(piece);
        }
        pieces.sort_by_key(|piece| std::cmp::Reverse(piece.len()));
        pieces
    }
}

fn cell(place: &[f64; 3], size: f64) -> [i64; 3] {
    place.map(|x| (x / size).floor() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_with_a_gap_is_two_pieces() {
        let row = |from: f64, count: usize| (0..count).map(move |k| [from + k as f64, -0.5, 0.0]);
        let places = Neighbours::new(row(-3.0, 5).chain(row(4.0, 3)).collect(), 1.5);
        assert_eq!(places.counts(), [1, 2, 2, 2, 1, 1, 2, 1]);
        assert_eq!(places.loose(2), 0.5);
        assert_eq!(places.pieces(), [vec![0, 1, 2, 3, 4], vec![5, 6, 7]]);
    }

    #[test]
    fn what_has_company_is_not_loose() {
        let loose = |places: &[[f64; 3]]| Neighbours::new(places.to_vec(), 1.5).loose(3);
        let block: Vec<[f64; 3]> = (0..27).map(|n| [n / 9, n / 3 % 3, n % 3].map(f64::from)).collect();
        assert_eq!(loose(&block), 0.0);
        let alone: Vec<[f64; 3]> = (0..9).map(|n| [3.0 * f64::from(n), 50.0, 0.0]).collect();
        assert_eq!(loose(&alone), 1.0);
        assert_eq!(loose(&[block, alone].concat()), 0.25);
        assert_eq!(loose(&[]), 0.0);
    }
}
