//! Solids that matter runs into: the velocity collision of section 4.1.

use crate::colliders::Contact;
use crate::tensor::Vector;

use super::pairs::Kernel;

/// Solids where they are in the step under way.
pub trait Solids<const D: usize>: Sync {
    /// How many.
    fn len(&self) -> usize;
    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// How far a place is from one of them, in m, negative inside, and which way leads out.
    fn distance(&self, solid: usize, x: [f64; D]) -> (f64, [f64; D]);
    /// How fast their surfaces move at most, in m/s. If they do not move, they are where they were in the step before; else see
    /// [`Mlsrk::look_anew`](super::Mlsrk::look_anew).
    fn fastest(&self) -> f64 {
        0.0
    }
    /// How its surface moves near a place, in m/s.
    fn velocity(&self, _solid: usize, _x: [f64; D]) -> [f64; D] {
        [0.0; D]
    }
    /// How matter meets it, and Coulomb's coefficient of friction.
    fn contact(&self, _solid: usize) -> (Contact, f64) {
        (Contact::Separate, 0.0)
    }
}

/// None.
pub struct NoSolids;

impl<const D: usize> Solids<D> for NoSolids {
    fn len(&self) -> usize {
        0
    }
    fn distance(&self, _: usize, _: [f64; D]) -> (f64, [f64; D]) {
        (f64::INFINITY, [0.0; D])
    }
}

/// What contact makes of the velocity of a particle, in m/s, that has so much room around it, in m; `met` hears of every solid that changes it, and by how much. One that
/// is outside may come as near as the surface in the step.
pub(super) fn collide<const D: usize>(
    solids: &dyn Solids<D>,
    x: [f64; D],
    velocity: [f64; D],
    clear: f64,
    dt: f64,
    mut met: impl FnMut(usize, Vector<f64, D>),
) -> [f64; D] {
    let mut u = Vector(velocity);
    if clear > (u.norm() + solids.fastest()) * dt {
        return velocity;
    }
    for solid in 0..solids.len() {
        let (distance, normal) = solids.distance(solid, x);
        let (normal, moves) = (Vector(normal), Vector(solids.velocity(solid, x)));
        let room = normal * (distance.max(0.0) / dt);
        let relative = u - moves + room;
        let is_met = distance <= 0.0 || relative.dot(normal) < 0.0;
        if is_met && distance.is_finite() {
            let (contact, friction) = solids.contact(solid);
            let after = contact.resolve(friction, relative, normal) - room + moves;
            met(solid, after - u);
            u = after;
        }
    }
    u.0
}

/// How far the nearest solid is, in m.
pub(super) fn clear<const D: usize>(solids: &dyn Solids<D>, x: [f64; D]) -> f64 {
    (0..solids.len()).map(|solid| solids.distance(solid, x).0).fold(f64::INFINITY, f64::min)
}

/// How far the nearest solid was when a particle last looked, and where that was, in m. As long as solids stand still, it has come no
/// nearer than by the particle's way.
#[derive(Clone, Copy)]
pub(super) struct Look<const D: usize> {
    place: [f64; D],
    clear: f64,
}

impl<const D: usize> Look<D> {
    /// It has yet to look.
    pub const NEVER: Self = Look { place: [0.0; D], clear: f64::NEG_INFINITY };

    /// How far the nearest solid is at least, in m; exactly if that is not more than what `matters`.
    pub fn clear(&mut self, solids: &dyn Solids<D>, x: [f64; D], matters: f64) -> f64 {
        if solids.is_empty() {
            return f64::INFINITY;
        }
        let least = self.clear - (Vector(x) - Vector(self.place)).norm();
        if least > matters {
            return least;
        }
        *self = Look { place: x, clear: clear(solids, x) };
        self.clear
    }
}

/// The share of a particle's kernel that is in solids, as if their surfaces were flat: what is not counted there.
pub(super) fn covered<const D: usize>(
    solids: &dyn Solids<D>,
    x: [f64; D],
    kernel: Kernel,
    scale: f64,
) -> f64 {
    let share = |solid| kernel.beyond(solids.distance(solid, x).0 / scale, D);
    (0..solids.len()).map(share).sum::<f64>().min(0.75)
}
