//! What a simulation is told before it begins.

use std::sync::Arc;

use clastic_shapes::Dimension;

use crate::colliders::{Collider, Obstacle, Obstacles};
use crate::error::ConfigError;
use crate::forces::Mesh;
use crate::grid::{Axis, Domain};
use crate::integrators::{Integrator, Measured, Solve};
use crate::kernels::Kernel;
use crate::materials::DeformationUpdate;
use crate::particles::COMPONENTS_MAX;
use crate::solvers::bodies::Bodies;
pub use crate::solvers::liquid::Solve as PressureSolve;
use crate::solvers::liquid::{self, Crowd, LiquidError, LiquidSolver};
use crate::solvers::mlsrk::{self, Blend, Bounds, Lumping, MlsrkError, MlsrkSolver, Penalty, PhaseField};
use crate::solvers::mpm::{Mpm, Settings};
use crate::solvers::{Solver, Stored};
use crate::sources::{Sink, Source};
use crate::tensor::SimdLevel;
use crate::transfer::{GradientForm, Modes, Scheme, Transfer};

/// The precision of particles and nodes. Sums in diagnostics are always in `f64`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// 24 bits: fast, and good enough for pictures and most measurements.
    #[default]
    F32,
    /// 53 bits.
    F64,
}

/// What solves for the motion of matter.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Method {
    /// The material point method: every law, meshes, heat.
    #[default]
    Mpm,
    /// Incompressible liquid with a free surface on a MAC grid, computed in `f64`. Particles come and go as cells need them.
    Liquid(LiquidMethod),
    /// Particles alone, without a grid, whose components move from one to another; computed in `f64`.
    Mlsrk(MlsrkMethod),
}

/// How matter is solved for as particles alone, after "A Moving Least Square Reproducing Kernel Particle Method for Unified
/// Multiphase Continuum Simulation".
#[derive(Clone, Debug, PartialEq)]
pub struct MlsrkMethod {
    /// The kernel's radius `2a`, in cells, by which particles are laid out.
    pub radius: f64,
    /// The kernel.
    pub kernel: mlsrk::Kernel,
    /// The regularization `r` of equation 32.
    pub regularization: f64,
    /// What it penalizes.
    pub penalty: Penalty,
    /// The masses that forces move.
    pub lumping: Lumping,
    /// How velocities are blended.
    pub blend: Blend,
    /// `α_b` of equation 12: the share of a particle's own velocity.
    pub blend_share: f64,
    /// The share of the way to measured volumes that a step makes.
    pub correction: f64,
    /// How many components particles have, at most [`COMPONENTS_MAX`].
    pub components: usize,
    /// How components move, if they do.
    pub phase: Option<PhaseField>,
}

impl Default for MlsrkMethod {
    fn default() -> Self {
        let usual = mlsrk::Settings::<3>::new(1.0);
        MlsrkMethod {
            radius: 1.25,
            kernel: usual.kernel,
            regularization: usual.regularization,
            penalty: usual.penalty,
            lumping: usual.lumping,
            blend: usual.blend,
            blend_share: usual.blend_share,
            correction: usual.correction,
            components: 1,
            phase: None,
        }
    }
}

/// How a liquid is solved for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LiquidMethod {
    /// When the solve for pressure ends.
    pub solve: PressureSolve,
    /// After how many steps liquid that is too dense or too thin shall be right again, if at all; 1 or more.
    pub relaxation: Option<f64>,
    /// Whether particles are split and merged so that every cell has about `2^D`.
    pub resampling: bool,
}

impl Default for LiquidMethod {
    fn default() -> Self {
        LiquidMethod { solve: PressureSolve::default(), relaxation: Some(5.0), resampling: true }
    }
}

/// How long a step is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeStep {
    /// As long as motion and sound allow.
    Adaptive {
        /// Cells that matter may move in a step.
        motion: f64,
        /// Cells that sound may travel in a step.
        sound: f64,
        /// The longest step, in s.
        max: f64,
    },
    /// Always the same, in s, but for the last before a frame.
    Fixed(f64),
}

impl Default for TimeStep {
    fn default() -> Self {
        TimeStep::Adaptive { motion: 0.5, sound: 0.4, max: f64::INFINITY }
    }
}

/// What a step may do; one that does more is retried with half its length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guard {
    /// How far a particle may move, in cells, 3 at most; by MLSRK in half kernel radii.
    pub max_cells_per_step: f64,
    /// By which factors its volume may change in one step.
    pub step_volume_ratio: (f64, f64),
    /// Between which bounds its elastic volume ratio must stay.
    pub volume_ratio: (f64, f64),
    /// How often a step is halved before the simulation gives up.
    pub max_retries: usize,
}

impl Default for Guard {
    fn default() -> Self {
        Guard {
            max_cells_per_step: 1.0,
            step_volume_ratio: (0.1, 10.0),
            volume_ratio: (1e-6, 1e6),
            max_retries: 8,
        }
    }
}

/// For which particle, where and when a body force is asked for.
#[derive(Clone, Copy, Debug)]
pub struct BodyForceAt {
    /// The particle's stable id.
    pub id: u64,
    /// Where the particle is, in m.
    pub position: [f64; 3],
    /// Where it began, in m.
    pub reference: [f64; 3],
    /// The time, in s.
    pub time: f64,
}

/// An acceleration in m/s² that depends on the particle, its place and time.
pub type BodyForce = Arc<dyn Fn(&BodyForceAt) -> [f64; 3] + Send + Sync>;

/// Everything about a simulation but its matter.
#[derive(Clone)]
pub struct Config {
    /// Two or three dimensions; in 2D everything is per metre of depth.
    pub dimension: Dimension,
    /// The precision of the state.
    pub precision: Precision,
    /// What solves for the motion of matter.
    pub method: Method,
    /// The size of a cell, in m.
    pub cell_size: f64,
    /// The interpolation.
    pub kernel: Kernel,
    /// How gradients are taken; `None` takes moving least squares where the kernel allows.
    pub gradients: Option<GradientForm>,
    /// How velocities travel between particles and nodes.
    pub scheme: Scheme,
    /// Gravity, in m/s².
    pub gravity: [f64; 3],
    /// A further acceleration that depends on place and time.
    pub body_force: Option<BodyForce>,
    /// The bounds of the world, per axis.
    pub axes: [Axis; 3],
    /// Solids that matter runs into.
    pub colliders: Vec<Collider>,
    /// Where matter comes from.
    pub sources: Vec<Source>,
    /// Where matter goes.
    pub sinks: Vec<Sink>,
    /// The meshes that have been added, in their order: what a snapshot needs beside itself. A new simulation has none.
    pub meshes: Vec<Arc<Mesh>>,
    /// How nodes advance in time.
    pub integrator: Integrator,
    /// When an implicit step is solved.
    pub solve: Solve,
    /// How long a step is.
    pub time_step: TimeStep,
    /// How `F` follows the velocity.
    pub deformation: DeformationUpdate,
    /// What a step may do.
    pub guard: Guard,
    /// Threads; 0 takes one per core.
    pub threads: usize,
    /// The instruction set; `None` takes the fastest that the CPU has.
    pub simd: Option<SimdLevel>,
    /// Whether to account for every step's energy (costs a pass over the particles per step).
    pub energy_account: bool,
}

impl Config {
    /// An open world with earth's gravity, APIC and quadratic kernels.
    pub fn new(dimension: Dimension, cell_size: f64) -> Self {
        let scheme = Scheme::from_name("apic", dimension as usize).expect("apic is in the table");
        Config {
            dimension,
            precision: Precision::F32,
            method: Method::default(),
            cell_size,
            kernel: Kernel::Quadratic,
            gradients: None,
            scheme,
            gravity: [0.0, -9.81, 0.0],
            body_force: None,
            axes: [Axis::OPEN; 3],
            colliders: Vec::new(),
            sources: Vec::new(),
            sinks: Vec::new(),
            meshes: Vec::new(),
            integrator: Integrator::default(),
            solve: Solve::default(),
            time_step: TimeStep::default(),
            deformation: DeformationUpdate::default(),
            guard: Guard::default(),
            threads: 0,
            simd: None,
            energy_account: false,
        }
    }

    pub(crate) fn transfer(&self) -> Result<Transfer, ConfigError> {
        if !(self.cell_size > 0.0 && self.cell_size.is_finite()) {
            return Err(ConfigError::CellSize(self.cell_size));
        }
        if let Some((field, value)) = self.scheme.invalid_field() {
            return Err(ConfigError::Scheme { field, value });
        }
        if !self.scheme.modes.is_empty() && self.kernel != Kernel::Quadratic {
            return Err(ConfigError::ModesKernel(self.kernel));
        }
        if self.scheme.modes.len() > Modes::all(self.dimension as usize).len() {
            return Err(ConfigError::Modes);
        }
        let form = match (self.kernel, self.gradients) {
            (Kernel::Linear, Some(GradientForm::MovingLeastSquares)) => {
                return Err(ConfigError::LinearLeastSquares);
            }
            (Kernel::Linear, None) => GradientForm::KernelGradient,
            (_, form) => form.unwrap_or(GradientForm::MovingLeastSquares),
        };
        Ok(Transfer {
            scheme: self.scheme,
            kernel: self.kernel,
            form,
            cell: self.cell_size,
            split: self.scheme.compares_velocities()
                || self.energy_account
                || self.integrator != Integrator::SYMPLECTIC_EULER,
            lag: 1.0 - self.integrator.shares().moved,
        })
    }

    pub(crate) fn solver<T: Stored, const D: usize>(&self) -> Result<Box<dyn Solver>, ConfigError> {
        let mut gravity = [0.0; D];
        gravity.copy_from_slice(&self.gravity[..D]);
        match &self.method {
            Method::Liquid(method) => {
                return self.liquid::<T, D>(*method, gravity).map_err(ConfigError::Liquid);
            }
            Method::Mlsrk(method) => {
                return self.mlsrk::<T, D>(method, gravity).map_err(ConfigError::Mlsrk);
            }
            Method::Mpm => {}
        }
        let settings = Settings {
            level: self.simd.unwrap_or_else(SimdLevel::detect),
            transfer: self.transfer()?,
            domain: Domain::new(self.cell_size, &self.axes[..D]).map_err(ConfigError::Domain)?,
            gravity,
            deformation: self.deformation,
            integrator: self.integrator,
            solve: self.solve,
            guard: self.guard,
            energy: if self.energy_account { Measured::Yes } else { Measured::No },
            body_force: self.body_force.clone(),
        };
        Ok(Box::new(Mpm::<T, D>::new(settings, self.obstacles())))
    }

    fn liquid<T: Stored, const D: usize>(
        &self,
        method: LiquidMethod,
        gravity: [f64; D],
    ) -> Result<Box<dyn Solver>, LiquidError> {
        let mut axes = [Axis::OPEN; D];
        axes.copy_from_slice(&self.axes[..D]);
        let settings = liquid::Settings {
            axes,
            gravity,
            scheme: self.scheme,
            solve: method.solve,
            relaxation: method.relaxation,
            crowd: method.resampling.then(|| Crowd::around(D)),
            ..liquid::Settings::new(self.cell_size)
        };
        let bodies = Bodies::new(self.colliders.clone());
        Ok(Box::new(LiquidSolver::<T, D>::new(settings, bodies, self.sources.clone())?))
    }

    fn mlsrk<T: Stored, const D: usize>(
        &self,
        method: &MlsrkMethod,
        gravity: [f64; D],
    ) -> Result<Box<dyn Solver>, MlsrkError> {
        let period = |axis: usize| match self.axes[axis] {
            Axis::Periodic { low, high } => Some([low, high]),
            Axis::Bounded { .. } => None,
        };
        let settings = mlsrk::Settings {
            kernel: method.kernel,
            regularization: method.regularization,
            penalty: method.penalty,
            gravity,
            lumping: method.lumping,
            blend: method.blend,
            blend_share: method.blend_share,
            correction: method.correction,
            period: std::array::from_fn(period),
            components: method.components,
            phase: method.phase.clone(),
            guard: self.guard,
            ..mlsrk::Settings::new(method.radius * self.cell_size)
        };
        let bounds = Bounds::new(Bodies::new(self.colliders.clone()), &self.axes[..D]);
        let mut solver = MlsrkSolver::<T, D>::new(settings, bounds, self.sources.clone())?;
        solver.set_level(self.simd.unwrap_or_else(SimdLevel::detect));
        Ok(Box::new(solver))
    }

    /// The length by which steps are measured, in m: a cell, or the kernel's scale where there is no grid.
    pub(crate) fn resolution(&self) -> f64 {
        match &self.method {
            Method::Mlsrk(method) => 0.5 * method.radius * self.cell_size,
            Method::Mpm | Method::Liquid(_) => self.cell_size,
        }
    }

    /// How many concentrations columns have per particle: one of every component, and one if there are none.
    pub fn components(&self) -> usize {
        match &self.method {
            Method::Mlsrk(method) => method.components.max(1),
            Method::Mpm | Method::Liquid(_) => 1,
        }
    }

    /// What is wrong with matter of these concentrations, if there are fewer components.
    pub(crate) fn lacks_component(&self, concentrations: &[f64]) -> Option<&'static str> {
        let others = concentrations.iter().skip(self.components());
        others
            .into_iter()
            .any(|c| *c != 0.0)
            .then_some("has a concentration of a component that there is not")
    }

    /// Whether the solver can do what it is asked for.
    pub(crate) fn check_method(&self) -> Result<(), ConfigError> {
        let unknown = [
            (self.body_force.is_some(), "body force"),
            (self.energy_account, "energy account"),
            (self.integrator != Integrator::SYMPLECTIC_EULER, "integrator but its own"),
        ];
        let unknown = unknown.into_iter().find(|(is_asked, _)| *is_asked).map(|(_, what)| what);
        match (&self.method, unknown) {
            (Method::Mpm, _) => Ok(()),
            (Method::Liquid(_), unknown) => {
                liquid::check_scheme(&self.scheme).map_err(ConfigError::Liquid)?;
                unknown.map_or(Ok(()), |what| Err(ConfigError::Liquid(LiquidError::Without(what))))
            }
            (Method::Mlsrk(method), unknown) => {
                if method.components > COMPONENTS_MAX {
                    return Err(ConfigError::Mlsrk(MlsrkError::Components(method.components)));
                }
                unknown.map_or(Ok(()), |what| Err(ConfigError::Mlsrk(MlsrkError::Without(what))))
            }
        }
    }

    fn obstacles(&self) -> Obstacles {
        let cell = self.cell_size;
        let colliders = self.colliders.iter().map(|collider| Obstacle::collider(collider, cell));
        let sources = self.sources.iter().map(|source| {
            Obstacle::source(source.shape.clone(), source.motion.clone(), source.velocity, cell)
        });
        Obstacles::new(colliders.collect(), sources.collect(), cell, self.guard.max_cells_per_step)
    }

    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        self.check_method()?;
        let positive = |x: f64| x > 0.0;
        let valid = match self.time_step {
            TimeStep::Fixed(dt) => positive(dt) && dt.is_finite(),
            TimeStep::Adaptive { motion, sound, max } => positive(motion) && positive(sound) && positive(max),
        };
        if !valid {
            return Err(ConfigError::TimeStep);
        }
        if let Some(lambda) = self.integrator.invalid_lambda() {
            return Err(ConfigError::Lambda(lambda));
        }
        let Solve { tolerance, newton, linear, .. } = self.solve;
        if !(tolerance.is_none_or(positive) && newton > 0 && linear > 0) {
            return Err(ConfigError::Solve);
        }
        // A particle is looked for in the blocks next to its own, and may be a cell out of it already.
        let cells = self.guard.max_cells_per_step;
        if !(0.0 < cells && cells <= 3.0) {
            return Err(ConfigError::Guard(cells));
        }
        for (low, high) in [self.guard.step_volume_ratio, self.guard.volume_ratio] {
            if !(0.0 < low && low < 1.0 && 1.0 < high) {
                return Err(ConfigError::GuardVolume((low, high)));
            }
        }
        if !self.gravity.iter().all(|g| g.is_finite()) {
            return Err(ConfigError::Gravity);
        }
        for (index, collider) in self.colliders.iter().enumerate() {
            if !(collider.friction >= 0.0 && collider.friction.is_finite()) {
                return Err(ConfigError::Friction { collider: index, value: collider.friction });
            }
            if !collider.motion.is_finite() {
                return Err(ConfigError::Motion { what: "collider", index });
            }
        }
        for (index, source) in self.sources.iter().enumerate() {
            if let Some(what) = source.flaw().or_else(|| self.lacks_component(&source.concentrations)) {
                return Err(ConfigError::Source { index, what });
            }
        }
        for (index, sink) in self.sinks.iter().enumerate() {
            if !sink.motion.is_finite() {
                return Err(ConfigError::Motion { what: "sink", index });
            }
        }
        Ok(())
    }
}
