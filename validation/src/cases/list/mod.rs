//! The list of cases, by what they follow.

mod angular_momentum;
mod apic;
mod asflip;
mod mlsrk;
mod theory;

use crate::Case;

/// Every case.
pub fn all() -> impl Iterator<Item = &'static Case> + Clone {
    [asflip::CASES, angular_momentum::CASES, apic::CASES, mlsrk::CASES, theory::CASES].into_iter().flatten()
}
