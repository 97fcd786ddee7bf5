//! Whether bodies are in each other's way.

use crate::sample::Samples;
use crate::solid::Solid;
use crate::vector::common;

/// A solid with its particles.
#[derive(Clone, Copy, Debug)]
pub struct Body<'a> {
    /// What it fills.
    pub solid: &'a Solid,
    /// The particles of that solid.
    pub samples: &'a Samples,
}

/// How deep a particle has to be in the other body, in spacings of the finer one.
const TOLERANCE: f64 = 0.01;

/// A particle of one body that is inside the other by more than a hundredth of the spacing along every axis, if there is
/// one. Bodies that touch do not overlap. An overlap too thin to hold a particle of either goes unnoticed: on a regular
/// lattice, one that is thinner than half a spacing.
pub fn overlap(a: Body, b: Body) -> Option<[f64; 3]> {
    let tolerance = TOLERANCE * a.samples.spacing().min(b.samples.spacing());
    let dimension = a.solid.dimension() as usize;
    let [low, high] = common(a.solid.bounds(), b.solid.bounds());
    if (0..dimension).any(|i| high[i] - low[i] <= tolerance) {
        return None;
    }
    let in_both_bounds = |p: &[f64; 3]| (0..dimension).all(|i| low[i] <= p[i] && p[i] <= high[i]);
    let deep_in = |solid: &Solid, p: &[f64; 3]| {
        let shifted = |i: usize, by: f64| {
            let mut q = *p;
            q[i] += by;
            solid.contains(q)
        };
        solid.contains(*p) && (0..dimension).all(|i| shifted(i, tolerance) && shifted(i, -tolerance))
    };
    let first =
        |from: Body, into: Body| from.samples.iter().filter(in_both_bounds).find(|p| deep_in(into.solid, p));
    first(a, b).or_else(|| first(b, a))
}
