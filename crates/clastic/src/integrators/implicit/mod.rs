//! Implicit integration: the change of velocity that balances the forces that it leads to.
//!
//! With `F(Δv) = (I + Δt Σ (old vⁿ + new Δv) gᵀ) Fⁿ` (see [`Integrator`](super::Integrator)) the nodes' `Δv` minimises
//!
//! ```text
//! E = Σ m_i (½ ‖Δv_i‖² − Δv_i · Δt g) + 1/new Σ V_p Ψ(F_p)
//! ∂E/∂Δv = m Δv − Δt m g − Δt f,   f_i = −Σ V_p P Fⁿᵀ g_ip
//! ```
//!
//! by Newton's method with a line search that refuses what is turned inside out. Of the stiffness of matter the positive part is taken, and
//! of that of meshes all, or the positive part as well where conjugate gradients find the system not to be positive: every direction leads
//! down. Section 4 of "An angular momentum conserving affine-particle-in-cell method".

mod contact;
mod held;
mod krylov;
mod newton;
mod passes;
mod planes;
mod previous;
mod system;

use crate::colliders::Obstacles;
use crate::forces::Meshes;
use crate::grid::{Domain, RowRange, Tile, Topology};
use crate::materials::{DeformationUpdate, Trial, Wanted};
use crate::memory::Buffer;
use crate::particles::ParticleSet;
use crate::tensor::{LaneScalar, Narrow, RowKind, SimdLevel};
use crate::transfer::{Arenas, ArenasMut, Flaw, FlawKind, Lag, Reached, Transfer};
pub use held::{Held, HeldNode};
use passes::{Begin, Inner, Wedge};
use planes::{Pass, Planes};
pub use previous::Previous;
use system::System;

use super::{Shares, Solution};

/// When a solve is done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solve {
    /// How far velocities may be from balance, in m/s, as the root of their mean square by mass; `None` for a ten thousandth
    /// of a cell per step.
    pub tolerance: Option<f64>,
    /// Newton's steps.
    pub newton: usize,
    /// Iterations of conjugate gradients in each of them.
    pub linear: usize,
    /// What becomes of a step whose solve does not end within those.
    pub unfinished: Unfinished,
}

impl Default for Solve {
    fn default() -> Self {
        Solve { tolerance: None, newton: 30, linear: 2000, unfinished: Unfinished::Refused }
    }
}

/// What becomes of a step that was not solved to its tolerance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// It is tried again, half as long.
    Refused,
    /// It is taken as it is; linear momentum is kept all the same.
    Taken,
}

/// What a solve took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Iterations {
    /// Newton's steps.
    pub newton: usize,
    /// Iterations of conjugate gradients, in all of them.
    pub linear: usize,
    /// How far from balance velocities are at the end, in m/s: by the residual, or by the last step of Newton's method.
    pub residual: f64,
    /// Iterations of conjugate gradients within meshes that are solved for alone.
    pub in_meshes: usize,
    /// How many of those solves ended before they were done; momentum is kept all the same.
    pub unfinished: usize,
}

/// No `Δv` was found: the tolerance was not reached, or every step of a line search turned this particle inside out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unsolved {
    /// The set and slot of a particle that was in the way.
    pub at: Option<(usize, usize)>,
}

impl Unsolved {
    /// The set, and what is wrong with which of its slots.
    pub(crate) fn flaw(self) -> (usize, Flaw) {
        match self.at {
            Some((set, slot)) => (set, Flaw { kind: FlawKind::Deformed, slot }),
            None => (0, Flaw { kind: FlawKind::Unsolved, slot: 0 }),
        }
    }
}

/// Memory for solves.
#[derive(Default)]
pub struct Scratch<T, const D: usize> {
    planes: Planes<T>,
    /// `H` of every particle, by sets.
    increments: Vec<Buffer<T>>,
    /// `V P Fⁿᵀ`.
    stresses: Vec<Buffer<T>>,
    stiffnesses: Vec<Buffer<T>>,
    /// Node fields at particles, for meshes, and what these push nodes with; empty for sets without them.
    at_vertices: Vec<Buffer<T>>,
    pushes: Vec<Buffer<T>>,
    held: Held<D>,
    other: Held<D>,
    nothing: Held<D>,
    /// What particles need to know where nodes lag.
    old_gradients: Vec<Buffer<T>>,
    turns: Vec<Buffer<T>>,
    /// The accelerations of the last step.
    pub(crate) previous: Previous<T, D>,
}

impl<T: LaneScalar, const D: usize> Scratch<T, D> {
    /// The step was taken: the next one begins from its accelerations.
    pub fn commit(&mut self, topology: &Topology<D>, dt: f64) {
        self.previous.set(topology, &self.planes.change, dt);
    }

    /// What [`Implicit::lag`] has found for a set.
    pub fn lag(&self, set: usize) -> Lag<'_, T> {
        Lag { gradients: &self.old_gradients[set], turns: &self.turns[set] }
    }
}

/// One step's system.
pub struct Implicit<'a, T, const D: usize> {
    /// The instruction set.
    pub level: SimdLevel,
    /// Kernel and gradients.
    pub transfer: &'a Transfer,
    /// The bounds of the world.
    pub domain: &'a Domain<D>,
    /// The blocks.
    pub topology: &'a Topology<D>,
    /// The particles.
    pub sets: &'a [ParticleSet<T, D>],
    /// The rows of every home's tile that its particles reach.
    pub touched: &'a [RowRange],
    /// How `F` follows the velocity.
    pub deformation: DeformationUpdate,
    /// The integrator's numbers.
    pub shares: Shares,
    /// Gravity, in m/s².
    pub gravity: [f64; D],
    /// When it begins, in s.
    pub time: f64,
    /// The time step, in s.
    pub dt: f64,
    /// When it is done.
    pub solve: Solve,
}

/// What the nodes meet.
#[derive(Clone, Copy)]
pub struct Contacts<'a, T> {
    /// What matter runs into.
    pub obstacles: &'a Obstacles,
    /// Where the nodes' matter is, near thin obstacles.
    pub matter: Option<Arenas<'a, T>>,
}

impl<T: LaneScalar, const D: usize> Implicit<'_, T, D> {
    /// Solves for the nodes' velocities. The arenas hold momenta, masses and impulses, and are used on the way.
    pub(crate) fn run<'s>(
        &self,
        arenas: ArenasMut<'_, T>,
        contacts: Contacts<'_, T>,
        meshes: &mut Meshes<D>,
        scratch: &'s mut Scratch<T, D>,
    ) -> Result<(Iterations, Solution<'s, T, D>), Unsolved> {
        let mut system = self.begin(arenas, contacts, meshes, scratch);
        let outcome = system.solve();
        let Scratch { planes: Planes { mass, before, field, residual, .. }, held, .. } = scratch;
        outcome.map(|iterations| (iterations, Solution { mass, before, after: field, held, residual }))
    }

    fn begin<'s>(
        &'s self,
        arenas: ArenasMut<'s, T>,
        contacts: Contacts<'s, T>,
        meshes: &'s mut Meshes<D>,
        scratch: &'s mut Scratch<T, D>,
    ) -> System<'s, T, D> {
        let blocks = self.topology.nodes.len();
        let len = blocks * Tile::<D>::block(Narrow::NODE);
        let planes = &mut scratch.planes;
        for plane in [
            &mut planes.mass,
            &mut planes.inverse,
            &mut planes.before,
            &mut planes.push,
            &mut planes.pushed,
            &mut planes.change,
            &mut planes.tried,
            &mut planes.field,
            &mut planes.residual,
            &mut planes.x,
            &mut planes.r,
            &mut planes.z,
            &mut planes.p,
            &mut planes.s,
        ] {
            plane.grown(len);
        }
        planes.inverse_blocks.grown(2 * len);
        let sets = self.sets.len();
        let Scratch { increments, stresses, stiffnesses, at_vertices, pushes, .. } = &mut *scratch;
        for buffers in [increments, stresses, stiffnesses, at_vertices, pushes] {
            buffers.resize_with(sets, Buffer::default);
        }
        let ArenasMut { values, marks } = arenas;
        let Scratch { planes, nothing, .. } = &mut *scratch;
        let Planes { mass, inverse, before, push, .. } = planes;
        let begin = Begin { arenas: Arenas { values, marks }, fall: self.gravity.map(|g| g * self.dt) };
        self.pass(nothing)
            .run(&begin, [&mut mass[..len], &mut inverse[..len], &mut before[..len], &mut push[..len]]);
        let all = self.pass(nothing).run(&Inner { mass: &mass[..len], a: &push[..len], b: &push[..len] }, []);
        System { step: self, contacts, meshes, scratch, values, marks, mass: all.mass, mean: [0.0; 3] }
    }

    /// Gathers what particles need to know of the nodes' old velocities, where those have a share in what moves them. `nodes` are
    /// blocks of new velocities and, behind them, old ones.
    pub fn lag(&self, nodes: &[T], scratch: &mut Scratch<T, D>) {
        let Scratch { planes: Planes { before, x, .. }, nothing, old_gradients, turns, .. } = scratch;
        self.pass(nothing).run(&Wedge { nodes }, [&mut x[..]]);
        old_gradients.resize_with(self.sets.len(), Buffer::default);
        turns.resize_with(self.sets.len(), Buffer::default);
        for (index, set) in self.sets.iter().enumerate() {
            let into = old_gradients[index].grown(self.chunked(set, D * D));
            self.reached(before).gradients(self.level, 1.0, set, into);
        }
        self.carry(&self.reached(x), turns);
    }

    fn pass<'a>(&'a self, held: &'a Held<D>) -> Pass<'a, D> {
        Pass { level: self.level, topology: self.topology, held }
    }

    fn reached<'a>(&'a self, nodes: &'a [T]) -> Reached<'a, T, D> {
        Reached { transfer: self.transfer, topology: self.topology, touched: self.touched, nodes }
    }

    /// What nodes give to the particles of all sets, four numbers each.
    fn carry(&self, reached: &Reached<'_, T, D>, at_particles: &mut [Buffer<T>]) {
        for (set, into) in self.sets.iter().zip(at_particles) {
            reached.values(self.level, set, into.grown(self.chunked(set, Narrow::NODE)));
        }
    }

    fn trial(&self, wanted: Wanted) -> Trial {
        Trial { level: self.level, deformation: self.deformation, wanted }
    }

    /// The length of an array of so many numbers per particle of a set.
    fn chunked(&self, set: &ParticleSet<T, D>, count: usize) -> usize {
        set.segments.last().map_or(0, |s| s.end_chunk(T::PER_REGISTER)) * count * T::PER_REGISTER
    }
}
