//! Forces and accelerations, equation 11.
//!
//! ```text
//! f_i = −Σ_j ∇N_i(x_j)·σ_j V_j          u̇_i = f_i/m_i + g
//! ```
//!
//! Particle `i` needs the shape functions at its neighbours. With `S = σ_j V_j` and what `j` has of its own,
//!
//! ```text
//! S ∇N_i(x_j) = (Φ (S g − S H ξ) + 1/a b·h(−ξ) S ∂Φ) V_i/a^d          ξ = (x_j − x_i)/a
//! ```
//!
//! so every particle prepares `S g`, `S H` and `S` once, and a pair costs one combination of `2 d + 1` vectors.

use crate::tensor::{Real, Simd, Vector};

use super::pairs::{
    BATCH, Four, NO_PLACE, NOTHING, Pairs, Register, Scratch, Sum, gather, padded, read, total,
};
use super::shape::Shape;

/// By which mass a force is divided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lumping {
    /// The particle's own: `Σ m u` is conserved to rounding.
    #[default]
    Own,
    /// The sum of a row of the mass matrix, `Σ_j N_i(x_j) m_j`: equation 11 as it is printed.
    RowSum,
}

/// What a particle does to its neighbours, in vectors of four numbers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Push<const D: usize> {
    /// `S g`.
    constant: [f64; 4],
    /// Columns of `S H`.
    linear: [[f64; 4]; 3],
    /// Columns of `S`.
    stress: [[f64; 4]; 3],
}

impl<const D: usize> Push<D> {
    #[inline(always)]
    pub fn new(shape: &Shape<D>, stress: &[[f64; D]; D]) -> Self {
        let mut push = Push::default();
        for row in 0..D {
            for k in 0..D {
                push.constant[row] += stress[row][k] * shape.g[k];
                push.stress[k][row] = stress[row][k];
                for l in 0..D {
                    push.linear[l][row] += stress[row][k] * shape.h[k][l];
                }
            }
        }
        push
    }
}

/// A particle's force and the mass that it moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Force<const D: usize> {
    /// `f_i`, in N.
    pub force: [f64; D],
    /// By the [`Lumping`], in kg.
    pub mass: f64,
}

impl<const D: usize> Default for Force<D> {
    fn default() -> Self {
        Force { force: [0.0; D], mass: 0.0 }
    }
}

impl<const D: usize> Force<D> {
    /// The velocity that it and gravity, in m/s², make of one, in m/s, in a time, in s.
    pub(super) fn pushes(&self, u: [f64; D], dt: f64, gravity: [f64; D]) -> [f64; D] {
        std::array::from_fn(|k| u[k] + dt * (self.force[k] / self.mass + gravity[k]))
    }
}

/// The sums of equation 11.
pub(super) struct MomentumSum<'a, const D: usize> {
    pub pairs: Pairs<'a, D>,
    /// `b` of every particle.
    pub b: &'a [[f64; 4]],
    pub push: &'a [Push<D>],
    /// Velocities and, last, masses.
    pub motion: &'a [[f64; 4]],
    pub lumping: Lumping,
}

impl<const D: usize> Sum for MomentumSum<'_, D> {
    type To = Force<D>;

    #[inline(always)]
    fn of<S: Simd>(&self, token: S, i: usize, scratch: &mut Scratch) -> Force<D> {
        let zero = <Register<S>>::splat(token, 0.0);
        let center = self.pairs.center(token, i);
        let per_scale = zero.of(1.0 / self.pairs.scale);
        let mut mass = zero;
        // A sum each: one would have every addition wait for the one before.
        let none = <Four<S>>::splat(token, 0.0);
        let mut constant = none;
        let [mut linear, mut stress] = [[none; D]; 2];
        for list in self.pairs.neighbours.of(i).chunks(BATCH) {
            let slots = padded::<Register<S>>(list.len());
            gather(self.pairs.places, list, slots, NO_PLACE, &mut scratch.places);
            gather(self.b, list, slots, NOTHING, &mut scratch.records[0]);
            if self.lumping == Lumping::RowSum {
                gather(self.motion, list, slots, NOTHING, &mut scratch.records[1]);
            }
            for slot in (0..slots).step_by(<Register<S>>::LANES) {
                let (xi, _) = center.to(&scratch.places, slot);
                let (phi, slope) = self.pairs.kernel.at(xi);
                let correction = at_neighbour(read(token, &scratch.records[0], slot), xi);
                phi.store(&mut scratch.computed[0][slot..]);
                let corrected = correction * per_scale;
                for k in 0..D {
                    (-(phi * xi[k])).store(&mut scratch.computed[1 + k][slot..]);
                    (corrected * slope[k]).store(&mut scratch.computed[4 + k][slot..]);
                }
                if self.lumping == Lumping::RowSum {
                    let [_, _, _, other] = read(token, &scratch.records[1], slot);
                    mass = (phi * correction).mul_add(other, mass);
                }
            }
            for (slot, &j) in list.iter().enumerate() {
                let push = &self.push[j as usize];
                let add = |slots: &[f64; BATCH], column: &[f64; 4], sum: &mut Four<S>| {
                    *sum = none.of(slots[slot]).mul_add(Real::load(token, column), *sum);
                };
                add(&scratch.computed[0], &push.constant, &mut constant);
                for k in 0..D {
                    add(&scratch.computed[1 + k], &push.linear[k], &mut linear[k]);
                    add(&scratch.computed[4 + k], &push.stress[k], &mut stress[k]);
                }
            }
        }
        let volume = self.pairs.places[i][3];
        let sum = (0..D).fold(constant, |sum, k| sum + linear[k] + stress[k]);
        let force = std::array::from_fn(|k| -volume * sum.lane(k));
        let mass = match self.lumping {
            Lumping::Own => self.motion[i][3],
            Lumping::RowSum => volume * total(mass),
        };
        Force { force, mass }
    }
}

/// `b_j·h(−ξ)`: the correction at a neighbour for the particle itself.
#[inline(always)]
pub(super) fn at_neighbour<R: Real, const D: usize>(b: [R; 4], xi: Vector<R, D>) -> R {
    let mut correction = b[0];
    for k in 0..D {
        correction -= b[1 + k] * xi[k];
    }
    correction
}
