use super::{
    Deformation, Elasticity, Increment, Law, Parameter, State, YOUNG_AND_POISSON, cofactors,
    cofactors_differential, largest_eigenvalue_bound,
};
use crate::tensor::{Matrix, Real};

/// Rubber-like solids: the neo-Hookean law with a logarithmic volume term.
///
/// ```text
/// Ψ = μ/2 tr(F Fᵀ − I) − μ ln J + λ/2 ln² J
/// τ = μ (F Fᵀ − I) + λ ln J I
/// ```
///
/// Valid for `J > 0`; the energy grows without bound as `J → 0`, so a step that would invert a particle is refused and
/// retried. Source: Bonet and Wood, "Nonlinear Continuum Mechanics for Finite Element Analysis"; the elastic law of
/// "An angular momentum conserving affine-particle-in-cell method".
#[derive(Clone, Debug, PartialEq)]
pub struct NeoHookean {
    /// Lamé's parameters, in Pa.
    pub elasticity: Elasticity,
}

impl NeoHookean {
    /// From Young's modulus in Pa and Poisson's ratio.
    pub fn new(young_modulus: f64, poisson_ratio: f64) -> Self {
        NeoHookean { elasticity: Elasticity::from_young(young_modulus, poisson_ratio) }
    }
}

impl Law for NeoHookean {
    type State<R: Real, const D: usize> = Deformation<R, D>;
    const NAME: &'static str = "neo-hookean";
    const ABOUT: &'static str = "rubber-like solid (logarithmic neo-Hookean)";
    const PARAMETERS: &'static [Parameter] = YOUNG_AND_POISSON;

    fn from_values(values: &[f64]) -> Self {
        NeoHookean::new(values[0], values[1])
    }
    fn example() -> Self {
        NeoHookean::new(1e3, 0.3)
    }
    fn numbers(&mut self) -> Vec<&mut f64> {
        self.elasticity.numbers()
    }

    #[inline(always)]
    fn advance<R: Real, const D: usize>(
        &self,
        state: Deformation<R, D>,
        by: Increment<R, D>,
    ) -> Deformation<R, D> {
        state.advance(by)
    }

    #[inline(always)]
    fn kirchhoff<R: Real, const D: usize>(&self, state: Deformation<R, D>) -> Matrix<R, D> {
        let f = state.f();
        let j = f.det();
        let (lambda, mu) = (j.of(self.elasticity.lambda), j.of(self.elasticity.mu));
        (f.times_own_transpose() * mu).plus_diagonal(lambda.mul_add(j.ln(), -mu))
    }

    #[inline(always)]
    fn energy<R: Real, const D: usize>(&self, state: Deformation<R, D>) -> R {
        let f = state.f();
        let j = f.det();
        let (lambda, mu) = (j.of(self.elasticity.lambda), j.of(self.elasticity.mu));
        let half = j.of(0.5);
        half * mu * (f.norm_squared() - j.of(D as f64)) - mu * j.ln() + half * lambda * j.ln().squared()
    }

    #[inline(always)]
    fn differential<R: Real, const D: usize>(&self, f: Matrix<R, D>, df: Matrix<R, D>) -> Matrix<R, D> {
        let j = f.det();
        let (lambda, mu) = (j.of(self.elasticity.lambda), j.of(self.elasticity.mu));
        // P = μ F + s cof F with s = (λ ln J − μ)/J.
        let cof = cofactors(f);
        let dj = cof.dot(df);
        let s = (lambda * j.ln() - mu) / j;
        let ds = (lambda / j - s) / j * dj;
        df * mu + cof * ds + cofactors_differential(f, df) * s
    }

    #[inline(always)]
    fn volume_ratio<R: Real, const D: usize>(&self, state: Deformation<R, D>) -> R {
        state.f().det()
    }

    #[inline(always)]
    fn critical_volume_ratio<R: Real, const D: usize>(&self, state: Deformation<R, D>) -> R {
        state.get(0).of(f64::INFINITY)
    }

    /// Stretching by `a` along a principal axis: `a² ∂²Ψ/∂a² = μ (a² + 1) + λ (1 − ln J)`.
    #[inline(always)]
    fn wave_modulus<R: Real, const D: usize>(&self, state: Deformation<R, D>) -> R {
        let f = state.f();
        let j = f.det();
        let (lambda, mu) = (j.of(self.elasticity.lambda), j.of(self.elasticity.mu));
        let a2 = largest_eigenvalue_bound(f.times_own_transpose());
        (mu * (a2 + j.one()) + lambda * (j.one() - j.ln())).max(mu)
    }
}
