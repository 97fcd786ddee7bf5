//! Triangles and tetrahedra that fill a solid.
//!
//! A lattice that fits the bounds is cut along the surface, as Labelle and Shewchuk do in "Isosurface stuffing: fast
//! tetrahedral meshes with good dihedral angles" (2007): nodes close to the surface move onto it, and of the cells that
//! it still crosses the inner part is kept. So no angle is small, whatever the shape: the tests find none below 10
//! degrees, between sides of tetrahedra or in triangles, unless the shape is thinner than the spacing and the lattice is
//! squeezed to fit. What is flat and lies in the bounds, as the faces of a box do, stays exact, since nodes lie there;
//! edges and corners elsewhere are cut off by less than a cell.

mod lattice;
mod stencil;
mod surface;

use self::lattice::{Centred, Lattice, Rows};
use self::surface::Crossed;
use super::error::positive;
use super::{Cells, Net, NetError};
use crate::distance::{DistanceField, SignedDistance};
use crate::sample::in_own_frame;
use crate::solid::{Dimension, Solid};

impl Net {
    /// Fills a solid with tetrahedra, or in 2D with triangles, whose edges are about as long as the spacing, in m. Boxes
    /// are filled exactly, however they are turned; other surfaces are met by the points on them. Details smaller than
    /// the spacing may be lost.
    pub fn fill(solid: &Solid, spacing: f64) -> Result<Net, NetError> {
        positive("spacing", spacing)?;
        let (frame, shape) = in_own_frame(solid.shape());
        let (own, dimension) = (spacing / frame.scale, solid.dimension());
        // Points of cells that the surface crosses are no farther from it than their longest edge.
        let field = DistanceField::new(shape.clone(), dimension, 2.0 * own).map_err(NetError::Shape)?;
        let bounds = shape.bounds();
        let (points, cells) = match dimension {
            Dimension::Two => {
                let (points, cells) = stuffed(&field, &Rows::new(bounds, own)?, stencil::triangle);
                (points, Cells::Triangles(cells))
            }
            Dimension::Three => {
                let (points, cells) = stuffed(&field, &Centred::new(bounds, own)?, stencil::tetrahedron);
                (points, Cells::Tetrahedra(cells))
            }
        };
        if cells.count() == 0 {
            return Err(NetError::NothingFits { spacing });
        }
        Net::new(points.into_iter().map(|p| frame.apply(p)).collect(), cells)
    }
}

/// The inner part of all cells of a lattice.
fn stuffed<const N: usize>(
    field: &impl SignedDistance,
    lattice: &impl Lattice<N>,
    split: fn([u32; N], &Crossed, &mut Vec<[u32; N]>),
) -> (Vec<[f64; 3]>, Vec<[u32; N]>) {
    let crossed = Crossed::new(field, lattice);
    let mut cells = Vec::new();
    lattice.each_cell(|cell| split(cell, &crossed, &mut cells));
    (crossed.into_points(), cells)
}

/// How many steps come closest to a size; as floating point, since no one has judged their product yet.
fn steps(low: f64, high: f64, size: f64) -> f64 {
    ((high - low) / size).round().max(1.0)
}

#[cfg(test)]
mod tests;
