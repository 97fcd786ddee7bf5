//! The systems of strands: filled, solved and read out, several strands at once.

use std::ops::Range;

use super::super::band::{self, BEYOND};
use super::super::element::Point;
use super::super::rod::{self, Edge, STENCIL, V3};
use super::{FRAME, LANES, NUMBERS, Number, SPIN};
use crate::tensor::{LaneScalar, Real, Simd, Vector, Vectorized};

/// Unknowns per vertex: its place and the angle of the edge behind it.
const UNKNOWNS: usize = 4;

/// What a task reads.
pub(super) struct Present<'a, const D: usize> {
    pub first: &'a [usize],
    pub members: &'a [u32],
    pub numbers: &'a [f64],
    pub frames: &'a [f64],
    pub x: &'a [Point<D>],
    pub v: &'a [Point<D>],
}

/// Some batches, with what is written for them.
pub(super) struct Leaf<'a, 'b, const D: usize> {
    pub present: &'a Present<'a, D>,
    pub range: Range<usize>,
    pub next: &'b mut [f64],
    pub change: &'b mut [f64],
    pub room: &'b mut Vec<f64>,
    pub dt: f64,
    pub implicit: bool,
}

impl<const D: usize> Vectorized for Leaf<'_, '_, D> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd>(self, token: S) {
        let Leaf { present, range, next, change, room, dt, implicit } = self;
        let base = present.first[range.start];
        let lanes = <f64 as LaneScalar>::Part::<S>::LANES;
        for batch in range {
            let rows = present.first[batch]..present.first[batch + 1];
            let unknowns = UNKNOWNS * rows.len() + BEYOND;
            room.resize(unknowns * (STENCIL + 1) * lanes, 0.0);
            for offset in (0..LANES).step_by(lanes) {
                let (a, b) = room.split_at_mut(unknowns * STENCIL * lanes);
                let strand = Strand::<D> { present, rows: rows.clone(), offset };
                let system = System { a, b, dt, implicit };
                strand.solve::<S>(
                    token,
                    system,
                    &mut next[(rows.start - base) * FRAME * LANES..],
                    &mut change[(rows.start - base) * 3 * LANES..],
                );
            }
        }
    }
}

/// The system of some strands.
struct System<'a> {
    a: &'a mut [f64],
    b: &'a mut [f64],
    dt: f64,
    implicit: bool,
}

impl System<'_> {
    /// A column: the diagonal and what is below it.
    #[inline(always)]
    fn column<R: Real<Scalar = f64>>(&mut self, column: usize) -> &mut [f64] {
        &mut self.a[column * STENCIL * R::LANES..(column + 1) * STENCIL * R::LANES]
    }

    /// Adds to the entry of a row, at or above the row of the column.
    #[inline(always)]
    fn add<R: Real<Scalar = f64>>(&mut self, token: R::Token, row: usize, column: usize, value: R) {
        let to = &mut self.a[(column * STENCIL + row - column) * R::LANES..];
        (R::load(token, to) + value).store(to);
    }

    /// Adds to the right side.
    #[inline(always)]
    fn push<R: Real<Scalar = f64>>(&mut self, token: R::Token, row: usize, value: R) {
        let to = &mut self.b[row * R::LANES..];
        (R::load(token, to) + value).store(to);
    }
}

/// Some lanes of a batch.
struct Strand<'a, const D: usize> {
    present: &'a Present<'a, D>,
    rows: Range<usize>,
    offset: usize,
}

type Part<S> = <f64 as LaneScalar>::Part<S>;

impl<const D: usize> Strand<'_, D> {
    #[inline(always)]
    fn number<S: Simd>(&self, token: S, row: usize, which: Number) -> Part<S> {
        let at = (row * NUMBERS + which as usize) * LANES + self.offset;
        Part::<S>::load(token, &self.present.numbers[at..])
    }

    /// The places or velocities of the vertices of a row.
    #[inline(always)]
    fn gathered<S: Simd>(&self, token: S, from: &[Point<D>], row: usize) -> V3<Part<S>> {
        let zero = Part::<S>::splat(token, 0.0);
        let mut numbers = [[0.0; LANES]; 3];
        let members = &self.present.members[row * LANES + self.offset..][..Part::<S>::LANES];
        for (lane, vertex) in members.iter().enumerate() {
            for axis in 0..D {
                numbers[axis][lane] = from[*vertex as usize][axis];
            }
        }
        let mut v = Vector([zero; 3]);
        for axis in 0..D {
            v[axis] = Part::<S>::load(token, &numbers[axis]);
        }
        v
    }

    #[inline(always)]
    fn frame_number<S: Simd>(&self, token: S, row: usize, k: usize) -> Part<S> {
        Part::<S>::load(token, &self.present.frames[(row * FRAME + k) * LANES + self.offset..])
    }

    #[inline(always)]
    fn frame<S: Simd>(&self, token: S, row: usize, first: usize) -> V3<Part<S>> {
        vector_at::<S>(token, &self.present.frames[(row * FRAME + first) * LANES + self.offset..])
    }

    /// Fills the system, solves it, and writes the new frames and the change of velocity.
    #[inline(always)]
    fn solve<S: Simd>(&self, token: S, mut system: System, next: &mut [f64], change: &mut [f64]) {
        let Strand { present, rows, offset } = self;
        let (x, v) = (present.x, present.v);
        let count = rows.len();
        let one = Part::<S>::splat(token, 1.0);
        let zero = one.zero();
        let dt = one.of(system.dt);
        let (per_dt, per_squared) = (one.of(system.dt.recip()), one.of((system.dt * system.dt).recip()));
        // Whether what places do to forces counts.
        let counts = one.of(f64::from(system.implicit));
        let ahead = dt * counts;
        system.a.fill(0.0);
        system.b.fill(0.0);

        // The vertex before, the present one and the next, and the edges between them.
        let start = self.gathered::<S>(token, x, rows.start);
        let mut places = [start, start];
        let still = Vector([zero; 3]);
        let mut around = Around {
            speeds: [still, still, self.gathered::<S>(token, v, rows.start)],
            free: [zero, zero, self.number::<S>(token, rows.start, Number::Free)],
            spins: [zero; 2],
            loose: [zero; 2],
        };
        let mut before: Option<Edge<Part<S>>> = None;
        for i in 0..count {
            let row = rows.start + i;
            let mass = self.number::<S>(token, row, Number::Mass) * per_squared;
            for axis in 0..3 {
                system.add(token, UNKNOWNS * i + axis, UNKNOWNS * i + axis, mass);
            }
            let inertia = self.number::<S>(token, row, Number::Inertia) * per_squared;
            system.add(token, UNKNOWNS * i + 3, UNKNOWNS * i + 3, inertia);
            if i + 1 == count {
                break;
            }
            places = [places[1], self.gathered::<S>(token, x, row + 1)];
            let Around { speeds, free, spins, loose } = around;
            around = Around {
                speeds: [speeds[1], speeds[2], self.gathered::<S>(token, v, row + 1)],
                free: [free[1], free[2], self.number::<S>(token, row + 1, Number::Free)],
                spins: [spins[1], self.frame_number::<S>(token, row, SPIN)],
                loose: [loose[1], self.number::<S>(token, row, Number::Loose)],
            };

            let along = places[1] - places[0];
            let edge = Edge::carried(along, self.frame::<S>(token, row, 0), self.frame::<S>(token, row, 3));
            self.stretch::<S>(token, &mut system, i, &edge, &around, [ahead, counts]);
            if let Some(before) = &before {
                self.bend::<S>(token, &mut system, i, [before, &edge], &around, [ahead, counts]);
            }
            // Kept in the room of the next frames until the angles are known.
            for k in 0..3 {
                edge.tangent[k].store(&mut next[(i * FRAME + k) * LANES + offset..]);
                edge.directors[0][k].store(&mut next[(i * FRAME + 3 + k) * LANES + offset..]);
            }
            before = Some(edge);
        }
        band::solve::<Part<S>>(token, system.a, system.b);
        for i in 0..count {
            let solved = &system.b[UNKNOWNS * i * Part::<S>::LANES..];
            for axis in 0..3 {
                let change = &mut change[(i * 3 + axis) * LANES + offset..];
                (Part::<S>::load(token, &solved[axis * Part::<S>::LANES..]) * per_dt).store(change);
            }
            if i + 1 < count {
                let spin = self.frame_number::<S>(token, rows.start + i, SPIN);
                let frame = &mut next[i * FRAME * LANES..];
                let turned = Part::<S>::load(token, &solved[3 * Part::<S>::LANES..]);
                turn_director::<S>(token, spin * dt + turned, *offset, frame);
                (spin + turned * per_dt).store(&mut frame[SPIN * LANES + offset..]);
            }
        }
    }

    /// `EA/2 l⁰ (l/l⁰ − 1)²` of the edge behind vertex `i`.
    #[inline(always)]
    fn stretch<S: Simd>(
        &self,
        token: S,
        system: &mut System,
        i: usize,
        edge: &Edge<Part<S>>,
        around: &Around<Part<S>>,
        [ahead, counts]: [Part<S>; 2],
    ) {
        let (opening, free) = (around.speeds[2] - around.speeds[1], [around.free[1], around.free[2]]);
        let row = self.rows.start + i;
        let per_length = self.number::<S>(token, row, Number::Length).recip();
        let stretching = self.number::<S>(token, row, Number::Stretching);
        let tension = stretching * (edge.length * per_length - per_length.one());
        let across = tension.max(tension.zero()) / edge.length;
        let direct = stretching * per_length - across;
        // K = EA/l⁰ t tᵀ + T/l (I − t tᵀ), the second part under tension only.
        let along = direct * edge.tangent.dot(opening) * ahead + tension;
        let pull = edge.tangent * along + opening * (across * ahead);
        for axis in 0..3 {
            system.push(token, UNKNOWNS * i + axis, pull[axis] * free[0]);
            system.push(token, UNKNOWNS * (i + 1) + axis, -(pull[axis] * free[1]));
            for other in 0..3 {
                let mut k = direct * edge.tangent[axis] * edge.tangent[other];
                if axis == other {
                    k += across;
                }
                let k = k * counts;
                if axis >= other {
                    system.add(token, UNKNOWNS * i + axis, UNKNOWNS * i + other, k * free[0]);
                    system.add(token, UNKNOWNS * (i + 1) + axis, UNKNOWNS * (i + 1) + other, k * free[1]);
                }
                system.add(token, UNKNOWNS * (i + 1) + axis, UNKNOWNS * i + other, -(k * free[0] * free[1]));
            }
        }
    }

    /// Bend and twist at vertex `i`, between two edges.
    #[inline(always)]
    fn bend<S: Simd>(
        &self,
        token: S,
        system: &mut System,
        i: usize,
        [e, f]: [&Edge<Part<S>>; 2],
        around: &Around<Part<S>>,
        [ahead, counts]: [Part<S>; 2],
    ) {
        let row = self.rows.start + i;
        let strains = rod::strains(e, f);
        let slopes = rod::slopes(e, f, &strains);
        let rest = [
            self.number::<S>(token, row, Number::FirstCurvature),
            self.number::<S>(token, row, Number::SecondCurvature),
            self.number::<S>(token, row, Number::Twist),
        ];
        let per_length = self.number::<S>(token, row, Number::PerLength);
        let bending = self.number::<S>(token, row, Number::Bending) * per_length;
        let stiffness = [bending, bending, self.number::<S>(token, row, Number::Twisting) * per_length];
        let first = UNKNOWNS * (i - 1);
        let dt = ahead.of(system.dt);
        let mut loads = stiffness;
        for s in 0..3 {
            // How the strain goes on: with places only where they count, with angles always.
            let [mut rate, mut turning] = [ahead.zero(); 2];
            for (vertex, speed) in around.speeds.iter().enumerate() {
                for axis in 0..3 {
                    rate = slopes[s][UNKNOWNS * vertex + axis].mul_add(speed[axis], rate);
                }
            }
            for (edge, spin) in around.spins.iter().enumerate() {
                turning = slopes[s][UNKNOWNS * edge + 3].mul_add(*spin, turning);
            }
            let further = rate * ahead + turning * dt;
            loads[s] = stiffness[s] * (strains[s] - rest[s] + further);
        }
        let mut shares = slopes;
        let right = &mut system.b[first * Part::<S>::LANES..(first + STENCIL) * Part::<S>::LANES];
        for k in 0..STENCIL {
            let (moves, weight) = match k % UNKNOWNS {
                3 => (around.loose[k / UNKNOWNS], counts.one()),
                _ => (around.free[k / UNKNOWNS], counts),
            };
            let mut load = moves.zero();
            for s in 0..3 {
                load = slopes[s][k].mul_add(loads[s], load);
                shares[s][k] = slopes[s][k] * (moves * weight);
            }
            let to = &mut right[k * Part::<S>::LANES..];
            (Part::<S>::load(token, to) - load * moves).store(to);
        }
        for column in 0..STENCIL {
            let mut weighted = stiffness;
            for s in 0..3 {
                weighted[s] = stiffness[s] * shares[s][column];
            }
            let to = system.column::<Part<S>>(first + column);
            for row in column..STENCIL {
                let to = &mut to[(row - column) * Part::<S>::LANES..];
                let mut sum = Part::<S>::load(token, to);
                for s in 0..3 {
                    sum = weighted[s].mul_add(shares[s][row], sum);
                }
                sum.store(to);
            }
        }
    }
}

/// The vertex before, the present one and the next, and the edges between them.
struct Around<R> {
    speeds: [V3<R>; 3],
    /// 1 where the vertex is free.
    free: [R; 3],
    spins: [R; 2],
    /// 1 where the edge may turn about itself.
    loose: [R; 2],
}

/// Turns a director by `2 atan(θ/2)`, which is `θ` for all but large angles.
#[inline(always)]
fn turn_director<S: Simd>(token: S, angle: Part<S>, offset: usize, frame: &mut [f64]) {
    let (tangent, director) =
        (vector_at::<S>(token, &frame[offset..]), vector_at::<S>(token, &frame[3 * LANES + offset..]));
    let half = angle * angle.of(0.5);
    let per = (half * half + half.one()).recip();
    let (cosine, sine) = ((half.one() - half * half) * per, (half + half) * per);
    let turned = director * cosine + tangent.cross(director) * sine;
    for k in 0..3 {
        turned[k].store(&mut frame[(3 + k) * LANES + offset..]);
    }
}

/// Three components that lie a register of strands apart.
#[inline(always)]
fn vector_at<S: Simd>(token: S, numbers: &[f64]) -> V3<Part<S>> {
    Vector([
        Part::<S>::load(token, numbers),
        Part::<S>::load(token, &numbers[LANES..]),
        Part::<S>::load(token, &numbers[2 * LANES..]),
    ])
}
