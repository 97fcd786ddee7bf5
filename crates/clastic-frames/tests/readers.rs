//! Every format is read by its own ecosystem's library: NumPy, plyfile, VTK and OpenUSD. `readers/check.py` compares the
//! numbers with the formula of [`frame`].

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use clastic_frames::{Floats, Format, Frame, Net, Units, Writer, read_npz};

const FRAMES: u64 = 3;

#[derive(Clone, Copy)]
enum Precision {
    Single,
    Double,
}

/// A frame that `check.py` computes too.
fn frame(dimension: u8, precision: Precision, index: u64) -> Frame {
    let (n, d) = (40 - index.min(1) as usize, usize::from(dimension));
    let column = |number: f64, components: usize| {
        let value = |at: usize| (at as f64 * 0.37 + number * 10.0 + index as f64).sin() * 3.0;
        let values = (0..n * components).map(value);
        match precision {
            Precision::Single => Floats::F32(values.map(|x| x as f32).collect()),
            Precision::Double => Floats::F64(values.collect()),
        }
    };
    let mut id: Vec<u64> = (0..n as u64).map(|row| row * 3 + index).collect();
    id[n - 1] = 5_000_000_000;
    Frame {
        dimension,
        index,
        time: index as f64 / 50.0,
        frame_rate: 50.0,
        spacing: 0.25,
        units: Units::Cgs,
        materials: vec!["wet \"sand\" \\ <&>".to_owned(), "Wasser \u{1f4a7}".to_owned()],
        id,
        material: (0..n).map(|row| (row % 2) as u16).collect(),
        x: column(0.0, d),
        v: column(1.0, d),
        j: column(2.0, 1),
        c: Some(column(3.0, d * d)),
        f: Some(column(4.0, d * d)),
        stress: Some(column(5.0, d * d)),
        temperature: Some(column(6.0, 1)),
        // One component in 2D, two in 3D.
        concentration: Some(column(7.0, d - 1)),
        net: None,
    }
}

/// The same with cells of all kinds that `check.py` knows too, by row. A line loses its third particle after the first
/// frame.
fn joined(dimension: u8, index: u64) -> Frame {
    let frame = frame(dimension, Precision::Single, index);
    let ids = |rows: &[usize]| rows.iter().map(|row| frame.id[*row]).collect::<Vec<u64>>();
    let mut lines = vec![ids(&[0, 1, 2, 3, 4]), ids(&[6, 5])];
    if index > 0 {
        lines[0][2] = 1_000_000;
    }
    let net = Net {
        lines: lines.into_iter().collect(),
        triangles: [[5, 6, 7], [6, 8, 7]].map(|rows| rows.map(|row| frame.id[row])).into(),
        tetrahedra: [[10, 11, 12, 13], [11, 12, 13, 14]].map(|rows| rows.map(|row| frame.id[row])).into(),
    };
    Frame { net: Some(Arc::new(net)), ..frame }
}

fn python() -> String {
    std::env::var("CLASTIC_PYTHON").expect(
        "CLASTIC_PYTHON should name a Python that has tests/readers/requirements.txt installed; \
         `cargo xtask test` sets it up",
    )
}

#[test]
fn every_format_is_read_by_its_own_library() {
    let python = python();
    let folder = tempfile::tempdir().expect("a folder");
    for dimension in [2, 3] {
        for (precision, name) in [(Precision::Single, "f32"), (Precision::Double, "f64")] {
            let out = folder.path().join(format!("{dimension}-{name}"));
            let mut writer = Writer::new(&out, &Format::ALL).expect("a writer");
            for index in 0..FRAMES {
                writer.push(frame(dimension, precision, index)).expect("a frame");
            }
            writer.finish().expect("all frames");
        }
    }
    for dimension in [2, 3] {
        let mut writer =
            Writer::new(&folder.path().join(format!("{dimension}-net")), &Format::ALL).expect("a writer");
        for index in 0..FRAMES {
            writer.push(joined(dimension, index)).expect("a frame");
        }
        writer.finish().expect("all frames");
    }
    let out = folder.path().join("empty");
    let mut writer = Writer::new(&out, &Format::ALL).expect("a writer");
    writer.push(Frame::default()).expect("a frame");
    writer.finish().expect("an empty frame");

    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/readers/check.py");
    let output = Command::new(&python).arg(script).arg(folder.path()).output();
    let output = output.unwrap_or_else(|error| panic!("cannot run CLASTIC_PYTHON, {python}: {error}"));
    let text = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&text));

    let saved_by_numpy = read_npz(&folder.path().join("numpy.npz")).expect("NumPy's archive");
    assert_eq!(saved_by_numpy, frame(3, Precision::Single, 2));
    let joined_by_numpy = read_npz(&folder.path().join("net.npz")).expect("NumPy's archive of cells");
    assert_eq!(joined_by_numpy, joined(3, 0));
}
