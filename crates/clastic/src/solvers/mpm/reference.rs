//! The step in plain `f64`, for reading and as the oracle of the tests.
//!
//! [`Reference`] does what [`crate::Simulation`] does between two times, written as the papers write it: positions in
//! metres, nodes in a map, one particle and one node after the other, and the kernels' textbook polynomials. It shares the
//! configuration and the laws with the engine and nothing else: no lanes, no blocks, no arenas, no order of particles. It
//! has no guard, chooses no time step, and knows neither thin colliders nor sources and sinks.
//!
//! ```
//! use clastic::materials::Liquid;
//! use clastic::solvers::mpm::reference::Reference;
//! use clastic::{Config, Dimension, Particle};
//!
//! let mut reference = Reference::<2>::new(&Config::new(Dimension::Two, 0.1))?;
//! let water = reference.add_material(Liquid::new(1e4));
//! reference.add_particles(water, &[Particle::at([0.0, 1.0, 0.0], 2.5, 0.0025)])?;
//! reference.step(0.01);
//! assert!((reference.particles()[0].particle.velocity[1] + 9.81 * 0.01).abs() < 1e-12);
//! # Ok::<(), clastic::SimulationError>(())
//! ```

mod collider;
mod heat;
mod implicit;
pub mod kernel;
mod law;

use std::collections::HashMap;

use crate::config::{BodyForceAt, Config};
use crate::error::{ConfigError, SimulationError};
use crate::grid::{Axis, Domain, Side, Wall};
use crate::integrators::Integrator;
use crate::kernels::Kernel;
use crate::materials::{DeformationUpdate, Increment, Material};
use crate::particles::Particle;
use crate::simulation::{MaterialId, flaw_of};
use crate::solvers::ParticleState;
use crate::tensor::{Matrix, Vector};
use crate::transfer::GradientForm;
use collider::touch;
pub use implicit::GridAlone;
use kernel::{Mode, modes, radius, spline};
use law::{Begin, Deform};

/// How much of `ln J` a material may be compressed before `β` sees it.
const COMPRESSION: f64 = 1e-3;
/// A wall that stands on a node counts that node in, whatever the rounding of its place, in cells.
const ON_WALL: f64 = 1e-6;

/// Particles, a grid that lives for one step, and the time.
pub struct Reference<const D: usize> {
    config: Config,
    form: GradientForm,
    materials: Vec<Material>,
    particles: Vec<Point<D>>,
    time: f64,
    least_margin: f64,
}

/// A particle.
struct Point<const D: usize> {
    id: u64,
    material: usize,
    mass: f64,
    /// Initial volume `V⁰`.
    volume: f64,
    /// Where it began.
    reference: [f64; 3],
    x: Vector<f64, D>,
    v: Vector<f64, D>,
    /// The affine field `C`.
    c: Matrix<f64, D>,
    /// Coefficients of PolyPIC's modes beyond the affine field.
    modes: Vec<Vector<f64, D>>,
    /// What its law keeps.
    state: Vec<f64>,
    /// Its heat `θ`, in K.
    heat: f64,
    concentration: f64,
    /// `∇v` of the last step, in 1/s.
    gradient: Matrix<f64, D>,
    /// Kirchhoff stress `τ`.
    tau: Matrix<f64, D>,
    /// Elastic deformation gradient, as far as the law knows it.
    f: Matrix<f64, D>,
    /// `J_E` and `J_c`.
    j: f64,
    j_c: f64,
}

/// A node, first with sums and then with velocities.
#[derive(Clone, Copy)]
struct Node<const D: usize> {
    mass: f64,
    momentum: Vector<f64, D>,
    /// `Δt f_i`.
    impulse: Vector<f64, D>,
    /// `v_iⁿ`, before forces.
    before: Vector<f64, D>,
    /// `v_i*`, after forces and contact.
    after: Vector<f64, D>,
}

impl<const D: usize> Node<D> {
    const EMPTY: Self = {
        let zero = Vector([0.0; D]);
        Node { mass: 0.0, momentum: zero, impulse: zero, before: zero, after: zero }
    };
}

/// One node in reach of a particle.
#[derive(Clone, Copy)]
struct Weight<const D: usize> {
    node: [i64; D],
    /// `w = N(x_p − x_i)`.
    w: f64,
    /// `∇w`, by the particle's position, in 1/m.
    slope: Vector<f64, D>,
    /// `x_i − x_p`, in m.
    r: Vector<f64, D>,
}

impl<const D: usize> Reference<D> {
    /// An empty world. Refuses what [`crate::Simulation`] refuses.
    ///
    /// # Panics
    /// If `config.dimension` is not `D`.
    pub fn new(config: &Config) -> Result<Self, ConfigError> {
        assert_eq!(config.dimension as usize, D, "the configuration has another dimension");
        config.check()?;
        Domain::<D>::new(config.cell_size, &config.axes[..D]).map_err(ConfigError::Domain)?;
        Ok(Reference {
            form: config.transfer()?.form,
            config: config.clone(),
            materials: Vec::new(),
            particles: Vec::new(),
            time: 0.0,
            least_margin: f64::INFINITY,
        })
    }

    /// Adds a material.
    pub fn add_material(&mut self, material: impl Into<Material>) -> MaterialId {
        self.materials.push(material.into());
        MaterialId(self.materials.len() - 1)
    }

    /// Adds particles, numbered on from those before.
    pub fn add_particles(
        &mut self,
        material: MaterialId,
        particles: &[Particle],
    ) -> Result<(), SimulationError> {
        for (index, particle) in particles.iter().enumerate() {
            if let Some(what) = flaw_of(particle, &self.config) {
                return Err(SimulationError::Particle { index, what });
            }
            let mut point = Point {
                id: self.particles.len() as u64,
                material: material.0,
                mass: particle.mass,
                volume: particle.volume,
                reference: particle.position,
                x: vector(&particle.position),
                v: vector(&particle.velocity),
                c: matrix(&particle.affine),
                modes: vec![Vector([0.0; D]); self.config.scheme.modes.len()],
                state: Vec::new(),
                heat: self.materials[material.0].heat_or_none().heat(particle.temperature),
                concentration: particle.concentrations[0],
                gradient: Matrix::zero(0.0),
                tau: Matrix::zero(0.0),
                f: matrix(&particle.deformation),
                j: 1.0,
                j_c: 1.0,
            };
            point.state = self.materials[material.0].law.visit(Begin(point.f));
            let c = point.c;
            self.deform(&mut point, c, 0.0);
            self.particles.push(point);
        }
        Ok(())
    }

    /// The simulated time, in s.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// How near any particle has come to a jump of the method: of `β`, in `ln J` and in cells from a wall, of the linear
    /// kernel's slope or PolyPIC's modes, in cells from a node or half-way between two. Where that is less than some precision's rounding, the two may differ by more.
    pub fn least_margin(&self) -> f64 {
        self.least_margin
    }

    /// All particles, in the order in which they were added.
    pub fn particles(&self) -> Vec<ParticleState> {
        let state = |(id, p): (usize, &Point<D>)| {
            let mut particle = Particle::at([0.0; 3], p.mass, p.volume);
            let material = &self.materials[p.material];
            if material.keeps_heat() {
                particle.temperature = material.heat_or_none().temperature(p.heat);
            }
            if material.keeps_concentration() {
                particle.concentrations[0] = p.concentration;
            }
            let mut stress = [[0.0; 3]; 3];
            for i in 0..D {
                particle.position[i] = p.x[i];
                particle.velocity[i] = p.v[i];
                particle.affine[i][..D].copy_from_slice(&p.c.0[i]);
                particle.deformation[i][..D].copy_from_slice(&p.f.0[i]);
                stress[i][..D].copy_from_slice(&p.tau.0[i]);
            }
            let melt = self.materials[p.material].heat_or_none().melt(p.heat);
            ParticleState { id: id as u64, material: p.material, particle, volume_ratio: p.j, stress, melt }
        };
        self.particles.iter().enumerate().map(state).collect()
    }

    /// One step: particles to grid, forces and contact, grid to particles, laws. An implicit one meets contact when it is solved,
    /// not while.
    pub fn step(&mut self, dt: f64) {
        let explicit = self.config.integrator == Integrator::SYMPLECTIC_EULER;
        let mut nodes = self.particles_to_grid(dt, if explicit { dt } else { 0.0 });
        if explicit {
            for values in nodes.values_mut() {
                self.advance_node(values, dt);
            }
        } else {
            self.solve(&mut nodes, dt);
        }
        for (node, values) in &mut nodes {
            self.meet(node, values);
        }
        let heat = self.conduct(dt);
        let mut particles = std::mem::take(&mut self.particles);
        for (p, heat) in particles.iter_mut().zip(heat) {
            p.heat = heat;
            let gradient = self.grid_to_particle(p, &nodes, dt);
            self.deform(p, gradient, dt);
        }
        self.particles = particles;
        self.time += dt;
    }

    /// ```text
    /// m_i v_iⁿ = Σ w m_p (v_p + Ĉ (x_i − x_p) + …)      Δt f_i = Δt Σ (w m_p b − V⁰ τ g_ip)
    /// ```
    fn particles_to_grid(&self, dt: f64, stressed: f64) -> HashMap<[i64; D], Node<D>> {
        let scheme = &self.config.scheme;
        let mut nodes = HashMap::new();
        for p in &self.particles {
            let (symmetric, transposed) =
                (0.5 * (scheme.stretch + scheme.rotation), 0.5 * (scheme.stretch - scheme.rotation));
            let c_hat = p.c * symmetric + p.c.transpose() * transposed;
            let b = self.body_force(p);
            for weight in self.weights(p.x) {
                let Weight { w, r, .. } = weight;
                let node = nodes.entry(self.wrap_node(weight.node)).or_insert(Node::EMPTY);
                node.mass += w * p.mass;
                node.momentum += (p.v + c_hat * r + self.beyond_affine(p, &weight)) * (w * p.mass);
                node.impulse +=
                    b * (w * p.mass * dt) - p.tau * self.gradient_of(&weight) * (p.volume * stressed);
            }
        }
        nodes
    }

    /// ```text
    /// v_i* = v_iⁿ + Δt (f_i / m_i + g)
    /// ```
    fn advance_node(&self, node: &mut Node<D>, dt: f64) {
        if node.mass > 0.0 {
            node.before = node.momentum * (1.0 / node.mass);
            node.after = node.before + node.impulse * (1.0 / node.mass) + vector(&self.config.gravity) * dt;
        }
    }

    /// Colliders, then the walls.
    fn meet(&self, index: &[i64; D], node: &mut Node<D>) {
        self.meet_colliders(index, node);
        for (axis, side, wall) in self.walls() {
            if self.is_behind(index[axis], side, wall) {
                let mut normal = Vector([0.0; D]);
                normal[axis] = side.outward();
                node.after = touch(wall.contact, wall.friction, node.after, normal);
            }
        }
    }

    /// Whether a node lies on a wall or behind it, by its index along the wall's axis.
    fn is_behind(&self, index: i64, side: Side, wall: Wall) -> bool {
        let above = index as f64 - wall.at / self.config.cell_size;
        match side {
            Side::Low => above <= ON_WALL,
            Side::High => above >= -ON_WALL,
        }
    }

    /// Moves a particle and returns `∇v` there.
    ///
    /// ```text
    /// v̂ = Σ w v_i*     v̄ = Σ w v_iⁿ     C = Σ w v_i* (x_i − x_p)ᵀ D⁻¹     ∇v = Σ v_i* g_ipᵀ
    /// v_p ← v̂ + α_v (v_p − v̄)          x_p ← x_p + Δt [v̂ + β α_x (v_p − v̄)]
    /// ```
    ///
    /// where nodes move to `x̃_i = x_i + Δt (λ v_iⁿ + (1 − λ) v_i*)` these are equations 37 to 40 of "An angular momentum conserving
    /// affine-particle-in-cell method", with `x_pⁿ⁺¹` without what FLIP adds to it.
    fn grid_to_particle(
        &mut self,
        p: &mut Point<D>,
        nodes: &HashMap<[i64; D], Node<D>>,
        dt: f64,
    ) -> Matrix<f64, D> {
        let (mut v_hat, mut v_bar) = (Vector([0.0; D]), Vector([0.0; D]));
        let (mut c, mut gradient) = (Matrix::zero(0.0), Matrix::zero(0.0));
        let mut beyond = vec![Vector([0.0; D]); p.modes.len()];
        let moved = self.config.integrator.shares().moved;
        let move_of = |node: &Node<D>| node.before * (1.0 - moved) + node.after * moved;
        let mut u_hat = Vector([0.0; D]);
        for weight in self.weights(p.x) {
            u_hat += move_of(&nodes[&self.wrap_node(weight.node)]) * weight.w;
        }
        if self.config.kernel == Kernel::Linear {
            self.least_margin = self.least_margin.min(self.distance_to_nodes(p.x));
        }
        if !p.modes.is_empty() {
            // Half-way between nodes the quadratic modes change to other nodes.
            let half = Vector([0.5 * self.config.cell_size; D]);
            self.least_margin = self.least_margin.min(self.distance_to_nodes(p.x + half));
        }
        for weight in self.weights(p.x) {
            let node = &nodes[&self.wrap_node(weight.node)];
            v_hat += node.after * weight.w;
            v_bar += node.before * weight.w;
            // The linear kernel's D_p is singular at nodes, so its C is the lagged Σ v_i ∇wᵀ.
            let u = move_of(node);
            c = c + match self.inertia() {
                Some(d) => {
                    // Equation 38.
                    let (old, new) = (weight.r, weight.r + (u - u_hat) * dt);
                    (node.after.outer(old + new) + (old - new).outer(node.after)) * (0.5 * weight.w / d)
                }
                None => node.after.outer(weight.slope),
            };
            gradient = gradient + u.outer(self.gradient_of(&weight));
            for (sum, mode) in beyond.iter_mut().zip(self.modes_at(p.x, &weight)) {
                *sum += node.after * mode.dual;
            }
        }
        let scheme = self.config.scheme;
        let own = p.v - v_bar;
        let j_trial = p.j * (gradient * dt).plus_diagonal(1.0).det();
        let beta = if scheme.moves_on_its_own() { self.beta(p, j_trial, dt) } else { 0.0 };
        p.x += (u_hat + own * (beta * scheme.alpha_position)) * dt;
        p.v = v_hat + own * scheme.alpha;
        p.c = c;
        p.modes = beyond;
        self.wrap_place(&mut p.x);
        gradient
    }

    /// Equation 5 of "Revisiting Integration in the Material Point Method", at `x_p + Δt v_p`: 0 for a particle that runs
    /// into a wall, `β_min` if the trial state is compressed, else `β_max`.
    fn beta(&mut self, p: &Point<D>, j_trial: f64, dt: f64) -> f64 {
        let scheme = self.config.scheme;
        let ahead = p.x + p.v * dt;
        let mut stopped = false;
        let mut margin = f64::INFINITY;
        for (axis, side, wall) in self.walls().filter(|_| scheme.boundary) {
            let distance = side.outward() * (ahead[axis] - wall.at);
            stopped |= distance < 0.0 && side.outward() * p.v[axis] <= 0.0;
            margin = margin.min(distance.abs() / self.config.cell_size);
        }
        if scheme.boundary {
            let (into, distance) = self.runs_into_collider(ahead, p.v, self.time + dt);
            stopped |= into;
            margin = margin.min(distance / self.config.cell_size);
        }
        let expansion = j_trial.ln() - (p.j_c.ln() - COMPRESSION);
        self.least_margin = self.least_margin.min(margin).min(expansion.abs());
        match (stopped, expansion < 0.0) {
            (true, _) => 0.0,
            (false, true) => scheme.beta_min,
            (false, false) => scheme.beta_max,
        }
    }

    /// Lets the material follow `H = Δt ∇v`.
    fn deform(&self, p: &mut Point<D>, gradient: Matrix<f64, D>, dt: f64) {
        let h = gradient * dt;
        let change = match self.config.deformation {
            DeformationUpdate::FirstOrder => h,
            DeformationUpdate::SecondOrder => h + h * h * 0.5,
        };
        let material = &self.materials[p.material];
        let by = match self.config.integrator {
            Integrator::SYMPLECTIC_EULER => Increment { rate: h, change, dt },
            _ => Increment::of_change(change, dt),
        };
        material.law.visit(Deform { point: p, material, by, gradient });
    }

    fn body_force(&self, p: &Point<D>) -> Vector<f64, D> {
        let mut at = BodyForceAt { id: p.id, position: [0.0; 3], reference: [0.0; 3], time: self.time };
        at.position[..D].copy_from_slice(&p.x.0);
        at.reference[..D].copy_from_slice(&p.reference[..D]);
        match &self.config.body_force {
            Some(force) => vector(&force(&at)),
            None => Vector([0.0; D]),
        }
    }

    /// `Σ_k share φ_k(x_i − x_p) c_k` over the modes beyond the affine field.
    fn beyond_affine(&self, p: &Point<D>, weight: &Weight<D>) -> Vector<f64, D> {
        let mut sum = Vector([0.0; D]);
        let shares = self.config.scheme.modes.shares();
        for ((c, share), mode) in p.modes.iter().zip(shares).zip(self.modes_at(p.x, weight)) {
            sum += *c * (share * mode.value);
        }
        sum
    }

    fn modes_at(&self, x: Vector<f64, D>, weight: &Weight<D>) -> impl Iterator<Item = Mode> {
        let cell = self.config.cell_size;
        let places = std::array::from_fn(|axis| (x[axis] - self.origin(axis)) / cell);
        modes::<D>(places, weight.node)
    }

    /// `D_p = d I`, in m², where it is constant.
    fn inertia(&self) -> Option<f64> {
        let cell = self.config.cell_size;
        match self.config.kernel {
            Kernel::Linear => None,
            Kernel::Quadratic => Some(cell * cell / 4.0),
            Kernel::Cubic => Some(cell * cell / 3.0),
        }
    }

    /// `g_ip`: the same for force and deformation, or angular momentum is lost.
    fn gradient_of(&self, weight: &Weight<D>) -> Vector<f64, D> {
        match (self.form, self.inertia()) {
            (GradientForm::MovingLeastSquares, Some(d)) => weight.r * (weight.w / d),
            _ => weight.slope,
        }
    }

    /// The nodes in reach of a place, with products of the axes' kernels.
    fn weights(&self, x: Vector<f64, D>) -> Vec<Weight<D>> {
        self.weights_of(self.config.kernel, x)
    }

    fn weights_of(&self, kernel: Kernel, x: Vector<f64, D>) -> Vec<Weight<D>> {
        let cell = self.config.cell_size;
        let mut all = vec![Weight { node: [0; D], w: 1.0, slope: Vector([1.0; D]), r: Vector([0.0; D]) }];
        for axis in 0..D {
            let place = (x[axis] - self.origin(axis)) / cell;
            let mut more = Vec::with_capacity(4 * all.len());
            let reach = radius(kernel);
            for i in (place - reach).ceil() as i64..=(place + reach).floor() as i64 {
                let (w, slope) = spline(kernel, place - i as f64);
                for Weight { mut node, w: so_far, slope: mut slopes, mut r } in all.iter().copied() {
                    node[axis] = i;
                    for other in 0..D {
                        slopes[other] *= if other == axis { slope / cell } else { w };
                    }
                    r[axis] = (i as f64 - place) * cell;
                    more.push(Weight { node, w: so_far * w, slope: slopes, r });
                }
            }
            all = more;
        }
        all
    }

    /// How far the nearest plane of nodes is, in cells.
    fn distance_to_nodes(&self, x: Vector<f64, D>) -> f64 {
        let along = |axis: usize| (x[axis] - self.origin(axis)) / self.config.cell_size;
        (0..D).map(|axis| (along(axis) - along(axis).round()).abs()).fold(1.0, f64::min)
    }

    /// Where node 0 lies: at the low end of a periodic axis.
    fn origin(&self, axis: usize) -> f64 {
        match self.config.axes[axis] {
            Axis::Periodic { low, .. } => low,
            Axis::Bounded { .. } => 0.0,
        }
    }

    fn wrap_node(&self, mut node: [i64; D]) -> [i64; D] {
        for axis in 0..D {
            if let Axis::Periodic { low, high } = self.config.axes[axis] {
                node[axis] = node[axis].rem_euclid(((high - low) / self.config.cell_size).round() as i64);
            }
        }
        node
    }

    fn wrap_place(&self, x: &mut Vector<f64, D>) {
        for axis in 0..D {
            if let Axis::Periodic { low, high } = self.config.axes[axis] {
                x[axis] = low + (x[axis] - low).rem_euclid(high - low);
            }
        }
    }

    fn walls(&self) -> impl Iterator<Item = (usize, Side, Wall)> {
        self.config.axes.into_iter().take(D).enumerate().flat_map(|(axis, bounds)| {
            let (low, high) = match bounds {
                Axis::Bounded { low, high } => (low, high),
                Axis::Periodic { .. } => (None, None),
            };
            let wall = move |side| move |wall| (axis, side, wall);
            low.map(wall(Side::Low)).into_iter().chain(high.map(wall(Side::High)))
        })
    }
}

fn vector<const D: usize>(values: &[f64; 3]) -> Vector<f64, D> {
    let mut v = Vector([0.0; D]);
    v.0.copy_from_slice(&values[..D]);
    v
}

fn matrix<const D: usize>(values: &[[f64; 3]; 3]) -> Matrix<f64, D> {
    let mut m = Matrix::zero(0.0);
    for i in 0..D {
        m.0[i].copy_from_slice(&values[i][..D]);
    }
    m
}
