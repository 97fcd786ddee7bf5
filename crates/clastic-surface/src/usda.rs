//! USD as text: a `Mesh` prim. Source: the OpenUSD documentation of `UsdGeomMesh` and `UsdGeomPointBased`.
//!
//! Values are samples at the frame's number, as those of frames of particles, so that value clips can play them.

use std::io::{self, Write};

use clastic_frames::{Frame, headings, text};

use crate::Surface;
use crate::format::in_pieces;

pub(crate) fn encode(surface: &Surface, frame: &Frame, sink: &mut dyn Write) -> io::Result<()> {
    let index = frame.index;
    writeln!(sink, "{}def Mesh \"surface\"\n{{", headings::usda(frame, "surface", [index; 2]))?;
    writeln!(sink, "    uniform token subdivisionScheme = \"none\"")?;
    writeln!(sink, "    normal3f[] normals (\n        interpolation = \"vertex\"\n    )")?;
    let samples = |name: &str| format!("    {name}.timeSamples = {{\n        {index}: [");
    let [low, high] = extent(&surface.positions);
    writeln!(sink, "{}{low:?}, {high:?}]\n    }}", samples("float3[] extent"))?;

    let mut array = |name: &str, values: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>| {
        write!(sink, "{}", samples(name))?;
        values(sink)?;
        write!(sink, "]\n    }}\n")
    };
    array("int[] faceVertexCounts", &mut |sink| list(&surface.triangles, sink, |_, bytes| bytes.push(b'3')))?;
    array("int[] faceVertexIndices", &mut |sink| {
        list(surface.triangles.as_flattened(), sink, |vertex, bytes| text::integer(*vertex, bytes))
    })?;
    for (name, rows) in [
        ("point3f[] points", &surface.positions),
        ("vector3f[] velocities", &surface.velocities),
        ("normal3f[] normals", &surface.normals),
    ] {
        array(name, &mut |sink| list(rows, sink, vector))?;
    }
    writeln!(sink, "}}")
}

/// Values with commas between them.
fn list<T>(values: &[T], sink: &mut dyn Write, put: impl Fn(&T, &mut Vec<u8>)) -> io::Result<()> {
    in_pieces(values.iter().enumerate(), sink, |(number, value), bytes| {
        if number > 0 {
            bytes.extend_from_slice(b", ");
        }
        put(value, bytes);
    })
}

fn vector(row: &[f32; 3], bytes: &mut Vec<u8>) {
    for (mark, x) in [&b"("[..], b", ", b", "].into_iter().zip(row) {
        bytes.extend_from_slice(mark);
        text::float(*x, bytes);
    }
    bytes.push(b')');
}

/// The corners of a box around all vertices. Without any it is inside out, as USD has it.
fn extent(positions: &[[f32; 3]]) -> [(f32, f32, f32); 2] {
    let corner = |start: f32, pick: fn(f32, f32) -> f32| -> [f32; 3] {
        std::array::from_fn(|axis| positions.iter().map(|row| row[axis]).fold(start, pick))
    };
    [corner(f32::MAX, f32::min), corner(f32::MIN, f32::max)].map(|[x, y, z]| (x, y, z))
}
