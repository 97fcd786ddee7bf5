//! Distances from closed surfaces of triangles.
//!
//! Where the nearest point is inside a triangle, its normal tells the sides apart; on edges and corners the mesh's own
//! point test does. So no wall is too thin, and no edge or corner too sharp.

use std::sync::Arc;

use super::Distance;
use super::band::Band;
use super::surface::{Nearest, Pieces, normal_of_triangle, on_triangle};
use crate::mesh::Mesh;

pub(super) struct Surface {
    band: Band<3, Arc<Mesh>>,
}

impl Pieces<3> for Arc<Mesh> {
    fn count(&self) -> usize {
        self.triangles().len()
    }

    fn corners(&self, piece: u32) -> [[f64; 3]; 3] {
        Mesh::corners(self, piece as usize)
    }

    fn nearest(&self, piece: u32, p: [f64; 3]) -> Nearest<3> {
        on_triangle(Mesh::corners(self, piece as usize), p)
    }

    fn normal(&self, piece: u32) -> [f64; 3] {
        normal_of_triangle(Mesh::corners(self, piece as usize))
    }
}

impl Surface {
    pub(super) fn new(mesh: Arc<Mesh>, reach: f64) -> Self {
        Surface { band: Band::new(mesh, reach) }
    }

    pub(super) fn distance(&self, p: [f64; 3]) -> Distance {
        let (value, gradient) = self.band.distance(p, || self.band.pieces().contains(p));
        Distance { value, gradient }
    }
}
