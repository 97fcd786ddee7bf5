//! Conjugate gradients on the nodes of a step.

use std::ops::Range;

use super::Scratch;
use super::held::HeldNode;
use super::passes::Inner;
use super::planes::{
    BLOCK_MAX, BlockAt, BlockWork, GRAIN, Pass, Planes, Sums, inner, momentum, repeated, set_free, zip,
};
use super::system::System;
use crate::grid::Tile;
use crate::linear::{Krylov, Residual};
use crate::memory::Lined;
use crate::parallel::{Records, tree};
use crate::tensor::{LaneScalar, Matrix, Narrow, Real, RowKind, Simd, Vectorized, Wide};
use crate::transfer::{Arenas, ArenasMut, Summed, sum_arenas};

/// Conjugate gradients with masses as the weights of the inner product.
impl<T: LaneScalar, const D: usize> Krylov for System<'_, T, D> {
    fn begin(&mut self) -> Residual {
        let is_free = self.is_free();
        let System { step, scratch, .. } = self;
        let Scratch { planes, held, .. } = &mut **scratch;
        let Planes { mass, residual, inverse_blocks, r, z, x, .. } = planes;
        let pass = step.pass(held);
        let mean = together(is_free, &pass.run(&Inner { mass, a: &residual[..], b: &residual[..] }, []));
        let start = Start { mass, residual, mean, inverses: inverse_blocks };
        let sums = pass.run(&start, [&mut r[..], &mut z[..], &mut x[..]]);
        self.mean = together(is_free, &sums);
        self.turn(0.0);
        sums.residual()
    }

    fn product(&mut self) -> f64 {
        let System { step, meshes, scratch, values, marks, .. } = self;
        let Scratch { planes, stiffnesses, at_vertices, pushes, held, .. } = &mut **scratch;
        let Planes { mass, inverse, p, s, .. } = planes;
        let reached = step.reached(p);
        if meshes.are_in_grid() {
            step.carry(&reached, at_vertices);
            meshes.multiply(at_vertices, step.shares.new * step.dt * step.dt, pushes);
        }
        let arenas = ArenasMut { values, marks };
        reached.sum(step.level, step.sets, Summed::Stiffnesses(stiffnesses, pushes), arenas);
        let arenas = Arenas { values, marks };
        step.pass(held).run(&Multiply { mass, arenas, inverse, p }, [&mut s[..]]).a
    }

    fn advance(&mut self, alpha: f64) -> Residual {
        let System { step, scratch, .. } = self;
        let Scratch { planes, held, .. } = &mut **scratch;
        let Planes { mass, inverse_blocks, x, r, z, p, s, .. } = planes;
        let sums = step
            .pass(held)
            .run(&Move { mass, alpha, p, s, inverses: inverse_blocks }, [&mut x[..], &mut r[..], &mut z[..]]);
        self.mean = together(self.is_free(), &sums);
        sums.residual()
    }

    fn turn(&mut self, beta: f64) {
        let System { step, scratch, mean, .. } = self;
        let Scratch { planes: Planes { mass, z, p, .. }, held, .. } = &mut **scratch;
        step.pass(held).run(&Turn { mass, beta, z, mean: *mean }, [&mut p[..]]);
    }
}

/// What of a vector is one motion of all nodes, if they are free to have one. No force between them leads to it, but rounding and the
/// preconditioner do: it is taken back, and momentum stays however early the iteration ends.
fn together(is_free: bool, sums: &Sums) -> [f64; 3] {
    if is_free { sums.mean() } else { [0.0; 3] }
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

/// `r ← b − mean` without what is held, `z ← P⁻¹ r`, `x ← 0`; sums `⟨r, r⟩`, `⟨r, z⟩` and `Σ m z`.
pub struct Start<'a, T> {
    pub mass: &'a [T],
    pub residual: &'a [T],
    /// What of the residual is one motion of all nodes.
    pub mean: [f64; 3],
    pub inverses: &'a [T],
}

impl<T: LaneScalar, const D: usize> BlockWork<T, D, 3> for Start<'_, T> {
    #[inline(always)]
    fn block<S: Simd>(&self, token: S, at: BlockAt<'_, D>, [r, z, x]: [&mut [T]; 3]) -> Sums {
        let mass = at.of(self.mass);
        let mean = repeated::<S, T, D>(token, self.mean);
        let zero = T::Lanes::<S>::splat(token, T::default());
        zip(token, [at.of(self.residual), mass], r, |[residual, mass]| {
            T::Lanes::<S>::select(zero.lt(mass), residual - mean, zero)
        });
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
