//! Stanford PLY: a header that says which elements there are, and their values as text or binary.

use super::Soup;
use super::text::shown;
use crate::check::LARGEST;
use crate::file::Malformed;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Encoding {
    Ascii,
    Little,
    Big,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

impl Kind {
    fn of(name: &str) -> Option<Kind> {
        Some(match name {
            "char" | "int8" => Kind::I8,
            "uchar" | "uint8" => Kind::U8,
            "short" | "int16" => Kind::I16,
            "ushort" | "uint16" => Kind::U16,
            "int" | "int32" => Kind::I32,
            "uint" | "uint32" => Kind::U32,
            "float" | "float32" => Kind::F32,
            "double" | "float64" => Kind::F64,
            _ => return None,
        })
    }

    fn size(self) -> usize {
        match self {
            Kind::I8 | Kind::U8 => 1,
            Kind::I16 | Kind::U16 => 2,
            Kind::I32 | Kind::U32 | Kind::F32 => 4,
            Kind::F64 => 8,
        }
    }

    /// From as many bytes as its size, the least first. `f64` holds all of these exactly.
    fn decode(self, b: [u8; 8]) -> f64 {
        let [short, word] = [[b[0], b[1]], [b[2], b[3]]];
        let four = [short[0], short[1], word[0], word[1]];
        match self {
            Kind::I8 => f64::from(b[0] as i8),
            Kind::U8 => f64::from(b[0]),
            Kind::I16 => f64::from(i16::from_le_bytes(short)),
            Kind::U16 => f64::from(u16::from_le_bytes(short)),
            Kind::I32 => f64::from(i32::from_le_bytes(four)),
            Kind::U32 => f64::from(u32::from_le_bytes(four)),
            Kind::F32 => f64::from(f32::from_le_bytes(four)),
            Kind::F64 => f64::from_le_bytes(b),
        }
    }
}

#[derive(Debug)]
struct Property {
    name: String,
    kind: Kind,
    /// How the length is written, of a list.
    length: Option<Kind>,
}

#[derive(Debug)]
struct Element {
    name: String,
    count: u64,
    properties: Vec<Property>,
}

#[derive(Debug)]
struct Header {
    encoding: Encoding,
    elements: Vec<Element>,
}

pub(super) fn read(bytes: &[u8]) -> Result<Soup, Malformed> {
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

    fn header_line(&mut self) -> Result<std::borrow::Cow<'a, str>, Malformed> {
        let rest = &self.bytes[self.at..];
        if rest.is_empty() {
            return Err(self.error("the file ends within its header"));
        }
        let length = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        self.at = (self.at + length + 1).min(self.bytes.len());
        self.line += 1;
        Ok(String::from_utf8_lossy(rest[..length].trim_ascii()))
    }

    fn header(&mut self) -> Result<Header, Malformed> {
        if self.header_line()? != "ply" {
            return Err(self.error("a PLY file begins with 'ply'"));
        }
        let mut encoding = None;
        let mut elements: Vec<Element> = Vec::new();
        loop {
            let text = self.header_line()?;
            let words: Vec<&str> = text.split_ascii_whitespace().take(6).collect();
            match words[..] {
                ["format", name, "1.0"] => encoding = Some(self.named_encoding(name)?),
                ["element", name, count] => {
                    if elements.iter().any(|element| element.name == name) {
                        return Err(self.error(format!("the element {} is there twice", shown(name))));
                    }
                    let count =
                        count.parse().map_err(|_| self.error(format!("{} is no count", shown(count))))?;
                    elements.push(Element { name: name.to_owned(), count, properties: Vec::new() });
                }
                ["property", ref property @ ..] => {
                    let property = self.property(property)?;
                    let element = elements.last_mut();
                    element
                        .ok_or_else(|| self.error("a property needs an element"))?
                        .properties
                        .push(property);
                }
                ["comment" | "obj_info", ..] | [] => {}
                ["end_header"] => break,
                _ => return Err(self.error(format!("{} is out of place here", shown(&text)))),
            }
        }
        let encoding = encoding.ok_or_else(|| self.error("the header has no 'format'"))?;
        // The values begin on a new line.
        self.line += 1;
        Ok(Header { encoding, elements })
    }

    fn named_encoding(&self, name: &str) -> Result<Encoding, Malformed> {
        match name {
            "ascii" => Ok(Encoding::Ascii),
            "binary_little_endian" => Ok(Encoding::Little),
            "binary_big_endian" => Ok(Encoding::Big),
            _ => Err(self.error(format!("the format {} is not known", shown(name)))),
        }
    }

    fn property(&self, words: &[&str]) -> Result<Property, Malformed> {
        let kind = |name: &str| {
            Kind::of(name).ok_or_else(|| self.error(format!("the type {} is not known", shown(name))))
        };
        match *words {
            ["list", length, values, name] => {
                Ok(Property { name: name.to_owned(), kind: kind(values)?, length: Some(kind(length)?) })
            }
            [values, name] => Ok(Property { name: name.to_owned(), kind: kind(values)?, length: None }),
            _ => Err(self.error("a property is a type and a name")),
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
            let corner = self.count(kind, "the index of a vertex")?;
            if corner >= vertices {
                let reason =
                    format!("a face has the corner {corner}, but the number of vertices is {vertices}");
                return Err(self.error(reason));
            }
            corners.push(corner as u32);
        }
        Ok(())
    }
}
