//! Finite elements: triangles in the plane and tetrahedra in space, of any hyperelastic law.

use std::marker::PhantomData;

use super::element::{Element, Point, Signs};
use crate::materials::{Law, NUMBERS_MAX, Response, State, StateOf, Stiffness};
use crate::tensor::{Matrix, Vector};

/// Linear elements of a law, which deform evenly.
///
/// ```text
/// F = D_s D_m⁻¹          E = V⁰ Ψ(F)          ∂E/∂x_k = V⁰ τ g_k,  g_k = F⁻ᵀ D_m⁻ᵀ e_k
/// ```
///
/// with the edges from the first vertex as columns of `D_m` at rest and of `D_s` now. What a law does beyond elasticity, as
/// yielding, is left out.
pub struct Solids<L> {
    numbers: [f64; NUMBERS_MAX],
    law: PhantomData<fn() -> L>,
}

/// An element at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolidRest<const D: usize> {
    /// `D_m⁻¹`, in 1/m.
    pub inverse: Matrix<f64, D>,
    /// The volume `V⁰`, in m³ (m² in 2D).
    pub volume: f64,
}

impl<const D: usize> SolidRest<D> {
    /// Of an element with these edges from its first vertex, in m; none if it has no volume or is inside out.
    pub fn new(edges: [Point<D>; D]) -> Option<Self> {
        let shape = Matrix(edges.map(|edge| edge.0)).transpose();
        let factorial = if D == 2 { 2.0 } else { 6.0 };
        let volume = shape.det() / factorial;
        (volume > 0.0 && volume.is_finite()).then(|| SolidRest { inverse: shape.inverse(), volume })
    }
}

impl<L: Law> Solids<L> {
    /// Of a law.
    pub fn new(law: &L) -> Self {
        Solids { numbers: law.numbers(), law: PhantomData }
    }

    /// The law, `F`, and its state.
    fn state<const D: usize, const N: usize>(
        &self,
        rest: &SolidRest<D>,
        x: &[Point<D>; N],
    ) -> (L::Over<f64>, Matrix<f64, D>, StateOf<L, f64, D>) {
        const { assert!(N == D + 1) };
        let mut shape = Matrix::zero(0.0);
        for k in 0..D {
            let edge = x[k + 1] - x[0];
            for i in 0..D {
                shape.0[i][k] = edge[i];
            }
        }
        let f = shape * rest.inverse;
        (L::over(&self.numbers), f, StateOf::<L, f64, D>::from_deformation(f))
    }
}

/// `g_k` of every vertex.
pub(super) fn gradients<const D: usize, const N: usize>(
    rest: &SolidRest<D>,
    f: Matrix<f64, D>,
) -> [Point<D>; N] {
    let per_edge = (rest.inverse * f.inverse()).0;
    let mut g = [Vector::splat(0.0); N];
    for k in 0..D {
        g[k + 1] = Vector(per_edge[k]);
        g[0] = g[0] - g[k + 1];
    }
    g
}

/// `V⁰ M Σ_k ‖g_k‖²/m_k` with the modulus `M` of the fastest wave at rest, in 1/s²; masses in kg.
pub(super) fn squared_frequency<L: Law, const D: usize, const N: usize>(
    numbers: &[f64; NUMBERS_MAX],
    rest: &SolidRest<D>,
    masses: &[f64; N],
) -> f64 {
    let identity = Matrix::identity(0.0);
    let state = StateOf::<L, f64, D>::from_deformation(identity);
    let law = L::over(numbers);
    let modulus = law.wave_modulus(state, law.kirchhoff(state));
    let g = gradients::<D, N>(rest, identity);
    let sum: f64 = g.iter().zip(masses).map(|(g, mass)| g.norm_squared() / mass).sum();
    rest.volume * modulus * sum
}

/// How `V⁰ P Fᵀ` answers to a change of deformation, `V⁰ δP Fᵀ` for `δF = δH F`.
pub(super) enum Answer<'a, R: Response<f64>, const D: usize> {
    All { law: &'a R, state: R::State<D>, f: Matrix<f64, D>, volume: f64 },
    Positive(Stiffness<f64, D>),
}

impl<'a, R: Response<f64>, const D: usize> Answer<'a, R, D> {
    pub fn new(law: &'a R, state: R::State<D>, f: Matrix<f64, D>, volume: f64, signs: Signs) -> Self {
        match signs {
            Signs::All => Answer::All { law, state, f, volume },
            Signs::Positive => Answer::Positive(Stiffness::of(law, state, Matrix::identity(0.0), volume)),
        }
    }

    pub fn to(&self, dh: Matrix<f64, D>) -> Matrix<f64, D> {
        match self {
            Answer::All { law, state, f, volume } => {
                law.differential(*state, *f, dh * *f) * f.transpose() * *volume
            }
            Answer::Positive(stiffness) => stiffness.times(dh),
        }
    }
}

/// A vector along an axis.
pub(super) fn unit<const D: usize>(axis: usize) -> Point<D> {
    let mut unit = Vector::splat(0.0);
    unit[axis] = 1.0;
    unit
}

impl<L: Law, const D: usize, const N: usize> Element<D, N> for Solids<L> {
    type Rest = SolidRest<D>;

    fn energy(&self, rest: &SolidRest<D>, x: &[Point<D>; N]) -> f64 {
        let (law, _, state) = self.state(rest, x);
        rest.volume * law.energy(state)
    }

    fn gradient(&self, rest: &SolidRest<D>, x: &[Point<D>; N]) -> [Point<D>; N] {
        let (law, f, state) = self.state(rest, x);
        let stress = law.kirchhoff(state) * rest.volume;
        gradients::<D, N>(rest, f).map(|g| stress * g)
    }

    fn stiffness(&self, rest: &SolidRest<D>, x: &[Point<D>; N], signs: Signs) -> [[Matrix<f64, D>; N]; N] {
        let (law, f, state) = self.state(rest, x);
        let answer = Answer::new(&law, state, f, rest.volume, signs);
        let g = gradients::<D, N>(rest, f);
        let mut blocks = [[Matrix::zero(0.0); N]; N];
        for j in 0..N {
            for axis in 0..D {
                let change = answer.to(unit(axis).outer(g[j]));
                for i in 0..N {
                    let column = change * g[i];
                    for row in 0..D {
                        blocks[i][j].0[row][axis] = column[row];
                    }
                }
            }
        }
        blocks
    }

    fn squared_frequency(&self, rest: &SolidRest<D>, masses: &[f64; N]) -> f64 {
        squared_frequency::<L, D, N>(&self.numbers, rest, masses)
    }
}
