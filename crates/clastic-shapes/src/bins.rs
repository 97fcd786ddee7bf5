//! Boxes in a plane, found by the points that they cover.

/// A grid over the plane; each of its cells lists the boxes that touch it.
#[derive(Clone, PartialEq)]
pub(crate) struct Bins {
    low: [f64; 2],
    /// Cells per m.
    inverse: [f64; 2],
    counts: [usize; 2],
    /// Where the list of each cell begins, and at last where the last one ends.
    starts: Vec<u32>,
    items: Vec<u32>,
}

/// Entries per box that the lists may have on average. Large boxes would otherwise fill all of a fine grid.
const MOST_ENTRIES: usize = 16;

impl Bins {
    /// For `count` boxes within `bounds`, given as lowest and highest corner.
    pub(crate) fn new(bounds: [[f64; 2]; 2], count: usize, boxes: impl Fn(usize) -> [[f64; 2]; 2]) -> Self {
        let mut cells = count.max(1);
        let (mut bins, entries) = loop {
            let bins = Bins::empty(bounds, cells);
            let entries: usize = (0..count).map(|i| bins.covered(boxes(i)).count()).sum();
            if cells == 1 || entries <= MOST_ENTRIES * count {
                break (bins, entries);
            }
            cells = (cells / 4).max(1);
        };
        for i in 0..count {
            for cell in bins.covered(boxes(i)) {
                bins.starts[cell + 1] += 1;
            }
        }
        for cell in 1..bins.starts.len() {
            bins.starts[cell] += bins.starts[cell - 1];
        }
        let mut next = bins.starts.clone();
        bins.items = vec![0; entries];
        for i in 0..count {
            for cell in bins.covered(boxes(i)) {
                bins.items[next[cell] as usize] = i as u32;
                next[cell] += 1;
            }
        }
        bins
    }

    fn empty([low, high]: [[f64; 2]; 2], cells: usize) -> Bins {
        let [width, height] = [high[0] - low[0], high[1] - low[1]];
        let columns = (cells as f64 * width / height).sqrt();
        let columns = (columns as usize).clamp(1, cells);
        let counts = [columns, (cells / columns).max(1)];
        let inverse = [0, 1].map(|i| match counts[i] as f64 / (high[i] - low[i]) {
            inverse if inverse.is_finite() => inverse,
            _ => 0.0,
        });
        Bins { low, inverse, counts, starts: vec![0; counts[0] * counts[1] + 1], items: Vec::new() }
    }

    /// It never decreases with `x`, in spite of rounding, so a box covers the cells of all its points.
    fn along(&self, axis: usize, x: f64) -> usize {
        let cell = ((x - self.low[axis]) * self.inverse[axis]) as usize;
        cell.min(self.counts[axis] - 1)
    }

    fn covered(&self, [low, high]: [[f64; 2]; 2]) -> impl Iterator<Item = usize> + use<> {
        let [rows, columns] = [0, 1].map(|i| self.along(i, low[i])..self.along(i, high[i]) + 1);
        let stride = self.counts[1];
        rows.flat_map(move |row| columns.clone().map(move |column| row * stride + column))
    }

    /// All boxes that cover a point within the bounds, in their order, and some that do not.
    pub(crate) fn near(&self, p: [f64; 2]) -> &[u32] {
        let cell = self.along(0, p[0]) * self.counts[1] + self.along(1, p[1]);
        &self.items[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }

    /// How many boxes a list has on average.
    pub(crate) fn mean_length(&self) -> usize {
        self.items.len() / (self.starts.len() - 1)
    }

    /// The lists of all cells that a box covers.
    pub(crate) fn lists(&self, region: [[f64; 2]; 2]) -> impl Iterator<Item = &[u32]> {
        self.covered(region)
            .map(|cell| &self.items[self.starts[cell] as usize..self.starts[cell + 1] as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::uniform;

    #[test]
    fn every_box_is_found_from_its_corners_and_from_within() {
        let boxes: Vec<[[f64; 2]; 2]> = (0..500)
            .map(|i| {
                let low = [0, 1].map(|axis| uniform(3, i, axis));
                [low, [low[0] + 0.1 * uniform(4, i, 0), low[1] + 0.1 * uniform(4, i, 1)]]
            })
            .collect();
        let bins = Bins::new([[0.0; 2], [1.1; 2]], boxes.len(), |i| boxes[i]);
        for (i, &[low, high]) in boxes.iter().enumerate() {
            for p in [low, high, [low[0], high[1]], [0.5 * (low[0] + high[0]), low[1]]] {
                assert!(bins.near(p).contains(&(i as u32)), "box {i} at {p:?}");
            }
        }
        let longest = (0..500).map(|i| bins.near(boxes[i][0]).len()).max();
        assert!(longest < Some(60), "{longest:?}");
    }

    #[test]
    fn boxes_that_cover_everything_do_not_fill_memory() {
        let bins = Bins::new([[0.0; 2], [1.0; 2]], 10_000, |_| [[0.0; 2], [1.0; 2]]);
        assert!(bins.items.len() <= MOST_ENTRIES * 10_000, "{}", bins.items.len());
    }

    #[test]
    fn a_flat_region_is_one_row() {
        let bins =
            Bins::new([[0.0, 2.0], [1.0, 2.0]], 3, |i| [[0.3 * i as f64, 2.0], [0.3 * i as f64 + 0.3, 2.0]]);
        assert!(bins.near([0.45, 2.0]).contains(&1));
    }
}
