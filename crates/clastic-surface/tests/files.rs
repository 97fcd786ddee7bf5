//! Every format, read back.

mod bodies;

use std::path::PathBuf;

use bodies::Body;
use clastic_frames::Units;
use clastic_surface::{Label, Settings, Surface, SurfaceFormat, surface, write};
use tempfile::TempDir;

const LABEL: Label =
    Label { material: "wet \"clay\" <&>", index: 12, time: 0.5, frame_rate: 24.0, units: Units::Cgs };

struct File {
    surface: Surface,
    bytes: Vec<u8>,
    _folder: TempDir,
}

fn written(surface: Surface, format: SurfaceFormat) -> File {
    let folder = tempfile::tempdir().unwrap();
    let path: PathBuf = folder.path().join("0012").with_extension(format.extension());
    write(&surface, &LABEL, &path, format).unwrap();
    File { surface, bytes: std::fs::read(path).unwrap(), _folder: folder }
}

/// With and without matter.
fn files(format: SurfaceFormat) -> [File; 2] {
    let body = Body::ball(7);
    let full = surface(&body.points(), &Settings::granular()).unwrap();
    [written(full, format), written(Surface::default(), format)]
}

fn take<const N: usize>(bytes: &mut &[u8]) -> [u8; N] {
    let (head, tail) = bytes.split_first_chunk().unwrap();
    *bytes = tail;
    *head
}

fn vector(bytes: &mut &[u8]) -> [f32; 3] {
    [(); 3].map(|()| f32::from_le_bytes(take(bytes)))
}

fn split<'a>(bytes: &'a [u8], mark: &str) -> (&'a str, &'a [u8]) {
    let at = bytes.windows(mark.len()).position(|window| window == mark.as_bytes()).unwrap();
    (std::str::from_utf8(&bytes[..at]).unwrap(), &bytes[at + mark.len()..])
}

#[test]
fn ply() {
    for file in files(SurfaceFormat::Ply) {
        let (header, mut body) = split(&file.bytes, "end_header\n");
        let count = |name: &str| -> usize {
            let line = header.lines().find_map(|line| line.strip_prefix(&format!("element {name} ")));
            line.unwrap().parse().unwrap()
        };
        assert!(
            header.starts_with("ply\nformat binary_little_endian 1.0\ncomment index 12\ncomment time 0.5\n")
        );
        assert!(header.contains("\ncomment units cgs\ncomment material 0 wet \"clay\" <&>\n"));
        let names: Vec<&str> = header.lines().filter_map(|line| line.strip_prefix("property ")).collect();
        let floats = ["x", "y", "z", "nx", "ny", "nz", "vx", "vy", "vz"].map(|name| format!("float {name}"));
        assert_eq!(names[..9], floats);
        assert_eq!(names[9..], ["list uchar int vertex_indices"]);
        let mut read = Surface::default();
        for _ in 0..count("vertex") {
            read.positions.push(vector(&mut body));
            read.normals.push(vector(&mut body));
            read.velocities.push(vector(&mut body));
        }
        for _ in 0..count("face") {
            assert_eq!(take(&mut body), [3]);
            read.triangles.push([(); 3].map(|()| u32::from_le_bytes(take(&mut body))));
        }
        assert!(body.is_empty());
        assert!(read == file.surface);
    }
}

#[test]
fn obj() {
    for file in files(SurfaceFormat::Obj) {
        let text = String::from_utf8(file.bytes).unwrap();
        let mut read = Surface { velocities: file.surface.velocities.clone(), ..Surface::default() };
        let numbers = |rest: &str| -> [f32; 3] {
            let numbers: Vec<f32> = rest.split(' ').map(|number| number.parse().unwrap()).collect();
            numbers.try_into().unwrap()
        };
        for line in text.lines() {
            match line.split_once(' ').unwrap() {
                ("#", _) => {}
                ("o", name) => assert_eq!(name, "wet_\"clay\"_<&>"),
                ("v", rest) => read.positions.push(numbers(rest)),
                ("vn", rest) => read.normals.push(numbers(rest)),
                ("f", rest) => {
                    let corners: Vec<u32> = rest
                        .split(' ')
                        .map(|corner| {
                            let (vertex, normal) = corner.split_once("//").unwrap();
                            assert_eq!(vertex, normal);
                            vertex.parse::<u32>().unwrap() - 1
                        })
                        .collect();
                    read.triangles.push(corners.try_into().unwrap());
                }
                other => panic!("{other:?}"),
            }
        }
        assert!(read == file.surface);
    }
}

#[test]
fn usda() {
    for file in files(SurfaceFormat::Usda) {
        let text = String::from_utf8(file.bytes).unwrap();
        for line in [
            "#usda 1.0\n",
            "    defaultPrim = \"surface\"\n",
            "    metersPerUnit = 0.01\n",
            "    timeCodesPerSecond = 24.0\n",
            "    startTimeCode = 12\n",
            "    upAxis = \"Y\"\n",
            "string[] materials = [\"wet \\\"clay\\\" <&>\"]\n",
            "def Mesh \"surface\"\n",
            "    uniform token subdivisionScheme = \"none\"\n",
        ] {
            assert!(text.contains(line), "{line}");
        }
        let sample = |attribute: &str| -> Vec<f32> {
            let (_, rest) =
                text.split_once(&format!("    {attribute}.timeSamples = {{\n        12: [")).unwrap();
            let numbers = rest.split_once(']').unwrap().0.replace(['(', ')'], "");
            numbers
                .split(", ")
                .filter(|number| !number.is_empty())
                .map(|number| number.parse().unwrap())
                .collect()
        };
        let rows = |attribute| sample(attribute).as_chunks().0.to_vec();
        let corners: Vec<u32> = sample("int[] faceVertexIndices").iter().map(|index| *index as u32).collect();
        let read = Surface {
            positions: rows("point3f[] points"),
            normals: rows("normal3f[] normals"),
            velocities: rows("vector3f[] velocities"),
            triangles: corners.as_chunks().0.to_vec(),
        };
        assert!(read == file.surface);
        assert_eq!(sample("int[] faceVertexCounts"), vec![3.0; read.triangles.len()]);
        let extent: Vec<[f32; 3]> = rows("float3[] extent");
        for axis in 0..3 {
            let along = || read.positions.iter().map(|place| place[axis]);
            assert_eq!(extent[0][axis], along().fold(f32::MAX, f32::min));
            assert_eq!(extent[1][axis], along().fold(f32::MIN, f32::max));
        }
    }
}

#[test]
fn vtp() {
    for file in files(SurfaceFormat::Vtp) {
        let (header, data) = split(&file.bytes, "<AppendedData encoding=\"raw\">\n_");
        let attribute = |line: &str, name: &str| -> usize {
            let (_, rest) = line.split_once(&format!("{name}=\"")).unwrap();
            rest.split_once('"').unwrap().0.parse().unwrap()
        };
        let array = |name: &str, kind: &str| -> &[u8] {
            let line = header.lines().find(|line| line.contains(&format!("Name=\"{name}\""))).unwrap();
            assert!(line.contains(&format!("type=\"{kind}\"")), "{line}");
            let mut bytes = &data[attribute(line, "offset")..];
            let size = u64::from_le_bytes(take(&mut bytes));
            &bytes[..size as usize]
        };
        let rows = |name| -> Vec<[f32; 3]> {
            let bytes: &[[u8; 12]] = array(name, "Float32").as_chunks().0;
            bytes.iter().map(|row| vector(&mut &row[..])).collect()
        };
        let integers = |name| -> Vec<u32> {
            let bytes: &[[u8; 8]] = array(name, "Int64").as_chunks().0;
            bytes.iter().map(|number| i64::from_le_bytes(*number) as u32).collect()
        };
        let read = Surface {
            positions: rows("x"),
            normals: rows("normals"),
            velocities: rows("v"),
            triangles: integers("connectivity").as_chunks().0.to_vec(),
        };
        assert!(read == file.surface);
        let triangles = read.triangles.len() as u32;
        assert_eq!(integers("offsets"), (1..=triangles).map(|end| 3 * end).collect::<Vec<_>>());
        let piece = header.lines().find(|line| line.contains("<Piece")).unwrap();
        assert_eq!(attribute(piece, "NumberOfPoints"), read.positions.len());
        assert_eq!(attribute(piece, "NumberOfPolys"), read.triangles.len());
        assert!(header.contains("Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">0.5</DataArray>"));
    }
}
