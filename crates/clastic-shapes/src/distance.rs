//! How far a place is from a surface.

use std::fmt::Debug;

/// The signed distance of a place, and the way out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// In m, negative inside. Never farther from 0 than the surface is, and exact near most surfaces.
    pub value: f64,
    /// The direction in which it grows, of length 1; 0 where it is not known, deep inside or far away.
    pub gradient: [f64; 3],
}

/// Something solid that knows how far away it is. Places and lengths are in m; in 2D, z is ignored.
pub trait SignedDistance: Debug + Send + Sync {
    /// The distance of a place.
    fn distance(&self, p: [f64; 3]) -> Distance;
    /// The lowest and highest places; infinite where it has no end.
    fn bounds(&self) -> [[f64; 3]; 2];
}
