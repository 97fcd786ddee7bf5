//! Triangles along surfaces: closed, outwards, sharp where the shape is.

use std::collections::HashMap;

use clastic_shapes::{Dimension, DistanceField, Shape, Triangulation, triangulate};

const WORLD: [[f64; 3]; 2] = [[-10.0; 3], [10.0; 3]];

fn triangles(shape: Shape, dimension: Dimension, cells: usize) -> Triangulation {
    let field = DistanceField::new(shape, dimension, 1.0).expect("a sound shape");
    triangulate(&field, dimension, WORLD, cells)
}

/// The signed volume between the triangles and the origin.
fn volume(found: &Triangulation) -> f64 {
    let corner = |index: u32| found.positions[index as usize].map(f64::from);
    let triangle = |t: &[u32; 3]| {
        let [a, b, c] = t.map(corner);
        let cross = [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
        (a[0] * cross[0] + a[1] * cross[1] + a[2] * cross[2]) / 6.0
    };
    found.triangles.iter().map(triangle).sum()
}

/// How often every edge is passed in each direction: a closed surface passes all of them once each way.
fn is_closed(found: &Triangulation) -> bool {
    let mut passed: HashMap<[u32; 2], i32> = HashMap::new();
    for [a, b, c] in &found.triangles {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            *passed.entry([*from.min(to), *from.max(to)]).or_default() += if from < to { 1 } else { -1 };
        }
    }
    passed.values().all(|sum| *sum == 0)
}

#[test]
fn a_ball_is_closed_and_has_its_volume() {
    let found = triangles(Shape::Ball { center: [0.3, 0.1, -0.2], radius: 1.0 }, Dimension::Three, 40);
    assert!(is_closed(&found));
    let expected = 4.0 / 3.0 * std::f64::consts::PI;
    assert!((volume(&found) / expected - 1.0).abs() < 5e-3, "{} {expected}", volume(&found));
}

#[test]
fn a_box_keeps_its_corners() {
    let [low, high] = [[-0.5, -0.3, 0.1], [0.7, 0.4, 0.9]];
    let found = triangles(Shape::Box { low, high }, Dimension::Three, 32);
    assert!(is_closed(&found));
    assert!((volume(&found) / (1.2 * 0.7 * 0.8) - 1.0).abs() < 2e-3, "{}", volume(&found));
    for bits in 0..8 {
        let corner: [f64; 3] =
            std::array::from_fn(|axis| if bits >> axis & 1 == 0 { low[axis] } else { high[axis] });
        let nearest = found.positions.iter().map(|place| {
            (0..3).map(|axis| (f64::from(place[axis]) - corner[axis]).powi(2)).sum::<f64>().sqrt()
        });
        let nearest = nearest.fold(f64::INFINITY, f64::min);
        assert!(nearest < 0.1 * 1.2 / 32.0, "corner {corner:?}: {nearest}");
    }
}

#[test]
fn a_hollow_box_has_two_skins() {
    let outer = Shape::Box { low: [-1.0; 3], high: [1.0; 3] };
    let inner = Shape::Box { low: [-0.5; 3], high: [0.5; 3] };
    let found = triangles(Shape::Difference(outer.into(), vec![inner]), Dimension::Three, 24);
    assert!(is_closed(&found));
    assert!((volume(&found) - 7.0).abs() < 0.05, "{}", volume(&found));
}

#[test]
fn a_half_space_is_a_sheet_within_the_corners() {
    let shape = Shape::Plane { point: [0.0; 3], normal: [0.0, 1.0, 0.0] };
    let found = triangles(shape, Dimension::Three, 16);
    assert!(!found.triangles.is_empty());
    assert!(found.positions.iter().all(|place| place[1].abs() < 1e-4));
}

#[test]
fn a_disk_is_filled_and_has_an_outline() {
    let found = triangles(Shape::Ball { center: [0.2, -0.1, 0.0], radius: 1.0 }, Dimension::Two, 64);
    let corner = |index: u32| found.positions[index as usize].map(f64::from);
    let area: f64 = found
        .triangles
        .iter()
        .map(|t| {
            let [a, b, c] = t.map(corner);
            0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
        })
        .sum();
    let length: f64 = found
        .edges
        .iter()
        .map(|edge| {
            let [a, b] = edge.map(corner);
            (a[0] - b[0]).hypot(a[1] - b[1])
        })
        .sum();
    assert!((area / std::f64::consts::PI - 1.0).abs() < 2e-3, "{area}");
    assert!((length / std::f64::consts::TAU - 1.0).abs() < 2e-3, "{length}");
}

#[test]
fn nothing_between_the_corners_gives_nothing() {
    let found = triangles(Shape::Ball { center: [100.0, 0.0, 0.0], radius: 1.0 }, Dimension::Three, 16);
    assert_eq!(found, Triangulation::default());
}
