//! Nodes get their velocities: by symplectic Euler, from forces at the old positions, or as a solve has found them; then they
//! meet walls and obstacles.

use std::ops::Range;

use super::implicit::{Held, HeldNode};
use crate::colliders::{Load, Node, Obstacles, PlaneList, Settled, in_space};
use crate::grid::{Domain, EDGE, NodeBlock, Tile, Topology, WALLS, node_index};
use crate::memory::Lined;
use crate::parallel::{Along, Records, tree};
use crate::tensor::{
    Interleave, LaneScalar, Matrix, Narrow, Real, RowKind, Simd, SimdLevel, Vector, Vectorized, Wide,
};
use crate::transfer::{Arenas, sum_arenas};

/// Node blocks per task.
const GRAIN: usize = 8;

/// The mass from which on a node has a velocity, in kg: below it a quotient of two sums has no precision left.
pub(super) fn least<T: LaneScalar>() -> f64 {
    T::MIN_POSITIVE / T::EPSILON
}

/// Advances the nodes, by symplectic Euler if nothing else was solved:
///
/// ```text
/// v_iⁿ = Σ m v / m_i          v_i* = v_iⁿ + Δt f_i / m_i + Δt g, then contact
/// ```
pub struct Advance<'a, const D: usize> {
    /// The blocks.
    pub topology: &'a Topology<D>,
    /// The bounds of the world.
    pub domain: &'a Domain<D>,
    /// What matter runs into.
    pub obstacles: &'a Obstacles,
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

/// What all nodes come to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GridSums {
    /// Their kinetic energy.
    pub energy: GridEnergy,
    /// The impulse that every wall got, in N s.
    pub walls: [[f64; 3]; WALLS],
}

impl GridSums {
    fn and(mut self, other: GridSums) -> GridSums {
        self.energy.before += other.energy.before;
        self.energy.after += other.energy.after;
        for (sum, more) in self.walls.as_flattened_mut().iter_mut().zip(other.walls.as_flattened()) {
            *sum += more;
        }
        self
    }
}

/// What the nodes get their velocities from.
#[derive(Clone, Copy)]
pub struct NodeSums<'a, T, const D: usize> {
    /// Momentum or velocity, with the mass.
    pub motion: NodeMotion<'a, T, D>,
    /// Where the nodes' matter is, near thin obstacles.
    pub matter: Option<Arenas<'a, T>>,
}

/// How nodes move.
#[derive(Clone, Copy)]
pub enum NodeMotion<'a, T, const D: usize> {
    /// By sums of momentum, mass and impulse.
    Momentum(Arenas<'a, T>),
    /// As was solved.
    Solved(Solution<'a, T, D>),
}

/// What a solve has found, four values per node.
#[derive(Clone, Copy)]
pub struct Solution<'a, T, const D: usize> {
    /// Masses, in kg, once per axis.
    pub mass: &'a [T],
    /// Velocities before forces, in m/s.
    pub before: &'a [T],
    /// Velocities after forces; where contact holds a node, without what it took to hold it.
    pub after: &'a [T],
    /// What it holds.
    pub held: &'a Held<D>,
    /// What it took to hold it, and what else is left over, in m/s.
    pub residual: &'a [T],
}

impl<'a, T: LaneScalar, const D: usize> Solution<'a, T, D> {
    /// One block's residual.
    #[inline(always)]
    fn residual_of(&self, index: usize) -> &'a [T] {
        let len = Tile::<D>::block(Narrow::NODE);
        &self.residual[index * len..][..len]
    }

    /// Copies one block's velocities, and its masses to where sums of momentum have them.
    #[inline(always)]
    fn copy_block<K: RowKind>(&self, index: usize, sums: &mut [T], nodes: &mut [T]) {
        let len = nodes.len() / 2;
        let from = index * len..(index + 1) * len;
        let (afters, befores) = nodes.split_at_mut(len);
        afters.copy_from_slice(&self.after[from.clone()]);
        befores.copy_from_slice(&self.before[from.clone()]);
        let masses = self.mass[from].chunks_exact(Narrow::NODE);
        for (sum, mass) in sums.chunks_exact_mut(K::NODE).zip(masses) {
            sum[3] = mass[0];
        }
    }
}

impl<const D: usize> Advance<'_, D> {
    /// Advances all nodes; `loads` are those of the obstacles' encounters with node blocks. The sum over arenas is in the
    /// order of the families, so it never depends on threads.
    pub fn run<T: LaneScalar>(
        &self,
        level: SimdLevel,
        sums: NodeSums<T, D>,
        nodes: &mut [T],
        loads: &mut [Load],
    ) -> GridSums {
        let stride = Tile::<D>::block(self.width);
        let work = |blocks: Range<usize>, (nodes, loads): (Records<T>, Along<Records<Load>>)| {
            let (nodes, loads) = (nodes.data, loads.data.data);
            level.run(Leaf { advance: self, blocks, sums, nodes, loads })
        };
        let first_load = |block: usize| self.obstacles.nodes.first(block);
        let loads = Along { data: Records { data: loads, stride: 1 }, first: 0, offset_of: &first_load };
        let data = (Records { data: nodes, stride }, loads);
        tree(0..self.topology.nodes.len(), GRAIN, &|i| i, data, &work, &GridSums::and)
    }

    /// Turns one block's momenta into velocities and advances them.
    #[inline(always)]
    fn by_forces<S: Simd, K: RowKind, T: LaneScalar>(&self, token: S, sums: &[T], nodes: &mut [T]) {
        let splat = |x: f64| T::Lanes::<S>::splat(token, T::from_f64(x));
        let (zero, least) = (splat(0.0), splat(least::<T>()));
        let group = T::PER_REGISTER * Narrow::NODE;
        let (afters, befores) = nodes.split_at_mut(Tile::<D>::block(Narrow::NODE));
        for (n, sums) in sums.chunks_exact(T::PER_REGISTER * K::NODE).enumerate() {
            let [momentum, impulse] = if K::NODE == Wide::NODE {
                T::Lanes::<S>::deinterleave_wide(token, sums)
            } else {
                [T::Lanes::<S>::deinterleave(token, sums), [zero; 4]]
            };
            let exists = least.lt(momentum[3]);
            let inverse = T::Lanes::<S>::select(exists, momentum[3].recip(), zero);
            let [mut before, mut after] = [[zero; 4]; 2];
            for axis in 0..D {
                let push = T::Lanes::<S>::select(exists, splat(self.dt * self.gravity[axis]), zero);
                before[axis] = momentum[axis] * inverse;
                after[axis] = before[axis] + push;
                if K::NODE == Wide::NODE {
                    after[axis] += impulse[axis] * inverse;
                }
            }
            T::Lanes::<S>::interleave(after, &mut afters[n * group..]);
            if K::NODE == Wide::NODE {
                T::Lanes::<S>::interleave(before, &mut befores[n * group..]);
            }
        }
    }

    /// Lets one block's nodes meet walls and obstacles, and measures their energy.
    #[inline(always)]
    fn meet<K: RowKind, T: LaneScalar>(
        &self,
        block: &NodeBlock<D>,
        sums: &[T],
        nodes: &mut [T],
        near: &mut Near<T, D>,
        total: &mut GridSums,
    ) {
        let walls = PlaneList::near(self.domain, &block.block);
        if walls.is_empty() && near.obstacles.is_empty() && self.energy == Measured::No {
            return;
        }
        let (afters, befores) = nodes.split_at_mut(Tile::<D>::block(Narrow::NODE));
        for (n, node) in sums.chunks_exact(K::NODE).enumerate() {
            let mass = node[3];
            if T::from_f64(least::<T>()) < mass {
                let at = n * Narrow::NODE;
                let mut after = Vector([T::default(); D]);
                after.0.copy_from_slice(&afters[at..at + D]);
                let mut settled = None;
                if !near.obstacles.is_empty() {
                    settled = near.settled(n);
                    after = self.meet_obstacles(block, n, mass, after, near, &mut settled);
                }
                if !walls.is_empty() {
                    after = walls.contact(
                        node_index(n),
                        after,
                        || settled.or_else(|| near.settled(n)),
                        |wall, taken| {
                            for axis in 0..D {
                                total.walls[wall][axis] += mass.to_f64() * taken[axis].to_f64();
                            }
                        },
                    );
                }
                if self.energy == Measured::Yes {
                    let mut before = Vector([T::default(); D]);
                    before.0.copy_from_slice(&befores[at..at + D]);
                    total.energy.before += 0.5 * mass.to_f64() * before.norm_squared().to_f64();
                    total.energy.after += 0.5 * mass.to_f64() * after.norm_squared().to_f64();
                }
                afters[at..at + D].copy_from_slice(&after.0);
            }
        }
    }

    /// The velocity of a block's `n`-th node after contact with the obstacles near it.
    #[inline(never)]
    fn meet_obstacles<T: LaneScalar>(
        &self,
        block: &NodeBlock<D>,
        n: usize,
        mass: T,
        v: Vector<T, D>,
        near: &mut Near<T, D>,
        settled: &mut Option<Settled<D>>,
    ) -> Vector<T, D> {
        let node = contact_node(self.domain, block, n, mass, near.matter);
        let mut wide = [0.0; D];
        for axis in 0..D {
            wide[axis] = v[axis].to_f64();
        }
        let mut held = settled.as_ref().map(settled_in_space);
        let after = self.obstacles.contact(near.obstacles, near.loads, &node, in_space(wide), &mut held);
        if let (Some(settled), Some(held)) = (settled, held) {
            settled.left = Vector(std::array::from_fn(|axis| held.left[axis]));
            settled.contacts = held.contacts;
        }
        let mut narrow = v;
        for axis in 0..D {
            narrow[axis] = T::from_f64(after[axis]);
        }
        narrow
    }
}

/// A block's `n`-th node as obstacles meet it.
pub(super) fn contact_node<T: LaneScalar, const D: usize>(
    domain: &Domain<D>,
    block: &NodeBlock<D>,
    n: usize,
    mass: T,
    matter: Option<&[T]>,
) -> Node {
    let index = node_index::<D>(n).map(|i| i as f64);
    let place = in_space(domain.place(&block.block, index));
    let moment = matter.map(|matter| &matter[n * Narrow::NODE..][..Narrow::NODE]);
    let matter = moment.filter(|moment| moment[3].to_f64() > 0.0).map(|moment| {
        let mut away = [0.0; D];
        for axis in 0..D {
            away[axis] = moment[axis].to_f64() / moment[3].to_f64() * domain.cell;
        }
        place + in_space(away)
    });
    Node { place, mass: mass.to_f64(), matter }
}

/// The obstacles near a block of nodes, what is done to them, where the nodes' matter is, and which of them a solve has held.
struct Near<'a, T, const D: usize> {
    obstacles: &'a [u32],
    loads: &'a mut [Load],
    matter: Option<&'a [T]>,
    held: &'a [HeldNode<D>],
    /// What the solve has left over of these nodes.
    residual: &'a [T],
}

impl<T: LaneScalar, const D: usize> Near<'_, T, D> {
    /// What a solve has made of the block's `n`-th node, if contact has held it.
    fn settled(&self, n: usize) -> Option<Settled<D>> {
        let held = self.held.iter().find(|held| usize::from(held.node) == n)?;
        let at = n * Narrow::NODE;
        let residual = Vector(std::array::from_fn(|axis| self.residual[at + axis].to_f64()));
        Some(Settled { free: held.free, left: held.taken(residual), contacts: held.contacts })
    }
}

/// The same with a third axis, along which there is nothing.
fn settled_in_space<const D: usize>(settled: &Settled<D>) -> Settled<3> {
    let mut free = Matrix::zero(0.0);
    for i in 0..D {
        free.0[i][..D].copy_from_slice(&settled.free.0[i]);
    }
    Settled { free, left: in_space(settled.left.0), contacts: settled.contacts }
}

struct Leaf<'a, T, const D: usize> {
    advance: &'a Advance<'a, D>,
    blocks: Range<usize>,
    sums: NodeSums<'a, T, D>,
    nodes: &'a mut [T],
    loads: &'a mut [Load],
}

impl<T: LaneScalar, const D: usize> Leaf<'_, T, D> {
    #[inline(always)]
    fn blocks<S: Simd, K: RowKind>(self, token: S) -> GridSums {
        let Leaf { advance, blocks, sums: NodeSums { motion, matter }, nodes, mut loads } = self;
        let mut total = GridSums::default();
        let mut sums = Lined([T::default(); EDGE * EDGE * EDGE * Wide::NODE]);
        let mut moments = Lined([T::default(); EDGE * EDGE * EDGE * Narrow::NODE]);
        let sums = &mut sums.0[..Tile::<D>::block(K::NODE)];
        let moments = &mut moments.0[..Tile::<D>::block(Narrow::NODE)];
        for (index, nodes) in blocks.zip(nodes.chunks_exact_mut(Tile::<D>::block(K::NODE))) {
            let block = &advance.topology.nodes[index];
            match motion {
                NodeMotion::Momentum(arenas) => {
                    sum_arenas(token, block, arenas, sums);
                    advance.by_forces::<S, K, T>(token, sums, nodes);
                }
                NodeMotion::Solved(solution) => solution.copy_block::<K>(index, sums, nodes),
            }
            let (held, residual): (&[_], &[_]) = match motion {
                NodeMotion::Momentum(_) => (&[], &[]),
                NodeMotion::Solved(solution) => (solution.held.of(index), solution.residual_of(index)),
            };
            let obstacles = advance.obstacles.nodes.of(index);
            let (own, rest) = loads.split_at_mut(obstacles.len());
            loads = rest;
            let matter = matter.filter(|_| advance.obstacles.any_thin(obstacles)).map(|matter| {
                sum_arenas(token, block, matter, moments);
                &*moments
            });
            let mut near = Near { obstacles, loads: own, matter, held, residual };
            advance.meet::<K, T>(block, sums, nodes, &mut near, &mut total);
        }
        total
    }
}

impl<T: LaneScalar, const D: usize> Vectorized for Leaf<'_, T, D> {
    type Output = GridSums;
    #[inline(always)]
    fn run<S: Simd>(self, token: S) -> GridSums {
        if self.advance.width == Narrow::NODE {
            self.blocks::<S, Narrow>(token)
        } else {
            self.blocks::<S, Wide>(token)
        }
    }
}
