//! What liquid does to walls and solids.

use super::Liquid;
use super::grid::cells_of;
use super::solids::{is_between_walls, part_between_walls};
use crate::grid::Side;

/// An impulse on a wall or on a solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Push<const D: usize> {
    /// Where, in m.
    pub place: [f64; D],
    /// Along which axis.
    pub axis: usize,
    /// In N s; in 2D per m.
    pub impulse: f64,
    /// On what.
    pub on: Pushed,
}

/// What liquid pushes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pushed {
    /// The wall across the axis.
    Wall(Side),
    /// A solid, by the number that [`super::Solids::nearest`] gives.
    Solid(u16),
}

impl<const D: usize> Liquid<D> {
    /// Tells what walls and solids got in the step of `dt` s that was attempted and is not committed yet: the pressure on what they
    /// close of faces, and the momentum of what stops at faces that are closed as a whole.
    pub fn pushes(&self, dt: f64, mut tell: impl FnMut(Push<D>)) {
        let Liquid { settings, grid, particles, room, gathered, pressure, .. } = self;
        // All are of one liquid.
        let Some((mass, volume)) = particles.mass.first().zip(particles.volume.first()) else { return };
        let full = mass / volume * grid.cell.powi(D as i32);
        for tile in (0..grid.tiles.len()).filter(|tile| room.cut[*tile]) {
            for face in tile * cells_of(D)..(tile + 1) * cells_of(D) {
                for axis in (0..D).filter(|axis| room.open[*axis][face] < 1.0) {
                    let Some((closed, on)) = self.closed(face, axis) else { continue };
                    let below = grid.beside_cell(face, axis, 0).map_or(0.0, |below| pressure.q[below]);
                    let mut impulse = closed * full * (below - pressure.q[face]);
                    if room.open[axis][face] == 0.0 {
                        let arrives = gathered.velocity[axis][face] + settings.gravity[axis] * dt;
                        impulse += gathered.mass[axis][face] * (arrives - room.velocity[axis][face]);
                    }
                    if impulse != 0.0 {
                        tell(Push { place: grid.face_center(face, axis), axis, impulse, on });
                    }
                }
            }
        }
    }

    /// How much of a face is closed to liquid that could be there, and by what. Walls along the axis let liquid slide; particles beside one
    /// give to faces beyond it too, on which no pressure acts.
    fn closed(&self, face: usize, axis: usize) -> Option<(f64, Pushed)> {
        let Liquid { grid, room, .. } = self;
        let coord = grid.coord(face);
        let beside = (0..D).filter(|a| *a != axis);
        let side: f64 = beside.map(|a| part_between_walls(grid, a, coord[a])).product();
        if is_between_walls(grid, axis, coord[axis]) {
            let closed = side - room.open[axis][face];
            let whose = room.distances.whose::<D>(face, axis)?;
            return (closed > 0.0).then_some((closed, Pushed::Solid(whose)));
        }
        let at = grid.face_center(face, axis)[axis];
        let is_high = at - grid.bounds.low[axis] > grid.bounds.high[axis] - at;
        Some((side, Pushed::Wall(if is_high { Side::High } else { Side::Low })))
    }
}
