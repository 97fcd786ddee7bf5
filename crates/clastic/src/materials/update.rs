//! The pass that deforms a set's particles and leaves what the next step needs: stress, volume ratios and the limits of
//! the time step. It runs over whole registers and knows no block.

use std::marker::PhantomData;
use std::ops::Range;

use super::material::law_part;
use super::variation::{MaterialNumbers, VARYING_MAX};
use super::{Carried, Heat, Increment, Law, LawVisitor, Material, NUMBERS_MAX, Response, State, StateOf};
use crate::parallel::{Records, tree};
use crate::particles::field::{Part, Register, load, load_matrix, load_vector, store, store_symmetric};
use crate::particles::{HEAT_NUMBERS, ParticleSet};
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

/// How a volume ratio follows the velocity gradient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VolumeUpdate {
    /// `J ← J exp(tr H)`: equation 6 of "Revisiting Integration in the Material Point Method".
    Divergence,
    /// As `det F`, so that the forces of an implicit step have a potential and no moment.
    Determinant,
}

/// The largest speed of a kind and the slot that has it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fastest {
    /// In m/s; in m²/s for what diffuses.
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
    /// `((2 − 2/d) η + ζ)/ρ`: how fast momentum diffuses, in m²/s.
    pub viscosity: Fastest,
    /// `k/(ρ c)`: how fast heat diffuses, in m²/s.
    pub conduction: Fastest,
}

impl Speeds {
    /// All of them, in the order of the criteria of the time step.
    pub(crate) fn all(&self) -> [Fastest; 4] {
        [self.motion, self.sound, self.viscosity, self.conduction]
    }

    fn and(self, later: Speeds) -> Speeds {
        Speeds {
            motion: self.motion.and(later.motion),
            sound: self.sound.and(later.sound),
            viscosity: self.viscosity.and(later.viscosity),
            conduction: self.conduction.and(later.conduction),
        }
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
    /// How what is known by its volume alone follows.
    pub volume: VolumeUpdate,
    /// `6√d ‖D_p‖/Δx`, in m: what turns `‖C‖` into a speed.
    pub affine_reach: f64,
}

impl MaterialUpdate {
    /// Deforms the set's particles by the committed velocity gradient.
    pub fn run<T: LaneScalar, const D: usize>(&self, set: &mut ParticleSet<T, D>) -> Speeds {
        let law = set.material.law;
        law.visit(Visit { update: self, set })
    }
}

struct Visit<'a, T, const D: usize> {
    update: &'a MaterialUpdate,
    set: &'a mut ParticleSet<T, D>,
}

impl<T: LaneScalar, const D: usize> LawVisitor for Visit<'_, T, D> {
    type Output = Speeds;

    fn visit<L: Law>(self, _: &L) -> Speeds {
        let chunks = self.set.segments.last().map_or(0, |s| s.end_chunk(T::PER_REGISTER));
        let ParticleSet { material, velocity, affine, gradient, mass_volume, heat, concentration, .. } =
            self.set;
        let ParticleSet { state, stress, volume_ratio, .. } = self.set;
        let present = Present {
            carriage: Carriage { material, heat: &heat.now, concentration: &concentration.now },
            numbers: material.numbers(),
            velocity: &velocity.now,
            affine: &affine.now,
            gradient: if gradient.components > 0 { &gradient.now } else { &affine.now },
            mass_volume: &mass_volume.now,
        };
        let written = [
            Records { stride: state.stride(), data: &mut state.now },
            Records { stride: stress.stride(), data: &mut stress.now },
            Records { stride: volume_ratio.stride(), data: &mut volume_ratio.now },
        ];
        let work = |chunks: Range<usize>, written: [Records<T>; 3]| {
            let law = PhantomData::<L>;
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

/// The scalars on which a set's numbers may depend.
pub(super) struct Carriage<'a, T> {
    pub material: &'a Material,
    pub heat: &'a [T],
    pub concentration: &'a [T],
}

struct Present<'a, T> {
    carriage: Carriage<'a, T>,
    /// The material's numbers where they do not vary.
    numbers: MaterialNumbers<f64>,
    velocity: &'a [T],
    affine: &'a [T],
    gradient: &'a [T],
    mass_volume: &'a [T],
}

impl<T: LaneScalar> Carriage<'_, T> {
    /// The scalar on which numbers depend.
    #[inline(always)]
    pub fn carried<S: Simd>(&self, token: S, by: Carried, at: Part) -> T::Part<S> {
        let heat = self.material.heat_or_none();
        let read = |field: &[T], components| load(token, at.of::<T::Part<S>>(field, components), 0);
        match by {
            Carried::Temperature => heat.temperature(read(self.heat, HEAT_NUMBERS)),
            Carried::Melt => heat.melt(read(self.heat, HEAT_NUMBERS)),
            Carried::Concentration => read(self.concentration, 1),
        }
    }
}

struct Leaf<'a, 'b, L, T, const D: usize> {
    law: PhantomData<L>,
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
        let count = <StateOf<L, T::Part<S>, D>>::COUNT;
        let zero = T::Part::<S>::splat(token, T::default());
        let material = self.present.carriage.material;
        let viscous = material.is_viscous();
        let mut numbers = [zero; VARYING_MAX];
        for k in 0..VARYING_MAX {
            numbers[k] = zero.of(self.present.numbers[k]);
        }
        let mut speeds = Speeds::default();
        let [state_data, stress_data, ratio_data] = self.written.map(|written| written.data);
        let Range { start, end } = self.chunks;
        for slot in (0..(end - start) * T::PER_REGISTER).step_by(T::Part::<S>::LANES) {
            let (own, at) = (Part::at::<T>(slot), Part::at::<T>(start * T::PER_REGISTER + slot));
            let v: Vector<T::Part<S>, D> = load_vector(token, self.present.velocity, at);
            let c: Matrix<T::Part<S>, D> = load_matrix(token, self.present.affine, at);
            let grad_v: Matrix<T::Part<S>, D> = load_matrix(token, self.present.gradient, at);
            let masses = at.of::<T::Part<S>>(self.present.mass_volume, 2);
            let [mass, volume]: [T::Part<S>; 2] = [load(token, masses, 0), load(token, masses, 1)];
            let one = mass.one();

            if let Some(variation) = &material.variation {
                numbers = variation.at(self.present.carriage.carried(token, variation.by, at));
            }
            let law = L::over(&law_part(&numbers));
            let (eta, zeta) = (numbers[NUMBERS_MAX], numbers[NUMBERS_MAX + 1]);

            let mut state = StateOf::<L, T::Part<S>, D>::from_deformation(Matrix::identity(one));
            let values = own.of_mut::<T::Part<S>>(state_data, count);
            for k in 0..count {
                state.set(k, load(token, values, k));
            }
            let h = grad_v * one.of(self.update.dt);
            let change = match self.update.deformation {
                DeformationUpdate::FirstOrder => h,
                DeformationUpdate::SecondOrder => h + h * h * one.of(0.5),
            };
            let dt = one.of(self.update.dt);
            let increment = match self.update.volume {
                VolumeUpdate::Divergence => Increment { rate: h, change, dt },
                VolumeUpdate::Determinant => Increment::of_change(change, dt),
            };
            let state = law.advance(state, increment);
            for k in 0..count {
                store(state.get(k), values, k);
            }
            let mut stress = law.kirchhoff(state);
            let modulus = law.wave_modulus(state, stress);
            let ratio = state.volume_ratio();
            if viscous {
                stress = stress + viscous_stress(grad_v, eta * ratio, zeta * ratio);
            }
            store_symmetric(stress * volume, stress_data, own);
            let ratios = own.of_mut::<T::Part<S>>(ratio_data, 2);
            store(ratio, ratios, 0);
            let critical = match material.critical_volume_ratio {
                Some(j) => one.of(j),
                None => law.critical_volume_ratio(state),
            };
            store(critical, ratios, 1);

            let exists = one.zero().lt(mass);
            let speed = v.norm();
            let motion = c.norm().mul_add(one.of(self.update.affine_reach), speed);
            let sound = speed + (modulus * volume / mass).sqrt();
            let existing = |speed| T::Part::<S>::select(exists, speed, zero);
            speeds.motion = fastest(existing(motion), at, speeds.motion);
            speeds.sound = fastest(existing(sound), at, speeds.sound);
            let per_density = ratio * volume / mass;
            if viscous {
                let along = eta.mul_add(one.of(2.0 - 2.0 / D as f64), zeta);
                speeds.viscosity = fastest(existing(along * per_density), at, speeds.viscosity);
            }
            if let Some(Heat { capacity, conductivity, .. }) = material.heat {
                let diffusivity = per_density * one.of(conductivity / capacity);
                speeds.conduction = fastest(existing(diffusivity), at, speeds.conduction);
            }
        }
        speeds
    }
}

/// `η (∇v + ∇vᵀ − 2/d ∇·v I) + ζ ∇·v I`.
#[inline(always)]
pub(crate) fn viscous_stress<R: Real, const D: usize>(grad_v: Matrix<R, D>, eta: R, zeta: R) -> Matrix<R, D> {
    ((grad_v + grad_v.transpose()).deviator() * eta).plus_diagonal(zeta * grad_v.trace())
}

/// The faster of the best so far and this register's.
#[inline(always)]
fn fastest<R: Register>(speed: R, at: Part, best: Fastest) -> Fastest {
    let faster = speed.of(best.speed).lt(speed);
    if !faster.any() {
        return best;
    }
    let mut best = best;
    for lane in 0..R::LANES {
        let speed = speed.lane(lane).to_f64();
        if speed > best.speed {
            best = Fastest { speed, slot: at.slot::<R::Scalar>() + lane };
        }
    }
    best
}
