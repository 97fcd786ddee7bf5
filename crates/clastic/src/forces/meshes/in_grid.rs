//! Forces within meshes as parts of the grid's own implicit step: vertices go where nodes carry them, and nodes get what
//! that leads to, `f_i = Σ w f_p` ("The affine particle-in-cell method", section 7).

use super::{Meshes, write};
use crate::forces::element::{Point, Signs};
use crate::forces::mesh::MeshSolve;
use crate::forces::solve::each;
use crate::forces::strands::in_space;
use crate::grid::NONE;
use crate::memory::Buffer;
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
        velocities: &[Buffer<T>],
        (time, dt): (f64, f64),
        pushes: &mut [Buffer<T>],
    ) -> f64 {
        self.read_moved(velocities);
        let Meshes { in_grid: InGrid { moved, tried, given }, places, with_grid, .. } = self;
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
        for holder in self.holders.iter().filter(|holder| holder.solve == MeshSolve::Grid) {
            for pull in holder.pulls(tried, time + dt) {
                energy += pull.energy();
                given[pull.vertex] += pull.away * pull.stiffness;
            }
        }
        self.write_given(pushes);
        energy
    }

    /// Prepares [`Meshes::multiply`] for where vertices were tried last.
    pub fn linearize(&mut self, signs: Signs) {
        let Meshes { in_grid, with_grid, .. } = self;
        with_grid.gathering.stiffnesses(&with_grid.groups, &in_grid.tried, signs);
    }

    /// `pushes` get the stiffness times what is at particles, four numbers each, times `scale`.
    pub fn multiply<T: LaneScalar>(
        &mut self,
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
        self.write_given(pushes);
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

    /// Whoever holds a vertex fast takes what it would give to nodes.
    fn write_given<T: LaneScalar>(&self, pushes: &mut [Buffer<T>]) {
        for (vertices, push) in self.vertex_of_slot.iter().zip(pushes) {
            let push = push.grown(vertices.len() * D);
            push.fill(T::default());
            write(push, D, vertices, |vertex, own| {
                if self.mobilities[vertex] > 0.0 {
                    own.copy_from_slice(&self.in_grid.given[vertex].0);
                }
            });
        }
    }
}
