//! The passes over nodes that a solve is made of, but for those of conjugate gradients.

use super::held::HeldNode;
use super::planes::{BLOCK_MAX, BlockAt, BlockWork, Sums, inner, momentum, repeated, set_free, zip};
use super::previous::Previous;
use crate::integrators::advance::least;
use crate::memory::Lined;
use crate::tensor::{LaneScalar, Narrow, Real, RowKind, Simd, Vector, Wide};
use crate::transfer::{Arenas, sum_arenas};

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
        for held in at.held {
            let k = usize::from(held.node) * Narrow::NODE;
            let taken = held.taken(Vector(std::array::from_fn(|axis| residual[k + axis].to_f64())));
            for axis in 0..D {
                after[k + axis] = T::from_f64(after[k + axis].to_f64() + taken[axis]);
            }
        }
        Sums::default()
    }
}
