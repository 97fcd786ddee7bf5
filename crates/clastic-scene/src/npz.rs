//! NPZ: NumPy arrays in a zip archive, stored without compression.
//!
//! Sources: NumPy's "NPY format", version 1.0, and PKWARE's APPNOTE.TXT 6.3, with its ZIP64 extension for archives
//! beyond 4 GiB.

use std::io::{self, Write};

/// A number that arrays may hold.
pub trait Element: Copy {
    /// NumPy's name of the type.
    const DESCR: &'static str;
    /// Appends the number's bytes, lowest first.
    fn write(self, bytes: &mut Vec<u8>);
}

macro_rules! elements {
    ($($type:ty: $descr:literal),+) => {
        $(impl Element for $type {
            const DESCR: &'static str = $descr;
            fn write(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }
        })+
    };
}
elements!(f32: "<f4", f64: "<f8", i32: "<i4", u64: "<u8");

/// An array with a name, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    /// The name in the archive.
    pub name: String,
    /// NumPy's name of the type, as `<f4`.
    pub descr: String,
    /// The lengths of its axes.
    pub shape: Vec<usize>,
    /// The numbers' bytes, lowest first.
    pub bytes: Vec<u8>,
}

impl Array {
    /// From its numbers, row by row.
    pub fn new<T: Element>(name: &str, shape: &[usize], numbers: impl IntoIterator<Item = T>) -> Self {
        let mut bytes = Vec::with_capacity(shape.iter().product::<usize>() * size_of::<T>());
        numbers.into_iter().for_each(|number| number.write(&mut bytes));
        debug_assert_eq!(bytes.len(), shape.iter().product::<usize>() * size_of::<T>());
        Array { name: name.to_string(), descr: T::DESCR.to_string(), shape: shape.to_vec(), bytes }
    }

    /// The numbers as `f64`.
    pub fn numbers(&self) -> Vec<f64> {
        fn each<const N: usize>(bytes: &[u8], number: impl Fn([u8; N]) -> f64) -> Vec<f64> {
            bytes.as_chunks().0.iter().map(|bytes| number(*bytes)).collect()
        }
        match self.descr.as_str() {
            "<f4" => each(&self.bytes, |bytes| f32::from_le_bytes(bytes) as f64),
            "<f8" => each(&self.bytes, f64::from_le_bytes),
            "<i4" => each(&self.bytes, |bytes| i32::from_le_bytes(bytes) as f64),
            _ => each(&self.bytes, |bytes| u64::from_le_bytes(bytes) as f64),
        }
    }

    fn header(&self) -> Vec<u8> {
        let shape: String = self.shape.iter().map(|length| format!("{length}, ")).collect();
        let mut text = format!(
            "{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}",
            self.descr,
            shape.trim_end()
        );
        // Data begins at a multiple of 64 bytes; 10 come before the text, and a line's end closes it.
        let padding = (text.len() + 11).next_multiple_of(64) - text.len() - 11;
        text.extend(std::iter::repeat_n(' ', padding));
        text.push('\n');
        let mut header = b"\x93NUMPY\x01\x00".to_vec();
        header.extend_from_slice(&(text.len() as u16).to_le_bytes());
        header.extend_from_slice(text.as_bytes());
        header
    }
}

const LOCAL: u32 = 0x0403_4b50;
const CENTRAL: u32 = 0x0201_4b50;
const END: u32 = 0x0605_4b50;
const END64: u32 = 0x0606_4b50;
const LOCATOR64: u32 = 0x0706_4b50;
/// Zip's epoch: 1 January 1980, so that equal data make equal files.
const DATE: u16 = 0x21;

/// Writes an archive, array by array.
pub struct Writer<W> {
    sink: W,
    offset: u64,
    central: Vec<u8>,
    entries: u64,
}

impl<W: Write> Writer<W> {
    /// An empty archive.
    pub fn new(sink: W) -> Self {
        Writer { sink, offset: 0, central: Vec::new(), entries: 0 }
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.offset += bytes.len() as u64;
        self.sink.write_all(bytes)
    }

    /// Appends an array.
    pub fn add(&mut self, array: &Array) -> io::Result<()> {
        let name = format!("{}.npy", array.name);
        let header = array.header();
        let size = (header.len() + array.bytes.len()) as u64;
        let mut checksum = crc32fast::Hasher::new();
        checksum.update(&header);
        checksum.update(&array.bytes);
        let checksum = checksum.finalize();
        let at = self.offset;

        // What follows the version in both records: flags, method 0 (stored), time, date, checksum, sizes, names.
        let common = |record: &mut Vec<u8>, extra: &[u8]| {
            for value in [0, 0, 0, DATE] {
                record.extend_from_slice(&value.to_le_bytes());
            }
            for value in [checksum, clamp(size), clamp(size), name.len() as u32 | (extra.len() as u32) << 16]
            {
                record.extend_from_slice(&value.to_le_bytes());
            }
        };
        let sizes = if size >= u32::MAX as u64 { vec![size, size] } else { vec![] };
        let extra = zip64(&sizes);
        let mut local = LOCAL.to_le_bytes().to_vec();
        local.extend_from_slice(&45u16.to_le_bytes());
        common(&mut local, &extra);
        local.extend_from_slice(name.as_bytes());
        local.extend_from_slice(&extra);

        let mut values = sizes;
        if at >= u32::MAX as u64 {
            values.push(at);
        }
        let extra = zip64(&values);
        let central = &mut self.central;
        central.extend_from_slice(&CENTRAL.to_le_bytes());
        central.extend_from_slice(&[45, 0, 45, 0]);
        common(central, &extra);
        // No comment, first disk, no attributes.
        central.extend_from_slice(&[0; 10]);
        central.extend_from_slice(&clamp(at).to_le_bytes());
        central.extend_from_slice(name.as_bytes());
        central.extend_from_slice(&extra);

        self.entries += 1;
        self.put(&local)?;
        self.put(&header)?;
        self.put(&array.bytes)
    }

    /// Writes the directory.
    pub fn finish(mut self) -> io::Result<()> {
        let (start, size, entries) = (self.offset, self.central.len() as u64, self.entries);
        let central = std::mem::take(&mut self.central);
        self.put(&central)?;
        let mut end = Vec::new();
        if start >= u32::MAX as u64 {
            end.extend_from_slice(&END64.to_le_bytes());
            end.extend_from_slice(&44u64.to_le_bytes());
            end.extend_from_slice(&[45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
            for value in [entries, entries, size, start] {
                end.extend_from_slice(&value.to_le_bytes());
            }
            end.extend_from_slice(&LOCATOR64.to_le_bytes());
            end.extend_from_slice(&0u32.to_le_bytes());
            end.extend_from_slice(&self.offset.to_le_bytes());
            end.extend_from_slice(&1u32.to_le_bytes());
        }
        end.extend_from_slice(&END.to_le_bytes());
        end.extend_from_slice(&0u32.to_le_bytes());
        end.extend_from_slice(&(entries as u16).to_le_bytes());
        end.extend_from_slice(&(entries as u16).to_le_bytes());
        end.extend_from_slice(&(size as u32).to_le_bytes());
        end.extend_from_slice(&clamp(start).to_le_bytes());
        end.extend_from_slice(&[0, 0]);
        self.put(&end)?;
        self.sink.flush()
    }
}

/// A value of 64 bits in 32: all ones say that the extra field has it.
fn clamp(value: u64) -> u32 {
    value.min(u32::MAX as u64) as u32
}

fn zip64(values: &[u64]) -> Vec<u8> {
    if values.is_empty() {
        return Vec::new();
    }
    let mut extra = vec![1, 0];
    extra.extend_from_slice(&(8 * values.len() as u16).to_le_bytes());
    values.iter().for_each(|value| extra.extend_from_slice(&value.to_le_bytes()));
    extra
}

/// Reads the arrays of an archive below 4 GiB as [`Writer`] writes it, checksums compared.
pub fn read(bytes: &[u8]) -> io::Result<Vec<Array>> {
    let mut rest = bytes;
    let mut arrays = Vec::new();
    loop {
        let signature = u32::from_le_bytes(take(&mut rest)?);
        if signature != LOCAL {
            return if signature == CENTRAL || signature == END {
                Ok(arrays)
            } else {
                Err(broken("no entry"))
            };
        }
        let _version_to_date: [u8; 10] = take(&mut rest)?;
        let checksum = u32::from_le_bytes(take(&mut rest)?);
        let size = u32::from_le_bytes(take(&mut rest)?) as usize;
        let _size: [u8; 4] = take(&mut rest)?;
        let name_length = u16::from_le_bytes(take(&mut rest)?) as usize;
        let extra_length = u16::from_le_bytes(take(&mut rest)?) as usize;
        let name = String::from_utf8_lossy(slice(&mut rest, name_length)?).into_owned();
        slice(&mut rest, extra_length)?;
        let mut data = slice(&mut rest, size)?;
        if crc32fast::hash(data) != checksum {
            return Err(broken("checksum"));
        }
        let magic: [u8; 8] = take(&mut data)?;
        if &magic != b"\x93NUMPY\x01\x00" {
            return Err(broken("no NPY array"));
        }
        let length = u16::from_le_bytes(take(&mut data)?) as usize;
        let header = String::from_utf8_lossy(slice(&mut data, length)?).into_owned();
        let descr = header.split('\'').nth(3).ok_or_else(|| broken("descr"))?.to_string();
        let shape = header.split(['(', ')']).nth(1).ok_or_else(|| broken("shape"))?;
        let lengths = shape.split(',').map(str::trim).filter(|length| !length.is_empty());
        let shape =
            lengths.map(|length| length.parse().map_err(|_| broken("shape"))).collect::<Result<_, _>>()?;
        let name = name.trim_end_matches(".npy").to_string();
        arrays.push(Array { name, descr, shape, bytes: data.to_vec() });
    }
}

fn broken(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("not an archive of arrays: {what}"))
}

fn slice<'a>(rest: &mut &'a [u8], length: usize) -> io::Result<&'a [u8]> {
    rest.split_off(..length).ok_or_else(|| broken("it ends early"))
}

fn take<const N: usize>(rest: &mut &[u8]) -> io::Result<[u8; N]> {
    let (head, tail) = rest.split_first_chunk().ok_or_else(|| broken("it ends early"))?;
    *rest = tail;
    Ok(*head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_come_back() {
        let arrays = [
            Array::new("x", &[2, 3], [1.0f32, 2.0, 3.0, 4.0, 5.0, -6.5]),
            Array::new("id", &[2], [7u64, 1 << 40]),
            Array::new("none", &[0, 2], std::iter::empty::<f64>()),
        ];
        let mut bytes = Vec::new();
        let mut writer = Writer::new(&mut bytes);
        arrays.iter().for_each(|array| writer.add(array).unwrap());
        writer.finish().unwrap();
        assert_eq!(read(&bytes).unwrap(), arrays);
        assert_eq!(arrays[0].numbers(), [1.0, 2.0, 3.0, 4.0, 5.0, -6.5]);
        for end in 0..bytes.len().min(400) {
            assert!(read(&bytes[..end]).is_err(), "{end}");
        }
    }

    #[test]
    fn headers_follow_numpy() {
        let header = Array::new("x", &[1], [0.0f32]).header();
        assert_eq!(header.len() % 64, 0);
        assert!(header[10..].starts_with(b"{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }"));
        assert_eq!(header.last(), Some(&b'\n'));
    }
}
