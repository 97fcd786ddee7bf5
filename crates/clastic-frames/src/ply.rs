//! PLY, binary, lowest bytes first: a vertex per particle, then triangles and outer faces of tetrahedra as faces, and
//! neighbours on lines as edges, of those that there are.
//!
//! Source: Greg Turk, "The PLY Polygon File Format", 1994. Positions and velocities always have three components, since
//! readers expect `z`. PLY has no integers of 64 bits: ids are `uint` while they fit and `double` beyond, which is exact
//! up to 2^53. Index, time, units and the materials' names are comments.

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::Frame;
use crate::columns::{CHUNK, Column, Numbers, Rank, Rows};

pub(crate) const LARGEST_ID: u64 = 1 << 53;

pub(crate) fn encode(frame: &Frame, sink: &mut dyn Write) -> io::Result<()> {
    let dimension = usize::from(frame.dimension);
    let ids = Ids::new(&frame.id);
    let mut columns = frame.columns();
    for column in columns.iter_mut().filter(|column| column.name == "id") {
        column.numbers = ids.numbers();
    }
    let cells = frame.cells();
    let (faces, edges) = (cells.surface(), cells.segments().collect::<Vec<_>>());
    let counts = [faces.len(), edges.len()];
    sink.write_all(header(frame, &columns, counts).as_bytes())?;

    let stride: usize =
        columns.iter().map(|column| properties(column, dimension).len() * column.numbers.size()).sum();
    let at_once = (CHUNK / stride).min(frame.len());
    // What no column writes, `z` in the plane, stays zero.
    let mut bytes = vec![0; at_once * stride];
    for first in (0..frame.len()).step_by(at_once.max(1)) {
        let last = (first + at_once).min(frame.len());
        let bytes = &mut bytes[..(last - first) * stride];
        let mut offset = 0;
        for column in &columns {
            let components = column.rank.components(dimension);
            let numbers = column.numbers.slice(first * components..last * components);
            numbers.lay(components, &mut Rows { bytes, stride, offset });
            offset += properties(column, dimension).len() * column.numbers.size();
        }
        sink.write_all(bytes)?;
    }
    put(&faces, &[3], sink)?;
    put(&edges, &[], sink)
}

/// Cells, each after the same bytes.
fn put<const N: usize>(cells: &[[u32; N]], before: &[u8], sink: &mut dyn Write) -> io::Result<()> {
    for cells in cells.chunks(CHUNK / 16) {
        let mut bytes = Vec::with_capacity(CHUNK);
        for cell in cells {
            bytes.extend_from_slice(before);
            cell.iter().for_each(|row| bytes.extend_from_slice(&row.to_le_bytes()));
        }
        sink.write_all(&bytes)?;
    }
    Ok(())
}

/// Ids in a type that PLY has.
enum Ids {
    Narrow(Vec<u32>),
    Wide(Vec<f64>),
}

impl Ids {
    fn new(ids: &[u64]) -> Self {
        match ids.last() {
            Some(last) if *last > u64::from(u32::MAX) => Ids::Wide(ids.iter().map(|id| *id as f64).collect()),
            _ => Ids::Narrow(ids.iter().map(|id| *id as u32).collect()),
        }
    }

    fn numbers(&self) -> Numbers<'_> {
        match self {
            Ids::Narrow(ids) => Numbers::U32(ids),
            Ids::Wide(ids) => Numbers::F64(ids),
        }
    }
}

/// How a file of a frame begins: the format, then index, time, units and the materials' names as comments.
pub fn comments(frame: &Frame) -> String {
    let mut text = format!(
        "ply\nformat binary_little_endian 1.0\ncomment index {}\ncomment time {:?}\ncomment units {}\n",
        frame.index,
        frame.time,
        frame.units.name()
    );
    for (index, name) in frame.materials.iter().enumerate() {
        let _ = writeln!(text, "comment material {index} {}", ascii(name));
    }
    text
}

fn header(frame: &Frame, columns: &[Column], [faces, edges]: [usize; 2]) -> String {
    let mut text = comments(frame);
    let _ = writeln!(text, "element vertex {}", frame.len());
    for column in columns {
        for name in properties(column, frame.dimension.into()) {
            let _ = writeln!(text, "property {} {name}", kind(column.numbers));
        }
    }
    if faces > 0 {
        let _ = writeln!(text, "element face {faces}\nproperty list uchar int vertex_indices");
    }
    if edges > 0 {
        let _ = writeln!(text, "element edge {edges}\nproperty int vertex1\nproperty int vertex2");
    }
    text + "end_header\n"
}

/// Headers are ASCII, and readers refuse others: letters beyond it are escaped as in Rust, `\u{f6}`.
fn ascii(name: &str) -> String {
    let escape = |letter: char| {
        if letter.is_ascii() { letter.to_string() } else { letter.escape_unicode().to_string() }
    };
    name.chars().map(escape).collect()
}

fn properties(column: &Column, dimension: usize) -> Vec<String> {
    column.component_names(if column.rank == Rank::Vector { 3 } else { dimension })
}

fn kind(numbers: Numbers) -> &'static str {
    match numbers {
        Numbers::F32(_) => "float",
        Numbers::F64(_) => "double",
        Numbers::U16(_) => "ushort",
        Numbers::U32(_) => "uint",
        Numbers::U64(_) => unreachable!("ids were converted"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::samples::{self, Precision};

    /// The header's lines and the properties by name.
    fn parse(bytes: &[u8]) -> (Vec<String>, BTreeMap<String, Vec<f64>>) {
        let end = b"end_header\n";
        let at = bytes.windows(end.len()).position(|window| window == end).unwrap();
        let header = std::str::from_utf8(&bytes[..at]).unwrap();
        let mut body = &bytes[at + end.len()..];
        let lines: Vec<String> = header.lines().map(str::to_owned).collect();
        let count: usize =
            lines.iter().find_map(|line| line.strip_prefix("element vertex ")).unwrap().parse().unwrap();
        let properties: Vec<_> =
            lines.iter().filter_map(|line| line.strip_prefix("property ")?.split_once(' ')).collect();
        let mut table = BTreeMap::<String, Vec<f64>>::new();
        for _ in 0..count {
            for (kind, name) in &properties {
                let value = match *kind {
                    "float" => f32::from_le_bytes(take(&mut body)).into(),
                    "double" => f64::from_le_bytes(take(&mut body)),
                    "ushort" => u16::from_le_bytes(take(&mut body)).into(),
                    "uint" => u32::from_le_bytes(take(&mut body)).into(),
                    kind => panic!("{kind}"),
                };
                table.entry(name.to_string()).or_default().push(value);
            }
        }
        assert!(body.is_empty());
        (lines, table)
    }

    fn take<const N: usize>(bytes: &mut &[u8]) -> [u8; N] {
        let (head, tail) = bytes.split_first_chunk().unwrap();
        *bytes = tail;
        *head
    }

    #[test]
    fn vertices_read_back() {
        for (dimension, precision) in samples::CASES {
            let frame = samples::frame(dimension, precision);
            let mut bytes = Vec::new();
            encode(&frame, &mut bytes).unwrap();
            let (lines, table) = parse(&bytes);
            assert_eq!(lines[..2], ["ply", "format binary_little_endian 1.0"]);
            assert!(lines.contains(&"comment time 0.125".to_owned()));
            assert!(lines.contains(&"comment material 0 wet \"sand\" <&>".to_owned()));
            assert!(lines.contains(&"comment material 1 Wasser \\u{1f4a7}".to_owned()));
            let d = usize::from(dimension);
            let floats = |floats: &crate::Floats, skip, step| {
                floats.iter().skip(skip).step_by(step).collect::<Vec<f64>>()
            };
            assert_eq!(table["x"], floats(&frame.x, 0, d));
            assert_eq!(table["vy"], floats(&frame.v, 1, d));
            assert_eq!(table["z"], if d == 3 { floats(&frame.x, 2, 3) } else { vec![0.0; 5] });
            assert_eq!(table["j"], floats(&frame.j, 0, 1));
            assert_eq!(table["f_yx"], floats(frame.f.as_ref().unwrap(), d, d * d));
            assert_eq!(table["material"], [0.0, 1.0, 1.0, 0.0, 1.0]);
            assert_eq!(table["id"], [0.0, 2.0, 3.0, 70_000.0, 5e9]);
        }
    }

    #[test]
    fn cells_follow_the_vertices() {
        let bytes_of = |frame: &Frame| {
            let mut bytes = Vec::new();
            encode(frame, &mut bytes).unwrap();
            let end = b"end_header\n";
            let at = bytes.windows(end.len()).position(|window| window == end).unwrap();
            (String::from_utf8(bytes[..at].to_vec()).unwrap(), bytes[at..].to_vec())
        };
        let (plain_header, plain) = bytes_of(&samples::frame(2, Precision::Single));
        let (header, body) = bytes_of(&samples::joined(2, Precision::Single));
        let elements = "element face 1\nproperty list uchar int vertex_indices\n\
                        element edge 2\nproperty int vertex1\nproperty int vertex2\n";
        assert_eq!(header, plain_header + elements);
        let (vertices, cells) = body.split_at(plain.len());
        assert!(vertices == plain);
        let numbers = |numbers: &[u32]| numbers.iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<u8>>();
        assert_eq!(cells, [vec![3], numbers(&[0, 1, 3]), numbers(&[2, 0, 0, 1])].concat());
        // A triangle and the four faces of a tetrahedron.
        let (header, _) = bytes_of(&samples::joined(3, Precision::Single));
        assert!(header.contains("element face 5\n"));
    }

    #[test]
    fn ids_are_integers_while_they_fit() {
        let mut frame = samples::frame(2, Precision::Single);
        for (last, line) in [(u32::MAX as u64, "property uint id"), (1 << 32, "property double id")] {
            frame.id[4] = last;
            let mut bytes = Vec::new();
            encode(&frame, &mut bytes).unwrap();
            let (lines, table) = parse(&bytes);
            assert!(lines.contains(&line.to_owned()));
            assert_eq!(table["id"][4], last as f64);
        }
    }
}
