//! What every law in the list must satisfy, by finite differences over random states.
#![cfg(test)]

use super::{Law, Material, Parameter, State};
use crate::tensor::{Matrix, Vector};

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

pub(super) fn check_law<L: Law>(law: &L) {
    check_dimension::<L, 2>(law);
    check_dimension::<L, 3>(law);
}

/// A law whose parameters all differ from the example's comes back from its numbers alone.
pub(super) fn check_numbers(law: &str) {
    let description =
        Material::LAWS.iter().find(|candidate| candidate.name == law).expect("a law of the list");
    let value = |p: &Parameter| (p.range.0 + 0.37 * (p.range.1 - p.range.0)).min(1234.5);
    let given: Vec<_> = description.parameters.iter().map(|p| (p.name, value(p))).collect();
    let mut material = Material::from_parameters(law, &given).expect("values within their ranges");
    let numbers: Vec<f64> = material.numbers().into_iter().map(|number| *number).collect();
    assert_eq!(Material::from_numbers(law, &numbers), Some(material), "{law}: a number is left out");
    assert_eq!(Material::from_numbers(law, &numbers[1..]), None, "{law}");
}

fn energy<L: Law, const D: usize>(law: &L, f: Matrix<f64, D>) -> f64 {
    law.energy(L::State::<f64, D>::from_deformation(f))
}

fn kirchhoff<L: Law, const D: usize>(law: &L, f: Matrix<f64, D>) -> Matrix<f64, D> {
    law.kirchhoff(L::State::<f64, D>::from_deformation(f))
}

fn piola<L: Law, const D: usize>(law: &L, f: Matrix<f64, D>) -> Matrix<f64, D> {
    kirchhoff(law, f) * f.inverse().transpose()
}

#[track_caller]
fn assert_close(what: &str, got: f64, expected: f64, scale: f64) {
    let error = (got - expected).abs() / scale.max(1e-300);
    assert!(error < 1.0, "{what}: {got:e}, expected {expected:e} within {scale:e}");
}

fn check_dimension<L: Law, const D: usize>(law: &L) {
    let name = L::NAME;
    let mut random = Random(7 + D as u64);
    let stiffness = law.wave_modulus(L::State::<f64, D>::from_deformation(Matrix::identity(0.0)));
    let rest = kirchhoff::<L, D>(law, Matrix::identity(0.0));
    assert_close(&format!("{name} {D}D: stress at rest"), rest.norm(), 0.0, 1e-13 * stiffness);
    assert_close(
        &format!("{name} {D}D: energy at rest"),
        energy::<L, D>(law, Matrix::identity(0.0)),
        0.0,
        1e-13 * stiffness,
    );

    for case in 0..300 {
        // Mild, large and near-inverted states in turn.
        let f = random.deformation::<D>([0.8, 0.3, 0.06][case % 3]);
        let df = random.matrix::<D>();
        let what = |check: &str| format!("{name} {D}D case {case}, {check}, F = {f:?}");
        let p = piola(law, f);
        let scale = p.norm() + stiffness;

        // Fourth-order differences along δF, with a step that respects the smallest stretch.
        let step = 1e-3 * f.svd().sigma[D - 1].abs();
        let at = |h: f64| f + df * h;
        let difference = |g: &dyn Fn(f64) -> f64| {
            (8.0 * (g(step) - g(-step)) - (g(2.0 * step) - g(-2.0 * step))) / (12.0 * step)
        };
        let dpsi = difference(&|h| energy(law, at(h)));
        let curvature =
            law.wave_modulus(L::State::<f64, D>::from_deformation(f)) / f.svd().sigma[D - 1].powi(2);
        assert_close(&what("stress = ∂Ψ/∂F"), p.dot(df), dpsi, 1e-7 * (scale + step * curvature));

        let dp = law.differential(f, df);
        for i in 0..D {
            for j in 0..D {
                let expected = difference(&|h| piola(law, at(h)).0[i][j]);
                assert_close(
                    &what("differential = ∂P/∂F"),
                    dp.0[i][j],
                    expected,
                    1e-6 * (dp.norm() + curvature),
                );
            }
        }

        let q = random.rotation::<D>();
        let tau = kirchhoff(law, f);
        let turned = kirchhoff(law, q * f);
        let tolerance = 1e-11 * (tau.norm() + curvature);
        assert_close(&what("frame indifference"), (turned - q * tau * q.transpose()).norm(), 0.0, tolerance);
        assert_close(&what("isotropy"), (kirchhoff(law, f * q) - tau).norm(), 0.0, tolerance);
        assert_close(&what("symmetry"), (tau - tau.transpose()).norm(), 0.0, tolerance);
    }
}
