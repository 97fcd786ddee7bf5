//! Implicit integration: the change of velocity that balances the forces that it leads to.
//!
//! With `F(Δv) = (I + Δt Σ (old vⁿ + new Δv) gᵀ) Fⁿ` (see [`Integrator`](super::Integrator)) the nodes' `Δv` minimises
//!
//! ```text
//! E = Σ m_i (½ ‖Δv_i‖² − Δv_i · Δt g) + 1/new Σ V_p Ψ(F_p)
//! ∂E/∂Δv = m Δv − Δt m g − Δt f,   f_i = −Σ V_p P Fⁿᵀ g_ip
//! ```
//!
//! by Newton's method with the positive part of the stiffness, so that every direction leads down, and a line search that
//! refuses what is turned inside out. Section 4 of "An angular momentum conserving affine-particle-in-cell method".

mod held;
mod planes;
mod previous;

use crate::colliders::{Obstacles, PlaneList, Touch};
use crate::grid::{Domain, EDGE, RowRange, Tile, Topology, node_index};
use crate::linear::{Krylov, Residual, Stop, conjugate_gradients};
use crate::materials::{DeformationUpdate, Trial, Tried, Wanted};
use crate::memory::{Buffer, Lined};
use crate::particles::ParticleSet;
use crate::tensor::{LaneScalar, Narrow, RowKind, Simd, SimdLevel, Vector, Vectorized};
use crate::transfer::{Arenas, ArenasMut, Flaw, FlawKind, Lag, Reached, Summed, Transfer, sum_arenas};
pub use held::HeldNode;
use held::{Found, hold};
pub use planes::Held;
use planes::{
    Begin, Bend, Combine, Finish, Inner, Move, Multiply, Pass, Planes, Precondition, Recall, Shift, Start,
    Sums, Turn, Unbalance, Wedge,
};
pub use previous::Previous;

use super::advance::contact_node;
use super::{Shares, Solution};

/// How often contact may change its mind within a step.
const ROUNDS: usize = 5;
/// The share of the decrease that its slope promises with which a step of the line search is content.
const ARMIJO: f64 = 1e-4;
/// How often the line search halves a step.
const HALVINGS: usize = 20;
/// The most that a linear solve leaves of a residual.
const FORCING: f64 = 0.1;
/// The share of the slope at its beginning up to which a step of the line search may lead uphill again at its end.
const UPHILL: f64 = 0.8;
/// The share of the residual that a step must leave at most where rounding hides whether the objective falls.
const PROGRESS: f64 = 0.9;

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
    /// How far from balance velocities are at the end, in m/s.
    pub residual: f64,
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

/// The objective and how far it is from its minimum.
#[derive(Clone, Copy)]
struct Balance {
    /// `E`, in J.
    objective: f64,
    /// `√(Σ m r² / Σ m)`, in m/s.
    residual: f64,
}

impl<T: LaneScalar, const D: usize> Implicit<'_, T, D> {
    /// Solves for the nodes' velocities. The arenas hold momenta, masses and impulses, and are used on the way.
    pub fn run<'s>(
        &self,
        arenas: ArenasMut<'_, T>,
        contacts: Contacts<'_, T>,
        scratch: &'s mut Scratch<T, D>,
    ) -> Result<(Iterations, Solution<'s, T, D>), Unsolved> {
        let mut system = self.begin(arenas, contacts, scratch);
        let outcome = system.solve();
        let Scratch { planes: Planes { mass, before, field, .. }, held, .. } = scratch;
        outcome.map(|iterations| (iterations, Solution { mass, before, after: field, held }))
    }

    fn begin<'s>(
        &'s self,
        arenas: ArenasMut<'s, T>,
        contacts: Contacts<'s, T>,
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
        for buffers in [&mut scratch.increments, &mut scratch.stresses, &mut scratch.stiffnesses] {
            buffers.resize_with(sets, Buffer::default);
        }
        let ArenasMut { values, marks } = arenas;
        let Scratch { planes, nothing, .. } = &mut *scratch;
        let Planes { mass, inverse, before, push, .. } = planes;
        let begin = Begin { arenas: Arenas { values, marks }, fall: self.gravity.map(|g| g * self.dt) };
        self.pass(nothing)
            .run(&begin, [&mut mass[..len], &mut inverse[..len], &mut before[..len], &mut push[..len]]);
        let all = self.pass(nothing).run(&Inner { mass: &mass[..len], a: &push[..len], b: &push[..len] }, []);
        System { step: self, contacts, scratch, values, marks, mass: all.mass, mean: [0.0; 3] }
    }
}

/// A step's system while it is solved.
struct System<'a, T, const D: usize> {
    step: &'a Implicit<'a, T, D>,
    contacts: Contacts<'a, T>,
    scratch: &'a mut Scratch<T, D>,
    values: &'a mut [T],
    marks: &'a mut [u64],
    /// Of all nodes, in kg.
    mass: f64,
    /// What of the preconditioned residual is one motion of all nodes.
    mean: [f64; 3],
}

impl<T: LaneScalar, const D: usize> System<'_, T, D> {
    /// Contact holds, Newton balances, until contact holds the same as before. What it would still change then is left to the
    /// contact law.
    fn solve(&mut self) -> Result<Iterations, Unsolved> {
        let mut iterations = Iterations::default();
        if self.step.shares.new == 0.0 || self.mass == 0.0 {
            self.advance_explicitly()?;
            return Ok(iterations);
        }
        self.hold(None);
        self.guess();
        for round in 0..ROUNDS {
            self.newton(&mut iterations)?;
            if round + 1 == ROUNDS || !self.hold(Some(&iterations)) {
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

    /// Newton's method with a line search.
    fn newton(&mut self, iterations: &mut Iterations) -> Result<(), Unsolved> {
        let Solve { newton, linear, unfinished, .. } = self.step.solve;
        let tolerance = self.tolerance();
        let mut balance = self.first_balance()?;
        if iterations.newton == 0 {
            balance = self.warm_start(balance)?;
        }
        let mut first = balance.residual;
        let mut preconditioned = false;
        for _ in 0..newton {
            iterations.residual = balance.residual;
            if balance.residual <= tolerance {
                return Ok(());
            }
            self.linearize();
            if !preconditioned {
                self.precondition();
                preconditioned = true;
            }
            // The closer to balance, the more exact the next direction: η = min(0.1, √(r/r₀)).
            first = first.max(balance.residual);
            let forcing = FORCING.min((balance.residual / first).sqrt());
            let target = (forcing * balance.residual).max(0.5 * tolerance);
            let stop = Stop { squared: target * target * self.mass, iterations: linear };
            iterations.linear += conjugate_gradients(self, stop).iterations;
            iterations.newton += 1;
            if self.is_lost_in_rounding() {
                return Ok(());
            }
            balance = match self.search(&balance)? {
                Some(next) => next,
                // Rounding allows no better.
                None if balance.residual <= self.usual_tolerance() => return Ok(()),
                None => break,
            };
        }
        iterations.residual = balance.residual;
        match unfinished {
            Unfinished::Refused if balance.residual > tolerance => Err(Unsolved { at: None }),
            _ => Ok(()),
        }
    }

    fn tolerance(&self) -> f64 {
        self.step.solve.tolerance.unwrap_or(self.usual_tolerance())
    }

    /// A ten thousandth of a cell per step, in m/s.
    fn usual_tolerance(&self) -> f64 {
        1e-4 * self.step.domain.cell / self.step.dt
    }

    /// Balance at the guess; where that turns matter inside out, on the way to it from a motion that deforms nothing.
    fn first_balance(&mut self) -> Result<Balance, Unsolved> {
        let mut outcome = self.try_out(0.0);
        if outcome.is_err() {
            self.point_at_rest();
        }
        for halving in 0..HALVINGS {
            if outcome.is_ok() {
                break;
            }
            outcome = self.try_out(1.0 - 0.5f64.powi(halving as i32));
        }
        if outcome.is_ok() {
            self.accept();
        }
        outcome
    }

    /// Goes on from the accelerations of the last step, if that is better than from a free fall.
    fn warm_start(&mut self, from: Balance) -> Result<Balance, Unsolved> {
        if self.scratch.previous.is_empty() {
            return Ok(from);
        }
        {
            let System { step, scratch, .. } = self;
            let Scratch { planes: Planes { mass, push, change, x, .. }, held, previous, .. } = &mut **scratch;
            let pass = step.pass(held);
            pass.run(&Recall { previous, push, change, dt: step.dt }, [&mut x[..]]);
            let by = match held.is_empty() {
                true => pass.run(&Inner { mass, a: &x[..], b: &x[..] }, []).mean().map(|mean| -mean),
                false => [0.0; 3],
            };
            pass.run(&Shift { mass, by }, [&mut x[..]]);
        }
        match self.try_out(1.0) {
            Ok(balance) if balance.objective < from.objective => {
                self.accept();
                Ok(balance)
            }
            _ => self.try_out(0.0),
        }
    }

    /// Lets `x` point from `Δv` to where nothing deforms: `old vⁿ + new Δv` is then one motion of all nodes.
    fn point_at_rest(&mut self) {
        let System { step, scratch, .. } = self;
        let Scratch { planes: Planes { mass, before, push, change, x, .. }, held, .. } = &mut **scratch;
        let pass = step.pass(held);
        let Shares { old, new, .. } = step.shares;
        let sums = |a: &[T]| pass.run(&Inner { mass, a, b: a }, []).mean();
        let mean = if held.is_empty() {
            let (before, push) = (sums(before), sums(push));
            std::array::from_fn(|axis| push[axis] + old / new * before[axis])
        } else {
            [0.0; 3]
        };
        let (share, step_back) = (-old / new, -1.0);
        pass.run(&Combine { a: share, x: &before[..], b: step_back, y: &change[..] }, [&mut x[..]]);
        pass.run(&Shift { mass, by: mean }, [&mut x[..]]);
    }

    /// Balance at `Δv + length x`.
    fn try_out(&mut self, length: f64) -> Result<Balance, Unsolved> {
        let System { step, scratch, values, marks, mass: total, .. } = self;
        let Scratch { planes, increments, stresses, held, .. } = &mut **scratch;
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
        let arenas = ArenasMut { values, marks };
        reached.sum(step.level, step.sets, Summed::Stresses(stresses), arenas);
        let arenas = Arenas { values, marks };
        let found = pass.run(
            &Unbalance { mass, arenas, inverse, push: pushed, change: tried, dt: step.dt },
            [&mut residual[..]],
        );
        let elastic = if new > 0.0 { sums.energy / new } else { 0.0 };
        Ok(Balance { objective: found.b + elastic, residual: (found.a / *total).sqrt() })
    }

    /// Makes what was tried the present `Δv`.
    fn accept(&mut self) {
        std::mem::swap(&mut self.scratch.planes.change, &mut self.scratch.planes.tried);
    }

    /// Goes along `x` as far as the objective falls; where rounding hides that, as far as the residual does and the slope says
    /// that the objective should. `None` if it goes nowhere.
    fn search(&mut self, from: &Balance) -> Result<Option<Balance>, Unsolved> {
        let slope = self.slope();
        let mut length = 1.0;
        let mut failure = Ok(None);
        for _ in 0..HALVINGS {
            match self.try_out(length) {
                Ok(balance) => {
                    let falls = balance.objective <= from.objective + ARMIJO * length * slope;
                    let improves = balance.residual <= PROGRESS * from.residual;
                    if falls || improves && self.slope() <= -UPHILL * slope {
                        self.accept();
                        return Ok(Some(balance));
                    }
                    failure = Ok(None);
                }
                Err(unsolved) => failure = Err(unsolved),
            }
            length *= 0.5;
        }
        failure
    }

    /// How fast the objective changes along `x` where it was last looked at.
    fn slope(&self) -> f64 {
        let Planes { mass, residual, x, .. } = &self.scratch.planes;
        let pass = self.step.pass(&self.scratch.held);
        -pass.run(&Inner { mass, a: &residual[..], b: &x[..] }, []).a
    }

    /// Whether `x` is below the rounding of velocities, so that nothing is to be gained any more.
    fn is_lost_in_rounding(&self) -> bool {
        let Planes { mass, field, x, .. } = &self.scratch.planes;
        let pass = self.step.pass(&self.scratch.held);
        let size = |a: &[T]| (pass.run(&Inner { mass, a, b: a }, []).a / self.mass).sqrt();
        let cell = self.step.domain.cell / self.step.dt;
        size(x) <= T::EPSILON * (size(field) + cell)
    }

    /// The stiffness of every particle where the last balance was.
    fn linearize(&mut self) {
        let System { step, scratch, .. } = self;
        let Scratch { increments, stiffnesses, .. } = &mut **scratch;
        let trial = step.trial(Wanted::Stiffness(step.shares.new * step.dt * step.dt));
        for (index, set) in step.sets.iter().enumerate() {
            let into = stiffnesses[index].grown(step.chunked(set, trial.count::<D>()));
            trial.run(set, &increments[index], into);
        }
    }

    /// The inverse of the system's blocks that belong to one node.
    fn precondition(&mut self) {
        let System { step, scratch, values, marks, .. } = self;
        let Scratch { planes, stiffnesses, held, .. } = &mut **scratch;
        let Planes { inverse, inverse_blocks, field, .. } = planes;
        let arenas = ArenasMut { values, marks };
        step.reached(field).sum(step.level, step.sets, Summed::Blocks(stiffnesses), arenas);
        let arenas = Arenas { values, marks };
        Precondition { arenas, inverse }.run(&step.pass(held), inverse_blocks);
    }

    /// Contact as it is at the present velocities, after a solve with its reactions; whether it differs from what it was.
    fn hold(&mut self, solved: Option<&Iterations>) -> bool {
        let System { step, scratch, contacts: Contacts { obstacles, matter }, .. } = self;
        let Scratch { planes, held, other, .. } = &mut **scratch;
        let Planes { mass, before, push, change, residual, .. } = planes;
        other.clear();
        let len = Tile::<D>::block(Narrow::NODE);
        let mut moments = Lined([T::default(); EDGE * EDGE * EDGE * Narrow::NODE]);
        let moments = &mut moments.0[..len];
        for (index, block) in step.topology.nodes.iter().enumerate() {
            let walls = PlaneList::near(step.domain, &block.block);
            let near = obstacles.nodes.of(index);
            if walls.is_empty() && near.is_empty() {
                other.end_block();
                continue;
            }
            let matter = matter.filter(|_| obstacles.any_thin(near)).map(|arenas| {
                step.level.run(SumBlock { block, arenas, sums: &mut *moments });
                &*moments
            });
            for n in 0..len / Narrow::NODE {
                let at = index * len + n * Narrow::NODE;
                if mass[at] == T::default() {
                    continue;
                }
                let read = |plane: &[T]| Vector(std::array::from_fn(|axis| plane[at + axis].to_f64()));
                let v: Vector<f64, D> =
                    read(before) + if solved.is_some() { read(change) } else { read(push) };
                let found = solved.map(|_| {
                    let held = held.of(index).iter().find(|held| held.node as usize == n).copied();
                    Found { held, reaction: -read(residual) }
                });
                let mut node = HeldNode::free(n as u8);
                if !near.is_empty() {
                    let place = contact_node(step.domain, block, n, mass[at], matter);
                    for which in near {
                        if let Some(touch) = obstacles.touch(*which as usize, &place) {
                            hold(&mut node, &in_dimension(&touch), v, found);
                        }
                    }
                }
                for touch in walls.touches(node_index::<D>(n)) {
                    hold(&mut node, &touch, v, found);
                }
                if node.holds() {
                    other.push(node);
                }
            }
            other.end_block();
        }
        // What was solved with stays as it is unless it is solved again.
        let changed = solved.is_none() || !held.same(other);
        if changed {
            std::mem::swap(held, other);
        }
        changed
    }

    /// `Δv` of a free fall, as far as contact lets it.
    fn guess(&mut self) {
        let System { step, scratch, .. } = self;
        let Scratch { planes: Planes { before, push, pushed, change, x, .. }, held, .. } = &mut **scratch;
        change.copy_from_slice(push);
        step.pass(held).run(&Bend { before, push }, [&mut change[..], &mut pushed[..]]);
        x.fill(T::default());
    }

    /// Lets `Δv` follow what contact holds now.
    fn bend(&mut self) {
        let System { step, scratch, .. } = self;
        let Scratch { planes: Planes { before, push, pushed, change, x, .. }, held, .. } = &mut **scratch;
        step.pass(held).run(&Bend { before, push }, [&mut change[..], &mut pushed[..]]);
        x.fill(T::default());
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

/// Conjugate gradients with masses as the weights of the inner product.
impl<T: LaneScalar, const D: usize> Krylov for System<'_, T, D> {
    fn begin(&mut self) -> Residual {
        let System { step, scratch, .. } = self;
        let Scratch { planes, held, .. } = &mut **scratch;
        let Planes { mass, residual, inverse_blocks, r, z, x, .. } = planes;
        let sums = step
            .pass(held)
            .run(&Start { mass, residual, inverses: inverse_blocks }, [&mut r[..], &mut z[..], &mut x[..]]);
        self.set_mean(&sums);
        self.turn(0.0);
        sums.residual()
    }

    fn product(&mut self) -> f64 {
        let System { step, scratch, values, marks, .. } = self;
        let Scratch { planes, stiffnesses, held, .. } = &mut **scratch;
        let Planes { mass, inverse, p, s, .. } = planes;
        let arenas = ArenasMut { values, marks };
        step.reached(p).sum(step.level, step.sets, Summed::Stiffnesses(stiffnesses), arenas);
        let arenas = Arenas { values, marks };
        step.pass(held).run(&Multiply { mass, arenas, inverse, p }, [&mut s[..]]).a
    }

    fn advance(&mut self, alpha: f64) -> Residual {
        let System { step, scratch, .. } = self;
        let Scratch { planes, held, .. } = &mut **scratch;
        let Planes { mass, inverse_blocks, x, r, z, p, s, .. } = planes;
        let sums = step
            .pass(held)
            .run(&Move { mass, alpha, p, s, inverses: inverse_blocks }, [&mut x[..], &mut r[..], &mut z[..]]);
        self.set_mean(&sums);
        sums.residual()
    }

    fn turn(&mut self, beta: f64) {
        let System { step, scratch, mean, .. } = self;
        let Scratch { planes: Planes { mass, z, p, .. }, held, .. } = &mut **scratch;
        step.pass(held).run(&Turn { mass, beta, z, mean: *mean }, [&mut p[..]]);
    }
}

impl<T: LaneScalar, const D: usize> System<'_, T, D> {
    /// The preconditioner moves all nodes together, which no force between them can: without contact that is taken back, and
    /// momentum stays however early the iteration ends.
    fn set_mean(&mut self, sums: &Sums) {
        self.mean = if self.scratch.held.is_empty() { sums.mean() } else { [0.0; 3] };
    }
}

impl<T: LaneScalar, const D: usize> Implicit<'_, T, D> {
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
            let into = turns[index].grown(self.chunked(set, Narrow::NODE));
            self.reached(x).values(self.level, set, into);
        }
    }

    fn pass<'a>(&'a self, held: &'a Held<D>) -> Pass<'a, D> {
        Pass { level: self.level, topology: self.topology, held }
    }

    fn reached<'a>(&'a self, nodes: &'a [T]) -> Reached<'a, T, D> {
        Reached { transfer: self.transfer, topology: self.topology, touched: self.touched, nodes }
    }

    fn trial(&self, wanted: Wanted) -> Trial {
        Trial { level: self.level, deformation: self.deformation, wanted }
    }

    /// The length of an array of so many numbers per particle of a set.
    fn chunked(&self, set: &ParticleSet<T, D>, count: usize) -> usize {
        set.segments.last().map_or(0, |s| s.end_chunk(T::PER_REGISTER)) * count * T::PER_REGISTER
    }
}

/// A touch in space as one of the plane.
fn in_dimension<const D: usize>(touch: &Touch<3>) -> Touch<D> {
    let Touch { contact, friction, normal, velocity } = *touch;
    let cut = |v: Vector<f64, 3>| Vector(std::array::from_fn(|axis| v[axis]));
    Touch { contact, friction, normal: cut(normal), velocity: cut(velocity) }
}

/// Sums one block of arenas.
struct SumBlock<'a, 'b, T, const D: usize> {
    block: &'a crate::grid::NodeBlock<D>,
    arenas: Arenas<'a, T>,
    sums: &'b mut [T],
}

impl<T: LaneScalar, const D: usize> Vectorized for SumBlock<'_, '_, T, D> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd>(self, token: S) {
        sum_arenas(token, self.block, self.arenas, self.sums);
    }
}
