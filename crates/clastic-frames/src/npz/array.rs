//! An array in NumPy's NPY format.

use super::directory::{Cursor, Entry};
use crate::{Damage, Floats};

/// An array as it lies in the file.
#[derive(Debug)]
pub(super) struct Array<'a> {
    name: &'static str,
    /// NumPy's name of the type.
    descr: &'a str,
    pub shape: Vec<usize>,
    data: &'a [u8],
}

impl<'a> Array<'a> {
    pub fn parse(name: &'static str, entry: &Entry<'a>) -> Result<Self, Damage> {
        if crc32fast::hash(entry.data) != entry.checksum {
            return Err(Damage::Checksum(name.to_owned()));
        }
        let bad_header = || Damage::Header(name.to_owned());
        let mut data = Cursor(entry.data);
        let length = match data.slice(8)? {
            b"\x93NUMPY\x01\x00" => data.u16()?.into(),
            b"\x93NUMPY\x02\x00" | b"\x93NUMPY\x03\x00" => data.u32()?,
            _ => return Err(bad_header()),
        };
        let header = data.slice(usize::try_from(length).map_err(|_| bad_header())?)?;
        let header = std::str::from_utf8(header).map_err(|_| bad_header())?;
        let (descr, shape) = header_of(header).ok_or_else(bad_header)?;
        let array = Array { name, descr, shape, data: data.0 };
        let size = array.item_size().ok_or_else(|| array.mistyped())?;
        let bytes = array.shape.iter().try_fold(size, |bytes, length| bytes.checked_mul(*length));
        if bytes != Some(array.data.len()) {
            return Err(array.misshapen());
        }
        Ok(array)
    }

    /// Bytes per element, of the types that we read; never zero, so that bytes bound the number of elements.
    fn item_size(&self) -> Option<usize> {
        match self.descr {
            "|u1" => Some(1),
            "<u2" => Some(2),
            "<f4" | "<u4" | "<i4" => Some(4),
            "<f8" | "<u8" | "<i8" => Some(8),
            descr => {
                descr.strip_prefix("<U")?.parse::<u16>().ok().filter(|n| *n > 0).map(|n| 4 * usize::from(n))
            }
        }
    }

    pub fn misshapen(&self) -> Damage {
        Damage::Shape { array: self.name.to_owned(), shape: self.shape.clone() }
    }

    fn mistyped(&self) -> Damage {
        Damage::Type { array: self.name.to_owned(), descr: self.descr.to_owned() }
    }

    fn expect(&self, shape: &[usize]) -> Result<(), Damage> {
        if self.shape == shape { Ok(()) } else { Err(self.misshapen()) }
    }

    /// Real numbers in the precision that they have.
    pub fn floats(&self, shape: &[usize]) -> Result<Floats, Damage> {
        self.expect(shape)?;
        match self.descr {
            "<f4" => Ok(Floats::F32(
                self.data.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect(),
            )),
            "<f8" => Ok(Floats::F64(
                self.data.as_chunks().0.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect(),
            )),
            _ => Err(self.mistyped()),
        }
    }

    /// The real number of an array without axes.
    pub fn float(&self) -> Result<f64, Damage> {
        self.floats(&[])?.get(0).ok_or_else(|| self.misshapen())
    }

    /// Whole numbers of any type, if they fit.
    pub fn integers<T: TryFrom<u64>>(&self, shape: &[usize]) -> Result<Vec<T>, Damage> {
        self.expect(shape)?;
        let integers = match self.descr {
            "|u1" => self.fit(|bytes| Some(u8::from_le_bytes(bytes).into())),
            "<u2" => self.fit(|bytes| Some(u16::from_le_bytes(bytes).into())),
            "<u4" => self.fit(|bytes| Some(u32::from_le_bytes(bytes).into())),
            "<u8" => self.fit(|bytes| Some(u64::from_le_bytes(bytes))),
            "<i4" => self.fit(|bytes| i32::from_le_bytes(bytes).try_into().ok()),
            "<i8" => self.fit(|bytes| i64::from_le_bytes(bytes).try_into().ok()),
            _ => None,
        };
        integers.ok_or_else(|| self.mistyped())
    }

    /// The whole number of an array without axes.
    pub fn integer(&self) -> Result<u64, Damage> {
        self.integers(&[])?.first().copied().ok_or_else(|| self.misshapen())
    }

    fn fit<const N: usize, T: TryFrom<u64>>(
        &self,
        number: impl Fn([u8; N]) -> Option<u64>,
    ) -> Option<Vec<T>> {
        let elements = self.data.as_chunks().0;
        // Collecting into an option would grow step by step.
        let mut integers = Vec::with_capacity(elements.len());
        for bytes in elements {
            integers.push(T::try_from(number(*bytes)?).ok()?);
        }
        Some(integers)
    }

    /// The ids of the particles at the rows that cells of `N` corners have: one axis if that is one, two otherwise. Smaller
    /// numbers than those of 4 bytes are refused, or a short file would make many ids.
    pub fn cells<const N: usize>(&self, ids: &[u64]) -> Result<Vec<[u64; N]>, Damage> {
        if !(self.shape.len() == 1 && N == 1 || self.shape.len() == 2 && self.shape[1] == N) {
            return Err(self.misshapen());
        }
        let size = match self.descr {
            "<u4" | "<i4" => 4,
            "<u8" | "<i8" => 8,
            _ => return Err(self.mistyped()),
        };
        let elements = self.data.chunks_exact(N * size);
        let mut cells = Vec::with_capacity(elements.len());
        for element in elements {
            let mut cell = [0; N];
            for (corner, bytes) in cell.iter_mut().zip(element.chunks_exact(size)) {
                // A negative number is a large one here, and no row.
                let row = bytes.iter().rev().fold(0, |row: u64, byte| row << 8 | u64::from(*byte));
                let id = usize::try_from(row).ok().and_then(|row| ids.get(row));
                *corner = *id.ok_or(Damage::Cells(self.name))?;
            }
            cells.push(cell);
        }
        Ok(cells)
    }

    /// Text, without the zeros that fill it up.
    pub fn strings(&self, shape: &[usize]) -> Result<Vec<String>, Damage> {
        self.expect(shape)?;
        let size =
            self.item_size().filter(|_| self.descr.starts_with("<U")).ok_or_else(|| self.mistyped())?;
        let letter = |bytes: &[u8; 4]| char::from_u32(u32::from_le_bytes(*bytes));
        let string = |bytes: &[u8]| {
            let text: Option<String> = bytes.as_chunks().0.iter().map(letter).collect();
            text.map(|text| text.trim_end_matches('\0').to_owned())
        };
        let strings: Option<Vec<String>> = self.data.chunks_exact(size).map(string).collect();
        strings.ok_or_else(|| self.mistyped())
    }
}

/// The type and the shape that a header gives: a Python dictionary on a line, always with the same three keys.
fn header_of(header: &str) -> Option<(&str, Vec<usize>)> {
    let value = |key: &str| header.split_once(key)?.1.trim_start().strip_prefix(':').map(str::trim_start);
    let (descr, _) = value("'descr'")?.strip_prefix('\'')?.split_once('\'')?;
    let (shape, _) = value("'shape'")?.strip_prefix('(')?.split_once(')')?;
    if !value("'fortran_order'")?.starts_with("False") {
        return None;
    }
    let lengths = shape.split(',').map(str::trim).filter(|length| !length.is_empty());
    let shape: Vec<usize> = lengths.map(|length| length.parse().ok()).collect::<Option<_>>()?;
    Some((descr, shape))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read_as_python_writes_them() {
        let numpy = "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }   \n";
        assert_eq!(header_of(numpy), Some(("<f8", vec![3, 2])));
        assert_eq!(
            header_of("{\"descr\": \"<f8\"}")
                .or(header_of("{'descr': '<f8', 'shape': (x,), 'fortran_order': False}")),
            None
        );
        assert_eq!(header_of("{'shape':(),'fortran_order':False,'descr':'|u1'}"), Some(("|u1", vec![])));
        assert_eq!(header_of("{'descr': '<f8', 'fortran_order': True, 'shape': (3, 2), }"), None);
    }

    /// An array with a given header and body.
    fn array(descr: &str, shape: &str, body: &[u8]) -> Vec<u8> {
        let header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({shape}), }}");
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend_from_slice(&(header.len() as u16).to_le_bytes());
        bytes.extend_from_slice(header.as_bytes());
        bytes.extend_from_slice(body);
        bytes
    }

    fn parse(data: &[u8]) -> Result<Array<'_>, Damage> {
        Array::parse("a", &Entry { checksum: crc32fast::hash(data), data })
    }

    #[test]
    fn integers_of_any_type_are_read_if_they_fit() {
        let bytes = array("<i4", "2,", &[7, 0, 0, 0, 0, 1, 0, 0]);
        assert_eq!(parse(&bytes).unwrap().integers::<u16>(&[2]), Ok(vec![7, 256]));
        assert!(matches!(parse(&bytes).unwrap().integers::<u8>(&[2]), Err(Damage::Type { .. })));
        assert!(matches!(parse(&bytes).unwrap().integers::<u16>(&[3]), Err(Damage::Shape { .. })));
        assert!(matches!(parse(&bytes).unwrap().floats(&[2]), Err(Damage::Type { .. })));
        let bytes = array("<i8", "", &[0xff; 8]);
        assert!(matches!(parse(&bytes).unwrap().integers::<u64>(&[]), Err(Damage::Type { .. })));
    }

    #[test]
    fn shapes_are_held_to_the_bytes() {
        for shape in ["3,", "18446744073709551615, 2", "4294967296, 4294967296, 4294967296"] {
            let bytes = array("<f4", shape, &[0; 8]);
            assert!(matches!(parse(&bytes), Err(Damage::Shape { .. })), "{shape}");
        }
        for descr in ["<U0", "<U99999999999", ">f4", "|O", "<c16"] {
            let bytes = array(descr, "1000000000,", &[]);
            assert!(matches!(parse(&bytes), Err(Damage::Type { .. })), "{descr}");
        }
    }

    #[test]
    fn text_is_read_by_code_points() {
        let letters =
            |text: &str| text.chars().flat_map(|letter| u32::from(letter).to_le_bytes()).collect::<Vec<_>>();
        let bytes = array("<U3", "2,", &[letters("Öl\0"), letters("\u{1f4a7}\0\0")].concat());
        assert_eq!(parse(&bytes).unwrap().strings(&[2]), Ok(vec!["Öl".to_owned(), "\u{1f4a7}".to_owned()]));
        let bytes = array("<U1", "", &0xd800u32.to_le_bytes());
        assert!(matches!(parse(&bytes).unwrap().strings(&[]), Err(Damage::Type { .. })));
    }
}
