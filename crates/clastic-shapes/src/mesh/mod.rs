//! Closed surfaces of triangles.
//!
//! The point test counts how often a line upwards from the point, along z, meets the surface. It must not err where the
//! line meets an edge or a vertex, so it works in two steps, each of which is consistent by construction:
//!
//! 1. The plane through the point with constant x cuts every edge whose ends lie on different sides of it; an end in the
//!    plane counts as below. The place of the cut is computed from the edge alone, its ends ordered by index, so the
//!    triangles that share the edge get the same bits. Each triangle has no cut edge or two and becomes a segment in the
//!    plane. As every edge belongs to two triangles, the segments are closed polygons, exactly.
//! 2. The line meets every segment whose ends lie on different sides of it in y, again with the tie to one side. A
//!    closed polygon is met an even number of times. The height of the meeting is kept between the segment's ends.
//!
//! So no line leaks, however it passes through edges and vertices, and rounding can only change the answer for points
//! that are within rounding of the surface. Most points need no line: they lie in cells of a coarse grid that no triangle
//! touches, see `zones`.

mod build;
mod error;
pub(crate) mod format;
mod overlap;
mod topology;
mod weld;
mod zones;

use std::fmt;
use std::path::Path;

use crate::bins::Bins;
use crate::polygon::at;
pub use error::MeshError;
pub use format::MeshFormat;
use zones::{Zone, Zones};

/// A closed surface, which may have several parts, and cavities in them: a point is inside if a line from it to far away
/// meets the surface an odd number of times.
#[derive(Clone, PartialEq)]
pub struct Mesh {
    vertices: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
    bounds: [[f64; 3]; 2],
    volume: f64,
    repairs: Repairs,
    /// The triangles by x and y.
    bins: Bins,
    /// Answers for most points.
    zones: Zones,
}

impl fmt::Debug for Mesh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mesh")
            .field("vertices", &self.vertices.len())
            .field("triangles", &self.triangles.len())
            .field("bounds", &self.bounds)
            .field("volume", &self.volume)
            .field("repairs", &self.repairs)
            .finish_non_exhaustive()
    }
}

/// What had to be done to make sense of a mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Repairs {
    /// Triangles with two corners at the same place, which were left out.
    pub dropped_triangles: usize,
    /// Triangles that faced the wrong way.
    pub turned_triangles: usize,
    /// Vertices that were moved by up to a millionth of the mesh's size to close gaps.
    pub moved_vertices: usize,
}

impl Mesh {
    /// From places in m and triangles of their indices. Equal vertices become one; if the surface is open then, those
    /// closer than a millionth of its size do. Triangles may face either way.
    pub fn new(vertices: Vec<[f64; 3]>, triangles: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        build::build(&vertices, &triangles)
    }

    /// From the contents of a file.
    pub fn from_bytes(bytes: &[u8], format: MeshFormat) -> Result<Self, MeshError> {
        let soup = format::read(bytes, format, format::Take::Faces)?;
        build::build(&soup.vertices, &soup.triangles)
    }

    /// From a file, whose name says its format: `.ply`, `.obj` or `.stl`.
    pub fn load(path: &Path) -> Result<Self, MeshError> {
        let format = MeshFormat::of(path)?;
        let refused = |reason| MeshError::File { path: path.to_owned(), reason };
        let bytes = crate::file::read(path).map_err(refused)?;
        Mesh::from_bytes(&bytes, format)
    }

    /// The places of the corners, in m.
    pub fn vertices(&self) -> &[[f64; 3]] {
        &self.vertices
    }

    /// Indices of corners, anticlockwise as seen from outside the enclosed volume.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The lowest and highest places, in m.
    pub fn bounds(&self) -> [[f64; 3]; 2] {
        self.bounds
    }

    /// What the surface encloses, in m³; exact, cavities excluded.
    pub fn volume(&self) -> f64 {
        self.volume
    }

    /// What was repaired.
    pub fn repairs(&self) -> Repairs {
        self.repairs
    }

    /// Whether a place, in m, is enclosed.
    pub fn contains(&self, p: [f64; 3]) -> bool {
        let [low, high] = self.bounds;
        if !(0..3).all(|i| low[i] <= p[i] && p[i] <= high[i]) {
            return false;
        }
        match self.zones.of(p) {
            Zone::Outside => false,
            Zone::Inside => true,
            Zone::Surface => self.crossings([p[0], p[1]]).filter(|(_, z)| *z > p[2]).count() % 2 == 1,
        }
    }

    pub(crate) fn corners(&self, triangle: usize) -> [[f64; 3]; 3] {
        let [a, b, c] = self.triangles[triangle];
        [self.vertices[a as usize], self.vertices[b as usize], self.vertices[c as usize]]
    }

    /// The triangles that a line along z meets, each with the height at which it does; in no order, an even number. The
    /// line must pass through the bounds.
    fn crossings(&self, line: [f64; 2]) -> impl Iterator<Item = (u32, f64)> {
        self.bins
            .near(line)
            .iter()
            .filter_map(move |&triangle| Some((triangle, self.crossing(triangle, line)?)))
    }

    fn crossing(&self, triangle: u32, [x, y]: [f64; 2]) -> Option<f64> {
        let [a, b, c] = self.triangles[triangle as usize];
        let corners = self.corners(triangle as usize);
        let beyond = corners.map(|corner| corner[1] > y);
        if beyond == [true; 3] || beyond == [false; 3] {
            return None;
        }
        let above = corners.map(|corner| corner[0] > x);
        // The one corner that is alone on its side of the plane is on both edges that are cut.
        let (alone, others) = match above {
            [true, true, true] | [false, false, false] => return None,
            [i, j, k] if j == k && i != j => (a, [b, c]),
            [i, j, k] if i == k && i != j => (b, [a, c]),
            _ => (c, [a, b]),
        };
        let [[y0, z0], [y1, z1]] = others.map(|other| self.cut(alone, other, x));
        ((y0 > y) != (y1 > y)).then(|| at([y0, z0], [y1, z1], y))
    }

    /// Where an edge passes the plane of constant x: y and z.
    fn cut(&self, a: u32, b: u32, x: f64) -> [f64; 2] {
        let [a, b] = [a.min(b), a.max(b)].map(|vertex| self.vertices[vertex as usize]);
        [at([a[0], a[1]], [b[0], b[1]], x), at([a[0], a[2]], [b[0], b[2]], x)]
    }
}
