//! Volumes against formulas, against random points, and against the number of particles that fit.

use std::f64::consts::PI;

use std::sync::Arc;

use clastic_shapes::{
    Dimension, DistanceField, HeightField, Plan, Polygon, Rotation, Sampling, Shape, ShapeError, Solid,
    Transform,
};

const ORIGIN: [f64; 3] = [0.0; 3];

fn solid(shape: Shape, dimension: Dimension) -> Solid {
    Solid::new(shape, dimension).unwrap()
}

fn ball(center: [f64; 3], radius: f64) -> Shape {
    Shape::Ball { center, radius }
}

fn cuboid(low: [f64; 3], high: [f64; 3]) -> Shape {
    Shape::Box { low, high }
}

fn turned(shape: Shape) -> Shape {
    let transform = Transform {
        scale: 1.5,
        rotation: Rotation::from_degrees([0.0, 0.0, 27.0]),
        translation: [0.3, -0.7, 0.0],
    };
    Shape::Transformed(Box::new(shape), transform)
}

fn polygon() -> Polygon {
    Polygon::new(vec![[0.0, 0.0], [2.0, 0.1], [1.2, 0.7], [1.5, 2.0], [0.4, 1.1]]).unwrap()
}

fn primitives() -> Vec<(&'static str, Dimension, Shape, f64)> {
    use Dimension::{Three, Two};
    let ring = Shape::Ring { center: [0.1, 0.2, 0.3], inner_radius: 0.5, outer_radius: 1.1 };
    let capsule = Shape::Capsule { from: ORIGIN, to: [0.6, 0.8, 0.0], radius: 0.3 };
    let cylinder = Shape::Cylinder { from: [0.0, 0.1, 0.2], to: [0.4, 0.9, 1.0], radius: 0.4 };
    let outline = Shape::Polygon { polygon: polygon(), depth: Some(0.8) };
    let area = 0.5 * (2.0 * 0.7 - 1.2 * 0.1 + 1.2 * 2.0 - 1.5 * 0.7 + 1.5 * 1.1 - 0.4 * 2.0);
    let rounded = |radius| Shape::RoundedBox { low: [0.0, 1.0, 0.5], high: [1.0, 3.0, 2.0], radius };
    let cone = Shape::Cone { from: [0.0, 0.1, 0.2], to: [0.4, 0.9, 1.0], from_radius: 0.6, to_radius: 0.2 };
    let vase = Polygon::new(vec![[0.0, 0.2], [0.9, 0.1], [0.5, 0.8], [1.0, 1.5], [0.3, 1.2]]).unwrap();
    // A polygon's area times the way of its middle, triangle by triangle from its first point.
    let fan = vase.points().windows(2).skip(1).map(|pair| {
        let [[a, b], [c, d]] = [pair[0], pair[1]].map(|p| [p[0], p[1] - 0.2]);
        let area = 0.5 * (a * d - b * c);
        [area, area * 2.0 * PI * (a + c) / 3.0]
    });
    let [vase_area, vase_volume] = fan.fold([0.0; 2], |sum, part| [sum[0] + part[0], sum[1] + part[1]]);
    let vase = Shape::Revolve { polygon: vase };
    vec![
        ("rounded rectangle", Two, rounded(0.3), 2.0 - (4.0 - PI) * 0.09),
        ("rounded box", Three, rounded(0.2), {
            let [a, b, c] = [0.6, 1.6, 1.1];
            a * b * c + 0.4 * (a * b + b * c + c * a) + PI * 0.04 * (a + b + c) + 4.0 / 3.0 * PI * 0.008
        }),
        ("frustum", Three, cone, PI / 3.0 * 1.2 * (0.36 + 0.12 + 0.04)),
        ("vase and its mirror image", Two, vase.clone(), 2.0 * vase_area),
        ("vase", Three, vase, vase_volume),
        ("rectangle", Two, cuboid([0.0, 1.0, 5.0], [0.5, 3.0, 4.0]), 1.0),
        ("box", Three, cuboid(ORIGIN, [0.5, 2.0, 3.0]), 3.0),
        ("disk", Two, ball([0.5, 0.5, 9.0], 0.8), PI * 0.64),
        ("ball", Three, ball([0.5; 3], 0.8), 4.0 / 3.0 * PI * 0.512),
        ("ring", Two, ring.clone(), PI * (1.21 - 0.25)),
        ("torus", Three, ring, 2.0 * PI * PI * 0.8 * 0.09),
        ("stadium", Two, capsule.clone(), 0.6 + PI * 0.09),
        ("capsule", Three, capsule, PI * 0.09 + 4.0 / 3.0 * PI * 0.027),
        ("cylinder", Three, cylinder, PI * 0.16 * 1.2),
        ("polygon", Two, outline.clone(), area),
        ("prism", Three, outline, 0.8 * area),
    ]
}

fn all() -> Vec<(String, Dimension, Shape, f64)> {
    let plain =
        primitives().into_iter().map(|(name, dimension, shape, v)| (name.to_owned(), dimension, shape, v));
    let moved = primitives().into_iter().map(|(name, dimension, shape, v)| {
        (format!("turned {name}"), dimension, turned(shape), v * 1.5f64.powi(dimension as i32))
    });
    plain.chain(moved).collect()
}

#[test]
fn primitives_have_the_volumes_of_their_formulas() {
    for (name, dimension, shape, expected) in all() {
        let volume = solid(shape, dimension).volume();
        assert!((volume.value / expected - 1.0).abs() < 1e-13 && volume.error == 0.0, "{name}: {volume:?}");
    }
}

#[test]
fn point_tests_and_bounds_agree_with_the_formulas() {
    for (name, dimension, shape, expected) in all() {
        let solid = solid(shape, dimension);
        let [low, high] = solid.bounds();
        let d = dimension as usize;
        let cells = if d == 2 { 600u64 } else { 90 };
        let mut inside = 0;
        // Touched means that a point was found in the outermost layer.
        let mut touched = [[false; 2]; 3];
        for index in 0..cells.pow(d as u32) {
            let cell = [index % cells, index / cells % cells, index / cells / cells];
            let mut p = ORIGIN;
            for i in 0..d {
                p[i] = low[i] + (high[i] - low[i]) * (cell[i] as f64 + 0.5) / cells as f64;
            }
            if solid.contains(p) {
                inside += 1;
                for i in 0..d {
                    touched[i][0] |= cell[i] < cells / 30;
                    touched[i][1] |= cell[i] + cells / 30 >= cells;
                }
            }
        }
        let extent: f64 = (0..d).map(|i| high[i] - low[i]).product();
        let volume = extent * f64::from(inside) / cells.pow(d as u32) as f64;
        assert!((volume / expected - 1.0).abs() < 3e-3, "{name}: {volume} for {expected}");
        assert!(touched[..d].iter().all(|ends| ends[0] && ends[1]), "{name}: {touched:?}");
        for i in 0..d {
            let mut beyond: [f64; 3] = std::array::from_fn(|k| 0.5 * (low[k] + high[k]));
            beyond[i] = high[i] + 1e-9;
            assert!(!solid.contains(beyond), "{name}");
        }
    }
}

#[test]
fn particles_times_their_spacing_converge_to_the_volume() {
    for (name, dimension, shape, expected) in all() {
        let solid = solid(shape, dimension);
        let errors = [0.1, 0.0125].map(|spacing| {
            let plan = Plan { sampling: Sampling::Regular, spacing, seed: 0, limit: 100_000_000 };
            let samples = solid.sample(&plan).unwrap();
            let total = samples.particle_volume() * samples.count() as f64;
            assert!((total / expected - 1.0).abs() < 1e-12, "{name}");
            (samples.count() as f64 * spacing.powi(dimension as i32) / expected - 1.0).abs()
        });
        assert!(errors[0] < 0.25 && errors[1] < 0.015, "{name}: {errors:?}");
    }
}

/// Of two unit balls whose centres are `d` apart.
fn lens(d: f64) -> f64 {
    PI * (4.0 + d) * (2.0 - d).powi(2) / 12.0
}

#[test]
fn booleans_agree_with_formulas_within_their_stated_error() {
    let [a, b] = [ball(ORIGIN, 1.0), ball([1.0, 0.0, 0.0], 1.0)];
    let whole = 4.0 / 3.0 * PI;
    let circles = 2.0 * PI / 3.0 - 0.75f64.sqrt();
    let drilled = Shape::Difference(
        Box::new(ball(ORIGIN, 1.0)),
        vec![Shape::Cylinder { from: [0.0, 0.0, -2.0], to: [0.0, 0.0, 2.0], radius: 0.5 }],
    );
    let steinmetz = Shape::Intersection(vec![
        Shape::Cylinder { from: [0.0, 0.0, -2.0], to: [0.0, 0.0, 2.0], radius: 0.5 },
        Shape::Cylinder { from: [-2.0, 0.0, 0.0], to: [2.0, 0.0, 0.0], radius: 0.5 },
    ]);
    let shell = Shape::Difference(Box::new(ball(ORIGIN, 1.0)), vec![ball(ORIGIN, 0.9)]);
    let cases = [
        ("lens", Shape::Intersection(vec![a.clone(), b.clone()]), [circles, lens(1.0)]),
        ("both", Shape::Union(vec![a.clone(), b.clone()]), [2.0 * PI - circles, 2.0 * whole - lens(1.0)]),
        ("bite", Shape::Difference(Box::new(a), vec![b]), [PI - circles, whole - lens(1.0)]),
        ("shell", shell, [PI * 0.19, whole * (1.0 - 0.729)]),
        // The napkin ring: it depends on its height alone.
        ("drilled", drilled, [f64::NAN, PI / 6.0 * 3.0f64.sqrt().powi(3)]),
        ("steinmetz", steinmetz, [f64::NAN, 16.0 / 3.0 * 0.125]),
    ];
    for (name, shape, expected) in cases {
        for (dimension, expected) in [Dimension::Two, Dimension::Three].into_iter().zip(expected) {
            if expected.is_nan() {
                continue;
            }
            let volume = solid(shape.clone(), dimension).volume();
            let off = (volume.value - expected).abs();
            assert!(off <= volume.error, "{name} {dimension:?}: {volume:?} for {expected}");
            assert!(off <= 1e-4 * expected, "{name} {dimension:?}: off by {:e}", off / expected);
            assert!(volume.error <= 4e-4 * expected, "{name} {dimension:?}: {volume:?}");
            let moved = solid(turned(shape.clone()), dimension).volume();
            let factor = 1.5f64.powi(dimension as i32);
            assert_eq!(moved.value, factor * volume.value, "{name}: not the same points");
        }
    }
}

#[test]
fn parts_that_are_apart_have_an_exact_volume() {
    let union = Shape::Union(vec![ball(ORIGIN, 1.0), cuboid([2.0; 3], [3.0; 3])]);
    let volume = solid(union, Dimension::Three).volume();
    assert_eq!((volume.value, volume.error), (4.0 / 3.0 * PI + 1.0, 0.0));
    let missed = Shape::Difference(Box::new(cuboid([2.0; 3], [3.0; 3])), vec![ball(ORIGIN, 1.0)]);
    assert_eq!(solid(missed, Dimension::Three).volume().error, 0.0);
}

#[test]
fn estimates_cost_little_and_are_close() {
    let shell = Shape::Difference(Box::new(ball(ORIGIN, 1.0)), vec![ball(ORIGIN, 0.9)]);
    let solid = solid(shell, Dimension::Three);
    let expected = solid.volume().value / 1e-12;
    assert!((solid.estimate_count(1e-4) / expected - 1.0).abs() < 0.02);
}

#[test]
fn bad_numbers_say_what_is_wrong() {
    use Dimension::{Three, Two};
    let check = |shape: Shape, dimension, expected: &str| {
        assert_eq!(Solid::new(shape, dimension).unwrap_err().to_string(), expected);
    };
    check(ball(ORIGIN, -1.0), Two, "the radius must be greater than 0 and finite, not -1");
    check(ball(ORIGIN, f64::NAN), Two, "the radius must be greater than 0 and finite, not NaN");
    check(
        ball([f64::INFINITY, 0.0, 0.0], 1.0),
        Two,
        "the center must be made of numbers between -1e50 and 1e50",
    );
    check(
        cuboid([0.0; 3], [1.0, 0.0, 1.0]),
        Three,
        "the low corner of a box must be below the high one along y",
    );
    let cylinder = Shape::Cylinder { from: ORIGIN, to: ORIGIN, radius: 1.0 };
    check(cylinder.clone(), Two, "a cylinder needs three dimensions");
    check(cylinder, Three, "the ends of a cylinder or cone must be apart");
    check(
        Shape::Ring { center: ORIGIN, inner_radius: 2.0, outer_radius: 1.0 },
        Two,
        "the inner radius of a ring must be at least 0 and less than the outer one",
    );
    check(Shape::Union(Vec::new()), Two, "a union or an intersection needs at least one part");
    check(
        Shape::Intersection(vec![ball(ORIGIN, 1.0), ball([3.0, 0.0, 0.0], 1.0)]),
        Three,
        "the shape is empty: its parts have nothing in common, or its size is lost in rounding",
    );
    check(
        Shape::Polygon { polygon: polygon(), depth: None },
        Three,
        "a polygon in three dimensions needs a depth",
    );
    let tilted = Transform { rotation: Rotation::from_degrees([10.0, 0.0, 0.0]), ..Transform::default() };
    check(
        Shape::Transformed(Box::new(ball(ORIGIN, 1.0)), tilted),
        Two,
        "in two dimensions a shape can only turn about z",
    );
    let flat = Transform { scale: 0.0, ..Transform::default() };
    check(
        Shape::Transformed(Box::new(ball(ORIGIN, 1.0)), flat),
        Two,
        "the scale must be greater than 0 and finite, not 0",
    );
    let rounded = Shape::RoundedBox { low: ORIGIN, high: [1.0, 0.5, 1.0], radius: 0.26 };
    check(rounded, Two, "the radius of a rounded box must be at most half its shortest edge, not 0.26");
    let cone = |from_radius: f64| Shape::Cone { from: ORIGIN, to: [1.0; 3], from_radius, to_radius: 0.0 };
    check(cone(1.0), Two, "a cone needs three dimensions");
    check(cone(0.0), Three, "one end of a cone must have a radius greater than 0");
    check(cone(-1.0), Three, "the radius must be greater than 0 and finite, not -1");
    let left = polygon().points().iter().map(|p| [p[0] - 0.5, p[1]]).collect();
    check(
        Shape::Revolve { polygon: Polygon::new(left).unwrap() },
        Three,
        "a polygon that turns about an axis must not cross it, as at point 0",
    );
    let nested = (0..1000).fold(ball(ORIGIN, 1.0), |shape, _| Shape::Union(vec![shape]));
    assert_eq!(Solid::new(nested, Two), Err(ShapeError::TooDeep));
    assert_eq!(Solid::new(ball(ORIGIN, 1e-200), Three), Err(ShapeError::OutOfRange));
}

#[test]
fn what_has_no_end_makes_a_body_only_within_something_that_has() {
    use Dimension::{Three, Two};
    let below = |normal| Shape::Plane { point: [0.0, 0.5, 0.0], normal };
    let hills = HeightField::new(&[vec![0.2, 0.8, 0.5]], [0.0; 2], [1.0, 0.0]).unwrap();
    let hills = Shape::HeightField(Arc::new(hills));
    let unit = cuboid(ORIGIN, [1.0; 3]);
    let turned_plane = turned(below([1.0, 2.0, 0.0]));
    let endless = [
        below([0.0, 1.0, 0.0]),
        hills.clone(),
        turned_plane.clone(),
        Shape::Union(vec![unit.clone(), hills.clone()]),
        Shape::Difference(below([0.0, 1.0, 0.0]).into(), vec![unit.clone()]),
        Shape::Intersection(vec![below([0.0, 1.0, 0.0]), hills.clone()]),
    ];
    for shape in endless {
        assert_eq!(Solid::new(shape.clone(), Two), Err(ShapeError::Unbounded));
        assert!(DistanceField::new(shape, Two, 0.1).is_ok());
    }
    let cases = [
        (Shape::Intersection(vec![below([0.0, 3.0, 0.0]), unit.clone()]), 0.5),
        (Shape::Intersection(vec![unit.clone(), hills.clone()]), 0.575),
        (Shape::Difference(unit.clone().into(), vec![hills]), 0.425),
        (Shape::Difference(unit.into(), vec![below([2.0, -2.0, 0.0])]), 0.875),
    ];
    for (shape, expected) in cases {
        for dimension in [Two, Three] {
            let volume = solid(shape.clone(), dimension).volume();
            assert!((volume.value - expected).abs() <= volume.error.max(1e-12), "{volume:?} for {expected}");
            let plan = Plan { sampling: Sampling::Regular, spacing: 0.05, seed: 0, limit: 100_000 };
            assert!(solid(shape.clone(), dimension).sample(&plan).is_ok());
        }
    }
    assert_eq!(
        Solid::new(below([0.0; 3]), Three).unwrap_err().to_string(),
        "the normal of a plane must not be 0"
    );
    assert_eq!(
        Solid::new(turned_plane, Three).unwrap_err().to_string(),
        "the shape has no end: planes and height fields fill a body only where they cut, or meet in an intersection, \
         something that has one"
    );
}
