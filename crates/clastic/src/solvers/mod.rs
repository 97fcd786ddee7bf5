//! The solvers; each knows one step.

pub(crate) mod bodies;
pub mod liquid;
pub mod mlsrk;
pub mod mpm;

use std::sync::Arc;

use crate::colliders::{Load, Motion};
use crate::columns::{Column, Columns, Fields};
use crate::config::BodyForce;
use crate::diagnostics::{Component, Diagnostics};
use crate::error::SnapshotError;
use crate::forces::{Mesh, MeshEnergy, MeshError};
use crate::grid::WALLS;
use crate::integrators::{GridEnergy, Iterations};
use crate::materials::{AnyLaw, Material};
use crate::observer::Observer;
use crate::particles::Particle;
use crate::snapshot::{LittleEndian, Section, Sections};
use crate::sources::Flow;
use crate::tensor::{LaneScalar, Vector};
use crate::transfer::{FlawKind, Transfer};

/// Something about a particle, by its stable id.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Which<T> {
    /// What.
    pub value: T,
    /// The index of its material.
    pub material: usize,
    /// The particle.
    pub id: u64,
}

/// A particle as it is now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParticleState {
    /// The stable id.
    pub id: u64,
    /// The index of its material.
    pub material: usize,
    /// Position, velocity, affine field, deformation, mass and initial volume.
    pub particle: Particle,
    /// The elastic volume ratio `J_E`.
    pub volume_ratio: f64,
    /// The Kirchhoff stress `τ`, row by row, in Pa.
    pub stress: [[f64; 3]; 3],
    /// The molten share, from 0 to 1; 0 where the material keeps no heat.
    pub melt: f64,
}

/// What is known of a step that may be committed.
pub(crate) struct Attempt {
    /// The nodes' kinetic energy, if that is measured.
    pub energy: GridEnergy,
    /// What an implicit step took.
    pub iterations: Iterations,
}

/// The index of a particle that cannot be taken, and why.
pub(crate) type Refusal = (usize, &'static str);

/// Why a particle that is nowhere cannot be.
pub(crate) const OUTSIDE: &str = "lies outside the addressable world";

/// A number that leaves the engine in its own precision.
pub trait Stored: LaneScalar + LittleEndian {
    /// A column of such numbers, made one if it was not.
    fn column(values: &mut crate::Values) -> &mut Vec<Self>;
}

/// A solver without its dimension and precision: the door between [`crate::Simulation`] and the generic code.
pub(crate) trait Solver: Send + Sync {
    fn add_material(&mut self, material: Material) -> usize;
    /// Fails with the first that makes no sense, and then adds none.
    fn add_particles(
        &mut self,
        material: usize,
        particles: &[Particle],
        first_id: u64,
    ) -> Result<(), Refusal>;
    /// Why particles of a material cannot be added, if they cannot.
    fn refuses(&self, _material: usize) -> Option<&'static str> {
        None
    }
    /// Below which all ids are; solvers that split particles give some themselves.
    fn next_id(&self) -> u64 {
        0
    }
    /// Joins the particles with ids from `first_id` on, of a material, to a mesh.
    fn add_mesh(&mut self, material: usize, mesh: &Mesh, first_id: u64) -> Result<(), MeshError>;
    /// The id of the first vertex of every mesh.
    fn mesh_ids(&self) -> Vec<u64>;
    /// What the forces within meshes hold at a time.
    fn mesh_energy(&self, time: f64) -> MeshEnergy;
    fn retain(&mut self, keep: &mut dyn FnMut(&ParticleState) -> bool) -> usize;
    /// Takes away the particles where the distance, by place in m, is below 0, and adds them up.
    fn drain(&mut self, distance: &dyn Fn(Vector<f64, 3>) -> f64, gone: &mut Flow);
    fn materials(&self) -> usize;
    /// The law of a material.
    fn law(&self, material: usize) -> AnyLaw;
    /// Whether a source takes part in the next step.
    fn set_source_active(&mut self, source: usize, active: bool);
    /// Goes on with another transfer, for which particles keep the same fields.
    fn set_transfer(&mut self, transfer: Transfer);
    /// Gives matter that has a body force another one.
    fn set_body_force(&mut self, force: BodyForce);
    /// Gives a collider another motion.
    fn set_motion(&mut self, collider: usize, motion: Motion);
    /// Whether a place, in m, is in a collider at a time.
    fn is_in_collider(&self, place: Vector<f64, 3>, time: f64) -> bool;
    /// How fast colliders and sources near matter move at a time, in m/s.
    fn surface_speed(&mut self, time: f64) -> f64;
    /// What matter has done to the colliders and, behind them, the sources.
    fn loads(&self) -> &[Load];
    /// Sets what [`Solver::loads`] and [`Solver::wall_loads`] begin from.
    fn set_loads(&mut self, loads: &[Load], walls: [[f64; 3]; WALLS]);
    /// The impulse that matter has given to every wall, in N s.
    fn wall_loads(&self) -> &[[f64; 3]; WALLS];
    /// Orders particles and evaluates their laws, if anything has changed since the last step.
    fn prepare(&mut self, observer: &mut dyn Observer);
    /// The fastest motion and sound, in m/s, the fastest diffusion of momentum and heat, in m²/s, the fastest vibration of a mesh,
    /// in rad/s, and the fastest diffusion of components, in m²/s.
    fn fastest(&self) -> [Which<f64>; 6];
    /// Computes a step from `time` without committing it.
    fn attempt(
        &mut self,
        time: f64,
        dt: f64,
        observer: &mut dyn Observer,
    ) -> Result<Attempt, Which<FlawKind>>;
    fn commit(&mut self, dt: f64, observer: &mut dyn Observer);
    /// The sums over all matter at a time, when what holds vertices is somewhere.
    fn diagnostics(&self, time: f64) -> Diagnostics;
    /// How much there is of every component.
    fn components(&self) -> Vec<Component> {
        Vec::new()
    }
    fn len(&self) -> usize;
    fn for_each(&self, f: &mut dyn FnMut(&ParticleState));
    /// Fills the columns, where all ids are below `ids`.
    fn columns(&self, which: Fields, ids: u64, into: &mut Columns);
    /// Writes finite values of a column back, where all ids are below `ids`. Fails with the first row that cannot be, and
    /// why, and then changes nothing.
    fn set_column(&mut self, column: Column, ids: u64, values: &[f64]) -> Result<(), Refusal>;
    /// Appends everything that decides how it goes on.
    fn save(&self, to: &mut Vec<Section>);
    /// Makes an empty solver the one that was saved with so many materials, ids below `ids`, and these meshes.
    fn load(
        &mut self,
        materials: usize,
        ids: u64,
        meshes: &[Arc<Mesh>],
        from: &mut Sections,
    ) -> Result<(), SnapshotError>;
    /// Home blocks and node blocks.
    fn blocks(&self) -> (usize, usize);
}
