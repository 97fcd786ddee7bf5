//! Thin sheets: triangles that resist stretch and shear in their plane, and hinges that resist bending.

use std::marker::PhantomData;

use super::element::{Element, Point, Signs};
use super::solid::{Answer, SolidRest, gradients, squared_frequency, unit};
use crate::materials::{Law, NUMBERS_MAX, Response, State, StateOf};
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
        gradients::<2, 3>(rest, r).map(|g| lifted(&plane, stress * g))
    }

    /// The law's in the plane, and out of it what tension adds: `n nᵀ V⁰ g_i · τ g_j`.
    fn stiffness(&self, rest: &SolidRest<2>, x: &[Point<3>; 3], signs: Signs) -> [[Matrix<f64, 3>; 3]; 3] {
        let Stretched { law, plane, r, state } = self.stretched(rest, x);
        let answer = Answer::new(&law, state, r, rest.volume, signs);
        let mut tension = law.kirchhoff(state) * rest.volume;
        if signs == Signs::Positive {
            let eigen = tension.symmetric_eigen();
            tension = eigen.with_values(Vector(eigen.values.0.map(|value| value.max(0.0))));
        }
        let normal = plane[0].cross(plane[1]);
        let g = gradients::<2, 3>(rest, r);
        let mut blocks = [[normal.outer(normal); 3]; 3];
        for i in 0..3 {
            for j in 0..3 {
                blocks[i][j] = blocks[i][j] * g[i].dot(tension * g[j]);
                for axis in 0..2 {
                    let change = answer.to(unit(axis).outer(g[j])) * g[i];
                    blocks[i][j] = blocks[i][j] + lifted(&plane, change).outer(plane[axis]);
                }
            }
        }
        blocks
    }

    fn squared_frequency(&self, rest: &SolidRest<2>, masses: &[f64; 3]) -> f64 {
        squared_frequency::<L, 2, 3>(&self.numbers, rest, masses)
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
        let bent = Bent::new(x);
        let slope = bent.slopes().iter().map(|slope| slope.norm()).fold(0.0, f64::max);
        HingeRest { angle: bent.angle, stiffness: bending * edge.norm_squared() / areas, slope }
    }
}

/// Lengths below this, in m, are none.
const TINY: f64 = 1e-100;

/// A triangle of a hinge.
struct Flap {
    /// How much every vertex counts: it turns with the height over the edge where that meets the edge, and against it with its
    /// own corner.
    weights: [f64; 4],
    /// The derivative of the angle by the place of its own corner, in 1/m: none if it has collapsed.
    slope: Point<3>,
    /// The height over the edge, in m.
    height: Point<3>,
}

impl Flap {
    /// Whose corner, one of the two, is at `p` beside the edge's first vertex; `normal` is twice its area long.
    fn new(edge: Point<3>, p: Point<3>, normal: Point<3>, corner: usize) -> Self {
        let squared = edge.norm_squared().max(TINY * TINY);
        let share = p.dot(edge) / squared;
        let mut weights = [share - 1.0, -share, 0.0, 0.0];
        weights[corner] = 1.0;
        let slope = normal * (-squared.sqrt() / normal.norm_squared().max(TINY * TINY));
        Flap { weights, slope, height: p - edge * share }
    }
}

/// A hinge as it is.
struct Bent {
    /// The angle between the normals, in rad.
    angle: f64,
    edge: Point<3>,
    flaps: [Flap; 2],
}

impl Bent {
    fn new(&[a, b, c, d]: &[Point<3>; 4]) -> Self {
        let (edge, p, q) = (b - a, c - a, d - a);
        let (n, m) = (edge.cross(p), q.cross(edge));
        let sine = n.cross(m).dot(edge) / edge.norm().max(TINY);
        let flaps = [Flap::new(edge, p, n, 2), Flap::new(edge, q, m, 3)];
        Bent { angle: sine.atan2(n.dot(m)), edge, flaps }
    }

    /// The derivative of the angle by every place, in 1/m.
    fn slopes(&self) -> [Point<3>; 4] {
        let [one, other] = &self.flaps;
        std::array::from_fn(|i| one.slope * one.weights[i] + other.slope * other.weights[i])
    }

    /// The second derivative by two places, in 1/m²: summed over both triangles
    ///
    /// ```text
    /// −(w_i w_j/h² + y_i y_j/2l²) (s hᵀ + h sᵀ) − (w_i y_j l sᵀ + y_i w_j s lᵀ)/l²
    /// ```
    ///
    /// with the edge `l`, which begins and ends at the vertices of `y = (−1, 1, 0, 0)`, and slope `s`, height `h` and weights
    /// `w` of the triangle.
    fn curvature(&self, i: usize, j: usize) -> Matrix<f64, 3> {
        const ENDS: [f64; 4] = [-1.0, 1.0, 0.0, 0.0];
        let edge = self.edge;
        let per_edge = edge.norm_squared().max(TINY * TINY).recip();
        let mut sum = Matrix::zero(0.0);
        for Flap { weights, slope, height } in &self.flaps {
            let per_height = height.norm_squared().max(TINY * TINY).recip();
            let tilt = weights[i] * weights[j] * per_height + 0.5 * ENDS[i] * ENDS[j] * per_edge;
            let across = slope.outer(*height) + height.outer(*slope);
            let along =
                edge.outer(*slope) * (weights[i] * ENDS[j]) + slope.outer(edge) * (ENDS[i] * weights[j]);
            sum = sum - across * tilt - along * per_edge;
        }
        sum
    }
}

impl Element<3, 4> for Hinges {
    type Rest = HingeRest;

    fn energy(&self, rest: &HingeRest, x: &[Point<3>; 4]) -> f64 {
        0.5 * rest.stiffness * (Bent::new(x).angle - rest.angle).powi(2)
    }

    fn gradient(&self, rest: &HingeRest, x: &[Point<3>; 4]) -> [Point<3>; 4] {
        let bent = Bent::new(x);
        bent.slopes().map(|slope| slope * (rest.stiffness * (bent.angle - rest.angle)))
    }

    /// `k (∇θ ∇θᵀ + (θ − θ⁰) ∇²θ)`, of which the first part is never negative, and all there is at rest.
    fn stiffness(&self, rest: &HingeRest, x: &[Point<3>; 4], signs: Signs) -> [[Matrix<f64, 3>; 4]; 4] {
        let bent = Bent::new(x);
        let slopes = bent.slopes();
        let load = rest.stiffness * (bent.angle - rest.angle);
        std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let block = slopes[i].outer(slopes[j]) * rest.stiffness;
                match signs {
                    Signs::All => block + bent.curvature(i, j) * load,
                    Signs::Positive => block,
                }
            })
        })
    }

    fn squared_frequency(&self, rest: &HingeRest, masses: &[f64; 4]) -> f64 {
        rest.stiffness * rest.slope.powi(2) * masses.iter().map(|mass| mass.recip()).sum::<f64>()
    }
}
