//! PLY, binary, lowest bytes first. Source: Greg Turk, "The PLY Polygon File Format", 1994.

use std::io::{self, Write};

use clastic_frames::{Frame, headings};

use crate::Surface;
use crate::format::in_pieces;

pub(crate) fn encode(surface: &Surface, frame: &Frame, sink: &mut dyn Write) -> io::Result<()> {
    writeln!(sink, "{}element vertex {}", headings::ply(frame), surface.positions.len())?;
    for name in ["x", "y", "z", "nx", "ny", "nz", "vx", "vy", "vz"] {
        writeln!(sink, "property float {name}")?;
    }
    writeln!(sink, "element face {}\nproperty list uchar int vertex_indices", surface.triangles.len())?;
    writeln!(sink, "end_header")?;
    in_pieces(0..surface.positions.len(), sink, |vertex, bytes| {
        for row in [&surface.positions, &surface.normals, &surface.velocities].map(|rows| rows[vertex]) {
            bytes.extend(row.iter().flat_map(|x| x.to_le_bytes()));
        }
    })?;
    in_pieces(&surface.triangles, sink, |corners, bytes| {
        bytes.push(3);
        bytes.extend(corners.iter().flat_map(|vertex| vertex.to_le_bytes()));
    })
}
