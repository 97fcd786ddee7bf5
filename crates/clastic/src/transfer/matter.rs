//! Where the matter of nodes is, for those near obstacles so thin that the grid does not see them.

use super::tiles::{Families, clear_tile};
use super::{ArenasMut, Transfer};
use crate::colliders::Obstacles;
use crate::grid::{NONE, TILE_MAX, Tile, Topology};
use crate::kernels::{Kernel, Spline};
use crate::memory::Lined;
use crate::particles::{EMPTY, ParticleSet};
use crate::tensor::{LaneScalar, Narrow, RowKind, Simd, SimdLevel, Vectorized};

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

    /// Fills the arenas from the homes that are near.
    pub fn run(&self, level: SimdLevel, arenas: ArenasMut<T>) {
        arenas.scatter(Narrow::NODE, self.topology, (), &|families, ()| {
            level.run(Leaf { places: self, families });
        });
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

struct Leaf<'a, 'b, T, const D: usize> {
    places: &'a MatterPlaces<'a, T, D>,
    families: Families<'b, T>,
}

impl<T: LaneScalar, const D: usize> Vectorized for Leaf<'_, '_, T, D> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd>(self, token: S) {
        let MatterPlaces { topology, obstacles, .. } = self.places;
        let rows = Tile::<D>::all_rows();
        let mut tile = Lined([T::default(); TILE_MAX]);
        for (family, mut arena) in self.families {
            for home in family.homes.clone().map(|home| home as usize) {
                if obstacles.any_thin(obstacles.homes.of(home)) {
                    clear_tile::<S, T, D>(token, Narrow::NODE, rows, &mut tile.0);
                    self.places.scatter(home, &mut tile.0);
                    arena.add(token, Narrow::NODE, &topology.homes[home], rows, &tile.0);
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
