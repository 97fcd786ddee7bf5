//! What is printed for a person to read.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use validation::{Case, Finding, Outcome, Table};

/// Listed at the end.
const SLOWEST: usize = 10;
/// Claims that are longer push their numbers to the right.
const WIDEST: usize = 76;

/// A stream that is read while cases run.
pub struct Terminal<W: Write> {
    stream: W,
    colored: bool,
}

/// What a line says about a claim.
#[derive(Clone, Copy)]
enum Mark {
    Holds,
    Fails,
    Reported,
}

impl Mark {
    fn of(finding: &Finding) -> Mark {
        match (finding.holds(), finding.is_report()) {
            (false, _) => Mark::Fails,
            (true, true) => Mark::Reported,
            (true, false) => Mark::Holds,
        }
    }
}

impl<W: Write + IsTerminal> Terminal<W> {
    /// Shows colours if the stream does.
    pub fn new(stream: W) -> Self {
        let colored = stream.is_terminal() && std::env::var_os("NO_COLOR").is_none();
        Terminal { stream, colored }
    }
}

impl<W: Write> Terminal<W> {
    /// Says what runs now.
    pub fn begin(&mut self, case: &Case) -> io::Result<()> {
        writeln!(self.stream, "{}: {}", case.id, case.about)?;
        self.stream.flush()
    }

    /// Says what came of it.
    pub fn end(&mut self, outcome: &Outcome) -> io::Result<()> {
        if let Some(why) = &outcome.stopped {
            let mark = self.mark(Mark::Fails);
            writeln!(self.stream, "  {mark} stopped: {why}")?;
        }
        outcome.report.tables.iter().try_for_each(|table| self.table(table))?;
        let findings = &outcome.report.findings;
        let claims = findings.iter().map(|finding| finding.claim.chars().count());
        let wide = claims.filter(|count| *count <= WIDEST).max().unwrap_or(0);
        let expected = findings.iter().map(|finding| finding.expected().chars().count()).max().unwrap_or(0);
        for finding in findings {
            let mark = self.mark(Mark::of(finding));
            let (claim, bound, found) = (&finding.claim, finding.expected(), finding.found());
            writeln!(self.stream, "  {mark} {claim:wide$}  {bound:expected$}  {found}")?;
        }
        writeln!(self.stream, "  {:.1} s\n", outcome.seconds)
    }

    fn table(&mut self, table: &Table) -> io::Result<()> {
        let width = |column: usize| table.lines().map(|line| line[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..table.header.len()).map(width).collect();
        for line in table.lines() {
            let cells = line.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
            writeln!(self.stream, "  {}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
        }
        writeln!(self.stream)
    }

    fn mark(&self, mark: Mark) -> String {
        let (sign, color) = match mark {
            Mark::Holds => ("✓", 32),
            Mark::Fails => ("✗", 31),
            Mark::Reported => ("·", 2),
        };
        if self.colored { format!("\x1b[{color}m{sign}\x1b[0m") } else { sign.to_string() }
    }

    /// Says what was slow, what failed and where everything is.
    pub fn summarize(&mut self, outcomes: &[Outcome], page: &Path) -> io::Result<()> {
        if outcomes.len() > 1 {
            writeln!(self.stream, "Slowest cases:")?;
            for outcome in slowest(outcomes) {
                writeln!(self.stream, "  {:7.1} s  {}", outcome.seconds, outcome.case.id)?;
            }
            writeln!(self.stream)?;
        }
        let failed: Vec<&Outcome> = outcomes.iter().filter(|outcome| !outcome.holds()).collect();
        if !failed.is_empty() {
            writeln!(self.stream, "FAILED. To reproduce:")?;
            for outcome in failed {
                writeln!(self.stream, "  {}", outcome.reproduce())?;
            }
            writeln!(self.stream)?;
        }
        writeln!(self.stream, "{}\n{}", tally(outcomes), page.display())
    }
}

fn slowest(outcomes: &[Outcome]) -> Vec<&Outcome> {
    let mut sorted: Vec<&Outcome> = outcomes.iter().collect();
    sorted.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    sorted.truncate(SLOWEST);
    sorted
}

/// All in one line.
fn tally(outcomes: &[Outcome]) -> String {
    let findings = || outcomes.iter().flat_map(|outcome| &outcome.report.findings);
    let (held, judged) = findings()
        .filter(|finding| !finding.is_report() || !finding.holds())
        .fold((0, 0), |(held, judged), finding| (held + usize::from(finding.holds()), judged + 1));
    let stopped = outcomes.iter().filter(|outcome| outcome.stopped.is_some()).count();
    let seconds: f64 = outcomes.iter().map(|outcome| outcome.seconds).sum();
    let (cases, claims) = (counted(outcomes.len(), "case"), counted(judged, "claim"));
    let reported = counted(findings().count() - judged, "number");
    let mut text = format!("{cases}: {held} of {claims} hold, {reported} reported");
    if stopped > 0 {
        text += &format!(", {} stopped", counted(stopped, "case"));
    }
    text + &format!("; {seconds:.1} s")
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::outcome;

    #[test]
    fn the_tally_counts_every_kind() {
        let findings =
            vec![Finding::at_most("", 1.0, 2.0), Finding::at_most("", 3.0, 2.0), Finding::report("", 7.0)];
        let mut stopped = outcome("E3", vec![Finding::report("", f64::NAN)]);
        stopped.stopped = Some("x".to_string());
        let text = tally(&[outcome("E3", findings), stopped]);
        assert_eq!(text, "2 cases: 1 of 3 claims hold, 1 number reported, 1 case stopped; 2.0 s");
    }

    #[test]
    fn claims_are_aligned_and_a_failure_says_what_reproduces_it() {
        let findings =
            vec![Finding::at_most("small", 1.0, 2.0), Finding::at_least("much too large", 0.5, 1.25)];
        let outcomes = [outcome("E3", findings), outcome("rest", vec![Finding::report("w", 7.0)])];
        let mut terminal = Terminal { stream: Vec::new(), colored: false };
        terminal.begin(outcomes[0].case).unwrap();
        terminal.end(&outcomes[0]).unwrap();
        terminal.summarize(&outcomes, Path::new("out/README.md")).unwrap();
        let text = String::from_utf8(terminal.stream).unwrap();
        assert!(
            text.contains("\n  ✓ small           ≤ 2     1\n  ✗ much too large  ≥ 1.25  0.5\n"),
            "{text}"
        );
        assert!(text.contains("FAILED. To reproduce:\n  cargo xtask validate E3\n\n"), "{text}");
        assert!(text.ends_with("1 of 2 claims hold, 1 number reported; 2.0 s\nout/README.md\n"), "{text}");
    }

    #[test]
    fn the_slowest_come_first() {
        let mut outcomes: Vec<Outcome> = (0..12).map(|_| outcome("E3", Vec::new())).collect();
        outcomes.iter_mut().enumerate().for_each(|(i, outcome)| outcome.seconds = (i % 7) as f64);
        let seconds: Vec<f64> = slowest(&outcomes).iter().map(|outcome| outcome.seconds).collect();
        assert_eq!(seconds, [6.0, 5.0, 4.0, 4.0, 3.0, 3.0, 2.0, 2.0, 1.0, 1.0]);
    }
}
