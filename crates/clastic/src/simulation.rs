//! The clock: time steps that land on frames, the guard that retries them, and the door to the generic solvers.

use std::sync::Arc;

use crate::Dimension;
use crate::colliders::{Load, Motion};
use crate::config::{BodyForce, Config, Method, Precision, TimeStep};
use crate::diagnostics::{Component, Diagnostics};
use crate::error::{ConfigError, SimulationError};
use crate::forces::{Mesh, MeshEnergy};
use crate::grid::WALLS;
use crate::integrators::GridEnergy;
use crate::materials::Material;
use crate::observer::{Criterion, Limit, NoObserver, Observer, Phase, StepReport};
use crate::particles::Particle;
use crate::solvers::{Attempt, ParticleState, Solver, Which};
use crate::sources::{Flow, Flows};
use crate::tensor::{Matrix, SimdLevel};
use crate::transfer::Scheme;

/// Where the energy of all steps so far went, in J; positive numbers are losses.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EnergyAccount {
    /// Lost from particles to nodes.
    pub to_grid: f64,
    /// Lost on the nodes: time integration and contact (gravity's work not counted).
    pub on_grid: f64,
    /// Lost from nodes to particles.
    pub to_particles: f64,
}

impl EnergyAccount {
    /// Lost by both transfers.
    pub fn transfers(&self) -> f64 {
        self.to_grid + self.to_particles
    }
}

/// A material of a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MaterialId(pub usize);

/// Matter, a grid and a clock.
///
/// ```
/// use clastic::materials::FixedCorotated;
/// use clastic::{Config, Dimension, Particle, Simulation};
///
/// let mut simulation = Simulation::new(Config::new(Dimension::Two, 0.1))?;
/// let jelly = simulation.add_material("jelly", FixedCorotated::new(1e4, 0.3));
/// simulation.add_particles(jelly, &[Particle::at([0.0, 1.0, 0.0], 2.5, 0.0025)])?;
/// simulation.advance_to(0.1)?;
/// assert!((simulation.diagnostics().center_of_mass[1] - (1.0 - 0.5 * 9.81 * 0.01)).abs() < 1e-2);
/// # Ok::<(), clastic::SimulationError>(())
/// ```
pub struct Simulation {
    pub(crate) config: Config,
    pub(crate) solver: Box<dyn Solver>,
    pub(crate) pool: rayon::ThreadPool,
    pub(crate) clock: Clock,
    pub(crate) materials: Vec<String>,
    pub(crate) next_id: u64,
    pub(crate) flows: Flows,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Clock {
    pub(crate) time: f64,
    pub(crate) steps: u64,
    pub(crate) energy: EnergyAccount,
}

impl Simulation {
    /// An empty world.
    pub fn new(mut config: Config) -> Result<Self, SimulationError> {
        config.check()?;
        config.meshes.clear();
        let solver = match (config.dimension, config.precision) {
            (Dimension::Two, Precision::F32) => config.solver::<f32, 2>()?,
            (Dimension::Two, Precision::F64) => config.solver::<f64, 2>()?,
            (Dimension::Three, Precision::F32) => config.solver::<f32, 3>()?,
            (Dimension::Three, Precision::F64) => config.solver::<f64, 3>()?,
        };
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(config.threads)
            .build()
            .map_err(|error| ConfigError::Threads(error.to_string()))?;
        let flows = Flows::new(&config);
        let (clock, materials) = (Clock::default(), Vec::new());
        Ok(Simulation { config, solver, pool, clock, materials, next_id: 0, flows })
    }

    /// Adds a material, with a name for reports.
    pub fn add_material(&mut self, name: &str, material: impl Into<Material>) -> MaterialId {
        self.materials.push(name.to_string());
        MaterialId(self.solver.add_material(material.into()))
    }

    /// Adds particles and returns the id of the first; the others follow.
    pub fn add_particles(
        &mut self,
        material: MaterialId,
        particles: &[Particle],
    ) -> Result<u64, SimulationError> {
        for (index, particle) in particles.iter().enumerate() {
            if let Some(what) = flaw_of(particle, &self.config) {
                return Err(SimulationError::Particle { index, what });
            }
        }
        if self.config.integrator.is_implicit() && !self.solver.law(material.0).is_isotropic() {
            let what = "has a law with directions, which implicit steps do not know";
            return Err(SimulationError::Particle { index: 0, what });
        }
        if let Some(what) = self.solver.refuses(material.0) {
            return Err(SimulationError::Particle { index: 0, what });
        }
        let first = self.next_id;
        let added = self.solver.add_particles(material.0, particles, first);
        added.map_err(|(index, what)| SimulationError::Particle { index, what })?;
        self.next_id += particles.len() as u64;
        // Some may be in a sink already.
        self.flows.approach = f64::INFINITY;
        Ok(first)
    }

    /// Adds a mesh, whose vertices are particles of a material, and returns the id of the first; the others follow. The
    /// material's law acts between meshes and on other matter, beside the forces within.
    pub fn add_mesh(
        &mut self,
        material: MaterialId,
        mesh: impl Into<Arc<Mesh>>,
    ) -> Result<u64, SimulationError> {
        let mesh = mesh.into();
        let Config { dimension, integrator, .. } = self.config;
        mesh.check(dimension, integrator, &self.solver.law(material.0))?;
        let first = self.add_particles(material, &mesh.vertices)?;
        self.solver.add_mesh(material.0, &mesh, first)?;
        self.config.meshes.push(mesh);
        Ok(first)
    }

    /// The meshes, each with the id of its first vertex.
    pub fn meshes(&self) -> impl Iterator<Item = (u64, &Mesh)> {
        self.solver.mesh_ids().into_iter().zip(self.config.meshes.iter().map(Arc::as_ref))
    }

    /// What the forces within meshes hold, in J.
    pub fn mesh_energy(&self) -> MeshEnergy {
        let solver = self.solver.as_ref();
        self.pool.install(|| solver.mesh_energy(self.time()))
    }

    /// Takes away the particles for which `keep` is false and returns how many those were.
    pub fn retain_particles(&mut self, mut keep: impl FnMut(&ParticleState) -> bool) -> usize {
        self.solver.retain(&mut keep)
    }

    /// What the simulation was made with.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The simulated time, in s.
    pub fn time(&self) -> f64 {
        self.clock.time
    }

    /// Steps taken so far.
    pub fn steps(&self) -> u64 {
        self.clock.steps
    }

    /// Threads that it runs on.
    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// The instruction set that it runs with.
    pub fn simd(&self) -> SimdLevel {
        self.config.simd.unwrap_or_else(SimdLevel::detect)
    }

    /// How many particles there are.
    pub fn len(&self) -> usize {
        self.solver.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The name of a material.
    pub fn material_name(&self, material: usize) -> &str {
        &self.materials[material]
    }

    /// Blocks that hold particles, and blocks of nodes around them.
    pub fn blocks(&self) -> (usize, usize) {
        self.solver.blocks()
    }

    /// Conserved quantities and energies.
    pub fn diagnostics(&self) -> Diagnostics {
        let solver = self.solver.as_ref();
        self.pool.install(|| solver.diagnostics(self.time()))
    }

    /// How much there is of every component, where matter is solved for as particles alone; nothing elsewhere.
    pub fn components(&self) -> Vec<Component> {
        let solver = self.solver.as_ref();
        self.pool.install(|| solver.components())
    }

    /// Where the energy went, if the configuration asks for it.
    pub fn energy_account(&self) -> Option<EnergyAccount> {
        self.config.energy_account.then_some(self.clock.energy)
    }

    /// What matter has done to the colliders since the beginning, in their order.
    pub fn collider_loads(&self) -> &[Load] {
        &self.solver.loads()[..self.config.colliders.len()]
    }

    /// What matter has done to the nodes that sources hold, in their order.
    pub fn source_loads(&self) -> &[Load] {
        &self.solver.loads()[self.config.colliders.len()..]
    }

    /// The impulse, in N s, that matter has given to the walls: low and high, axis by axis.
    pub fn wall_loads(&self) -> &[[f64; 3]; WALLS] {
        self.solver.wall_loads()
    }

    /// What has come from every source.
    pub fn source_flows(&self) -> &[Flow] {
        &self.flows.sources
    }

    /// What has gone into every sink.
    pub fn sink_flows(&self) -> &[Flow] {
        &self.flows.sinks
    }

    /// Gives a collider another motion, from the present time on. Where it leads at this time should be where the
    /// collider is, or matter is swept away. Snapshots do not hold it.
    ///
    /// # Panics
    /// If there is no such collider.
    pub fn set_collider_motion(&mut self, collider: usize, motion: Motion) -> Result<(), SimulationError> {
        if !motion.is_finite() {
            return Err(ConfigError::Motion { what: "collider", index: collider }.into());
        }
        self.config.colliders[collider].motion = motion.clone();
        self.solver.set_motion(collider, motion);
        Ok(())
    }

    /// Gives matter another body force, from the next step on. Snapshots do not hold it.
    pub fn set_body_force(&mut self, force: BodyForce) -> Result<(), SimulationError> {
        if self.config.body_force.is_none() {
            return Err(ConfigError::BodyForce.into());
        }
        self.config.body_force = Some(force.clone());
        self.solver.set_body_force(force);
        Ok(())
    }

    /// Goes on with another scheme. Particles keep what they have, so it must have as many modes beyond the affine
    /// field as the present one. The next snapshot is one of a simulation with this scheme.
    pub fn set_scheme(&mut self, scheme: Scheme) -> Result<(), SimulationError> {
        if scheme.modes.len() != self.config.scheme.modes.len() {
            return Err(ConfigError::OtherModes.into());
        }
        let config = Config { scheme, ..self.config.clone() };
        config.check_method()?;
        self.solver.set_transfer(config.transfer()?);
        self.config = config;
        Ok(())
    }

    /// All particles, by id, with everything about them; [`Simulation::columns`] is faster.
    pub fn particles(&self) -> Vec<ParticleState> {
        let mut all = Vec::with_capacity(self.len());
        self.solver.for_each(&mut |state| all.push(*state));
        all.sort_unstable_by_key(|state| state.id);
        all
    }

    /// Takes one step of the length that the configuration allows.
    pub fn step(&mut self) -> Result<StepReport, SimulationError> {
        self.run(Until::Steps(1), &mut NoObserver).map(|report| report.expect("one step was taken"))
    }

    /// Takes that many steps.
    pub fn run_steps(&mut self, steps: u64) -> Result<(), SimulationError> {
        self.run(Until::Steps(steps), &mut NoObserver).map(|_| ())
    }

    /// Takes steps until the clock shows exactly this time, in s.
    pub fn advance_to(&mut self, time: f64) -> Result<(), SimulationError> {
        self.run(Until::Time(time), &mut NoObserver).map(|_| ())
    }

    /// Takes steps until then, followed by an observer; returns the last step's report.
    pub fn run(
        &mut self,
        until: Until,
        observer: &mut (dyn Observer + Send),
    ) -> Result<Option<StepReport>, SimulationError> {
        let Simulation { config, solver, pool, clock, materials, next_id, flows } = self;
        // Entering the pool allocates, so it is entered once for many steps.
        pool.install(|| {
            let mut run = Run { config, solver: solver.as_mut(), clock, materials, next_id, flows };
            let outcome = run.until(until, observer);
            observer.phase(Phase::Outside);
            outcome
        })
    }
}

/// When a run ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Until {
    /// At this time exactly, in s.
    Time(f64),
    /// After so many steps.
    Steps(u64),
}

/// What is wrong with a deformation that no matter can have.
pub(crate) const INSIDE_OUT: &str = "has a deformation that turns it inside out; expected det F above 0";

/// What is wrong with a particle that a user gave, if anything.
pub(crate) fn flaw_of(particle: &Particle, config: &Config) -> Option<&'static str> {
    let finite = |values: &[f64]| values.iter().all(|x| x.is_finite());
    let matrices = [&particle.affine, &particle.deformation];
    if !finite(&[particle.temperature])
        || !finite(&particle.concentrations)
        || !finite(&particle.position)
        || !finite(&particle.velocity)
        || !matrices.iter().all(|m| finite(m.as_flattened()))
    {
        return Some("has a value that is not a finite number");
    }
    if !(particle.mass > 0.0
        && particle.volume > 0.0
        && particle.mass.is_finite()
        && particle.volume.is_finite())
    {
        return Some("must have a positive mass and volume");
    }
    let mut f = particle.deformation;
    if config.dimension == Dimension::Two {
        (f[0][2], f[1][2], f[2]) = (0.0, 0.0, [0.0, 0.0, 1.0]);
    }
    let det = Matrix(f).det();
    if !(det > 0.0 && det.is_finite()) {
        return Some(INSIDE_OUT);
    }
    config.lacks_component(&particle.concentrations)
}

struct Run<'a> {
    config: &'a Config,
    solver: &'a mut dyn Solver,
    clock: &'a mut Clock,
    materials: &'a [String],
    next_id: &'a mut u64,
    flows: &'a mut Flows,
}

impl Run<'_> {
    fn until(
        &mut self,
        until: Until,
        observer: &mut (dyn Observer + Send),
    ) -> Result<Option<StepReport>, SimulationError> {
        let mut last = None;
        let end = match until {
            Until::Time(_) => u64::MAX,
            Until::Steps(steps) => self.clock.steps + steps,
        };
        let target = match until {
            Until::Time(time) => time,
            Until::Steps(_) => f64::INFINITY,
        };
        while self.clock.steps < end && self.clock.time < target {
            let report = self.step(target, observer)?;
            last = Some(report);
            if !observer.step(self.clock.time, &report) {
                break;
            }
        }
        Ok(last)
    }

    /// Prepares, chooses a length, attempts, and commits what the guard lets pass.
    fn step(&mut self, target: f64, observer: &mut dyn Observer) -> Result<StepReport, SimulationError> {
        self.flows.emit(self.config, self.solver, self.clock.time, self.next_id)?;
        self.solver.prepare(observer);
        let (mut dt, mut limit) = self.length(target - self.clock.time);
        if self.clock.time + dt <= self.clock.time {
            return Err(SimulationError::Stalled { step: self.clock.steps, time: self.clock.time, dt });
        }
        let before = self.config.energy_account.then(|| self.solver.diagnostics(self.clock.time));
        let mut retries = 0;
        loop {
            match self.solver.attempt(self.clock.time, dt, observer) {
                Ok(Attempt { energy, iterations }) => {
                    self.solver.commit(dt, observer);
                    // Landing sets the clock to the frame itself, free of rounding.
                    let lands = dt == target - self.clock.time;
                    self.clock.time = if lands { target } else { self.clock.time + dt };
                    if let Some(before) = before {
                        self.account(before, energy, self.solver.diagnostics(self.clock.time));
                    }
                    self.clock.steps += 1;
                    *self.next_id = self.solver.next_id().max(*self.next_id);
                    self.flows.drain(self.config, self.solver, self.clock.time, dt);
                    return Ok(StepReport { dt, limit, retries, iterations });
                }
                Err(flaw) if retries == self.config.guard.max_retries => return Err(self.failure(flaw, dt)),
                Err(flaw) => {
                    dt *= 0.5;
                    limit = Limit {
                        criterion: Criterion::Retry,
                        material: Some(flaw.material),
                        particle: Some(flaw.id),
                    };
                    retries += 1;
                }
            }
        }
    }

    /// The length of the next step when the next frame is `remaining` away.
    fn length(&mut self, remaining: f64) -> (f64, Limit) {
        let limit = |criterion| Limit { criterion, material: None, particle: None };
        match self.config.time_step {
            TimeStep::Fixed(dt) if remaining < 1.001 * dt => (remaining, limit(Criterion::Frame)),
            TimeStep::Fixed(dt) => (dt, limit(Criterion::Fixed)),
            TimeStep::Adaptive { motion, sound, max } => {
                let mut best = (max, limit(Criterion::Maximum));
                let cell = self.config.resolution();
                // Δx²/(2d): what diffuses farther in a step overshoots.
                let diffusion = 0.5 * cell * cell / self.config.dimension as usize as f64;
                let criteria = [
                    (Criterion::Motion, motion * cell),
                    (Criterion::Sound, sound * cell * self.config.integrator.sound_steps()),
                    (Criterion::Viscosity, diffusion),
                    (Criterion::Conduction, diffusion),
                    // A vibration of angular frequency ω explodes at 2/ω.
                    (Criterion::Mesh, 2.5 * sound),
                    // On a lattice five times as much would do.
                    (Criterion::Diffusion, 0.28 * cell * cell),
                ];
                // An implicit step may be so long that matter at rest falls too far in it: v Δt + ‖g‖ Δt² = reach.
                // So may one of a mesh whose forces are, where no stress of its vertices' own limits it, and one of a liquid.
                let falls = self.config.integrator.is_implicit()
                    || !self.config.meshes.is_empty()
                    || self.config.method != Method::Mpm;
                let gravity = match falls {
                    true => self.config.gravity.iter().map(|g| g * g).sum::<f64>().sqrt(),
                    false => 0.0,
                };
                for ((criterion, reach), fastest) in criteria.into_iter().zip(self.solver.fastest()) {
                    let Which { value, material, id } = fastest;
                    let fall = if criterion == Criterion::Motion { gravity } else { 0.0 };
                    let dt = 2.0 * reach / (value + (value * value + 4.0 * fall * reach).sqrt());
                    if dt < best.0 {
                        best = (dt, Limit { criterion, material: Some(material), particle: Some(id) });
                    }
                }
                let surface = motion * cell / self.solver.surface_speed(self.clock.time);
                if surface < best.0 {
                    best = (surface, limit(Criterion::Collider));
                }
                let flow = self.flows.longest_step(self.config, self.clock.time);
                if flow < best.0 {
                    best = (flow, limit(Criterion::Source));
                }
                let dt = best.0;
                if remaining < 1.001 * dt {
                    (remaining, limit(Criterion::Frame))
                } else if remaining < 2.0 * dt {
                    (0.5 * remaining, limit(Criterion::Frame))
                } else if dt.is_finite() {
                    best
                } else {
                    // Nothing moves, nothing sounds and no frame is ahead: any step will do.
                    (1.0, limit(Criterion::Maximum))
                }
            }
        }
    }

    fn account(&mut self, before: Diagnostics, grid: GridEnergy, after: Diagnostics) {
        let work: f64 = (0..3)
            .map(|i| {
                self.config.gravity[i] * (after.center_of_mass[i] - before.center_of_mass[i]) * before.mass
            })
            .sum();
        let account = &mut self.clock.energy;
        account.to_grid += before.kinetic + before.kinetic_affine - grid.before;
        account.on_grid += grid.before + before.elastic + work - grid.after - after.elastic;
        account.to_particles += grid.after - after.kinetic - after.kinetic_affine;
    }

    fn failure(&self, flaw: Which<crate::transfer::FlawKind>, dt: f64) -> SimulationError {
        let mut position = [0.0; 3];
        self.solver.for_each(&mut |state| {
            if state.id == flaw.id {
                position = state.particle.position;
            }
        });
        SimulationError::Step {
            step: self.clock.steps,
            time: self.clock.time,
            dt,
            kind: flaw.value,
            particle: flaw.id,
            material: self.materials[flaw.material].clone(),
            position,
        }
    }
}
