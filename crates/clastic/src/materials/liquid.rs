use super::{Increment, Law, Parameter, VolumeRatio, cofactors, cofactors_differential};
use crate::tensor::{Matrix, Real};

/// Weakly compressible liquid: pressure from density, no shear stress, no tension.
///
/// ```text
/// p = κ/γ (J^−γ − 1)          τ = −J p I          J ← J exp(Δt ∇·v), then J ← min(J, 1)
/// Ψ = κ/γ (J^{1−γ}/(γ − 1) + J − γ/(γ − 1))
/// ```
///
/// Valid for `0 < J ≤ 1`. Source: Tampubolon et al., "Multi-species simulation of porous sand and water mixtures"
/// (2017), and equation 6 of "Revisiting Integration in the Material Point Method".
#[derive(Clone, Debug, PartialEq)]
pub struct Liquid {
    /// The bulk modulus `κ`, in Pa.
    pub bulk_modulus: f64,
    /// The exponent `γ`: how fast the liquid stiffens.
    pub gamma: f64,
}

impl Liquid {
    /// From the bulk modulus in Pa, with the usual exponent 7.
    pub fn new(bulk_modulus: f64) -> Self {
        Liquid { bulk_modulus, gamma: 7.0 }
    }

    #[inline(always)]
    fn pressure<R: Real>(&self, j: R) -> R {
        (j.powf(j.of(-self.gamma)) - j.one()) * j.of(self.bulk_modulus / self.gamma)
    }
}

impl Law for Liquid {
    type State<R: Real, const D: usize> = VolumeRatio<R>;
    const NAME: &'static str = "liquid";
    const ABOUT: &'static str = "weakly compressible liquid such as water";
    const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "bulk_modulus",
            unit: "Pa",
            about: "resistance to compression; far below the real liquid's is usual and allows larger steps",
            default: None,
            range: (0.0, 1e15),
        },
        Parameter {
            name: "gamma",
            unit: "",
            about: "how fast it stiffens under compression",
            default: Some(7.0),
            range: (1.001, 20.0),
        },
    ];

    fn from_values(values: &[f64]) -> Self {
        Liquid { bulk_modulus: values[0], gamma: values[1] }
    }
    fn example() -> Self {
        Liquid::new(1e3)
    }
    fn numbers(&mut self) -> Vec<&mut f64> {
        vec![&mut self.bulk_modulus, &mut self.gamma]
    }

    #[inline(always)]
    fn advance<R: Real, const D: usize>(&self, j: VolumeRatio<R>, by: Increment<R, D>) -> VolumeRatio<R> {
        let j = j.0 * by.rate.trace().exp();
        VolumeRatio(j.min(j.one()))
    }

    #[inline(always)]
    fn kirchhoff<R: Real, const D: usize>(&self, j: VolumeRatio<R>) -> Matrix<R, D> {
        Matrix::scaled_identity(-j.0 * self.pressure(j.0))
    }

    #[inline(always)]
    fn energy<R: Real, const D: usize>(&self, j: VolumeRatio<R>) -> R {
        let (j, g) = (j.0, self.gamma);
        let shape = j.powf(j.of(1.0 - g)) * j.of(1.0 / (g - 1.0)) + (j - j.of(g / (g - 1.0)));
        shape * j.of(self.bulk_modulus / g)
    }

    #[inline(always)]
    fn differential<R: Real, const D: usize>(&self, f: Matrix<R, D>, df: Matrix<R, D>) -> Matrix<R, D> {
        let j = f.det();
        // P = −p cof F, ∂p/∂J = −κ J^{−γ−1}.
        let cof = cofactors(f);
        let stiffness = j.of(self.bulk_modulus) * j.powf(j.of(-self.gamma - 1.0));
        cof * (stiffness * cof.dot(df)) - cofactors_differential(f, df) * self.pressure(j)
    }

    #[inline(always)]
    fn volume_ratio<R: Real, const D: usize>(&self, j: VolumeRatio<R>) -> R {
        j.0
    }

    #[inline(always)]
    fn critical_volume_ratio<R: Real, const D: usize>(&self, j: VolumeRatio<R>) -> R {
        j.0.one()
    }

    /// `ρ₀ ∂p/∂ρ = κ J^{1−γ}`.
    #[inline(always)]
    fn wave_modulus<R: Real, const D: usize>(&self, j: VolumeRatio<R>) -> R {
        j.0.of(self.bulk_modulus) * j.0.powf(j.0.of(1.0 - self.gamma))
    }
}
