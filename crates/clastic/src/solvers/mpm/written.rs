//! Columns to particles: what users change between steps.

use super::{Mpm, deformation};
use crate::columns::{ChunkPlace, Column, Places};
use crate::materials::Carried;
use crate::observer::NoObserver;
use crate::particles::ParticleSet;
use crate::particles::field::Field;
use crate::simulation::INSIDE_OUT;
use crate::solvers::{OUTSIDE, Refusal, Solver, Stored};
use crate::tensor::Matrix;

/// Where the particle of a row is.
#[derive(Clone, Copy)]
struct Row {
    material: usize,
    segment: usize,
    slot: usize,
}

fn rows<T: Stored>(places: &Places) -> impl Iterator<Item = Row> {
    places.slots.iter().map(|slot| {
        let ChunkPlace { material, segment, before } = places.chunks[*slot as usize / T::PER_REGISTER];
        let slot = *slot as usize - before as usize * T::PER_REGISTER;
        Row { material: material as usize, segment: segment as usize, slot }
    })
}

/// Whether two values are the same in a simulation's precision.
fn same<T: Stored>(a: f64, b: f64) -> bool {
    T::from_f64(a) == T::from_f64(b)
}

/// Writes the numbers of a particle; whether one of them is another than before.
fn replace<T: Stored>(field: &mut Field<T>, slot: usize, numbers: &[f64]) -> bool {
    let mut changed = false;
    for (k, number) in numbers.iter().enumerate() {
        changed |= !same::<T>(field.get(slot, k).to_f64(), *number);
        field.set(slot, k, T::from_f64(*number));
    }
    changed
}

impl<T: Stored, const D: usize> Mpm<T, D> {
    pub(super) fn write_column(&mut self, column: Column, ids: u64, values: &[f64]) -> Result<(), Refusal> {
        let mut places = Places::default();
        self.find_places(ids, &mut places);
        let changed = match column {
            Column::X => self.move_rows(&places, values)?,
            Column::V => self.fill_rows(&places, values, |set| &mut set.velocity),
            Column::C => self.fill_rows(&places, values, |set| &mut set.affine),
            Column::F => self.deform_rows(&places, values)?,
            Column::Temperature => self.carry_rows(&places, values, Carried::Temperature)?,
            Column::Concentration => self.carry_rows(&places, values, Carried::Concentration)?,
        };
        // Laws that are asked once more round once more.
        self.must_evaluate |= changed;
        // Velocities and their gradients decide over the length of the next step alone. The rest decides over what can be
        // read now: stress and volume.
        if changed && !matches!(column, Column::V | Column::C) {
            self.prepare(&mut NoObserver);
        }
        Ok(())
    }

    fn fill_rows(
        &mut self,
        places: &Places,
        values: &[f64],
        field: impl Fn(&mut ParticleSet<T, D>) -> &mut Field<T>,
    ) -> bool {
        let mut changed = false;
        let stride = values.len() / places.slots.len().max(1);
        for (row, numbers) in rows::<T>(places).zip(values.chunks_exact(stride.max(1))) {
            changed |= replace(field(&mut self.sets[row.material]), row.slot, numbers);
        }
        changed
    }

    fn deform_rows(&mut self, places: &Places, values: &[f64]) -> Result<bool, Refusal> {
        let mut changes = Vec::new();
        for (index, (row, f)) in rows::<T>(places).zip(values.as_chunks().0.as_chunks().0).enumerate() {
            let (now, f) = (deformation(&self.sets[row.material], row.slot), Matrix::<f64, D>(*f));
            let mut pairs = now.0.as_flattened().iter().zip(f.0.as_flattened());
            if pairs.all(|(a, b)| same::<T>(*a, *b)) {
                continue;
            }
            let det = f.det();
            if !(det > 0.0 && det.is_finite()) {
                return Err((index, INSIDE_OUT));
            }
            changes.push((row, f));
        }
        for (row, f) in &changes {
            self.sets[row.material].deform(row.slot, *f);
        }
        Ok(!changes.is_empty())
    }

    fn move_rows(&mut self, places: &Places, values: &[f64]) -> Result<bool, Refusal> {
        let domain = &self.settings.domain;
        let mut moves: Vec<Vec<(usize, [f64; D])>> = vec![Vec::new(); self.sets.len()];
        for (index, (row, to)) in rows::<T>(places).zip(values.as_chunks::<D>().0).enumerate() {
            let set = &self.sets[row.material];
            let from = set.place(domain, &set.segments[row.segment], row.slot);
            if from.iter().zip(to).all(|(a, b)| same::<T>(*a, *b)) {
                continue;
            }
            if domain.locate(to).is_none() {
                return Err((index, OUTSIDE));
            }
            moves[row.material].push((row.slot, *to));
        }
        for (set, moves) in self.sets.iter_mut().zip(&moves) {
            set.relocate(domain, moves).expect("every place was looked for");
        }
        let changed = moves.iter().any(|moves| !moves.is_empty());
        self.must_order |= changed;
        Ok(changed)
    }

    /// Writes what some materials carry and others do not.
    fn carry_rows(&mut self, places: &Places, values: &[f64], what: Carried) -> Result<bool, Refusal> {
        let keeps = |set: &ParticleSet<T, D>| match what {
            Carried::Temperature => set.heat.components > 0,
            _ => set.concentration.components > 0,
        };
        for (index, (row, value)) in rows::<T>(places).zip(values).enumerate() {
            if *value != 0.0 && !keeps(&self.sets[row.material]) {
                return Err((index, "is of a material that keeps no such value; expected 0"));
            }
        }
        let mut changed = false;
        for (row, value) in rows::<T>(places).zip(values) {
            let set = &mut self.sets[row.material];
            if !keeps(set) || same::<T>(set.carried(what, row.slot), *value) {
                continue;
            }
            changed = true;
            match what {
                Carried::Temperature => {
                    let heat = set.material.heat_or_none().heat(*value);
                    set.heat.set(row.slot, 0, T::from_f64(heat));
                    set.heat.set(row.slot, 1, T::from_f64(0.0));
                }
                _ => set.concentration.set(row.slot, 0, T::from_f64(*value)),
            }
        }
        Ok(changed)
    }
}
