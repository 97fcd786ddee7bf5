//! The results for machines.

use clastic_render::plot::{Axis, Scale};
use serde_json::{Value, json};
use validation::{Effort, Finding, Outcome, Plot, cases};

use crate::page::figure;

/// Every case.
pub fn list() -> Value {
    let case = |case: &validation::Case| json!({ "id": case.id, "about": case.about, "setup": case.setup });
    cases::all().map(case).collect()
}

/// All that was measured. A bound that is null does not bound, a number that is null is not one.
pub fn document(outcomes: &[Outcome]) -> Value {
    json!({
        "holds": outcomes.iter().all(Outcome::holds),
        "seconds": outcomes.iter().map(|outcome| outcome.seconds).sum::<f64>(),
        "cases": outcomes.iter().map(case).collect::<Value>(),
    })
}

fn case(outcome: &Outcome) -> Value {
    let (tables, plots) = (outcome.report.tables.iter(), outcome.report.plots.iter());
    json!({
        "id": outcome.case.id,
        "about": outcome.case.about,
        "effort": match outcome.effort { Effort::Quick => "quick", Effort::Full => "full" },
        "holds": outcome.holds(),
        "stopped": outcome.stopped,
        "seconds": outcome.seconds,
        "reproduce": outcome.reproduce(),
        "findings": outcome.report.findings.iter().map(finding).collect::<Value>(),
        "tables": tables.map(|table| json!({ "header": table.header, "rows": table.rows })).collect::<Value>(),
        "plots": plots.map(|(name, plot)| self::plot(figure(outcome.case, name), plot)).collect::<Value>(),
    })
}

fn finding(finding: &Finding) -> Value {
    json!({
        "claim": finding.claim,
        "at_least": finding.bounds.0,
        "at_most": finding.bounds.1,
        "measured": finding.measured,
        "holds": finding.holds(),
    })
}

fn plot(file: String, plot: &Plot) -> Value {
    let axis = |axis: &Axis| {
        let scale = match axis.scale {
            Scale::Linear => "linear",
            Scale::Log => "log",
        };
        json!({ "label": axis.label, "scale": scale })
    };
    let curves = plot.curves.iter().map(|curve| json!({ "label": curve.label, "points": curve.points }));
    json!({
        "file": file,
        "title": plot.title,
        "x": axis(&plot.x),
        "y": axis(&plot.y),
        "curves": curves.collect::<Value>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::outcome;

    #[test]
    fn the_document_reads_back() {
        let findings = vec![Finding::at_most("v", 0.5, 1.0), Finding::report("w", f64::NAN)];
        let mut outcome = outcome("E3", findings);
        outcome.report =
            outcome.report.plot("front", Plot::new("").y(Axis::log("h (m)")).line("a", [[0.0, 0.1]]));
        let text = document(&[outcome]).to_string();
        let back: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(back["holds"], false);
        let case = &back["cases"][0];
        assert_eq!(case["reproduce"], "cargo xtask validate E3");
        assert_eq!(case["findings"][0]["at_most"], 1.0);
        assert_eq!(case["findings"][0]["at_least"], Value::Null);
        assert_eq!(case["findings"][1]["measured"], Value::Null);
        assert_eq!(case["plots"][0]["file"], "e3-front.png");
        assert_eq!(case["plots"][0]["y"]["scale"], "log");
        assert_eq!(case["plots"][0]["curves"][0]["points"][0][1], 0.1);
    }
}
