//! Scale, rotation and translation.

use crate::vector::dot;

/// A turn about the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotation {
    rows: [[f64; 3]; 3],
}

impl Rotation {
    /// No turn.
    pub const NONE: Rotation = Rotation { rows: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] };

    /// By these angles in degrees about the fixed axes, first x, then y, then z. In 2D only the third may turn. Quarter
    /// turns are exact.
    pub fn from_degrees(angles: [f64; 3]) -> Self {
        let [(sx, cx), (sy, cy), (sz, cz)] = angles.map(sin_cos);
        let about_x = Rotation { rows: [[1.0, 0.0, 0.0], [0.0, cx, -sx], [0.0, sx, cx]] };
        let about_y = Rotation { rows: [[cy, 0.0, sy], [0.0, 1.0, 0.0], [-sy, 0.0, cy]] };
        let about_z = Rotation { rows: [[cz, -sz, 0.0], [sz, cz, 0.0], [0.0, 0.0, 1.0]] };
        about_z.after(about_y.after(about_x))
    }

    /// By an angle in rad about an axis of any length but 0; anticlockwise as seen from its tip.
    pub fn about(axis: [f64; 3], angle: f64) -> Self {
        let size = dot(axis, axis).sqrt();
        let [x, y, z] = axis.map(|a| a / size);
        let (s, c) = angle.sin_cos();
        let v = 1.0 - c;
        Rotation {
            rows: [
                [c + x * x * v, x * y * v - z * s, x * z * v + y * s],
                [y * x * v + z * s, c + y * y * v, y * z * v - x * s],
                [z * x * v - y * s, z * y * v + x * s, c + z * z * v],
            ],
        }
    }

    /// The turned vector.
    pub fn apply(&self, v: [f64; 3]) -> [f64; 3] {
        self.rows.map(|row| dot(row, v))
    }

    /// The vector that [`apply`](Self::apply) turns into this one.
    pub fn undo(&self, v: [f64; 3]) -> [f64; 3] {
        std::array::from_fn(|j| (0..3).map(|i| self.rows[i][j] * v[i]).sum())
    }

    /// This turn after another.
    pub fn after(self, first: Rotation) -> Rotation {
        let columns: [[f64; 3]; 3] = std::array::from_fn(|j| self.apply(first.rows.map(|row| row[j])));
        Rotation { rows: std::array::from_fn(|i| columns.map(|column| column[i])) }
    }

    pub(crate) fn is_finite(&self) -> bool {
        self.rows.as_flattened().iter().all(|x| x.is_finite())
    }

    /// Whether the plane of 2D stays where it is, and upright.
    pub(crate) fn is_in_plane(&self) -> bool {
        self.rows[2] == Rotation::NONE.rows[2]
    }
}

/// Sine and cosine of an angle in degrees.
fn sin_cos(degrees: f64) -> (f64, f64) {
    let turn = degrees.rem_euclid(360.0);
    match turn / 90.0 {
        0.0 | 4.0 => (0.0, 1.0),
        1.0 => (1.0, 0.0),
        2.0 => (0.0, -1.0),
        3.0 => (-1.0, 0.0),
        _ => turn.to_radians().sin_cos(),
    }
}

/// Scales, then turns, then shifts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// Factor of all lengths, greater than 0.
    pub scale: f64,
    /// Turn about the origin.
    pub rotation: Rotation,
    /// Shift, in m.
    pub translation: [f64; 3],
}

impl Default for Transform {
    fn default() -> Self {
        Transform { scale: 1.0, rotation: Rotation::NONE, translation: [0.0; 3] }
    }
}

impl Transform {
    /// Where a point goes.
    pub fn apply(&self, p: [f64; 3]) -> [f64; 3] {
        let turned = self.rotation.apply(p);
        std::array::from_fn(|i| self.scale * turned[i] + self.translation[i])
    }

    /// Where a point came from.
    pub fn undo(&self, p: [f64; 3]) -> [f64; 3] {
        let turned: [f64; 3] = std::array::from_fn(|i| (p[i] - self.translation[i]) / self.scale);
        self.rotation.undo(turned)
    }

    pub(crate) fn after(&self, first: &Transform) -> Transform {
        Transform {
            scale: self.scale * first.scale,
            rotation: self.rotation.after(first.rotation),
            translation: self.apply(first.translation),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: [f64; 3], b: [f64; 3]) -> bool {
        (0..3).all(|i| (a[i] - b[i]).abs() < 1e-14)
    }

    #[test]
    fn axes_turn_first_about_x_then_y_then_z() {
        let turn = Rotation::from_degrees([90.0, 0.0, 90.0]);
        assert_eq!(turn.apply([0.0, 1.0, 0.0]), [0.0, 0.0, 1.0]);
        assert_eq!(turn.apply([1.0, 0.0, 0.0]), [0.0, 1.0, 0.0]);
        let slow = Rotation::from_degrees([0.0, 0.0, 30.0]);
        assert!(near(slow.apply([1.0, 0.0, 0.0]), [0.75f64.sqrt(), 0.5, 0.0]));
    }

    #[test]
    fn undo_and_composition_agree_with_apply() {
        let first = Transform {
            scale: 2.0,
            rotation: Rotation::from_degrees([10.0, 20.0, 30.0]),
            translation: [1.0, 2.0, 3.0],
        };
        let second =
            Transform { scale: 0.5, rotation: Rotation::from_degrees([-400.0, 5.0, 270.0]), ..first };
        let p = [0.3, -0.2, 0.9];
        assert!(near(first.undo(first.apply(p)), p));
        assert!(near(second.after(&first).apply(p), second.apply(first.apply(p))));
    }
}
