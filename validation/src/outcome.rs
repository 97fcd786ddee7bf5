//! A case that has run.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use crate::{Case, Effort, Finding, Report};

/// What came of a case.
pub struct Outcome {
    /// Which.
    pub case: &'static Case,
    /// How much it was allowed to compute.
    pub effort: Effort,
    /// What it found; nothing if it was stopped.
    pub report: Report,
    /// Why it did not come to its end.
    pub stopped: Option<String>,
    /// How long it took, in s.
    pub seconds: f64,
}

impl Outcome {
    /// Runs a case. One that panics is stopped, and does not hold.
    pub fn of(case: &'static Case, effort: Effort) -> Outcome {
        let start = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(|| (case.run)(effort)));
        let seconds = start.elapsed().as_secs_f64();
        let (report, stopped) = match result {
            Ok(report) => (report, None),
            Err(payload) => {
                let text = payload.downcast_ref::<String>().map(String::as_str);
                let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
                (Report::default(), Some(text.unwrap_or("a panic without words").to_string()))
            }
        };
        Outcome { case, effort, report, stopped, seconds }
    }

    /// Whether it came to its end and all of its claims hold.
    pub fn holds(&self) -> bool {
        self.stopped.is_none() && self.report.findings.iter().all(Finding::holds)
    }

    /// What to type to see it again.
    pub fn reproduce(&self) -> String {
        format!("cargo xtask validate {}{}", self.case.id, self.effort.choose("", " --full"))
    }
}

/// Runs one case as the tests do, and fails with every claim that does not hold and the command that repeats it.
pub fn check(id: &str) {
    let case = crate::find(id).unwrap_or_else(|| panic!("no case {id}"));
    let outcome = Outcome::of(case, Effort::Quick);
    let claims = outcome.report.findings.iter().filter(|finding| !finding.holds());
    let claim = |f: &Finding| format!("  {}: {:.6e}, expected {}", f.claim, f.measured, f.expected());
    let failed: Vec<String> = outcome.stopped.clone().into_iter().chain(claims.map(claim)).collect();
    assert!(
        outcome.holds(),
        "{id} ({}):\n{}\nrepeat with: {}",
        case.about,
        failed.join("\n"),
        outcome.reproduce()
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn case(run: fn(Effort) -> Report) -> Case {
        Case { id: "X1", about: "", setup: "", run }
    }

    static GOOD: Case = case(|_| vec![Finding::at_most("small", 1.0, 2.0)].into());
    static BAD: Case = case(|_| vec![Finding::at_most("small", f64::NAN, 2.0)].into());
    static STOPPED: Case = case(|effort| panic!("no {effort:?} today"));

    #[test]
    fn a_case_holds_if_it_ends_and_all_its_claims_hold() {
        assert!(Outcome::of(&GOOD, Effort::Quick).holds());
        assert!(!Outcome::of(&BAD, Effort::Quick).holds());
        let stopped = Outcome::of(&STOPPED, Effort::Full);
        assert!(!stopped.holds());
        assert_eq!(stopped.stopped.as_deref(), Some("no Full today"));
        assert_eq!(stopped.reproduce(), "cargo xtask validate X1 --full");
    }
}
