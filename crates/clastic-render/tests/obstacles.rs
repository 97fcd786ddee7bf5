//! What is seen of obstacles among particles.

use clastic_render::{
    Background, Bounds, Camera, Color, Dimension, Look, Obstacle, Paint, Particles, Picture, Projection,
    Shot, Walls,
};
use clastic_shapes::{Distance, Rotation, SignedDistance, Transform};

const RED: Color = Color::hex(0xd02020);
const ENDLESS: [[f64; 3]; 2] = [[f64::NEG_INFINITY; 3], [f64::INFINITY; 3]];

#[derive(Debug)]
struct Ball(f64);

impl SignedDistance for Ball {
    fn distance(&self, p: [f64; 3]) -> Distance {
        let from = p.iter().map(|x| x * x).sum::<f64>().sqrt();
        Distance { value: from - self.0, gradient: p.map(|x| if from > 0.0 { x / from } else { 0.0 }) }
    }
    fn bounds(&self) -> [[f64; 3]; 2] {
        [[-self.0; 3], [self.0; 3]]
    }
}

/// A box about the origin, by half its sides.
#[derive(Debug)]
struct Block([f64; 3]);

impl SignedDistance for Block {
    fn distance(&self, p: [f64; 3]) -> Distance {
        let beyond: [f64; 3] = std::array::from_fn(|axis| p[axis].abs() - self.0[axis]);
        let out = beyond.map(|x| x.max(0.0));
        let far = out.iter().map(|x| x * x).sum::<f64>().sqrt();
        let deepest = (0..3).max_by(|a, b| beyond[*a].total_cmp(&beyond[*b])).unwrap();
        let gradient = |axis: usize| {
            let size = if far > 0.0 { out[axis] / far } else { f64::from(axis == deepest) };
            size * p[axis].signum()
        };
        let value = if far > 0.0 { far } else { beyond[deepest] };
        Distance { value, gradient: std::array::from_fn(gradient) }
    }
    fn bounds(&self) -> [[f64; 3]; 2] {
        [self.0.map(|x| -x), self.0]
    }
}

/// All that is below y = 0.
#[derive(Debug)]
struct Below;

impl SignedDistance for Below {
    fn distance(&self, p: [f64; 3]) -> Distance {
        Distance { value: p[1], gradient: [0.0, 1.0, 0.0] }
    }
    fn bounds(&self) -> [[f64; 3]; 2] {
        ENDLESS
    }
}

/// A ball that has no number beyond x = 0, and never a gradient.
#[derive(Debug)]
struct Broken(f64, [[f64; 3]; 2]);

impl SignedDistance for Broken {
    fn distance(&self, p: [f64; 3]) -> Distance {
        let value = if p[0] > 0.0 { self.0 } else { Ball(1.0).distance(p).value };
        Distance { value, gradient: [f64::NAN; 3] }
    }
    fn bounds(&self) -> [[f64; 3]; 2] {
        self.1
    }
}

/// 400 × 300 pixels. In 3D the eye is at (0, 0, 10) and looks along −z; in 2D there are 100 pixels per metre.
fn shot<'a>(dimension: Dimension, x: &'a [f32], obstacles: &'a [Obstacle<'a>]) -> Shot<'a> {
    let projection = match dimension {
        Dimension::Two => Projection::Orthographic { height: 3.0 },
        Dimension::Three => Projection::Perspective { vertical_degrees: 40.0 },
    };
    let camera = Camera { eye: [0.0, 0.0, 10.0], target: [0.0; 3], up: [0.0, 1.0, 0.0], projection };
    let particles = Particles { dimension, x, radius: 0.2, paint: Paint::Uniform(RED) };
    let background = Background::WHITE;
    Shot { width: 400, height: 300, camera, background, obstacles, ..Shot::of(particles) }
}

fn at(translation: [f64; 3]) -> Transform {
    Transform { translation, ..Transform::default() }
}

fn is_red(color: Color) -> bool {
    color.r as f32 > 2.0 * color.g as f32 && color.r as f32 > 2.0 * color.b as f32
}

/// Grey, and neither paper nor a particle.
fn is_grey(color: Color) -> bool {
    color != Color::WHITE && color.r.abs_diff(color.g) < 30 && color.r.abs_diff(color.b) < 30
}

fn all(picture: &Picture) -> impl Iterator<Item = Color> {
    picture.pixels.chunks_exact(4).map(|p| Color { r: p[0], g: p[1], b: p[2] })
}

fn luminance(color: Color) -> i32 {
    color.r as i32 + color.g as i32 + color.b as i32
}

#[test]
fn what_is_nearer_hides_what_is_farther() {
    let ball = Ball(0.8);
    for (z, hidden) in [(-3.0, true), (3.0, false)] {
        let x = [0.0, 0.0, z];
        let obstacles = [Obstacle::of(&ball)];
        let picture = shot(Dimension::Three, &x, &obstacles).render().unwrap();
        assert_eq!(is_red(picture.color(200, 150)), !hidden, "particle at z = {z}");
        assert_eq!(all(&picture).any(is_red), !hidden);
        assert!(is_grey(picture.color(200, 126)), "the ball beside the particle");
    }
    // A particle that is half within the ball's skin is seen by half.
    let x = [0.8, 0.0, 0.0];
    let obstacles = [Obstacle::of(&ball)];
    let picture = shot(Dimension::Three, &x, &obstacles).render().unwrap();
    // 41.2 pixels per metre at the target's depth: the ball's outline is at 233, the particle's at 241.
    assert!(is_red(picture.color(238, 150)) && is_grey(picture.color(220, 150)));
}

#[test]
fn two_obstacles_that_cut_each_other_meet_where_they_are_equally_deep() {
    let ball = Ball(0.5);
    let green = Color::hex(0x30a040);
    let pair = [
        Obstacle { place: at([-0.3, 0.0, 0.0]), ..Obstacle::of(&ball) },
        Obstacle { place: at([0.3, 0.0, 0.0]), paint: green, ..Obstacle::of(&ball) },
    ];
    let picture = shot(Dimension::Three, &[], &pair).render().unwrap();
    assert!(is_grey(picture.color(196, 150)));
    assert!(!is_grey(picture.color(203, 150)));
    let turned = [pair[1], pair[0]];
    assert!(picture == shot(Dimension::Three, &[], &turned).render().unwrap(), "the order matters");
}

#[test]
fn outlines_are_where_the_projection_says() {
    let ball = Ball(1.0);
    let obstacles = [Obstacle { place: at([0.5, -0.3, 0.0]), ..Obstacle::of(&ball) }];
    let picture = shot(Dimension::Three, &[], &obstacles).render().unwrap();
    // The tangent to the ball makes an angle of asin(1 / distance) with the direction to its middle.
    let scale = 150.0 / 20f32.to_radians().tan();
    let middle = (0.5f32 / 10.0).atan();
    let half = (1.0 / (100.0f32 + 0.25 + 0.09).sqrt()).asin();
    let row = (150.0 + scale * 0.03) as u32;
    for (angle, outward) in [(middle - half, -1.0f32), (middle + half, 1.0)] {
        let column = 200.0 + scale * angle.tan();
        assert_eq!(picture.color((column + 2.5 * outward) as u32, row), Color::WHITE, "{column}");
        assert!(is_grey(picture.color((column - 2.5 * outward) as u32, row)), "{column}");
    }
}

#[test]
fn a_turned_wall_thinner_than_a_pixel_is_seen_in_both_dimensions() {
    let wall = Block([1.0, 1e-6, 0.5]);
    for degrees in [0.0, 30.0, 90.0, 123.0] {
        let rotation = Rotation::from_degrees([0.0, 0.0, degrees]);
        let obstacles = [Obstacle { place: Transform { rotation, ..at([0.0; 3]) }, ..Obstacle::of(&wall) }];
        for dimension in [Dimension::Two, Dimension::Three] {
            let picture = shot(dimension, &[], &obstacles).render().unwrap();
            let scale = if dimension == Dimension::Two { 100.0 } else { 41.2 };
            let (sin, cos) = (degrees as f32).to_radians().sin_cos();
            for step in -16..=16 {
                let along = 0.05 * step as f32 * scale;
                let (x, y) = (200.0 + along * cos, 150.0 - along * sin);
                let near = (-1..=1).flat_map(|i| (-1..=1).map(move |j| [x + i as f32, y + j as f32]));
                let darkest = near.map(|[x, y]| luminance(picture.color(x as u32, y as u32))).min().unwrap();
                assert!(darkest < 3 * 245, "{dimension:?}, {degrees}°, step {step}: {darkest}");
            }
        }
    }
}

#[test]
fn areas_in_2d_have_their_size_lie_under_particles_and_have_a_line_around_them() {
    let block = Block([1.0, 0.5, 1.0]);
    let obstacles = [Obstacle::of(&block)];
    let picture = shot(Dimension::Two, &[0.5, 0.0], &obstacles).render().unwrap();
    let inside = picture.color(150, 150);
    assert!(is_grey(inside));
    assert!(is_red(picture.color(250, 150)), "the particle lies on it");
    // From column 100 to 300 and from row 100 to 200.
    for [x, y] in [[104, 150], [296, 150], [150, 104], [150, 196]] {
        assert_eq!(picture.color(x, y), inside, "{x} {y}");
    }
    for [x, y] in [[96, 150], [304, 150], [150, 96], [150, 204]] {
        assert_eq!(picture.color(x, y), Color::WHITE, "{x} {y}");
    }
    for [x, y] in [[100, 150], [299, 150], [150, 100], [150, 199]] {
        assert!(luminance(picture.color(x, y)) < luminance(inside) - 60, "{x} {y}");
    }
}

#[test]
fn a_wall_between_touching_particles_is_seen_in_2d() {
    let wall = Block([1e-6, 1.0, 1.0]);
    let obstacles = [Obstacle::of(&wall)];
    let picture = shot(Dimension::Two, &[-0.19, 0.0, 0.19, 0.0], &obstacles).render().unwrap();
    assert!(is_red(picture.color(190, 150)) && is_red(picture.color(210, 150)));
    assert!(!is_red(picture.color(200, 150)) || !is_red(picture.color(199, 150)));
}

#[test]
fn one_sees_through_glass_from_front_and_back_and_its_rim() {
    let ball = Ball(1.0);
    let glass = [Obstacle { look: Look::Glass, paint: Obstacle::PANE, ..Obstacle::of(&ball) }];
    for z in [-2.0, 0.0, 2.0] {
        let x = [0.0, 0.0, z];
        let picture = shot(Dimension::Three, &x, &glass).render().unwrap();
        assert!(is_red(picture.color(200, 150)), "z = {z}");
    }
    let empty = shot(Dimension::Three, &[], &glass).render().unwrap();
    // Each of its two skins takes a little light.
    let middle = luminance(empty.color(204, 160));
    assert!(middle < 3 * 255 && middle > 3 * 225, "{middle}");
    // Its outline is at 41.4 pixels from the middle.
    let rim = (236..246).map(|x| luminance(empty.color(x, 150))).min().unwrap();
    assert!(rim < middle - 120, "{rim} {middle}");
    assert_eq!(empty.color(246, 150), Color::WHITE);
    // Before a particle both skins lie over it if it is behind, one if it is inside, none if it is in front.
    let red = |z: f32| {
        let x = [0.0, 0.0, z];
        let (with, without) = (shot(Dimension::Three, &x, &glass), shot(Dimension::Three, &x, &[]));
        let green = |shot: Shot| shot.render().unwrap().color(202, 153).g as i32;
        green(with) - green(without)
    };
    assert_eq!(red(2.0), 0);
    assert!(red(-2.0) > red(0.0) && red(0.0) > 0, "{} {}", red(-2.0), red(0.0));
}

#[test]
fn a_box_of_glass_and_a_region_show_their_edges() {
    let block = Block([1.0; 3]);
    for look in [Look::Glass, Look::Region] {
        let obstacles = [Obstacle { look, paint: Obstacle::SOURCE, ..Obstacle::of(&block) }];
        let picture = shot(Dimension::Three, &[], &obstacles).render().unwrap();
        // 45.8 pixels per metre at the front, 37.5 at the back.
        for column in [200.0 + 45.8, 200.0 - 45.8, 200.0 + 37.5] {
            let near = (-2..=2).map(|offset| luminance(picture.color((column as i32 + offset) as u32, 140)));
            let beside = luminance(picture.color(200, 140));
            assert!(near.min().unwrap() < beside - 40, "{look:?}, {column}");
        }
    }
}

#[test]
fn opaque_obstacles_throw_shadows_and_get_them() {
    let (ball, slab) = (Ball(0.5), Block([2.0, 0.1, 2.0]));
    let camera = Camera { eye: [0.0, 4.0, 8.0], ..shot(Dimension::Three, &[], &[]).camera };
    let floor = |floor| Walls { floor: Some(floor), outline: None };
    let dark = |with: &[Obstacle], without: &[Obstacle], x: &[f32], walls: Walls| {
        let render = |obstacles, x| {
            let shot = Shot { walls, camera, ..shot(Dimension::Three, x, obstacles) };
            shot.render().unwrap()
        };
        let (with, without) = (render(with, x), render(without, &[]));
        let pairs = all(&with).zip(all(&without));
        let darker = |(a, b): &(Color, Color)| is_grey(*a) && luminance(*b) - luminance(*a) > 90;
        pairs.filter(darker).count()
    };
    let above = Obstacle { place: at([0.0, 1.2, 0.0]), ..Obstacle::of(&ball) };
    let ground = Obstacle { place: at([0.0, -0.1, 0.0]), ..Obstacle::of(&slab) };
    let clear = Obstacle { look: Look::Glass, ..above };
    assert!(dark(&[above], &[], &[], floor(0.0)) > 400, "on the floor");
    assert!(dark(&[ground, above], &[ground], &[], floor(-1.0)) > 400, "on a slab");
    assert!(dark(&[ground], &[ground], &[0.0, 1.2, 0.0], floor(-1.0)) > 60, "a particle's on a slab");
    assert!(dark(&[clear], &[], &[], floor(0.0)) < 100, "glass has none");
    // A lit surface does not shade itself.
    let lone = Shot { camera, ..shot(Dimension::Three, &[], &[ground]) }.render().unwrap();
    let top: Vec<i32> = (180..220).map(|x| luminance(lone.color(x, 150))).collect();
    assert!(top.iter().all(|l| l.abs_diff(top[0]) < 12), "{top:?}");
}

#[test]
fn half_spaces_have_no_border_and_are_cut_open_where_the_eye_is_inside() {
    let below = Below;
    let ground = [Obstacle { place: at([0.0, -1.0, 0.0]), ..Obstacle::of(&below) }];
    let x = [0.0, 0.0, 0.0, 0.0, -1.6, 2.0];
    for dimension in [Dimension::Two, Dimension::Three] {
        let x = if dimension == Dimension::Two { &x[..2] } else { &x[..] };
        let picture = shot(dimension, x, &ground).render().unwrap();
        assert!(is_red(picture.color(200, 150)));
        assert!(is_grey(picture.color(200, 290)));
        assert_eq!(picture.color(200, 20), Color::WHITE);
    }
    let camera = Camera { eye: [0.0, 3.0, 10.0], ..shot(Dimension::Three, &x, &ground).camera };
    let buried = Shot { camera, ..shot(Dimension::Three, &x[3..], &ground) }.render().unwrap();
    assert!(!all(&buried).any(is_red), "a particle below the ground is hidden");
    // The eye and the light are within the wall that is in front of the scene: it is as if it were not there.
    let rotation = Rotation::from_degrees([-90.0, 0.0, 0.0]);
    let front = [Obstacle { place: Transform { rotation, ..at([0.0, 0.0, 4.0]) }, ..Obstacle::of(&below) }];
    let picture = shot(Dimension::Three, &x, &front).render().unwrap();
    assert!(picture == shot(Dimension::Three, &x, &[]).render().unwrap());
}

#[test]
fn an_eye_within_bounds_and_anything_anywhere_makes_a_picture() {
    let (hollow, ball) = (Block([30.0; 3]), Ball(2.0));
    let around = |look| [Obstacle { look, ..Obstacle::of(&hollow) }];
    let x = [0.0; 3];
    for look in [Look::Opaque, Look::Glass, Look::Region] {
        let picture = shot(Dimension::Three, &x, &around(look)).render().unwrap();
        assert!(is_red(picture.color(200, 150)), "{look:?}");
    }
    for z in [10.0, 12.5, 1e3, -1e3, 1e8, -1e8, 1e20, 1e300, f64::NAN, f64::INFINITY] {
        for look in [Look::Opaque, Look::Glass] {
            let obstacles = [Obstacle { place: at([0.0, 0.0, z]), look, ..Obstacle::of(&ball) }];
            let picture = shot(Dimension::Three, &x, &obstacles).render().unwrap();
            assert!(is_red(picture.color(200, 150)), "{z} {look:?}");
        }
    }
}

#[test]
fn where_the_distance_is_no_number_there_is_nothing() {
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for bounds in [[[-1.0; 3], [1.0; 3]], ENDLESS, [[f64::NAN; 3]; 2], [[1.0; 3], [-1.0; 3]]] {
            let broken = Broken(value, bounds);
            for (dimension, left) in [(Dimension::Two, 130), (Dimension::Three, 180)] {
                for look in [Look::Opaque, Look::Glass, Look::Region] {
                    let obstacles = [Obstacle { look, ..Obstacle::of(&broken) }];
                    let picture = shot(dimension, &[], &obstacles).render().unwrap();
                    assert_eq!(picture.color(230, 150), Color::WHITE, "{value} {bounds:?} {dimension:?}");
                    let tidy = bounds[1][0] > 0.0 || dimension == Dimension::Two;
                    if tidy {
                        assert_ne!(picture.color(left, 150), Color::WHITE, "{value} {bounds:?} {look:?}");
                    }
                }
            }
            let matter = Bounds { min: [-1.0; 3], max: [1.0; 3] };
            let seen = matter.with_obstacles(Dimension::Three, &[Obstacle::of(&broken)]);
            assert_eq!(seen, matter);
        }
    }
}

#[test]
fn the_camera_takes_in_what_is_near_and_not_what_is_endless_huge_or_far() {
    let matter = Bounds { min: [-1.0, 0.0, -1.0], max: [1.0, 0.5, 1.0] };
    let with = |shape: &dyn SignedDistance, translation| {
        let obstacle = Obstacle { place: at(translation), ..Obstacle::of(shape) };
        matter.with_obstacles(Dimension::Three, &[obstacle])
    };
    assert_eq!(with(&Below, [0.0; 3]), matter);
    assert_eq!(with(&Block([500.0, 500.0, 500.0]), [0.0, -500.0, 0.0]), matter);
    assert_eq!(with(&Ball(1.0), [40.0, 0.0, 0.0]), matter);
    // A slab is as deep as it is, but no wider than matter.
    let slab = with(&Block([500.0, 0.2, 500.0]), [0.0, -0.2, 0.0]);
    assert!((slab.min[1] + 0.4).abs() < 1e-6 && slab.max == matter.max && slab.min[0] == -1.0);
    let cup = with(&Ball(1.5), [0.0, 0.5, 0.0]);
    assert_eq!(cup, Bounds { min: [-1.5, -1.0, -1.5], max: [1.5, 2.0, 1.5] });
    let rotation = Rotation::from_degrees([0.0, 0.0, 90.0]);
    let rod = Block([1.4, 0.1, 0.1]);
    let upright = Obstacle { place: Transform { rotation, ..at([0.0; 3]) }, ..Obstacle::of(&rod) };
    assert_eq!(matter.with_obstacles(Dimension::Three, &[upright]).max, [1.0, 1.4, 1.0]);
    let flat = Bounds { min: [-1.0, 0.0, 0.0], max: [1.0, 0.5, 0.0] };
    let seen = flat.with_obstacles(Dimension::Two, &[upright]);
    assert_eq!((seen.min[2], seen.max), (0.0, [1.0, 1.4, 0.0]));
}

#[test]
fn threads_change_no_byte() {
    let x: Vec<f32> = (0..3 * 20_000u32)
        .map(|i| (i.wrapping_mul(i).wrapping_mul(2_654_435_761) >> 22) as f32 / 400.0 - 1.28)
        .collect();
    let (ball, block, below) = (Ball(0.7), Block([1.4, 1.2, 1.4]), Below);
    let rotation = Rotation::from_degrees([10.0, 20.0, 30.0]);
    let obstacles = [
        Obstacle { place: at([0.4, 0.9, 0.9]), ..Obstacle::of(&ball) },
        Obstacle { look: Look::Glass, place: Transform { rotation, ..at([0.0; 3]) }, ..Obstacle::of(&block) },
        Obstacle { look: Look::Region, place: at([-1.0, 1.0, 1.0]), ..Obstacle::of(&ball) },
        Obstacle { place: at([0.0, -1.5, 0.0]), ..Obstacle::of(&below) },
    ];
    for dimension in [Dimension::Two, Dimension::Three] {
        let camera = Camera { eye: [1.0, 3.0, 8.0], ..shot(dimension, &x, &obstacles).camera };
        let mut shot = shot(dimension, &x, &obstacles);
        shot.particles.radius = 0.03;
        if dimension == Dimension::Three {
            shot.camera = camera;
        }
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| shot.render().unwrap())
        };
        assert!(with(1) == with(2), "pictures of 1 and 2 threads differ");
    }
}
