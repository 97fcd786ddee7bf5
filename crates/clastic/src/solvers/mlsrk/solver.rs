//! Matter as particles alone behind the door that all solvers share.

use std::marker::PhantomData;
use std::sync::Arc;

use rayon::prelude::*;

use super::bounds::{Bounds, Met};
use super::deform::{heeded, read_deformation, read_state, write_state};
use super::stored::{
    compare_reach, load_mixing, load_speeds, numbers, numbers_mut, save_mixing, save_reach, save_speeds,
};
use super::{Hold, Mlsrk, MlsrkError, Particles, Past, Phase as Within, Seed, Settings, Speeds};
use crate::colliders::{Load, Motion, in_space};
use crate::columns::{Column, Columns, Fields, fill, fill_matrix, shared_out};
use crate::config::BodyForce;
use crate::diagnostics::{Component, Diagnostics};
use crate::error::SnapshotError;
use crate::forces::{Mesh, MeshEnergy, MeshError};
use crate::grid::WALLS;
use crate::integrators::{GridEnergy, Iterations};
use crate::materials::{AnyLaw, Material};
use crate::observer::{Observer, Phase};
use crate::particles::Particle;
use crate::simulation::INSIDE_OUT;
use crate::snapshot::{Section, Sections};
use crate::solvers::{Attempt, OUTSIDE, ParticleState, Refusal, Solver, Stored, Which};
use crate::sources::{Flow, Source};
use crate::tensor::{Matrix, SimdLevel, Vector};
use crate::transfer::{FlawKind, Transfer};

const SECTION: &str = "mlsrk";

/// Matter among solids, fed by sources. `T` is the precision in which it is told; it is computed in `f64`.
pub(crate) struct MlsrkSolver<T, const D: usize> {
    matter: Mlsrk<D>,
    bounds: Bounds,
    sources: Vec<(Source, bool)>,
    /// Of solids, then of sources.
    loads: Vec<Load>,
    wall_loads: [[f64; 3]; WALLS],
    precision: PhantomData<T>,
}

impl<T, const D: usize> MlsrkSolver<T, D> {
    /// Without particles yet.
    pub fn new(settings: Settings<D>, bounds: Bounds, sources: Vec<Source>) -> Result<Self, MlsrkError> {
        Ok(MlsrkSolver {
            matter: Mlsrk::new(settings, Vec::new())?,
            loads: vec![Load::default(); bounds.bodies.len() + sources.len()],
            bounds,
            sources: sources.into_iter().map(|source| (source, false)).collect(),
            wall_loads: [[0.0; 3]; WALLS],
            precision: PhantomData,
        })
    }

    /// Goes on with an instruction set.
    pub fn set_level(&mut self, level: SimdLevel) {
        self.matter.set_level(level);
    }

    /// The material of a particle and the numbers that its law keeps.
    fn kept(&self, index: usize) -> (&Material, &[f64]) {
        let Particles { material, state, states, .. } = self.matter.particles();
        (&self.matter.materials()[material[index] as usize], &state[index * states..][..*states])
    }

    /// The Kirchhoff stress of a particle, in Pa.
    fn stress(&self, index: usize) -> [[f64; D]; D] {
        let Particles { stress, rest_volume, .. } = self.matter.particles();
        stress[index].map(|row| row.map(|entry| entry / rest_volume[index]))
    }

    fn volume_ratio(&self, index: usize) -> f64 {
        let (material, state) = self.kept(index);
        let concentration = heeded(material, self.matter.particles().concentrations(index));
        read_state::<D>(material, concentration, state)[1]
    }

    fn deformation(&self, index: usize) -> Matrix<f64, D> {
        let (material, state) = self.kept(index);
        read_deformation(&material.law, state)
    }

    fn state(&self, index: usize) -> ParticleState {
        let Particles { id, material, hold, position, velocity, gradient, mass, rest_volume, .. } =
            self.matter.particles();
        let mut particle = Particle::at([0.0; 3], mass[index], rest_volume[index]);
        particle.position = in_space(position[index]).0;
        particle.velocity = in_space(velocity[index]).0;
        let concentrations = self.matter.particles().concentrations(index);
        particle.concentrations[..concentrations.len()].copy_from_slice(concentrations);
        particle.is_held = hold[index] == Hold::Held;
        let (own, deformation) = (self.stress(index), self.deformation(index));
        let mut stress = [[0.0; 3]; 3];
        for row in 0..D {
            particle.affine[row][..D].copy_from_slice(&gradient[index][row]);
            particle.deformation[row][..D].copy_from_slice(&deformation.0[row]);
            stress[row][..D].copy_from_slice(&own[row]);
        }
        let (id, material) = (id[index], material[index] as usize);
        ParticleState { id, material, particle, volume_ratio: self.volume_ratio(index), stress, melt: 0.0 }
    }

    /// Something about the particle of an index.
    fn which<V>(&self, value: V, index: usize) -> Which<V> {
        let Particles { id, material, .. } = self.matter.particles();
        let material = material.get(index).map_or(0, |material| *material as usize);
        Which { value, material, id: id.get(index).copied().unwrap_or(0) }
    }

    /// Notes what walls and solids get in the step that was attempted.
    fn note_loads(&mut self, dt: f64) {
        let MlsrkSolver { matter, bounds, loads, wall_loads, .. } = self;
        matter.pushes(dt, bounds, |solid, place, impulse| match bounds.met(solid) {
            Met::Body(body) => {
                let arm = bounds.bodies.arm(body, in_space(place), bounds.time());
                loads[body].push(in_space(impulse), arm);
            }
            Met::Wall(wall) => {
                for (axis, impulse) in impulse.iter().enumerate() {
                    wall_loads[wall][axis] += impulse;
                }
            }
        });
    }

    /// Matter in a source flows as the source lets it.
    fn feed(&mut self, time: f64) {
        let MlsrkSolver { matter, sources, loads, bounds, .. } = self;
        for ((source, is_active), load) in sources.iter().zip(&mut loads[bounds.bodies.len()..]) {
            if *is_active {
                let (position, mass, velocity, gradient) = matter.motion_mut();
                *load = load.and(source.lead(time, position, mass, velocity, gradient));
                matter.look_at_motion();
            }
        }
    }

    /// Takes away the particles of which a list says so.
    fn remove(&mut self, gone: &[bool]) -> usize {
        self.matter.retain(|index| !gone[index]);
        gone.iter().filter(|gone| **gone).count()
    }
}

impl<T: Stored, const D: usize> Solver for MlsrkSolver<T, D> {
    fn add_material(&mut self, material: Material) -> usize {
        self.matter.add_material(material);
        self.matter.materials().len() - 1
    }

    fn add_particles(
        &mut self,
        material: usize,
        particles: &[Particle],
        first_id: u64,
    ) -> Result<(), Refusal> {
        let at = |particle: &Particle| std::array::from_fn(|axis| particle.position[axis]);
        if let Some(index) = particles.iter().position(|particle| !self.matter.reaches(&at(particle))) {
            return Err((index, OUTSIDE));
        }
        self.matter.go_on_from(first_id);
        for (index, particle) in particles.iter().enumerate() {
            let seed = Seed {
                material: material as u32,
                position: at(particle),
                velocity: std::array::from_fn(|axis| particle.velocity[axis]),
                mass: particle.mass,
                volume: particle.volume,
                deformation: std::array::from_fn(|row| {
                    std::array::from_fn(|column| particle.deformation[row][column])
                }),
                hold: if particle.is_held { Hold::Held } else { Hold::Free },
            };
            let known = self.matter.settings().components;
            let added = self.matter.add(seed, &particle.concentrations[..known]);
            added.map_err(|_| (index, "cannot be"))?;
        }
        Ok(())
    }

    fn refuses(&self, material: usize) -> Option<&'static str> {
        self.matter.refuses(&self.matter.materials()[material])
    }

    fn add_mesh(&mut self, _: usize, _: &Mesh, _: u64) -> Result<(), MeshError> {
        Err(MeshError::Solver)
    }

    fn mesh_ids(&self) -> Vec<u64> {
        Vec::new()
    }

    fn mesh_energy(&self, _: f64) -> MeshEnergy {
        MeshEnergy::default()
    }

    fn retain(&mut self, keep: &mut dyn FnMut(&ParticleState) -> bool) -> usize {
        let gone: Vec<bool> = (0..self.len()).map(|index| !keep(&self.state(index))).collect();
        self.remove(&gone)
    }

    fn drain(&mut self, distance: &dyn Fn(Vector<f64, 3>) -> f64, gone: &mut Flow) {
        let Particles { position, velocity, mass, .. } = self.matter.particles();
        let gone: Vec<bool> = (0..self.len())
            .map(|index| {
                let goes = distance(in_space(position[index])) < 0.0;
                if goes {
                    gone.add(mass[index], in_space(velocity[index]).0);
                }
                goes
            })
            .collect();
        self.remove(&gone);
    }

    fn materials(&self) -> usize {
        self.matter.materials().len()
    }

    fn law(&self, material: usize) -> AnyLaw {
        self.matter.materials()[material].law
    }

    fn set_source_active(&mut self, source: usize, active: bool) {
        self.sources[source].1 = active;
    }

    fn set_transfer(&mut self, _: Transfer) {}

    fn set_body_force(&mut self, _: BodyForce) {
        unreachable!("a configuration with one is refused")
    }

    fn set_motion(&mut self, collider: usize, motion: Motion) {
        self.bounds.bodies.set_motion(collider, motion);
        self.matter.look_anew();
    }

    fn is_in_collider(&self, place: Vector<f64, 3>, time: f64) -> bool {
        self.bounds.bodies.contains(place, time)
    }

    fn surface_speed(&mut self, time: f64) -> f64 {
        self.bounds.bodies.surface_speed(time)
    }

    fn loads(&self) -> &[Load] {
        &self.loads
    }

    fn set_loads(&mut self, loads: &[Load], walls: [[f64; 3]; WALLS]) {
        self.loads.copy_from_slice(loads);
        self.wall_loads = walls;
    }

    fn wall_loads(&self) -> &[[f64; 3]; WALLS] {
        &self.wall_loads
    }

    fn prepare(&mut self, observer: &mut dyn Observer) {
        // A place that cannot be addressed is told by the step that follows.
        let _ = self.matter.evaluate(&self.bounds, &mut |phase| observer.phase(named(phase)));
    }

    fn fastest(&self) -> [Which<f64>; 6] {
        let Speeds { sound, motion, viscosity, .. } = self.matter.speeds();
        let which = |largest: super::Largest| self.which(largest.value, largest.index);
        let nothing = self.which(0.0, 0);
        [which(motion), which(sound), which(viscosity), nothing, nothing, which(self.matter.diffusion())]
    }

    fn attempt(
        &mut self,
        time: f64,
        dt: f64,
        observer: &mut dyn Observer,
    ) -> Result<Attempt, Which<FlawKind>> {
        self.bounds.begin(time, dt);
        let found = self.matter.attempt(dt, &self.bounds, &mut |phase| observer.phase(named(phase)));
        found.map_err(|error| {
            let (kind, id) = match error {
                MlsrkError::TooFast { particle, .. } | MlsrkError::Astray { particle } => {
                    (FlawKind::TooFast, particle)
                }
                MlsrkError::Deformed { particle } => (FlawKind::Deformed, particle),
                MlsrkError::NotFinite { particle } => (FlawKind::NotFinite, particle),
                _ => (FlawKind::NotFinite, 0),
            };
            let index = self.matter.particles().id.iter().position(|own| *own == id);
            self.which(kind, index.unwrap_or(0))
        })?;
        Ok(Attempt { energy: GridEnergy::default(), iterations: Iterations::default() })
    }

    fn commit(&mut self, dt: f64, _: &mut dyn Observer) {
        self.note_loads(dt);
        self.matter.commit();
        self.feed(self.bounds.time() + dt);
    }

    fn diagnostics(&self, _: f64) -> Diagnostics {
        self.matter.diagnostics().of_all
    }

    fn components(&self) -> Vec<Component> {
        self.matter.diagnostics().components
    }

    fn len(&self) -> usize {
        self.matter.particles().len()
    }

    fn for_each(&self, f: &mut dyn FnMut(&ParticleState)) {
        (0..self.len()).for_each(|index| f(&self.state(index)));
    }

    fn columns(&self, which: Fields, _: u64, into: &mut Columns) {
        let Particles { id: ids, position, velocity, gradient, material: of, .. } = self.matter.particles();
        let Columns { x, v, j, c, f, stress, temperature, concentration, material, id, places } = into;
        places.by_id.clear();
        places.by_id.extend(ids.iter().enumerate().map(|(index, id)| (*id, index as u32)));
        places.by_id.par_sort_unstable();
        let rows = &places.by_id;
        id.clear();
        id.extend(rows.iter().map(|(id, _)| *id));
        material.clear();
        material.extend(rows.iter().map(|(_, index)| of[*index as usize] as i32));
        fill(T::column(x), rows, |index| position[index]);
        fill(T::column(v), rows, |index| velocity[index]);
        fill(T::column(j), rows, |index| [self.volume_ratio(index)]);
        let none: &[(u64, u32)] = &[];
        let asked = |wanted: bool| if wanted { rows.as_slice() } else { none };
        fill_matrix::<T, D>(T::column(c), asked(which.c), |index, k| gradient[index][k / D][k % D]);
        let entry = |index, k: usize| self.deformation(index).0[k / D][k % D];
        fill_matrix::<T, D>(T::column(f), asked(which.f), entry);
        let entry = |index, k: usize| self.stress(index)[k / D][k % D];
        fill_matrix::<T, D>(T::column(stress), asked(which.stress), entry);
        fill(T::column(temperature), asked(which.temperature), |_| [0.0]);
        let concentration = T::column(concentration);
        concentration.clear();
        let of = |(_, index): &(u64, u32)| self.matter.particles().concentrations(*index as usize);
        match self.matter.settings().components {
            0 => concentration.resize(asked(which.concentration).len(), T::default()),
            _ => {
                concentration.extend(asked(which.concentration).iter().flat_map(of).map(|c| T::from_f64(*c)))
            }
        }
    }

    fn set_column(&mut self, column: Column, _: u64, values: &[f64]) -> Result<(), Refusal> {
        let mut rows: Vec<usize> = (0..self.len()).collect();
        rows.sort_unstable_by_key(|index| self.matter.particles().id[*index]);
        let keeps = self.matter.settings().components > 0;
        let values: Vec<&[f64]> = shared_out(values, rows.len()).collect();
        let matrix = |values: &[f64]| {
            Matrix::<f64, D>(std::array::from_fn(|i| std::array::from_fn(|j| values[i * D + j])))
        };
        let is_whole = |values: &[f64]| {
            let det = matrix(values).det();
            det > 0.0 && det.is_finite()
        };
        for (row, values) in values.iter().enumerate() {
            let flaw = match column {
                Column::X if !self.matter.reaches(&std::array::from_fn(|axis| values[axis])) => Some(OUTSIDE),
                Column::F if !is_whole(values) => Some(INSIDE_OUT),
                Column::Temperature if values[0] != 0.0 => Some("is of matter that keeps no temperature"),
                Column::Concentration if values[0] != 0.0 && !keeps => {
                    Some("is of matter without components; expected 0")
                }
                _ => None,
            };
            if let Some(flaw) = flaw {
                return Err((row, flaw));
            }
        }
        // It is told in another precision than it is computed in, and what is as it was told stays.
        let same = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| T::from_f64(*a) == T::from_f64(*b));
        let write = |numbers: &mut [f64], values: &[f64]| {
            if !same(numbers, values) {
                numbers.copy_from_slice(values);
            }
        };
        let before: Vec<Matrix<f64, D>> = match column {
            Column::F => rows.iter().map(|index| self.deformation(*index)).collect(),
            _ => Vec::new(),
        };
        let laws: Vec<AnyLaw> = self.matter.materials().iter().map(|material| material.law).collect();
        let particles = self.matter.particles_mut();
        let (states, components) = (particles.states, particles.components);
        for (row, (index, values)) in rows.into_iter().zip(values).enumerate() {
            match column {
                Column::X => write(&mut particles.position[index], values),
                Column::V => write(&mut particles.velocity[index], values),
                Column::C => write(particles.gradient[index].as_flattened_mut(), values),
                Column::F if same(before[row].0.as_flattened(), values) => {}
                Column::F => {
                    let deformation = matrix(values);
                    let law = &laws[particles.material[index] as usize];
                    write_state(law, deformation.0, &mut particles.state[index * states..]);
                    particles.volume[index] = particles.rest_volume[index] * deformation.det();
                }
                Column::Concentration if keeps => {
                    write(&mut particles.concentration[index * components..][..components], values);
                }
                Column::Concentration | Column::Temperature => {}
            }
        }
        Ok(())
    }

    fn save(&self, to: &mut Vec<Section>) {
        let mut section = Section::new(SECTION);
        let (particles, past) = (self.matter.particles(), self.matter.past());
        save_reach(self.matter.settings(), &mut section);
        section.put(past.next_id);
        for material in self.matter.materials() {
            material.save(&mut section);
            save_mixing(&material.mixing, &mut section);
        }
        section.put(particles.len() as u64);
        section.put(past.anchor.len() as u64);
        section.put(u8::from(past.is_fresh));
        save_speeds(past.speeds.as_ref(), &mut section);
        section.put_all(&particles.id);
        section.put_all(&particles.material);
        let held: Vec<u8> = particles.hold.iter().map(|hold| u8::from(*hold == Hold::Held)).collect();
        section.put_all(&held);
        for numbers in numbers(particles) {
            section.put_all(numbers);
        }
        section.put_all(past.anchor.as_flattened());
        to.push(section);
    }

    fn load(
        &mut self,
        materials: usize,
        ids: u64,
        _: &[Arc<Mesh>],
        from: &mut Sections,
    ) -> Result<(), SnapshotError> {
        let mut section = from.next(SECTION)?;
        compare_reach(self.matter.settings(), &mut section)?;
        let next_id: u64 = section.number()?;
        for _ in 0..materials {
            let material = Material::load(&mut section)?;
            let mixing = load_mixing(&mut section)?;
            self.matter.add_material(Material { mixing, ..material });
        }
        let [count, anchors]: [u64; 2] = section.array()?;
        let is_fresh = section.flag()?;
        let speeds = load_speeds(&mut section)?;
        let Particles { states, components, .. } = *self.matter.particles();
        let size = |values: usize| size_of::<f64>() * values;
        let particle = size_of::<u64>() + size_of::<u32>() + 1;
        let particle = particle + size(2 * D + 4 + 2 * D * D + states + components);
        section.ensure(anchors == 0 || anchors == count, "holds lists of other particles")?;
        let whole = section.records(particle + if anchors > 0 { size(D) } else { 0 })? as u64;
        section.ensure(count == whole, "does not hold as many particles as it says")?;
        let mut particles = Particles::<D>::new(states, components);
        particles.resize(count as usize);
        section.fill(&mut particles.id)?;
        section.fill(&mut particles.material)?;
        let mut held = vec![0u8; count as usize];
        section.fill(&mut held)?;
        for (hold, held) in particles.hold.iter_mut().zip(held) {
            *hold = if held > 0 { Hold::Held } else { Hold::Free };
        }
        for numbers in numbers_mut(&mut particles) {
            section.fill(numbers)?;
        }
        let mut anchor = vec![[0.0; D]; anchors as usize];
        section.fill(anchor.as_flattened_mut())?;
        section.expect(0)?;
        let is_sound = next_id <= ids
            && particles.is_sound()
            && particles.position.iter().chain(&anchor).all(|x| self.matter.reaches(x));
        section.ensure(is_sound, "holds a particle that cannot be")?;
        let restored = self.matter.restore(particles, Past { next_id, anchor, is_fresh, speeds });
        restored.ok_or_else(|| section.flaw("holds a particle that was never added"))
    }

    fn blocks(&self) -> (usize, usize) {
        let cells = self.matter.neighbours().cells();
        (cells, cells)
    }
}

/// What to call a part of the step.
fn named(phase: Within) -> Phase {
    match phase {
        Within::Neighbours => Phase::Order,
        Within::Shape => Phase::Shapes,
        Within::Momentum => Phase::Forces,
        Within::Components => Phase::Components,
        Within::Blend => Phase::Blend,
        Within::Deformation => Phase::Materials,
        Within::Positions => Phase::Positions,
    }
}
