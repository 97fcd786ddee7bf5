//! Strands: rods that are advanced on their own, several at once, one per lane.
//!
//! ```text
//! E = Σ_edges EA/2 l⁰ (l/l⁰ − 1)² + Σ_vertices (EI/2 ((κ₁ − κ₁⁰)² + (κ₂ − κ₂⁰)²) + GJ/2 (τ − τ⁰)²)/l̄
//! (M + Δt² K) Δv = −Δt (∂E/∂x + Δt K v)
//! ```
//!
//! One step of Newton's method from the present state (Baraff and Witkin, "Large steps in cloth simulation", 1998); angles of the
//! directors are unknowns as well. Every strand is a system with a band. The change of velocity then goes to the grid as any
//! force does.
//!
//! `K` is the derivative of the forces without what may be negative of it: of stretch what compression adds across an edge, of bend
//! and twist `k (ε − ε⁰) ∇²ε`, so that `k ∇ε ∇εᵀ` is left, as if the strains `ε` were linear in places and angles. The band is
//! factored without pivots, which a positive matrix allows; and nothing is left out where a strand of any shape is without
//! strain.

mod system;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Mutex;

use super::MeshEnergy;
use super::element::Point;
use super::rod::{self, Edge, V3};
use crate::grid::NONE;
use crate::parallel::{Records, tree};
use crate::tensor::{LaneScalar, SimdLevel, Vector};
use system::{Leaf, Present};

/// Strands that are stored together.
const LANES: usize = f64::PER_REGISTER;
/// Batches per task.
const GRAIN: usize = 4;

/// A strand at rest.
#[derive(Clone, Debug)]
pub struct StrandRest {
    /// Its vertices.
    pub vertices: Vec<u32>,
    /// Where they are at rest, in m.
    pub places: Vec<[f64; 3]>,
    /// The resistance to stretch `EA`, in N.
    pub stretching: f64,
    /// The resistance to bending `EI`, in N m².
    pub bending: f64,
    /// The resistance to twist `GJ`, in N m².
    pub twisting: f64,
    /// The radius, in m.
    pub radius: f64,
}

/// How an edge is turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeFrame {
    /// Where it points, a unit vector.
    pub direction: V3<f64>,
    /// The director across it, a unit vector.
    pub director: V3<f64>,
    /// How fast it spins about itself, in rad/s.
    pub spin: f64,
}

struct Held {
    ends: [u32; 2],
    row: usize,
    lane: usize,
    rest: EdgeFrame,
}

/// The numbers of a vertex and of the edge behind it that never change.
#[derive(Clone, Copy)]
enum Number {
    Mass,
    /// 1 where the vertex is free and 0 where it is pinned.
    Free,
    /// The same for the edge's angle.
    Loose,
    /// What the edge's angle has of inertia, in kg m².
    Inertia,
    Length,
    /// `1/l̄`.
    PerLength,
    FirstCurvature,
    SecondCurvature,
    Twist,
    Stretching,
    Bending,
    Twisting,
}
const NUMBERS: usize = 12;
/// Direction and director of an edge, and how fast it spins about itself, in rad/s.
const FRAME: usize = 7;
const SPIN: usize = 6;

/// Strands of any lengths; those of equal length are advanced together.
///
/// A row is a vertex of as many strands as a register has lanes; what is stored per row has as many numbers for each of its
/// components. The vertices of the strands of a batch are consecutive rows.
#[derive(Default)]
pub struct Strands {
    /// Where batches begin, and the end.
    first: Vec<usize>,
    /// The vertex of every lane of every row; lanes beyond the last strand repeat it.
    members: Vec<u32>,
    numbers: Vec<f64>,
    /// The frames of the edges as of the last step, and as of the one under way.
    frames: [Vec<f64>; 2],
    /// The change of velocity, in m/s.
    change: Vec<f64>,
    /// Where that of every vertex begins, or [`NONE`].
    places: Vec<u32>,
    /// The edges that both their ends hold.
    held: Vec<Held>,
    /// Per thread: the systems under way.
    room: Vec<Mutex<Vec<f64>>>,
}

impl Strands {
    /// The strands at rest; `masses` in kg and `is_free` are asked for by vertex.
    pub fn new(mut strands: Vec<StrandRest>, masses: &[f64], is_free: &dyn Fn(u32) -> bool) -> Self {
        strands.sort_by_key(|strand| strand.vertices.len());
        let mut all = Strands { first: vec![0], ..Strands::default() };
        for equal in strands.chunk_by(|a, b| a.vertices.len() == b.vertices.len()) {
            for batch in equal.chunks(LANES) {
                all.add(batch, masses, is_free);
            }
        }
        let rows = all.rows();
        all.change = vec![0.0; rows * 3 * LANES];
        all.frames[1] = all.frames[0].clone();
        all.places = vec![NONE; masses.len()];
        for (at, vertex) in all.members.iter().enumerate() {
            all.places[*vertex as usize] = (at / LANES * 3 * LANES + at % LANES) as u32;
        }
        all
    }

    fn add(&mut self, batch: &[StrandRest], masses: &[f64], is_free: &dyn Fn(u32) -> bool) {
        let (begin, length) = (self.rows(), batch[0].vertices.len());
        let end = begin + length;
        self.first.push(end);
        self.members.resize(end * LANES, 0);
        self.numbers.resize(end * NUMBERS * LANES, 0.0);
        self.frames[0].resize(end * FRAME * LANES, 0.0);
        for lane in 0..LANES {
            let strand = &batch[lane.min(batch.len() - 1)];
            let edges = rest_frames(&strand.places);
            for i in 0..length {
                let row = begin + i;
                let vertex = strand.vertices[i];
                self.members[row * LANES + lane] = vertex;
                let free = is_free(vertex);
                let mass = masses[vertex as usize];
                let mut put = |number: Number, value: f64| {
                    self.numbers[(row * NUMBERS + number as usize) * LANES + lane] = value;
                };
                put(Number::Mass, mass);
                put(Number::Free, f64::from(free));
                put(Number::Stretching, strand.stretching);
                put(Number::Bending, strand.bending);
                put(Number::Twisting, strand.twisting);
                put(Number::Inertia, 0.5 * mass * strand.radius * strand.radius);
                put(Number::Length, 1.0);
                if let Some(edge) = edges.get(i) {
                    let loose = free || is_free(strand.vertices[i + 1]);
                    put(Number::Loose, f64::from(loose));
                    if !loose {
                        let (direction, director) = (edge.tangent, edge.directors[0]);
                        let rest = EdgeFrame { direction, director, spin: 0.0 };
                        self.held.push(Held { ends: [vertex, strand.vertices[i + 1]], row, lane, rest });
                    }
                    put(Number::Length, edge.length);
                    let frame = edge.tangent.0.iter().chain(&edge.directors[0].0);
                    for (k, value) in frame.enumerate() {
                        self.frames[0][(row * FRAME + k) * LANES + lane] = *value;
                    }
                }
                if i > 0 && i < edges.len() {
                    let [first, second, twist] = rod::strains(&edges[i - 1], &edges[i]);
                    // An edge that both ends hold does not bend.
                    let holds = |i: usize| !is_free(strand.vertices[i]) && !is_free(strand.vertices[i + 1]);
                    let bends = |i: usize| if holds(i) { 0.0 } else { 0.5 * edges[i].length };
                    let length = bends(i - 1) + bends(i);
                    put(Number::PerLength, if length > 0.0 { length.recip() } else { 0.0 });
                    put(Number::FirstCurvature, first);
                    put(Number::SecondCurvature, second);
                    put(Number::Twist, twist);
                }
            }
        }
    }

    fn rows(&self) -> usize {
        self.first.last().copied().unwrap_or(0)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows() == 0
    }

    /// The frames of every strand, edge after edge, by its first vertex.
    pub fn frames_by_strand(&self) -> BTreeMap<u32, Vec<f64>> {
        let mut all = BTreeMap::new();
        for batch in self.first.windows(2) {
            for lane in 0..LANES {
                let root = self.members[batch[0] * LANES + lane];
                let numbers =
                    (batch[0] * FRAME..(batch[1] - 1) * FRAME).map(|at| self.frames[0][at * LANES + lane]);
                all.entry(root).or_insert_with(|| numbers.collect());
            }
        }
        all
    }

    /// Takes over the frames of the strands that are among these.
    pub fn take_frames(&mut self, frames: &BTreeMap<u32, Vec<f64>>) {
        for batch in self.first.windows(2) {
            for lane in 0..LANES {
                let Some(numbers) = frames.get(&self.members[batch[0] * LANES + lane]) else { continue };
                for (at, number) in (batch[0] * FRAME..(batch[1] - 1) * FRAME).zip(numbers) {
                    self.frames[0][at * LANES + lane] = *number;
                }
            }
        }
    }

    /// Adds the square of the fastest vibration along every edge, in 1/s², to both ends.
    pub fn add_squared_frequencies(&self, to: &mut [f64]) {
        for batch in self.first.windows(2) {
            for row in batch[0]..batch[1] - 1 {
                for lane in 0..LANES {
                    let number = |row: usize, which: Number| {
                        self.numbers[(row * NUMBERS + which as usize) * LANES + lane]
                    };
                    let stiffness = number(row, Number::Stretching) / number(row, Number::Length);
                    let masses = [row, row + 1].map(|row| number(row, Number::Mass));
                    let squared = stiffness * (masses[0].recip() + masses[1].recip());
                    let ends = [row, row + 1].map(|row| self.members[row * LANES + lane] as usize);
                    // Lanes that repeat a strand come after it.
                    if lane == 0 || self.members[row * LANES + lane] != self.members[row * LANES + lane - 1] {
                        ends.iter().for_each(|end| to[*end] += squared);
                    }
                }
            }
        }
    }

    /// Gives the edges that both their ends hold other frames, told by their vertices and their frames at rest.
    pub fn turn_held(&mut self, frame_of: impl Fn([u32; 2], &EdgeFrame) -> Option<EdgeFrame>) {
        for Held { ends, row, lane, rest } in &self.held {
            let Some(EdgeFrame { direction, director, spin }) = frame_of(*ends, rest) else { continue };
            let numbers = direction.0.iter().chain(&director.0).chain([&spin]);
            for (k, value) in numbers.enumerate() {
                self.frames[0][(row * FRAME + k) * LANES + lane] = *value;
            }
        }
    }

    /// Computes the change of velocity in a step of `dt` from these places and velocities; without `implicit` that of the
    /// present forces.
    pub fn advance<const D: usize>(
        &mut self,
        level: SimdLevel,
        (x, v): (&[Point<D>], &[Point<D>]),
        dt: f64,
        implicit: bool,
    ) {
        let threads = rayon::current_num_threads();
        if self.room.len() < threads {
            self.room.resize_with(threads, Mutex::default);
        }
        let Strands { first, members, numbers, frames: [frames, next], change, room, .. } = self;
        let batches = first.len().saturating_sub(1);
        let data = (
            Records { data: next.as_mut_slice(), stride: FRAME * LANES },
            Records { data: change.as_mut_slice(), stride: 3 * LANES },
        );
        let work = |range: Range<usize>, (next, change): (Records<f64>, Records<f64>)| {
            let thread = rayon::current_thread_index().unwrap_or(0);
            // Only this thread asks for its own; a poisoned one has panicked elsewhere.
            let mut room = room[thread].lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let present = Present { first, members, numbers, frames, x, v };
            level.run(Leaf {
                present: &present,
                range,
                next: next.data,
                change: change.data,
                room: &mut room,
                dt,
                implicit,
            });
        };
        tree(0..batches, GRAIN, &|i| first[i], data, &work, &|_, _| ());
    }

    /// The change of a vertex's velocity, in m/s: none of one that belongs to no strand.
    pub fn change(&self, vertex: usize) -> V3<f64> {
        match self.places.get(vertex) {
            None | Some(&NONE) => Vector([0.0; 3]),
            Some(&place) => {
                let at = |axis: usize| self.change[place as usize + axis * LANES];
                Vector([at(0), at(1), at(2)])
            }
        }
    }

    /// Makes the frames of the step under way the present ones.
    pub fn commit(&mut self) {
        self.frames.swap(0, 1);
    }

    /// The energies at these places.
    pub fn energy<const D: usize>(&self, x: &[Point<D>]) -> MeshEnergy {
        let mut total = MeshEnergy::default();
        for batch in self.first.windows(2) {
            for lane in 0..LANES {
                // Lanes that repeat a strand hold no other.
                if lane > 0
                    && self.members[batch[0] * LANES + lane] == self.members[batch[0] * LANES + lane - 1]
                {
                    break;
                }
                self.add_energy(batch[0]..batch[1], lane, x, &mut total);
            }
        }
        total
    }

    fn add_energy<const D: usize>(
        &self,
        rows: Range<usize>,
        lane: usize,
        x: &[Point<D>],
        total: &mut MeshEnergy,
    ) {
        let place = |row: usize| in_space(x[self.members[row * LANES + lane] as usize]);
        let frame = |row: usize, k: usize| self.frames[0][(row * FRAME + k) * LANES + lane];
        let vector = |row: usize, k: usize| Vector([frame(row, k), frame(row, k + 1), frame(row, k + 2)]);
        let mut before: Option<Edge<f64>> = None;
        for row in rows.start..rows.end - 1 {
            let number = |which: Number| self.numbers[(row * NUMBERS + which as usize) * LANES + lane];
            let edge = Edge::carried(place(row + 1) - place(row), vector(row, 0), vector(row, 3));
            let length = number(Number::Length);
            let strain = edge.length / length - 1.0;
            total.stretch += 0.5 * number(Number::Stretching) * length * strain * strain;
            if let Some(before) = before {
                let [first, second, twist] = rod::strains(&before, &edge);
                let half = 0.5 * number(Number::PerLength);
                let bend = (first - number(Number::FirstCurvature)).powi(2)
                    + (second - number(Number::SecondCurvature)).powi(2);
                total.bend += half * number(Number::Bending) * bend;
                total.twist += half * number(Number::Twisting) * (twist - number(Number::Twist)).powi(2);
            }
            before = Some(edge);
        }
    }
}

/// The edges of a strand at rest, whose directors follow it without twist.
fn rest_frames(places: &[[f64; 3]]) -> Vec<Edge<f64>> {
    let mut edges: Vec<Edge<f64>> = Vec::with_capacity(places.len());
    for pair in places.windows(2) {
        let along = Vector(pair[1]) - Vector(pair[0]);
        let edge = match edges.last() {
            Some(before) => {
                let tangent = along * along.norm().recip();
                let director = rod::transported(before.directors[0], before.tangent, tangent);
                Edge::carried(along, tangent, director)
            }
            None => {
                // Any direction across it: the axis that it is least along.
                let tangent = along * along.norm().recip();
                let mut axis = 0;
                for k in 1..3 {
                    if tangent[k].abs() < tangent[axis].abs() {
                        axis = k;
                    }
                }
                let mut unit = Vector([0.0; 3]);
                unit[axis] = 1.0;
                Edge::carried(along, tangent, tangent.cross(unit))
            }
        };
        edges.push(edge);
    }
    edges
}

/// A point of any dimension in space.
pub fn in_space<const D: usize>(x: Point<D>) -> V3<f64> {
    let mut place = Vector([0.0; 3]);
    place.0[..D].copy_from_slice(&x.0);
    place
}
