//! How colliders, sources and sinks move, as scenes write it down.

use clastic::colliders::{Key, KeyError, KeyFrames, Motion, Repeat};

use crate::language::*;

table! {
    /// How something rigid moves: evenly, by `velocity` and `angular_velocity`, or from key to key.
    pub struct MotionTable {
        /// The velocity, in m/s.
        optional velocity: Components,
        /// The angular velocity about the pivot, in rad/s.
        optional angular_velocity: Turn,
        /// Where it is at which time, in place of velocities. Between keys it moves smoothly; before the first and
        /// after the last it rests.
        optional keys: List<Nested<KeyTable>>,
        /// Whether the last key is the first again, so that the motion between them goes on for ever.
        default repeat: Flag = false,
        /// What it turns about, in m, before it has moved; it moves along. If not given, the middle of the shape's
        /// bounding box, or the origin where the shape has no end.
        optional pivot: Components,
    }
}

table! {
    /// Where something rigid is at one time, seen from where its shape stands.
    pub struct KeyTable {
        /// When, in s.
        required time: NonNegative,
        /// How far it has moved, in m.
        default translate: Components = [0.0; 3],
        /// How far it has turned about the pivot, in degrees: counterclockwise in 2D; about x, then y, then z in 3D.
        /// Beyond 360 it turns more than once.
        default rotate: Turn = [0.0; 3],
    }
}

impl MotionTable {
    /// The engine's motion of a shape between these bounds.
    pub(crate) fn resolve(&self, bounds: [[f64; 3]; 2]) -> Result<Motion, KeyError> {
        let pivot = self.pivot.unwrap_or_else(|| middle(bounds));
        if let Some(keys) = &self.keys {
            let key = |&KeyTable { time, translate, rotate }: &KeyTable| Key {
                time,
                translation: translate,
                rotation: rotate,
            };
            let repeat = if self.repeat { Repeat::Forever } else { Repeat::Never };
            return KeyFrames::new(keys.iter().map(key).collect(), pivot, repeat).map(Motion::Keyed);
        }
        let velocity = self.velocity.unwrap_or_default();
        let angular_velocity = self.angular_velocity.unwrap_or_default();
        if [velocity, angular_velocity] == [[0.0; 3]; 2] {
            return Ok(Motion::Fixed);
        }
        Ok(Motion::Steady { velocity, angular_velocity, pivot })
    }

    /// Its vectors, each with the way to it, and its times.
    pub(crate) fn numbers(&self) -> Vec<(Vec<String>, [f64; 3])> {
        let own =
            [("velocity", self.velocity), ("angular_velocity", self.angular_velocity), ("pivot", self.pivot)];
        let own = own.into_iter().filter_map(|(name, value)| Some((vec![name.to_string()], value?)));
        let keys = self.keys.iter().flatten().enumerate().flat_map(|(index, key)| {
            let path = move |field: &str| vec!["keys".to_string(), index.to_string(), field.to_string()];
            [
                (path("time"), [key.time, 0.0, 0.0]),
                (path("translate"), key.translate),
                (path("rotate"), key.rotate),
            ]
        });
        own.chain(keys).collect()
    }
}

/// The middle of bounds, or the origin where they have no end.
pub(crate) fn middle([low, high]: [[f64; 3]; 2]) -> [f64; 3] {
    let middle: [f64; 3] = std::array::from_fn(|axis| 0.5 * (low[axis] + high[axis]));
    if middle.iter().all(|x| x.is_finite()) { middle } else { [0.0; 3] }
}
