//! Contact, written out: what thick, slow colliders do to nodes and to `β`.

use super::{Node, Reference};
use crate::colliders::{Contact, Pose};
use crate::tensor::Vector;
use clastic_shapes::SignedDistance;

/// A node is in contact up to half a cell away, and a little for the rounding of its place.
const CONTACT_REACH: f64 = 0.5 + 1e-6;

/// What contact makes of a velocity relative to a wall whose normal points at the matter.
pub(super) fn touch<const D: usize>(
    contact: Contact,
    friction: f64,
    v: Vector<f64, D>,
    n: Vector<f64, D>,
) -> Vector<f64, D> {
    let across = v.dot(n);
    let along = v - n * across;
    match contact {
        Contact::Sticky => v * 0.0,
        Contact::Separate if across > 0.0 => v,
        _ if across > 0.0 => along,
        _ => along * (1.0 - friction * -across / along.norm().max(friction * -across).max(f64::MIN_POSITIVE)),
    }
}

/// A collider as seen from a place.
struct Seen<const D: usize> {
    /// In m.
    distance: f64,
    normal: Vector<f64, D>,
    /// Its own velocity, in m/s.
    velocity: Vector<f64, D>,
}

impl<const D: usize> Reference<D> {
    pub(super) fn meet_colliders(&self, index: &[i64; D], node: &mut Node<D>) {
        let cell = self.config.cell_size;
        let mut x = Vector([0.0; D]);
        for axis in 0..D {
            x[axis] = self.origin(axis) + index[axis] as f64 * cell;
        }
        for collider in &self.config.colliders {
            let seen = see(collider.shape.as_ref(), &collider.motion.pose(self.time), x);
            if seen.distance <= CONTACT_REACH * cell {
                let v = node.after - seen.velocity;
                node.after = touch(collider.contact, collider.friction, v, seen.normal) + seen.velocity;
            }
        }
    }

    /// Whether a particle runs into a collider, and how far from the nearest surface it would be, in m.
    pub(super) fn runs_into_collider(
        &self,
        ahead: Vector<f64, D>,
        v: Vector<f64, D>,
        time: f64,
    ) -> (bool, f64) {
        let (mut into, mut nearest) = (false, f64::INFINITY);
        for collider in &self.config.colliders {
            let seen = see(collider.shape.as_ref(), &collider.motion.pose(time), ahead);
            into |= seen.distance < 0.0 && seen.normal.dot(v - seen.velocity) <= 0.0;
            nearest = nearest.min(seen.distance.abs());
        }
        (into, nearest)
    }
}

fn see<const D: usize>(shape: &dyn SignedDistance, pose: &Pose, x: Vector<f64, D>) -> Seen<D> {
    let mut place = Vector([0.0; 3]);
    place.0[..D].copy_from_slice(&x.0);
    let found = shape.distance(pose.undo(place).0);
    let (normal, velocity) = (pose.turn(found.gradient), pose.velocity(place));
    let mut seen = Seen { distance: found.value, normal: x, velocity: x };
    seen.normal.0.copy_from_slice(&normal.0[..D]);
    seen.velocity.0.copy_from_slice(&velocity.0[..D]);
    seen
}
