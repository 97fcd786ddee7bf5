//! What every element of a mesh can tell, and groups of elements of a kind.

use std::ops::Range;

use crate::tensor::{Matrix, Vector};

/// A place or a velocity of a vertex.
pub type Point<const D: usize> = Vector<f64, D>;

/// A kind of element with `N` vertices: a potential energy of their places.
pub trait Element<const D: usize, const N: usize>: Send + Sync {
    /// What one of them is like at rest.
    type Rest: Send + Sync;

    /// The energy, in J.
    fn energy(&self, rest: &Self::Rest, x: &[Point<D>; N]) -> f64;
    /// Its derivative by every vertex's place, in N: the force on it, reversed.
    fn gradient(&self, rest: &Self::Rest, x: &[Point<D>; N]) -> [Point<D>; N];
    /// The derivative of that, in N/m: for every pair of vertices a block.
    fn stiffness(&self, rest: &Self::Rest, x: &[Point<D>; N], signs: Signs) -> [[Matrix<f64, D>; N]; N];
    /// The square of the fastest vibration that it alone would have with these masses at its vertices, in 1/s², or more.
    fn squared_frequency(&self, rest: &Self::Rest, masses: &[f64; N]) -> f64;
}

/// What of a stiffness is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signs {
    /// All of it: the derivative of the forces.
    All,
    /// What pushes back, so that it is never negative.
    Positive,
}

/// What an energy is stored in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Store {
    /// Length, area or volume, and shear.
    Stretch,
    /// Curvature.
    Bend,
}

/// Elements of one kind with their vertices.
pub struct Elements<E: Element<D, N>, const D: usize, const N: usize> {
    /// What they have in common.
    pub element: E,
    /// What each is like at rest.
    pub rests: Vec<E::Rest>,
    /// The vertices of each.
    pub vertices: Vec<[u32; N]>,
    /// What their energy is stored in.
    pub store: Store,
}

/// Elements of any kind.
pub trait Group<const D: usize>: Send + Sync {
    /// Vertices per element.
    fn arity(&self) -> usize;
    /// The vertices of all elements, one element after the other.
    fn vertices(&self) -> &[u32];
    /// What their energy is stored in.
    fn store(&self) -> Store;
    /// The energy of some elements, in J.
    fn energy(&self, which: Range<usize>, x: &[Point<D>]) -> f64;
    /// The gradients of some elements, for each as many as it has vertices.
    fn gradients(&self, which: Range<usize>, x: &[Point<D>], into: &mut [Point<D>]);
    /// The stiffnesses of some elements, for each a block per pair of vertices.
    fn stiffnesses(&self, which: Range<usize>, x: &[Point<D>], signs: Signs, into: &mut [Matrix<f64, D>]);
    /// Adds the square of the fastest vibration of every element, in 1/s², to each of its vertices. No vibration of all
    /// together is faster than the largest of these sums.
    fn add_squared_frequencies(&self, masses: &[f64], to: &mut [f64]);
    /// Takes away the elements one of whose vertices is gone.
    fn retain(&mut self, is_there: &dyn Fn(u32) -> bool);
    /// How many elements there are.
    fn len(&self) -> usize {
        self.vertices().len() / self.arity()
    }
}

impl<E: Element<D, N>, const D: usize, const N: usize> Elements<E, D, N> {
    fn places(&self, index: usize, x: &[Point<D>]) -> [Point<D>; N] {
        self.vertices[index].map(|vertex| x[vertex as usize])
    }
}

impl<E: Element<D, N>, const D: usize, const N: usize> Group<D> for Elements<E, D, N> {
    fn arity(&self) -> usize {
        N
    }

    fn vertices(&self) -> &[u32] {
        self.vertices.as_flattened()
    }

    fn store(&self) -> Store {
        self.store
    }

    fn energy(&self, which: Range<usize>, x: &[Point<D>]) -> f64 {
        which.map(|index| self.element.energy(&self.rests[index], &self.places(index, x))).sum()
    }

    fn gradients(&self, which: Range<usize>, x: &[Point<D>], into: &mut [Point<D>]) {
        for (index, into) in which.zip(into.chunks_exact_mut(N)) {
            into.copy_from_slice(&self.element.gradient(&self.rests[index], &self.places(index, x)));
        }
    }

    fn stiffnesses(&self, which: Range<usize>, x: &[Point<D>], signs: Signs, into: &mut [Matrix<f64, D>]) {
        for (index, into) in which.zip(into.chunks_exact_mut(N * N)) {
            let blocks = self.element.stiffness(&self.rests[index], &self.places(index, x), signs);
            into.copy_from_slice(blocks.as_flattened());
        }
    }

    fn add_squared_frequencies(&self, masses: &[f64], to: &mut [f64]) {
        for (rest, vertices) in self.rests.iter().zip(&self.vertices) {
            let own = vertices.map(|vertex| masses[vertex as usize]);
            let squared = self.element.squared_frequency(rest, &own);
            for vertex in vertices {
                to[*vertex as usize] += squared;
            }
        }
    }

    fn retain(&mut self, is_there: &dyn Fn(u32) -> bool) {
        let whole: Vec<bool> =
            self.vertices.iter().map(|vertices| vertices.iter().all(|vertex| is_there(*vertex))).collect();
        let mut stays = whole.iter();
        self.rests.retain(|_| *stays.next().expect("one per element"));
        let mut stays = whole.iter();
        self.vertices.retain(|_| *stays.next().expect("one per element"));
    }
}
