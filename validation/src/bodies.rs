//! Particles in simple shapes, for the cases.

use clastic::Particle;

/// Particles on a square lattice where `inside` holds, each with the volume of its lattice cell.
pub fn lattice_2d(
    min: [f64; 2],
    max: [f64; 2],
    spacing: f64,
    density: f64,
    inside: impl Fn(f64, f64) -> bool,
) -> Vec<Particle> {
    let count = |axis: usize| ((max[axis] - min[axis]) / spacing).round() as usize;
    let volume = spacing * spacing;
    let mut particles = Vec::new();
    for i in 0..count(0) {
        for j in 0..count(1) {
            let x = min[0] + (i as f64 + 0.5) * spacing;
            let y = min[1] + (j as f64 + 0.5) * spacing;
            if inside(x, y) {
                particles.push(Particle::at([x, y, 0.0], density * volume, volume));
            }
        }
    }
    particles
}

/// A disk of particles.
pub fn disk(center: [f64; 2], radius: f64, spacing: f64, density: f64) -> Vec<Particle> {
    let [cx, cy] = center;
    let n = (radius / spacing).ceil() * spacing;
    lattice_2d([cx - n, cy - n], [cx + n, cy + n], spacing, density, |x, y| (x - cx).hypot(y - cy) <= radius)
}

/// A box of particles on a cubic lattice.
pub fn box_3d(min: [f64; 3], max: [f64; 3], spacing: f64, density: f64) -> Vec<Particle> {
    let layers = ((max[2] - min[2]) / spacing).round() as usize;
    let volume = spacing.powi(3);
    let mut particles = Vec::new();
    for k in 0..layers {
        let z = min[2] + (k as f64 + 0.5) * spacing;
        for p in lattice_2d([min[0], min[1]], [max[0], max[1]], spacing, density, |_, _| true) {
            particles.push(Particle::at([p.position[0], p.position[1], z], density * volume, volume));
        }
    }
    particles
}

/// Adds the velocity field `v + A (x − c)` and, as the particles' affine field, `A`.
pub fn set_affine_velocity(particles: &mut [Particle], c: [f64; 3], v: [f64; 3], a: [[f64; 3]; 3]) {
    for p in particles {
        for i in 0..3 {
            p.velocity[i] = v[i];
            for j in 0..3 {
                p.velocity[i] += a[i][j] * (p.position[j] - c[j]);
            }
        }
        p.affine = a;
    }
}

/// The matrix of a rotation about the z axis at `omega` rad/s.
pub fn spin(omega: f64) -> [[f64; 3]; 3] {
    [[0.0, -omega, 0.0], [omega, 0.0, 0.0], [0.0; 3]]
}

/// A repeatable sequence of numbers between −1 and 1.
pub struct Random(u64);

impl Random {
    /// Starts at a seed.
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// The next number.
    pub fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}
