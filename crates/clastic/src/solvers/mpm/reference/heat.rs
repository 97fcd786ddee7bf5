//! Heat, as [`crate::transfer::Conduction`] lets it flow.

use std::collections::HashMap;

use super::{Point, Reference};
use crate::kernels::Kernel;
use crate::materials::Heat;
use crate::tensor::Vector;

/// A node: its heat capacity, its heat, the heat that flows to it, and what a wall keeps it at.
#[derive(Clone, Copy, Default)]
struct Node {
    capacity: f64,
    content: f64,
    flow: f64,
    wall: Option<f64>,
}

impl Node {
    fn temperature(&self) -> f64 {
        self.wall.unwrap_or(self.content / self.capacity)
    }

    fn change(&self) -> f64 {
        if self.wall.is_some() { 0.0 } else { self.flow / self.capacity }
    }
}

impl<const D: usize> Reference<D> {
    /// The heat that every particle has after a step.
    pub(super) fn conduct(&self, dt: f64) -> Vec<f64> {
        let cell = self.config.cell_size;
        let inertia = cell * cell / 4.0;
        let stencil = |p: &Point<D>| self.weights_of(Kernel::Quadratic, p.x);
        let mut nodes: HashMap<[i64; D], Node> = HashMap::new();
        for (p, heat) in self.heated() {
            for weight in stencil(p) {
                let node = nodes.entry(self.wrap_node(weight.node)).or_default();
                node.capacity += weight.w * p.mass * heat.capacity;
                node.content += weight.w * p.mass * heat.capacity * heat.temperature(p.heat);
            }
        }
        for (index, node) in &mut nodes {
            for (axis, side, wall) in self.walls() {
                if wall.temperature.is_some() && self.is_behind(index[axis], side, wall) {
                    node.wall = wall.temperature;
                }
            }
        }
        let before = nodes.clone();
        // What a particle finds: T_g, and what it loses to others in its cell.
        let even = |p: &Point<D>, heat: &Heat| {
            let found: f64 =
                stencil(p).iter().map(|at| at.w * before[&self.wrap_node(at.node)].temperature()).sum();
            let diffusivity = heat.conductivity * p.volume * p.j / (p.mass * heat.capacity);
            let share = 1.0 - (-4.0 * dt * diffusivity / (cell * cell)).exp();
            share * (heat.temperature(p.heat) - found)
        };
        for (p, heat) in self.heated() {
            let mut slope = Vector([0.0; D]);
            for at in stencil(p) {
                slope += at.r * (at.w * before[&self.wrap_node(at.node)].temperature() / inertia);
            }
            let evened = even(p, heat);
            for at in stencil(p) {
                let conducted = dt * p.volume * p.j * heat.conductivity * slope.dot(at.r) * at.w / inertia;
                let node = nodes.entry(self.wrap_node(at.node)).or_default();
                node.flow += at.w * p.mass * heat.capacity * evened - conducted;
            }
        }
        self.particles
            .iter()
            .map(|p| match &self.materials[p.material].heat {
                None => p.heat,
                Some(heat) => {
                    let taken: f64 =
                        stencil(p).iter().map(|at| at.w * nodes[&self.wrap_node(at.node)].change()).sum();
                    p.heat + taken - even(p, heat)
                }
            })
            .collect()
    }

    /// The particles that conduct heat, and how.
    fn heated(&self) -> impl Iterator<Item = (&Point<D>, &Heat)> {
        self.particles.iter().filter_map(|p| Some((p, self.materials[p.material].heat.as_ref()?)))
    }
}
