//! Registers of particles, rows of nodes, and the choice of instruction set: the only module that names one.

use fearless_simd::prelude::*;
use fearless_simd::{Level, f32x4, f32x16, f64x4, f64x8, mask32x16, mask64x8};

pub use fearless_simd::Simd;

use super::real::{Mask, Real, Scalar};

/// A number that comes in registers: `f32` 16 at a time, `f64` 8 at a time, whatever the CPU's width.
pub trait LaneScalar: Scalar {
    /// Particles per register.
    const PER_REGISTER: usize;
    /// A register of particles.
    type Lanes<S: Simd>: Real<Token = S, Scalar = Self>;
    /// Four neighbouring nodes of four values each.
    type Row<S: Simd>: Row<S, Self>;

    /// Writes four registers as one group of four values per particle, particle after particle.
    fn interleave<S: Simd>(columns: [Self::Lanes<S>; 4], to: &mut [Self]);
    /// The inverse of [`LaneScalar::interleave`].
    fn deinterleave<S: Simd>(token: S, from: &[Self]) -> [Self::Lanes<S>; 4];
}

/// Four neighbouring nodes of four values each: what a transfer touches at once.
pub trait Row<S: Simd, T>: Copy {
    /// All zero.
    fn zero(token: S) -> Self;
    /// The same number everywhere.
    fn splat(token: S, x: T) -> Self;
    /// The same four values at every node.
    fn repeat(token: S, values: &[T]) -> Self;
    /// Node by node the same number four times.
    fn per_node(token: S, values: [T; 4]) -> Self;
    /// Reads 16 numbers.
    fn load(token: S, from: &[T]) -> Self;
    /// Writes 16 numbers.
    fn store(self, to: &mut [T]);
    /// `self + other`.
    fn add(self, other: Self) -> Self;
    /// `self - other`.
    fn sub(self, other: Self) -> Self;
    /// `self * other`.
    fn mul(self, other: Self) -> Self;
    /// `self * a + b`.
    fn mul_add(self, a: Self, b: Self) -> Self;
    /// Writes the sum of the four nodes.
    fn sum_nodes(self, to: &mut [T]);
}

macro_rules! lanes {
    ($lanes:ident, $scalar:ident, $mask:ident, $bits:ident, $count:expr, $mantissa:expr, $bias:expr) => {
        impl<S: Simd> Mask for $mask<S> {
            #[inline(always)]
            fn any(self) -> bool {
                self.any_true()
            }
            #[inline(always)]
            fn test(self, lane: usize) -> bool {
                SimdMask::test(&self, lane)
            }
        }

        impl<S: Simd> Real for $lanes<S> {
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
lanes!(f32x16, f32, mask32x16, u32x16, 16, 23, 127u32);
lanes!(f64x8, f64, mask64x8, u64x8, 8, 52, 1023u64);

impl LaneScalar for f32 {
    const PER_REGISTER: usize = 16;
    type Lanes<S: Simd> = f32x16<S>;
    type Row<S: Simd> = RowF32<S>;

    #[inline(always)]
    fn interleave<S: Simd>([a, b, c, d]: [f32x16<S>; 4], to: &mut [f32]) {
        let token = Real::token(a);
        let quarters = [quarters(a), quarters(b), quarters(c), quarters(d)];
        for i in 0..4 {
            let group = [quarters[0][i], quarters[1][i], quarters[2][i], quarters[3][i]];
            let to: &mut [f32; 16] = (&mut to[16 * i..16 * i + 16]).try_into().expect("16 values");
            token.store_four_interleaved_f32x4(group, to);
        }
    }

    #[inline(always)]
    fn deinterleave<S: Simd>(token: S, from: &[f32]) -> [f32x16<S>; 4] {
        let mut groups = [[f32x4::splat(token, 0.0); 4]; 4];
        for i in 0..4 {
            let from: &[f32; 16] = from[16 * i..16 * i + 16].try_into().expect("16 values");
            groups[i] = token.load_four_interleaved_f32x4(from);
        }
        let mut columns = [Real::splat(token, 0.0); 4];
        for k in 0..4 {
            let low = groups[0][k].combine(groups[1][k]);
            columns[k] = low.combine(groups[2][k].combine(groups[3][k]));
        }
        columns
    }
}

#[inline(always)]
fn quarters<S: Simd>(x: f32x16<S>) -> [f32x4<S>; 4] {
    let (low, high) = x.split();
    let ((a, b), (c, d)) = (low.split(), high.split());
    [a, b, c, d]
}

impl LaneScalar for f64 {
    const PER_REGISTER: usize = 8;
    type Lanes<S: Simd> = f64x8<S>;
    type Row<S: Simd> = RowF64<S>;

    #[inline(always)]
    fn interleave<S: Simd>([a, b, c, d]: [f64x8<S>; 4], to: &mut [f64]) {
        let (ac0, ac1) = a.interleave(c);
        let (bd0, bd1) = b.interleave(d);
        let (q0, q1) = ac0.interleave(bd0);
        let (q2, q3) = ac1.interleave(bd1);
        q0.store_slice(&mut to[..8]);
        q1.store_slice(&mut to[8..16]);
        q2.store_slice(&mut to[16..24]);
        q3.store_slice(&mut to[24..32]);
    }

    #[inline(always)]
    fn deinterleave<S: Simd>(token: S, from: &[f64]) -> [f64x8<S>; 4] {
        let q0 = f64x8::from_slice(token, &from[..8]);
        let q1 = f64x8::from_slice(token, &from[8..16]);
        let q2 = f64x8::from_slice(token, &from[16..24]);
        let q3 = f64x8::from_slice(token, &from[24..32]);
        let (ac0, bd0) = q0.deinterleave(q1);
        let (ac1, bd1) = q2.deinterleave(q3);
        let (a, c) = ac0.deinterleave(ac1);
        let (b, d) = bd0.deinterleave(bd1);
        [a, b, c, d]
    }
}

/// A row of nodes in `f32`: one register of 16.
#[derive(Clone, Copy)]
pub struct RowF32<S: Simd>(f32x16<S>);

impl<S: Simd> Row<S, f32> for RowF32<S> {
    #[inline(always)]
    fn zero(token: S) -> Self {
        Row::splat(token, 0.0)
    }
    #[inline(always)]
    fn splat(token: S, x: f32) -> Self {
        RowF32(SimdBase::splat(token, x))
    }
    #[inline(always)]
    fn repeat(token: S, values: &[f32]) -> Self {
        RowF32(f32x16::block_splat(f32x4::from_slice(token, &values[..4])))
    }
    #[inline(always)]
    fn per_node(token: S, [a, b, c, d]: [f32; 4]) -> Self {
        let low = f32x4::splat(token, a).combine(f32x4::splat(token, b));
        let high = f32x4::splat(token, c).combine(f32x4::splat(token, d));
        RowF32(low.combine(high))
    }
    #[inline(always)]
    fn load(token: S, from: &[f32]) -> Self {
        RowF32(f32x16::from_slice(token, &from[..16]))
    }
    #[inline(always)]
    fn store(self, to: &mut [f32]) {
        self.0.store_slice(&mut to[..16]);
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        RowF32(self.0 + other.0)
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        RowF32(self.0 - other.0)
    }
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        RowF32(self.0 * other.0)
    }
    #[inline(always)]
    fn mul_add(self, a: Self, b: Self) -> Self {
        RowF32(SimdFloat::mul_add(self.0, a.0, b.0))
    }
    #[inline(always)]
    fn sum_nodes(self, to: &mut [f32]) {
        let [a, b, c, d] = quarters(self.0);
        ((a + b) + (c + d)).store_slice(&mut to[..4]);
    }
}

/// A row of nodes in `f64`: two registers of 8.
#[derive(Clone, Copy)]
pub struct RowF64<S: Simd>(f64x8<S>, f64x8<S>);

impl<S: Simd> Row<S, f64> for RowF64<S> {
    #[inline(always)]
    fn zero(token: S) -> Self {
        Row::splat(token, 0.0)
    }
    #[inline(always)]
    fn splat(token: S, x: f64) -> Self {
        let x = SimdBase::splat(token, x);
        RowF64(x, x)
    }
    #[inline(always)]
    fn repeat(token: S, values: &[f64]) -> Self {
        let node = f64x4::from_slice(token, &values[..4]);
        let pair = node.combine(node);
        RowF64(pair, pair)
    }
    #[inline(always)]
    fn per_node(token: S, [a, b, c, d]: [f64; 4]) -> Self {
        let low = f64x4::splat(token, a).combine(f64x4::splat(token, b));
        let high = f64x4::splat(token, c).combine(f64x4::splat(token, d));
        RowF64(low, high)
    }
    #[inline(always)]
    fn load(token: S, from: &[f64]) -> Self {
        RowF64(f64x8::from_slice(token, &from[..8]), f64x8::from_slice(token, &from[8..16]))
    }
    #[inline(always)]
    fn store(self, to: &mut [f64]) {
        self.0.store_slice(&mut to[..8]);
        self.1.store_slice(&mut to[8..16]);
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        RowF64(self.0 + other.0, self.1 + other.1)
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        RowF64(self.0 - other.0, self.1 - other.1)
    }
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        RowF64(self.0 * other.0, self.1 * other.1)
    }
    #[inline(always)]
    fn mul_add(self, a: Self, b: Self) -> Self {
        RowF64(SimdFloat::mul_add(self.0, a.0, b.0), SimdFloat::mul_add(self.1, a.1, b.1))
    }
    #[inline(always)]
    fn sum_nodes(self, to: &mut [f64]) {
        let (low, high) = (self.0 + self.1).split();
        (low + high).store_slice(&mut to[..4]);
    }
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
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(s) = self.0.as_avx512() {
                return s.vectorize(
                    #[inline(always)]
                    || operation.run(s),
                );
            }
            if let Some(s) = self.0.as_avx2() {
                return s.vectorize(
                    #[inline(always)]
                    || operation.run(s),
                );
            }
            let s = self.0.as_sse2().expect("every x86-64 CPU has SSE2");
            s.vectorize(
                #[inline(always)]
                || operation.run(s),
            )
        }
        #[cfg(not(target_arch = "x86_64"))]
        fearless_simd::dispatch!(self.0, s => operation.run(s))
    }
}

/// Work that is compiled once per instruction set. Implementations and all they call are `#[inline(always)]`.
pub trait Vectorized {
    /// What the work returns.
    type Output;
    /// The work, with proof of the instruction set.
    fn run<S: Simd>(self, token: S) -> Self::Output;
}
