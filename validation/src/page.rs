//! The results as a Markdown page with figures.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

use clastic_render::write_png;
use validation::{Case, Finding, Outcome, Plot, Table, cases};

/// Longer tables are folded up.
const LONG: usize = 30;

/// Writes the page and the figures into a folder. Cases that did not run keep what an earlier page there says of them.
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
    let path = folder.join("README.md");
    let earlier = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(named(&path, error)),
    };
    fs::write(&path, page(outcomes, &earlier)).map_err(|error| named(&path, error))?;
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

const HEAD: &str = "\
# What was measured

Written by `cargo xtask validate --out validation/results`. What a claim expects is from theory or a paper, or a bound of
rounding. CPUs with other instruction sets differ in the last digits.

| case | what it shows | claims |
|---|---|---|
";

fn page(outcomes: &[Outcome], earlier: &str) -> String {
    let (mut rows, mut sections) = (String::new(), String::new());
    for case in cases::ALL {
        let [row, section] = match outcomes.iter().find(|outcome| outcome.case.id == case.id) {
            Some(outcome) => [row(outcome), section(outcome)],
            None => kept(case, earlier).unwrap_or_default(),
        };
        rows += &row;
        sections += &section;
    }
    format!("{HEAD}{rows}{sections}")
}

/// The row and the section of a case on an earlier page.
fn kept(case: &Case, page: &str) -> Option<[String; 2]> {
    let row = page.lines().find(|line| line.starts_with(&row_start(case)))?;
    let (_, rest) = page.split_once(&section_start(case))?;
    let body = rest.split_once(SECTION).map_or(rest, |(body, _)| body);
    Some([format!("{row}\n"), section_start(case) + body])
}

/// What every section begins with.
const SECTION: &str = "\n<a id=";

fn section_start(case: &Case) -> String {
    format!("{SECTION}\"{}\"></a>\n", anchor(case))
}

fn row_start(case: &Case) -> String {
    format!("| [{}](#{}) |", case.id, anchor(case))
}

fn row(outcome: &Outcome) -> String {
    let judged = outcome.report.findings.iter().filter(|finding| !finding.is_report());
    let verdict = match (outcome.holds(), judged.count()) {
        (true, 0) => "reported".to_string(),
        (true, 1) => "1 holds".to_string(),
        (true, count) => format!("{count} hold"),
        (false, _) => "**fails**".to_string(),
    };
    format!("{} {} | {verdict} |\n", row_start(outcome.case), outcome.case.about)
}

fn section(outcome: &Outcome) -> String {
    let Case { id, about, setup, .. } = outcome.case;
    let mut text = section_start(outcome.case);
    let _ = write!(text, "\n## {id}: {about}\n\n{setup}\n\n`{}`\n\n", outcome.reproduce());
    if let Some(why) = &outcome.stopped {
        let _ = writeln!(text, "**Stopped**: {why}\n");
    }
    for Table { header, rows } in &outcome.report.tables {
        let _ = write!(text, "| {} |\n|{}\n", header.join(" | "), "---|".repeat(header.len()));
        rows.iter().for_each(|row| text += &format!("| {} |\n", row.join(" | ")));
        text += "\n";
    }
    let findings = &outcome.report.findings;
    let mut table = "| claim | expected | measured | |\n|---|---|---|---|\n".to_string();
    findings.iter().for_each(|finding| table += &line(finding));
    match findings.len() {
        0 => {}
        1..=LONG => text += &table,
        count => {
            let _ = write!(text, "<details><summary>{count} numbers</summary>\n\n{table}\n</details>\n");
        }
    }
    for (name, plot) in &outcome.report.plots {
        let _ = write!(text, "\n![{}]({})\n", plot.title, figure(outcome.case, name));
    }
    text
}

fn line(finding: &Finding) -> String {
    let verdict = match (finding.holds(), finding.is_report()) {
        (false, _) => "**✗**",
        (true, true) => "",
        (true, false) => "✓",
    };
    // A bar would end the cell.
    let claim = finding.claim.replace('|', "\\|");
    format!("| {claim} | {} | {} | {verdict} |\n", finding.expected(), finding.found())
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use validation::Effort;

    /// A case of the list that ran for a second.
    pub fn outcome(id: &str, findings: Vec<Finding>) -> Outcome {
        let case = validation::find(id).expect("it is in the list");
        Outcome { case, effort: Effort::Quick, report: findings.into(), stopped: None, seconds: 1.0 }
    }

    #[test]
    fn a_case_has_an_anchor_its_setup_and_a_row_for_each_claim() {
        let findings = vec![
            Finding::at_most("|v| is small", 0.5, 1.0),
            Finding::at_most("v", 2.0, 1.0),
            Finding::report("w", 3.0),
        ];
        let outcome = outcome("E3", findings);
        let (page, setup) = (page(std::slice::from_ref(&outcome), ""), outcome.case.setup);
        let about = outcome.case.about;
        assert!(page.contains(&format!("| [E3](#e3) | {about} | **fails** |\n")), "{page}");
        let section =
            format!("<a id=\"e3\"></a>\n\n## E3: {about}\n\n{setup}\n\n`cargo xtask validate E3`\n");
        assert!(page.contains(&section), "{page}");
        assert!(page.contains("| \\|v\\| is small | ≤ 1 | 0.5 | ✓ |\n"), "{page}");
        assert!(page.contains("| v | ≤ 1 | 2 | **✗** |\n| w | reported | 3 |  |\n"), "{page}");
    }

    #[test]
    fn cases_that_did_not_run_keep_what_the_page_said() {
        let case = |id, number| outcome(id, vec![Finding::report("w", number)]);
        let all = page(&[case("A1", 1.5), case("E3", 2.5), case("rest", 3.5)], "");
        assert_eq!(page(&[], &all), all);
        let newer = page(&[case("E3", 9.25)], &all);
        assert_eq!(newer, all.replace("| 2.5 |", "| 9.25 |"));
        let with_another = page(&[case("E1", 7.0)], &all);
        let order: Vec<usize> =
            ["#a1", "#e1", "#e3", "#rest"].iter().filter_map(|anchor| with_another.find(anchor)).collect();
        assert!(order.len() == 4 && order.is_sorted(), "{with_another}");
    }

    #[test]
    fn figures_and_the_page_are_written() {
        let folder = std::env::temp_dir().join(format!("clastic-validation-{}", std::process::id()));
        let mut outcome = outcome("E3", vec![Finding::report("w", 3.0)]);
        let plot = Plot::new("The front").line("x", [[0.0, 1.0], [1.0, 2.0]]);
        outcome.report = outcome.report.plot("front", plot);
        let path = write(&folder, &[outcome]).unwrap();
        assert_eq!(path, folder.join("README.md"));
        assert!(fs::read_to_string(&path).unwrap().contains("![The front](e3-front.png)"));
        assert!(fs::read(folder.join("e3-front.png")).unwrap().starts_with(b"\x89PNG"));
        fs::remove_dir_all(&folder).unwrap();
    }
}
