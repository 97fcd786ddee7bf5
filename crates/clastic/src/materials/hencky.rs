use super::elasticity::{YOUNG_AND_POISSON, bulk_modulus, lame};
use super::{Law, LeftCauchyGreen, Parameter, Response, law_numbers};
use crate::tensor::{Eigen, Matrix, Real, Vector};

law_numbers! {
    /// Stiff solids: St. Venant and Kirchhoff's law with Hencky's logarithmic strain, the elasticity of metals and of Klár's
    /// sand.
    ///
    /// ```text
    /// ε = ½ ln b
    /// Ψ = μ ‖ε‖² + λ/2 (tr ε)²
    /// τ = 2μ ε + λ tr ε I
    /// ```
    ///
    /// Valid for every `J > 0`, but it softens when a stretch exceeds `e`. Source: Klár et al., "Drucker–Prager
    /// elastoplasticity for sand animation" (2016), section 6.1.
    pub struct Hencky {
        /// Lamé's first parameter `λ`, in Pa.
        lambda,
        /// The shear modulus `μ`, in Pa.
        mu,
    }
}

impl Hencky {
    /// From Young's modulus in Pa and Poisson's ratio.
    pub fn new(young_modulus: f64, poisson_ratio: f64) -> Self {
        let (lambda, mu) = lame(young_modulus, poisson_ratio);
        Hencky { lambda, mu }
    }
}

/// The least eigenvalue of `b`: a stretch of 3·10⁻⁴.
const CRUSHED: f64 = 1e-7;

/// Logarithmic strain along its principal axes.
#[derive(Clone, Copy)]
pub struct PrincipalStrain<R, const D: usize> {
    /// `b − I`, which gives the axes.
    pub strain: Eigen<R, D>,
    /// `tr ε = ln J`.
    pub trace: R,
    /// `dev ε`.
    pub deviator: Vector<R, D>,
}

impl<R: Real, const D: usize> PrincipalStrain<R, D> {
    /// Of a state.
    #[inline(always)]
    pub fn of(state: LeftCauchyGreen<R, D>) -> Self {
        let strain = state.strain.symmetric_eigen();
        let one = strain.values[0].one();
        let mut deviator = strain.values;
        let mut trace = one.zero();
        for i in 0..D {
            // An eigenvalue of b that is crushed to nothing may round to below it.
            deviator[i] = one.of(0.5) * (strain.values[i] + one).max(one.of(CRUSHED)).ln();
            trace += deviator[i];
        }
        let mean = trace * one.of(1.0 / D as f64);
        for i in 0..D {
            deviator[i] -= mean;
        }
        PrincipalStrain { strain, trace, deviator }
    }

    /// The state with other strains along the same axes.
    #[inline(always)]
    pub fn with(&self, trace: R, deviator: Vector<R, D>) -> LeftCauchyGreen<R, D> {
        let two = trace.of(2.0);
        let mean = trace * trace.of(1.0 / D as f64);
        let mut values = deviator;
        for i in 0..D {
            values[i] = (two * (deviator[i] + mean)).exp() - trace.one();
        }
        LeftCauchyGreen { strain: self.strain.with_values(values) }
    }
}

impl<R: Real> Hencky<R> {
    /// `κ = λ + 2μ/d`.
    #[inline(always)]
    pub fn bulk_modulus<const D: usize>(&self) -> R {
        bulk_modulus::<R, D>(self.lambda, self.mu)
    }
}

impl Law for Hencky {
    type Elasticity = Hencky;
    const NAME: &'static str = "hencky";
    const ABOUT: &'static str = "stiff solid (St. Venant and Kirchhoff's with Hencky's strain)";
    const PARAMETERS: &'static [Parameter] = YOUNG_AND_POISSON;

    fn from_values(values: &[f64]) -> Self {
        Hencky::new(values[0], values[1])
    }
    fn example() -> Self {
        Hencky::new(1e3, 0.3)
    }
}

impl<R: Real> Response<R> for Hencky<R> {
    type State<const D: usize> = LeftCauchyGreen<R, D>;

    #[inline(always)]
    fn kirchhoff<const D: usize>(&self, state: LeftCauchyGreen<R, D>) -> Matrix<R, D> {
        let principal = PrincipalStrain::of(state);
        let mean = self.bulk_modulus::<D>() * principal.trace;
        let mut stress = principal.deviator;
        for i in 0..D {
            stress[i] = (self.mu + self.mu).mul_add(stress[i], mean);
        }
        principal.strain.with_values(stress)
    }

    #[inline(always)]
    fn energy<const D: usize>(&self, state: LeftCauchyGreen<R, D>) -> R {
        let principal = PrincipalStrain::of(state);
        let half = self.mu.of(0.5);
        self.mu * principal.deviator.norm_squared()
            + half * self.bulk_modulus::<D>() * principal.trace.squared()
    }

    /// Between the axes of `F = U Σ Vᵀ`, with `τ_i` and `P_i = τ_i/σ_i`:
    ///
    /// ```text
    /// δP_ii = Σ_j ∂P_i/∂σ_j δF_jj          ∂P_i/∂σ_j = (2μ δ_ij + λ)/(σ_i σ_j) − δ_ij τ_i/σ_i²
    /// δP_ij = ½ (A + B) δF_ij + ½ (A − B) δF_ji     A = (P_i − P_j)/(σ_i − σ_j),  B = (P_i + P_j)/(σ_i + σ_j)
    /// ```
    #[inline(always)]
    fn differential<const D: usize>(
        &self,
        _: LeftCauchyGreen<R, D>,
        f: Matrix<R, D>,
        df: Matrix<R, D>,
    ) -> Matrix<R, D> {
        let Hencky { lambda, mu } = *self;
        let svd = f.svd();
        let s = svd.sigma;
        let half = mu.of(0.5);
        let mut stress = s;
        let mut trace = mu.zero();
        for i in 0..D {
            stress[i] = (mu + mu) * s[i].ln();
            trace += s[i].ln();
        }
        for i in 0..D {
            stress[i] += lambda * trace;
        }
        let turned = svd.u.transpose() * df * svd.v;
        let mut change = turned;
        for i in 0..D {
            let mut own = ((mu + mu) - stress[i]) / s[i].squared() * turned.0[i][i];
            for j in 0..D {
                own += lambda / (s[i] * s[j]) * turned.0[j][j];
                if i != j {
                    // A with the quotient of logarithms, which has a limit where the stretches meet.
                    let quotient = log_quotient(s[i], s[j]);
                    let a = (mu + mu) / s[i] * quotient - stress[j] / (s[i] * s[j]);
                    let b = (stress[i] / s[i] + stress[j] / s[j]) / (s[i] + s[j]);
                    change.0[i][j] = half * ((a + b) * turned.0[i][j] + (a - b) * turned.0[j][i]);
                }
            }
            change.0[i][i] = own;
        }
        svd.u * change * svd.v.transpose()
    }

    /// Stretching by `a` along a principal axis: `a² ∂²Ψ/∂a² = 2μ + λ − τ_a`.
    #[inline(always)]
    fn wave_modulus<const D: usize>(&self, _: LeftCauchyGreen<R, D>, stress: Matrix<R, D>) -> R {
        let spread = self.mu.of(((D - 1) as f64 / D as f64).sqrt());
        let least = stress.trace() * self.mu.of(1.0 / D as f64) - stress.deviator().norm() * spread;
        (self.mu + self.mu + self.lambda - least).max(self.mu)
    }
}

/// `(ln x − ln y)/(x − y)`, which is `2 artanh(r)/r / (x + y)` with `r = (x − y)/(x + y)`.
#[inline(always)]
fn log_quotient<R: Real>(x: R, y: R) -> R {
    let one = x.one();
    let r = (x - y) / (x + y);
    let r2 = r.squared();
    let near = r2.lt(one.of(1e-4));
    let series = one + r2 * (one.of(1.0 / 3.0) + r2 * (one.of(0.2) + r2 * one.of(1.0 / 7.0)));
    let apart = R::select(near, one.of(0.5), r);
    let exact = one.of(0.5) * ((one + apart) / (one - apart)).ln() / apart;
    (one + one) * R::select(near, series, exact) / (x + y)
}
