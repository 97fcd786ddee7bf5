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

    /// Whether the number is only reported.
    pub fn is_report(&self) -> bool {
        self.bounds == (f64::NEG_INFINITY, f64::INFINITY)
    }

    /// What was expected, in words.
    pub fn expected(&self) -> String {
        match (short(self.bounds.0, 6), short(self.bounds.1, 6)) {
            _ if self.is_report() => "reported".to_string(),
            (_, high) if self.bounds.0.is_infinite() => format!("≤ {high}"),
            (low, _) if self.bounds.1.is_infinite() => format!("≥ {low}"),
            (low, high) => format!("{low} … {high}"),
        }
    }

    /// What was measured, in as many digits as a reader needs to see whether the claim holds.
    pub fn found(&self) -> String {
        short(self.measured, if self.holds() { 4 } else { 8 })
    }
}

/// A number in so many digits, without zeros at its end: `0.25`, `30.2`, `1.5e-13`.
pub fn short(number: f64, digits: usize) -> String {
    if number == 0.0 || !number.is_finite() {
        // Adding 0 takes the sign from −0.
        return format!("{}", number + 0.0);
    }
    let scientific = format!("{number:.*e}", digits.saturating_sub(1));
    let (mantissa, power) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let power: i32 = power.parse().unwrap_or(0);
    let trimmed = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => text.to_string(),
    };
    if (-3..5).contains(&power) {
        let decimals = (digits as i32 - 1 - power).max(0) as usize;
        return trimmed(&format!("{number:.decimals$}"));
    }
    format!("{}e{power}", trimmed(mantissa))
}

/// What a case found. Most cases need no more than `vec![Finding::…].into()`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The claims, in the order in which they are printed.
    pub findings: Vec<Finding>,
    /// Numbers side by side, printed before the claims.
    pub tables: Vec<Table>,
    /// Figures, each with the name of its file after the case's id: `front` of case B4 becomes `b4-front.png`.
    pub plots: Vec<(&'static str, Plot)>,
}

impl Report {
    /// With one more figure. Panics if the case has one of this name.
    pub fn plot(mut self, name: &'static str, plot: Plot) -> Self {
        assert!(self.plots.iter().all(|(other, _)| *other != name), "two figures are called {name}");
        self.plots.push((name, plot));
        self
    }

    /// With one more table.
    pub fn table(mut self, table: Table) -> Self {
        self.tables.push(table);
        self
    }
}

/// Numbers side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// What the columns are.
    pub header: Vec<String>,
    /// The rows, as many cells in each as there are columns.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// Without rows.
    pub fn new<'a>(header: impl IntoIterator<Item = &'a str>) -> Self {
        Table { header: header.into_iter().map(str::to_string).collect(), rows: Vec::new() }
    }

    /// Adds a row. Panics if it has another number of cells than there are columns.
    pub fn row(&mut self, cells: Vec<String>) {
        assert_eq!(cells.len(), self.header.len(), "a row has a cell for every column");
        self.rows.push(cells);
    }

    /// Adds a row of a label and numbers, with three digits each.
    pub fn numbers(&mut self, label: &str, numbers: impl IntoIterator<Item = f64>) {
        let numbers = numbers.into_iter().map(|number| short(number, 3));
        self.row(std::iter::once(label.to_string()).chain(numbers).collect());
    }

    /// The header and the rows.
    pub fn lines(&self) -> impl Iterator<Item = &Vec<String>> {
        std::iter::once(&self.header).chain(&self.rows)
    }
}

impl From<Vec<Finding>> for Report {
    fn from(findings: Vec<Finding>) -> Self {
        Report { findings, ..Report::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_read_back() {
        for (number, digits, text) in [
            (0.25, 6, "0.25"),
            (30.2, 4, "30.2"),
            (26.0609, 4, "26.06"),
            (1.0, 4, "1"),
            (-0.0, 4, "0"),
            (12345.0, 4, "12345"),
            (123456.0, 4, "1.235e5"),
            (1e-13, 6, "1e-13"),
            (-2.09984e-6, 4, "-2.1e-6"),
            (0.00987, 4, "0.00987"),
            (0.99999, 3, "1"),
            (f64::NAN, 4, "NaN"),
        ] {
            assert_eq!(short(number, digits), text);
        }
    }

    #[test]
    fn a_claim_says_what_it_expects_and_what_was_found() {
        assert_eq!(Finding::at_most("", 0.1, 1e-13).expected(), "≤ 1e-13");
        assert_eq!(Finding::at_least("", 0.1, 1.5).expected(), "≥ 1.5");
        assert_eq!(Finding::between("", 0.1, 0.99, 1.01).expected(), "0.99 … 1.01");
        assert_eq!(Finding::report("", 0.1).expected(), "reported");
        // One that just fails must not look as if it held.
        assert_eq!(Finding::at_most("", 1.00004, 1.0).found(), "1.00004");
        assert_eq!(Finding::at_most("", 1.00004, 2.0).found(), "1");
    }

    #[test]
    #[should_panic(expected = "two figures are called front")]
    fn figures_do_not_overwrite_each_other() {
        let _ = Report::default().plot("front", Plot::new("")).plot("front", Plot::new(""));
    }
}
