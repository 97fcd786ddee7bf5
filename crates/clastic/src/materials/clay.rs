use super::elasticity::{POISSON_RATIO, YOUNG_MODULUS, lame};
use super::sand::{FRICTION_ANGLE, cone_slope};
use super::simo::{Simo, scale_deviator};
use super::{Law, LeftCauchyGreen, Parameter, Remembering, Response, elastic_response, law_numbers};
use crate::tensor::{Matrix, Real};

/// No strength exceeds this share of `κ`: the pressure of Simo's law ends at `κ/2`, and there `J` at 0.
const STRONGEST: f64 = 0.495;
/// The strength of loose powder, as a share of `κ`.
const LOOSE: f64 = 1e-5;

law_numbers! {
    /// Clay, and matter that breaks like it: non-associated Cam clay (NACC), which hardens when pressed and softens when
    /// pulled or sheared.
    ///
    /// ```text
    /// p = −κ/2 (J² − 1)     s = μ dev b̄     p₀ = κ (10⁻⁵ + sinh(ξ max(−α, 0)))
    /// y = (6 − d)/2 (1 + 2χ) ‖s‖² + M² (p + χ p₀)(p − p₀) ≤ 0,   M = α_c d √((6 − d)/2)
    /// ```
    ///
    /// Beyond the tips `p₀` and `−χ p₀` matter goes to them without shear, and `ln(J_trial/J)` is added to `α`. Elsewhere `dev b`
    /// shrinks to the ellipse and `det b` stays; `α` then changes by `ln(J_trial/J_×)`, where `J_×` belongs to the point in which
    /// the line from the trial state to the ellipse's middle crosses it. `α_c` is the cone of the friction angle, as in 3D.
    ///
    /// `p₀` ends at `0.495 κ`, since the pressure ends at `κ/2`: without that an impact takes the root of a negative number.
    /// Source: Wolper et al., "CD-MPM: continuum damage material point methods for dynamic fracture animation" (2019).
    pub struct Clay {
        /// Lamé's first parameter `λ`, in Pa.
        lambda,
        /// The shear modulus `μ`, in Pa.
        mu,
        /// `sin φ` of the friction angle.
        friction,
        /// Strength under tension over strength under pressure, `χ`.
        cohesion,
        /// How fast it hardens, `ξ`.
        hardening,
        /// `α` at the beginning.
        initial_alpha,
    }
}

impl Clay {
    /// From Young's modulus in Pa, Poisson's ratio, the friction angle in degrees, `χ`, `ξ` and the first `α`.
    pub fn new(
        young_modulus: f64,
        poisson_ratio: f64,
        friction_angle: f64,
        cohesion: f64,
        hardening: f64,
        initial_alpha: f64,
    ) -> Self {
        let (lambda, mu) = lame(young_modulus, poisson_ratio);
        let friction = friction_angle.to_radians().sin();
        Clay { lambda, mu, friction, cohesion, hardening, initial_alpha }
    }
}

/// Strength and shape of the ellipse in the present state.
struct Ellipse<R> {
    /// `p₀`.
    strength: R,
    /// `−χ p₀`.
    tensile: R,
    /// `M²`.
    slope: R,
    /// `(6 − d)/2 (1 + 2χ)`.
    weight: R,
}

impl<R: Real> Ellipse<R> {
    /// `y`.
    #[inline(always)]
    fn value(&self, pressure: R, shear: R) -> R {
        self.weight * shear.squared() + self.slope * (pressure - self.tensile) * (pressure - self.strength)
    }

    /// `‖s‖` on the ellipse.
    #[inline(always)]
    fn shear_at(&self, pressure: R) -> R {
        let inside = (pressure - self.tensile) * (self.strength - pressure);
        (self.slope * inside / self.weight).max(pressure.zero()).sqrt()
    }

    /// The pressure at which the line from a point outside to the middle crosses the ellipse. In units in which the ellipse
    /// is a circle, the crossing lies at the radius.
    #[inline(always)]
    fn crossing(&self, pressure: R, shear: R) -> R {
        let half = pressure.of(0.5);
        let middle = half * (self.strength + self.tensile);
        let radius = half * (self.strength - self.tensile);
        let across = shear.squared() * self.weight / self.slope;
        let away = ((pressure - middle).squared() + across).sqrt();
        middle + (pressure - middle) * (radius / away.max(radius))
    }
}

impl<R: Real> Clay<R> {
    #[inline(always)]
    fn elasticity(&self) -> Simo<R> {
        Simo { lambda: self.lambda, mu: self.mu }
    }

    #[inline(always)]
    fn ellipse<const D: usize>(&self, alpha: R) -> Ellipse<R> {
        let one = alpha.one();
        let bulk = self.elasticity().bulk_modulus::<D>();
        // sinh grows beyond the strongest long before its argument is 5.
        let grown = (self.hardening * (-(self.initial_alpha + alpha)).max(one.zero())).min(one.of(5.0)).exp();
        let sinh = one.of(0.5) * (grown - grown.recip());
        let strength = bulk * (sinh + one.of(LOOSE)).min(one.of(STRONGEST));
        let share = one.of((6.0 - D as f64) / 2.0);
        let slope = (cone_slope::<R, 3>(self.friction) * one.of(D as f64)).squared() * share;
        let weight = share * (one + self.cohesion + self.cohesion);
        Ellipse { strength, tensile: -self.cohesion * strength, slope, weight }
    }

    #[inline(always)]
    fn pressure<const D: usize>(&self, elastic: LeftCauchyGreen<R, D>) -> R {
        self.mu.of(-0.5) * self.elasticity().bulk_modulus::<D>() * elastic.squared_volume_change()
    }

    /// `J²` at a pressure.
    #[inline(always)]
    fn squared_volume_at<const D: usize>(&self, pressure: R) -> R {
        let one = pressure.one();
        let squared = one - (pressure + pressure) / self.elasticity().bulk_modulus::<D>();
        squared.max(one.of(1.0 - 2.0 * STRONGEST))
    }
}

impl Law for Clay {
    type Elasticity = Simo;
    const NAME: &'static str = "nacc";
    const ABOUT: &'static str = "clay, and matter that breaks like it (non-associated Cam clay)";
    const PARAMETERS: &'static [Parameter] = &[
        YOUNG_MODULUS,
        POISSON_RATIO,
        FRICTION_ANGLE,
        Parameter {
            name: "cohesion_ratio",
            unit: "",
            about: "χ, strength under tension over strength under pressure: 0 crumbles, 2 is sticky",
            default: Some(1.0),
            range: (0.0, 10.0),
        },
        Parameter {
            name: "hardening",
            unit: "",
            about: "ξ, how fast its strength grows when it is pressed",
            default: Some(1.0),
            range: (0.0, 100.0),
        },
        Parameter {
            name: "initial_alpha",
            unit: "",
            about: "α at the beginning, ln of the volume to which it was pressed before: the lower, the stronger",
            default: Some(-0.2),
            range: (-5.0, 1.0),
        },
    ];

    fn from_values(values: &[f64]) -> Self {
        Clay::new(values[0], values[1], values[2], values[3], values[4], values[5])
    }
    fn example() -> Self {
        Clay::new(1e3, 0.3, 45.0, 0.5, 1.0, -0.05)
    }
}

impl<R: Real> Response<R> for Clay<R> {
    type State<const D: usize> = Remembering<R, D>;

    #[inline(always)]
    fn project<const D: usize>(&self, trial: Remembering<R, D>) -> Remembering<R, D> {
        let one = self.mu.one();
        let elastic = trial.elastic;
        let ellipse = self.ellipse::<D>(trial.memory);
        let pressure = self.pressure(elastic);
        let shear = self.elasticity().shear_stress(elastic).norm();

        let torn = pressure.lt(ellipse.tensile);
        let tip = torn | ellipse.strength.lt(pressure);
        let to = R::select(torn, ellipse.tensile, ellipse.strength);
        let isotropic = LeftCauchyGreen::isotropic(self.squared_volume_at::<D>(to).sqrt());

        let limit = ellipse.shear_at(pressure);
        let sheared = limit.lt(shear);
        let share = R::select(sheared, limit / shear, one);
        let on_ellipse = scale_deviator(elastic, share);
        let crossing = ellipse.crossing(pressure, shear);

        let from = (elastic.squared_volume_change() + one).max(one.of(1e-12));
        let hardened = one.of(0.5) * (from / self.squared_volume_at::<D>(R::select(tip, to, crossing))).ln();
        Remembering {
            elastic: LeftCauchyGreen { strain: Matrix::select(tip, isotropic.strain, on_ellipse.strain) },
            memory: R::select(tip | sheared, trial.memory + hardened, trial.memory),
        }
    }

    #[inline(always)]
    fn yield_function<const D: usize>(&self, state: Remembering<R, D>) -> Option<R> {
        let shear = self.elasticity().shear_stress(state.elastic).norm();
        Some(self.ellipse::<D>(state.memory).value(self.pressure(state.elastic), shear))
    }

    elastic_response!(state => state.elastic);

    /// The tip of the next return mapping, `√(1 + 2χ p₀/κ)`.
    #[inline(always)]
    fn critical_volume_ratio<const D: usize>(&self, state: Remembering<R, D>) -> R {
        self.squared_volume_at::<D>(self.ellipse::<D>(state.memory).tensile).sqrt()
    }
}
