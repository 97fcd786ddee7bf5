//! Forces of elements summed at their vertices, and the implicit solve within bodies.

use std::ops::Range;

use super::element::{Group, Point};
use super::meshes::{Forces, GRAIN};
use crate::linear::{Krylov, Residual, Stop, conjugate_gradients};
use crate::parallel::{Records, tree};
use crate::tensor::{Matrix, Vector};

/// Elements per task.
const ELEMENTS: usize = 256;
/// The error of a solve as a share of the change of velocity.
const RELATIVE: f64 = 1e-6;
/// When a solve ends without having come to it.
const ITERATIONS: usize = 1000;

/// What every element gives to its corners, and which of those a vertex gathers: in a fixed order, whatever the threads.
#[derive(Default)]
pub struct Gathering<const D: usize> {
    /// Where every vertex's corners begin in `corners`, and the end.
    first: Vec<u32>,
    corners: Vec<u32>,
    /// Per corner of all groups.
    given: Vec<Point<D>>,
    /// Per pair of corners of all groups.
    blocks: Vec<Matrix<f64, D>>,
}

impl<const D: usize> Gathering<D> {
    /// For these groups of elements between so many vertices.
    pub fn new(groups: &[Box<dyn Group<D>>], vertices: usize) -> Self {
        let all = || groups.iter().flat_map(|group| group.vertices());
        let mut first = vec![0u32; vertices + 1];
        for vertex in all() {
            first[*vertex as usize + 1] += 1;
        }
        for vertex in 0..vertices {
            first[vertex + 1] += first[vertex];
        }
        let total = first[vertices] as usize;
        let mut corners = vec![0; total];
        let mut places = first.clone();
        for (corner, vertex) in all().enumerate() {
            let place = &mut places[*vertex as usize];
            corners[*place as usize] = corner as u32;
            *place += 1;
        }
        Gathering { first, corners, given: vec![Vector([0.0; D]); total], blocks: Vec::new() }
    }

    /// Has every element write to its corners.
    fn give(
        given: &mut [Point<D>],
        groups: &[Box<dyn Group<D>>],
        write: &(impl Fn(&dyn Group<D>, usize, Range<usize>, &mut [Point<D>]) + Sync),
    ) {
        let (mut rest, mut pairs) = (given, 0);
        for group in groups {
            let group = group.as_ref();
            let (own, others) = rest.split_at_mut(group.vertices().len());
            let records = Records { data: own, stride: group.arity() };
            let work = |range: Range<usize>, own: Records<Point<D>>| write(group, pairs, range, own.data);
            tree(0..group.len(), ELEMENTS, &|i| i, records, &work, &|_, _| ());
            rest = others;
            pairs += group.len() * group.arity() * group.arity();
        }
    }

    /// The sum of what a vertex's corners were given.
    pub fn sum(&self, vertex: usize) -> Point<D> {
        let corners = &self.corners[self.first[vertex] as usize..self.first[vertex + 1] as usize];
        let mut sum = Vector([0.0; D]);
        for corner in corners {
            sum += self.given[*corner as usize];
        }
        sum
    }

    /// Gives every corner its part of the energy's gradient.
    pub fn gradients(&mut self, groups: &[Box<dyn Group<D>>], x: &[Point<D>]) {
        Self::give(&mut self.given, groups, &|group, _, range, into| group.gradients(range, x, into));
    }

    /// Adds the accelerations of the present forces.
    pub fn forces(
        &mut self,
        groups: &[Box<dyn Group<D>>],
        x: &[Point<D>],
        mobilities: &[f64],
        accelerations: &mut [Point<D>],
    ) {
        if groups.is_empty() {
            return;
        }
        self.gradients(groups, x);
        let work = |range: Range<usize>, out: Records<Point<D>>| {
            for (vertex, out) in range.zip(out.data) {
                *out = *out - self.sum(vertex) * mobilities[vertex];
            }
        };
        tree(0..x.len(), GRAIN, &|i| i, Records { data: accelerations, stride: 1 }, &work, &|_, _| ());
    }

    /// Prepares [`Gathering::multiply`] for these places.
    pub fn stiffnesses(&mut self, groups: &[Box<dyn Group<D>>], x: &[Point<D>]) {
        let total = groups.iter().map(|group| group.len() * group.arity() * group.arity()).sum();
        self.blocks.resize(total, Matrix::zero(0.0));
        let mut rest = self.blocks.as_mut_slice();
        for group in groups {
            let pairs = group.arity() * group.arity();
            let (own, others) = rest.split_at_mut(group.len() * pairs);
            let work =
                |range: Range<usize>, own: Records<Matrix<f64, D>>| group.stiffnesses(range, x, own.data);
            tree(0..group.len(), ELEMENTS, &|i| i, Records { data: own, stride: pairs }, &work, &|_, _| ());
            rest = others;
        }
    }

    /// Gives every corner its row of `K u`.
    pub fn multiply(&mut self, groups: &[Box<dyn Group<D>>], u: &[Point<D>]) {
        let Gathering { given, blocks, .. } = self;
        Self::give(given, groups, &|group, first_pair, range, into| {
            let n = group.arity();
            let blocks = &blocks[first_pair + range.start * n * n..first_pair + range.end * n * n];
            let vertices = &group.vertices()[range.start * n..range.end * n];
            for ((into, blocks), vertices) in
                into.chunks_exact_mut(n).zip(blocks.chunks_exact(n * n)).zip(vertices.chunks_exact(n))
            {
                for (i, into) in into.iter_mut().enumerate() {
                    let mut sum = Vector([0.0; D]);
                    for (j, vertex) in vertices.iter().enumerate() {
                        sum += blocks[i * n + j] * u[*vertex as usize];
                    }
                    *into = sum;
                }
            }
        });
    }
}

/// The system within bodies, `(I + Δt² M⁻¹ K) Δv = −Δt M⁻¹ (∂E/∂x + Δt K v)`, solved by conjugate gradients with masses as
/// weights: momentum is kept however early they end.
#[derive(Default)]
pub struct InBody<const D: usize> {
    residual: Vec<Point<D>>,
    direction: Vec<Point<D>>,
    product: Vec<Point<D>>,
    change: Vec<Point<D>>,
}

impl<const D: usize> InBody<D> {
    /// Adds the changes of velocity that the forces of a step of `dt` lead to.
    pub fn solve(
        &mut self,
        forces: &mut Forces<D>,
        (x, v): (&[Point<D>], &[Point<D>]),
        mobilities: &[f64],
        dt: f64,
        changes: &mut [Point<D>],
    ) {
        let Forces { groups, gathering, .. } = forces;
        if groups.is_empty() {
            return;
        }
        for vector in [&mut self.residual, &mut self.direction, &mut self.product, &mut self.change] {
            vector.resize(x.len(), Vector([0.0; D]));
        }
        // The right side: the present forces, and what moving on for the step would add to them.
        gathering.gradients(groups, x);
        each(&mut self.residual, |vertex, out| *out = gathering.sum(vertex) * -(dt * mobilities[vertex]));
        gathering.stiffnesses(groups, x);
        gathering.multiply(groups, v);
        each(&mut self.residual, |vertex, out| {
            *out = *out - gathering.sum(vertex) * (dt * dt * mobilities[vertex]);
        });
        let mut system = System { groups, gathering, mobilities, dt, own: self };
        conjugate_gradients(&mut system, Stop { squared: 0.0, relative: RELATIVE, iterations: ITERATIONS });
        each(changes, |vertex, out| *out += self.change[vertex]);
    }
}

/// Does something to every vertex's number.
pub fn each<const D: usize>(numbers: &mut [Point<D>], f: impl Fn(usize, &mut Point<D>) + Sync) {
    let work = |range: Range<usize>, out: Records<Point<D>>| {
        range.zip(out.data).for_each(|(vertex, out)| f(vertex, out));
    };
    tree(0..numbers.len(), GRAIN, &|i| i, Records { data: numbers, stride: 1 }, &work, &|_, _| ());
}

struct System<'a, const D: usize> {
    groups: &'a [Box<dyn Group<D>>],
    gathering: &'a mut Gathering<D>,
    mobilities: &'a [f64],
    dt: f64,
    own: &'a mut InBody<D>,
}

impl<const D: usize> System<'_, D> {
    /// `Σ m a · b` over what is free.
    fn dot(&self, a: &[Point<D>], b: &[Point<D>]) -> f64 {
        let work = |range: Range<usize>, ()| {
            let mut sum = 0.0;
            for vertex in range {
                if self.mobilities[vertex] > 0.0 {
                    sum += a[vertex].dot(b[vertex]) / self.mobilities[vertex];
                }
            }
            sum
        };
        tree(0..a.len(), GRAIN, &|i| i, (), &work, &|a, b| a + b)
    }

    fn left(&self) -> Residual {
        let squared = self.dot(&self.own.residual, &self.own.residual);
        Residual { squared, preconditioned: squared }
    }
}

impl<const D: usize> Krylov for System<'_, D> {
    fn begin(&mut self) -> Residual {
        self.own.direction.copy_from_slice(&self.own.residual);
        self.own.change.fill(Vector([0.0; D]));
        self.left()
    }

    fn product(&mut self) -> f64 {
        let System { groups, gathering, mobilities, dt, own } = self;
        gathering.multiply(groups, &own.direction);
        let InBody { direction, product, .. } = &mut **own;
        let squared = *dt * *dt;
        each(product, |vertex, out| {
            *out = direction[vertex] + gathering.sum(vertex) * (squared * mobilities[vertex]);
        });
        self.dot(&self.own.direction, &self.own.product)
    }

    fn advance(&mut self, alpha: f64) -> Residual {
        let InBody { residual, direction, product, change } = &mut *self.own;
        each(change, |vertex, out| *out += direction[vertex] * alpha);
        each(residual, |vertex, out| *out = *out - product[vertex] * alpha);
        self.left()
    }

    fn turn(&mut self, beta: f64) {
        let InBody { residual, direction, .. } = &mut *self.own;
        each(direction, |vertex, out| *out = residual[vertex] + *out * beta);
    }
}
