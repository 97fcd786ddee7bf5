//! Forces within bodies whose parts keep their connections: springs, finite elements, thin sheets and strands.
//!
//! The vertices of a [`Mesh`] are particles. Its forces change their velocities as gravity would, and go to nodes with their
//! momentum, `f_i = Σ w f_p`, so that meshes meet each other and all other matter on the grid ("The affine particle-in-cell
//! method", section 7; "Revisiting Integration in the Material Point Method", section 6).

mod band;
mod element;
mod manifold;
mod matter;
mod mesh;
mod meshes;
pub mod rod;
mod shell;
mod solid;
mod solve;
mod spring;
mod strands;

pub use element::{Element, Point, Signs, Store};
pub use matter::{SheetMatter, StrandMatter};
pub use mesh::{Mesh, MeshCells, MeshError, MeshSolve, Pin};
pub(crate) use meshes::Meshes;
pub use shell::{HingeRest, Hinges, Membranes};
pub use solid::{SolidRest, Solids};
pub use spring::{SpringRest, Springs};
pub use strands::{EdgeFrame, StrandRest, Strands};

/// What the forces within meshes hold, in J.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MeshEnergy {
    /// In lengths, areas and volumes, and in shear.
    pub stretch: f64,
    /// In curvature.
    pub bend: f64,
    /// In twist.
    pub twist: f64,
}

impl MeshEnergy {
    /// All of it.
    pub fn sum(&self) -> f64 {
        self.stretch + self.bend + self.twist
    }
}
