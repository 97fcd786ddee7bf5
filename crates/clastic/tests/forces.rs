//! Elements of meshes: derivatives by finite differences, symmetries, and known answers.
#![allow(clippy::needless_range_loop)]

mod common;

use clastic::forces::{
    Element, HingeRest, Hinges, Membranes, Point, SheetMatter, Signs, SolidRest, Solids, SpringRest, Springs,
};
use clastic::materials::{AnyLaw, FixedCorotated, Law, LawVisitor, NeoHookean};
use clastic::tensor::{Matrix, Vector};
use common::{Random, point, rotation};

/// Everything that any element must satisfy, at some places.
fn check<E: Element<D, N>, const D: usize, const N: usize>(
    what: &str,
    element: &E,
    rest: &E::Rest,
    at_rest: [Point<D>; N],
    x: [Point<D>; N],
) {
    let gradient = element.gradient(rest, &x);
    let whole = element.stiffness(rest, &x, Signs::All);
    let stiffness = element.stiffness(rest, &x, Signs::Positive);
    let scale = gradient.iter().map(|g| g.norm()).fold(0.0, f64::max);
    let stiff = whole.as_flattened().iter().map(|block| block.norm()).fold(0.0, f64::max);
    let step = 1e-4;
    let moved = |vertex: usize, axis: usize, by: f64| {
        let mut x = x;
        x[vertex][axis] += by;
        x
    };
    for vertex in 0..N {
        for axis in 0..D {
            let along = |by: f64| element.energy(rest, &moved(vertex, axis, by));
            let slope = (8.0 * (along(step) - along(-step)) - (along(2.0 * step) - along(-2.0 * step)))
                / (12.0 * step);
            let error = (slope - gradient[vertex][axis]).abs();
            assert!(
                error <= 1e-6 * (scale + stiff),
                "{what}: gradient {} not {slope}",
                gradient[vertex][axis]
            );
            let along = |by: f64| element.gradient(rest, &moved(vertex, axis, by));
            let near = [along(step), along(-step), along(2.0 * step), along(-2.0 * step)];
            for other in 0..N {
                for row in 0..D {
                    let [a, b, c, d] = near.map(|gradient| gradient[other][row]);
                    let slope = (8.0 * (a - b) - (c - d)) / (12.0 * step);
                    let own = whole[other][vertex].0[row][axis];
                    assert!((slope - own).abs() <= 1e-5 * stiff, "{what}: stiffness {own} not {slope}");
                }
            }
        }
    }
    // What is left out is what is negative: nothing where nothing is.
    let least = spectrum(&stiffness)[0];
    assert!(least >= -1e-10 * stiff, "{what}: a positive stiffness of {least}");
    if spectrum(&whole)[0] >= -1e-10 * stiff {
        for (all, own) in whole.as_flattened().iter().zip(stiffness.as_flattened()) {
            let off = (*all - *own).norm();
            assert!(off <= 1e-9 * stiff, "{what}: nothing is negative, but {off} is left out");
        }
    }

    // Neither momentum nor angular momentum comes from within.
    let mut random = Random::new(3);
    let sum = gradient.iter().fold(Vector([0.0; D]), |sum, g| sum + *g);
    assert!(sum.norm() <= 1e-12 * (scale + stiff), "{what}: the forces sum to {sum:?}");
    for i in 0..D {
        for j in 0..i {
            let moment: f64 = (0..N).map(|k| x[k][i] * gradient[k][j] - x[k][j] * gradient[k][i]).sum();
            assert!(moment.abs() <= 1e-12 * (scale + stiff), "{what}: a moment of {moment}");
        }
    }
    let (turn, shift) = (rotation::<D>(&mut random), point::<D>(&mut random, 3.0));
    let rigid = at_rest.map(|x| turn * x + shift);
    let still = element.gradient(rest, &rigid).iter().map(|g| g.norm()).fold(0.0, f64::max);
    assert!(still <= 1e-11 * (scale + stiff), "{what}: a force of {still} after a rigid motion");
}

/// The eigenvalues of a symmetric matrix of blocks, the least first, by Jacobi's rotations.
fn spectrum<const D: usize, const N: usize>(blocks: &[[Matrix<f64, D>; N]; N]) -> Vec<f64> {
    let n = D * N;
    let mut a: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| blocks[i / D][j / D].0[i % D][j % D]).collect()).collect();
    for _ in 0..30 {
        for p in 0..n {
            for q in p + 1..n {
                if a[p][q] == 0.0 {
                    continue;
                }
                let turn = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
                let t = turn.signum() / (turn.abs() + (turn * turn + 1.0).sqrt());
                let (c, s) = (1.0 / (t * t + 1.0).sqrt(), t / (t * t + 1.0).sqrt());
                for k in 0..n {
                    (a[k][p], a[k][q]) = (c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q]);
                }
                for k in 0..n {
                    (a[p][k], a[q][k]) = (c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]);
                }
            }
        }
    }
    let mut values: Vec<f64> = (0..n).map(|i| a[i][i]).collect();
    values.sort_by(f64::total_cmp);
    values
}

#[test]
fn springs() {
    let mut random = Random::new(1);
    for _ in 0..20 {
        let ends: [Point<3>; 2] = std::array::from_fn(|_| point(&mut random, 1.0));
        let rest = SpringRest { length: (ends[1] - ends[0]).norm(), stiffness: 7.0 };
        for stretched in [3.0, 1.4, 1.0, 0.7, 0.2] {
            let x = ends.map(|end| end * stretched);
            check(&format!("spring {stretched} times as long"), &Springs, &rest, ends, x);
        }
    }
}

#[test]
fn solids_of_every_law() {
    struct Check;
    impl LawVisitor for Check {
        type Output = ();
        fn visit<L: Law>(self, law: &L) {
            solids::<L, 2, 3>(law);
            solids::<L, 3, 4>(law);
        }
    }
    let laws = AnyLaw::LAWS.iter().map(|law| law.example());
    laws.filter(|law| law.is_isotropic()).for_each(|law| law.visit(Check));
}

fn solids<L: Law, const D: usize, const N: usize>(law: &L) {
    let mut random = Random::new(D as u64);
    let element = Solids::new(law);
    for case in 0..20 {
        let (at_rest, rest) = loop {
            let corners: [Point<D>; N] = std::array::from_fn(|_| point(&mut random, 1.0));
            let edges = std::array::from_fn(|k| corners[k + 1] - corners[0]);
            match SolidRest::new(edges) {
                Some(rest) if rest.volume > 0.1 => break (corners, rest),
                _ => continue,
            }
        };
        // Drawn out or squeezed in all directions, and jolted.
        let (stretched, jolt) = [(1.25, 0.01), (0.85, 0.01), (1.5, 0.1), (0.6, 0.1)][case % 4];
        let turn = rotation::<D>(&mut random);
        let what = format!("{} {D}D case {case}", L::NAME);
        let x = at_rest.map(|x| turn * (x + point(&mut random, jolt)) * stretched);
        check(&what, &element, &rest, at_rest, x);
        check(&format!("{what} at rest"), &element, &rest, at_rest, at_rest.map(|x| turn * x));
    }
}

#[test]
fn membranes_and_hinges() {
    let mut random = Random::new(5);
    for case in 0..40 {
        let corners: [Point<3>; 4] = [
            Vector([0.0, 0.0, 0.0]) + point(&mut random, 0.2),
            Vector([1.0, 0.0, 0.0]) + point(&mut random, 0.2),
            Vector([0.4, 1.0, 0.0]) + point(&mut random, 0.2),
            Vector([0.5, -1.0, 0.0]) + point(&mut random, 0.2),
        ];
        let [a, b] = [corners[1] - corners[0], corners[2] - corners[0]];
        let along = a * a.norm().recip();
        let height = (b - along * along.dot(b)).norm();
        let rest =
            SolidRest::new([Vector([a.norm(), 0.0]), Vector([along.dot(b), height])]).expect("a triangle");
        let triangle = [corners[0], corners[1], corners[2]];
        let (stretched, jolt) = [(1.25, 0.02), (0.85, 0.02), (1.5, 0.2), (0.6, 0.1)][case % 4];
        let x = triangle.map(|x| (x + point(&mut random, jolt)) * stretched);
        check("membrane", &Membranes::new(&FixedCorotated::new(1e3, 0.3)), &rest, triangle, x);
        check("limp membrane", &Membranes::new(&NeoHookean::new(1e3, -0.2)), &rest, triangle, x);

        let rest = HingeRest::new(&corners, 2.0);
        let bent = corners.map(|x| x + point(&mut random, 0.3));
        check("hinge", &Hinges, &rest, corners, bent);
        check("hinge at rest", &Hinges, &rest, corners, corners);
        // Folded about its edge, nearly onto itself.
        let mut folded = corners;
        let along = (folded[1] - folded[0]) * (folded[1] - folded[0]).norm().recip();
        let out = folded[3] - folded[0];
        let angle: f64 = [2.9, -2.9, 1.5, -2.0][case % 4];
        let upright = along.cross(out) * angle.sin();
        folded[3] = folded[0] + along * (along.dot(out) * (1.0 - angle.cos())) + out * angle.cos() + upright;
        check("folded hinge", &Hinges, &rest, corners, folded);
    }
}

/// A hinge one of whose triangles has collapsed has no angle: nothing of it is infinite, or no number.
#[test]
fn collapsed_hinges_do_nothing_wild() {
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.4, 1.0, 0.0], [0.5, -1.0, 0.2]].map(Vector);
    let rest = HingeRest::new(&corners, 2.0);
    let [a, b, c, d] = corners;
    for (what, x) in [
        ("a corner on the edge", [a, b, a * 0.3 + b * 0.7, d]),
        ("a corner on an end", [a, b, a, d]),
        ("both corners on the edge", [a, b, b, a]),
        ("an edge of no length", [a, a, c, d]),
        ("all in one place", [a, a, a, a]),
    ] {
        let finite = |vectors: &[Point<3>]| vectors.iter().all(|v| v.0.iter().all(|x| x.is_finite()));
        assert!(Hinges.energy(&rest, &x).is_finite(), "{what}");
        assert!(finite(&Hinges.gradient(&rest, &x)), "{what}: {:?}", Hinges.gradient(&rest, &x));
        for signs in [Signs::All, Signs::Positive] {
            for block in Hinges.stiffness(&rest, &x, signs).as_flattened() {
                assert!(finite(&block.0.map(Vector)), "{what}: {block:?}");
            }
        }
    }
}

/// Vertices on a cylinder store what a plate does.
#[test]
fn hinges_bend_as_plates_do() {
    let matter = SheetMatter { young_modulus: 1e6, poisson_ratio: 0.3, thickness: 0.01, density: 1000.0 };
    let (cells, width, curvature) = (40usize, 1.0, 0.3);
    let h = width / cells as f64;
    let flat = |i: usize, j: usize| Vector([i as f64 * h, j as f64 * h, 0.0]);
    let place = |i: usize, j: usize| {
        let angle = i as f64 * h * curvature;
        Vector([angle.sin() / curvature, j as f64 * h, (1.0 - angle.cos()) / curvature])
    };
    let mut energy = 0.0;
    let mut hinge = |corners: [(usize, usize); 4]| {
        let rest = HingeRest::new(&corners.map(|(i, j)| flat(i, j)), matter.bending());
        energy += Hinges.energy(&rest, &corners.map(|(i, j)| place(i, j)));
    };
    for i in 0..cells {
        for j in 0..cells {
            hinge([(i, j), (i + 1, j + 1), (i, j + 1), (i + 1, j)]);
            if i > 0 {
                hinge([(i, j), (i, j + 1), (i - 1, j), (i + 1, j + 1)]);
            }
        }
    }
    // The edges at both ends are no hinges.
    let area = width * (width - h);
    let plate = 0.5 * matter.bending() * curvature * curvature * area;
    assert!((energy / plate - 1.0).abs() < 2e-3, "{energy} instead of {plate}");
}

/// What the hinges of a cell that repeats hold per area if a sheet is curved slightly, in parts of its bending stiffness, as
/// `docs/meshes.md` says: a plate's is `½ (κ₁² + κ₂² + 2ν κ₁ κ₂)`.
#[test]
fn hinges_know_some_directions_better_than_others() {
    let density = |hinges: &[[[f64; 2]; 4]], area: f64, degrees: f64, across: f64| {
        let (curvature, (sine, cosine)) = (1e-3, degrees.to_radians().sin_cos());
        let height = |x: f64, y: f64| {
            let (u, v) = (x * cosine + y * sine, y * cosine - x * sine);
            0.5 * curvature * (u * u + across * v * v)
        };
        let energy = |hinge: &[[f64; 2]; 4]| {
            let rest = HingeRest::new(&hinge.map(|[x, y]| Vector([x, y, 0.0])), 1.0);
            let bent = hinge.map(|[x, y]| Vector([x, y, height(x, y)]));
            Hinges.energy(&rest, &bent)
        };
        hinges.iter().map(energy).sum::<f64>() / (area * curvature * curvature)
    };
    let (o, h) = ([0.0, 0.0], 0.75f64.sqrt());
    let equal = [
        [o, [1.0, 0.0], [0.5, h], [0.5, -h]],
        [o, [0.5, h], [1.0, 0.0], [-0.5, h]],
        [[1.0, 0.0], [0.5, h], o, [1.5, h]],
    ];
    let uniform = [
        [o, [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]],
        [o, [1.0, 0.0], [1.0, 1.0], [0.0, -1.0]],
        [o, [0.0, 1.0], [1.0, 1.0], [-1.0, 0.0]],
    ];
    // A square of 2 × 2 cells whose diagonals meet in its middle. Two of its sides belong to its images.
    let mut alternating = Vec::new();
    for [x, y] in [[1.0, 1.0], [-1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]] {
        alternating.push([o, [x, y], [x, 0.0], [0.0, y]]);
    }
    for [x, y] in [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]] {
        // From the middle to a side's middle; and that side's halves, beyond which is the next square's middle.
        let (left, right) = ([x - y, y + x], [x + y, y - x]);
        alternating.push([o, [x, y], left, right]);
        if x + y > 0.0 {
            alternating.push([[x, y], left, o, [2.0 * x, 2.0 * y]]);
            alternating.push([[x, y], right, o, [2.0 * x, 2.0 * y]]);
        }
    }
    for (what, hinges, area, expected) in [
        ("equal sides", &equal[..], h, [0.5, 0.5, 0.5, 0.5]),
        ("alternating diagonals", &alternating, 4.0, [0.5, 0.625, 0.75, 0.625]),
        ("diagonals of one direction", &uniform, 1.0, [0.5, 1.104, 1.5, 0.396]),
    ] {
        for (degrees, expected) in [0.0, 22.5, 45.0, 112.5].into_iter().zip(expected) {
            let found = density(hinges, area, degrees, 0.0);
            assert!((found - expected).abs() < 5e-4, "{what} at {degrees}°: {found} not {expected}");
        }
    }
    for (what, hinges, area, degrees, ratio) in [
        ("equal sides", &equal[..], h, 10.0, -1.0 / 3.0),
        ("alternating diagonals", &alternating, 4.0, 0.0, 0.0),
    ] {
        for across in [1.0, -1.0] {
            let (found, expected) = (density(hinges, area, degrees, across), 1.0 + ratio * across);
            assert!((found - expected).abs() < 5e-4, "{what}: {found} not {expected}");
        }
    }
}

/// An affine deformation of an irregular mesh leaves inner vertices without force, whatever the law.
#[test]
fn patch_test() {
    struct Check;
    impl LawVisitor for Check {
        type Output = ();
        fn visit<L: Law>(self, law: &L) {
            patch::<L, 2, 3>(law, Matrix([[1.1, 0.2], [-0.15, 0.9]]));
            patch::<L, 3, 4>(law, Matrix([[1.1, 0.2, 0.05], [-0.15, 0.9, 0.1], [0.1, -0.2, 1.05]]));
        }
    }
    let laws = AnyLaw::LAWS.iter().map(|law| law.example());
    laws.filter(|law| law.is_isotropic()).for_each(|law| law.visit(Check));
}

fn patch<L: Law, const D: usize, const N: usize>(law: &L, f: Matrix<f64, D>) {
    let mut random = Random::new(8);
    let n = 4usize;
    let count = (n + 1).pow(D as u32);
    let corner = |vertex: usize| -> [usize; D] {
        std::array::from_fn(|axis| vertex / (n + 1).pow(axis as u32) % (n + 1))
    };
    let is_inner = |vertex: usize| corner(vertex).iter().all(|i| i % n != 0);
    let places: Vec<Point<D>> = (0..count)
        .map(|vertex| {
            let place = Vector(corner(vertex).map(|i| i as f64));
            if is_inner(vertex) { place + point(&mut random, 0.2) } else { place }
        })
        .collect();
    let element = Solids::new(law);
    let mut forces = vec![Vector([0.0; D]); count];
    // From a corner of every cell along its axes, in any order, to the opposite one.
    let orders: Vec<Vec<usize>> = match D {
        2 => vec![vec![0, 1], vec![1, 0]],
        _ => [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]].map(Vec::from).to_vec(),
    };
    for first in (0..count).filter(|vertex| corner(*vertex).iter().all(|i| *i < n)) {
        for (way, order) in orders.iter().enumerate() {
            let mut cell = [first; N];
            for (k, axis) in order.iter().enumerate() {
                cell[k + 1] = cell[k] + (n + 1).pow(*axis as u32);
            }
            if 2 * way >= orders.len() {
                cell.swap(1, 2);
            }
            let corners = cell.map(|vertex| places[vertex]);
            let edges = std::array::from_fn(|k| corners[k + 1] - corners[0]);
            let rest = SolidRest::new(edges).expect("a cell of positive size");
            for (vertex, gradient) in cell.iter().zip(element.gradient(&rest, &corners.map(|x| f * x))) {
                forces[*vertex] += gradient;
            }
        }
    }
    let outer = forces.iter().map(|force| force.norm()).fold(0.0, f64::max);
    for vertex in (0..count).filter(|vertex| is_inner(*vertex)) {
        let force = forces[vertex].norm();
        assert!(force <= 1e-13 * outer, "{} in {D}D: a force of {force} beside {outer}", L::NAME);
    }
}
