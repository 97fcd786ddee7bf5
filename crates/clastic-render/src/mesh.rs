//! Surfaces among particles.

use crate::color::Color;
use crate::cut::Cut;

/// An opaque surface of triangles, as around a liquid. It is drawn in 3D.
///
/// A triangle with a corner behind the eye is left out, and so is one with a place that is not finite.
#[derive(Clone, Copy, Debug)]
pub struct Mesh<'a> {
    /// Places of vertices, in metres.
    pub positions: &'a [[f32; 3]],
    /// One for each vertex, outward.
    pub normals: &'a [[f32; 3]],
    /// Three vertices each, counterclockwise as seen from outside.
    pub triangles: &'a [[u32; 3]],
    /// The colour.
    pub paint: Color,
    /// Where it is cut open, if it is. Its inside must then be closed, and is seen to be full.
    pub cut: Option<Cut>,
}

impl Mesh<'_> {
    /// Whether every vertex has a normal, and every triangle its vertices.
    pub(crate) fn fits_together(&self) -> bool {
        let there = |vertex: &u32| (*vertex as usize) < self.positions.len();
        self.normals.len() == self.positions.len() && self.triangles.iter().flatten().all(there)
    }
}
