//! USD as text: a `Mesh` prim per surface, and a stage that plays the surfaces in order. Source: the OpenUSD
//! documentation of `UsdGeomMesh`, `UsdGeomPointBased` and value clips.
//!
//! Values are samples at the frame's number, as those of frames of particles, so that value clips can play them.

use std::fmt::Write as _;
use std::io::{self, Write};

use clastic_frames::{Frame, headings, sequences, text};

use crate::Surface;
use crate::format::in_pieces;

/// The name of a surface in its file.
const PRIM: &str = "surface";

/// What does not change in time.
const FIXED: &str = "    uniform token subdivisionScheme = \"none\"
    normal3f[] normals (
        interpolation = \"vertex\"
    )
";

pub(crate) fn encode(surface: &Surface, frame: &Frame, sink: &mut dyn Write) -> io::Result<()> {
    let index = frame.index;
    write!(sink, "{}def Mesh \"{PRIM}\"\n{{\n{FIXED}", headings::usda(frame, PRIM, [index; 2]))?;
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

/// A stage with a mesh for each of the frame's materials, which plays its files: their time codes and paths.
pub(crate) fn stage(frame: &Frame, files: &[Vec<(u64, String)>]) -> String {
    let codes = || files.iter().flatten().map(|(index, _)| *index);
    let span = [codes().min(), codes().max()].map(|code| code.unwrap_or(frame.index));
    let mut meshes = String::new();
    let mut names: Vec<String> = Vec::new();
    for (material, files) in frame.materials.iter().zip(files) {
        let name = identifier(material, &names);
        // Any of the files declares what all have.
        let manifest = files.first().map_or("", |(_, file)| file.as_str());
        let clips = sequences::usda(files, PRIM, manifest);
        let _ = write!(meshes, "\ndef Mesh \"{name}\" (\n{clips})\n{{\n{FIXED}}}\n");
        names.push(name);
    }
    let indent = |line: &str| if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") };
    let meshes: String = meshes.trim_start().lines().map(indent).collect();
    format!("{}def Xform \"surfaces\"\n{{\n{meshes}}}\n", headings::usda(frame, "surfaces", span))
}

/// A name that USD takes for a prim, and that none has yet.
fn identifier(material: &str, taken: &[String]) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
    let mut name: String = material.chars().map(plain).collect();
    if name.starts_with(|letter: char| letter.is_ascii_digit()) {
        name.insert(0, '_');
    }
    while taken.contains(&name) {
        name.push('_');
    }
    name
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
