//! Conjugate gradients for the pressure, preconditioned by a V-cycle.
//!
//! `crate::linear` begins at zero and ends by the energy of the error; here the largest residual counts, since it is the
//! divergence that is left in a cell, and a guess is at hand.

use crate::parallel::{Records, tree};
use rayon::prelude::*;

use super::multigrid::{GRAIN, Multigrid};
use super::numbering::resize;

/// The vectors of the iteration.
#[derive(Clone, Debug, Default)]
pub struct ConjugateGradients {
    r: Vec<f64>,
    z: Vec<f64>,
    p: Vec<f64>,
    s: Vec<f64>,
}

/// How a solve ended.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Solved {
    /// How many V-cycles it took.
    pub iterations: usize,
    /// The largest residual, `max |b − A x|`.
    pub residual: f64,
    /// Whether that is as small as was asked for.
    pub is_done: bool,
}

/// `Σ a b` and `max |a|`, over a tree that does not depend on threads.
pub fn dot_and_max(a: &[f64], b: &[f64]) -> (f64, f64) {
    tree(
        0..a.len(),
        GRAIN,
        &|i| i,
        (),
        &|range, ()| {
            let (mut sum, mut most) = (0.0, 0.0f64);
            for (a, b) in a[range.clone()].iter().zip(&b[range]) {
                sum += a * b;
                most = larger(most, a.abs());
            }
            (sum, most)
        },
        &|(a, m), (b, n)| (a + b, larger(m, n)),
    )
}

/// The larger of two; what is not a number stays.
pub(super) fn larger(a: f64, b: f64) -> f64 {
    if a.is_nan() || b <= a { a } else { b }
}

impl ConjugateGradients {
    /// Goes on from `x` until `max |b − A x| ≤ tolerance`.
    pub fn solve<const D: usize>(
        &mut self,
        multigrid: &mut Multigrid<D>,
        b: &[f64],
        x: &mut [f64],
        tolerance: f64,
        most_iterations: usize,
    ) -> Solved {
        let len = b.len();
        for vector in [&mut self.r, &mut self.z, &mut self.p, &mut self.s] {
            resize(vector, len, 0.0);
        }
        let ConjugateGradients { r, z, p, s } = self;
        multigrid.system().apply(x, s);
        r.par_iter_mut().zip(b).zip(&*s).with_min_len(GRAIN).for_each(|((r, b), s)| *r = b - s);
        let mut solved = Solved { iterations: 0, residual: dot_and_max(r, r).1, is_done: false };
        let mut before = 0.0;
        loop {
            solved.is_done = solved.residual <= tolerance;
            if solved.is_done || solved.iterations == most_iterations || !solved.residual.is_finite() {
                return solved;
            }
            multigrid.precondition(r, z);
            let rz = dot_and_max(r, z).0;
            let beta = if solved.iterations == 0 { 0.0 } else { rz / before };
            before = rz;
            p.par_iter_mut().zip(&*z).with_min_len(GRAIN).for_each(|(p, z)| *p = z + beta * *p);
            multigrid.system().apply(p, s);
            let curvature = dot_and_max(p, s).0;
            solved.iterations += 1;
            if !(curvature > 0.0 && rz > 0.0) {
                return solved;
            }
            let alpha = rz / curvature;
            solved.residual = advance(alpha, p, s, x, r);
        }
    }
}

/// `x ← x + α p`, `r ← r − α s`; returns `max |r|`.
fn advance(alpha: f64, p: &[f64], s: &[f64], x: &mut [f64], r: &mut [f64]) -> f64 {
    let len = x.len();
    let records = |data| Records { data, stride: 1 };
    tree(
        0..len,
        GRAIN,
        &|i| i,
        (records(x), records(r)),
        &|range, (x, r)| {
            let mut most = 0.0f64;
            for (i, (x, r)) in range.zip(x.data.iter_mut().zip(r.data)) {
                *x += alpha * p[i];
                *r -= alpha * s[i];
                most = larger(most, r.abs());
            }
            most
        },
        &larger,
    )
}
