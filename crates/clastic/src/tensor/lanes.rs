//! Registers of particles and the choice of instruction set; with [`super::rows`] the only place that names one.

use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd as Set, f32x4, f32x8, f32x16, f64x2, f64x4, f64x8};
use fearless_simd::{mask32x4, mask32x8, mask32x16, mask64x2, mask64x4, mask64x8};

use super::real::{Mask, Real, Scalar};
use super::rows::{Nodes, Pair, Row, SumNodes};

/// Proof that the CPU has an instruction set, and the registers that it really has.
pub trait Simd: Set {
    /// A register of `f32`.
    type Single: Interleave<Token = Self, Scalar = f32>;
    /// A register of `f64`.
    type Double: Interleave<Token = Self, Scalar = f64>;
}

impl<S: Set> Simd for S
where
    S::f32s: Interleave<Token = S, Scalar = f32>,
    S::f64s: Interleave<Token = S, Scalar = f64>,
{
    type Single = S::f32s;
    type Double = S::f64s;
}

/// Registers whose numbers are written particle after particle, a group of them for each.
pub trait Interleave: Real {
    /// Writes four registers as one group of four values per particle.
    fn interleave(columns: [Self; 4], to: &mut [Self::Scalar]);
    /// Writes eight registers as one group of eight values per particle.
    fn interleave_wide(lower: [Self; 4], upper: [Self; 4], to: &mut [Self::Scalar]);
    /// The inverse of [`Interleave::interleave`].
    fn deinterleave(token: Self::Token, from: &[Self::Scalar]) -> [Self; 4];
    /// The inverse of [`Interleave::interleave_wide`].
    fn deinterleave_wide(token: Self::Token, from: &[Self::Scalar]) -> [[Self; 4]; 2];
}

/// A number that comes in registers: `f32` 16 at a time, `f64` 8 at a time, whatever the CPU's width.
pub trait LaneScalar: Scalar {
    /// Particles per register.
    const PER_REGISTER: usize;
    /// A register of particles.
    type Lanes<S: Simd>: Interleave<Token = S, Scalar = Self>;
    /// A register of the CPU's own width, the whole of the other or a part of it: for long computations, which in several
    /// registers at once take as much more code and find no room for what lies between.
    type Part<S: Simd>: Interleave<Token = S, Scalar = Self>;
    /// Four numbers.
    type Four<S: Simd>: Real<Token = S, Scalar = Self>;
    /// Four neighbouring nodes of four values each.
    type Narrow<S: Simd>: SumNodes<S, Self>;
    /// Four neighbouring nodes of eight values each.
    type Wide<S: Simd>: Row<S, Self>;
    /// Three neighbouring nodes of eight values each.
    type WideShort<S: Simd>: Row<S, Self>;
}

macro_rules! lanes {
    ($lanes:ident, $scalar:ident, $mask:ident, $bits:ident, $count:expr, $mantissa:expr, $bias:expr) => {
        impl<S: Set> Mask for $mask<S> {
            #[inline(always)]
            fn any(self) -> bool {
                self.any_true()
            }
            #[inline(always)]
            fn test(self, lane: usize) -> bool {
                SimdMask::test(&self, lane)
            }
        }

        impl<S: Set> Real for $lanes<S> {
            type Token = S;
            type Scalar = $scalar;
            type Mask = $mask<S>;
            const LANES: usize = $count;

            #[inline(always)]
            fn token(self) -> S {
                ExtractToken::token(&self)
            }
            #[inline(always)]
            fn splat(token: S, x: $scalar) -> Self {
                SimdBase::splat(token, x)
            }
            #[inline(always)]
            fn load(token: S, from: &[$scalar]) -> Self {
                Self::from_slice(token, &from[..$count])
            }
            #[inline(always)]
            fn store(self, to: &mut [$scalar]) {
                self.store_slice(&mut to[..$count]);
            }
            #[inline(always)]
            fn lane(self, lane: usize) -> $scalar {
                self[lane]
            }
            #[inline(always)]
            fn lt(self, other: Self) -> $mask<S> {
                self.simd_lt(other)
            }
            #[inline(always)]
            fn le(self, other: Self) -> $mask<S> {
                self.simd_le(other)
            }
            #[inline(always)]
            fn select(mask: $mask<S>, yes: Self, no: Self) -> Self {
                mask.select(yes, no)
            }
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                SimdBase::min(self, other)
            }
            #[inline(always)]
            fn max(self, other: Self) -> Self {
                SimdBase::max(self, other)
            }
            #[inline(always)]
            fn abs(self) -> Self {
                SimdBase::abs(self)
            }
            #[inline(always)]
            fn copysign(self, sign: Self) -> Self {
                SimdFloat::copysign(self, sign)
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                SimdFloat::sqrt(self)
            }
            #[inline(always)]
            fn floor(self) -> Self {
                SimdFloat::floor(self)
            }
            #[inline(always)]
            fn mul_add(self, a: Self, b: Self) -> Self {
                SimdFloat::mul_add(self, a, b)
            }
            #[inline(always)]
            fn split_exponent(self) -> (Self, Self) {
                let bits = self.to_bits();
                let exponent: Self = (bits >> $mantissa).to_float();
                let mantissa = (bits & ((1 << $mantissa) - 1)) | ($bias << $mantissa);
                (Self::from_bits(mantissa), exponent - $bias as $scalar)
            }
            #[inline(always)]
            fn exp2_whole(self) -> Self {
                let biased: fearless_simd::$bits<S> = (self + $bias as $scalar).to_int();
                Self::from_bits(biased << $mantissa)
            }
        }
    };
}
lanes!(f32x4, f32, mask32x4, u32x4, 4, 23, 127u32);
lanes!(f32x8, f32, mask32x8, u32x8, 8, 23, 127u32);
lanes!(f32x16, f32, mask32x16, u32x16, 16, 23, 127u32);
lanes!(f64x2, f64, mask64x2, u64x2, 2, 52, 1023u64);
lanes!(f64x4, f64, mask64x4, u64x4, 4, 52, 1023u64);
lanes!(f64x8, f64, mask64x8, u64x8, 8, 52, 1023u64);

/// Four registers interleaved: the first values of all, then the second, and so on.
macro_rules! quarters {
    ($a:expr, $b:expr, $c:expr, $d:expr) => {{
        let (ac0, ac1) = $a.interleave($c);
        let (bd0, bd1) = $b.interleave($d);
        let (q0, q1) = ac0.interleave(bd0);
        let (q2, q3) = ac1.interleave(bd1);
        [q0, q1, q2, q3]
    }};
}

/// The inverse.
macro_rules! columns {
    ($quarters:expr) => {{
        let [q0, q1, q2, q3] = $quarters;
        let (ac0, bd0) = q0.deinterleave(q1);
        let (ac1, bd1) = q2.deinterleave(q3);
        let (a, c) = ac0.deinterleave(ac1);
        let (b, d) = bd0.deinterleave(bd1);
        [a, b, c, d]
    }};
}

macro_rules! interleaved {
    ($lanes:ident, $scalar:ident, $count:expr) => {
        impl<S: Set> Interleave for $lanes<S> {
            #[inline(always)]
            fn interleave([a, b, c, d]: [Self; 4], to: &mut [$scalar]) {
                let quarters = quarters!(a, b, c, d);
                for (k, quarter) in quarters.into_iter().enumerate() {
                    quarter.store_slice(&mut to[k * $count..(k + 1) * $count]);
                }
            }

            #[inline(always)]
            fn interleave_wide([a, b, c, d]: [Self; 4], [e, f, g, h]: [Self; 4], to: &mut [$scalar]) {
                // Even and odd values are interleaved by fours, then with each other.
                let even = quarters!(a, c, e, g);
                let odd = quarters!(b, d, f, h);
                for k in 0..4 {
                    let (low, high) = even[k].interleave(odd[k]);
                    low.store_slice(&mut to[2 * k * $count..(2 * k + 1) * $count]);
                    high.store_slice(&mut to[(2 * k + 1) * $count..(2 * k + 2) * $count]);
                }
            }

            #[inline(always)]
            fn deinterleave(token: S, from: &[$scalar]) -> [Self; 4] {
                let from = &from[..4 * $count];
                let q0 = Self::from_slice(token, &from[..$count]);
                let q1 = Self::from_slice(token, &from[$count..2 * $count]);
                let q2 = Self::from_slice(token, &from[2 * $count..3 * $count]);
                let q3 = Self::from_slice(token, &from[3 * $count..]);
                columns!([q0, q1, q2, q3])
            }

            #[inline(always)]
            fn deinterleave_wide(token: S, from: &[$scalar]) -> [[Self; 4]; 2] {
                let from = &from[..8 * $count];
                let zero: Self = SimdBase::splat(token, 0.0);
                let [mut even, mut odd] = [[zero; 4]; 2];
                for k in 0..4 {
                    let low = Self::from_slice(token, &from[2 * k * $count..(2 * k + 1) * $count]);
                    let high = Self::from_slice(token, &from[(2 * k + 1) * $count..(2 * k + 2) * $count]);
                    (even[k], odd[k]) = low.deinterleave(high);
                }
                let ([a, c, e, g], [b, d, f, h]) = (columns!(even), columns!(odd));
                [[a, b, c, d], [e, f, g, h]]
            }
        }
    };
}
interleaved!(f32x4, f32, 4);
interleaved!(f32x8, f32, 8);
interleaved!(f32x16, f32, 16);
interleaved!(f64x2, f64, 2);
interleaved!(f64x4, f64, 4);
interleaved!(f64x8, f64, 8);

/// Two neighbours.
type Two<A> = Pair<A, A>;
/// Three neighbours.
type Three<A> = Pair<A, Two<A>>;

impl LaneScalar for f32 {
    const PER_REGISTER: usize = 16;
    type Lanes<S: Simd> = f32x16<S>;
    type Part<S: Simd> = S::Single;
    type Four<S: Simd> = f32x4<S>;
    type Narrow<S: Simd> = Nodes<f32x16<S>, 4>;
    type Wide<S: Simd> = Two<Nodes<f32x16<S>, 8>>;
    type WideShort<S: Simd> = Three<Nodes<f32x8<S>, 8>>;
}

impl LaneScalar for f64 {
    const PER_REGISTER: usize = 8;
    type Lanes<S: Simd> = f64x8<S>;
    type Part<S: Simd> = S::Double;
    type Four<S: Simd> = f64x4<S>;
    type Narrow<S: Simd> = Two<Nodes<f64x8<S>, 4>>;
    type Wide<S: Simd> = Two<Two<Nodes<f64x8<S>, 8>>>;
    type WideShort<S: Simd> = Three<Nodes<f64x8<S>, 8>>;
}

/// An instruction set that this CPU has.
#[derive(Clone, Copy, Debug)]
pub struct SimdLevel(Level);

impl SimdLevel {
    /// The names of all instruction sets that Clastic knows for this architecture, from plain to fast.
    pub const NAMES: &[&str] =
        if cfg!(target_arch = "x86_64") { &["sse2", "avx2", "avx512"] } else { &["baseline"] };

    /// The fastest that this CPU has.
    pub fn detect() -> Self {
        SimdLevel(Level::new())
    }

    /// The instruction set of that name, if this CPU has it.
    pub fn from_name(name: &str) -> Option<Self> {
        SimdLevel::available().into_iter().find(|level| level.name() == name)
    }

    /// Every level that this CPU has, from plain to fast.
    pub fn available() -> Vec<Self> {
        #[cfg(target_arch = "x86_64")]
        {
            let best = Level::new();
            let sse2 = best.as_sse2().map(Level::Sse2);
            let avx2 = best.as_avx2().map(Level::Avx2);
            let avx512 = best.as_avx512().map(Level::Avx512);
            [sse2, avx2, avx512].into_iter().flatten().map(SimdLevel).collect()
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            vec![SimdLevel(Level::new())]
        }
    }

    /// The name, one of [`SimdLevel::NAMES`].
    pub fn name(self) -> &'static str {
        #[cfg(target_arch = "x86_64")]
        {
            match self.0 {
                Level::Avx512(_) => "avx512",
                Level::Avx2(_) => "avx2",
                _ => "sse2",
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            "baseline"
        }
    }

    /// Runs an operation compiled for this level.
    #[inline]
    pub fn run<O: Vectorized>(self, operation: O) -> O::Output {
        operation.at(self)
    }
}

/// Work that is compiled once per instruction set. Implementations and all they call are `#[inline(always)]`.
pub trait Vectorized: Sized {
    /// What the work returns.
    type Output;
    /// Whether it is compiled for the widest registers too. Work that is seldom done takes the next narrower ones there, for
    /// the sake of those who build.
    const WIDEST: bool = true;
    /// The work, with proof of the instruction set.
    fn run<S: Simd>(self, token: S) -> Self::Output;

    /// The work, at a level. Compiled beside the type that does it, not beside whoever calls, so that the compiler can
    /// take the modules in parallel.
    fn at(self, level: SimdLevel) -> Self::Output {
        #[cfg(target_arch = "x86_64")]
        {
            if let (true, Some(s)) = (Self::WIDEST, level.0.as_avx512()) {
                return s.vectorize(
                    #[inline(always)]
                    || self.run(s),
                );
            }
            if let Some(s) = level.0.as_avx2() {
                return s.vectorize(
                    #[inline(always)]
                    || self.run(s),
                );
            }
            let s = level.0.as_sse2().expect("every x86-64 CPU has SSE2");
            s.vectorize(
                #[inline(always)]
                || self.run(s),
            )
        }
        #[cfg(not(target_arch = "x86_64"))]
        fearless_simd::dispatch!(level.0, s => self.run(s))
    }
}
