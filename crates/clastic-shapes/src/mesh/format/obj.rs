//! Wavefront OBJ: `v x y z`, `f a b c …` and `l a b …`, where corners are `v`, `v/vt`, `v//vn` or `v/vt/vn`.

use super::text::{lines, place, shown};
use super::{Soup, Take};
use crate::file::Malformed;

pub(super) fn read(bytes: &[u8], take: Take) -> Result<Soup, Malformed> {
    let mut soup = Soup::default();
    for (line, text) in lines(bytes) {
        let mut words = words(&text);
        if words.next() == Some("v") {
            soup.vertices.push(place(&mut words, line)?);
        }
    }
    // A second time, since faces may come before their vertices.
    let mut vertices_so_far = 0;
    let mut corners = Vec::new();
    for (line, text) in lines(bytes) {
        let mut words = words(&text);
        let part = match words.next() {
            Some("v") => {
                vertices_so_far += 1;
                continue;
            }
            Some("f") => &FACE,
            Some("l") if take == Take::FacesAndLines => &LINE,
            _ => continue,
        };
        corners.clear();
        for word in words {
            corners.push(corner(word, line, part, [vertices_so_far, soup.vertices.len()])?);
        }
        let Part { name, least, corner } = *part;
        if corners.len() < least {
            let reason = format!("a {name} needs at least {least} {corner}s, not {}", corners.len());
            return Err(Malformed::at_line(line, reason));
        }
        if name == LINE.name {
            soup.lines.push(corners.clone());
        } else {
            soup.add_fan(&corners);
        }
    }
    Ok(soup)
}

/// What joins vertices.
struct Part {
    name: &'static str,
    /// How many corners it needs.
    least: usize,
    /// What they are called.
    corner: &'static str,
}

const FACE: Part = Part { name: "face", least: 3, corner: "corner" };
const LINE: Part = Part { name: "line", least: 2, corner: "point" };

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split('#').next().unwrap_or_default().split_ascii_whitespace()
}

/// Indices count from 1, or back from the last vertex so far if they are negative.
fn corner(word: &str, line: usize, part: &Part, [so_far, all]: [usize; 2]) -> Result<u32, Malformed> {
    let index = word.split('/').next().unwrap_or_default();
    let number: i64 = index
        .parse()
        .map_err(|_| Malformed::at_line(line, format!("{} is not the index of a vertex", shown(word))))?;
    let vertex = if number < 0 { number.checked_add(so_far as i64) } else { number.checked_sub(1) };
    match vertex.and_then(|vertex| u32::try_from(vertex).ok()) {
        Some(vertex) if (vertex as usize) < all => Ok(vertex),
        _ => {
            let Part { name, corner, .. } = part;
            let reason = format!("a {name} has the {corner} {number}, but the number of vertices is {all}");
            Err(Malformed::at_line(line, reason))
        }
    }
}
