//! USD as text: a `Points` prim per frame, and a stage that plays the frames in order.
//!
//! Source: the OpenUSD documentation of `UsdGeomPoints` and of value clips. A frame's number is its time code and
//! [`Frame::frame_rate`] the time codes per second, so that whole frames of a timeline meet our frames and velocities
//! keep their scale. Between two frames USD interpolates if they have equally many particles, and holds the earlier one
//! otherwise. Values are time samples, since value clips know no others. Numbers are in single precision, as in the
//! schema, and matrices are given component by component: Blender stops reading primvars at a type that it does not
//! know, such as a matrix.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

use crate::columns::{CHUNK, Column, Numbers, Rank};
use crate::file::replace_text;
use crate::{Error, Frame, text};

pub(crate) const LARGEST_ID: u64 = i64::MAX as u64;

/// The name of the particles.
const PRIM: &str = "particles";

/// An attribute with a value per particle.
struct Attribute<'a> {
    kind: &'static str,
    name: String,
    column: Column<'a>,
    value: Value,
}

/// What of a column's numbers is a particle's value.
#[derive(Clone, Copy)]
enum Value {
    /// All, as a vector of three.
    Vector,
    /// One.
    Component(usize),
}

fn attributes(frame: &Frame) -> Vec<Attribute<'_>> {
    let mut attributes = Vec::new();
    for column in frame.columns() {
        let mut add = |kind, name, value| attributes.push(Attribute { kind, name, column, value });
        match (column.name, column.rank) {
            ("x", _) => add("point3f[]", "points".to_owned(), Value::Vector),
            ("v", _) => add("vector3f[]", "velocities".to_owned(), Value::Vector),
            ("id", _) => add("int64[]", "ids".to_owned(), Value::Component(0)),
            ("material", _) => add("int[]", "primvars:material".to_owned(), Value::Component(0)),
            (_, Rank::Vector) => unreachable!("positions and velocities are the only vectors"),
            (_, Rank::Scalar | Rank::Matrix) => {
                let names = column.component_names(frame.dimension.into());
                for (component, name) in names.iter().enumerate() {
                    add("float[]", format!("primvars:{name}"), Value::Component(component));
                }
            }
        }
    }
    attributes
}

impl Attribute<'_> {
    fn declaration(&self) -> String {
        let Attribute { kind, name, .. } = self;
        if name.starts_with("primvars:") {
            format!("    {kind} {name} (\n        interpolation = \"vertex\"\n    )\n")
        } else {
            format!("    {kind} {name}\n")
        }
    }

    fn print(&self, particle: usize, dimension: usize, text: &mut Vec<u8>) {
        let first = particle * self.column.rank.components(dimension);
        match self.value {
            Value::Component(component) => single(self.column.numbers, first + component, text),
            Value::Vector => {
                text.push(b'(');
                single(self.column.numbers, first, text);
                for component in 1..dimension {
                    text.extend_from_slice(b", ");
                    single(self.column.numbers, first + component, text);
                }
                text.extend_from_slice(if dimension == 2 { b", 0)" } else { b")" });
            }
        }
    }
}

/// Appends a number, rounded to single precision if it is real.
fn single(numbers: Numbers, index: usize, text: &mut Vec<u8>) {
    match numbers {
        Numbers::F64(numbers) => text::float(numbers[index] as f32, text),
        numbers => numbers.print(index, text),
    }
}

pub(crate) fn encode(frame: &Frame, sink: &mut dyn Write) -> io::Result<()> {
    let (index, dimension) = (frame.index, usize::from(frame.dimension));
    let mut text = Vec::with_capacity(2 * CHUNK);
    write!(text, "{}", head(frame, PRIM, [index, index]))?;
    write!(text, "def Points \"{PRIM}\"\n{{\n{}", widths(frame))?;
    write!(text, "    float3[] extent.timeSamples = {{\n        {index}: [{}]\n    }}\n", extent(frame))?;
    for attribute in attributes(frame) {
        let Attribute { kind, name, .. } = &attribute;
        write!(text, "{}    {kind} {name}.timeSamples = {{\n        {index}: [", attribute.declaration())?;
        for particle in 0..frame.len() {
            if particle > 0 {
                text.extend_from_slice(b", ");
            }
            attribute.print(particle, dimension, &mut text);
            if text.len() >= CHUNK {
                sink.write_all(&text)?;
                text.clear();
            }
        }
        write!(text, "]\n    }}\n")?;
    }
    text.extend_from_slice(b"}\n");
    sink.write_all(&text)
}

/// Writes the stage that shows each frame's file at its time code. Files are in increasing order; `frame`, the last one,
/// says what all have.
pub(crate) fn write_stage(path: &Path, files: &[(u64, String)], frame: &Frame) -> Result<(), Error> {
    let codes = [files.first(), files.last()].map(|file| file.map_or(frame.index, |(index, _)| *index));
    // The stage declares the attributes of the frames, so that it serves as the clips' manifest too.
    let own = path.file_name().unwrap_or_default().to_string_lossy();
    let mut text = head(frame, PRIM, codes);
    let (clips, widths) = (clips(files, PRIM, &own), widths(frame));
    let _ = write!(text, "def Points \"{PRIM}\" (\n{clips})\n{{\n{widths}    float3[] extent\n");
    for attribute in attributes(frame) {
        text += &attribute.declaration();
    }
    replace_text(path, &(text + "}\n"))
}

/// What makes a prim play files in order: each is shown at its time code, the prim of that name in it. The manifest is
/// a file where that prim declares all attributes. Paths are relative to the stage and have slashes.
pub fn clips(files: &[(u64, String)], prim: &str, manifest: &str) -> String {
    let join = |item: &dyn Fn(usize, &(u64, String)) -> String| {
        let items: Vec<String> =
            files.iter().enumerate().map(|(position, file)| item(position, file)).collect();
        items.join(", ")
    };
    let assets = join(&|_, (_, file)| format!("@./{file}@"));
    let active = join(&|position, (index, _)| format!("({index}, {position})"));
    let times = join(&|_, (index, _)| format!("({index}, {index})"));
    format!(
        "    clips = {{\n        dictionary default = {{\n            \
         double2[] active = [{active}]\n            asset[] assetPaths = [{assets}]\n            \
         asset manifestAssetPath = @./{manifest}@\n            string primPath = \"/{prim}\"\n            \
         double2[] times = [{times}]\n        }}\n    }}\n"
    )
}

/// How a file of a frame begins: its numbers, units and materials' names, the prim to show, and the first and last time
/// code.
pub fn head(frame: &Frame, prim: &str, [start, end]: [u64; 2]) -> String {
    let materials: Vec<String> = frame.materials.iter().map(|name| quote(name)).collect();
    format!(
        "#usda 1.0\n(\n    customLayerData = {{\n        uint64 index = {}\n        string[] materials = [{}]\n        \
         double time = {:?}\n        string units = \"{}\"\n    }}\n    defaultPrim = \"{prim}\"\n    \
         endTimeCode = {end}\n    metersPerUnit = {:?}\n    startTimeCode = {start}\n    \
         timeCodesPerSecond = {:?}\n    upAxis = \"Y\"\n)\n\n",
        frame.index,
        materials.join(", "),
        frame.time,
        frame.units.name(),
        frame.units.metres(),
        frame.frame_rate,
    )
}

fn widths(frame: &Frame) -> String {
    format!(
        "    float[] widths = [{:?}] (\n        interpolation = \"constant\"\n    )\n",
        frame.spacing as f32
    )
}

/// The corners of a box around all particles as they are drawn. Without particles it is inside out, as USD has it.
fn extent(frame: &Frame) -> String {
    let dimension = usize::from(frame.dimension);
    let (mut low, mut high) = ([f32::MAX; 3], [f32::MIN; 3]);
    let radius = 0.5 * frame.spacing;
    for (i, x) in frame.x.iter().enumerate() {
        let axis = i % dimension;
        low[axis] = low[axis].min((x - radius) as f32);
        high[axis] = high[axis].max((x + radius) as f32);
    }
    if dimension == 2 && !frame.is_empty() {
        (low[2], high[2]) = (-radius as f32, radius as f32);
    }
    format!("({:?}, {:?}, {:?}), ({:?}, {:?}, {:?})", low[0], low[1], low[2], high[0], high[1], high[2])
}

fn quote(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{self, Precision};

    fn text_of(frame: &Frame) -> String {
        let mut bytes = Vec::new();
        encode(frame, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    /// The numbers of an attribute's only sample.
    fn sample(text: &str, attribute: &str) -> Vec<f64> {
        let (_, rest) = text.split_once(&format!(" {attribute}.timeSamples = {{\n        3: [")).unwrap();
        let numbers = rest.split_once(']').unwrap().0.replace(['(', ')'], "");
        numbers.split(", ").map(|number| number.parse().unwrap()).collect()
    }

    #[test]
    fn samples_read_back() {
        for (dimension, precision) in samples::CASES {
            let frame = samples::frame(dimension, precision);
            let text = text_of(&frame);
            let d = usize::from(dimension);
            let single = |x: f64| f64::from(x as f32);
            for (name, column) in [("points", &frame.x), ("velocities", &frame.v)] {
                let numbers: Vec<f64> = column.iter().map(single).collect();
                let mut padded = numbers.chunks(d).map(|row| [row[0], row[1], *row.get(2).unwrap_or(&0.0)]);
                let read: Vec<f64> = sample(&text, name).into_iter().map(single).collect();
                assert!(read.chunks(3).all(|row| padded.next().unwrap() == row), "{name}");
            }
            assert_eq!(sample(&text, "ids"), [0.0, 2.0, 3.0, 70_000.0, 5e9]);
            assert_eq!(sample(&text, "primvars:material"), [0.0, 1.0, 1.0, 0.0, 1.0]);
            let j = sample(&text, "primvars:j").into_iter().map(single);
            assert!(j.eq(frame.j.iter().map(single)));
            let yx = sample(&text, "primvars:f_yx").into_iter().map(single);
            assert!(yx.eq(frame.f.as_ref().unwrap().iter().skip(d).step_by(d * d).map(single)));
            assert!(text.contains("metersPerUnit = 0.01\n") && text.contains("double time = 0.125\n"));
            assert!(text.contains("string[] materials = [\"wet \\\"sand\\\" <&>\", \"Wasser \u{1f4a7}\"]"));
        }
    }

    #[test]
    fn the_box_holds_all_particles() {
        let mut frame = Frame { dimension: 2, spacing: 0.5, ..Frame::default() };
        assert_eq!(extent(&frame).matches(&format!("{:?}", f32::MAX)).count(), 6);
        frame.id = vec![1, 2];
        frame.x.f32s().extend([1.0, 2.0, -3.0, 8.0]);
        assert_eq!(extent(&frame), "(-3.25, 1.75, -0.25), (1.25, 8.25, 0.25)");
    }

    #[test]
    fn a_stage_lists_its_frames() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("frames.usda");
        let files = [(2, "frames/0002.usda".to_owned()), (3, "frames/0003.usda".to_owned())];
        write_stage(&path, &files, &samples::frame(3, Precision::Single)).unwrap();
        let text = std::fs::read_to_string(path).unwrap();
        for line in [
            "    startTimeCode = 2\n",
            "    endTimeCode = 3\n",
            "    timeCodesPerSecond = 24.0\n",
            "asset[] assetPaths = [@./frames/0002.usda@, @./frames/0003.usda@]\n",
            "double2[] active = [(2, 0), (3, 1)]\n",
            "double2[] times = [(2, 2), (3, 3)]\n",
            "    point3f[] points\n",
        ] {
            assert!(text.contains(line), "{line}");
        }
    }
}
