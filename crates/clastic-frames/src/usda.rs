//! USD as text: a `Points` prim per frame, and a stage that plays the frames in order. A frame with a net has an `Xform`
//! in its place, with `points`, the particles that are not joined, `lines` as `BasisCurves`, and a `surface` as a `Mesh`.
//!
//! Source: the OpenUSD documentation of `UsdGeomPoints`, `UsdGeomBasisCurves`, `UsdGeomMesh` and of value clips. A frame's number is its time code and
//! [`Frame::frame_rate`] the time codes per second, so that whole frames of a timeline meet our frames and velocities
//! keep their scale. Between two frames USD interpolates if they have equally many particles, and holds the earlier one
//! otherwise. Values are time samples, since value clips know no others. Numbers are in single precision, as in the
//! schema, and matrices are given component by component: Blender stops reading primvars at a type that it does not
//! know, such as a matrix.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

use crate::columns::{Column, Numbers, Rank};
use crate::file::replace_text;
use crate::page::Page;
use crate::{Cells, Error, Frame, text};

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
            (_, Rank::Scalar | Rank::Matrix | Rank::List(_)) => {
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
    /// Type and name. Of our schemas only `Points` has ids.
    fn title(&self, schema: &str) -> String {
        let custom = if self.name == "ids" && schema != "Points" { "custom " } else { "" };
        format!("{custom}{} {}", self.kind, self.name)
    }

    fn declaration(&self, prim: &Prim) -> String {
        let (pad, title) = (prim.pad, self.title(prim.schema));
        if self.name.starts_with("primvars:") {
            format!("{pad}{title} (\n{pad}    interpolation = \"vertex\"\n{pad})\n")
        } else {
            format!("{pad}{title}\n")
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

/// Particles that are drawn in one way.
struct Prim {
    schema: &'static str,
    name: &'static str,
    /// Before each line of text.
    pad: &'static str,
    /// Which particles, in this order; all if `None`.
    rows: Option<Vec<u32>>,
    /// What does not change.
    constants: String,
    /// How its points are joined.
    joints: Vec<(&'static str, Vec<u32>)>,
    /// Around each particle, in m or cm.
    radius: f64,
}

/// All that a file shows: one prim if nothing is joined, and those of a net otherwise. They are the same in all frames.
fn prims(frame: &Frame) -> Vec<Prim> {
    let radius = 0.5 * frame.spacing;
    let Some(net) = &frame.net else {
        let constants = widths(frame, "    ");
        let (schema, name, pad, joints) = ("Points", PRIM, "    ", Vec::new());
        return vec![Prim { schema, name, pad, rows: None, constants, joints, radius }];
    };
    let (pad, cells) = ("        ", frame.cells());
    let loose = (0..).zip(cells.joined(frame.len())).filter(|(_, joined)| !joined);
    let mut prims = vec![Prim {
        schema: "Points",
        name: "points",
        pad,
        rows: Some(loose.map(|(row, _)| row).collect()),
        constants: widths(frame, pad),
        joints: Vec::new(),
        radius,
    }];
    if !net.lines.is_empty() {
        let tokens =
            format!("{pad}uniform token type = \"linear\"\n{pad}uniform token wrap = \"nonperiodic\"\n");
        let counts = cells.lines.iter().map(|line| line.len() as u32).collect();
        prims.push(Prim {
            schema: "BasisCurves",
            name: "lines",
            pad,
            rows: Some(cells.lines.points().to_vec()),
            constants: tokens + &widths(frame, pad),
            joints: vec![("curveVertexCounts", counts)],
            radius,
        });
    }
    if !(net.triangles.is_empty() && net.tetrahedra.is_empty()) {
        prims.push(surface(cells, frame.len(), pad));
    }
    prims
}

/// Particles within bodies are there too, though no face has them.
fn surface(cells: Cells, particles: usize, pad: &'static str) -> Prim {
    let cells = Cells { lines: Default::default(), ..cells };
    let (mut rows, mut vertices) = (Vec::new(), vec![0; particles]);
    for (row, _) in (0..).zip(cells.joined(particles)).filter(|(_, joined)| *joined) {
        vertices[row as usize] = rows.len() as u32;
        rows.push(row);
    }
    let faces = cells.surface();
    let indices = faces.as_flattened().iter().map(|row| vertices[*row as usize]).collect();
    Prim {
        schema: "Mesh",
        name: "surface",
        pad,
        rows: Some(rows),
        constants: format!(
            "{pad}uniform bool doubleSided = 1\n{pad}uniform token subdivisionScheme = \"none\"\n"
        ),
        joints: vec![("faceVertexCounts", vec![3; faces.len()]), ("faceVertexIndices", indices)],
        radius: 0.0,
    }
}

impl Prim {
    /// The particles that it shows.
    fn particles(&self, frame: &Frame) -> impl Iterator<Item = usize> {
        let (rows, all) = match &self.rows {
            Some(rows) => (rows.as_slice(), 0),
            None => (&[][..], frame.len()),
        };
        rows.iter().map(|row| *row as usize).chain(0..all)
    }

    /// How its text begins, before its attributes; `metadata` comes with its brackets or is empty.
    fn head(&self, metadata: &str) -> String {
        let Prim { schema, name, pad, constants, .. } = self;
        let outer = &pad[4..];
        format!("{outer}def {schema} \"{name}\"{metadata}\n{outer}{{\n{constants}")
    }

    fn end(&self) -> String {
        format!("{}}}\n", &self.pad[4..])
    }

    fn encode(&self, frame: &Frame, page: &mut Page) -> io::Result<()> {
        let (index, dimension, pad) = (frame.index, usize::from(frame.dimension), self.pad);
        let sample = |title: &str| format!("{pad}{title}.timeSamples = {{\n{pad}    {index}: [");
        let close = format!("]\n{pad}}}\n");
        write!(page.text, "{}{}{}{close}", self.head(""), sample("float3[] extent"), self.extent(frame))?;
        for (name, numbers) in &self.joints {
            let title = format!("int[] {name}");
            write!(page.text, "{pad}{title}\n{}", sample(&title))?;
            list(page, numbers.iter(), |number, text| text::integer(*number, text))?;
            page.text.extend_from_slice(close.as_bytes());
        }
        for attribute in attributes(frame) {
            write!(page.text, "{}{}", attribute.declaration(self), sample(&attribute.title(self.schema)))?;
            list(page, self.particles(frame), |row, text| attribute.print(row, dimension, text))?;
            page.text.extend_from_slice(close.as_bytes());
        }
        page.text.extend_from_slice(self.end().as_bytes());
        Ok(())
    }

    /// What stands in a stage in place of values.
    fn declarations(&self, frame: &Frame) -> String {
        let pad = self.pad;
        let mut text = format!("{pad}float3[] extent\n");
        for (name, _) in &self.joints {
            let _ = writeln!(text, "{pad}int[] {name}");
        }
        for attribute in attributes(frame) {
            text += &attribute.declaration(self);
        }
        text + &self.end()
    }

    /// The corners of a box around all particles as they are drawn. Without particles it is inside out, as USD has it.
    fn extent(&self, frame: &Frame) -> String {
        let (dimension, radius) = (usize::from(frame.dimension), self.radius);
        let (mut low, mut high) = ([f32::MAX; 3], [f32::MIN; 3]);
        for row in self.particles(frame) {
            for axis in 0..3 {
                let x = if axis < dimension { frame.x.get(row * dimension + axis) } else { None };
                let x = x.unwrap_or(0.0);
                low[axis] = low[axis].min((x - radius) as f32);
                high[axis] = high[axis].max((x + radius) as f32);
            }
        }
        format!("({:?}, {:?}, {:?}), ({:?}, {:?}, {:?})", low[0], low[1], low[2], high[0], high[1], high[2])
    }
}

/// Appends items with commas between them.
fn list<T>(
    page: &mut Page,
    items: impl Iterator<Item = T>,
    print: impl Fn(T, &mut Vec<u8>),
) -> io::Result<()> {
    for (number, item) in items.enumerate() {
        if number > 0 {
            page.text.extend_from_slice(b", ");
        }
        print(item, &mut page.text);
        page.turn()?;
    }
    Ok(())
}

pub(crate) fn encode(frame: &Frame, sink: &mut dyn Write) -> io::Result<()> {
    let mut page = Page::new(sink);
    write!(page.text, "{}", head(frame, PRIM, [frame.index; 2]))?;
    if frame.net.is_some() {
        write!(page.text, "def Xform \"{PRIM}\"\n{{\n")?;
    }
    for prim in prims(frame) {
        prim.encode(frame, &mut page)?;
    }
    if frame.net.is_some() {
        page.text.extend_from_slice(b"}\n");
    }
    page.finish()
}

/// Writes the stage that shows each frame's file at its time code. Files are in increasing order; `frame`, the last one,
/// says what all have.
pub(crate) fn write_stage(path: &Path, files: &[(u64, String)], frame: &Frame) -> Result<(), Error> {
    let codes = [files.first(), files.last()].map(|file| file.map_or(frame.index, |(index, _)| *index));
    // The stage declares the attributes of the frames, so that it serves as the clips' manifest too.
    let own = path.file_name().unwrap_or_default().to_string_lossy();
    let mut text = head(frame, PRIM, codes);
    let clips = format!(" (\n{})", clips(files, PRIM, &own));
    let prims = prims(frame);
    let body = |prim: &Prim, metadata: &str| prim.head(metadata) + &prim.declarations(frame);
    if frame.net.is_some() {
        let _ = write!(text, "def Xform \"{PRIM}\"{clips}\n{{\n");
        prims.iter().for_each(|prim| text += &body(prim, ""));
        text += "}\n";
    } else {
        prims.iter().for_each(|prim| text += &body(prim, &clips));
    }
    replace_text(path, &text)
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

fn widths(frame: &Frame, pad: &str) -> String {
    let width = frame.spacing as f32;
    format!("{pad}float[] widths = [{width:?}] (\n{pad}    interpolation = \"constant\"\n{pad})\n")
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

    /// The text of a prim, indented as if it were the only one.
    fn prim(text: &str, head: &str) -> String {
        let own = text.split_once(head).unwrap().1.split_once("\n    }\n").unwrap().0;
        own.replace("\n    ", "\n")
    }

    #[test]
    fn a_net_has_prims_of_its_own() {
        let frame = samples::joined(3, Precision::Single);
        let text = text_of(&frame);
        let numbers = |head, attribute| sample(&prim(&text, head), attribute);
        let (points, lines) = ("def Points \"points\"", "def BasisCurves \"lines\"");
        let surface = "def Mesh \"surface\"";
        assert_eq!(numbers(points, "ids"), [5e9]);
        assert_eq!(numbers(lines, "ids"), [3.0, 0.0, 2.0]);
        assert_eq!(numbers(lines, "curveVertexCounts"), [3.0]);
        assert_eq!(numbers(lines, "points").len(), 9);
        assert_eq!(numbers(surface, "primvars:material"), [0.0, 1.0, 1.0, 0.0]);
        assert_eq!(numbers(surface, "faceVertexCounts"), [3.0; 5]);
        assert_eq!(numbers(surface, "faceVertexIndices")[..6], [0.0, 1.0, 3.0, 0.0, 2.0, 1.0]);
    }

    #[test]
    fn the_box_holds_all_particles() {
        let extent = |frame: &Frame| prims(frame)[0].extent(frame);
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
