//! What every law in the list must satisfy, over random states: derivatives by finite differences, symmetries, and the
//! properties of return mappings.
#![allow(clippy::needless_range_loop)]

use std::marker::PhantomData;

use clastic::materials::{
    AnyLaw, Increment, Law, LawVisitor, Numbers, Parameter, Response, State, StateOf, Stiffness,
};
use clastic::tensor::{LaneScalar, Matrix, Real, Simd, SimdLevel, Vector, Vectorized};

/// Each law on a thread of its name, so that whatever fails says whose it is.
#[test]
fn every_law_of_the_list() {
    std::thread::scope(|scope| {
        for law in AnyLaw::LAWS {
            let thread = std::thread::Builder::new().name(law.name.into());
            thread.spawn_scoped(scope, move || law.example().visit(Check)).expect("a thread");
        }
    });
}

/// All checks of a law.
struct Check;

impl LawVisitor for Check {
    type Output = ();
    fn visit<L: Law>(self, _: &L) {
        check_numbers::<L>();
        check_dimension::<L, 2>();
        check_dimension::<L, 3>();
        check_yielding::<L, 2>();
        check_yielding::<L, 3>();
        if L::ISOTROPIC {
            check_stiffness::<L, 2>();
            check_stiffness::<L, 3>();
        }
    }
}

/// A small deterministic generator, so that a failure repeats.
struct Random(u64);

impl Random {
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
    fn matrix<const D: usize>(&mut self) -> Matrix<f64, D> {
        let mut m = Matrix::zero(0.0);
        for i in 0..D {
            for j in 0..D {
                m.0[i][j] = 2.0 * self.uniform() - 1.0;
            }
        }
        m
    }
    fn rotation<const D: usize>(&mut self) -> Matrix<f64, D> {
        self.matrix::<D>().svd().u
    }
    /// Stretches from `low` to `1/low` between random rotations.
    fn deformation<const D: usize>(&mut self, low: f64) -> Matrix<f64, D> {
        let mut stretch = Vector([1.0; D]);
        for i in 0..D {
            stretch[i] = low.powf(2.0 * self.uniform() - 1.0);
        }
        self.rotation::<D>() * Matrix::from_diagonal(stretch) * self.rotation::<D>()
    }
}

/// A law comes back from its numbers alone, and every parameter matters to them.
fn check_numbers<L: Law>() {
    let description = AnyLaw::LAWS.iter().find(|law| law.name == L::NAME).expect("a law of the list");
    let value = |p: &Parameter, share: f64| {
        let low = p.range.0.max(-1e3);
        low + share * (p.range.1.min(1234.5) - low)
    };
    let given: Vec<_> = description.parameters.iter().map(|p| (p.name, value(p, 0.37))).collect();
    let build = |given: &[(&str, f64)]| AnyLaw::from_parameters(L::NAME, given).expect("values in range");
    let law = build(&given);
    assert_eq!(AnyLaw::from_numbers(L::NAME, &law.numbers()), Some(law), "{}", L::NAME);
    for (k, parameter) in description.parameters.iter().enumerate() {
        let mut other = given.clone();
        other[k].1 = value(parameter, 0.41);
        assert_ne!(build(&other), law, "{}: `{}` changes nothing", L::NAME, parameter.name);
    }
}

/// A law over plain numbers.
type F64<L> = <L as Numbers>::Over<f64>;

fn example<L: Law>() -> F64<L> {
    L::over(&L::example().numbers())
}

fn of<L: Law, const D: usize>(f: Matrix<f64, D>) -> StateOf<L, f64, D> {
    StateOf::<L, f64, D>::from_deformation(f)
}

fn wave_modulus<L: Law, const D: usize>(law: &F64<L>, f: Matrix<f64, D>) -> f64 {
    let state = of::<L, D>(f);
    law.wave_modulus(state, law.kirchhoff(state))
}

fn piola<L: Law, const D: usize>(law: &F64<L>, f: Matrix<f64, D>) -> Matrix<f64, D> {
    law.kirchhoff(of::<L, D>(f)) * f.inverse().transpose()
}

#[track_caller]
fn assert_close(what: &str, got: f64, expected: f64, scale: f64) {
    let error = (got - expected).abs() / scale.max(1e-300);
    assert!(error < 1.0, "{what}: {got:e}, expected {expected:e} within {scale:e}");
}

fn check_dimension<L: Law, const D: usize>() {
    let law = &example::<L>();
    let name = L::NAME;
    let mut random = Random(7 + D as u64);
    let rest = of::<L, D>(Matrix::identity(0.0));
    let stiffness = wave_modulus::<L, D>(law, Matrix::identity(0.0));
    let stress = law.kirchhoff(rest).norm();
    assert_close(&format!("{name} {D}D: stress at rest"), stress, 0.0, 1e-13 * stiffness);
    assert_close(&format!("{name} {D}D: energy at rest"), law.energy(rest), 0.0, 1e-13 * stiffness);

    for case in 0..300 {
        // Mild, large and near-inverted states in turn.
        let f = random.deformation::<D>([0.8, 0.3, 0.06][case % 3]);
        let df = random.matrix::<D>();
        let what = |check: &str| format!("{name} {D}D case {case}, {check}, F = {f:?}");
        let p = piola::<L, D>(law, f);
        let scale = p.norm() + stiffness;

        // Fourth-order differences along δF, with a step that respects the smallest stretch.
        let least = f.svd().sigma[D - 1].abs();
        let step = 1e-3 * least;
        let at = |h: f64| f + df * h;
        let difference = |g: &dyn Fn(f64) -> f64| {
            (8.0 * (g(step) - g(-step)) - (g(2.0 * step) - g(-2.0 * step))) / (12.0 * step)
        };
        let dpsi = difference(&|h| law.energy(of::<L, D>(at(h))));
        let curvature = wave_modulus::<L, D>(law, f) / least.powi(2);
        assert_close(&what("stress = ∂Ψ/∂F"), p.dot(df), dpsi, 1e-7 * (scale + step * curvature));

        let dp = law.differential(of::<L, D>(f), f, df);
        for i in 0..D {
            for j in 0..D {
                let expected = difference(&|h| piola::<L, D>(law, at(h)).0[i][j]);
                let tolerance = 1e-6 * (dp.norm() + curvature);
                assert_close(&what("differential = ∂P/∂F"), dp.0[i][j], expected, tolerance);
            }
        }

        let q = random.rotation::<D>();
        let tau = law.kirchhoff(of::<L, D>(f));
        let turned = law.kirchhoff(of::<L, D>(q * f));
        let tolerance = 1e-11 * (tau.norm() + curvature);
        assert_close(&what("frame indifference"), (turned - q * tau * q.transpose()).norm(), 0.0, tolerance);
        if L::ISOTROPIC {
            let isotropic = law.kirchhoff(of::<L, D>(f * q));
            assert_close(&what("isotropy"), (isotropic - tau).norm(), 0.0, tolerance);
        }
        assert_close(&what("symmetry"), (tau - tau.transpose()).norm(), 0.0, tolerance);

        // No axis is stiffer than the fastest wave says, which is exact along the principal ones.
        let axis = Vector(random.rotation::<D>().0[0]);
        let stretch = |h: f64| axis.outer(axis) * h;
        let along = |h: f64| law.energy(of::<L, D>(stretch(h).plus_diagonal(1.0) * f));
        let second = (along(1e-4) - 2.0 * along(0.0) + along(-1e-4)) / 1e-8;
        let wave = wave_modulus::<L, D>(law, f);
        assert!(second <= wave * 1.1 + 1e-5 * stiffness, "{}: {second:e} > {wave:e}", what("wave modulus"));
    }
}

/// The states of a law that has been through something: some memory, some strain.
fn trial<L: Law, const D: usize>(random: &mut Random, low: f64) -> StateOf<L, f64, D> {
    let mut state = of::<L, D>(random.deformation::<D>(low));
    let count = StateOf::<L, f64, D>::COUNT;
    for k in count - StateOf::<L, f64, D>::MEMORY..count {
        state.set(k, 0.1 * random.uniform());
    }
    state
}

/// The same elastic state with the memory of another.
fn with_memory_of<L: Law, const D: usize>(
    mut state: StateOf<L, f64, D>,
    other: &StateOf<L, f64, D>,
) -> StateOf<L, f64, D> {
    let count = StateOf::<L, f64, D>::COUNT;
    for k in count - StateOf::<L, f64, D>::MEMORY..count {
        state.set(k, other.get(k));
    }
    state
}

fn check_yielding<L: Law, const D: usize>() {
    let law = &example::<L>();
    let mut random = Random(77 + D as u64);
    let stiffness = wave_modulus::<L, D>(law, Matrix::identity(0.0));
    let mut yielded = 0;
    let cases = 600;
    for case in 0..cases {
        let tried = trial::<L, D>(&mut random, [0.995, 0.9, 0.5][case % 3]);
        let what = |check: &str| format!("{} {D}D case {case}, {check}", L::NAME);
        let mapped = law.project(tried);
        let frozen = with_memory_of::<L, D>(mapped, &tried);
        let stress = law.kirchhoff(frozen);
        let scale = stress.norm() + stiffness;
        // y is in Pa for most laws, and Clay's in Pa²; the memory is that before the map, as the map sees it.
        if let (Some(before), Some(after)) = (law.yield_function(tried), law.yield_function(frozen)) {
            assert_close(
                &what("outside the yield surface"),
                after.max(0.0),
                0.0,
                1e-9 * scale * scale.max(1.0),
            );
            let moved = (law.kirchhoff(tried) - stress).norm();
            if before > 0.0 {
                yielded += 1;
            } else {
                assert!(moved <= 1e-12 * scale, "{}: moved by {moved:e}", what("inside, and moved"));
            }
            let again = law.kirchhoff(with_memory_of::<L, D>(law.project(frozen), &tried));
            assert_close(&what("twice is once"), (again - stress).norm(), 0.0, 1e-7 * scale);
        }
        // τ : Δε_p ≥ 0, with the plastic strain ½ (ln b_trial − ln b); flow in time counts too.
        for next in [mapped, law.advance(tried, Increment::still(1e-2))] {
            let log = |state: StateOf<L, f64, D>| {
                let f = state.deformation();
                (f * f.transpose()).ln_symmetric() * 0.5
            };
            let flow = log(tried) - log(next);
            // What is given back or crushed is not flow.
            let repaid = next.volume_ratio() > tried.volume_ratio() * (1.0 + 1e-9);
            let work = law.kirchhoff(with_memory_of::<L, D>(next, &tried)).dot(flow);
            let nothing = 1e-10 * scale * (flow.norm() + 1e-6);
            // Snow ends at stretches, not at stresses: pulled along one axis while it is pressed along the others
            // it gives way against its stress. That is the published law.
            let exempt = repaid || L::NAME == "snow";
            assert!(exempt || work >= -nothing, "{}: {work:e}", what("plastic work is negative"));
        }
        // Volume stays wherever there is still shear.
        let shear = stress.deviator().norm();
        if shear > 1e-6 * scale && L::NAME != "snow" {
            let (old, new) = (tried.volume_ratio(), mapped.volume_ratio());
            assert_close(&what("volume in shear"), new, old, 1e-8 * old);
        }
        check_lanes::<L, D>(tried, random.matrix::<D>());
    }
    if law.yield_function(of::<L, D>(Matrix::identity(0.0))).is_some() {
        assert!(yielded > cases / 4 && yielded < cases, "{}: {yielded} of {cases} yield", L::NAME);
        check_continuity::<L, D>(&mut random);
    }
}

/// Along a straight path of trial states the mapped stress has no jump.
fn check_continuity<L: Law, const D: usize>(random: &mut Random) {
    let law = &example::<L>();
    let stiffness = wave_modulus::<L, D>(law, Matrix::identity(0.0));
    for path in 0..40 {
        let (from, to) = (random.deformation::<D>(0.8), random.deformation::<D>(0.8));
        // From one stretch to another, without turning through an inversion.
        let (from, to) = (from.svd(), to.svd());
        let (a, b) = (from.u * Matrix::from_diagonal(from.sigma) * from.u.transpose(), {
            to.u * Matrix::from_diagonal(to.sigma) * to.u.transpose()
        });
        let steps = 4000;
        let stress = |k: usize| {
            let f = a + (b - a) * (k as f64 / steps as f64);
            let trial = of::<L, D>(f);
            law.kirchhoff(with_memory_of::<L, D>(law.project(trial), &trial))
        };
        let mut last = stress(0);
        for k in 1..=steps {
            let next = stress(k);
            let jump = (next - last).norm();
            // A Lipschitz bound: moduli times strain, with room for steep cones.
            let allowed = 200.0 * stiffness / steps as f64;
            assert!(jump < allowed, "{} {D}D path {path}: jump of {jump:e} at {k}", L::NAME);
            last = next;
        }
    }
}

/// The law on lanes gives what it gives on plain numbers, within rounding.
fn check_lanes<L: Law, const D: usize>(state: StateOf<L, f64, D>, rate: Matrix<f64, D>) {
    struct Run<L: Law, const D: usize>(StateOf<L, f64, D>, Matrix<f64, D>, PhantomData<L>);
    impl<L: Law, const D: usize> Vectorized for Run<L, D> {
        type Output = Vec<f64>;
        #[inline(always)]
        fn run<S: Simd>(self, token: S) -> Vec<f64> {
            type Lane<S> = <f64 as LaneScalar>::Lanes<S>;
            let splat = |x: f64| Lane::<S>::splat(token, x);
            let law = L::over(&L::example().numbers().map(splat));
            let one = splat(1.0);
            let mut state = StateOf::<L, Lane<S>, D>::from_deformation(Matrix::identity(one));
            for k in 0..StateOf::<L, f64, D>::COUNT {
                state.set(k, splat(self.0.get(k)));
            }
            let h = Matrix(self.1.0.map(|row| row.map(|x| splat(1e-2 * x))));
            let next = law.advance(state, Increment { rate: h, change: h, dt: splat(1e-3) });
            let tau = law.kirchhoff(next);
            let mut all: Vec<f64> = (0..StateOf::<L, f64, D>::COUNT).map(|k| next.get(k).lane(1)).collect();
            all.extend(tau.0.as_flattened().iter().map(|x| x.lane(1)));
            all
        }
    }
    let lanes = SimdLevel::detect().run(Run::<L, D>(state, rate, PhantomData));
    let law = example::<L>();
    let h = rate * 1e-2;
    let next = law.advance(state, Increment { rate: h, change: h, dt: 1e-3 });
    let mut plain: Vec<f64> = (0..StateOf::<L, f64, D>::COUNT).map(|k| next.get(k)).collect();
    plain.extend(law.kirchhoff(next).0.as_flattened());
    let scale = plain.iter().fold(1.0f64, |a, b| a.max(b.abs()));
    for (a, b) in lanes.iter().zip(&plain) {
        assert_close(&format!("{} {D}D: lanes", L::NAME), *a, *b, 1e-8 * scale);
    }
}

/// The stiffness of implicit steps is that of the law without what is negative of it: for every `δH`, where `F = (I + H) F₀`,
///
/// ```text
/// δH : K : δH ≥ max(0, δH : δ(P F₀ᵀ))
/// ```
///
/// symmetric, with equality where a solid is stretched, and the same for the law of the elasticity.
fn check_stiffness<L: Law, const D: usize>() {
    let law = &example::<L>();
    let elasticity = &L::Elasticity::over::<f64>(&L::example().numbers());
    let name = L::NAME;
    let mut random = Random(31 + D as u64);
    let modulus = wave_modulus::<L, D>(law, Matrix::identity(0.0));
    for case in 0..200 {
        let stretched = case % 2 == 0;
        let f0 = random.deformation::<D>(0.8);
        let h = random.matrix::<D>() * 0.1;
        let mut f = h.plus_diagonal(1.0) * f0;
        if stretched {
            let mut stretch = Vector([1.0; D]);
            for i in 0..D {
                stretch[i] = 1.02 + 0.1 * random.uniform();
            }
            f = random.rotation::<D>() * Matrix::from_diagonal(stretch) * random.rotation::<D>();
        }
        let step = f * f0.inverse();
        let state = of::<L, D>(f);
        let k = Stiffness::of(law, state, step, 1.0);
        let exact = |dh: Matrix<f64, D>| law.differential(state, f, dh * f0) * f0.transpose();
        let (a, b) = (random.matrix::<D>(), random.matrix::<D>());
        let what = format!("{name} {D}D case {case}");
        let scale = 1e-9 * modulus;
        let elastic = law.energy(state);
        assert_close(&format!("{what}: symmetry"), b.dot(k.times(a)), a.dot(k.times(b)), scale);
        assert!(
            a.dot(k.times(a)) >= a.dot(exact(a)).max(0.0) - scale,
            "{what}: less than the law's stiffness"
        );
        if stretched && L::NAME == <L::Elasticity as Law>::NAME && elastic > 0.0 && name != "liquid" {
            assert_close(&format!("{what}: stiffness"), a.dot(k.times(a)), a.dot(exact(a)), scale);
        }
        let (g, u) = (Vector(a.0[0]), Vector(b.0[0]));
        let (block, whole) = (k.block(g) * u, k.times(u.outer(g)) * g);
        assert_close(&format!("{what}: block"), (block - whole).norm(), 0.0, scale);

        let mut part = of::<L::Elasticity, D>(f);
        for index in 0..<StateOf<L::Elasticity, f64, D>>::COUNT {
            part.set(index, state.get(index));
        }
        let (own, other) = (law.kirchhoff(state), elasticity.kirchhoff(part));
        assert_close(&format!("{what}: elasticity"), (own - other).norm(), 0.0, 1e-12 * modulus);
    }
}
