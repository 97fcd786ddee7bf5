//! Particles to grid.

use super::modes::MAX_MODES;
use super::stencil::{COLUMN, Columns, ModeColumns, Needs, Stencil, padded};
use super::tiles::{Families, clear_tile};
use super::{ArenasMut, GradientForm, Shape, Transfer, rows_touched};
use crate::grid::{NONE, RowRange, TILE_MAX, Topology};
use crate::kernels::Kernel;
use crate::memory::Lined;
use crate::parallel::Records;
use crate::particles::field::{Part, load, load_matrix, load_symmetric, load_vector};
use crate::particles::{ParticleSet, Segment};
use crate::tensor::{
    Interleave, LaneScalar, Matrix, Narrow, Real, RowKind, Simd, SimdLevel, Vector, Vectorized, Wide,
};

/// Scatters the particles of every family of homes into its arena:
///
/// ```text
/// m_i = Σ w m_p
/// m_i v_i = Σ w m_p (v_p + Ĉ (x_i − x_p))
/// Δt f_i = Σ w m_p Δt b_p − Δt Σ V⁰ τ g_ip,   g = w D⁻¹ (x_i − x_p)  or  ∇w
/// ```
///
/// With PolyPIC `Ĉ (x_i − x_p)` goes on with the higher modes. Without [`Transfer::split`] momentum and impulse share a node's four values.
pub struct ParticlesToGrid<'a, T, const D: usize> {
    /// Scheme, kernel and gradients.
    pub transfer: &'a Transfer,
    /// The particles.
    pub sets: &'a [ParticleSet<T, D>],
    /// The blocks.
    pub topology: &'a Topology<D>,
    /// The time step, in s.
    pub dt: f64,
    /// For how much of it the present stress acts, in s: an implicit step finds its own.
    pub stressed: f64,
}

impl<T: LaneScalar, const D: usize> ParticlesToGrid<'_, T, D> {
    /// Fills the arenas, and tells which rows of its tile every home touched.
    pub fn run(&self, level: SimdLevel, arenas: ArenasMut<T>, touched: &mut [RowRange]) {
        let touched = Records { data: touched, stride: 1 };
        arenas.scatter(self.transfer.width(), self.topology, touched, &|families, touched| {
            level.run(Leaf { p2g: self, families, touched: touched.data });
        });
    }

    #[inline(always)]
    fn families<S: Simd, K: RowKind>(&self, token: S, leaf: Leaf<T, D>) {
        let mut buffers = Buffers::new();
        let mut tile = Lined([T::default(); TILE_MAX]);
        let mut touched = leaf.touched.iter_mut();
        for (family, mut arena) in leaf.families {
            for (home, touched) in family.homes.clone().zip(&mut touched) {
                let home = home as usize;
                *touched = match self.transfer.kernel {
                    Kernel::Linear => rows_touched::<S, T, D, 2>(token, self.sets, home),
                    Kernel::Quadratic => rows_touched::<S, T, D, 3>(token, self.sets, home),
                    Kernel::Cubic => rows_touched::<S, T, D, 4>(token, self.sets, home),
                };
                clear_tile::<S, T, D>(token, K::NODE, *touched, &mut tile.0);
                for set in self.sets {
                    let segment = set.segment_of_home[home];
                    if segment != NONE {
                        let segment = &set.segments[segment as usize];
                        self.segment::<S, K>(token, set, segment, &mut buffers, &mut tile.0);
                    }
                }
                arena.add(token, K::NODE, &self.topology.homes[home], *touched, &tile.0);
            }
        }
    }

    #[inline(always)]
    fn segment<S: Simd, K: RowKind>(
        &self,
        token: S,
        set: &ParticleSet<T, D>,
        segment: &Segment<D>,
        buffers: &mut Buffers<T>,
        tile: &mut [T],
    ) {
        for (at, count) in segment.parts::<T::Part<S>>() {
            self.fill::<S>(token, set, at, buffers);
            let x: Vector<T::Part<S>, D> = load_vector(token, &set.position.now, at);
            // Chosen here, and not for whole families: all else is compiled once for all of them.
            match self.transfer.shape() {
                Shape::Linear => self.scatter::<S, K::Short, 2, false>(token, x, count, buffers, tile),
                Shape::Quadratic => self.scatter::<S, K::Short, 3, false>(token, x, count, buffers, tile),
                Shape::Cubic => self.scatter::<S, K, 4, false>(token, x, count, buffers, tile),
                Shape::Polynomial => {
                    self.fill_modes::<S>(token, set, at, &mut buffers.modes);
                    self.scatter::<S, K::Short, 3, true>(token, x, count, buffers, tile);
                }
            }
        }
    }

    /// What a register of particles gives to its nodes.
    #[inline(always)]
    fn fill<S: Simd>(&self, token: S, set: &ParticleSet<T, D>, at: Part, buffers: &mut Buffers<T>) {
        let Transfer { scheme, kernel, form, cell, split, .. } = *self.transfer;
        let v: Vector<T::Part<S>, D> = load_vector(token, &set.velocity.now, at);
        let c: Matrix<T::Part<S>, D> = load_matrix(token, &set.affine.now, at);
        let stress: Matrix<T::Part<S>, D> = load_symmetric(token, &set.stress.now, at);
        let m: T::Part<S> = load(token, at.of::<T::Part<S>>(&set.mass_volume.now, 2), 0);

        // Momentum and impulse per cell of distance.
        let (straight, transposed) = scheme.affine_shares();
        let affine = (c * m.of(straight * cell) + c.transpose() * m.of(transposed * cell)) * m;
        let per_slope = match kernel.inertia() {
            Some(inertia) if form == GradientForm::MovingLeastSquares => -self.stressed / (inertia * cell),
            _ => -self.stressed / cell,
        };
        let force = stress * m.of(per_slope);
        let body = if set.acceleration.components > 0 {
            let b: Vector<T::Part<S>, D> = load_vector(token, &set.acceleration.now, at);
            b * (m * m.of(self.dt))
        } else {
            Vector::splat(m.zero())
        };

        // A node's four or eight values, for the value and for the slope along every axis.
        let none = [m.zero(); 4];
        let (momentum, impulse) = (padded(v * m, m), padded(body, m.zero()));
        let moments = |axis: usize| padded(affine.column(axis), m.zero());
        let forces = |axis: usize| padded(force.column(axis), m.zero());
        let Buffers { moments: by_moment, gradients: by_gradient, .. } = buffers;
        let least_squares = form == GradientForm::MovingLeastSquares;
        if split && least_squares {
            T::Part::<S>::interleave_wide(momentum, impulse, &mut by_moment[0]);
            for axis in 0..D {
                T::Part::<S>::interleave_wide(moments(axis), forces(axis), &mut by_moment[axis + 1]);
            }
        } else if split {
            T::Part::<S>::interleave_wide(momentum, impulse, &mut by_moment[0]);
            for axis in 0..D {
                T::Part::<S>::interleave_wide(moments(axis), none, &mut by_moment[axis + 1]);
                T::Part::<S>::interleave_wide(none, forces(axis), &mut by_gradient[axis + 1]);
            }
        } else {
            let slope = if least_squares { affine + force } else { affine };
            T::Part::<S>::interleave(padded(v * m + body, m), &mut by_moment[0]);
            for axis in 0..D {
                T::Part::<S>::interleave(padded(slope.column(axis), m.zero()), &mut by_moment[axis + 1]);
                if !least_squares {
                    T::Part::<S>::interleave(forces(axis), &mut by_gradient[axis + 1]);
                }
            }
        }
    }

    /// What it gives beyond that with PolyPIC.
    #[inline(always)]
    fn fill_modes<S: Simd>(&self, token: S, set: &ParticleSet<T, D>, at: Part, columns: &mut ModeColumns<T>) {
        let m: T::Part<S> = load(token, at.of::<T::Part<S>>(&set.mass_volume.now, 2), 0);
        let shares = self.transfer.scheme.modes.shares();
        for (k, share) in shares.iter().enumerate() {
            let c: Vector<T::Part<S>, D> = load_vector(token, &set.modes.now, at.nth(k, shares.len()));
            let momentum = padded(c * (m * m.of(*share)), m.zero());
            if self.transfer.split {
                T::Part::<S>::interleave_wide(momentum, [m.zero(); 4], &mut columns[k]);
            } else {
                T::Part::<S>::interleave(momentum, &mut columns[k]);
            }
        }
    }

    #[inline(always)]
    fn scatter<S: Simd, K: RowKind, const N: usize, const MODES: bool>(
        &self,
        token: S,
        x: Vector<T::Part<S>, D>,
        count: usize,
        buffers: &mut Buffers<T>,
        tile: &mut [T],
    ) {
        let Buffers { stencil, moments, gradients, modes } = buffers;
        let with_gradients = self.transfer.form == GradientForm::KernelGradient;
        let needs = Needs {
            offsets: true,
            moments: false,
            gradients: with_gradients,
            bends: MODES,
            differences: false,
        };
        stencil.fill::<S, K, D, N>(x, needs);
        for lane in 0..count {
            let reach = stencil.reach::<S, K>(token, lane);
            if MODES {
                reach.scatter_modes::<D, N>(tile, moments, modes);
            } else {
                reach.scatter_moments::<D, N>(tile, moments);
            }
            if with_gradients {
                reach.scatter_gradients::<D, N>(tile, gradients);
            }
        }
    }
}

/// What a task works with: weights, and what a register of particles gives to its nodes along each kind of slope.
#[repr(align(64))]
struct Buffers<T> {
    stencil: Stencil<T>,
    moments: Columns<T>,
    gradients: Columns<T>,
    modes: ModeColumns<T>,
}

impl<T: LaneScalar> Buffers<T> {
    #[inline(always)]
    fn new() -> Self {
        let none = [T::default(); COLUMN];
        Buffers {
            stencil: Stencil::new(),
            moments: [none; 4],
            gradients: [none; 4],
            modes: [none; MAX_MODES],
        }
    }
}

struct Leaf<'a, 'b, T, const D: usize> {
    p2g: &'a ParticlesToGrid<'a, T, D>,
    families: Families<'b, T>,
    touched: &'b mut [RowRange],
}

impl<T: LaneScalar, const D: usize> Vectorized for Leaf<'_, '_, T, D> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd>(self, token: S) {
        let p2g = self.p2g;
        match p2g.transfer.split {
            false => p2g.families::<S, Narrow>(token, self),
            true => p2g.families::<S, Wide>(token, self),
        }
    }
}
