//! How matter deforms and what stress that gives: equations 17 to 25, through the engine's laws.
//!
//! ```text
//! F ← s (I + Δt ∇u) F          s^d = V_rest/Ṽ_rest (swelling)  or  V_i/(Ṽ_rest J) (volume correction)
//! ```
//!
//! then the law's return mapping. The correction leads the volume that `F` has to `V_i` of equation 19 at the beginning of the step, so
//! that errors of volume do not add up: at once in the paper, by a share of the logarithm per step here. `V_i` trembles as particles pass each
//! other, and pressure that follows every tremble does work: a mixture of liquids gained 7 % of its energy in a second. `J` is that of the
//! elastic state with the plastic volume given back (section 4.3.4), which the laws of sand do themselves.
//!
//! Volume that changes with concentration, equations 30 and 31: `F = F_e F_p F_r` with `F_r = (ρ⁰/ρ_rest)^{1/d} I`. Since `F_r` has no
//! direction, that comes to `F̃_e = (V_rest/Ṽ_rest)^{1/d} F_e` with `Ṽ_rest = V⁰ ρ_rest(c⁰)/ρ_rest(c̃)` and `σ V = τ V_rest`: the rest volume
//! of a particle is that of the matter that it has become.

use std::ops::Range;

use crate::config::Guard;
use crate::materials::{
    AnyLaw, Increment, Law, LawVisitor, Material, MaterialNumbers, NUMBERS_MAX, Response, State, StateOf,
    VolumeSource, law_part, viscous_stress,
};
use crate::parallel::{Records, tree};
use crate::tensor::{Matrix, Real};

use super::limits::Speeds;
use super::particles::{GRAIN, Particles};

/// The present volume stays within this factor of that at rest.
const VOLUME_RANGE: f64 = 10.0;

/// The pass over all particles.
pub(super) struct Deform<'a, const D: usize> {
    pub dt: f64,
    pub materials: &'a [Material],
    pub particles: &'a Particles<D>,
    /// The velocity gradient in the step.
    pub gradient: &'a [[[f64; D]; D]],
    /// Concentrations at its end.
    pub concentration: &'a [f64],
    /// Volumes by equation 19; empty if no material needs them.
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
                        let (pass, members, first) = (self, &members[..count], range.start);
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
    members: &'a [usize],
    /// The first particle of the piece.
    first: usize,
    written: &'a mut Written<'b, D>,
}

/// The concentration that a material heeds, of those of a particle; 0 if it is not among them.
pub(super) fn heeded(material: &Material, concentrations: &[f64]) -> f64 {
    concentrations.get(material.mixing.component).copied().unwrap_or(0.0)
}

/// The numbers of a material where it has this concentration.
#[inline(always)]
pub(super) fn numbers_at<R: Real>(
    material: &Material,
    fixed: &MaterialNumbers<f64>,
    concentration: R,
) -> MaterialNumbers<R> {
    match &material.variation {
        Some(variation) => variation.at(concentration),
        None => {
            let mut numbers = [concentration; NUMBERS_MAX + 2];
            for k in 0..numbers.len() {
                numbers[k] = concentration.of(fixed[k]);
            }
            numbers
        }
    }
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
        let Own { pass, material, members, first, written } = self;
        let Deform { dt, particles, concentration, guard, .. } = *pass;
        let Particles { states, components, .. } = *particles;
        let count = <StateOf<L, f64, D>>::COUNT;
        let fixed = material.numbers();
        let viscous = material.is_viscous();
        let is_measured = material.mixing.volume == VolumeSource::Density;
        let repaid = repaid(&material.law);
        let within = |(low, high): (f64, f64), ratio: f64| (low..=high).contains(&ratio);
        let mut deformed = Deformed::default();
        let Deformed { speeds, unsound, crushed } = &mut deformed;
        for &i in members {
            let carried = heeded(material, &concentration[i * components..][..components]);
            let numbers = numbers_at(material, &fixed, carried);
            let law = L::over::<f64>(&law_part(&numbers));
            let state = read::<L, D>(&particles.state[i * states..]);
            let rest_before = particles.rest_volume[i];
            let rest = match &material.mixing.rest_density {
                Some(density) => particles.swollen_mass[i] / density.at(carried),
                None => rest_before,
            };

            let gradient = Matrix(pass.gradient[i]);
            let h = gradient * dt;
            // ln s^d.
            let mut growth = if rest == rest_before { 0.0 } else { (rest_before / rest).ln() };
            if is_measured {
                // A particle that is alone has no end.
                let measured = pass.measured[i].min(rest * VOLUME_RANGE);
                let way = (measured / (rest * state.volume_ratio())).ln() - growth;
                let repaid = repaid.map_or(0.0, |share| numbers[share] * state.get(count - 1));
                growth += pass.correction * (way - repaid);
            }
            let state = law.advance(state, grown(h, dt, growth));
            let mut stress = law.kirchhoff(state);
            let ratio = state.volume_ratio();
            let sound = (law.wave_modulus(state, stress) * rest / particles.mass[i]).sqrt();
            speeds.sound.see(sound, i);
            if viscous {
                let (eta, zeta) = (numbers[NUMBERS_MAX], numbers[NUMBERS_MAX + 1]);
                stress = stress + viscous_stress(gradient, eta * ratio, zeta * ratio);
                let along = (2.0 - 2.0 / D as f64) * eta + zeta;
                speeds.viscosity.see(along * ratio * rest / particles.mass[i], i);
            }
            speeds.mobility.see(material.mixing.mobility, i);
            let swept = h.plus_diagonal(1.0).det();
            let volume = if is_measured { rest * ratio } else { particles.volume[i] * swept };
            let kept = (0..count).map(|k| state.get(k));
            if !kept.chain(stress.0.into_iter().flatten()).all(f64::is_finite) {
                unsound.get_or_insert(i);
            } else if !(within(guard.step_volume_ratio, swept) && within(guard.volume_ratio, ratio)) {
                crushed.get_or_insert(i);
            }

            let to = i - first;
            for k in 0..states {
                written.state[to * states + k] = if k < count { state.get(k) } else { 0.0 };
            }
            written.stress[to] = (stress * rest).0;
            // Not `clamp`, which has no answer where the range is not a number.
            written.volume[to] = volume.max(rest / VOLUME_RANGE).min(rest * VOLUME_RANGE);
            written.rest_volume[to] = rest;
        }
        deformed
    }
}

/// A step's deformation `I + H`, and a growth of volume beside it, by its logarithm.
fn grown<const D: usize>(h: Matrix<f64, D>, dt: f64, growth: f64) -> Increment<f64, D> {
    if growth == 0.0 {
        return Increment { rate: h, change: h, dt };
    }
    let log = growth / D as f64;
    let s = log.exp();
    Increment { rate: h.plus_diagonal(log), change: (h * s).plus_diagonal(s - 1.0), dt }
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
            let numbers = numbers_at(self.0, &self.0.numbers(), self.1);
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
