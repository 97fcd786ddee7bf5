//! Where strands grow from.

use std::path::Path;

use clastic_shapes::{Cells, Density, Net, Roots};

use super::flaw;
use crate::language::*;
use crate::shape::{MeshFile, MeshPath, Workshop, Wrong};

table! {
    /// Where strands grow from. Either `count` or `spacing` is needed but for points.
    pub struct RootsTable {
        /// The pattern.
        group pattern: RootPattern,
        /// How many strands.
        optional count: Count,
        /// The distance of roots, in m.
        optional spacing: Positive,
    }
}

choice! {
    /// Where roots are.
    pub enum RootPattern by "pattern" {
        "points" => Points(PointsTable),
        "segment" => Segment(SegmentTable),
        "rectangle" => Rectangle(RectangleTable),
        "disk" => Disk(RootDiskTable),
        "surface" => Surface(SurfaceTable),
    }
}

table! {
    /// At given places.
    pub struct PointsTable {
        /// The places, in m.
        required at: List<Components>,
    }
}

table! {
    /// Along a line.
    pub struct SegmentTable {
        /// One end, in m.
        required from: Components,
        /// The other end, in m.
        required to: Components,
    }
}

table! {
    /// On a parallelogram.
    pub struct RectangleTable {
        /// A corner, in m.
        required corner: Components,
        /// An edge from the corner, in m.
        required along: Components,
        /// The other edge from the corner, in m.
        required across: Components,
    }
}

table! {
    /// On a disk, in 3D.
    pub struct RootDiskTable {
        /// The middle, in m.
        required center: Components,
        /// The direction across the disk, of any length.
        default normal: Components = [0.0, 1.0, 0.0],
        /// The radius of the disk, in m.
        required disk_radius: Positive,
    }
}

table! {
    /// All over a closed mesh.
    pub struct SurfaceTable {
        /// A PLY, OBJ or STL file in the scene's folder. If it is closed, strands grow outwards; if it is open (PLY or OBJ), to the side
        /// from which corners follow each other anticlockwise.
        required surface: MeshFile,
    }
}

/// The triangles of a file: outwards if they enclose something, else as they are.
fn triangles(workshop: &mut Workshop, file: &Path) -> Result<Vec<[[f64; 3]; 3]>, Vec<Wrong>> {
    fn corners(points: &[[f64; 3]], triangles: &[[u32; 3]]) -> Vec<[[f64; 3]; 3]> {
        triangles.iter().map(|triangle| triangle.map(|k| points[k as usize])).collect()
    }
    let why = match workshop.mesh(file) {
        Ok(mesh) => return Ok(corners(mesh.vertices(), mesh.triangles())),
        Err(why) => why,
    };
    let net = Net::load(file).map_err(|_| flaw("roots", &why))?;
    match net.cells() {
        Cells::Triangles(triangles) => Ok(corners(net.points(), triangles)),
        _ => Err(flaw("roots", why)),
    }
}

impl RootsTable {
    pub(super) fn roots(&self, workshop: &mut Workshop) -> Result<Roots, Vec<Wrong>> {
        if let RootPattern::Points(points) = &self.pattern {
            return Ok(Roots::Points(points.at.clone()));
        }
        let density = match (self.count, self.spacing) {
            (Some(count), None) => Density::Count(count as usize),
            (None, Some(spacing)) => Density::Spacing(spacing),
            _ => return Err(flaw("roots", "expected `count` or `spacing`, one of them")),
        };
        Ok(match &self.pattern {
            RootPattern::Points(points) => Roots::Points(points.at.clone()),
            RootPattern::Segment(SegmentTable { from, to }) => {
                Roots::Segment { from: *from, to: *to, density }
            }
            RootPattern::Rectangle(RectangleTable { corner, along, across }) => {
                Roots::Rectangle { corner: *corner, edges: [*along, *across], density }
            }
            RootPattern::Disk(RootDiskTable { center, normal, disk_radius }) => {
                Roots::Disk { center: *center, normal: *normal, radius: *disk_radius, density }
            }
            RootPattern::Surface(SurfaceTable { surface }) => {
                Roots::Surface { triangles: triangles(workshop, &surface.path)?, density }
            }
        })
    }

    /// The file of a surface, if there is one.
    pub(super) fn file(&mut self) -> Option<&mut MeshPath> {
        match &mut self.pattern {
            RootPattern::Surface(surface) => Some(&mut surface.surface),
            _ => None,
        }
    }
}
