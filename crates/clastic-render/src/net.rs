//! Which particles are joined.

use crate::Dimension;
use crate::shot::Particles;

/// Which particles are joined, by their indices: strands, sheets and bodies.
///
/// In 3D segments are tubes as thick as particles, and triangles are surfaces that are seen from both sides; in 2D they
/// are strokes and areas. They have the colours of their particles. What has a particle whose place is not finite is left
/// out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Net<'a> {
    /// Neighbours on strands, strand by strand.
    pub segments: &'a [[u32; 2]],
    /// Of sheets, and those around bodies. Neighbours turn the same way round.
    pub triangles: &'a [[u32; 3]],
    /// Particles that are not drawn themselves, as those within bodies. Corners of triangles never are, unless they are
    /// on strands too.
    pub hidden: &'a [u32],
}

impl Net<'_> {
    /// Whether all particles are there.
    pub(crate) fn fits(&self, particles: usize) -> bool {
        let named = self.segments.as_flattened().iter().chain(self.triangles.as_flattened());
        named.chain(self.hidden).all(|particle| (*particle as usize) < particles)
    }

    /// For each particle whether it is drawn; empty if all are. Spheres close the tubes of 3D; the strokes of 2D have
    /// round ends.
    pub(crate) fn shown(&self, particles: &Particles) -> Vec<bool> {
        if self.triangles.is_empty() && self.hidden.is_empty() && self.segments.is_empty() {
            return Vec::new();
        }
        let mut shown = vec![true; particles.len()];
        let hidden = self.triangles.as_flattened().iter().chain(self.hidden);
        hidden.for_each(|particle| shown[*particle as usize] = false);
        let spheres = particles.dimension == Dimension::Three;
        self.segments.as_flattened().iter().for_each(|particle| shown[*particle as usize] = spheres);
        shown
    }
}
