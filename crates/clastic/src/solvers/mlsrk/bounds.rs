//! The colliders and walls of a simulation as the solids of matter.

use super::Solids;
use crate::colliders::{Contact, in_space};
use crate::grid::{Axis, Wall};
use crate::solvers::bodies::Bodies;

/// Colliders and, behind them, walls.
pub(crate) struct Bounds {
    pub bodies: Bodies,
    /// By twice the axis, and 1 more for the high end.
    walls: Vec<(usize, Wall)>,
    /// When the step under way begins, in s.
    time: f64,
    /// How fast surfaces move then at most, in m/s.
    fastest: f64,
}

/// What matter meets.
pub(crate) enum Met {
    /// A collider.
    Body(usize),
    /// A wall: twice the axis, and 1 more for the high end.
    Wall(usize),
}

impl Bounds {
    /// As they are at the beginning.
    pub fn new(bodies: Bodies, axes: &[Axis]) -> Self {
        let mut walls = Vec::new();
        for (axis, bounds) in axes.iter().enumerate() {
            if let Axis::Bounded { low, high } = bounds {
                walls.extend(low.map(|wall| (2 * axis, wall)));
                walls.extend(high.map(|wall| (2 * axis + 1, wall)));
            }
        }
        let mut bounds = Bounds { bodies, walls, time: 0.0, fastest: 0.0 };
        bounds.begin(0.0, 0.0);
        bounds
    }

    /// Gets ready for a step.
    pub fn begin(&mut self, time: f64, dt: f64) {
        self.bodies.begin(time, dt);
        self.time = time;
        self.fastest = self.bodies.surface_speed(time);
    }

    /// What a solid is.
    pub fn met(&self, solid: usize) -> Met {
        match solid.checked_sub(self.bodies.len()) {
            None => Met::Body(solid),
            Some(wall) => Met::Wall(self.walls[wall].0),
        }
    }

    /// When the step under way begins, in s.
    pub fn time(&self) -> f64 {
        self.time
    }
}

impl<const D: usize> Solids<D> for Bounds {
    fn len(&self) -> usize {
        self.bodies.len() + self.walls.len()
    }

    fn distance(&self, solid: usize, x: [f64; D]) -> (f64, [f64; D]) {
        match solid.checked_sub(self.bodies.len()) {
            None => {
                let (distance, normal) = self.bodies.distance_to(solid, in_space(x), self.time);
                (distance, std::array::from_fn(|axis| normal[axis]))
            }
            Some(wall) => {
                let (place, wall) = &self.walls[wall];
                let (axis, sign) = (place / 2, if place % 2 == 0 { 1.0 } else { -1.0 });
                let mut normal = [0.0; D];
                normal[axis] = sign;
                (sign * (x[axis] - wall.at), normal)
            }
        }
    }

    fn fastest(&self) -> f64 {
        self.fastest
    }

    fn velocity(&self, solid: usize, x: [f64; D]) -> [f64; D] {
        match self.met(solid) {
            Met::Body(body) => {
                let velocity = self.bodies.pose(body, self.time).velocity(in_space(x));
                std::array::from_fn(|axis| velocity[axis])
            }
            Met::Wall(_) => [0.0; D],
        }
    }

    fn contact(&self, solid: usize) -> (Contact, f64) {
        match solid.checked_sub(self.bodies.len()) {
            None => self.bodies.contact(solid),
            Some(wall) => (self.walls[wall].1.contact, self.walls[wall].1.friction),
        }
    }
}
