//! Strands, and springs.

use clastic::forces::{Mesh, StrandMatter};
use clastic_shapes::{Cells, Curl, Dimension, Jitter, Net, Strands};

use super::roots::RootsTable;
use super::{Made, Matter, flat, flaw, moved, whole};
use crate::language::*;
use crate::motion::MotionTable;
use crate::shape::{NetFile, Placement, Workshop, Wrong};

table! {
    /// Strands, such as hair, fur and grass: grown from roots, or the lines of a file.
    pub struct StrandsTable {
        /// The radius of a strand, in m.
        required radius: Positive,
        /// Where they grow from; needed without a file.
        optional roots: Nested<RootsTable>,
        /// The length from root to tip, in m; needed without a file.
        optional length: Positive,
        /// Into how many segments a strand is cut.
        default segments: Count = 20,
        /// Where they grow, of any length; added to the normal of a surface.
        default direction: Components = [0.0, 1.0, 0.0],
        /// The radius of their curls, in m.
        default curl_radius: NonNegative = 0.0,
        /// How many turns they curl.
        default curl_turns: NonNegative = 0.0,
        /// By which share of their distance roots are shifted at random.
        default root_jitter: Share = 0.0,
        /// By which share of it lengths differ.
        default length_jitter: Share = 0.0,
        /// By how much directions differ, in parts of a unit vector.
        default direction_jitter: Share = 0.0,
        /// An OBJ, PLY, MSH or HAIR file in the scene's folder, in place of grown ones.
        optional file: NetFile,
        /// Where they are moved to.
        group placement: Placement,
        /// Whether roots are held, with the segments behind them.
        default rooted: Flag = true,
        /// How the roots move; they stand still if not given.
        optional motion: Nested<MotionTable>,
    }
}

table! {
    /// Springs along all edges of a file's net, such as a truss, a net or a frame: round rods that turn freely at their ends, of
    /// stiffness `E π r²/l`. They may fork and close; `poisson_ratio` makes no difference.
    pub struct SpringsTable {
        /// The radius of a rod, in m.
        required radius: Positive,
        /// An OBJ, PLY, MSH or HAIR file in the scene's folder, of lines, triangles or tetrahedra.
        required file: NetFile,
        /// Where they are moved to.
        group placement: Placement,
    }
}

impl Matter {
    /// That of rods of a radius, in m.
    fn round(self, radius: f64) -> StrandMatter {
        let Matter { young_modulus, poisson_ratio, density } = self;
        StrandMatter { young_modulus, poisson_ratio, radius, density }
    }
}

impl StrandsTable {
    pub(super) fn net(&self, workshop: &mut Workshop, seed: u64) -> Result<Net, Vec<Wrong>> {
        moved(self.whole(workshop, seed)?, &self.placement)
    }

    fn whole(&self, workshop: &mut Workshop, seed: u64) -> Result<Net, Vec<Wrong>> {
        if let Some(file) = &self.file {
            let net = Net::load(&file.path).map_err(|error| flaw("file", error))?;
            return flat(net, workshop.dimension);
        }
        let Some(roots) = &self.roots else { return Err(flaw("roots", "expected them, or a file")) };
        let Some(length) = self.length else { return Err(flaw("length", "expected it, or a file")) };
        let (radius, turns) = (self.curl_radius, self.curl_turns);
        let jitter = Jitter {
            root: self.root_jitter,
            length: self.length_jitter,
            direction: self.direction_jitter,
            ..Jitter::default()
        };
        let strands = Strands {
            roots: roots.roots(workshop)?,
            direction: self.direction,
            length,
            segments: self.segments as usize,
            curl: Curl { radius, turns },
            jitter,
            seed,
        };
        strands.grow(workshop.dimension).map_err(whole)
    }

    pub(super) fn mesh(&self, net: &Net, matter: Matter) -> Result<Made, Vec<Wrong>> {
        let Cells::Lines(lines) = net.cells() else {
            return Err(flaw("file", "it holds no lines; expected some"));
        };
        Ok(Mesh::strands(net.points(), lines, matter.round(self.radius)))
    }

    /// Holds the roots, if they are held.
    pub(super) fn root(&self, mesh: Mesh, net: &Net) -> Mesh {
        match net.cells() {
            Cells::Lines(lines) if self.rooted => {
                mesh.pinned(lines.iter().flat_map(|line| [line[0], line[1]]).collect())
            }
            _ => mesh,
        }
    }
}

impl SpringsTable {
    pub(super) fn net(&self, dimension: Dimension) -> Result<Net, Vec<Wrong>> {
        let net = Net::load(&self.file.path).map_err(|error| flaw("file", error))?;
        moved(flat(net, dimension)?, &self.placement)
    }

    pub(super) fn mesh(&self, net: &Net, matter: Matter) -> Made {
        Mesh::springs(net.points(), &net.edges(), matter.round(self.radius))
    }
}
