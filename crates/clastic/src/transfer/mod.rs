//! Particles to grid and back: one P2G and one G2P for every scheme, kernel, dimension and precision.
//!
//! What happens to a particle is computed for a register of particles at once; what happens between a particle and its
//! nodes, for a row of nodes at once. A transfer knows no material: it sees masses, velocities, stresses and two
//! volume ratios.

mod g2p;
mod gradient;
mod heat;
mod hold;
mod matter;
pub(crate) mod modes;
mod p2g;
mod scheme;
mod stencil;
mod tiles;

pub use g2p::{Flaw, FlawKind, GridToParticles, Lag, Verdict};
pub use gradient::{Reached, Summed};
pub use heat::{Conduction, Room};
pub use hold::Hold;
pub use matter::MatterPlaces;
pub use modes::Modes;
pub use p2g::ParticlesToGrid;
pub use scheme::{Scheme, default_alpha};
pub(crate) use tiles::sum_arenas;
pub use tiles::{Arenas, ArenasMut};

use crate::kernels::Kernel;
use crate::tensor::{Narrow, RowKind, Wide};
use tiles::{load_tile, rows_touched};

/// How stress acts on nodes and velocities act on deformation; one choice for both, or angular momentum is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GradientForm {
    /// `w D⁻¹ (x_i − x_p)`, moving least squares: cheap, for quadratic and cubic kernels.
    MovingLeastSquares,
    /// `∇w`, the kernel's own gradient.
    KernelGradient,
}

impl GradientForm {
    /// Both forms.
    pub const ALL: [GradientForm; 2] = [GradientForm::MovingLeastSquares, GradientForm::KernelGradient];

    /// The name in scene files.
    pub fn name(self) -> &'static str {
        match self {
            GradientForm::MovingLeastSquares => "mls",
            GradientForm::KernelGradient => "kernel",
        }
    }

    /// The form of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        GradientForm::ALL.into_iter().find(|form| form.name() == name)
    }
}

/// What both transfers need to know.
#[derive(Clone, Copy, Debug)]
pub struct Transfer {
    /// How velocities travel.
    pub scheme: Scheme,
    /// The interpolation.
    pub kernel: Kernel,
    /// How gradients are taken.
    pub form: GradientForm,
    /// The size of a cell, in m.
    pub cell: f64,
    /// Whether nodes keep momentum and impulse apart.
    pub split: bool,
    /// By which share of their velocity's change nodes fall behind it: they move by `v* − lag (v* − vⁿ)`. It needs `split`.
    pub lag: f64,
}

impl Transfer {
    /// Values per node of an arena: momentum and mass, and impulse if that is kept apart.
    pub fn width(&self) -> usize {
        if self.split { Wide::NODE } else { Narrow::NODE }
    }

    /// Whether gradients are of the kernel where `C` is not. The linear kernel's `C` is the lagged `Σ v_i ∇wᵀ`.
    fn has_kernel_gradients(&self) -> bool {
        self.form == GradientForm::KernelGradient && self.kernel != Kernel::Linear
    }

    /// Whether what deforms particles is something else than `C`.
    pub fn keeps_gradient(&self) -> bool {
        self.has_kernel_gradients() || self.lag > 0.0
    }

    /// Which of the loops over nodes it takes.
    fn shape(&self) -> Shape {
        match self.kernel {
            Kernel::Linear => Shape::Linear,
            Kernel::Quadratic if self.scheme.modes.is_empty() => Shape::Quadratic,
            Kernel::Quadratic => Shape::Polynomial,
            Kernel::Cubic => Shape::Cubic,
        }
    }
}

/// The loops over nodes that are compiled: one per kernel, and one for PolyPIC.
enum Shape {
    Linear,
    Quadratic,
    Cubic,
    /// Quadratic, with modes beyond the affine field.
    Polynomial,
}
