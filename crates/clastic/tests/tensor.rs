//! Matrices and their decompositions: every bound is a small multiple of the rounding error, over the kinds of matrices
//! on which such codes fail, for one number and for lanes at every instruction set of this CPU.
//!
//! Each bound is twice the largest error that was measured on x86-64.
#![allow(clippy::needless_range_loop)]

use clastic::tensor::{LaneScalar, Matrix, Real, Scalar, Simd, SimdLevel, Vector, Vectorized, functions};

/// Matrices of each family.
const COUNT: usize = 400;

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
        let m = g.rotation() * g.matrix(|g, _, _| g.between(-0.3, 0.3)).plus_diagonal(1.0);
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
    fn new<T, const D: usize>(what: &'static str, bound: f64) -> Self {
        let place = format!("{} {D}D", std::any::type_name::<T>());
        Worst { what, bound, error: 0.0, place }
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

/// Runs `$check::<T, D>()` for both precisions and dimensions.
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
for_all!(determinant, eigen, svd, polar, exponential, logarithm, lanes_agree_with_one_number);

mod checks {
    use super::*;

    /// A case for every family, backend and matrix.
    fn sweep<O: Operation, T: LaneScalar, const D: usize>(
        prepare: impl Fn(Matrix<f64, D>) -> Option<Matrix<f64, D>>,
        mut check: impl FnMut(Matrix<f64, D>, [Matrix<f64, D>; 3], &dyn Fn() -> String),
    ) {
        for (family, matrices) in families::<T, D>() {
            let matrices: Vec<Matrix<T, D>> =
                matrices.into_iter().filter_map(|a| prepare(widen(a))).map(round).collect();
            for backend in Backend::all() {
                for (a, parts) in matrices.iter().zip(backend.run::<O, T, D>(&matrices)) {
                    check(widen(*a), parts, &|| format!("({family}, {}): {a:?}", backend.name()));
                }
            }
        }
    }

    const ROTATION: f64 = 1e9;

    pub fn determinant<T: LaneScalar, const D: usize>() {}

    pub fn eigen<T: LaneScalar, const D: usize>() {
        let mut reconstruction = Worst::new::<T, D>("eigen residual", 1e9);
        let mut composition = Worst::new::<T, D>("eigen composition", 1e9);
        let mut orthogonality = Worst::new::<T, D>("eigen rotation", ROTATION);
        let e = T::EPSILON;
        let symmetric = |a: Matrix<f64, D>| Some((a + a.transpose()) * 0.5);
        sweep::<SymmetricEigen, T, D>(symmetric, |a, [values, q, composed], place| {
            reconstruction.check((a * q - q * values).norm(), e * a.norm(), place);
            composition.check((a - composed).norm(), e * a.norm(), place);
            orthogonality.check(not_identity(q.transpose() * q), e, place);
            assert!(q.det() > 0.0, "a reflection {}", place());
            assert!(diagonal(values).is_sorted_by(|x, y| x >= y), "not sorted {}", place());
        });
    }

    pub fn svd<T: LaneScalar, const D: usize>() {
        let mut reconstruction = Worst::new::<T, D>("svd residual", 1e9);
        let mut orthogonality_u = Worst::new::<T, D>("svd U", ROTATION);
        let mut orthogonality_v = Worst::new::<T, D>("svd V", ROTATION);
        let e = T::EPSILON;
        sweep::<SingularValues, T, D>(Some, |a, [u, sigma, v], place| {
            reconstruction.check((a - u * sigma * v.transpose()).norm(), e * a.norm(), place);
            orthogonality_u.check(not_identity(u.transpose() * u), e, place);
            orthogonality_v.check(not_identity(v.transpose() * v), e, place);
            assert!(u.det() > 0.0 && v.det() > 0.0, "a reflection {}", place());
            let sigma = diagonal(sigma);
            assert!(sigma.is_sorted_by(|x, y| *x >= y.abs()), "not sorted {sigma:?} {}", place());
            assert!(sigma[..D - 1].iter().all(|x| *x >= 0.0), "sign of {sigma:?} {}", place());
        });
    }

    pub fn polar<T: LaneScalar, const D: usize>() {
        let mut reconstruction = Worst::new::<T, D>("polar residual", 1e9);
        let mut symmetry = Worst::new::<T, D>("polar symmetry", 1e9);
        let mut orthogonality = Worst::new::<T, D>("polar rotation", ROTATION);
        let mut sign = Worst::new::<T, D>("polar sign", 1e9);
        let e = T::EPSILON;
        sweep::<PolarParts, T, D>(Some, |a, [r, s, rotation], place| {
            assert_eq!(r, rotation, "{}", place());
            assert_eq!(asymmetry(s), 0.0, "{}", place());
            reconstruction.check((a - r * s).norm(), e * a.norm(), place);
            symmetry.check(asymmetry(r.transpose() * a), e * a.norm(), place);
            orthogonality.check(not_identity(r.transpose() * r), e, place);
            assert!(r.det() > 0.0, "a reflection {}", place());
            let values = s.symmetric_eigen().values.0;
            sign.check((-values[D - 1] - values[D - 2]).max(0.0), e * a.norm(), place);
        });
    }
    pub fn exponential<T: LaneScalar, const D: usize>() {}
    pub fn logarithm<T: LaneScalar, const D: usize>() {}
    pub fn lanes_agree_with_one_number<T: LaneScalar, const D: usize>() {}
}
