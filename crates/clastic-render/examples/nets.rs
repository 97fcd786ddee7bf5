//! Pictures of particles that are joined, and how long they take: `cargo run --release -p clastic-render --example nets --
//! [folder]` draws strands, a sheet, a body of tetrahedra and a disk in the plane; then a hundred thousand segments and as
//! many triangles, several times.

use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

use clastic_render::{
    Bounds, Camera, Color, Colormap, Dimension, Net, Paint, Particles, Picture, Scale, Shot, Walls, write_png,
};

/// Particles and how they are joined.
#[derive(Default)]
struct Thing {
    x: Vec<f32>,
    segments: Vec<[u32; 2]>,
    triangles: Vec<[u32; 3]>,
    hidden: Vec<u32>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).map_or_else(|| PathBuf::from("nets"), PathBuf::from);
    std::fs::create_dir_all(&folder)?;
    let height = |x: &[f32]| x.chunks_exact(3).map(|place| place[1]).collect::<Vec<f32>>();
    let brown = Paint::Uniform(Color::hex(0x9a5b2f));
    let blue = Paint::Uniform(Color::hex(0x4477aa));
    let save = |name: &str, picture: Picture| write_png(&folder.join(name), &picture);

    let hair = strands(300, 60);
    save("strands.png", picture(&hair, Dimension::Three, 0.006, brown)?)?;
    let values = height(&hair.x);
    let scale = Scale::spanning(Colormap::Viridis, &values);
    let paint = Paint::Scalar { values: &values, scale };
    save("strands-thick.png", picture(&strands(12, 60), Dimension::Three, 0.03, blue)?)?;
    save("strands-map.png", picture(&hair, Dimension::Three, 0.004, paint)?)?;
    let cloth = sheet(80);
    save("sheet.png", picture(&cloth, Dimension::Three, 0.01, Paint::Uniform(Color::hex(0xee6677)))?)?;
    let values = height(&cloth.x);
    let scale = Scale::spanning(Colormap::Viridis, &values);
    save(
        "sheet-map.png",
        picture(&cloth, Dimension::Three, 0.01, Paint::Scalar { values: &values, scale })?,
    )?;
    save("box.png", picture(&block(8), Dimension::Three, 0.05, blue)?)?;
    save("disk.png", picture(&disk(12), Dimension::Two, 0.02, blue)?)?;
    save("disk-fine.png", picture(&disk(80), Dimension::Two, 0.004, blue)?)?;
    save("plane.png", picture(&plane(), Dimension::Two, 0.02, brown)?)?;

    for (name, thing, radius) in [("segments", strands(1000, 101), 0.004), ("triangles", sheet(224), 0.004)] {
        for _ in 0..4 {
            let start = Instant::now();
            picture(&thing, Dimension::Three, radius, blue)?;
            let count = thing.segments.len() + thing.triangles.len();
            println!("{count} {name}: {:.3} s", start.elapsed().as_secs_f64());
        }
    }
    Ok(())
}

fn picture(
    thing: &Thing,
    dimension: Dimension,
    radius: f32,
    paint: Paint,
) -> Result<Picture, Box<dyn Error>> {
    let particles = Particles { dimension, x: &thing.x, radius, paint };
    let net = Net { segments: &thing.segments, triangles: &thing.triangles, hidden: &thing.hidden };
    let (width, height) = (1280, 720);
    let bounds = Bounds::of(dimension, &thing.x).ok_or("nothing to see")?.grown(radius);
    let camera = Camera::fit(&bounds, dimension, width as f32 / height as f32);
    let walls = match dimension {
        Dimension::Two => Walls::default(),
        Dimension::Three => Walls { floor: Some(bounds.min[1]), outline: None },
    };
    Ok(Shot { net, width, height, camera, walls, ..Shot::of(particles) }.render()?)
}

/// Curls that hang from a ball.
fn strands(count: u32, particles: u32) -> Thing {
    let mut thing = Thing::default();
    for strand in 0..count {
        let part = (strand as f32 + 0.5) / count as f32;
        let turn = 2.399_963 * strand as f32;
        let (up, across) = (1.0 - 1.2 * part, (1.0f32 - (1.0 - 1.2 * part).powi(2)).max(0.0).sqrt());
        let root = [0.5 * across * turn.cos(), 0.5 * up, 0.5 * across * turn.sin()];
        for i in 0..particles {
            let s = i as f32 / (particles - 1) as f32;
            let phase = 20.0 * s + 3.0 * turn;
            let curl = 0.05 * s.sqrt();
            let out = 1.0 + 0.9 * s - 0.4 * s * s;
            thing.x.extend([
                root[0] * out + curl * phase.cos(),
                root[1] + 0.25 * s - 1.3 * s * s,
                root[2] * out + curl * phase.sin(),
            ]);
            if i > 0 {
                let last = strand * particles + i;
                thing.segments.push([last - 1, last]);
            }
        }
    }
    thing
}

/// Waves, of n × n squares.
fn sheet(n: u32) -> Thing {
    let mut thing = Thing::default();
    for i in 0..=n {
        for j in 0..=n {
            let [x, z] = [i, j].map(|k| 2.0 * k as f32 / n as f32 - 1.0);
            thing.x.extend([x, 0.25 * (4.0 * x).sin() * (3.0 * z + 1.0).cos() + 0.2 * x * z, z]);
        }
    }
    let at = |i: u32, j: u32| i * (n + 1) + j;
    for i in 0..n {
        for j in 0..n {
            thing.triangles.push([at(i, j), at(i, j + 1), at(i + 1, j)]);
            thing.triangles.push([at(i + 1, j), at(i, j + 1), at(i + 1, j + 1)]);
        }
    }
    thing
}

/// A twisted box, as if cut into tetrahedra: its outer faces, and particles within.
fn block(n: u32) -> Thing {
    let mut thing = Thing::default();
    let at = |[i, j, k]: [u32; 3]| (i * (n + 1) + j) * (n + 1) + k;
    for number in 0..(n + 1).pow(3) {
        let place = [number / (n + 1).pow(2), number / (n + 1) % (n + 1), number % (n + 1)];
        let [x, y, z] = place.map(|k| k as f32 / n as f32 - 0.5);
        let (sin, cos) = (0.9 * y).sin_cos();
        thing.x.extend([cos * x - sin * z, 1.5 * y, sin * x + cos * z]);
        thing.hidden.push(number);
    }
    for axis in 0..3 {
        for (side, i, j) in [0, n].into_iter().flat_map(|s| (0..n * n).map(move |k| (s, k / n, k % n))) {
            let corner = |di: u32, dj: u32| {
                let mut place = [0; 3];
                (place[axis], place[(axis + 1) % 3], place[(axis + 2) % 3]) = (side, i + di, j + dj);
                at(place)
            };
            let [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
            let faces = if side == n { [[a, b, c], [a, c, d]] } else { [[a, c, b], [a, d, c]] };
            thing.triangles.extend(faces);
        }
    }
    thing
}

/// Rings of triangles in the plane.
fn disk(rings: u32) -> Thing {
    let mut thing = Thing { x: vec![0.0, 0.0], ..Thing::default() };
    let first = |ring: u32| if ring == 0 { 0 } else { 1 + 3 * ring * (ring - 1) };
    let at = |ring: u32, place: u32| if ring == 0 { 0 } else { first(ring) + place % (6 * ring) };
    for ring in 1..=rings {
        for place in 0..6 * ring {
            let angle = std::f32::consts::TAU * place as f32 / (6 * ring) as f32;
            let radius = ring as f32 / rings as f32;
            thing.x.extend([radius * angle.cos(), 0.8 * radius * angle.sin()]);
        }
        for side in 0..6 {
            for step in 0..ring {
                let (outer, inner) = (side * ring + step, side * (ring - 1) + step);
                thing.triangles.push([at(ring, outer), at(ring, outer + 1), at(ring - 1, inner)]);
                if step + 1 < ring {
                    thing.triangles.push([at(ring, outer + 1), at(ring - 1, inner + 1), at(ring - 1, inner)]);
                }
            }
        }
    }
    thing
}

/// Strands in the plane, and some particles that are not joined.
fn plane() -> Thing {
    let mut thing = Thing::default();
    for strand in 0..8u32 {
        for i in 0..50u32 {
            let s = i as f32 / 49.0;
            let sway = 0.12 * s * (9.0 * s + strand as f32).sin();
            thing.x.extend([0.3 * strand as f32 + sway, -1.6 * s]);
            if i > 0 {
                thing.segments.push([50 * strand + i - 1, 50 * strand + i]);
            }
        }
    }
    thing.x.extend((0..20).flat_map(|i| [0.12 * i as f32, 0.2]));
    thing
}
