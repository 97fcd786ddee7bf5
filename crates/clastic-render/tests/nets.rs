//! What is seen of particles that are joined.

use clastic_render::{
    Background, Camera, Color, Colormap, Dimension, Net, Paint, Particles, Picture, Projection, RenderError,
    Scale, Shot, Walls,
};

const RED: Color = Color::hex(0xd02020);
const BLUE: Color = Color::hex(0x2030d0);
/// 4 m wide and 3 m high, 100 pixels per metre; the origin is in the middle.
const CAMERA: Camera = Camera {
    eye: [0.0, 0.0, 10.0],
    target: [0.0; 3],
    up: [0.0, 1.0, 0.0],
    projection: Projection::Orthographic { height: 3.0 },
};
const CLOSE: Camera =
    Camera { eye: [1.0, 2.0, 6.0], projection: Projection::Perspective { vertical_degrees: 35.0 }, ..CAMERA };

fn shot<'a>(dimension: Dimension, x: &'a [f32], paint: Paint<'a>, net: Net<'a>) -> Shot<'a> {
    let particles = Particles { dimension, x, radius: 0.1, paint };
    let background = Background::WHITE;
    Shot { net, width: 400, height: 300, camera: CAMERA, background, ..Shot::of(particles) }
}

fn marked(picture: &Picture) -> usize {
    picture.pixels.chunks_exact(4).filter(|pixel| pixel[..3] != [255; 3]).count()
}

fn with_threads(shot: &Shot, threads: usize) -> Picture {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| shot.render().unwrap())
}

/// A square of n × n squares in the plane z = 0, from (-1, -1) to (1, 1), with a height.
fn sheet(n: u32, height: impl Fn(f32, f32) -> f32) -> (Vec<f32>, Vec<[u32; 3]>) {
    let mut x = Vec::new();
    for i in 0..=n {
        for j in 0..=n {
            let [a, b] = [i, j].map(|k| 2.0 * k as f32 / n as f32 - 1.0);
            x.extend([a, b, height(a, b)]);
        }
    }
    let at = |i: u32, j: u32| i * (n + 1) + j;
    let squares = (0..n * n).map(|k| (k / n, k % n));
    let faces = squares.flat_map(|(i, j)| {
        [[at(i, j), at(i + 1, j), at(i, j + 1)], [at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]]
    });
    (x, faces.collect())
}

#[test]
fn a_segment_is_a_tube_as_thick_as_its_particles() {
    let x = [-1.0, 0.0, 0.0, 1.0, 0.0, -2.0];
    for dimension in [Dimension::Two, Dimension::Three] {
        let flat = [-1.0, 0.0, 1.0, 0.0];
        let x = if dimension == Dimension::Two { &flat[..] } else { &x };
        let net = Net { segments: &[[0, 1]], ..Net::default() };
        let picture = shot(dimension, x, Paint::Uniform(RED), net).render().unwrap();
        // From column 100 to 300, 10 pixels to each side, with round ends.
        for place in [[100, 150], [200, 150], [300, 150], [200, 142], [150, 157], [92, 150], [307, 150]] {
            let color = picture.color(place[0], place[1]);
            assert!(color.r > 2 * color.g, "{dimension:?} {place:?} {color:?}");
        }
        for place in [[200, 138], [200, 162], [88, 150], [312, 150], [92, 142]] {
            assert_eq!(picture.color(place[0], place[1]), Color::WHITE, "{dimension:?} {place:?}");
        }
    }
}

#[test]
fn a_row_of_spheres_and_a_tube_look_alike() {
    let x: Vec<f32> =
        (0..=2000).flat_map(|i| [0.001 * i as f32 - 1.0, 0.0006 * i as f32, -0.0015 * i as f32]).collect();
    let spheres = Shot { camera: CLOSE, ..shot(Dimension::Three, &x, Paint::Uniform(RED), Net::default()) };
    let ends = [&x[..3], &x[6000..]].concat();
    let net = Net { segments: &[[0, 1]], ..Net::default() };
    let tube = Shot { camera: CLOSE, ..shot(Dimension::Three, &ends, Paint::Uniform(RED), net) };
    let (spheres, tube) = (spheres.render().unwrap(), tube.render().unwrap());
    // Outlines of spheres are those of the picture's middle, a little too small elsewhere.
    let apart = spheres.pixels.iter().zip(&tube.pixels).filter(|(a, b)| a.abs_diff(**b) > 40).count();
    assert!(apart < marked(&tube) / 8, "{apart} of {}", marked(&tube));
}

#[test]
fn colors_go_over_from_particle_to_particle() {
    let values = [0.0, 1.0, 0.0];
    let scale = Scale { map: Colormap::Viridis, low: 0.0, high: 1.0 };
    let paint = Paint::Scalar { values: &values, scale };
    let x = [-1.0, 0.0, 1.0, 0.0, -1.0, 1.4];
    let net = Net { segments: &[[0, 1]], ..Net::default() };
    let picture = shot(Dimension::Two, &x, paint, net).render().unwrap();
    let near = |found: Color, value: f32| {
        let color = scale.color(value);
        let apart = [(found.r, color.r), (found.g, color.g), (found.b, color.b)];
        assert!(apart.iter().all(|(a, b)| a.abs_diff(*b) < 4), "{found:?} {color:?}");
    };
    for (column, value) in [(110, 0.05), (200, 0.5), (250, 0.75)] {
        near(picture.color(column, 150), value);
    }
    let net = Net { triangles: &[[0, 1, 2]], ..Net::default() };
    let picture = shot(Dimension::Two, &x, paint, net).render().unwrap();
    near(picture.color(200, 110), 0.5);
    near(picture.color(130, 110), 0.15);
}

#[test]
fn a_flat_sheet_is_seen_from_both_sides_and_its_particles_are_not() {
    let (x, triangles) = sheet(4, |_, _| 0.0);
    let net = Net { triangles: &triangles, ..Net::default() };
    let front = shot(Dimension::Three, &x, Paint::Uniform(BLUE), net).render().unwrap();
    let turned: Vec<[u32; 3]> = triangles.iter().map(|[a, b, c]| [*a, *c, *b]).collect();
    let back = Net { triangles: &turned, ..Net::default() };
    assert!(front == shot(Dimension::Three, &x, Paint::Uniform(BLUE), back).render().unwrap());
    // 200 × 200 pixels and nothing beside, where spheres would reach; one light on all.
    assert_eq!(marked(&front), 200 * 200);
    let middle = front.color(200, 150);
    assert!((120..280).all(|x| front.color(x, 170).b.abs_diff(middle.b) < 3));
    // Particles within are hidden only if they are told to be.
    let with = [&x[..], &[1.5, 0.0, 0.0]].concat();
    let bare = shot(Dimension::Three, &with, Paint::Uniform(BLUE), net);
    assert!(marked(&bare.render().unwrap()) > 200 * 200 + 200);
    let hidden = Shot { net: Net { hidden: &[25], ..net }, ..bare };
    assert_eq!(marked(&hidden.render().unwrap()), 200 * 200);
}

#[test]
fn folds_are_smooth_and_creases_are_sharp() {
    let along = |height: &dyn Fn(f32, f32) -> f32| {
        let (x, triangles) = sheet(10, height);
        let net = Net { triangles: &triangles, ..Net::default() };
        let picture = shot(Dimension::Three, &x, Paint::Uniform(BLUE), net).render().unwrap();
        let steps = (110..289).map(|x| picture.color(x, 155).b.abs_diff(picture.color(x + 1, 155).b));
        steps.max().unwrap()
    };
    assert!(along(&|x, _| -0.3 * x * x) < 6, "{}", along(&|x, _| -0.3 * x * x));
    assert!(along(&|x, _| -1.2 * x.abs()) > 20, "{}", along(&|x, _| -1.2 * x.abs()));
}

#[test]
fn areas_in_the_plane_have_thin_edges() {
    let x = [-1.0, -1.0, 1.0, -1.0, 1.0, 1.0, -1.0, 1.0];
    let net = Net { triangles: &[[0, 1, 2], [0, 2, 3]], ..Net::default() };
    let picture = shot(Dimension::Two, &x, Paint::Uniform(BLUE), net).render().unwrap();
    assert_eq!(picture.color(250, 200), BLUE);
    assert_eq!(picture.color(150, 100), BLUE);
    assert_eq!(picture.color(305, 150), Color::WHITE);
    // The diagonal and the border are darker.
    assert!(picture.color(200, 149).b < BLUE.b && picture.color(200, 249).b < BLUE.b);
    // Many triangles leave an area of one colour.
    let (x, triangles) = sheet(100, |_, _| 0.0);
    let x: Vec<f32> = x.chunks_exact(3).flat_map(|place| [place[0], place[1]]).collect();
    let net = Net { triangles: &triangles, ..Net::default() };
    let picture = shot(Dimension::Two, &x, Paint::Uniform(BLUE), net).render().unwrap();
    assert!((110..290).all(|x| picture.color(x, 151) == BLUE));
}

#[test]
fn tubes_and_sheets_throw_shadows() {
    let (mut x, triangles) = sheet(6, |_, _| 0.0);
    x.chunks_exact_mut(3).for_each(|place| place.swap(1, 2));
    let net = Net { triangles: &triangles, ..Net::default() };
    let walls = Walls { floor: Some(-0.7), outline: None };
    let camera = Camera { eye: [0.0, 3.0, 6.0], ..CLOSE };
    let with = |net, x| Shot { camera, walls, ..shot(Dimension::Three, x, Paint::Uniform(BLUE), net) };
    let empty = with(Net::default(), &[]).render().unwrap();
    let darker = |picture: &Picture| {
        let pixels = picture.pixels.chunks_exact(4).zip(empty.pixels.chunks_exact(4));
        let grey = |pixel: &[u8]| pixel[2].abs_diff(pixel[0]) < 30;
        pixels.filter(|(a, b)| grey(a) && a[1] < b[1].saturating_sub(40)).count()
    };
    assert!(darker(&with(net, &x).render().unwrap()) > 1500);
    let strand = [-1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
    let net = Net { segments: &[[0, 1]], ..Net::default() };
    let (tube, ends) =
        (with(net, &strand).render().unwrap(), with(Net::default(), &strand).render().unwrap());
    assert!(darker(&tube) > 3 * darker(&ends), "{} {}", darker(&tube), darker(&ends));
}

#[test]
fn what_cannot_be_drawn_is_refused_or_left_out() {
    for dimension in [Dimension::Two, Dimension::Three] {
        let d = dimension as usize;
        let places = [[0.0; 3], [f32::NAN, 1.0, 0.0], [1e30, 0.0, 0.0], [0.0, f32::INFINITY, 0.0]];
        let x: Vec<f32> = places.iter().flat_map(|place| place[..d].to_vec()).collect();
        let paint = Paint::Uniform(RED);
        let alone = shot(dimension, &x[..d], paint, Net::default()).render().unwrap();
        let net = Net {
            segments: &[[0, 1], [0, 2], [3, 0], [1, 2], [0, 0]],
            triangles: &[[0, 1, 2], [0, 0, 3], [0, 0, 0]],
            hidden: &[],
        };
        assert!(shot(dimension, &x, paint, net).render().unwrap() == alone, "{dimension:?}");
        for net in [
            Net { segments: &[[0, 4]], ..net },
            Net { triangles: &[[0, 4, 1]], ..net },
            Net { hidden: &[u32::MAX], ..net },
        ] {
            let refused = shot(dimension, &x, paint, net).render();
            assert_eq!(refused, Err(RenderError::Net { particles: 4 }));
        }
    }
}

/// Everything at once, and much of it at the same places.
fn tangle(dimension: Dimension) -> (Vec<f32>, Vec<[u32; 2]>, Vec<[u32; 3]>) {
    let mut state = 1u32;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as f32 / 64.0 - 2.0
    };
    let x = (0..3000 * dimension as u32).map(|_| random()).collect();
    let segments = (0..1000).map(|i| [i, (7 * i + 1) % 3000]).collect();
    (x, segments, (0..200).map(|i| [i + 1000, i + 2000, (11 * i) % 3000]).collect())
}

#[test]
fn threads_change_no_byte() {
    for dimension in [Dimension::Two, Dimension::Three] {
        let (x, segments, triangles) = tangle(dimension);
        let colors: Vec<Color> = (0..3000u32).map(|i| Color::hex(i.wrapping_mul(40_503))).collect();
        let net = Net { segments: &segments, triangles: &triangles, hidden: &[] };
        let base = shot(dimension, &x, Paint::Colors(&colors), net);
        let particles = Particles { radius: 0.01, ..base.particles };
        let shot = Shot { particles, walls: Walls { floor: Some(-2.0), outline: None }, ..base };
        assert!(with_threads(&shot, 1) == with_threads(&shot, 3), "{dimension:?}");
    }
}

#[test]
fn tubes_that_are_too_thick_take_seconds_and_no_longer() {
    let (x, segments, _) = tangle(Dimension::Three);
    let many: Vec<[u32; 2]> = segments.iter().copied().cycle().take(20_000).collect();
    let net = Net { segments: &many, ..Net::default() };
    let base = shot(Dimension::Three, &x, Paint::Uniform(RED), net);
    let picture = Shot { particles: Particles { radius: 3.0, ..base.particles }, ..base }.render().unwrap();
    assert!(marked(&picture) > 100_000);
}
