//! Which integrator advances the nodes, as data.

/// How nodes advance in time.
///
/// With forces `f` at nodes that were displaced by `Δt (old vⁿ + new Δv)`, all of them are
///
/// ```text
/// m Δv = Δt f + Δt m g          ṽ = vⁿ + Δv          x̃ = x + Δt (vⁿ + moved Δv)
/// ```
///
/// | | old | new | moved |
/// |---|---|---|---|
/// | conservative, `λ` | `λ` | `λ (1 − λ)` | `1 − λ` |
/// | backward Euler | 1 | 1 | 1 |
///
/// The first row is equations 27 to 30 of "An angular momentum conserving affine-particle-in-cell method": linear and angular
/// momentum are kept for every `λ`. `λ = 0` is symplectic Euler and `λ = ½` the midpoint rule; 0 and 1 are explicit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Integrator {
    /// Forces in the middle of the step, where `λ` says: 0 at its beginning, 1 at its end.
    Conservative {
        /// `λ`, from 0 to 1.
        lambda: f64,
    },
    /// Forces at the end of the step: stable and dissipative; loses angular momentum.
    BackwardEuler,
}

/// The numbers of an [`Integrator`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shares {
    /// The share of the old velocity in what displaces nodes for the forces.
    pub old: f64,
    /// The share of its change.
    pub new: f64,
    /// The share of the change in what moves and deforms particles.
    pub moved: f64,
}

impl Default for Integrator {
    fn default() -> Self {
        Integrator::SYMPLECTIC_EULER
    }
}

/// The name that takes a number.
const FAMILY: &str = "lambda";

impl Integrator {
    /// Velocities by the forces at the old places, then places by the new velocities.
    pub const SYMPLECTIC_EULER: Integrator = Integrator::Conservative { lambda: 0.0 };
    /// Forces at the middle of the step.
    pub const MIDPOINT: Integrator = Integrator::Conservative { lambda: 0.5 };

    const NAMED: [(&'static str, Integrator, &'static str); 3] = [
        ("symplectic-euler", Integrator::SYMPLECTIC_EULER, "explicit; steps are limited by sound"),
        ("midpoint", Integrator::MIDPOINT, "implicit; keeps energy, linear and angular momentum"),
        ("backward-euler", Integrator::BackwardEuler, "implicit; damps, and loses angular momentum"),
    ];

    /// Names and one line about each. `lambda-0.25` is another of the conservative family.
    pub fn names() -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
        let family = (FAMILY, "of the family that keeps linear and angular momentum, as in lambda-0.25");
        Integrator::NAMED.into_iter().map(|(name, _, what)| (name, what)).chain([family])
    }

    /// The integrator of that name; `None` if there is none, or if λ is not between 0 and 1.
    pub fn from_name(name: &str) -> Option<Integrator> {
        if let Some((_, integrator, _)) = Integrator::NAMED.iter().find(|(known, _, _)| *known == name) {
            return Some(*integrator);
        }
        let lambda = name.strip_prefix(FAMILY)?.strip_prefix('-')?.parse().ok()?;
        (0.0..=1.0).contains(&lambda).then_some(Integrator::Conservative { lambda })
    }

    /// Its name.
    pub fn name(self) -> String {
        match (Integrator::NAMED.iter().find(|(_, known, _)| *known == self), self) {
            (Some((name, _, _)), _) => name.to_string(),
            (None, Integrator::Conservative { lambda }) => format!("{FAMILY}-{lambda}"),
            (None, Integrator::BackwardEuler) => unreachable!("it has a name"),
        }
    }

    /// Its numbers.
    pub fn shares(self) -> Shares {
        match self {
            Integrator::Conservative { lambda } => {
                Shares { old: lambda, new: lambda * (1.0 - lambda), moved: 1.0 - lambda }
            }
            Integrator::BackwardEuler => Shares { old: 1.0, new: 1.0, moved: 1.0 },
        }
    }

    /// Whether forces depend on the velocities that they make, so that a system must be solved.
    pub fn is_implicit(self) -> bool {
        self.shares().new > 0.0
    }

    /// How many times as long as symplectic Euler's a step may be before sound makes it unstable: `1/|1 − 2λ|` for an
    /// oscillator.
    pub fn sound_steps(self) -> f64 {
        match self {
            Integrator::Conservative { lambda } => 1.0 / (1.0 - 2.0 * lambda).abs(),
            Integrator::BackwardEuler => f64::INFINITY,
        }
    }

    /// λ, if it is not between 0 and 1.
    pub(crate) fn invalid_lambda(self) -> Option<f64> {
        match self {
            Integrator::Conservative { lambda } => Some(lambda).filter(|x| !(0.0..=1.0).contains(x)),
            Integrator::BackwardEuler => None,
        }
    }
}
