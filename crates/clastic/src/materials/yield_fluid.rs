use super::elasticity::{POISSON_RATIO, YOUNG_MODULUS, lame};
use super::simo::{Simo, scale_deviator};
use super::{Increment, Law, LeftCauchyGreen, Parameter, Response, State, elastic_response, law_numbers};
use crate::tensor::{Matrix, Real, rolled};

/// Steps of Newton's method; the first guess is off by at most `ln 2`.
const ITERATIONS: usize = 4;

law_numbers! {
    /// Mud, paste and foam: a fluid that flows only beyond a yield stress, after Herschel and Bulkley, with Simo's elasticity.
    ///
    /// ```text
    /// s = ‖μ dev b̄‖/√2          γ̇ = ((s − s_Y)/K)^{1/n} where s > s_Y, else 0
    /// s ← s_trial − μ̂ Δt γ̇(s),   μ̂ = μ tr b̄/d;   det b stays
    /// ```
    ///
    /// In steady shear the stress is `s_Y + K γ̇ⁿ`, as rheologists write it; `n = 1` is Bingham's fluid and `K` its viscosity, `n < 1`
    /// thins. The step is implicit, so `K` does not limit `Δt`. With `x = ln(s − s_Y)` it is the root of a convex function,
    /// `ln(eˣ + μ̂ Δt K^{−1/n} e^{x/n})`, which Newton's method approaches from above.
    ///
    /// Valid for `s_Y ≪ μ`. Source: Yue et al., "Continuum foam: a material point method for shear-dependent flows" (2015).
    pub struct YieldFluid {
        /// Lamé's first parameter `λ`, in Pa.
        lambda,
        /// The shear modulus `μ`, in Pa.
        mu,
        /// The shear stress at which it begins to flow `s_Y`, in Pa.
        yield_stress,
        /// `ln K`, with the consistency in Pa sⁿ.
        log_consistency,
        /// `1/n`.
        inverse_index,
    }
}

impl YieldFluid {
    /// From Young's modulus in Pa, Poisson's ratio, the yield stress in shear in Pa, the consistency in Pa sⁿ and the index `n`.
    pub fn new(
        young_modulus: f64,
        poisson_ratio: f64,
        yield_stress: f64,
        consistency: f64,
        index: f64,
    ) -> Self {
        let (lambda, mu) = lame(young_modulus, poisson_ratio);
        YieldFluid { lambda, mu, yield_stress, log_consistency: consistency.ln(), inverse_index: 1.0 / index }
    }
}

impl<R: Real> YieldFluid<R> {
    #[inline(always)]
    fn elasticity(&self) -> Simo<R> {
        Simo { lambda: self.lambda, mu: self.mu }
    }

    /// What is left of a stress beyond the yield stress, given by its logarithm, after flow with this `ln(μ̂ Δt)`.
    #[inline(always)]
    fn relaxed(&self, log_beyond: R, log_stiffness: R) -> R {
        let m = self.inverse_index;
        let log_a = log_stiffness - self.log_consistency * m;
        let mut x = log_beyond.min((log_beyond - log_a) / m);
        for _ in rolled(ITERATIONS) {
            // ln(eˣ + e^y) and its slope, from the larger exponent.
            let y = m.mul_add(x, log_a);
            let top = x.max(y);
            let (first, second) = ((x - top).exp(), (y - top).exp());
            let sum = first + second;
            x -= (top + sum.ln() - log_beyond) * sum / m.mul_add(second, first);
        }
        x.exp()
    }
}

impl Law for YieldFluid {
    type Elasticity = Simo;
    const NAME: &'static str = "herschel-bulkley";
    const ABOUT: &'static str =
        "mud, paste and foam that flow beyond a yield stress (Herschel–Bulkley, Bingham)";
    const PARAMETERS: &'static [Parameter] = &[
        YOUNG_MODULUS,
        POISSON_RATIO,
        Parameter {
            name: "yield_stress",
            unit: "Pa",
            about: "shear stress at which it begins to flow",
            default: None,
            range: (0.0, 1e15),
        },
        Parameter {
            name: "consistency",
            unit: "Pa s",
            about: "K, shear stress beyond that at a shear rate of 1/s; the viscosity if the index is 1",
            default: None,
            range: (1e-9, 1e12),
        },
        Parameter {
            name: "flow_index",
            unit: "",
            about: "n, how stress grows with shear rate: 1 is Bingham's fluid, below it thins",
            default: Some(1.0),
            range: (0.1, 3.0),
        },
    ];

    fn from_values(values: &[f64]) -> Self {
        YieldFluid::new(values[0], values[1], values[2], values[3], values[4])
    }
    fn example() -> Self {
        YieldFluid::new(1e3, 0.3, 20.0, 5.0, 0.5)
    }
}

impl<R: Real> Response<R> for YieldFluid<R> {
    type State<const D: usize> = LeftCauchyGreen<R, D>;

    #[inline(always)]
    fn project<const D: usize>(&self, trial: LeftCauchyGreen<R, D>) -> LeftCauchyGreen<R, D> {
        Simo::uncrushed(trial)
    }

    #[inline(always)]
    fn advance<const D: usize>(
        &self,
        state: LeftCauchyGreen<R, D>,
        by: Increment<R, D>,
    ) -> LeftCauchyGreen<R, D> {
        let trial = self.project(state.deform(by));
        let one = self.mu.one();
        let tiny = one.of(1e-30);
        let shear = self.elasticity().shear_stress(trial);
        let stress = shear.norm() * one.of(0.5f64.sqrt());
        let beyond = stress - self.yield_stress;
        // μ tr b̄/d, with dev b̄ = s/μ: the trace of b̄ is that of b over J^{2/d}, the ratio of their deviators.
        let raw = trial.strain.deviator().norm() * one.of(0.5f64.sqrt());
        let mean = trial.b().trace() * one.of(1.0 / D as f64);
        let stiffness = R::select(tiny.lt(raw), stress / raw.max(tiny), self.mu) * mean;
        let flows = (one.of(1e-12) * self.mu).lt(beyond) & one.zero().lt(by.dt);
        let left = self.relaxed(
            R::select(flows, beyond, one).ln(),
            (stiffness * R::select(flows, by.dt, one)).max(tiny).ln(),
        );
        let share = (self.yield_stress + left) / R::select(flows, stress, one);
        scale_deviator(trial, R::select(flows, share.min(one), one))
    }

    elastic_response!(state => state);

    /// Like any fluid it comes apart when it expands.
    #[inline(always)]
    fn critical_volume_ratio<const D: usize>(&self, _: LeftCauchyGreen<R, D>) -> R {
        self.mu.one()
    }
}
