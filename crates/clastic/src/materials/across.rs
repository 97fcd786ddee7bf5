use super::elasticity::{POISSON_RATIO, YOUNG_MODULUS, cofactors, cofactors_differential, lame};
use super::sand::FRICTION_ANGLE;
use super::simo::CRUSHED;
use super::{Deformation, FixedCorotated, Law, Parameter, Response, State, law_numbers};
use crate::tensor::{Mask, Matrix, Real, Vector};

law_numbers! {
    /// Contact of strands and sheets: matter that answers only to what happens across the line or the surface that it lies on.
    ///
    /// The first columns of `F` lie along it, the others, `E`, begin across. With the projection `P` on the directions across,
    /// `b = E Eᵀ`, `c = P b P`, `n` directions across, `J² = det c` among these and `κ = λ + 2μ/n`,
    ///
    /// ```text
    /// Ψ = κ/2 (½ (J² − 1) − ln J) + μ/2 (tr c/J^{2/n} − n) + μ/2 (tr b − tr c)
    /// τ = κ/2 (J² − 1) P + μ dev c/J^{2/n} + μ (b − c)
    ///
    /// free if          J ≥ 1
    /// yields across if ‖μ dev c/J‖ > √2 sin φ p       p = κ/2 (1 − J²)
    /// slides along if  ‖μ (I − P) b P‖ > tan φ p
    /// ```
    ///
    /// So it resists being pressed, rubs by Coulomb's law, and comes apart freely; stretching and bending are left to the
    /// elements of the mesh, which also tells where the first columns point. `Ψ` is Simo's law across. Source: Jiang et al.,
    /// "Anisotropic elastoplasticity for cloth, knit and hair frictional contact" (2017), which splits `F` by QR; `c` and
    /// `b − c` are made of the blocks of its `R`.
    pub struct Across {
        /// Lamé's first parameter `λ`, in Pa.
        lambda,
        /// The shear modulus `μ`, in Pa.
        mu,
        /// `sin φ` of the friction angle.
        friction,
        /// The dimension of what it lies on: 1 for strands, 2 for sheets; strands in 2D whatever it is.
        dimension,
    }
}

impl Across {
    /// For strands, from Young's modulus in Pa, Poisson's ratio and the friction angle in degrees.
    pub fn strands(young_modulus: f64, poisson_ratio: f64, friction_angle: f64) -> Self {
        Across::from_values(&[young_modulus, poisson_ratio, friction_angle, 1.0])
    }

    /// The same for sheets.
    pub fn sheets(young_modulus: f64, poisson_ratio: f64, friction_angle: f64) -> Self {
        Across { dimension: 2.0, ..Across::strands(young_modulus, poisson_ratio, friction_angle) }
    }

    /// Whether it is for sheets.
    pub fn is_of_sheets(&self) -> bool {
        self.dimension >= BETWEEN
    }
}

/// Between strands and sheets.
const BETWEEN: f64 = 1.5;

/// A deformation gradient, split.
#[derive(Clone, Copy)]
struct Split<R, const D: usize> {
    /// The projection on the directions across, `P`.
    across: Matrix<R, D>,
    /// The columns that begin across, `E`; the others are zero.
    columns: Matrix<R, D>,
}

impl<R: Real, const D: usize> Split<R, D> {
    /// `c`.
    #[inline(always)]
    fn pressed(&self) -> Matrix<R, D> {
        (self.across * self.columns).times_own_transpose()
    }
}

/// What `c` comes to.
struct Press<R> {
    trace: R,
    /// `J²`.
    squared: R,
    /// `κ`.
    bulk: R,
    /// `n`.
    count: R,
}

impl<R: Real> Across<R> {
    /// Whether there are two directions across: strands in 3D.
    #[inline(always)]
    fn is_round<const D: usize>(&self) -> R::Mask {
        self.dimension.lt(self.mu.of(if D == 3 { BETWEEN } else { 0.0 }))
    }

    /// The columns that begin across.
    #[inline(always)]
    fn columns<const D: usize>(&self, f: Matrix<R, D>) -> Matrix<R, D> {
        let zero = self.mu.zero();
        let mut columns = f;
        for i in 0..D {
            columns.0[i][0] = zero;
            if D == 3 {
                columns.0[i][1] = R::select(self.is_round::<D>(), f.0[i][1], zero);
            }
        }
        columns
    }

    #[inline(always)]
    fn split<const D: usize>(&self, f: Matrix<R, D>) -> Split<R, D> {
        let along = unit(f.column(0));
        let normal = unit(cofactors(f).column(D - 1));
        let section = Matrix::identity(self.mu) - along.outer(along);
        let across = Matrix::select(self.is_round::<D>(), section, normal.outer(normal));
        Split { across, columns: self.columns(f) }
    }

    /// `tan φ`.
    #[inline(always)]
    fn tangent(&self) -> R {
        self.friction / (self.mu.one() - self.friction.squared()).sqrt()
    }

    /// Of `c`, or of `(P E)ᵀ P E`, which has the same invariants.
    #[inline(always)]
    fn press<const D: usize>(&self, c: Matrix<R, D>) -> Press<R> {
        let round = self.is_round::<D>();
        let one = self.mu.one();
        let trace = c.trace();
        let area = one.of(0.5) * (trace.squared() - c.norm_squared());
        let count = R::select(round, one.of(2.0), one);
        let bulk = self.lambda + (self.mu + self.mu) / count;
        let squared = R::select(round, area, trace).max(one.of(1e-12));
        Press { trace, squared, bulk, count }
    }
}

#[inline(always)]
fn unit<R: Real, const D: usize>(v: Vector<R, D>) -> Vector<R, D> {
    v * v.norm().recip()
}

impl Law for Across {
    /// Of the same state and numbers; it is never asked for, since implicit steps are refused to what is not isotropic.
    type Elasticity = FixedCorotated;
    const NAME: &'static str = "across";
    const ABOUT: &'static str =
        "contact of strands and sheets: pressed and rubbed across them, free along them";
    const ISOTROPIC: bool = false;
    const PARAMETERS: &'static [Parameter] = &[
        YOUNG_MODULUS,
        POISSON_RATIO,
        FRICTION_ANGLE,
        Parameter {
            name: "dimension",
            unit: "",
            about: "of what vertices lie on: 1 for strands, 2 for sheets",
            default: Some(1.0),
            range: (1.0, 2.0),
        },
    ];

    fn from_values(values: &[f64]) -> Self {
        let (lambda, mu) = lame(values[0], values[1]);
        Across { lambda, mu, friction: values[2].to_radians().sin(), dimension: values[3] }
    }
    fn example() -> Self {
        Across::strands(1e3, 0.3, 20.0)
    }
}

impl<R: Real> Response<R> for Across<R> {
    type State<const D: usize> = Deformation<R, D>;

    /// With `S = (P E)ᵀ P E`, whose roots are functions of it, `P E` becomes `P E S^{−½} S'^{½}`: what is beyond the cone
    /// loses shape and keeps its area, what has come apart is as at rest.
    #[inline(always)]
    fn project<const D: usize>(&self, trial: Deformation<R, D>) -> Deformation<R, D> {
        let f = trial.f();
        let one = self.mu.one();
        let half = one.of(0.5);
        let Split { across, columns } = self.split(f);
        let pressed = across * columns;
        let s = pressed.transpose() * pressed;
        let Press { trace, squared, bulk, .. } = self.press(s);
        let least = one.of(CRUSHED * CRUSHED);
        let apart = one.le(squared);
        let shearless = apart | squared.lt(least);
        let kept = squared.min(one).max(least);
        let pressure = half * bulk * (one - kept);
        let ratio = (kept / squared).sqrt();

        let mut mapped = pressed * ratio;
        if D == 3 && self.is_round::<D>().any() {
            let area = squared.sqrt();
            let mean = half * trace;
            let identity = self.columns(Matrix::identity(self.mu));
            // Not ‖s‖² − ½ tr², of which single precision would leave nothing near rest.
            let shape = s - identity * mean;
            let norm = shape.norm();
            let limit = one.of(2.0f64.sqrt()) * self.friction * pressure * area / self.mu;
            let share = R::select(norm.le(limit), one, limit / norm).max(one.zero());
            let share = R::select(shearless, one.zero(), share);
            let lost = half * norm.squared() * (one - share.squared());
            let less = lost / (mean + (mean.squared() - lost).max(one.zero()).sqrt());
            let after = (identity * (mean - less) + shape * share) * ratio;
            let root = (s + identity * area) * (trace + area + area).sqrt().recip();
            let inverse = (identity * root.trace() - root) * area.recip();
            let area = kept.sqrt();
            let after = (after + identity * area) * (after.trace() + area + area).sqrt().recip();
            let yields = shearless | limit.lt(norm);
            let round = Matrix::select(yields, pressed * inverse * after, pressed);
            mapped = Matrix::select(self.is_round::<D>(), round, mapped);
        }

        let along = columns - pressed;
        let sliding = self.mu * (along * mapped.transpose()).norm();
        let limit = self.tangent() * pressure;
        let share = R::select(sliding.le(limit), one, limit / sliding);
        // What does not yield keeps its bits.
        let change = (mapped - pressed) + along * (share - one);
        Deformation { displacement_gradient: trial.displacement_gradient + change }
    }

    #[inline(always)]
    fn yield_function<const D: usize>(&self, state: Deformation<R, D>) -> Option<R> {
        let one = self.mu.one();
        let half = one.of(0.5);
        let split = self.split(state.f());
        let c = split.pressed();
        let Press { trace, squared, bulk, count } = self.press(c);
        let pressure = half * bulk * (one - squared);
        let shape = (c - split.across * (trace / count)).norm() / squared.sqrt();
        let b = split.columns.times_own_transpose();
        let sliding = self.mu * (b * split.across - split.across * b * split.across).norm();
        let beyond = self.mu * shape - one.of(2.0f64.sqrt()) * self.friction * pressure;
        Some(beyond.max(sliding - self.tangent() * pressure).max(-pressure))
    }

    #[inline(always)]
    fn kirchhoff<const D: usize>(&self, state: Deformation<R, D>) -> Matrix<R, D> {
        let one = self.mu.one();
        let split = self.split(state.f());
        let c = split.pressed();
        let Press { trace, squared, bulk, count } = self.press(c);
        let shape = c - split.across * (trace / count);
        split.across * (one.of(0.5) * bulk * (squared - one))
            + shape * (self.mu / squared.sqrt())
            + (split.columns.times_own_transpose() - c) * self.mu
    }

    #[inline(always)]
    fn energy<const D: usize>(&self, state: Deformation<R, D>) -> R {
        let half = self.mu.of(0.5);
        let split = self.split(state.f());
        let c = split.pressed();
        let Press { trace, squared, bulk, count } = self.press(c);
        let root = R::select(self.is_round::<D>(), squared.sqrt(), squared);
        let volume = half * (squared - squared.one() - squared.ln());
        let shape = trace / root - count;
        half * (bulk * volume + self.mu * (shape + (split.columns.norm_squared() - trace)))
    }

    #[inline(always)]
    fn differential<const D: usize>(
        &self,
        _: Deformation<R, D>,
        f: Matrix<R, D>,
        df: Matrix<R, D>,
    ) -> Matrix<R, D> {
        let half = self.mu.of(0.5);
        let Split { across, columns } = self.split(f);
        // How the directions across turn.
        let identity = Matrix::identity(self.mu);
        let along = f.column(0);
        let turned = across * df.column(0) * along.norm_squared().recip();
        let section = turned.outer(along) + along.outer(turned);
        let normal = cofactors(f).column(D - 1);
        let turned = (identity - across) * cofactors_differential(f, df).column(D - 1);
        let turned = turned * normal.norm_squared().recip();
        let surface = turned.outer(normal) + normal.outer(turned);
        let d_across = Matrix::select(self.is_round::<D>(), Matrix::zero(half) - section, surface);

        let b = columns.times_own_transpose();
        let db = self.columns(df) * columns.transpose();
        let db = db + db.transpose();
        let c = across * b * across;
        let dc = d_across * b * across;
        let dc = dc + dc.transpose() + across * db * across;
        let Press { trace, squared, bulk, count } = self.press(c);
        let d_trace = dc.trace();
        let d_squared = R::select(self.is_round::<D>(), trace * d_trace - c.dot(dc), d_trace);
        let per_root = self.mu / squared.sqrt();
        let shape = c - across * (trace / count);
        let d_shape = dc - across * (d_trace / count) - d_across * (trace / count);
        let d_stress = across * (half * bulk * d_squared)
            + d_across * (half * bulk * (squared - squared.one()))
            + d_shape * per_root
            - shape * (half * per_root * d_squared / squared)
            + (db - dc) * self.mu;
        let inverse = f.inverse().transpose();
        let stress = self.kirchhoff(Deformation::from_deformation(f));
        (d_stress - stress * inverse * df.transpose()) * inverse
    }

    #[inline(always)]
    fn critical_volume_ratio<const D: usize>(&self, _: Deformation<R, D>) -> R {
        self.mu.one()
    }

    /// Pressed along an axis at an angle `θ` to the directions across, `κ J² cos⁴θ + ½ κ (1 − J²) (1 + sin²θ − 2 sin⁴θ)`, whose last
    /// factor is at most 9/8; and what shape and sliding add at most.
    #[inline(always)]
    fn wave_modulus<const D: usize>(&self, state: Deformation<R, D>, _: Matrix<R, D>) -> R {
        let one = self.mu.one();
        let split = self.split(state.f());
        let Press { trace, squared, bulk, .. } = self.press(split.pressed());
        let slid = split.columns.norm_squared() - trace;
        let shape = R::select(self.is_round::<D>(), trace / squared.sqrt(), one.zero());
        let pressed = squared + one.of(9.0 / 16.0) * (one - squared).max(one.zero());
        bulk * pressed + self.mu * (shape + one.of(4.0) * slid)
    }
}
