//! Heights on a lattice.

use std::fmt;

use crate::check::LARGEST;
use crate::vector::bounds;

/// What lies below heights on a regular lattice over x and z; in 2D, below a row of heights over x. Between them the
/// surface is made of straight lines, or of two triangles per cell, which meet between its corners of the lowest and of
/// the highest x and z. Beyond the lattice it goes on as at the nearest place of its edge, and downwards without end.
#[derive(Clone, PartialEq)]
pub struct HeightField {
    /// Along y, in m; x runs fastest.
    heights: Vec<f64>,
    /// Along x and z.
    counts: [usize; 2],
    /// In x and z, in m.
    low: [f64; 2],
    high: [f64; 2],
    /// The lowest and the highest, in m.
    range: [f64; 2],
}

impl fmt::Debug for HeightField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HeightField")
            .field("counts", &self.counts)
            .field("low", &self.low)
            .field("high", &self.high)
            .finish_non_exhaustive()
    }
}

/// What is wrong with a height field. Rows and columns are counted from 0.
#[derive(Clone, Debug, PartialEq)]
pub enum HeightFieldError {
    /// No row, or rows of fewer than two heights.
    TooFew,
    /// More heights than memory should have to bear.
    TooMany {
        /// How many there are.
        heights: usize,
    },
    /// A row is not as long as the first.
    Ragged {
        /// Which.
        row: usize,
        /// How many heights it has.
        heights: usize,
        /// How many the first has.
        expected: usize,
    },
    /// A height is not a number, or too large.
    NotFinite {
        /// In which row.
        row: usize,
        /// In which column.
        column: usize,
    },
    /// The low end of the lattice is not below the high one, or either is not a number or too large.
    Extent {
        /// `x` or `z`.
        axis: char,
    },
}

impl fmt::Display for HeightFieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HeightFieldError::TooFew => {
                write!(f, "a height field needs at least one row, and two heights in each")
            }
            HeightFieldError::TooMany { heights } => {
                write!(f, "a height field can have at most {MOST_HEIGHTS} heights, not {heights}")
            }
            HeightFieldError::Ragged { row, heights, expected } => {
                write!(f, "row {row} of the height field has {heights} heights, the first has {expected}")
            }
            HeightFieldError::NotFinite { row, column } => {
                write!(f, "height {column} in row {row} of the height field is not finite")
            }
            HeightFieldError::Extent { axis } => {
                write!(f, "the low end of a height field must be below the high one along {axis}")
            }
        }
    }
}

impl std::error::Error for HeightFieldError {}

/// Of 128 MB.
const MOST_HEIGHTS: usize = 1 << 24;

impl HeightField {
    /// From rows along z of heights along x, in m, which are spread evenly from `low` to `high`, in x and z, in m. With
    /// a single row, the surface is the same for all z.
    pub fn new(rows: &[Vec<f64>], low: [f64; 2], high: [f64; 2]) -> Result<Self, HeightFieldError> {
        let counts = [rows.first().map_or(0, Vec::len), rows.len()];
        if counts[0] < 2 {
            return Err(HeightFieldError::TooFew);
        }
        if let Some(row) = rows.iter().position(|row| row.len() != counts[0]) {
            return Err(HeightFieldError::Ragged { row, heights: rows[row].len(), expected: counts[0] });
        }
        if counts[0].saturating_mul(counts[1]) > MOST_HEIGHTS {
            return Err(HeightFieldError::TooMany { heights: counts[0].saturating_mul(counts[1]) });
        }
        let heights = rows.concat();
        // Not a number is not at most anything.
        if let Some(wrong) = heights.iter().position(|y| y.is_nan() || y.abs() > LARGEST) {
            let (row, column) = (wrong / counts[0], wrong % counts[0]);
            return Err(HeightFieldError::NotFinite { row, column });
        }
        let (mut low, mut high) = (low, high);
        if counts[1] == 1 {
            (low[1], high[1]) = (0.0, 0.0);
        }
        for (i, axis) in ['x', 'z'].into_iter().enumerate().take(counts[1].min(2)) {
            let sound = low[i] < high[i] && low[i] >= -LARGEST && high[i] <= LARGEST;
            if !sound
                || (high[i] - low[i]) / (counts[i] as f64) < f64::EPSILON * low[i].abs().max(high[i].abs())
            {
                return Err(HeightFieldError::Extent { axis });
            }
        }
        let [[lowest], [highest]] = bounds(heights.iter().map(|y| [*y]));
        Ok(HeightField { heights, counts, low, high, range: [lowest, highest] })
    }

    /// How many heights there are along x and along z.
    pub fn counts(&self) -> [usize; 2] {
        self.counts
    }

    /// The low and the high end of the lattice in x and z, in m.
    pub fn extent(&self) -> [[f64; 2]; 2] {
        [self.low, self.high]
    }

    /// The lowest and the highest of its heights, in m.
    pub fn range(&self) -> [f64; 2] {
        self.range
    }

    /// The height of the surface at a place in x and z, in m.
    pub fn height(&self, x: f64, z: f64) -> f64 {
        let ([i, u], [j, v]) = (self.cell(0, x), self.cell(1, z));
        let (i, j) = (i as usize, j as usize);
        let next = [(i + 1).min(self.counts[0] - 1), (j + 1).min(self.counts[1] - 1)];
        let [low, high] = [self.at([i, j]), self.at(next)];
        // The corner of the triangle that is not on the diagonal.
        if u >= v {
            let right = self.at([next[0], j]);
            low + u * (right - low) + v * (high - right)
        } else {
            let front = self.at([i, next[1]]);
            low + v * (front - low) + u * (high - front)
        }
    }

    /// Whether a place, in m, is below the surface.
    pub fn contains(&self, [x, y, z]: [f64; 3]) -> bool {
        y < self.height(x, z)
    }

    /// One of its heights, in m, by its number along x and along z.
    pub(crate) fn at(&self, [i, j]: [usize; 2]) -> f64 {
        self.heights[j * self.counts[0] + i]
    }

    /// The cell along an axis in which a place is, and how far along it; the nearest place on the lattice if beyond.
    fn cell(&self, axis: usize, x: f64) -> [f64; 2] {
        let cells = (self.counts[axis] - 1) as f64;
        if cells == 0.0 {
            return [0.0; 2];
        }
        let share = (x - self.low[axis]) / (self.high[axis] - self.low[axis]);
        let along = (share * cells).clamp(0.0, cells);
        let cell = along.floor().min(cells - 1.0);
        [cell, along - cell]
    }
}
