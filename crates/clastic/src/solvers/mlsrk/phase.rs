//! How components move through each other: Cahn and Hilliard's equation, 13 to 16.
//!
//! ```text
//! μ_i = H'(c_i) − ε² (∇²c)_i
//! m_i ċ_i = −Σ_j ∇N_i(x_j)·∇μ(x_j) L_j m_j
//! ```
//!
//! Since the gradients `∇N_i` sum to nothing, this conserves `Σ m c` of every component. The Laplacian comes from
//! interpolation (appendix B), `k/a² Σ_j N_j(x_i) (c_j − c_i)` with `k` = 6 for the product of splines. In its symmetric form
//!
//! ```text
//! (∇²c)_i = k/(a² m_i) Σ_j w_ij (c_j − c_i)          w_ij = max(0, ½ (m_i N_j(x_i) + m_j N_i(x_j)))
//! ```
//!
//! `m_i μ_i` is the derivative of an energy, `Σ m H + ε² k/(4 a²) Σ_ij w_ij (c_i − c_j)²`, which therefore never grows while the steps are
//! short enough. Shape functions may be negative at surfaces and in splashes: were `w` too, the energy would have no least value, and
//! concentrations would run away from each other.

use crate::tensor::{Real, Simd, Vector};
use rayon::prelude::*;

use super::momentum::at_neighbour;
use super::pairs::{Pairs, Register, Scratch, Sum, total};
use super::particles::{GRAIN, Particles};
use super::resize;
use super::shape::{Own, Shape};
use crate::materials::{Material, polynomial};

/// The Helmholtz free energy `H` of a component, by its concentration.
#[derive(Clone, Debug, PartialEq)]
pub enum FreeEnergy {
    /// `(c − ½)²`: the component spreads.
    SingleWell,
    /// `k c² (1 − c)²`: the component keeps together.
    DoubleWell(f64),
    /// `k₀ + k₁ c + k₂ c² + …`
    Polynomial(Vec<f64>),
}

impl FreeEnergy {
    /// `H(c)`.
    pub fn value(&self, c: f64) -> f64 {
        match self {
            FreeEnergy::SingleWell => (c - 0.5).powi(2),
            FreeEnergy::DoubleWell(k) => k * (c * (1.0 - c)).powi(2),
            FreeEnergy::Polynomial(k) => polynomial(k, c),
        }
    }

    /// `H'(c)`.
    pub fn slope(&self, c: f64) -> f64 {
        match self {
            FreeEnergy::SingleWell => 2.0 * c - 1.0,
            FreeEnergy::DoubleWell(k) => 2.0 * k * c * (1.0 - c) * (1.0 - 2.0 * c),
            FreeEnergy::Polynomial(k) => {
                let terms = k.iter().enumerate().skip(1).rev();
                terms.fold(0.0, |sum, (power, k)| sum * c + power as f64 * k)
            }
        }
    }

    /// The largest `|H''|` for concentrations from −0.1 to 1.1, nearly.
    pub(super) fn steepest(&self) -> f64 {
        let curvature = |c: f64| (self.slope(c + 1e-5) - self.slope(c - 1e-5)) / 2e-5;
        (-10..=110).map(|k| curvature(0.01 * f64::from(k)).abs()).fold(0.0, f64::max)
    }
}

/// Which Laplacian.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Laplacian {
    /// What one particle gets from another is what that loses: there is an energy that falls.
    #[default]
    Symmetric,
    /// Appendix B.
    Paper,
}

/// Which quantity is conserved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Transport {
    /// `Σ m c`, to rounding.
    #[default]
    Conserving,
    /// `η = ρ c` with lumped volumes: equation 15 as it is printed.
    Paper,
    /// `η = c`, for comparison (figure 5).
    Concentration,
}

/// How components move.
#[derive(Clone, Debug, PartialEq)]
pub struct PhaseField {
    /// The free energy of every component, in J/kg over that of the mobility's unit.
    pub energy: FreeEnergy,
    /// The interface's `ε`, in m times the root of the energy's unit.
    pub interface: f64,
    /// How its curvature is found.
    pub laplacian: Laplacian,
    /// What is conserved.
    pub transport: Transport,
}

impl PhaseField {
    /// With this energy and interface.
    pub fn new(energy: FreeEnergy, interface: f64) -> Self {
        PhaseField { energy, interface, laplacian: Laplacian::default(), transport: Transport::default() }
    }
}

/// What a phase pass keeps from step to step.
#[derive(Default)]
pub(super) struct Evolution<const D: usize> {
    /// The component under way and, last, masses.
    scalar: Vec<[f64; 4]>,
    pub laplacian: Vec<f64>,
    gradient: Vec<[f64; D]>,
    flux: Vec<[f64; 4]>,
    moment: Vec<[f64; 4]>,
    divergence: Vec<[f64; 2]>,
}

/// What the passes read.
pub(super) struct Situation<'a, const D: usize> {
    pub pairs: Pairs<'a, D>,
    pub shape: &'a [Shape<D>],
    pub b: &'a [[f64; 4]],
    pub particles: &'a Particles<D>,
    pub materials: &'a [Material],
    pub field: &'a PhaseField,
}

impl<const D: usize> Evolution<D> {
    /// Computes `∇²c` of a component, or 0 where interfaces cost nothing, so that nobody needs it.
    pub fn curve(&mut self, at: &Situation<D>, component: usize) {
        let particles = at.particles;
        let len = particles.len();
        resize(&mut self.scalar, len);
        resize(&mut self.laplacian, len);
        self.scalar.par_iter_mut().enumerate().with_min_len(GRAIN).for_each(|(i, to)| {
            *to = [particles.concentration[i * particles.components + component], 0.0, 0.0, particles.mass[i]]
        });
        let Situation { pairs, shape, b, field, .. } = *at;
        if field.interface == 0.0 {
            return self.laplacian.fill(0.0);
        }
        pairs.run(
            &LaplacianSum { pairs, shape, b, scalar: &self.scalar, form: field.laplacian },
            &mut self.laplacian,
        );
    }

    /// Moves the components for a time, in s.
    pub fn run(&mut self, at: &Situation<D>, dt: f64, concentration: &mut [f64]) {
        let Situation { pairs, shape, b, particles, materials, field } = *at;
        let len = particles.len();
        self.gradient.resize(len, [0.0; D]);
        resize(&mut self.flux, len);
        resize(&mut self.moment, len);
        resize(&mut self.divergence, len);
        for component in 0..particles.components {
            self.curve(at, component);
            let interface = field.interface.powi(2);
            let potential = self.scalar.par_iter_mut().zip(&self.laplacian).with_min_len(GRAIN);
            potential.for_each(|(c, curve)| c[0] = field.energy.slope(c[0]) - interface * curve);
            pairs.run(&GradientSum { pairs, shape, scalar: &self.scalar }, &mut self.gradient);
            let fluxes = self.flux.par_iter_mut().zip(&mut self.moment).enumerate().with_min_len(GRAIN);
            fluxes.for_each(|(j, (flux, moment))| {
                let weight = match field.transport {
                    Transport::Conserving | Transport::Paper => particles.mass[j],
                    Transport::Concentration => particles.volume[j],
                };
                let mobility = materials[particles.material[j] as usize].mixing.mobility * weight;
                (*flux, *moment) = ([0.0; 4], [0.0; 4]);
                for k in 0..D {
                    flux[k] = self.gradient[j][k] * mobility;
                    moment[0] += flux[k] * shape[j].g[k];
                    for l in 0..D {
                        moment[1 + l] += flux[k] * shape[j].h[k][l];
                    }
                }
            });
            let sum = DivergenceSum { pairs, b, flux: &self.flux, moment: &self.moment };
            pairs.run(&sum, &mut self.divergence);
            let stride = particles.components;
            let rows = concentration.par_chunks_exact_mut(stride).zip(&self.divergence).enumerate();
            rows.with_min_len(GRAIN).for_each(|(i, (row, &[divergence, lumped]))| {
                let weight = match field.transport {
                    Transport::Conserving => particles.mass[i],
                    Transport::Paper => particles.mass[i] / particles.volume[i] * lumped,
                    Transport::Concentration => lumped,
                };
                row[component] = particles.concentration[i * stride + component] - dt * divergence / weight;
            });
        }
    }
}

/// The Laplacian of the first number of `scalar`, whose last is the mass.
struct LaplacianSum<'a, const D: usize> {
    pairs: Pairs<'a, D>,
    shape: &'a [Shape<D>],
    b: &'a [[f64; 4]],
    scalar: &'a [[f64; 4]],
    form: Laplacian,
}

impl<const D: usize> Sum for LaplacianSum<'_, D> {
    type To = f64;

    #[inline(always)]
    fn of<S: Simd>(&self, token: S, i: usize, scratch: &mut Scratch) -> f64 {
        let zero = <Register<S>>::splat(token, 0.0);
        let own = Own::new(&self.shape[i], self.pairs.scale, zero);
        let [c, _, _, mass] = self.scalar[i];
        let volume = self.pairs.places[i][3];
        let mut sum = zero;
        self.pairs.each(token, i, [self.scalar, self.b], scratch, |near, [[other, _, _, mass_there], b]| {
            let mut n = own.value(near.xi, near.phi, near.volume);
            if self.form == Laplacian::Symmetric {
                let back = at_neighbour(b, near.xi) * (near.phi * zero.of(volume));
                n = ((n + mass_there * back * zero.of(1.0 / mass)) * zero.of(0.5)).max(zero);
            }
            sum = n.mul_add(other - zero.of(c), sum);
        });
        self.pairs.kernel.laplacian_factor(D) / self.pairs.scale.powi(2) * total(sum)
    }
}

/// The gradient of the first number of `scalar`.
struct GradientSum<'a, const D: usize> {
    pairs: Pairs<'a, D>,
    shape: &'a [Shape<D>],
    scalar: &'a [[f64; 4]],
}

impl<const D: usize> Sum for GradientSum<'_, D> {
    type To = [f64; D];

    #[inline(always)]
    fn of<S: Simd>(&self, token: S, i: usize, scratch: &mut Scratch) -> [f64; D] {
        let zero = <Register<S>>::splat(token, 0.0);
        let own = Own::new(&self.shape[i], self.pairs.scale, zero);
        let base = zero.of(self.scalar[i][0]);
        let mut sum = Vector([zero; D]);
        self.pairs.each(token, i, [self.scalar], scratch, |near, [[other, ..]]| {
            sum = own.gradient(near.xi, near.phi, near.slope, near.volume).mul_add(other - base, sum);
        });
        sum.0.map(total)
    }
}

/// `Σ_j ∇N_i(x_j)·q_j`, with `q` in `flux` and `q·g`, `q·H` in `moment`, and `Σ_j N_i(x_j) V_j`, in m^D.
struct DivergenceSum<'a, const D: usize> {
    pairs: Pairs<'a, D>,
    b: &'a [[f64; 4]],
    flux: &'a [[f64; 4]],
    moment: &'a [[f64; 4]],
}

impl<const D: usize> Sum for DivergenceSum<'_, D> {
    type To = [f64; 2];

    #[inline(always)]
    fn of<S: Simd>(&self, token: S, i: usize, scratch: &mut Scratch) -> [f64; 2] {
        let zero = <Register<S>>::splat(token, 0.0);
        let per_scale = zero.of(1.0 / self.pairs.scale);
        let [mut sum, mut lumped] = [zero; 2];
        let records = [self.b, self.flux, self.moment];
        self.pairs.each(token, i, records, scratch, |near, [b, flux, moment]| {
            let correction = at_neighbour(b, near.xi);
            let mut along = zero;
            for k in 0..D {
                along = flux[k].mul_add(near.slope[k], along);
            }
            sum += near.phi * at_neighbour(moment, near.xi) + correction * per_scale * along;
            lumped = (near.phi * correction).mul_add(near.volume, lumped);
        });
        let volume = self.pairs.places[i][3];
        [volume * total(sum), volume * total(lumped) * self.pairs.scale.powi(D as i32)]
    }
}
