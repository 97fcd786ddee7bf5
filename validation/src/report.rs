//! What a case hands back: claims with their numbers, and figures.

pub use clastic_render::plot::{Axis, Plot};

/// One claim and what was measured.
#[derive(Clone, Debug, PartialEq)]
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

/// What a case found. Most cases need no more than `vec![Finding::…].into()`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The claims, in the order in which they are printed.
    pub findings: Vec<Finding>,
    /// Figures, each with the name of its file after the case's id: `front` of case B4 becomes `b4-front.png`.
    pub plots: Vec<(&'static str, Plot)>,
}

impl Report {
    /// With one more figure.
    pub fn plot(mut self, name: &'static str, plot: Plot) -> Self {
        self.plots.push((name, plot));
        self
    }
}

impl From<Vec<Finding>> for Report {
    fn from(findings: Vec<Finding>) -> Self {
        Report { findings, plots: Vec::new() }
    }
}
