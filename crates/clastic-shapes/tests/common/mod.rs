//! Meshes made by rule, and writers for every way to store them.
#![allow(dead_code)]

use std::collections::HashMap;
use std::f64::consts::TAU;
use std::fmt::Write;

#[derive(Clone)]
pub struct Soup {
    pub vertices: Vec<[f64; 3]>,
    pub triangles: Vec<[u32; 3]>,
}

impl Soup {
    pub fn map(mut self, f: impl Fn([f64; 3]) -> [f64; 3]) -> Soup {
        self.vertices.iter_mut().for_each(|v| *v = f(*v));
        self
    }

    pub fn and(mut self, other: Soup) -> Soup {
        let offset = self.vertices.len() as u32;
        self.vertices.extend(other.vertices);
        self.triangles.extend(other.triangles.iter().map(|t| t.map(|i| i + offset)));
        self
    }
}

/// From 0 to 1.
pub fn cube() -> Soup {
    let vertices = (0..8).map(|i| [f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)]).collect();
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = quads.iter().flat_map(|q| [[q[0], q[1], q[2]], [q[0], q[2], q[3]]]).collect();
    Soup { vertices, triangles }
}

pub fn octahedron() -> Soup {
    let vertices = vec![
        [1.0, 0.0, 0.0],
        [-1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, -1.0, 0.0],
        [0.0, 0.0, 1.0],
        [0.0, 0.0, -1.0],
    ];
    let triangles =
        vec![[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]];
    Soup { vertices, triangles }
}

/// The unit sphere: an octahedron whose triangles are split in four so many times.
pub fn sphere(splits: usize) -> Soup {
    let mut soup = octahedron();
    for _ in 0..splits {
        let mut middles: HashMap<[u32; 2], u32> = HashMap::new();
        let mut finer = Vec::new();
        for &[a, b, c] in &soup.triangles {
            let [ab, bc, ca] = [[a, b], [b, c], [c, a]].map(|[i, j]| {
                *middles.entry([i.min(j), i.max(j)]).or_insert_with(|| {
                    let [p, q] = [i, j].map(|k| soup.vertices[k as usize]);
                    let sum: [f64; 3] = std::array::from_fn(|k| p[k] + q[k]);
                    let length = sum.iter().map(|x| x * x).sum::<f64>().sqrt();
                    soup.vertices.push(sum.map(|x| x / length));
                    soup.vertices.len() as u32 - 1
                })
            });
            finer.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
        }
        soup.triangles = finer;
    }
    soup
}

/// About z, with `around` sections of `tube` corners each.
pub fn torus(radius: f64, tube_radius: f64, around: u32, tube: u32) -> Soup {
    let mut soup = Soup { vertices: Vec::new(), triangles: Vec::new() };
    for i in 0..around {
        for j in 0..tube {
            let [u, v] = [TAU * f64::from(i) / f64::from(around), TAU * f64::from(j) / f64::from(tube)];
            let out = radius + tube_radius * v.cos();
            soup.vertices.push([out * u.cos(), out * u.sin(), tube_radius * v.sin()]);
            let [next_i, next_j] = [(i + 1) % around, (j + 1) % tube];
            let [a, b, c, d] = [i * tube + j, next_i * tube + j, next_i * tube + next_j, i * tube + next_j];
            soup.triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    soup
}

pub fn obj(soup: &Soup) -> Vec<u8> {
    let mut text = String::from("# a comment\no thing\n");
    for [x, y, z] in &soup.vertices {
        writeln!(text, "v {x} {y} {z}").unwrap();
    }
    for [a, b, c] in &soup.triangles {
        writeln!(text, "f {}/1/1 {}//2 {}", a + 1, b + 1, c + 1).unwrap();
    }
    text.into_bytes()
}

pub fn stl_text(soup: &Soup) -> Vec<u8> {
    let mut text = String::from("solid thing\n");
    for t in &soup.triangles {
        text.push_str(" facet normal 0 0 0\n  outer loop\n");
        for [x, y, z] in t.map(|i| soup.vertices[i as usize]) {
            writeln!(text, "   vertex {x:e} {y:e} {z:e}").unwrap();
        }
        text.push_str("  endloop\n endfacet\n");
    }
    text.push_str("endsolid thing\n");
    text.into_bytes()
}

pub fn stl_binary(soup: &Soup) -> Vec<u8> {
    let mut bytes = b"solid but binary".to_vec();
    bytes.resize(80, 0);
    bytes.extend((soup.triangles.len() as u32).to_le_bytes());
    for t in &soup.triangles {
        bytes.extend([0; 12]);
        for x in t.map(|i| soup.vertices[i as usize]).as_flattened() {
            bytes.extend((*x as f32).to_le_bytes());
        }
        bytes.extend([0; 2]);
    }
    bytes
}

const PLY_BODY: &str = "comment by rule\nelement vertex {V}\nproperty double x\nproperty uchar red\nproperty double y\n\
    property double z\nelement face {F}\nproperty list uchar int vertex_indices\nend_header\n";

fn ply_header(soup: &Soup, encoding: &str) -> String {
    let body = PLY_BODY.replace("{V}", &soup.vertices.len().to_string());
    format!("ply\nformat {encoding} 1.0\n{}", body.replace("{F}", &soup.triangles.len().to_string()))
}

pub fn ply_text(soup: &Soup) -> Vec<u8> {
    let mut text = ply_header(soup, "ascii");
    for [x, y, z] in &soup.vertices {
        writeln!(text, "{x} 255 {y} {z}").unwrap();
    }
    for [a, b, c] in &soup.triangles {
        writeln!(text, "3 {a} {b} {c}").unwrap();
    }
    text.into_bytes()
}

pub fn ply_little(soup: &Soup) -> Vec<u8> {
    ply_binary(soup, "binary_little_endian", f64::to_le_bytes, u32::to_le_bytes)
}

pub fn ply_big(soup: &Soup) -> Vec<u8> {
    ply_binary(soup, "binary_big_endian", f64::to_be_bytes, u32::to_be_bytes)
}

fn ply_binary(soup: &Soup, encoding: &str, double: fn(f64) -> [u8; 8], int: fn(u32) -> [u8; 4]) -> Vec<u8> {
    let mut bytes = ply_header(soup, encoding).into_bytes();
    for [x, y, z] in &soup.vertices {
        bytes.extend(double(*x));
        bytes.push(255);
        bytes.extend(double(*y));
        bytes.extend(double(*z));
    }
    for t in &soup.triangles {
        bytes.push(3);
        t.iter().for_each(|i| bytes.extend(int(*i)));
    }
    bytes
}
