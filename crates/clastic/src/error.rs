//! What can go wrong, and where.

use std::fmt;

use crate::forces::MeshError;
use crate::grid::DomainError;
use crate::kernels::Kernel;
use crate::solvers::liquid::LiquidError;
use crate::solvers::mlsrk::MlsrkError;
use crate::transfer::FlawKind;

/// Why a configuration makes no sense.
#[derive(Clone, Debug, PartialEq)]
pub enum ConfigError {
    /// The cell size is not a positive number.
    CellSize(f64),
    /// A number of the scheme is not between 0 and 1.
    Scheme {
        /// Which.
        field: &'static str,
        /// What was given.
        value: f64,
    },
    /// The linear kernel with least-squares gradients, whose matrix is singular at nodes.
    LinearLeastSquares,
    /// PolyPIC's modes with another kernel than the quadratic one.
    ModesKernel(Kernel),
    /// More modes than there are in this dimension.
    Modes,
    /// Another number of modes than the particles have.
    OtherModes,
    /// What the liquid solver cannot do.
    Liquid(LiquidError),
    /// What the MLSRK solver cannot do.
    Mlsrk(MlsrkError),
    /// The bounds of the world.
    Domain(DomainError),
    /// A length of the step that is not positive.
    TimeStep,
    /// An integrator's λ that is not between 0 and 1.
    Lambda(f64),
    /// A tolerance or a number of iterations of the implicit solve that is not positive.
    Solve,
    /// Gravity that is not finite.
    Gravity,
    /// A body force for a simulation that was made without one.
    BodyForce,
    /// A collider's friction that is negative or not a number.
    Friction {
        /// Which collider.
        collider: usize,
        /// What was given.
        value: f64,
    },
    /// A motion with a value that is not a finite number.
    Motion {
        /// What moves.
        what: &'static str,
        /// Which of them.
        index: usize,
    },
    /// A source that makes no sense.
    Source {
        /// Which.
        index: usize,
        /// What is wrong with it.
        what: &'static str,
    },
    /// Cells that a particle may move in one step, which must be more than 0 and at most 3: it is looked for no farther.
    Guard(f64),
    /// Bounds of the guard's volume ratios that no state at rest could pass.
    GuardVolume((f64, f64)),
    /// The threads could not be started.
    Threads(String),
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigError::CellSize(size) => write!(f, "the cell size is {size}; it must be a positive number"),
            ConfigError::Scheme { field, value } => {
                write!(f, "the scheme's `{field}` is {value}; it must lie between 0 and 1")
            }
            ConfigError::Liquid(error) => error.fmt(f),
            ConfigError::Mlsrk(error) => error.fmt(f),
            ConfigError::LinearLeastSquares => write!(
                f,
                "the linear kernel takes kernel gradients only: its moving-least-squares matrix is singular at nodes"
            ),
            ConfigError::ModesKernel(kernel) => write!(
                f,
                "PolyPIC's modes belong to the quadratic kernel; with the {} kernel expected a scheme without them",
                kernel.name()
            ),
            ConfigError::Modes => write!(f, "there are 9 modes in 2D and 8 in 3D; expected no more"),
            ConfigError::OtherModes => write!(
                f,
                "particles keep as many modes of PolyPIC as they began with; expected a scheme with the same modes"
            ),
            ConfigError::Domain(error) => write!(f, "{error}"),
            ConfigError::TimeStep => write!(f, "time steps and Courant numbers must be positive"),
            ConfigError::Lambda(lambda) => {
                write!(f, "the integrator's λ is {lambda}; it must lie between 0 and 1")
            }
            ConfigError::Solve => {
                write!(f, "the implicit solve's tolerance and numbers of iterations must be positive")
            }
            ConfigError::Gravity => write!(f, "gravity must be finite"),
            ConfigError::BodyForce => {
                write!(f, "it was made without a body force; expected one from the beginning")
            }
            ConfigError::Friction { collider, value } => {
                write!(f, "the friction of collider {collider} is {value}; it must be 0 or more")
            }
            ConfigError::Motion { what, index } => {
                write!(f, "{what} {index} moves by a value that is not a finite number")
            }
            ConfigError::Source { index, what } => write!(f, "source {index} {what}"),
            ConfigError::Guard(cells) => {
                write!(f, "the guard allows {cells} cells per step; it must be more than 0 and at most 3")
            }
            ConfigError::GuardVolume((low, high)) => {
                write!(
                    f,
                    "the guard's volume ratios run from {low} to {high}; they must be positive and include 1"
                )
            }
            ConfigError::Threads(error) => write!(f, "the threads could not be started: {error}"),
        }
    }
}

/// Why a simulation cannot go on. Its state is the last good one.
#[derive(Clone, Debug, PartialEq)]
pub enum SimulationError {
    /// It cannot even begin.
    Config(ConfigError),
    /// A particle that was given makes no sense.
    Particle {
        /// Its index among those given.
        index: usize,
        /// What is wrong with it.
        what: &'static str,
    },
    /// A column that was given has another length than there are particles.
    Column {
        /// How many numbers it should have.
        expected: usize,
        /// How many it has.
        found: usize,
    },
    /// A mesh that was given makes no sense.
    Mesh(MeshError),
    /// The step that motion and sound allow is too short to move the clock.
    Stalled {
        /// Steps taken before.
        step: u64,
        /// The time, in s.
        time: f64,
        /// The length of the step, in s.
        dt: f64,
    },
    /// A step was refused by the guard, at every length that was tried.
    Step {
        /// Steps taken before.
        step: u64,
        /// The time, in s.
        time: f64,
        /// The shortest length tried, in s.
        dt: f64,
        /// What is wrong.
        kind: FlawKind,
        /// The id of the first particle where it is.
        particle: u64,
        /// That particle's material.
        material: String,
        /// Where that particle is, in m.
        position: [f64; 3],
    },
}

impl fmt::Display for SimulationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SimulationError::Config(error) => write!(f, "{error}"),
            SimulationError::Mesh(error) => write!(f, "{error}"),
            SimulationError::Column { expected, found } => {
                write!(f, "the column has {found} numbers; expected {expected}")
            }
            SimulationError::Stalled { step, time, dt } => write!(
                f,
                "step {step} at t = {time:.6e} s: Δt = {dt:.3e} s is too short to move the clock; something moves or sounds \
                 far too fast: look at the initial velocities, the stiffness and the density"
            ),
            SimulationError::Particle { index, what } => write!(f, "particle {index} {what}"),
            SimulationError::Step { step, time, dt, kind: FlawKind::Unsolved, .. } => write!(
                f,
                "step {step} at t = {time:.6e} s: the implicit solve did not reach its tolerance, even with Δt = {dt:.3e} s; try \
                 a larger tolerance, more iterations or a smaller time step"
            ),
            SimulationError::Step { step, time, dt, kind, particle, material, position: [x, y, z] } => {
                let (what, advice) = match kind {
                    FlawKind::NotFinite => (
                        "got a value that is not a number",
                        "look at the initial state and the body force; if they are sound, try f64 or a smaller time step",
                    ),
                    FlawKind::TooFast => (
                        "would move farther than one step may carry it",
                        "try a smaller time step, or look for a force that is too strong",
                    ),
                    FlawKind::Deformed | FlawKind::Unsolved => (
                        "would be crushed, torn or turned inside out in one step",
                        "try a smaller time step, a softer impact or more particles per cell",
                    ),
                };
                write!(
                    f,
                    "step {step} at t = {time:.6e} s: particle {particle} of `{material}` at ({x:.6}, {y:.6}, {z:.6}) {what}, \
                     even with Δt = {dt:.3e} s; {advice}"
                )
            }
        }
    }
}

/// Why a snapshot cannot be gone on from.
#[derive(Clone, Debug, PartialEq)]
pub enum SnapshotError {
    /// The configuration makes no simulation.
    Simulation(SimulationError),
    /// The snapshot is of another kind of simulation than the configuration is for.
    Differs {
        /// In what.
        what: &'static str,
        /// What the snapshot says.
        snapshot: String,
        /// What the configuration says.
        config: String,
    },
    /// This CPU, or this version, lacks the instruction set of that name, and others round differently.
    Simd(String),
    /// The law of a material is not known, or has other numbers.
    Law {
        /// The law.
        name: String,
    },
    /// A section is missing or stands where another is expected.
    Section {
        /// What is expected.
        expected: String,
        /// What is there.
        found: Option<String>,
    },
    /// A section is longer or shorter than what it holds.
    Size {
        /// Which.
        section: String,
        /// Its size, in bytes.
        bytes: u64,
    },
    /// A section holds something that cannot be.
    Value {
        /// Which.
        section: String,
        /// What is wrong with it.
        what: &'static str,
    },
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SnapshotError::Simulation(error) => write!(f, "{error}"),
            SnapshotError::Differs { what, snapshot, config } => {
                write!(f, "the snapshot's {what} is {snapshot}, but the configuration's is {config}")
            }
            SnapshotError::Simd(name) => write!(
                f,
                "the snapshot was taken with the instruction set `{name}`, which this CPU lacks; another would round \
                 differently"
            ),
            SnapshotError::Law { name } => {
                write!(f, "the snapshot has a material of the law `{name}`; there is none")
            }
            SnapshotError::Section { expected, found: Some(found) } => {
                write!(f, "the snapshot has `{found}` where `{expected}` is expected")
            }
            SnapshotError::Section { expected, found: None } => {
                write!(f, "the snapshot ends where `{expected}` is expected")
            }
            SnapshotError::Size { section, bytes } => {
                write!(f, "the snapshot's `{section}` has {bytes} bytes, which is not what it holds")
            }
            SnapshotError::Value { section, what } => write!(f, "the snapshot's `{section}` {what}"),
        }
    }
}

impl std::error::Error for ConfigError {}
impl std::error::Error for SimulationError {}
impl std::error::Error for SnapshotError {}

impl From<MeshError> for SimulationError {
    fn from(error: MeshError) -> Self {
        SimulationError::Mesh(error)
    }
}

impl From<ConfigError> for SimulationError {
    fn from(error: ConfigError) -> Self {
        SimulationError::Config(error)
    }
}
