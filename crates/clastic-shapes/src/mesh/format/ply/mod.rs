//! Stanford PLY: a header that says which elements there are, and their values as text or binary.

mod header;

use self::header::{Element, Encoding, Kind, Property};
use super::text::shown;
use super::{Soup, Take};
use crate::check::LARGEST;
use crate::file::Malformed;

pub(super) fn read(bytes: &[u8], take: Take) -> Result<Soup, Malformed> {
    let mut data = Data { bytes, at: 0, line: 0, encoding: Encoding::Ascii };
    let header = data.header()?;
    data.encoding = header.encoding;
    let vertices = header.elements.iter().find(|e| e.name == "vertex").map_or(0, |e| e.count);
    let mut soup = Soup::default();
    for element in &header.elements {
        data.check_size(element)?;
        match element.name.as_str() {
            "vertex" => data.vertices(element, &mut soup)?,
            "face" => data.faces(element, vertices, &mut soup)?,
            "edge" if take == Take::FacesAndLines => data.edges(element, vertices, &mut soup)?,
            _ => data.skip(element)?,
        }
    }
    Ok(soup)
}

/// What is left to read.
struct Data<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Lines that were begun; in binary, those of the header.
    line: usize,
    encoding: Encoding,
}

impl<'a> Data<'a> {
    fn error(&self, reason: impl Into<String>) -> Malformed {
        match self.encoding {
            Encoding::Ascii => Malformed::at_line(self.line.max(1), reason),
            Encoding::Little | Encoding::Big => Malformed::at_byte(self.at, reason),
        }
    }

    /// Refuses a count that the rest of the file cannot hold, which also bounds the memory for it.
    fn check_size(&self, element: &Element) -> Result<(), Malformed> {
        let least = |property: &Property| match self.encoding {
            // A digit and a space.
            Encoding::Ascii => 2,
            _ => property.length.unwrap_or(property.kind).size(),
        };
        let each: usize = element.properties.iter().map(least).sum();
        // The last word of a text needs no space after it.
        let rest = self.bytes.len() - self.at + 1;
        if u128::from(element.count) * each as u128 > rest as u128 {
            let Element { name, count, .. } = element;
            return Err(
                self.error(format!("{count} of {} are announced, but the file is too short", shown(name)))
            );
        }
        Ok(())
    }

    fn value(&mut self, kind: Kind) -> Result<f64, Malformed> {
        if self.encoding == Encoding::Ascii {
            let word = self.word()?;
            return word.parse().map_err(|_| self.error(format!("{} is not a number", shown(word))));
        }
        let size = kind.size();
        let Some(slice) = self.bytes.get(self.at..self.at + size) else {
            return Err(self.error("the file ends within its values"));
        };
        let mut bytes = [0; 8];
        bytes[..size].copy_from_slice(slice);
        if self.encoding == Encoding::Big {
            bytes[..size].reverse();
        }
        self.at += size;
        Ok(kind.decode(bytes))
    }

    fn word(&mut self) -> Result<&'a str, Malformed> {
        while let Some(byte) = self.bytes.get(self.at).filter(|byte| byte.is_ascii_whitespace()) {
            self.line += usize::from(*byte == b'\n');
            self.at += 1;
        }
        let rest = &self.bytes[self.at..];
        if rest.is_empty() {
            return Err(self.error("the file ends within its values"));
        }
        let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        self.at += length;
        str::from_utf8(&rest[..length]).map_err(|_| self.error("this is not text"))
    }

    /// A value that counts something.
    fn count(&mut self, kind: Kind, what: &str) -> Result<u64, Malformed> {
        let value = self.value(kind)?;
        if value >= 0.0 && value <= f64::from(u32::MAX) && value.fract() == 0.0 {
            Ok(value as u64)
        } else {
            Err(self.error(format!("{what} cannot be {value}")))
        }
    }

    fn skip_property(&mut self, property: &Property) -> Result<(), Malformed> {
        let count = match property.length {
            Some(length) => self.count(length, "the length of a list")?,
            None => 1,
        };
        for _ in 0..count {
            self.value(property.kind)?;
        }
        Ok(())
    }

    fn skip(&mut self, element: &Element) -> Result<(), Malformed> {
        if element.properties.is_empty() {
            return Ok(());
        }
        for _ in 0..element.count {
            for property in &element.properties {
                self.skip_property(property)?;
            }
        }
        Ok(())
    }

    fn vertices(&mut self, element: &Element, soup: &mut Soup) -> Result<(), Malformed> {
        let axis = |property: &Property| match property.name.as_str() {
            "x" => Some(0),
            "y" => Some(1),
            "z" => Some(2),
            _ => None,
        };
        let axes: Vec<_> = element.properties.iter().map(axis).collect();
        let once = |i| axes.iter().filter(|&&axis| axis == Some(i)).count() == 1;
        if !(0..3).all(once) || element.properties.iter().any(|p| axis(p).is_some() && p.length.is_some()) {
            return Err(self.error("the vertices need the properties x, y and z"));
        }
        soup.vertices.reserve_exact(element.count as usize);
        for index in 0..element.count {
            let mut place = [0.0; 3];
            for (property, axis) in element.properties.iter().zip(&axes) {
                match axis {
                    Some(axis) => place[*axis] = self.value(property.kind)?,
                    None => self.skip_property(property)?,
                }
            }
            if !place.iter().all(|x| x.abs() <= LARGEST) {
                return Err(self.error(format!("vertex {index} is not finite")));
            }
            soup.vertices.push(place);
        }
        Ok(())
    }

    fn faces(&mut self, element: &Element, vertices: u64, soup: &mut Soup) -> Result<(), Malformed> {
        let is_corners = |property: &Property| {
            property.length.is_some() && ["vertex_indices", "vertex_index"].contains(&property.name.as_str())
        };
        if element.count > 0 && element.properties.iter().filter(|p| is_corners(p)).count() != 1 {
            return Err(self.error("the faces need the list vertex_indices"));
        }
        let mut corners = Vec::new();
        for index in 0..element.count {
            for property in &element.properties {
                match property.length {
                    Some(length) if is_corners(property) => {
                        self.corners(length, property.kind, vertices, &mut corners)?;
                    }
                    _ => self.skip_property(property)?,
                }
            }
            if corners.len() < 3 {
                return Err(
                    self.error(format!("face {index} needs at least 3 corners, not {}", corners.len()))
                );
            }
            soup.add_fan(&corners);
        }
        Ok(())
    }

    fn corners(
        &mut self,
        length: Kind,
        kind: Kind,
        vertices: u64,
        corners: &mut Vec<u32>,
    ) -> Result<(), Malformed> {
        corners.clear();
        for _ in 0..self.count(length, "the number of corners")? {
            corners.push(self.index(kind, "a face has the corner", vertices)?);
        }
        Ok(())
    }

    /// The index of a vertex.
    fn index(&mut self, kind: Kind, what: &str, vertices: u64) -> Result<u32, Malformed> {
        let index = self.count(kind, "the index of a vertex")?;
        if index >= vertices {
            return Err(self.error(format!("{what} {index}, but the number of vertices is {vertices}")));
        }
        Ok(index as u32)
    }

    fn edges(&mut self, element: &Element, vertices: u64, soup: &mut Soup) -> Result<(), Malformed> {
        let end = |property: &Property| match property.name.as_str() {
            "vertex1" => Some(0),
            "vertex2" => Some(1),
            _ => None,
        };
        let ends: Vec<_> = element.properties.iter().map(end).collect();
        let once = |i| ends.iter().filter(|&&end| end == Some(i)).count() == 1;
        let list = element.properties.iter().any(|p| end(p).is_some() && p.length.is_some());
        if element.count > 0 && (!(0..2).all(once) || list) {
            return Err(self.error("the edges need the properties vertex1 and vertex2"));
        }
        for _ in 0..element.count {
            let mut edge = [0; 2];
            for (property, end) in element.properties.iter().zip(&ends) {
                match end {
                    Some(end) => edge[*end] = self.index(property.kind, "an edge has the end", vertices)?,
                    None => self.skip_property(property)?,
                }
            }
            soup.edges.push(edge);
        }
        Ok(())
    }
}
