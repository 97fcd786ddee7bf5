//! Finite elements.

use clastic::forces::Mesh;
use clastic::materials::AnyLaw;
use clastic_shapes::{Cells, Dimension, Net};

use super::{Made, Matter, cut, flat, flaw, moved, whole};
use crate::language::*;
use crate::shape::{NetFile, Placed, Placement, Workshop, Wrong};

table! {
    /// Finite elements that fill a shape: triangles in 2D, tetrahedra in 3D.
    pub struct SolidTable {
        /// What it looks like; it must have an end.
        group shape: Placed,
        /// The length of the elements' edges, in m.
        required spacing: Positive,
        /// The law of the elements.
        default law: Name<ElementLaw> = ElementLaw::FixedCorotated,
        /// Into how many pieces it is cut that share no vertex and are a little apart.
        default pieces: Count = 1,
    }
}

table! {
    /// Finite elements of a file: triangles in 2D, tetrahedra in 3D.
    pub struct ElementsTable {
        /// An MSH file in the scene's folder; of triangles an OBJ or PLY file too.
        required file: NetFile,
        /// Where it is moved to.
        group placement: Placement,
        /// The law of the elements.
        default law: Name<ElementLaw> = ElementLaw::FixedCorotated,
        /// Into how many pieces it is cut that share no vertex and are a little apart.
        default pieces: Count = 1,
    }
}

names! {
    /// The laws of finite elements.
    pub enum ElementLaw {
        /// Solid that keeps its volume and turns freely.
        FixedCorotated = "fixed-corotated",
        /// Rubber.
        NeoHookean = "neo-hookean",
        /// Rubber whose volume and shape respond apart.
        Simo = "simo",
        /// Solid of logarithmic strains.
        Hencky = "hencky",
    }
}

impl SolidTable {
    pub(super) fn net(&self, workshop: &mut Workshop, seed: u64) -> Result<Net, Vec<Wrong>> {
        let solid = self.shape.solid(workshop)?;
        cut(Net::fill(&solid, self.spacing).map_err(whole)?, self.pieces, seed)
    }
}

impl ElementsTable {
    pub(super) fn net(&self, dimension: Dimension, seed: u64) -> Result<Net, Vec<Wrong>> {
        let net = Net::load(&self.file.path).map_err(|error| flaw("file", error))?;
        let net = match (dimension, net.cells()) {
            (Dimension::Two, Cells::Triangles(_)) => moved(flat(net, dimension)?, &self.placement),
            (Dimension::Two, _) => {
                Err(flaw("file", "it holds no triangles, or more than that; expected triangles"))
            }
            (Dimension::Three, Cells::Tetrahedra(_)) => moved(net, &self.placement),
            (Dimension::Three, _) => Err(flaw(
                "file",
                "it holds no tetrahedra; expected some, or `kind = \"solid\"` with the shape `mesh`, which fills a closed surface",
            )),
        };
        cut(net?, self.pieces, seed)
    }
}

impl ElementLaw {
    /// The elements of a net.
    pub(super) fn mesh(self, net: &Net, matter: Matter) -> Result<Made, Vec<Wrong>> {
        let Matter { young_modulus, poisson_ratio, density } = matter;
        let numbers = [("young_modulus", young_modulus), ("poisson_ratio", poisson_ratio)];
        let law = AnyLaw::from_parameters(self.name(), &numbers).map_err(whole)?;
        match net.cells() {
            Cells::Triangles(cells) => Ok(Mesh::solid(net.points(), cells, law, density)),
            Cells::Tetrahedra(cells) => Ok(Mesh::solid(net.points(), cells, law, density)),
            Cells::Lines(_) => Err(whole("a solid has no lines")),
        }
    }
}
