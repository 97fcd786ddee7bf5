//! How stress answers to a small change of deformation, for laws that are isotropic, as all are.

use super::{Response, State};
use crate::particles::field::{Register, load, store};
use crate::tensor::{Eigen, Matrix, Real, Vector, rolled};

/// The positive part of a particle's stiffness, `δ(P F₀ᵀ)` by `δH` where `F = (I + H) F₀`.
///
/// Along the axes of `F = U Σ Vᵀ` an isotropic law relates diagonal entries with each other and every other entry with its
/// mirror image alone:
///
/// ```text
/// Z = Uᵀ δH W,  W = F₀ V = (I + H)⁻¹ U Σ
/// M_ii = Σ_j A_ij Z_jj          M_ij = p_ij Z_ij + m_ij Z_ji
/// δ(P F₀ᵀ) = U M Wᵀ
/// ```
///
/// so that a symmetric matrix and three pairs are all that must be made positive (Stomakhin et al., "Energetically consistent
/// invertible elasticity", 2012).
#[derive(Clone, Copy)]
pub struct Stiffness<R, const D: usize> {
    /// `U`.
    left: Matrix<R, D>,
    /// `W`.
    right: Matrix<R, D>,
    /// `A`.
    axial: Matrix<R, D>,
    /// `p_ij` above the diagonal and `m_ij` below it.
    shear: Matrix<R, D>,
}

/// The entries of `δF` that tell all of a stiffness along its axes.
const DIRECTIONS_2D: [(usize, usize); 3] = [(0, 0), (1, 1), (0, 1)];
const DIRECTIONS_3D: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];

impl<R: Real, const D: usize> Stiffness<R, D> {
    /// Numbers per particle.
    pub const COUNT: usize = 2 * D * D + D * (D + 1) / 2 + D * (D - 1);

    /// Of a law in a state, reached by a deformation `I + H` of the step, scaled.
    #[inline(always)]
    pub fn of<L: Response<R>>(law: &L, state: L::State<D>, step: Matrix<R, D>, scale: R) -> Self {
        let axes = state.left_cauchy_green().symmetric_eigen();
        let (one, zero) = (scale.one(), scale.zero());
        let mut stretch = axes.values;
        for i in 0..D {
            stretch[i] = axes.values[i].max(one.of(1e-12)).sqrt();
        }
        let f = Matrix::from_diagonal(stretch);
        let [mut axial, mut shear] = [Matrix::zero(one); 2];
        // One call of the law, not one per direction, is compiled.
        for k in rolled(D + D * (D - 1) / 2) {
            let (i, j) = if D == 2 { DIRECTIONS_2D[k] } else { DIRECTIONS_3D[k] };
            let mut df = Matrix::zero(one);
            df.0[i][j] = one;
            let dp = law.differential(state, f, df);
            if i == j {
                for other in 0..D {
                    axial.0[other][i] = dp.0[other][other];
                }
            } else {
                // The pair's eigenvalues are p + m and p − m.
                let sum = (dp.0[i][j] + dp.0[j][i]).max(zero);
                let difference = (dp.0[i][j] - dp.0[j][i]).max(zero);
                shear.0[i][j] = (sum + difference) * (scale * one.of(0.5));
                shear.0[j][i] = (sum - difference) * (scale * one.of(0.5));
            }
        }
        let axial = positive(axial) * scale;
        let right = step.inverse() * axes.vectors * f;
        Stiffness { left: axes.vectors, right, axial, shear }
    }

    /// The same where the step's deformation is `I + H + H²/2`, up to terms of second order: `δH` becomes `A δH A` with
    /// `A = I + H/2`.
    #[inline(always)]
    pub fn second_order(self, h: Matrix<R, D>) -> Self {
        let a = (h * h.0[0][0].of(0.5)).plus_diagonal(h.0[0][0].one());
        Stiffness { left: a.transpose() * self.left, right: a * self.right, ..self }
    }

    /// `δ(P F₀ᵀ)` for `δH`.
    #[inline(always)]
    pub fn times(&self, dh: Matrix<R, D>) -> Matrix<R, D> {
        let z = self.left.transpose() * dh * self.right;
        self.left * self.along_axes(z) * self.right.transpose()
    }

    /// `M` of `Z`.
    #[inline(always)]
    fn along_axes(&self, z: Matrix<R, D>) -> Matrix<R, D> {
        let mut m = z;
        for i in 0..D {
            let mut sum = self.axial.0[i][0] * z.0[0][0];
            for j in 1..D {
                sum = self.axial.0[i][j].mul_add(z.0[j][j], sum);
            }
            m.0[i][i] = sum;
            for j in i + 1..D {
                let (p, q) = (self.shear.0[i][j], self.shear.0[j][i]);
                m.0[i][j] = p.mul_add(z.0[i][j], q * z.0[j][i]);
                m.0[j][i] = p.mul_add(z.0[j][i], q * z.0[i][j]);
            }
        }
        m
    }

    /// The block of a node, `δ(P F₀ᵀ) g` for `δH = u gᵀ`, as a matrix that `u` is multiplied with.
    #[inline(always)]
    pub fn block(&self, g: Vector<R, D>) -> Matrix<R, D> {
        let y = self.right.transpose() * g;
        let mut block = self.axial;
        for i in 0..D {
            let mut own = self.axial.0[i][i] * y[i].squared();
            for j in 0..D {
                if i != j {
                    let (p, q) = (self.shear.0[i.min(j)][i.max(j)], self.shear.0[i.max(j)][i.min(j)]);
                    own = p.mul_add(y[j].squared(), own);
                    block.0[i][j] = (self.axial.0[i][j] + q) * y[i] * y[j];
                }
            }
            block.0[i][i] = own;
        }
        self.left * block * self.left.transpose()
    }
}

impl<R: Register, const D: usize> Stiffness<R, D> {
    /// Writes it.
    #[inline(always)]
    pub fn store(&self, numbers: &mut [R::Scalar]) {
        let mut k = 0;
        let mut put = |x: R| {
            store(x, numbers, k);
            k += 1;
        };
        for i in 0..D {
            for j in 0..D {
                put(self.left.0[i][j]);
                put(self.right.0[i][j]);
                if i <= j {
                    put(self.axial.0[i][j]);
                }
                if i != j {
                    put(self.shear.0[i][j]);
                }
            }
        }
    }

    /// Reads it.
    #[inline(always)]
    pub fn load(token: R::Token, numbers: &[R::Scalar]) -> Self {
        let zero = Matrix([[load(token, numbers, 0); D]; D]);
        let mut stiffness = Stiffness { left: zero, right: zero, axial: zero, shear: zero };
        let mut k = 0;
        let mut get = || {
            k += 1;
            load(token, numbers, k - 1)
        };
        for i in 0..D {
            for j in 0..D {
                stiffness.left.0[i][j] = get();
                stiffness.right.0[i][j] = get();
                if i <= j {
                    stiffness.axial.0[i][j] = get();
                    stiffness.axial.0[j][i] = stiffness.axial.0[i][j];
                }
                if i != j {
                    stiffness.shear.0[i][j] = get();
                }
            }
        }
        stiffness
    }
}

/// A symmetric matrix without what is negative of it.
#[inline(always)]
fn positive<R: Real, const D: usize>(a: Matrix<R, D>) -> Matrix<R, D> {
    let eigen: Eigen<R, D> = a.symmetric_eigen();
    let mut values = eigen.values;
    for i in 0..D {
        values[i] = values[i].max(values[i].zero());
    }
    eigen.with_values(values)
}
