//! The law of contact.

use crate::tensor::{Matrix, Scalar, Vector};

/// How matter meets a wall or a collider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contact {
    /// Matter sticks: the velocity is the wall's.
    Sticky,
    /// Matter slides along, and cannot leave.
    Slip,
    /// Matter slides along, and may leave.
    Separate,
}

impl Contact {
    /// All kinds.
    pub const ALL: [Contact; 3] = [Contact::Sticky, Contact::Slip, Contact::Separate];

    /// The name in scene files.
    pub fn name(self) -> &'static str {
        match self {
            Contact::Sticky => "sticky",
            Contact::Slip => "slip",
            Contact::Separate => "separate",
        }
    }

    /// The kind of that name.
    pub fn from_name(name: &str) -> Option<Contact> {
        Contact::ALL.into_iter().find(|contact| contact.name() == name)
    }

    /// What contact makes of a velocity relative to the wall, whose normal `n` points at the matter. Coulomb's friction `μ`
    /// takes at most `μ` times what pressing into the wall is stopped by:
    ///
    /// ```text
    /// v_t ← v_t max(0, 1 − μ max(0, −v·n) / |v_t|),   v·n ← 0
    /// ```
    #[inline]
    pub fn resolve<T: Scalar, const D: usize>(
        self,
        friction: T,
        v: Vector<T, D>,
        n: Vector<T, D>,
    ) -> Vector<T, D> {
        let zero = T::default();
        let across = v.dot(n);
        match self {
            Contact::Sticky => Vector([zero; D]),
            Contact::Separate if zero < across => v,
            Contact::Slip | Contact::Separate => {
                let along = v - n * across;
                let speed = along.norm_squared().sqrt();
                let taken = friction * (-across).max(zero);
                if speed <= taken { Vector([zero; D]) } else { along * (T::from_f64(1.0) - taken / speed) }
            }
        }
    }
}

/// What a solve has made of a node that contact has held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settled<const D: usize> {
    /// The projection on the directions in which it was free.
    pub free: Matrix<f64, D>,
    /// What contact still has to take of its velocity, in m/s.
    pub left: Vector<f64, D>,
    /// How many walls and solids still have to take their share of it.
    pub contacts: u32,
}

impl<const D: usize> Settled<D> {
    /// What a contact along `n` takes of the velocity, if it was one of those that held the node: the last of them all that is left,
    /// with friction, the others what is along their normals. So the velocity ends as the solve has found it, though a wall may have
    /// to pull for the rest of the step: what it would let go would fly.
    pub fn take(&mut self, n: Vector<f64, D>) -> Option<Vector<f64, D>> {
        if (self.free * n).norm_squared() > 0.5 {
            return None;
        }
        self.contacts = self.contacts.saturating_sub(1);
        let share = if self.contacts == 0 { self.left } else { n * self.left.dot(n) };
        self.left = self.left - share;
        Some(share)
    }
}

/// What acts on a place: a wall or a solid, as matter there meets it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch<const D: usize> {
    /// How.
    pub contact: Contact,
    /// Coulomb's coefficient of friction.
    pub friction: f64,
    /// Points at the matter, of length 1.
    pub normal: Vector<f64, D>,
    /// The velocity of the surface, in m/s.
    pub velocity: Vector<f64, D>,
}
