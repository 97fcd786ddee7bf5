//! The law of contact.

use crate::tensor::{Scalar, Vector};

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

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(contact: Contact, friction: f64, v: [f64; 2]) -> [f64; 2] {
        contact.resolve(friction, Vector(v), Vector([0.0, 1.0])).0
    }

    #[test]
    fn four_cases() {
        assert_eq!(resolve(Contact::Sticky, 0.0, [3.0, 1.0]), [0.0, 0.0]);
        assert_eq!(resolve(Contact::Slip, 0.0, [3.0, 1.0]), [3.0, 0.0]);
        assert_eq!(resolve(Contact::Separate, 0.5, [3.0, 1.0]), [3.0, 1.0]);
        assert_eq!(resolve(Contact::Separate, 0.0, [3.0, -1.0]), [3.0, 0.0]);
    }

    #[test]
    fn friction_slows_or_stops() {
        assert_eq!(resolve(Contact::Separate, 0.5, [3.0, -2.0]), [2.0, 0.0]);
        assert_eq!(resolve(Contact::Separate, 0.5, [-3.0, -2.0]), [-2.0, 0.0]);
        assert_eq!(resolve(Contact::Separate, 0.5, [0.9, -2.0]), [0.0, 0.0]);
        // Nothing presses, so nothing rubs.
        assert_eq!(resolve(Contact::Slip, 0.5, [3.0, 1.0]), [3.0, 0.0]);
        assert_eq!(resolve(Contact::Separate, 0.5, [0.0, -2.0]), [0.0, 0.0]);
    }
}
