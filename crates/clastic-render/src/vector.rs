//! Three numbers: a place, a direction, or light in red, green and blue.

use std::ops::{Add, Mul, Neg, Sub};

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Vec3(pub [f32; 3]);

impl Vec3 {
    pub const UP: Vec3 = Vec3([0.0, 1.0, 0.0]);

    fn zip(self, other: Vec3, f: impl Fn(f32, f32) -> f32) -> Vec3 {
        Vec3(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    pub fn map(self, f: impl Fn(f32) -> f32) -> Vec3 {
        Vec3(self.0.map(f))
    }

    /// Component by component, as a surface's colour filters light.
    pub fn filter(self, other: Vec3) -> Vec3 {
        self.zip(other, |a, b| a * b)
    }

    pub fn dot(self, other: Vec3) -> f32 {
        self.0[0] * other.0[0] + self.0[1] * other.0[1] + self.0[2] * other.0[2]
    }

    pub fn cross(self, other: Vec3) -> Vec3 {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Vec3([b * z - c * y, c * x - a * z, a * y - b * x])
    }

    pub fn length(self) -> f32 {
        self.dot(self).sqrt()
    }

    /// The same direction with length 1; NaN if there is no direction.
    pub fn normalized(self) -> Vec3 {
        self * (1.0 / self.length())
    }

    pub fn is_finite(self) -> bool {
        self.0.iter().all(|x| x.is_finite())
    }

    /// From `self` at 0 to `other` at 1.
    pub fn mix(self, other: Vec3, t: f32) -> Vec3 {
        self + (other - self) * t
    }
}

impl Add for Vec3 {
    type Output = Vec3;
    fn add(self, other: Vec3) -> Vec3 {
        self.zip(other, |a, b| a + b)
    }
}

impl Sub for Vec3 {
    type Output = Vec3;
    fn sub(self, other: Vec3) -> Vec3 {
        self.zip(other, |a, b| a - b)
    }
}

impl Mul<f32> for Vec3 {
    type Output = Vec3;
    fn mul(self, factor: f32) -> Vec3 {
        self.map(|x| x * factor)
    }
}

impl Neg for Vec3 {
    type Output = Vec3;
    fn neg(self) -> Vec3 {
        self * -1.0
    }
}

/// 0 below `low`, 1 above `high`, smooth between them.
pub(crate) fn smoothstep(low: f32, high: f32, x: f32) -> f32 {
    let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}
