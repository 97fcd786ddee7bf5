use super::elasticity::{POISSON_RATIO, YOUNG_MODULUS, lame};
use super::hencky::{Hencky, PrincipalStrain};
use super::{
    Increment, Law, LeftCauchyGreen, Parameter, Remembering, Response, State, elastic_response, law_numbers,
};
use crate::tensor::{Mask, Matrix, Real};

/// The rate of flow, in 1/s, from which on it is taken as immediate.
const IMMEDIATE: f64 = 1e12;

law_numbers! {
    /// Metals, and soft solids that keep the shape they are pressed into: von Mises' yield with Hencky's strain.
    ///
    /// ```text
    /// yield where ‖dev τ‖ > √(2/3) σ_Y,   σ_Y = max(σ_0 + H ε_p, σ_min)
    /// then dev ε shrinks to the surface and tr ε stays; ε_p grows by √(2/3) ‖Δ dev ε‖
    /// ```
    ///
    /// `σ_Y` is the stress at which a rod yields, `ε_p` the equivalent plastic strain before the step. With `H > 0` it hardens, with
    /// `H < 0` it softens down to `σ_min`. With a finite rate of flow only the share `1 − exp(−rate Δt)` of the stress beyond the
    /// surface is relaxed in a step: the creeping plastic flow of frozen yogurt.
    ///
    /// Valid for small elastic strain at any plastic strain. Sources: Simo and Hughes, "Computational Inelasticity" (1998),
    /// section 3.3; for the flow at a rate, Bargteil et al., "A finite element method for animating large viscoplastic flow"
    /// (2007), which "The affine particle-in-cell method" uses for frozen yogurt.
    pub struct Ductile {
        /// Lamé's first parameter `λ`, in Pa.
        lambda,
        /// The shear modulus `μ`, in Pa.
        mu,
        /// The yield stress at the beginning `σ_0`, in Pa.
        yield_stress,
        /// The change of the yield stress with plastic strain `H`, in Pa.
        hardening,
        /// The least yield stress `σ_min`, in Pa.
        least_yield_stress,
        /// How fast it flows, in 1/s.
        flow_rate,
    }
}

impl Ductile {
    /// Without hardening, from Young's modulus in Pa, Poisson's ratio and the yield stress in Pa.
    pub fn new(young_modulus: f64, poisson_ratio: f64, yield_stress: f64) -> Self {
        Ductile::from_values(&[young_modulus, poisson_ratio, yield_stress, 0.0, 0.0, IMMEDIATE])
    }

    /// The same that hardens by so many Pa per unit of plastic strain.
    pub fn with_hardening(self, hardening: f64) -> Self {
        Ductile { hardening, ..self }
    }
}

impl<R: Real> Ductile<R> {
    #[inline(always)]
    fn elasticity(&self) -> Hencky<R> {
        Hencky { lambda: self.lambda, mu: self.mu }
    }

    /// `‖dev τ‖` at which it yields.
    #[inline(always)]
    fn limit(&self, plastic_strain: R) -> R {
        let stress = self.hardening.mul_add(plastic_strain, self.yield_stress).max(self.least_yield_stress);
        stress * self.mu.of((2.0f64 / 3.0).sqrt())
    }

    /// Takes `dev ε` that share of the way to the yield surface.
    #[inline(always)]
    fn relax<const D: usize>(&self, trial: Remembering<R, D>, flow: R) -> Remembering<R, D> {
        let one = self.mu.one();
        let principal = PrincipalStrain::of(trial.elastic);
        let norm = principal.deviator.norm();
        let limit = self.limit(trial.memory) / (self.mu + self.mu);
        let yields = limit.lt(norm);
        if !yields.any() {
            return trial;
        }
        let beyond = R::select(yields, norm - limit, one.zero()) * flow;
        let share = one - beyond / R::select(yields, norm, one);
        let mapped = principal.with(principal.trace, principal.deviator * share);
        let flowed = beyond * one.of((2.0f64 / 3.0).sqrt());
        Remembering {
            elastic: LeftCauchyGreen { strain: Matrix::select(yields, mapped.strain, trial.elastic.strain) },
            memory: trial.memory + flowed,
        }
    }
}

impl Law for Ductile {
    type Elasticity = Hencky;
    const NAME: &'static str = "von-mises";
    const ABOUT: &'static str =
        "metal, and soft solids that keep their shape (von Mises, hardening or softening)";
    const PARAMETERS: &'static [Parameter] = &[
        YOUNG_MODULUS,
        POISSON_RATIO,
        Parameter {
            name: "yield_stress",
            unit: "Pa",
            about: "stress at which a rod of it yields",
            default: None,
            range: (0.0, 1e15),
        },
        Parameter {
            name: "hardening",
            unit: "Pa",
            about: "change of the yield stress per unit of plastic strain; below 0 it softens",
            default: Some(0.0),
            range: (-1e15, 1e15),
        },
        Parameter {
            name: "least_yield_stress",
            unit: "Pa",
            about: "what softening leaves of the yield stress",
            default: Some(0.0),
            range: (0.0, 1e15),
        },
        Parameter {
            name: "flow_rate",
            unit: "1/s",
            about: "how fast stress beyond the yield stress relaxes; at once if not given",
            default: Some(IMMEDIATE),
            range: (0.0, IMMEDIATE),
        },
    ];

    fn from_values(values: &[f64]) -> Self {
        let (lambda, mu) = lame(values[0], values[1]);
        let (yield_stress, hardening, least_yield_stress) = (values[2], values[3], values[4]);
        Ductile { lambda, mu, yield_stress, hardening, least_yield_stress, flow_rate: values[5] }
    }
    fn example() -> Self {
        Ductile { least_yield_stress: 5.0, ..Ductile::new(1e3, 0.3, 20.0).with_hardening(-30.0) }
    }
}

impl<R: Real> Response<R> for Ductile<R> {
    type State<const D: usize> = Remembering<R, D>;

    #[inline(always)]
    fn project<const D: usize>(&self, trial: Remembering<R, D>) -> Remembering<R, D> {
        self.relax(trial, self.mu.one())
    }

    #[inline(always)]
    fn advance<const D: usize>(&self, state: Remembering<R, D>, by: Increment<R, D>) -> Remembering<R, D> {
        let one = self.mu.one();
        let flow = one - (-(self.flow_rate * by.dt).min(one.of(80.0))).exp();
        self.relax(state.deform(by), flow)
    }

    #[inline(always)]
    fn yield_function<const D: usize>(&self, state: Remembering<R, D>) -> Option<R> {
        Some(self.kirchhoff(state).deviator().norm() - self.limit(state.memory))
    }

    elastic_response!(state => state.elastic);
}
