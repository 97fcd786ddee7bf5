//! Numbers and lines.

use std::borrow::Cow;

use crate::check::LARGEST;
use crate::file::Malformed;

/// Lines with their numbers, from 1. One that ends in a backslash goes on in the next. Bytes that are no UTF-8 are
/// replaced: they may be in comments and names.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, Cow<'_, str>)> {
    let mut rest = bytes.split(|byte| *byte == b'\n').enumerate();
    std::iter::from_fn(move || {
        let (index, line) = rest.next()?;
        let mut whole = String::from_utf8_lossy(line.trim_ascii_end());
        while whole.ends_with('\\') {
            let text = whole.to_mut();
            text.pop();
            text.push(' ');
            let Some((_, next)) = rest.next() else { break };
            text.push_str(&String::from_utf8_lossy(next.trim_ascii_end()));
        }
        Some((index + 1, whole))
    })
}

/// The next three words as a place.
pub(super) fn place<'a>(
    words: &mut impl Iterator<Item = &'a str>,
    line: usize,
) -> Result<[f64; 3], Malformed> {
    let mut place = [0.0; 3];
    for x in &mut place {
        let word =
            words.next().ok_or_else(|| Malformed::at_line(line, "a vertex needs three coordinates"))?;
        *x = coordinate(word, line)?;
    }
    Ok(place)
}

fn coordinate(word: &str, line: usize) -> Result<f64, Malformed> {
    match word.parse::<f64>() {
        Ok(x) if x.abs() <= LARGEST => Ok(x),
        Ok(_) => Err(Malformed::at_line(line, format!("the coordinate {} is not finite", shown(word)))),
        Err(_) => Err(Malformed::at_line(line, format!("{} is not a number", shown(word)))),
    }
}

/// A word as it can be put in a message.
pub(crate) fn shown(word: &str) -> String {
    let short: String = word.chars().take(24).flat_map(char::escape_debug).collect();
    if word.chars().nth(24).is_some() { format!("'{short}…'") } else { format!("'{short}'") }
}
