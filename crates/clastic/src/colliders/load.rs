//! What matter does to what it runs into.

use crate::tensor::Vector;

/// The impulse that matter has given, since the beginning. What it got is the opposite.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Load {
    /// In N s.
    pub impulse: [f64; 3],
    /// About the pivot, or about the origin if it stands still, in N m s; in 2D only the third.
    pub angular_impulse: [f64; 3],
}

impl Load {
    /// Adds an impulse at a place as seen from the pivot.
    pub(crate) fn push(&mut self, impulse: Vector<f64, 3>, arm: Vector<f64, 3>) {
        let turn = arm.cross(impulse);
        for axis in 0..3 {
            self.impulse[axis] += impulse[axis];
            self.angular_impulse[axis] += turn[axis];
        }
    }

    /// Both together.
    pub(crate) fn and(mut self, other: Load) -> Load {
        for axis in 0..3 {
            self.impulse[axis] += other.impulse[axis];
            self.angular_impulse[axis] += other.angular_impulse[axis];
        }
        self
    }
}
