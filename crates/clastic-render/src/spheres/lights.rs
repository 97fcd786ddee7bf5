//! The key light, the sky, and what surfaces make of them.

use crate::camera::View;
use crate::vector::Vec3;

/// Where light comes from.
pub(super) struct Lights {
    /// The direction to the key light.
    pub to_key: Vec3,
}

const KEY: Vec3 = Vec3([0.86, 0.83, 0.78]);
const SKY: Vec3 = Vec3([0.44, 0.47, 0.52]);
const GROUND: Vec3 = Vec3([0.24, 0.23, 0.22]);

impl Lights {
    /// The key light stands to the upper left of the camera, a little in front of the scene.
    pub fn new(view: &View) -> Self {
        let toward_camera = view.right.cross(Vec3::UP);
        Lights { to_key: (Vec3::UP + view.right * -0.55 + toward_camera * 0.5).normalized() }
    }

    /// The light that a surface sends to the eye. `key` and `sky` are the parts of the lights that reach it.
    pub fn reflect(&self, color: Vec3, normal: Vec3, to_eye: Vec3, key: f32, sky: f32) -> Vec3 {
        // Matter lets some light through, so that it falls off beyond the edge of the shade.
        let facing = ((normal.dot(self.to_key) + 0.2) / 1.2).max(0.0);
        let above = 0.5 + 0.5 * normal.0[1];
        let arriving = KEY * (facing * key) + GROUND.mix(SKY, above) * sky;
        let half = (self.to_key + to_eye).normalized();
        let gloss = normal.dot(half).max(0.0).powi(24) * 0.05 * key;
        color.filter(arriving) + KEY * gloss
    }
}
