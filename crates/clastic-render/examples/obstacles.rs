//! Pictures of obstacles among particles, to look at: `cargo run --release -p clastic-render --example obstacles`.
//!
//! They go to `target/gallery`: sand in an hourglass, a wheel in a bed of sand, a slope, and walls in 2D.

use std::error::Error;
use std::path::Path;
use std::time::Instant;

use clastic_render::{
    Background, Bounds, Camera, Color, Dimension, Look, Obstacle, Paint, Particles, Picture, Shot, Walls,
    write_png,
};
use clastic_shapes::{DistanceField, Polygon, Rotation, Shape, Transform};

fn main() -> Answer<()> {
    let folder = std::env::args().nth(1).unwrap_or("target/gallery".into());
    std::fs::create_dir_all(&folder)?;
    let pictures: [(&str, Make); 7] = [
        ("hourglass.png", || hourglass(Background::LIGHT)),
        ("hourglass-dark.png", || hourglass(Background::DARK)),
        ("wheel.png", wheel),
        ("slope.png", slope),
        ("tank.png", tank),
        ("walls-2d.png", walls),
        ("mill-2d.png", mill),
    ];
    for (name, picture) in pictures {
        let start = Instant::now();
        let path = Path::new(&folder).join(name);
        let picture = picture()?;
        println!("{}, {:.2} s", path.display(), start.elapsed().as_secs_f64());
        write_png(&path, &picture)?;
    }
    Ok(())
}

type Answer<T> = Result<T, Box<dyn Error>>;
type Make = fn() -> Answer<Picture>;

/// Distances of a shape.
fn field(shape: Shape, dimension: Dimension) -> Answer<DistanceField> {
    Ok(DistanceField::new(shape, dimension, 0.2)?)
}

/// A box about the origin, by half its sides.
fn block(half: [f64; 3]) -> Shape {
    Shape::Box { low: half.map(|x| -x), high: half }
}

/// About the z axis.
fn disk(radius: f64, half: f64) -> Shape {
    Shape::Cylinder { from: [0.0, 0.0, -half], to: [0.0, 0.0, half], radius }
}

fn at(translation: [f64; 3]) -> Transform {
    Transform { translation, ..Transform::default() }
}

/// Copies of a shape, turned about the z axis.
fn spokes(shape: Shape, count: u32) -> impl Iterator<Item = Shape> {
    (0..count).map(move |spoke| {
        let rotation = Rotation::from_degrees([0.0, 0.0, 360.0 * f64::from(spoke) / f64::from(count)]);
        Shape::Transformed(shape.clone().into(), Transform { rotation, ..Transform::default() })
    })
}

/// A number that looks random, −1 to 1.
fn noise(seed: u32) -> f32 {
    let mut x = seed.wrapping_mul(0x9e37_79b9) ^ 0x85eb_ca6b;
    for _ in 0..2 {
        x = (x ^ (x >> 15)).wrapping_mul(0x2c1b_3c6d);
    }
    (x ^ (x >> 16)) as f32 / u32::MAX as f32 * 2.0 - 1.0
}

/// Places on a grid within a box, shaken, that are in a body.
fn fill(bounds: Bounds, spacing: f32, inside: impl Fn([f32; 3]) -> bool) -> Vec<f32> {
    let [nx, ny, nz] =
        std::array::from_fn(|axis| ((bounds.max[axis] - bounds.min[axis]) / spacing).ceil() as u32);
    let cells = (0..nx * ny * nz).map(|i| (i, [i % nx, i / nx % ny, i / nx / ny]));
    let places = cells.map(|(i, cell)| -> [f32; 3] {
        std::array::from_fn(|axis| {
            bounds.min[axis] + (cell[axis] as f32 + 0.5 + 0.3 * noise(3 * i + axis as u32)) * spacing
        })
    });
    places.filter(|place| inside(*place)).flatten().collect()
}

const SAND: Paint = Paint::Uniform(Color::hex(0xd9a441));
const WATER: Paint = Paint::Uniform(Color::hex(0x2b7dc5));

/// Of the camera that sees particles and obstacles.
fn take(
    particles: Particles,
    obstacles: &[Obstacle],
    floor: Option<f32>,
    background: Background,
) -> Answer<Picture> {
    let bounds = Bounds::of(particles.dimension, particles.x).ok_or("no particles")?;
    let bounds = bounds.with_obstacles(particles.dimension, obstacles);
    let (width, height) = (1280, 720);
    let shot = Shot {
        obstacles,
        walls: Walls { floor, outline: None },
        camera: Camera::fit(&bounds, particles.dimension, width as f32 / height as f32),
        width,
        height,
        background,
        ..Shot::of(particles)
    };
    Ok(shot.render()?)
}

/// The radius of the hourglass's inner wall at a height.
fn neck(y: f64) -> f64 {
    let t = (y.abs() / 1.0).min(1.0);
    0.06 + 0.44 * (t * t * (3.0 - 2.0 * t)).powf(0.8)
}

fn hourglass(background: Background) -> Answer<Picture> {
    let wall = 0.025;
    let steps = || (-40..=40).map(|i| f64::from(i) / 40.0);
    let outer = steps().map(|y| [neck(y) + wall, y * (1.0 + wall)]);
    let inner = steps().rev().map(|y| [neck(y), y]);
    let ends = |y: f64| [[0.0, y]];
    let profile = ends(-1.0 - wall).into_iter().chain(outer).chain(ends(1.0 + wall));
    let profile = profile.chain(ends(1.0)).chain(inner).chain(ends(-1.0)).collect();
    let bulbs = field(Shape::Revolve { polygon: Polygon::new(profile)? }, Dimension::Three)?;
    let plate = Shape::Cylinder { from: [0.0, -0.04, 0.0], to: [0.0, 0.04, 0.0], radius: 0.66 };
    let plate = field(plate, Dimension::Three)?;
    let spacing = 0.016;
    let bounds = Bounds { min: [-0.6, -1.0, -0.6], max: [0.6, 1.0, 0.6] };
    let x = fill(bounds, spacing, |[x, y, z]| {
        let from = x.hypot(z);
        let inside = from < neck(y as f64) as f32 - 0.035;
        let pile = y > -0.98 && y < -0.5 - 0.55 * from;
        let above = y > 0.0 && y < 0.34 + 0.4 * from;
        let stream = from < 0.018 && y < 0.0;
        inside && (pile || above || stream) && y > -0.97
    });
    let obstacles = [
        Obstacle { look: Look::Glass, paint: Obstacle::PANE, ..Obstacle::of(&bulbs) },
        Obstacle { place: at([0.0, 1.065, 0.0]), ..Obstacle::of(&plate) },
        Obstacle { place: at([0.0, -1.065, 0.0]), ..Obstacle::of(&plate) },
    ];
    let particles = Particles { dimension: Dimension::Three, x: &x, radius: 0.6 * spacing, paint: SAND };
    take(particles, &obstacles, Some(-1.105), background)
}

fn wheel() -> Answer<Picture> {
    let rim = Shape::Difference(disk(0.49, 0.12).into(), vec![disk(0.39, 1.0)]);
    let spoke = Shape::Box { low: [0.05, -0.025, -0.05], high: [0.45, 0.025, 0.05] };
    let lug = Shape::Box { low: [0.47, -0.018, -0.12], high: [0.53, 0.018, 0.12] };
    let parts = [rim, disk(0.09, 0.15)].into_iter().chain(spokes(spoke, 6)).chain(spokes(lug, 18));
    let wheel = field(Shape::Union(parts.collect()), Dimension::Three)?;
    let spacing = 0.016;
    let bounds = Bounds { min: [-1.2, 0.0, -0.5], max: [1.2, 0.5, 0.5] };
    let x = fill(bounds, spacing, |[x, y, z]| {
        let from = x.hypot(y - 0.68);
        let rut = if z.abs() < 0.16 && x < 0.0 { 0.08 } else { 0.0 };
        let heap = 0.08 * (-((x - 0.45) / 0.15).powi(2) - (z / 0.2).powi(2)).exp();
        y < 0.26 - rut + heap + 0.01 * (9.0 * x + 4.0 * z).sin() && (z.abs() > 0.13 || from > 0.54)
    });
    let place = Transform {
        rotation: Rotation::from_degrees([0.0, 0.0, 12.0]),
        translation: [0.0, 0.68, 0.0],
        ..Transform::default()
    };
    let obstacles = [Obstacle { place, ..Obstacle::of(&wheel) }];
    let particles = Particles { dimension: Dimension::Three, x: &x, radius: 0.6 * spacing, paint: SAND };
    take(particles, &obstacles, Some(0.0), Background::LIGHT)
}

/// Water from a source, down an endless slope, over a step and through a sink.
fn slope() -> Answer<Picture> {
    let plane = Shape::Plane { point: [0.0; 3], normal: [0.0, 1.0, 0.0] };
    let post = Shape::Cylinder { from: [0.0, -0.3, 0.0], to: [0.0, 0.45, 0.0], radius: 0.12 };
    let [plane, post, nozzle] =
        [plane, post, block([0.15, 0.12, 0.4])].map(|shape| field(shape, Dimension::Three));
    let (plane, post, nozzle) = (plane?, post?, nozzle?);
    let spacing = 0.02;
    let bounds = Bounds { min: [-1.2, -1.0, -0.5], max: [1.2, 1.0, 0.5] };
    let x = fill(bounds, spacing, |[x, y, z]| {
        let (along, above) = (0.94 * x - 0.34 * y, 0.34 * x + 0.94 * y);
        let wake = (along - 0.2).hypot(z);
        let deep =
            0.07 + 0.025 * (11.0 * along).sin() * (8.0 * z).cos() + 0.12 * (-(wake - 0.2).abs() / 0.06).exp();
        above > 0.01 && above < deep && wake > 0.13 && z.abs() < 0.3 + 0.08 * (7.0 * along).sin()
    });
    let tilt = Rotation::from_degrees([0.0, 0.0, -20.0]);
    let tilted = |translation: [f64; 3]| Transform { rotation: tilt, ..at(translation) };
    let obstacles = [
        Obstacle { place: tilted([0.0; 3]), ..Obstacle::of(&plane) },
        Obstacle { place: tilted([0.19, -0.07, 0.0]), ..Obstacle::of(&post) },
        Obstacle {
            place: tilted([-1.02, 0.5, 0.0]),
            paint: Obstacle::SOURCE,
            look: Look::Region,
            ..Obstacle::of(&nozzle)
        },
        Obstacle {
            place: tilted([1.1, -0.3, 0.0]),
            paint: Obstacle::SINK,
            look: Look::Region,
            ..Obstacle::of(&nozzle)
        },
    ];
    let particles = Particles { dimension: Dimension::Three, x: &x, radius: 0.6 * spacing, paint: WATER };
    take(particles, &obstacles, None, Background::LIGHT)
}

/// A glass box with water and a ball in it.
fn tank() -> Answer<Picture> {
    let outer = Shape::Box { low: [-1.03, -0.03, -0.53], high: [1.03, 1.03, 0.53] };
    let inner = Shape::Box { low: [-1.0, 0.0, -0.5], high: [1.0, 2.0, 0.5] };
    let tank = field(Shape::Difference(outer.into(), vec![inner]), Dimension::Three)?;
    let ball = field(Shape::Ball { center: [0.0; 3], radius: 0.25 }, Dimension::Three)?;
    let spacing = 0.018;
    let bounds = Bounds { min: [-1.0, 0.0, -0.5], max: [1.0, 1.0, 0.5] };
    let x = fill(bounds, spacing, |[x, y, z]| {
        y < 0.4 + 0.15 * (3.0 * x + 0.4).sin() + 0.02 * (9.0 * z).sin()
            && (x - 0.3).hypot(y - 0.4).hypot(z) > 0.25
    });
    let place = at([0.3, 0.4, 0.0]);
    let obstacles = [
        Obstacle { look: Look::Glass, paint: Obstacle::PANE, ..Obstacle::of(&tank) },
        Obstacle { place, ..Obstacle::of(&ball) },
    ];
    let particles = Particles { dimension: Dimension::Three, x: &x, radius: 0.6 * spacing, paint: WATER };
    take(particles, &obstacles, Some(-0.03), Background::LIGHT)
}

/// A box of thin walls with a lid and a shelf, half full, on an endless ground.
fn walls() -> Answer<Picture> {
    let thin = 0.001;
    let outer = block([1.0 + thin, 0.5 + thin, 1.0]);
    let shell = Shape::Difference(outer.into(), vec![block([1.0, 0.5, 2.0])]);
    let shelf = Shape::Box { low: [0.4, -0.3, -1.0], high: [0.4 + thin, 0.3, 1.0] };
    let shell = field(Shape::Union(vec![shell, shelf]), Dimension::Two)?;
    let ground = field(Shape::Plane { point: [0.0; 3], normal: [0.0, 1.0, 0.0] }, Dimension::Two)?;
    let ball = field(Shape::Ball { center: [0.0; 3], radius: 0.2 }, Dimension::Two)?;
    let spacing = 0.012;
    let bounds = Bounds { min: [-1.0, -0.5, 0.0], max: [1.0, 0.5, spacing] };
    let x =
        fill(bounds, spacing, |[x, y, _]| y < -0.1 + 0.1 * (4.0 * x).sin() && (x + 0.4).hypot(y + 0.2) > 0.2);
    let x: Vec<f32> = x.chunks_exact(3).flat_map(|place| [place[0], place[1]]).collect();
    let obstacles = [
        Obstacle { place: at([0.0, -0.52, 0.0]), ..Obstacle::of(&ground) },
        Obstacle::of(&shell),
        Obstacle { place: at([-0.4, -0.2, 0.0]), ..Obstacle::of(&ball) },
    ];
    let particles = Particles { dimension: Dimension::Two, x: &x, radius: 0.5 * spacing, paint: WATER };
    take(particles, &obstacles, None, Background::WHITE)
}

/// A source above a wheel with paddles, and a sink below.
fn mill() -> Answer<Picture> {
    let paddle = Shape::Box { low: [0.1, -0.015, -1.0], high: [0.5, 0.015, 1.0] };
    let hub = Shape::Ball { center: [0.0; 3], radius: 0.15 };
    let parts = std::iter::once(hub).chain(spokes(paddle, 8));
    let wheel = field(Shape::Union(parts.collect()), Dimension::Two)?;
    let zone = field(block([0.2, 0.06, 1.0]), Dimension::Two)?;
    let spacing = 0.012;
    let bounds = Bounds { min: [-0.3, -0.9, 0.0], max: [0.8, 1.0, spacing] };
    let x = fill(bounds, spacing, |[x, y, _]| {
        let jet = (x - 0.3).abs() < 0.1 && y > 0.3;
        let spray = (x - 0.45 - 0.2 * (0.3 - y) * (0.3 - y)).abs() < 0.05 + 0.05 * (9.0 * y).sin() && y < 0.3;
        jet || spray
    });
    let x: Vec<f32> = x.chunks_exact(3).flat_map(|place| [place[0], place[1]]).collect();
    let obstacles = [
        Obstacle::of(&wheel),
        Obstacle {
            place: at([0.3, 0.95, 0.0]),
            look: Look::Region,
            paint: Obstacle::SOURCE,
            ..Obstacle::of(&zone)
        },
        Obstacle {
            place: at([0.65, -0.85, 0.0]),
            look: Look::Region,
            paint: Obstacle::SINK,
            ..Obstacle::of(&zone)
        },
    ];
    let particles = Particles { dimension: Dimension::Two, x: &x, radius: 0.5 * spacing, paint: WATER };
    take(particles, &obstacles, None, Background::WHITE)
}
