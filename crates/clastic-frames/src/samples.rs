//! Small frames for tests.

use std::sync::Arc;

use crate::{Floats, Frame, Net, Units};

#[derive(Clone, Copy, Debug)]
pub(crate) enum Precision {
    Single,
    Double,
}

/// Every case that a format has to hold.
pub(crate) const CASES: [(u8, Precision); 4] =
    [(2, Precision::Single), (2, Precision::Double), (3, Precision::Single), (3, Precision::Double)];

/// Five particles with all fields, of one component in 2D and two in 3D; no two numbers of a frame are equal.
pub(crate) fn frame(dimension: u8, precision: Precision) -> Frame {
    let (n, d) = (5, usize::from(dimension));
    let floats = |start: usize, count: usize| {
        let numbers = (0..count).map(|i| (start + i) as f64 / 7.0 - 3.0);
        match precision {
            Precision::Single => Floats::F32(numbers.map(|x| x as f32).collect()),
            Precision::Double => Floats::F64(numbers.collect()),
        }
    };
    Frame {
        dimension,
        index: 3,
        time: 0.125,
        frame_rate: 24.0,
        spacing: 0.02,
        units: Units::Cgs,
        materials: vec!["wet \"sand\" <&>".to_owned(), "Wasser \u{1f4a7}".to_owned()],
        id: vec![0, 2, 3, 70_000, 5_000_000_000],
        material: vec![0, 1, 1, 0, 1],
        x: floats(0, n * d),
        v: floats(100, n * d),
        j: floats(200, n),
        c: Some(floats(300, n * d * d)),
        f: Some(floats(400, n * d * d)),
        stress: Some(floats(500, n * d * d)),
        temperature: Some(floats(600, n)),
        concentration: Some(floats(700, n * if dimension == 2 { 1 } else { 2 })),
        net: None,
    }
}

/// The same with a line through the first three, a triangle of the first, second and fourth, and in space a tetrahedron
/// of the first four; the fifth is in no cell.
pub(crate) fn joined(dimension: u8, precision: Precision) -> Frame {
    let net = Net {
        lines: [[3, 0, 2]].into_iter().collect(),
        triangles: vec![[0, 2, 70_000]],
        tetrahedra: if dimension == 3 { vec![[0, 2, 3, 70_000]] } else { Vec::new() },
    };
    Frame { net: Some(Arc::new(net)), ..frame(dimension, precision) }
}
