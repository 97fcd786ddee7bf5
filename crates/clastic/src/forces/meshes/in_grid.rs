//! Forces within meshes as parts of the grid's own implicit step: vertices go where nodes carry them, and nodes get what
//! that leads to, `f_i = Σ w f_p` ("The affine particle-in-cell method", section 7).

use std::ops::Range;

use super::{GRAIN, Meshes};
use crate::forces::element::Point;
use crate::forces::mesh::MeshSolve;
use crate::forces::solve::each;
use crate::forces::strands::in_space;
use crate::grid::NONE;
use crate::memory::Buffer;
use crate::parallel::{Records, tree};
use crate::particles::ParticleSet;
use crate::tensor::{LaneScalar, Narrow, RowKind, Vector};

/// What a step tries.
#[derive(Default)]
pub struct InGrid<const D: usize> {
    /// What nodes give to vertices: velocities, or the direction of a search.
    moved: Vec<Point<D>>,
    /// Where vertices would be, in m.
    tried: Vec<Point<D>>,
    /// What they give to nodes.
    given: Vec<Point<D>>,
}

impl<const D: usize> Meshes<D> {
    /// Whether any forces are parts of the grid's step.
    pub fn are_in_grid(&self) -> bool {
        !self.with_grid.groups.is_empty()
    }

    /// Whether something holds vertices of theirs, so that their momentum is not kept.
    pub fn are_held_in_grid(&self) -> bool {
        self.holders.iter().any(|holder| holder.solve == MeshSolve::Grid)
    }

    /// The energy in J, if vertices move for `dt` with the velocities at particles, in m/s, four numbers each; `pushes` get its
    /// gradients, in N.
    pub fn try_out<T: LaneScalar>(
        &mut self,
        sets: &[ParticleSet<T, D>],
        velocities: &[Buffer<T>],
        (time, dt): (f64, f64),
        pushes: &mut [Buffer<T>],
    ) -> f64 {
        self.read_moved(velocities);
        let Meshes { in_grid: InGrid { moved, tried, given }, places, mobilities, with_grid, .. } = self;
        tried.resize(places.len(), Vector([0.0; D]));
        given.resize(places.len(), Vector([0.0; D]));
        each(tried, |vertex, out| *out = places[vertex] + moved[vertex] * dt);
        for holder in self.holders.iter().filter(|holder| holder.is_fast()) {
            let pose = holder.motion.pose(time + dt);
            for (vertex, start) in &holder.vertices {
                let target = pose.apply(in_space(*start));
                tried[*vertex as usize].0.copy_from_slice(&target.0[..D]);
            }
        }
        with_grid.gathering.gradients(&with_grid.groups, tried);
        each(given, |vertex, out| *out = with_grid.gathering.sum(vertex));
        let mut energy = with_grid.energy(tried).sum();
        for holder in &self.holders {
            let (Some(stiffness), MeshSolve::Grid) = (holder.stiffness, holder.solve) else { continue };
            let pose = holder.motion.pose(time + dt);
            for (vertex, start) in &holder.vertices {
                let vertex = *vertex as usize;
                let target = pose.apply(in_space(*start));
                for axis in 0..D {
                    let away = tried[vertex][axis] - target[axis];
                    energy += 0.5 * stiffness * away * away;
                    given[vertex][axis] += stiffness * away;
                }
            }
        }
        each(given, |vertex, out| *out = *out * f64::from(mobilities[vertex] > 0.0));
        self.write_given(sets, pushes);
        energy
    }

    /// Prepares [`Meshes::multiply`] for where vertices were tried last.
    pub fn linearize(&mut self) {
        let Meshes { in_grid, with_grid, .. } = self;
        with_grid.gathering.stiffnesses(&with_grid.groups, &in_grid.tried);
    }

    /// `pushes` get the stiffness times what is at particles, four numbers each, times `scale`.
    pub fn multiply<T: LaneScalar>(
        &mut self,
        sets: &[ParticleSet<T, D>],
        at_particles: &[Buffer<T>],
        scale: f64,
        pushes: &mut [Buffer<T>],
    ) {
        self.read_moved(at_particles);
        let Meshes { in_grid: InGrid { moved, given, .. }, mobilities, with_grid, .. } = self;
        each(moved, |vertex, out| *out = *out * f64::from(mobilities[vertex] > 0.0));
        each(given, |vertex, out| *out = with_grid.gathering.product(vertex, moved) * scale);
        for holder in &self.holders {
            let (Some(stiffness), MeshSolve::Grid) = (holder.stiffness, holder.solve) else { continue };
            for (vertex, _) in &holder.vertices {
                given[*vertex as usize] += moved[*vertex as usize] * (stiffness * scale);
            }
        }
        each(given, |vertex, out| *out = *out * f64::from(mobilities[vertex] > 0.0));
        self.write_given(sets, pushes);
    }

    fn read_moved<T: LaneScalar>(&mut self, at_particles: &[Buffer<T>]) {
        let Meshes { in_grid: InGrid { moved, .. }, seats, .. } = self;
        moved.resize(seats.len(), Vector([0.0; D]));
        let lanes = T::PER_REGISTER;
        each(moved, |vertex, out| {
            let seat = seats[vertex];
            *out = Vector([0.0; D]);
            if seat.slot != NONE {
                let (values, slot) = (&at_particles[seat.material as usize], seat.slot as usize);
                for axis in 0..D {
                    let at = (slot / lanes * Narrow::NODE + axis) * lanes + slot % lanes;
                    out[axis] = values[at].to_f64();
                }
            }
        });
    }

    fn write_given<T: LaneScalar>(&self, sets: &[ParticleSet<T, D>], pushes: &mut [Buffer<T>]) {
        let lanes = T::PER_REGISTER;
        for ((set, vertices), push) in sets.iter().zip(&self.vertex_of_slot).zip(pushes) {
            let chunks = set.segments.last().map_or(0, |segment| segment.end_chunk(lanes));
            if vertices.is_empty() || chunks == 0 {
                continue;
            }
            let out = Records { data: push.grown(chunks * D * lanes), stride: D * lanes };
            let work = |range: Range<usize>, out: Records<T>| {
                for (index, slot) in (range.start * lanes..range.end * lanes).enumerate() {
                    for axis in 0..D {
                        let own = match vertices[slot] {
                            NONE => 0.0,
                            vertex => self.in_grid.given[vertex as usize][axis],
                        };
                        out.data[(index / lanes * D + axis) * lanes + index % lanes] = T::from_f64(own);
                    }
                }
            };
            tree(0..chunks, GRAIN / lanes, &|i| i, out, &work, &|_, _| ());
        }
    }
}
