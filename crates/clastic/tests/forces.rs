//! Forces within meshes: derivatives by finite differences, symmetries, and known answers.
#![allow(clippy::needless_range_loop)]

mod common;

use clastic::colliders::Motion;
use clastic::forces::{
    Element, HingeRest, Hinges, Membranes, Mesh, MeshSolve, Point, SheetMatter, SolidRest, Solids,
    SpringRest, Springs, StrandMatter, StrandRest, Strands,
};
use clastic::materials::{AnyLaw, FixedCorotated, Inert, Law, LawVisitor, NeoHookean};
use clastic::tensor::{Matrix, SimdLevel, Vector};
use clastic::{Config, Dimension, Precision, Simulation, TimeStep};
use common::Random;

fn point<const D: usize>(random: &mut Random, size: f64) -> Point<D> {
    let mut x = Vector([0.0; D]);
    for axis in 0..D {
        x[axis] = random.between(-size, size);
    }
    x
}

/// A proper rotation.
fn rotation<const D: usize>(random: &mut Random) -> Matrix<f64, D> {
    let mut m = Matrix::zero(0.0);
    for i in 0..D {
        for j in 0..D {
            m.0[i][j] = random.between(-1.0, 1.0);
        }
    }
    let svd = m.svd();
    svd.u * svd.v.transpose()
}

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
    AnyLaw::LAWS.iter().for_each(|law| law.example().visit(Check));
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

/// A strand alone, without a grid.
struct Alone {
    strands: Strands,
    x: Vec<Point<3>>,
    v: Vec<Point<3>>,
    masses: Vec<f64>,
    free: Vec<bool>,
}

impl Alone {
    fn new(places: &[[f64; 3]], matter: StrandMatter, pinned: &[usize]) -> Self {
        let mut masses = vec![0.0; places.len()];
        for i in 1..places.len() {
            let length = (Vector(places[i]) - Vector(places[i - 1])).norm();
            for end in [i - 1, i] {
                masses[end] += 0.5 * length * matter.area() * matter.density;
            }
        }
        let [stretching, bending, twisting] = matter.resistances();
        let rest = StrandRest {
            vertices: (0..places.len() as u32).collect(),
            places: places.to_vec(),
            stretching,
            bending,
            twisting,
            radius: matter.radius,
        };
        let free: Vec<bool> = (0..places.len()).map(|i| !pinned.contains(&i)).collect();
        let strands = Strands::new(vec![rest], &masses, &|vertex| free[vertex as usize]);
        let x = places.iter().map(|x| Vector(*x)).collect();
        Alone { strands, x, v: vec![Vector([0.0; 3]); places.len()], masses, free }
    }

    fn change(&mut self, dt: f64, implicit: bool) -> Vec<Point<3>> {
        self.strands.advance(SimdLevel::detect(), (&self.x, &self.v), dt, implicit);
        (0..self.x.len()).map(|vertex| self.strands.change(vertex)).collect()
    }

    /// One step under an acceleration, of which a share of the velocity is lost.
    fn step(&mut self, dt: f64, acceleration: Point<3>, lost: f64) {
        for i in 0..self.v.len() {
            if self.free[i] {
                self.v[i] = self.v[i] * (1.0 - lost) + acceleration * dt;
            }
        }
        for (i, change) in self.change(dt, true).into_iter().enumerate() {
            self.v[i] += change;
            self.x[i] += self.v[i] * dt;
        }
        self.strands.commit();
    }

    /// Direction and director of an edge.
    fn frame(&self, edge: u32) -> (Point<3>, Point<3>) {
        let frames = &self.strands.frames_by_strand()[&0];
        let at = frames.len() / (self.x.len() - 1) * edge as usize;
        let vector = |k: usize| Vector([frames[at + k], frames[at + k + 1], frames[at + k + 2]]);
        (vector(0), vector(3))
    }

    /// Turns an edge about itself.
    fn spin(&mut self, edge: u32, angle: f64) {
        let (direction, director) = self.frame(edge);
        let turned = director * angle.cos() + direction.cross(director) * angle.sin();
        self.set_frame(edge, direction, turned);
    }

    fn set_frame(&mut self, edge: u32, direction: Point<3>, director: Point<3>) {
        let mut frames = self.strands.frames_by_strand();
        let numbers = frames.get_mut(&0).expect("the strand");
        let at = numbers.len() / (self.x.len() - 1) * edge as usize;
        numbers[at..at + 3].copy_from_slice(&direction.0);
        numbers[at + 3..at + 6].copy_from_slice(&director.0);
        self.strands.take_frames(&frames);
    }

    fn energy(&self) -> f64 {
        self.strands.energy(&self.x).sum()
    }
}

const HAIR: StrandMatter =
    StrandMatter { young_modulus: 1e6, poisson_ratio: 0.3, radius: 0.02, density: 1000.0 };

fn helix(vertices: usize) -> Vec<[f64; 3]> {
    (0..vertices)
        .map(|i| {
            let s = i as f64 * 0.1;
            [0.3 * (3.0 * s).cos(), s, 0.3 * (3.0 * s).sin()]
        })
        .collect()
}

#[test]
fn forces_of_strands_are_derivatives() {
    let mut random = Random::new(9);
    let mut rod = Alone::new(&helix(9), HAIR, &[]);
    for x in &mut rod.x {
        *x += point(&mut random, 0.02);
    }
    // Lets the frames follow and twists one edge.
    rod.change(1e-9, false);
    rod.strands.commit();
    rod.spin(4, 0.4);
    let energy = rod.strands.energy(&rod.x);
    assert!(energy.stretch > 0.0 && energy.bend > 0.0 && energy.twist > 0.0, "{energy:?}");
    let forces: Vec<_> = rod
        .change(1e-9, false)
        .iter()
        .zip(&rod.masses)
        .map(|(change, mass)| *change * (mass / 1e-9))
        .collect();
    let scale = forces.iter().map(|force| force.norm()).fold(0.0, f64::max);
    for i in 0..rod.x.len() {
        for axis in 0..3 {
            let mut along = |by: f64| {
                let before = rod.x[i][axis];
                rod.x[i][axis] += by;
                let energy = rod.energy();
                rod.x[i][axis] = before;
                energy
            };
            let h = 1e-4;
            let slope = (8.0 * (along(h) - along(-h)) - (along(2.0 * h) - along(-2.0 * h))) / (12.0 * h);
            assert!(
                (slope + forces[i][axis]).abs() < 1e-6 * scale,
                "vertex {i}: {} not {slope}",
                forces[i][axis]
            );
        }
    }
    let sum = forces.iter().fold(Vector([0.0; 3]), |sum, force| sum + *force);
    assert!(sum.norm() < 1e-12 * scale, "{sum:?}");
    // Once no angle is pushed on, there is no moment either.
    for _ in 0..200 {
        rod.change(1e3, false);
        rod.strands.commit();
    }
    let change = rod.change(1e3, false);
    let forces = change.iter().zip(&rod.masses).map(|(change, mass)| *change * (mass / 1e3));
    let moment = forces.zip(&rod.x).fold(Vector([0.0; 3]), |sum, (force, x)| sum + x.cross(force));
    assert!(moment.norm() < 1e-11 * scale, "{moment:?} beside {scale}");
}

/// A turned and shifted strand is at rest; an implicit step keeps momentum.
#[test]
fn strands_keep_momentum() {
    let mut random = Random::new(10);
    let mut rod = Alone::new(&helix(12), HAIR, &[]);
    let (turn, shift) = (rotation::<3>(&mut random), point(&mut random, 3.0));
    for x in &mut rod.x {
        *x = turn * *x + shift;
    }
    for edge in 0..11 {
        let (direction, director) = rod.frame(edge);
        rod.set_frame(edge, turn * direction, turn * director);
    }
    let still = rod.change(1e-3, true).iter().map(|change| change.norm()).fold(0.0, f64::max);
    assert!(still < 1e-9, "a rigid motion changes velocities by {still}");

    for (x, v) in rod.x.iter_mut().zip(&mut rod.v) {
        *x += point(&mut random, 0.02);
        *v = point(&mut random, 1.0);
    }
    let change = rod.change(1e-2, true);
    let total =
        change.iter().zip(&rod.masses).fold(Vector([0.0; 3]), |sum, (change, mass)| sum + *change * *mass);
    let scale: f64 = change.iter().zip(&rod.masses).map(|(change, mass)| change.norm() * mass).sum();
    assert!(scale > 1e-3 && total.norm() < 1e-11 * scale, "{total:?} beside {scale}");
}

/// Newton's method from near the rest: what a step of no inertia leaves is of second order.
#[test]
fn stiffness_of_strands_is_the_derivative_at_rest() {
    let left = |size: f64| {
        let mut random = Random::new(11);
        let places = helix(10);
        let mut rod = Alone::new(&places, HAIR, &[0, 1]);
        for x in &mut rod.x[2..] {
            *x += point(&mut random, size);
        }
        let mut off: f64 = 0.0;
        for (i, change) in rod.change(1e6, true).iter().enumerate() {
            let place = rod.x[i] + *change * 1e6;
            off = off.max((place - Vector(places[i])).norm());
        }
        off / size
    };
    let (large, small) = (left(1e-6), left(1e-7));
    assert!(large < 0.1 && small < 0.13 * large, "{large:e}, {small:e} of the way are left");
}

/// A heavy rod clamped at one end, against the equation of the elastica, solved by shooting.
#[test]
fn cantilever_is_an_elastica() {
    let (segments, length) = (40usize, 1.0);
    let h = length / segments as f64;
    // An edge within the clamp.
    let places: Vec<_> = (0..=segments + 1).map(|i| [(i as f64 - 1.0) * h, 0.0, 0.0]).collect();
    let mut rod = Alone::new(&places, HAIR, &[0, 1]);
    let gravity = 9.81;
    for _ in 0..600 {
        rod.step(0.02, Vector([0.0, -gravity, 0.0]), 0.1);
    }
    let tip = *rod.x.last().expect("a tip");
    let weight = HAIR.density * HAIR.area() * gravity;
    let bending = HAIR.resistances()[1];
    // EI θ'' = w (L − s) cos θ with θ(0) = 0 and θ'(L) = 0; θ is how far it points down.
    let shoot = |curvature: f64| {
        let (mut theta, mut slope, mut x, mut y) = (0.0f64, curvature, 0.0, 0.0);
        let steps = 20_000;
        let ds = length / steps as f64;
        for i in 0..steps {
            let s = (i as f64 + 0.5) * ds;
            let middle = theta + 0.5 * ds * slope;
            slope -= ds * weight / bending * (length - s) * middle.cos();
            theta = middle + 0.5 * ds * slope;
            x += ds * middle.cos();
            y -= ds * middle.sin();
        }
        (slope, x, y)
    };
    let (mut low, mut high) = (0.0, 100.0);
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        if shoot(middle).0 > 0.0 { high = middle } else { low = middle }
    }
    let (_, x, y) = shoot(low);
    let error = ((tip[0] - x).powi(2) + (tip[1] - y).powi(2)).sqrt();
    assert!(y < -0.3 && error < 0.01 * length, "the tip is at {tip:?}, the elastica's at {x} {y}");
}

/// A limp strand between two pins hangs as a catenary.
#[test]
fn chain_is_a_catenary() {
    let segments = 60usize;
    let limp = StrandMatter { radius: 2e-4, young_modulus: 1e7, ..HAIR };
    // Longer than the way between its ends by a half.
    let (span, length) = (1.0, 1.5);
    let rise = f64::sqrt(length * length - span * span) / 2.0;
    let places: Vec<_> = (0..=segments)
        .map(|i| {
            let s = i as f64 / segments as f64;
            [span * s, -2.0 * rise * s.min(1.0 - s), 0.0]
        })
        .collect();
    let mut chain = Alone::new(&places, limp, &[0, segments]);
    for _ in 0..3000 {
        chain.step(0.01, Vector([0.0, -9.81, 0.0]), 0.05);
    }
    // 2 a sinh(span/2a) = length.
    let (mut low, mut high) = (0.05f64, 10.0);
    for _ in 0..80 {
        let a = 0.5 * (low + high);
        if 2.0 * a * (span / (2.0 * a)).sinh() > length { low = a } else { high = a }
    }
    let catenary = |x: f64| low * (((x - 0.5 * span) / low).cosh() - (0.5 * span / low).cosh());
    for x in &chain.x {
        let error = (x[1] - catenary(x[0])).abs();
        assert!(error < 0.01 * length, "{x:?} instead of {}", catenary(x[0]));
    }
}

/// Michell's ring: a straight rod bent to a ring stays flat up to a twist of 2π √3 EI/GJ between its ends, and no further.
#[test]
fn twisted_ring_buckles() {
    let segments = 60usize;
    let grows = |share: f64| {
        // Both ends are held at one place, by edges so short that what they lack of the ring does not count.
        let stub = 1e-3;
        let along = |i: usize| (i as f64 - 1.0).clamp(0.0, segments as f64) * 0.1;
        let mut straight: Vec<_> = (0..segments + 3).map(|i| [along(i), 0.0, 0.0]).collect();
        straight[0][0] -= stub;
        straight[segments + 2][0] += stub;
        let ends = [0, 1, segments + 1, segments + 2];
        let mut rod = Alone::new(&straight, HAIR, &ends);
        let angle = std::f64::consts::TAU / segments as f64;
        let radius = 0.05 / (0.5 * angle).sin();
        for (i, x) in rod.x.iter_mut().enumerate() {
            let at = (i as f64 - 1.0) * angle;
            *x = Vector([radius * at.sin(), radius * (1.0 - at.cos()), 1e-3 * radius * (2.0 * at).sin()]);
        }
        for (end, x) in ends.into_iter().zip([-stub, 0.0, 0.0, stub]) {
            rod.x[end] = Vector([x, 0.0, 0.0]);
        }
        let [_, bending, twisting] = HAIR.resistances();
        let critical = std::f64::consts::TAU * 3f64.sqrt() * bending / twisting;
        // The frames are as the ring was bent; then one end is turned, step by step.
        rod.change(1e-9, false);
        rod.strands.commit();
        let steps = 2000;
        let mut heights = Vec::new();
        for step in 0..steps {
            if step < 100 {
                rod.spin(segments as u32 + 1, 0.01 * share * critical);
            }
            // Without inertia from step to step.
            rod.step(0.2, Vector([0.0; 3]), 1.0);
            heights.push(rod.x.iter().map(|x| x[2].abs()).fold(0.0, f64::max));
        }
        heights[steps - 1] / heights[steps * 3 / 4]
    };
    let (below, above) = (grows(0.95), grows(1.05));
    assert!(below < 1.0, "below the threshold it leaves the plane by a factor of {below}");
    assert!(above > 1.0, "above the threshold it leaves the plane by a factor of {above}");
}

/// The same bits for any number of threads, and from a snapshot on.
#[test]
fn meshes_repeat_themselves() {
    let mut one = common::meshes(1);
    let mut three = common::meshes(3);
    for simulation in [&mut one, &mut three] {
        simulation.run_steps(60).expect("sound steps");
    }
    assert_eq!(one.particles(), three.particles());
    let snapshot = three.snapshot();
    let mut again = Simulation::restore(three.config().clone(), &snapshot).expect("a sound snapshot");
    for simulation in [&mut one, &mut again] {
        simulation.run_steps(60).expect("sound steps");
    }
    assert_eq!(one.particles(), again.particles());
    assert_eq!(one.mesh_energy(), again.mesh_energy());

    let mut without = three.config().clone();
    without.meshes.pop();
    let error = Simulation::restore(without, &snapshot).err().expect("a mesh is missing");
    assert_eq!(error.to_string(), "the snapshot's number of meshes is 3, but the configuration's is 2");
}

/// Roots go where they are led, and hair with them.
#[test]
fn roots_follow_their_motion() {
    let mut simulation = common::meshes(0);
    let roots: Vec<u64> = simulation.particles().iter().map(|state| state.id).collect();
    let first = roots.len() - 98;
    let before = simulation.particles()[first].particle.position;
    simulation.advance_to(0.1).expect("sound steps");
    let after = simulation.particles()[first].particle.position;
    let pose = Motion::spinning([0.0, 3.0, 1.0], [0.5, 0.8, 0.1]).pose(0.1);
    let expected = pose.apply(Vector(before));
    for axis in 0..3 {
        assert!((after[axis] - expected[axis]).abs() < 1e-6, "{after:?} instead of {expected:?}");
    }
    let energy = simulation.mesh_energy();
    assert!(energy.stretch > 0.0 && energy.bend > 0.0 && energy.twist > 0.0, "{energy:?}");
}

/// A body that spins and vibrates in free flight keeps what it has.
#[test]
fn meshes_keep_momentum() {
    for solve in [MeshSolve::Explicit, MeshSolve::Implicit] {
        let mut config = Config::new(Dimension::Two, 0.2);
        config.precision = Precision::F64;
        config.gravity = [0.0; 3];
        config.time_step = TimeStep::Fixed(1e-3);
        let mut simulation = Simulation::new(config).expect("a sound configuration");
        let skin = simulation.add_material("skin", Inert::new());
        let n = 8;
        let places: Vec<_> = (0..81).map(|v| [(v % 9) as f64 * 0.1, (v / 9) as f64 * 0.1, 0.0]).collect();
        let mut cells = Vec::new();
        for j in 0..n {
            for i in 0..n {
                let a = j * 9 + i;
                cells.extend([[a, a + 1, a + 10], [a, a + 10, a + 9]]);
            }
        }
        let law = NeoHookean::new(1e4, 0.3);
        let mut mesh = Mesh::solid(&places, &cells, law, 1000.0).expect("a sound mesh").solved(solve);
        for vertex in &mut mesh.vertices {
            let [x, y, _] = vertex.position;
            vertex.velocity = [1.0 - 3.0 * y, 0.5 + 3.0 * x + x * y, 0.0];
        }
        simulation.add_mesh(skin, mesh).expect("a sound mesh");
        let before = simulation.diagnostics();
        simulation.run_steps(300).expect("sound steps");
        let after = simulation.diagnostics();
        let scale = before.mass;
        for axis in 0..2 {
            let lost = (after.momentum[axis] - before.momentum[axis]).abs();
            assert!(lost < 1e-12 * scale, "{solve:?}: momentum {lost}");
        }
        let lost = (after.angular_momentum[2] - before.angular_momentum[2]).abs() / before.angular_scale;
        // An implicit step takes forces at places that are known to first order.
        let bound = if solve == MeshSolve::Explicit { 1e-12 } else { 1e-2 };
        assert!(lost < bound, "{solve:?}: angular momentum {lost}");
        let elastic = simulation.mesh_energy().stretch;
        assert!(elastic > 0.0 && after.energy() <= before.energy() * 1.001, "{solve:?}: {after:?}");
    }
}

/// A vertex that is taken away takes its elements with it, and the rest goes on.
#[test]
fn elements_go_with_their_vertices() {
    let mut simulation = common::meshes(0);
    simulation.run_steps(5).expect("sound steps");
    let before = simulation.len();
    assert_eq!(simulation.retain_particles(|state| state.id % 7 != 0), before.div_ceil(7));
    simulation.run_steps(20).expect("sound steps");
    let snapshot = simulation.snapshot();
    let mut again = Simulation::restore(simulation.config().clone(), &snapshot).expect("a sound snapshot");
    again.run_steps(5).expect("sound steps");
    simulation.run_steps(5).expect("sound steps");
    assert_eq!(simulation.particles(), again.particles());
}

#[test]
fn meshes_that_make_no_sense_are_refused() {
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let law = || NeoHookean::new(1e4, 0.3);
    let error = |cells: &[[u32; 3]], density: f64| {
        Mesh::solid(&corners, cells, law(), density).expect_err("a mistake").to_string()
    };
    assert_eq!(error(&[[0, 1, 7]], 1.0), "element 0 names vertex 7, which there is not");
    assert_eq!(
        error(&[[0, 2, 1]], 1.0),
        "element 0 has no extent or is inside out; expected one of positive size"
    );
    assert_eq!(error(&[], 1.0), "vertex 0 belongs to no element");
    assert_eq!(error(&[[0, 1, 2]], f64::NAN), "the density must be positive and finite");
    let mesh = Mesh::solid(&corners, &[[0, 1, 2]], law(), 1.0).expect("a sound mesh");
    let mut flat = Simulation::new(Config::new(Dimension::Two, 0.1)).expect("a sound configuration");
    let skin = flat.add_material("skin", Inert::new());
    let error = flat.add_mesh(skin, mesh.clone().pinned(vec![3])).expect_err("a mistake");
    assert_eq!(error.to_string(), "pin 0 names a vertex that there is not, or its numbers are not finite");
    let mut space = Simulation::new(Config::new(Dimension::Three, 0.1)).expect("a sound configuration");
    let skin = space.add_material("skin", Inert::new());
    let error = space.add_mesh(skin, mesh).expect_err("a mistake");
    assert_eq!(error.to_string(), "triangles of a solid belong to 2D; tetrahedra and sheets to 3D");
    assert!(space.is_empty() && flat.is_empty());
}
