//! What can be seen of a run from outside: the phases of a step, how long it was and why.

use crate::integrators::Iterations;

/// What a phase of a step does; an [`Observer`] may time them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Particles are ordered by block.
    Order,
    /// Body forces, and forces within meshes.
    Meshes,
    /// Particles to arenas.
    ParticlesToGrid,
    /// The velocities of an implicit step.
    Solve,
    /// Arenas to nodes, and nodes in time.
    Grid,
    /// Nodes to particles.
    GridToParticles,
    /// Shape functions of particles without a grid.
    Shapes,
    /// Forces between them.
    Forces,
    /// Components that move from particle to particle.
    Components,
    /// Velocities around particles.
    Blend,
    /// Particles without a grid move.
    Positions,
    /// Heat between particles, through nodes.
    Heat,
    /// Deformation, stress and limits of the time step.
    Materials,
    /// Outside the step.
    Outside,
}

/// Follows a run from outside. The engine itself has no clock on the wall.
pub trait Observer {
    /// A phase begins.
    fn phase(&mut self, _phase: Phase) {}
    /// A step is done; `false` ends the run early.
    fn step(&mut self, _time: f64, _report: &StepReport) -> bool {
        true
    }
}

/// Watches nothing.
pub struct NoObserver;
impl Observer for NoObserver {}

/// What set the length of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// Matter moves this fast.
    Motion,
    /// Sound travels this fast.
    Sound,
    /// Viscosity spreads momentum this fast.
    Viscosity,
    /// Heat spreads this fast.
    Conduction,
    /// A mesh vibrates this fast.
    Mesh,
    /// Components spread this fast.
    Diffusion,
    /// A collider or a source moves this fast.
    Collider,
    /// A source lets this much out, or is about to begin.
    Source,
    /// The longest step allowed.
    Maximum,
    /// The fixed step.
    Fixed,
    /// The next frame was nearer.
    Frame,
    /// A longer step was refused by the guard.
    Retry,
}

impl Criterion {
    /// All of them.
    pub const ALL: [Criterion; 12] = [
        Criterion::Motion,
        Criterion::Sound,
        Criterion::Viscosity,
        Criterion::Conduction,
        Criterion::Mesh,
        Criterion::Diffusion,
        Criterion::Collider,
        Criterion::Source,
        Criterion::Maximum,
        Criterion::Fixed,
        Criterion::Frame,
        Criterion::Retry,
    ];

    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Criterion::Motion => "motion",
            Criterion::Sound => "sound",
            Criterion::Mesh => "mesh",
            Criterion::Diffusion => "diffusion",
            Criterion::Viscosity => "viscosity",
            Criterion::Conduction => "conduction",
            Criterion::Collider => "collider",
            Criterion::Source => "source",
            Criterion::Maximum => "maximum",
            Criterion::Fixed => "fixed",
            Criterion::Frame => "frame",
            Criterion::Retry => "retry",
        }
    }
}

/// What limited a step: the criterion, and the material and particle that brought it about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit {
    /// Which rule.
    pub criterion: Criterion,
    /// The index of the material, where one did.
    pub material: Option<usize>,
    /// The id of the particle, where one did.
    pub particle: Option<u64>,
}

/// One step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepReport {
    /// Its length, in s.
    pub dt: f64,
    /// What limited it.
    pub limit: Limit,
    /// How often it was refused before.
    pub retries: usize,
    /// What the solve of an implicit step took.
    pub iterations: Iterations,
}
