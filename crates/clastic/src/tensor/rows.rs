//! Rows of neighbouring nodes: what a transfer touches at once.
//!
//! A node holds 4 values (momentum and mass) or 8 (and, in its upper half, impulse). A row of nodes is one register or
//! several, in the order of memory.

use fearless_simd::prelude::*;
use fearless_simd::{f32x4, f32x8, f32x16, f64x4, f64x8};

use super::lanes::{LaneScalar, Simd};

/// A few neighbouring nodes in registers.
pub trait Row<S: Simd, T>: Copy {
    /// The same number everywhere, in one register whatever the row takes.
    type Splat: Copy;
    /// Values in memory.
    const LEN: usize;
    /// Nodes.
    const NODES: usize;
    /// The same number everywhere.
    fn splat(token: S, x: T) -> Self::Splat;
    /// A row of the same number.
    fn filled(splat: Self::Splat) -> Self;
    /// `self * a`.
    fn scale(self, a: Self::Splat) -> Self;
    /// `self * a + b`.
    fn scale_add(self, a: Self::Splat, b: Self) -> Self;
    /// The same node everywhere, read from memory.
    fn repeat(token: S, node: &[T]) -> Self;
    /// Node `n` filled with the `n`th number. Four are read, however many nodes there are.
    fn spread(token: S, numbers: &[T]) -> Self;
    /// Reads [`Row::LEN`] numbers.
    fn load(token: S, from: &[T]) -> Self;
    /// Writes [`Row::LEN`] numbers.
    fn store(self, to: &mut [T]);
    /// `self + other`.
    fn add(self, other: Self) -> Self;
    /// `self - other`.
    fn sub(self, other: Self) -> Self;
    /// `self * other`.
    fn mul(self, other: Self) -> Self;
    /// `self * a + b`.
    fn mul_add(self, a: Self, b: Self) -> Self;
}

/// A row whose nodes can be summed.
pub trait SumNodes<S: Simd, T>: Row<S, T> {
    /// Writes the sum of the nodes.
    fn sum(self, to: &mut [T]);
}

/// How many values a node has and how many nodes of a row matter.
pub trait RowKind {
    /// Values per node.
    const NODE: usize;
    /// The registers.
    type Row<S: Simd, T: LaneScalar>: Row<S, T>;
    /// The same nodes for kernels that reach no more than three of them.
    type Short: RowKind;
}

/// Four nodes of four values.
pub struct Narrow;
/// Four nodes of eight values.
pub struct Wide;
/// Three nodes of eight values.
pub struct WideShort;

impl RowKind for Narrow {
    const NODE: usize = 4;
    type Row<S: Simd, T: LaneScalar> = T::Narrow<S>;
    type Short = Narrow;
}
impl RowKind for Wide {
    const NODE: usize = 8;
    type Row<S: Simd, T: LaneScalar> = T::Wide<S>;
    type Short = WideShort;
}
impl RowKind for WideShort {
    const NODE: usize = 8;
    type Row<S: Simd, T: LaneScalar> = T::WideShort<S>;
    type Short = WideShort;
}

/// One register of nodes of `W` values.
#[derive(Clone, Copy)]
pub struct Nodes<V, const W: usize>(V);

/// The nodes of one row and then those of another.
#[derive(Clone, Copy)]
pub struct Pair<A, B>(A, B);

macro_rules! nodes {
    ($register:ident, $scalar:ident, $len:expr, $width:expr, $node:ident, $splat:ident, |$w:ident| $part:expr,
     |$n:ident| $repeat:expr, |$t:ident, $numbers:ident| $spread:expr) => {
        impl<S: Simd> Row<S, $scalar> for Nodes<$register<S>, $width> {
            type Splat = $splat<S>;
            const LEN: usize = $len;
            const NODES: usize = $len / $width;
            #[inline(always)]
            fn splat(token: S, x: $scalar) -> $splat<S> {
                SimdBase::splat(token, x)
            }
            #[inline(always)]
            fn filled($w: $splat<S>) -> Self {
                Nodes($part)
            }
            #[inline(always)]
            fn scale(self, $w: $splat<S>) -> Self {
                Nodes(self.0 * $part)
            }
            #[inline(always)]
            fn scale_add(self, $w: $splat<S>, b: Self) -> Self {
                Nodes(SimdFloat::mul_add(self.0, $part, b.0))
            }
            #[inline(always)]
            fn repeat(token: S, node: &[$scalar]) -> Self {
                let $n = $node::from_slice(token, &node[..$width]);
                Nodes($repeat)
            }
            #[inline(always)]
            fn spread($t: S, $numbers: &[$scalar]) -> Self {
                Nodes($spread)
            }
            #[inline(always)]
            fn load(token: S, from: &[$scalar]) -> Self {
                Nodes($register::from_slice(token, &from[..$len]))
            }
            #[inline(always)]
            fn store(self, to: &mut [$scalar]) {
                self.0.store_slice(&mut to[..$len]);
            }
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                Nodes(self.0 + other.0)
            }
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                Nodes(self.0 - other.0)
            }
            #[inline(always)]
            fn mul(self, other: Self) -> Self {
                Nodes(self.0 * other.0)
            }
            #[inline(always)]
            fn mul_add(self, a: Self, b: Self) -> Self {
                Nodes(SimdFloat::mul_add(self.0, a.0, b.0))
            }
        }
    };
}
nodes!(f32x16, f32, 16, 4, f32x4, f32x16, |w| w, |n| f32x16::block_splat(n), |t, w| {
    let once = f32x16::block_splat(f32x4::from_slice(t, &w[..4]));
    let twice = once.zip_low(once);
    twice.zip_low(twice)
});
nodes!(f32x16, f32, 16, 8, f32x8, f32x16, |w| w, |n| n.combine(n), |t, w| {
    let once = f32x16::block_splat(f32x4::from_slice(t, &w[..4]));
    let twice = once.zip_low(once);
    let four_times = twice.zip_low(twice);
    four_times.zip_low(four_times)
});
nodes!(f32x8, f32, 8, 8, f32x8, f32x8, |w| w, |n| n, |t, w| f32x8::splat(t, w[0]));
nodes!(f64x8, f64, 8, 4, f64x4, f64x8, |w| w, |n| n.combine(n), |t, w| {
    f64x4::splat(t, w[0]).combine(f64x4::splat(t, w[1]))
});
nodes!(f64x8, f64, 8, 8, f64x8, f64x8, |w| w, |n| n, |t, w| f64x8::splat(t, w[0]));

impl<S: Simd> SumNodes<S, f32> for Nodes<f32x16<S>, 4> {
    #[inline(always)]
    fn sum(self, to: &mut [f32]) {
        let (low, high) = self.0.split();
        let (a, b) = (low + high).split();
        (a + b).store_slice(&mut to[..4]);
    }
}

impl<S: Simd> SumNodes<S, f64> for Pair<Nodes<f64x8<S>, 4>, Nodes<f64x8<S>, 4>> {
    #[inline(always)]
    fn sum(self, to: &mut [f64]) {
        let (a, b) = (self.0.0 + self.1.0).split();
        (a + b).store_slice(&mut to[..4]);
    }
}

impl<S, T, A, B> Row<S, T> for Pair<A, B>
where
    S: Simd,
    T: Copy,
    A: Row<S, T>,
    B: Row<S, T, Splat = A::Splat>,
{
    type Splat = A::Splat;
    const LEN: usize = A::LEN + B::LEN;
    const NODES: usize = A::NODES + B::NODES;
    #[inline(always)]
    fn splat(token: S, x: T) -> A::Splat {
        A::splat(token, x)
    }
    #[inline(always)]
    fn filled(splat: A::Splat) -> Self {
        Pair(A::filled(splat), B::filled(splat))
    }
    #[inline(always)]
    fn scale(self, a: A::Splat) -> Self {
        Pair(self.0.scale(a), self.1.scale(a))
    }
    #[inline(always)]
    fn scale_add(self, a: A::Splat, b: Self) -> Self {
        Pair(self.0.scale_add(a, b.0), self.1.scale_add(a, b.1))
    }
    #[inline(always)]
    fn repeat(token: S, node: &[T]) -> Self {
        Pair(A::repeat(token, node), B::repeat(token, node))
    }
    #[inline(always)]
    fn spread(token: S, numbers: &[T]) -> Self {
        Pair(A::spread(token, numbers), B::spread(token, &numbers[A::NODES..]))
    }
    #[inline(always)]
    fn load(token: S, from: &[T]) -> Self {
        Pair(A::load(token, from), B::load(token, &from[A::LEN..]))
    }
    #[inline(always)]
    fn store(self, to: &mut [T]) {
        self.0.store(to);
        self.1.store(&mut to[A::LEN..]);
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Pair(self.0.add(other.0), self.1.add(other.1))
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Pair(self.0.sub(other.0), self.1.sub(other.1))
    }
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Pair(self.0.mul(other.0), self.1.mul(other.1))
    }
    #[inline(always)]
    fn mul_add(self, a: Self, b: Self) -> Self {
        Pair(self.0.mul_add(a.0, b.0), self.1.mul_add(a.1, b.1))
    }
}
