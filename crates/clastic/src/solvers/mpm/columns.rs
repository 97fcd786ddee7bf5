//! Particles to columns: first the slot of every row, then row by row in parallel.

use std::ops::Range;

use rayon::slice::ParallelSliceMut;

use super::{Mpm, deformation};
use crate::columns::{ChunkPlace, Columns, Fields, Places};
use crate::grid::NONE;
use crate::materials::Carried;
use crate::parallel::{Records, tree};
use crate::particles::{EMPTY, ParticleSet};
use crate::solvers::Stored;

/// Rows per task.
const GRAIN: usize = 4096;
/// Ids are looked up in a table while it has at most so many entries per particle, and sorted beyond that.
const SPREAD: u64 = 4;

/// What a task writes: x, v, j, c, f, stress, temperature and concentration, then materials and ids.
type Rows<'a, T> = ([Records<'a, T>; 8], Records<'a, i32>, Records<'a, u64>);

impl<T: Stored, const D: usize> Mpm<T, D> {
    pub(super) fn fill_columns(&self, which: Fields, ids: u64, into: &mut Columns) {
        let Columns { x, v, j, c, f, stress, temperature, concentration, material, id, places } = into;
        self.find_places(ids, places);
        let n = places.slots.len();
        material.resize(n, 0);
        id.resize(n, 0);
        let matrix = |wanted| if wanted { D * D } else { 0 };
        let scalars = [usize::from(which.temperature), usize::from(which.concentration)];
        let matrices = [matrix(which.c), matrix(which.f), matrix(which.stress)];
        let mut strides = [D, D, 1].into_iter().chain(matrices).chain(scalars);
        let numbers = [x, v, j, c, f, stress, temperature, concentration].map(|values| {
            let stride = strides.next().expect("one stride per column");
            let column = T::column(values);
            column.resize(n * stride, T::default());
            Records { data: column.as_mut_slice(), stride }
        });
        let rows = (numbers, Records { data: material, stride: 1 }, Records { data: id, stride: 1 });
        let places: &Places = places;
        let work = |range: Range<usize>, rows: Rows<T>| self.write_rows(which, places, range, rows);
        tree(0..n, GRAIN, &|i| i, rows, &work, &|_, _| ());
    }

    /// The slot of every row, by id.
    pub(super) fn find_places(&self, ids: u64, places: &mut Places) {
        let Places { slots, chunks, by_id } = places;
        chunks.clear();
        for (material, set) in self.sets.iter().enumerate() {
            let (material, before) = (material as u32, chunks.len() as u32);
            for (index, segment) in set.segments.iter().enumerate() {
                let place = ChunkPlace { material, segment: index as u32, before };
                chunks.resize(before as usize + segment.end_chunk(T::PER_REGISTER), place);
            }
        }
        slots.clear();
        let count: usize = self.sets.iter().map(ParticleSet::len).sum();
        if ids <= SPREAD * count as u64 {
            slots.resize(ids as usize, NONE);
            self.for_each_slot(|id, slot| slots[id as usize] = slot);
            slots.retain(|slot| *slot != NONE);
        } else {
            by_id.clear();
            self.for_each_slot(|id, slot| by_id.push((id, slot)));
            by_id.par_sort_unstable();
            slots.extend(by_id.iter().map(|(_, slot)| *slot));
        }
    }

    /// Calls `f` with every particle's id and its slot, counted through all sets.
    fn for_each_slot(&self, mut f: impl FnMut(u64, u32)) {
        let mut before = 0;
        for set in &self.sets {
            for segment in &set.segments {
                let first = segment.first_chunk as usize * T::PER_REGISTER;
                let ids = &set.ids[first..first + segment.count as usize];
                for (slot, &id) in (before + first..).zip(ids) {
                    if id != EMPTY {
                        f(id, slot as u32);
                    }
                }
            }
            before += set.segments.last().map_or(0, |s| s.end_chunk(T::PER_REGISTER)) * T::PER_REGISTER;
        }
    }

    fn write_rows(&self, which: Fields, places: &Places, range: Range<usize>, rows: Rows<T>) {
        let ([x, v, j, c, f, stress, temperature, concentration], materials, ids) = rows;
        for (row, slot) in places.slots[range].iter().enumerate() {
            let slot = *slot as usize;
            let ChunkPlace { material, segment, before } = places.chunks[slot / T::PER_REGISTER];
            let slot = slot - before as usize * T::PER_REGISTER;
            let set = &self.sets[material as usize];
            let at = set.place(&self.settings.domain, &set.segments[segment as usize], slot);
            for axis in 0..D {
                x.data[row * D + axis] = T::from_f64(at[axis]);
                v.data[row * D + axis] = set.velocity.get(slot, axis);
            }
            j.data[row] = set.volume_ratio.get(slot, 0);
            materials.data[row] = material as i32;
            ids.data[row] = set.ids[slot];
            if which.temperature {
                temperature.data[row] = T::from_f64(set.carried(Carried::Temperature, slot));
            }
            if which.concentration {
                concentration.data[row] = T::from_f64(set.carried(Carried::Concentration, slot));
            }
            if which.c {
                for (k, c) in c.data[row * D * D..][..D * D].iter_mut().enumerate() {
                    *c = set.affine.get(slot, k);
                }
            }
            if which.f {
                let deformation = deformation(set, slot);
                for (f, value) in f.data[row * D * D..].iter_mut().zip(deformation.0.as_flattened()) {
                    *f = T::from_f64(*value);
                }
            }
            if which.stress {
                let stress = &mut stress.data[row * D * D..][..D * D];
                let volume = set.mass_volume.get(slot, 1).to_f64();
                let mut k = 0;
                for a in 0..D {
                    for b in a..D {
                        let value = T::from_f64(set.stress.get(slot, k).to_f64() / volume);
                        (stress[a * D + b], stress[b * D + a]) = (value, value);
                        k += 1;
                    }
                }
            }
        }
    }
}
