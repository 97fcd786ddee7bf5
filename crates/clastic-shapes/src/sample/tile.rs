//! A periodic tile of random points that keep their distance.
//!
//! Points are thrown at random, and stay if no other is too close, until there is one per unit of volume. The distance
//! is below what saturates the tile, at 0.83 in 2D and 0.90 in 3D (the jamming density of random sequential adsorption),
//! so this ends, and the mean density is exact whatever the shape that the tiles are cut to.

use crate::random::uniform;
use crate::solid::Dimension;

#[derive(Clone)]
pub(super) struct Tile {
    side: usize,
    /// From 0 to 1, in the order of the cells in which they lie.
    points: Vec<[f64; 3]>,
}

struct Settings {
    /// Units along each axis.
    side: usize,
    /// Smallest distance, in units.
    distance: f64,
}

fn settings(dimension: Dimension) -> Settings {
    match dimension {
        Dimension::Two => Settings { side: 128, distance: 0.75 },
        Dimension::Three => Settings { side: 32, distance: 0.8 },
    }
}

impl Tile {
    pub(super) fn new(dimension: Dimension, seed: u64) -> Self {
        let Settings { side, distance } = settings(dimension);
        let mut board = Board { dimension: dimension as usize, side, distance, cells: Vec::new() };
        let wanted = side.pow(dimension as u32);
        board.cells = vec![Vec::new(); wanted];
        let (mut dart, mut placed) = (0, 0);
        while placed < wanted {
            placed += usize::from(board.throw(seed, dart));
            dart += 1;
        }
        let points = board.cells.iter().flatten().map(|p| p.map(|x| x / side as f64)).collect();
        Tile { side, points }
    }

    /// In units of the spacing.
    pub(super) fn side(&self) -> f64 {
        self.side as f64
    }

    pub(super) fn count(&self) -> u64 {
        self.points.len() as u64
    }

    /// In units of the side.
    pub(super) fn at(&self, number: u64) -> [f64; 3] {
        self.points[number as usize]
    }
}

/// Points by the unit cells in which they lie.
struct Board {
    dimension: usize,
    side: usize,
    distance: f64,
    cells: Vec<Vec<[f64; 3]>>,
}

impl Board {
    /// Whether the dart stayed.
    fn throw(&mut self, seed: u64, dart: u64) -> bool {
        let mut point = [0.0; 3];
        for (i, x) in point.iter_mut().enumerate().take(self.dimension) {
            *x = self.side as f64 * uniform(seed, dart, i as u64);
        }
        let cell = point.map(|x| x as usize);
        // The cell itself comes first, since it refuses most darts.
        let shifts = [0, 1, self.side - 1];
        for step in 0..3usize.pow(self.dimension as u32) {
            let steps = [step % 3, step / 3 % 3, step / 9];
            let near = std::array::from_fn(|i| (cell[i] + shifts[steps[i]]) % self.side);
            let others = &self.cells[self.index(near)];
            if others.iter().any(|other| self.is_too_close(point, *other)) {
                return false;
            }
        }
        let index = self.index(cell);
        self.cells[index].push(point);
        true
    }

    fn index(&self, cell: [usize; 3]) -> usize {
        cell[..self.dimension].iter().fold(0, |index, i| index * self.side + i)
    }

    /// Across the border as well.
    fn is_too_close(&self, a: [f64; 3], b: [f64; 3]) -> bool {
        let square = |i: usize| {
            let away = (a[i] - b[i]).abs();
            away.min(self.side as f64 - away).powi(2)
        };
        (0..self.dimension).map(square).sum::<f64>() < self.distance * self.distance
    }
}
