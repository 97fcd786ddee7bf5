//! B-spline kernels: weights and slopes along one axis, in units of cells.
//!
//! Every piece of every kernel is a cubic in `q = c + d t`, where `t` is the particle's place between nodes:
//! `w = e + q (l + q (a + b q))`. Written so, weights near the edge of the support are exact to their last bit and never
//! negative. One table per kernel; the code below and the transfers know no kernel's name.

use crate::tensor::{Real, Scalar};

/// The shape of the interpolation between particles and nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kernel {
    /// Hat functions, 2 nodes per axis. Cheap; forces jump when a particle crosses a cell.
    Linear,
    /// Quadratic B-splines, 3 nodes per axis: the default.
    #[default]
    Quadratic,
    /// Cubic B-splines, 4 nodes per axis: smoother and wider.
    Cubic,
}

impl Kernel {
    /// All kernels, in the order of their width.
    pub const ALL: [Kernel; 3] = [Kernel::Linear, Kernel::Quadratic, Kernel::Cubic];

    /// The name in scene files.
    pub fn name(self) -> &'static str {
        match self {
            Kernel::Linear => "linear",
            Kernel::Quadratic => "quadratic",
            Kernel::Cubic => "cubic",
        }
    }

    /// The kernel of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Kernel::ALL.into_iter().find(|kernel| kernel.name() == name)
    }

    /// The table of its pieces, for this precision.
    pub fn spline<T: Scalar>(self) -> &'static Spline {
        match self {
            Kernel::Linear => Spline::of::<T, 2>(),
            Kernel::Quadratic => Spline::of::<T, 3>(),
            Kernel::Cubic => Spline::of::<T, 4>(),
        }
    }

    /// How far before a node the particles begin that touch it first, in cells, up to whole cells.
    pub fn stagger(self) -> f64 {
        self.spline::<f64>().shift.fract()
    }

    /// `D_p = inertia Δx² I` where that is constant; the linear kernel's depends on the position and vanishes at nodes.
    pub fn inertia(self) -> Option<f64> {
        match self {
            Kernel::Linear => None,
            Kernel::Quadratic => Some(1.0 / 4.0),
            Kernel::Cubic => Some(1.0 / 3.0),
        }
    }
}

/// One node's share of a kernel: `w = e + q (l + q (a + b q))`, `q = c + d t`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Piece {
    c: f64,
    d: f64,
    e: f64,
    l: f64,
    a: f64,
    b: f64,
    /// `3 b` of the derivative, without what `b` makes up for.
    b3: f64,
}

/// A kernel along one axis: the nodes `base … base + nodes − 1` around a particle.
#[derive(Debug)]
pub struct Spline {
    /// Nodes per axis that a particle touches.
    pub nodes: usize,
    /// `base = ⌊x − shift⌋`.
    shift: f64,
    /// `t = x − base − center`.
    center: f64,
    /// The nodes' pieces, padded with zeros to four.
    pieces: [Piece; 4],
}

const fn piece(c: f64, d: f64, [e, l, a, b]: [f64; 4]) -> Piece {
    Piece { c, d, e, l, a, b, b3: 3.0 * b }
}
const NONE: Piece = piece(0.0, 0.0, [0.0; 4]);

static LINEAR: Spline = Spline {
    nodes: 2,
    shift: 0.0,
    center: 0.0,
    pieces: [piece(1.0, -1.0, [0.0, 1.0, 0.0, 0.0]), piece(0.0, 1.0, [0.0, 1.0, 0.0, 0.0]), NONE, NONE],
};

static QUADRATIC: Spline = Spline {
    nodes: 3,
    shift: 0.5,
    center: 1.0,
    pieces: [
        piece(0.5, -1.0, [0.0, 0.0, 0.5, 0.0]),
        piece(0.0, 1.0, [0.75, 0.0, -1.0, 0.0]),
        piece(0.5, 1.0, [0.0, 0.0, 0.5, 0.0]),
        NONE,
    ],
};

static CUBIC_F32: Spline = cubic((2.0f32 / 3.0) as f64, 1.0 / (3.0 * (1u64 << 24) as f64));
static CUBIC_F64: Spline = cubic(2.0 / 3.0, -1.0 / (3.0 * (1u64 << 53) as f64));

/// The cubic kernel with `two_thirds` rounded, and by how much.
///
/// Rounded alone, 2/3 would make the weights sum to 1 ± ε/3 everywhere, and momentum would decay by an ulp per step. The
/// outer coefficient 1/6 makes up for it, so that the weights sum to 1 on average.
const fn cubic(two_thirds: f64, error: f64) -> Spline {
    let inner = [two_thirds, 0.0, -1.0, 0.5];
    let sixth = [0.0, 0.0, 0.0, 1.0 / 6.0 - 4.0 * error];
    Spline {
        nodes: 4,
        shift: 1.0,
        center: 1.0,
        pieces: [
            Piece { b3: 0.5, ..piece(1.0, -1.0, sixth) },
            piece(0.0, 1.0, inner),
            piece(1.0, -1.0, inner),
            Piece { b3: 0.5, ..piece(0.0, 1.0, sixth) },
        ],
    }
}

/// A particle's place along one axis.
#[derive(Clone, Copy)]
pub struct Place<R> {
    /// The first node that it touches, a whole number.
    pub base: R,
    /// Where it lies between nodes.
    pub t: R,
}

impl Spline {
    /// The table of the kernel with `N` nodes per axis: known when the code is compiled, so that its numbers are constants.
    #[inline(always)]
    pub fn of<T: Scalar, const N: usize>() -> &'static Spline {
        match N {
            2 => &LINEAR,
            3 => &QUADRATIC,
            _ if T::EPSILON > f64::EPSILON => &CUBIC_F32,
            _ => &CUBIC_F64,
        }
    }

    /// Where `x`, in cells, lies.
    #[inline(always)]
    pub fn place<R: Real>(&self, x: R) -> Place<R> {
        let base = (x - x.of(self.shift)).floor();
        Place { base, t: x - base - x.of(self.center) }
    }

    /// The weight of node `base + n`.
    #[inline(always)]
    pub fn weight<R: Real>(&self, n: usize, Place { t, .. }: Place<R>) -> R {
        let p = &self.pieces[n];
        let q = t.mul_add(t.of(p.d), t.of(p.c));
        q.mul_add(q.mul_add(q.mul_add(t.of(p.b), t.of(p.a)), t.of(p.l)), t.of(p.e))
    }

    /// The derivative of that weight by the particle's position, per cell.
    #[inline(always)]
    pub fn slope<R: Real>(&self, n: usize, Place { t, .. }: Place<R>) -> R {
        let p = &self.pieces[n];
        let q = t.mul_add(t.of(p.d), t.of(p.c));
        q.mul_add(q.mul_add(t.of(p.b3 * p.d), t.of(2.0 * p.a * p.d)), t.of(p.l * p.d))
    }

    /// How far node `base + n` lies from the particle, in cells.
    #[inline(always)]
    pub fn offset<R: Real>(&self, n: usize, Place { t, .. }: Place<R>) -> R {
        t.of(n as f64 - self.center) - t
    }

    /// `Σ w r²` along this axis, in cells²: the diagonal of `D_p / Δx²`.
    #[inline(always)]
    pub fn second_moment<R: Real>(&self, place: Place<R>) -> R {
        let mut sum = place.t.zero();
        for n in 0..self.nodes {
            let r = self.offset(n, place);
            sum = (self.weight(n, place) * r).mul_add(r, sum);
        }
        sum
    }
}
