//! Matrices and their decompositions: every bound is a small multiple of the rounding error, over the kinds of matrices
//! on which such codes fail, for one number and for lanes at every instruction set of this CPU.
//!
//! Each bound is about twice the largest error that was measured on x86-64 over 2,000 to 20,000 matrices of each family.
//! `cargo test -p clastic --test tensor -- --nocapture` prints the errors.
#![allow(clippy::needless_range_loop)]

use clastic::tensor::{LaneScalar, Matrix, Real, Scalar, Simd, SimdLevel, Vector, Vectorized, functions};

/// Matrices of each family.
const COUNT: usize = 500;

// Bounds in 2D and 3D, in units of ε times the size of what is compared.
const DET: [f64; 2] = [2.0, 3.0];
const ADJUGATE: [f64; 2] = [1.5, 0.7];
const INVERSE: [f64; 2] = [2.0, 0.9];
const EIGEN_RESIDUAL: [f64; 2] = [5.0, 7.5];
const EIGEN_COMPOSITION: [f64; 2] = [8.0, 8.0];
const EIGEN_ROTATION: [f64; 2] = [7.0, 6.0];
const SVD_RESIDUAL: [f64; 2] = [7.0, 6.0];
const SVD_U: [f64; 2] = [8.5, 13.0];
const SVD_V: [f64; 2] = [6.5, 5.0];
const POLAR_RESIDUAL: [f64; 2] = [6.5, 8.5];
const POLAR_SYMMETRY: [f64; 2] = [3.5, 10.5];
const POLAR_ROTATION: [f64; 2] = [8.5, 14.0];
const POLAR_SIGN: [f64; 2] = [0.5, 4.5];
const EXP_INVERSE: [f64; 2] = [10.0, 7.5];
const EXP_DET: [f64; 2] = [8.5, 4.5];
const EXP_SKEW: [f64; 2] = [4.0, 6.5];
const LN_INVERSE: [f64; 2] = [0.2, 0.2];
const LN_TRACE: [f64; 2] = [1.2, 2.0];
const SQRT: [f64; 2] = [11.0, 9.5];
const LANES_SIGMA: [f64; 2] = [6.0, 4.5];
const LANES_EIGEN: [f64; 2] = [4.5, 9.0];
const LANES_ROTATION: [f64; 2] = [6.5, 6.0];
const LANES_EXP: [f64; 2] = [9.5, 7.0];
const ULPS: f64 = 2.0;

/// A deterministic generator (splitmix64).
struct Generator(u64);

impl Generator {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// Uniform in `[low, high)`.
    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
    fn sign(&mut self) -> f64 {
        if self.next() & 1 == 0 { 1.0 } else { -1.0 }
    }
    fn whole(&mut self, most: i64) -> i64 {
        (self.next() % (2 * most + 1) as u64) as i64 - most
    }
    fn matrix<const D: usize>(
        &mut self,
        mut entry: impl FnMut(&mut Self, usize, usize) -> f64,
    ) -> Matrix<f64, D> {
        let mut m = Matrix([[0.0; D]; D]);
        for i in 0..D {
            for j in 0..D {
                m.0[i][j] = entry(self, i, j);
            }
        }
        m
    }
    /// A rotation by a product of plane rotations, without the code under test.
    fn rotation<const D: usize>(&mut self) -> Matrix<f64, D> {
        let mut r = Matrix::identity(1.0);
        for (p, q) in [(0, 1), (0, D - 1), (D - 2, D - 1)] {
            let (s, c) = self.between(-4.0, 4.0).sin_cos();
            let mut g = Matrix::<f64, D>::identity(1.0);
            (g.0[p][p], g.0[p][q], g.0[q][p], g.0[q][q]) = (c, -s, s, c);
            r = r * g;
        }
        r
    }
    fn power_of_ten(&mut self, most: f64) -> f64 {
        self.sign() * 10f64.powf(self.between(-most, most))
    }
}

/// The matrices that break decompositions, rounded to `T`.
fn families<T: Scalar, const D: usize>() -> Vec<(&'static str, Vec<Matrix<T, D>>)> {
    let (wide, overall) = if T::EPSILON > 1e-10 { (6.0, 15.0) } else { (12.0, 150.0) };
    let g = &mut Generator(7 + D as u64);
    let mut all = Vec::new();
    let mut family = |name, make: &mut dyn FnMut(&mut Generator) -> Matrix<f64, D>| {
        let mut some = Vec::new();
        for _ in 0..COUNT {
            some.push(round(make(g)));
        }
        all.push((name, some));
    };
    family("random", &mut |g| g.matrix(|g, _, _| g.between(-1.0, 1.0)));
    family("deformation", &mut |g| {
        let strain = g.matrix(|g, _, _| g.between(-0.3, 0.3));
        g.rotation() * strain.plus_diagonal(1.0)
    });
    family("identity", &mut |_| Matrix::identity(1.0));
    family("near identity", &mut |g| {
        let size = 10f64.powf(g.between(-12.0, -2.0));
        g.matrix(|g, _, _| size * g.between(-1.0, 1.0)).plus_diagonal(1.0)
    });
    family("zero", &mut |_| Matrix::zero(1.0));
    family("rotation", &mut |g| g.rotation());
    family("reflection", &mut |g| {
        let mut signs = Vector::splat(1.0);
        signs.0[D - 1] = -1.0;
        g.rotation() * Matrix::from_diagonal(signs) * g.rotation()
    });
    family("near singular", &mut |g| {
        let mut sigma = Vector([1.0; D]);
        for i in 1..D {
            sigma.0[i] = sigma.0[i - 1] * g.sign() * 10f64.powf(g.between(-wide, 0.0));
        }
        g.rotation() * Matrix::from_diagonal(sigma) * g.rotation()
    });
    family("rank one", &mut |g| {
        let (mut a, mut b) = (Vector([0.0; D]), Vector([0.0; D]));
        for i in 0..D {
            (a.0[i], b.0[i]) = (g.whole(9) as f64, g.whole(9) as f64);
        }
        a.outer(b)
    });
    family("singular", &mut |g| {
        let mut m = g.matrix(|g, _, _| g.whole(99) as f64);
        for i in 0..D {
            m.0[i][D - 1] = 2.0 * m.0[i][0] - m.0[i][D - 2];
        }
        m
    });
    family("inverted", &mut |g| {
        let m: Matrix<f64, D> = g.rotation() * g.matrix(|g, _, _| g.between(-0.3, 0.3)).plus_diagonal(1.0);
        g.matrix(|_, i, j| if j == 0 { -m.0[i][j] } else { m.0[i][j] })
    });
    family("repeated", &mut |g| {
        let mut sigma = Vector([g.between(0.1, 2.0); D]);
        sigma.0[D - 1] *= g.sign() * if g.sign() < 0.0 { 1.0 } else { g.between(0.0, 1.0) };
        g.rotation() * Matrix::from_diagonal(sigma) * g.rotation()
    });
    family("wide", &mut |g| g.matrix(|g, _, _| g.power_of_ten(wide)));
    family("wide rows", &mut |g| {
        let scales = [g.power_of_ten(wide), g.power_of_ten(wide), g.power_of_ten(wide)];
        g.matrix(|g, i, _| scales[i] * g.between(-1.0, 1.0))
    });
    family("wide columns", &mut |g| {
        let scales = [g.power_of_ten(wide), g.power_of_ten(wide), g.power_of_ten(wide)];
        g.matrix(|g, _, j| scales[j] * g.between(-1.0, 1.0))
    });
    family("huge or tiny", &mut |g| {
        let scale = if g.sign() > 0.0 { 10f64.powf(overall) } else { 10f64.powf(-overall) };
        g.matrix(|g, _, _| scale * g.between(-1.0, 1.0))
    });
    family("diagonal", &mut |g| {
        let diagonal = [g.whole(3) as f64, g.power_of_ten(2.0), g.whole(3) as f64];
        g.matrix(|_, i, j| if i == j { diagonal[i] } else { 0.0 })
    });
    family("small whole", &mut |g| g.matrix(|g, _, _| g.whole(1) as f64));
    all
}

fn round<T: Scalar, const D: usize>(m: Matrix<f64, D>) -> Matrix<T, D> {
    Matrix(m.0.map(|row| row.map(T::from_f64)))
}

fn widen<T: Scalar, const D: usize>(m: Matrix<T, D>) -> Matrix<f64, D> {
    Matrix(m.0.map(|row| row.map(T::to_f64)))
}

/// Something that takes one matrix and returns up to three.
trait Operation {
    fn run<R: Real, const D: usize>(a: Matrix<R, D>) -> [Matrix<R, D>; 3];
}

macro_rules! operation {
    ($name:ident, $a:ident => $body:expr) => {
        struct $name;
        impl Operation for $name {
            #[inline(always)]
            fn run<R: Real, const D: usize>($a: Matrix<R, D>) -> [Matrix<R, D>; 3] {
                $body
            }
        }
    };
}
operation!(Determinant, a => [Matrix::scaled_identity(a.det()), a.adjugate(), a.inverse()]);
operation!(SymmetricEigen, a => {
    let eigen = a.symmetric_eigen();
    [Matrix::from_diagonal(eigen.values), eigen.vectors, eigen.with_values(eigen.values)]
});
operation!(SingularValues, a => {
    let svd = a.svd();
    [svd.u, Matrix::from_diagonal(svd.sigma), svd.v]
});
operation!(PolarParts, a => {
    let polar = a.polar();
    [polar.rotation, polar.stretch, a.rotation()]
});
operation!(Exponential, a => [a.exp(), (a * a.0[0][0].of(-1.0)).exp(), a]);
operation!(Logarithm, a => [a.ln_symmetric(), a.ln_symmetric().exp(), a.sqrt_symmetric()]);

/// One number at a time, or lanes.
#[derive(Clone, Copy)]
enum Backend {
    Scalar,
    Lanes(SimdLevel),
}

impl Backend {
    fn all() -> Vec<Self> {
        let lanes = SimdLevel::available().into_iter().map(Backend::Lanes);
        std::iter::once(Backend::Scalar).chain(lanes).collect()
    }

    fn name(self) -> &'static str {
        match self {
            Backend::Scalar => "scalar",
            Backend::Lanes(level) => level.name(),
        }
    }

    /// The results in double precision.
    fn run<O: Operation, T: LaneScalar, const D: usize>(
        self,
        matrices: &[Matrix<T, D>],
    ) -> Vec<[Matrix<f64, D>; 3]> {
        match self {
            Backend::Scalar => matrices.iter().map(|a| O::run(*a).map(widen)).collect(),
            Backend::Lanes(level) => level.run(Batch { matrices, operation: std::marker::PhantomData::<O> }),
        }
    }
}

struct Batch<'a, O, T, const D: usize> {
    matrices: &'a [Matrix<T, D>],
    operation: std::marker::PhantomData<O>,
}

impl<O: Operation, T: LaneScalar, const D: usize> Vectorized for Batch<'_, O, T, D> {
    type Output = Vec<[Matrix<f64, D>; 3]>;
    #[inline(always)]
    fn run<S: Simd>(self, token: S) -> Self::Output {
        let mut results = vec![[Matrix([[0.0; D]; D]); 3]; self.matrices.len()];
        let lanes = T::PER_REGISTER;
        let mut buffer = [T::default(); 16];
        for (from, to) in self.matrices.chunks(lanes).zip(results.chunks_mut(lanes)) {
            let mut a = Matrix([[T::Lanes::<S>::splat(token, T::default()); D]; D]);
            for i in 0..D {
                for j in 0..D {
                    for lane in 0..from.len() {
                        buffer[lane] = from[lane].0[i][j];
                    }
                    a.0[i][j] = T::Lanes::<S>::load(token, &buffer);
                }
            }
            let parts = O::run(a);
            for part in 0..3 {
                for i in 0..D {
                    for j in 0..D {
                        parts[part].0[i][j].store(&mut buffer);
                        for lane in 0..from.len() {
                            to[lane][part].0[i][j] = buffer[lane].to_f64();
                        }
                    }
                }
            }
        }
        results
    }
}

/// The largest error of one kind so far, in units of the rounding error.
struct Worst {
    what: &'static str,
    bound: f64,
    error: f64,
    place: String,
}

impl Worst {
    /// With the bounds in 2D and 3D.
    fn new<T, const D: usize>(what: &'static str, bounds: [f64; 2]) -> Self {
        let place = format!("{} {D}D", std::any::type_name::<T>());
        Worst { what, bound: bounds[D - 2], error: 0.0, place }
    }

    /// `error ≤ bound · unit`, with NaN as a failure.
    fn check(&mut self, error: f64, unit: f64, place: impl FnOnce() -> String) {
        let k = if error == 0.0 { 0.0 } else { error / unit };
        assert!(
            k <= self.bound,
            "{} is {k:.2}, not below {} rounding errors, {} {}",
            self.what,
            self.bound,
            self.place,
            place()
        );
        self.error = self.error.max(k);
    }
}

impl Drop for Worst {
    fn drop(&mut self) {
        eprintln!("{:>24} {}: {:.2} of {}", self.what, self.place, self.error, self.bound);
    }
}

fn not_identity<const D: usize>(a: Matrix<f64, D>) -> f64 {
    a.plus_diagonal(-1.0).norm()
}

fn asymmetry<const D: usize>(a: Matrix<f64, D>) -> f64 {
    (a - a.transpose()).norm()
}

fn diagonal<const D: usize>(a: Matrix<f64, D>) -> [f64; D] {
    std::array::from_fn(|i| a.0[i][i])
}

/// A rotation by the closed form of Rodrigues: `e^W` of a skew `W`.
fn rotation_of_skew<const D: usize>(w: Matrix<f64, D>) -> Matrix<f64, D> {
    let angle = w.norm() / 2f64.sqrt();
    if angle == 0.0 {
        return Matrix::identity(1.0);
    }
    let half = (0.5 * angle).sin() / (0.5 * angle);
    (w * (angle.sin() / angle) + w * w * (0.5 * half * half)).plus_diagonal(1.0)
}

/// Runs `checks::$check::<T, D>()` for both precisions and dimensions.
macro_rules! for_all {
    ($($check:ident),*) => {$(
        #[test]
        fn $check() {
            checks::$check::<f32, 2>();
            checks::$check::<f32, 3>();
            checks::$check::<f64, 2>();
            checks::$check::<f64, 3>();
        }
    )*};
}
for_all!(
    determinant,
    eigen,
    svd,
    polar,
    exponential,
    exponential_of_skew_is_a_rotation,
    logarithm,
    square_root,
    lanes_agree_with_one_number,
    lanes_do_not_depend_on_their_neighbours
);

mod checks {
    use super::*;

    /// A case for every family, backend and matrix that is left after `prepare`.
    fn sweep<O: Operation, T: LaneScalar, const D: usize>(
        prepare: impl Fn(Matrix<f64, D>) -> Matrix<f64, D>,
        mut check: impl FnMut(Matrix<f64, D>, [Matrix<f64, D>; 3], &dyn Fn() -> String),
    ) {
        for (family, matrices) in families::<T, D>() {
            let matrices: Vec<Matrix<T, D>> =
                matrices.into_iter().map(|a| round(prepare(widen(a)))).collect();
            for backend in Backend::all() {
                for (a, parts) in matrices.iter().zip(backend.run::<O, T, D>(&matrices)) {
                    check(widen(*a), parts, &|| format!("({family}, {}): {a:?}", backend.name()));
                }
            }
        }
    }

    fn symmetric<const D: usize>(a: Matrix<f64, D>) -> Matrix<f64, D> {
        (a + a.transpose()) * 0.5
    }

    /// `Aᵀ A / ‖A‖² + x I`.
    fn positive<const D: usize>(a: Matrix<f64, D>, x: f64) -> Matrix<f64, D> {
        let norm = a.norm();
        let a = if norm == 0.0 { a } else { a * (1.0 / norm) };
        symmetric(a.transpose() * a).plus_diagonal(x)
    }

    /// The matrix with a norm of at most 4.
    fn moderate<const D: usize>(a: Matrix<f64, D>) -> Matrix<f64, D> {
        let norm = a.norm();
        if norm <= 4.0 { a } else { a * (4.0 / norm) }
    }

    /// The determinant of whole numbers and the same sum of absolute values, both exact.
    fn exact_determinant<const D: usize>(a: [[i128; D]; D]) -> (i128, i128) {
        if D == 2 {
            let (x, y) = (a[0][0] * a[1][1], a[0][1] * a[1][0]);
            return (x - y, x.abs() + y.abs());
        }
        let (mut det, mut size) = (0, 0);
        for (sign, [i, j, k]) in [
            (1, [0, 1, 2]),
            (1, [1, 2, 0]),
            (1, [2, 0, 1]),
            (-1, [0, 2, 1]),
            (-1, [1, 0, 2]),
            (-1, [2, 1, 0]),
        ] {
            let product = a[0][i] * a[1][j] * a[2][k];
            det += sign * product;
            size += product.abs();
        }
        (det, size)
    }

    /// Against whole-number arithmetic.
    pub fn determinant<T: LaneScalar, const D: usize>() {
        let mut det_error = Worst::new::<T, D>("det", DET);
        let mut adjugate_error = Worst::new::<T, D>("adjugate", ADJUGATE);
        let mut inverse_error = Worst::new::<T, D>("inverse", INVERSE);
        let most = if T::EPSILON > 1e-10 { 1 << 18 } else { 1 << 38 };
        let mut g = Generator(3);
        let mut whole = Vec::new();
        for n in 0..10 * COUNT {
            let mut a = [[0i128; D]; D];
            for i in 0..D {
                for j in 0..D {
                    a[i][j] = g.whole(most) as i128;
                }
                if n % 3 == 0 {
                    // Singular, or almost.
                    a[i][D - 1] = 2 * a[i][0] - a[i][D - 2] + (g.whole(1) as i128) * (n % 2) as i128;
                }
            }
            whole.push(a);
        }
        let matrices: Vec<Matrix<T, D>> =
            whole.iter().map(|a| Matrix(a.map(|row| row.map(|x| T::from_f64(x as f64))))).collect();
        for backend in Backend::all() {
            for (i, [det, adjugate, inverse]) in
                backend.run::<Determinant, T, D>(&matrices).into_iter().enumerate()
            {
                let place = || format!("({}): {:?}", backend.name(), matrices[i]);
                let (exact, size) = exact_determinant(whole[i]);
                det_error.check((det.0[0][0] - exact as f64).abs(), T::EPSILON * size as f64, place);
                let a = widen(matrices[i]);
                let unit = T::EPSILON * a.norm().powi(D as i32);
                adjugate_error.check((a * adjugate).plus_diagonal(-(exact as f64)).norm(), unit, place);
                if exact != 0 && det.0[0][0] != 0.0 {
                    // The residual inherits the relative error of the determinant.
                    let unit = unit / det.0[0][0].abs().min((exact as f64).abs());
                    inverse_error.check(not_identity(a * inverse), unit, place);
                }
            }
        }
    }

    pub fn eigen<T: LaneScalar, const D: usize>() {
        let mut residual = Worst::new::<T, D>("eigen A Q - Q Λ", EIGEN_RESIDUAL);
        let mut composition = Worst::new::<T, D>("eigen A - Q Λ Qᵀ", EIGEN_COMPOSITION);
        let mut orthogonality = Worst::new::<T, D>("eigen QᵀQ - I", EIGEN_ROTATION);
        let e = T::EPSILON;
        sweep::<SymmetricEigen, T, D>(symmetric, |a, [values, q, composed], place| {
            residual.check((a * q - q * values).norm(), e * a.norm(), place);
            composition.check((a - composed).norm(), e * a.norm(), place);
            orthogonality.check(not_identity(q.transpose() * q), e, place);
            assert!(q.det() > 0.0, "a reflection {}", place());
            assert!(diagonal(values).is_sorted_by(|x, y| x >= y), "not sorted {}", place());
        });
    }

    pub fn svd<T: LaneScalar, const D: usize>() {
        let mut residual = Worst::new::<T, D>("svd A - U Σ Vᵀ", SVD_RESIDUAL);
        let mut orthogonality_u = Worst::new::<T, D>("svd UᵀU - I", SVD_U);
        let mut orthogonality_v = Worst::new::<T, D>("svd VᵀV - I", SVD_V);
        let e = T::EPSILON;
        sweep::<SingularValues, T, D>(std::convert::identity, |a, [u, sigma, v], place| {
            residual.check((a - u * sigma * v.transpose()).norm(), e * a.norm(), place);
            orthogonality_u.check(not_identity(u.transpose() * u), e, place);
            orthogonality_v.check(not_identity(v.transpose() * v), e, place);
            assert!(u.det() > 0.0 && v.det() > 0.0, "a reflection {}", place());
            let sigma = diagonal(sigma);
            assert!(sigma.is_sorted_by(|x, y| *x >= y.abs()), "not sorted {sigma:?} {}", place());
            // The sign is that of the determinant unless rounding decides both.
            let (det, cube) = (a.det(), a.norm().powi(D as i32));
            if det.abs() > 30.0 * e * cube {
                assert_eq!(det < 0.0, sigma[D - 1] < 0.0, "the sign of {sigma:?} {}", place());
            }
        });
    }

    pub fn polar<T: LaneScalar, const D: usize>() {
        let mut residual = Worst::new::<T, D>("polar A - R S", POLAR_RESIDUAL);
        let mut symmetry = Worst::new::<T, D>("polar RᵀA - AᵀR", POLAR_SYMMETRY);
        let mut orthogonality = Worst::new::<T, D>("polar RᵀR - I", POLAR_ROTATION);
        let mut sign = Worst::new::<T, D>("polar sign", POLAR_SIGN);
        let e = T::EPSILON;
        sweep::<PolarParts, T, D>(std::convert::identity, |a, [r, s, rotation], place| {
            assert_eq!(r, rotation, "{}", place());
            assert_eq!(asymmetry(s), 0.0, "{}", place());
            residual.check((a - r * s).norm(), e * a.norm(), place);
            symmetry.check(asymmetry(r.transpose() * a), e * a.norm(), place);
            orthogonality.check(not_identity(r.transpose() * r), e, place);
            assert!(r.det() > 0.0, "a reflection {}", place());
            // Only the smallest eigenvalue by magnitude may be negative: then R is the nearest rotation.
            let values = s.symmetric_eigen().values.0;
            sign.check((-values[D - 1] - values[D - 2]).max(0.0), e * a.norm(), place);
        });
    }

    pub fn exponential<T: LaneScalar, const D: usize>() {
        let mut inverse = Worst::new::<T, D>("e^A e^-A - I", EXP_INVERSE);
        let mut det = Worst::new::<T, D>("det e^A - e^(tr A)", EXP_DET);
        let e = T::EPSILON;
        sweep::<Exponential, T, D>(moderate, |a, [exp, exp_minus, _], place| {
            inverse.check(not_identity(exp * exp_minus), e * exp.norm() * exp_minus.norm(), place);
            det.check((exp.det() - a.trace().exp()).abs(), e * exp.norm().powi(D as i32), place);
        });
    }

    pub fn exponential_of_skew_is_a_rotation<T: LaneScalar, const D: usize>() {
        let mut error = Worst::new::<T, D>("e^W", EXP_SKEW);
        let skew = |a: Matrix<f64, D>| moderate((a - a.transpose()) * 0.5);
        sweep::<Exponential, T, D>(skew, |w, [exp, _, _], place| {
            error.check((exp - rotation_of_skew(w)).norm(), T::EPSILON * (1.0 + w.norm()), place);
        });
    }

    pub fn logarithm<T: LaneScalar, const D: usize>() {
        let mut inverse = Worst::new::<T, D>("e^(ln S) - S", LN_INVERSE);
        let mut trace = Worst::new::<T, D>("tr ln S - ln det S", LN_TRACE);
        // The condition of the logarithm at its smallest eigenvalue.
        let least: f64 = 0.01;
        let unit = T::EPSILON / least;
        sweep::<Logarithm, T, D>(
            |a| positive(a, least),
            |s, [ln, exp_ln, _], place| {
                assert_eq!(asymmetry(ln), 0.0, "{}", place());
                inverse.check((exp_ln - s).norm(), unit * s.norm(), place);
                // The second part is the rounding of the reference.
                let unit = unit + f64::EPSILON / least.powi(2);
                trace.check((ln.trace() - s.det().ln()).abs(), unit, place);
            },
        );
    }

    /// Of singular matrices too.
    pub fn square_root<T: LaneScalar, const D: usize>() {
        let mut error = Worst::new::<T, D>("√S √S - S", SQRT);
        sweep::<Logarithm, T, D>(
            |a| positive(a, 0.0),
            |s, [_, _, root], place| {
                assert_eq!(asymmetry(root), 0.0, "{}", place());
                error.check((root * root - s).norm(), T::EPSILON * s.norm(), place);
            },
        );
    }

    /// Up to rounding, because lanes fuse products and sums.
    pub fn lanes_agree_with_one_number<T: LaneScalar, const D: usize>() {
        let mut sigma_error = Worst::new::<T, D>("lanes: σ", LANES_SIGMA);
        let mut eigen_error = Worst::new::<T, D>("lanes: λ", LANES_EIGEN);
        let mut rotation_error = Worst::new::<T, D>("lanes: R", LANES_ROTATION);
        let mut exp_error = Worst::new::<T, D>("lanes: e^A", LANES_EXP);
        for (family, matrices) in families::<T, D>() {
            let bounded: Vec<Matrix<T, D>> = matrices.iter().map(|a| round(moderate(widen(*a)))).collect();
            let svds = Backend::Scalar.run::<SingularValues, T, D>(&matrices);
            let eigens = Backend::Scalar.run::<SymmetricEigen, T, D>(&matrices);
            let polars = Backend::Scalar.run::<PolarParts, T, D>(&matrices);
            let exps = Backend::Scalar.run::<Exponential, T, D>(&bounded);
            for level in SimdLevel::available() {
                let lanes = Backend::Lanes(level);
                let place = |i: usize| format!("({family}, {}): {:?}", level.name(), matrices[i]);
                let unit: Vec<f64> = matrices.iter().map(|a| T::EPSILON * widen(*a).norm()).collect();
                for (i, [_, sigma, _]) in lanes.run::<SingularValues, T, D>(&matrices).into_iter().enumerate()
                {
                    sigma_error.check((sigma - svds[i][1]).norm(), unit[i], || place(i));
                }
                for (i, [values, _, _]) in
                    lanes.run::<SymmetricEigen, T, D>(&matrices).into_iter().enumerate()
                {
                    eigen_error.check((values - eigens[i][0]).norm(), unit[i], || place(i));
                }
                for (i, [rotation, _, _]) in lanes.run::<PolarParts, T, D>(&matrices).into_iter().enumerate()
                {
                    let sigma = diagonal(svds[i][1]);
                    let gap = sigma[D - 2] + sigma[D - 1];
                    if gap > 1e-3 * sigma[0] {
                        rotation_error.check((rotation - polars[i][0]).norm(), unit[i] / gap, || place(i));
                    }
                }
                for (i, [exp, _, _]) in lanes.run::<Exponential, T, D>(&bounded).into_iter().enumerate() {
                    let size = T::EPSILON * exp.norm() * (1.0 + widen(bounded[i]).norm());
                    exp_error.check((exp - exps[i][0]).norm(), size, || place(i));
                }
            }
        }
    }

    /// Bit for bit, whichever other matrices share the register.
    pub fn lanes_do_not_depend_on_their_neighbours<T: LaneScalar, const D: usize>() {
        let mut together = Vec::new();
        for (_, matrices) in families::<T, D>() {
            together.extend(matrices.into_iter().map(|a| round::<T, D>(moderate(widen(a)))));
        }
        let count = together.len();
        let mut order: Vec<usize> = (0..count).collect();
        let mut g = Generator(5);
        for i in (1..count).rev() {
            order.swap(i, (g.next() % (i as u64 + 1)) as usize);
        }
        let shuffled: Vec<Matrix<T, D>> = order.iter().map(|i| together[*i]).collect();
        for level in SimdLevel::available() {
            let lanes = Backend::Lanes(level);
            let (polars, exps) =
                (lanes.run::<PolarParts, T, D>(&together), lanes.run::<Exponential, T, D>(&together));
            let polars_shuffled = lanes.run::<PolarParts, T, D>(&shuffled);
            let exps_shuffled = lanes.run::<Exponential, T, D>(&shuffled);
            for (at, i) in order.iter().enumerate() {
                assert_eq!(polars[*i], polars_shuffled[at], "{}: {:?}", level.name(), together[*i]);
                assert_eq!(exps[*i], exps_shuffled[at], "{}: {:?}", level.name(), together[*i]);
            }
        }
    }
}

/// `e^x` and `ln x` of a register at a time.
struct Functions<'a, T> {
    x: &'a [T],
}

impl<T: LaneScalar> Vectorized for Functions<'_, T> {
    type Output = (Vec<T>, Vec<T>);
    #[inline(always)]
    fn run<S: Simd>(self, token: S) -> Self::Output {
        let (mut exp, mut ln) = (self.x.to_vec(), self.x.to_vec());
        let lanes = T::PER_REGISTER;
        for at in (0..self.x.len()).step_by(lanes) {
            let x = T::Lanes::<S>::load(token, &self.x[at..]);
            functions::exp(x).store(&mut exp[at..]);
            functions::ln(x.abs()).store(&mut ln[at..]);
        }
        (exp, ln)
    }
}

fn functions_over_lanes<T: LaneScalar>() {
    let range = if T::EPSILON > 1e-10 { 87.0 } else { 708.0 };
    let g = &mut Generator(11);
    let mut x: Vec<T> = Vec::new();
    for i in 0..1 << 14 {
        let wide = if i % 2 == 0 { range } else { 2.0 };
        x.push(T::from_f64(g.between(-wide, wide)));
    }
    for level in SimdLevel::available() {
        let (exp, ln) = level.run(Functions { x: &x });
        let mut exp_error = Worst::new::<T, 2>("exp", [ULPS; 2]);
        let mut ln_error = Worst::new::<T, 2>("ln", [ULPS; 2]);
        for i in 0..x.len() {
            let place = || format!("({}): {:?}", level.name(), x[i]);
            let (e, l) = (x[i].to_f64().exp(), x[i].to_f64().abs().ln());
            exp_error.check((exp[i].to_f64() - e).abs(), T::EPSILON * e, place);
            ln_error.check((ln[i].to_f64() - l).abs(), T::EPSILON * l.abs(), place);
        }
    }
}

#[test]
fn exponential_and_logarithm_over_lanes() {
    functions_over_lanes::<f32>();
    functions_over_lanes::<f64>();
}
