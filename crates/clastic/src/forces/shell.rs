//! Thin sheets: triangles that resist stretch and shear in their plane, and hinges that resist bending.

use std::marker::PhantomData;

use super::element::{Element, Point};
use super::solid::SolidRest;
use crate::materials::{Law, NUMBERS_MAX, Response, State, StateOf, Stiffness};
use crate::tensor::{Matrix, Vector};

/// Triangles in space with a law of the plane.
///
/// ```text
/// F = D_s D_m⁻¹ = Q R          E = V⁰ Ψ(R)          ∂E/∂x_k = V⁰ Q τ(R) g_k,  g_k = R⁻ᵀ D_m⁻ᵀ e_k
/// ```
///
/// where `F` has two columns, `Q` two that are orthonormal, and `R` is upper triangular: laws do not care how it is turned.
pub struct Membranes<L> {
    numbers: [f64; NUMBERS_MAX],
    law: PhantomData<fn() -> L>,
}

/// A triangle as it is: its law, plane, `R` and state.
struct Stretched<L: Law> {
    law: L::Over<f64>,
    plane: [Point<3>; 2],
    r: Matrix<f64, 2>,
    state: StateOf<L, f64, 2>,
}

impl<L: Law> Membranes<L> {
    /// Of a law.
    pub fn new(law: &L) -> Self {
        Membranes { numbers: law.numbers(), law: PhantomData }
    }

    fn stretched(&self, rest: &SolidRest<2>, x: &[Point<3>; 3]) -> Stretched<L> {
        let edges = [x[1] - x[0], x[2] - x[0]];
        let column = |k: usize| edges[0] * rest.inverse.0[0][k] + edges[1] * rest.inverse.0[1][k];
        let (first, second) = (column(0), column(1));
        let a = first.norm().max(f64::MIN_POSITIVE);
        let q0 = first * a.recip();
        let b = q0.dot(second);
        let across = second - q0 * b;
        let c = across.norm().max(f64::MIN_POSITIVE);
        let r = Matrix([[a, b], [0.0, c]]);
        let state = StateOf::<L, f64, 2>::from_deformation(r);
        Stretched { law: L::over(&self.numbers), plane: [q0, across * c.recip()], r, state }
    }
}

/// `g_k` of every vertex, in the plane.
fn gradients(rest: &SolidRest<2>, r: Matrix<f64, 2>) -> [Point<2>; 3] {
    let per_edge = (rest.inverse * r.inverse()).0;
    let [a, b] = [Vector(per_edge[0]), Vector(per_edge[1])];
    [-(a + b), a, b]
}

/// A vector of the plane in space.
fn lifted(plane: &[Point<3>; 2], v: Point<2>) -> Point<3> {
    plane[0] * v[0] + plane[1] * v[1]
}

impl<L: Law> Element<3, 3> for Membranes<L> {
    type Rest = SolidRest<2>;

    fn energy(&self, rest: &SolidRest<2>, x: &[Point<3>; 3]) -> f64 {
        let Stretched { law, state, .. } = self.stretched(rest, x);
        rest.volume * law.energy(state)
    }

    fn gradient(&self, rest: &SolidRest<2>, x: &[Point<3>; 3]) -> [Point<3>; 3] {
        let Stretched { law, plane, r, state } = self.stretched(rest, x);
        let stress = law.kirchhoff(state) * rest.volume;
        gradients(rest, r).map(|g| lifted(&plane, stress * g))
    }

    /// The law's in the plane, and out of it what tension adds: `n nᵀ V⁰ g_i · τ g_j`.
    fn stiffness(&self, rest: &SolidRest<2>, x: &[Point<3>; 3]) -> [[Matrix<f64, 3>; 3]; 3] {
        let Stretched { law, plane, r, state } = self.stretched(rest, x);
        let stiffness = Stiffness::of(&law, state, Matrix::identity(0.0), rest.volume);
        let eigen = (law.kirchhoff(state) * rest.volume).symmetric_eigen();
        let mut tensions = eigen.values;
        for i in 0..2 {
            tensions[i] = tensions[i].max(0.0);
        }
        let tension = eigen.with_values(tensions);
        let normal = plane[0].cross(plane[1]);
        let g = gradients(rest, r);
        let mut blocks = [[normal.outer(normal); 3]; 3];
        for i in 0..3 {
            for j in 0..3 {
                blocks[i][j] = blocks[i][j] * g[i].dot(tension * g[j]);
                for axis in 0..2 {
                    let mut direction = Vector::splat(0.0);
                    direction[axis] = 1.0;
                    let change = stiffness.times(direction.outer(g[j])) * g[i];
                    blocks[i][j] = blocks[i][j] + lifted(&plane, change).outer(plane[axis]);
                }
            }
        }
        blocks
    }

    fn squared_frequency(&self, rest: &SolidRest<2>, masses: &[f64; 3]) -> f64 {
        let identity = Matrix::identity(0.0);
        let state = StateOf::<L, f64, 2>::from_deformation(identity);
        let law = L::over(&self.numbers);
        let modulus = law.wave_modulus(state, law.kirchhoff(state));
        let g = gradients(rest, identity);
        let sum: f64 = g.iter().zip(masses).map(|(g, mass)| g.norm_squared() / mass).sum();
        rest.volume * modulus * sum
    }
}

/// Edges between two triangles, which resist bending: "Discrete shells" (Grinspun et al. 2003).
///
/// ```text
/// E = k/2 (θ − θ⁰)²          k = B l²/(A₁ + A₂)
/// ```
///
/// with the angle `θ` between the normals, the edge's length `l` and the triangles' areas at rest. For a sheet whose
/// vertices lie on a cylinder, along edges of the mesh or in a mesh of equal sides, that is a plate of bending stiffness
/// `B = E h³/(12 (1 − ν²))`. The vertices are the two of the edge, then those opposite.
pub struct Hinges;

/// A hinge at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HingeRest {
    /// The angle `θ⁰` between the normals, in rad.
    pub angle: f64,
    /// The stiffness `k`, in J.
    pub stiffness: f64,
    /// How much the angle changes with a vertex's place at most, in 1/m.
    pub slope: f64,
}

impl HingeRest {
    /// At these places, with a bending stiffness `B` in J.
    pub fn new(x: &[Point<3>; 4], bending: f64) -> Self {
        let [a, b, c, d] = *x;
        let edge = b - a;
        let areas = 0.5 * (edge.cross(c - a).norm() + edge.cross(d - a).norm());
        let (angle, slopes) = bent(x);
        let slope = slopes.iter().map(|slope| slope.norm()).fold(0.0, f64::max);
        HingeRest { angle, stiffness: bending * edge.norm_squared() / areas, slope }
    }
}

/// The angle between the normals and its derivative by every place.
fn bent(&[a, b, c, d]: &[Point<3>; 4]) -> (f64, [Point<3>; 4]) {
    let edge = b - a;
    let length = edge.norm().max(f64::MIN_POSITIVE);
    let along = edge * length.recip();
    let (n, m) = (edge.cross(c - a), (d - a).cross(edge));
    let (n, m) = (n * n.norm_squared().recip(), m * m.norm_squared().recip());
    let sine = n.cross(m).dot(along);
    let angle = sine.atan2(n.dot(m));
    // The height of every triangle over the edge turns with its own corner.
    let (own, other) = (n * -length, m * -length);
    let share = |p: Point<3>| (p - a).dot(along) / length;
    let (s, t) = (share(c), share(d));
    (angle, [-(own * (1.0 - s) + other * (1.0 - t)), -(own * s + other * t), own, other])
}

impl Element<3, 4> for Hinges {
    type Rest = HingeRest;

    fn energy(&self, rest: &HingeRest, x: &[Point<3>; 4]) -> f64 {
        0.5 * rest.stiffness * (bent(x).0 - rest.angle).powi(2)
    }

    fn gradient(&self, rest: &HingeRest, x: &[Point<3>; 4]) -> [Point<3>; 4] {
        let (angle, slopes) = bent(x);
        slopes.map(|slope| slope * (rest.stiffness * (angle - rest.angle)))
    }

    /// `k ∇θ ∇θᵀ`: as if the angle were linear in the places, which is exact where the hinge is at rest.
    fn stiffness(&self, rest: &HingeRest, x: &[Point<3>; 4]) -> [[Matrix<f64, 3>; 4]; 4] {
        let (_, slopes) = bent(x);
        slopes.map(|a| slopes.map(|b| a.outer(b) * rest.stiffness))
    }

    fn squared_frequency(&self, rest: &HingeRest, masses: &[f64; 4]) -> f64 {
        rest.stiffness * rest.slope.powi(2) * masses.iter().map(|mass| mass.recip()).sum::<f64>()
    }
}
