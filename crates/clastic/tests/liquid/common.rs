//! What tests share.
#![allow(dead_code)]

use clastic::colliders::Contact;
use clastic::grid::{Axis, Wall};
use clastic::solvers::liquid::{Settings, Solids};
use clastic::transfer::Scheme;

pub fn walls(low: f64, high: f64) -> Axis {
    let wall = |at| Some(Wall::new(at, Contact::Slip));
    Axis::Bounded { low: wall(low), high: wall(high) }
}

pub fn tank<const D: usize>(cell: f64, size: [f64; D], gravity: f64) -> Settings<D> {
    let mut settings = Settings::new(cell);
    settings.axes = size.map(|size| walls(0.0, size));
    settings.gravity[1] = -gravity;
    settings
}

pub fn scheme(name: &str, dimension: usize) -> Scheme {
    Scheme::from_name(name, dimension).unwrap()
}

pub const SCHEMES: [&str; 7] = ["pic", "flip-1", "flip-0.99", "rpic", "apic", "apic-0.9", "aflip-0.99"];

pub fn random(seed: &mut u64) -> f64 {
    *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    (*seed >> 11) as f64 / (1u64 << 53) as f64 - 0.5
}

/// A round tank about the origin, of infinite length in 3D (along axis 1), with liquid inside.
pub struct RoundTank {
    pub radius: f64,
}

impl<const D: usize> Solids<D> for RoundTank {
    fn distance(&self, x: [f64; D], _: f64) -> f64 {
        let [a, b] = across(x);
        self.radius - a.hypot(b)
    }
    fn velocity(&self, _: [f64; D], _: f64) -> [f64; D] {
        [0.0; D]
    }
}

/// The two coordinates across the axis of a round tank.
pub fn across<const D: usize>(x: [f64; D]) -> [f64; 2] {
    [x[0], x[D - 1]]
}

/// A ball with a velocity.
pub struct Ball<const D: usize> {
    pub center: [f64; D],
    pub radius: f64,
    pub velocity: [f64; D],
}

impl<const D: usize> Solids<D> for Ball<D> {
    fn distance(&self, x: [f64; D], time: f64) -> f64 {
        let d = |a: usize| x[a] - self.center[a] - time * self.velocity[a];
        (0..D).map(|a| d(a).powi(2)).sum::<f64>().sqrt() - self.radius
    }
    fn velocity(&self, _: [f64; D], _: f64) -> [f64; D] {
        self.velocity
    }
}
