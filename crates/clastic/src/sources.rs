//! Where matter comes from and where it goes.
//!
//! A source is a shape through which matter flows at a given velocity, as a nozzle does (section 6 of "Revisiting
//! Integration in the Material Point Method"): the nodes inside it take that velocity, particles inside it move by those nodes
//! alone, and where the flow enters the shape new particles come in. They stand on an endless lattice that moves with the
//! flow, so that matter leaves at its density. Adaptive steps are short enough for that.

use std::ops::Range;
use std::sync::Arc;

use clastic_shapes::{Sampling, SignedDistance};

use crate::colliders::{Load, Motion, in_space};
use crate::config::Config;
use crate::error::{ConfigError, SimulationError};
use crate::parallel::{Records, tree};
use crate::particles::{COMPONENTS_MAX, Particle};
use crate::simulation::MaterialId;
use crate::solvers::Solver;
use crate::tensor::Vector;

/// Particles per piece of parallel work.
const GRAIN: usize = 4096;
/// Particles that a source may be asked to hold.
const MOST_PLACES: f64 = 1e9;
/// Beyond so many spacings of flow the places of a lattice are lost in rounding.
const FARTHEST: f64 = 1e12;
/// How far matter may come into a sink before it goes, in cells.
const DRAIN: f64 = 0.5;
/// How far its matter flows, in spacings, before new particles come in.
const HASTE: f64 = 0.5;

/// Where matter comes from.
#[derive(Clone, Debug)]
pub struct Source {
    /// What matter flows through, where it stands at first; it must be bounded.
    pub shape: Arc<dyn SignedDistance>,
    /// How the shape moves.
    pub motion: Motion,
    /// What comes.
    pub material: MaterialId,
    /// Its velocity in the frame of the shape, in m/s. Without one, the shape is filled once and its matter left to itself.
    pub velocity: [f64; 3],
    /// The mean distance of particles, in m.
    pub spacing: f64,
    /// How particles are placed: regular or jittered.
    pub sampling: Sampling,
    /// What jitter is drawn from.
    pub seed: u64,
    /// The density of the matter, in kg/m³ (kg/m² in 2D).
    pub density: f64,
    /// Its temperature, in K or °C.
    pub temperature: f64,
    /// The concentrations of what is dissolved in it.
    pub concentrations: [f64; COMPONENTS_MAX],
    /// When it begins, in s.
    pub start: f64,
    /// When it ends, in s.
    pub end: f64,
    /// How many particles come at most.
    pub max_particles: u64,
    /// How much comes per second at most, in kg/s.
    pub max_rate: f64,
}

impl Source {
    /// One that never ends.
    pub fn new(
        shape: impl SignedDistance + 'static,
        material: MaterialId,
        density: f64,
        spacing: f64,
    ) -> Self {
        Source {
            shape: Arc::new(shape),
            motion: Motion::Fixed,
            material,
            velocity: [0.0; 3],
            spacing,
            sampling: Sampling::Regular,
            seed: 0,
            density,
            temperature: 0.0,
            concentrations: [0.0; COMPONENTS_MAX],
            start: 0.0,
            end: f64::INFINITY,
            max_particles: u64::MAX,
            max_rate: f64::INFINITY,
        }
    }

    /// What is wrong with it, if anything.
    pub(crate) fn flaw(&self) -> Option<&'static str> {
        let positive = |x: f64| x > 0.0 && x.is_finite();
        let finite = |x: &f64| x.is_finite();
        let [low, high] = self.shape.bounds();
        if !low.iter().chain(&high).all(finite) {
            return Some("has no bounds; expected a shape that has");
        }
        if !positive(self.spacing) || !positive(self.density) {
            return Some("must have a positive spacing and density");
        }
        if !self.velocity.iter().chain(&self.concentrations).chain([&self.temperature]).all(finite) {
            return Some("has a value that is not a finite number");
        }
        if !self.motion.is_finite() {
            return Some("moves by a value that is not a finite number");
        }
        if !(self.start.is_finite() && self.end > self.start && self.max_rate > 0.0) {
            return Some("must end after it starts and have a positive rate");
        }
        if self.velocity == [0.0; 3] && self.max_rate.is_finite() {
            return Some("has a rate but no velocity");
        }
        if self.sampling == Sampling::Poisson {
            return Some("cannot be sampled by Poisson disks; expected regular or jittered places");
        }
        let places: f64 = (0..3).map(|axis| 1.0 + (high[axis] - low[axis]) / self.spacing).product();
        (places > MOST_PLACES).then_some("would hold more than a billion particles")
    }

    /// Lets the particles in it flow as it does at a time, in s; returns what that takes from them.
    pub(crate) fn lead<const D: usize>(
        &self,
        time: f64,
        position: &[[f64; D]],
        mass: &[f64],
        velocity: &mut [[f64; D]],
        affine: &mut [[[f64; D]; D]],
    ) -> Load {
        if self.velocity == [0.0; 3] {
            return Load::default();
        }
        let pose = self.motion.pose(time);
        let lead = |range: Range<usize>, (v, c): (Records<[f64; D]>, Records<[[f64; D]; D]>)| {
            let mut load = Load::default();
            for ((index, v), c) in range.zip(v.data).zip(c.data) {
                let x = in_space(position[index]);
                if self.shape.distance(pose.undo(x).0).value < 0.0 {
                    let flow = pose.velocity(x) + pose.turn(self.velocity);
                    load.push((in_space(*v) - flow) * mass[index], x - pose.pivot());
                    (0..D).for_each(|axis| v[axis] = flow[axis]);
                    *c = [[0.0; D]; D];
                }
            }
            load
        };
        let count = velocity.len();
        let data = (Records { data: velocity, stride: 1 }, Records { data: affine, stride: 1 });
        tree(0..count, GRAIN, &|i| i, data, &lead, &Load::and)
    }

    /// Whether matter flows at a time, in s, after so many particles.
    fn flows(&self, time: f64, particles: u64) -> bool {
        self.start <= time && time < self.end && particles < self.max_particles
    }

    /// Whether enough has flowed away since particles last came in.
    fn is_due(&self, last: Option<f64>, time: f64) -> bool {
        let speed = Vector(self.velocity).norm();
        last.is_none_or(|last| speed * (time - last) >= HASTE * self.spacing)
    }

    /// How long a step from a time on may be, in s, so that it neither passes the beginning nor lets more flow out than one
    /// layer of particles.
    fn longest_step(&self, time: f64, particles: u64) -> f64 {
        if time < self.start {
            self.start - time
        } else if self.flows(time, particles) {
            self.spacing / Vector(self.velocity).norm()
        } else {
            f64::INFINITY
        }
    }

    /// The places, in the frame of the shape, of the lattice's particles that have come in since the last time, each with a
    /// number that is drawn for it.
    fn entered(&self, dimension: usize, last: Option<f64>, time: f64) -> Vec<(u64, Vector<f64, 3>)> {
        let [low, high] = self.shape.bounds().map(Vector);
        let velocity = Vector(self.velocity);
        let flown = velocity * (time - self.start);
        if flown.norm() >= FARTHEST * self.spacing {
            return Vec::new();
        }
        let since = last.map(|last| velocity * (time - last));
        let is_in = |x: Vector<f64, 3>| self.shape.distance(x.0).value < 0.0;
        let range = |axis: usize| {
            if axis < dimension {
                let first = (-flown[axis] / self.spacing).floor() as i64 - 1;
                first..first + ((high[axis] - low[axis]) / self.spacing).ceil() as i64 + 3
            } else {
                0..1
            }
        };
        let mut found = Vec::new();
        for i in range(0) {
            for j in range(1) {
                for k in range(2) {
                    let index = [i, j, k];
                    let mut x = low + flown;
                    for axis in 0..dimension {
                        x[axis] += (index[axis] as f64 + self.jitter(index, axis)) * self.spacing;
                    }
                    if is_in(x) && since.is_none_or(|since| !is_in(x - since)) {
                        found.push((self.draw(index, 3), x));
                    }
                }
            }
        }
        found
    }

    /// Where in its cell of the lattice a particle stands along an axis, from 0 to 1.
    fn jitter(&self, index: [i64; 3], axis: usize) -> f64 {
        match self.sampling {
            Sampling::Jittered => (self.draw(index, axis) >> 11) as f64 / (1u64 << 53) as f64,
            Sampling::Regular | Sampling::Poisson => 0.5,
        }
    }

    /// A number drawn for a cell of the lattice.
    fn draw(&self, index: [i64; 3], which: usize) -> u64 {
        let numbers = index.map(|i| i as u64).into_iter().chain([which as u64]);
        numbers.fold(mix(self.seed), |drawn, number| mix(drawn ^ number))
    }
}

/// A step of SplitMix64, which spreads every bit over all.
fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// Where matter goes: particles in it are taken away.
#[derive(Clone, Debug)]
pub struct Sink {
    /// What it looks like where it stands at first.
    pub shape: Arc<dyn SignedDistance>,
    /// How it moves.
    pub motion: Motion,
    /// When it begins, in s.
    pub start: f64,
    /// When it ends, in s.
    pub end: f64,
}

impl Sink {
    /// One that stands still and is always open.
    pub fn new(shape: impl SignedDistance + 'static) -> Self {
        Sink { shape: Arc::new(shape), motion: Motion::Fixed, start: f64::NEG_INFINITY, end: f64::INFINITY }
    }
}

/// What has come from a source or gone into a sink.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Flow {
    /// How many particles.
    pub particles: u64,
    /// Their mass, in kg.
    pub mass: f64,
    /// Their momentum, in kg m/s.
    pub momentum: [f64; 3],
}

impl Flow {
    pub(crate) fn add(&mut self, mass: f64, velocity: [f64; 3]) {
        self.particles += 1;
        self.mass += mass;
        for axis in 0..3 {
            self.momentum[axis] += mass * velocity[axis];
        }
    }
}

/// What has come from every source and gone into every sink.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flows {
    pub(crate) sources: Vec<Flow>,
    /// When particles last came in, in s.
    pub(crate) last: Vec<Option<f64>>,
    pub(crate) sinks: Vec<Flow>,
    /// How far matter and sinks may have come towards each other since matter last went, in m.
    pub(crate) approach: f64,
}

impl Flows {
    pub(crate) fn new(config: &Config) -> Self {
        Flows {
            sources: vec![Flow::default(); config.sources.len()],
            last: vec![None; config.sources.len()],
            sinks: vec![Flow::default(); config.sinks.len()],
            approach: f64::INFINITY,
        }
    }

    /// Lets the sources' particles in before a step; those that would be in a collider stay out.
    pub(crate) fn emit(
        &mut self,
        config: &Config,
        solver: &mut dyn Solver,
        time: f64,
        next_id: &mut u64,
    ) -> Result<(), SimulationError> {
        for (index, source) in config.sources.iter().enumerate() {
            let flows = source.flows(time, self.sources[index].particles);
            // What does not flow is let in once and then left to itself.
            solver.set_source_active(index, flows && source.velocity != [0.0; 3]);
            if !flows || !source.is_due(self.last[index], time) {
                continue;
            }
            let particles = self.particles(config, index, solver, time);
            self.last[index] = Some(time);
            if particles.is_empty() {
                continue;
            }
            let wrong = |what| ConfigError::Source { index, what };
            if source.material.0 >= solver.materials() {
                return Err(wrong("names a material that was not added").into());
            }
            solver.add_particles(source.material.0, &particles, *next_id).map_err(|(_, what)| wrong(what))?;
            *next_id += particles.len() as u64;
            for particle in &particles {
                self.sources[index].add(particle.mass, particle.velocity);
            }
        }
        Ok(())
    }

    fn particles(&self, config: &Config, index: usize, solver: &dyn Solver, time: f64) -> Vec<Particle> {
        let (source, so_far) = (&config.sources[index], &self.sources[index]);
        let dimension = config.dimension as usize;
        let volume = source.spacing.powi(dimension as i32);
        let mass = source.density * volume;
        let pose = source.motion.pose(time);
        let mut entered = source.entered(dimension, self.last[index], time);
        entered.retain(|(_, x)| !solver.is_in_collider(pose.apply(*x), time));
        let by_rate = (source.max_rate * (time - source.start) - so_far.mass) / mass;
        let most = by_rate.min((source.max_particles - so_far.particles) as f64).max(0.0) as usize;
        if entered.len() > most {
            // Those that come are drawn, so that they come from everywhere.
            entered.sort_unstable_by_key(|(drawn, _)| *drawn);
            entered.truncate(most);
        }
        let particle = |(_, x): &(u64, Vector<f64, 3>)| {
            let x = pose.apply(*x);
            let velocity = pose.velocity(x) + pose.turn(source.velocity);
            let (temperature, concentrations) = (source.temperature, source.concentrations);
            Particle { velocity: velocity.0, temperature, concentrations, ..Particle::at(x.0, mass, volume) }
        };
        entered.iter().map(particle).collect()
    }

    /// How long a step from a time on may be, in s, so that no source misses anything.
    pub(crate) fn longest_step(&self, config: &Config, time: f64) -> f64 {
        let steps = config.sources.iter().zip(&self.sources);
        steps.map(|(source, flow)| source.longest_step(time, flow.particles)).fold(f64::INFINITY, f64::min)
    }

    /// Takes away what has reached the sinks after a step that ends at a time; not after every step, since what is left must be
    /// ordered, but before anything is half a cell deep in them.
    pub(crate) fn drain(&mut self, config: &Config, solver: &mut dyn Solver, time: f64, dt: f64) {
        if config.sinks.is_empty() {
            return;
        }
        let sinks = config.sinks.iter().map(|sink| sink.motion.pose(time).fastest(&sink.shape.bounds()));
        let opens = |sink: &Sink| time - dt < sink.start && sink.start <= time;
        if config.sinks.iter().any(opens) {
            self.approach = f64::INFINITY;
        }
        self.approach += (solver.fastest()[0].value + sinks.fold(0.0, f64::max)) * dt;
        if self.approach < DRAIN * config.cell_size {
            return;
        }
        self.approach = 0.0;
        for (flow, sink) in self.sinks.iter_mut().zip(&config.sinks) {
            if sink.start <= time && time < sink.end {
                let pose = sink.motion.pose(time);
                solver.drain(&|x| sink.shape.distance(pose.undo(x).0).value, flow);
            }
        }
    }
}
