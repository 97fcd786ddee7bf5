//! How matter deforms and what stress that gives: equations 17 to 25, through the engine's laws.
//!
//! ```text
//! F ← s (I + Δt ∇u) F          s^d = V_rest/Ṽ_rest (swelling)  or  V_i/(Ṽ_rest J) (volume correction)
//! ```
//!
//! then the law's return mapping. The correction leads the volume that `F` has to the `V_i` that is counted at the beginning of the step, as in equation 19 (`Mlsrk::prepare`), so
//! that errors of volume do not add up: at once in the paper, by a share of the logarithm per step here. `V_i` trembles as particles pass each
//! other, and pressure that follows every tremble does work: a mixture of liquids gained 7 % of its energy in a second. `J` is that of the
//! elastic state with the plastic volume given back (section 4.3.4), which the laws of sand do themselves.
//!
//! Volume that changes with concentration, equations 30 and 31: `F = F_e F_p F_r` with `F_r = (ρ⁰/ρ_rest)^{1/d} I`. Since `F_r` has no
//! direction, that comes to `F̃_e = (V_rest/Ṽ_rest)^{1/d} F_e` with `Ṽ_rest = V⁰ ρ_rest(c⁰)/ρ_rest(c̃)` and `σ V = τ V_rest`: the rest volume
//! of a particle is that of the matter that it has become.

use std::marker::PhantomData;
use std::ops::Range;

use crate::config::Guard;
use crate::materials::{
    AnyLaw, Increment, Law, LawVisitor, Material, MaterialNumbers, NUMBERS_MAX, Response, State, StateOf,
    VARYING_MAX, VolumeSource, law_part, viscous_stress,
};
use crate::parallel::{Records, tree};
use crate::tensor::{LaneScalar, Mask, Matrix, Real, Simd, SimdLevel, Vectorized};

use super::limits::{Largest, Speeds};
use super::pairs::Register;
use super::particles::{GRAIN, Particles};

/// The present volume stays within this factor of that at rest.
const VOLUME_RANGE: f64 = 10.0;

/// The pass over all particles.
pub(super) struct Deform<'a, const D: usize> {
    pub level: SimdLevel,
    pub dt: f64,
    pub materials: &'a [Material],
    pub particles: &'a Particles<D>,
    /// The velocity gradient in the step.
    pub gradient: &'a [[[f64; D]; D]],
    /// Concentrations at its end.
    pub concentration: &'a [f64],
    /// Volumes as they are counted; empty if no material needs them.
    pub measured: &'a [f64],
    /// The share of the way to them that is made.
    pub correction: f64,
    /// By how much volumes may change.
    pub guard: &'a Guard,
}

/// What came of it.
#[derive(Clone, Copy, Default)]
pub(super) struct Deformed {
    pub speeds: Speeds,
    /// A particle with a number that is none.
    pub unsound: Option<usize>,
    /// One that is turned inside out, crushed or torn.
    pub crushed: Option<usize>,
}

impl Deformed {
    fn and(self, later: Deformed) -> Deformed {
        Deformed {
            speeds: self.speeds.and(later.speeds),
            unsound: self.unsound.or(later.unsound),
            crushed: self.crushed.or(later.crushed),
        }
    }
}

/// What the pass, or a piece of it, writes.
pub(super) struct Written<'a, const D: usize> {
    pub state: &'a mut [f64],
    pub stress: &'a mut [[[f64; D]; D]],
    pub volume: &'a mut [f64],
    pub rest_volume: &'a mut [f64],
}

impl<const D: usize> Deform<'_, D> {
    /// Writes state, stress and volumes after the step.
    pub fn run(&self, to: Written<D>) -> Deformed {
        let states = self.particles.states;
        let one = |data| Records { data, stride: 1 };
        let data = (
            Records { data: to.state, stride: states },
            Records { data: to.stress, stride: 1 },
            [one(to.volume), one(to.rest_volume)],
        );
        tree(
            0..self.particles.len(),
            GRAIN,
            &|i| i,
            data,
            &|range: Range<usize>, (state, stress, [volume, rest_volume])| {
                let mut written = Written {
                    state: state.data,
                    stress: stress.data,
                    volume: volume.data,
                    rest_volume: rest_volume.data,
                };
                let mut members = [0; GRAIN];
                let mut deformed = Deformed::default();
                for (index, material) in self.materials.iter().enumerate() {
                    let mut count = 0;
                    for i in range.clone() {
                        members[count] = i;
                        count += usize::from(self.particles.material[i] as usize == index);
                        if count == GRAIN {
                            break;
                        }
                    }
                    if count > 0 {
                        // The last fills its register.
                        let (whole, last) = (count.next_multiple_of(f64::PER_REGISTER), members[count - 1]);
                        members[count..whole].fill(last);
                        let (pass, members, first) = (self, &members[..whole], range.start);
                        let written = &mut written;
                        let own = Own { pass, material, members, first, written };
                        deformed = deformed.and(material.law.visit(own));
                    }
                }
                deformed
            },
            &Deformed::and,
        )
    }
}

/// The particles of one material in a piece.
struct Own<'a, 'b, const D: usize> {
    pass: &'a Deform<'a, D>,
    material: &'a Material,
    /// As many as fill registers: the last may stand there several times.
    members: &'a [usize],
    /// The first particle of the piece.
    first: usize,
    written: &'a mut Written<'b, D>,
}

/// The concentration that a material heeds, of those of a particle; 0 if it is not among them.
pub(super) fn heeded(material: &Material, concentrations: &[f64]) -> f64 {
    concentrations.get(material.mixing.component).copied().unwrap_or(0.0)
}

/// The numbers of a material where they do not vary.
#[inline(always)]
fn constant<R: Real>(material: &Material, zero: R) -> MaterialNumbers<R> {
    let fixed = material.numbers();
    let mut numbers = [zero; VARYING_MAX];
    for k in 0..VARYING_MAX {
        numbers[k] = zero.of(fixed[k]);
    }
    numbers
}

/// Which of its numbers is the share of its expansion that a law gives back; the last of its state is the logarithm of that.
fn repaid(law: &AnyLaw) -> Option<usize> {
    match law {
        AnyLaw::Sand(_) => Some(5),
        AnyLaw::SandHencky(_) => Some(4),
        _ => None,
    }
}

impl<const D: usize> LawVisitor for Own<'_, '_, D> {
    type Output = Deformed;

    fn visit<L: Law>(self, _: &L) -> Deformed {
        self.pass.level.run(Leaf::<L, D> { law: PhantomData, own: self })
    }
}

struct Leaf<'a, 'b, L, const D: usize> {
    law: PhantomData<L>,
    own: Own<'a, 'b, D>,
}

impl<L: Law, const D: usize> Vectorized for Leaf<'_, '_, L, D> {
    type Output = Deformed;

    #[inline(always)]
    fn run<S: Simd>(self, token: S) -> Deformed {
        let Own { pass, material, members, first, written } = self.own;
        let Deform { dt, particles, concentration, guard, .. } = *pass;
        let Particles { states, components, .. } = *particles;
        let count = <StateOf<L, Register<S>, D>>::COUNT;
        let zero = <Register<S>>::splat(token, 0.0);
        let viscous = material.is_viscous();
        let is_measured = material.mixing.volume == VolumeSource::Density;
        let repaid = repaid(&material.law);
        let dt = zero.of(dt);
        let range = zero.of(VOLUME_RANGE);
        let mut numbers = constant(material, zero);
        let mut deformed = Deformed::default();
        let Deformed { speeds, unsound, crushed } = &mut deformed;
        for members in members.chunks_exact(<Register<S>>::LANES) {
            let carried = |i: usize| heeded(material, &concentration[i * components..][..components]);
            if let Some(variation) = &material.variation {
                numbers = variation.at(column(token, members, carried));
            }
            let law = L::over(&law_part(&numbers));
            let mut state = StateOf::<L, Register<S>, D>::from_deformation(Matrix::identity(zero.one()));
            for k in 0..count {
                state.set(k, column(token, members, |i| particles.state[i * states + k]));
            }
            let mass: Register<S> = column(token, members, |i| particles.mass[i]);
            let rest_before: Register<S> = column(token, members, |i| particles.rest_volume[i]);
            let rest = match &material.mixing.rest_density {
                Some(density) => {
                    column(token, members, |i| particles.swollen_mass[i] / density.at(carried(i)))
                }
                None => rest_before,
            };

            let mut gradient = Matrix([[zero; D]; D]);
            for k in 0..D {
                for l in 0..D {
                    gradient.0[k][l] = column(token, members, |i| pass.gradient[i][k][l]);
                }
            }
            let h = gradient * dt;
            let mut by = Increment { rate: h, change: h, dt };
            if is_measured || material.mixing.rest_density.is_some() {
                // ln s^d.
                let mut growth = (rest_before / rest).ln();
                if is_measured {
                    // A particle that is alone has no end.
                    let measured = column::<Register<S>>(token, members, |i| pass.measured[i]);
                    let measured = measured.min(rest * range);
                    let way = (measured / (rest * state.volume_ratio())).ln() - growth;
                    let repaid = repaid.map_or(zero, |share| numbers[share] * state.get(count - 1));
                    growth += zero.of(pass.correction) * (way - repaid);
                }
                by = grown(h, dt, growth);
            }
            let state = law.advance(state, by);
            let mut stress = law.kirchhoff(state);
            let ratio = state.volume_ratio();
            let per_density = rest / mass;
            let sound = (law.wave_modulus(state, stress) * per_density).sqrt();
            see(&mut speeds.sound, sound, members);
            if viscous {
                let (eta, zeta) = (numbers[NUMBERS_MAX], numbers[NUMBERS_MAX + 1]);
                stress = stress + viscous_stress(gradient, eta * ratio, zeta * ratio);
                let along = eta.mul_add(zero.of(2.0 - 2.0 / D as f64), zeta);
                see(&mut speeds.viscosity, along * ratio * per_density, members);
            }
            speeds.mobility.see(material.mixing.mobility, members[0]);
            let swept = h.plus_diagonal(zero.one()).det();
            let volume = match is_measured {
                true => rest * ratio,
                false => column::<Register<S>>(token, members, |i| particles.volume[i]) * swept,
            };

            // Numbers that are none make a sum that is none.
            let mut sum = stress.norm_squared();
            for k in 0..count {
                sum += state.get(k).abs();
            }
            let is_sound = sum.lt(zero.of(f64::INFINITY));
            let within = |(low, high): (f64, f64), ratio: Register<S>| {
                zero.of(low).le(ratio) & ratio.le(zero.of(high))
            };
            let is_well =
                is_sound & within(guard.step_volume_ratio, swept) & within(guard.volume_ratio, ratio);
            if (!is_well).any() {
                for (lane, &i) in members.iter().enumerate() {
                    if !is_sound.test(lane) {
                        unsound.get_or_insert(i);
                    } else if !is_well.test(lane) {
                        crushed.get_or_insert(i);
                    }
                }
            }

            for k in 0..states {
                let number = if k < count { state.get(k) } else { zero };
                each(number, members, |i, number| written.state[(i - first) * states + k] = number);
            }
            let stress = stress * rest;
            for k in 0..D {
                for l in 0..D {
                    each(stress.0[k][l], members, |i, stress| written.stress[i - first][k][l] = stress);
                }
            }
            let volume = volume.max(rest / range).min(rest * range);
            each(volume, members, |i, volume| written.volume[i - first] = volume);
            each(rest, members, |i, rest| written.rest_volume[i - first] = rest);
        }
        deformed
    }
}

/// A number of each of some particles, in a register.
#[inline(always)]
fn column<R: Real<Scalar = f64>>(token: R::Token, members: &[usize], of: impl Fn(usize) -> f64) -> R {
    let mut lanes = [0.0; f64::PER_REGISTER];
    for lane in 0..R::LANES {
        lanes[lane] = of(members[lane]);
    }
    R::load(token, &lanes)
}

/// Hands every particle its number.
#[inline(always)]
fn each<R: Real<Scalar = f64>>(numbers: R, members: &[usize], mut to: impl FnMut(usize, f64)) {
    let mut lanes = [0.0; f64::PER_REGISTER];
    numbers.store(&mut lanes);
    for lane in 0..R::LANES {
        to(members[lane], lanes[lane]);
    }
}

/// Has the largest see what particles have.
#[inline(always)]
fn see<R: Real<Scalar = f64>>(largest: &mut Largest, values: R, members: &[usize]) {
    if values.of(largest.value).lt(values).any() {
        each(values, members, |i, value| largest.see(value, i));
    }
}

/// A step's deformation `I + H`, and a growth of volume beside it, by its logarithm.
#[inline(always)]
fn grown<R: Real, const D: usize>(h: Matrix<R, D>, dt: R, growth: R) -> Increment<R, D> {
    let log = growth * growth.of(1.0 / D as f64);
    let s = log.exp();
    Increment { rate: h.plus_diagonal(log), change: (h * s).plus_diagonal(s - s.one()), dt }
}

/// The state of a particle.
fn read<L: Law, const D: usize>(from: &[f64]) -> StateOf<L, f64, D> {
    let mut state = StateOf::<L, f64, D>::from_deformation(Matrix::identity(1.0));
    for k in 0..<StateOf<L, f64, D>>::COUNT {
        state.set(k, from[k]);
    }
    state
}

/// How many numbers a law keeps per particle.
pub(super) fn state_count<const D: usize>(law: &AnyLaw) -> usize {
    struct Count<const D: usize>;
    impl<const D: usize> LawVisitor for Count<D> {
        type Output = usize;
        fn visit<L: Law>(self, _: &L) -> usize {
            <StateOf<L, f64, D>>::COUNT
        }
    }
    law.visit(Count::<D>)
}

/// Writes the state of a particle that was deformed by `F` from rest.
pub(super) fn write_state<const D: usize>(law: &AnyLaw, deformation: [[f64; D]; D], to: &mut [f64]) {
    struct Write<'a, const D: usize>(Matrix<f64, D>, &'a mut [f64]);
    impl<const D: usize> LawVisitor for Write<'_, D> {
        type Output = ();
        fn visit<L: Law>(self, _: &L) {
            let state = StateOf::<L, f64, D>::from_deformation(self.0);
            for k in 0..<StateOf<L, f64, D>>::COUNT {
                self.1[k] = state.get(k);
            }
        }
    }
    law.visit(Write(Matrix(deformation), to));
}

/// What the state of a particle comes to: elastic energy in J per m^D of rest volume, and the elastic volume ratio.
pub(super) fn read_state<const D: usize>(material: &Material, concentration: f64, from: &[f64]) -> [f64; 2] {
    struct Read<'a, const D: usize>(&'a Material, f64, &'a [f64]);
    impl<const D: usize> LawVisitor for Read<'_, D> {
        type Output = [f64; 2];
        fn visit<L: Law>(self, _: &L) -> [f64; 2] {
            let numbers = match &self.0.variation {
                Some(variation) => variation.at(self.1),
                None => constant(self.0, 0.0),
            };
            let law = L::over::<f64>(&law_part(&numbers));
            let state = read::<L, D>(self.2);
            [law.energy(state), state.volume_ratio()]
        }
    }
    material.law.visit(Read::<D>(material, concentration, from))
}

/// The deformation gradient that the state of a particle stands for.
pub(super) fn read_deformation<const D: usize>(law: &AnyLaw, from: &[f64]) -> Matrix<f64, D> {
    struct Read<'a, const D: usize>(&'a [f64]);
    impl<const D: usize> LawVisitor for Read<'_, D> {
        type Output = Matrix<f64, D>;
        fn visit<L: Law>(self, _: &L) -> Matrix<f64, D> {
            read::<L, D>(self.0).deformation()
        }
    }
    law.visit(Read(from))
}
