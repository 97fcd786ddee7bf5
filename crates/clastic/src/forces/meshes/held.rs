//! What holds vertices does to them.

use super::Meshes;
use crate::config::Guard;
use crate::forces::mesh::MeshSolve;
use crate::forces::rod;
use crate::forces::strands::{EdgeFrame, in_space};
use crate::grid::{Domain, EDGE, NONE, SKIN};
use crate::particles::ParticleSet;
use crate::tensor::LaneScalar;
use crate::transfer::{Flaw, FlawKind};

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
            let Some(stiffness) = holder.stiffness else { continue };
            let pose = holder.motion.pose(time);
            for (vertex, start) in &holder.vertices {
                let vertex = *vertex as usize;
                let target = pose.apply(in_space(*start));
                for axis in 0..D {
                    let away = self.places[vertex][axis] - target[axis];
                    self.accelerations[vertex][axis] -= stiffness * self.mobilities[vertex] * away;
                }
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
