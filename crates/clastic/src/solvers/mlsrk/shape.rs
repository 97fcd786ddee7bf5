//! Shape functions (equation 8 and appendix A), with the regularization of section 4.4.
//!
//! ```text
//! N_j(x_i) = b_i·h(ξ) Φ(ξ) V_j/a^d          ξ = (x_j − x_i)/a,  h = (1, ξ)
//! ∂_k N_j(x_i) = (Φ (g_k + H_k·ξ) − 1/a b_i·h ∂_kΦ) V_j/a^d
//! ```
//!
//! with `b = M⁻¹ h(0)`, `∂_k b = −M⁻¹ ∂_k M b` and `g_k = ∂_k b_0 − b_k/a`, `H_kl = ∂_k b_l`, of which every particle has its
//! own. Moments are over `a^d`, so that they have no unit.

use crate::tensor::{Matrix, Real, Simd, Vector};

use super::pairs::{BATCH, Center, NO_PLACE, Pairs, Register, Scratch, Sum, gather, padded, total};

/// Which coefficients are penalized.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Penalty {
    /// The linear ones: equation 32. Constants are reproduced for every `r`.
    #[default]
    Linear,
    /// The constant one too, for comparison: matter then feels a drag where there is none (figure 9).
    All,
}

/// The shape functions at a particle: what is common to all of its neighbours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape<const D: usize> {
    /// `b`, without a unit: that of the constant, then those of the axes.
    pub b: [f64; 4],
    /// `g_k`, in 1/m.
    pub g: [f64; D],
    /// `H_kl`, in 1/m.
    pub h: [[f64; D]; D],
    /// `Σ_j ‖ξ‖² Φ`: how many particles there are within the kernel, from which volume is measured.
    pub crowd: f64,
}

impl<const D: usize> Default for Shape<D> {
    fn default() -> Self {
        Shape { b: [0.0; 4], g: [0.0; D], h: [[0.0; D]; D], crowd: 0.0 }
    }
}

/// Below this share of what it would be without a direction's being empty, the determinant of the second moments is nothing.
const SINGULAR: f64 = 1e-13;
/// What then takes the place of `r`, over the zeroth moment.
const LEAST_PENALTY: f64 = 1e-8;

/// The moments of the particles around one.
struct Moments<const D: usize> {
    /// `m₀ = Σ Φ V` and the constant's penalty.
    zeroth: f64,
    /// `m₁ = Σ ξ Φ V`.
    first: Vector<f64, D>,
    /// The inverse of `C = Σ ξ ξᵀ Φ V + r I − m₁ m₁ᵀ/m₀`.
    inverse: Matrix<f64, D>,
}

impl<const D: usize> Moments<D> {
    fn new(zeroth: f64, first: Vector<f64, D>, second: Matrix<f64, D>) -> Self {
        let central = second - first.outer(first) * (1.0 / zeroth);
        let mean = central.trace() / D as f64;
        let is_flat = central.det() <= SINGULAR * mean.powi(D as i32);
        let central = if is_flat { central.plus_diagonal(LEAST_PENALTY * zeroth) } else { central };
        Moments { zeroth, first, inverse: central.inverse() }
    }

    /// `M⁻¹ y` by elimination of the constant, so that its row holds to rounding however flat the neighbourhood is.
    fn solve(&self, y0: f64, y: Vector<f64, D>) -> (f64, Vector<f64, D>) {
        let center = self.first * (1.0 / self.zeroth);
        let z = self.inverse * (y - center * y0);
        (y0 / self.zeroth - center.dot(z), z)
    }
}

/// The sums of equation 8.
pub(super) struct ShapeSum<'a, const D: usize> {
    pub pairs: Pairs<'a, D>,
    /// The regularization `r`.
    pub regularization: f64,
    pub penalty: Penalty,
}

impl<const D: usize> ShapeSum<'_, D> {
    /// Computes `ξ`, `Φ V` and `∂Φ V` of a batch; returns how many slots there are, and adds up `‖ξ‖² Φ`.
    #[inline(always)]
    fn fill<S: Simd>(
        &self,
        center: &Center<S, D>,
        list: &[u32],
        crowd: &mut Register<S>,
        scratch: &mut Scratch,
    ) -> usize {
        let slots = padded::<Register<S>>(list.len());
        gather(self.pairs.places, list, slots, NO_PLACE, &mut scratch.places);
        let zero = crowd.zero();
        for slot in (0..slots).step_by(<Register<S>>::LANES) {
            let (xi, volume) = center.to(&scratch.places, slot);
            let (phi, slope) = self.pairs.kernel.at(xi);
            *crowd += <Register<S>>::select(zero.lt(volume), phi * xi.norm_squared(), zero);
            (phi * volume).store(&mut scratch.computed[0][slot..]);
            for axis in 0..D {
                xi[axis].store(&mut scratch.computed[1 + axis][slot..]);
                (slope[axis] * volume).store(&mut scratch.computed[4 + axis][slot..]);
            }
        }
        slots
    }
}

impl<const D: usize> Sum for ShapeSum<'_, D> {
    type To = Shape<D>;

    #[inline(always)]
    fn of<S: Simd>(&self, token: S, i: usize, scratch: &mut Scratch) -> Shape<D> {
        let zero = <Register<S>>::splat(token, 0.0);
        let center = self.pairs.center(token, i);
        let list = self.pairs.neighbours.of(i);
        let mut crowd = zero;
        let mut zeroth = zero;
        let mut first = Vector([zero; D]);
        let mut second = Matrix([[zero; D]; D]);
        for batch in list.chunks(BATCH) {
            let slots = self.fill(&center, batch, &mut crowd, scratch);
            for slot in (0..slots).step_by(<Register<S>>::LANES) {
                let phi: Register<S> = Real::load(token, &scratch.computed[0][slot..]);
                zeroth += phi;
                for k in 0..D {
                    let xi: Register<S> = Real::load(token, &scratch.computed[1 + k][slot..]);
                    let weighted = xi * phi;
                    first[k] += weighted;
                    for l in 0..=k {
                        let other: Register<S> = Real::load(token, &scratch.computed[1 + l][slot..]);
                        second.0[k][l] = weighted.mul_add(other, second.0[k][l]);
                    }
                }
            }
        }
        let r = self.regularization;
        let penalty = if self.penalty == Penalty::All { r } else { 0.0 };
        let m0 = total(zeroth);
        let m1 = Vector(std::array::from_fn(|k| total(first[k])));
        let m2 = Matrix(std::array::from_fn(|k| {
            std::array::from_fn(|l| total(second.0[k.max(l)][k.min(l)]) + if k == l { r } else { 0.0 })
        }));
        let moments = Moments::<D>::new(m0 + penalty, m1, m2);
        let (b0, b) = moments.solve(1.0, Vector([0.0; D]));

        // Σ h (b·h) ∂_kΦ V.
        let mut constant = Vector([zero; D]);
        let mut linear = Matrix([[zero; D]; D]);
        let mut ignored = zero;
        for batch in list.chunks(BATCH) {
            let slots = if list.len() > BATCH {
                self.fill(&center, batch, &mut ignored, scratch)
            } else {
                padded::<Register<S>>(batch.len())
            };
            for slot in (0..slots).step_by(<Register<S>>::LANES) {
                let mut xi = Vector([zero; D]);
                let mut correction = zero.of(b0);
                for l in 0..D {
                    xi[l] = Real::load(token, &scratch.computed[1 + l][slot..]);
                    correction = xi[l].mul_add(zero.of(b[l]), correction);
                }
                for k in 0..D {
                    let slope: Register<S> = Real::load(token, &scratch.computed[4 + k][slot..]);
                    let corrected = slope * correction;
                    constant[k] += corrected;
                    for l in 0..D {
                        linear.0[k][l] = corrected.mul_add(xi[l], linear.0[k][l]);
                    }
                }
            }
        }
        let per_scale = 1.0 / self.pairs.scale;
        let sum = m0 * b0 + m1.dot(b);
        let mut shape = Shape { b: [b0, 0.0, 0.0, 0.0], crowd: total(crowd), ..Shape::default() };
        for k in 0..D {
            let mut y = m1 * b[k] + Vector(linear.0[k].map(total));
            y[k] += sum;
            let (slope0, slope) = moments.solve(m0 * b[k] + total(constant[k]), y);
            shape.b[1 + k] = b[k];
            shape.g[k] = (slope0 - b[k]) * per_scale;
            shape.h[k] = (slope * per_scale).0;
        }
        shape
    }
}

/// A particle's shape functions in registers.
pub(super) struct Own<R, const D: usize> {
    b0: R,
    b: Vector<R, D>,
    g: Vector<R, D>,
    h: Matrix<R, D>,
    per_scale: R,
}

impl<R: Real, const D: usize> Own<R, D> {
    #[inline(always)]
    pub fn new(shape: &Shape<D>, scale: f64, zero: R) -> Self {
        let mut own = Own {
            b0: zero.of(shape.b[0]),
            b: Vector([zero; D]),
            g: Vector([zero; D]),
            h: Matrix([[zero; D]; D]),
            per_scale: zero.of(1.0 / scale),
        };
        for k in 0..D {
            own.b[k] = zero.of(shape.b[1 + k]);
            own.g[k] = zero.of(shape.g[k]);
            for l in 0..D {
                own.h.0[k][l] = zero.of(shape.h[k][l]);
            }
        }
        own
    }

    /// `N_j(x_i)` of a neighbour.
    #[inline(always)]
    pub fn value(&self, xi: Vector<R, D>, phi: R, volume: R) -> R {
        (self.b.dot(xi) + self.b0) * (phi * volume)
    }

    /// `∇N_j(x_i)` of a neighbour.
    #[inline(always)]
    pub fn gradient(&self, xi: Vector<R, D>, phi: R, slope: Vector<R, D>, volume: R) -> Vector<R, D> {
        let correction = (self.b.dot(xi) + self.b0) * self.per_scale;
        (self.h * xi + self.g) * (phi * volume) - slope * (correction * volume)
    }
}

impl<const D: usize> Shape<D> {
    /// `N_j(x_i)` and its gradient, in 1/m, at `ξ = (x_j − x_i)/a` for a volume over `a^D`.
    pub fn at(&self, kernel: super::Kernel, scale: f64, xi: [f64; D], volume: f64) -> (f64, [f64; D]) {
        let own = Own::<f64, D>::new(self, scale, 0.0);
        let xi = Vector(xi);
        let (phi, slope) = kernel.at(xi);
        (own.value(xi, phi, volume), own.gradient(xi, phi, slope, volume).0)
    }
}
