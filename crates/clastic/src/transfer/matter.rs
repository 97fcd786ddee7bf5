//! Where the matter of nodes is, for those near obstacles so thin that the grid does not see them.

use std::ops::Range;

use super::Transfer;
use crate::colliders::Obstacles;
use crate::grid::{NONE, RowRange, Tile, Topology};
use crate::kernels::{Place, Spline};
use crate::parallel::{Records, tree};
use crate::particles::{EMPTY, ParticleSet};
use crate::tensor::{LaneScalar, Narrow, RowKind};

/// Home blocks per task.
const GRAIN: usize = 4;
/// The widest kernel's nodes per axis.
const WIDEST: usize = 4;

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
        for set in self.sets {
            let segment = set.segment_of_home[home];
            if segment == NONE {
                continue;
            }
            let segment = &set.segments[segment as usize];
            let first = segment.first_chunk as usize * T::PER_REGISTER;
            for slot in first..first + segment.count as usize {
                if set.ids[slot] != EMPTY {
                    self.particle(set, slot, tile);
                }
            }
        }
    }

    #[inline]
    fn particle(&self, set: &ParticleSet<T, D>, slot: usize, tile: &mut [T]) {
        let spline = self.transfer.kernel.spline::<T>();
        let strides = Tile::<D>::stride(Narrow::NODE);
        let mut first = Tile::<D>::origin(Narrow::NODE) as isize;
        let (mut weights, mut offsets) = ([[T::default(); WIDEST]; D], [[T::default(); WIDEST]; D]);
        for axis in 0..D {
            let place: Place<T> = spline.place(set.position.get(slot, axis));
            first += place.base.to_f64() as isize * strides[axis] as isize;
            for n in 0..spline.nodes {
                weights[axis][n] = spline.weight(n, place);
                offsets[axis][n] = -spline.offset(n, place);
            }
        }
        let mass = set.mass_volume.get(slot, 0);
        for_nodes::<D>(spline, |index| {
            let mut weight = mass;
            let mut at = first as usize;
            for axis in 0..D {
                weight = weight * weights[axis][index[axis]];
                at += index[axis] * strides[axis];
            }
            for axis in 0..D {
                tile[at + axis] += weight * offsets[axis][index[axis]];
            }
            tile[at + 3] += weight;
        });
    }
}

/// Calls `f` for every node of a stencil.
#[inline]
fn for_nodes<const D: usize>(spline: &Spline, mut f: impl FnMut([usize; D])) {
    let nodes = spline.nodes;
    for n in 0..nodes.pow(D as u32) {
        let (mut index, mut rest) = ([0; D], n);
        for axis in (0..D).rev() {
            index[axis] = rest % nodes;
            rest /= nodes;
        }
        f(index);
    }
}
