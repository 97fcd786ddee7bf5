//! The colliders of a simulation, as particles among them see them.

use clastic_shapes::Distance;

use crate::colliders::{Collider, Contact, Motion, Pose};
use crate::tensor::Vector;

/// Colliders, and where they are at the beginning and at the end of the step under way.
#[derive(Default)]
pub(crate) struct Bodies {
    colliders: Vec<Collider>,
    times: [f64; 2],
    poses: [Vec<Pose>; 2],
    /// How often a collider got another motion.
    changes: u64,
}

impl Bodies {
    /// These.
    pub fn new(colliders: Vec<Collider>) -> Self {
        Bodies { colliders, times: [f64::NAN; 2], poses: Default::default(), changes: 0 }
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.colliders.len()
    }

    /// Gets ready for a step.
    pub fn begin(&mut self, time: f64, dt: f64) {
        self.times = [time, time + dt];
        for (time, poses) in self.times.into_iter().zip(&mut self.poses) {
            poses.clear();
            poses.extend(self.colliders.iter().map(|collider| collider.motion.pose(time)));
        }
    }

    /// Gives a collider another motion.
    pub fn set_motion(&mut self, collider: usize, motion: Motion) {
        self.colliders[collider].motion = motion;
        self.changes += 1;
        self.times = [f64::NAN; 2];
    }

    /// How fast their surfaces move at a time, in m/s; those without end that turn are left out.
    pub fn surface_speed(&self, time: f64) -> f64 {
        let speeds = self.colliders.iter().map(|body| body.motion.pose(time).fastest(&body.shape.bounds()));
        speeds.filter(|speed| speed.is_finite()).fold(0.0, f64::max)
    }

    /// Whether a place is in one of them at a time.
    pub fn contains(&self, x: Vector<f64, 3>, time: f64) -> bool {
        (0..self.colliders.len()).any(|body| self.distance_to(body, x, time).0 < 0.0)
    }

    /// Where one is at a time.
    pub fn pose(&self, body: usize, time: f64) -> Pose {
        match self.times.iter().position(|known| *known == time) {
            Some(known) => self.poses[known][body],
            None => self.colliders[body].motion.pose(time),
        }
    }

    /// How far a place is from one of them at a time, in m, negative inside, and which way leads away from it.
    pub fn distance_to(&self, body: usize, x: Vector<f64, 3>, time: f64) -> (f64, Vector<f64, 3>) {
        let pose = self.pose(body, time);
        let Distance { value, gradient } = self.colliders[body].shape.distance(pose.undo(x).0);
        (value, pose.turn(gradient))
    }

    /// How matter meets one, and Coulomb's coefficient of friction.
    pub fn contact(&self, body: usize) -> (Contact, f64) {
        (self.colliders[body].contact, self.colliders[body].friction)
    }

    /// How often one got another motion, if all of them stand still.
    pub fn stand(&self) -> Option<u64> {
        self.colliders.iter().all(|body| body.motion == Motion::Fixed).then_some(self.changes)
    }

    /// A place as seen from a body's pivot at a time, in m.
    pub fn arm(&self, body: usize, x: Vector<f64, 3>, time: f64) -> Vector<f64, 3> {
        x - self.pose(body, time).pivot()
    }

    /// The nearest, its distance and which way leads away from it.
    pub fn nearest_body(&self, x: Vector<f64, 3>, time: f64) -> Option<(usize, f64, Vector<f64, 3>)> {
        let all = (0..self.colliders.len()).map(|body| {
            let (distance, normal) = self.distance_to(body, x, time);
            (body, distance, normal)
        });
        all.min_by(|a, b| a.1.total_cmp(&b.1))
    }
}
