//! Frames to archives.

use std::io::{self, Write};

use super::{CENTRAL, END, END64, LOCAL, LOCATOR64, ZIP64};
use crate::columns::Numbers;
use crate::{Cells, Frame};

/// Zip's epoch: 1 January 1980, so that equal frames make equal files.
const DATE: u16 = 0x21;
/// The version of zip that knows ZIP64.
const VERSION: u16 = 45;

/// The bytes of a checked frame.
pub(crate) fn encode(frame: &Frame, sink: &mut dyn Write) -> io::Result<()> {
    let mut archive = Archive { sink, offset: 0, central: Vec::new(), entries: 0 };
    for column in frame.columns() {
        let mut shape = vec![frame.len()];
        shape.extend(column.rank.shape(frame.dimension.into()));
        archive.add(&Array::new(column.name, &shape, Data::Numbers(column.numbers)))?;
    }
    archive.add(&Array::new("index", &[], Data::Numbers(Numbers::U64(&[frame.index]))))?;
    for (name, number) in [("time", frame.time), ("frame_rate", frame.frame_rate), ("spacing", frame.spacing)]
    {
        archive.add(&Array::new(name, &[], Data::Numbers(Numbers::F64(&[number]))))?;
    }
    archive.add(&Array::new("units", &[], Data::strings(&[frame.units.name()])))?;
    archive.add(&Array::new("materials", &[frame.materials.len()], Data::strings(&frame.materials)))?;
    add_cells(&mut archive, &frame.cells())?;
    archive.finish()
}

/// Appends the arrays of cells that there are.
fn add_cells(archive: &mut Archive, cells: &Cells) -> io::Result<()> {
    let lines = cells.lines.points();
    if !lines.is_empty() {
        let starts: Vec<u64> = cells.lines.starts().map(|start| start as u64).collect();
        archive.add(&Array::new("lines", &[lines.len()], Data::Numbers(Numbers::U32(lines))))?;
        archive.add(&Array::new("line_starts", &[starts.len()], Data::Numbers(Numbers::U64(&starts))))?;
    }
    let (triangles, tetrahedra) = (cells.triangles.as_flattened(), cells.tetrahedra.as_flattened());
    for (name, corners, rows) in [("triangles", 3, triangles), ("tetrahedra", 4, tetrahedra)] {
        if !rows.is_empty() {
            let shape = [rows.len() / corners, corners];
            archive.add(&Array::new(name, &shape, Data::Numbers(Numbers::U32(rows))))?;
        }
    }
    Ok(())
}

enum Data<'a> {
    Numbers(Numbers<'a>),
    /// Code points of 32 bits, `length` of them per string.
    Strings {
        length: usize,
        bytes: Vec<u8>,
    },
}

impl Data<'_> {
    fn strings(strings: &[impl AsRef<str>]) -> Self {
        let strings: Vec<Vec<char>> =
            strings.iter().map(|string| string.as_ref().chars().collect()).collect();
        let length = strings.iter().map(Vec::len).max().unwrap_or(0).max(1);
        let mut bytes = Vec::new();
        for string in strings {
            let padding = length - string.len();
            bytes.extend(string.into_iter().flat_map(|letter| u32::from(letter).to_le_bytes()));
            bytes.extend(std::iter::repeat_n(0, 4 * padding));
        }
        Data::Strings { length, bytes }
    }

    fn descr(&self) -> String {
        match self {
            Data::Numbers(Numbers::F32(_)) => "<f4".to_owned(),
            Data::Numbers(Numbers::F64(_)) => "<f8".to_owned(),
            Data::Numbers(Numbers::U16(_)) => "<u2".to_owned(),
            Data::Numbers(Numbers::U32(_)) => "<u4".to_owned(),
            Data::Numbers(Numbers::U64(_)) => "<u8".to_owned(),
            Data::Strings { length, .. } => format!("<U{length}"),
        }
    }

    /// In bytes.
    fn size(&self) -> usize {
        match self {
            Data::Numbers(numbers) => numbers.len() * numbers.size(),
            Data::Strings { bytes, .. } => bytes.len(),
        }
    }

    fn stream(&self, sink: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        match self {
            Data::Numbers(numbers) => numbers.stream(1, 1, sink),
            Data::Strings { bytes, .. } => sink(bytes),
        }
    }
}

struct Array<'a> {
    name: String,
    header: Vec<u8>,
    data: Data<'a>,
}

impl<'a> Array<'a> {
    fn new(name: &str, shape: &[usize], data: Data<'a>) -> Self {
        Array { name: format!("{name}.npy"), header: header(&data.descr(), shape), data }
    }
}

/// What NumPy puts before an array's numbers.
fn header(descr: &str, shape: &[usize]) -> Vec<u8> {
    let shape: String = shape.iter().map(|length| format!("{length}, ")).collect();
    let shape = shape.trim_end();
    let mut text = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({shape}), }}");
    // Data begins at a multiple of 64 bytes; 10 come before the text, and a line's end closes it.
    let padding = (text.len() + 11).next_multiple_of(64) - text.len() - 11;
    text.extend(std::iter::repeat_n(' ', padding));
    text.push('\n');
    let mut header = b"\x93NUMPY\x01\x00".to_vec();
    header.extend_from_slice(&(text.len() as u16).to_le_bytes());
    header.extend_from_slice(text.as_bytes());
    header
}

/// An archive on its way to the disk.
struct Archive<'a> {
    sink: &'a mut dyn Write,
    offset: u64,
    central: Vec<u8>,
    entries: u64,
}

impl Archive<'_> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.offset += bytes.len() as u64;
        self.sink.write_all(bytes)
    }

    /// Appends an array. Its checksum comes before its bytes, so they are gone through twice; the checksum is faster than
    /// any disk.
    fn add(&mut self, array: &Array) -> io::Result<()> {
        let size = (array.header.len() + array.data.size()) as u64;
        let mut checksum = crc32fast::Hasher::new();
        checksum.update(&array.header);
        array.data.stream(&mut |bytes| {
            checksum.update(bytes);
            Ok(())
        })?;
        let entry =
            Entry { name: array.name.as_bytes(), size, checksum: checksum.finalize(), at: self.offset };
        self.entries += 1;
        entry.central(&mut self.central);
        self.put(&entry.local())?;
        self.put(&array.header)?;
        array.data.stream(&mut |bytes| self.put(bytes))
    }

    /// Writes the directory.
    fn finish(mut self) -> io::Result<()> {
        let central = std::mem::take(&mut self.central);
        let (start, size, entries) = (self.offset, central.len() as u64, self.entries);
        self.put(&central)?;
        let mut end = Vec::new();
        if start >= u64::from(u32::MAX) {
            end.extend_from_slice(&END64.to_le_bytes());
            end.extend_from_slice(&44u64.to_le_bytes());
            end.extend_from_slice(&VERSION.to_le_bytes());
            end.extend_from_slice(&VERSION.to_le_bytes());
            // This disk and the directory's: the first.
            end.extend_from_slice(&[0; 8]);
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
        self.put(&end)
    }
}

/// What an archive says of a file in it, once before the file and once in the directory.
struct Entry<'a> {
    name: &'a [u8],
    size: u64,
    checksum: u32,
    at: u64,
}

impl Entry<'_> {
    /// The sizes, compressed and not, if they take more than 32 bits.
    fn wide_sizes(&self) -> Vec<u64> {
        if self.size >= u64::from(u32::MAX) { vec![self.size; 2] } else { Vec::new() }
    }

    fn local(&self) -> Vec<u8> {
        let extra = zip64(&self.wide_sizes());
        let mut record = LOCAL.to_le_bytes().to_vec();
        record.extend_from_slice(&VERSION.to_le_bytes());
        self.common(&mut record, &extra);
        record.extend_from_slice(self.name);
        record.extend_from_slice(&extra);
        record
    }

    fn central(&self, directory: &mut Vec<u8>) {
        let mut wide = self.wide_sizes();
        if self.at >= u64::from(u32::MAX) {
            wide.push(self.at);
        }
        let extra = zip64(&wide);
        directory.extend_from_slice(&CENTRAL.to_le_bytes());
        directory.extend_from_slice(&VERSION.to_le_bytes());
        directory.extend_from_slice(&VERSION.to_le_bytes());
        self.common(directory, &extra);
        // No comment, first disk, no attributes.
        directory.extend_from_slice(&[0; 10]);
        directory.extend_from_slice(&clamp(self.at).to_le_bytes());
        directory.extend_from_slice(self.name);
        directory.extend_from_slice(&extra);
    }

    /// What both records have after the versions.
    fn common(&self, record: &mut Vec<u8>, extra: &[u8]) {
        // No flags, method 0 (stored), midnight.
        record.extend_from_slice(&[0; 6]);
        record.extend_from_slice(&DATE.to_le_bytes());
        for value in [self.checksum, clamp(self.size), clamp(self.size)] {
            record.extend_from_slice(&value.to_le_bytes());
        }
        for length in [self.name.len(), extra.len()] {
            record.extend_from_slice(&(length as u16).to_le_bytes());
        }
    }
}

/// A value of 64 bits in 32: all ones say that the extra field has it.
fn clamp(value: u64) -> u32 {
    value.min(u32::MAX.into()) as u32
}

/// The extra field that holds values of 64 bits.
pub(super) fn zip64(values: &[u64]) -> Vec<u8> {
    let mut extra = Vec::new();
    if !values.is_empty() {
        extra.extend_from_slice(&ZIP64.to_le_bytes());
        extra.extend_from_slice(&(8 * values.len() as u16).to_le_bytes());
        values.iter().for_each(|value| extra.extend_from_slice(&value.to_le_bytes()));
    }
    extra
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_follow_numpy() {
        for (shape, text) in [(&[][..], "()"), (&[1], "(1,)"), (&[10, 3], "(10, 3,)")] {
            let header = header("<f4", shape);
            assert_eq!(header.len() % 64, 0);
            let begin = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': {text}, }}");
            assert!(header[10..].starts_with(begin.as_bytes()));
            assert_eq!(header.last(), Some(&b'\n'));
        }
    }

    #[test]
    fn sizes_beyond_four_gigabytes_are_in_the_extra_field() {
        let wide = Entry { name: b"x.npy", size: 5 << 30, checksum: 7, at: 6 << 30 };
        let local = wide.local();
        assert_eq!(local[18..26], [0xff; 8]);
        assert_eq!(local[local.len() - 20..][..4], [1, 0, 16, 0]);
        assert_eq!(local[local.len() - 8..], (5u64 << 30).to_le_bytes());
        let mut central = Vec::new();
        wide.central(&mut central);
        assert_eq!(central[42..46], [0xff; 4]);
        assert_eq!(central[central.len() - 8..], (6u64 << 30).to_le_bytes());
    }
}
