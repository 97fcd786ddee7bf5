//! The liquid behind the door that all solvers share.

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use super::particles::GRAIN;
use super::{
    Attempt as Found, Liquid, LiquidError, Particles, Phase as Within, Push, Pushed, Settings, momenta,
};
use crate::colliders::{Load, Motion, in_space};
use crate::columns::{Column, Columns, Fields, fill, fill_matrix, shared_out};
use crate::config::BodyForce;
use crate::diagnostics::Diagnostics;
use crate::error::SnapshotError;
use crate::forces::{Mesh, MeshEnergy, MeshError};
use crate::grid::WALLS;
use crate::integrators::{GridEnergy, Iterations};
use crate::materials::{AnyLaw, Material};
use crate::observer::{Observer, Phase};
use crate::parallel::tree;
use crate::particles::Particle;
use crate::snapshot::{Section, Sections};
use crate::solvers::bodies::Bodies;
use crate::solvers::{Attempt, OUTSIDE, ParticleState, Refusal, Solver, Stored, Which};
use crate::sources::{Flow, Source};
use crate::tensor::Vector;
use crate::transfer::{FlawKind, Transfer};

const SECTION: &str = "liquid";

/// By how much densities that are the same may differ, as a share.
const SAME: f64 = 1e-6;

/// A liquid of one material among solids, fed by sources. `T` is the precision in which it is told; it is computed in `f64`.
pub(crate) struct LiquidSolver<T, const D: usize> {
    liquid: Liquid<D>,
    bodies: Bodies,
    materials: Vec<Material>,
    /// What the liquid is of, once there is any.
    material: usize,
    sources: Vec<(Source, bool)>,
    /// When the step under way ends, in s.
    end: f64,
    /// Of solids, then of sources.
    loads: Vec<Load>,
    wall_loads: [[f64; 3]; WALLS],
    precision: PhantomData<T>,
}

impl<T, const D: usize> LiquidSolver<T, D> {
    /// Without particles yet.
    pub fn new(settings: Settings<D>, bodies: Bodies, sources: Vec<Source>) -> Result<Self, LiquidError> {
        Ok(LiquidSolver {
            liquid: Liquid::new(settings)?,
            loads: vec![Load::default(); bodies.len() + sources.len()],
            bodies,
            materials: Vec::new(),
            material: 0,
            sources: sources.into_iter().map(|source| (source, false)).collect(),
            end: 0.0,
            wall_loads: [[0.0; 3]; WALLS],
            precision: PhantomData,
        })
    }

    fn state(&self, index: usize) -> ParticleState {
        let Particles { id, position, velocity, affine, mass, volume } = self.liquid.particles();
        let mut particle = Particle::at([0.0; 3], mass[index], volume[index]);
        particle.position = in_space(position[index]).0;
        particle.velocity = in_space(velocity[index]).0;
        for (row, own) in particle.affine.iter_mut().zip(&affine[index]) {
            row[..D].copy_from_slice(own);
        }
        let (material, stress) = (self.material, [[0.0; 3]; 3]);
        ParticleState { id: id[index], material, particle, volume_ratio: 1.0, stress, melt: 0.0 }
    }

    /// Notes what walls and solids get in the step that ends a while `dt`, in s, after it began.
    fn note_loads(&mut self, dt: f64) {
        let LiquidSolver { liquid, bodies, loads, wall_loads, end, .. } = self;
        liquid.pushes(dt, |Push { place, axis, impulse, on }| match on {
            Pushed::Wall(side) => wall_loads[2 * axis + side as usize][axis] += impulse,
            Pushed::Solid(body) => {
                let mut push = Vector([0.0; 3]);
                push[axis] = impulse;
                loads[body as usize].push(push, bodies.arm(body as usize, in_space(place), *end - dt));
            }
        });
    }

    /// Liquid in a source flows as the source lets it.
    fn feed(&mut self, time: f64) {
        let LiquidSolver { liquid, sources, loads, bodies, .. } = self;
        for ((source, is_active), load) in sources.iter().zip(&mut loads[bodies.len()..]) {
            if *is_active {
                let Particles { position, velocity, affine, mass, .. } = liquid.particles_mut();
                *load = load.and(source.lead(time, position, mass, velocity, affine));
            }
        }
    }
}

impl<T: Stored, const D: usize> Solver for LiquidSolver<T, D> {
    fn add_material(&mut self, material: Material) -> usize {
        self.materials.push(material);
        self.materials.len() - 1
    }

    fn add_particles(
        &mut self,
        material: usize,
        particles: &[Particle],
        first_id: u64,
    ) -> Result<(), Refusal> {
        let Particles { mass, volume, .. } = self.liquid.particles();
        let own = mass.first().zip(volume.first()).map(|(mass, volume)| mass / volume);
        let density = own.or(particles.first().map(|first| first.mass / first.volume));
        for (index, particle) in particles.iter().enumerate() {
            if !self.liquid.reaches(&particle.position) {
                return Err((index, OUTSIDE));
            }
            if density.is_some_and(|density| (particle.mass / particle.volume / density - 1.0).abs() > SAME) {
                return Err((index, "has another density than the liquid; the liquid solver knows one"));
            }
        }
        self.material = material;
        self.liquid.add_all(particles, first_id);
        Ok(())
    }

    fn refuses(&self, material: usize) -> Option<&'static str> {
        if !matches!(self.materials[material].law, AnyLaw::Liquid(_)) {
            return Some("has a law that is not `liquid`; the liquid solver knows no other");
        }
        let other = material != self.material && self.len() > 0;
        other.then_some("is of another material than the liquid; the liquid solver knows one")
    }

    fn next_id(&self) -> u64 {
        self.liquid.next_id()
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
        self.liquid.remove(|_, index| gone[index])
    }

    fn drain(&mut self, distance: &dyn Fn(Vector<f64, 3>) -> f64, gone: &mut Flow) {
        let Particles { position, velocity, mass, .. } = self.liquid.particles();
        let gone: Vec<bool> = (0..self.len())
            .map(|index| {
                let goes = distance(in_space(position[index])) < 0.0;
                if goes {
                    gone.add(mass[index], in_space(velocity[index]).0);
                }
                goes
            })
            .collect();
        self.liquid.remove(|_, index| gone[index]);
    }

    fn materials(&self) -> usize {
        self.materials.len()
    }

    fn law(&self, material: usize) -> AnyLaw {
        self.materials[material].law
    }

    fn set_source_active(&mut self, source: usize, active: bool) {
        self.sources[source].1 = active;
    }

    fn set_transfer(&mut self, transfer: Transfer) {
        self.liquid.set_scheme(transfer.scheme);
    }

    fn set_body_force(&mut self, _: BodyForce) {
        unreachable!("a configuration with one is refused")
    }

    fn set_motion(&mut self, collider: usize, motion: Motion) {
        self.bodies.set_motion(collider, motion);
    }

    fn is_in_collider(&self, place: Vector<f64, 3>, time: f64) -> bool {
        self.bodies.contains(place, time)
    }

    fn surface_speed(&mut self, time: f64) -> f64 {
        self.bodies.surface_speed(time)
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

    fn prepare(&mut self, _: &mut dyn Observer) {}

    fn fastest(&self) -> [Which<f64>; 6] {
        let (speed, index) = self.liquid.fastest();
        let nothing = Which { value: 0.0, material: self.material, id: 0 };
        let id = self.liquid.particles().id.get(index).copied().unwrap_or(0);
        [Which { value: speed, id, ..nothing }, nothing, nothing, nothing, nothing, nothing]
    }

    fn attempt(
        &mut self,
        time: f64,
        dt: f64,
        observer: &mut dyn Observer,
    ) -> Result<Attempt, Which<FlawKind>> {
        self.bodies.begin(time, dt);
        self.end = time + dt;
        let found = self.liquid.attempt(time, dt, &self.bodies, &mut |phase| observer.phase(named(phase)));
        let Found { projected, .. } = found.map_err(|error| Which {
            value: flaw(&error),
            material: self.material,
            id: match error {
                LiquidError::Astray { particle } => particle,
                _ => self.liquid.particles().id.get(self.liquid.fastest().1).copied().unwrap_or(0),
            },
        })?;
        let iterations = Iterations {
            newton: projected.releases + 1,
            linear: projected.iterations,
            residual: projected.residual,
            ..Iterations::default()
        };
        Ok(Attempt { energy: GridEnergy::default(), iterations })
    }

    fn commit(&mut self, dt: f64, observer: &mut dyn Observer) {
        self.note_loads(dt);
        self.liquid.commit(&self.bodies, &mut |phase| observer.phase(named(phase)));
        self.feed(self.end);
    }

    fn diagnostics(&self, _: f64) -> Diagnostics {
        let particles = self.liquid.particles();
        let Particles { position, velocity, mass, .. } = particles;
        let Settings { gravity, scheme, .. } = self.liquid.settings();
        let (linear, angular_momentum) = momenta(self.liquid.grid(), particles, scheme);
        let sum = |range: Range<usize>, ()| {
            let mut sums = Diagnostics::default();
            for index in range {
                let (m, x, v) = (mass[index], in_space(position[index]), in_space(velocity[index]));
                sums.mass += m;
                for axis in 0..D {
                    sums.center_of_mass[axis] += m * x[axis];
                    sums.gravitational -= m * gravity[axis] * x[axis];
                }
                sums.kinetic += 0.5 * m * v.norm_squared();
                sums.angular_scale += m * (x.norm_squared() * v.norm_squared()).sqrt();
            }
            sums
        };
        let mut sums = Diagnostics {
            particles: particles.len(),
            momentum: in_space(linear).0,
            angular_momentum,
            max_speed: self.liquid.fastest().0,
            ..tree(0..particles.len(), GRAIN, &|i| i, (), &sum, &Diagnostics::and)
        };
        sums.center_of_mass = sums.center_of_mass.map(|x| x / sums.mass);
        sums
    }

    fn len(&self) -> usize {
        self.liquid.particles().len()
    }

    fn for_each(&self, f: &mut dyn FnMut(&ParticleState)) {
        (0..self.len()).for_each(|index| f(&self.state(index)));
    }

    fn columns(&self, which: Fields, _: u64, into: &mut Columns) {
        let Particles { id: ids, position, velocity, affine, .. } = self.liquid.particles();
        let Columns { x, v, j, c, f, stress, temperature, concentration, material, id, places } = into;
        places.by_id.clear();
        places.by_id.extend(ids.iter().enumerate().map(|(index, id)| (*id, index as u32)));
        places.by_id.par_sort_unstable();
        let rows = &places.by_id;
        id.clear();
        id.extend(rows.iter().map(|(id, _)| *id));
        material.clear();
        material.resize(rows.len(), self.material as i32);
        fill(T::column(x), rows, |index| position[index]);
        fill(T::column(v), rows, |index| velocity[index]);
        fill(T::column(j), rows, |_| [1.0]);
        let none: &[(u64, u32)] = &[];
        let asked = |wanted: bool| if wanted { rows.as_slice() } else { none };
        let flat = |m: &[[f64; D]; D], k: usize| m[k / D][k % D];
        fill_matrix::<T, D>(T::column(c), asked(which.c), |index, k| flat(&affine[index], k));
        fill_matrix::<T, D>(T::column(f), asked(which.f), |_, k| unit::<D>(k));
        fill_matrix::<T, D>(T::column(stress), asked(which.stress), |_, _| 0.0);
        fill(T::column(temperature), asked(which.temperature), |_| [0.0]);
        fill(T::column(concentration), asked(which.concentration), |_| [0.0]);
    }

    fn set_column(&mut self, column: Column, _: u64, values: &[f64]) -> Result<(), Refusal> {
        let mut rows: Vec<usize> = (0..self.len()).collect();
        rows.sort_unstable_by_key(|index| self.liquid.particles().id[*index]);
        if column == Column::X
            && let Some(row) = values.as_chunks::<D>().0.iter().position(|x| !self.liquid.reaches(x))
        {
            return Err((row, OUTSIDE));
        }
        let wrapped = |x: &[f64; D]| self.liquid.grid().wrapped(*x);
        let places: Vec<[f64; D]> = match column {
            Column::X => values.as_chunks().0.iter().map(wrapped).collect(),
            _ => Vec::new(),
        };
        let Particles { position, velocity, affine, .. } = self.liquid.particles_mut();
        let write = |numbers: &mut [f64], values: &[f64]| {
            // It is told in another precision than it is computed in.
            let differs = numbers.iter().zip(values).any(|(a, b)| T::from_f64(*a) != T::from_f64(*b));
            if differs {
                numbers.copy_from_slice(values);
            }
        };
        let values = shared_out(values, rows.len());
        for (row, (index, values)) in rows.into_iter().zip(values).enumerate() {
            match column {
                Column::X => write(&mut position[index], &places[row]),
                Column::V => write(&mut velocity[index], values),
                Column::C => write(affine[index].as_flattened_mut(), values),
                Column::F if values.iter().enumerate().all(|(k, f)| *f == unit::<D>(k)) => {}
                Column::Temperature | Column::Concentration if values == [0.0] => {}
                _ => return Err((row, "is of a liquid without compression, which keeps no such value")),
            }
        }
        Ok(())
    }

    fn save(&self, to: &mut Vec<Section>) {
        let mut section = Section::new(SECTION);
        section.put(self.liquid.next_id());
        section.put(self.material as u32);
        for material in &self.materials {
            material.save(&mut section);
        }
        let Particles { id, position, velocity, affine, mass, volume } = self.liquid.particles();
        section.put(id.len() as u64);
        section.put_all(id);
        section.put_all(position.as_flattened());
        section.put_all(velocity.as_flattened());
        section.put_all(affine.as_flattened().as_flattened());
        section.put_all(mass);
        section.put_all(volume);
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
        let next_id: u64 = section.number()?;
        let material: u32 = section.number()?;
        section.ensure((material as usize) < materials.max(1), "holds a liquid of no material")?;
        self.material = material as usize;
        for _ in 0..materials {
            self.materials.push(Material::load(&mut section)?);
        }
        let count: u64 = section.number()?;
        let size = size_of::<u64>() + size_of::<f64>() * (2 + 2 * D + D * D);
        let whole = section.records(size)? as u64;
        section.ensure(count == whole, "does not hold as many particles as it says")?;
        let mut particles = Particles::<D>::default();
        particles.resize(count as usize);
        section.fill(&mut particles.id)?;
        section.fill(particles.position.as_flattened_mut())?;
        section.fill(particles.velocity.as_flattened_mut())?;
        section.fill(particles.affine.as_flattened_mut().as_flattened_mut())?;
        section.fill(&mut particles.mass)?;
        section.fill(&mut particles.volume)?;
        section.expect(0)?;
        let sound = next_id <= ids
            && particles.is_sound()
            && particles.position.iter().all(|x| self.liquid.reaches(x));
        section.ensure(sound, "holds a particle that cannot be")?;
        let restored = self.liquid.restore(particles, next_id);
        restored.ok_or_else(|| section.flaw("holds a particle that was never added"))
    }

    fn blocks(&self) -> (usize, usize) {
        let tiles = &self.liquid.grid().tiles;
        (tiles.iter().filter(|tile| !tile.is_empty()).count(), tiles.len())
    }
}

/// What to call a part of the step.
fn named(phase: Within) -> Phase {
    match phase {
        Within::Order | Within::Resampling => Phase::Order,
        Within::ParticlesToGrid => Phase::ParticlesToGrid,
        Within::Solids | Within::Surface | Within::Extrapolation => Phase::Grid,
        Within::Pressure => Phase::Solve,
        Within::GridToParticles => Phase::GridToParticles,
    }
}

fn flaw(error: &LiquidError) -> FlawKind {
    match error {
        LiquidError::TooFast { .. } | LiquidError::Astray { .. } => FlawKind::TooFast,
        LiquidError::Unsolved { .. } => FlawKind::Unsolved,
        _ => FlawKind::NotFinite,
    }
}

/// A number of the unit matrix.
fn unit<const D: usize>(k: usize) -> f64 {
    if k / D == k % D { 1.0 } else { 0.0 }
}
