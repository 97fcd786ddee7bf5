//! What can be wrong with a mesh or its file.

use std::fmt;
use std::path::PathBuf;

use crate::file::{Malformed, Place};

/// What is wrong with a mesh.
#[derive(Clone, Debug, PartialEq)]
pub enum MeshError {
    /// The file cannot be read.
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// The name of the file does not say a format that is known.
    UnknownFormat {
        /// Which file.
        path: PathBuf,
    },
    /// The file is not what its format asks for.
    Malformed {
        /// Where.
        place: Place,
        /// Why.
        reason: String,
    },
    /// There is no triangle that is not degenerate.
    Empty,
    /// More triangles than indices can count.
    TooManyTriangles {
        /// How many.
        triangles: usize,
    },
    /// A vertex is not a number, or too large.
    NotFinite {
        /// Its index, from 0.
        vertex: usize,
    },
    /// A triangle has a corner that does not exist.
    NoSuchVertex {
        /// The index of the triangle, from 0.
        triangle: usize,
        /// The index of its corner.
        vertex: u32,
    },
    /// Edges belong to one triangle only.
    Open {
        /// How many.
        edges: usize,
        /// The middle of the first, in m.
        near: [f64; 3],
    },
    /// Edges belong to more than two triangles.
    NotManifold {
        /// How many.
        edges: usize,
        /// The middle of the first, in m.
        near: [f64; 3],
    },
    /// Triangles have the same three corners as another.
    Repeated {
        /// How many.
        triangles: usize,
        /// The middle of the first, in m.
        near: [f64; 3],
    },
    /// There is no way to turn all triangles outwards, as on a Klein bottle.
    NotOrientable {
        /// The middle of an edge where sides disagree, in m.
        near: [f64; 3],
    },
    /// So many triangles lie above each other that every point test would take forever.
    Tangled {
        /// How many a line along z comes close to, on average.
        layers: usize,
    },
    /// The surface encloses nothing.
    NoVolume,
    /// The volume that the faces enclose is not that of the points inside.
    OverlapsItself {
        /// By the faces, in m³.
        faces: f64,
        /// By the points, in m³.
        points: f64,
    },
}

impl From<Malformed> for MeshError {
    fn from(Malformed { place, reason }: Malformed) -> Self {
        MeshError::Malformed { place, reason }
    }
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MeshError::File { path, reason } => write!(f, "cannot read {}: {reason}", path.display()),
            MeshError::UnknownFormat { path } => {
                write!(f, "the name of a mesh must end in .ply, .obj or .stl, not as {}", path.display())
            }
            MeshError::Malformed { place, reason } => write!(f, "{place}: {reason}"),
            MeshError::Empty => write!(f, "the mesh has no triangles"),
            MeshError::TooManyTriangles { triangles } => {
                write!(f, "the mesh has {triangles} triangles, which is too many")
            }
            MeshError::NotFinite { vertex } => write!(f, "vertex {vertex} of the mesh is not finite"),
            MeshError::NoSuchVertex { triangle, vertex } => {
                write!(f, "triangle {triangle} of the mesh has the corner {vertex}, which does not exist")
            }
            MeshError::Open { edges, near } => {
                let what = plural(*edges, "edge belongs", "edges belong");
                write!(f, "the mesh is open: {what} to one triangle only, the first near {}", Near(near))
            }
            MeshError::NotManifold { edges, near } => {
                let what = plural(*edges, "edge belongs", "edges belong");
                write!(
                    f,
                    "the mesh branches: {what} to more than two triangles, the first near {}",
                    Near(near)
                )
            }
            MeshError::Repeated { triangles, near } => {
                let what = plural(*triangles, "triangle is", "triangles are");
                write!(
                    f,
                    "the mesh lies on itself: {what} there more than once, the first near {}",
                    Near(near)
                )
            }
            MeshError::NotOrientable { near } => {
                write!(f, "the mesh has no inside: its sides cannot be told apart, near {}", Near(near))
            }
            MeshError::Tangled { layers } => {
                write!(
                    f,
                    "the mesh is too tangled: a line along z comes close to {layers} triangles on average"
                )
            }
            MeshError::NoVolume => write!(f, "the mesh encloses no volume"),
            MeshError::OverlapsItself { faces, points } => write!(
                f,
                "the mesh passes through itself: the volume by its faces is {faces:.2e}, that of the points inside \
                 {points:.2e}"
            ),
        }
    }
}

impl std::error::Error for MeshError {}

fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// A place with as many digits as help to find it.
struct Near<'a>(&'a [f64; 3]);

impl fmt::Display for Near<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Through text and back, which rounds to digits and leaves out zeros.
        let [x, y, z] = self.0.map(|x| format!("{x:.4e}").parse::<f64>().unwrap_or(x));
        write!(f, "({x}, {y}, {z})")
    }
}
