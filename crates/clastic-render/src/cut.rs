//! A plane that opens solids and surfaces, so that one sees inside.

use crate::camera::Ray;
use crate::vector::Vec3;

/// A plane across an axis. What is beyond it, where the coordinate is greater, is left out; what is cut shows a flat
/// face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cut {
    /// 0 for x, 1 for y, 2 for z.
    pub axis: usize,
    /// The coordinate of the plane, in metres.
    pub place: f32,
}

impl Cut {
    /// Metres beyond the plane; negative before it.
    pub(crate) fn beyond(&self, place: [f64; 3]) -> f64 {
        place[self.axis] - f64::from(self.place)
    }

    /// Of the face, outward.
    pub(crate) fn normal(&self) -> Vec3 {
        Vec3(std::array::from_fn(|axis| if axis == self.axis { 1.0 } else { 0.0 }))
    }

    /// The depth at which a ray that begins beyond the plane comes through it.
    pub(crate) fn entry(&self, ray: Ray) -> Option<f32> {
        let (start, along) = (ray.start.0[self.axis], ray.direction.0[self.axis]);
        (along < 0.0 && start > self.place).then(|| (self.place - start) / along)
    }
}
