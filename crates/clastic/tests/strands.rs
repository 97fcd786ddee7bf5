//! Strands without a grid: derivatives by finite differences, momentum, and known answers.
#![allow(clippy::needless_range_loop)]

mod common;

use clastic::forces::rod::{self, Edge};
use clastic::forces::{Point, StrandMatter, StrandRest, Strands};
use clastic::tensor::{SimdLevel, Vector};
use common::{Random, point, rotation};

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

    /// How fast every edge spins about itself.
    fn spins(&self) -> Vec<f64> {
        self.strands.frames_by_strand()[&0].chunks(7).map(|frame| frame[6]).collect()
    }

    fn set_spins(&mut self, spins: &[f64]) {
        let mut frames = self.strands.frames_by_strand();
        let numbers = frames.get_mut(&0).expect("the strand");
        for (frame, spin) in numbers.chunks_mut(7).zip(spins) {
            frame[6] = *spin;
        }
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

/// The strains of two edges, bent, twisted and drawn out at random: their slopes are derivatives by the places, which carry the
/// frames along, and by the angles of both edges.
#[test]
fn slopes_of_strains_are_derivatives() {
    let mut random = Random::new(12);
    let turned = |edge: &Edge<f64>, angle: f64| {
        let [first, second] = edge.directors;
        let (cosine, sine) = (angle.cos(), angle.sin());
        Edge { directors: [first * cosine + second * sine, second * cosine - first * sine], ..*edge }
    };
    for case in 0..40 {
        let mut places = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]].map(Vector);
        places.iter_mut().for_each(|x| *x += point(&mut random, 0.6));
        // As the last step has left them, along their edges.
        let mut last = |k: usize| {
            let along = places[k + 1] - places[k];
            let across = along.cross(point(&mut random, 1.0));
            let tangent = along * along.norm().recip();
            turned(&Edge::carried(along, tangent, across), random.between(-1.2, 1.2))
        };
        let frames = [last(0), last(1)];
        let edges = |x: &[Point<3>; 3], angles: [f64; 2]| {
            [0, 1].map(|k| {
                let Edge { tangent, directors, .. } = frames[k];
                turned(&Edge::carried(x[k + 1] - x[k], tangent, directors[0]), angles[k])
            })
        };
        let [e, f] = edges(&places, [0.0; 2]);
        let strains = rod::strains(&e, &f);
        let slopes = rod::slopes(&e, &f, &strains);
        let scale = slopes.as_flattened().iter().fold(1.0f64, |most, slope| most.max(slope.abs()));
        for k in 0..rod::STENCIL {
            let along = |by: f64| {
                let (mut x, mut angles) = (places, [0.0; 2]);
                match k % 4 {
                    3 => angles[k / 4] += by,
                    axis => x[k / 4][axis] += by,
                }
                let [e, f] = edges(&x, angles);
                rod::strains(&e, &f)
            };
            let h = 1e-4;
            let near = [along(h), along(-h), along(2.0 * h), along(-2.0 * h)];
            for s in 0..3 {
                let [a, b, c, d] = near.map(|strains| strains[s]);
                let slope = (8.0 * (a - b) - (c - d)) / (12.0 * h);
                let own = slopes[s][k];
                assert!(
                    (slope - own).abs() < 1e-7 * scale.powi(3),
                    "case {case}: strain {s} by {k}: {own} not {slope}"
                );
            }
        }
    }
}

/// Where a strand of any shape holds no strain its system is the derivative of its forces, by places and by angles: what an
/// implicit step does to velocities and spins is what the forces do where it leads.
#[test]
fn system_of_strands_is_the_derivative_of_their_forces() {
    for (seed, places) in [(20, helix(8)), (21, (0..7).map(|i| [0.1 * i as f64, 0.0, 0.0]).collect())] {
        let mut random = Random::new(seed);
        let crooked: Vec<[f64; 3]> =
            places.iter().map(|x| (Vector(*x) + point(&mut random, 0.03)).0).collect();
        let mut rod = Alone::new(&crooked, HAIR, &[]);
        let edges = places.len() - 1;
        for v in &mut rod.v {
            *v = point(&mut random, 1.0);
        }
        let spins: Vec<f64> = (0..edges).map(|_| random.between(-9.0, 9.0)).collect();
        rod.set_spins(&spins);
        let (start, dt) = (rod.strands.frames_by_strand(), 1e-2);
        let change = rod.change(dt, true);
        rod.strands.commit();
        let spun = rod.spins();
        // Forces, and moments about edges, a little way along where the step leads.
        let pushes = |by: f64| {
            let mut moved = Alone::new(&crooked, HAIR, &[]);
            moved.strands.take_frames(&start);
            moved.set_spins(&vec![0.0; edges]);
            for (i, x) in moved.x.iter_mut().enumerate() {
                *x += (rod.v[i] + change[i]) * by;
            }
            moved.change(1e-9, false);
            moved.strands.commit();
            for edge in 0..edges {
                moved.spin(edge as u32, spun[edge] * by);
            }
            moved.set_spins(&vec![0.0; edges]);
            let tiny = 1e-9;
            let change = moved.change(tiny, false);
            moved.strands.commit();
            let forces: Vec<_> = change.iter().zip(&rod.masses).map(|(v, mass)| *v * (mass / tiny)).collect();
            let inertia = |edge: usize| 0.5 * rod.masses[edge] * HAIR.radius * HAIR.radius;
            let moments: Vec<_> =
                moved.spins().iter().enumerate().map(|(edge, spin)| spin * inertia(edge) / tiny).collect();
            (forces, moments)
        };
        let h = 1e-5;
        let (ahead, behind) = (pushes(h), pushes(-h));
        let expected = |now: f64, then: f64| (now - then) / (2.0 * h) * dt * dt;
        let forces: Vec<_> = change.iter().zip(&rod.masses).map(|(change, mass)| *change * *mass).collect();
        let scale = forces.iter().map(|force| force.norm()).fold(0.0, f64::max);
        for i in 0..forces.len() {
            for axis in 0..3 {
                let (own, slope) = (forces[i][axis], expected(ahead.0[i][axis], behind.0[i][axis]));
                assert!((own - slope).abs() < 1e-5 * scale, "seed {seed}, vertex {i}: {own} not {slope}");
            }
        }
        let turns: Vec<f64> = (0..edges)
            .map(|edge| (spun[edge] - spins[edge]) * 0.5 * rod.masses[edge] * HAIR.radius * HAIR.radius)
            .collect();
        let scale = turns.iter().fold(0.0f64, |most, turn| most.max(turn.abs()));
        assert!(scale > 0.0);
        for edge in 0..edges {
            let (own, slope) = (turns[edge], expected(ahead.1[edge], behind.1[edge]));
            assert!((own - slope).abs() < 1e-5 * scale, "seed {seed}, edge {edge}: {own} not {slope}");
        }
    }
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
