//! The pass that deforms a set's particles and leaves what the next step needs: stress, volume ratios and the limits of
//! the time step. It runs over whole registers and knows no block.

use std::ops::Range;

use super::{Increment, Law, LawVisitor, State};
use crate::parallel::{Records, tree};
use crate::particles::ParticleSet;
use crate::particles::field::{load_matrix, load_vector, store_symmetric};
use crate::tensor::{LaneScalar, Mask, Matrix, Real, Scalar, Simd, SimdLevel, Vector, Vectorized};

/// Chunks per task.
const GRAIN: usize = 32;

/// How `F` follows the velocity gradient.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DeformationUpdate {
    /// `F ← (I + H) F`.
    #[default]
    FirstOrder,
    /// `F ← (I + H + H²/2) F`, which keeps the determinant positive.
    SecondOrder,
}

/// The largest speed of a kind and the slot that has it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fastest {
    /// In m/s.
    pub speed: f64,
    /// The first particle with that speed.
    pub slot: usize,
}

impl Fastest {
    fn and(self, later: Fastest) -> Fastest {
        if later.speed > self.speed { later } else { self }
    }
}

/// What limits the next time step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Speeds {
    /// `‖v‖ + 6√d/Δx ‖B‖`: how fast anything in reach of a particle moves.
    pub motion: Fastest,
    /// `c + ‖v‖`: how fast sound travels.
    pub sound: Fastest,
}

impl Speeds {
    fn and(self, later: Speeds) -> Speeds {
        Speeds { motion: self.motion.and(later.motion), sound: self.sound.and(later.sound) }
    }
}

/// The pass over one set.
pub struct MaterialUpdate {
    /// The instruction set.
    pub level: SimdLevel,
    /// The time step, in s; 0 only evaluates.
    pub dt: f64,
    /// How `F` follows the velocity.
    pub deformation: DeformationUpdate,
    /// `6√d ‖D_p‖/Δx`, in m: what turns `‖C‖` into a speed.
    pub affine_reach: f64,
}

impl MaterialUpdate {
    /// Deforms the set's particles by the committed velocity gradient.
    pub fn run<T: LaneScalar, const D: usize>(&self, set: &mut ParticleSet<T, D>) -> Speeds {
        let material = set.material.clone();
        material.visit(Visit { update: self, set })
    }
}

struct Visit<'a, T, const D: usize> {
    update: &'a MaterialUpdate,
    set: &'a mut ParticleSet<T, D>,
}

impl<T: LaneScalar, const D: usize> LawVisitor for Visit<'_, T, D> {
    type Output = Speeds;

    fn visit<L: Law>(self, law: &L) -> Speeds {
        let chunks = self.set.segments.last().map_or(0, |s| s.end_chunk(T::PER_REGISTER));
        let ParticleSet { velocity, affine, gradient, mass_volume, state, stress, volume_ratio, .. } =
            self.set;
        let present = Present {
            velocity: &velocity.now,
            affine: &affine.now,
            gradient: if gradient.components > 0 { &gradient.now } else { &affine.now },
            mass_volume: &mass_volume.now,
            critical: self.set.critical_volume_ratio,
        };
        let written = [
            Records { stride: state.stride(), data: &mut state.now },
            Records { stride: stress.stride(), data: &mut stress.now },
            Records { stride: volume_ratio.stride(), data: &mut volume_ratio.now },
        ];
        let work = |chunks: Range<usize>, written: [Records<T>; 3]| {
            self.update.level.run(Leaf::<L, T, D> {
                law,
                update: self.update,
                present: &present,
                chunks,
                written,
            })
        };
        tree(0..chunks, GRAIN, &|i| i, written, &work, &Speeds::and)
    }
}

struct Present<'a, T> {
    velocity: &'a [T],
    affine: &'a [T],
    gradient: &'a [T],
    mass_volume: &'a [T],
    critical: Option<f64>,
}

struct Leaf<'a, 'b, L, T, const D: usize> {
    law: &'a L,
    update: &'a MaterialUpdate,
    present: &'a Present<'a, T>,
    chunks: Range<usize>,
    /// State, stress and volume ratios.
    written: [Records<'b, T>; 3],
}

impl<L: Law, T: LaneScalar, const D: usize> Vectorized for Leaf<'_, '_, L, T, D> {
    type Output = Speeds;
    #[inline(always)]
    fn run<S: Simd>(self, token: S) -> Speeds {
        let lanes = T::PER_REGISTER;
        let law = self.law;
        let count = L::State::<T::Lanes<S>, D>::COUNT;
        let mut speeds = Speeds::default();
        let [state_data, stress_data, ratio_data] = self.written;
        for (local, chunk) in self.chunks.enumerate() {
            let v: Vector<T::Lanes<S>, D> = load_vector(token, self.present.velocity, chunk);
            let c: Matrix<T::Lanes<S>, D> = load_matrix(token, self.present.affine, chunk);
            let grad_v: Matrix<T::Lanes<S>, D> = load_matrix(token, self.present.gradient, chunk);
            let masses = &self.present.mass_volume[chunk * 2 * lanes..];
            let (mass, volume) =
                (T::Lanes::<S>::load(token, masses), T::Lanes::<S>::load(token, &masses[lanes..]));
            let one = mass.one();

            let mut state = L::State::<T::Lanes<S>, D>::from_deformation(Matrix::identity(one));
            let values = &mut state_data.data[local * count * lanes..(local + 1) * count * lanes];
            for k in 0..count {
                state.set(k, T::Lanes::<S>::load(token, &values[k * lanes..]));
            }
            let h = grad_v * one.of(self.update.dt);
            let change = match self.update.deformation {
                DeformationUpdate::FirstOrder => h,
                DeformationUpdate::SecondOrder => h + h * h * one.of(0.5),
            };
            let state = law.advance(state, Increment { rate: h, change });
            for k in 0..count {
                state.get(k).store(&mut values[k * lanes..]);
            }
            store_symmetric(law.kirchhoff(state) * volume, stress_data.data, local);
            let ratios = &mut ratio_data.data[local * 2 * lanes..(local + 1) * 2 * lanes];
            law.volume_ratio(state).store(ratios);
            let critical = match self.present.critical {
                Some(j) => one.of(j),
                None => law.critical_volume_ratio(state),
            };
            critical.store(&mut ratios[lanes..]);

            let exists = one.zero().lt(mass);
            let speed = v.norm();
            let motion = c.norm().mul_add(one.of(self.update.affine_reach), speed);
            let sound = speed + (law.wave_modulus(state) * volume / mass).sqrt();
            let found = Speeds {
                motion: fastest(T::Lanes::<S>::select(exists, motion, one.zero()), chunk, speeds.motion),
                sound: fastest(T::Lanes::<S>::select(exists, sound, one.zero()), chunk, speeds.sound),
            };
            speeds = found;
        }
        speeds
    }
}

/// The faster of the best so far and this chunk's.
#[inline(always)]
fn fastest<R: Real>(speed: R, chunk: usize, best: Fastest) -> Fastest {
    let faster = speed.of(best.speed).lt(speed);
    if !faster.any() {
        return best;
    }
    let mut best = best;
    for lane in 0..R::LANES {
        let speed = speed.lane(lane).to_f64();
        if speed > best.speed {
            best = Fastest { speed, slot: chunk * R::LANES + lane };
        }
    }
    best
}
