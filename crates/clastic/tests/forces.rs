//! Elements of meshes: derivatives by finite differences, symmetries, and known answers.
#![allow(clippy::needless_range_loop)]

mod common;

use clastic::forces::{
    Element, HingeRest, Hinges, Membranes, Point, SheetMatter, SolidRest, Solids, SpringRest, Springs,
};
use clastic::materials::{AnyLaw, FixedCorotated, Law, LawVisitor, NeoHookean};
use clastic::tensor::{Matrix, Vector};
use common::{Random, point, rotation};

/// Everything that any element must satisfy, at some places near those of rest. Where nothing of the stiffness is negative
/// it is the derivative of the forces.
fn check<E: Element<D, N>, const D: usize, const N: usize>(
    what: &str,
    element: &E,
    rest: &E::Rest,
    at_rest: [Point<D>; N],
    x: [Point<D>; N],
    positive: bool,
) {
    let gradient = element.gradient(rest, &x);
    let stiffness = element.stiffness(rest, &x);
    let scale = gradient.iter().map(|g| g.norm()).fold(0.0, f64::max);
    let stiff = stiffness.as_flattened().iter().map(|block| block.norm()).fold(0.0, f64::max);
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
            if !positive {
                continue;
            }
            let along = |by: f64| element.gradient(rest, &moved(vertex, axis, by));
            let near = [along(step), along(-step), along(2.0 * step), along(-2.0 * step)];
            for other in 0..N {
                for row in 0..D {
                    let [a, b, c, d] = near.map(|gradient| gradient[other][row]);
                    let slope = (8.0 * (a - b) - (c - d)) / (12.0 * step);
                    let own = stiffness[other][vertex].0[row][axis];
                    assert!((slope - own).abs() <= 1e-5 * stiff, "{what}: stiffness {own} not {slope}");
                }
            }
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

    // A stiffness never pushes on.
    for _ in 0..20 {
        let u: [Point<D>; N] = std::array::from_fn(|_| point(&mut random, 1.0));
        let mut work = 0.0;
        for i in 0..N {
            for j in 0..N {
                work += u[i].dot(stiffness[i][j] * u[j]);
            }
        }
        assert!(work >= -1e-10 * stiff, "{what}: a stiffness of {work}");
    }
}

#[test]
fn springs() {
    let mut random = Random::new(1);
    for _ in 0..20 {
        let ends: [Point<3>; 2] = std::array::from_fn(|_| point(&mut random, 1.0));
        let rest = SpringRest { length: (ends[1] - ends[0]).norm(), stiffness: 7.0 };
        check("taut spring", &Springs, &rest, ends, [ends[0] * 1.4, ends[1] * 1.4], true);
        check("slack spring", &Springs, &rest, ends, [ends[0] * 0.7, ends[1] * 0.7], false);
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
        // Drawn out in all directions and jolted; then squeezed.
        let stretched = [1.25, 0.85][case % 2];
        let turn = rotation::<D>(&mut random);
        let what = format!("{} {D}D case {case}", L::NAME);
        let x = at_rest.map(|x| turn * (x + point(&mut random, 0.01)) * stretched);
        let stiffens = ["fixed-corotated", "neo-hookean"].contains(&L::NAME);
        check(&what, &element, &rest, at_rest, x, stiffens && case % 2 == 0);
        check(&format!("{what} at rest"), &element, &rest, at_rest, at_rest.map(|x| turn * x), true);
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
        let stretched = [1.25, 0.85][case % 2];
        let x = triangle.map(|x| (x + point(&mut random, 0.02)) * stretched);
        let element = Membranes::new(&FixedCorotated::new(1e3, 0.3));
        check("membrane", &element, &rest, triangle, x, case % 2 == 0);

        let rest = HingeRest::new(&corners, 2.0);
        let bent = corners.map(|x| x + point(&mut random, 0.3));
        check("hinge", &Hinges, &rest, corners, bent, false);
        check("hinge at rest", &Hinges, &rest, corners, corners, true);
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

/// An affine deformation of an irregular mesh leaves inner vertices without force.
#[test]
fn patch_test() {
    let mut random = Random::new(8);
    let n = 5;
    let index = |i: usize, j: usize| (j * (n + 1) + i) as u32;
    let mut places = Vec::new();
    for j in 0..=n {
        for i in 0..=n {
            let mut place = Vector([i as f64, j as f64]);
            if i % n != 0 && j % n != 0 {
                place += point(&mut random, 0.25);
            }
            places.push(place);
        }
    }
    let f = Matrix([[1.1, 0.2], [-0.15, 0.9]]);
    let element = Solids::new(&NeoHookean::new(1e4, 0.3));
    let mut forces = vec![Vector([0.0; 2]); places.len()];
    for j in 0..n {
        for i in 0..n {
            let [a, b, c, d] = [index(i, j), index(i + 1, j), index(i + 1, j + 1), index(i, j + 1)];
            for cell in [[a, b, c], [a, c, d]] {
                let corners = cell.map(|vertex| places[vertex as usize]);
                let rest =
                    SolidRest::new([corners[1] - corners[0], corners[2] - corners[0]]).expect("a triangle");
                let gradient = element.gradient(&rest, &corners.map(|x| f * x));
                for (vertex, gradient) in cell.iter().zip(gradient) {
                    forces[*vertex as usize] += gradient;
                }
            }
        }
    }
    let outer = forces.iter().map(|force| force.norm()).fold(0.0, f64::max);
    for j in 1..n {
        for i in 1..n {
            let force = forces[index(i, j) as usize].norm();
            assert!(force < 1e-13 * outer, "a force of {force} beside {outer}");
        }
    }
}
