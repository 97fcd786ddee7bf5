//! Numbers of a material that depend on a scalar that the particle carries.

use super::NUMBERS_MAX;
use crate::tensor::{Real, Scalar};

/// A scalar that particles carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carried {
    /// Temperature, in K or °C.
    Temperature,
    /// The molten share, from 0 to 1.
    Melt,
    /// The concentration of a dissolved component, from 0 to 1.
    Concentration,
}

impl Carried {
    /// All of them.
    pub const ALL: [Carried; 3] = [Carried::Temperature, Carried::Melt, Carried::Concentration];

    /// The name in scene files.
    pub fn name(self) -> &'static str {
        match self {
            Carried::Temperature => "temperature",
            Carried::Melt => "melt",
            Carried::Concentration => "concentration",
        }
    }
}

/// How many numbers a material has at most: its law's, viscosity and bulk viscosity.
pub const VARYING_MAX: usize = NUMBERS_MAX + 2;

/// A material's numbers: its law's, then zeros, then viscosity and bulk viscosity.
pub type MaterialNumbers<R> = [R; VARYING_MAX];

/// A material's numbers at some values of a scalar, between which they are interpolated linearly, and held beyond.
///
/// It is the law's own numbers that are interpolated, such as Lamé's parameters and the sine of a friction angle, and not the
/// parameters from which they were made.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation {
    /// What they depend on.
    pub by: Carried,
    /// Values of the scalar, ascending, with the numbers there.
    pub(super) knots: Vec<(f64, MaterialNumbers<f64>)>,
}

impl Variation {
    /// The numbers where the scalar has this value.
    #[inline(always)]
    pub fn at<R: Real>(&self, scalar: R) -> MaterialNumbers<R> {
        let (zero, one) = (scalar.zero(), scalar.one());
        let splat = |numbers: &MaterialNumbers<f64>| {
            let mut values = [zero; VARYING_MAX];
            for k in 0..VARYING_MAX {
                values[k] = R::splat(scalar.token(), R::Scalar::from_f64(numbers[k]));
            }
            values
        };
        let (first, numbers) = &self.knots[0];
        let (mut at, mut low) = (*first, splat(numbers));
        let mut values = low;
        for (next, numbers) in &self.knots[1..] {
            let high = splat(numbers);
            let share = ((scalar - one.of(at)) * one.of(1.0 / (next - at))).max(zero).min(one);
            let reached = one.of(at).le(scalar);
            for k in 0..VARYING_MAX {
                let value = low[k] * (one - share) + high[k] * share;
                values[k] = R::select(reached, value, values[k]);
            }
            (at, low) = (*next, high);
        }
        values
    }
}
