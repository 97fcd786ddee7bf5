//! Where colliders are, and where they go.

use clastic::colliders::{Key, KeyError, KeyFrames, Motion, Pose, Repeat};
use clastic::tensor::Vector;

/// How far something has moved, in m, and turned about its pivot, in degrees: about x, then y, then z.
pub struct Placed {
    pub translate: [f64; 3],
    pub rotate: [f64; 3],
}

/// A pose in the numbers of a key, but for whole turns.
pub fn placed(pose: &Pose, pivot: [f64; 3]) -> Placed {
    let to = pose.apply(Vector(pivot));
    // R = Rz Ry Rx, column by column.
    let [x, y, z] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|axis| pose.turn(axis).0);
    let rotate = [y[2].atan2(z[2]), (-x[2]).clamp(-1.0, 1.0).asin(), x[1].atan2(x[0])];
    Placed { translate: (to - Vector(pivot)).0, rotate: rotate.map(f64::to_degrees) }
}

/// From key to key, and on after the last as between the first and it.
pub fn keyed(keys: &[(f64, [f64; 3], [f64; 3])], pivot: [f64; 3]) -> Result<Motion, KeyError> {
    let key =
        |&(time, translation, rotation): &(f64, [f64; 3], [f64; 3])| Key { time, translation, rotation };
    KeyFrames::new(keys.iter().map(key).collect(), pivot, Repeat::Forever).map(Motion::Keyed)
}
