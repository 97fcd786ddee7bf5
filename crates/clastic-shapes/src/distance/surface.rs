//! The nearest point of a segment or a triangle, and on which side of it a place is.

use crate::vector::{along, cross, dot, length, sub, unit};

/// The nearest point of a surface.
pub(super) struct Nearest<const N: usize> {
    /// In m.
    point: [f64; N],
    /// Of the segment or triangle, outwards.
    normal: [f64; N],
    part: Part,
}

/// Which part of a segment or triangle is nearest.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Its inside: the normal tells the sides apart.
    Face,
    /// Its rim, where it meets others.
    Rim,
}

/// So far from the nearest point the direction to it is more rounding than direction; of its coordinates.
const ROUNDING: f64 = 1e-12;

impl<const N: usize> Nearest<N> {
    /// The signed distance of `p` and its gradient. `inside` tells on which side `p` is, and is only asked at rims.
    pub(super) fn signed(&self, p: [f64; N], inside: impl FnOnce() -> bool) -> (f64, [f64; N]) {
        let away = sub(p, self.point);
        if self.part == Part::Face {
            return (dot(away, self.normal), self.normal);
        }
        let distance = length(away);
        let sign = if inside() { -1.0 } else { 1.0 };
        let gradient = if distance > ROUNDING * length(self.point) {
            away.map(|x| sign * x / distance)
        } else {
            self.normal
        };
        (sign * distance, gradient)
    }
}

/// The nearest point of a segment with the solid on its left, and the square of its distance, in m².
pub(super) fn on_segment([a, b]: [[f64; 2]; 2], p: [f64; 2]) -> (f64, Nearest<2>) {
    let (ab, ap) = (sub(b, a), sub(p, a));
    let share = dot(ap, ab) / dot(ab, ab);
    let part = if 0.0 < share && share < 1.0 { Part::Face } else { Part::Rim };
    let point = if share >= 1.0 { b } else { along(a, share.max(0.0), ab) };
    let away = sub(p, point);
    let normal = unit([ab[1], -ab[0]]).unwrap_or_default();
    (dot(away, away), Nearest { point, normal, part })
}

/// The nearest point of a triangle, before anyone asks for its normal.
pub(super) struct OnTriangle {
    corners: [[f64; 3]; 3],
    point: [f64; 3],
    part: Part,
}

impl OnTriangle {
    /// The triangle's corners are anticlockwise as seen from outside.
    pub(super) fn nearest(self) -> Nearest<3> {
        let [a, b, c] = self.corners;
        let normal = unit(cross(sub(b, a), sub(c, a))).unwrap_or_default();
        Nearest { point: self.point, normal, part: self.part }
    }
}

/// Triangles whose angle is smaller, in rad, have no normal that can be trusted.
const SLIVER: f64 = 1e-9;

/// The nearest point of a triangle, and the square of its distance, in m². With `p = a + v ab + w ac` in its plane, the
/// signs of v, w and 1 − v − w, and the places along the edges, tell which part is nearest.
pub(super) fn on_triangle(corners: [[f64; 3]; 3], p: [f64; 3]) -> (f64, OnTriangle) {
    let [a, b, c] = corners;
    let (ab, ac) = (sub(b, a), sub(c, a));
    let [ap, bp, cp] = corners.map(|corner| sub(p, corner));
    let [a_b, b_b, c_b] = [ap, bp, cp].map(|to| dot(ab, to));
    let [a_c, b_c, c_c] = [ap, bp, cp].map(|to| dot(ac, to));
    let rim = |point| {
        let away = sub(p, point);
        (dot(away, away), OnTriangle { corners, point, part: Part::Rim })
    };
    if a_b <= 0.0 && a_c <= 0.0 {
        return rim(a);
    }
    if b_b >= 0.0 && b_c <= b_b {
        return rim(b);
    }
    if c_c >= 0.0 && c_b <= c_c {
        return rim(c);
    }
    let beyond_ab = a_b * b_c - b_b * a_c;
    if beyond_ab <= 0.0 && a_b >= 0.0 && b_b <= 0.0 {
        return rim(along(a, a_b / (a_b - b_b), ab));
    }
    let beyond_ac = c_b * a_c - a_b * c_c;
    if beyond_ac <= 0.0 && a_c >= 0.0 && c_c <= 0.0 {
        return rim(along(a, a_c / (a_c - c_c), ac));
    }
    let beyond_bc = b_b * c_c - c_b * b_c;
    let (from_b, from_c) = (b_c - b_b, c_b - c_c);
    if beyond_bc <= 0.0 && from_b >= 0.0 && from_c >= 0.0 {
        return rim(along(b, from_b / (from_b + from_c), sub(c, b)));
    }
    let normal = cross(ab, ac);
    let square = dot(normal, normal);
    let total = beyond_ab + beyond_ac + beyond_bc;
    let point = along(along(a, beyond_ac / total, ab), beyond_ab / total, ac);
    if square <= SLIVER * SLIVER * dot(ab, ab) * dot(ac, ac) || total <= 0.0 {
        return if total > 0.0 { rim(point) } else { rim(a) };
    }
    // Off the plane, not off the point: along the plane the point of a long triangle is less precise.
    let height = dot(ap, normal);
    (height * height / square, OnTriangle { corners, point, part: Part::Face })
}
