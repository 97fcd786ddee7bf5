//! What is wrong with a scene: everything at once, each with its place.

use std::fmt;

use super::node::Place;

/// One mistake.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// Where it was made.
    pub place: Place,
    /// The way to the field, as in `bodies.block.radius`; empty where no field is meant.
    pub field: String,
    /// What is wrong, and what was expected.
    pub message: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.place)?;
        if !self.field.is_empty() {
            write!(f, "{}: ", self.field)?;
        }
        write!(f, "{}", self.message)
    }
}

impl Mistake {
    /// The line that it stands in, with a mark under the words that are meant.
    pub fn excerpt(&self) -> Option<String> {
        let (line, column) = self.place.line_and_column()?;
        let span = self.place.span.clone()?;
        let text = &self.place.source.text;
        let content: String = text.lines().nth(line - 1)?.chars().map(plain).collect();
        let marked = text.get(span).unwrap_or_default().lines().next().unwrap_or_default();
        let marks = marked.chars().count().clamp(1, 60);
        if content.chars().count() > 120 {
            return None;
        }
        let (gutter, indent) = (line.to_string(), " ".repeat(column - 1));
        let space = " ".repeat(gutter.len());
        Some(format!("  {gutter} | {content}\n  {space} | {indent}{}", "^".repeat(marks)))
    }
}

/// Control characters would garble a terminal.
fn plain(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}

/// All that is wrong with a scene; never empty when it is an error.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mistakes(pub Vec<Mistake>);

impl Mistakes {
    /// In the order in which a reader meets them, each once.
    pub fn in_order(mut mistakes: Vec<Mistake>) -> Self {
        mistakes.sort_by_key(|mistake| {
            let start = mistake.place.span.as_ref().map_or(0, |span| span.start);
            (mistake.place.source.name.clone(), start)
        });
        mistakes.dedup();
        Mistakes(mistakes)
    }
}

/// More than these are counted, not shown.
const SHOWN: usize = 50;

impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, mistake) in self.0.iter().take(SHOWN).enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "{mistake}")?;
            if let Some(excerpt) = mistake.excerpt() {
                write!(f, "\n{excerpt}")?;
            }
        }
        match self.0.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, "\nand {more} more mistakes"),
        }
    }
}

impl std::error::Error for Mistakes {}

/// The name that was probably meant.
pub fn nearest<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = 1 + name.chars().count() / 4;
    names
        .into_iter()
        .map(|known| (distance(name, known), known))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}

/// The name that was probably meant, as words to insert; empty if none is near.
pub fn guess<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    nearest(name, names).map_or(String::new(), |near| format!(" (`{near}`?)"))
}

/// Letters to insert, take away, replace or swap with their neighbour.
fn distance(a: &str, b: &str) -> usize {
    let lower = |text: &str| text.chars().flat_map(char::to_lowercase).take(64).collect::<Vec<_>>();
    let (a, b) = (lower(a), lower(b));
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let mut best = (rows[i - 1][j] + 1).min(row[j - 1] + 1);
            best = best.min(rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]));
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

/// Names as a list in words: `a, b or c`.
pub fn one_of<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match names.split_last() {
        None => "nothing".to_string(),
        Some((last, [])) => last.to_string(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

/// A number that was computed, in as many digits as a reader needs.
pub fn short(number: f64) -> String {
    // Adding 0 takes the sign from -0.
    let rounded: f64 = format!("{number:.5e}").parse().unwrap_or(number) + 0.0;
    let plain = rounded == 0.0 || (1e-4..1e7).contains(&rounded.abs()) || !rounded.is_finite();
    if plain { format!("{rounded:?}") } else { format!("{rounded:e}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn computed_numbers_are_short() {
        let texts = [0.1 + 0.2, -0.0, 1234567.0, 1e15, 1e-300 / 3.0, f64::INFINITY].map(short);
        assert_eq!(texts, ["0.3", "0.0", "1234570.0", "1e15", "3.33333e-301", "inf"]);
    }

    #[test]
    fn suggestions_are_near_and_no_further() {
        let names = ["cell_size", "kernel", "gradients"];
        assert_eq!(nearest("cell_sise", names), Some("cell_size"));
        assert_eq!(nearest("Kernel", names), Some("kernel"));
        assert_eq!(nearest("kenrel", names), Some("kernel"));
        assert_eq!(nearest("velocity", names), None);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(one_of(["a", "b", "c"]), "a, b or c");
    }
}
