//! What is seen of meshes among particles and obstacles.

use clastic_render::{
    Background, Camera, Color, Cut, Dimension, Mesh, Obstacle, Paint, Particles, Picture, Projection,
    RenderError, Shot, Walls,
};
use clastic_shapes::{Distance, SignedDistance};

const BLUE: Color = Color::hex(0x2060d0);
const RED: Color = Color::hex(0xd02020);
const CAMERA: Camera = Camera {
    eye: [0.0, 0.0, 10.0],
    target: [0.0; 3],
    up: [0.0, 1.0, 0.0],
    projection: Projection::Orthographic { height: 4.0 },
};
const CLOSE: Camera =
    Camera { eye: [1.0, 2.0, 6.0], projection: Projection::Perspective { vertical_degrees: 35.0 }, ..CAMERA };

/// Vertices, which are the normals of a ball too, and triangles.
struct Ball {
    normals: Vec<[f32; 3]>,
    triangles: Vec<[u32; 3]>,
}

impl Ball {
    /// Eight sides, each cut into `n` × `n` triangles.
    fn new(n: u32) -> Self {
        let mut ball = Ball { normals: Vec::new(), triangles: Vec::new() };
        for side in 0..8u32 {
            let sign = |axis: u32| if side >> axis & 1 == 0 { 1.0 } else { -1.0 };
            for i in 0..n {
                for j in 0..n - i {
                    let corner = |i: u32, j: u32| [i as f32, j as f32, (n - i - j) as f32];
                    ball.push([corner(i, j), corner(i + 1, j), corner(i, j + 1)], sign);
                    if i + j + 1 < n {
                        ball.push([corner(i + 1, j + 1), corner(i, j + 1), corner(i + 1, j)], sign);
                    }
                }
            }
        }
        ball
    }

    fn push(&mut self, corners: [[f32; 3]; 3], sign: impl Fn(u32) -> f32) {
        let first = self.normals.len() as u32;
        for corner in corners {
            let length = corner.iter().map(|x| x * x).sum::<f32>().sqrt();
            self.normals.push(std::array::from_fn(|axis| sign(axis as u32) * corner[axis] / length));
        }
        let mirrored = sign(0) * sign(1) * sign(2) < 0.0;
        self.triangles.push(if mirrored {
            [first, first + 2, first + 1]
        } else {
            [first, first + 1, first + 2]
        });
    }

    fn places(&self, middle: [f32; 3]) -> Vec<[f32; 3]> {
        let place = |normal: &[f32; 3]| std::array::from_fn(|axis| middle[axis] + normal[axis]);
        self.normals.iter().map(place).collect()
    }
}

fn particles(x: &[f32]) -> Particles<'_> {
    Particles { dimension: Dimension::Three, x, radius: 1.0, paint: Paint::Uniform(RED) }
}

fn shot<'a>(x: &'a [f32], meshes: &'a [Mesh<'a>]) -> Shot<'a> {
    let background = Background::WHITE;
    Shot { width: 200, height: 150, camera: CAMERA, background, meshes, ..Shot::of(particles(x)) }
}

fn pixel(picture: &Picture, [column, row]: [usize; 2]) -> [u8; 3] {
    let at = 4 * (row * picture.width as usize + column);
    [picture.pixels[at], picture.pixels[at + 1], picture.pixels[at + 2]]
}

fn is_blue([red, green, blue]: [u8; 3]) -> bool {
    blue > red && blue > green
}

/// The largest mean difference of a row, of 255.
fn difference(one: &Picture, two: &Picture) -> f64 {
    let row = |(a, b): (&[u8], &[u8])| {
        a.iter().zip(b).map(|(a, b)| f64::from(a.abs_diff(*b))).sum::<f64>() / a.len() as f64
    };
    let stride = 4 * one.width as usize;
    one.pixels.chunks(stride).zip(two.pixels.chunks(stride)).map(row).fold(0.0, f64::max)
}

#[test]
fn a_ball_of_triangles_looks_as_a_sphere() {
    let ball = Ball::new(24);
    let places = ball.places([0.0; 3]);
    let mesh = Mesh {
        positions: &places,
        normals: &ball.normals,
        triangles: &ball.triangles,
        paint: RED,
        cut: None,
    };
    let (meshes, walls) = ([mesh], Walls { floor: Some(-1.2), outline: None });
    let one = Shot { walls, ..shot(&[], &meshes) }.render().unwrap();
    let two = Shot { walls, ..shot(&[0.0; 3], &[]) }.render().unwrap();
    assert!(difference(&one, &two) < 4.0, "{}", difference(&one, &two));
    // Seen from within, or turned inside out, it is lit as what is seen and not as what is behind.
    let triangles: Vec<[u32; 3]> = ball.triangles.iter().map(|[a, b, c]| [*a, *c, *b]).collect();
    let normals: Vec<[f32; 3]> = ball.normals.iter().map(|normal| normal.map(|x| -x)).collect();
    let inside_out = [Mesh { normals: &normals, triangles: &triangles, ..mesh }];
    let turned = Shot { walls, ..shot(&[], &inside_out) }.render().unwrap();
    assert!(difference(&one, &turned) < 1e-3);
}

/// A ball with a void in its middle, known by its distance.
#[derive(Debug)]
struct Hollow;

impl SignedDistance for Hollow {
    fn distance(&self, p: [f64; 3]) -> Distance {
        let r = p.iter().map(|x| x * x).sum::<f64>().sqrt();
        let outer = r - 1.0 > 0.5 - r;
        let sign = if outer { 1.0 } else { -1.0 };
        Distance { value: if outer { r - 1.0 } else { 0.5 - r }, gradient: p.map(|x| sign * x / r) }
    }
    fn bounds(&self) -> [[f64; 3]; 2] {
        [[-1.0; 3], [1.0; 3]]
    }
}

/// Triangles and distances are drawn by different code.
#[test]
fn a_cut_mesh_looks_as_a_cut_obstacle() {
    let ball = Ball::new(24);
    let inner = |x: &[f32; 3]| x.map(|x| 0.5 * x);
    let positions: Vec<_> = ball.normals.iter().copied().chain(ball.normals.iter().map(inner)).collect();
    let inward = ball.normals.iter().map(|normal| normal.map(|x| -x));
    let normals: Vec<_> = ball.normals.iter().copied().chain(inward).collect();
    let first = ball.normals.len() as u32;
    let turned = ball.triangles.iter().map(|[a, b, c]| [first + a, first + c, first + b]);
    let triangles: Vec<_> = ball.triangles.iter().copied().chain(turned).collect();
    let mesh =
        Mesh { positions: &positions, normals: &normals, triangles: &triangles, paint: BLUE, cut: None };
    let obstacle = Obstacle { paint: BLUE, ..Obstacle::of(&Hollow) };
    let walls = Walls { floor: Some(-1.2), outline: None };
    // An obstacle is seen half a pixel early, and faces seen at a flat angle that much higher. Without the face of the
    // cut the pictures would differ by 6 to 11.
    for (camera, most) in [(CAMERA, 2.0), (CLOSE, 6.0)] {
        for (axis, place) in [(0, 0.3), (1, -0.2), (2, 0.0), (2, 0.4), (2, 0.8), (0, 7.0), (0, -7.0)] {
            let cut = Some(Cut { axis, place });
            let shot = Shot { camera, walls, ..shot(&[], &[]) };
            let one = Shot { meshes: &[Mesh { cut, ..mesh }], ..shot }.render().unwrap();
            let two = Shot { obstacles: &[Obstacle { cut, ..obstacle }], ..shot }.render().unwrap();
            let far = difference(&one, &two);
            assert!(far < most, "{far} from {:?} cut at {axis} = {place}", camera.eye);
        }
    }
}

#[test]
fn what_is_nearer_hides_what_is_farther() {
    #[derive(Debug)]
    struct Slab;
    impl SignedDistance for Slab {
        fn distance(&self, p: [f64; 3]) -> Distance {
            Distance { value: p[2].abs() - 0.1, gradient: [0.0, 0.0, p[2].signum()] }
        }
        fn bounds(&self) -> [[f64; 3]; 2] {
            [[-9.0, -9.0, -0.1], [9.0, 9.0, 0.1]]
        }
    }
    let ball = Ball::new(8);
    for camera in [CAMERA, CLOSE] {
        for (z, wins) in [(-2.0, false), (2.0, true)] {
            let places = ball.places([0.0, 0.0, z]);
            let meshes = [Mesh {
                positions: &places,
                normals: &ball.normals,
                triangles: &ball.triangles,
                paint: BLUE,
                cut: None,
            }];
            let above =
                Shot { camera: Camera { eye: [0.0, 0.0, 8.0], ..camera }, ..shot(&[0.0; 3], &meshes) };
            assert_eq!(is_blue(pixel(&above.render().unwrap(), [100, 75])), wins);
            let obstacles = [Obstacle { paint: RED, ..Obstacle::of(&Slab) }];
            let among = Shot { particles: particles(&[]), obstacles: &obstacles, ..above };
            assert_eq!(is_blue(pixel(&among.render().unwrap(), [100, 75])), wins);
            // Of two meshes the nearer one, in any order.
            let other = ball.places([0.0; 3]);
            let red = Mesh { positions: &other, paint: RED, ..meshes[0] };
            let [one, two] = [[meshes[0], red], [red, meshes[0]]]
                .map(|meshes| Shot { particles: particles(&[]), meshes: &meshes, ..above }.render().unwrap());
            assert!(one == two && is_blue(pixel(&one, [100, 75])) == wins);
        }
    }
}

/// A wall of shaken triangles hides all behind it, to the last pixel.
#[test]
fn there_are_no_gaps_between_triangles() {
    let n = 60u32;
    let (mut positions, mut triangles) = (Vec::new(), Vec::new());
    for i in 0..n * n {
        let shake = |seed: u32| (i.wrapping_mul(seed) >> 16 & 255) as f32 / 255.0 - 0.5;
        let place = |m: u32, seed: u32| (m as f32 + 0.7 * shake(seed)) * 8.0 / n as f32 - 4.0;
        positions.push([place(i % n, 2654435761), place(i / n, 2246822519), 0.5 * shake(3266489917)]);
        if i % n + 1 < n && i / n + 1 < n {
            triangles.extend([[i, i + 1, i + n], [i + 1, i + n + 1, i + n]]);
        }
    }
    let normals = vec![[0.0, 0.0, 1.0]; positions.len()];
    let meshes =
        [Mesh { positions: &positions, normals: &normals, triangles: &triangles, paint: BLUE, cut: None }];
    for camera in [CAMERA, CLOSE] {
        let picture = Shot { camera, ..shot(&[], &meshes) }.render().unwrap();
        for row in 20..130 {
            for column in 40..160 {
                let seen = pixel(&picture, [column, row]);
                assert!(is_blue(seen) && seen[0] < 100, "{column}, {row}: {seen:?}");
            }
        }
    }
}

#[test]
fn threads_do_not_matter() {
    let ball = Ball::new(16);
    let places = [[-0.5, 0.0, 0.0], [0.6, 0.3, 0.2]].map(|middle| ball.places(middle));
    let meshes = [0, 1].map(|which| Mesh {
        positions: &places[which],
        normals: &ball.normals,
        triangles: &ball.triangles,
        paint: [RED, BLUE][which],
        cut: None,
    });
    let walls = Walls { floor: Some(-1.0), outline: None };
    let shot = Shot { camera: CLOSE, walls, ..shot(&[0.0, 1.0, 0.5], &meshes) };
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| shot.render().unwrap())
    };
    assert!(with(1) == with(4));
}

#[test]
fn what_cannot_be_drawn_is_refused_or_left_out() {
    let positions =
        [[0.0, 0.0, 0.0], [f32::NAN, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 50.0], [1e30, 0.0, 0.0]];
    let good = Mesh {
        positions: &positions,
        normals: &[[0.0, 0.0, 1.0]; 5],
        triangles: &[[0, 1, 2], [0, 2, 3], [0, 2, 4], [0, 2, 2]],
        paint: BLUE,
        cut: None,
    };
    let empty = shot(&[], &[]).render().unwrap();
    assert!(shot(&[], &[good]).render().unwrap() == empty);
    let lone = Mesh { normals: &good.normals[1..], ..good };
    assert_eq!(shot(&[], &[good, lone]).render(), Err(RenderError::Mesh { mesh: 1 }));
    let missing = Mesh { triangles: &[[0, 1, 5]], ..good };
    assert_eq!(shot(&[], &[missing]).render(), Err(RenderError::Mesh { mesh: 0 }));
}
