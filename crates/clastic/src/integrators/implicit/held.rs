//! What contact holds of the nodes during a solve.

use crate::colliders::{Contact, Touch};
use crate::tensor::{Matrix, Vector};

/// A direction that counts no more once others are taken from it, as a share of its length.
const NOTHING: f64 = 1e-6;

/// A node that is held, wholly or along some directions.
#[derive(Clone, Copy)]
pub struct HeldNode<const D: usize> {
    /// Which of its block.
    pub node: u8,
    /// The projection on the directions in which it is free.
    pub free: Matrix<f64, D>,
    /// What is held has this velocity, in m/s.
    pub velocity: Vector<f64, D>,
}

impl<const D: usize> HeldNode<D> {
    /// A node that nothing holds yet.
    pub fn free(node: u8) -> Self {
        HeldNode { node, free: Matrix::identity(1.0), velocity: Vector([0.0; D]) }
    }

    /// Holds it along a unit vector, at that speed.
    pub fn hold_along(&mut self, n: Vector<f64, D>, speed: f64) {
        let rest = self.free * n;
        let length = rest.norm();
        if length < NOTHING {
            return;
        }
        let n_free = rest * (1.0 / length);
        // n · v = speed where n = (what is held before) + length n_free.
        let before = (n - rest).dot(self.velocity);
        self.velocity += n_free * ((speed - before) / length);
        self.free = self.free - n_free.outer(n_free);
    }

    /// Holds it wholly.
    pub fn hold_at(&mut self, velocity: Vector<f64, D>) {
        for axis in 0..D {
            let mut n = Vector([0.0; D]);
            n[axis] = 1.0;
            self.hold_along(n, velocity[axis]);
        }
    }

    /// Whether anything is held.
    pub fn holds(&self) -> bool {
        self.free.trace() < D as f64 - 0.5
    }

    /// What the node's velocity must be, as near as possible to `v`.
    pub fn bend(&self, v: Vector<f64, D>) -> Vector<f64, D> {
        self.free * v + self.velocity
    }
}

/// Holds a node as one contact does to a velocity `v`, of which it has had to take `reaction` so far.
///
/// A wall that matter may leave holds while it pushes. One with friction holds wholly while its reaction is in the cone of
/// friction: matter sticks; beyond it, matter slides, and the contact law takes what friction takes when the solve has ended.
pub fn hold<const D: usize>(
    node: &mut HeldNode<D>,
    touch: &Touch<D>,
    v: Vector<f64, D>,
    reaction: Option<Vector<f64, D>>,
) {
    let Touch { contact, friction, normal: n, velocity: own } = *touch;
    let approach = (v - own).dot(n);
    match contact {
        Contact::Sticky => node.hold_at(own),
        Contact::Slip | Contact::Separate => {
            let pushed = reaction.map_or(0.0, |reaction| reaction.dot(n));
            let pushes = if pushed != 0.0 { pushed > 0.0 } else { approach <= 0.0 };
            if contact == Contact::Separate && !pushes {
                return;
            }
            let along = |v: Vector<f64, D>| v - n * v.dot(n);
            let needed = reaction.map(|reaction| (along(reaction) - along(v - own)).norm());
            if needed.is_some_and(|needed| friction > 0.0 && needed <= friction * pushed) {
                node.hold_at(own);
            } else {
                node.hold_along(n, own.dot(n));
            }
        }
    }
}
