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
    /// What friction changes of its velocity where it slides, in m/s.
    pub rubbed: Vector<f64, D>,
}

impl<const D: usize> HeldNode<D> {
    /// A node that nothing holds yet.
    pub fn free(node: u8) -> Self {
        let none = Vector([0.0; D]);
        HeldNode { node, free: Matrix::identity(1.0), velocity: none, rubbed: none }
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

    /// Whether friction acts on it as it slides.
    pub fn is_rubbed(&self) -> bool {
        self.rubbed.norm_squared() > 0.0
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

/// What the last round of a solve has found at a node.
#[derive(Clone, Copy)]
pub struct Found<const D: usize> {
    /// How it was held, if it was.
    pub held: Option<HeldNode<D>>,
    /// What it took to hold it, as a change of velocity, in m/s.
    pub reaction: Vector<f64, D>,
}

/// Holds a node that has the velocity `v` as one contact does.
///
/// A wall that matter may leave holds while it pushes. One with friction holds wholly while its reaction is in the cone of
/// friction. Beyond it matter slides to the end of the step, and is rubbed by as much as the wall has pushed in the round
/// before.
pub fn hold<const D: usize>(
    node: &mut HeldNode<D>,
    touch: &Touch<D>,
    v: Vector<f64, D>,
    found: Option<Found<D>>,
) {
    let Touch { contact, friction, normal: n, velocity: own } = *touch;
    if contact == Contact::Sticky {
        return node.hold_at(own);
    }
    let along = |v: Vector<f64, D>| v - n * v.dot(n);
    let approach = (v - own).dot(n);
    let before = found.and_then(|found| found.held).filter(|held| (held.free * n).norm_squared() < 0.5);
    let pushed = found.filter(|_| before.is_some()).map(|found| found.reaction.dot(n));
    let pushes = pushed.map_or(approach <= 0.0, |pushed| pushed > 0.0);
    if contact == Contact::Separate && !pushes {
        return;
    }
    let (Some(before), Some(found), Some(pushed), true) = (before, found, pushed, friction > 0.0) else {
        // One that comes to the wall during the solve slides, and the contact law rubs it.
        if friction > 0.0 && found.is_none() {
            node.hold_at(own)
        } else {
            node.hold_along(n, own.dot(n))
        }
        return;
    };
    let limit = friction * pushed.max(0.0);
    let (slid, needed) = (along(v - own), along(found.reaction));
    if !before.is_rubbed() && needed.norm() <= limit {
        return node.hold_at(own);
    }
    node.hold_along(n, own.dot(n));
    let against = match before.is_rubbed() {
        // Rubbed too much it has turned round; the contact law will see to that.
        true if slid.dot(before.rubbed) >= 0.0 => before.rubbed,
        true => -slid,
        false => needed,
    };
    let size = against.norm();
    if size > 0.0 {
        node.rubbed += against * (limit / size);
    }
}
