//! What a simulation does to a liquid besides letting it flow.

use super::cg::larger;
use super::{Liquid, LiquidError, Particles};
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
        let mut most = (0.0, 0);
        for (index, v) in self.particles.velocity.iter().enumerate() {
            let squared = v.iter().map(|v| v * v).sum::<f64>();
            if larger(most.0, squared) != most.0 {
                most = (squared, index);
            }
        }
        (most.0.sqrt(), most.1)
    }
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
