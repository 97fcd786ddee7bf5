//! The results as a Markdown page with figures.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

use clastic_render::write_png;
use validation::{Case, Finding, Outcome, Plot, Table, cases};

/// Longer tables are folded up.
const LONG: usize = 30;

/// The page of a folder, with its figures.
pub struct Page {
    folder: PathBuf,
    path: PathBuf,
}

impl Page {
    /// Makes the folder.
    pub fn within(folder: &Path) -> io::Result<Page> {
        fs::create_dir_all(folder).map_err(|error| named(folder, error))?;
        Ok(Page { folder: folder.to_path_buf(), path: folder.join("README.md") })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes what came of a case. Others keep what the page says of them.
    pub fn update(&self, outcome: &Outcome) -> io::Result<()> {
        for (name, plot) in &outcome.report.plots {
            let [width, height] = Plot::SIZE;
            let picture = plot.render(width, height).map_err(io::Error::other)?;
            write_png(&self.folder.join(figure(outcome.case, name)), &picture).map_err(io::Error::other)?;
        }
        let earlier = match fs::read_to_string(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(named(&self.path, error)),
        };
        fs::write(&self.path, updated(&earlier, outcome)).map_err(|error| named(&self.path, error))
    }
}

fn named(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
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

fn updated(earlier: &str, outcome: &Outcome) -> String {
    let (mut rows, mut sections) = (String::new(), String::new());
    for case in cases::all() {
        let [row, section] = match case.id == outcome.case.id {
            true => [row(outcome), section(outcome)],
            false => kept(case, earlier).unwrap_or_default(),
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
        let page = updated("", &outcome);
        let Case { about, setup, .. } = outcome.case;
        assert!(page.contains(&format!("| [E3](#e3) | {about} | **fails** |\n")), "{page}");
        let section =
            format!("<a id=\"e3\"></a>\n\n## E3: {about}\n\n{setup}\n\n`cargo xtask validate E3`\n");
        assert!(page.contains(&section), "{page}");
        assert!(page.contains("| \\|v\\| is small | ≤ 1 | 0.5 | ✓ |\n"), "{page}");
        assert!(page.contains("| v | ≤ 1 | 2 | **✗** |\n| w | reported | 3 |  |\n"), "{page}");
    }

    #[test]
    fn other_cases_keep_what_the_page_said_and_all_are_in_order() {
        let number = |id, number| outcome(id, vec![Finding::report("w", number)]);
        let numbers = [number("rest", 3.5), number("A1", 1.5), number("E3", 2.5)];
        let page = numbers.iter().fold(String::new(), |page, outcome| updated(&page, outcome));
        let order: Vec<usize> =
            ["#a1", "#e3", "#rest"].iter().filter_map(|anchor| page.find(anchor)).collect();
        assert!(order.len() == 3 && order.is_sorted(), "{page}");
        assert_eq!(updated(&page, &number("E3", 9.25)), page.replace("| 2.5 |", "| 9.25 |"));
    }

    #[test]
    fn figures_and_the_page_are_written() {
        let folder = std::env::temp_dir().join(format!("clastic-validation-{}", std::process::id()));
        let mut outcome = outcome("E3", vec![Finding::report("w", 3.0)]);
        let plot = Plot::new("The front").line("x", [[0.0, 1.0], [1.0, 2.0]]);
        outcome.report = outcome.report.plot("front", plot);
        Page::within(&folder).unwrap().update(&outcome).unwrap();
        assert!(fs::read_to_string(folder.join("README.md")).unwrap().contains("![The front](e3-front.png)"));
        assert!(fs::read(folder.join("e3-front.png")).unwrap().starts_with(b"\x89PNG"));
        fs::remove_dir_all(&folder).unwrap();
    }
}
