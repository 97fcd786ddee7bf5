//! What is seen in pictures of disks.

use clastic_render::{
    Bounds, Camera, Color, Dimension, Grid, MATERIAL_COLORS, Paint, Particles, Picture, Projection, Shot,
    Walls,
};

/// 4 m wide and 3 m high, 100 pixels per metre; the origin is in the middle.
fn shot<'a>(x: &'a [f32], radius: f32, index: &'a [u32]) -> Shot<'a> {
    let paint = Paint::Materials { index, palette: &[] };
    let camera = Camera {
        eye: [0.0, 0.0, 1.0],
        target: [0.0; 3],
        up: [0.0, 1.0, 0.0],
        projection: Projection::Orthographic { height: 3.0 },
    };
    let particles = Particles { dimension: Dimension::Two, x, radius, paint };
    Shot { width: 400, height: 300, camera, ..Shot::of(particles) }
}

fn marked(picture: &Picture) -> usize {
    picture.pixels.chunks_exact(4).filter(|pixel| pixel[..3] != [255; 3]).count()
}

#[test]
fn disks_have_their_place_their_size_and_their_flat_color() {
    let picture = shot(&[-1.0, 0.5, 1.0, -0.5], 0.2, &[0, 1]).render().unwrap();
    // Centers at (100, 100) and (300, 200), radius 20 pixels.
    for ([x, y], color) in [([100, 100], MATERIAL_COLORS[0]), ([300, 200], MATERIAL_COLORS[1])] {
        for [dx, dy] in [[0, 0], [18, 0], [-19, 0], [0, 18], [0, -19], [13, 13]] {
            assert_eq!(picture.color((x + dx) as u32, (y + dy) as u32), color, "{dx} {dy}");
        }
        for [dx, dy] in [[21, 0], [-22, 0], [0, 21], [0, -22], [16, 16]] {
            assert_eq!(picture.color((x + dx) as u32, (y + dy) as u32), Color::WHITE, "{dx} {dy}");
        }
    }
}

#[test]
fn rims_are_soft_and_cover_the_area_of_a_disk() {
    let picture = shot(&[0.003, 0.004], 0.073, &[5]).render().unwrap();
    let light = |value: u8| ((value as f32 / 255.0 + 0.055) / 1.055).powf(2.4);
    let ink = MATERIAL_COLORS[5];
    let covered =
        picture.pixels.chunks_exact(4).map(|p| (1.0 - light(p[1])) / (1.0 - light(ink.g))).sum::<f32>();
    let area = std::f32::consts::PI * 7.3 * 7.3;
    assert!((covered - area).abs() < 0.02 * area, "{covered} {area}");
}

#[test]
fn later_disks_lie_on_earlier_ones() {
    let x = [0.0, 0.0, 0.1, 0.0];
    let picture = shot(&x, 0.2, &[0, 1]).render().unwrap();
    assert_eq!(picture.color(205, 150), MATERIAL_COLORS[1]);
    assert_eq!(picture.color(184, 150), MATERIAL_COLORS[0]);
}

#[test]
fn walls_are_beside_particles_and_the_grid_is_at_round_places() {
    let walls = Walls { floor: None, outline: Some(Bounds { min: [-1.0, -1.0, 0.0], max: [1.0, 1.0, 0.0] }) };
    let picture = Shot { walls, ..shot(&[-0.9, -0.9], 0.1, &[0]) }.render().unwrap();
    // The box is from column 100 to 300 and from row 50 to 250; the disk touches it and covers none of it.
    for (x, y) in [(99, 150), (300, 150), (200, 49), (200, 250), (99, 240), (110, 250)] {
        let color = picture.color(x, y);
        assert!(color.r < 200 && color.r.abs_diff(color.b) < 40, "({x}, {y}): {color:?}");
    }
    assert_eq!(picture.color(101, 240), MATERIAL_COLORS[0]);
    assert_eq!(picture.color(150, 150), Color::WHITE);

    let picture = Shot { grid: Grid::Lines, ..shot(&[], 0.1, &[]) }.render().unwrap();
    assert_ne!(picture.color(200, 17), Color::WHITE, "x = 0");
    assert_ne!(picture.color(333, 150), Color::WHITE, "y = 0");
    assert_eq!(picture.color(225, 175), Color::WHITE);

    let walls = Walls { floor: Some(-1.2), outline: None };
    let picture = Shot { walls, ..shot(&[], 0.1, &[]) }.render().unwrap();
    assert_ne!(picture.color(3, 270), Color::WHITE);
    assert_ne!(picture.color(396, 270), Color::WHITE);
    assert_eq!(picture.color(200, 260), Color::WHITE);
}

#[test]
fn odd_particles_are_no_trouble() {
    assert_eq!(marked(&shot(&[], 0.1, &[]).render().unwrap()), 0);
    let away = [f32::NAN, 0.0, 1e30, 0.0, 0.0, f32::NEG_INFINITY, 50.0, 0.0];
    assert_eq!(marked(&shot(&away, 0.1, &[0; 4]).render().unwrap()), 0);
    assert!(marked(&shot(&[0.0, 0.0], 1e-4, &[0]).render().unwrap()) > 0);
    assert_eq!(marked(&shot(&[0.0; 300], 1e20, &[0; 150]).render().unwrap()), 400 * 300);
    let one_place = Shot { width: 64, height: 64, ..Shot::of(shot(&[7.0; 8], 0.1, &[0; 4]).particles) };
    let picture = one_place.render().unwrap();
    assert_eq!(picture.color(32, 32), MATERIAL_COLORS[0]);
    assert_eq!(picture.color(2, 2), Color::WHITE);
}

#[test]
fn threads_change_no_byte() {
    let mut state = 1u32;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 22) as f32 - 2.0
    };
    let x: Vec<f32> = (0..2 * 70_000).map(|_| random()).collect();
    let index: Vec<u32> = (0..70_000).collect();
    let shot = shot(&x, 0.004, &index);
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| shot.render().unwrap())
    };
    let one = with(1);
    assert!(one == with(3), "pictures of 1 and 3 threads differ");
    assert!(marked(&one) > 20_000);
}
