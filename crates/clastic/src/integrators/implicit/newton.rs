//! Newton's method: from a guess, by the directions that conjugate gradients find, as far as the objective falls.

use super::passes::{Combine, Inner, Recall, Shift};
use super::planes::Planes;
use super::system::{Balance, System};
use super::{Iterations, Scratch, Solve, Unfinished, Unsolved};
use crate::forces::Signs;
use crate::integrators::Shares;
use crate::linear::{Stop, conjugate_gradients};
use crate::tensor::LaneScalar;

/// The share of the decrease that its slope promises with which a step of the line search is content.
const ARMIJO: f64 = 1e-4;
/// How often the line search halves a step.
const HALVINGS: usize = 20;
/// The most that a linear solve leaves of its error.
const FORCING: f64 = 0.1;
/// The share of the slope at its beginning up to which a step of the line search may lead uphill again at its end.
const UPHILL: f64 = 0.8;
/// The share of the last step of Newton's above which one does not shrink any more.
const STALLED: f64 = 0.5;
/// The share of the residual that a step must leave at most where rounding hides whether the objective falls.
const PROGRESS: f64 = 0.9;

impl<T: LaneScalar, const D: usize> System<'_, T, D> {
    /// Newton's method with a line search. It is done when its step, or the residual, is within the tolerance in the norm of the
    /// system, `‖x‖² = ⟨x, A x⟩`. That is never less than `⟨x, x⟩`, so that velocities are as near to balance as was asked for, but where
    /// squeezed meshes are about to buckle: they may be farther from it along what buckles, which hardly any force holds.
    pub(super) fn newton(&mut self, iterations: &mut Iterations) -> Result<(), Unsolved> {
        let Solve { newton, linear, unfinished, .. } = self.step.solve;
        let tolerance = self.tolerance();
        let mut balance = self.first_balance()?;
        if iterations.newton == 0 {
            balance = self.warm_start(balance)?;
        }
        let mut first = balance.residual;
        let mut preconditioned = false;
        let mut last = f64::INFINITY;
        for _ in 0..newton {
            iterations.residual = balance.residual;
            if balance.residual <= tolerance {
                return Ok(());
            }
            self.linearize(Signs::All);
            if !preconditioned {
                self.precondition();
                preconditioned = true;
            }
            // The closer to balance, the more exact the next direction: η = min(0.1, √(r/r₀)).
            first = first.max(balance.residual);
            let relative = FORCING.min((balance.residual / first).sqrt());
            let squared = 0.25 * tolerance * tolerance * self.mass;
            let stop = Stop { squared, relative, iterations: linear };
            let mut solved = conjugate_gradients(self, stop);
            iterations.linear += solved.iterations;
            if solved.is_indefinite && self.meshes.are_in_grid() {
                self.meshes.linearize(Signs::Positive);
                solved = conjugate_gradients(self, stop);
                iterations.linear += solved.iterations;
            }
            iterations.newton += 1;
            let size = (solved.squared / self.mass).sqrt();
            if solved.is_done {
                iterations.residual = size;
            }
            let is_within = |tolerance: f64| solved.is_done && size <= tolerance;
            // A step that does not shrink is of rounding, which allows no better.
            let is_rounding = is_within(self.usual_tolerance()) && size > STALLED * last;
            last = size;
            balance = match self.search(&balance)? {
                Some(_) if is_rounding || is_within(tolerance) => return Ok(()),
                Some(next) => next,
                None if is_within(self.usual_tolerance()) => return Ok(()),
                None => break,
            };
        }
        match unfinished {
            Unfinished::Refused => Err(Unsolved { at: None }),
            Unfinished::Taken => Ok(()),
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
        let is_free = self.is_free();
        {
            let System { step, scratch, .. } = self;
            let Scratch { planes: Planes { mass, push, change, x, .. }, held, previous, .. } = &mut **scratch;
            let pass = step.pass(held);
            pass.run(&Recall { previous, push, change, dt: step.dt }, [&mut x[..]]);
            let by = match is_free {
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
}
