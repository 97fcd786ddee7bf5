//! Which elements there are, and how their values are written.

use super::super::text::shown;
use super::Data;
use crate::file::Malformed;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Encoding {
    Ascii,
    Little,
    Big,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
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

    pub(super) fn size(self) -> usize {
        match self {
            Kind::I8 | Kind::U8 => 1,
            Kind::I16 | Kind::U16 => 2,
            Kind::I32 | Kind::U32 | Kind::F32 => 4,
            Kind::F64 => 8,
        }
    }

    /// From as many bytes as its size, the least first. `f64` holds all of these exactly.
    pub(super) fn decode(self, b: [u8; 8]) -> f64 {
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
pub(super) struct Property {
    pub name: String,
    pub kind: Kind,
    /// How the length is written, of a list.
    pub length: Option<Kind>,
}

#[derive(Debug)]
pub(super) struct Element {
    pub name: String,
    pub count: u64,
    pub properties: Vec<Property>,
}

#[derive(Debug)]
pub(super) struct Header {
    pub encoding: Encoding,
    pub elements: Vec<Element>,
}

impl<'a> Data<'a> {
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

    pub(super) fn header(&mut self) -> Result<Header, Malformed> {
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
}
