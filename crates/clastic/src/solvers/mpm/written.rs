//! Columns to particles: what users change between steps.

use super::{Mpm, deformation};
use crate::columns::{ChunkPlace, Column, Places};
use crate::materials::Carried;
use crate::observer::NoObserver;
use crate::particles::ParticleSet;
use crate::solvers::{Solver, Stored};
use crate::tensor::Matrix;

/// A row that cannot be written, and why.
type Refusal = (usize, &'static str);

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

impl<T: Stored, const D: usize> Mpm<T, D> {
    pub(super) fn write_column(&mut self, column: Column, ids: u64, values: &[f64]) -> Result<(), Refusal> {
        let mut places = Places::default();
        self.find_places(ids, &mut places);
        match column {
            Column::X => self.move_rows(&places, values)?,
            Column::V => self.fill_rows(&places, values, |set, slot, v: &[f64; D]| {
                v.iter().enumerate().for_each(|(axis, v)| set.velocity.set(slot, axis, T::from_f64(*v)));
            }),
            Column::C => self.deform_rows(&places, values, |set, slot, c| {
                c.as_flattened()
                    .iter()
                    .enumerate()
                    .for_each(|(k, c)| set.affine.set(slot, k, T::from_f64(*c)));
            }),
            Column::F => self.deform_rows(&places, values, |set, slot, f| {
                let now = deformation(set, slot);
                let unchanged = now.0.as_flattened().iter().zip(f.as_flattened());
                if !unchanged.into_iter().all(|(a, b)| same::<T>(*a, *b)) {
                    set.deform(slot, Matrix(*f));
                }
            }),
            Column::Temperature => self.carry_rows(&places, values, Carried::Temperature)?,
            Column::Concentration => self.carry_rows(&places, values, Carried::Concentration)?,
        }
        self.must_evaluate = true;
        // Velocities and their gradients decide over the length of the next step alone. The rest decides over what can be
        // read now: stress and volume.
        if !matches!(column, Column::V | Column::C) {
            self.prepare(&mut NoObserver);
        }
        Ok(())
    }

    fn fill_rows<const K: usize>(
        &mut self,
        places: &Places,
        values: &[f64],
        set_row: impl Fn(&mut ParticleSet<T, D>, usize, &[f64; K]),
    ) {
        for (row, value) in rows::<T>(places).zip(values.as_chunks().0) {
            set_row(&mut self.sets[row.material], row.slot, value);
        }
    }

    fn deform_rows(
        &mut self,
        places: &Places,
        values: &[f64],
        set_row: impl Fn(&mut ParticleSet<T, D>, usize, &[[f64; D]; D]),
    ) {
        let matrices = values.as_chunks().0.as_chunks().0;
        for (row, value) in rows::<T>(places).zip(matrices) {
            set_row(&mut self.sets[row.material], row.slot, value);
        }
    }

    fn move_rows(&mut self, places: &Places, values: &[f64]) -> Result<(), Refusal> {
        let domain = &self.settings.domain;
        let mut moves: Vec<Vec<(usize, [f64; D])>> = vec![Vec::new(); self.sets.len()];
        for (index, (row, to)) in rows::<T>(places).zip(values.as_chunks::<D>().0).enumerate() {
            let set = &self.sets[row.material];
            let from = set.place(domain, &set.segments[row.segment], row.slot);
            if from.iter().zip(to).all(|(a, b)| same::<T>(*a, *b)) {
                continue;
            }
            if domain.locate(to).is_none() {
                return Err((index, "lies outside the addressable world"));
            }
            moves[row.material].push((row.slot, *to));
        }
        for (set, moves) in self.sets.iter_mut().zip(&moves) {
            set.relocate(domain, moves).expect("every place was looked for");
            self.must_order |= !moves.is_empty();
        }
        Ok(())
    }

    /// Writes what some materials carry and others do not.
    fn carry_rows(&mut self, places: &Places, values: &[f64], what: Carried) -> Result<(), Refusal> {
        let keeps = |set: &ParticleSet<T, D>| match what {
            Carried::Temperature => set.heat.components > 0,
            _ => set.concentration.components > 0,
        };
        for (index, (row, value)) in rows::<T>(places).zip(values).enumerate() {
            if *value != 0.0 && !keeps(&self.sets[row.material]) {
                return Err((index, "is of a material that keeps no such value; expected 0"));
            }
        }
        for (row, value) in rows::<T>(places).zip(values) {
            let set = &mut self.sets[row.material];
            if !keeps(set) || same::<T>(set.carried(what, row.slot), *value) {
                continue;
            }
            match what {
                Carried::Temperature => {
                    let heat = set.material.heat_or_none().heat(*value);
                    set.heat.set(row.slot, 0, T::from_f64(heat));
                    set.heat.set(row.slot, 1, T::from_f64(0.0));
                }
                _ => set.concentration.set(row.slot, 0, T::from_f64(*value)),
            }
        }
        Ok(())
    }
}
