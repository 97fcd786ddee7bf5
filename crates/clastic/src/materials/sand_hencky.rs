use super::elasticity::{POISSON_RATIO, YOUNG_MODULUS, lame};
use super::hencky::{Hencky, PrincipalStrain};
use super::sand::{
    COHESION, FRICTION_ANGLE, VOLUME_CORRECTION, VOLUME_CORRECTION_LIMIT, cone_slope, repay, tension,
};
use super::{Increment, Law, LeftCauchyGreen, Parameter, Remembering, Response, State, law_numbers};
use crate::tensor::{Matrix, Real};

law_numbers! {
    /// Sand in its first form: Drucker and Prager's cone over Hencky's strain.
    ///
    /// ```text
    /// ε = ½ ln b          ε_t = p_t/κ = c cot φ/κ
    /// yield where 2μ ‖dev ε‖ > α d κ (ε_t − tr ε); then dev ε shrinks to the cone
    /// at the tip, tr ε ≥ ε_t: dev ε = 0, tr ε = ε_t, and tr ε − ε_t is remembered
    /// ```
    ///
    /// At small strain it is [`Sand`](super::Sand), whose `α` and remembered volume it shares; it needs eigenvectors, which makes it
    /// slower. Valid for `0 < φ < 90°`. Source: Klár et al., "Drucker–Prager elastoplasticity for sand animation" (2016); with
    /// cohesion, equations 27 to 29 of the MLSRK paper, and with `ξ` equation 25, in which `J_p` is the expansion that is remembered.
    pub struct SandHencky {
        /// Lamé's first parameter `λ`, in Pa.
        lambda,
        /// The shear modulus `μ`, in Pa.
        mu,
        /// `sin φ` of the friction angle.
        friction,
        /// The tension `p_t` that it bears, in Pa.
        tension,
        /// The share of the remembered expansion that a step gives back.
        repaid,
        /// The most expansion that is remembered, as a logarithm of volume.
        remembered,
        /// How fast remembered expansion softens it: `ξ` of `λ, μ → e^{ξ (1 − J_p)} λ, μ`.
        softening,
    }
}

impl SandHencky {
    /// Dry sand, from Young's modulus in Pa, Poisson's ratio and the friction angle in degrees.
    pub fn new(young_modulus: f64, poisson_ratio: f64, friction_angle: f64) -> Self {
        SandHencky::from_values(&[young_modulus, poisson_ratio, friction_angle, 0.0, 1.0, 1.0, 0.0])
    }

    /// The same with a cohesion `c`, in Pa.
    pub fn with_cohesion(self, cohesion: f64) -> Self {
        SandHencky { tension: tension(self.friction, cohesion), ..self }
    }

    /// The same that expansion softens, so that it breaks where it has begun to.
    pub fn softened(self, softening: f64) -> Self {
        SandHencky { softening, ..self }
    }
}

impl<R: Real> SandHencky<R> {
    #[inline(always)]
    fn elasticity(&self) -> Hencky<R> {
        Hencky { lambda: self.lambda, mu: self.mu }
    }

    /// Its elasticity after an expansion, as a logarithm of volume.
    #[inline(always)]
    fn softened_by(&self, memory: R) -> Hencky<R> {
        let share = (self.softening * (memory.one() - memory.exp())).exp();
        Hencky { lambda: self.lambda * share, mu: self.mu * share }
    }

    /// `ε_t`.
    #[inline(always)]
    fn critical_trace<const D: usize>(&self) -> R {
        self.tension / self.elasticity().bulk_modulus::<D>()
    }

    /// `‖dev ε‖` at the cone.
    #[inline(always)]
    fn cone<const D: usize>(&self, trace: R) -> R {
        let slope = cone_slope::<R, D>(self.friction) * self.mu.of(0.5 * D as f64);
        slope * self.elasticity().bulk_modulus::<D>() / self.mu * (self.critical_trace::<D>() - trace)
    }
}

impl Law for SandHencky {
    type Elasticity = SandHencky;
    const NAME: &'static str = "drucker-prager-hencky";
    const ABOUT: &'static str = "sand in its first form (Drucker–Prager on Hencky's strain)";
    const PARAMETERS: &'static [Parameter] = &[
        YOUNG_MODULUS,
        POISSON_RATIO,
        FRICTION_ANGLE,
        COHESION,
        VOLUME_CORRECTION,
        VOLUME_CORRECTION_LIMIT,
        Parameter {
            name: "softening",
            unit: "",
            about: "ξ, how fast expansion weakens it, so that it breaks where it has begun to",
            default: Some(0.0),
            range: (0.0, 100.0),
        },
    ];

    fn from_values(values: &[f64]) -> Self {
        let (lambda, mu) = lame(values[0], values[1]);
        let friction = values[2].to_radians().sin();
        let tension = tension(friction, values[3]);
        SandHencky {
            lambda,
            mu,
            friction,
            tension,
            repaid: values[4],
            remembered: values[5],
            softening: values[6],
        }
    }
    fn example() -> Self {
        SandHencky::new(1e3, 0.3, 35.0).with_cohesion(2.0).softened(2.0)
    }
}

impl<R: Real> Response<R> for SandHencky<R> {
    type State<const D: usize> = Remembering<R, D>;

    #[inline(always)]
    fn project<const D: usize>(&self, trial: Remembering<R, D>) -> Remembering<R, D> {
        let one = self.mu.one();
        let principal = PrincipalStrain::of(trial.elastic);
        let critical = self.critical_trace::<D>();
        let limit = self.cone::<D>(principal.trace).max(one.zero());
        let shear = principal.deviator.norm();
        let apart = critical.le(principal.trace);
        let yields = apart | limit.lt(shear);
        let share = R::select(yields, limit / shear.max(one.of(1e-30)), one).min(one);
        let trace = principal.trace.min(critical);
        let mapped = principal.with(trace, principal.deviator * share);
        let memory = (trial.memory + (principal.trace - critical)).min(self.remembered);
        Remembering {
            elastic: LeftCauchyGreen { strain: Matrix::select(yields, mapped.strain, trial.elastic.strain) },
            memory: R::select(apart, memory, trial.memory),
        }
    }

    #[inline(always)]
    fn advance<const D: usize>(&self, state: Remembering<R, D>, by: Increment<R, D>) -> Remembering<R, D> {
        self.project(repay(state.deform(by), self.repaid))
    }

    #[inline(always)]
    fn yield_function<const D: usize>(&self, state: Remembering<R, D>) -> Option<R> {
        let principal = PrincipalStrain::of(state.elastic);
        let shear = (principal.deviator.norm() - self.cone::<D>(principal.trace)) * (self.mu + self.mu);
        let apart = (principal.trace - self.critical_trace::<D>()) * self.elasticity().bulk_modulus::<D>();
        Some(shear.max(apart))
    }

    #[inline(always)]
    fn kirchhoff<const D: usize>(&self, state: Remembering<R, D>) -> Matrix<R, D> {
        self.softened_by(state.memory).kirchhoff(state.elastic)
    }

    #[inline(always)]
    fn energy<const D: usize>(&self, state: Remembering<R, D>) -> R {
        self.softened_by(state.memory).energy(state.elastic)
    }

    #[inline(always)]
    fn differential<const D: usize>(
        &self,
        state: Remembering<R, D>,
        f: Matrix<R, D>,
        df: Matrix<R, D>,
    ) -> Matrix<R, D> {
        self.softened_by(state.memory).differential(state.elastic, f, df)
    }

    #[inline(always)]
    fn wave_modulus<const D: usize>(&self, state: Remembering<R, D>, stress: Matrix<R, D>) -> R {
        self.softened_by(state.memory).wave_modulus(state.elastic, stress)
    }

    #[inline(always)]
    fn critical_volume_ratio<const D: usize>(&self, _: Remembering<R, D>) -> R {
        self.critical_trace::<D>().exp()
    }
}
