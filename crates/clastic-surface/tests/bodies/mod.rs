//! Bodies of particles for tests, of which each needs a part.
#![allow(dead_code)]

use clastic_surface::{Points, Surface};

/// One particle in each cube of a spacing that `inside` keeps by its middle, given in spacings: 8 in a cell that is two
/// spacings wide. Each is up to 0.4 spacings from the middle along each axis.
pub struct Body {
    pub positions: Vec<[f32; 3]>,
    pub velocities: Vec<[f32; 3]>,
    pub spacing: f64,
}

pub const SPACING: f64 = 0.02;

impl Body {
    pub fn new(size: [i32; 3], inside: impl Fn([f64; 3]) -> bool) -> Self {
        let mut random = 1u64;
        let mut jitter = || {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            0.8 * ((random >> 40) as f64 / (1u64 << 24) as f64 - 0.5)
        };
        let mut positions = Vec::new();
        for i in 0..size[0] * size[1] * size[2] {
            let corner = [i % size[0], i / size[0] % size[1], i / (size[0] * size[1])];
            let middle = corner.map(|n| f64::from(n) + 0.5);
            if inside(middle) {
                positions.push(middle.map(|x| (SPACING * (x + jitter())) as f32));
            }
        }
        let velocities = positions.iter().map(|place| field(*place)).collect();
        Body { positions, velocities, spacing: SPACING }
    }

    pub fn cube(side: i32) -> Self {
        Body::new([side; 3], |_| true)
    }

    pub fn ball(diameter: i32) -> Self {
        let radius = 0.5 * f64::from(diameter);
        Body::new([diameter; 3], |place| {
            place.iter().map(|x| (x - radius).powi(2)).sum::<f64>() < radius * radius
        })
    }

    pub fn points(&self) -> Points<'_> {
        Points { positions: &self.positions, velocities: &self.velocities, spacing: self.spacing }
    }

    /// In m³.
    pub fn volume(&self) -> f64 {
        self.positions.len() as f64 * self.spacing.powi(3)
    }
}

/// A flow that turns, shears and widens, in m/s.
pub fn field([x, y, z]: [f32; 3]) -> [f32; 3] {
    [1.0 - 4.0 * y + z, 4.0 * x - 0.5 * y, 2.0 * z + 3.0 * x]
}

/// Every directed edge occurs once, and so does its reverse.
pub fn assert_closed(surface: &Surface) {
    let mut edges: Vec<[u32; 2]> =
        surface.triangles.iter().flat_map(|[a, b, c]| [[*a, *b], [*b, *c], [*c, *a]]).collect();
    edges.sort_unstable();
    let twice = edges.windows(2).filter(|pair| pair[0] == pair[1]).count();
    let alone = edges.iter().filter(|[a, b]| edges.binary_search(&[*b, *a]).is_err()).count();
    assert_eq!([twice, alone], [0, 0], "edges that occur twice, edges without their reverse");
}
