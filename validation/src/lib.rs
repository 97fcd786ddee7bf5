//! Claims of theory and of the papers, each measured as a number.
// Loops over indices read as the formulas do.
#![allow(clippy::needless_range_loop)]

pub mod bodies;
pub mod cases;
mod gallery;
mod neighbours;
mod outcome;
mod report;
mod runs;

pub use gallery::{GalleryScene, gallery};
pub use neighbours::neighbours;
pub use outcome::{Outcome, check};
pub use report::{Axis, Finding, Plot, Report, Table, short};
pub use runs::{exponent, line, side_by_side};

/// How much a case may compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// At most 10 s over all schemes on two cores: what the tests run.
    Quick,
    /// As fine and as long as the source of the claim has it.
    Full,
}

impl Effort {
    /// One of two values.
    pub fn choose<T>(self, quick: T, full: T) -> T {
        match self {
            Effort::Quick => quick,
            Effort::Full => full,
        }
    }
}

/// A scene and its claims.
pub struct Case {
    /// The name to run it by.
    pub id: &'static str,
    /// What it shows.
    pub about: &'static str,
    /// What is simulated, with its numbers, and which paper and figure it follows.
    pub setup: &'static str,
    /// Runs it.
    pub run: fn(Effort) -> Report,
}

/// The case of this name, in capitals or not.
pub fn find(id: &str) -> Option<&'static Case> {
    cases::all().find(|case| case.id.eq_ignore_ascii_case(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_differ_in_more_than_capitals_and_can_name_files() {
        for (index, case) in cases::all().enumerate() {
            assert!(case.id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'), "{}", case.id);
            let first = cases::all().position(|other| other.id.eq_ignore_ascii_case(case.id));
            assert_eq!(first, Some(index), "{}", case.id);
            assert_eq!(find(&case.id.to_uppercase()).map(|found| found.id), Some(case.id));
        }
    }
}
