use super::elasticity::{POISSON_RATIO, YOUNG_MODULUS, lame};
use super::fixed_corotated::FixedCorotated;
use super::{Deformation, Law, LeftCauchyGreen, Parameter, Remembering, Response, State, law_numbers};
use crate::tensor::{Matrix, Real};

law_numbers! {
    /// Snow: the fixed corotated law, whose stretches end at critical values and which hardens when it is packed.
    ///
    /// ```text
    /// μ, λ → μ e^{ξ (1 − J_p)}, λ e^{ξ (1 − J_p)}          τ = 2μ (b − √b) + λ (J − 1) J I
    /// stretches of √b are clamped to [1 − θ_c, 1 + θ_s]; J_p grows by what J loses
    /// ```
    ///
    /// `J_p` is kept within limits, or the stiffness of a packed lump would know none. The remembered number is `J_p − 1`.
    /// Source: Stomakhin et al., "A material point method for snow simulation" (2013); also the sand of "The affine
    /// particle-in-cell method".
    pub struct Snow {
        /// Lamé's first parameter `λ` at the beginning, in Pa.
        lambda,
        /// The shear modulus `μ` at the beginning, in Pa.
        mu,
        /// The critical compression `θ_c`.
        compression,
        /// The critical stretch `θ_s`.
        stretch,
        /// How fast it hardens, `ξ`.
        hardening,
        /// The least `J_p`.
        densest,
        /// The largest `J_p`.
        loosest,
    }
}

impl Snow {
    /// With the critical stretches and hardening of the paper, from Young's modulus in Pa and Poisson's ratio.
    pub fn new(young_modulus: f64, poisson_ratio: f64) -> Self {
        Snow::from_values(&[young_modulus, poisson_ratio, 0.025, 0.0075, 10.0, 0.6, 2.0])
    }
}

impl<R: Real> Snow<R> {
    /// The elasticity in the present state.
    #[inline(always)]
    fn hardened(&self, memory: R) -> FixedCorotated<R> {
        let factor = (-self.hardening * memory).exp();
        FixedCorotated { lambda: self.lambda * factor, mu: self.mu * factor }
    }
}

impl Law for Snow {
    type Elasticity = Snow;
    const NAME: &'static str = "snow";
    const ABOUT: &'static str = "snow that packs and crumbles (clamped stretches with hardening)";
    const PARAMETERS: &'static [Parameter] = &[
        YOUNG_MODULUS,
        POISSON_RATIO,
        Parameter {
            name: "critical_compression",
            unit: "",
            about: "θ_c, the compression at which it starts to pack",
            default: Some(0.025),
            range: (0.0, 0.9),
        },
        Parameter {
            name: "critical_stretch",
            unit: "",
            about: "θ_s, the stretch at which it starts to crumble",
            default: Some(0.0075),
            range: (0.0, 10.0),
        },
        Parameter {
            name: "hardening",
            unit: "",
            about: "ξ, how fast packing stiffens it",
            default: Some(10.0),
            range: (0.0, 30.0),
        },
        Parameter {
            name: "densest",
            unit: "",
            about: "the least J_p, at which it is as stiff as it gets",
            default: Some(0.6),
            range: (0.1, 1.0),
        },
        Parameter {
            name: "loosest",
            unit: "",
            about: "the largest J_p, at which it is as soft as it gets",
            default: Some(2.0),
            range: (1.0, 20.0),
        },
    ];

    fn from_values(values: &[f64]) -> Self {
        let (lambda, mu) = lame(values[0], values[1]);
        let (compression, stretch, hardening) = (values[2], values[3], values[4]);
        Snow { lambda, mu, compression, stretch, hardening, densest: values[5], loosest: values[6] }
    }
    fn example() -> Self {
        Snow::new(1e3, 0.2)
    }
}

impl<R: Real> Response<R> for Snow<R> {
    type State<const D: usize> = Remembering<R, D>;

    #[inline(always)]
    fn project<const D: usize>(&self, trial: Remembering<R, D>) -> Remembering<R, D> {
        let one = self.mu.one();
        let (low, high) = (one - self.compression, one + self.stretch);
        let (least, most) = (low.squared() - one, high.squared() - one);
        let axes = trial.elastic.strain.symmetric_eigen();
        let mut clamped = axes.values;
        let mut gained = one;
        for i in 0..D {
            clamped[i] = clamped[i].max(least).min(most);
            gained *= (axes.values[i] + one) / (clamped[i] + one);
        }
        let yields = axes.values[D - 1].lt(least) | most.lt(axes.values[0]);
        let packed = (trial.memory + one) * gained.max(one.of(1e-12)).sqrt();
        let packed = packed.max(self.densest).min(self.loosest) - one;
        let strain = axes.with_values(clamped);
        Remembering {
            elastic: LeftCauchyGreen { strain: Matrix::select(yields, strain, trial.elastic.strain) },
            memory: R::select(yields, packed, trial.memory),
        }
    }

    /// How far the stretches are outside their limits, in Pa.
    #[inline(always)]
    fn yield_function<const D: usize>(&self, state: Remembering<R, D>) -> Option<R> {
        let one = self.mu.one();
        let axes = state.elastic.b().symmetric_eigen();
        let above = axes.values[0].sqrt() - (one + self.stretch);
        let below = (one - self.compression) - axes.values[D - 1].sqrt();
        Some(above.max(below) * self.hardened(state.memory).mu)
    }

    #[inline(always)]
    fn kirchhoff<const D: usize>(&self, state: Remembering<R, D>) -> Matrix<R, D> {
        let FixedCorotated { lambda, mu } = self.hardened(state.memory);
        let b = state.elastic.b();
        let j = state.volume_ratio();
        ((b - b.sqrt_symmetric()) * (mu + mu)).plus_diagonal(lambda * (j - j.one()) * j)
    }

    #[inline(always)]
    fn energy<const D: usize>(&self, state: Remembering<R, D>) -> R {
        let root = Deformation::from_deformation(state.deformation());
        self.hardened(state.memory).energy(root)
    }

    #[inline(always)]
    fn differential<const D: usize>(
        &self,
        state: Remembering<R, D>,
        f: Matrix<R, D>,
        df: Matrix<R, D>,
    ) -> Matrix<R, D> {
        self.hardened(state.memory).differential(Deformation::from_deformation(f), f, df)
    }

    /// Where it crumbles along one axis alone.
    #[inline(always)]
    fn critical_volume_ratio<const D: usize>(&self, _: Remembering<R, D>) -> R {
        self.stretch + self.stretch.one()
    }

    #[inline(always)]
    fn wave_modulus<const D: usize>(&self, state: Remembering<R, D>, _: Matrix<R, D>) -> R {
        let FixedCorotated { lambda, mu } = self.hardened(state.memory);
        (mu + mu) * super::elasticity::largest_eigenvalue_bound(state.elastic.b())
            + lambda * state.volume_ratio().squared()
    }
}
