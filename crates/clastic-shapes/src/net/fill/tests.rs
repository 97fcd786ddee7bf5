use std::f64::consts::{PI, TAU};
use std::sync::Arc;

use super::lattice::{Centred, Rows};
use super::{stencil, stuffed};
use crate::random::uniform;
use crate::vector::{dot, length, sub};
use crate::{
    Cells, Dimension, Distance, Mesh, Net, NetError, Polygon, Rotation, Shape, SignedDistance, Solid,
    Transform,
};

fn fill(shape: Shape, dimension: Dimension, spacing: f64) -> Net {
    Net::fill(&Solid::new(shape, dimension).unwrap(), spacing).unwrap()
}

/// The least angle between sides of tetrahedra, or at corners of triangles, in degrees.
fn least_angle(net: &Net) -> f64 {
    let place = |point: u32| net.points()[point as usize];
    let between = |a: [f64; 3], b: [f64; 3]| (dot(a, b) / (length(a) * length(b))).acos().to_degrees();
    let mut least = 180.0f64;
    for corners in net.cells().iter() {
        for i in 0..corners.len() {
            for j in (0..corners.len()).filter(|j| *j != i) {
                let others: Vec<_> =
                    (0..corners.len()).filter(|k| ![i, j].contains(k)).map(|k| place(corners[k])).collect();
                let (a, edge) = (place(corners[i]), sub(place(corners[j]), place(corners[i])));
                let out = |p: [f64; 3]| {
                    let away = sub(p, a);
                    let share = dot(away, edge) / dot(edge, edge);
                    std::array::from_fn(|axis| away[axis] - share * edge[axis])
                };
                least = least.min(match others[..] {
                    [p] => between(edge, sub(p, a)),
                    _ => between(out(others[0]), out(others[1])),
                });
            }
        }
    }
    least
}

fn volume(net: &Net) -> f64 {
    net.measures().cells.iter().sum()
}

/// That every edge of the surface, or every end of the outline, belongs to two parts: the net has no gaps.
fn assert_closed(net: &Net) {
    let mut sides: Vec<Vec<u32>> = match net.cells() {
        Cells::Triangles(_) => net.outline().iter().flatten().map(|end| vec![*end]).collect(),
        _ => {
            let edges = |&[a, b, c]: &[u32; 3]| [[a, b], [b, c], [c, a]];
            net.surface()
                .iter()
                .flat_map(edges)
                .map(|edge| vec![edge[0].min(edge[1]), edge[0].max(edge[1])])
                .collect()
        }
    };
    sides.sort_unstable();
    assert!(sides.chunk_by(|a, b| a == b).all(|group| group.len().is_multiple_of(2)));
}

#[test]
fn boxes_are_filled_exactly() {
    let high = [2.0, 1.0, 0.7];
    for (dimension, size, spacing) in [(Dimension::Two, 2.0, 0.15), (Dimension::Three, 1.4, 0.2)] {
        let net = fill(Shape::Box { low: [0.0; 3], high }, dimension, spacing);
        assert!((volume(&net) - size).abs() < 1e-13, "{}", volume(&net));
        let top = if dimension == Dimension::Two { [2.0, 1.0, 0.0] } else { high };
        assert_eq!(net.bounds(), [[0.0; 3], top]);
        assert!(least_angle(&net) > 25.0, "{}", least_angle(&net));
        assert_eq!(net.components().count, 1);
        assert_closed(&net);
        // All that bounds it lies in the bounds.
        let rim: Vec<u32> = net.outline().into_iter().flatten().collect();
        let faces: Vec<u32> =
            if rim.is_empty() { net.surface().into_iter().flatten().collect() } else { rim };
        let axes = dimension as usize;
        for p in faces.iter().map(|point| net.points()[*point as usize]) {
            assert!((0..axes).any(|i| p[i] == 0.0 || p[i] == top[i]), "{p:?}");
        }
    }
}

#[test]
fn boxes_stay_exact_when_they_are_moved_and_cut() {
    let plate = Shape::Box { low: [0.0; 3], high: [2.0, 1.0, 0.5] };
    let rotation = Rotation::from_degrees([10.0, 20.0, 30.0]);
    let moved = Transform { scale: 3.0, rotation, translation: [100.0, 0.0, -5.0] };
    let net = fill(Shape::Transformed(plate.clone().into(), moved), Dimension::Three, 0.6);
    assert!((volume(&net) / 27.0 - 1.0).abs() < 1e-12);
    let far = Shape::Box { low: [1e6, 0.0, 0.0], high: [1e6 + 0.1, 0.1, 0.1] };
    assert!((volume(&fill(far, Dimension::Three, 0.01)) / 1e-3 - 1.0).abs() < 1e-8);
    let hole = Shape::Ball { center: [1.0, 0.5, 0.0], radius: 0.25 };
    let plate = fill(Shape::Difference(plate.into(), vec![hole]), Dimension::Two, 0.05);
    assert_eq!(plate.bounds(), [[0.0; 3], [2.0, 1.0, 0.0]]);
    let exact = 2.0 - PI / 16.0;
    assert!((volume(&plate) / exact - 1.0).abs() < 2e-3, "{}", volume(&plate));
    for corner in [[0.0; 3], [2.0, 0.0, 0.0], [2.0, 1.0, 0.0], [0.0, 1.0, 0.0]] {
        assert!(plate.points().contains(&corner));
    }
}

/// Within 2.5 % at eight cells across, and four times closer at twice as many.
#[test]
fn round_shapes_are_met() {
    let ball = |radius| Shape::Ball { center: [0.1, 0.2, 0.3], radius };
    let cases: [(Shape, Dimension, f64); 4] = [
        (ball(1.0), Dimension::Two, PI),
        (ball(1.0), Dimension::Three, 4.0 / 3.0 * PI),
        (Shape::Capsule { from: [0.0; 3], to: [1.0, 1.0, 1.0], radius: 1.0 }, Dimension::Three, {
            4.0 / 3.0 * PI + 3f64.sqrt() * PI
        }),
        (
            Shape::Ring { center: [0.0; 3], inner_radius: 1.0, outer_radius: 3.0 },
            Dimension::Three,
            4.0 * PI * PI,
        ),
    ];
    for (shape, dimension, exact) in cases {
        let [coarse, fine] = [0.25, 0.125].map(|spacing| {
            let net = fill(shape.clone(), dimension, spacing);
            assert!(least_angle(&net) > 10.0, "{shape:?}: {}", least_angle(&net));
            assert_closed(&net);
            assert_eq!(net.components().count, 1);
            volume(&net) / exact - 1.0
        });
        assert!((-0.025..0.0).contains(&coarse), "{shape:?}: {coarse}");
        assert!(fine < 0.0 && fine > 0.4 * coarse, "{shape:?}: {coarse} and {fine}");
    }
    // Chords cut off the same of both circles, whatever their radius: inside one and outside the other.
    let ring = Shape::Ring { center: [0.0; 3], inner_radius: 1.0, outer_radius: 3.0 };
    let ring = volume(&fill(ring, Dimension::Two, 0.25)) / (8.0 * PI) - 1.0;
    assert!(ring.abs() < 1e-3, "{ring}");
}

#[test]
fn points_on_the_surface_of_a_ball_are_on_it() {
    let net = fill(Shape::Ball { center: [0.0; 3], radius: 1.0 }, Dimension::Three, 0.2);
    let surface = net.surface();
    assert!(!surface.is_empty());
    for point in surface.into_iter().flatten() {
        assert!((length(net.points()[point as usize]) - 1.0).abs() < 1e-8);
    }
}

#[test]
fn edges_are_about_as_long_as_asked() {
    for (dimension, spacing) in [(Dimension::Two, 0.1), (Dimension::Three, 0.15)] {
        let net = fill(Shape::Ball { center: [0.0; 3], radius: 1.0 }, dimension, spacing);
        let edges = net.edges();
        let long = |&[a, b]: &[u32; 2]| length(sub(net.points()[a as usize], net.points()[b as usize]));
        let mean = edges.iter().map(long).sum::<f64>() / edges.len() as f64;
        assert!((mean / spacing - 1.0).abs() < 0.1, "{mean} for {spacing}");
        assert!(edges.iter().all(|edge| long(edge) < 2.0 * spacing));
    }
}

#[test]
fn polygons_and_closed_meshes_are_filled() {
    let triangle = Polygon::new(vec![[0.0, 0.0], [3.0, 0.0], [0.0, 3.0]]).unwrap();
    let net = fill(Shape::Polygon { polygon: triangle.clone(), depth: None }, Dimension::Two, 0.2);
    assert!((volume(&net) / 4.5 - 1.0).abs() < 0.02 && net.is_flat(), "{}", volume(&net));
    let prism = fill(Shape::Polygon { polygon: triangle, depth: Some(1.5) }, Dimension::Three, 0.2);
    assert!((volume(&prism) / 6.75 - 1.0).abs() < 0.03, "{}", volume(&prism));

    let corner =
        |i: usize| [0, 1, 2].map(|axis| if i / 2 == axis { 1.0 - 2.0 * (i % 2) as f64 } else { 0.0 });
    let triangles = (0..8).map(|i| [i & 1, 2 + (i >> 1 & 1), 4 + (i >> 2)]).collect();
    let octahedron = Mesh::new((0..6).map(corner).collect(), triangles).unwrap();
    let net = fill(Shape::Mesh(Arc::new(octahedron)), Dimension::Three, 0.1);
    assert!((volume(&net) / (4.0 / 3.0) - 1.0).abs() < 0.03, "{}", volume(&net));
    assert!(least_angle(&net) > 10.0, "{}", least_angle(&net));
    assert_closed(&net);
}

/// However a surface passes through the cells.
#[test]
fn angles_are_bounded() {
    for (dimension, trials, bound) in [(Dimension::Two, 600, 15.0), (Dimension::Three, 60, 15.0)] {
        for trial in 0..trials {
            let [place, normal] =
                [5, 6].map(|seed| [0, 1, 2].map(|axis| 2.0 * uniform(seed, trial, axis) - 1.0));
            let whole = Shape::Box { low: [-1.0; 3], high: [1.0; 3] };
            let plane = Shape::Plane { point: place.map(|x| 0.3 * x), normal };
            let ball = Shape::Ball { center: place, radius: 0.3 + 0.3 * normal[0].abs() };
            let shape = match trial % 4 {
                0 => Shape::Intersection(vec![whole, plane]),
                1 => Shape::Intersection(vec![whole, ball]),
                2 => Shape::Difference(whole.into(), vec![plane]),
                _ => Shape::Difference(whole.into(), vec![ball]),
            };
            let Ok(solid) = Solid::new(shape, dimension) else { continue };
            let net = Net::fill(&solid, 0.2).unwrap();
            assert!(least_angle(&net) > bound, "{} in trial {trial}", least_angle(&net));
        }
    }
}

/// No shape at all: waves of about the size of the cells, which cross them in every way there is.
#[derive(Debug)]
struct Waves {
    seed: u64,
    axes: usize,
}

impl SignedDistance for Waves {
    fn distance(&self, p: [f64; 3]) -> Distance {
        let wave = |index: u64| {
            let k = [0, 1, 2].map(|axis| 30.0 * (uniform(self.seed, index, axis) - 0.5));
            (dot(k, p) + TAU * uniform(self.seed, index + 100, 0)).sin()
        };
        let within = p.iter().take(self.axes).map(|x| (x - 0.5).abs() - 0.5).fold(-1.0, f64::max);
        Distance { value: within.max(0.05 * (0..8).map(wave).sum::<f64>()), gradient: [0.0; 3] }
    }

    fn bounds(&self) -> [[f64; 3]; 2] {
        [[0.0; 3], [1.0; 3]]
    }
}

#[test]
fn angles_are_bounded_in_waves() {
    for seed in 0..60 {
        let waves = [2, 3].map(|axes| Waves { seed, axes });
        let rows = Rows::new(waves[0].bounds(), 0.05).unwrap();
        let (points, cells) = stuffed(&waves[0], &rows, stencil::triangle);
        let flat = Net::new(points, Cells::Triangles(cells)).unwrap();
        let centred = Centred::new(waves[1].bounds(), 0.1).unwrap();
        let (points, cells) = stuffed(&waves[1], &centred, stencil::tetrahedron);
        let space = Net::new(points, Cells::Tetrahedra(cells)).unwrap();
        for net in [flat, space] {
            assert!(least_angle(&net) > 10.0, "{} with seed {seed}", least_angle(&net));
            assert_closed(&net);
        }
    }
}

#[test]
fn what_cannot_be_filled_is_refused() {
    let ball = Solid::new(Shape::Ball { center: [0.0; 3], radius: 1.0 }, Dimension::Three).unwrap();
    for spacing in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(Net::fill(&ball, spacing), Err(NetError::NotPositive { what: "spacing", .. })));
    }
    for spacing in [1e-3, 1e-300] {
        assert!(matches!(Net::fill(&ball, spacing), Err(NetError::TooMany { .. })));
    }
    // However small it is, its middle is a node.
    assert!(Net::fill(&ball, 100.0).is_ok());
    let thin = Shape::Ring { center: [0.0; 3], inner_radius: 0.999, outer_radius: 1.0 };
    let thin = Solid::new(thin, Dimension::Two).unwrap();
    assert_eq!(Net::fill(&thin, 0.71), Err(NetError::NothingFits { spacing: 0.71 }));
}
