//! Vectors over all nodes, and how passes go over them.
//!
//! A plane holds four values per node, block by block; the fourth, and in 2D the third, is zero. The plane of masses has the
//! mass once per axis, and zero where a node has none, so that inner products are plain sums.

use std::ops::Range;

use super::held::{Held, HeldNode};
use crate::grid::{EDGE, NodeBlock, Tile, Topology};
use crate::linear::Residual;
use crate::memory::Buffer;
use crate::parallel::{Records, tree};
use crate::tensor::{LaneScalar, Narrow, Real, RowKind, Simd, SimdLevel, Vectorized, Wide};

/// Node blocks per task.
pub const GRAIN: usize = 8;
/// Values of the largest block.
pub const BLOCK_MAX: usize = EDGE * EDGE * EDGE * Wide::NODE;

/// The vectors of a solve.
#[derive(Default)]
pub struct Planes<T> {
    /// `m`, in kg.
    pub mass: Buffer<T>,
    /// `1/m`, or 0.
    pub inverse: Buffer<T>,
    /// `vⁿ`, in m/s.
    pub before: Buffer<T>,
    /// `Δt g` and what else pushes from outside, in m/s.
    pub push: Buffer<T>,
    /// The same with friction.
    pub pushed: Buffer<T>,
    /// `Δv`.
    pub change: Buffer<T>,
    /// The `Δv` that is tried.
    pub tried: Buffer<T>,
    /// What displaces nodes, over `Δt`; at the end, the nodes' velocity.
    pub field: Buffer<T>,
    /// `push + Δt f/m − Δv`, held directions included.
    pub residual: Buffer<T>,
    /// The vectors of conjugate gradients.
    pub x: Buffer<T>,
    pub r: Buffer<T>,
    pub z: Buffer<T>,
    pub p: Buffer<T>,
    pub s: Buffer<T>,
    /// The inverse of the blocks of the system that belong to one node, eight values each.
    pub inverse_blocks: Buffer<T>,
}

/// Sums over all nodes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums {
    /// `Σ m`.
    pub mass: f64,
    /// `Σ m` times some vector.
    pub momentum: [f64; 3],
    /// What a pass says.
    pub a: f64,
    /// What else it says.
    pub b: f64,
}

impl Sums {
    fn and(mut self, other: Sums) -> Sums {
        self.mass += other.mass;
        for axis in 0..3 {
            self.momentum[axis] += other.momentum[axis];
        }
        self.a += other.a;
        self.b += other.b;
        self
    }

    /// `a` and `b` as a residual.
    pub fn residual(&self) -> Residual {
        Residual { squared: self.a, preconditioned: self.b }
    }

    /// `Σ m z / Σ m`.
    pub fn mean(&self) -> [f64; 3] {
        self.momentum.map(|p| if self.mass > 0.0 { p / self.mass } else { 0.0 })
    }
}

/// A pass over the registers of a block: `read` planes, `N` planes that are written, and what of them is summed.
#[derive(Clone, Copy)]
pub struct Pass<'a, const D: usize> {
    /// The instruction set.
    pub level: SimdLevel,
    /// The blocks.
    pub topology: &'a Topology<D>,
    /// What is held.
    pub held: &'a Held<D>,
}

/// What a pass does to a block of four values per node.
pub trait BlockWork<T: LaneScalar, const D: usize, const N: usize>: Sync {
    /// Works on one block; `index` says which.
    fn block<S: Simd>(&self, token: S, at: BlockAt<'_, D>, written: [&mut [T]; N]) -> Sums;
}

/// Which block a pass is at.
#[derive(Clone, Copy)]
pub struct BlockAt<'a, const D: usize> {
    /// The block.
    pub block: &'a NodeBlock<D>,
    /// Where its values are in a plane.
    pub from: usize,
    /// How many.
    pub len: usize,
    /// What is held of it.
    pub held: &'a [HeldNode<D>],
}

impl<const D: usize> BlockAt<'_, D> {
    /// This block of a plane.
    #[inline(always)]
    pub fn of<'p, T>(&self, plane: &'p [T]) -> &'p [T] {
        &plane[self.from..][..self.len]
    }
}

impl<const D: usize> Pass<'_, D> {
    /// Runs the work on all blocks.
    pub fn run<T: LaneScalar, W: BlockWork<T, D, N>, const N: usize>(
        &self,
        work: &W,
        written: [&mut [T]; N],
    ) -> Sums {
        let stride = Tile::<D>::block(Narrow::NODE);
        let leaf = |blocks: Range<usize>, written: [Records<T>; N]| {
            self.level.run(Leaf { pass: self, work, blocks, written: written.map(|records| records.data) })
        };
        let written = written.map(|data| Records { data, stride });
        tree(0..self.topology.nodes.len(), GRAIN, &|i| i, written, &leaf, &Sums::and)
    }
}

struct Leaf<'a, 'b, T, W, const D: usize, const N: usize> {
    pass: &'a Pass<'a, D>,
    work: &'a W,
    blocks: Range<usize>,
    written: [&'b mut [T]; N],
}

impl<T: LaneScalar, W: BlockWork<T, D, N>, const D: usize, const N: usize> Vectorized
    for Leaf<'_, '_, T, W, D, N>
{
    type Output = Sums;
    const WIDEST: bool = false;
    #[inline(always)]
    fn run<S: Simd>(self, token: S) -> Sums {
        let Leaf { pass, work, blocks, mut written } = self;
        let len = Tile::<D>::block(Narrow::NODE);
        let mut sums = Sums::default();
        for index in blocks {
            let mut own: [&mut [T]; N] = std::array::from_fn(|_| Default::default());
            for k in 0..N {
                own[k] = written[k].split_off_mut(..len).expect("a plane has every block");
            }
            let from = index * len;
            let at = BlockAt { block: &pass.topology.nodes[index], from, len, held: pass.held.of(index) };
            sums = sums.and(work.block(token, at, own));
        }
        sums
    }
}

/// `Σ m a b` over a block.
#[inline(always)]
pub fn inner<S: Simd, T: LaneScalar>(token: S, mass: &[T], a: &[T], b: &[T]) -> f64 {
    let mut sum = T::Lanes::<S>::splat(token, T::default());
    for at in (0..mass.len()).step_by(T::PER_REGISTER) {
        let load = |from: &[T]| T::Lanes::<S>::load(token, &from[at..]);
        sum = (load(mass) * load(a)).mul_add(load(b), sum);
    }
    let mut total = 0.0;
    for lane in 0..T::PER_REGISTER {
        total += sum.lane(lane).to_f64();
    }
    total
}

/// `Σ m` and `Σ m a` over a block.
#[inline(always)]
pub fn momentum<S: Simd, T: LaneScalar>(token: S, mass: &[T], a: &[T]) -> Sums {
    let zero = T::Lanes::<S>::splat(token, T::default());
    let [mut masses, mut sum] = [zero; 2];
    for at in (0..mass.len()).step_by(T::PER_REGISTER) {
        let load = |from: &[T]| T::Lanes::<S>::load(token, &from[at..]);
        masses += load(mass);
        sum = load(mass).mul_add(load(a), sum);
    }
    let mut sums = Sums::default();
    for lane in 0..T::PER_REGISTER {
        let axis = lane % Narrow::NODE;
        if axis < 3 {
            sums.momentum[axis] += sum.lane(lane).to_f64();
        }
        if axis == 0 {
            sums.mass += masses.lane(lane).to_f64();
        }
    }
    sums
}

/// Applies `f` to the registers of planes: what it returns is written.
#[inline(always)]
pub fn zip<S: Simd, T: LaneScalar, const N: usize>(
    token: S,
    read: [&[T]; N],
    written: &mut [T],
    f: impl Fn([T::Lanes<S>; N]) -> T::Lanes<S>,
) {
    for at in (0..written.len()).step_by(T::PER_REGISTER) {
        let mut values = [T::Lanes::<S>::splat(token, T::default()); N];
        for k in 0..N {
            values[k] = T::Lanes::<S>::load(token, &read[k][at..]);
        }
        f(values).store(&mut written[at..]);
    }
}

/// Takes what is held out of a block's vectors.
pub fn set_free<T: LaneScalar, const D: usize>(held: &[HeldNode<D>], values: &mut [T]) {
    for HeldNode { node, free, .. } in held {
        let values = &mut values[*node as usize * Narrow::NODE..][..D];
        let old: [f64; D] = std::array::from_fn(|axis| values[axis].to_f64());
        for i in 0..D {
            values[i] = T::from_f64((0..D).map(|j| free.0[i][j] * old[j]).sum());
        }
    }
}

/// A register of nodes that all have the same vector.
#[inline(always)]
pub fn repeated<S: Simd, T: LaneScalar, const D: usize>(token: S, vector: [f64; 3]) -> T::Lanes<S> {
    let mut values = [T::default(); 16];
    for (k, value) in values.iter_mut().enumerate() {
        let axis = k % Narrow::NODE;
        *value = T::from_f64(if axis < D { vector[axis] } else { 0.0 });
    }
    T::Lanes::<S>::load(token, &values)
}
