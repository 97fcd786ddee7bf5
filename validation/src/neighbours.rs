//! Who is near whom among particles.

use std::collections::BTreeMap;

use clastic::Simulation;

/// Places, and which of them lie within a reach of each other.
pub struct Neighbours {
    reach: f64,
    places: Vec<[f64; 3]>,
    /// Indices of the places by cells of the reach's size.
    cells: BTreeMap<[i64; 3], Vec<usize>>,
}

impl Neighbours {
    /// Of places, within a reach in m.
    pub fn new(places: Vec<[f64; 3]>, reach: f64) -> Self {
        let mut cells: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (index, place) in places.iter().enumerate() {
            cells.entry(place.map(|x| (x / reach).floor() as i64)).or_default().push(index);
        }
        Neighbours { reach, places, cells }
    }

    /// Of a simulation's particles.
    pub fn among(simulation: &Simulation, reach: f64) -> Self {
        Self::new(simulation.particles().iter().map(|state| state.particle.position).collect(), reach)
    }

    /// The neighbours of one, itself left out.
    pub fn of(&self, index: usize) -> Vec<usize> {
        let here = self.places[index];
        let [i, j, k] = here.map(|x| (x / self.reach).floor() as i64);
        let mut near = Vec::new();
        for a in i - 1..=i + 1 {
            for b in j - 1..=j + 1 {
                for c in k - 1..=k + 1 {
                    near.extend(self.cells.get(&[a, b, c]).into_iter().flatten().copied().filter(|&other| {
                        let there = self.places[other];
                        let apart: f64 = (0..3).map(|axis| (there[axis] - here[axis]).powi(2)).sum();
                        other != index && apart < self.reach * self.reach
                    }));
                }
            }
        }
        near
    }

    /// How many neighbours each has.
    pub fn counts(&self) -> Vec<usize> {
        (0..self.places.len()).map(|index| self.of(index).len()).collect()
    }

    /// The share of particles with fewer than so many neighbours.
    pub fn loose(&self, fewer_than: usize) -> f64 {
        let loose = self.counts().into_iter().filter(|count| *count < fewer_than).count();
        loose as f64 / self.places.len() as f64
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
}
