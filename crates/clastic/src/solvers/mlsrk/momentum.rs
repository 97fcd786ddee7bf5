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

use super::pairs::{BATCH, NO_PLACE, NOTHING, Pairs, Register, Scratch, Sum, gather, padded, read, total};
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
        let per_scale = zero.of(1.0 / self.pairs.scale);
        let mut mass = zero;
        let mut sum = [0.0; 4];
        for list in self.pairs.neighbours.of(i).chunks(BATCH) {
            let slots = padded::<Register<S>>(list.len());
            gather(self.pairs.places, list, slots, NO_PLACE, &mut scratch.places);
            gather(self.b, list, slots, NOTHING, &mut scratch.records[0]);
            if self.lumping == Lumping::RowSum {
                gather(self.motion, list, slots, NOTHING, &mut scratch.records[1]);
            }
            for slot in (0..slots).step_by(<Register<S>>::LANES) {
                let xi = self.pairs.offset(token, i, &scratch.places, slot);
                let (phi, slope) = self.pairs.kernel.at(xi);
                let correction = at_neighbour(token, &scratch.records[0], xi, slot);
                phi.store(&mut scratch.computed[0][slot..]);
                let corrected = correction * per_scale;
                for k in 0..D {
                    (-(phi * xi[k])).store(&mut scratch.computed[1 + k][slot..]);
                    (corrected * slope[k]).store(&mut scratch.computed[4 + k][slot..]);
                }
                if self.lumping == Lumping::RowSum {
                    let other: Register<S> = read(token, &scratch.records[1][3], slot);
                    mass = (phi * correction).mul_add(other, mass);
                }
            }
            for (slot, &j) in list.iter().enumerate() {
                let push = &self.push[j as usize];
                let phi = scratch.computed[0][slot];
                for c in 0..4 {
                    sum[c] += phi * push.constant[c];
                }
                for k in 0..D {
                    let (linear, slope) = (scratch.computed[1 + k][slot], scratch.computed[4 + k][slot]);
                    for c in 0..4 {
                        sum[c] += linear * push.linear[k][c];
                    }
                    for c in 0..4 {
                        sum[c] += slope * push.stress[k][c];
                    }
                }
            }
        }
        let volume = self.pairs.places[i][3];
        let force = std::array::from_fn(|k| -volume * sum[k]);
        let mass = match self.lumping {
            Lumping::Own => self.motion[i][3],
            Lumping::RowSum => volume * total(mass),
        };
        Force { force, mass }
    }
}

/// `b_j·h(−ξ)`: the correction at a neighbour for the particle itself.
#[inline(always)]
pub(super) fn at_neighbour<S: Simd, const D: usize>(
    token: S,
    b: &[[f64; BATCH]; 4],
    xi: Vector<Register<S>, D>,
    slot: usize,
) -> Register<S> {
    let mut correction: Register<S> = read(token, &b[0], slot);
    for k in 0..D {
        correction -= read::<Register<S>>(token, &b[1 + k], slot) * xi[k];
    }
    correction
}
