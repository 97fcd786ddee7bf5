//! A law with what any law can be combined with.

use super::variation::{MaterialNumbers, VARYING_MAX};
use super::{
    AnyLaw, Carried, Heat, Law, LawVisitor, Mixing, NUMBERS_MAX, RestDensity, Variation, VolumeSource,
};

/// A number that a law needs.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name in scene files.
    pub name: &'static str,
    /// Its SI unit, empty if it has none.
    pub unit: &'static str,
    /// What it is.
    pub about: &'static str,
    /// The value if not given; without one it must be given.
    pub default: Option<f64>,
    /// The smallest and largest values that make sense.
    pub range: (f64, f64),
}

/// A law without its parameters.
#[derive(Clone, Copy, Debug)]
pub struct LawDescription {
    /// The name in scene files.
    pub name: &'static str,
    /// What it models, in one line.
    pub about: &'static str,
    /// What it needs.
    pub parameters: &'static [Parameter],
    pub(super) build: fn(&[f64]) -> AnyLaw,
    pub(super) example: fn() -> AnyLaw,
}

impl LawDescription {
    /// A typical material of this law.
    pub fn example(&self) -> AnyLaw {
        (self.example)()
    }
}

/// Why a material could not be made.
#[derive(Clone, Debug, PartialEq)]
pub enum MaterialError {
    /// No law has that name.
    UnknownLaw(String),
    /// A parameter that must be given is missing.
    Missing(&'static str),
    /// The law has no such parameter.
    Unknown(String),
    /// The value makes no sense.
    OutOfRange {
        /// The parameter.
        name: &'static str,
        /// What was given.
        value: f64,
        /// What is allowed.
        range: (f64, f64),
    },
    /// Numbers that vary need two or more values of the scalar, ascending, and one law for all of them.
    Variation,
}

impl std::fmt::Display for MaterialError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            MaterialError::UnknownLaw(name) => {
                let names: Vec<_> = AnyLaw::LAWS.iter().map(|law| law.name).collect();
                write!(f, "no material law is called `{name}`; there are {}", names.join(", "))
            }
            MaterialError::Missing(name) => write!(f, "`{name}` is missing"),
            MaterialError::Unknown(name) => write!(f, "the law has no parameter `{name}`"),
            MaterialError::OutOfRange { name, value, range: (low, high) } => {
                write!(f, "`{name}` is {value}; it must lie between {low} and {high}")
            }
            MaterialError::Variation => {
                write!(f, "numbers that vary need two or more ascending values of the scalar, and one law")
            }
        }
    }
}

impl std::error::Error for MaterialError {}

impl AnyLaw {
    /// The law of that name with the given parameters, each checked against its range.
    pub fn from_parameters(law: &str, given: &[(&str, f64)]) -> Result<AnyLaw, MaterialError> {
        let description = AnyLaw::LAWS
            .iter()
            .find(|candidate| candidate.name == law)
            .ok_or_else(|| MaterialError::UnknownLaw(law.to_string()))?;
        if let Some((name, _)) =
            given.iter().find(|(name, _)| !description.parameters.iter().any(|p| p.name == *name))
        {
            return Err(MaterialError::Unknown(name.to_string()));
        }
        let mut values = Vec::with_capacity(description.parameters.len());
        for &Parameter { name, default, range, .. } in description.parameters {
            let value = given.iter().find(|(given, _)| *given == name).map(|(_, value)| *value).or(default);
            let value = value.ok_or(MaterialError::Missing(name))?;
            if !(range.0 <= value && value <= range.1) {
                return Err(MaterialError::OutOfRange { name, value, range });
            }
            values.push(value);
        }
        Ok((description.build)(&values))
    }

    /// The law of that name with these numbers, as [`AnyLaw::numbers`] gives them; `None` if no law has that name.
    pub fn from_numbers(law: &str, numbers: &[f64; NUMBERS_MAX]) -> Option<AnyLaw> {
        let description = AnyLaw::LAWS.iter().find(|candidate| candidate.name == law)?;
        Some(description.example().with_numbers(numbers))
    }

    /// The name of the law.
    pub fn name(&self) -> &'static str {
        struct Name;
        impl LawVisitor for Name {
            type Output = &'static str;
            fn visit<L: Law>(self, _: &L) -> &'static str {
                L::NAME
            }
        }
        self.visit(Name)
    }

    /// Whether it is the same in all directions.
    pub fn is_isotropic(&self) -> bool {
        struct Read;
        impl LawVisitor for Read {
            type Output = bool;
            fn visit<L: Law>(self, _: &L) -> bool {
                L::ISOTROPIC
            }
        }
        self.visit(Read)
    }

    /// Its numbers in a fixed order, then zeros: what a snapshot keeps of it, see [`Numbers`](super::Numbers).
    pub fn numbers(&self) -> [f64; NUMBERS_MAX] {
        struct Read;
        impl LawVisitor for Read {
            type Output = [f64; NUMBERS_MAX];
            fn visit<L: Law>(self, law: &L) -> [f64; NUMBERS_MAX] {
                law.numbers()
            }
        }
        self.visit(Read)
    }
}

/// A law with what any law can be combined with: Newton's viscosity, heat, and numbers that depend on a scalar.
///
/// ```
/// use clastic::materials::{FixedCorotated, Heat, Material};
///
/// let putty = Material::from(FixedCorotated::new(1e4, 0.3)).viscous(50.0, 0.0).heated(Heat::new(1500.0, 0.2));
/// assert_eq!(putty.viscosity, 50.0);
/// ```
///
/// The viscous stress is added to the law's, as in equation 23 of the MLSRK paper:
///
/// ```text
/// τ_v = J (η (∇v + ∇vᵀ − 2/d ∇·v I) + ζ ∇·v I)
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// The law; where numbers vary, that of the first value of the scalar.
    pub law: AnyLaw,
    /// The viscosity `η`, in Pa s.
    pub viscosity: f64,
    /// The bulk viscosity `ζ`, in Pa s.
    pub bulk_viscosity: f64,
    /// The volume ratio at which it comes apart, in place of the law's `J_c`.
    pub critical_volume_ratio: Option<f64>,
    /// How it takes up and conducts heat, if it does.
    pub heat: Option<Heat>,
    /// How its numbers depend on a scalar, if they do.
    pub variation: Option<Variation>,
    /// How it mixes with others.
    pub mixing: Mixing,
}

impl Material {
    /// A law and nothing else.
    pub fn new(law: AnyLaw) -> Self {
        Material {
            law,
            viscosity: 0.0,
            bulk_viscosity: 0.0,
            critical_volume_ratio: None,
            heat: None,
            variation: None,
            mixing: Mixing::default(),
        }
    }

    /// The same with a viscosity and a bulk viscosity, in Pa s.
    pub fn viscous(self, viscosity: f64, bulk_viscosity: f64) -> Self {
        Material { viscosity, bulk_viscosity, ..self }
    }

    /// The same that comes apart at another volume ratio than its law says.
    pub fn separating_at(self, critical_volume_ratio: f64) -> Self {
        Material { critical_volume_ratio: Some(critical_volume_ratio), ..self }
    }

    /// The same with heat.
    pub fn heated(self, heat: Heat) -> Self {
        Material { heat: Some(heat), ..self }
    }

    /// The same with a volume by how many particles there are.
    pub fn measured(mut self) -> Self {
        self.mixing.volume = VolumeSource::Density;
        self
    }

    /// The same through which components move, with this mobility in m²/s over the free energy's unit.
    pub fn mobile(mut self, mobility: f64) -> Self {
        self.mixing.mobility = mobility;
        self
    }

    /// The same whose law and density at rest depend on another component than the first, counted from 0.
    pub fn heeding(mut self, component: usize) -> Self {
        self.mixing.component = component;
        self
    }

    /// The same with a density at rest that depends on a concentration.
    pub fn swelling(mut self, rest_density: RestDensity) -> Self {
        self.mixing.rest_density = Some(rest_density);
        self
    }

    /// The same with the numbers of these materials where the scalar has these values, and numbers between them in between.
    ///
    /// They must be two or more, of ascending values and of one law.
    pub fn varying(self, by: Carried, knots: &[(f64, Material)]) -> Result<Self, MaterialError> {
        let ascending = knots.windows(2).all(|pair| pair[0].0 < pair[1].0);
        let finite = knots.iter().all(|(at, _)| at.is_finite());
        let one_law = knots.iter().all(|(_, material)| material.law.name() == self.law.name());
        if knots.len() < 2 || !ascending || !finite || !one_law {
            return Err(MaterialError::Variation);
        }
        let knots: Vec<_> = knots.iter().map(|(at, material)| (*at, material.numbers())).collect();
        let first = Material { law: self.law.with_numbers(&law_part(&knots[0].1)), ..self };
        Ok(Material { variation: Some(Variation { by, knots }), ..first })
    }

    /// Its numbers, without regard to any scalar.
    pub(crate) fn numbers(&self) -> MaterialNumbers<f64> {
        let mut numbers = [0.0; VARYING_MAX];
        numbers[..NUMBERS_MAX].copy_from_slice(&self.law.numbers());
        numbers[NUMBERS_MAX] = self.viscosity;
        numbers[NUMBERS_MAX + 1] = self.bulk_viscosity;
        numbers
    }

    /// Whether particles keep a temperature.
    pub fn keeps_heat(&self) -> bool {
        let by = self.variation.as_ref().map(|variation| variation.by);
        self.heat.is_some() || matches!(by, Some(Carried::Temperature | Carried::Melt))
    }

    /// Whether it has a viscosity besides its law.
    pub fn is_viscous(&self) -> bool {
        self.viscosity > 0.0 || self.bulk_viscosity > 0.0 || self.variation.is_some()
    }

    /// Whether particles keep a concentration.
    pub fn keeps_concentration(&self) -> bool {
        self.variation.as_ref().is_some_and(|variation| variation.by == Carried::Concentration)
    }

    /// How it takes up heat; one without any keeps the temperature that it was given.
    pub(crate) fn heat_or_none(&self) -> Heat {
        self.heat.unwrap_or(Heat::NONE)
    }
}

/// The law's part of a material's numbers.
#[inline(always)]
pub(crate) fn law_part<R: Copy>(numbers: &MaterialNumbers<R>) -> [R; NUMBERS_MAX] {
    let mut own = [numbers[0]; NUMBERS_MAX];
    own.copy_from_slice(&numbers[..NUMBERS_MAX]);
    own
}

impl From<AnyLaw> for Material {
    fn from(law: AnyLaw) -> Material {
        Material::new(law)
    }
}
