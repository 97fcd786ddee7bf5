//! Instructions per particle-step, job by job and phase by phase: the table that is printed, kept and compared.

use std::fmt::{self, Display};

/// A count may exceed its bound by this share: less than a change that anyone notices, more than another version of
/// the C library makes.
pub const MARGIN: f64 = 0.03;

/// Counts and the compiler that made what was counted.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// As in `1.95.0`.
    pub rustc: String,
    /// The names of the columns.
    pub phases: Vec<String>,
    /// Jobs, each with a count per phase.
    pub rows: Vec<(String, Vec<f64>)>,
}

impl Display for Table {
    /// Markdown, which [`Table::read`] understands.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "rustc {}\n", self.rustc)?;
        let widest = self.rows.iter().map(|(job, _)| job.len()).max().unwrap_or(0);
        let width = |phase: &str| phase.len().max("1234.5".len());
        let heads: String = self.phases.iter().map(|phase| format!(" {phase:>0$} |", width(phase))).collect();
        let rules: String =
            self.phases.iter().map(|phase| format!("{}:|", "-".repeat(width(phase) + 1))).collect();
        writeln!(f, "| {:widest$} |{heads}\n|{}|{rules}", "job", "-".repeat(widest + 2))?;
        for (job, counts) in &self.rows {
            let counts = self.phases.iter().zip(counts);
            let cells: String =
                counts.map(|(phase, count)| format!(" {count:>0$.1} |", width(phase))).collect();
            writeln!(f, "| {job:widest$} |{cells}")?;
        }
        Ok(())
    }
}

impl Table {
    /// Reads the table back, from among other text.
    pub fn read(text: &str) -> Result<Table, String> {
        let rustc = text.lines().find_map(|line| line.strip_prefix("rustc "));
        let rustc = rustc.ok_or("expected a line `rustc <version>`")?.to_string();
        let mut lines = text.lines().enumerate().filter(|(_, line)| line.starts_with('|'));
        let (_, head) = lines.next().ok_or("expected a table")?;
        let phases: Vec<String> = cells(head).skip(1).map(str::to_string).collect();
        let mut rows = Vec::new();
        for (index, line) in lines.skip(1) {
            let mut cells = cells(line);
            let job = cells.next().unwrap_or_default().to_string();
            let counts: Result<Vec<f64>, _> = cells.map(str::parse).collect();
            match counts {
                Ok(counts) if counts.len() == phases.len() => rows.push((job, counts)),
                _ => return Err(format!("line {}: `{job}`: expected {} numbers", index + 1, phases.len())),
            }
        }
        Ok(Table { rustc, phases, rows })
    }

    fn get(&self, job: &str, phase: &str) -> Option<f64> {
        let column = self.phases.iter().position(|name| name == phase)?;
        let (_, counts) = self.rows.iter().find(|(name, _)| name == job)?;
        Some(counts[column])
    }

    /// Judges these counts by others.
    pub fn judge(&self, bounds: &Table) -> Verdict {
        let mut verdict = Verdict::default();
        for (job, counts) in &self.rows {
            for (phase, count) in self.phases.iter().zip(counts) {
                let Some(bound) = bounds.get(job, phase) else {
                    verdict.worse.push(format!("{job}, {phase}: {count:.1}, and no bound is known"));
                    continue;
                };
                let change = count / bound - 1.0;
                let line = format!("{job}, {phase}: {count:.1}, bound {bound:.1} ({:+.1} %)", 100.0 * change);
                if change > MARGIN {
                    verdict.worse.push(line);
                } else if change < -MARGIN {
                    verdict.better.push(line);
                }
            }
        }
        verdict
    }
}

/// What lies between the bars of a line.
fn cells(line: &str) -> impl Iterator<Item = &str> {
    line.trim().trim_matches('|').split('|').map(str::trim)
}

/// The counts that are further from their bounds than [`MARGIN`], in words.
#[derive(Debug, Default, PartialEq)]
pub struct Verdict {
    pub worse: Vec<String>,
    pub better: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(counts: [f64; 2]) -> Table {
        Table {
            rustc: "1.95.0".to_string(),
            phases: vec!["grid".to_string(), "materials".to_string()],
            rows: vec![("jelly apic".to_string(), counts.to_vec())],
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let table = table([12.5, 1234.5]);
        let text = format!("# A title\n\nWords.\n\n{table}");
        assert_eq!(Table::read(&text), Ok(table));
    }

    #[test]
    fn a_row_that_is_wrong_is_told() {
        let text = table([12.5, 100.0]).to_string().replace("12.5", "many");
        assert_eq!(Table::read(&text).unwrap_err(), "line 5: `jelly apic`: expected 2 numbers");
        assert!(Table::read("no table").is_err());
    }

    #[test]
    fn only_what_leaves_the_margin_is_told() {
        let bounds = table([100.0, 200.0]);
        assert_eq!(table([102.9, 194.1]).judge(&bounds), Verdict::default());
        let verdict = table([103.5, 193.0]).judge(&bounds);
        assert_eq!(verdict.worse, ["jelly apic, grid: 103.5, bound 100.0 (+3.5 %)"]);
        assert_eq!(verdict.better, ["jelly apic, materials: 193.0, bound 200.0 (-3.5 %)"]);
    }

    #[test]
    fn a_count_without_a_bound_fails() {
        let mut bounds = table([100.0, 200.0]);
        bounds.rows[0].0 = "sand apic".to_string();
        assert_eq!(table([100.0, 200.0]).judge(&bounds).worse.len(), 2);
    }
}
