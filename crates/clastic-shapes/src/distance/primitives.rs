//! Formulas of the simple shapes. Each is exact on both sides of the surface.

use super::Distance;
use crate::vector::{along, cross, dot, length, sub, unit};

/// The length of a vector, and its direction. Where it has none, `otherwise` is one.
fn polar(v: [f64; 3], otherwise: impl FnOnce() -> [f64; 3]) -> (f64, [f64; 3]) {
    let size = length(v);
    (size, if size > 0.0 { v.map(|x| x / size) } else { otherwise() })
}

/// How far a place is from an axis through the origin, of length 1, and in which direction. On the axis it is any that
/// is across, in the plane of x and y if the axis is.
pub(super) fn radial(p: [f64; 3], axis: [f64; 3]) -> (f64, [f64; 3]) {
    let across = along(p, -dot(p, axis), axis);
    let size = length(across);
    // What is left of a place on the axis is rounding.
    if size > 1e-12 * length(p) {
        return (size, across.map(|x| x / size));
    }
    let least = (0..3).min_by(|&i, &j| axis[i].abs().total_cmp(&axis[j].abs()).then(j.cmp(&i)));
    let mut other = [0.0; 3];
    other[least.unwrap_or(2)] = 1.0;
    (size, unit(cross(other, axis)).unwrap_or([1.0, 0.0, 0.0]))
}

/// What lies between 0 and a thickness along a direction of length 1, for a place `x` along it.
pub(super) fn slab(x: f64, thickness: f64, direction: [f64; 3]) -> Distance {
    let from_middle = x - 0.5 * thickness;
    let gradient = direction.map(|d| from_middle.signum() * d);
    Distance { value: from_middle.abs() - 0.5 * thickness, gradient }
}

/// What is in two shapes whose gradients are at right angles everywhere, as of a cylinder's mantle and ends.
pub(super) fn both(a: Distance, b: Distance) -> Distance {
    if a.value <= 0.0 || b.value <= 0.0 {
        return if a.value > b.value { a } else { b };
    }
    let value = (a.value * a.value + b.value * b.value).sqrt();
    let known = a.gradient != [0.0; 3] && b.gradient != [0.0; 3];
    let share = |i: usize| (a.value * a.gradient[i] + b.value * b.gradient[i]) / value;
    Distance { value, gradient: if known { std::array::from_fn(share) } else { [0.0; 3] } }
}

/// The half-space behind a plane: `(p − point) · normal`, with a normal of length 1.
pub(super) fn plane(p: [f64; 3], point: [f64; 3], normal: [f64; 3]) -> Distance {
    Distance { value: dot(sub(p, point), normal), gradient: normal }
}

/// `|p − center| − radius`.
pub(super) fn ball(p: [f64; 3], center: [f64; 3], radius: f64) -> Distance {
    let (away, gradient) = polar(sub(p, center), || [0.0, 1.0, 0.0]);
    Distance { value: away - radius, gradient }
}

/// A box along the axes with round edges.
pub(super) struct Block {
    pub center: [f64; 3],
    /// Half of each edge, in m; infinite along z in 2D.
    pub half: [f64; 3],
    /// Of the edges, in m.
    pub radius: f64,
}

impl Block {
    /// With `q = |p − center| − (half − radius)` along each axis: `|max(q, 0)| − radius`, and `max q − radius` in the
    /// middle, where no `q` is positive.
    pub(super) fn distance(&self, p: [f64; 3]) -> Distance {
        let Block { center, half, radius } = *self;
        let away = sub(p, center);
        let q: [f64; 3] = std::array::from_fn(|i| away[i].abs() - (half[i] - radius));
        let out: [f64; 3] = std::array::from_fn(|i| q[i].max(0.0) * away[i].signum());
        let size = length(out);
        if size > 0.0 {
            return Distance { value: size - radius, gradient: out.map(|x| x / size) };
        }
        let nearest = if q[0] >= q[1] && q[0] >= q[2] { 0 } else { 1 + usize::from(q[2] > q[1]) };
        let mut gradient = [0.0; 3];
        gradient[nearest] = away[nearest].signum();
        Distance { value: q[nearest] - radius, gradient }
    }
}

/// The distance from the circle of `radius` about z, less the radius of the tube.
pub(super) fn ring(p: [f64; 3], center: [f64; 3], radius: f64, tube: f64) -> Distance {
    let [x, y, z] = sub(p, center);
    let (across, out) = polar([x, y, 0.0], || [1.0, 0.0, 0.0]);
    let (away, gradient) = polar(along([0.0, 0.0, z], across - radius, out), || out);
    Distance { value: away - tube, gradient }
}

/// What is within a radius of a segment, of any length.
pub(super) struct Capsule {
    pub from: [f64; 3],
    /// Of length 1.
    pub axis: [f64; 3],
    pub height: f64,
    pub radius: f64,
}

impl Capsule {
    pub(super) fn distance(&self, p: [f64; 3]) -> Distance {
        let Capsule { from, axis, height, radius } = *self;
        let q = sub(p, from);
        let up = dot(q, axis);
        let nearest = up.clamp(0.0, height);
        let (away, gradient) =
            if up == nearest { radial(q, axis) } else { polar(along(q, -nearest, axis), || axis) };
        Distance { value: away - radius, gradient }
    }
}

/// What is within the radius of an axis of length 1, and between its ends.
pub(super) struct Cylinder {
    pub from: [f64; 3],
    pub axis: [f64; 3],
    pub height: f64,
    pub radius: f64,
}

impl Cylinder {
    pub(super) fn distance(&self, p: [f64; 3]) -> Distance {
        let Cylinder { from, axis, height, radius } = *self;
        let q = sub(p, from);
        let up = dot(q, axis);
        let (across, gradient) = radial(q, axis);
        both(Distance { value: across - radius, gradient }, slab(up, height, axis))
    }
}
