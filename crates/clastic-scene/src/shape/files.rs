//! The files that shapes are made of.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clastic::Dimension;
use clastic_shapes::{Mesh, Repairs};

use super::heights::Heights;

/// The largest file that is read.
const MAX_BYTES: u64 = 1 << 30;

/// What shapes are made for: a dimension, and files that are read once however often they are named.
pub(crate) struct Workshop {
    pub dimension: Dimension,
    meshes: Shelf<Mesh>,
    heights: Shelf<Heights>,
}

/// Files that were read, and what came of it.
type Shelf<T> = Vec<(PathBuf, Result<Arc<T>, String>)>;

fn take<T>(
    shelf: &mut Shelf<T>,
    path: &Path,
    read: impl FnOnce(&Path) -> Result<T, String>,
) -> Result<Arc<T>, String> {
    if let Some((_, known)) = shelf.iter().find(|(known, _)| known == path) {
        return known.clone();
    }
    let new = if std::fs::metadata(path).is_ok_and(|data| data.len() > MAX_BYTES) {
        Err(format!("the file is too large; expected at most {} MB", MAX_BYTES >> 20))
    } else {
        read(path).map(Arc::new)
    };
    shelf.push((path.to_path_buf(), new.clone()));
    new
}

impl Workshop {
    pub(crate) fn new(dimension: Dimension) -> Self {
        Workshop { dimension, meshes: Vec::new(), heights: Vec::new() }
    }

    pub(crate) fn mesh(&mut self, path: &Path) -> Result<Arc<Mesh>, String> {
        take(&mut self.meshes, path, |path| Mesh::load(path).map_err(|error| error.to_string()))
    }

    pub(super) fn heights(&mut self, path: &Path) -> Result<Arc<Heights>, String> {
        take(&mut self.heights, path, Heights::load)
    }

    /// What had to be repaired in meshes, in words.
    pub(crate) fn repairs(&self) -> Vec<String> {
        let told = self.meshes.iter().filter_map(|(path, mesh)| {
            let Repairs { dropped_triangles, turned_triangles, moved_vertices } =
                mesh.as_ref().ok()?.repairs();
            let parts = [
                (turned_triangles, "triangles that faced the wrong way were turned"),
                (dropped_triangles, "triangles without an area were left out"),
                (moved_vertices, "vertices were moved a little to close gaps"),
            ];
            let parts: Vec<String> = parts
                .iter()
                .filter(|(count, _)| *count > 0)
                .map(|(count, what)| format!("{what}: {count}"))
                .collect();
            (!parts.is_empty()).then(|| format!("{}: {}", path.display(), parts.join("; ")))
        });
        told.collect()
    }
}
