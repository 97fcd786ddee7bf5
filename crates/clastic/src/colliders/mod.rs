//! What matter runs into. Colliders know no particle: they answer how far a place is from them and how they move.

mod plane;

pub use plane::PlaneList;

use crate::tensor::{Real, Vector};

/// A collider as seen from places near it.
#[derive(Clone, Copy)]
pub struct Sample<R, const D: usize> {
    /// The signed distance `φ`, negative inside, in cells.
    pub distance: R,
    /// Its gradient, the direction that leads out.
    pub normal: Vector<R, D>,
    /// The collider's own velocity there, in m/s.
    pub velocity: Vector<R, D>,
}

impl<R: Real, const D: usize> Sample<R, D> {
    /// Whether a particle moving at `v` is inside and not on its way out: equation 5 of "Revisiting Integration in the
    /// Material Point Method", with the velocity relative to the collider.
    #[inline(always)]
    pub fn runs_into(&self, v: Vector<R, D>) -> R::Mask {
        let zero = self.distance.zero();
        self.distance.lt(zero) & self.normal.dot(v - self.velocity).le(zero)
    }
}

/// A set of colliders given by signed distances.
pub trait Boundary {
    /// 0 where a particle that would be at `ahead` (cells from its block's origin) with velocity `v` (m/s) runs into a
    /// collider, `beta` elsewhere.
    fn stop<R: Real, const D: usize>(&self, ahead: Vector<R, D>, v: Vector<R, D>, beta: R) -> R;
}
