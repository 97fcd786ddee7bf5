//! Symplectic Euler: velocities by the forces at the old positions, then positions by the new velocities.

use std::ops::Range;

use crate::colliders::PlaneList;
use crate::grid::{Domain, EDGE, NODE, NONE, Tile, Topology, power};
use crate::parallel::{Records, tree};
use crate::tensor::{LaneScalar, Row, Simd, SimdLevel, Vector, Vectorized};

/// Node blocks per task.
const GRAIN: usize = 8;

/// Sums the arenas into nodes and advances them:
///
/// ```text
/// v_iⁿ = Σ m v / m_i          v_i* = v_iⁿ + Δt f_i / m_i + Δt g, then contact
/// ```
pub struct SymplecticEuler<'a, const D: usize> {
    /// The blocks.
    pub topology: &'a Topology<D>,
    /// The bounds of the world.
    pub domain: &'a Domain<D>,
    /// Gravity, in m/s².
    pub gravity: [f64; D],
    /// The time step, in s.
    pub dt: f64,
    /// Fields of four values per node; with two, the second holds impulses and leaves with velocities before forces.
    pub planes: usize,
}

/// Kinetic energy of the nodes, in J.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GridEnergy {
    /// Before forces; as after them if the transfer is not split.
    pub before: f64,
    /// After forces and contact.
    pub after: f64,
}

impl GridEnergy {
    fn and(self, other: GridEnergy) -> GridEnergy {
        GridEnergy { before: self.before + other.before, after: self.after + other.after }
    }
}

impl<const D: usize> SymplecticEuler<'_, D> {
    /// Advances all nodes. The sum over arenas is in the order of the neighbours, so it never depends on threads.
    pub fn run<T: LaneScalar>(&self, level: SimdLevel, arenas: &[T], nodes: &mut [T]) -> GridEnergy {
        let stride = self.planes * Tile::<D>::BLOCK;
        let work = |blocks: Range<usize>, nodes: Records<T>| {
            let mut energy = GridEnergy::default();
            for (block, nodes) in blocks.zip(nodes.data.chunks_exact_mut(stride)) {
                level.run(Gather { euler: self, block, arenas, nodes });
                energy = energy.and(self.advance(block, nodes));
            }
            energy
        };
        let blocks = self.topology.nodes.len();
        tree(0..blocks, GRAIN, &|i| i, Records { data: nodes, stride }, &work, &GridEnergy::and)
    }

    fn advance<T: LaneScalar>(&self, block: usize, nodes: &mut [T]) -> GridEnergy {
        let walls = PlaneList::near(self.domain, &self.topology.nodes[block].block);
        // Below this a quotient of two sums has no precision left.
        let least = T::from_f64(T::MIN_POSITIVE / T::EPSILON);
        let mut energy = GridEnergy::default();
        let (first, second) = nodes.split_at_mut(Tile::<D>::BLOCK);
        for n in 0..power(EDGE, D) {
            let at = n * NODE;
            let mass = first[at + 3];
            let (mut before, mut after) = (Vector([T::default(); D]), Vector([T::default(); D]));
            if least < mass {
                for axis in 0..D {
                    before[axis] = first[at + axis] / mass;
                    after[axis] = before[axis] + T::from_f64(self.dt * self.gravity[axis]);
                    if self.planes == 2 {
                        after[axis] += second[at + axis] / mass;
                    }
                }
                if !walls.is_empty() {
                    after = walls.contact(node_index(n), after);
                }
                energy.before += 0.5 * mass.to_f64() * before.norm_squared().to_f64();
                energy.after += 0.5 * mass.to_f64() * after.norm_squared().to_f64();
            }
            for axis in 0..D {
                first[at + axis] = after[axis];
                if self.planes == 2 {
                    second[at + axis] = before[axis];
                }
            }
        }
        energy
    }
}

/// The coordinates of a block's `n`-th node.
#[inline]
fn node_index<const D: usize>(n: usize) -> [usize; D] {
    let mut index = [0; D];
    let mut rest = n;
    for axis in (0..D).rev() {
        index[axis] = rest % EDGE;
        rest /= EDGE;
    }
    index
}

/// Sums one block of nodes from the arenas that reach it.
struct Gather<'a, T, const D: usize> {
    euler: &'a SymplecticEuler<'a, D>,
    block: usize,
    arenas: &'a [T],
    nodes: &'a mut [T],
}

impl<T: LaneScalar, const D: usize> Vectorized for Gather<'_, T, D> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd>(self, token: S) {
        let planes = self.euler.planes;
        let neighbors = power(3, D);
        self.nodes.fill(T::default());
        for (code, &home) in self.euler.topology.nodes[self.block].homes.iter().enumerate().take(neighbors) {
            if home == NONE {
                continue;
            }
            for plane in 0..planes {
                let arena =
                    &self.arenas[(home as usize * planes + plane) * Tile::<D>::PLANE..][..Tile::<D>::PLANE];
                let nodes = &mut self.nodes[plane * Tile::<D>::BLOCK..][..Tile::<D>::BLOCK];
                // Seen from the home, this block lies the other way.
                Tile::<D>::shared_rows(
                    neighbors - 1 - code,
                    #[inline(always)]
                    |from, to| {
                        let sum = T::Row::<S>::load(token, &nodes[to..]);
                        sum.add(T::Row::<S>::load(token, &arena[from..])).store(&mut nodes[to..]);
                    },
                );
            }
        }
    }
}
