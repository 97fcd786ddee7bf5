//! Symplectic Euler: velocities by the forces at the old positions, then positions by the new velocities.

use std::ops::Range;

use crate::colliders::PlaneList;
use crate::grid::{Domain, EDGE, NodeBlock, RowRange, Tile, Topology, node_index};
use crate::memory::Lined;
use crate::parallel::{Records, tree};
use crate::tensor::{LaneScalar, Narrow, RowKind, Simd, SimdLevel, Vector, Vectorized, Wide};
use crate::transfer::sum_arenas;

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
    /// The rows of every arena that hold anything.
    pub touched: &'a [RowRange],
    /// The bounds of the world.
    pub domain: &'a Domain<D>,
    /// Gravity, in m/s².
    pub gravity: [f64; D],
    /// The time step, in s.
    pub dt: f64,
    /// Values per node of an arena: 4, or 8 with impulses in the upper half. Blocks of nodes leave with velocities after
    /// forces and, with 8, behind them those before.
    pub width: usize,
    /// Whether to measure energy; it needs 8 values.
    pub energy: Measured,
}

/// Whether something is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measured {
    /// It is.
    Yes,
    /// It is not, and is returned as 0.
    No,
}

/// Kinetic energy of the nodes, in J.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GridEnergy {
    /// Before forces.
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
        let stride = Tile::<D>::block(self.width);
        let work = |blocks: Range<usize>, nodes: Records<T>| {
            level.run(Leaf { euler: self, blocks: &self.topology.nodes[blocks], arenas, nodes: nodes.data })
        };
        let blocks = self.topology.nodes.len();
        tree(0..blocks, GRAIN, &|i| i, Records { data: nodes, stride }, &work, &GridEnergy::and)
    }

    /// Turns one block's momenta into velocities and advances them.
    #[inline(always)]
    fn advance<K: RowKind, T: LaneScalar>(
        &self,
        block: &NodeBlock<D>,
        sums: &[T],
        nodes: &mut [T],
    ) -> GridEnergy {
        let walls = PlaneList::near(self.domain, &block.block);
        let mut push = [T::default(); D];
        for axis in 0..D {
            push[axis] = T::from_f64(self.dt * self.gravity[axis]);
        }
        // Below this a quotient of two sums has no precision left.
        let least = T::from_f64(T::MIN_POSITIVE / T::EPSILON);
        let mut energy = GridEnergy::default();
        let (afters, befores) = nodes.split_at_mut(Tile::<D>::block(Narrow::NODE));
        for (n, node) in sums.chunks_exact(K::NODE).enumerate() {
            let mass = node[3];
            let [mut before, mut after] = [Vector([T::default(); D]); 2];
            if least < mass {
                let inverse = mass.recip();
                for axis in 0..D {
                    before[axis] = node[axis] * inverse;
                    after[axis] = before[axis] + push[axis];
                    if K::NODE == Wide::NODE {
                        after[axis] += node[4 + axis] * inverse;
                    }
                }
                if !walls.is_empty() {
                    after = walls.contact(node_index(n), after);
                }
                if self.energy == Measured::Yes {
                    energy.before += 0.5 * mass.to_f64() * before.norm_squared().to_f64();
                    energy.after += 0.5 * mass.to_f64() * after.norm_squared().to_f64();
                }
            }
            let at = n * Narrow::NODE;
            afters[at..at + D].copy_from_slice(&after.0);
            if K::NODE == Wide::NODE {
                befores[at..at + D].copy_from_slice(&before.0);
            }
        }
        energy
    }
}

struct Leaf<'a, T, const D: usize> {
    euler: &'a SymplecticEuler<'a, D>,
    blocks: &'a [NodeBlock<D>],
    arenas: &'a [T],
    nodes: &'a mut [T],
}

impl<T: LaneScalar, const D: usize> Leaf<'_, T, D> {
    #[inline(always)]
    fn blocks<S: Simd, K: RowKind>(self, token: S) -> GridEnergy {
        let mut energy = GridEnergy::default();
        let mut sums = Lined([T::default(); EDGE * EDGE * EDGE * Wide::NODE]);
        for (block, nodes) in self.blocks.iter().zip(self.nodes.chunks_exact_mut(Tile::<D>::block(K::NODE))) {
            let sums = &mut sums.0[..Tile::<D>::block(K::NODE)];
            sum_arenas::<S, K, T, D>(token, block, self.euler.touched, self.arenas, sums);
            energy = energy.and(self.euler.advance::<K, T>(block, sums, nodes));
        }
        energy
    }
}

impl<T: LaneScalar, const D: usize> Vectorized for Leaf<'_, T, D> {
    type Output = GridEnergy;
    #[inline(always)]
    fn run<S: Simd>(self, token: S) -> GridEnergy {
        if self.euler.width == Narrow::NODE {
            self.blocks::<S, Narrow>(token)
        } else {
            self.blocks::<S, Wide>(token)
        }
    }
}
