//! Particles that come, or are changed between steps.

use super::{ParticleSet, Segment};
use crate::grid::{BlockCoord, Domain, NONE};
use crate::tensor::{LaneScalar, Matrix};

/// A block, what is to be put there, and its offset in the block, in cells.
pub(super) type Arrival<const D: usize> = (BlockCoord<D>, usize, [f64; D]);

impl<T: LaneScalar, const D: usize> ParticleSet<T, D> {
    /// Makes segments behind the others for what arrives, block by block, and has each put into its slot, which is clear.
    pub(super) fn lay(
        &mut self,
        arrivals: &mut [Arrival<D>],
        mut put: impl FnMut(&mut Self, usize, usize, [f64; D]),
    ) {
        arrivals.sort_by_key(|(block, index, _)| (*block, *index));
        let groups = arrivals.chunk_by(|a, b| a.0 == b.0);
        let more: usize = groups.clone().map(|group| group.len().div_ceil(T::PER_REGISTER)).sum();
        let mut chunk = self.used_chunks();
        self.reserve(chunk + more, (chunk + more) / 8);
        for group in groups {
            let (block, count) = (group[0].0, group.len() as u32);
            self.segments.push(Segment { block, home: NONE, first_chunk: chunk as u32, count });
            let slots = group.len().next_multiple_of(T::PER_REGISTER);
            for i in 0..slots {
                let slot = chunk * T::PER_REGISTER + i;
                self.clear(slot);
                if let Some((_, index, offset)) = group.get(i) {
                    put(self, slot, *index, *offset);
                }
            }
            chunk += slots / T::PER_REGISTER;
        }
    }

    /// Brings particles, by their slots, to other places in m. They must be ordered before the next step.
    ///
    /// Fails with the index of the first that would be nowhere, and then changes nothing.
    pub(crate) fn relocate(&mut self, domain: &Domain<D>, moves: &[(usize, [f64; D])]) -> Result<(), usize> {
        let mut arrivals = Vec::with_capacity(moves.len());
        for (index, (slot, place)) in moves.iter().enumerate() {
            let (block, offset) = domain.locate(place).ok_or(index)?;
            arrivals.push((block, *slot, offset));
        }
        self.lay(&mut arrivals, Self::carry);
        Ok(())
    }

    /// Moves all that a particle keeps to another slot.
    fn carry(&mut self, to: usize, from: usize, offset: [f64; D]) {
        for (field, _) in self.fields_mut() {
            for k in 0..field.components {
                field.set(to, k, field.get(from, k));
            }
        }
        for (axis, x) in offset.into_iter().enumerate() {
            self.position.set(to, axis, T::from_f64(x));
        }
        self.ids[to] = self.ids[from];
        self.clear(from);
    }

    /// Has a particle begin anew from a deformation: what else its law keeps is forgotten.
    pub(crate) fn deform(&mut self, slot: usize, f: Matrix<f64, D>) {
        let state = self.state_values(f);
        for (k, value) in state.iter().enumerate().take(self.state.components) {
            self.state.set(slot, k, *value);
        }
    }
}
