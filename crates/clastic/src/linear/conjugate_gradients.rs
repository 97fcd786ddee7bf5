//! Conjugate gradients in an inner product of the system's own.

/// The vectors of a system `A x = b` and what is done to them.
///
/// `A` and the preconditioner `P` must be symmetric and positive in the inner product `⟨·,·⟩`, which need not be the plain one:
/// with masses as weights, and vectors that are velocities throughout, momentum is kept however early the iteration ends
/// ("An angular momentum conserving affine-particle-in-cell method", section 4.2).
pub trait Krylov {
    /// `r ← b`, `z ← P⁻¹ r`, `p ← z`, `x ← 0`.
    fn begin(&mut self) -> Residual;
    /// `s ← A p`; returns `⟨p, s⟩`.
    fn product(&mut self) -> f64;
    /// `x ← x + α p`, `r ← r − α s`, `z ← P⁻¹ r`.
    fn advance(&mut self, alpha: f64) -> Residual;
    /// `p ← z + β p`.
    fn turn(&mut self, beta: f64);
}

/// How far a system is from its solution.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Residual {
    /// `⟨r, r⟩`.
    pub squared: f64,
    /// `⟨r, z⟩`.
    pub preconditioned: f64,
}

/// When the iteration ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stop {
    /// At this `⟨r, r⟩`.
    pub squared: f64,
    /// After so many iterations.
    pub iterations: usize,
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solved {
    /// `⟨r, r⟩` at the end.
    pub squared: f64,
    /// How many times the system was applied.
    pub iterations: usize,
}

/// Solves a system from zero.
pub fn conjugate_gradients(system: &mut impl Krylov, stop: Stop) -> Solved {
    let mut residual = system.begin();
    let mut iterations = 0;
    while iterations < stop.iterations && residual.squared > stop.squared {
        let curvature = system.product();
        iterations += 1;
        // Rounding has the last word where there is nothing left to gain; what is not a number is left to the caller.
        if !(curvature > 0.0 && residual.preconditioned > 0.0) {
            break;
        }
        let before = residual.preconditioned;
        residual = system.advance(before / curvature);
        system.turn(residual.preconditioned / before);
    }
    Solved { squared: residual.squared, iterations }
}
