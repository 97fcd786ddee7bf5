//! Claims of theory and of the papers, each measured as a number.
// Loops over indices read as the formulas do.
#![allow(clippy::needless_range_loop)]

pub mod bodies;
pub mod cases;

/// One claim and what was measured.
pub struct Finding {
    /// What should be so.
    pub claim: String,
    /// What was measured.
    pub measured: f64,
    /// Between which bounds it must lie, both included.
    pub bounds: (f64, f64),
}

impl Finding {
    /// The measured value must not exceed a bound.
    pub fn at_most(claim: impl Into<String>, measured: f64, bound: f64) -> Self {
        Finding { claim: claim.into(), measured, bounds: (f64::NEG_INFINITY, bound) }
    }

    /// The measured value must reach a bound.
    pub fn at_least(claim: impl Into<String>, measured: f64, bound: f64) -> Self {
        Finding { claim: claim.into(), measured, bounds: (bound, f64::INFINITY) }
    }

    /// The measured value must lie between two bounds.
    pub fn between(claim: impl Into<String>, measured: f64, low: f64, high: f64) -> Self {
        Finding { claim: claim.into(), measured, bounds: (low, high) }
    }

    /// A number that is reported, not judged.
    pub fn report(claim: impl Into<String>, measured: f64) -> Self {
        Finding { claim: claim.into(), measured, bounds: (f64::NEG_INFINITY, f64::INFINITY) }
    }

    /// Whether the claim holds; never for NaN.
    pub fn holds(&self) -> bool {
        self.bounds.0 <= self.measured && self.measured <= self.bounds.1
    }

    /// What was expected, in words.
    pub fn expected(&self) -> String {
        match self.bounds {
            (low, high) if low.is_infinite() && high.is_infinite() => "reported".to_string(),
            (low, high) if low.is_infinite() => format!("≤ {high:.4e}"),
            (low, high) if high.is_infinite() => format!("≥ {low:.4e}"),
            (low, high) => format!("{low:.4e} … {high:.4e}"),
        }
    }
}

/// A scene and its claims.
pub struct Case {
    /// The name to run it by.
    pub id: &'static str,
    /// What it shows.
    pub about: &'static str,
    /// Runs it.
    pub run: fn() -> Vec<Finding>,
}

/// Runs one case and fails with every claim that does not hold, and the command that repeats it.
pub fn check(id: &str) {
    let case = cases::ALL.iter().find(|case| case.id == id).unwrap_or_else(|| panic!("no case {id}"));
    let failed: Vec<String> = (case.run)()
        .iter()
        .filter(|finding| !finding.holds())
        .map(|f| format!("  {}: {:.6e}, expected {}", f.claim, f.measured, f.expected()))
        .collect();
    assert!(
        failed.is_empty(),
        "{id} ({}):\n{}\nrepeat with: cargo run --release -p validation -- {id}",
        case.about,
        failed.join("\n")
    );
}
