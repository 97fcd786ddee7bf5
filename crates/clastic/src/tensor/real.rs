//! One number or a register of them: the trait that all physics is written over.

use std::ops::{Add, AddAssign, BitAnd, BitOr, Div, Mul, MulAssign, Neg, Not, Sub, SubAssign};

use super::functions;

/// A yes or no for every lane of a [`Real`].
pub trait Mask: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    /// True if any lane is true.
    fn any(self) -> bool;
    /// True if the given lane is true.
    fn test(self, lane: usize) -> bool;
}

impl Mask for bool {
    #[inline(always)]
    fn any(self) -> bool {
        self
    }
    #[inline(always)]
    fn test(self, _lane: usize) -> bool {
        self
    }
}

/// `f32`, `f64`, or a register of particles.
///
/// A law makes its constants from any value it holds ([`Real::of`]), so no instruction set appears outside this module.
/// Laws do not branch on values: they [`Real::select`].
pub trait Real:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
{
    /// Proof that the CPU has the instructions; `()` for a plain number.
    type Token: Copy;
    /// The number in each lane.
    type Scalar: Scalar;
    /// What comparisons return.
    type Mask: Mask;
    /// How many numbers one value holds.
    const LANES: usize;

    /// The token this value was made with.
    fn token(self) -> Self::Token;
    /// The same number in every lane.
    fn splat(token: Self::Token, x: Self::Scalar) -> Self;
    /// Reads the first [`Real::LANES`] numbers of a slice.
    fn load(token: Self::Token, from: &[Self::Scalar]) -> Self;
    /// Writes the first [`Real::LANES`] numbers of a slice.
    fn store(self, to: &mut [Self::Scalar]);
    /// The number in one lane.
    fn lane(self, lane: usize) -> Self::Scalar;

    /// `self < other`, lane by lane; false where either is NaN.
    fn lt(self, other: Self) -> Self::Mask;
    /// `self <= other`, lane by lane; false where either is NaN.
    fn le(self, other: Self) -> Self::Mask;
    /// `yes` where the mask is true, `no` elsewhere.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;
    /// The smaller; unspecified where either is NaN.
    fn min(self, other: Self) -> Self;
    /// The larger; unspecified where either is NaN.
    fn max(self, other: Self) -> Self;
    /// The value without its sign.
    fn abs(self) -> Self;
    /// The value with the sign of another.
    fn copysign(self, sign: Self) -> Self;
    /// The square root.
    fn sqrt(self) -> Self;
    /// The largest whole number not above the value.
    fn floor(self) -> Self;
    /// `self * a + b`, fused where the CPU can.
    fn mul_add(self, a: Self, b: Self) -> Self;
    /// `(m, e)` with `self = m · 2^e` and `m` in `[1, 2)`, for positive normal numbers.
    fn split_exponent(self) -> (Self, Self);
    /// `2^self` for whole numbers within the range of normal exponents.
    fn exp2_whole(self) -> Self;

    /// A constant beside this value.
    #[inline(always)]
    fn of(self, x: f64) -> Self {
        Self::splat(self.token(), Self::Scalar::from_f64(x))
    }
    /// Zero beside this value.
    #[inline(always)]
    fn zero(self) -> Self {
        self.of(0.0)
    }
    /// One beside this value.
    #[inline(always)]
    fn one(self) -> Self {
        self.of(1.0)
    }
    /// The square.
    #[inline(always)]
    fn squared(self) -> Self {
        self * self
    }
    /// The reciprocal.
    #[inline(always)]
    fn recip(self) -> Self {
        self.one() / self
    }
    /// The natural exponential.
    #[inline(always)]
    fn exp(self) -> Self {
        functions::exp(self)
    }
    /// The natural logarithm: −∞ at zero, NaN below.
    #[inline(always)]
    fn ln(self) -> Self {
        functions::ln(self)
    }
    /// `self^power` for positive values.
    #[inline(always)]
    fn powf(self, power: Self) -> Self {
        (power * self.ln()).exp()
    }
}

/// A plain number: `f32` or `f64`.
pub trait Scalar:
    Real<Token = (), Scalar = Self, Mask = bool> + Default + PartialOrd + std::fmt::Debug + Send + Sync + 'static
{
    /// The distance from 1 to the next number.
    const EPSILON: f64;
    /// The smallest positive number of full precision.
    const MIN_POSITIVE: f64;
    /// The largest finite number.
    const MAX: f64;
    /// The smallest and largest exponents that [`Real::exp2_whole`] takes.
    const EXPONENTS: (f64, f64);
    /// Terms of the series for [`functions::exp`] and [`functions::ln`] that reach full precision.
    const SERIES_TERMS: (usize, usize);
    /// Rounds to this precision.
    fn from_f64(x: f64) -> Self;
    /// Widens.
    fn to_f64(self) -> f64;
    /// False for NaN and infinities.
    fn is_finite(self) -> bool;
    /// A whole number from 0 to 2²², without the care that `as` takes of all others.
    fn to_index(self) -> usize;
}

macro_rules! scalar {
    ($t:ident, $bits:ident, $mantissa:expr, $bias:expr, $terms:expr) => {
        impl Real for $t {
            type Token = ();
            type Scalar = $t;
            type Mask = bool;
            const LANES: usize = 1;

            #[inline(always)]
            fn token(self) {}
            #[inline(always)]
            fn splat(_: (), x: $t) -> $t {
                x
            }
            #[inline(always)]
            fn load(_: (), from: &[$t]) -> $t {
                from[0]
            }
            #[inline(always)]
            fn store(self, to: &mut [$t]) {
                to[0] = self;
            }
            #[inline(always)]
            fn lane(self, _: usize) -> $t {
                self
            }
            #[inline(always)]
            fn lt(self, other: $t) -> bool {
                self < other
            }
            #[inline(always)]
            fn le(self, other: $t) -> bool {
                self <= other
            }
            #[inline(always)]
            fn select(mask: bool, yes: $t, no: $t) -> $t {
                if mask { yes } else { no }
            }
            #[inline(always)]
            fn min(self, other: $t) -> $t {
                if self < other { self } else { other }
            }
            #[inline(always)]
            fn max(self, other: $t) -> $t {
                if self > other { self } else { other }
            }
            #[inline(always)]
            fn abs(self) -> $t {
                $t::abs(self)
            }
            #[inline(always)]
            fn copysign(self, sign: $t) -> $t {
                $t::copysign(self, sign)
            }
            #[inline(always)]
            fn sqrt(self) -> $t {
                $t::sqrt(self)
            }
            #[inline(always)]
            fn floor(self) -> $t {
                $t::floor(self)
            }
            // Without hardware FMA `mul_add` of the standard library is a slow call, so plain numbers round twice.
            #[inline(always)]
            fn mul_add(self, a: $t, b: $t) -> $t {
                self * a + b
            }
            #[inline(always)]
            fn split_exponent(self) -> ($t, $t) {
                let bits = self.to_bits();
                let exponent = (bits >> $mantissa) as $t - $bias as $t;
                let mantissa = (bits & ((1 << $mantissa) - 1)) | ($bias << $mantissa);
                ($t::from_bits(mantissa), exponent)
            }
            #[inline(always)]
            fn exp2_whole(self) -> $t {
                $t::from_bits(((self + $bias as $t) as $bits) << $mantissa)
            }
        }

        impl Scalar for $t {
            const EPSILON: f64 = $t::EPSILON as f64;
            const MIN_POSITIVE: f64 = $t::MIN_POSITIVE as f64;
            const MAX: f64 = $t::MAX as f64;
            const EXPONENTS: (f64, f64) = ($t::MIN_EXP as f64 - 1.0, $t::MAX_EXP as f64 - 1.0);
            const SERIES_TERMS: (usize, usize) = $terms;
            #[inline(always)]
            fn from_f64(x: f64) -> $t {
                x as $t
            }
            #[inline(always)]
            fn to_f64(self) -> f64 {
                self as f64
            }
            #[inline(always)]
            fn is_finite(self) -> bool {
                $t::is_finite(self)
            }
            // Added to 2^mantissa, a whole number stands in the lowest bits.
            #[inline(always)]
            fn to_index(self) -> usize {
                let bits = (self + (1u64 << $mantissa) as $t).to_bits();
                (bits & ((1 << 22) - 1)) as usize
            }
        }
    };
}
scalar!(f32, u32, 23, 127u32, (7, 6));
scalar!(f64, u64, 52, 1023u64, (13, 11));
