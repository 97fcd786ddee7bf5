//! OBJ, text. Source: Wavefront, "Object Files", Advanced Visualizer, appendix B1. It has no place for velocities.

use std::io::{self, Write};

use clastic_frames::{Frame, text};

use crate::Surface;
use crate::format::in_pieces;

pub(crate) fn encode(surface: &Surface, frame: &Frame, sink: &mut dyn Write) -> io::Result<()> {
    let material = &frame.materials[0];
    writeln!(sink, "# index {}\n# time {:?}\n# units {}", frame.index, frame.time, frame.units.name())?;
    // Names end at white space.
    writeln!(sink, "o {}", material.replace(char::is_whitespace, "_"))?;
    for (word, rows) in [("v", &surface.positions), ("vn", &surface.normals)] {
        in_pieces(rows, sink, |row, bytes| {
            bytes.extend_from_slice(word.as_bytes());
            for x in row {
                bytes.push(b' ');
                text::float(*x, bytes);
            }
            bytes.push(b'\n');
        })?;
    }
    in_pieces(&surface.triangles, sink, |corners, bytes| {
        bytes.push(b'f');
        for vertex in corners {
            bytes.push(b' ');
            text::integer(vertex + 1, bytes);
            bytes.extend_from_slice(b"//");
            text::integer(vertex + 1, bytes);
        }
        bytes.push(b'\n');
    })
}
