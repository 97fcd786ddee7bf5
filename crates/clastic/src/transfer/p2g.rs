//! Particles to grid.

use std::ops::Range;

use super::stencil::{Reach, Slopes, Stencil, padded};
use super::{GradientForm, Transfer};
use crate::grid::{NONE, Tile, Topology};
use crate::kernels::RowSpline;
use crate::parallel::{Records, tree};
use crate::particles::ParticleSet;
use crate::particles::field::{load_matrix, load_symmetric, load_vector};
use crate::tensor::{LaneScalar, Matrix, Real, Row, Simd, SimdLevel, Vector, Vectorized};

/// Home blocks per task.
const GRAIN: usize = 4;

/// Scatters every home block's particles into its arena:
///
/// ```text
/// m_i = Σ w m_p
/// m_i v_i = Σ w m_p (v_p + Ĉ (x_i − x_p))
/// Δt f_i = Σ w m_p Δt b_p − Δt Σ V⁰ τ g_ip,   g = w D⁻¹ (x_i − x_p)  or  ∇w
/// ```
///
/// Without [`Transfer::split`] momentum and impulse share one field.
pub struct ParticlesToGrid<'a, T, const D: usize> {
    /// Scheme, kernel and gradients.
    pub transfer: &'a Transfer,
    /// The particles.
    pub sets: &'a [ParticleSet<T, D>],
    /// The blocks.
    pub topology: &'a Topology<D>,
    /// The time step, in s.
    pub dt: f64,
}

impl<T: LaneScalar, const D: usize> ParticlesToGrid<'_, T, D> {
    /// Fills the arenas.
    pub fn run(&self, level: SimdLevel, arenas: &mut [T]) {
        let stride = self.transfer.planes() * Tile::<D>::PLANE;
        let homes = self.topology.homes.len();
        let work = |homes: Range<usize>, arenas: Records<T>| {
            level.run(Leaf { p2g: self, homes, arenas: arenas.data });
        };
        tree(0..homes, GRAIN, &|i| i, Records { data: arenas, stride }, &work, &|_, _| ());
    }

    #[inline(always)]
    fn blocks<S: Simd, const N: usize>(&self, token: S, homes: Range<usize>, arenas: &mut [T]) {
        let stride = self.transfer.planes() * Tile::<D>::PLANE;
        for (home, arena) in homes.zip(arenas.chunks_exact_mut(stride)) {
            arena.fill(T::default());
            for set in self.sets {
                let segment = set.segment_of_home[home];
                if segment != NONE {
                    let segment = &set.segments[segment as usize];
                    let first = segment.first_chunk as usize;
                    for chunk in first..segment.end_chunk(T::PER_REGISTER) {
                        let before = (chunk - first) * T::PER_REGISTER;
                        let count = (segment.count as usize - before).min(T::PER_REGISTER);
                        self.chunk::<S, N>(token, set, chunk, count, arena);
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn chunk<S: Simd, const N: usize>(
        &self,
        token: S,
        set: &ParticleSet<T, D>,
        chunk: usize,
        count: usize,
        arena: &mut [T],
    ) {
        let Transfer { scheme, kernel, form, cell, split } = *self.transfer;
        let spline = kernel.spline::<T>();
        let x: Vector<T::Lanes<S>, D> = load_vector(token, &set.position.now, chunk);
        let v: Vector<T::Lanes<S>, D> = load_vector(token, &set.velocity.now, chunk);
        let c: Matrix<T::Lanes<S>, D> = load_matrix(token, &set.affine.now, chunk);
        let stress: Matrix<T::Lanes<S>, D> = load_symmetric(token, &set.stress.now, chunk);
        let m = T::Lanes::<S>::load(token, &set.mass_volume.now[chunk * 2 * T::PER_REGISTER..]);

        let symmetric = m.of(0.5 * (scheme.stretch + scheme.rotation) * cell);
        let antisymmetric = m.of(0.5 * (scheme.stretch - scheme.rotation) * cell);
        // Per cell of distance.
        let affine = (c * symmetric + c.transpose() * antisymmetric) * m;
        let least_squares = form == GradientForm::MovingLeastSquares;
        let per_slope = match kernel.inertia() {
            Some(inertia) if least_squares => -self.dt / (inertia * cell),
            _ => -self.dt / cell,
        };
        let force = stress * m.of(per_slope);
        let body = if set.acceleration.components > 0 {
            let b: Vector<T::Lanes<S>, D> = load_vector(token, &set.acceleration.now, chunk);
            b * (m * m.of(self.dt))
        } else {
            Vector::splat(m.zero())
        };

        let mut stencil = Stencil::<T, D>::new();
        let slopes = if least_squares { Slopes::Moments } else { Slopes::Both };
        stencil.fill::<S, N>(spline, x, slopes);

        let fused = least_squares && !split;
        let (slope, value) = if fused { (affine + force, v * m + body) } else { (affine, v * m) };
        let mut momentum = [[T::default(); 64]; 4];
        T::interleave::<S>(padded(value, m), &mut momentum[0]);
        for axis in 0..D {
            T::interleave::<S>(padded(slope.column(axis), m.zero()), &mut momentum[axis + 1]);
        }
        let mut impulse = [[T::default(); 64]; 4];
        if !fused {
            T::interleave::<S>(padded(body, m.zero()), &mut impulse[0]);
            for axis in 0..D {
                T::interleave::<S>(padded(force.column(axis), m.zero()), &mut impulse[axis + 1]);
            }
        }

        let row_spline = RowSpline::<S, T>::new(token, spline);
        for lane in 0..count {
            let t = T::Row::<S>::splat(token, stencil.t[lane]);
            let row_weight = row_spline.weights(t);
            let row_moment = row_weight.mul(row_spline.offsets(t));
            let first = stencil.first(lane);
            let reach = Reach {
                token,
                lane,
                first,
                weight: &stencil.weight,
                slope: &stencil.moment,
                row_weight,
                row_slope: row_moment,
            };
            let (plane, second) = arena.split_at_mut(Tile::<D>::PLANE);
            reach.scatter::<D, N>(plane, &momentum);
            if !fused {
                let reach = if least_squares {
                    reach
                } else {
                    Reach { slope: &stencil.slope, row_slope: row_spline.slopes(t), ..reach }
                };
                reach.scatter::<D, N>(if split { second } else { plane }, &impulse);
            }
        }
    }
}

struct Leaf<'a, 'b, T, const D: usize> {
    p2g: &'a ParticlesToGrid<'a, T, D>,
    homes: Range<usize>,
    arenas: &'b mut [T],
}

impl<T: LaneScalar, const D: usize> Vectorized for Leaf<'_, '_, T, D> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd>(self, token: S) {
        match self.p2g.transfer.kernel.spline::<T>().nodes {
            2 => self.p2g.blocks::<S, 2>(token, self.homes, self.arenas),
            3 => self.p2g.blocks::<S, 3>(token, self.homes, self.arenas),
            _ => self.p2g.blocks::<S, 4>(token, self.homes, self.arenas),
        }
    }
}
