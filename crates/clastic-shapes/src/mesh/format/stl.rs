//! STL: loose triangles. Normals are ignored.

use super::Soup;
use super::text::{lines, place, shown};
use crate::check::LARGEST;
use crate::file::Malformed;

/// A comment of 80 bytes and the number of triangles.
const HEADER: usize = 84;

/// A normal and three corners in `f32`, and two bytes that mean nothing.
const TRIANGLE: usize = 50;

pub(super) fn read(bytes: &[u8]) -> Result<Soup, Malformed> {
    // The comment of a binary file may begin with "solid" too, so its length decides first.
    match binary_count(bytes) {
        Some(count) if bytes.len() as u64 == HEADER as u64 + count * TRIANGLE as u64 => binary(bytes),
        _ if bytes.trim_ascii_start().get(..5).is_some_and(|word| word.eq_ignore_ascii_case(b"solid")) => {
            ascii(bytes)
        }
        None => Err(Malformed::at_byte(bytes.len(), "the file ends before its first triangle")),
        Some(count) => {
            let held = (bytes.len() - HEADER) / TRIANGLE;
            let reason = format!("{count} triangles are announced, but the file has the size of {held}");
            Err(Malformed::at_byte(HEADER - 4, reason))
        }
    }
}

fn binary_count(bytes: &[u8]) -> Option<u64> {
    let count = bytes.get(HEADER - 4..HEADER)?.first_chunk::<4>()?;
    Some(u64::from(u32::from_le_bytes(*count)))
}

fn binary(bytes: &[u8]) -> Result<Soup, Malformed> {
    let mut soup = Soup::default();
    let count = (bytes.len() - HEADER) / TRIANGLE;
    soup.vertices.reserve_exact(3 * count);
    soup.triangles.reserve_exact(count);
    for (index, record) in bytes[HEADER..].chunks_exact(TRIANGLE).enumerate() {
        let (numbers, _) = record.as_chunks::<4>();
        for corner in 0..3 {
            let vertex = std::array::from_fn(|i| f64::from(f32::from_le_bytes(numbers[3 + 3 * corner + i])));
            if !vertex.iter().all(|x| x.abs() <= LARGEST) {
                let byte = HEADER + index * TRIANGLE + 12 + 12 * corner;
                return Err(Malformed::at_byte(byte, "a coordinate is not finite"));
            }
            soup.vertices.push(vertex);
        }
        soup.add_last_three();
    }
    Ok(soup)
}

impl Soup {
    fn add_last_three(&mut self) {
        let end = self.vertices.len() as u32;
        self.triangles.push([end - 3, end - 2, end - 1]);
    }
}

/// Where in a text we are.
#[derive(Clone, Copy, PartialEq)]
enum Within {
    File,
    Solid,
    Facet,
    /// With so many vertices.
    Loop(usize),
    /// A facet whose loop is over.
    Done,
}

fn ascii(bytes: &[u8]) -> Result<Soup, Malformed> {
    let mut soup = Soup::default();
    let mut within = Within::File;
    let mut last = 1;
    for (line, text) in lines(bytes) {
        let mut words = text.split_ascii_whitespace();
        let Some(first) = words.next() else { continue };
        last = line;
        within = match (within, first.to_ascii_lowercase().as_str()) {
            (Within::File, "solid") => Within::Solid,
            (Within::Solid, "facet") => Within::Facet,
            (Within::Facet, "outer") => Within::Loop(0),
            (Within::Loop(count @ 0..3), "vertex") => {
                soup.vertices.push(place(&mut words, line)?);
                Within::Loop(count + 1)
            }
            (Within::Loop(3), "endloop") => {
                soup.add_last_three();
                Within::Done
            }
            (Within::Loop(count), "endloop") => {
                return Err(Malformed::at_line(line, format!("a triangle needs 3 corners, not {count}")));
            }
            (Within::Loop(_), "vertex") => {
                return Err(Malformed::at_line(line, "a triangle has more than 3 corners"));
            }
            (Within::Done, "endfacet") => Within::Solid,
            (Within::Solid, "endsolid") => Within::File,
            _ => return Err(Malformed::at_line(line, format!("{} is out of place here", shown(first)))),
        };
    }
    match within {
        Within::File => Ok(soup),
        _ => Err(Malformed::at_line(last, "the file ends before its 'endsolid'")),
    }
}
