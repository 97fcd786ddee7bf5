//! Velocities as matter has them around a particle: `u^h`, which moves it, the gradient (equation 18), and the blend that
//! steadies the motion (equation 12).
//!
//! ```text
//! u^h_i = Σ_j N_j(x_i) u_j          (∇u)_i = Σ_j u_j ∇N_j(x_i)ᵀ
//!
//! paper       ũ_i = u_i − (1 − α) e_i          e_i = u_i − u^h_i
//! pairwise    ũ_i = u_i + (1 − α)/m_i Σ_j ½ (m_i N_j(x_i) + m_j N_i(x_j)) (u_j − u_i)
//! residual    ũ_i = u_i − (1 − α)/m_i (w_i e_i − Σ_j N_i(x_j) w_j e_j)          w_i = min m_j of neighbours
//! ```
//!
//! The second and third conserve `Σ m u`. But next to a surface the second also takes from a rotation, which has no noise to
//! lose. The third is `u − (1 − α) M⁻¹ (I − N)ᵀ W (I − N) u`: what `N` reproduces it leaves alone, and since its transpose does
//! so too, angular momentum stays as well, as far as `r` lets lines be reproduced. With weights `w` as large as the masses it would overshoot
//! where the light lie among the heavy.

use crate::tensor::{Matrix, Real, Simd, Vector};

use super::momentum::at_neighbour;
use super::pairs::{Pairs, Register, Scratch, Sum, least, total};
use super::shape::{Own, Penalty, Shape};

/// How velocities are blended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Blend {
    /// Momentum is conserved to rounding, and angular momentum as far as lines are reproduced.
    #[default]
    Residual,
    /// Momentum is conserved to rounding.
    Pairwise,
    /// Equation 12 as it is printed.
    Paper,
}

/// Velocities around a particle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Around<const D: usize> {
    /// `u^h`, in m/s.
    pub velocity: [f64; D],
    /// `∂u_i/∂x_j` in row `i`, in 1/s.
    pub gradient: [[f64; D]; D],
    /// `ũ`, in m/s.
    pub blended: [f64; D],
    /// The least mass among the neighbours, in kg.
    pub lightest: f64,
}

impl<const D: usize> Default for Around<D> {
    fn default() -> Self {
        Around { velocity: [0.0; D], gradient: [[0.0; D]; D], blended: [0.0; D], lightest: 0.0 }
    }
}

/// The sums of equations 12 and 18.
pub(super) struct BlendSum<'a, const D: usize> {
    pub pairs: Pairs<'a, D>,
    pub shape: &'a [Shape<D>],
    /// Velocities and, last, masses.
    pub motion: &'a [[f64; 4]],
    /// `α_b`.
    pub share: f64,
    pub penalty: Penalty,
}

impl<const D: usize> Sum for BlendSum<'_, D> {
    type To = Around<D>;

    #[inline(always)]
    fn of<S: Simd>(&self, token: S, i: usize, scratch: &mut Scratch) -> Around<D> {
        let zero = <Register<S>>::splat(token, 0.0);
        let own = Own::new(&self.shape[i], self.pairs.scale, zero);
        // Differences to the particle's own velocity keep what is constant to the last bit, if Σ N is to be 1.
        let mut base = [0.0; D];
        if self.penalty == Penalty::Linear {
            base.copy_from_slice(&self.motion[i][..D]);
        }
        let mut velocity = Vector([zero; D]);
        let mut gradient = Matrix([[zero; D]; D]);
        let mut lightest = zero.of(self.motion[i][3]);
        self.pairs.each(token, i, [self.motion], scratch, |near, [motion]| {
            let n = own.value(near.xi, near.phi, near.volume);
            let slope = own.gradient(near.xi, near.phi, near.slope, near.volume);
            for k in 0..D {
                let u = motion[k] - zero.of(base[k]);
                velocity[k] = n.mul_add(u, velocity[k]);
                for l in 0..D {
                    gradient.0[k][l] = u.mul_add(slope[l], gradient.0[k][l]);
                }
            }
            let is_near = zero.lt(near.phi * near.volume);
            lightest = <Register<S>>::select(is_near, lightest.min(motion[3]), lightest);
        });
        let mut around = Around { lightest: least(lightest), ..Around::default() };
        for k in 0..D {
            around.velocity[k] = base[k] + total(velocity[k]);
            around.gradient[k] = gradient.0[k].map(total);
            around.blended[k] = self.share * self.motion[i][k] + (1.0 - self.share) * around.velocity[k];
        }
        around
    }
}

/// The sum of the pairwise blend: `Σ_j ½ (m_i N_j(x_i) + m_j N_i(x_j)) (u_j − u_i)`, in kg m/s.
pub(super) struct ExchangeSum<'a, const D: usize> {
    pub pairs: Pairs<'a, D>,
    pub shape: &'a [Shape<D>],
    /// `b` of every particle.
    pub b: &'a [[f64; 4]],
    /// Velocities and, last, masses.
    pub motion: &'a [[f64; 4]],
}

impl<const D: usize> Sum for ExchangeSum<'_, D> {
    type To = [f64; D];

    #[inline(always)]
    fn of<S: Simd>(&self, token: S, i: usize, scratch: &mut Scratch) -> [f64; D] {
        let zero = <Register<S>>::splat(token, 0.0);
        let own = Own::new(&self.shape[i], self.pairs.scale, zero);
        let [mass, volume] = [self.motion[i][3], self.pairs.places[i][3]];
        let mut sum = Vector([zero; D]);
        self.pairs.each(token, i, [self.motion, self.b], scratch, |near, [motion, b]| {
            let n = own.value(near.xi, near.phi, near.volume);
            let back = at_neighbour(b, near.xi) * (near.phi * zero.of(volume));
            let both = (n * zero.of(mass) + motion[3] * back) * zero.of(0.5);
            for k in 0..D {
                sum[k] = both.mul_add(motion[k] - zero.of(self.motion[i][k]), sum[k]);
            }
        });
        sum.0.map(total)
    }
}

/// The last sum of the residual blend: `Σ_j N_i(x_j) w_j e_j`, in kg m/s.
pub(super) struct ResidualSum<'a, const D: usize> {
    pub pairs: Pairs<'a, D>,
    /// `b` of every particle.
    pub b: &'a [[f64; 4]],
    /// `w e` of every particle.
    pub residual: &'a [[f64; 4]],
}

impl<const D: usize> Sum for ResidualSum<'_, D> {
    type To = [f64; D];

    #[inline(always)]
    fn of<S: Simd>(&self, token: S, i: usize, scratch: &mut Scratch) -> [f64; D] {
        let mut sum = Vector([<Register<S>>::splat(token, 0.0); D]);
        self.pairs.each(token, i, [self.b, self.residual], scratch, |near, [b, residual]| {
            let n = at_neighbour(b, near.xi) * near.phi;
            for k in 0..D {
                sum[k] = n.mul_add(residual[k], sum[k]);
            }
        });
        let volume = self.pairs.places[i][3];
        sum.0.map(|sum| volume * total(sum))
    }
}
