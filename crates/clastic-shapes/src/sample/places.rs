//! Numbered places in a box.

use std::ops::Range;

use super::tile::Tile;
use super::{Plan, Sampling};
use crate::random::uniform;
use crate::shape::Shape;
use crate::solid::Dimension;

/// Copies of one cell, side by side; the last axis runs fastest.
#[derive(Clone)]
pub(super) struct Places {
    axes: Vec<Axis>,
    within: Within,
}

#[derive(Clone, Copy)]
struct Axis {
    low: f64,
    /// Size of a cell, in m.
    step: f64,
    /// As floating point, since no one has judged their product yet.
    cells: f64,
}

/// The places in a cell.
#[derive(Clone)]
enum Within {
    Middle,
    /// One, at random, with this seed.
    Random(u64),
    Tile(Tile),
}

impl Places {
    pub(super) fn new(shape: &Shape, dimension: Dimension, plan: &Plan) -> Self {
        let within = match plan.sampling {
            Sampling::Regular => Within::Middle,
            Sampling::Jittered => Within::Random(plan.seed),
            Sampling::Poisson => Within::Tile(Tile::new(dimension, plan.seed)),
        };
        let [low, high] = shape.bounds();
        let axis = |(low, high)| match &within {
            Within::Tile(tile) => Axis::covered(low, high, plan.spacing * tile.side()),
            _ if is_round(shape) => Axis::centered(low, high, plan.spacing),
            _ => Axis::fitted(low, high, plan.spacing),
        };
        let axes = low.into_iter().zip(high).take(dimension as usize).map(axis).collect();
        Places { axes, within }
    }

    /// How many places the box holds, which is at least as many as the shape.
    pub(super) fn count(&self) -> f64 {
        self.per_cell() as f64 * self.axes.iter().map(|axis| axis.cells).product::<f64>()
    }

    /// Places by their numbers, in turn.
    pub(super) fn walk(&self, numbers: Range<u64>) -> impl Iterator<Item = (u64, [f64; 3])> + '_ {
        let mut at = self.locate(numbers.start);
        numbers.map(move |number| {
            let place = self.place(number, &at);
            self.advance(&mut at);
            (number, place)
        })
    }

    fn per_cell(&self) -> u64 {
        match &self.within {
            Within::Middle | Within::Random(_) => 1,
            Within::Tile(tile) => tile.count(),
        }
    }

    fn locate(&self, number: u64) -> At {
        let mut at = At { cell: [0; 3], point: number % self.per_cell() };
        let mut rest = number / self.per_cell();
        for (digit, axis) in at.cell.iter_mut().zip(&self.axes).rev() {
            *digit = rest % axis.cells as u64;
            rest /= axis.cells as u64;
        }
        at
    }

    /// Counts on as an odometer does: division at every place would cost more than most point tests.
    fn advance(&self, at: &mut At) {
        at.point += 1;
        if at.point < self.per_cell() {
            return;
        }
        at.point = 0;
        for (digit, axis) in at.cell.iter_mut().zip(&self.axes).rev() {
            *digit += 1;
            if *digit < axis.cells as u64 {
                return;
            }
            *digit = 0;
        }
    }

    fn place(&self, number: u64, at: &At) -> [f64; 3] {
        let within = match &self.within {
            Within::Middle => [0.5; 3],
            Within::Random(seed) => std::array::from_fn(|i| 0.1 + 0.8 * uniform(*seed, number, i as u64)),
            Within::Tile(tile) => tile.at(at.point),
        };
        let mut place = [0.0; 3];
        for (i, axis) in self.axes.iter().enumerate() {
            place[i] = axis.low + (at.cell[i] as f64 + within[i]) * axis.step;
        }
        place
    }
}

/// A number taken apart.
struct At {
    cell: [u64; 3],
    /// Within the cell.
    point: u64,
}

impl Axis {
    /// Cells of one size, from the lowest place.
    fn covered(low: f64, high: f64, step: f64) -> Axis {
        Axis { low, step, cells: ((high - low) / step).ceil().max(1.0) }
    }

    /// As many cells as come closest to the size.
    fn fitted(low: f64, high: f64, step: f64) -> Axis {
        let cells = ((high - low) / step).round().max(1.0);
        Axis { low, step: (high - low) / cells, cells }
    }

    /// An even number of cells, with their middle in the middle.
    fn centered(low: f64, high: f64, step: f64) -> Axis {
        // Rounding must not add a layer that is empty.
        let half = (0.5 * (high - low) / step - 1e-9).ceil().max(1.0);
        Axis { low: 0.5 * (low + high) - half * step, step, cells: 2.0 * half }
    }
}

/// Whether the bounds only touch the shape.
fn is_round(shape: &Shape) -> bool {
    matches!(shape, Shape::Ball { .. } | Shape::Ring { .. } | Shape::Capsule { .. })
}
