//! What is seen in pictures of spheres.

use clastic_render::{
    Background, Bounds, Camera, Color, Dimension, Paint, Particles, Picture, Projection, Shot, Walls,
};

const RED: Color = Color::hex(0xd02020);
const BLUE: Color = Color::hex(0x2030d0);
const GREEN: Color = Color::hex(0x20a030);

/// At (0, 0, 10), looks along −z.
const CAMERA: Camera = Camera {
    eye: [0.0, 0.0, 10.0],
    target: [0.0; 3],
    up: [0.0, 1.0, 0.0],
    projection: Projection::Perspective { vertical_degrees: 40.0 },
};

fn shot<'a>(x: &'a [f32], radius: f32, colors: &'a [Color]) -> Shot<'a> {
    let particles = Particles { dimension: Dimension::Three, x, radius, paint: Paint::Colors(colors) };
    Shot { width: 400, height: 300, camera: CAMERA, background: Background::WHITE, ..Shot::of(particles) }
}

/// Where [`CAMERA`] sees a place in a picture of 400 × 300, by the tangent of the angle to its axis.
fn seen_at([x, y, z]: [f32; 3]) -> [f32; 2] {
    let pixels_per_tangent = 150.0 / 20f32.to_radians().tan();
    let depth = 10.0 - z;
    [200.0 + pixels_per_tangent * x / depth, 150.0 - pixels_per_tangent * y / depth]
}

fn is_hue(found: Color, hue: Color) -> bool {
    let share = |color: Color| {
        let sum = (color.r as f32 + color.g as f32 + color.b as f32).max(1.0);
        [color.r as f32 / sum, color.g as f32 / sum, color.b as f32 / sum]
    };
    share(found).iter().zip(share(hue)).all(|(a, b)| (a - b).abs() < 0.12)
}

fn count(picture: &Picture, hue: Color) -> usize {
    let all = (0..picture.height).flat_map(|y| (0..picture.width).map(move |x| (x, y)));
    all.filter(|(x, y)| is_hue(picture.color(*x, *y), hue)).count()
}

fn color_at(picture: &Picture, [x, y]: [f32; 2]) -> Color {
    picture.color(x as u32, y as u32)
}

#[test]
fn particles_appear_where_the_projection_says_in_their_color() {
    let x = [-1.5, 0.4, 0.0, 1.2, -0.8, -3.0];
    let picture = shot(&x, 0.3, &[RED, BLUE]).render().unwrap();
    let red = seen_at([-1.5, 0.4, 0.0]);
    let blue = seen_at([1.2, -0.8, -3.0]);
    assert!(is_hue(color_at(&picture, red), RED), "{:?}", color_at(&picture, red));
    assert!(is_hue(color_at(&picture, blue), BLUE), "{:?}", color_at(&picture, blue));
    // 0.3 m at a depth of 10 m is 12.4 pixels: coloured just inside, white just outside.
    for [dx, dy] in [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]] {
        assert!(is_hue(color_at(&picture, [red[0] + 10.5 * dx, red[1] + 10.5 * dy]), RED), "{dx} {dy}");
        assert_eq!(color_at(&picture, [red[0] + 14.5 * dx, red[1] + 14.5 * dy]), Color::WHITE, "{dx} {dy}");
    }
    // Areas follow depth: (10 / 13)², within what borders of pixels make uncertain.
    let ratio = count(&picture, BLUE) as f32 / count(&picture, RED) as f32;
    assert!((ratio - 0.592).abs() < 0.06, "{ratio}");
}

#[test]
fn the_nearer_one_wins_whatever_the_order() {
    let (near, far) = ([0.0, 0.0, 2.0], [0.0, 0.0, -2.0]);
    for (x, colors) in [([near, far].concat(), [RED, BLUE]), ([far, near].concat(), [BLUE, RED])] {
        let picture = shot(&x, 0.5, &colors).render().unwrap();
        assert!(is_hue(color_at(&picture, [200.0, 150.0]), RED));
        assert_eq!(count(&picture, BLUE), 0, "the far one is hidden");
    }
    let alone = shot(&far, 0.5, &[BLUE]).render().unwrap();
    assert!(count(&alone, BLUE) > 500);
}

#[test]
fn spheres_that_cut_each_other_meet_halfway() {
    // Two spheres side by side: the border between them is where both surfaces are equally deep.
    let picture = shot(&[-0.3, 0.0, 0.0, 0.3, 0.0, 0.0], 0.5, &[RED, BLUE]).render().unwrap();
    assert!(is_hue(picture.color(196, 150), RED));
    assert!(is_hue(picture.color(203, 150), BLUE));
}

#[test]
fn of_particles_at_one_place_the_first_is_seen() {
    let x = [0.0; 9];
    let picture = shot(&x, 0.5, &[GREEN, RED, BLUE]).render().unwrap();
    assert!(is_hue(picture.color(200, 150), GREEN));
    assert_eq!(count(&picture, RED) + count(&picture, BLUE), 0);
}

#[test]
fn spheres_are_lit_from_above_on_the_left() {
    let picture = shot(&[0.0; 3], 1.0, &[Color::hex(0x808080)]).render().unwrap();
    let lit = picture.color(200 - 18, 150 - 22);
    let dim = picture.color(200 + 18, 150 + 22);
    assert!(lit.g as i32 > dim.g as i32 + 40, "{lit:?} {dim:?}");
}

#[test]
fn a_sphere_throws_a_shadow_on_the_floor_and_not_elsewhere() {
    let camera = Camera { eye: [0.0, 4.0, 8.0], ..CAMERA };
    let with = |x: &[f32], floor| {
        let walls = Walls { floor, outline: None };
        Shot { camera, walls, ..shot(x, 0.5, &[RED][..x.len() / 3]) }.render().unwrap()
    };
    let (empty, bare) = (with(&[], Some(0.0)), with(&[0.0, 1.2, 0.0], None));
    let shaded = with(&[0.0, 1.2, 0.0], Some(0.0));
    let darker = |x: u32, y: u32| empty.color(x, y).g as i32 - shaded.color(x, y).g as i32;
    let is_floor = |x: u32, y: u32| bare.color(x, y) == Color::WHITE;
    let all = || (0..300).flat_map(|y| (0..400).map(move |x| (x, y))).filter(|(x, y)| is_floor(*x, *y));
    // The light comes from the upper left and from the front: the shadow falls to the right and to the back.
    let shadow: Vec<(u32, u32)> = all().filter(|(x, y)| darker(*x, *y) > 40).collect();
    assert!(shadow.len() > 400, "{}", shadow.len());
    let middle = shadow.iter().map(|(x, _)| *x as f32).sum::<f32>() / shadow.len() as f32;
    assert!(middle > 210.0, "{middle}");
    assert!(all().filter(|(x, _)| *x < 120).all(|(x, y)| darker(x, y) < 8));
    assert_eq!(with(&[], None).color(200, 150), Color::WHITE);
}

#[test]
fn the_sky_is_dark_in_a_pit() {
    // A dense plate, and the same with a deep hole in its middle that has a bottom, seen and lit from above.
    let plate = |depth: f32| -> Vec<f32> {
        let cells = (0..60 * 60 * 12).map(|i| [i % 60, i / 60 % 60, i / 3600]);
        let places = cells.map(|cell| cell.map(|n| n as f32 * 0.05));
        let kept = places.filter(|[x, z, y]| *y < 0.6 - depth || (x - 1.5).hypot(z - 1.5) > 0.3);
        kept.flat_map(|[x, z, y]| [x - 1.5, y - 0.6, z - 1.5]).collect()
    };
    let camera = Camera { eye: [0.0, 9.0, 0.0], up: [0.0, 0.0, -1.0], ..CAMERA };
    let middle = |depth: f32| {
        let x = plate(depth);
        let colors = vec![Color::hex(0xc0c0c0); x.len() / 3];
        let picture = Shot { camera, ..shot(&x, 0.035, &colors) }.render().unwrap();
        let pixels = (146..154).flat_map(|y| (196..204).map(move |x| (x, y)));
        pixels.map(|(x, y)| picture.color(x, y).g as f32).sum::<f32>() / 64.0
    };
    assert!(middle(0.5) < 0.8 * middle(0.0), "{} {}", middle(0.5), middle(0.0));
}

#[test]
fn edges_of_a_box_are_drawn_and_hidden_behind_particles() {
    let outline = Some(Bounds { min: [-1.0; 3], max: [1.0; 3] });
    let walls = Walls { floor: None, outline };
    let picture =
        Shot { walls, ..shot(&[1.0, 0.0, 1.0, -1.0, 0.0, -1.0], 0.2, &[RED, RED]) }.render().unwrap();
    let dark = |place: [f32; 3]| {
        let [x, y] = seen_at(place);
        let near = (x as u32 - 2)..(x as u32 + 2);
        near.map(|x| picture.color(x, y as u32)).any(|color| color.g < 220 && !is_hue(color, RED))
    };
    assert!(dark([1.0, 0.5, 1.0]) && dark([-1.0, 0.5, -1.0]) && dark([-1.0, -0.5, 1.0]));
    // An edge through a sphere's center is hidden by its front.
    assert!(!dark([1.0, 0.0, 1.0]) && !dark([-1.0, 0.0, -1.0]));
    assert!(!dark([0.0, 0.5, 1.0]));
}

#[test]
fn what_is_behind_the_camera_or_no_number_is_left_out() {
    let all = [RED; 8];
    let nothing = shot(&[], 0.3, &[]).render().unwrap();
    let away =
        [0.0, 0.0, 12.0, 0.0, 0.0, 10.1, f32::NAN, 0.0, 0.0, 0.0, f32::INFINITY, 0.0, 1e30, -1e30, 1e38];
    assert_eq!(shot(&away, 0.3, &all[..5]).render().unwrap(), nothing);
    let with_one = [&away[..], &[0.0, 0.0, 0.0]].concat();
    assert_eq!(
        shot(&with_one, 0.3, &all[..6]).render().unwrap(),
        shot(&[0.0; 3], 0.3, &[RED]).render().unwrap()
    );
    let fitted = Shot { width: 400, height: 300, ..Shot::of(shot(&with_one[9..], 0.3, &all[..3]).particles) };
    fitted.render().unwrap();
}

#[test]
fn all_sizes_of_particles_make_a_picture() {
    // Smaller than a pixel: still seen.
    let x: Vec<f32> = (0..50).flat_map(|i| [0.05 * i as f32 - 1.2, 0.0, 0.0]).collect();
    let tiny = shot(&x, 1e-4, &[RED; 50]).render().unwrap();
    let marked = tiny.pixels.chunks_exact(4).filter(|pixel| pixel[1] < 250).count();
    assert!(marked >= 50, "{marked}");
    // As large as the whole view, many of them: all red, within seconds.
    let x: Vec<f32> = (0..450).map(|i| (i % 17) as f32 * 0.01).collect();
    let huge = shot(&x, 8.0, &vec![RED; 150]).render().unwrap();
    assert!(huge.pixels.chunks_exact(4).all(|pixel| pixel[1] < 128));
    assert!(count(&huge, RED) > 110_000);
    // Too many of them are drawn smaller.
    let many = shot(&[0.0; 90_000], 8.0, &vec![RED; 30_000]).render().unwrap();
    assert!(is_hue(many.color(200, 150), RED));
    // The eye within: nothing to see.
    let picture = shot(&x, 1e30, &vec![RED; 150]).render().unwrap();
    assert_eq!(picture.color(200, 150), Color::WHITE);
}

#[test]
fn threads_change_no_byte() {
    // Places with many ties, over more than one chunk.
    let x: Vec<f32> = (0..3 * 50_000u32)
        .map(|i| (i.wrapping_mul(i).wrapping_mul(2_654_435_761) >> 22) as f32 / 400.0 - 1.28)
        .collect();
    let colors: Vec<Color> = (0..50_000u32).map(|i| Color::hex(i.wrapping_mul(40_503))).collect();
    let walls = Walls { floor: Some(-1.3), outline: Some(Bounds { min: [-1.3; 3], max: [1.3; 3] }) };
    let shot = Shot { walls, ..shot(&x, 0.03, &colors) };
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| shot.render().unwrap())
    };
    let one = with(1);
    assert!(one == with(3), "pictures of 1 and 3 threads differ");
    assert!(one.pixels.chunks_exact(4).filter(|pixel| pixel[0] < 200).count() > 10_000);
}
