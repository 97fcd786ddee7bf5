//! Shape functions: what they reproduce, and how well.

use crate::common::*;
use clastic::materials::{Material, NeoHookean};
use clastic::solvers::mlsrk::*;

fn world<const D: usize>(places: &[[f64; D]], spacing: f64, settings: Settings<D>) -> Mlsrk<D> {
    let mut matter = Mlsrk::new(settings, vec![Material::from(NeoHookean::new(1e3, 0.3))]).unwrap();
    for x in places {
        matter.add(Seed::at(*x, 1.0, spacing.powi(D as i32)), &[]).unwrap();
    }
    matter
}

/// The largest `|Σ N − 1|`, and the largest `|Σ ∇N|` over `Σ |∇N|`.
fn consistency<const D: usize>(matter: &mut Mlsrk<D>) -> [f64; 2] {
    let mut worst = [0.0f64; 2];
    for i in 0..matter.particles().len() {
        let list = neighbourhood(matter, i);
        let sum: f64 = list.iter().map(|(_, n, _)| n).sum();
        worst[0] = worst[0].max((sum - 1.0).abs());
        for k in 0..D {
            let sum: f64 = list.iter().map(|(.., slope)| slope[k]).sum();
            let scale: f64 = list.iter().map(|(.., slope)| slope[k].abs()).sum();
            worst[1] = worst[1].max(sum.abs() / (scale + 1.0 / matter.settings().scale));
        }
    }
    worst
}

/// Every kind of neighbourhood: a shaken block, a pair, a line, a plane and a particle alone.
fn all_kinds<const D: usize>() -> Vec<[f64; D]> {
    let mut places = lattice([6; D], 1.0, 0.6);
    let far = |k: f64| {
        let mut x = [0.0; D];
        x[0] = 100.0 * k;
        x
    };
    places.push(far(1.0));
    for k in 0..2 {
        let mut x = far(2.0);
        x[1] += k as f64 * 0.7;
        places.push(x);
    }
    for k in 0..8 {
        let x = far(3.0);
        places.push(std::array::from_fn(|axis| x[axis] + k as f64 * [0.5, 0.4, 0.3][axis]));
    }
    for k in 0..25 {
        let mut x = far(4.0);
        x[0] += (k % 5) as f64 * 0.9;
        x[1] += (k / 5) as f64 * 0.8;
        places.push(x);
    }
    places
}

fn constants<const D: usize>() {
    for kernel in [Kernel::Tensor, Kernel::Radial] {
        for r in [1e-10, 1e-6, 1e-4, 1e-2, 1.0, 100.0] {
            let settings = Settings { kernel, regularization: r, ..Settings::new(2.6) };
            let [value, slope] = consistency(&mut world(&all_kinds::<D>(), 1.0, settings));
            println!("{D}D, {kernel:?}, r {r:e}: ΣN − 1 {value:.1e}, Σ∇N {slope:.1e}");
            // Where all neighbours lie in a plane, only `r` keeps the moments from being singular, and rounding grows by 1/r.
            assert!(value < 1e-13 && slope < 1e-14 + 1e-16 / r, "cargo test constants_are_reproduced");
        }
    }
}

#[test]
fn constants_are_reproduced() {
    constants::<2>();
    constants::<3>();
}

/// The root mean squares of the errors of a field and its gradient in a shaken block of the unit cube.
fn errors<const D: usize>(
    n: usize,
    r: f64,
    kernel: Kernel,
    f: impl Fn([f64; D]) -> (f64, [f64; D]),
) -> [f64; 2] {
    let h = 1.0 / n as f64;
    let settings = Settings { regularization: r, kernel, ..Settings::new(3.0 * h) };
    let mut matter = world(&lattice([n; D], h, 0.4), h, settings);
    matter.shapes().unwrap();
    let mut squares = [0.0f64; 2];
    let count = matter.particles().len();
    for i in 0..count {
        let x = matter.particles().position[i];
        let list = neighbourhood(&mut matter, i);
        let positions = &matter.particles().position;
        let value: f64 = list.iter().map(|(j, n, _)| n * f(positions[*j]).0).sum();
        squares[0] += (value - f(x).0).powi(2);
        for k in 0..D {
            let slope: f64 = list.iter().map(|(j, _, slope)| slope[k] * f(positions[*j]).0).sum();
            squares[1] += (slope - f(x).1[k]).powi(2);
        }
    }
    squares.map(|sum| (sum / count as f64).sqrt())
}

#[test]
fn lines_are_reproduced() {
    for kernel in [Kernel::Tensor, Kernel::Radial] {
        let flat = errors::<2>(16, 0.0, kernel, |[x, y]| (1.0 + 2.0 * x - 3.0 * y, [2.0, -3.0]));
        let space = errors::<3>(7, 0.0, kernel, |[x, y, z]| (1.0 + 2.0 * x - 3.0 * y + z, [2.0, -3.0, 1.0]));
        println!(
            "{kernel:?}: linear field, r = 0: 2D {:.1e} {:.1e}, 3D {:.1e} {:.1e}",
            flat[0], flat[1], space[0], space[1]
        );
        assert!(flat.iter().chain(&space).all(|error| *error < 1e-10));
        for r in [1e-4, 1e-3, 1e-2, 1.0] {
            let flat = errors::<2>(16, r, kernel, |[x, y]| (1.0 + 2.0 * x - 3.0 * y, [2.0, -3.0]));
            println!("{kernel:?}: linear field, r = {r:e}: value {:.1e}, gradient {:.1e}", flat[0], flat[1]);
        }
    }
}

/// In blocks of so many particles along a side, twice as many each time.
fn converge<const D: usize>(counts: &[usize], field: impl Fn([f64; D]) -> (f64, [f64; D]) + Copy) {
    for kernel in [Kernel::Tensor, Kernel::Radial] {
        let runs: Vec<_> = counts.iter().map(|n| errors::<D>(*n, 0.0, kernel, field)).collect();
        for pair in runs.windows(2) {
            let order = [0, 1].map(|k| (pair[0][k] / pair[1][k]).log2());
            println!("{D}D, {kernel:?}: errors {:.2e}, orders {order:.2?}", pair[1][0]);
            // A gradient has one order less than its field, but for where particles are even.
            assert!(order[0] > 1.7 && order[1] > 0.7, "{D}D, {kernel:?}: {order:?}");
        }
    }
}

#[test]
fn fields_converge() {
    converge::<2>(&[16, 32, 64], |[x, y]| {
        let (a, b) = (3.0 * x + 0.3, 2.0 * y);
        (a.sin() * b.cos(), [3.0 * a.cos() * b.cos(), -2.0 * a.sin() * b.sin()])
    });
    converge::<3>(&[8, 16, 32], |[x, y, z]| {
        let (a, b) = (3.0 * x + 0.3 + z, 2.0 * y);
        let along = a.cos() * b.cos();
        (a.sin() * b.cos(), [3.0 * along, -2.0 * a.sin() * b.sin(), along])
    });
}
