//! Constitutive laws: one file per law, named for what it models, and the one list of them.
//!
//! A law knows no grid and no particle set: it maps a state and an increment of deformation to a state, and a state to a
//! stress. It is written once over [`Real`], without branches, and runs on registers of particles or on plain numbers.

mod checks;
mod fixed_corotated;
mod liquid;
mod neo_hookean;
mod update;

pub use fixed_corotated::FixedCorotated;
pub use liquid::Liquid;
pub use neo_hookean::NeoHookean;
pub use update::{DeformationUpdate, Fastest, MaterialUpdate, Speeds};

use crate::tensor::{Matrix, Real};

/// The closed list of laws: adding one is its file and its line here. Scene names, the material enum, the derivative
/// checks and the conservation checks follow.
macro_rules! laws {
    ($($law:ident),+ $(,)?) => {
        /// Any law, with its parameters.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Material {
            $(#[doc = concat!("See [`", stringify!($law), "`].")] $law($law),)+
        }

        $(impl From<$law> for Material {
            fn from(law: $law) -> Material {
                Material::$law(law)
            }
        })+

        impl Material {
            /// What is known of every law without its parameters.
            pub const LAWS: &'static [LawDescription] = &[$(LawDescription {
                name: $law::NAME,
                about: $law::ABOUT,
                parameters: $law::PARAMETERS,
                build: |values| $law::from_values(values).into(),
                example: || $law::example().into(),
            },)+];

            /// Every number of the law, in a fixed order.
            pub fn numbers(&mut self) -> Vec<&mut f64> {
                match self {
                    $(Material::$law(law) => law.numbers(),)+
                }
            }

            /// Runs work that is generic over the law.
            pub fn visit<V: LawVisitor>(&self, visitor: V) -> V::Output {
                match self {
                    $(Material::$law(law) => visitor.visit(law),)+
                }
            }
        }

        #[cfg(test)]
        mod law_checks {
            use super::*;
            $(
                #[allow(non_snake_case)]
                #[test]
                fn $law() {
                    checks::check_law(&<$law>::example());
                    checks::check_numbers($law::NAME);
                }
            )+
        }
    };
}
laws!(FixedCorotated, NeoHookean, Liquid);

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
    build: fn(&[f64]) -> Material,
    example: fn() -> Material,
}

impl LawDescription {
    /// A typical material of this law.
    pub fn example(&self) -> Material {
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
}

impl std::fmt::Display for MaterialError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            MaterialError::UnknownLaw(name) => {
                let names: Vec<_> = Material::LAWS.iter().map(|law| law.name).collect();
                write!(f, "no material law is called `{name}`; there are {}", names.join(", "))
            }
            MaterialError::Missing(name) => write!(f, "`{name}` is missing"),
            MaterialError::Unknown(name) => write!(f, "the law has no parameter `{name}`"),
            MaterialError::OutOfRange { name, value, range: (low, high) } => {
                write!(f, "`{name}` is {value}; it must lie between {low} and {high}")
            }
        }
    }
}

impl std::error::Error for MaterialError {}

impl Material {
    /// The law of that name with the given parameters, each checked against its range.
    pub fn from_parameters(law: &str, given: &[(&str, f64)]) -> Result<Material, MaterialError> {
        let description = Material::LAWS
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

    /// The law of that name with these [`Material::numbers`], if it has so many.
    pub(crate) fn from_numbers(law: &str, numbers: &[f64]) -> Option<Material> {
        let mut material = Material::LAWS.iter().find(|candidate| candidate.name == law)?.example();
        let own = material.numbers();
        if own.len() != numbers.len() {
            return None;
        }
        own.into_iter().zip(numbers).for_each(|(own, number)| *own = *number);
        Some(material)
    }

    /// The name of the law.
    pub fn law_name(&self) -> &'static str {
        struct Name;
        impl LawVisitor for Name {
            type Output = &'static str;
            fn visit<L: Law>(self, _: &L) -> &'static str {
                L::NAME
            }
        }
        self.visit(Name)
    }
}

/// Work that is generic over the law; [`Material::visit`] runs it.
pub trait LawVisitor {
    /// What the work returns.
    type Output;
    /// The work.
    fn visit<L: Law>(self, law: &L) -> Self::Output;
}

/// One step's deformation of a particle.
#[derive(Clone, Copy)]
pub struct Increment<R, const D: usize> {
    /// `H = Δt ∇v`.
    pub rate: Matrix<R, D>,
    /// The relative change of `F`, which becomes `(I + change) F`: `H`, or `H + H²/2`.
    pub change: Matrix<R, D>,
}

/// What a law keeps per particle from step to step.
pub trait State<R: Real, const D: usize>: Copy {
    /// How many numbers that is.
    const COUNT: usize;
    /// The state of a particle that was deformed elastically by `F` from rest.
    fn from_deformation(f: Matrix<R, D>) -> Self;
    /// The elastic deformation gradient; a state that knows only part of it answers with the nearest it can tell.
    fn deformation(&self) -> Matrix<R, D>;
    /// One of the numbers.
    fn get(&self, index: usize) -> R;
    /// Sets one of the numbers.
    fn set(&mut self, index: usize, value: R);
}

/// The deformation gradient `F`, kept as `F − I`.
///
/// Added to an `F` near `I`, the strain of one step of slow motion is lost to rounding, and a block at rest creeps in
/// `f32`. Added to `F − I` it is not.
#[derive(Clone, Copy)]
pub struct Deformation<R, const D: usize> {
    /// The gradient of the displacement, `F − I`.
    pub displacement_gradient: Matrix<R, D>,
}

impl<R: Real, const D: usize> Deformation<R, D> {
    /// `F`.
    #[inline(always)]
    pub fn f(&self) -> Matrix<R, D> {
        self.displacement_gradient.plus_diagonal(self.displacement_gradient.0[0][0].one())
    }

    /// `F ← (I + change) F`.
    #[inline(always)]
    pub fn advance(self, by: Increment<R, D>) -> Self {
        let g = self.displacement_gradient;
        Deformation { displacement_gradient: g + (by.change + by.change * g) }
    }
}

impl<R: Real, const D: usize> State<R, D> for Deformation<R, D> {
    const COUNT: usize = D * D;
    #[inline(always)]
    fn from_deformation(f: Matrix<R, D>) -> Self {
        Deformation { displacement_gradient: f.plus_diagonal(-f.0[0][0].one()) }
    }
    #[inline(always)]
    fn deformation(&self) -> Matrix<R, D> {
        self.f()
    }
    #[inline(always)]
    fn get(&self, index: usize) -> R {
        self.displacement_gradient.0[index / D][index % D]
    }
    #[inline(always)]
    fn set(&mut self, index: usize, value: R) {
        self.displacement_gradient.0[index / D][index % D] = value;
    }
}

/// The ratio of present to initial volume `J`, all that a liquid remembers.
#[derive(Clone, Copy)]
pub struct VolumeRatio<R>(pub R);

impl<R: Real, const D: usize> State<R, D> for VolumeRatio<R> {
    const COUNT: usize = 1;
    #[inline(always)]
    fn from_deformation(f: Matrix<R, D>) -> Self {
        VolumeRatio(f.det())
    }
    #[inline(always)]
    fn deformation(&self) -> Matrix<R, D> {
        Matrix::scaled_identity(self.0.powf(self.0.of(1.0 / D as f64)))
    }
    #[inline(always)]
    fn get(&self, _: usize) -> R {
        self.0
    }
    #[inline(always)]
    fn set(&mut self, _: usize, value: R) {
        self.0 = value;
    }
}

/// A constitutive law. Stresses and moduli are in Pa, energies in J per m³ of initial volume.
pub trait Law: Clone + Send + Sync + 'static {
    /// What a particle carries.
    type State<R: Real, const D: usize>: State<R, D>;
    /// The name in scene files.
    const NAME: &'static str;
    /// What it models, in one line.
    const ABOUT: &'static str;
    /// What [`Law::from_values`] takes, in that order.
    const PARAMETERS: &'static [Parameter];

    /// The law with these parameters, which are within their ranges.
    fn from_values(values: &[f64]) -> Self;
    /// A typical one, for the checks that every law must pass.
    fn example() -> Self;
    /// Every number that the law holds, in a fixed order: what a snapshot keeps of it.
    fn numbers(&mut self) -> Vec<&mut f64>;

    /// The state after an increment, return mapping included.
    fn advance<R: Real, const D: usize>(
        &self,
        state: Self::State<R, D>,
        by: Increment<R, D>,
    ) -> Self::State<R, D>;
    /// The Kirchhoff stress `τ = P Fᵀ`.
    fn kirchhoff<R: Real, const D: usize>(&self, state: Self::State<R, D>) -> Matrix<R, D>;
    /// The elastic energy `Ψ`.
    fn energy<R: Real, const D: usize>(&self, state: Self::State<R, D>) -> R;
    /// The change `δP` of the first Piola–Kirchhoff stress when `F` changes by `δF`, to first order.
    fn differential<R: Real, const D: usize>(&self, f: Matrix<R, D>, df: Matrix<R, D>) -> Matrix<R, D>;
    /// The ratio of elastic to rest volume `J_E`.
    fn volume_ratio<R: Real, const D: usize>(&self, state: Self::State<R, D>) -> R;
    /// The ratio `J_c` at and above which the material has come apart; infinite for one that never does.
    fn critical_volume_ratio<R: Real, const D: usize>(&self, state: Self::State<R, D>) -> R;
    /// `ρ₀ c²` of the fastest wave in the present state, as seen from the grid.
    fn wave_modulus<R: Real, const D: usize>(&self, state: Self::State<R, D>) -> R;
}

/// Lamé's parameters, in Pa.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elasticity {
    /// The first parameter `λ`.
    pub lambda: f64,
    /// The shear modulus `μ`.
    pub mu: f64,
}

impl Elasticity {
    /// From Young's modulus in Pa and Poisson's ratio; in 2D this is plane strain.
    pub fn from_young(young_modulus: f64, poisson_ratio: f64) -> Self {
        let (e, nu) = (young_modulus, poisson_ratio);
        Elasticity { lambda: e * nu / ((1.0 + nu) * (1.0 - 2.0 * nu)), mu: e / (2.0 * (1.0 + nu)) }
    }

    pub(crate) fn numbers(&mut self) -> Vec<&mut f64> {
        vec![&mut self.lambda, &mut self.mu]
    }
}

/// The parameters of every law that takes E and ν.
pub const YOUNG_AND_POISSON: &[Parameter] = &[
    Parameter {
        name: "young_modulus",
        unit: "Pa",
        about: "Young's modulus, the stiffness",
        default: None,
        range: (0.0, 1e15),
    },
    Parameter {
        name: "poisson_ratio",
        unit: "",
        about: "Poisson's ratio: 0 is cork, 0.5 would be incompressible",
        default: Some(0.3),
        range: (-0.99, 0.4999),
    },
];

/// An upper bound of the largest eigenvalue of a symmetric matrix: exact in 2D and for multiples of the identity.
#[inline(always)]
pub(crate) fn largest_eigenvalue_bound<R: Real, const D: usize>(b: Matrix<R, D>) -> R {
    let t = b.trace();
    let spread = ((D - 1) as f64 / D as f64).sqrt();
    t.mul_add(t.of(1.0 / D as f64), b.deviator().norm() * t.of(spread))
}

/// `∂J/∂F`, the matrix of cofactors.
#[inline(always)]
pub(crate) fn cofactors<R: Real, const D: usize>(f: Matrix<R, D>) -> Matrix<R, D> {
    f.adjugate().transpose()
}

/// The first-order change of the cofactors: they are linear in 2D and quadratic in 3D.
#[inline(always)]
pub(crate) fn cofactors_differential<R: Real, const D: usize>(
    f: Matrix<R, D>,
    df: Matrix<R, D>,
) -> Matrix<R, D> {
    if D == 2 { cofactors(df) } else { cofactors(f + df) - cofactors(f) - cofactors(df) }
}
