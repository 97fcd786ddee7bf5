use super::elasticity::{
    YOUNG_AND_POISSON, cofactors, cofactors_differential, lame, largest_eigenvalue_bound,
};
use super::{Deformation, Law, Parameter, Response, law_numbers};
use crate::tensor::{Matrix, Real};

law_numbers! {
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
    pub struct NeoHookean {
        /// Lamé's first parameter `λ`, in Pa.
        lambda,
        /// The shear modulus `μ`, in Pa.
        mu,
    }
}

impl NeoHookean {
    /// From Young's modulus in Pa and Poisson's ratio.
    pub fn new(young_modulus: f64, poisson_ratio: f64) -> Self {
        let (lambda, mu) = lame(young_modulus, poisson_ratio);
        NeoHookean { lambda, mu }
    }
}

impl Law for NeoHookean {
    type Elasticity = NeoHookean;
    const NAME: &'static str = "neo-hookean";
    const ABOUT: &'static str = "rubber-like solid (logarithmic neo-Hookean)";
    const PARAMETERS: &'static [Parameter] = YOUNG_AND_POISSON;

    fn from_values(values: &[f64]) -> Self {
        NeoHookean::new(values[0], values[1])
    }
    fn example() -> Self {
        NeoHookean::new(1e3, 0.3)
    }
}

impl<R: Real> Response<R> for NeoHookean<R> {
    type State<const D: usize> = Deformation<R, D>;

    #[inline(always)]
    fn kirchhoff<const D: usize>(&self, state: Deformation<R, D>) -> Matrix<R, D> {
        let NeoHookean { lambda, mu } = *self;
        let f = state.f();
        (f.times_own_transpose() * mu).plus_diagonal(lambda.mul_add(f.det().ln(), -mu))
    }

    #[inline(always)]
    fn energy<const D: usize>(&self, state: Deformation<R, D>) -> R {
        let NeoHookean { lambda, mu } = *self;
        let f = state.f();
        let log = f.det().ln();
        let half = log.of(0.5);
        half * mu * (f.norm_squared() - log.of(D as f64)) - mu * log + half * lambda * log.squared()
    }

    #[inline(always)]
    fn differential<const D: usize>(
        &self,
        _: Deformation<R, D>,
        f: Matrix<R, D>,
        df: Matrix<R, D>,
    ) -> Matrix<R, D> {
        let NeoHookean { lambda, mu } = *self;
        let j = f.det();
        // P = μ F + s cof F with s = (λ ln J − μ)/J.
        let cof = cofactors(f);
        let dj = cof.dot(df);
        let s = (lambda * j.ln() - mu) / j;
        let ds = (lambda / j - s) / j * dj;
        df * mu + cof * ds + cofactors_differential(f, df) * s
    }

    /// Stretching by `a` along a principal axis: `a² ∂²Ψ/∂a² = μ (a² + 1) + λ (1 − ln J)`.
    #[inline(always)]
    fn wave_modulus<const D: usize>(&self, state: Deformation<R, D>, _: Matrix<R, D>) -> R {
        let NeoHookean { lambda, mu } = *self;
        let f = state.f();
        let j = f.det();
        let a2 = largest_eigenvalue_bound(f.times_own_transpose());
        (mu * (a2 + j.one()) + lambda * (j.one() - j.ln())).max(mu)
    }
}
