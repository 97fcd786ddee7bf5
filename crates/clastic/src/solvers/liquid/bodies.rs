//! The colliders of a simulation as the solids of a liquid.

use super::Solids;
use crate::colliders::in_space;
use crate::solvers::bodies::Bodies;

impl<const D: usize> Solids<D> for Bodies {
    fn distance(&self, x: [f64; D], time: f64) -> f64 {
        self.nearest_body(in_space(x), time).map_or(f64::INFINITY, |(_, distance, _)| distance)
    }

    fn nearest(&self, x: [f64; D], time: f64) -> (f64, u16) {
        let nearest = self.nearest_body(in_space(x), time);
        nearest.map_or((f64::INFINITY, 0), |(body, distance, _)| (distance, body as u16))
    }

    fn velocity(&self, x: [f64; D], time: f64) -> [f64; D] {
        let x = in_space(x);
        let nearest = self.nearest_body(x, time);
        let velocity = nearest.map(|(body, ..)| self.pose(body, time).velocity(x));
        std::array::from_fn(|axis| velocity.map_or(0.0, |velocity| velocity[axis]))
    }

    fn normal(&self, x: [f64; D], time: f64, _reach: f64) -> [f64; D] {
        let normal = self.nearest_body(in_space(x), time).map(|(.., normal)| normal);
        std::array::from_fn(|axis| normal.map_or(0.0, |normal| normal[axis]))
    }

    fn stand(&self) -> Option<u64> {
        Bodies::stand(self)
    }

    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
