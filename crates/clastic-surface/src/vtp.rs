//! VTP: VTK's polygons. Source: "VTK XML Formats", docs.vtk.org. Arrays are appended raw, each after its size in bytes.

use std::io::{self, Write};

use clastic_frames::{Frame, headings};

use crate::Surface;
use crate::format::in_pieces;

/// An array at the end of the file.
enum Array<'a> {
    Rows(&'a [[f32; 3]]),
    Corners(&'a [[u32; 3]]),
    /// Where each triangle's corners end.
    Ends(usize),
}

impl Array<'_> {
    fn attributes(&self) -> &'static str {
        match self {
            Array::Rows(_) => "type=\"Float32\" NumberOfComponents=\"3\"",
            Array::Corners(_) | Array::Ends(_) => "type=\"Int64\" NumberOfComponents=\"1\"",
        }
    }

    /// In bytes.
    fn size(&self) -> usize {
        match self {
            Array::Rows(rows) => size_of_val(*rows),
            Array::Corners(triangles) => 3 * size_of::<i64>() * triangles.len(),
            Array::Ends(triangles) => size_of::<i64>() * triangles,
        }
    }

    fn write(&self, sink: &mut dyn Write) -> io::Result<()> {
        sink.write_all(&(self.size() as u64).to_le_bytes())?;
        match self {
            Array::Rows(rows) => {
                in_pieces(*rows, sink, |row, bytes| bytes.extend(row.iter().flat_map(|x| x.to_le_bytes())))
            }
            Array::Corners(triangles) => in_pieces(triangles.as_flattened(), sink, |vertex, bytes| {
                bytes.extend(i64::from(*vertex).to_le_bytes());
            }),
            Array::Ends(triangles) => {
                in_pieces(1..=*triangles as i64, sink, |end, bytes| bytes.extend((3 * end).to_le_bytes()))
            }
        }
    }
}

pub(crate) fn encode(surface: &Surface, frame: &Frame, sink: &mut dyn Write) -> io::Result<()> {
    let triangles = surface.triangles.len();
    let sections = [
        (
            "PointData",
            " Vectors=\"v\" Normals=\"normals\"",
            vec![("v", Array::Rows(&surface.velocities)), ("normals", Array::Rows(&surface.normals))],
        ),
        ("Points", "", vec![("x", Array::Rows(&surface.positions))]),
        (
            "Polys",
            "",
            vec![("connectivity", Array::Corners(&surface.triangles)), ("offsets", Array::Ends(triangles))],
        ),
    ];
    write!(
        sink,
        "<?xml version=\"1.0\"?>\n\
         <VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n  \
         <PolyData>\n{}    <Piece NumberOfPoints=\"{}\" NumberOfPolys=\"{triangles}\">\n",
        headings::vtk(frame),
        surface.positions.len()
    )?;
    let mut offset = 0;
    for (tag, attributes, arrays) in &sections {
        writeln!(sink, "      <{tag}{attributes}>")?;
        for (name, array) in arrays {
            writeln!(
                sink,
                "        <DataArray {} Name=\"{name}\" format=\"appended\" offset=\"{offset}\"/>",
                array.attributes()
            )?;
            offset += size_of::<u64>() + array.size();
        }
        writeln!(sink, "      </{tag}>")?;
    }
    write!(sink, "    </Piece>\n  </PolyData>\n  <AppendedData encoding=\"raw\">\n_")?;
    for (_, array) in sections.iter().flat_map(|(_, _, arrays)| arrays) {
        array.write(sink)?;
    }
    write!(sink, "\n  </AppendedData>\n</VTKFile>\n")
}
