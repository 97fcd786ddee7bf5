//! Rows of neighbouring nodes: what a transfer touches at once.
//!
//! A node holds 4 values (momentum and mass) or 8 (and, in its upper half, impulse). A row of nodes is one register or
//! several, in the order of memory.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x4, f32x8, f32x16, f64x4, f64x8};

use super::lanes::LaneScalar;

/// One node in a register.
pub trait Node<S: Simd, T>: Copy {
    /// Reads the lower half and, if the node has one, the upper.
    fn read(token: S, lower: &[T], upper: &[T]) -> Self;
    /// Writes the lower half and, if the node has one, the upper.
    fn write(self, lower: &mut [T], upper: &mut [T]);
    /// `self + other`.
    fn add(self, other: Self) -> Self;
}

/// A few neighbouring nodes in registers.
pub trait Row<S: Simd, T>: Copy {
    /// One of the nodes.
    type Node: Node<S, T>;
    /// The same number everywhere, in one register whatever the row takes.
    type Splat: Copy;
    /// Values in memory.
    const LEN: usize;
    /// The same number everywhere.
    fn splat(token: S, x: T) -> Self::Splat;
    /// A row of the same number.
    fn filled(splat: Self::Splat) -> Self;
    /// `self * a`.
    fn scale(self, a: Self::Splat) -> Self;
    /// `self * a + b`.
    fn scale_add(self, a: Self::Splat, b: Self) -> Self;
    /// The same node everywhere.
    fn repeat(node: Self::Node) -> Self;
    /// The sum of the nodes.
    fn sum(self) -> Self::Node;
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

/// How many values a node has and how many nodes of a row matter.
pub trait RowKind {
    /// Values per node.
    const NODE: usize;
    /// The registers.
    type Row<S: Simd, T: LaneScalar>: Row<S, T>;
}

/// Four nodes of four values.
pub struct Narrow;
/// Three nodes of eight values.
pub struct Wide3;
/// Four nodes of eight values.
pub struct Wide4;

impl RowKind for Narrow {
    const NODE: usize = 4;
    type Row<S: Simd, T: LaneScalar> = T::Narrow<S>;
}
impl RowKind for Wide3 {
    const NODE: usize = 8;
    type Row<S: Simd, T: LaneScalar> = T::Wide3<S>;
}
impl RowKind for Wide4 {
    const NODE: usize = 8;
    type Row<S: Simd, T: LaneScalar> = T::Wide4<S>;
}

/// One register of nodes of `W` values.
#[derive(Clone, Copy)]
pub struct Nodes<V, const W: usize>(V);

/// The nodes of one row and then those of another.
#[derive(Clone, Copy)]
pub struct Pair<A, B>(A, B);

macro_rules! small_node {
    ($register:ident, $scalar:ident) => {
        impl<S: Simd> Node<S, $scalar> for $register<S> {
            #[inline(always)]
            fn read(token: S, lower: &[$scalar], _: &[$scalar]) -> Self {
                Self::from_slice(token, &lower[..4])
            }
            #[inline(always)]
            fn write(self, lower: &mut [$scalar], _: &mut [$scalar]) {
                self.store_slice(&mut lower[..4]);
            }
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                self + other
            }
        }
    };
}
small_node!(f32x4, f32);
small_node!(f64x4, f64);

macro_rules! large_node {
    ($register:ident, $half:ident, $scalar:ident) => {
        impl<S: Simd> Node<S, $scalar> for $register<S> {
            #[inline(always)]
            fn read(token: S, lower: &[$scalar], upper: &[$scalar]) -> Self {
                $half::from_slice(token, &lower[..4]).combine($half::from_slice(token, &upper[..4]))
            }
            #[inline(always)]
            fn write(self, lower: &mut [$scalar], upper: &mut [$scalar]) {
                let (low, high) = self.split();
                low.store_slice(&mut lower[..4]);
                high.store_slice(&mut upper[..4]);
            }
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                self + other
            }
        }
    };
}
large_node!(f32x8, f32x4, f32);
large_node!(f64x8, f64x4, f64);

macro_rules! nodes {
    ($register:ident, $scalar:ident, $len:expr, $width:expr, $node:ident, $splat:ident, |$w:ident| $part:expr,
     |$n:ident| $repeat:expr, |$x:ident| $sum:expr) => {
        impl<S: Simd> Row<S, $scalar> for Nodes<$register<S>, $width> {
            type Node = $node<S>;
            type Splat = $splat<S>;
            const LEN: usize = $len;
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
            fn repeat($n: $node<S>) -> Self {
                Nodes($repeat)
            }
            #[inline(always)]
            fn sum(self) -> $node<S> {
                let $x = self.0;
                $sum
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
nodes!(f32x16, f32, 16, 4, f32x4, f32x16, |w| w, |n| f32x16::block_splat(n), |x| {
    let (low, high) = x.split();
    let (a, b) = (low + high).split();
    a + b
});
nodes!(f32x16, f32, 16, 8, f32x8, f32x16, |w| w, |n| n.combine(n), |x| {
    let (a, b) = x.split();
    a + b
});
nodes!(f32x8, f32, 8, 8, f32x8, f32x16, |w| w.split().0, |n| n, |x| x);
nodes!(f64x8, f64, 8, 4, f64x4, f64x8, |w| w, |n| n.combine(n), |x| {
    let (a, b) = x.split();
    a + b
});
nodes!(f64x8, f64, 8, 8, f64x8, f64x8, |w| w, |n| n, |x| x);

impl<S, T, A, B> Row<S, T> for Pair<A, B>
where
    S: Simd,
    T: Copy,
    A: Row<S, T>,
    B: Row<S, T, Node = A::Node, Splat = A::Splat>,
{
    type Node = A::Node;
    type Splat = A::Splat;
    const LEN: usize = A::LEN + B::LEN;
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
    fn repeat(node: A::Node) -> Self {
        Pair(A::repeat(node), B::repeat(node))
    }
    #[inline(always)]
    fn sum(self) -> A::Node {
        self.0.sum().add(self.1.sum())
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
