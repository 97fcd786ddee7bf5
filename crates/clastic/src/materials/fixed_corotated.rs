use super::elasticity::{
    YOUNG_AND_POISSON, cofactors, cofactors_differential, lame, largest_eigenvalue_bound,
};
use super::simo::CRUSHED;
use super::{Deformation, Law, Parameter, Response, law_numbers};
use crate::tensor::{Mask, Matrix, Real, Vector};

law_numbers! {
    /// Jelly: the fixed corotated law, linear in the stretch and finite even when a particle is turned inside out.
    ///
    /// ```text
    /// Ψ = μ ‖F − R‖² + λ/2 (J − 1)²          F = R S, R a rotation
    /// τ = 2μ (F − R) Fᵀ + λ (J − 1) J I
    /// ```
    ///
    /// Valid for every `F`; a step leaves no particle below `J = 0.05`. Source: Stomakhin et al., "Energetically consistent invertible elasticity" (2012).
    pub struct FixedCorotated {
        /// Lamé's first parameter `λ`, in Pa.
        lambda,
        /// The shear modulus `μ`, in Pa.
        mu,
    }
}

impl FixedCorotated {
    /// From Young's modulus in Pa and Poisson's ratio.
    pub fn new(young_modulus: f64, poisson_ratio: f64) -> Self {
        let (lambda, mu) = lame(young_modulus, poisson_ratio);
        FixedCorotated { lambda, mu }
    }
}

impl Law for FixedCorotated {
    type Elasticity = FixedCorotated;
    const NAME: &'static str = "fixed-corotated";
    const ABOUT: &'static str = "jelly and other soft solids (fixed corotated)";
    const PARAMETERS: &'static [Parameter] = YOUNG_AND_POISSON;

    fn from_values(values: &[f64]) -> Self {
        FixedCorotated::new(values[0], values[1])
    }
    fn example() -> Self {
        FixedCorotated::new(1e3, 0.3)
    }
}

impl<R: Real> Response<R> for FixedCorotated<R> {
    type State<const D: usize> = Deformation<R, D>;

    /// The energy of a particle that is crushed to nothing is finite, so an impact can do it: that ends at `J = 0.05`.
    #[inline(always)]
    fn project<const D: usize>(&self, trial: Deformation<R, D>) -> Deformation<R, D> {
        let f = trial.f();
        let crushed = f.det().lt(self.mu.of(CRUSHED));
        if !crushed.any() {
            return trial;
        }
        let stretch = self.mu.of(CRUSHED.powf(1.0 / D as f64));
        let limit = (f.rotation() * stretch).plus_diagonal(-self.mu.one());
        Deformation { displacement_gradient: Matrix::select(crushed, limit, trial.displacement_gradient) }
    }

    #[inline(always)]
    fn kirchhoff<const D: usize>(&self, state: Deformation<R, D>) -> Matrix<R, D> {
        let FixedCorotated { lambda, mu } = *self;
        let f = state.f();
        let j = f.det();
        let shear = (f - f.rotation()) * f.transpose() * (mu + mu);
        shear.plus_diagonal(lambda * (j - j.one()) * j)
    }

    #[inline(always)]
    fn energy<const D: usize>(&self, state: Deformation<R, D>) -> R {
        let FixedCorotated { lambda, mu } = *self;
        let f = state.f();
        let j = f.det();
        mu * (f - f.rotation()).norm_squared() + j.of(0.5) * lambda * (j - j.one()).squared()
    }

    #[inline(always)]
    fn differential<const D: usize>(
        &self,
        _: Deformation<R, D>,
        f: Matrix<R, D>,
        df: Matrix<R, D>,
    ) -> Matrix<R, D> {
        let FixedCorotated { lambda, mu } = *self;
        let j = f.det();
        let cof = cofactors(f);
        let volume = cof * (lambda * cof.dot(df)) + cofactors_differential(f, df) * (lambda * (j - j.one()));
        (df - rotation_differential(f, df)) * (mu + mu) + volume
    }

    /// Stretching by `a` along a principal axis: `a² ∂²Ψ/∂a² = 2μ a² + λ J²`.
    #[inline(always)]
    fn wave_modulus<const D: usize>(&self, state: Deformation<R, D>, _: Matrix<R, D>) -> R {
        let FixedCorotated { lambda, mu } = *self;
        let f = state.f();
        (mu + mu) * largest_eigenvalue_bound(f.times_own_transpose()) + lambda * f.det().squared()
    }
}

/// The change of the rotation `R` of `F = R S`: `δR = R W` with `W` antisymmetric and `W S + S W = Rᵀ δF − δFᵀ R`.
#[inline(always)]
fn rotation_differential<R: Real, const D: usize>(f: Matrix<R, D>, df: Matrix<R, D>) -> Matrix<R, D> {
    let r = f.rotation();
    let s = r.transpose() * f;
    let m = r.transpose() * df;
    let a = m - m.transpose();
    let mut w = Matrix::zero(s.0[0][0]);
    match D {
        2 => {
            let x = a.0[0][1] / s.trace();
            w.0[0][1] = x;
            w.0[1][0] = -x;
        }
        3 => {
            // In axial vectors the equation reads (tr S I − S) w = a.
            let system = (s * -s.0[0][0].one()).plus_diagonal(s.trace());
            let mut axial = Vector([a.0[0][0]; D]);
            axial[0] = a.0[2][1];
            axial[1] = a.0[0][2];
            axial[2] = a.0[1][0];
            let x = system.inverse() * axial;
            w.0[2][1] = x[0];
            w.0[1][2] = -x[0];
            w.0[0][2] = x[1];
            w.0[2][0] = -x[1];
            w.0[1][0] = x[2];
            w.0[0][1] = -x[2];
        }
        _ => unreachable!("matrices are 2×2 or 3×3"),
    }
    r * w
}
