//! Where the matter of nodes is, for those near obstacles so thin that the grid does not see them.

use std::ops::Range;

use super::Transfer;
use crate::colliders::Obstacles;
use crate::grid::{NONE, RowRange, Tile, Topology};
use crate::kernels::{Kernel, Spline};
use crate::parallel::{Records, tree};
use crate::particles::{EMPTY, ParticleSet};
use crate::tensor::{LaneScalar, Narrow, RowKind};

/// Home blocks per task.
const GRAIN: usize = 4;

/// Scatters `Σ w m (x_p − x_i)`, in kg cells, and `Σ w m` from the homes near thin obstacles.
pub struct MatterPlaces<'a, T, const D: usize> {
    /// The kernel.
    pub transfer: &'a Transfer,
    /// The particles.
    pub sets: &'a [ParticleSet<T, D>],
    /// The blocks.
    pub topology: &'a Topology<D>,
    /// What matter runs into.
    pub obstacles: &'a Obstacles,
}

impl<T: LaneScalar, const D: usize> MatterPlaces<'_, T, D> {
    /// Whether any home is near a thin obstacle.
    pub fn are_needed(&self) -> bool {
        let homes = &self.obstacles.homes;
        (0..self.topology.homes.len()).any(|home| self.obstacles.any_thin(homes.of(home)))
    }

    /// Fills the arenas of the homes that are near and marks the others as empty.
    pub fn run(&self, arenas: &mut [T], touched: &mut [RowRange]) {
        let stride = Tile::<D>::len(Narrow::NODE);
        let work = |homes: Range<usize>, (arenas, touched): (Records<T>, Records<RowRange>)| {
            let tiles = arenas.data.chunks_exact_mut(stride);
            for ((home, tile), rows) in homes.zip(tiles).zip(touched.data) {
                *rows = RowRange::default();
                if self.obstacles.any_thin(self.obstacles.homes.of(home)) {
                    *rows = Tile::<D>::all_rows();
                    Tile::<D>::clear(Narrow::NODE, *rows, tile);
                    self.scatter(home, tile);
                }
            }
        };
        let data = (Records { data: arenas, stride }, Records { data: touched, stride: 1 });
        tree(0..self.topology.homes.len(), GRAIN, &|i| i, data, &work, &|_, _| ());
    }

    fn scatter(&self, home: usize, tile: &mut [T]) {
        match self.transfer.kernel {
            Kernel::Linear => self.scatter_with::<2>(home, tile),
            Kernel::Quadratic => self.scatter_with::<3>(home, tile),
            Kernel::Cubic => self.scatter_with::<4>(home, tile),
        }
    }

    fn scatter_with<const N: usize>(&self, home: usize, tile: &mut [T]) {
        for set in self.sets {
            let segment = set.segment_of_home[home];
            if segment == NONE {
                continue;
            }
            let segment = &set.segments[segment as usize];
            let first = segment.first_chunk as usize * T::PER_REGISTER;
            for slot in first..first + segment.count as usize {
                if set.ids[slot] != EMPTY {
                    particle::<T, D, N>(set, slot, tile);
                }
            }
        }
    }
}

/// Scatters one particle to its `N` nodes per axis.
#[inline]
fn particle<T: LaneScalar, const D: usize, const N: usize>(
    set: &ParticleSet<T, D>,
    slot: usize,
    tile: &mut [T],
) {
    let spline = Spline::of::<T, N>();
    let strides = Tile::<D>::stride(Narrow::NODE);
    let mut first = Tile::<D>::origin(Narrow::NODE) as isize;
    // Weights and offsets of the nodes along each axis; one node without an offset along those that are not there.
    let mut weights = [[T::default(); N]; 3];
    let mut offsets = [[T::default(); N]; 3];
    weights[0][0] = T::from_f64(1.0);
    for axis in 0..D {
        let along = axis + 3 - D;
        let place = spline.place(set.position.get(slot, axis));
        first += place.base.to_f64() as isize * strides[axis] as isize;
        for n in 0..N {
            weights[along][n] = spline.weight(n, place);
            offsets[along][n] = -spline.offset(n, place);
        }
    }
    let mass = set.mass_volume.get(slot, 0);
    let outer = if D == 2 { 1 } else { N };
    for i in 0..outer {
        for j in 0..N {
            let (across, row) = if D == 2 { (0, j * strides[0]) } else { (i * strides[0], j * strides[1]) };
            let weight = mass * weights[0][i] * weights[1][j];
            let at = first as usize + across + row;
            for (k, node) in tile[at..at + N * Narrow::NODE].chunks_exact_mut(Narrow::NODE).enumerate() {
                let weight = weight * weights[2][k];
                let away = [offsets[0][i], offsets[1][j], offsets[2][k]];
                for axis in 0..D {
                    node[axis] += weight * away[axis + 3 - D];
                }
                node[3] += weight;
            }
        }
    }
}
