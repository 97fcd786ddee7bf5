//! The results as a Markdown page with figures.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

use clastic::tensor::SimdLevel;
use clastic_render::write_png;
use validation::{Case, Effort, Finding, Outcome, Plot, cases};

/// Longer tables are folded up.
const LONG: usize = 30;

/// Writes the page and the figures into a folder. A page of some cases only has a name of its own, so that it never takes
/// the place of one of all.
pub fn write(folder: &Path, outcomes: &[Outcome]) -> io::Result<PathBuf> {
    let named =
        |path: &Path, error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    fs::create_dir_all(folder).map_err(|error| named(folder, error))?;
    for outcome in outcomes {
        for (name, plot) in &outcome.report.plots {
            let [width, height] = Plot::SIZE;
            let picture = plot.render(width, height).map_err(io::Error::other)?;
            write_png(&folder.join(figure(outcome.case, name)), &picture).map_err(io::Error::other)?;
        }
    }
    let path = folder.join(if outcomes.len() == cases::ALL.len() { "README.md" } else { "some.md" });
    fs::write(&path, page(outcomes)).map_err(|error| named(&path, error))?;
    Ok(path)
}

/// The file of a figure.
pub fn figure(case: &Case, name: &str) -> String {
    format!("{}-{name}.png", anchor(case))
}

/// What links to a case end with, as in `README.md#b4`.
fn anchor(case: &Case) -> String {
    case.id.to_ascii_lowercase()
}

fn page(outcomes: &[Outcome]) -> String {
    let full = outcomes.iter().any(|outcome| outcome.effort == Effort::Full);
    let mut text = format!(
        "# What was measured\n\nWritten by `cargo xtask validate{} --out validation/results`, on a CPU with {}; others differ \
         in the last digits. What a claim\nexpects is from theory or a paper, or a bound of rounding; \
         [validation](../README.md) says more.\n\n| case | what it shows | claims |\n|---|---|---|\n",
        if full { " --full" } else { "" },
        SimdLevel::detect().name(),
    );
    for outcome in outcomes {
        let Case { id, about, .. } = outcome.case;
        let _ = writeln!(text, "| [{id}](#{}) | {about} | {} |", anchor(outcome.case), verdict(outcome));
    }
    outcomes.iter().for_each(|outcome| section(&mut text, outcome));
    text
}

fn verdict(outcome: &Outcome) -> String {
    let judged = outcome.report.findings.iter().filter(|finding| !finding.is_report());
    match (outcome.holds(), judged.count()) {
        (true, 0) => "reported".to_string(),
        (true, count) => format!("{count} hold"),
        (false, _) => "**fails**".to_string(),
    }
}

fn section(text: &mut String, outcome: &Outcome) {
    let Case { id, about, setup, .. } = outcome.case;
    let _ = write!(text, "\n<a id=\"{}\"></a>\n\n## {id}: {about}\n\n{setup}\n\n", anchor(outcome.case));
    if let Some(why) = &outcome.stopped {
        let _ = writeln!(text, "**stopped**: {why}\n");
    }
    let findings = &outcome.report.findings;
    let table = |text: &mut String| {
        text.push_str("| claim | expected | measured | |\n|---|---|---|---|\n");
        findings.iter().for_each(|finding| row(text, finding));
    };
    match findings.len() {
        0 => {}
        1..=LONG => table(text),
        count => {
            let _ = writeln!(text, "<details><summary>{count} numbers</summary>\n");
            table(text);
            text.push_str("\n</details>\n");
        }
    }
    for (name, plot) in &outcome.report.plots {
        let _ = write!(text, "\n![{}]({})\n", plot.title, figure(outcome.case, name));
    }
}

fn row(text: &mut String, finding: &Finding) {
    let verdict = match (finding.holds(), finding.is_report()) {
        (false, _) => "**✗**",
        (true, true) => "",
        (true, false) => "✓",
    };
    // A bar would end the cell.
    let claim = finding.claim.replace('|', "\\|");
    let _ = writeln!(text, "| {claim} | {} | {} | {verdict} |", finding.expected(), finding.found());
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use validation::Report;

    static CASE: Case =
        Case { id: "B4", about: "rings meet", setup: "Two rings.", run: |_| Report::default() };

    /// A case that ran for a second.
    pub fn outcome(findings: Vec<Finding>) -> Outcome {
        Outcome { case: &CASE, effort: Effort::Quick, report: findings.into(), stopped: None, seconds: 1.0 }
    }

    #[test]
    fn a_case_has_an_anchor_its_setup_and_a_row_for_each_claim() {
        let findings = vec![
            Finding::at_most("|v| is small", 0.5, 1.0),
            Finding::at_most("v", 2.0, 1.0),
            Finding::report("w", 3.0),
        ];
        let page = page(&[outcome(findings)]);
        assert!(page.contains("| [B4](#b4) | rings meet | **fails** |\n"), "{page}");
        assert!(page.contains("<a id=\"b4\"></a>\n\n## B4: rings meet\n\nTwo rings.\n"), "{page}");
        assert!(page.contains("| \\|v\\| is small | ≤ 1 | 0.5 | ✓ |\n"), "{page}");
        assert!(page.contains("| v | ≤ 1 | 2 | **✗** |\n| w | reported | 3 |  |\n"), "{page}");
    }

    #[test]
    fn figures_and_the_page_are_written_and_a_part_does_not_replace_the_whole() {
        let folder = std::env::temp_dir().join(format!("clastic-validation-{}", std::process::id()));
        let mut outcome = outcome(vec![Finding::report("w", 3.0)]);
        outcome.report =
            outcome.report.plot("front", Plot::new("The front").line("x", [[0.0, 1.0], [1.0, 2.0]]));
        let path = write(&folder, &[outcome]).unwrap();
        assert_eq!(path, folder.join("some.md"));
        assert!(fs::read_to_string(&path).unwrap().contains("![The front](b4-front.png)"));
        assert!(fs::read(folder.join("b4-front.png")).unwrap().starts_with(b"\x89PNG"));
        fs::remove_dir_all(&folder).unwrap();
    }
}
