//! Segments and triangles: where they are nearest, and on which side of them a place is.

use crate::vector::{along, cross, dot, length, sub, unit};

/// The flat pieces of a surface, counted from 0.
pub(super) trait Pieces<const N: usize> {
    /// How many there are.
    fn count(&self) -> usize;
    /// The corners of a piece, in m.
    fn corners(&self, piece: u32) -> [[f64; N]; N];
    /// The nearest point of a piece.
    fn nearest(&self, piece: u32, p: [f64; N]) -> Nearest<N>;
    /// Of length 1, outwards.
    fn normal(&self, piece: u32) -> [f64; N];
}

/// The nearest point of a piece.
#[derive(Clone, Copy)]
pub(super) struct Nearest<const N: usize> {
    /// In m.
    pub point: [f64; N],
    /// The square of its distance, in m².
    pub square: f64,
    part: Part,
}

/// Which part of a piece is nearest.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Its inside: the normal tells the sides apart.
    Face,
    /// Its rim, where it meets others.
    Rim,
}

/// So close to the nearest point the direction from it is more rounding than direction; of its coordinates.
const ROUNDING: f64 = 1e-12;

impl<const N: usize> Nearest<N> {
    fn rim(point: [f64; N], p: [f64; N]) -> Self {
        let away = sub(p, point);
        Nearest { point, square: dot(away, away), part: Part::Rim }
    }

    /// The signed distance of `p`, in m, and its gradient, from the normal of the piece. `inside` tells on which side
    /// `p` is; only rims need to ask.
    #[inline]
    pub(super) fn signed(
        &self,
        p: [f64; N],
        normal: [f64; N],
        inside: impl FnOnce() -> bool,
    ) -> (f64, [f64; N]) {
        let away = sub(p, self.point);
        if self.part == Part::Face {
            return (dot(away, normal), normal);
        }
        let distance = length(away);
        let sign = if inside() { -1.0 } else { 1.0 };
        let clear = distance > ROUNDING * length(self.point);
        (sign * distance, if clear { away.map(|x| sign * x / distance) } else { normal })
    }
}

/// Of a segment.
#[inline]
pub(super) fn on_segment<const N: usize>([a, b]: [[f64; N]; 2], p: [f64; N]) -> Nearest<N> {
    let ab = sub(b, a);
    let share = dot(sub(p, a), ab) / dot(ab, ab);
    if share >= 1.0 {
        return Nearest::rim(b, p);
    }
    // A segment without length is a point.
    if share <= 0.0 || share.is_nan() {
        return Nearest::rim(a, p);
    }
    Nearest { part: Part::Face, ..Nearest::rim(along(a, share, ab), p) }
}

/// To the right, if y is to the left of x.
pub(super) fn normal_of_segment([a, b]: [[f64; 2]; 2]) -> [f64; 2] {
    let [x, y] = sub(b, a);
    unit([y, -x]).unwrap_or_default()
}

/// Towards those who see the corners anticlockwise.
pub(super) fn normal_of_triangle([a, b, c]: [[f64; 3]; 3]) -> [f64; 3] {
    unit(cross(sub(b, a), sub(c, a))).unwrap_or_default()
}

/// Triangles whose angle at the first corner has a smaller sine have no normal that can be trusted.
const SLIVER: f64 = 1e-9;

/// Of a triangle. With `p = a + v ab + w ac` in its plane, v, w and 1 − v − w have the signs of `beyond`; together with
/// the places along the sides they tell which part is nearest.
#[inline]
pub(super) fn on_triangle([a, b, c]: [[f64; 3]; 3], p: [f64; 3]) -> Nearest<3> {
    let (ab, ac) = (sub(b, a), sub(c, a));
    let (ap, bp, cp) = (sub(p, a), sub(p, b), sub(p, c));
    let (a_b, b_b, c_b) = (dot(ab, ap), dot(ab, bp), dot(ab, cp));
    let (a_c, b_c, c_c) = (dot(ac, ap), dot(ac, bp), dot(ac, cp));
    if a_b <= 0.0 && a_c <= 0.0 {
        return Nearest::rim(a, p);
    }
    if b_b >= 0.0 && b_c <= b_b {
        return Nearest::rim(b, p);
    }
    if c_c >= 0.0 && c_b <= c_c {
        return Nearest::rim(c, p);
    }
    let beyond_ab = a_b * b_c - b_b * a_c;
    if beyond_ab <= 0.0 && a_b >= 0.0 && b_b <= 0.0 {
        return Nearest::rim(along(a, a_b / (a_b - b_b), ab), p);
    }
    let beyond_ac = c_b * a_c - a_b * c_c;
    if beyond_ac <= 0.0 && a_c >= 0.0 && c_c <= 0.0 {
        return Nearest::rim(along(a, a_c / (a_c - c_c), ac), p);
    }
    let beyond_bc = b_b * c_c - c_b * b_c;
    let (from_b, from_c) = (b_c - b_b, c_b - c_c);
    if beyond_bc <= 0.0 && from_b >= 0.0 && from_c >= 0.0 {
        return Nearest::rim(along(b, from_b / (from_b + from_c), sub(c, b)), p);
    }
    let normal = cross(ab, ac);
    let square = dot(normal, normal);
    if square <= SLIVER * SLIVER * dot(ab, ab) * dot(ac, ac) {
        let sides = [[a, b], [b, c], [c, a]].map(|side| Nearest::rim(on_segment(side, p).point, p));
        return sides
            .into_iter()
            .fold(sides[0], |one, other| if other.square < one.square { other } else { one });
    }
    let total = beyond_ab + beyond_ac + beyond_bc;
    let point = along(along(a, beyond_ac / total, ab), beyond_ab / total, ac);
    // Off the plane, not off the point: along a long triangle the point is less precise.
    let height = dot(ap, normal);
    Nearest { point, square: height * height / square, part: Part::Face }
}
