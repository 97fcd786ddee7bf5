//! Forces of elements summed at their vertices, and the implicit solve within bodies.

use std::ops::Range;

use super::element::{Group, Point, Signs};
use super::meshes::{Forces, GRAIN};
use crate::grid::NONE;
use crate::integrators::Iterations;
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
    /// Of every vertex, its corners among all of all groups.
    corners: Lists,
    /// Per corner of all groups.
    given: Vec<Point<D>>,
    /// Per pair of corners of all groups.
    pairs: Vec<Matrix<f64, D>>,
    stiffness: Stiffness<D>,
}

/// The stiffness of all groups together: a block for every two vertices that share an element.
#[derive(Default)]
struct Stiffness<const D: usize> {
    /// Where every vertex's row of blocks begins, and the end.
    rows: Vec<u32>,
    /// The vertex that each is multiplied with.
    columns: Vec<u32>,
    /// The pairs of corners that each is the sum of.
    parts: Lists,
    blocks: Vec<Matrix<f64, D>>,
}

/// Lists one after the other.
#[derive(Default)]
struct Lists {
    /// Where each begins, and the end.
    first: Vec<u32>,
    all: Vec<u32>,
}

impl Lists {
    /// So many lists, of numbers from 0 on, each in the list that its key names.
    fn by_key(keys: impl Iterator<Item = usize> + Clone, lists: usize) -> Lists {
        let mut first = vec![0u32; lists + 1];
        for key in keys.clone() {
            first[key + 1] += 1;
        }
        for list in 0..lists {
            first[list + 1] += first[list];
        }
        let mut all = vec![0; first[lists] as usize];
        let mut places = first.clone();
        for (number, key) in keys.enumerate() {
            all[places[key] as usize] = number as u32;
            places[key] += 1;
        }
        Lists { first, all }
    }

    fn of(&self, list: usize) -> &[u32] {
        &self.all[self.first[list] as usize..self.first[list + 1] as usize]
    }
}

impl<const D: usize> Stiffness<D> {
    /// Which blocks there are for these groups of elements between so many vertices.
    fn new(groups: &[Box<dyn Group<D>>], vertices: usize) -> Self {
        let mut keys = Vec::new();
        for group in groups {
            for cell in group.vertices().chunks_exact(group.arity()) {
                keys.extend(cell.iter().flat_map(|row| cell.iter().map(move |column| [*row, *column])));
            }
        }
        let mut blocks = keys.clone();
        blocks.sort_unstable();
        blocks.dedup();
        let index = |key: &[u32; 2]| blocks.binary_search(key).expect("one of them");
        let parts = Lists::by_key(keys.iter().map(index), blocks.len());
        let rows = Lists::by_key(blocks.iter().map(|[row, _]| *row as usize), vertices).first;
        let columns = blocks.iter().map(|[_, column]| *column).collect();
        Stiffness { rows, columns, parts, blocks: vec![Matrix::zero(0.0); blocks.len()] }
    }

    /// Sums the blocks of pairs of corners.
    fn assemble(&mut self, pairs: &[Matrix<f64, D>]) {
        let Stiffness { parts, blocks, .. } = self;
        let work = |range: Range<usize>, out: Records<Matrix<f64, D>>| {
            for (block, out) in range.zip(out.data) {
                let mut sum = Matrix::zero(0.0);
                for pair in parts.of(block) {
                    sum = sum + pairs[*pair as usize];
                }
                *out = sum;
            }
        };
        tree(0..blocks.len(), GRAIN, &|i| i, Records { data: blocks, stride: 1 }, &work, &|_, _| ());
    }

    /// The block of a vertex alone; of one without elements nothing.
    fn diagonal(&self, vertex: usize) -> Matrix<f64, D> {
        let row = self.rows[vertex] as usize..self.rows[vertex + 1] as usize;
        match self.columns[row.clone()].binary_search(&(vertex as u32)) {
            Ok(at) => self.blocks[row.start + at],
            Err(_) => Matrix::zero(0.0),
        }
    }

    /// The vertices of each piece that elements hold together.
    fn pieces(&self) -> Vec<Vec<u32>> {
        let mut pieces = Vec::new();
        let mut known: Vec<bool> = self.rows.windows(2).map(|row| row[0] == row[1]).collect();
        for first in 0..known.len() {
            if std::mem::replace(&mut known[first], true) {
                continue;
            }
            let mut piece = vec![first as u32];
            let mut next = 0;
            while let Some(vertex) = piece.get(next) {
                let row = self.rows[*vertex as usize] as usize..self.rows[*vertex as usize + 1] as usize;
                for other in &self.columns[row] {
                    if !std::mem::replace(&mut known[*other as usize], true) {
                        piece.push(*other);
                    }
                }
                next += 1;
            }
            pieces.push(piece);
        }
        pieces
    }

    /// A vertex's row of `K u`.
    fn row(&self, vertex: usize, u: &[Point<D>]) -> Point<D> {
        let mut sum = Vector([0.0; D]);
        for block in self.rows[vertex] as usize..self.rows[vertex + 1] as usize {
            sum += self.blocks[block] * u[self.columns[block] as usize];
        }
        sum
    }
}

impl<const D: usize> Gathering<D> {
    /// For these groups of elements between so many vertices.
    pub fn new(groups: &[Box<dyn Group<D>>], vertices: usize) -> Self {
        let all = groups.iter().flat_map(|group| group.vertices()).map(|vertex| *vertex as usize);
        let corners = Lists::by_key(all, vertices);
        let given = vec![Vector([0.0; D]); corners.all.len()];
        Gathering { corners, given, pairs: Vec::new(), stiffness: Stiffness::default() }
    }

    /// The same that can be asked for stiffnesses.
    pub fn with_stiffness(groups: &[Box<dyn Group<D>>], vertices: usize) -> Self {
        let stiffness = Stiffness::new(groups, vertices);
        Gathering { stiffness, ..Gathering::new(groups, vertices) }
    }

    /// The sum of what a vertex's corners were given.
    pub fn sum(&self, vertex: usize) -> Point<D> {
        let mut sum = Vector([0.0; D]);
        for corner in self.corners.of(vertex) {
            sum += self.given[*corner as usize];
        }
        sum
    }

    /// Gives every corner its part of the energy's gradient.
    pub fn gradients(&mut self, groups: &[Box<dyn Group<D>>], x: &[Point<D>]) {
        let mut rest = self.given.as_mut_slice();
        for group in groups {
            let (own, others) = rest.split_at_mut(group.vertices().len());
            let work = |range: Range<usize>, own: Records<Point<D>>| group.gradients(range, x, own.data);
            let own = Records { data: own, stride: group.arity() };
            tree(0..group.len(), ELEMENTS, &|i| i, own, &work, &|_, _| ());
            rest = others;
        }
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

    /// Prepares [`Gathering::product`] for these places.
    pub fn stiffnesses(&mut self, groups: &[Box<dyn Group<D>>], x: &[Point<D>], signs: Signs) {
        let total = groups.iter().map(|group| group.len() * group.arity() * group.arity()).sum();
        self.pairs.resize(total, Matrix::zero(0.0));
        let mut rest = self.pairs.as_mut_slice();
        for group in groups {
            let pairs = group.arity() * group.arity();
            let (own, others) = rest.split_at_mut(group.len() * pairs);
            let work = |range: Range<usize>, own: Records<Matrix<f64, D>>| {
                group.stiffnesses(range, x, signs, own.data);
            };
            tree(0..group.len(), ELEMENTS, &|i| i, Records { data: own, stride: pairs }, &work, &|_, _| ());
            rest = others;
        }
        self.stiffness.assemble(&self.pairs);
    }

    /// A vertex's row of `K u`.
    pub fn product(&self, vertex: usize, u: &[Point<D>]) -> Point<D> {
        self.stiffness.row(vertex, u)
    }
}

/// The system within bodies, `(I + Δt² M⁻¹ K) Δv = −Δt M⁻¹ (∂E/∂x + Δt K v)`, solved by conjugate gradients with masses as
/// weights and the blocks of single vertices as their preconditioner, without what that would give a free piece as a whole,
/// `z ← z − Σ m z/Σ m`: linear momentum is kept however early they end.
#[derive(Default)]
pub struct InBody<const D: usize> {
    residual: Vec<Point<D>>,
    direction: Vec<Point<D>>,
    product: Vec<Point<D>>,
    change: Vec<Point<D>>,
    /// The residual after the preconditioner.
    eased: Vec<Point<D>>,
    /// The inverses of the system's blocks that belong to one vertex.
    inverses: Vec<Matrix<f64, D>>,
    /// The vertices of the pieces that nothing holds fast.
    free: Vec<Vec<u32>>,
    /// Of every vertex the piece among those, or [`NONE`].
    piece_of: Vec<u32>,
    /// What a preconditioner would give every piece as a whole, in m/s.
    means: Vec<Point<D>>,
}

impl<const D: usize> InBody<D> {
    /// For other forces, or others that hold their vertices.
    pub fn prepare(&mut self, gathering: &Gathering<D>, mobilities: &[f64]) {
        self.free = gathering.stiffness.pieces();
        self.free.retain(|piece| piece.iter().all(|vertex| mobilities[*vertex as usize] > 0.0));
        self.means = vec![Vector([0.0; D]); self.free.len()];
        self.piece_of = vec![NONE; mobilities.len()];
        for (index, piece) in self.free.iter().enumerate() {
            piece.iter().for_each(|vertex| self.piece_of[*vertex as usize] = index as u32);
        }
    }

    /// Adds the changes of velocity that the forces of a step of `dt` lead to. Returns what that took.
    pub fn solve(
        &mut self,
        forces: &mut Forces<D>,
        (x, v): (&[Point<D>], &[Point<D>]),
        mobilities: &[f64],
        dt: f64,
        changes: &mut [Point<D>],
    ) -> Iterations {
        let Forces { groups, gathering, .. } = forces;
        if groups.is_empty() {
            return Iterations::default();
        }
        let InBody { residual, direction, product, change, eased, inverses, .. } = self;
        for vector in [residual, direction, product, change, eased] {
            vector.resize(x.len(), Vector([0.0; D]));
        }
        inverses.resize(x.len(), Matrix::zero(0.0));
        // The right side: the present forces, and what moving on for the step would add to them.
        gathering.gradients(groups, x);
        each(&mut self.residual, |vertex, out| *out = gathering.sum(vertex) * -(dt * mobilities[vertex]));
        gathering.stiffnesses(groups, x, Signs::Positive);
        each(&mut self.residual, |vertex, out| {
            *out = *out - gathering.product(vertex, v) * (dt * dt * mobilities[vertex]);
        });
        each(&mut self.inverses, |vertex, out| {
            let block = gathering.stiffness.diagonal(vertex) * (dt * dt * mobilities[vertex]);
            *out = block.plus_diagonal(1.0).inverse();
        });
        let mut system = System { gathering, mobilities, dt, own: self };
        let stop = Stop { squared: 0.0, relative: RELATIVE, iterations: ITERATIONS };
        let solved = conjugate_gradients(&mut system, stop);
        each(changes, |vertex, out| *out += self.change[vertex]);
        let unfinished = usize::from(!solved.is_done);
        Iterations { in_meshes: solved.iterations, unfinished, ..Iterations::default() }
    }
}

/// Does something to every vertex's number.
pub fn each<N: Send>(numbers: &mut [N], f: impl Fn(usize, &mut N) + Sync) {
    let work = |range: Range<usize>, out: Records<N>| {
        range.zip(out.data).for_each(|(vertex, out)| f(vertex, out));
    };
    tree(0..numbers.len(), GRAIN, &|i| i, Records { data: numbers, stride: 1 }, &work, &|_, _| ());
}

struct System<'a, const D: usize> {
    gathering: &'a Gathering<D>,
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

    /// How much is left, which the preconditioner then eases.
    fn left(&mut self) -> Residual {
        let InBody { residual, eased, inverses, free, piece_of, means, .. } = &mut *self.own;
        each(eased, |vertex, out| *out = inverses[vertex] * residual[vertex]);
        for (piece, mean) in free.iter().zip(&mut *means) {
            let work = |range: Range<usize>, ()| {
                piece[range].iter().fold((Vector([0.0; D]), 0.0), |(momentum, mass), vertex| {
                    let own = self.mobilities[*vertex as usize].recip();
                    (momentum + eased[*vertex as usize] * own, mass + own)
                })
            };
            let both = |a: (Point<D>, f64), b: (Point<D>, f64)| (a.0 + b.0, a.1 + b.1);
            let (momentum, mass) = tree(0..piece.len(), GRAIN, &|i| i, (), &work, &both);
            *mean = momentum * mass.recip();
        }
        each(eased, |vertex, out| {
            if let Some(mean) = means.get(piece_of[vertex] as usize) {
                *out = *out - *mean;
            }
        });
        let InBody { residual, eased, .. } = &*self.own;
        Residual { squared: self.dot(residual, residual), preconditioned: self.dot(residual, eased) }
    }
}

impl<const D: usize> Krylov for System<'_, D> {
    fn begin(&mut self) -> Residual {
        self.own.change.fill(Vector([0.0; D]));
        let left = self.left();
        self.own.direction.copy_from_slice(&self.own.eased);
        left
    }

    fn product(&mut self) -> f64 {
        let System { gathering, mobilities, dt, own } = self;
        let InBody { direction, product, .. } = &mut **own;
        let squared = *dt * *dt;
        each(product, |vertex, out| {
            *out = direction[vertex] + gathering.product(vertex, direction) * (squared * mobilities[vertex]);
        });
        self.dot(&self.own.direction, &self.own.product)
    }

    fn advance(&mut self, alpha: f64) -> Residual {
        let InBody { residual, direction, product, change, .. } = &mut *self.own;
        each(change, |vertex, out| *out += direction[vertex] * alpha);
        each(residual, |vertex, out| *out = *out - product[vertex] * alpha);
        self.left()
    }

    fn turn(&mut self, beta: f64) {
        let InBody { eased, direction, .. } = &mut *self.own;
        each(direction, |vertex, out| *out = eased[vertex] + *out * beta);
    }
}
