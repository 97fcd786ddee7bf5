//! Wavefront OBJ: `v x y z` and `f a b c …`, where corners are `v`, `v/vt`, `v//vn` or `v/vt/vn`.

use super::Soup;
use super::text::{lines, place, shown};
use crate::file::Malformed;

pub(super) fn read(bytes: &[u8]) -> Result<Soup, Malformed> {
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
        match words.next() {
            Some("v") => vertices_so_far += 1,
            Some("f") => {
                corners.clear();
                for word in words {
                    corners.push(corner(word, line, [vertices_so_far, soup.vertices.len()])?);
                }
                if corners.len() < 3 {
                    return Err(Malformed::at_line(
                        line,
                        format!("a face needs at least 3 corners, not {}", corners.len()),
                    ));
                }
                soup.add_fan(&corners);
            }
            _ => {}
        }
    }
    Ok(soup)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split('#').next().unwrap_or_default().split_ascii_whitespace()
}

/// Indices count from 1, or back from the last vertex so far if they are negative.
fn corner(word: &str, line: usize, [so_far, all]: [usize; 2]) -> Result<u32, Malformed> {
    let index = word.split('/').next().unwrap_or_default();
    let number: i64 = index
        .parse()
        .map_err(|_| Malformed::at_line(line, format!("{} is not the index of a vertex", shown(word))))?;
    let vertex = if number < 0 { number.checked_add(so_far as i64) } else { number.checked_sub(1) };
    match vertex.and_then(|vertex| u32::try_from(vertex).ok()) {
        Some(vertex) if (vertex as usize) < all => Ok(vertex),
        _ => Err(Malformed::at_line(
            line,
            format!("a face has the corner {number}, but the number of vertices is {all}"),
        )),
    }
}
