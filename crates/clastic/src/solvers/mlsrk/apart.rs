//! Particles of liquids and grains keep apart.
//!
//! Particles move with the mean velocity around them, in which two that have come together stay together, and the volume by equation 19
//! hardly sees a neighbour that is so near. Those that are too close are moved apart, each by the other's share of both masses, so
//! that the middle of mass stays where it is; velocities stay as they are.

use crate::materials::{Material, VolumeSource};
use crate::tensor::{Mask, Real, Simd, Vector};

use super::pairs::{Pairs, Register, Scratch, Sum, total};
use super::particles::{Hold, Particles};

/// How close two particles may come, over their distance on a lattice.
const CLOSEST: f64 = 0.75;
/// The largest share of the way that a step makes: in a crowd everyone gives way to several others at once.
pub(super) const MOST_APART: f64 = 0.2;

/// What a particle tells of itself: see [`ApartSum::rooms`].
pub(super) fn room<const D: usize>(
    particles: &Particles<D>,
    materials: &[Material],
    scale: f64,
    i: usize,
) -> [f64; 4] {
    let Particles { hold, mass, material, rest_volume, .. } = particles;
    let gives_way = if hold[i] == Hold::Free { mass[i].recip() } else { 0.0 };
    let room = match materials[material[i] as usize].mixing.volume {
        VolumeSource::Density => CLOSEST * rest_volume[i].powf(1.0 / D as f64) / scale,
        VolumeSource::Deformation => 0.0,
    };
    [gives_way, room, 0.0, 0.0]
}

/// How far every particle is moved away from those that are too close, in m.
pub(super) struct ApartSum<'a, const D: usize> {
    pub pairs: Pairs<'a, D>,
    /// One over its mass, in 1/kg, or 0 if it does not give way; how close others may come to it, in `a`, or 0 if that does not
    /// matter.
    pub rooms: &'a [[f64; 4]],
    /// The share of the way that a step makes.
    pub share: f64,
}

impl<const D: usize> Sum for ApartSum<'_, D> {
    type To = [f64; D];

    #[inline(always)]
    fn of<S: Simd>(&self, token: S, i: usize, scratch: &mut Scratch) -> [f64; D] {
        let [gives_way, room, ..] = self.rooms[i];
        if gives_way == 0.0 || room == 0.0 {
            return [0.0; D];
        }
        let zero = <Register<S>>::splat(token, 0.0);
        let mut away = Vector([zero; D]);
        self.pairs.each(token, i, [self.rooms], scratch, |near, [[other, other_room, ..]]| {
            let square = near.xi.norm_squared();
            let room = (other_room + zero.of(room)) * zero.of(0.5);
            // Neither the particle itself nor what is at the very same place is in any direction.
            let is_close = zero.lt(square) & square.lt(room * room) & zero.lt(other_room);
            if is_close.any() {
                let distance = square.sqrt();
                let part = zero.of(gives_way) / (other + zero.of(gives_way));
                let way = <Register<S>>::select(is_close, part * (room - distance) / distance, zero);
                for k in 0..D {
                    away[k] -= way * near.xi[k];
                }
            }
        });
        away.0.map(|way| self.share * self.pairs.scale * total(way))
    }
}
