//! Vectors over all nodes, and the passes over them that a solve is made of.
//!
//! A plane holds four values per node, block by block; the fourth, and in 2D the third, is zero. The plane of masses has the
//! mass once per axis, and zero where a node has none, so that inner products are plain sums.

use std::ops::Range;

use super::held::HeldNode;
use super::previous::Previous;
use crate::grid::{EDGE, NodeBlock, Tile, Topology};
use crate::integrators::advance::least;
use crate::linear::Residual;
use crate::memory::{Buffer, Lined};
use crate::parallel::{Records, tree};
use crate::tensor::{LaneScalar, Matrix, Narrow, Real, RowKind, Simd, SimdLevel, Vector, Vectorized, Wide};
use crate::transfer::{Arenas, sum_arenas};

/// Node blocks per task.
const GRAIN: usize = 8;
/// Values of the largest block.
const BLOCK_MAX: usize = EDGE * EDGE * EDGE * Wide::NODE;

/// The relative change of friction that is worth another round.
const RUBBED: f64 = 0.05;

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

/// What contact holds, by blocks.
#[derive(Default)]
pub struct Held<const D: usize> {
    /// Where the nodes of every block begin, and where the last end.
    first: Vec<u32>,
    nodes: Vec<HeldNode<D>>,
}

impl<const D: usize> Held<D> {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.first.clear();
        self.first.push(0);
        self.nodes.clear();
    }

    /// Another node of the present block.
    pub fn push(&mut self, node: HeldNode<D>) {
        self.nodes.push(node);
    }

    /// The present block is done.
    pub fn end_block(&mut self) {
        self.first.push(self.nodes.len() as u32);
    }

    /// Whether nothing is held.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The nodes of a block.
    pub fn of(&self, block: usize) -> &[HeldNode<D>] {
        match self.first.get(block..block + 2) {
            Some(range) => &self.nodes[range[0] as usize..range[1] as usize],
            None => &[],
        }
    }

    /// The same change of velocity for all nodes that, as far as they are free, has this momentum; none if they are not.
    pub fn shift<T: LaneScalar>(&self, total: f64, mass: &[T], momentum: [f64; 3]) -> Option<[f64; 3]> {
        let mut free = Matrix::<f64, D>::identity(1.0) * total;
        for block in 0..self.first.len() - 1 {
            for HeldNode { node, free: part, .. } in self.of(block) {
                let at = block * Tile::<D>::block(Narrow::NODE) + *node as usize * Narrow::NODE;
                free = free - (Matrix::identity(1.0) - *part) * mass[at].to_f64();
            }
        }
        let by = free.inverse() * Vector(std::array::from_fn(|axis| momentum[axis]));
        let mut shift = [0.0; 3];
        shift[..D].copy_from_slice(&by.0);
        let sound = free.det() > 1e-9 * total.powi(D as i32) && shift.iter().all(|x| x.is_finite());
        sound.then_some(shift)
    }

    /// Whether both hold the same.
    pub fn same(&self, other: &Held<D>) -> bool {
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        let alike = |a: &HeldNode<D>, b: &HeldNode<D>| {
            let mut free = a.free.0.as_flattened().iter().zip(b.free.0.as_flattened());
            let rubbed = a.rubbed.norm().max(b.rubbed.norm());
            let as_much = (a.rubbed - b.rubbed).norm() <= RUBBED * rubbed;
            a.node == b.node && as_much && free.all(|(a, b)| near(*a, *b))
        };
        self.first == other.first && self.nodes.iter().zip(&other.nodes).all(|(a, b)| alike(a, b))
    }
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
fn inner<S: Simd, T: LaneScalar>(token: S, mass: &[T], a: &[T], b: &[T]) -> f64 {
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
fn momentum<S: Simd, T: LaneScalar>(token: S, mass: &[T], a: &[T]) -> Sums {
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
fn zip<S: Simd, T: LaneScalar, const N: usize>(
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
fn set_free<T: LaneScalar, const D: usize>(held: &[HeldNode<D>], values: &mut [T]) {
    for HeldNode { node, free, .. } in held {
        let values = &mut values[*node as usize * Narrow::NODE..][..D];
        let old: [f64; D] = std::array::from_fn(|axis| values[axis].to_f64());
        for i in 0..D {
            values[i] = T::from_f64((0..D).map(|j| free.0[i][j] * old[j]).sum());
        }
    }
}

/// From momenta and impulses: masses, their inverses, velocities and pushes.
pub struct Begin<'a, T, const D: usize> {
    /// Momentum, mass and impulse.
    pub arenas: Arenas<'a, T>,
    /// `Δt g`, in m/s.
    pub fall: [f64; D],
}

impl<T: LaneScalar, const D: usize> BlockWork<T, D, 4> for Begin<'_, T, D> {
    #[inline(always)]
    fn block<S: Simd>(
        &self,
        token: S,
        at: BlockAt<'_, D>,
        [mass, inverse, before, push]: [&mut [T]; 4],
    ) -> Sums {
        let mut sums = Lined([T::default(); BLOCK_MAX]);
        let sums = &mut sums.0[..2 * at.len];
        sum_arenas(token, at.block, self.arenas, sums);
        for (n, sum) in sums.chunks_exact(Wide::NODE).enumerate() {
            let m = sum[3];
            let exists = T::from_f64(least::<T>()) < m;
            for axis in 0..Narrow::NODE {
                let k = n * Narrow::NODE + axis;
                [mass[k], inverse[k], before[k], push[k]] = [T::default(); 4];
                if exists && axis < D {
                    mass[k] = m;
                    inverse[k] = T::from_f64(1.0) / m;
                    before[k] = sum[axis] * inverse[k];
                    push[k] = sum[Narrow::NODE + axis] * inverse[k] + T::from_f64(self.fall[axis]);
                }
            }
        }
        Sums::default()
    }
}

/// `a x + b y`.
pub struct Combine<'a, T> {
    pub a: f64,
    pub x: &'a [T],
    pub b: f64,
    pub y: &'a [T],
}

impl<T: LaneScalar, const D: usize> BlockWork<T, D, 1> for Combine<'_, T> {
    #[inline(always)]
    fn block<S: Simd>(&self, token: S, at: BlockAt<'_, D>, [written]: [&mut [T]; 1]) -> Sums {
        let splat = |x: f64| T::Lanes::<S>::splat(token, T::from_f64(x));
        let (a, b) = (splat(self.a), splat(self.b));
        zip(token, [at.of(self.x), at.of(self.y)], written, |[x, y]| a * x + b * y);
        Sums::default()
    }
}

/// Adds the same to every node that has mass.
pub struct Shift<'a, T> {
    pub mass: &'a [T],
    pub by: [f64; 3],
}

impl<T: LaneScalar, const D: usize> BlockWork<T, D, 1> for Shift<'_, T> {
    #[inline(always)]
    fn block<S: Simd>(&self, token: S, at: BlockAt<'_, D>, [x]: [&mut [T]; 1]) -> Sums {
        let by = repeated::<S, T, D>(token, self.by);
        let mass = at.of(self.mass);
        let zero = T::Lanes::<S>::splat(token, T::default());
        for k in (0..at.len).step_by(T::PER_REGISTER) {
            let load = |from: &[T]| T::Lanes::<S>::load(token, &from[k..]);
            T::Lanes::<S>::select(zero.lt(load(mass)), load(x) + by, zero).store(&mut x[k..]);
        }
        set_free(at.held, x);
        Sums::default()
    }
}

/// From `Δv` to what the last step's accelerations make of it; where there were none, to the push.
pub struct Recall<'a, T, const D: usize> {
    pub previous: &'a Previous<T, D>,
    pub push: &'a [T],
    pub change: &'a [T],
    pub dt: f64,
}

impl<T: LaneScalar, const D: usize> BlockWork<T, D, 1> for Recall<'_, T, D> {
    #[inline(always)]
    fn block<S: Simd>(&self, token: S, at: BlockAt<'_, D>, [x]: [&mut [T]; 1]) -> Sums {
        let change = at.of(self.change);
        match self.previous.of(&at.block.block) {
            Some(acceleration) => {
                let dt = T::Lanes::<S>::splat(token, T::from_f64(self.dt));
                zip(token, [acceleration, change], x, |[a, change]| a.mul_add(dt, -change));
            }
            None => zip(token, [at.of(self.push), change], x, |[push, change]| push - change),
        }
        Sums::default()
    }
}

/// The numbers above the diagonal of `ṽ vⁿᵀ − vⁿ ṽᵀ`.
pub struct Wedge<'a, T> {
    /// By blocks, new velocities and then old ones.
    pub nodes: &'a [T],
}

impl<T: LaneScalar, const D: usize> BlockWork<T, D, 1> for Wedge<'_, T> {
    #[inline(always)]
    fn block<S: Simd>(&self, _: S, at: BlockAt<'_, D>, [turns]: [&mut [T]; 1]) -> Sums {
        let (after, before) = self.nodes[2 * at.from..][..2 * at.len].split_at(at.len);
        let pairs = after.chunks_exact(Narrow::NODE).zip(before.chunks_exact(Narrow::NODE));
        for ((a, b), turn) in pairs.zip(turns.chunks_exact_mut(Narrow::NODE)) {
            let mut k = 0;
            for i in 0..D {
                for j in i + 1..D {
                    turn[k] = a[i] * b[j] - b[i] * a[j];
                    k += 1;
                }
            }
            turn[k..].fill(T::default());
        }
        Sums::default()
    }
}

/// A register of nodes that all have the same vector.
#[inline(always)]
fn repeated<S: Simd, T: LaneScalar, const D: usize>(token: S, vector: [f64; 3]) -> T::Lanes<S> {
    let mut values = [T::default(); 16];
    for (k, value) in values.iter_mut().enumerate() {
        let axis = k % Narrow::NODE;
        *value = T::from_f64(if axis < D { vector[axis] } else { 0.0 });
    }
    T::Lanes::<S>::load(token, &values)
}

/// Gives what is held of nodes with these velocities the change that makes it what it must be.
fn bend<T: LaneScalar, const D: usize>(held: &[HeldNode<D>], before: &[T], change: &mut [T]) {
    for node in held {
        let at = node.node as usize * Narrow::NODE;
        let old = Vector(std::array::from_fn(|axis| before[at + axis].to_f64()));
        let wanted = old + Vector(std::array::from_fn(|axis| change[at + axis].to_f64()));
        let after = node.bend(wanted);
        for axis in 0..D {
            change[at + axis] = T::from_f64(after[axis] - old[axis]);
        }
    }
}

/// Lets what is held of `Δv`, and what pushes, follow what contact says now.
pub struct Bend<'a, T> {
    pub before: &'a [T],
    pub push: &'a [T],
}

impl<T: LaneScalar, const D: usize> BlockWork<T, D, 2> for Bend<'_, T> {
    #[inline(always)]
    fn block<S: Simd>(&self, _: S, at: BlockAt<'_, D>, [change, pushed]: [&mut [T]; 2]) -> Sums {
        bend(at.held, at.of(self.before), change);
        pushed.copy_from_slice(at.of(self.push));
        for node in at.held {
            for axis in 0..D {
                let k = node.node as usize * Narrow::NODE + axis;
                pushed[k] = T::from_f64(pushed[k].to_f64() + node.rubbed[axis]);
            }
        }
        Sums::default()
    }
}

/// `push − Δv − Δt/m Σ V P Fᵀ g`; sums `Σ m r²` of what is free, and `Σ m (½ Δv² − Δv · push)`.
pub struct Unbalance<'a, T> {
    pub mass: &'a [T],
    /// `Σ V P Fᵀ g`.
    pub arenas: Arenas<'a, T>,
    pub inverse: &'a [T],
    pub push: &'a [T],
    pub change: &'a [T],
    /// The time step, in s.
    pub dt: f64,
}

impl<T: LaneScalar, const D: usize> BlockWork<T, D, 1> for Unbalance<'_, T> {
    #[inline(always)]
    fn block<S: Simd>(&self, token: S, at: BlockAt<'_, D>, [residual]: [&mut [T]; 1]) -> Sums {
        let mass = at.of(self.mass);
        let mut sums = Lined([T::default(); BLOCK_MAX]);
        let sums = &mut sums.0[..at.len];
        sum_arenas(token, at.block, self.arenas, sums);
        let dt = T::Lanes::<S>::splat(token, T::from_f64(self.dt));
        let (push, change) = (at.of(self.push), at.of(self.change));
        zip(token, [push, change, at.of(self.inverse), sums], residual, |[push, change, inverse, sum]| {
            (push - change) - dt * inverse * sum
        });
        let energy = 0.5 * inner(token, mass, change, change) - inner(token, mass, change, push);
        let squared = if at.held.is_empty() {
            inner(token, mass, residual, residual)
        } else {
            sums.copy_from_slice(residual);
            set_free(at.held, sums);
            inner(token, mass, sums, sums)
        };
        Sums { a: squared, b: energy, ..Sums::default() }
    }
}

/// The blocks of the system that belong to one node, inverted: `(I + K_ii/m)⁻¹`, within what is free.
pub struct Precondition<'a, T> {
    /// Upper triangles of `K_ii`.
    pub arenas: Arenas<'a, T>,
    pub inverse: &'a [T],
}

impl<T: LaneScalar> Precondition<'_, T> {
    /// Writes the inverses of all blocks.
    pub fn run<const D: usize>(&self, pass: &Pass<'_, D>, inverses: &mut [T]) {
        let stride = Tile::<D>::block(Wide::NODE);
        let work = |blocks: Range<usize>, inverses: Records<T>| {
            pass.level.run(InvertLeaf { blocks, precondition: self, pass, inverses: inverses.data });
        };
        let inverses = Records { data: inverses, stride };
        tree(0..pass.topology.nodes.len(), GRAIN, &|i| i, inverses, &work, &|_, _| ());
    }
}

struct InvertLeaf<'a, 'b, T, const D: usize> {
    blocks: Range<usize>,
    precondition: &'a Precondition<'a, T>,
    pass: &'a Pass<'a, D>,
    inverses: &'b mut [T],
}

impl<T: LaneScalar, const D: usize> Vectorized for InvertLeaf<'_, '_, T, D> {
    type Output = ();
    const WIDEST: bool = false;
    #[inline(always)]
    fn run<S: Simd>(self, token: S) {
        let InvertLeaf { blocks, precondition, pass, inverses } = self;
        let (len, narrow) = (Tile::<D>::block(Wide::NODE), Tile::<D>::block(Narrow::NODE));
        for (index, inverses) in blocks.zip(inverses.chunks_exact_mut(len)) {
            sum_arenas(token, &pass.topology.nodes[index], precondition.arenas, inverses);
            let masses = &precondition.inverse[index * narrow..][..narrow];
            for (block, inverse) in
                inverses.chunks_exact_mut(Wide::NODE).zip(masses.chunks_exact(Narrow::NODE))
            {
                let system = (symmetric::<T, D>(block) * inverse[0]).plus_diagonal(T::from_f64(1.0));
                put_symmetric(system.inverse(), block);
            }
            for HeldNode { node, free, .. } in pass.held.of(index) {
                let block = &mut inverses[*node as usize * Wide::NODE..][..Wide::NODE];
                let mut projection = Matrix::zero(T::default());
                for i in 0..D {
                    for j in 0..D {
                        projection.0[i][j] = T::from_f64(free.0[i][j]);
                    }
                }
                put_symmetric(projection * symmetric::<T, D>(block) * projection, block);
            }
        }
    }
}

#[inline(always)]
fn symmetric<T: LaneScalar, const D: usize>(upper: &[T]) -> Matrix<T, D> {
    let mut m = Matrix::zero(T::default());
    let mut k = 0;
    for i in 0..D {
        for j in i..D {
            m.0[i][j] = upper[k];
            m.0[j][i] = upper[k];
            k += 1;
        }
    }
    m
}

#[inline(always)]
fn put_symmetric<T: LaneScalar, const D: usize>(m: Matrix<T, D>, upper: &mut [T]) {
    let mut k = 0;
    for i in 0..D {
        for j in i..D {
            upper[k] = m.0[i][j];
            k += 1;
        }
    }
}

/// `z = P⁻¹ r` of a block.
#[inline(always)]
fn precondition<T: LaneScalar, const D: usize>(at: BlockAt<'_, D>, inverses: &[T], r: &[T], z: &mut [T]) {
    let inverses = &inverses[2 * at.from..][..2 * at.len];
    let vectors = r.chunks_exact(Narrow::NODE).zip(z.chunks_exact_mut(Narrow::NODE));
    for ((r, z), inverse) in vectors.zip(inverses.chunks_exact(Wide::NODE)) {
        let inverse = symmetric::<T, D>(inverse);
        for i in 0..D {
            let mut sum = inverse.0[i][0] * r[0];
            for j in 1..D {
                sum += inverse.0[i][j] * r[j];
            }
            z[i] = sum;
        }
    }
}

/// `r ← b` without what is held, `z ← P⁻¹ r`, `x ← 0`; sums `⟨r, r⟩`, `⟨r, z⟩` and `Σ m z`.
pub struct Start<'a, T> {
    pub mass: &'a [T],
    pub residual: &'a [T],
    pub inverses: &'a [T],
}

impl<T: LaneScalar, const D: usize> BlockWork<T, D, 3> for Start<'_, T> {
    #[inline(always)]
    fn block<S: Simd>(&self, token: S, at: BlockAt<'_, D>, [r, z, x]: [&mut [T]; 3]) -> Sums {
        let mass = at.of(self.mass);
        r.copy_from_slice(at.of(self.residual));
        set_free(at.held, r);
        x.fill(T::default());
        z.fill(T::default());
        precondition(at, self.inverses, r, z);
        let (a, b) = (inner(token, mass, r, r), inner(token, mass, r, z));
        Sums { a, b, ..momentum(token, mass, z) }
    }
}

/// `s ← p + K p / m` without what is held; sums `⟨p, s⟩`.
pub struct Multiply<'a, T> {
    pub mass: &'a [T],
    /// `K p`.
    pub arenas: Arenas<'a, T>,
    pub inverse: &'a [T],
    pub p: &'a [T],
}

impl<T: LaneScalar, const D: usize> BlockWork<T, D, 1> for Multiply<'_, T> {
    #[inline(always)]
    fn block<S: Simd>(&self, token: S, at: BlockAt<'_, D>, [s]: [&mut [T]; 1]) -> Sums {
        let mass = at.of(self.mass);
        let mut sums = Lined([T::default(); BLOCK_MAX]);
        let sums = &mut sums.0[..at.len];
        sum_arenas(token, at.block, self.arenas, sums);
        let p = at.of(self.p);
        zip(token, [p, at.of(self.inverse), sums], s, |[p, inverse, sum]| inverse.mul_add(sum, p));
        set_free(at.held, s);
        Sums { a: inner(token, mass, p, s), ..Sums::default() }
    }
}

/// `x ← x + α p`, `r ← r − α s`, `z ← P⁻¹ r`; sums `⟨r, r⟩`, `⟨r, z⟩` and `Σ m z`.
pub struct Move<'a, T> {
    pub mass: &'a [T],
    pub alpha: f64,
    pub p: &'a [T],
    pub s: &'a [T],
    pub inverses: &'a [T],
}

impl<T: LaneScalar, const D: usize> BlockWork<T, D, 3> for Move<'_, T> {
    #[inline(always)]
    fn block<S: Simd>(&self, token: S, at: BlockAt<'_, D>, [x, r, z]: [&mut [T]; 3]) -> Sums {
        let mass = at.of(self.mass);
        let alpha = T::Lanes::<S>::splat(token, T::from_f64(self.alpha));
        let (p, s) = (at.of(self.p), at.of(self.s));
        for k in (0..at.len).step_by(T::PER_REGISTER) {
            let load = |from: &[T]| T::Lanes::<S>::load(token, &from[k..]);
            alpha.mul_add(load(p), load(x)).store(&mut x[k..]);
            (load(r) - alpha * load(s)).store(&mut r[k..]);
        }
        precondition(at, self.inverses, r, z);
        let (a, b) = (inner(token, mass, r, r), inner(token, mass, r, z));
        Sums { a, b, ..momentum(token, mass, z) }
    }
}

/// `p ← z − mean + β p`, where a node has mass.
pub struct Turn<'a, T> {
    pub mass: &'a [T],
    pub beta: f64,
    pub z: &'a [T],
    /// What of `z` is one motion of all nodes.
    pub mean: [f64; 3],
}

impl<T: LaneScalar, const D: usize> BlockWork<T, D, 1> for Turn<'_, T> {
    #[inline(always)]
    fn block<S: Simd>(&self, token: S, at: BlockAt<'_, D>, [p]: [&mut [T]; 1]) -> Sums {
        let mass = at.of(self.mass);
        let splat = |x: f64| T::Lanes::<S>::splat(token, T::from_f64(x));
        let (beta, zero) = (splat(self.beta), splat(0.0));
        let mean = repeated::<S, T, D>(token, self.mean);
        let z = at.of(self.z);
        for k in (0..at.len).step_by(T::PER_REGISTER) {
            let load = |from: &[T]| T::Lanes::<S>::load(token, &from[k..]);
            let exists = zero.lt(load(mass));
            let own = T::Lanes::<S>::select(exists, load(z) - mean, zero);
            beta.mul_add(load(p), own).store(&mut p[k..]);
        }
        Sums::default()
    }
}

/// `Σ m a b` and `Σ m`.
pub struct Inner<'a, T> {
    pub mass: &'a [T],
    pub a: &'a [T],
    pub b: &'a [T],
}

impl<T: LaneScalar, const D: usize> BlockWork<T, D, 0> for Inner<'_, T> {
    #[inline(always)]
    fn block<S: Simd>(&self, token: S, at: BlockAt<'_, D>, _: [&mut [T]; 0]) -> Sums {
        let mass = at.of(self.mass);
        let a = at.of(self.a);
        Sums { a: inner(token, mass, a, at.of(self.b)), ..momentum(token, mass, a) }
    }
}

/// `vⁿ + Δv`; where contact holds a node, without its reaction and without friction.
pub struct Finish<'a, T> {
    pub before: &'a [T],
    pub change: &'a [T],
    pub residual: &'a [T],
}

impl<T: LaneScalar, const D: usize> BlockWork<T, D, 1> for Finish<'_, T> {
    #[inline(always)]
    fn block<S: Simd>(&self, token: S, at: BlockAt<'_, D>, [after]: [&mut [T]; 1]) -> Sums {
        zip(token, [at.of(self.before), at.of(self.change)], after, |[before, change]| before + change);
        let residual = at.of(self.residual);
        for HeldNode { node, free, rubbed, .. } in at.held {
            let k = *node as usize * Narrow::NODE;
            for i in 0..D {
                let held: f64 = (0..D)
                    .map(|j| (f64::from(u8::from(i == j)) - free.0[i][j]) * residual[k + j].to_f64())
                    .sum();
                after[k + i] = T::from_f64(after[k + i].to_f64() + held - rubbed[i]);
            }
        }
        Sums::default()
    }
}
