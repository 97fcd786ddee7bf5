//! Conjugate gradients in an inner product of the system's own.

/// The vectors of a system `A x = b` and what is done to them.
///
/// `A` and the preconditioner `P` must be symmetric in the inner product `⟨·,·⟩`, which need not be the plain one:
/// with masses as weights, and vectors that are velocities throughout, momentum is kept however early the iteration ends
/// ("An angular momentum conserving affine-particle-in-cell method", section 4.2). `P` must be positive; where `A` is not, the iteration
/// ends and says so.
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
    /// Once the error has this square, `⟨e, A e⟩`.
    pub squared: f64,
    /// Once it is this share of the solution.
    pub relative: f64,
    /// After so many iterations.
    pub iterations: usize,
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solved {
    /// `⟨x, A x⟩`.
    pub squared: f64,
    /// How many times the system was applied.
    pub iterations: usize,
    /// Whether the error is as small as was asked for.
    pub is_done: bool,
    /// Whether it ended where `A` is negative.
    pub is_indefinite: bool,
}

/// Solves a system from zero, in the norm in which the iteration is optimal: `‖e‖² = ⟨e, A e⟩`.
///
/// Every iteration adds `α ⟨r, z⟩` to `‖x‖²` and takes as much from `‖e‖²` (Hestenes and Stiefel), so what some iterations add
/// is a lower bound of the error before them. It is looked at over spans that grow with their number, so that a stretch with
/// little progress is not mistaken for the end. Where `A ≥ 1`, `⟨r, r⟩` is an upper bound as well.
pub fn conjugate_gradients(system: &mut impl Krylov, stop: Stop) -> Solved {
    let mut residual = system.begin();
    let mut solved = Solved { squared: 0.0, iterations: 0, is_done: false, is_indefinite: false };
    let (mut span_end, mut span_start) = (SPAN, 0.0);
    loop {
        let enough =
            |squared: f64| squared <= stop.squared.max(stop.relative * stop.relative * solved.squared);
        solved.is_done = enough(residual.squared);
        if solved.iterations == span_end {
            solved.is_done |= enough(solved.squared - span_start);
            (span_end, span_start) = (span_end + SPAN + span_end / SPAN, solved.squared);
        }
        if solved.is_done || solved.iterations == stop.iterations {
            return solved;
        }
        let curvature = system.product();
        solved.iterations += 1;
        // Where there is nothing left to gain rounding has the last word; what is not a number is left to the caller.
        if !(curvature > 0.0 && residual.preconditioned > 0.0) {
            solved.is_done = curvature.is_finite() && residual.preconditioned.is_finite();
            solved.is_indefinite = curvature < 0.0;
            return solved;
        }
        let before = residual.preconditioned;
        let alpha = before / curvature;
        solved.squared += alpha * before;
        residual = system.advance(alpha);
        system.turn(residual.preconditioned / before);
    }
}

/// Iterations over which the error is looked at, at first.
const SPAN: usize = 4;
