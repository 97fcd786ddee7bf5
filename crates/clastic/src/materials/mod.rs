//! Constitutive laws: one file per law, named for what it models, and the one list of them.
//!
//! A law knows no grid and no particle set: it maps a state and an increment of deformation to a state, and a state to a
//! stress. It is written once over [`Real`], without branches, and runs on registers of particles or on plain numbers.
//! [`Material`] is a law with what any law can be combined with: viscosity, heat, and numbers that vary with a scalar that
//! the particle carries.

mod across;
mod clay;
mod ductile;
mod elasticity;
mod fixed_corotated;
mod heat;
mod hencky;
mod inert;
mod liquid;
mod material;
mod mixing;
mod neo_hookean;
mod sand;
mod sand_hencky;
mod simo;
mod snow;
mod state;
mod stiffness;
mod stored;
mod trial;
mod update;
mod variation;
mod yield_fluid;

pub use across::Across;
pub use clay::Clay;
pub use ductile::Ductile;
pub use elasticity::lame;
pub use fixed_corotated::FixedCorotated;
pub use heat::Heat;
pub use hencky::Hencky;
pub use inert::Inert;
pub use liquid::Liquid;
pub(crate) use material::law_part;
pub use material::{LawDescription, Material, MaterialError, Parameter};
pub(crate) use mixing::polynomial;
pub use mixing::{Mixing, RestDensity, VolumeSource};
pub use neo_hookean::NeoHookean;
pub use sand::Sand;
pub use sand_hencky::SandHencky;
pub use simo::Simo;
pub use snow::Snow;
pub use state::{Deformation, Increment, LeftCauchyGreen, Remembering, State, VolumeRatio};
pub use stiffness::Stiffness;
pub use trial::{Trial, Tried, Wanted};
pub(crate) use update::viscous_stress;
pub use update::{DeformationUpdate, Fastest, MaterialUpdate, Speeds, VolumeUpdate};
pub use variation::{Carried, Variation};
pub(crate) use variation::{MaterialNumbers, VARYING_MAX};
pub use yield_fluid::YieldFluid;

use crate::tensor::{Matrix, Real};

/// The most numbers that a law holds.
pub const NUMBERS_MAX: usize = 12;

/// The closed list of laws: adding one is its file and its line here. Scene names, the enum of all laws, the checks of
/// derivatives, return mappings and conservation follow.
macro_rules! laws {
    ($($law:ident),+ $(,)?) => {
        /// Any law, with its numbers.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum AnyLaw {
            $(#[doc = concat!("See [`", stringify!($law), "`].")] $law($law),)+
        }

        $(impl From<$law> for AnyLaw {
            fn from(law: $law) -> AnyLaw {
                AnyLaw::$law(law)
            }
        }

        impl From<$law> for Material {
            fn from(law: $law) -> Material {
                Material::new(AnyLaw::$law(law))
            }
        })+

        impl AnyLaw {
            /// What is known of every law without its parameters.
            pub const LAWS: &'static [LawDescription] = &[$(LawDescription {
                name: $law::NAME,
                about: $law::ABOUT,
                parameters: $law::PARAMETERS,
                build: |values| $law::from_values(values).into(),
                example: || $law::example().into(),
            },)+];

            /// Runs work that is generic over the law.
            pub fn visit<V: LawVisitor>(&self, visitor: V) -> V::Output {
                match self {
                    $(AnyLaw::$law(law) => visitor.visit(law),)+
                }
            }

            /// The same law with other numbers.
            fn with_numbers(&self, numbers: &[f64; NUMBERS_MAX]) -> AnyLaw {
                match self {
                    $(AnyLaw::$law(_) => AnyLaw::$law($law::over(numbers)),)+
                }
            }
        }
    };
}
laws!(
    FixedCorotated,
    NeoHookean,
    Simo,
    Hencky,
    Liquid,
    Inert,
    Across,
    Sand,
    SandHencky,
    Clay,
    Snow,
    Ductile,
    YieldFluid,
);

/// Declares a law's numbers: a struct over one number or a register of them, made of a list and turned into one.
macro_rules! law_numbers {
    (
        $(#[$about:meta])*
        pub struct $law:ident {
            $($(#[$field_about:meta])* $field:ident,)+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $law<R = f64> {
            $($(#[$field_about])* pub $field: R,)+
        }

        impl $crate::materials::Numbers for $law {
            type Over<R: $crate::tensor::Real> = $law<R>;
            const NUMBERS: usize = [$(stringify!($field)),+].len();

            fn numbers(&self) -> [f64; $crate::materials::NUMBERS_MAX] {
                const { assert!(Self::NUMBERS <= $crate::materials::NUMBERS_MAX) };
                let mut numbers = [0.0; $crate::materials::NUMBERS_MAX];
                let own = [$(self.$field),+];
                numbers[..own.len()].copy_from_slice(&own);
                numbers
            }

            #[inline(always)]
            fn over<R: $crate::tensor::Real>(numbers: &[R; $crate::materials::NUMBERS_MAX]) -> $law<R> {
                let [$($field,)+ ..] = *numbers;
                $law { $($field),+ }
            }
        }
    };
}
pub(crate) use law_numbers;

/// The stress, energy, differential and wave modulus of a law whose elasticity is another's: `self.elasticity()`'s, of the
/// elastic part of its state.
macro_rules! elastic_response {
    ($state:ident => $elastic:expr) => {
        #[inline(always)]
        fn kirchhoff<const D: usize>(&self, $state: Self::State<D>) -> Matrix<R, D> {
            self.elasticity().kirchhoff($elastic)
        }

        #[inline(always)]
        fn energy<const D: usize>(&self, $state: Self::State<D>) -> R {
            self.elasticity().energy($elastic)
        }

        #[inline(always)]
        fn differential<const D: usize>(
            &self,
            $state: Self::State<D>,
            f: Matrix<R, D>,
            df: Matrix<R, D>,
        ) -> Matrix<R, D> {
            self.elasticity().differential($elastic, f, df)
        }

        #[inline(always)]
        fn wave_modulus<const D: usize>(&self, $state: Self::State<D>, stress: Matrix<R, D>) -> R {
            self.elasticity().wave_modulus($elastic, stress)
        }
    };
}
pub(crate) use elastic_response;

/// The numbers of a law, of which one struct holds plain numbers and registers alike.
pub trait Numbers: Copy {
    /// The law over another kind of number.
    type Over<R: Real>: Response<R>;
    /// How many numbers it holds.
    const NUMBERS: usize;
    /// The numbers in a fixed order, then zeros: what a snapshot keeps of the law.
    fn numbers(&self) -> [f64; NUMBERS_MAX];
    /// The law with these numbers.
    fn over<R: Real>(numbers: &[R; NUMBERS_MAX]) -> Self::Over<R>;
}

/// A constitutive law as users choose it: its name and its parameters.
pub trait Law: Numbers + std::fmt::Debug + PartialEq + Send + Sync + 'static {
    /// The law of its elasticity: itself, or one whose numbers and state are the first of its own.
    type Elasticity: Law;
    /// The name in scene files.
    const NAME: &'static str;
    /// What it models, in one line.
    const ABOUT: &'static str;
    /// What [`Law::from_values`] takes, in that order.
    const PARAMETERS: &'static [Parameter];
    /// Whether it is the same in all directions. One that is not is told by a mesh which directions are which, and cannot be stepped
    /// implicitly.
    const ISOTROPIC: bool = true;

    /// The law with these parameters, which are within their ranges.
    fn from_values(values: &[f64]) -> Self;
    /// A typical one, for the checks that every law must pass.
    fn example() -> Self;
}

/// How matter responds to deformation. Stresses and moduli are in Pa, energies in J per m³ of initial volume.
pub trait Response<R: Real>: Copy {
    /// What a particle carries.
    type State<const D: usize>: State<R, D>;

    /// The return mapping: where a state that yields goes, and what it remembers of that.
    #[inline(always)]
    fn project<const D: usize>(&self, trial: Self::State<D>) -> Self::State<D> {
        trial
    }
    /// The state after an increment, return mapping included.
    #[inline(always)]
    fn advance<const D: usize>(&self, state: Self::State<D>, by: Increment<R, D>) -> Self::State<D> {
        self.project(state.deform(by))
    }
    /// Positive, in Pa or Pa², outside the yield surface, with what the state remembers; `None` for a material that does
    /// not yield, or flows at any stress.
    #[inline(always)]
    fn yield_function<const D: usize>(&self, _: Self::State<D>) -> Option<R> {
        None
    }
    /// The Kirchhoff stress `τ = P Fᵀ`.
    fn kirchhoff<const D: usize>(&self, state: Self::State<D>) -> Matrix<R, D>;
    /// The elastic energy `Ψ`.
    fn energy<const D: usize>(&self, state: Self::State<D>) -> R;
    /// The change `δP` of the first Piola–Kirchhoff stress when the elastic `F` changes by `δF`, to first order, with
    /// whatever else the state remembers held.
    fn differential<const D: usize>(
        &self,
        state: Self::State<D>,
        f: Matrix<R, D>,
        df: Matrix<R, D>,
    ) -> Matrix<R, D>;
    /// The ratio `J_c` at and above which the material has come apart; infinite for one that never does.
    #[inline(always)]
    fn critical_volume_ratio<const D: usize>(&self, state: Self::State<D>) -> R {
        state.get(0).of(f64::INFINITY)
    }
    /// `ρ₀ c²` of the fastest wave in the present state and under its stress, as seen from the grid.
    fn wave_modulus<const D: usize>(&self, state: Self::State<D>, stress: Matrix<R, D>) -> R;
}

/// What a particle of a law carries.
pub type StateOf<L, R, const D: usize> = <<L as Numbers>::Over<R> as Response<R>>::State<D>;

/// Work that is generic over the law; [`AnyLaw::visit`] runs it.
pub trait LawVisitor {
    /// What the work returns.
    type Output;
    /// The work.
    fn visit<L: Law>(self, law: &L) -> Self::Output;
}
