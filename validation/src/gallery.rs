//! Scenes of the gallery, with changes: what users run is what is measured.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use clastic::Simulation;
use clastic_scene::{Edit, Overrides, SceneFile};

/// The scene `scenes/<name>.toml` of the repository.
///
/// ```
/// let mut rings = validation::gallery("rings").set("transfer.scheme", "apic").set("grid.cell_size", 0.02).build();
/// rings.step().expect("a first step");
/// ```
pub fn gallery(name: &str) -> GalleryScene {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("validation lies one folder below the root");
    GalleryScene { path: root.join(format!("scenes/{name}.toml")), edits: Vec::new() }
}

/// A scene of the gallery and what a case changes in it.
#[derive(Clone, Debug)]
pub struct GalleryScene {
    path: PathBuf,
    edits: Vec<Edit>,
}

impl GalleryScene {
    /// Sets a field, as `--set field=value` does: a number, a name, or any TOML value as text.
    pub fn set(mut self, field: &str, value: impl Display) -> Self {
        let edit = format!("{field}={value}");
        self.edits.push(Edit::parse(&edit).unwrap_or_else(|mistakes| panic!("{edit}: {mistakes}")));
        self
    }

    /// Takes a field or a table away.
    pub fn remove(mut self, field: &str) -> Self {
        self.edits.push(Edit::remove(format!("without {field}"), field));
        self
    }

    /// The scene as it will run, every default filled in. Panics if the case changed it into one that makes no sense.
    pub fn read(&self) -> SceneFile {
        SceneFile::read(&self.path, &self.edits).unwrap_or_else(|mistakes| panic!("{mistakes}"))
    }

    /// The simulation at its beginning. Panics if the case changed the scene into one that makes no sense.
    pub fn build(&self) -> Simulation {
        self.build_on(0)
    }

    /// The same on so many threads, 0 for every core: cases that run several at once give one to each.
    pub fn build_on(&self, threads: usize) -> Simulation {
        let overrides = Overrides { threads, ..Overrides::default() };
        self.read().build(&overrides).unwrap_or_else(|mistakes| panic!("{mistakes}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scene_is_read_with_its_changes() {
        let scene = gallery("rings")
            .set("transfer.scheme", "apic")
            .set("grid.cell_size", 0.02)
            .set("bodies.left.velocity", "[1.0, 2.0]")
            .remove("bodies.right")
            .read()
            .scene;
        assert_eq!(scene.grid.cell_size, 0.02);
        assert_eq!(scene.bodies.len(), 1);
        assert_eq!(scene.bodies[0].1.velocity, [1.0, 2.0, 0.0]);
    }

    #[test]
    #[should_panic(expected = "grid.cell_sice")]
    fn a_field_that_is_not_there_is_named() {
        gallery("rings").set("grid.cell_sice", 0.02).build();
    }
}
