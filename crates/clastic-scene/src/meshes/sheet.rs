//! Sheets.

use clastic::forces::{Mesh, SheetMatter};
use clastic_shapes::{Cells, Dimension, Net};

use super::{Made, Matter, cut, flaw, moved, whole};
use crate::language::*;
use crate::shape::{NetFile, Placement, Wrong};

table! {
    /// A thin sheet in 3D, such as cloth or paper: a parallelogram, or the triangles of a file.
    pub struct SheetTable {
        /// The thickness, in m.
        required thickness: Positive,
        /// A corner, in m.
        default corner: Components = [0.0; 3],
        /// The edge from the corner along which it is cut first, in m.
        default along: Components = [1.0, 0.0, 0.0],
        /// The other edge from the corner, in m.
        default across: Components = [0.0, 0.0, 1.0],
        /// The length of the triangles' edges, in m; needed without a file.
        optional spacing: Positive,
        /// An OBJ, PLY or MSH file in the scene's folder, in place of a parallelogram.
        optional file: NetFile,
        /// Where it is moved to.
        group placement: Placement,
        /// Into how many pieces it is cut that share no vertex and are a little apart.
        default pieces: Count = 1,
    }
}

impl SheetTable {
    pub(super) fn net(&self, dimension: Dimension, seed: u64) -> Result<Net, Vec<Wrong>> {
        if dimension == Dimension::Two {
            return Err(flaw("kind", "sheets are in 3D; in 2D a strand is one seen from its edge"));
        }
        cut(moved(self.whole()?, &self.placement)?, self.pieces, seed)
    }

    fn whole(&self) -> Result<Net, Vec<Wrong>> {
        if let Some(file) = &self.file {
            return Net::load(&file.path).map_err(|error| flaw("file", error));
        }
        let Some(spacing) = self.spacing else { return Err(flaw("spacing", "expected it, or a file")) };
        let edges = [self.along, self.across];
        let divisions = edges.map(|edge| {
            let length = edge.iter().map(|x| x * x).sum::<f64>().sqrt();
            (length / spacing).round().clamp(1.0, 1e6) as usize
        });
        Net::sheet(self.corner, edges, divisions).map_err(whole)
    }

    pub(super) fn mesh(&self, net: &Net, matter: Matter) -> Result<Made, Vec<Wrong>> {
        let Cells::Triangles(triangles) = net.cells() else {
            return Err(flaw("file", "it holds no triangles; expected some"));
        };
        let Matter { young_modulus, poisson_ratio, density } = matter;
        let matter = SheetMatter { young_modulus, poisson_ratio, thickness: self.thickness, density };
        Ok(Mesh::sheet(net.points(), triangles, matter))
    }
}
