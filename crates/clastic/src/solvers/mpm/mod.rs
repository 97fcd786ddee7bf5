//! The explicit material point method.

mod columns;
pub mod reference;
mod saved;
mod step;
mod written;

use std::ops::Range;
use std::sync::Arc;

use crate::colliders::{Load, Motion, Obstacles, in_space};
use crate::columns::{Column, Columns, Fields};
use crate::config::{BodyForce, BodyForceAt, Guard};
use crate::diagnostics::{self, Diagnostics};
use crate::error::SnapshotError;
use crate::forces::{Mesh, MeshEnergy, MeshError, Meshes};
use crate::grid::{Domain, EDGE, NONE, RowRange, SKIN, Topology, WALLS};
use crate::integrators::{Integrator, Measured, Scratch, Solve};
use crate::materials::{
    AnyLaw, Carried, DeformationUpdate, Law, LawVisitor, Material, Speeds, State, StateOf,
};
use crate::memory::Buffer;
use crate::observer::Observer;
use crate::parallel::{Records, tree};
use crate::particles::{Keep, Orderer, Particle, ParticleSet, Segment};
use crate::snapshot::{Section, Sections};
use crate::solvers::{Attempt, OUTSIDE, ParticleState, Refusal, Solver, Stored, Which};
use crate::sources::Flow;
use crate::tensor::{LaneScalar, Matrix, SimdLevel, Vector};
use crate::transfer::{ArenasMut, FlawKind, Transfer};

/// What the solver is told once.
pub struct Settings<const D: usize> {
    /// The instruction set.
    pub level: SimdLevel,
    /// Scheme, kernel and gradients.
    pub transfer: Transfer,
    /// The bounds of the world.
    pub domain: Domain<D>,
    /// Gravity, in m/s².
    pub gravity: [f64; D],
    /// How `F` follows the velocity.
    pub deformation: DeformationUpdate,
    /// How nodes advance in time.
    pub integrator: Integrator,
    /// When an implicit step is solved.
    pub solve: Solve,
    /// What a step may do.
    pub guard: Guard,
    /// Whether to measure the nodes' energy.
    pub energy: Measured,
    /// An acceleration that depends on place and time.
    pub body_force: Option<BodyForce>,
}

/// The memory of arenas.
#[derive(Default)]
struct ArenaBuffers<T> {
    values: Buffer<T>,
    marks: Buffer<u64>,
}

impl<T: Copy + Default> ArenaBuffers<T> {
    /// So many copies of blocks of `len` values.
    fn grown(&mut self, copies: usize, len: usize) -> ArenasMut<'_, T> {
        ArenasMut { values: self.values.grown(copies * len), marks: self.marks.grown(copies) }
    }
}

/// Particles and the grid around them.
pub struct Mpm<T, const D: usize> {
    settings: Settings<D>,
    /// What matter runs into.
    obstacles: Obstacles,
    sets: Vec<ParticleSet<T, D>>,
    /// The fastest particles of each set.
    speeds: Vec<Speeds>,
    orderer: Orderer<D>,
    topology: Topology<D>,
    arenas: ArenaBuffers<T>,
    /// The rows of its tile that every home touches.
    touched: Buffer<RowRange>,
    nodes: Buffer<T>,
    /// Where the nodes' matter is, near thin obstacles.
    matter: ArenaBuffers<T>,
    /// Memory for implicit steps.
    scratch: Scratch<T, D>,
    /// Bodies whose parts keep their connections.
    meshes: Meshes<D>,
    /// The impulses of walls: of all steps, and of the one under way.
    wall_loads: [[[f64; 3]; WALLS]; 2],
    must_order: bool,
    must_evaluate: bool,
    /// Whether the step under way lets a particle leave its skin.
    leaves_skin: bool,
}

impl<T: LaneScalar, const D: usize> Mpm<T, D> {
    /// Without particles yet.
    pub fn new(settings: Settings<D>, obstacles: Obstacles) -> Self {
        Mpm {
            settings,
            obstacles,
            sets: Vec::new(),
            speeds: Vec::new(),
            orderer: Orderer::default(),
            topology: Topology::default(),
            arenas: ArenaBuffers::default(),
            touched: Buffer::default(),
            nodes: Buffer::default(),
            matter: ArenaBuffers::default(),
            scratch: Scratch::default(),
            meshes: Meshes::default(),
            wall_loads: [[[0.0; 3]; WALLS]; 2],
            must_order: false,
            must_evaluate: false,
            leaves_skin: false,
        }
    }

    /// What particles carry besides the fields that all simulations need.
    fn keep(&self) -> Keep {
        let Settings { transfer, body_force, .. } = &self.settings;
        Keep {
            gradient: transfer.keeps_gradient(),
            reference: body_force.is_some(),
            modes: transfer.scheme.modes.len(),
        }
    }

    fn state(&self, material: usize, segment: &Segment<D>, slot: usize) -> ParticleState {
        let set = &self.sets[material];
        let mut particle = Particle::at([0.0; 3], 0.0, 0.0);
        let place = set.place(&self.settings.domain, segment, slot);
        particle.position[..D].copy_from_slice(&place);
        let f = deformation(set, slot);
        let mut stress = [[0.0; 3]; 3];
        let volume = set.mass_volume.get(slot, 1).to_f64();
        let mut k = 0;
        for i in 0..D {
            particle.velocity[i] = set.velocity.get(slot, i).to_f64();
            for j in 0..D {
                particle.affine[i][j] = set.affine.get(slot, i * D + j).to_f64();
                particle.deformation[i][j] = f.0[i][j];
            }
            for j in i..D {
                stress[i][j] = set.stress.get(slot, k).to_f64() / volume;
                stress[j][i] = stress[i][j];
                k += 1;
            }
        }
        particle.mass = set.mass_volume.get(slot, 0).to_f64();
        particle.volume = volume;
        particle.temperature = set.carried(Carried::Temperature, slot);
        particle.concentrations[0] = set.carried(Carried::Concentration, slot);
        let volume_ratio = set.volume_ratio.get(slot, 0).to_f64();
        let melt = set.carried(Carried::Melt, slot);
        ParticleState { id: set.ids[slot], material, particle, volume_ratio, stress, melt }
    }

    /// Evaluates the body force at every particle.
    fn accelerate(&mut self, time: f64) {
        let Some(force) = &self.settings.body_force else { return };
        let domain = &self.settings.domain;
        for set in &mut self.sets {
            let ParticleSet { position, reference, acceleration, segments, ids, .. } = set;
            let lanes = T::PER_REGISTER;
            let stride = acceleration.stride();
            let end = segments.last().map_or(0, |s| s.end_chunk(lanes));
            let chunk_of = |i: usize| segments.get(i).map_or(end, |s| s.first_chunk as usize);
            let work = |range: Range<usize>, out: Records<T>| {
                let base = chunk_of(range.start) * lanes;
                for segment in &segments[range] {
                    let first = segment.first_chunk as usize * lanes;
                    for slot in first..first + segment.count as usize {
                        let id = ids[slot];
                        let mut at = BodyForceAt { id, position: [0.0; 3], reference: [0.0; 3], time };
                        let mut offset = [0.0; D];
                        for axis in 0..D {
                            offset[axis] = position.get(slot, axis).to_f64();
                            at.reference[axis] = reference.get(slot, axis).to_f64();
                        }
                        at.position[..D].copy_from_slice(&domain.place(&segment.block, offset));
                        let b = force(&at);
                        let local = slot - base;
                        for (axis, b) in b.iter().enumerate().take(D) {
                            let index = local / lanes * stride + axis * lanes + local % lanes;
                            out.data[index] = T::from_f64(*b);
                        }
                    }
                }
            };
            let out = Records { data: &mut acceleration.now, stride };
            tree(0..segments.len(), 4, &chunk_of, out, &work, &|_, _| ());
        }
    }
}

/// The deformation gradient that a law's state stands for.
fn deformation<T: LaneScalar, const D: usize>(set: &ParticleSet<T, D>, slot: usize) -> Matrix<f64, D> {
    struct Read<'a, T, const D: usize>(&'a ParticleSet<T, D>, usize);
    impl<T: LaneScalar, const D: usize> LawVisitor for Read<'_, T, D> {
        type Output = Matrix<f64, D>;
        fn visit<L: Law>(self, _: &L) -> Matrix<f64, D> {
            read_state::<L, T, D>(self.0, self.1).deformation()
        }
    }
    set.material.law.visit(Read(set, slot))
}

/// What the law keeps of the particle in a slot.
pub(crate) fn read_state<L: Law, T: LaneScalar, const D: usize>(
    set: &ParticleSet<T, D>,
    slot: usize,
) -> StateOf<L, f64, D> {
    let mut state = StateOf::<L, f64, D>::from_deformation(Matrix::identity(1.0));
    for k in 0..<StateOf<L, f64, D>>::COUNT {
        state.set(k, set.state.get(slot, k).to_f64());
    }
    state
}

impl<T: Stored, const D: usize> Solver for Mpm<T, D> {
    fn add_material(&mut self, material: Material) -> usize {
        let mut set = ParticleSet::new(material, self.keep());
        // The homes that are there hold none of it; the next ordering may be far away.
        set.segment_of_home.resize(self.topology.homes.len(), NONE);
        self.sets.push(set);
        self.speeds.push(Speeds::default());
        self.sets.len() - 1
    }

    fn add_particles(
        &mut self,
        material: usize,
        particles: &[Particle],
        first_id: u64,
    ) -> Result<(), Refusal> {
        let added = self.sets[material].add(&self.settings.domain, particles, first_id);
        added.map_err(|index| (index, OUTSIDE))?;
        self.must_order = true;
        self.must_evaluate = true;
        Ok(())
    }

    fn add_mesh(&mut self, material: usize, mesh: &Mesh, first_id: u64) -> Result<(), MeshError> {
        self.meshes.add(mesh, material, first_id)?;
        self.sets[material].keep_accelerations();
        Ok(())
    }

    fn mesh_ids(&self) -> Vec<u64> {
        self.meshes.seats().map(|(_, first_id)| first_id).collect()
    }

    fn mesh_energy(&self, time: f64) -> MeshEnergy {
        self.meshes.energy(time)
    }

    fn retain(&mut self, keep: &mut dyn FnMut(&ParticleState) -> bool) -> usize {
        let mut removed = Vec::new();
        self.for_each(&mut |state| {
            if !keep(state) {
                removed.push(state.id);
            }
        });
        removed.sort_unstable();
        for set in &mut self.sets {
            set.retain(|set, _, slot| removed.binary_search(&set.ids[slot]).is_err());
        }
        self.must_order |= !removed.is_empty();
        self.must_evaluate |= !removed.is_empty();
        removed.len()
    }

    fn drain(&mut self, distance: &dyn Fn(Vector<f64, 3>) -> f64, gone: &mut Flow) {
        let domain = &self.settings.domain;
        let reach = (0.5 * EDGE as f64 + SKIN) * (D as f64).sqrt() * domain.cell;
        for set in &mut self.sets {
            for index in 0..set.segments.len() {
                let middle = domain.place(&set.segments[index].block, [0.5 * EDGE as f64; D]);
                if distance(in_space(middle)) > reach {
                    continue;
                }
                let removed = set.retain_within(index, |set, segment, slot| {
                    let stays = distance(in_space(set.place(domain, segment, slot))) >= 0.0;
                    if !stays {
                        let mut velocity = [0.0; 3];
                        for axis in 0..D {
                            velocity[axis] = set.velocity.get(slot, axis).to_f64();
                        }
                        gone.add(set.mass_volume.get(slot, 0).to_f64(), velocity);
                    }
                    stays
                });
                self.must_order |= removed > 0;
                self.must_evaluate |= removed > 0;
            }
        }
    }

    fn law(&self, material: usize) -> AnyLaw {
        self.sets[material].material.law
    }

    fn materials(&self) -> usize {
        self.sets.len()
    }

    fn set_source_active(&mut self, source: usize, active: bool) {
        self.obstacles.set_active(source, active);
    }

    fn set_transfer(&mut self, transfer: Transfer) {
        self.settings.transfer = transfer;
    }

    fn set_body_force(&mut self, force: BodyForce) {
        self.settings.body_force = Some(force);
    }

    fn set_motion(&mut self, collider: usize, motion: Motion) {
        self.obstacles.set_motion(collider, motion);
    }

    fn is_in_collider(&self, place: Vector<f64, 3>, time: f64) -> bool {
        self.obstacles.contains(place, time)
    }

    fn surface_speed(&mut self, time: f64) -> f64 {
        self.obstacles.surface_speed(time, &self.settings.domain, &self.topology)
    }

    fn loads(&self) -> &[Load] {
        self.obstacles.loads()
    }

    fn set_loads(&mut self, loads: &[Load], walls: [[f64; 3]; WALLS]) {
        self.obstacles.set_loads(loads);
        self.wall_loads[0] = walls;
    }

    fn wall_loads(&self) -> &[[f64; 3]; WALLS] {
        &self.wall_loads[0]
    }

    fn prepare(&mut self, observer: &mut dyn Observer) {
        self.order(observer);
        if self.must_evaluate {
            self.meshes.read(&self.sets, &self.settings.domain);
            self.update_materials(0.0, observer);
            self.must_evaluate = false;
        }
    }

    fn fastest(&self) -> [Which<f64>; 6] {
        let mut fastest = [Which { value: 0.0, material: 0, id: 0 }; 6];
        if let Some((value, material, id)) = self.meshes.fastest() {
            fastest[4] = Which { value, material, id };
        }
        for (material, (set, speeds)) in self.sets.iter().zip(&self.speeds).enumerate() {
            for (best, found) in fastest.iter_mut().zip(speeds.all()) {
                if found.speed > best.value {
                    *best = Which { value: found.speed, material, id: set.ids[found.slot] };
                }
            }
        }
        fastest
    }

    fn attempt(
        &mut self,
        time: f64,
        dt: f64,
        observer: &mut dyn Observer,
    ) -> Result<Attempt, Which<FlawKind>> {
        self.advance(time, dt, observer).map_err(|(material, flaw)| {
            self.meshes.take_back(&mut self.sets);
            let id = self.sets[material].ids.get(flaw.slot).copied().unwrap_or(0);
            Which { value: flaw.kind, material, id }
        })
    }

    fn commit(&mut self, dt: f64, observer: &mut dyn Observer) {
        self.commit_step(dt, observer);
    }

    fn diagnostics(&self, time: f64) -> Diagnostics {
        let mut diagnostics = diagnostics::measure(&self.sets, &self.settings);
        diagnostics.elastic += self.meshes.energy(time).sum();
        diagnostics
    }

    fn len(&self) -> usize {
        let mut len = 0;
        for set in &self.sets {
            set.for_each(|_, _| len += 1);
        }
        len
    }

    fn for_each(&self, f: &mut dyn FnMut(&ParticleState)) {
        for (material, set) in self.sets.iter().enumerate() {
            set.for_each(|segment, slot| f(&self.state(material, segment, slot)));
        }
    }

    fn columns(&self, which: Fields, ids: u64, into: &mut Columns) {
        self.fill_columns(which, ids, into);
    }

    fn set_column(&mut self, column: Column, ids: u64, values: &[f64]) -> Result<(), Refusal> {
        self.write_column(column, ids, values)
    }

    fn save(&self, to: &mut Vec<Section>) {
        self.save_seats(to);
        self.save_sets(to);
        self.save_meshes(to);
    }

    fn load(
        &mut self,
        materials: usize,
        ids: u64,
        meshes: &[Arc<Mesh>],
        from: &mut Sections,
    ) -> Result<(), SnapshotError> {
        let seats = self.load_seats(materials, ids, meshes, from)?;
        self.load_sets(materials, ids, &seats, from)?;
        self.load_meshes(meshes, &seats, from)
    }

    fn blocks(&self) -> (usize, usize) {
        (self.topology.homes.len(), self.topology.nodes.len())
    }
}
