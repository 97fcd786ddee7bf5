use super::elasticity::{POISSON_RATIO, YOUNG_MODULUS, lame};
use super::simo::{CRUSHED, Simo, scale_deviator};
use super::{
    Increment, Law, LeftCauchyGreen, Parameter, Remembering, Response, State, elastic_response, law_numbers,
};
use crate::tensor::{Matrix, Real};

law_numbers! {
    /// Sand: Drucker and Prager's cone over Simo's neo-Hookean law, without singular values.
    ///
    /// ```text
    /// p = −κ/2 (J² − 1)          s = μ dev b̄          p_t = c cot φ
    /// yield where ‖s‖ > k α d (p + p_t); then dev b shrinks to the cone and det b stays
    /// at the tip, p ≤ −p_t: no shear, J = J_c = √(1 + 2 p_t/κ), and ln(J/J_c) is remembered
    /// α = √(2/3) 2 sin φ/(3 − sin φ) in 3D,  sin φ/√2 in 2D
    /// ```
    ///
    /// The cone touches Mohr and Coulomb's pyramid in triaxial compression; in 2D it is Mohr and Coulomb's law in plane strain.
    /// Flow keeps the volume. What the grid pulled apart is remembered and given back: matter that expanded by some volume
    /// must lose it before it is under pressure again. Without that, heaps grow with every disturbance.
    ///
    /// Valid for `0 < φ < 90°`. Sources: Yue et al., "Hybrid grains" (2018); Klár et al., "Drucker–Prager elastoplasticity
    /// for sand animation" (2016); the remembered volume is that of Tampubolon et al., "Multi-species simulation of porous sand
    /// and water mixtures" (2017).
    pub struct Sand {
        /// Lamé's first parameter `λ`, in Pa.
        lambda,
        /// The shear modulus `μ`, in Pa.
        mu,
        /// `sin φ` of the friction angle.
        friction,
        /// The tension `p_t` that it bears, in Pa.
        tension,
        /// What multiplies the cone's slope, `k`.
        cone_scale,
        /// The share of the remembered expansion that a step gives back.
        repaid,
        /// The most expansion that is remembered, as a logarithm of volume.
        remembered,
    }
}

impl Sand {
    /// Dry sand, from Young's modulus in Pa, Poisson's ratio and the friction angle in degrees.
    pub fn new(young_modulus: f64, poisson_ratio: f64, friction_angle: f64) -> Self {
        Sand::from_values(&[young_modulus, poisson_ratio, friction_angle, 0.0, 1.0, 1.0, 1.0])
    }

    /// The same with a cohesion `c`, in Pa.
    pub fn with_cohesion(self, cohesion: f64) -> Self {
        Sand { tension: tension(self.friction, cohesion), ..self }
    }
}

/// `c cot φ`.
pub(super) fn tension(sin: f64, cohesion: f64) -> f64 {
    cohesion * (1.0 - sin * sin).sqrt() / sin
}

/// The slope of the cone: the norm of the deviator over `d` times the pressure.
#[inline(always)]
pub fn cone_slope<R: Real, const D: usize>(sin: R) -> R {
    if D == 2 {
        sin * sin.of(0.5f64.sqrt())
    } else {
        sin * sin.of(2.0 * (2.0f64 / 3.0).sqrt()) / (sin.of(3.0) - sin)
    }
}

/// The friction angle.
pub const FRICTION_ANGLE: Parameter = Parameter {
    name: "friction_angle",
    unit: "°",
    about: "angle of internal friction",
    default: Some(30.0),
    range: (0.1, 89.9),
};

/// The parameters of both forms of sand, after stiffness and friction.
pub const COHESION: Parameter = Parameter {
    name: "cohesion",
    unit: "Pa",
    about: "shear stress that it bears without pressure: 0 is dry",
    default: Some(0.0),
    range: (0.0, 1e12),
};
pub const VOLUME_CORRECTION: Parameter = Parameter {
    name: "volume_correction",
    unit: "",
    about: "share of its remembered expansion that it gives back in a step: 0 lets heaps grow",
    default: Some(1.0),
    range: (0.0, 1.0),
};
pub const VOLUME_CORRECTION_LIMIT: Parameter = Parameter {
    name: "volume_correction_limit",
    unit: "",
    about: "most expansion that it remembers, as a logarithm of volume",
    default: Some(1.0),
    range: (0.0, 100.0),
};

impl<R: Real> Sand<R> {
    #[inline(always)]
    fn elasticity(&self) -> Simo<R> {
        Simo { lambda: self.lambda, mu: self.mu }
    }

    /// `J_c² − 1`.
    #[inline(always)]
    fn critical_change<const D: usize>(&self) -> R {
        (self.tension + self.tension) / self.elasticity().bulk_modulus::<D>()
    }

    /// `p + p_t` and `‖s‖` at the cone for that pressure.
    #[inline(always)]
    fn cone<const D: usize>(&self, state: LeftCauchyGreen<R, D>) -> (R, R) {
        let half_bulk = self.mu.of(0.5) * self.elasticity().bulk_modulus::<D>();
        let pressure = half_bulk * (self.critical_change::<D>() - state.squared_volume_change());
        (pressure, pressure * cone_slope::<R, D>(self.friction) * self.cone_scale * self.mu.of(D as f64))
    }
}

impl Law for Sand {
    type Elasticity = Simo;
    const NAME: &'static str = "drucker-prager";
    const ABOUT: &'static str = "sand and other grains, dry or cohesive (Drucker–Prager on Simo's law)";
    const PARAMETERS: &'static [Parameter] = &[
        YOUNG_MODULUS,
        POISSON_RATIO,
        FRICTION_ANGLE,
        COHESION,
        VOLUME_CORRECTION,
        VOLUME_CORRECTION_LIMIT,
        Parameter {
            name: "cone_scale",
            unit: "",
            about: "multiplies the slope of the cone; 1/d gives the cone of a public demo that leaves out d",
            default: Some(1.0),
            range: (0.01, 10.0),
        },
    ];

    fn from_values(values: &[f64]) -> Self {
        let (lambda, mu) = lame(values[0], values[1]);
        let friction = values[2].to_radians().sin();
        let tension = tension(friction, values[3]);
        let (repaid, remembered, cone_scale) = (values[4], values[5], values[6]);
        Sand { lambda, mu, friction, tension, cone_scale, repaid, remembered }
    }
    fn example() -> Self {
        Sand::new(1e3, 0.3, 35.0).with_cohesion(2.0)
    }
}

impl<R: Real> Response<R> for Sand<R> {
    type State<const D: usize> = Remembering<R, D>;

    #[inline(always)]
    fn project<const D: usize>(&self, trial: Remembering<R, D>) -> Remembering<R, D> {
        let one = self.mu.one();
        let elastic = trial.elastic;
        let (change, critical) = (elastic.squared_volume_change(), self.critical_change::<D>());
        let (_, limit) = self.cone(elastic);
        let shear = self.elasticity().shear_stress(elastic).norm();
        let share = R::select(shear.le(limit), one, limit / shear).max(one.zero());
        let on_cone = scale_deviator(elastic, share);

        // Without shear at the tip, and where it would be crushed.
        let apart = critical.le(change);
        let least = one.of(CRUSHED * CRUSHED - 1.0);
        let shearless = apart | change.lt(least);
        let squared = R::select(apart, critical, least) + one;
        let isotropic = LeftCauchyGreen::isotropic(squared.sqrt());
        let expansion = one.of(0.5) * ((change + one) / (critical + one)).ln();
        let memory = (trial.memory + expansion).min(self.remembered);
        Remembering {
            elastic: LeftCauchyGreen { strain: Matrix::select(shearless, isotropic.strain, on_cone.strain) },
            memory: R::select(apart, memory, trial.memory),
        }
    }

    #[inline(always)]
    fn advance<const D: usize>(&self, state: Remembering<R, D>, by: Increment<R, D>) -> Remembering<R, D> {
        self.project(repay(state.deform(by), self.repaid))
    }

    #[inline(always)]
    fn yield_function<const D: usize>(&self, state: Remembering<R, D>) -> Option<R> {
        let (pressure, limit) = self.cone(state.elastic);
        let shear = self.elasticity().shear_stress(state.elastic).norm();
        Some((shear - limit).max(-pressure))
    }

    elastic_response!(state => state.elastic);

    #[inline(always)]
    fn critical_volume_ratio<const D: usize>(&self, _: Remembering<R, D>) -> R {
        (self.critical_change::<D>() + self.mu.one()).sqrt()
    }
}

/// Gives back a share of the expansion that is remembered: `b ← b exp(2/d · share · memory)`.
#[inline(always)]
pub fn repay<R: Real, const D: usize>(state: Remembering<R, D>, share: R) -> Remembering<R, D> {
    let given = share * state.memory;
    let factor = (given * given.of(2.0 / D as f64)).exp();
    let more = factor - factor.one();
    let strain = state.elastic.strain;
    Remembering {
        elastic: LeftCauchyGreen { strain: (strain + strain * more).plus_diagonal(more) },
        memory: state.memory - given,
    }
}
