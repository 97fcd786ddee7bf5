//! Mesh files. What they claim is checked against their size before memory is asked for.

mod obj;
mod ply;
mod stl;
pub(crate) mod text;

use std::path::Path;

use super::MeshError;
use crate::file::{Malformed, extension};

/// How a mesh is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeshFormat {
    /// Stanford PLY, as text or binary in either byte order.
    Ply,
    /// Wavefront OBJ. Polygons are split into fans; all but vertices and faces is ignored.
    Obj,
    /// STL, as text or binary.
    Stl,
}

impl MeshFormat {
    /// By the end of a file's name, in upper or lower case.
    pub fn of(path: &Path) -> Result<Self, MeshError> {
        match extension(path).as_str() {
            "ply" => Ok(MeshFormat::Ply),
            "obj" => Ok(MeshFormat::Obj),
            "stl" => Ok(MeshFormat::Stl),
            _ => Err(MeshError::UnknownFormat { path: path.to_owned() }),
        }
    }
}

/// What a file says, before anyone has made sense of it.
#[derive(Debug, Default)]
pub(crate) struct Soup {
    pub vertices: Vec<[f64; 3]>,
    pub triangles: Vec<[u32; 3]>,
    /// Of two points or more.
    pub lines: Vec<Vec<u32>>,
    /// Lines of two points, which may go on in each other.
    pub edges: Vec<[u32; 2]>,
}

/// What to read of a file; the rest is skipped unseen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Take {
    Faces,
    FacesAndLines,
}

impl Soup {
    /// A polygon as a fan of triangles about its first corner.
    fn add_fan(&mut self, corners: &[u32]) {
        let pairs = corners.windows(2).skip(1);
        self.triangles.extend(pairs.map(|pair| [corners[0], pair[0], pair[1]]));
    }
}

pub(crate) fn read(bytes: &[u8], format: MeshFormat, take: Take) -> Result<Soup, Malformed> {
    match format {
        MeshFormat::Ply => ply::read(bytes, take),
        MeshFormat::Obj => obj::read(bytes, take),
        MeshFormat::Stl => stl::read(bytes),
    }
}
