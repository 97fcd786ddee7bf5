//! What matter runs into: the walls of the world, and solids given by signed distances.
//!
//! Colliders know no particle: they answer how far a place is from them, which way leads out and how they move. Contact is
//! resolved on nodes, by one law for walls and colliders, on the velocity relative to them. Where a solid is thinner than
//! the grid can see, the nodes that it hides from their matter obey it too, and particles that would still cross it are
//! held; see [`Obstacles`].

mod contact;
mod encounters;
mod load;
mod motion;
mod obstacle;
mod obstacles;
mod plane;

pub use contact::{Contact, Settled, Touch};
pub use encounters::Encounters;
pub use load::Load;
pub use motion::{Key, KeyError, KeyFrames, Motion, Pose, Repeat};
pub use obstacle::Obstacle;
pub(crate) use obstacles::in_space;
pub use obstacles::{Flight, Node, Obstacles};
pub use plane::PlaneList;

use std::sync::Arc;

use clastic_shapes::SignedDistance;

use crate::tensor::{Real, Vector};

/// A rigid solid that matter runs into.
#[derive(Clone, Debug)]
pub struct Collider {
    /// What it looks like where it stands at first.
    pub shape: Arc<dyn SignedDistance>,
    /// How it moves.
    pub motion: Motion,
    /// How matter meets it.
    pub contact: Contact,
    /// Coulomb's coefficient of friction; 0 or more.
    pub friction: f64,
    /// Where particles are held that nodes would let through.
    pub keep_out: KeepOut,
}

impl Collider {
    /// A fixed one without friction that matter may leave.
    pub fn new(shape: impl SignedDistance + 'static) -> Self {
        Collider {
            shape: Arc::new(shape),
            motion: Motion::Fixed,
            contact: Contact::Separate,
            friction: 0.0,
            keep_out: KeepOut::Thin,
        }
    }

    /// The same with another motion.
    pub fn moving(self, motion: Motion) -> Self {
        Collider { motion, ..self }
    }

    /// The same with another contact and friction.
    pub fn touching(self, contact: Contact, friction: f64) -> Self {
        Collider { contact, friction, ..self }
    }
}

/// Where a collider holds particles one by one. Nodes alone stop matter at solids of three cells or more; a particle may sink
/// into those by a fraction of a cell, as deep as its scheme lets it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeepOut {
    /// Where it is thinner than three cells, or moves by more than half a cell in a step.
    #[default]
    Thin,
    /// Everywhere. Matter that is pressed against it may pile up in a layer, for its volume does not know.
    Always,
    /// Nowhere.
    Never,
}

impl KeepOut {
    /// All kinds.
    pub const ALL: [KeepOut; 3] = [KeepOut::Thin, KeepOut::Always, KeepOut::Never];

    /// The name in scene files.
    pub fn name(self) -> &'static str {
        match self {
            KeepOut::Thin => "thin",
            KeepOut::Always => "always",
            KeepOut::Never => "never",
        }
    }
}

/// A wall as seen from places near it.
#[derive(Clone, Copy)]
pub struct Sample<R, const D: usize> {
    /// The signed distance `φ`, negative inside, in cells.
    pub distance: R,
    /// Its gradient, the direction that leads out.
    pub normal: Vector<R, D>,
}

impl<R: Real, const D: usize> Sample<R, D> {
    /// Whether a particle moving at `v` is inside and not on its way out: equation 5 of "Revisiting Integration in the
    /// Material Point Method".
    #[inline(always)]
    pub fn runs_into(&self, v: Vector<R, D>) -> R::Mask {
        let zero = self.distance.zero();
        self.distance.lt(zero) & self.normal.dot(v).le(zero)
    }
}
