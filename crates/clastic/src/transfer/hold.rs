//! Particles that nodes would let through an obstacle.

use std::ops::Range;

use super::g2p::{Flaw, FlawKind, Verdict};
use crate::colliders::{Flight, Load, Obstacles, in_space};
use crate::config::Guard;
use crate::grid::{Domain, EDGE, SKIN};
use crate::parallel::{Along, Records, tree};
use crate::particles::{EMPTY, Field, ParticleSet, Segment};
use crate::tensor::{LaneScalar, Vector};

/// Segments per task.
const GRAIN: usize = 4;

/// Holds particles on their side of thin and of fast obstacles, after G2P: corrects the `next` halves of positions and
/// velocities, and judges them.
pub struct Hold<'a, const D: usize> {
    /// What matter runs into.
    pub obstacles: &'a Obstacles,
    /// The bounds of the world.
    pub domain: &'a Domain<D>,
    /// What a step may do.
    pub guard: &'a Guard,
}

/// The segments of a task, and what it reads of their particles.
struct Present<'a, T, const D: usize> {
    segments: &'a [Segment<D>],
    ids: &'a [u64],
    position: &'a [T],
    mass_volume: &'a Field<T>,
}

/// What a task writes: positions and velocities by chunk, and loads by home.
type Next<'a, 'b, T> = (Along<'a, [Records<'b, T>; 2]>, Along<'a, Records<'b, Load>>);

impl<const D: usize> Hold<'_, D> {
    /// Corrects one set; `loads` are those of the obstacles' encounters with home blocks.
    pub fn run<T: LaneScalar>(&self, set: &mut ParticleSet<T, D>, loads: &mut [Load]) -> Verdict {
        let ParticleSet { position, velocity, mass_volume, segments, ids, .. } = set;
        let present = Present { segments, ids, position: &position.now, mass_volume };
        let homes = &self.obstacles.homes;
        let chunks = segments.last().map_or(0, |segment| segment.end_chunk(T::PER_REGISTER));
        let chunk_of = |i: usize| segments.get(i).map_or(chunks, |s| s.first_chunk as usize);
        let end = loads.len();
        let load_of = |i: usize| segments.get(i).map_or(end, |s| homes.first(s.home as usize));
        let stride = D * T::PER_REGISTER;
        let next = [&mut position.next, &mut velocity.next].map(|field| Records { data: field, stride });
        let loads = Records { data: &mut loads[load_of(0)..], stride: 1 };
        let data = (
            Along { data: next, first: 0, offset_of: &chunk_of },
            Along { data: loads, first: 0, offset_of: &load_of },
        );
        let work = |range: Range<usize>, next: Next<T>| self.segments(range, &present, next);
        tree(0..segments.len(), GRAIN, &|i| i, data, &work, &Verdict::and)
    }

    fn segments<T: LaneScalar>(
        &self,
        range: Range<usize>,
        present: &Present<T, D>,
        (next, loads): Next<T>,
    ) -> Verdict {
        let lanes = T::PER_REGISTER;
        let [x, v] = next.data;
        let homes = &self.obstacles.homes;
        let mut verdict = Verdict::default();
        let Some(first) = present.segments[range.clone()].first() else { return verdict };
        let (base, first_load) = (first.first_chunk as usize * lanes, homes.first(first.home as usize));
        for segment in &present.segments[range] {
            let home = segment.home as usize;
            let which = homes.of(home);
            if !self.obstacles.may_hold(which) {
                continue;
            }
            let loads = &mut loads.data.data[homes.first(home) - first_load..][..which.len()];
            let start = segment.first_chunk as usize * lanes;
            for slot in (start..start + segment.count as usize).filter(|slot| present.ids[*slot] != EMPTY) {
                let [old, new] = [slot, slot - base].map(|slot| (slot / lanes * D) * lanes + slot % lanes);
                let read = |values: &[T], at: usize| {
                    let mut vector = [0.0; D];
                    for (axis, x) in vector.iter_mut().enumerate() {
                        *x = values[at + axis * lanes].to_f64();
                    }
                    vector
                };
                let place = |offset: [f64; D]| in_space(self.domain.place(&segment.block, offset));
                let flight = Flight {
                    from: place(read(present.position, old)),
                    to: place(read(x.data, new)),
                    velocity: in_space(read(v.data, new)),
                    mass: present.mass_volume.get(slot, 0).to_f64(),
                };
                let Some(held) = self.obstacles.hold(which, loads, flight) else { continue };
                let offset = self.offset(segment, held.to);
                for axis in 0..D {
                    x.data[new + axis * lanes] = T::from_f64(offset[axis]);
                    v.data[new + axis * lanes] = T::from_f64(held.velocity[axis]);
                }
                verdict = verdict.and(self.judge(slot, read(present.position, old), offset));
            }
        }
        verdict
    }

    /// Where a place lies from the origin of a segment's block, in cells.
    fn offset(&self, segment: &Segment<D>, place: Vector<f64, 3>) -> [f64; D] {
        let mut offset = [0.0; D];
        for axis in 0..D {
            let cells = (place[axis] - self.domain.origin[axis]) / self.domain.cell;
            offset[axis] = cells - segment.block[axis] as f64 * EDGE as f64;
        }
        offset
    }

    /// A particle that an obstacle takes along must not be taken too far.
    fn judge(&self, slot: usize, from: [f64; D], to: [f64; D]) -> Verdict {
        let far = |axis: usize| (to[axis] - from[axis]).abs() > self.guard.max_cells_per_step;
        let flaw = (0..D).any(far).then_some(Flaw { kind: FlawKind::TooFast, slot });
        let left_skin = to.iter().any(|x| !(-SKIN..EDGE as f64 + SKIN).contains(x));
        Verdict { flaw, left_skin }
    }
}
