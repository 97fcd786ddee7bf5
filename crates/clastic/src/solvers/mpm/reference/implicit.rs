//! The implicit step, by Newton's method and conjugate gradients as a textbook has them.

use std::collections::HashMap;

use super::{Node, Reference, Weight, vector};
use crate::integrators::{Integrator, Shares};
use crate::materials::{
    DeformationUpdate, Increment, Law, LawVisitor, NUMBERS_MAX, Response, State, law_part, viscous_stress,
};
use crate::tensor::{Matrix, Vector};

/// Newton's steps at most.
const NEWTON: usize = 12;
/// Of the first residual; at less, one that does not halve is of rounding.
const ROUNDING: f64 = 1e-12;
/// Iterations of each linear solve.
const LINEAR: usize = 2000;

/// A step's nodes in a row, and which of them every particle reaches.
struct System<'a, const D: usize> {
    reference: &'a Reference<D>,
    reached: &'a Reached<D>,
    mass: &'a [f64],
    before: &'a [Vector<f64, D>],
    push: Vec<Vector<f64, D>>,
    shares: Shares,
    dt: f64,
}

/// The nodes that particles reach, with `g_ip`, by particle.
type Reached<const D: usize> = Vec<Vec<(usize, Vector<f64, D>)>>;

impl<const D: usize> Reference<D> {
    /// The nodes that have mass in a row, and which of them every particle reaches.
    fn in_a_row(&self, nodes: &HashMap<[i64; D], Node<D>>) -> (Vec<[i64; D]>, Reached<D>) {
        let mut keys: Vec<_> =
            nodes.iter().filter(|(_, node)| node.mass > 0.0).map(|(key, _)| *key).collect();
        keys.sort_unstable();
        let index: HashMap<_, _> = keys.iter().enumerate().map(|(i, key)| (*key, i)).collect();
        let reach = |weight: &Weight<D>| {
            let node = index.get(&self.wrap_node(weight.node))?;
            Some((*node, self.gradient_of(weight)))
        };
        let of_particle = |x| self.weights(x).iter().filter_map(reach).collect();
        let reached = self.particles.iter().map(|p| of_particle(p.x)).collect();
        (keys, reached)
    }

    /// The nodes' velocities after a step of the configured integrator, for which they have momenta and impulses but no
    /// forces of stress.
    pub(super) fn solve(&self, nodes: &mut HashMap<[i64; D], Node<D>>, dt: f64) {
        let (keys, reached) = self.in_a_row(nodes);
        let gravity: Vector<f64, D> = vector(&self.config.gravity);
        let (mass, before) = motion(&keys, nodes);
        let system = System {
            reference: self,
            reached: &reached,
            mass: &mass,
            before: &before,
            push: keys
                .iter()
                .map(|key| nodes[key].impulse * (1.0 / nodes[key].mass) + gravity * dt)
                .collect(),
            shares: self.config.integrator.shares(),
            dt,
        };
        let change = system.newton();
        for ((key, before), change) in keys.iter().zip(&before).zip(change) {
            let node = nodes.get_mut(key).expect("a key of the map");
            (node.before, node.after) = (*before, *before + change);
        }
    }
}

/// Masses and velocities of nodes.
fn motion<const D: usize>(
    keys: &[[i64; D]],
    nodes: &HashMap<[i64; D], Node<D>>,
) -> (Vec<f64>, Vec<Vector<f64, D>>) {
    let of = |key| &nodes[key];
    keys.iter().map(|key| (of(key).mass, of(key).momentum * (1.0 / of(key).mass))).unzip()
}

/// `Σ m a·b`.
fn inner<const D: usize>(mass: &[f64], a: &[Vector<f64, D>], b: &[Vector<f64, D>]) -> f64 {
    a.iter().zip(b).zip(mass).map(|((a, b), m)| m * a.dot(*b)).sum()
}

impl<const D: usize> System<'_, D> {
    /// `Δv` with `Δv = push + Δt/m f(Δv)`.
    fn newton(&self) -> Vec<Vector<f64, D>> {
        let mut change = self.push.clone();
        let (mut first, mut last) = (None, f64::INFINITY);
        for _ in 0..NEWTON {
            let field: Vec<_> = self
                .before
                .iter()
                .zip(&change)
                .map(|(before, change)| *before * self.shares.old + *change * self.shares.new)
                .collect();
            let increments = self.gradients(&field);
            let forces = self.divergence(|p| self.stress(p, increments[p]));
            let residual: Vec<_> = (0..change.len())
                .map(|i| self.push[i] - change[i] - forces[i] * (self.dt / self.mass[i]))
                .collect();
            let size = residual.iter().map(|r| r.norm()).fold(0.0, f64::max);
            let whole = *first.get_or_insert(size);
            if size == 0.0 || size <= ROUNDING * whole && size > 0.5 * last {
                break;
            }
            last = size;
            let step = self.solve_linear(&residual, &increments);
            for (change, step) in change.iter_mut().zip(step) {
                *change += step;
            }
        }
        change
    }

    /// What the residual loses by a change of velocity, where the particles have these increments.
    fn product(&self, p: &[Vector<f64, D>], increments: &[Matrix<f64, D>]) -> Vec<Vector<f64, D>> {
        let gradients = self.gradients(p);
        let forces =
            self.divergence(|q| self.stress_change(q, increments[q], gradients[q] * self.shares.new));
        (0..p.len()).map(|i| p[i] + forces[i] * (self.dt / self.mass[i])).collect()
    }

    /// Conjugate gradients with the inner product `⟨u, v⟩ = Σ m u·v`.
    fn solve_linear(&self, right: &[Vector<f64, D>], increments: &[Matrix<f64, D>]) -> Vec<Vector<f64, D>> {
        let inner = |a: &[Vector<f64, D>], b: &[Vector<f64, D>]| inner(self.mass, a, b);
        let mut x = vec![Vector([0.0; D]); right.len()];
        let mut r = right.to_vec();
        let mut p = r.clone();
        let mut squared = inner(&r, &r);
        let enough = 1e-30 * squared;
        for _ in 0..LINEAR {
            if squared <= enough {
                break;
            }
            let s = self.product(&p, increments);
            let alpha = squared / inner(&p, &s);
            for i in 0..x.len() {
                x[i] += p[i] * alpha;
                r[i] += s[i] * -alpha;
            }
            let next = inner(&r, &r);
            for i in 0..x.len() {
                p[i] = r[i] + p[i] * (next / squared);
            }
            squared = next;
        }
        x
    }

    /// `Δt Σ d_i g_ipᵀ` of every particle.
    fn gradients(&self, field: &[Vector<f64, D>]) -> Vec<Matrix<f64, D>> {
        let sum = |reached: &Vec<(usize, Vector<f64, D>)>| {
            let zero = Matrix::zero(0.0);
            reached.iter().fold(zero, |sum, (i, g)| sum + field[*i].outer(*g) * self.dt)
        };
        self.reached.iter().map(sum).collect()
    }

    /// `Σ V A_p g_ip` at every node.
    fn divergence(&self, stress: impl Fn(usize) -> Matrix<f64, D>) -> Vec<Vector<f64, D>> {
        let mut sums = vec![Vector([0.0; D]); self.mass.len()];
        for (p, reached) in self.reached.iter().enumerate() {
            let stress = stress(p) * self.reference.particles[p].volume;
            for (i, g) in reached {
                sums[*i] += stress * *g;
            }
        }
        sums
    }

    /// `P Fⁿᵀ` after `H`.
    fn stress(&self, p: usize, h: Matrix<f64, D>) -> Matrix<f64, D> {
        self.visit(p, h, Matrix::zero(0.0))[0]
    }

    /// Its change by `δH`.
    fn stress_change(&self, p: usize, h: Matrix<f64, D>, dh: Matrix<f64, D>) -> Matrix<f64, D> {
        self.visit(p, h, dh)[1]
    }

    fn visit(&self, p: usize, h: Matrix<f64, D>, dh: Matrix<f64, D>) -> [Matrix<f64, D>; 2] {
        let material = &self.reference.materials[self.reference.particles[p].material];
        material.law.visit(Stress { reference: self.reference, p, h, dh })
    }
}

/// `P Fⁿᵀ` and its change.
struct Stress<'a, const D: usize> {
    reference: &'a Reference<D>,
    p: usize,
    h: Matrix<f64, D>,
    dh: Matrix<f64, D>,
}

impl<const D: usize> LawVisitor for Stress<'_, D> {
    type Output = [Matrix<f64, D>; 2];
    fn visit<L: Law>(self, _: &L) -> [Matrix<f64, D>; 2] {
        let Stress { reference, p, h, dh } = self;
        let p = &reference.particles[p];
        let material = &reference.materials[p.material];
        let numbers = p.numbers(material);
        let law = L::over(&law_part(&numbers));
        let state = p.read_state::<L>();
        let second = match reference.config.deformation {
            DeformationUpdate::FirstOrder => 0.0,
            DeformationUpdate::SecondOrder => 0.5,
        };
        let (change, dchange) = (h + h * h * second, dh + (h * dh + dh * h) * second);
        let f0 = state.deformation();
        let f = change.plus_diagonal(1.0) * f0;
        let after = state.deform(Increment::of_change(change, 0.0));
        let s = law.kirchhoff(after) * change.plus_diagonal(1.0).inverse().transpose();
        let ds = law.differential(after, f, dchange * f0) * f0.transpose();
        let ht = h.transpose();
        let stress = s + (ht * s + s * ht) * second;
        let dht = dh.transpose();
        let dstress = ds + (ht * ds + ds * ht + dht * s + s * dht) * second;
        let (eta, zeta) = (numbers[NUMBERS_MAX], numbers[NUMBERS_MAX + 1]);
        let lagged = viscous_stress(p.gradient, eta * state.volume_ratio(), zeta * state.volume_ratio());
        [stress + lagged, dstress]
    }
}

/// The grid's step alone: the nodes keep their velocities and the particles their weights from step to step, so that nothing is
/// lost by transfers and what an integrator does can be seen. Without contact.
pub struct GridAlone<const D: usize> {
    reference: Reference<D>,
    reached: Reached<D>,
    mass: Vec<f64>,
    velocity: Vec<Vector<f64, D>>,
}

impl<const D: usize> Reference<D> {
    /// Goes on with the grid alone.
    pub fn grid_alone(self) -> GridAlone<D> {
        let nodes = self.particles_to_grid(0.0, 0.0);
        let (keys, reached) = self.in_a_row(&nodes);
        let (mass, velocity) = motion(&keys, &nodes);
        GridAlone { reference: self, reached, mass, velocity }
    }
}

impl<const D: usize> GridAlone<D> {
    /// Goes on with another integrator.
    pub fn set_integrator(&mut self, integrator: Integrator) {
        self.reference.config.integrator = integrator;
    }

    fn system(&self, dt: f64) -> System<'_, D> {
        let gravity: Vector<f64, D> = vector(&self.reference.config.gravity);
        System {
            reference: &self.reference,
            reached: &self.reached,
            mass: &self.mass,
            push: vec![gravity * dt; self.velocity.len()],
            before: &self.velocity,
            shares: self.reference.config.integrator.shares(),
            dt,
        }
    }

    /// `⟨a, A b⟩ = Σ m a·(A b)`, where `A` is the matrix of Newton's method with the nodes' velocities as they are.
    pub fn product(&self, a: &[Vector<f64, D>], b: &[Vector<f64, D>], dt: f64) -> f64 {
        let system = self.system(dt);
        inner(&self.mass, a, &system.product(b, &system.gradients(&self.velocity)))
    }

    /// One step.
    pub fn step(&mut self, dt: f64) {
        let system = self.system(dt);
        let change = system.newton();
        let moved: Vec<_> =
            self.velocity.iter().zip(&change).map(|(v, change)| *v + *change * system.shares.moved).collect();
        let increments = system.gradients(&moved);
        for (v, change) in self.velocity.iter_mut().zip(change) {
            *v += change;
        }
        let mut particles = std::mem::take(&mut self.reference.particles);
        for (p, h) in particles.iter_mut().zip(increments) {
            self.reference.deform(p, h * (1.0 / dt), dt);
        }
        self.reference.particles = particles;
        self.reference.time += dt;
    }

    /// The nodes' velocities, in m/s.
    pub fn velocities(&self) -> &[Vector<f64, D>] {
        &self.velocity
    }

    /// The nodes' kinetic and the particles' elastic energy, in J.
    pub fn energy(&self) -> f64 {
        let kinetic: f64 =
            self.velocity.iter().zip(&self.mass).map(|(v, m)| 0.5 * m * v.norm_squared()).sum();
        let elastic = |p: &super::Point<D>| {
            p.volume
                * self.reference.materials[p.material].law.visit(Energy { reference: &self.reference, p })
        };
        kinetic + self.reference.particles.iter().map(elastic).sum::<f64>()
    }
}

/// The elastic energy of a particle, in J per m³.
struct Energy<'a, const D: usize> {
    reference: &'a Reference<D>,
    p: &'a super::Point<D>,
}

impl<const D: usize> LawVisitor for Energy<'_, D> {
    type Output = f64;
    fn visit<L: Law>(self, _: &L) -> f64 {
        let Energy { reference, p } = self;
        let law = L::over(&law_part(&p.numbers(&reference.materials[p.material])));
        law.energy(p.read_state::<L>())
    }
}
