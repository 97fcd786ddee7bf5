//! Signed distances. The point test is the judge: a distance is too long if the ball of that radius holds a place of
//! the other side, and too short if around the foot of the gradient there is none.

mod common;

use std::sync::Arc;

use clastic_shapes::Dimension::{Three, Two};
use clastic_shapes::{
    Dimension, Distance, DistanceField, HeightField, Mesh, Polygon, Rotation, Shape, SignedDistance, Solid,
    Transform,
};
use common::*;

/// Places are tried up to so far from the surface, in m.
const REACH: f64 = 0.6;

/// Whether distances are exact on both sides, or only never too long.
#[derive(Clone, Copy, PartialEq)]
enum Claim {
    Exact,
    Bound,
}
use Claim::{Bound, Exact};

struct Case {
    name: String,
    dimension: Dimension,
    shape: Shape,
    claim: Claim,
}

/// A sequence that fills [0, 1]⁶.
fn random(i: u32) -> [f64; 6] {
    let steps = [0.8985671232, 0.8074229000, 0.7255244928, 0.6519331780, 0.5858063410, 0.5263868440]
        .map(|x| x + 1e-7);
    steps.map(|step| (0.5 + f64::from(i) * step).fract())
}

/// In [-1.5, 1.5]ᵈ, with z = 0 in 2D.
fn place(i: u32, dimension: Dimension) -> [f64; 3] {
    let [x, y, z, ..] = random(i).map(|x| 3.0 * x - 1.5);
    [x, y, if dimension == Two { 0.0 } else { z }]
}

fn length(a: [f64; 3]) -> f64 {
    a.iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn shifted(p: [f64; 3], by: f64, along: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|i| p[i] + by * along[i])
}

fn cup() -> Polygon {
    let outline = vec![[0.0, -0.8], [0.5, -0.8], [0.9, 0.6], [0.8, 0.6], [0.4, -0.65], [0.0, -0.7]];
    Polygon::new(outline).unwrap()
}

fn star(rays: u32) -> Vec<[f64; 2]> {
    let corner = |i: u32| {
        let angle = std::f64::consts::PI * f64::from(i) / f64::from(rays);
        let radius = if i.is_multiple_of(2) { 1.1 } else { 0.3 };
        [radius * angle.cos(), radius * angle.sin()]
    };
    (0..2 * rays).map(corner).collect()
}

/// From z = 0 to the depth.
fn prism(outline: &[[f64; 2]], depth: f64) -> Mesh {
    let count = outline.len() as u32;
    let at = |z: f64| outline.iter().map(move |[x, y]| [*x, *y, z]);
    let vertices = at(0.0).chain(at(depth)).chain([[0.0; 3], [0.0, 0.0, depth]]).collect();
    let around = |i: u32| {
        let next = (i + 1) % count;
        let [low, high] = [2 * count, 2 * count + 1];
        [
            [i, next, next + count],
            [i, next + count, i + count],
            [low, next, i],
            [high, i + count, next + count],
        ]
    };
    Mesh::new(vertices, (0..count).flat_map(around).collect()).unwrap()
}

fn hills(rows: usize) -> HeightField {
    let height = |j: usize, i: usize| {
        let [a, b, ..] = random((17 * j + i) as u32);
        0.6 * a + if b < 0.1 { 0.9 } else { 0.0 } - 0.5
    };
    let rows: Vec<Vec<f64>> = (0..rows).map(|j| (0..9).map(|i| height(j, i)).collect()).collect();
    HeightField::new(&rows, [-1.0, -0.8], [1.1, 0.9]).unwrap()
}

fn mesh(soup: Soup) -> Shape {
    Shape::Mesh(Arc::new(Mesh::new(soup.vertices, soup.triangles).unwrap()))
}

/// Two tetrahedra that have a corner in common.
fn pinched() -> Soup {
    let vertices = vec![[0.0; 3], [1.4, 0.0, 0.1], [0.3, 1.4, 0.0], [0.2, 0.3, 1.4]];
    let one = Soup { vertices, triangles: vec![[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]] };
    one.clone().and(one.map(|v| v.map(|x| -x)))
}

fn shapes() -> Vec<(&'static str, Vec<Dimension>, Shape, Claim)> {
    let (both, space) = (vec![Two, Three], vec![Three]);
    let ball = |center: [f64; 3], radius: f64| Shape::Ball { center, radius };
    let cuboid = Shape::Box { low: [-0.7, -0.4, -0.5], high: [0.6, 0.9, 0.7] };
    let rounded = |radius| Shape::RoundedBox { low: [-0.7, -0.4, -0.5], high: [0.6, 0.9, 0.7], radius };
    let plane = Shape::Plane { point: [0.1, -0.2, 0.3], normal: [1.0, 2.0, -0.5] };
    let cone = |from_radius, to_radius| Shape::Cone {
        from: [0.2, -0.7, 0.1],
        to: [-0.1, 0.8, -0.2],
        from_radius,
        to_radius,
    };
    let outline = Shape::Polygon { polygon: Polygon::new(star(5)).unwrap(), depth: Some(0.7) };
    let parts = vec![cuboid.clone(), ball([0.5, 0.6, 0.0], 0.6)];
    let bowl = Shape::Difference(ball([0.0; 3], 1.0).into(), vec![ball([0.0, 0.3, 0.0], 0.9), plane.clone()]);
    let pinched = mesh(pinched());
    vec![
        ("box", both.clone(), cuboid.clone(), Exact),
        ("rounded box", both.clone(), rounded(0.3), Exact),
        ("box of half a round", both.clone(), rounded(0.6), Exact),
        ("half-space", both.clone(), plane.clone(), Exact),
        ("ball", both.clone(), ball([0.1, 0.2, 0.0], 0.8), Exact),
        (
            "ring",
            both.clone(),
            Shape::Ring { center: [0.1, 0.0, 0.0], inner_radius: 0.4, outer_radius: 1.1 },
            Exact,
        ),
        (
            "capsule",
            both.clone(),
            Shape::Capsule { from: [-0.5, -0.3, 0.2], to: [0.5, 0.4, 0.0], radius: 0.4 },
            Exact,
        ),
        (
            "cylinder",
            space.clone(),
            Shape::Cylinder { from: [0.2, -0.7, 0.1], to: [-0.1, 0.8, -0.2], radius: 0.5 },
            Exact,
        ),
        ("cone", space.clone(), cone(0.8, 0.0), Exact),
        ("frustum", space.clone(), cone(0.2, 0.9), Exact),
        ("polygon", both.clone(), outline, Exact),
        ("cup", both.clone(), Shape::Revolve { polygon: cup() }, Exact),
        ("row of hills", both.clone(), Shape::HeightField(Arc::new(hills(1))), Exact),
        ("hills", space.clone(), Shape::HeightField(Arc::new(hills(8))), Exact),
        ("octahedron", space.clone(), mesh(octahedron()), Exact),
        ("pinched mesh", space.clone(), pinched, Exact),
        ("fine torus", space.clone(), mesh(torus(0.8, 0.35, 40, 20)), Exact),
        ("union", both.clone(), Shape::Union(parts.clone()), Bound),
        ("intersection", both.clone(), Shape::Intersection(parts), Bound),
        ("bowl", both, bowl, Bound),
    ]
}

/// Each shape as it is, and scaled and turned.
fn cases() -> Vec<Case> {
    let rotation = |dimension| match dimension {
        Two => Rotation::from_degrees([0.0, 0.0, 33.0]),
        Three => Rotation::from_degrees([20.0, -40.0, 33.0]),
    };
    let mut cases = Vec::new();
    for (name, dimensions, shape, claim) in shapes() {
        for dimension in dimensions {
            let transform =
                Transform { scale: 0.8, rotation: rotation(dimension), translation: [0.1, -0.2, 0.15] };
            let turned = Shape::Transformed(Box::new(shape.clone()), transform);
            for (manner, shape) in [("", shape.clone()), ("turned ", turned)] {
                let name = format!("{manner}{name} in {}D", dimension as u8);
                cases.push(Case { name, dimension, shape, claim });
            }
        }
    }
    cases
}

impl Case {
    fn field(&self) -> DistanceField {
        DistanceField::new(self.shape.clone(), self.dimension, REACH).unwrap()
    }

    /// The point test. What has no end gets one that is far away.
    fn solid(&self) -> Solid {
        let far = Shape::Box { low: [-50.0; 3], high: [50.0; 3] };
        Solid::new(Shape::Intersection(vec![self.shape.clone(), far]), self.dimension).unwrap()
    }
}

#[test]
fn the_sign_is_that_of_the_point_test() {
    for case in cases() {
        let (field, solid) = (case.field(), case.solid());
        let mut inside = 0;
        for p in (0..20_000).map(|i| place(i, case.dimension)) {
            let Distance { value, .. } = field.distance(p);
            inside += u32::from(value < 0.0);
            if value.abs() > 1e-12 {
                assert_eq!(value < 0.0, solid.contains(p), "{}: {value} at {p:?}", case.name);
            }
        }
        assert!((100..19_900).contains(&inside), "{}: {inside}", case.name);
    }
}

#[test]
fn gradients_have_length_1_and_are_those_of_the_value() {
    const STEP: f64 = 1e-6;
    for case in cases() {
        let field = case.field();
        let dimension = case.dimension as usize;
        let (mut known, mut smooth) = (0, 0);
        for p in (0..4000).map(|i| place(i, case.dimension)) {
            let Distance { value, gradient } = field.distance(p);
            if gradient == [0.0; 3] {
                assert!(value.abs() >= 0.99 * REACH, "{}: {value} at {p:?}", case.name);
                continue;
            }
            assert!((length(gradient) - 1.0).abs() < 1e-9, "{}: {gradient:?} at {p:?}", case.name);
            assert!(case.dimension == Three || gradient[2] == 0.0, "{}", case.name);
            let mut slope = [0.0; 3];
            for i in 0..dimension {
                let [low, high] = [-STEP, STEP].map(|by| {
                    let mut q = p;
                    q[i] += by;
                    field.distance(q).value
                });
                slope[i] = (high - low) / (2.0 * STEP);
            }
            known += 1;
            // Across a kink the value changes less than the place does.
            if length(slope) > 1.0 - 1e-5 {
                smooth += 1;
                let off = length(std::array::from_fn(|i| slope[i] - gradient[i]));
                assert!(off < 1e-2, "{}: {gradient:?} for {slope:?} at {p:?}", case.name);
            }
        }
        assert!(known > 1000 && smooth > known * 9 / 10, "{}: {smooth} of {known}", case.name);
    }
}

#[test]
fn values_never_change_faster_than_places() {
    for case in cases() {
        let field = case.field();
        for i in 0..10_000 {
            let (a, b) = (place(i, case.dimension), place(i + 77_777, case.dimension));
            for share in [1e-4, 1e-2, 0.1, 1.0, 30.0] {
                let b: [f64; 3] = std::array::from_fn(|i| a[i] + share * (b[i] - a[i]));
                let change = (field.distance(a).value - field.distance(b).value).abs();
                let apart = length(std::array::from_fn(|i| a[i] - b[i]));
                assert!(change <= apart + 1e-12 * (1.0 + apart), "{}: {change} for {apart}", case.name);
            }
        }
    }
}

#[test]
fn no_distance_is_too_long_and_those_of_single_shapes_are_not_too_short() {
    for case in cases() {
        let (field, solid) = (case.field(), case.solid());
        for i in 0..2000 {
            let p = place(i, case.dimension);
            let Distance { value, gradient } = field.distance(p);
            let inside = solid.contains(p);
            for k in 0..30 {
                let mut away = place(1000 * i + k, case.dimension).map(|x| x / 1.5);
                let size = length(away).max(1.0);
                away = away.map(|x| x / size);
                let q = shifted(p, 0.9999 * value, away);
                assert_eq!(solid.contains(q), inside, "{}: {value} at {p:?}, {q:?}", case.name);
            }
            if case.claim == Exact && value.abs() < 0.99 * REACH {
                let foot = shifted(p, -value, gradient);
                let mut around = (0..5000).map(|k| shifted(foot, 1e-7, place(k, case.dimension)));
                let other_side = around.any(|q| solid.contains(q) != inside);
                assert!(other_side, "{}: {value} at {p:?}", case.name);
            }
        }
    }
}

#[test]
fn a_mesh_of_a_prism_has_the_distances_of_the_prism() {
    for rays in [3, 7] {
        let outline = star(rays);
        let polygon = Polygon::new(outline.clone()).unwrap();
        let exact = Shape::Polygon { polygon, depth: Some(0.7) };
        let exact = DistanceField::new(exact, Three, REACH).unwrap();
        let mesh = Shape::Mesh(Arc::new(prism(&outline, 0.7)));
        let mesh = DistanceField::new(mesh, Three, REACH).unwrap();
        let corners = outline.iter().flat_map(|&[x, y]| [[x, y, 0.0], [x, y, 0.7]]);
        let corners: Vec<[f64; 3]> = corners.collect();
        for i in 0..40_000 {
            let mut p = place(i, Three);
            // Half of them close to a corner.
            if i % 2 == 0 {
                p = shifted(corners[i as usize / 2 % corners.len()], 1e-3, p);
            }
            let [a, b] = [exact.distance(p), mesh.distance(p)];
            if a.value.abs() < REACH && b.value.abs() < REACH {
                assert!((a.value - b.value).abs() < 1e-12, "{a:?}, {b:?} at {p:?}");
            } else {
                assert!(a.value.abs() > 0.999 * REACH && a.value * b.value > 0.0, "{a:?}, {b:?} at {p:?}");
            }
        }
    }
}

#[test]
fn a_fine_sphere_has_the_distances_of_a_ball() {
    let fine = sphere(5);
    let field = DistanceField::new(mesh(fine), Three, 0.3).unwrap();
    for i in 0..50_000 {
        let p = place(i, Three);
        let (away, Distance { value, gradient }) = (length(p) - 1.0, field.distance(p));
        if away.abs() < 0.29 {
            // The mesh lies so far within the ball at most.
            assert!((0.0..1.3e-3).contains(&(value - away)), "{value} for {away}");
            let along = (0..3).map(|k| gradient[k] * p[k]).sum::<f64>() / length(p);
            assert!(along > 0.995, "{along} at {p:?}");
        } else {
            assert!(value * away > 0.0 && value.abs() > 0.28 && value.abs() <= away.abs() + 1.3e-3);
        }
    }
}

#[test]
fn walls_may_be_much_thinner_than_the_reach() {
    let (outer, thickness) = ([-0.5, 0.5], 1e-5);
    let cube_of = |low: f64, high: f64| cube().map(|v| v.map(|x| low + (high - low) * x));
    let hollow = cube_of(outer[0], outer[1]).and(cube_of(outer[0] + thickness, outer[1] - thickness));
    let field = DistanceField::new(mesh(hollow), Three, 0.3).unwrap();
    let solid = |[low, high]: [f64; 2]| {
        DistanceField::new(Shape::Box { low: [low; 3], high: [high; 3] }, Three, 0.3).unwrap()
    };
    let (outside, cavity) = (solid(outer), solid([outer[0] + thickness, outer[1] - thickness]));
    for i in 0..100_000 {
        let mut p = place(i, Three);
        // Most of them in the wall or as close to it as it is thick.
        if i % 4 > 0 {
            p[i as usize % 3] = if i % 8 < 4 { outer[0] } else { outer[1] } + 2.0 * thickness * p[0];
        }
        let expected = outside.distance(p).value.max(-cavity.distance(p).value);
        let Distance { value, .. } = field.distance(p);
        if expected.abs() < 0.29 {
            assert!((value - expected).abs() < 1e-14, "{value} for {expected} at {p:?}");
        } else {
            assert!(value > 0.28 && value <= expected + 1e-14, "{value} for {expected} at {p:?}");
        }
    }
}

#[test]
fn places_on_the_surface_have_a_way_out() {
    for case in cases() {
        let field = case.field();
        for i in 0..2000 {
            let p = place(i, case.dimension);
            let Distance { value, gradient } = field.distance(p);
            if value.abs() < 0.3 && case.claim == Exact {
                // As close as rounding allows, on either side.
                let on = field.distance(shifted(p, -value, gradient));
                assert!(on.value.abs() < 1e-14, "{}: {on:?}", case.name);
                assert!((length(on.gradient) - 1.0).abs() < 1e-9, "{}: {on:?}", case.name);
            }
        }
    }
    let cube = DistanceField::new(mesh(cube()), Three, 0.2).unwrap();
    assert_eq!(cube.distance([0.3, 0.2, 1.0]), Distance { value: 0.0, gradient: [0.0, 0.0, 1.0] });
    assert_eq!(length(cube.distance([1.0, 1.0, 1.0]).gradient), 1.0);
}

#[test]
fn shapes_that_are_the_same_have_the_same_distances() {
    let field = |shape: Shape, dimension| DistanceField::new(shape, dimension, REACH).unwrap();
    let points = vec![[0.0, -0.4], [0.7, -0.4], [0.7, 0.5], [0.0, 0.5]];
    let turned = Shape::Revolve { polygon: Polygon::new(points).unwrap() };
    let cylinder = Shape::Cylinder { from: [0.0, -0.4, 0.0], to: [0.0, 0.5, 0.0], radius: 0.7 };
    let rectangle = Shape::Box { low: [-0.7, -0.4, 0.0], high: [0.7, 0.5, 0.0] };
    let slope = HeightField::new(&vec![vec![-0.5, 0.5]; 3], [-5.0, -3.0], [5.0, 3.0]).unwrap();
    let half_space = Shape::Plane { point: [0.0; 3], normal: [-0.1, 1.0, 0.0] };
    let pairs = [
        (Three, turned.clone(), cylinder),
        (Two, turned, rectangle),
        (Three, Shape::HeightField(Arc::new(slope)), half_space),
    ];
    for (dimension, one, other) in pairs {
        let (one, other) = (field(one, dimension), field(other, dimension));
        for p in (0..10_000).map(|i| place(i, dimension)) {
            let [a, b] = [one.distance(p).value, other.distance(p).value];
            assert!((a - b).abs() < 1e-14 || a.abs().min(b.abs()) >= REACH, "{a}, {b} at {p:?}");
        }
    }
}

#[test]
fn a_height_field_goes_on_beyond_its_lattice_without_end() {
    let hills = hills(8);
    let field = DistanceField::new(Shape::HeightField(Arc::new(hills.clone())), Three, REACH).unwrap();
    for i in 0..5000 {
        let [x, y, z] = place(i, Three);
        for far in [10.0, 1e3, 1e6] {
            let [there, here] = [far, 9.0].map(|far| field.distance([far, y, z]));
            assert_eq!(there, here);
            assert_eq!(field.distance([x, y, -far]).value < 0.0, y < hills.height(x, -far));
        }
        let deep = field.distance([x, y - 100.0, z]);
        assert!(deep.value < -90.0 && deep.gradient == [0.0, 1.0, 0.0], "{deep:?}");
    }
}

#[test]
fn hostile_numbers_are_errors_or_shapes_but_never_a_panic() {
    let numbers = [0.0, -1.0, 1.0, 1e-300, 1e-160, 1e-9, 1e9, 1e49, 1e51, f64::MAX, f64::NAN, f64::INFINITY];
    let triangle = |a: f64, b: f64| Polygon::new(vec![[0.0, 0.0], [a, 0.0], [a, b]]);
    let thin = |a: f64| cube().map(|[x, y, z]| [x, y, a * z]);
    let mut fields = 0;
    for a in numbers {
        for b in numbers {
            let mut shapes = vec![
                Shape::Plane { point: [a; 3], normal: [b, a, 0.0] },
                Shape::Box { low: [-a; 3], high: [b; 3] },
                Shape::RoundedBox { low: [-a; 3], high: [a; 3], radius: b },
                Shape::Ball { center: [a; 3], radius: b },
                Shape::Ring { center: [0.0; 3], inner_radius: a, outer_radius: b },
                Shape::Capsule { from: [a; 3], to: [b; 3], radius: a },
                Shape::Cylinder { from: [a; 3], to: [0.0; 3], radius: b },
                Shape::Cone { from: [0.0; 3], to: [a; 3], from_radius: b, to_radius: a },
            ];
            if let Ok(polygon) = triangle(a, b) {
                shapes.push(Shape::Revolve { polygon: polygon.clone() });
                shapes.push(Shape::Polygon { polygon, depth: Some(a) });
            }
            if let Ok(field) = HeightField::new(&[vec![a, b], vec![b, 0.0]], [0.0; 2], [a, b]) {
                shapes.push(Shape::HeightField(Arc::new(field)));
            }
            if let Ok(mesh) = Mesh::new(thin(a).vertices, thin(a).triangles) {
                shapes.push(Shape::Mesh(Arc::new(mesh)));
            }
            let scaled = Transform { scale: b, translation: [a; 3], ..Transform::default() };
            let moved = shapes.iter().map(|shape| Shape::Transformed(Box::new(shape.clone()), scaled));
            shapes.extend(moved.collect::<Vec<_>>());
            for (shape, dimension) in shapes.iter().flat_map(|shape| [(shape, Two), (shape, Three)]) {
                for reach in [a, b, 1.0] {
                    let Ok(field) = DistanceField::new(shape.clone(), dimension, reach) else { continue };
                    fields += 1;
                    for x in numbers {
                        let _ = [[x; 3], [x, 0.0, 1.0], [-x, a, b]].map(|p| field.distance(p));
                    }
                }
            }
        }
    }
    assert!(fields > 1000, "{fields}");
}

#[test]
fn height_fields_say_what_is_wrong() {
    let check = |rows: &[&[f64]], high: [f64; 2], expected: &str| {
        let rows: Vec<Vec<f64>> = rows.iter().map(|row| row.to_vec()).collect();
        assert_eq!(HeightField::new(&rows, [0.0; 2], high).unwrap_err().to_string(), expected);
    };
    check(&[], [1.0; 2], "a height field needs at least one row, and two heights in each");
    check(&[&[1.0]], [1.0; 2], "a height field needs at least one row, and two heights in each");
    check(&[&[1.0, 2.0], &[1.0]], [1.0; 2], "row 1 of the height field has 1 heights, the first has 2");
    check(&[&[1.0, 2.0], &[1.0, f64::NAN]], [1.0; 2], "height 1 in row 1 of the height field is not finite");
    check(&[&[1.0, 2.0]], [-1.0, 0.0], "the low end of a height field must be below the high one along x");
    check(
        &[&[1.0, 2.0], &[1.0, 2.0]],
        [1.0, 0.0],
        "the low end of a height field must be below the high one along z",
    );
    let rows = Shape::HeightField(Arc::new(hills(3)));
    assert_eq!(
        DistanceField::new(rows, Two, 0.1).unwrap_err().to_string(),
        "a height field in two dimensions must have one row, not 3"
    );
}

/// Everything is everywhere: lists that hold all pieces would take memory and time with the square of their number.
#[test]
fn long_thin_pieces_do_not_take_forever() {
    let start = std::time::Instant::now();
    let rays = Shape::Polygon { polygon: Polygon::new(star(3000)).unwrap(), depth: None };
    let field = DistanceField::new(rays, Two, 0.5).unwrap();
    assert!(field.distance([0.1, 0.2, 0.0]).value < -0.05);
    // A cone of needles, tip to rim.
    let count = 3000;
    let around = |i: u32| (std::f64::consts::TAU * f64::from(i) / f64::from(count)).sin_cos();
    let rim = (0..count).map(|i| [around(i).0, -1.0, around(i).1]);
    let needles = |i: u32| [[0, i + 2, (i + 1) % count + 2], [1, (i + 1) % count + 2, i + 2]];
    let soup = Soup {
        vertices: [[0.0, 1.0, 0.0], [0.0, -1.0, 0.0]].into_iter().chain(rim).collect(),
        triangles: (0..count).flat_map(needles).collect(),
    };
    let field = DistanceField::new(mesh(soup), Three, 0.5).unwrap();
    let exact = Shape::Cone { from: [0.0, -1.0, 0.0], to: [0.0, 1.0, 0.0], from_radius: 1.0, to_radius: 0.0 };
    let exact = DistanceField::new(exact, Three, 0.5).unwrap();
    for p in (0..1000).map(|i| place(i, Three)) {
        let [a, b] = [&field, &exact].map(|field| field.distance(p).value);
        assert!((a - b).abs() < 1e-6 || a.abs().min(b.abs()) > 0.499, "{a}, {b} at {p:?}");
    }
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}
