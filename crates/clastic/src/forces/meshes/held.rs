//! What holds vertices does to them.

use super::{Meshes, in_plane};
use crate::colliders::Motion;
use crate::config::Guard;
use crate::forces::element::Point;
use crate::forces::mesh::MeshSolve;
use crate::forces::rod;
use crate::forces::strands::{EdgeFrame, in_space};
use crate::grid::{Domain, EDGE, NONE, SKIN};
use crate::particles::ParticleSet;
use crate::tensor::LaneScalar;
use crate::transfer::{Flaw, FlawKind};

/// Something that holds vertices.
pub(super) struct Holder<const D: usize> {
    pub motion: Motion,
    /// The stiffness of its springs, in N/m, if it does not hold fast.
    pub stiffness: Option<f64>,
    /// How forces within the mesh that it holds act, and so its springs.
    pub solve: MeshSolve,
    /// Which, and where they were when its motion began.
    pub vertices: Vec<(u32, Point<D>)>,
}

impl<const D: usize> Holder<D> {
    /// Whether it holds fast.
    pub fn is_fast(&self) -> bool {
        self.stiffness.is_none()
    }

    /// What its springs do at a time to vertices at these places: nothing if it holds fast.
    pub fn pulls(&self, places: &[Point<D>], time: f64) -> impl Iterator<Item = Pull<D>> {
        let pose = self.motion.pose(time);
        self.stiffness.into_iter().flat_map(move |stiffness| {
            self.vertices.iter().map(move |(vertex, start)| {
                let vertex = *vertex as usize;
                let away = places[vertex] - in_plane(pose.apply(in_space(*start)));
                Pull { stiffness, vertex, away }
            })
        })
    }
}

/// A spring that holds a vertex.
pub(super) struct Pull<const D: usize> {
    /// In N/m.
    pub stiffness: f64,
    pub vertex: usize,
    /// How far the vertex is from where it is held, in m.
    pub away: Point<D>,
}

impl<const D: usize> Pull<D> {
    /// What it holds, in J.
    pub fn energy(&self) -> f64 {
        0.5 * self.stiffness * self.away.norm_squared()
    }
}

impl<const D: usize> Meshes<D> {
    /// Turns the edges of strands that are held fast with what holds them.
    pub(super) fn turn_held(&mut self, time: f64) {
        if self.holders.iter().all(|holder| holder.motion.is_fixed()) {
            return;
        }
        let Meshes { poses, held_by, .. } = self;
        poses.clear();
        poses.extend(self.holders.iter().map(|holder| holder.motion.pose(time)));
        for forces in [&mut self.explicit, &mut self.implicit] {
            forces.strands.turn_held(|ends, rest| {
                let [(holder, start), (other, end)] = ends.map(|vertex| held_by[vertex as usize]);
                if holder != other {
                    return None;
                }
                let pose = &poses[holder as usize];
                let along = in_space(end - start);
                let direction = along * along.norm().recip();
                let director = rod::transported(rest.director, rest.direction, direction);
                let (direction, director) = (pose.turn(direction.0), pose.turn(director.0));
                Some(EdgeFrame { direction, director, spin: pose.spin().dot(direction) })
            });
        }
    }

    /// Adds what springs to moving places do.
    pub(super) fn hold_softly(&mut self, time: f64) {
        for holder in self.holders.iter().filter(|holder| holder.solve != MeshSolve::Grid) {
            for Pull { stiffness, vertex, away } in holder.pulls(&self.places, time) {
                self.accelerations[vertex] += away * -(stiffness * self.mobilities[vertex]);
            }
        }
    }

    /// Puts the vertices that are held fast where they are held at the end of a step, and tells whether one has left its
    /// block's skin.
    pub fn hold<T: LaneScalar>(
        &self,
        sets: &mut [ParticleSet<T, D>],
        domain: &Domain<D>,
        guard: &Guard,
        (time, dt): (f64, f64),
    ) -> Result<bool, (usize, Flaw)> {
        let mut left_skin = false;
        for holder in self.holders.iter().filter(|holder| holder.is_fast()) {
            let pose = holder.motion.pose(time + dt);
            for (vertex, start) in &holder.vertices {
                let seat = self.seats[*vertex as usize];
                if seat.slot == NONE {
                    continue;
                }
                let target = pose.apply(in_space(*start));
                let (material, slot) = (seat.material as usize, seat.slot as usize);
                let set = &mut sets[material];
                for axis in 0..D {
                    let way = target[axis] - self.places[*vertex as usize][axis];
                    if way.is_nan() || way.abs() > guard.max_cells_per_step * domain.cell {
                        return Err((material, Flaw { kind: FlawKind::TooFast, slot }));
                    }
                    let offset = (target[axis] - seat.origin[axis]) / domain.cell;
                    left_skin |= !(-SKIN..EDGE as f64 + SKIN).contains(&offset);
                    let index = set.position.index(slot, axis);
                    set.position.next[index] = T::from_f64(offset);
                    set.velocity.next[index] = T::from_f64(way / dt);
                }
            }
        }
        Ok(left_skin)
    }
}
