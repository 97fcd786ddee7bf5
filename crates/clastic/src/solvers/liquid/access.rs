//! What a simulation does to a liquid besides letting it flow.

use std::ops::Range;

use super::cg::larger;
use super::particles::GRAIN;
use super::{Liquid, LiquidError, Particles};
use crate::parallel::tree;
use crate::particles::Particle;
use crate::transfer::Scheme;

impl<const D: usize> Liquid<D> {
    /// Whether a place, in m, of at least `D` components can be addressed.
    pub(super) fn reaches(&self, x: &[f64]) -> bool {
        self.grid.locate(&std::array::from_fn(|axis| x[axis])).is_some()
    }

    /// Adds particles with numbers from `first_id` on.
    pub(super) fn add_all(&mut self, particles: &[Particle], first_id: u64) {
        let own = &mut self.particles;
        own.reserve(particles.len());
        for (id, particle) in (first_id..).zip(particles) {
            own.id.push(id);
            own.position.push(self.grid.wrapped(std::array::from_fn(|axis| particle.position[axis])));
            own.velocity.push(std::array::from_fn(|axis| particle.velocity[axis]));
            own.affine.push(std::array::from_fn(|i| std::array::from_fn(|j| particle.affine[i][j])));
            own.mass.push(particle.mass);
            own.volume.push(particle.volume);
        }
        self.next_id = self.next_id.max(first_id + particles.len() as u64);
        (self.is_stale, self.attempted) = (true, None);
    }

    /// Takes particles away, by their indices, and says how many.
    pub fn remove(&mut self, goes: impl Fn(&Particles<D>, usize) -> bool) -> usize {
        let Liquid { particles, gone, .. } = self;
        gone.clear();
        gone.extend((0..particles.len()).filter(|p| goes(particles, *p)).map(|p| p as u32));
        if !self.gone.is_empty() {
            self.particles.remove(&self.gone);
            (self.is_stale, self.attempted) = (true, None);
        }
        self.gone.len()
    }

    /// Goes on with another scheme.
    pub(super) fn set_scheme(&mut self, scheme: Scheme) {
        self.settings.scheme = scheme;
    }

    /// The largest speed of a particle, in m/s, and the index of one that has it.
    pub fn fastest(&self) -> (f64, usize) {
        let velocity = &self.particles.velocity;
        let among = |range: Range<usize>, ()| {
            let mut most = (0.0, range.start);
            for index in range {
                let squared = velocity[index].iter().map(|v| v * v).sum::<f64>();
                most = faster(most, (squared, index));
            }
            most
        };
        let (squared, index) = tree(0..velocity.len(), GRAIN, &|i| i, (), &among, &faster);
        (squared.sqrt(), index)
    }
}

/// The first unless the second is larger or not a number.
fn faster(a: (f64, usize), b: (f64, usize)) -> (f64, usize) {
    if larger(a.0, b.0).to_bits() == a.0.to_bits() { a } else { b }
}

impl<const D: usize> Particles<D> {
    /// Whether all numbers are finite, and masses and volumes positive.
    pub(super) fn is_sound(&self) -> bool {
        let vectors = [&self.position, &self.velocity].into_iter().flatten();
        let matrices = self.affine.iter().flatten();
        let finite = vectors.chain(matrices).flatten().all(|x| x.is_finite());
        finite && self.mass.iter().chain(&self.volume).all(|x| *x > 0.0 && x.is_finite())
    }
}

/// Whether a scheme is one for liquids.
pub fn check_scheme(scheme: &Scheme) -> Result<(), LiquidError> {
    if let Some((field, value)) = scheme.invalid_field() {
        return Err(LiquidError::Scheme { field, value });
    }
    if !scheme.modes.shares().is_empty() {
        return Err(LiquidError::Modes);
    }
    if scheme.moves_on_its_own() {
        return Err(LiquidError::Separation);
    }
    Ok(())
}
