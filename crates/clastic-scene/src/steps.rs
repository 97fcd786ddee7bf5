//! How a scene goes on in time: its frames and steps, and what solves for them.

use clastic::integrators::{Integrator, Solve, Unfinished};
use clastic::materials::{DeformationUpdate, VolumeSource};
use clastic::solvers::mlsrk::{self, Blend, FreeEnergy, Laplacian, Lumping, Penalty, PhaseField, Transport};
use clastic::{LiquidMethod, MlsrkMethod, PressureSolve, TimeStep};

use crate::language::*;

table! {
    /// Frames and steps. Either `duration` or `frames` is needed.
    pub struct Time {
        /// How long to simulate, in s.
        optional duration: Positive,
        /// How many frames to simulate, in place of a duration.
        optional frames: Count,
        /// Frames per second.
        default fps: Positive = 24.0,
        /// How nodes advance in time: `symplectic-euler` is explicit; `midpoint` and `backward-euler` are implicit, with steps
        /// that sound does not limit; `lambda-0.25` is another of the family that keeps momentum.
        default integrator: Text = "symplectic-euler".to_string(),
        /// How deformation follows the velocity.
        default deformation: Name<DeformationUpdate> = DeformationUpdate::FirstOrder,
        /// A fixed step, in s; the step adapts to motion and sound if not given.
        optional dt: Positive,
        /// Cells that matter may move in a step; 0.5 if not given, 1 if the integrator is implicit, 2 with the liquid solver, which
        /// takes up to 5. With the MLSRK solver, half kernel radii, and 0.2 of them if not given.
        optional courant_motion: Positive,
        /// Cells that sound may travel in a step, or half kernel radii with the MLSRK solver; 0.4 if not given.
        optional courant_sound: Positive,
        /// The longest step, in s.
        optional max_dt: Positive,
    }
}

table! {
    /// When an implicit step is solved.
    pub struct SolveTable {
        /// How far velocities may be from balance, in m/s; a ten thousandth of a cell per step if not given.
        optional tolerance: Positive,
        /// Steps of Newton's method.
        default newton: Count = 30,
        /// Iterations of conjugate gradients in each of them.
        default linear: Count = 2000,
        /// What becomes of a step that is not solved within those.
        default unfinished: Name<Unfinished> = Unfinished::Refused,
    }
}

table! {
    /// How the liquid solver goes about it.
    pub struct LiquidTable {
        /// How far from free of divergence the liquid may be, as a share of what it would be without pressure.
        default tolerance: Positive = 1e-6,
        /// After how many steps liquid that is too dense or too thin is right again; at least 1.
        default relaxation: Positive = 5.0,
        /// Whether volume is kept that way.
        default keep_volume: Flag = true,
        /// Whether particles are split and merged, so that every cell has about 4 in 2D and 8 in 3D.
        default resample: Flag = true,
    }
}

table! {
    /// How the MLSRK solver goes about it. Cells only say how finely bodies are cut into particles.
    pub struct MlsrkTable {
        /// The kernel's radius, in cells: 1.25 are two and a half times the distance of particles as they usually are.
        default radius: Positive = MlsrkMethod::default().radius,
        /// The kernel: a product of splines along the axes, or a spline of the distance.
        default kernel: Name<mlsrk::Kernel> = MlsrkMethod::default().kernel,
        /// How strongly linear terms are penalized, which keeps thin matter from being singular; 1e-4 to 1e-3 is usual.
        default regularization: NonNegative = MlsrkMethod::default().regularization,
        /// Whether constants are penalized too, for comparison: matter then feels a drag where there is none.
        default penalize_constants: Flag = false,
        /// By which mass a force is divided.
        default lumping: Name<Lumping> = MlsrkMethod::default().lumping,
        /// How velocities are blended with those around.
        default blend: Name<Blend> = MlsrkMethod::default().blend,
        /// The share of a particle's own velocity in that; 0.5 if not given, 0.9 for the forms other than `residual`.
        optional blend_share: Share,
        /// Where a material's volume comes from the density of particles: the share of the way to it that a step makes. With 1, as in the
        /// paper, pressure follows every tremble and does work.
        default volume_correction: Share = MlsrkMethod::default().correction,
        /// How many components particles have, of which each may be dissolved in them.
        default components: ComponentNumber = MlsrkMethod::default().components,
        /// How components move from particle to particle; they stay where they are if not given.
        optional phase: Nested<PhaseTable>,
    }
}

table! {
    /// How components move: Cahn and Hilliard's equation.
    pub struct PhaseTable {
        /// The free energy by the concentration.
        default energy: Name<EnergyName> = EnergyName::SingleWell,
        /// How high the barrier of a double well is: `k` of `k c² (1 − c)²`.
        default height: Positive = 1.0,
        /// The coefficients of a polynomial, from that of the constant on.
        default coefficients: List<Number> = Vec::new(),
        /// The width of interfaces, in m; half the kernel's radius if not given.
        optional interface: NonNegative,
        /// How the curvature of the concentration is found.
        default laplacian: Name<Laplacian> = Laplacian::default(),
        /// What is conserved.
        default transport: Name<Transport> = Transport::default(),
    }
}

defaults!(SolveTable, LiquidTable, MlsrkTable, PhaseTable);

names! {
    /// A free energy by the concentration.
    pub enum EnergyName {
        /// `(c − ½)²`: components spread.
        SingleWell = "single-well",
        /// `k c² (1 − c)²`: components keep together.
        DoubleWell = "double-well",
        /// `k₀ + k₁ c + k₂ c² + …`.
        Polynomial = "polynomial",
    }
}

names! {
    /// What solves for the motion of matter.
    pub enum SolverName {
        /// The material point method.
        Mpm = "mpm",
        /// Incompressible liquid on a MAC grid.
        Liquid = "liquid",
        /// Particles alone, without a grid.
        Mlsrk = "mlsrk",
    }
}

/// Names of the engine's kinds.
macro_rules! named {
    ($($kind:ty { $($variant:ident = $name:literal),+ $(,)? })+) => {
        $(impl Named for $kind {
            const ALL: &'static [Self] = &[$(<$kind>::$variant),+];
            fn name(self) -> &'static str {
                match self {
                    $(<$kind>::$variant => $name,)+
                }
            }
        })+
    };
}

named! {
    DeformationUpdate { FirstOrder = "first-order", SecondOrder = "second-order" }
    Unfinished { Refused = "refused", Taken = "taken" }
    mlsrk::Kernel { Tensor = "tensor", Radial = "radial" }
    Lumping { Own = "own", RowSum = "row-sum" }
    Blend { Residual = "residual", Pairwise = "pairwise", Paper = "paper" }
    Laplacian { Symmetric = "symmetric", Paper = "paper" }
    Transport { Conserving = "conserving", Paper = "paper", Concentration = "concentration" }
    VolumeSource { Deformation = "deformation", Density = "density" }
}

impl Time {
    /// How many frames follow the initial one.
    pub fn frame_count(&self) -> u64 {
        match (self.duration, self.frames) {
            // A duration of whole frames must not gain one by rounding.
            (Some(duration), _) => (duration * self.fps - 1e-6).ceil().max(0.0) as u64,
            (None, frames) => frames.unwrap_or(0),
        }
    }

    /// When a frame is due, in s.
    pub fn frame_time(&self, frame: u64) -> f64 {
        match self.duration {
            Some(duration) if !self.is_whole(frame) => duration,
            _ => frame as f64 / self.fps,
        }
    }

    /// Whether a frame is as long as the others; the last may end early, with the duration.
    pub fn is_whole(&self, frame: u64) -> bool {
        self.duration.is_none_or(|duration| frame as f64 <= duration * self.fps + 1e-6)
    }

    /// How nodes advance; by symplectic Euler if there is no such integrator.
    pub fn integrator(&self) -> Integrator {
        Integrator::from_name(&self.integrator).unwrap_or_default()
    }

    /// How long steps are with a solver.
    pub fn step(&self, solver: SolverName) -> TimeStep {
        let TimeStep::Adaptive { motion, sound, max } = TimeStep::default() else {
            unreachable!("the default step is adaptive")
        };
        match self.dt {
            Some(dt) => TimeStep::Fixed(dt),
            None => TimeStep::Adaptive {
                motion: self.courant_motion.unwrap_or(match solver {
                    SolverName::Liquid => 2.0,
                    SolverName::Mlsrk => 0.2,
                    SolverName::Mpm if self.integrator().is_implicit() => 1.0,
                    SolverName::Mpm => motion,
                }),
                sound: self.courant_sound.unwrap_or(sound),
                max: self.max_dt.unwrap_or(max),
            },
        }
    }
}

impl SolveTable {
    /// The engine's.
    pub fn solve(&self) -> Solve {
        let SolveTable { tolerance, newton, linear, unfinished } = *self;
        Solve { tolerance, newton: newton as usize, linear: linear as usize, unfinished }
    }
}

impl LiquidTable {
    /// The engine's.
    pub fn method(&self) -> LiquidMethod {
        let LiquidTable { tolerance, relaxation, keep_volume, resample } = *self;
        LiquidMethod {
            solve: PressureSolve { tolerance, ..PressureSolve::default() },
            relaxation: keep_volume.then_some(relaxation),
            resampling: resample,
        }
    }
}

impl MlsrkTable {
    /// The engine's, on cells of this size.
    pub fn method(&self, cell_size: f64) -> MlsrkMethod {
        let usual = MlsrkMethod::default();
        let share = if self.blend == Blend::Residual { usual.blend_share } else { 0.9 };
        MlsrkMethod {
            radius: self.radius,
            kernel: self.kernel,
            regularization: self.regularization,
            penalty: if self.penalize_constants { Penalty::All } else { Penalty::Linear },
            lumping: self.lumping,
            blend: self.blend,
            blend_share: self.blend_share.unwrap_or(share),
            correction: self.volume_correction,
            components: self.components,
            phase: self.phase.as_ref().map(|phase| phase.field(0.5 * self.radius * cell_size)),
        }
    }
}

impl PhaseTable {
    /// The engine's, for a kernel of this scale.
    fn field(&self, scale: f64) -> PhaseField {
        PhaseField {
            energy: match self.energy {
                EnergyName::SingleWell => FreeEnergy::SingleWell,
                EnergyName::DoubleWell => FreeEnergy::DoubleWell(self.height),
                EnergyName::Polynomial => FreeEnergy::Polynomial(self.coefficients.clone()),
            },
            interface: self.interface.unwrap_or(scale),
            laplacian: self.laplacian,
            transport: self.transport,
        }
    }
}
