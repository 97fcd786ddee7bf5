//! Particles: where they are, how many, and that they are the same every time.

mod common;

use std::sync::Arc;

use clastic_shapes::{
    Body, Dimension, Mesh, Plan, Polygon, Rotation, SampleError, Samples, Sampling, Shape, Solid, Transform,
    overlap,
};

const SAMPLINGS: [Sampling; 3] = [Sampling::Regular, Sampling::Jittered, Sampling::Poisson];

fn solid(shape: Shape, dimension: Dimension) -> Solid {
    Solid::new(shape, dimension).unwrap()
}

fn plan(sampling: Sampling, spacing: f64) -> Plan {
    Plan { sampling, spacing, seed: 7, limit: 10_000_000 }
}

fn cuboid(low: [f64; 3], high: [f64; 3]) -> Shape {
    Shape::Box { low, high }
}

fn places(solid: &Solid, sampling: Sampling, spacing: f64) -> Vec<[f64; 3]> {
    solid.sample(&plan(sampling, spacing)).unwrap().iter().collect()
}

fn moved(shape: Shape, degrees: f64, translation: [f64; 3]) -> Shape {
    let rotation = Rotation::from_degrees([0.0, 0.0, degrees]);
    Shape::Transformed(Box::new(shape), Transform { scale: 1.0, rotation, translation })
}

#[test]
fn a_box_on_nodes_is_symmetric_in_every_cell() {
    let solid = solid(cuboid([0.5, 1.0, 0.0], [1.5, 1.5, 0.0]), Dimension::Two);
    let places = places(&solid, Sampling::Regular, 0.25);
    assert_eq!(places.len(), 4 * 2);
    for x in places {
        for (i, low) in [0.5, 1.0].into_iter().enumerate() {
            let within = ((x[i] - low) / 0.25).fract();
            assert!((within - 0.5).abs() < 1e-12, "{x:?}");
        }
        assert_eq!(x[2], 0.0);
    }
}

#[test]
fn a_turned_box_has_a_turned_lattice() {
    let shape = cuboid([0.0; 3], [1.0, 0.5, 0.25]);
    let straight = places(&solid(shape.clone(), Dimension::Three), Sampling::Regular, 0.125);
    assert_eq!(straight.len(), 8 * 4 * 2);
    let transform = Transform {
        scale: 2.0,
        rotation: Rotation::from_degrees([10.0, 20.0, 30.0]),
        translation: [1.0, 2.0, 3.0],
    };
    let turned = solid(Shape::Transformed(Box::new(shape), transform), Dimension::Three);
    let expected: Vec<_> = straight.into_iter().map(|x| transform.apply(x)).collect();
    assert_eq!(places(&turned, Sampling::Regular, 0.25), expected);
}

#[test]
fn a_ball_is_symmetric_about_its_centre() {
    let center = [1.0, 2.0, 3.0];
    let solid = solid(Shape::Ball { center, radius: 0.97 }, Dimension::Three);
    let places = places(&solid, Sampling::Regular, 0.1);
    for i in 0..3 {
        let mean = places.iter().map(|x| x[i] - center[i]).sum::<f64>() / places.len() as f64;
        assert!(mean.abs() < 1e-12, "{mean}");
    }
}

fn bodies() -> Vec<(&'static str, Solid)> {
    let mesh = |soup: common::Soup| Shape::Mesh(Arc::new(Mesh::new(soup.vertices, soup.triangles).unwrap()));
    let outline = vec![[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [1.0, 0.5], [0.0, 2.0]];
    let polygon = Shape::Polygon { polygon: Polygon::new(outline).unwrap(), depth: Some(1.0) };
    let hole = Shape::Ball { center: [0.5; 3], radius: 0.4 };
    let drilled = Shape::Difference(Box::new(cuboid([0.0; 3], [1.0; 3])), vec![hole]);
    let ring = Shape::Ring { center: [0.0; 3], inner_radius: 0.3, outer_radius: 1.0 };
    vec![
        ("rectangle", solid(cuboid([0.0; 3], [1.0, 0.7, 0.0]), Dimension::Two)),
        ("ring", solid(ring.clone(), Dimension::Two)),
        ("polygon", solid(polygon.clone(), Dimension::Two)),
        ("turned polygon", solid(moved(polygon.clone(), 33.0, [0.1, 0.2, 0.0]), Dimension::Two)),
        ("box", solid(cuboid([0.0; 3], [1.0, 0.7, 0.9]), Dimension::Three)),
        ("torus", solid(ring, Dimension::Three)),
        ("prism", solid(polygon, Dimension::Three)),
        ("drilled", solid(drilled, Dimension::Three)),
        ("sphere of triangles", solid(mesh(common::sphere(4)), Dimension::Three)),
    ]
}

fn spacing_for(solid: &Solid, count: f64) -> f64 {
    (solid.volume().value / count).powf(1.0 / f64::from(solid.dimension() as u32))
}

#[test]
fn all_are_inside_counted_repeated_and_as_dense_as_asked() {
    for (name, solid) in bodies() {
        for sampling in SAMPLINGS {
            let expected = 40_000.0;
            let spacing = spacing_for(&solid, expected);
            let samples = solid.sample(&plan(sampling, spacing)).unwrap();
            let places: Vec<_> = samples.iter().collect();
            assert_eq!(places.len() as u64, samples.count(), "{name} {sampling:?}");
            assert!(places.iter().all(|x| solid.contains(*x)), "{name} {sampling:?}");
            // A lattice that is fitted to bounds is stretched by up to half a spacing along each axis.
            let tolerance = if sampling == Sampling::Poisson { 0.01 } else { 0.04 };
            let density = places.len() as f64 / expected;
            assert!((density - 1.0).abs() < tolerance, "{name} {sampling:?}: {density}");
            let total = samples.particle_volume() * places.len() as f64;
            assert!((total / samples.volume().value - 1.0).abs() < 1e-12, "{name} {sampling:?}");
            assert!((solid.estimate_count(spacing) / expected - 1.0).abs() < 0.01, "{name}");

            let again: Vec<_> = solid.sample(&plan(sampling, spacing)).unwrap().iter().collect();
            assert_eq!(places, again, "{name} {sampling:?}");
            let other = solid.sample(&Plan { seed: 8, ..plan(sampling, spacing) }).unwrap();
            assert_eq!(other.iter().eq(places), sampling == Sampling::Regular, "{name} {sampling:?}");
        }
    }
}

/// The least distance between points, found in a grid of cells of size `reach`, beyond which no pair is looked at.
fn least_distance(points: &[[f64; 3]], reach: f64) -> f64 {
    let mut cells = std::collections::HashMap::<[i64; 3], Vec<[f64; 3]>>::new();
    let mut least = f64::INFINITY;
    for p in points {
        let cell = p.map(|x| (x / reach).floor() as i64);
        for step in (0..27).map(|k| [k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1]) {
            let near: [i64; 3] = std::array::from_fn(|i| cell[i] + step[i]);
            for q in cells.get(&near).into_iter().flatten() {
                let square: f64 = (0..3).map(|i| (p[i] - q[i]).powi(2)).sum();
                least = least.min(square.sqrt());
            }
        }
        cells.entry(cell).or_default().push(*p);
    }
    least
}

#[test]
fn poisson_particles_keep_their_distance_and_their_density() {
    // Several tiles along each axis, to see their borders.
    let cases = [(Dimension::Two, [400.0, 300.0, 1.0], 0.75), (Dimension::Three, [75.0, 70.0, 65.0], 0.8)];
    for (dimension, high, distance) in cases {
        let solid = solid(cuboid([0.0; 3], high), dimension);
        for seed in 0..5 {
            let plan = Plan { seed, ..plan(Sampling::Poisson, 1.0) };
            let places: Vec<_> = solid.sample(&plan).unwrap().iter().collect();
            let least = least_distance(&places, 1.0);
            assert!(least >= distance - 1e-12, "{dimension:?}: {least}");
            let expected = high[..dimension as usize].iter().product::<f64>();
            let density = places.len() as f64 / expected;
            assert!((density - 1.0).abs() < 0.005, "{dimension:?}, seed {seed}: {density}");
            // Not on a lattice: positions within unit cells are spread evenly.
            let mut slots = [0.0; 10];
            places.iter().for_each(|x| slots[(10.0 * x[1].fract()) as usize] += 1.0 / places.len() as f64);
            assert!(slots.iter().all(|share: &f64| (share - 0.1).abs() < 0.01), "{slots:?}");
        }
    }
}

#[test]
fn jittered_particles_stay_in_their_cells() {
    let solid = solid(cuboid([0.0; 3], [1.0; 3]), Dimension::Three);
    let regular = places(&solid, Sampling::Regular, 0.1);
    let jittered = places(&solid, Sampling::Jittered, 0.1);
    assert_eq!(regular.len(), 1000);
    for (r, j) in regular.iter().zip(&jittered) {
        assert!((0..3).all(|i| (r[i] - j[i]).abs() <= 0.04 + 1e-12), "{r:?} {j:?}");
    }
}

#[test]
fn what_does_not_fit_is_an_error() {
    let thin = cuboid([0.0; 3], [1.0; 3]);
    let cut = cuboid([-1.0, -1.0, 0.001], [2.0, 2.0, 2.0]);
    let sheet = solid(Shape::Difference(Box::new(thin), vec![cut]), Dimension::Three);
    let error = sheet.sample(&plan(Sampling::Regular, 0.1)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no particle fits: the shape is too thin or too small for a spacing of 0.1 m"
    );
    let speck = solid(Shape::Ball { center: [0.0; 3], radius: 0.01 }, Dimension::Two);
    assert!(matches!(speck.sample(&plan(Sampling::Regular, 0.1)), Err(SampleError::NoneFits { .. })));

    let unit = solid(cuboid([0.0; 3], [1.0; 3]), Dimension::Three);
    let error = unit.sample(&plan(Sampling::Poisson, 1e-4)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the shape would hold about 1.00e12 particles, more than the limit of 10000000"
    );
    let exact = Plan { limit: 1000, ..plan(Sampling::Regular, 0.1) };
    assert_eq!(unit.sample(&exact).unwrap().count(), 1000);
    let error = unit.sample(&Plan { limit: 999, ..exact }).unwrap_err();
    assert_eq!(error, SampleError::TooMany { about: 1000.0, limit: 999 });

    let sparse = Shape::Ring { center: [0.0; 3], inner_radius: 0.999_99, outer_radius: 1.0 };
    let error = solid(sparse, Dimension::Three).sample(&plan(Sampling::Regular, 3e-6)).unwrap_err();
    assert!(matches!(error, SampleError::TooSparse { .. }), "{error}");
    for spacing in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let error = unit.sample(&plan(Sampling::Regular, spacing)).unwrap_err();
        assert!(matches!(error, SampleError::Spacing { .. }), "{spacing}");
    }
    assert!(unit.sample(&plan(Sampling::Regular, 1e-300)).is_err());
}

struct Filled {
    solid: Solid,
    samples: Samples,
}

impl Filled {
    fn new(shape: Shape, dimension: Dimension, sampling: Sampling) -> Self {
        let solid = solid(shape, dimension);
        let samples = solid.sample(&plan(sampling, 0.05)).unwrap();
        Filled { solid, samples }
    }

    fn meets(&self, other: &Filled) -> Option<[f64; 3]> {
        let place = overlap(self.body(), other.body());
        assert_eq!(place.is_some(), overlap(other.body(), self.body()).is_some());
        place
    }

    fn body(&self) -> Body<'_> {
        Body { solid: &self.solid, samples: &self.samples }
    }
}

#[test]
fn bodies_overlap_if_particles_are_in_both() {
    for sampling in SAMPLINGS {
        for dimension in [Dimension::Two, Dimension::Three] {
            let fill = |shape| Filled::new(shape, dimension, sampling);
            let unit = fill(cuboid([0.0; 3], [1.0; 3]));
            let beside = fill(cuboid([1.0, 0.0, 0.0], [2.0, 1.0, 1.0]));
            assert_eq!(unit.meets(&beside), None, "{sampling:?}");
            let far = fill(cuboid([5.0; 3], [6.0; 3]));
            assert_eq!(unit.meets(&far), None);
            let over = fill(cuboid([0.9, 0.1, 0.1], [2.0, 0.9, 0.9]));
            let place = unit.meets(&over).unwrap();
            assert!(unit.solid.contains(place) && over.solid.contains(place));
            // Much smaller, and inside.
            let inner = fill(Shape::Ball { center: [0.5; 3], radius: 0.2 });
            assert!(unit.meets(&inner).is_some());
            // Boxes around them overlap, but not they.
            let hollow = Shape::Ball { center: [0.5, 0.5, 0.5], radius: 0.3 };
            let shell = fill(Shape::Difference(Box::new(cuboid([0.0; 3], [1.0; 3])), vec![hollow]));
            assert_eq!(shell.meets(&inner), None);
            // Turned faces that touch, to within rounding.
            let [a, b] = [-1.0, 0.0].map(|low| {
                let block = cuboid([low, -0.5, -0.5], [low + 1.0, 0.5, 0.5]);
                fill(moved(block, 33.0, [0.3, 0.2, 0.1]))
            });
            assert_eq!(a.meets(&b), None, "{sampling:?}");
        }
    }
}
