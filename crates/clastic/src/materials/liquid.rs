use super::elasticity::{cofactors, cofactors_differential};
use super::{Law, Parameter, Response, VolumeRatio, law_numbers};
use crate::tensor::{Matrix, Real};

law_numbers! {
    /// Weakly compressible liquid: pressure from density, no shear stress, no tension.
    ///
    /// ```text
    /// p = κ/γ (J^−γ − 1)          τ = −J p I          J ← J exp(Δt ∇·v), then J ← min(J, 1)
    /// Ψ = κ/γ (J^{1−γ}/(γ − 1) + J − γ/(γ − 1))
    /// ```
    ///
    /// Valid for `0 < J ≤ 1`. Source: Tampubolon et al., "Multi-species simulation of porous sand and water mixtures"
    /// (2017), and equation 6 of "Revisiting Integration in the Material Point Method".
    pub struct Liquid {
        /// The bulk modulus `κ`, in Pa.
        bulk_modulus,
        /// The exponent `γ`: how fast the liquid stiffens.
        gamma,
    }
}

impl Liquid {
    /// From the bulk modulus in Pa, with the usual exponent 7.
    pub fn new(bulk_modulus: f64) -> Self {
        Liquid { bulk_modulus, gamma: 7.0 }
    }
}

impl<R: Real> Liquid<R> {
    #[inline(always)]
    fn pressure(&self, j: R) -> R {
        (j.powf(-self.gamma) - j.one()) * (self.bulk_modulus / self.gamma)
    }
}

impl Law for Liquid {
    type Elasticity = Liquid;
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
}

impl<R: Real> Response<R> for Liquid<R> {
    type State<const D: usize> = VolumeRatio<R>;

    /// There is no tension.
    #[inline(always)]
    fn project<const D: usize>(&self, trial: VolumeRatio<R>) -> VolumeRatio<R> {
        VolumeRatio(trial.0.min(trial.0.one()))
    }

    #[inline(always)]
    fn kirchhoff<const D: usize>(&self, j: VolumeRatio<R>) -> Matrix<R, D> {
        Matrix::scaled_identity(-j.0 * self.pressure(j.0))
    }

    #[inline(always)]
    fn energy<const D: usize>(&self, j: VolumeRatio<R>) -> R {
        let (j, g) = (j.0, self.gamma);
        let rest = g - g.one();
        let shape = j.powf(-rest) / rest + (j - g / rest);
        shape * (self.bulk_modulus / g)
    }

    #[inline(always)]
    fn differential<const D: usize>(
        &self,
        _: VolumeRatio<R>,
        f: Matrix<R, D>,
        df: Matrix<R, D>,
    ) -> Matrix<R, D> {
        let j = f.det();
        // P = −p cof F, ∂p/∂J = −κ J^{−γ−1}.
        let cof = cofactors(f);
        let stiffness = self.bulk_modulus * j.powf(-self.gamma - j.one());
        cof * (stiffness * cof.dot(df)) - cofactors_differential(f, df) * self.pressure(j)
    }

    #[inline(always)]
    fn critical_volume_ratio<const D: usize>(&self, j: VolumeRatio<R>) -> R {
        j.0.one()
    }

    /// `ρ₀ ∂p/∂ρ = κ J^{1−γ}`.
    #[inline(always)]
    fn wave_modulus<const D: usize>(&self, j: VolumeRatio<R>, _: Matrix<R, D>) -> R {
        self.bulk_modulus * j.0.powf(j.0.one() - self.gamma)
    }
}
