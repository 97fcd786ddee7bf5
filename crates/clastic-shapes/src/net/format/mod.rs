//! Net files. Memory is asked for as it is filled, or once the file is known to be long enough.

mod chains;
mod hair;
mod msh;

use std::path::Path;

use self::chains::chains;
use super::{Cells, NetError};
use crate::file::{Malformed, extension};
use crate::mesh::MeshFormat;
use crate::mesh::format::{self as mesh, Soup, Take};

/// How a net is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetFormat {
    /// Wavefront OBJ: faces, whose polygons are split into fans, or else lines.
    Obj,
    /// Stanford PLY, as text or binary in either byte order: faces, or else edges, which are joined to lines.
    Ply,
    /// Gmsh, versions 2.2 and 4.1, as text: tetrahedra, or else triangles and quadrangles, or else lines, which are joined.
    /// Of cells of a higher order only the corners are taken; groups are ignored.
    Msh,
    /// Cem Yuksel's hair files: lines. Thickness, transparency and colour are ignored.
    Hair,
}

impl NetFormat {
    /// By the end of a file's name, in upper or lower case.
    pub fn of(path: &Path) -> Result<Self, NetError> {
        match extension(path).as_str() {
            "obj" => Ok(NetFormat::Obj),
            "ply" => Ok(NetFormat::Ply),
            "msh" => Ok(NetFormat::Msh),
            "hair" => Ok(NetFormat::Hair),
            _ => Err(NetError::UnknownFormat { path: path.to_owned() }),
        }
    }
}

/// Points and cells, before anyone has made sense of them.
type Parts = (Vec<[f64; 3]>, Cells);

pub(super) fn read(bytes: &[u8], format: NetFormat) -> Result<Parts, Malformed> {
    match format {
        NetFormat::Obj => mesh::read(bytes, MeshFormat::Obj, Take::FacesAndLines).map(highest),
        NetFormat::Ply => mesh::read(bytes, MeshFormat::Ply, Take::FacesAndLines).map(highest),
        NetFormat::Msh => msh::read(bytes),
        NetFormat::Hair => hair::read(bytes),
    }
}

/// Triangles, or else lines.
fn highest(soup: Soup) -> Parts {
    let Soup { vertices, triangles, mut lines, edges } = soup;
    if !triangles.is_empty() {
        return (vertices, Cells::Triangles(triangles));
    }
    lines.extend(chains(&edges));
    (vertices, Cells::Lines(lines))
}

#[cfg(test)]
mod tests;
