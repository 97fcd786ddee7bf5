//! Discrete elastic rods: what a strand's bend and twist are at a vertex, and how its frames follow it.
//!
//! Every edge has a director, a unit vector across it that is fixed to the matter. When the edge turns, the director is
//! carried along without twist (parallel transport in time: Bergou et al., "Discrete viscous threads", 2010); beyond that it
//! turns about the edge, by an angle `θ`.
//!
//! ```text
//! κb = 2 tₑ × t_f/(1 + tₑ · t_f)          κ₁ = ½ κb · (m₂ₑ + m₂f)          κ₂ = −½ κb · (m₁ₑ + m₁f)
//! τ = 2 tan(m/2), m the angle from the director of e, carried along from tₑ to t_f, to that of f
//! ```
//!
//! Twist is measured by a tangent as bending is: it needs no branch, and no joint turns by more than half a turn.

use crate::tensor::{Real, Vector};

/// A vector in space.
pub type V3<R> = Vector<R, 3>;
/// What an inner vertex depends on: the place of the one before it, the angle of the edge between them, its own place, the
/// angle of the edge behind it, and the place of the next.
pub const STENCIL: usize = 11;

/// An edge of a rod: its direction and length, and the two directors across it.
#[derive(Clone, Copy)]
pub struct Edge<R> {
    /// The direction.
    pub tangent: V3<R>,
    /// The length, in m.
    pub length: R,
    /// `m₁` and `m₂`.
    pub directors: [V3<R>; 2],
}

impl<R: Real> Edge<R> {
    /// An edge whose director `m₁` is carried along from its last direction.
    #[inline(always)]
    pub fn carried(along: V3<R>, last: V3<R>, director: V3<R>) -> Self {
        let length = along.norm().max(R::of(along[0], TINY));
        let tangent = along * length.recip();
        let moved = transported(director, last, tangent);
        // Rounding would let it lean and shrink.
        let upright = moved - tangent * moved.dot(tangent);
        let first = upright * upright.norm().max(R::of(along[0], TINY)).recip();
        Edge { tangent, length, directors: [first, tangent.cross(first)] }
    }
}

/// Lengths below this, in m, are none.
const TINY: f64 = 1e-100;

/// A vector across `from`, turned with it to `to` about the axis that both are perpendicular to.
#[inline(always)]
pub fn transported<R: Real>(v: V3<R>, from: V3<R>, to: V3<R>) -> V3<R> {
    let axis = from.cross(to);
    let cosine = from.dot(to);
    let bend = (cosine + cosine.one()).max(cosine.of(1e-12)).recip();
    v * cosine + axis.cross(v) + axis * (axis.dot(v) * bend)
}

/// The strains of an inner vertex: `κ₁`, `κ₂` and `τ`.
#[inline(always)]
pub fn strains<R: Real>(e: &Edge<R>, f: &Edge<R>) -> [R; 3] {
    let chi = (e.tangent.dot(f.tangent) + e.length.one()).max(e.length.of(1e-12));
    let binormal = e.tangent.cross(f.tangent) * (chi.of(2.0) * chi.recip());
    let half = chi.of(0.5);
    let first = binormal.dot(e.directors[1] + f.directors[1]) * half;
    let second = -(binormal.dot(e.directors[0] + f.directors[0]) * half);
    [first, second, twist(e, f)]
}

#[inline(always)]
fn twist<R: Real>(e: &Edge<R>, f: &Edge<R>) -> R {
    let carried = transported(e.directors[0], e.tangent, f.tangent);
    let (cosine, sine) = (carried.dot(f.directors[0]), carried.dot(f.directors[1]));
    // What is across the director of f sees that of e at −m.
    let half = -sine / (cosine + cosine.one()).max(cosine.of(1e-12));
    half + half
}

/// Their derivatives by what the vertex depends on, in 1/m and 1.
#[inline(always)]
pub fn slopes<R: Real>(e: &Edge<R>, f: &Edge<R>, strains: &[R; 3]) -> [[R; STENCIL]; 3] {
    let one = e.length.one();
    let half = one.of(0.5);
    let per_chi = (e.tangent.dot(f.tangent) + one).max(one.of(1e-12)).recip();
    let binormal = e.tangent.cross(f.tangent) * (per_chi + per_chi);
    let mean = (e.tangent + f.tangent) * per_chi;
    let (per_e, per_f) = (e.length.recip(), f.length.recip());
    let m1 = (e.directors[0] + f.directors[0]) * per_chi;
    let m2 = (e.directors[1] + f.directors[1]) * per_chi;
    let [k1, k2, tau] = *strains;

    let first = [(f.tangent.cross(m2) - mean * k1) * per_e, (-e.tangent.cross(m2) - mean * k1) * per_f];
    let second = [(-f.tangent.cross(m1) - mean * k2) * per_e, (e.tangent.cross(m1) - mean * k2) * per_f];
    // dτ = (1 + τ²/4) dm.
    let steep = (tau * tau).mul_add(one.of(0.25), one);
    let third = [binormal * (half * per_e * steep), binormal * (half * per_f * steep)];
    [
        stencil(first, [-(binormal.dot(e.directors[0]) * half), -(binormal.dot(f.directors[0]) * half)]),
        stencil(second, [-(binormal.dot(e.directors[1]) * half), -(binormal.dot(f.directors[1]) * half)]),
        stencil(third, [-steep, steep]),
    ]
}

/// Derivatives by both edges and both angles as ones by what the vertex depends on.
#[inline(always)]
fn stencil<R: Real>([e, f]: [V3<R>; 2], [by_e, by_f]: [R; 2]) -> [R; STENCIL] {
    let inner = e - f;
    [-e[0], -e[1], -e[2], by_e, inner[0], inner[1], inner[2], by_f, f[0], f[1], f[2]]
}
