//! VTU: VTK's unstructured grid, with cells for what is joined and one for each other particle, so that ParaView can pick
//! and threshold particles; and PVD, the list of frames with their times.
//!
//! Source: "VTK XML Formats", docs.vtk.org. Arrays are appended raw, each after its size in bytes. Positions and
//! velocities have three components, as VTK expects of vectors; matrices keep their d × d. Time, index, units and the
//! materials' names are field data.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use crate::columns::{CHUNK, Numbers, Rank};
use crate::file::replace_text;
use crate::{Cells, Error, Frame};

/// Types of cells.
const VERTEX: u8 = 1;
const POLYLINE: u8 = 4;
const TRIANGLE: u8 = 5;
const TETRAHEDRON: u8 = 10;

const TIME: &str = "<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">";

/// An array at the end of the file.
struct Array<'a> {
    section: Section,
    name: &'static str,
    source: Source<'a>,
}

#[derive(Clone, Copy, PartialEq)]
enum Section {
    PointData,
    Points,
    Cells,
}

enum Source<'a> {
    /// A particle has `components` numbers in memory and `padded` in the file.
    Column {
        numbers: Numbers<'a>,
        components: usize,
        padded: usize,
    },
    /// So many whole numbers from here on.
    CountFrom(i64, usize),
    /// The same byte so many times.
    Repeat(u8, usize),
    Integers(Vec<i64>),
    Bytes(Vec<u8>),
}

impl Source<'_> {
    fn kind(&self) -> &'static str {
        match self {
            Source::Column { numbers, .. } => match numbers {
                Numbers::F32(_) => "Float32",
                Numbers::F64(_) => "Float64",
                Numbers::U16(_) => "UInt16",
                Numbers::U32(_) => "UInt32",
                Numbers::U64(_) => "UInt64",
            },
            Source::CountFrom(..) | Source::Integers(_) => "Int64",
            Source::Repeat(..) | Source::Bytes(_) => "UInt8",
        }
    }

    fn components(&self) -> usize {
        match self {
            Source::Column { padded, .. } => *padded,
            _ => 1,
        }
    }

    /// In bytes.
    fn size(&self) -> usize {
        match self {
            Source::Column { numbers, components, padded } => {
                numbers.len() / components * numbers.size() * padded
            }
            Source::CountFrom(_, count) => count * size_of::<i64>(),
            Source::Integers(integers) => integers.len() * size_of::<i64>(),
            Source::Repeat(_, count) => *count,
            Source::Bytes(bytes) => bytes.len(),
        }
    }

    fn write(&self, sink: &mut dyn Write) -> io::Result<()> {
        match self {
            Source::Column { numbers, components, padded } => {
                numbers.stream(*components, *padded, &mut |bytes| sink.write_all(bytes))
            }
            Source::CountFrom(start, count) => write_integers((*start..).take(*count), sink),
            Source::Integers(integers) => write_integers(integers.iter().copied(), sink),
            Source::Repeat(byte, count) => {
                io::copy(&mut io::repeat(*byte).take(*count as u64), sink).map(|_| ())
            }
            Source::Bytes(bytes) => sink.write_all(bytes),
        }
    }
}

fn write_integers(mut integers: impl Iterator<Item = i64>, sink: &mut dyn Write) -> io::Result<()> {
    let mut bytes = Vec::with_capacity(CHUNK);
    loop {
        bytes.clear();
        let some = integers.by_ref().take(CHUNK / size_of::<i64>());
        bytes.extend(some.flat_map(i64::to_le_bytes));
        if bytes.is_empty() {
            return Ok(());
        }
        sink.write_all(&bytes)?;
    }
}

/// All cells: which points they have, where each ends among these, and their types.
struct Grid {
    connectivity: Source<'static>,
    offsets: Source<'static>,
    types: Source<'static>,
    cells: usize,
}

impl Grid {
    fn new(cells: &Cells, particles: usize) -> Self {
        if cells.is_empty() {
            return Grid {
                connectivity: Source::CountFrom(0, particles),
                offsets: Source::CountFrom(1, particles),
                types: Source::Repeat(VERTEX, particles),
                cells: particles,
            };
        }
        let (mut connectivity, mut offsets, mut types) = (Vec::new(), Vec::new(), Vec::new());
        let mut add = |kind, rows: &[u32]| {
            connectivity.extend(rows.iter().map(|row| i64::from(*row)));
            offsets.push(connectivity.len() as i64);
            types.push(kind);
        };
        cells.lines.iter().for_each(|line| add(POLYLINE, line));
        cells.triangles.iter().for_each(|corners| add(TRIANGLE, corners));
        cells.tetrahedra.iter().for_each(|corners| add(TETRAHEDRON, corners));
        let joined = cells.joined(particles);
        (0..).zip(joined).filter(|(_, joined)| !joined).for_each(|(row, _)| add(VERTEX, &[row]));
        let cells = types.len();
        Grid {
            connectivity: Source::Integers(connectivity),
            offsets: Source::Integers(offsets),
            types: Source::Bytes(types),
            cells,
        }
    }
}

pub(crate) fn encode(frame: &Frame, sink: &mut dyn Write) -> io::Result<()> {
    let grid = Grid::new(&frame.cells(), frame.len());
    let cells = grid.cells;
    let arrays = arrays(frame, grid);
    sink.write_all(header(frame, cells, &arrays).as_bytes())?;
    for array in &arrays {
        sink.write_all(&(array.source.size() as u64).to_le_bytes())?;
        array.source.write(sink)?;
    }
    sink.write_all(b"\n  </AppendedData>\n</VTKFile>\n")
}

fn arrays(frame: &Frame, grid: Grid) -> Vec<Array<'_>> {
    let mut arrays = Vec::new();
    for column in frame.columns() {
        let components = column.rank.components(frame.dimension.into());
        let padded = if column.rank == Rank::Vector { 3 } else { components };
        let section = if column.name == "x" { Section::Points } else { Section::PointData };
        let source = Source::Column { numbers: column.numbers, components, padded };
        arrays.push(Array { section, name: column.name, source });
    }
    let cells = |name, source| Array { section: Section::Cells, name, source };
    arrays.push(cells("connectivity", grid.connectivity));
    arrays.push(cells("offsets", grid.offsets));
    arrays.push(cells("types", grid.types));
    arrays
}

/// Index, time, units and the materials' names.
pub fn field_data(frame: &Frame) -> String {
    let mut text = format!(
        "    <FieldData>\n      {TIME}{:?}</DataArray>\n      \
         <DataArray type=\"UInt64\" Name=\"index\" NumberOfTuples=\"1\" format=\"ascii\">{}</DataArray>\n",
        frame.time, frame.index
    );
    text += &strings("units", &[frame.units.name()]);
    text += &strings("materials", &frame.materials);
    text + "    </FieldData>\n"
}

fn header(frame: &Frame, cells: usize, arrays: &[Array]) -> String {
    let particles = frame.len();
    let mut text = format!(
        "<?xml version=\"1.0\"?>\n\
         <VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n  \
         <UnstructuredGrid>\n{}    \
         <Piece NumberOfPoints=\"{particles}\" NumberOfCells=\"{cells}\">\n",
        field_data(frame)
    );
    let sections = [
        (Section::PointData, "PointData", " Vectors=\"v\""),
        (Section::Points, "Points", ""),
        (Section::Cells, "Cells", ""),
    ];
    for (section, tag, attribute) in sections {
        let _ = writeln!(text, "      <{tag}{attribute}>");
        let mut offset = 0;
        for array in arrays {
            if array.section == section {
                let (kind, components) = (array.source.kind(), array.source.components());
                let _ = writeln!(
                    text,
                    "        <DataArray type=\"{kind}\" Name=\"{}\" NumberOfComponents=\"{components}\" \
                     format=\"appended\" offset=\"{offset}\"/>",
                    array.name
                );
            }
            offset += size_of::<u64>() + array.source.size();
        }
        let _ = writeln!(text, "      </{tag}>");
    }
    text + "    </Piece>\n  </UnstructuredGrid>\n  <AppendedData encoding=\"raw\">\n_"
}

/// VTK writes strings as the numbers of their bytes, each string closed by a zero, so nothing needs escaping.
fn strings(name: &str, strings: &[impl AsRef<str>]) -> String {
    let mut text = format!(
        "      <DataArray type=\"String\" Name=\"{name}\" NumberOfTuples=\"{}\" format=\"ascii\">",
        strings.len()
    );
    for string in strings {
        for byte in string.as_ref().bytes().chain([0]) {
            let _ = write!(text, "{byte} ");
        }
    }
    text.truncate(text.trim_end().len());
    text + "</DataArray>\n"
}

/// The time of a frame on disk, if it is one of ours.
pub(crate) fn time_of(path: &Path) -> Option<f64> {
    let mut head = Vec::new();
    File::open(path).ok()?.take(4096).read_to_end(&mut head).ok()?;
    let head = String::from_utf8_lossy(&head);
    let (_, rest) = head.split_once(TIME)?;
    rest.split_once('<')?.0.parse().ok()
}

/// Writes a list that plays files in order: of each part of the picture its name, and the time, in s, and the path of
/// its files. Paths are relative to the list and have slashes.
pub fn write_collection(path: &Path, parts: &[(&str, Vec<(f64, String)>)]) -> Result<(), Error> {
    let mut text =
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n  \
         <Collection>\n"
            .to_owned();
    let escape = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
    for (part, (name, files)) in parts.iter().enumerate() {
        for (time, file) in files {
            let (name, file) = (escape(name), escape(file));
            let _ = writeln!(
                text,
                "    <DataSet timestep=\"{time:?}\" part=\"{part}\" name=\"{name}\" file=\"{file}\"/>"
            );
        }
    }
    text += "  </Collection>\n</VTKFile>\n";
    replace_text(path, &text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Floats;
    use crate::samples;

    /// The components and the bytes of an appended array.
    fn array<'a>(file: &'a [u8], name: &str, kind: &str) -> (usize, &'a [u8]) {
        let begin = b"<AppendedData encoding=\"raw\">\n_";
        let at = file.windows(begin.len()).position(|window| window == begin).unwrap();
        let header = std::str::from_utf8(&file[..at]).unwrap();
        let tag = header.lines().find(|line| line.contains(&format!("Name=\"{name}\""))).unwrap();
        assert!(tag.contains(&format!("type=\"{kind}\"")), "{tag}");
        let attribute = |name: &str| -> usize {
            let (_, rest) = tag.split_once(&format!("{name}=\"")).unwrap();
            rest.split_once('"').unwrap().0.parse().unwrap()
        };
        let data = &file[at + begin.len() + attribute("offset")..];
        let size = u64::from_le_bytes(*data.first_chunk().unwrap()) as usize;
        (attribute("NumberOfComponents"), &data[8..8 + size])
    }

    fn floats(bytes: &[u8], like: &Floats) -> Vec<f64> {
        match like {
            Floats::F32(_) => bytes.as_chunks().0.iter().map(|b| f32::from_le_bytes(*b).into()).collect(),
            Floats::F64(_) => bytes.as_chunks().0.iter().map(|b| f64::from_le_bytes(*b)).collect(),
        }
    }

    #[test]
    fn arrays_read_back() {
        for (dimension, precision) in samples::CASES {
            let frame = samples::frame(dimension, precision);
            let d = usize::from(dimension);
            let kind = if matches!(frame.x, Floats::F32(_)) { "Float32" } else { "Float64" };
            let mut file = Vec::new();
            encode(&frame, &mut file).unwrap();
            for (name, column) in [("x", &frame.x), ("v", &frame.v)] {
                let (components, bytes) = array(&file, name, kind);
                assert_eq!(components, 3);
                let read = floats(bytes, column);
                let kept: Vec<f64> = read.chunks(3).flat_map(|row| row[..d].to_vec()).collect();
                assert_eq!(kept, column.iter().collect::<Vec<_>>());
                assert!(read.chunks(3).all(|row| d == 3 || row[2] == 0.0));
            }
            let (components, bytes) = array(&file, "stress", kind);
            assert_eq!(components, d * d);
            let stress = frame.stress.as_ref().unwrap();
            assert_eq!(floats(bytes, stress), stress.iter().collect::<Vec<_>>());
            let integers = |name, kind| {
                let (_, bytes) = array(&file, name, kind);
                bytes.as_chunks().0.iter().map(|b| u64::from_le_bytes(*b)).collect::<Vec<_>>()
            };
            assert_eq!(integers("id", "UInt64"), frame.id);
            assert_eq!(integers("connectivity", "Int64"), [0, 1, 2, 3, 4]);
            assert_eq!(integers("offsets", "Int64"), [1, 2, 3, 4, 5]);
            assert_eq!(array(&file, "types", "UInt8").1, [VERTEX; 5]);
        }
    }

    #[test]
    fn joined_particles_are_cells_and_others_are_vertices() {
        let mut file = Vec::new();
        encode(&samples::joined(3, samples::Precision::Single), &mut file).unwrap();
        let integers = |name| {
            let (_, bytes) = array(&file, name, "Int64");
            bytes.as_chunks().0.iter().map(|b| i64::from_le_bytes(*b)).collect::<Vec<_>>()
        };
        assert_eq!(integers("connectivity"), [2, 0, 1, 0, 1, 3, 0, 1, 2, 3, 4]);
        assert_eq!(integers("offsets"), [3, 6, 10, 11]);
        assert_eq!(array(&file, "types", "UInt8").1, [POLYLINE, TRIANGLE, TETRAHEDRON, VERTEX]);
        assert!(file.windows(17).any(|window| window == b"NumberOfCells=\"4\""));
        assert_eq!(array(&file, "id", "UInt64").1.len(), 5 * 8);
    }

    #[test]
    fn the_time_is_found_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("0003.vtu");
        let mut frame = samples::frame(2, samples::Precision::Single);
        frame.time = 0.1 + 0.2;
        crate::write(&frame, &path, crate::Format::Vtu).unwrap();
        assert_eq!(time_of(&path), Some(frame.time));
        std::fs::write(&path, "something else").unwrap();
        assert_eq!(time_of(&path), None);
        assert_eq!(time_of(&folder.path().join("none.vtu")), None);
    }

    #[test]
    fn strings_are_numbers() {
        let text = strings("units", &["si", ""]);
        assert!(text.contains("NumberOfTuples=\"2\" format=\"ascii\">115 105 0 0</DataArray>"));
    }
}
