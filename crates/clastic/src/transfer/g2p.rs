//! Grid to particles.

use std::ops::Range;

use super::modes::{MAX_MODES, degrees};
use super::stencil::{COLUMN, Column, Columns, ModeColumns, Needs, Stencil, unpadded};
use super::{GradientForm, Shape, Transfer, load_tile};
use crate::colliders::{Obstacles, PlaneList, in_space};
use crate::config::Guard;
use crate::grid::{BlockCoord, Domain, EDGE, RowRange, SKIN, TILE_MAX, Tile, Topology};
use crate::memory::Lined;
use crate::parallel::{Records, tree};
use crate::particles::field::{Part, load, load_matrix, load_vector, store_matrix, store_vector};
use crate::particles::{ParticleSet, Segment};
use crate::tensor::{
    Interleave, LaneScalar, Mask, Matrix, Narrow, Real, RowKind, Scalar, Simd, SimdLevel, Vector, Vectorized,
};

/// Segments per task.
const GRAIN: usize = 4;
/// Lanes of the widest register.
const MOST_LANES: usize = 16;
/// Compression is seen only beyond this much of `ln J`, or round-off would decide.
const COMPRESSION: f64 = 1e-3;

/// What is wrong with a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FlawKind {
    /// A value is not a number or infinite.
    NotFinite,
    /// A particle would move farther than a step may.
    TooFast,
    /// A particle would be turned inside out, crushed or torn beyond the limits in one step.
    Deformed,
    /// The implicit solve did not come to its tolerance; no particle is to blame.
    Unsolved,
}

/// Where a step is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Flaw {
    /// What is wrong.
    pub kind: FlawKind,
    /// The first slot where it is.
    pub slot: usize,
}

/// What is known of a step before it is committed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Verdict {
    /// The first flaw, if any.
    pub flaw: Option<Flaw>,
    /// Whether some particle has left the skin of its block.
    pub left_skin: bool,
}

impl Verdict {
    /// Both verdicts together; keeps the first flaw.
    pub fn and(self, later: Verdict) -> Verdict {
        Verdict { flaw: self.flaw.or(later.flaw), left_skin: self.left_skin || later.left_skin }
    }
}

/// Gathers every particle's next velocity, affine field and position from the nodes, and judges them. Writes only the
/// `next` halves of the set's fields: nothing is committed.
///
/// ```text
/// v_p ← v̂ + α_v (v_p − v̄)
/// x_p ← x_p + Δt [v̂ + β α_x (v_p − v̄)]
/// C   = Σ w v_i* (x_i − x_p)ᵀ D⁻¹           (linear kernel: Σ v_i* ∇wᵀ)
/// ```
///
/// Where nodes move by `u = v* − λ (v* − vⁿ)` and not by `v*` (see [`Transfer::lag`]), `x_p` and `F` follow `u`, and `C` gets the
/// rest of equation 38 of "An angular momentum conserving affine-particle-in-cell method":
///
/// ```text
/// B = Σ w v_i* (x_i − x_p)ᵀ + Δt/2 (S − Sᵀ)          S = Σ w v_i* u_iᵀ − v̂ ûᵀ
/// ```
pub struct GridToParticles<'a, T, const D: usize> {
    /// Scheme, kernel and gradients.
    pub transfer: &'a Transfer,
    /// The bounds of the world.
    pub domain: &'a Domain<D>,
    /// What matter runs into.
    pub obstacles: &'a Obstacles,
    /// The blocks.
    pub topology: &'a Topology<D>,
    /// The rows of every home's tile that its particles reach, as P2G found them.
    pub touched: &'a [RowRange],
    /// The nodes, block by block: velocities after forces and, if the transfer is split, behind them those before.
    pub nodes: &'a [T],
    /// What a step may do.
    pub guard: &'a Guard,
    /// The time step, in s.
    pub dt: f64,
}

/// What a task writes: position, velocity, affine field, gradient and modes.
type Next<'a, T> = [Records<'a, T>; 5];

/// What a task reads.
struct Present<'a, T, const D: usize> {
    segments: &'a [Segment<D>],
    position: &'a [T],
    velocity: &'a [T],
    mass_volume: &'a [T],
    volume_ratio: &'a [T],
    lag: Option<Lag<'a, T>>,
}

/// What particles need to know beforehand where nodes do not move by their new velocity.
#[derive(Clone, Copy)]
pub struct Lag<'a, T> {
    /// `Σ v_iⁿ g_ipᵀ`, in 1/s.
    pub gradients: &'a [T],
    /// The numbers above the diagonal of `Σ w (v_i* v_iⁿᵀ − v_iⁿ v_i*ᵀ)`, padded to four, in m²/s².
    pub turns: &'a [T],
}

impl<T: LaneScalar, const D: usize> GridToParticles<'_, T, D> {
    /// Computes and judges the next state of one set.
    pub fn run(&self, level: SimdLevel, set: &mut ParticleSet<T, D>, lag: Option<Lag<T>>) -> Verdict {
        let ParticleSet { position, velocity, affine, gradient, modes, .. } = set;
        let ParticleSet { mass_volume, volume_ratio, segments, .. } = set;
        let next = [
            Records { stride: position.stride(), data: &mut position.next },
            Records { stride: velocity.stride(), data: &mut velocity.next },
            Records { stride: affine.stride(), data: &mut affine.next },
            Records { stride: gradient.stride(), data: &mut gradient.next },
            Records { stride: modes.stride(), data: &mut modes.next },
        ];
        let present = Present {
            segments,
            position: &position.now,
            velocity: &velocity.now,
            mass_volume: &mass_volume.now,
            volume_ratio: &volume_ratio.now,
            lag,
        };
        let end = segments.last().map_or(0, |s| s.end_chunk(T::PER_REGISTER));
        let chunk_of = |i: usize| segments.get(i).map_or(end, |s| s.first_chunk as usize);
        let work = |segments: Range<usize>, next: Next<T>| {
            level.run(Leaf {
                g2p: self,
                present: &present,
                first_chunk: chunk_of(segments.start),
                segments,
                next,
            })
        };
        tree(0..segments.len(), GRAIN, &chunk_of, next, &work, &Verdict::and)
    }

    /// What a register of particles gets from its nodes.
    #[inline(always)]
    fn gather<S: Simd, const SPLIT: bool>(
        &self,
        token: S,
        x: Vector<T::Part<S>, D>,
        count: usize,
        tile: &[T],
        buffers: &mut Buffers<T>,
    ) {
        // Chosen here, and not for whole segments: all else is compiled once for all of them.
        match self.transfer.shape() {
            Shape::Linear => self.gather_from::<S, 2, SPLIT, false>(token, x, count, tile, buffers),
            Shape::Quadratic => self.gather_from::<S, 3, SPLIT, false>(token, x, count, tile, buffers),
            Shape::Cubic => self.gather_from::<S, 4, SPLIT, false>(token, x, count, tile, buffers),
            Shape::Polynomial => self.gather_from::<S, 3, SPLIT, true>(token, x, count, tile, buffers),
        }
    }

    /// The same from `N` nodes per axis.
    #[inline(always)]
    fn gather_from<S: Simd, const N: usize, const SPLIT: bool, const MODES: bool>(
        &self,
        token: S,
        x: Vector<T::Part<S>, D>,
        count: usize,
        tile: &[T],
        buffers: &mut Buffers<T>,
    ) {
        let Buffers { stencil, gathered } = buffers;
        let linear = N == 2;
        let kernel_gradient = linear || self.transfer.form == GradientForm::KernelGradient;
        if count < T::Part::<S>::LANES {
            // Slots without a particle stay at rest.
            *gathered = Gathered::new();
        }
        let needs = Needs {
            offsets: false,
            moments: !linear,
            gradients: kernel_gradient,
            bends: false,
            differences: MODES,
        };
        stencil.fill::<S, Narrow, D, N>(x, needs);
        let tiles: [&[T]; 2] = tile.split_at(Tile::<D>::len(Narrow::NODE)).into();
        let Gathered { after, gradient, before, modes } = gathered;
        for lane in 0..count {
            let reach = stencil.reach::<S, Narrow>(token, lane);
            if MODES {
                reach.gather_modes::<D, N>(tiles[0], after, modes);
                if SPLIT {
                    reach.gather_value::<D, N>(tiles[1], before);
                }
            } else if linear {
                reach.gather_gradients::<D, N, SPLIT>(tiles, after, before);
            } else {
                reach.gather_moments::<D, N, SPLIT>(tiles, after, before);
            }
            if kernel_gradient && !linear {
                reach.gather_gradients::<D, N, false>(tiles, gradient, before);
            }
        }
    }

    /// The next state of a register of particles, judged.
    #[inline(always)]
    fn advance<S: Simd>(
        &self,
        token: S,
        x: Vector<T::Part<S>, D>,
        present: &Present<T, D>,
        place: &PartPlace<D>,
        gathered: &Gathered<T>,
        next: &mut Next<T>,
    ) -> Verdict {
        let Transfer { scheme, kernel, cell, .. } = *self.transfer;
        let PartPlace { at, local, .. } = *place;
        let one = x[0].one();
        let v_hat = unpadded::<_, D>(T::Part::<S>::deinterleave(token, &gathered.after[0]));
        let per_cell = one.of(match kernel.inertia() {
            Some(inertia) => 1.0 / (inertia * cell),
            None => 1.0 / cell,
        });
        let mut affine = columns::<T, S, D>(token, &gathered.after, per_cell);
        let mut gradient = if self.transfer.has_kernel_gradients() {
            columns::<T, S, D>(token, &gathered.gradient, one.of(1.0 / cell))
        } else {
            affine
        };
        let mut u_hat = v_hat;
        if let Some(Lag { gradients, turns }) = present.lag {
            let lag = one.of(self.transfer.lag);
            let v_bar = unpadded::<_, D>(T::Part::<S>::deinterleave(token, &gathered.before));
            let old: Matrix<T::Part<S>, D> = load_matrix(token, gradients, at);
            u_hat = (v_bar - v_hat).mul_add(lag, v_hat);
            gradient = gradient + (old - gradient) * lag;
            if let Some(inertia) = kernel.inertia() {
                let turn = turned_by(load_vector(token, turns, at)) - wedge(v_hat, v_bar);
                affine = affine + turn * (lag * one.of(0.5 * self.dt / (inertia * cell * cell)));
            }
        }

        let dt = one.of(self.dt);
        let growth = (gradient * dt).plus_diagonal(one).det();
        let ratio = at.of::<T::Part<S>>(present.volume_ratio, 2);
        let j = load::<T::Part<S>>(token, ratio, 0) * growth;
        let (mut v, mut u) = (v_hat, u_hat);
        if scheme.compares_velocities() {
            let v_p: Vector<T::Part<S>, D> = load_vector(token, present.velocity, at);
            let v_bar = unpadded::<_, D>(T::Part::<S>::deinterleave(token, &gathered.before));
            let own = v_p - v_bar;
            v = own.mul_add(one.of(scheme.alpha), v_hat);
            if scheme.moves_on_its_own() {
                let critical: T::Part<S> = load(token, ratio, 1);
                let compressed = j.lt(critical * one.of((-COMPRESSION).exp()));
                let (low, high) = (one.of(scheme.beta_min), one.of(scheme.beta_max));
                let mut beta = T::Part::<S>::select(compressed, low, high);
                if scheme.boundary {
                    let ahead = v_p.mul_add(one.of(self.dt / cell), x);
                    beta = place.walls.stop(ahead, v_p, beta);
                    if !place.obstacles.is_empty() {
                        beta = self.stop_at_obstacles(token, place, [x, ahead, v_p], beta);
                    }
                }
                u = own.mul_add(beta * one.of(scheme.alpha_position), u_hat);
            }
        }
        let moved = u * one.of(self.dt / cell);
        let x_next = x + moved;

        store_vector(x_next, next[0].data, local);
        store_vector(v, next[1].data, local);
        store_matrix(affine, next[2].data, local);
        if self.transfer.keeps_gradient() {
            store_matrix(gradient, next[3].data, local);
        }
        let count = scheme.modes.len();
        for (k, degrees) in degrees(D).iter().enumerate().take(count) {
            // The moments of r have the norm ¼.
            let scale = degrees.iter().filter(|degree| **degree == 1).fold(1.0, |scale, _| 4.0 * scale);
            let c = unpadded::<_, D>(T::Part::<S>::deinterleave(token, &gathered.modes[k]));
            store_vector(c * one.of(scale), next[4].data, local.nth(k, count));
        }

        let mass: T::Part<S> = load(token, at.of::<T::Part<S>>(present.mass_volume, 2), 0);
        let exists = one.zero().lt(mass);
        self.judge(exists, moved, growth, j, at.slot::<T>())
            .and(Verdict { flaw: None, left_skin: left_skin(x_next) })
    }

    /// 0 where a particle at the first of these places, which would be at the second with the velocity that is the third,
    /// runs into an obstacle; `beta` elsewhere.
    #[inline(always)]
    fn stop_at_obstacles<S: Simd>(
        &self,
        token: S,
        place: &PartPlace<D>,
        [x, ahead, v]: [Vector<T::Part<S>, D>; 3],
        beta: T::Part<S>,
    ) -> T::Part<S> {
        let mut betas = [T::default(); MOST_LANES];
        for lane in 0..T::Part::<S>::LANES {
            betas[lane] = beta.lane(lane);
            if betas[lane] != T::default() {
                let [mut from, mut to, mut velocity] = [[0.0; D]; 3];
                for axis in 0..D {
                    from[axis] = x[axis].lane(lane).to_f64();
                    to[axis] = ahead[axis].lane(lane).to_f64();
                    velocity[axis] = v[axis].lane(lane).to_f64();
                }
                let [from, to] = [from, to].map(|x| in_space(self.domain.place(place.block, x)));
                if self.obstacles.stop(place.obstacles, from, to, in_space(velocity)) {
                    betas[lane] = T::default();
                }
            }
        }
        T::Part::<S>::load(token, &betas)
    }

    /// Finds the first particle of a register, which begins with this slot, whose next state must not be committed.
    #[inline(always)]
    fn judge<R: Real>(&self, exists: R::Mask, moved: Vector<R, D>, growth: R, j: R, first: usize) -> Verdict {
        let guard = self.guard;
        let mut slow = exists;
        for axis in 0..D {
            slow = slow & moved[axis].abs().le(growth.of(guard.max_cells_per_step));
        }
        let (low, high) = guard.step_volume_ratio;
        let (j_low, j_high) = guard.volume_ratio;
        let whole = growth.of(low).le(growth)
            & growth.le(growth.of(high))
            & growth.of(j_low).le(j)
            & j.le(growth.of(j_high));
        let bad = exists & !(slow & whole);
        if !bad.any() {
            return Verdict::default();
        }
        let lane = (0..R::LANES).find(|lane| bad.test(*lane)).unwrap_or(0);
        let finite = growth.lane(lane).is_finite() && (0..D).all(|axis| moved[axis].lane(lane).is_finite());
        let kind = match (finite, slow.test(lane)) {
            (false, _) => FlawKind::NotFinite,
            (true, false) => FlawKind::TooFast,
            (true, true) => FlawKind::Deformed,
        };
        Verdict { flaw: Some(Flaw { kind, slot: first + lane }), left_skin: false }
    }
}

/// Whether any particle is beyond the skin of its block.
#[inline(always)]
fn left_skin<R: Real, const D: usize>(x: Vector<R, D>) -> bool {
    let mut inside = x[0].of(-SKIN).le(x[0]) & x[0].lt(x[0].of(EDGE as f64 + SKIN));
    for axis in 1..D {
        inside = inside & x[axis].of(-SKIN).le(x[axis]) & x[axis].lt(x[axis].of(EDGE as f64 + SKIN));
    }
    (!inside).any()
}

/// `a bᵀ − b aᵀ`.
#[inline(always)]
fn wedge<R: Real, const D: usize>(a: Vector<R, D>, b: Vector<R, D>) -> Matrix<R, D> {
    a.outer(b) - b.outer(a)
}

/// The antisymmetric matrix with these numbers above its diagonal, row by row.
#[inline(always)]
fn turned_by<R: Real, const D: usize>(upper: Vector<R, 4>) -> Matrix<R, D> {
    let mut m = Matrix::zero(upper[0]);
    let mut k = 0;
    for i in 0..D {
        for j in i + 1..D {
            m.0[i][j] = upper[k];
            m.0[j][i] = -upper[k];
            k += 1;
        }
    }
    m
}

/// The matrix whose columns were gathered, scaled.
#[inline(always)]
fn columns<T: LaneScalar, S: Simd, const D: usize>(
    token: S,
    gathered: &Columns<T>,
    scale: T::Part<S>,
) -> Matrix<T::Part<S>, D> {
    let mut m = Matrix::zero(scale);
    for axis in 0..D {
        let column = unpadded::<_, D>(T::Part::<S>::deinterleave(token, &gathered[axis + 1]));
        for i in 0..D {
            m.0[i][axis] = column[i] * scale;
        }
    }
    m
}

/// What a task works with: weights, and what a register of particles has gathered.
#[repr(align(64))]
struct Buffers<T> {
    stencil: Stencil<T>,
    gathered: Gathered<T>,
}

/// What a register of particles has gathered: values and slopes of the velocity after forces, its gradient where that
/// is taken apart, the velocity before forces, and the modes beyond the affine field.
struct Gathered<T> {
    after: Columns<T>,
    gradient: Columns<T>,
    before: Column<T>,
    modes: ModeColumns<T>,
}

impl<T: LaneScalar> Gathered<T> {
    #[inline(always)]
    fn new() -> Self {
        let none = [T::default(); COLUMN];
        Gathered { after: [none; 4], gradient: [none; 4], before: none, modes: [none; MAX_MODES] }
    }
}

/// Where a register lies among the set's and among the task's, its block, and what is near it.
#[derive(Clone, Copy)]
struct PartPlace<'a, const D: usize> {
    at: Part,
    local: Part,
    block: &'a BlockCoord<D>,
    walls: &'a PlaneList,
    obstacles: &'a [u32],
}

struct Leaf<'a, 'b, T, const D: usize> {
    g2p: &'a GridToParticles<'a, T, D>,
    present: &'a Present<'a, T, D>,
    segments: Range<usize>,
    first_chunk: usize,
    next: Next<'b, T>,
}

impl<T: LaneScalar, const D: usize> Leaf<'_, '_, T, D> {
    #[inline(always)]
    fn segments<S: Simd, const SPLIT: bool>(mut self, token: S) -> Verdict {
        let Leaf { g2p, present, .. } = self;
        let mut verdict = Verdict::default();
        let mut tile = Lined([T::default(); TILE_MAX]);
        let mut buffers = Buffers { stencil: Stencil::new(), gathered: Gathered::new() };
        for segment in &present.segments[self.segments.clone()] {
            let home = segment.home as usize;
            let rows = g2p.touched[home];
            load_tile::<S, T, D, SPLIT>(token, &g2p.topology.homes[home], rows, g2p.nodes, &mut tile.0);
            let walls = PlaneList::near(g2p.domain, &segment.block);
            let (block, obstacles) = (&segment.block, g2p.obstacles.homes.of(home));
            for (at, count) in segment.parts::<T::Part<S>>() {
                let local = at.since(self.first_chunk);
                let place = PartPlace { at, local, block, walls: &walls, obstacles };
                let x: Vector<T::Part<S>, D> = load_vector(token, present.position, at);
                g2p.gather::<S, SPLIT>(token, x, count, &tile.0, &mut buffers);
                let gathered = &buffers.gathered;
                verdict = verdict.and(g2p.advance(token, x, present, &place, gathered, &mut self.next));
            }
        }
        verdict
    }
}

impl<T: LaneScalar, const D: usize> Vectorized for Leaf<'_, '_, T, D> {
    type Output = Verdict;
    #[inline(always)]
    fn run<S: Simd>(self, token: S) -> Verdict {
        match self.g2p.transfer.split {
            false => self.segments::<S, false>(token),
            true => self.segments::<S, true>(token),
        }
    }
}
