//! One step's system: balance, stiffness, and the rounds of contact and Newton's method.

use super::krylov::Precondition;
use super::passes::{Combine, Finish, Inner, Shift, Unbalance};
use super::planes::Planes;
use super::{Contacts, Implicit, Iterations, Scratch, Unsolved};
use crate::forces::{Meshes, Signs};
use crate::integrators::Shares;
use crate::materials::{Tried, Wanted};
use crate::tensor::LaneScalar;
use crate::transfer::{Arenas, ArenasMut, Summed};

/// How often contact may change its mind within a step.
const ROUNDS: usize = 5;

/// The objective and how far it is from its minimum.
#[derive(Clone, Copy)]
pub struct Balance {
    /// `E`, in J.
    pub objective: f64,
    /// `√(Σ m r² / Σ m)`, in m/s.
    pub residual: f64,
}

/// A step's system while it is solved.
pub struct System<'a, T, const D: usize> {
    pub(super) step: &'a Implicit<'a, T, D>,
    pub(super) contacts: Contacts<'a, T>,
    pub(super) meshes: &'a mut Meshes<D>,
    pub(super) scratch: &'a mut Scratch<T, D>,
    pub(super) values: &'a mut [T],
    pub(super) marks: &'a mut [u64],
    /// Of all nodes, in kg.
    pub(super) mass: f64,
    /// What of the preconditioned residual is one motion of all nodes.
    pub(super) mean: [f64; 3],
}

impl<T: LaneScalar, const D: usize> System<'_, T, D> {
    /// Contact holds, Newton balances, until contact holds the same as before, or some rounds are over. What it would still change
    /// then waits for the next step.
    pub(super) fn solve(&mut self) -> Result<Iterations, Unsolved> {
        let mut iterations = Iterations::default();
        if self.step.shares.new == 0.0 || self.mass == 0.0 {
            self.advance_explicitly()?;
            return Ok(iterations);
        }
        self.hold(false);
        self.guess();
        for round in 0..ROUNDS {
            self.newton(&mut iterations)?;
            if round + 1 == ROUNDS || !self.hold(true) {
                break;
            }
            self.bend();
        }
        self.finish();
        Ok(iterations)
    }

    /// Forces do not depend on `Δv`: contact is left to the contact law.
    fn advance_explicitly(&mut self) -> Result<(), Unsolved> {
        let Planes { change, x, push, pushed, .. } = &mut self.scratch.planes;
        change.fill(T::default());
        x.fill(T::default());
        pushed.copy_from_slice(push);
        self.scratch.held.clear();
        self.try_out(0.0)?;
        std::mem::swap(&mut self.scratch.planes.change, &mut self.scratch.planes.residual);
        self.finish();
        Ok(())
    }

    /// Balance at `Δv + length x`.
    pub(super) fn try_out(&mut self, length: f64) -> Result<Balance, Unsolved> {
        let System { step, meshes, scratch, values, marks, mass: total, .. } = self;
        let Scratch { planes, increments, stresses, at_vertices, pushes, held, .. } = &mut **scratch;
        let Planes { mass, inverse, before, pushed, change, tried, field, residual, x, .. } = planes;
        let pass = step.pass(held);
        let Shares { old, new, .. } = step.shares;
        pass.run(&Combine { a: 1.0, x: &change[..], b: length, y: &x[..] }, [&mut tried[..]]);
        pass.run(&Combine { a: old, x: &before[..], b: new, y: &tried[..] }, [&mut field[..]]);

        let reached = step.reached(field);
        let mut sums = Tried::default();
        for (index, set) in step.sets.iter().enumerate() {
            let trial = step.trial(Wanted::Stress);
            let increments = increments[index].grown(step.chunked(set, D * D));
            reached.gradients(step.level, step.dt, set, increments);
            let tried = trial.run(set, increments, stresses[index].grown(step.chunked(set, D * D)));
            if let Some(slot) = tried.flaw {
                return Err(Unsolved { at: Some((index, slot)) });
            }
            sums = sums.and(tried);
        }
        if meshes.are_in_grid() {
            step.carry(&reached, at_vertices);
            sums.energy += meshes.try_out(at_vertices, (step.time, step.dt), pushes);
            if !sums.energy.is_finite() {
                return Err(Unsolved { at: None });
            }
        }
        let arenas = ArenasMut { values, marks };
        reached.sum(step.level, step.sets, Summed::Stresses(stresses, pushes), arenas);
        let arenas = Arenas { values, marks };
        let found = pass.run(
            &Unbalance { mass, arenas, inverse, push: pushed, change: tried, dt: step.dt },
            [&mut residual[..]],
        );
        let elastic = if new > 0.0 { sums.energy / new } else { 0.0 };
        Ok(Balance { objective: found.b + elastic, residual: (found.a / *total).sqrt() })
    }

    /// Makes what was tried the present `Δv`.
    pub(super) fn accept(&mut self) {
        std::mem::swap(&mut self.scratch.planes.change, &mut self.scratch.planes.tried);
    }

    /// Whether nothing from outside holds or pulls the nodes: then their momentum is known.
    pub(super) fn is_free(&self) -> bool {
        self.scratch.held.is_empty() && !self.meshes.are_held_in_grid()
    }

    /// The positive stiffness of every particle where the last balance was, and that of meshes.
    pub(super) fn linearize(&mut self, of_meshes: Signs) {
        let System { step, meshes, scratch, .. } = self;
        if meshes.are_in_grid() {
            meshes.linearize(of_meshes);
        }
        let Scratch { increments, stiffnesses, .. } = &mut **scratch;
        let trial = step.trial(Wanted::Stiffness(step.shares.new * step.dt * step.dt));
        for (index, set) in step.sets.iter().enumerate() {
            let into = stiffnesses[index].grown(step.chunked(set, trial.count::<D>()));
            trial.run(set, &increments[index], into);
        }
    }

    /// The inverse of the system's blocks that belong to one node.
    pub(super) fn precondition(&mut self) {
        let System { step, scratch, values, marks, .. } = self;
        let Scratch { planes, stiffnesses, held, .. } = &mut **scratch;
        let Planes { inverse, inverse_blocks, field, .. } = planes;
        let arenas = ArenasMut { values, marks };
        step.reached(field).sum(step.level, step.sets, Summed::Blocks(stiffnesses), arenas);
        let arenas = Arenas { values, marks };
        Precondition { arenas, inverse }.run(&step.pass(held), inverse_blocks);
    }

    /// Leaves the nodes' velocities in `field`.
    ///
    /// What is left of the residual where nodes are free would be momentum from nowhere, since contact has been told of what it
    /// holds alone: all nodes get the same change, as far as they are free, so that the sum is right.
    fn finish(&mut self) {
        if !self.scratch.held.is_empty() {
            let System { step, scratch, mass: total, .. } = self;
            let Scratch { planes: Planes { mass, change, tried, residual, x, .. }, held, .. } =
                &mut **scratch;
            let pass = step.pass(held);
            x.copy_from_slice(residual);
            pass.run(&Shift { mass, by: [0.0; 3] }, [&mut x[..]]);
            let missing = pass.run(&Inner { mass, a: &x[..], b: &x[..] }, []).momentum;
            if let Some(by) = held.shift(*total, mass, missing) {
                x.fill(T::default());
                pass.run(&Shift { mass, by }, [&mut x[..]]);
                pass.run(&Combine { a: 1.0, x: &change[..], b: 1.0, y: &x[..] }, [&mut tried[..]]);
                std::mem::swap(change, tried);
            }
        }
        let System { step, scratch, .. } = self;
        let Scratch { planes: Planes { before, change, residual, field, .. }, held, .. } = &mut **scratch;
        step.pass(held).run(&Finish { before, change, residual }, [&mut field[..]]);
    }
}
