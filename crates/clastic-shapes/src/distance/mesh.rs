//! Distances from closed surfaces of triangles.
//!
//! Where the nearest point is inside a triangle, its normal tells the sides apart; on edges and corners the mesh's own
//! point test does. So no wall is too thin, and no edge or corner too sharp.

use std::sync::Arc;

use super::surface::on_triangle;
use super::tree::Tree;
use super::{Distance, limited};
use crate::mesh::Mesh;
use crate::vector::bounds;

pub(super) struct Surface {
    mesh: Arc<Mesh>,
    tree: Tree<3>,
    /// How far away triangles are searched for, in m.
    reach: f64,
}

impl Surface {
    pub(super) fn new(mesh: Arc<Mesh>, reach: f64) -> Self {
        let boxes: Vec<_> = (0..mesh.triangles().len()).map(|i| bounds(mesh.corners(i))).collect();
        Surface { tree: Tree::new(&boxes), mesh, reach }
    }

    pub(super) fn distance(&self, p: [f64; 3]) -> Distance {
        let triangle = |item: u32| on_triangle(self.mesh.corners(item as usize), p);
        let inside = || self.mesh.contains(p);
        let (value, gradient) = match self.tree.nearest(p, self.reach, triangle) {
            Some(nearest) => nearest.nearest().signed(p, inside),
            None => (limited(self.reach.max(self.tree.away(p)), inside()), [0.0; 3]),
        };
        Distance { value, gradient }
    }
}
