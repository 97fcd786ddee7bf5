//! The solver to the sections of a snapshot and back. What a step leaves behind for the next is the particles, their
//! order, and the limits of the time step; arenas and nodes are made anew, and the blocks follow from the segments.

use std::sync::Arc;

use super::{Mpm, Settings};
use crate::error::SnapshotError;
use crate::forces::Mesh;
use crate::grid::{BlockCoord, BlockOrder, NONE};
use crate::materials::{Fastest, Material, Speeds};
use crate::particles::ParticleSet;
use crate::snapshot::{Reader, Section, Sections, same};
use crate::solvers::{Solver, Stored};

const SOLVER: &str = "solver";
const ACCELERATIONS: &str = "accelerations";
const SEATS: &str = "meshes";
const MESHES: &str = "mesh places";

/// Whose vertices are which particles: the index of a mesh's material and the id of its first vertex.
pub(super) type MeshSeat = (usize, u64);

impl<T: Stored, const D: usize> Mpm<T, D> {
    pub(super) fn save_sets(&self, to: &mut Vec<Section>) {
        let mut solver = Section::new(SOLVER);
        let keep = self.keep();
        solver.put_all(&self.settings.domain.origin);
        solver.put_all(&self.settings.domain.periods());
        solver.put(keep.modes as u32);
        for flag in [keep.gradient, keep.reference, self.must_order, self.must_evaluate] {
            solver.put(u8::from(flag));
        }
        to.push(solver);
        if self.settings.integrator.is_implicit() {
            let mut accelerations = Section::new(ACCELERATIONS);
            self.scratch.previous.save(&mut accelerations);
            to.push(accelerations);
        }
        for (index, (set, speeds)) in self.sets.iter().zip(&self.speeds).enumerate() {
            let name = format!("material {index}");
            let mut section = Section::new(&name);
            set.material.save(&mut section);
            for Fastest { speed, slot } in speeds.all() {
                section.put(speed);
                section.put(slot as u64);
            }
            let ordered = set.segments.partition_point(|segment| segment.home != NONE);
            section.put(ordered as u64);
            to.push(section);
            set.save(&name, to);
        }
    }

    pub(super) fn save_seats(&self, to: &mut Vec<Section>) {
        let mut section = Section::new(SEATS);
        for (material, first_id) in self.meshes.seats() {
            section.put(material as u32);
            section.put(first_id);
        }
        to.push(section);
    }

    pub(super) fn load_seats(
        &self,
        materials: usize,
        ids: u64,
        meshes: &[Arc<Mesh>],
        from: &mut Sections,
    ) -> Result<Vec<MeshSeat>, SnapshotError> {
        let mut section = from.next(SEATS)?;
        let count = section.records(size_of::<u32>() + size_of::<u64>())?;
        same("number of meshes", count, meshes.len())?;
        let mut seats: Vec<MeshSeat> = Vec::with_capacity(count);
        let mut end = 0;
        for mesh in meshes {
            let (material, first): (u32, u64) = (section.number()?, section.number()?);
            section.ensure((material as usize) < materials, "holds a mesh of no material")?;
            let vertices = mesh.vertices.len() as u64;
            let sound = end <= first && first <= ids && vertices <= ids - first;
            section.ensure(sound, "holds a mesh whose vertices were never added")?;
            end = first + vertices;
            seats.push((material as usize, first));
        }
        Ok(seats)
    }

    pub(super) fn save_meshes(&self, to: &mut Vec<Section>) {
        let mut section = Section::new(MESHES);
        self.meshes.save(&mut section);
        to.push(section);
    }

    pub(super) fn load_meshes(
        &mut self,
        meshes: &[Arc<Mesh>],
        seats: &[MeshSeat],
        from: &mut Sections,
    ) -> Result<(), SnapshotError> {
        let mut section = from.next(MESHES)?;
        for (mesh, (material, first_id)) in meshes.iter().zip(seats) {
            let added = self.meshes.add(mesh, *material, *first_id);
            added.map_err(|error| SnapshotError::Simulation(error.into()))?;
        }
        self.meshes.load(&mut section)?;
        section.expect(0)?;
        if !self.must_order {
            self.meshes.locate(&self.sets, &self.settings.domain);
            self.meshes.read(&self.sets, &self.settings.domain);
        }
        Ok(())
    }

    pub(super) fn load_sets(
        &mut self,
        materials: usize,
        ids: u64,
        seats: &[MeshSeat],
        from: &mut Sections,
    ) -> Result<(), SnapshotError> {
        let mut solver = from.next(SOLVER)?;
        self.compare(&mut solver)?;
        (self.must_order, self.must_evaluate) = (solver.flag()?, solver.flag()?);
        solver.expect(0)?;
        if self.settings.integrator.is_implicit() {
            let mut accelerations = from.next(ACCELERATIONS)?;
            self.scratch.previous.load(&mut accelerations)?;
            accelerations.expect(0)?;
        }
        let mut ordered = Vec::new();
        for index in 0..materials {
            let name = format!("material {index}");
            let mut section = from.next(&name)?;
            let material = Material::load(&mut section)?;
            let speeds = Speeds {
                motion: load_fastest(&mut section)?,
                sound: load_fastest(&mut section)?,
                viscosity: load_fastest(&mut section)?,
                conduction: load_fastest(&mut section)?,
            };
            let with_home = section.number()?;
            section.expect(0)?;
            self.add_material(material);
            let set = &mut self.sets[index];
            if seats.iter().any(|(material, _)| *material == index) {
                set.keep_accelerations();
            }
            set.load(&name, &self.settings.domain, with_home, from)?;
            let slots = set.segments.last().map_or(0, |s| s.end_chunk(T::PER_REGISTER)) * T::PER_REGISTER;
            let known = |fastest: Fastest| fastest.speed == 0.0 || fastest.slot < slots;
            section.ensure(speeds.all().into_iter().all(known), "names a particle that does not exist")?;
            let whole = set.segments.len() as u64 == with_home && holes(set) == 0;
            section.ensure(whole || self.must_order, "holds particles that were never ordered")?;
            self.speeds[index] = speeds;
            ordered.push(with_home as usize);
        }
        solver.ensure(self.ids_are_sound(ids), "holds a particle twice, or one that was never added")?;
        solver.ensure(self.find_homes(&ordered), "holds blocks out of order")?;
        Ok(())
    }

    /// Whether positions and fields mean the same with this configuration.
    fn compare(&self, from: &mut Reader) -> Result<(), SnapshotError> {
        let (domain, keep) = (&self.settings.domain, self.keep());
        let origin: [f64; D] = from.array()?;
        let periods: [i32; D] = from.array()?;
        for axis in 0..D {
            same("origin of a periodic axis", origin[axis], domain.origin[axis])?;
            same("period in blocks", periods[axis], domain.periods()[axis])?;
        }
        same("number of modes beyond the affine field", from.number()?, keep.modes as u32)?;
        same("gradient apart from the affine field", from.flag()?, keep.gradient)?;
        same("body force", from.flag()?, keep.reference)
    }

    /// Whether every particle has an id of its own, below `ids`.
    fn ids_are_sound(&self, ids: u64) -> bool {
        let mut all = Vec::with_capacity(self.len());
        for set in &self.sets {
            set.for_each(|_, slot| all.push(set.ids[slot]));
        }
        all.sort_unstable();
        all.windows(2).all(|pair| pair[0] != pair[1]) && all.last().is_none_or(|id| *id < ids)
    }

    /// Makes the blocks of the first segments of every set homes; false if they are not in the order of the homes.
    fn find_homes(&mut self, ordered: &[usize]) -> bool {
        let Mpm { sets, topology, settings: Settings { domain, .. }, .. } = self;
        let with_home = || sets.iter().zip(ordered).flat_map(|(set, &ordered)| &set.segments[..ordered]);
        let order = BlockOrder::new(with_home().map(|segment| &segment.block), domain);
        let mut homes: Vec<([u64; 2], BlockCoord<D>)> =
            with_home().map(|segment| (order.key(&segment.block), segment.block)).collect();
        homes.sort_unstable();
        homes.dedup();
        topology.rebuild(order, homes.iter().map(|(_, block)| *block), domain);
        for (set, &ordered) in sets.iter_mut().zip(ordered) {
            set.segment_of_home.clear();
            set.segment_of_home.resize(homes.len(), NONE);
            for (index, segment) in set.segments[..ordered].iter_mut().enumerate() {
                let key = order.key(&segment.block);
                let home = homes.partition_point(|(other, _)| *other < key);
                segment.home = home as u32;
                set.segment_of_home[home] = index as u32;
            }
        }
        let ascending = |set: &ParticleSet<T, D>, ordered: usize| {
            set.segments[..ordered].windows(2).all(|pair| pair[0].home < pair[1].home)
        };
        sets.iter().zip(ordered).all(|(set, &ordered)| ascending(set, ordered))
    }
}

/// Slots of removed particles, which the next ordering closes.
fn holes<T: Stored, const D: usize>(set: &ParticleSet<T, D>) -> usize {
    let mut particles = 0;
    set.for_each(|_, _| particles += 1);
    set.len() - particles
}

fn load_fastest(from: &mut Reader) -> Result<Fastest, SnapshotError> {
    let (speed, slot): (f64, u64) = (from.number()?, from.number()?);
    from.ensure(speed >= 0.0, "holds a speed below zero")?;
    Ok(Fastest { speed, slot: slot as usize })
}
