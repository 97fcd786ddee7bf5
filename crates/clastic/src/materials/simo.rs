use super::elasticity::{YOUNG_AND_POISSON, bulk_modulus, cofactors, cofactors_differential, lame};
use super::{Law, LeftCauchyGreen, Parameter, Response, law_numbers};
use crate::tensor::{Mask, Matrix, Real, rolled};

/// Elastic volume ratios do not fall below this: there the pressure has nearly reached all that it can reach, and a particle
/// that is pressed harder stays crushed.
pub const CRUSHED: f64 = 0.05;

/// Steps of Newton's method that restore a volume.
const ITERATIONS: usize = 5;

law_numbers! {
    /// Rubber whose volume and shape respond apart: Simo's neo-Hookean law, the elasticity of sand, clay and yield fluids.
    ///
    /// ```text
    /// b̄ = J^{−2/d} b          κ = λ + 2μ/d
    /// Ψ = κ/2 (½ (J² − 1) − ln J) + μ/2 (tr b̄ − d)
    /// τ = κ/2 (J² − 1) I + μ dev b̄
    /// ```
    ///
    /// Needs no rotation and no singular values. Valid for `J > 0`; the pressure is at most `κ/2`, so a particle can be crushed,
    /// which ends at `J = 0.05`. Source: Simo and Hughes, "Computational Inelasticity" (1998), section 9.2.
    pub struct Simo {
        /// Lamé's first parameter `λ`, in Pa.
        lambda,
        /// The shear modulus `μ`, in Pa.
        mu,
    }
}

impl Simo {
    /// From Young's modulus in Pa and Poisson's ratio.
    pub fn new(young_modulus: f64, poisson_ratio: f64) -> Self {
        let (lambda, mu) = lame(young_modulus, poisson_ratio);
        Simo { lambda, mu }
    }
}

impl<R: Real> Simo<R> {
    /// `κ = λ + 2μ/d`.
    #[inline(always)]
    pub fn bulk_modulus<const D: usize>(&self) -> R {
        bulk_modulus::<R, D>(self.lambda, self.mu)
    }

    /// `μ dev b̄`.
    #[inline(always)]
    pub fn shear_stress<const D: usize>(&self, state: LeftCauchyGreen<R, D>) -> Matrix<R, D> {
        state.strain.deviator() * (self.mu * root_of_volume::<R, D>(state).recip())
    }

    /// A state that has not been crushed beyond the limit, as it is; another without shear and at the limit.
    #[inline(always)]
    pub fn uncrushed<const D: usize>(state: LeftCauchyGreen<R, D>) -> LeftCauchyGreen<R, D> {
        let change = state.squared_volume_change();
        let crushed = change.lt(change.of(CRUSHED * CRUSHED - 1.0));
        if !crushed.any() {
            return state;
        }
        let limit = LeftCauchyGreen::isotropic(change.of(CRUSHED));
        LeftCauchyGreen { strain: Matrix::select(crushed, limit.strain, state.strain) }
    }
}

/// `J^{2/d}`.
#[inline(always)]
fn root_of_volume<R: Real, const D: usize>(state: LeftCauchyGreen<R, D>) -> R {
    let squared = state.b().det();
    if D == 2 { squared.sqrt() } else { squared.powf(squared.of(1.0 / 3.0)) }
}

/// The state whose `dev b` is smaller by the factor `share` and whose volume is the same.
///
/// With `b = a I + S` it is `(a − δ) I + share S`; `det b` stays if
///
/// ```text
/// 2D   δ (2a − δ) = ½ ‖S‖² (1 − share²)
/// 3D   δ³ − 3a δ² + (3a² − ½ share² ‖S‖²) δ = ½ ‖S‖² a (1 − share²) − (1 − share³) det S
/// ```
///
/// of which the second grows and is concave up to its root, so that Newton's method approaches it from below. A small `δ`
/// does not suffer from the rounding of `b`.
#[inline(always)]
pub fn scale_deviator<R: Real, const D: usize>(
    state: LeftCauchyGreen<R, D>,
    share: R,
) -> LeftCauchyGreen<R, D> {
    let one = share.one();
    let shear = state.strain.deviator();
    let a = state.strain.trace().mul_add(one.of(1.0 / D as f64), one);
    let half_norm = one.of(0.5) * shear.norm_squared();
    let lost = half_norm * (one - share.squared());
    let delta = if D == 2 {
        lost / (a + (a.squared() - lost).max(one.zero()).sqrt())
    } else {
        let right = lost * a - (one - share * share.squared()) * shear.det();
        let three = one.of(3.0);
        let linear = three * a.squared() - half_norm * share.squared();
        let mut delta = right / linear;
        for _ in rolled(ITERATIONS) {
            let value = ((delta - three * a) * delta + linear) * delta - right;
            let slope = three * (a - delta).squared() - half_norm * share.squared();
            delta -= value / slope;
        }
        delta
    };
    LeftCauchyGreen { strain: (state.strain + shear * (share - one)).plus_diagonal(-delta) }
}

impl Law for Simo {
    type Elasticity = Simo;
    const NAME: &'static str = "simo";
    const ABOUT: &'static str = "rubber whose volume and shape respond apart (Simo's neo-Hookean)";
    const PARAMETERS: &'static [Parameter] = YOUNG_AND_POISSON;

    fn from_values(values: &[f64]) -> Self {
        Simo::new(values[0], values[1])
    }
    fn example() -> Self {
        Simo::new(1e3, 0.3)
    }
}

impl<R: Real> Response<R> for Simo<R> {
    type State<const D: usize> = LeftCauchyGreen<R, D>;

    #[inline(always)]
    fn project<const D: usize>(&self, trial: LeftCauchyGreen<R, D>) -> LeftCauchyGreen<R, D> {
        Simo::uncrushed(trial)
    }

    #[inline(always)]
    fn kirchhoff<const D: usize>(&self, state: LeftCauchyGreen<R, D>) -> Matrix<R, D> {
        let half = self.mu.of(0.5);
        let tension = half * self.bulk_modulus::<D>() * state.squared_volume_change();
        self.shear_stress(state).plus_diagonal(tension)
    }

    #[inline(always)]
    fn energy<const D: usize>(&self, state: LeftCauchyGreen<R, D>) -> R {
        let half = self.mu.of(0.5);
        let change = state.squared_volume_change();
        let volume = half * (change - state.b().det().ln());
        let shape = state.b().trace() / root_of_volume(state) - self.mu.of(D as f64);
        half * (self.bulk_modulus::<D>() * volume + self.mu * shape)
    }

    #[inline(always)]
    fn differential<const D: usize>(
        &self,
        _: LeftCauchyGreen<R, D>,
        f: Matrix<R, D>,
        df: Matrix<R, D>,
    ) -> Matrix<R, D> {
        // P = (s − e) cof F + c F with s = κ/2 (J − 1/J), c = μ J^{−2/d}, e = c ‖F‖²/(d J).
        let j = f.det();
        let d = j.of(D as f64);
        let half_bulk = j.of(0.5) * self.bulk_modulus::<D>();
        let cof = cofactors(f);
        let dj = cof.dot(df);
        let c = self.mu * j.powf(j.of(-2.0 / D as f64));
        let e = c * f.norm_squared() / (d * j);
        let ds = half_bulk * (j.one() + j.squared().recip()) * dj;
        let dc = -(c + c) / (d * j) * dj;
        let de = (dc * f.norm_squared() + (c + c) * f.dot(df)) / (d * j) - e / j * dj;
        let s = half_bulk * (j - j.recip());
        cof * (ds - de) + cofactors_differential(f, df) * (s - e) + f * dc + df * c
    }

    /// Stretching by `a` along a principal axis:
    /// `a² ∂²Ψ/∂a² = κ/2 (J² + 1) + μ ((2/d² + 1/d) tr b̄ + (1 − 4/d) b̄_a)`, largest for the smallest eigenvalue `b̄_a`.
    #[inline(always)]
    fn wave_modulus<const D: usize>(&self, state: LeftCauchyGreen<R, D>, _: Matrix<R, D>) -> R {
        let d = D as f64;
        let one = self.mu.one();
        let volume = one.of(0.5) * self.bulk_modulus::<D>() * (state.squared_volume_change() + one.of(2.0));
        let trace = state.b().trace();
        let spread = state.strain.deviator().norm() * one.of(((d - 1.0) / d).sqrt());
        let least = (trace * one.of(1.0 / d) - spread).max(one.zero());
        let shape = trace * one.of(2.0 / (d * d) + 1.0 / d) - least * one.of(4.0 / d - 1.0);
        volume + self.mu * shape / root_of_volume(state)
    }
}
