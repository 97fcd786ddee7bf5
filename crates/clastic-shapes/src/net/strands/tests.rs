use std::f64::consts::{PI, TAU};

use super::*;
use crate::vector::{dot, length, sub};
use crate::{Cells, Mesh};

fn straight(roots: Roots) -> Strands {
    Strands {
        roots,
        direction: [0.0, 3.0, 0.0],
        length: 0.5,
        segments: 4,
        curl: Curl::default(),
        jitter: Jitter::default(),
        seed: 1,
    }
}

fn rectangle(density: Density) -> Roots {
    Roots::Rectangle { corner: [1.0, 0.0, 0.0], edges: [[2.0, 0.0, 0.0], [0.0, 0.0, 1.0]], density }
}

fn wild(roots: Roots) -> Strands {
    let jitter = Jitter { root: 1.0, length: 0.3, direction: 0.4, curl: 1.0 };
    Strands { curl: Curl { radius: 0.02, turns: 3.0 }, jitter, segments: 40, ..straight(roots) }
}

/// The points of each line.
fn lines(net: &Net) -> Vec<Vec<[f64; 3]>> {
    let places = |line: &[u32]| line.iter().map(|point| net.points()[*point as usize]).collect();
    net.cells().iter().map(places).collect()
}

#[test]
fn straight_strands_stand_in_rows() {
    let net = straight(rectangle(Density::Spacing(0.25))).grow(Dimension::Three).unwrap();
    let lines = lines(&net);
    assert_eq!(lines.len(), 32);
    assert_eq!(lines[0], [0.0, 0.125, 0.25, 0.375, 0.5].map(|y| [1.125, y, 0.125]));
    assert_eq!(lines[31][0], [2.875, 0.0, 0.875]);
    assert_eq!(net.components().count, 32);
    assert_eq!(net.measures().cells, [0.5; 32]);
}

#[test]
fn counts_are_kept() {
    for count in [1, 2, 7, 100, 997] {
        let density = Density::Count(count);
        let disk = Roots::Disk { center: [0.0; 3], normal: [0.0, 1.0, 0.0], radius: 2.0, density };
        let segment = Roots::Segment { from: [0.0; 3], to: [1.0, 0.0, 0.0], density };
        for roots in [rectangle(density), disk, segment] {
            let net = wild(roots).grow(Dimension::Three).unwrap();
            assert_eq!((net.cells().count(), net.points().len()), (count, 41 * count));
        }
    }
}

#[test]
fn roots_stay_where_they_belong() {
    let net = wild(rectangle(Density::Count(500))).grow(Dimension::Three).unwrap();
    for line in lines(&net) {
        let [x, y, z] = line[0];
        assert!((1.0..=3.0).contains(&x) && y == 0.0 && (0.0..=1.0).contains(&z));
    }
    let density = Density::Spacing(0.05);
    let disk = Roots::Disk { center: [1.0; 3], normal: [1.0, 2.0, 3.0], radius: 1.0, density };
    let net = wild(disk).grow(Dimension::Three).unwrap();
    let expected = PI / 0.0025;
    assert!((net.cells().count() as f64 - expected).abs() < 1.0);
    // Half of the area is within the square root of half of the radius.
    let away: Vec<[f64; 3]> = lines(&net).iter().map(|line| sub(line[0], [1.0; 3])).collect();
    assert!(away.iter().all(|away| length(*away) <= 1.0 + 1e-12));
    assert!(away.iter().all(|away| dot(*away, [1.0, 2.0, 3.0]).abs() < 1e-12));
    let within = away.iter().filter(|away| length(**away) < 0.5f64.sqrt()).count();
    assert!((within as f64 / expected - 0.5).abs() < 0.02, "{within}");
}

#[test]
fn lengths_and_directions_differ_as_asked() {
    let strands = Strands { curl: Curl::default(), ..wild(rectangle(Density::Count(1000))) };
    let net = strands.grow(Dimension::Three).unwrap();
    let sizes = net.measures().cells;
    let [least, most] = sizes.iter().fold([1.0f64, 0.0f64], |[low, high], x| [low.min(*x), high.max(*x)]);
    assert!((0.35 - 1e-12..0.36).contains(&least) && (0.64..0.65 + 1e-12).contains(&most), "{least} {most}");
    let angles: Vec<f64> = lines(&net)
        .iter()
        .map(|line| {
            let all = sub(line[40], line[0]);
            (all[1] / length(all)).acos()
        })
        .collect();
    let widest = angles.iter().copied().fold(0.0, f64::max);
    assert!(widest <= 0.4 + 1e-9 && widest > 0.39, "{widest}");
}

#[test]
fn curls_are_helices() {
    let curl = Curl { radius: 0.1, turns: 2.0 };
    let strands = Strands { curl, segments: 400, ..straight(Roots::Points(vec![[0.0; 3]])) };
    let net = strands.grow(Dimension::Three).unwrap();
    let line = &lines(&net)[0];
    let tip = line[400];
    assert!(length(sub(tip, [0.0, 0.5, 0.0])) < 1e-12, "{tip:?}");
    // A helix has the length of what it unrolls to.
    let exact = ((TAU * 2.0 * 0.1f64).powi(2) + 0.25).sqrt();
    assert!((net.measures().cells[0] / exact - 1.0).abs() < 1e-4);
    // Twice the area that it goes around as seen from the tip, in two turns.
    let around: f64 = line.windows(2).map(|pair| cross(pair[0], pair[1])[1]).sum();
    assert!((around / (4.0 * PI * 0.01) - 1.0).abs() < 1e-2, "{around}");
    let wave = strands.grow(Dimension::Two).unwrap();
    assert!(wave.is_flat());
    let [low, high] = wave.bounds();
    assert!((high[0] - 0.1).abs() < 1e-4 && (low[0] + 0.1).abs() < 1e-4, "{low:?} {high:?}");
}

#[test]
fn fur_grows_out_of_a_mesh_evenly() {
    let corner = |i: usize| [i & 1, i >> 1 & 1, i >> 2].map(|x| x as f64);
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = quads.iter().flat_map(|q| [[q[0], q[1], q[2]], [q[0], q[2], q[3]]]).collect();
    let mesh = Mesh::new((0..8).map(corner).collect(), triangles).unwrap();
    let triangles = (0..12).map(|triangle| mesh.corners(triangle)).collect();
    let roots = Roots::Surface { triangles, density: Density::Count(1200) };
    let fur = Strands { direction: [0.0; 3], ..straight(roots) };
    let net = fur.grow(Dimension::Three).unwrap();
    let mut on_side = [0; 6];
    for line in lines(&net) {
        let (root, tip) = (line[0], line[4]);
        let axis = (0..3).find(|i| root[*i].abs() < 1e-12 || (root[*i] - 1.0).abs() < 1e-12).unwrap();
        on_side[2 * axis + usize::from(root[axis] > 0.5)] += 1;
        let out = if root[axis] > 0.5 { 0.5 } else { -0.5 };
        assert!((tip[axis] - root[axis] - out).abs() < 1e-12);
    }
    assert!(on_side.iter().all(|count| (198..=202).contains(count)), "{on_side:?}");
    // Combed upwards, with the angle of 1 to 1.
    let combed = Strands { direction: [0.0, 1.0, 0.0], ..fur.clone() }.grow(Dimension::Three).unwrap();
    let slanted = lines(&combed)
        .iter()
        .filter(|line| {
            let up = line[4][1] - line[0][1];
            (up / 0.5 - 0.5f64.sqrt()).abs() < 1e-12
        })
        .count();
    assert!((796..=804).contains(&slanted), "{slanted}");
    assert_eq!(fur.grow(Dimension::Two), Err(NetError::OnlyInSpace { what: "strands on a mesh" }));
}

#[test]
fn the_seed_decides() {
    let strands = wild(rectangle(Density::Count(20)));
    for dimension in [Dimension::Two, Dimension::Three] {
        let net = strands.grow(dimension).unwrap();
        assert_eq!(net, strands.grow(dimension).unwrap());
        assert_ne!(net, Strands { seed: 2, ..strands.clone() }.grow(dimension).unwrap());
        assert_eq!(net.is_flat(), dimension == Dimension::Two);
    }
}

#[test]
fn nonsense_is_refused() {
    let base = straight(rectangle(Density::Count(3)));
    let refused = |strands: Strands| strands.grow(Dimension::Three).unwrap_err();
    assert_eq!(refused(Strands { direction: [0.0; 3], ..base.clone() }), NetError::NoDirection);
    assert_eq!(refused(Strands { direction: [f64::NAN; 3], ..base.clone() }), NetError::NoDirection);
    for length in [0.0, -1.0, f64::NAN] {
        assert!(matches!(refused(Strands { length, ..base.clone() }), NetError::NotPositive { .. }));
    }
    assert!(matches!(refused(Strands { segments: 0, ..base.clone() }), NetError::NotPositive { .. }));
    assert!(matches!(refused(Strands { segments: usize::MAX, ..base.clone() }), NetError::TooMany { .. }));
    for density in [Density::Count(usize::MAX), Density::Spacing(1e-30)] {
        assert!(matches!(refused(straight(rectangle(density))), NetError::TooMany { .. }));
    }
    for density in [Density::Count(0), Density::Spacing(0.0), Density::Spacing(f64::NAN)] {
        assert!(matches!(refused(straight(rectangle(density))), NetError::NotPositive { .. }));
    }
    let jitter = Jitter { length: 1.0, ..Jitter::default() };
    assert!(matches!(refused(Strands { jitter, ..base.clone() }), NetError::OutOfRange { .. }));
    let curl = Curl { radius: f64::NAN, turns: 1.0 };
    assert!(matches!(refused(Strands { curl, ..base.clone() }), NetError::OutOfRange { .. }));
    assert!(matches!(refused(straight(Roots::Points(vec![]))), NetError::NotPositive { .. }));
    let lost = straight(Roots::Points(vec![[f64::NAN; 3]]));
    assert_eq!(refused(lost), NetError::NotFinite { point: 0 });
    assert!(matches!(base.grow(Dimension::Three).unwrap().cells(), Cells::Lines(_)));
}
