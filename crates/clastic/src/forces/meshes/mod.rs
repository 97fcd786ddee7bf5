//! All meshes of a simulation: where their vertices are among the particles, and what their forces do to them.

mod groups;
mod held;
mod in_grid;

use std::ops::Range;

use super::element::Point;
use super::manifold::Manifolds;
use super::mesh::{Mesh, MeshSolve};
use super::solve::{Gathering, InBody, each};
use super::strands::{Strands, in_space};
use super::{MeshEnergy, MeshError};
use crate::colliders::Pose;
use crate::error::SnapshotError;
use crate::grid::{Domain, NONE};
use crate::integrators::Iterations;
use crate::parallel::{Records, tree};
use crate::particles::ParticleSet;
use crate::snapshot::{Reader, Section};
use crate::tensor::{LaneScalar, Matrix, SimdLevel, Vector};
pub(super) use groups::Forces;
use held::Holder;
use in_grid::InGrid;

/// Vertices per task.
pub(super) const GRAIN: usize = 1024;

/// By how much an edge of a strand or a sheet may turn in a step, in rad. Vertices move along straight lines, which makes an edge
/// that turns longer; the next step shrinks it, but of that only what the grid sees and a share `β` of the rest comes to
/// pass. Where edges turn faster, strands that cross within a cell stretch each other without end.
const TURN: f64 = 0.1;

/// The vertices of a mesh: consecutive here, and with consecutive ids.
struct Body {
    material: usize,
    first_id: u64,
    vertices: Range<usize>,
}

/// Where a vertex is among the particles.
#[derive(Clone, Copy)]
struct Seat<const D: usize> {
    material: u32,
    /// [`NONE`] if it is gone.
    slot: u32,
    /// The place of its block's origin, in m, of all images of a periodic world the one that it was last near.
    origin: Point<D>,
}

/// All meshes of a simulation.
#[derive(Default)]
pub struct Meshes<const D: usize> {
    bodies: Vec<Body>,
    holders: Vec<Holder<D>>,
    /// Where they are, while a step needs it.
    poses: Vec<Pose>,
    seats: Vec<Seat<D>>,
    /// Per set: the vertex in every slot, or [`NONE`].
    vertex_of_slot: Vec<Vec<u32>>,
    /// Per vertex: the holder that holds it fast, or [`NONE`], and where it was when that began.
    held_by: Vec<(u32, Point<D>)>,
    masses: Vec<f64>,
    /// 1/m, and 0 of those that are held fast.
    mobilities: Vec<f64>,
    places: Vec<Point<D>>,
    velocities: Vec<Point<D>>,
    /// Those that they would have after a step without forces within, in m/s.
    fallen: Vec<Point<D>>,
    /// What acts explicitly does, in m/s².
    accelerations: Vec<Point<D>>,
    /// What is solved for does in a step, in m/s.
    changes: Vec<Point<D>>,
    manifolds: Manifolds,
    explicit: Forces<D>,
    implicit: Forces<D>,
    with_grid: Forces<D>,
    in_grid: InGrid<D>,
    in_body: InBody<D>,
    /// The fastest vibration of what acts explicitly, in rad/s, and a vertex of it.
    frequency: (f64, usize),
    /// The edges of strands, sheets and springs that are solved for.
    edges: Vec<[u32; 2]>,
}

impl<const D: usize> Meshes<D> {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    /// Adds a mesh whose vertices have been added as particles with consecutive ids.
    pub fn add(&mut self, mesh: &Mesh, material: usize, first_id: u64) -> Result<(), MeshError> {
        let first = self.masses.len();
        let count = mesh.vertices.len();
        self.bodies.push(Body { material, first_id, vertices: first..first + count });
        for particle in &mesh.vertices {
            let mut place = Vector([0.0; D]);
            place.0.copy_from_slice(&particle.position[..D]);
            self.places.push(place);
            self.masses.push(particle.mass);
            self.mobilities.push(particle.mass.recip());
        }
        let still = Vector([0.0; D]);
        self.velocities.resize(first + count, still);
        for numbers in [&mut self.fallen, &mut self.accelerations, &mut self.changes] {
            numbers.resize(first + count, still);
        }
        self.held_by.resize(first + count, (NONE, still));
        let nowhere = Seat { material: material as u32, slot: NONE, origin: still };
        self.seats.resize(first + count, nowhere);
        for pin in &mesh.pins {
            let vertices = pin.vertices.iter().map(|vertex| first as u32 + vertex);
            let vertices: Vec<_> = vertices.map(|vertex| (vertex, self.places[vertex as usize])).collect();
            if pin.stiffness.is_none() {
                for (vertex, start) in &vertices {
                    self.mobilities[*vertex as usize] = 0.0;
                    self.held_by[*vertex as usize] = (self.holders.len() as u32, *start);
                }
            }
            let (motion, solve) = (pin.motion.clone(), mesh.solve);
            self.holders.push(Holder { motion, stiffness: pin.stiffness, solve, vertices });
        }
        self.manifolds.add(&mesh.parts, count);
        let forces = match mesh.solve {
            MeshSolve::Explicit => &mut self.explicit,
            MeshSolve::Implicit => &mut self.implicit,
            MeshSolve::Grid => &mut self.with_grid,
        };
        for part in &mesh.parts {
            forces.add(part, first as u32)?;
            if mesh.solve == MeshSolve::Implicit {
                self.edges.extend(part.edges().iter().map(|edge| edge.map(|k| k + first as u32)));
            }
        }
        self.edges.sort_unstable();
        self.edges.dedup();
        self.finish();
        Ok(())
    }

    /// The material of every mesh and the id of its first vertex.
    pub fn seats(&self) -> impl Iterator<Item = (usize, u64)> {
        self.bodies.iter().map(|body| (body.material, body.first_id))
    }

    /// Appends what does not follow from the particles: the images of places, and the frames of strands.
    pub fn save(&self, to: &mut Section) {
        for place in &self.places {
            to.put_all(&place.0);
        }
        for forces in [&self.explicit, &self.implicit] {
            let frames = forces.strands.frames_by_strand();
            to.put(frames.len() as u32);
            for (root, numbers) in frames {
                to.put_all(&[root, numbers.len() as u32]);
                to.put_all(&numbers);
            }
        }
    }

    /// Takes over what [`Meshes::save`] wrote, for the same meshes.
    pub(crate) fn load(&mut self, from: &mut Reader) -> Result<(), SnapshotError> {
        for place in &mut self.places {
            place.0 = from.array()?;
            from.ensure(place.0.iter().all(|x| x.is_finite()), "holds a vertex that is nowhere")?;
        }
        for forces in [&mut self.explicit, &mut self.implicit] {
            let mut frames = forces.strands.frames_by_strand();
            let count: u32 = from.number()?;
            for _ in 0..count {
                let [root, length]: [u32; 2] = from.array()?;
                let known = frames.get_mut(&root).filter(|numbers| numbers.len() == length as usize);
                let numbers = known.ok_or_else(|| from.flaw("holds a strand that there is not"))?;
                from.fill(numbers)?;
                let finite = numbers.iter().all(|x| x.is_finite());
                from.ensure(finite, "holds a strand that is turned nowhere")?;
            }
            forces.strands.take_frames(&frames);
        }
        Ok(())
    }

    /// What follows from all that was added.
    fn finish(&mut self) {
        let Meshes { explicit, implicit, with_grid, masses, mobilities, .. } = self;
        for forces in [&mut *explicit, &mut *implicit, &mut *with_grid] {
            let is_free = |vertex: u32| mobilities[vertex as usize] > 0.0;
            // Adding a mesh must not undo the twist of those that are there.
            let frames = forces.strands.frames_by_strand();
            forces.strands = Strands::new(forces.rods.clone(), masses, &is_free);
            forces.strands.take_frames(&frames);
        }
        explicit.gathering = Gathering::new(&explicit.groups, masses.len());
        for forces in [implicit, with_grid] {
            forces.gathering = Gathering::with_stiffness(&forces.groups, masses.len());
        }
        self.in_body.prepare(&self.implicit.gathering, &self.mobilities);
        let Meshes { explicit, masses, .. } = self;
        let mut squares = vec![0.0; masses.len()];
        for group in &explicit.groups {
            group.add_squared_frequencies(masses, &mut squares);
        }
        explicit.strands.add_squared_frequencies(&mut squares);
        self.add_holding(&mut squares);
        self.frequency = (0.0, 0);
        for (vertex, squared) in squares.iter().enumerate() {
            if squared.sqrt() > self.frequency.0 {
                self.frequency = (squared.sqrt(), vertex);
            }
        }
    }

    /// The springs of holders act explicitly, but for what is part of the grid's step.
    fn add_holding(&self, squares: &mut [f64]) {
        for holder in self.holders.iter().filter(|holder| holder.solve != MeshSolve::Grid) {
            for (vertex, _) in &holder.vertices {
                squares[*vertex as usize] +=
                    holder.stiffness.unwrap_or(0.0) * self.mobilities[*vertex as usize];
            }
        }
    }

    /// What limits a step, in rad/s, and the material and id of a vertex of it: the fastest vibration of what acts explicitly, or
    /// how fast an edge of a strand or sheet turns that is solved for, over [`TURN`].
    pub fn fastest(&self) -> Option<(f64, usize, u64)> {
        let (turning, edge) = self.turning();
        let turning = (turning / TURN, edge);
        let (frequency, vertex) = if turning.0 > self.frequency.0 { turning } else { self.frequency };
        let body = self.bodies.iter().find(|body| body.vertices.contains(&vertex))?;
        Some((frequency, body.material, body.first_id + (vertex - body.vertices.start) as u64))
    }

    /// How fast an edge of a strand or sheet that is solved for turns at most, in rad/s, and a vertex of it.
    fn turning(&self) -> (f64, usize) {
        let Meshes { edges, places, velocities, .. } = self;
        let work = |range: Range<usize>, ()| {
            let mut most = (0.0, 0);
            for [a, b] in &edges[range] {
                let [a, b] = [*a as usize, *b as usize];
                let (along, v) = (places[b] - places[a], velocities[b] - velocities[a]);
                let squared = along.norm_squared();
                let turns = (v * squared - along * along.dot(v)).norm_squared() / squared.powi(3);
                // Ends at one place have no direction to turn.
                if turns.is_finite() && turns > most.0 {
                    most = (turns, a);
                }
            }
            most
        };
        let faster = |a: (f64, usize), b: (f64, usize)| if b.0 > a.0 { b } else { a };
        let (squared, vertex) = tree(0..edges.len(), GRAIN, &|i| i, (), &work, &faster);
        (squared.sqrt(), vertex)
    }

    /// Finds all vertices among the particles, after these have been ordered.
    pub fn locate<T: LaneScalar>(&mut self, sets: &[ParticleSet<T, D>], domain: &Domain<D>) {
        if self.is_empty() {
            return;
        }
        self.vertex_of_slot.resize_with(sets.len(), Vec::new);
        for seat in &mut self.seats {
            seat.slot = NONE;
        }
        for (material, (set, vertices)) in sets.iter().zip(&mut self.vertex_of_slot).enumerate() {
            if !self.bodies.iter().any(|body| body.material == material) {
                continue;
            }
            vertices.clear();
            vertices.resize(set.ids.len(), NONE);
            set.for_each(|segment, slot| {
                let id = set.ids[slot];
                // Bodies are in the order of their ids.
                let later = self.bodies.partition_point(|body| body.first_id <= id);
                let Some(body) = later.checked_sub(1).map(|index| &self.bodies[index]) else { return };
                let vertex = body.vertices.start + (id - body.first_id) as usize;
                if vertex >= body.vertices.end {
                    return;
                }
                vertices[slot] = vertex as u32;
                let place = Vector(set.place(domain, segment, slot));
                let mut origin = Vector(domain.place(&segment.block, [0.0; D]));
                for axis in 0..D {
                    if let Some(period) = domain.period(axis) {
                        let away = self.places[vertex][axis] - place[axis];
                        origin[axis] += (away / period).round() * period;
                    }
                }
                self.seats[vertex] = Seat { material: material as u32, slot: slot as u32, origin };
            });
        }
        self.forget_lost();
    }

    /// Elements around vertices that are gone go too, and so do strands that have lost one.
    fn forget_lost(&mut self) {
        let Meshes { seats, masses, holders, explicit, implicit, with_grid, edges, .. } = self;
        let is_there = |vertex: u32| seats[vertex as usize].slot != NONE;
        let lost = seats.iter().enumerate().any(|(vertex, seat)| seat.slot == NONE && masses[vertex] > 0.0);
        if !lost {
            return;
        }
        for forces in [explicit, implicit, with_grid] {
            forces.groups.iter_mut().for_each(|group| group.retain(&is_there));
            forces.rods.retain(|rod| rod.vertices.iter().all(|vertex| is_there(*vertex)));
        }
        for holder in holders {
            holder.vertices.retain(|(vertex, _)| is_there(*vertex));
        }
        edges.retain(|edge| edge.iter().all(|vertex| is_there(*vertex)));
        for (mass, seat) in masses.iter_mut().zip(&*seats) {
            if seat.slot == NONE {
                *mass = 0.0;
            }
        }
        self.finish();
    }

    /// Reads where the vertices are and how they move.
    pub fn read<T: LaneScalar>(&mut self, sets: &[ParticleSet<T, D>], domain: &Domain<D>) {
        let Meshes { seats, places, velocities, .. } = self;
        let data = (
            Records { data: places.as_mut_slice(), stride: 1 },
            Records { data: velocities.as_mut_slice(), stride: 1 },
        );
        let work = |range: Range<usize>, (places, velocities): (Records<Point<D>>, Records<Point<D>>)| {
            let written = places.data.iter_mut().zip(velocities.data);
            for (seat, (place, velocity)) in seats[range].iter().zip(written) {
                if seat.slot == NONE {
                    continue;
                }
                let (set, slot) = (&sets[seat.material as usize], seat.slot as usize);
                for axis in 0..D {
                    let offset = set.position.get(slot, axis).to_f64() * domain.cell;
                    place[axis] = seat.origin[axis] + offset;
                    velocity[axis] = set.velocity.get(slot, axis).to_f64();
                }
            }
        };
        tree(0..seats.len(), GRAIN, &|i| i, data, &work, &|_, _| ());
    }

    /// Forces of a step from `time` on. What acts explicitly is added to the particles' accelerations, or becomes them, and
    /// goes through the grid. What is solved for changes the vertices' own velocities before the transfer: what of it the
    /// grid cannot see would be lost otherwise, and schemes that let particles move on their own can use it. Returns what that
    /// took.
    pub fn push<T: LaneScalar>(
        &mut self,
        level: SimdLevel,
        sets: &mut [ParticleSet<T, D>],
        (time, dt): (f64, f64),
        gravity: Point<D>,
        adds: bool,
    ) -> Iterations {
        if self.is_empty() {
            return Iterations::default();
        }
        self.turn_held(time);
        let iterations = self.forces(level, dt, gravity);
        self.hold_softly(time + dt);
        let Meshes { velocities, accelerations, changes, vertex_of_slot, .. } = self;
        for (set, vertices) in sets.iter_mut().zip(&*vertex_of_slot) {
            if !adds {
                set.acceleration.now.fill(T::default());
            }
            let more = |vertex: usize, a: &mut [f64]| (0..D).for_each(|k| a[k] += accelerations[vertex][k]);
            write(&mut set.acceleration.now, D, vertices, more);
            let changed = |vertex: usize, v: &mut [f64]| {
                v.copy_from_slice(&(velocities[vertex] + changes[vertex]).0);
            };
            write(&mut set.velocity.now, D, vertices, changed);
        }
        iterations
    }

    fn forces(&mut self, level: SimdLevel, dt: f64, gravity: Point<D>) -> Iterations {
        let Meshes { places, velocities, fallen, accelerations, changes, mobilities, .. } = self;
        let Meshes { explicit, implicit, in_body, .. } = self;
        let still = Vector([0.0; D]);
        let falls = |vertex: usize| if mobilities[vertex] > 0.0 { gravity * dt } else { still };
        accelerations.fill(still);
        each(fallen, |vertex, out| *out = velocities[vertex] + falls(vertex));
        // Whoever holds a vertex fast bears its weight, which the grid would give to those beside it.
        each(changes, |vertex, out| *out = falls(vertex) - gravity * dt);
        explicit.gathering.forces(&explicit.groups, places, mobilities, accelerations);
        if !explicit.strands.is_empty() {
            explicit.strands.advance(level, (places, velocities), dt, false);
            each(accelerations, |vertex, out| {
                *out += in_plane(explicit.strands.change(vertex)) * dt.recip();
            });
        }
        // At the end of the step gravity will have acted.
        if !implicit.strands.is_empty() {
            implicit.strands.advance(level, (places, fallen), dt, true);
            each(changes, |vertex, out| *out += in_plane(implicit.strands.change(vertex)));
        }
        in_body.solve(implicit, (places, fallen), mobilities, dt, changes)
    }

    /// Undoes what a step that was refused did to velocities.
    pub fn take_back<T: LaneScalar>(&self, sets: &mut [ParticleSet<T, D>]) {
        for (set, vertices) in sets.iter_mut().zip(&self.vertex_of_slot) {
            let old = |vertex: usize, v: &mut [f64]| v.copy_from_slice(&self.velocities[vertex].0);
            write(&mut set.velocity.now, D, vertices, old);
        }
    }

    /// Tells laws that are not isotropic which way lines and surfaces run: the columns of `F` that lie along them point there.
    pub fn lay<T: LaneScalar>(&self, sets: &mut [ParticleSet<T, D>]) {
        // A neighbour that is gone counts as if it were here.
        let place = |k: u32, here: usize| {
            let is_there = self.seats[k as usize].slot != NONE;
            in_space(self.places[if is_there { k as usize } else { here }])
        };
        for (set, vertices) in sets.iter_mut().zip(&self.vertex_of_slot) {
            if set.material.law.is_isotropic() {
                continue;
            }
            write(&mut set.state.now, D * D, vertices, |vertex, g| {
                let mut f = Matrix::<f64, D>::identity(1.0);
                (0..D * D).for_each(|k| f.0[k / D][k % D] += g[k]);
                if let Some(f) = self.manifolds.laid(vertex, f, |k| place(k, vertex)) {
                    g.copy_from_slice(f.plus_diagonal(-1.0).0.as_flattened());
                }
            });
        }
    }

    /// After a step: frames of strands have moved on.
    pub fn commit(&mut self) {
        self.explicit.strands.commit();
        self.implicit.strands.commit();
    }

    /// What the forces hold at a time.
    pub fn energy(&self, time: f64) -> MeshEnergy {
        let mut total = MeshEnergy::default();
        for forces in [&self.explicit, &self.implicit, &self.with_grid] {
            let own = forces.energy(&self.places);
            total.stretch += own.stretch;
            total.bend += own.bend;
            total.twist += own.twist;
        }
        let pulls = self.holders.iter().flat_map(|holder| holder.pulls(&self.places, time));
        total.stretch += pulls.map(|pull| pull.energy()).sum::<f64>();
        total
    }
}

/// What of a vector lies in the simulation's dimensions.
fn in_plane<const D: usize>(v: Vector<f64, 3>) -> Point<D> {
    Vector(std::array::from_fn(|axis| v[axis]))
}

/// The most numbers of a particle that [`write`] knows: those of a matrix.
const NUMBERS_MAX: usize = 9;

/// Lets `f` change so many numbers of every particle that is a vertex.
fn write<T: LaneScalar>(
    numbers: &mut [T],
    count: usize,
    vertices: &[u32],
    f: impl Fn(usize, &mut [f64]) + Sync,
) {
    let lanes = T::PER_REGISTER;
    let (chunks, stride) = (vertices.len() / lanes, count * lanes);
    let out = Records { data: &mut numbers[..chunks * stride], stride };
    let work = |range: Range<usize>, out: Records<T>| {
        for (index, vertex) in vertices[range.start * lanes..range.end * lanes].iter().enumerate() {
            if *vertex == NONE {
                continue;
            }
            let at = |k: usize| (index / lanes * count + k) * lanes + index % lanes;
            let mut own = [0.0; NUMBERS_MAX];
            (0..count).for_each(|k| own[k] = out.data[at(k)].to_f64());
            f(*vertex as usize, &mut own[..count]);
            (0..count).for_each(|k| out.data[at(k)] = T::from_f64(own[k]));
        }
    };
    tree(0..chunks, GRAIN / lanes, &|i| i, out, &work, &|_, _| ());
}
