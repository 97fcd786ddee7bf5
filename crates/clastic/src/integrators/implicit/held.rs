//! What contact holds of the nodes during a solve.

use crate::grid::Tile;
use crate::tensor::{LaneScalar, Matrix, Narrow, RowKind, Vector};

/// A direction that counts no more once others are taken from it, as a share of its length.
const NOTHING: f64 = 1e-6;

/// The relative change of friction that is worth another round.
const RUBBED: f64 = 0.05;

/// A node that is held, wholly or along some directions.
#[derive(Clone, Copy)]
pub struct HeldNode<const D: usize> {
    /// Which of its block.
    pub node: u8,
    /// The projection on the directions in which it is free.
    pub free: Matrix<f64, D>,
    /// What is held has this velocity, in m/s.
    pub velocity: Vector<f64, D>,
    /// What friction changes of its velocity where it slides, in m/s.
    pub rubbed: Vector<f64, D>,
    /// How many walls and solids hold it.
    pub contacts: u32,
}

impl<const D: usize> HeldNode<D> {
    /// A node that nothing holds yet.
    pub fn free(node: u8) -> Self {
        let none = Vector([0.0; D]);
        HeldNode { node, free: Matrix::identity(1.0), velocity: none, rubbed: none, contacts: 0 }
    }

    /// Holds it along a unit vector, at that speed.
    pub fn hold_along(&mut self, n: Vector<f64, D>, speed: f64) {
        let rest = self.free * n;
        let length = rest.norm();
        if length < NOTHING {
            return;
        }
        let n_free = rest * (1.0 / length);
        // n · v = speed where n = (what is held before) + length n_free.
        let before = (n - rest).dot(self.velocity);
        self.velocity += n_free * ((speed - before) / length);
        self.free = self.free - n_free.outer(n_free);
    }

    /// Holds it wholly.
    pub fn hold_at(&mut self, velocity: Vector<f64, D>) {
        for axis in 0..D {
            let mut n = Vector([0.0; D]);
            n[axis] = 1.0;
            self.hold_along(n, velocity[axis]);
        }
    }

    /// Whether anything is held.
    pub fn holds(&self) -> bool {
        self.free.trace() < D as f64 - 0.5
    }

    /// Whether it is held along a unit vector.
    pub fn holds_along(&self, n: Vector<f64, D>) -> bool {
        (self.free * n).norm_squared() < 0.5
    }

    /// Whether it is free along some direction.
    pub fn slides(&self) -> bool {
        self.free.trace() > 0.5
    }

    /// What contact takes of its velocity by holding and rubbing it, in m/s, where this is the residual of the solve.
    pub fn taken(&self, residual: Vector<f64, D>) -> Vector<f64, D> {
        residual - self.free * residual - self.rubbed
    }

    /// What the node's velocity must be, as near as possible to `v`.
    pub fn bend(&self, v: Vector<f64, D>) -> Vector<f64, D> {
        self.free * v + self.velocity
    }
}

/// What contact holds, by blocks.
#[derive(Default)]
pub struct Held<const D: usize> {
    /// Where the nodes of every block begin, and where the last end.
    first: Vec<u32>,
    nodes: Vec<HeldNode<D>>,
}

impl<const D: usize> Held<D> {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.first.clear();
        self.first.push(0);
        self.nodes.clear();
    }

    /// Another node of the present block.
    pub fn push(&mut self, node: HeldNode<D>) {
        self.nodes.push(node);
    }

    /// The present block is done.
    pub fn end_block(&mut self) {
        self.first.push(self.nodes.len() as u32);
    }

    /// Whether nothing is held.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The nodes of a block.
    pub fn of(&self, block: usize) -> &[HeldNode<D>] {
        match self.first.get(block..block + 2) {
            Some(range) => &self.nodes[range[0] as usize..range[1] as usize],
            None => &[],
        }
    }

    /// The same change of velocity for all nodes that, as far as they are free, has this momentum; none if they are not.
    pub fn shift<T: LaneScalar>(&self, total: f64, mass: &[T], momentum: [f64; 3]) -> Option<[f64; 3]> {
        let mut free = Matrix::<f64, D>::identity(1.0) * total;
        for block in 0..self.first.len() - 1 {
            for HeldNode { node, free: part, .. } in self.of(block) {
                let at = block * Tile::<D>::block(Narrow::NODE) + *node as usize * Narrow::NODE;
                free = free - (Matrix::identity(1.0) - *part) * mass[at].to_f64();
            }
        }
        let by = free.inverse() * Vector(std::array::from_fn(|axis| momentum[axis]));
        let mut shift = [0.0; 3];
        shift[..D].copy_from_slice(&by.0);
        let sound = free.det() > 1e-9 * total.powi(D as i32) && shift.iter().all(|x| x.is_finite());
        sound.then_some(shift)
    }

    /// Whether both hold the same, with about the same friction in all.
    pub fn same(&self, other: &Held<D>) -> bool {
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        let alike = |(a, b): (&HeldNode<D>, &HeldNode<D>)| {
            let mut free = a.free.0.as_flattened().iter().zip(b.free.0.as_flattened());
            a.node == b.node && free.all(|(a, b)| near(*a, *b))
        };
        let pairs = || self.nodes.iter().zip(&other.nodes);
        let rubbed: f64 = pairs().map(|(a, b)| a.rubbed.norm().max(b.rubbed.norm())).sum();
        let changed: f64 = pairs().map(|(a, b)| (a.rubbed - b.rubbed).norm()).sum();
        self.first == other.first && changed <= RUBBED * rubbed && pairs().all(alike)
    }
}
