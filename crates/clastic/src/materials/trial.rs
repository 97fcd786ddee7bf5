//! The pass that tries a deformation: the stress and energy that it would lead to, or the stiffness there. Nothing of the
//! particles changes. What a law does beyond elasticity waits for the end of the step.

use std::marker::PhantomData;
use std::ops::Range;

use super::material::law_part;
use super::stiffness::Stiffness;
use super::update::{Carriage, viscous_stress};
use super::variation::VARYING_MAX;
use super::{DeformationUpdate, Increment, Law, LawVisitor, NUMBERS_MAX, Response, State, StateOf};
use crate::parallel::{Records, tree};
use crate::particles::ParticleSet;
use crate::particles::field::{Part, load, load_matrix, store_matrix};
use crate::tensor::{LaneScalar, Mask, Matrix, Real, Simd, SimdLevel, Vectorized};

/// Chunks per task.
const GRAIN: usize = 32;

/// What a trial is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wanted {
    /// `V⁰ P Fⁿᵀ`, in J, and the energy.
    Stress,
    /// The stiffness, times `V⁰` and this factor.
    Stiffness(f64),
}

/// Tries `F = (I + H) Fⁿ` on one set.
pub struct Trial {
    /// The instruction set.
    pub level: SimdLevel,
    /// How `F` follows `H`.
    pub deformation: DeformationUpdate,
    /// What for.
    pub wanted: Wanted,
}

/// What all particles of a trial come to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tried {
    /// Their energy, in J.
    pub energy: f64,
    /// The first slot that it would turn inside out, or where something is not a number.
    pub flaw: Option<usize>,
}

impl Tried {
    /// Both together.
    pub fn and(self, later: Tried) -> Tried {
        Tried { energy: self.energy + later.energy, flaw: self.flaw.or(later.flaw) }
    }
}

impl Trial {
    /// Tries `H` of every particle; `into` gets what is wanted.
    pub fn run<T: LaneScalar, const D: usize>(
        &self,
        set: &ParticleSet<T, D>,
        increments: &[T],
        into: &mut [T],
    ) -> Tried {
        set.material.law.visit(Visit { trial: self, set, increments, into })
    }

    /// Numbers per particle of what is wanted.
    pub fn count<const D: usize>(&self) -> usize {
        match self.wanted {
            Wanted::Stress => D * D,
            Wanted::Stiffness(_) => Stiffness::<f64, D>::COUNT,
        }
    }
}

struct Visit<'a, T, const D: usize> {
    trial: &'a Trial,
    set: &'a ParticleSet<T, D>,
    increments: &'a [T],
    into: &'a mut [T],
}

impl<T: LaneScalar, const D: usize> LawVisitor for Visit<'_, T, D> {
    type Output = Tried;

    /// Nothing yields in a trial, so laws of the same elasticity share what is compiled.
    fn visit<L: Law>(self, _: &L) -> Tried {
        self.run::<L::Elasticity>()
    }
}

impl<T: LaneScalar, const D: usize> Visit<'_, T, D> {
    fn run<L: Law>(self) -> Tried {
        let Visit { trial, set, increments, into } = self;
        let chunks = set.segments.last().map_or(0, |s| s.end_chunk(T::PER_REGISTER));
        let into = Records { data: into, stride: trial.count::<D>() * T::PER_REGISTER };
        let work = |chunks: Range<usize>, into: Records<T>| {
            let (law, into) = (PhantomData::<L>, into.data);
            trial.level.run(Leaf::<L, T, D> { law, trial, set, increments, chunks, into })
        };
        tree(0..chunks, GRAIN, &|i| i, into, &work, &Tried::and)
    }
}

struct Leaf<'a, 'b, L, T, const D: usize> {
    law: PhantomData<L>,
    trial: &'a Trial,
    set: &'a ParticleSet<T, D>,
    increments: &'a [T],
    chunks: Range<usize>,
    into: &'b mut [T],
}

impl<L: Law, T: LaneScalar, const D: usize> Vectorized for Leaf<'_, '_, L, T, D> {
    type Output = Tried;
    const WIDEST: bool = false;
    #[inline(always)]
    fn run<S: Simd>(self, token: S) -> Tried {
        let Leaf { trial, set, increments, .. } = self;
        let count = <StateOf<L, T::Part<S>, D>>::COUNT;
        let zero = T::Part::<S>::splat(token, T::default());
        let one = zero.one();
        let material = &set.material;
        let carriage = Carriage { material, heat: &set.heat.now, concentration: &set.concentration.now };
        let constant = material.numbers();
        let mut numbers = [zero; VARYING_MAX];
        for k in 0..VARYING_MAX {
            numbers[k] = zero.of(constant[k]);
        }
        let gradients = if set.gradient.components > 0 { &set.gradient.now } else { &set.affine.now };
        let mut tried = Tried::default();
        let Range { start, end } = self.chunks;
        for slot in (0..(end - start) * T::PER_REGISTER).step_by(T::Part::<S>::LANES) {
            let (own, at) = (Part::at::<T>(slot), Part::at::<T>(start * T::PER_REGISTER + slot));
            let volume: T::Part<S> = load(token, at.of::<T::Part<S>>(&set.mass_volume.now, 2), 1);
            if let Some(variation) = &material.variation {
                numbers = variation.at(carriage.carried(token, variation.by, at));
            }
            let law = L::over(&law_part(&numbers));
            let mut state = StateOf::<L, T::Part<S>, D>::from_deformation(Matrix::identity(one));
            let values = at.of::<T::Part<S>>(&set.state.now, set.state.components);
            for k in 0..count {
                state.set(k, load(token, values, k));
            }
            let h: Matrix<T::Part<S>, D> = load_matrix(token, increments, at);
            let half = h * one.of(0.5);
            let change = match trial.deformation {
                DeformationUpdate::FirstOrder => h,
                DeformationUpdate::SecondOrder => h + h * half,
            };
            let step = change.plus_diagonal(one);
            let after = state.deform(Increment::of_change(change, zero));
            match trial.wanted {
                Wanted::Stress => {
                    let mut stress = law.kirchhoff(after) * step.inverse().transpose();
                    if trial.deformation == DeformationUpdate::SecondOrder {
                        stress = stress + half.transpose() * stress + stress * half.transpose();
                    }
                    let mut energy = law.energy(after);
                    if material.is_viscous() {
                        // As it was at the beginning of the step: a potential that is linear in H.
                        let j = state.volume_ratio();
                        let (eta, zeta) = (numbers[NUMBERS_MAX], numbers[NUMBERS_MAX + 1]);
                        let lagged = viscous_stress(load_matrix(token, gradients, at), eta * j, zeta * j);
                        stress = stress + lagged;
                        energy += lagged.dot(h);
                    }
                    store_matrix(stress * volume, self.into, own);
                    let energy = energy * volume;
                    let sound =
                        zero.lt(step.det()) & (stress.norm_squared() + energy.abs()).lt(one.of(T::MAX));
                    // Slots without a particle have no volume and are at rest.
                    for lane in 0..T::Part::<S>::LANES {
                        tried.energy += energy.lane(lane).to_f64();
                        if tried.flaw.is_none() && !sound.test(lane) {
                            tried.flaw = Some(at.slot::<T>() + lane);
                        }
                    }
                }
                Wanted::Stiffness(scale) => {
                    let mut stiffness = Stiffness::of(&law, after, step, volume * one.of(scale));
                    if trial.deformation == DeformationUpdate::SecondOrder {
                        stiffness = stiffness.second_order(h);
                    }
                    let numbers = own.of_mut::<T::Part<S>>(self.into, Stiffness::<T::Part<S>, D>::COUNT);
                    stiffness.store(numbers);
                }
            }
        }
        tried
    }
}
