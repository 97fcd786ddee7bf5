//! Scenes.

use std::path::PathBuf;
use std::sync::Arc;

use clastic::tensor::SimdLevel;
use clastic::transfer::Scheme;
use clastic::{Config, Simulation};
use clastic_scene::language::Tree;
use clastic_scene::{Edit, Overrides, load_checkpoint};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert;
use crate::core::{Accelerations, Core};
use crate::errors::{scene_error, simulation_error, value_error};

/// A scene that was read and checked; it never changes.
#[pyclass(frozen, module = "clastic_sim._clastic")]
pub struct SceneFile {
    /// As it was read, before edits.
    tree: Arc<Tree>,
    edits: Vec<Edit>,
    file: Arc<clastic_scene::SceneFile>,
}

impl SceneFile {
    /// The files that shapes name are looked for from where the process stands now, wherever it stands later.
    fn read(py: Python, mut tree: Tree, edits: Vec<Edit>) -> PyResult<Self> {
        tree.base = std::env::current_dir()?;
        SceneFile::new(py, Arc::new(tree), edits)
    }

    fn new(py: Python, tree: Arc<Tree>, edits: Vec<Edit>) -> PyResult<Self> {
        let made = py.detach(|| clastic_scene::SceneFile::from_tree(tree.as_ref().clone().edited(&edits)));
        let file = Arc::new(made.map_err(|mistakes| scene_error(py, &mistakes))?);
        Ok(SceneFile { tree, edits, file })
    }
}

/// How a simulation is made.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Options {
    threads: usize,
    simd: Option<String>,
    /// Whether matter has accelerations of its own.
    accelerations: bool,
    checkpoint: Option<PathBuf>,
}

#[pymethods]
impl SceneFile {
    /// From a file.
    #[staticmethod]
    fn load(
        py: Python,
        path: PathBuf,
        changes: Option<&Bound<PyDict>>,
        unset: Vec<String>,
    ) -> PyResult<Self> {
        let edits = convert::edits(changes, &unset, py)?;
        let tree = py.detach(|| Tree::read(&path, &[])).map_err(|mistakes| scene_error(py, &mistakes))?;
        SceneFile::read(py, tree, edits)
    }

    /// From TOML; messages call it by the name.
    #[staticmethod]
    fn text(
        py: Python,
        name: &str,
        text: &str,
        changes: Option<&Bound<PyDict>>,
        unset: Vec<String>,
    ) -> PyResult<Self> {
        let edits = convert::edits(changes, &unset, py)?;
        let tree = Tree::parse(name, text, &[]).map_err(|mistakes| scene_error(py, &mistakes))?;
        SceneFile::read(py, tree, edits)
    }

    /// From a dict.
    #[staticmethod]
    fn table(py: Python, fields: &Bound<PyDict>) -> PyResult<Self> {
        SceneFile::read(py, Tree::of("scene", &convert::table(fields)?, &[]), Vec::new())
    }

    /// The same with changes.
    fn changed(&self, py: Python, changes: Option<&Bound<PyDict>>, unset: Vec<String>) -> PyResult<Self> {
        let more = convert::edits(changes, &unset, py)?;
        SceneFile::new(py, self.tree.clone(), [self.edits.clone(), more].concat())
    }

    /// The same by another scheme, in place of the whole `transfer` table.
    fn by_scheme(&self, py: Python, name: &str) -> PyResult<Self> {
        let mut edits = self.edits.clone();
        edits.extend(Edit::scheme(&format!("scheme={name:?}"), name));
        SceneFile::new(py, self.tree.clone(), edits)
    }

    /// As a file that says everything.
    fn to_toml(&self) -> String {
        self.file.scene.to_toml()
    }

    /// As a dict that says everything.
    fn to_dict(&self, py: Python) -> PyResult<Py<PyAny>> {
        let table: toml::Table = toml::from_str(&self.file.scene.to_toml()).map_err(simulation_error)?;
        convert::to_python(py, &toml::Value::Table(table))
    }

    /// What only filling it with particles finds wrong; which particles are left out, and what was repaired.
    fn check(&self, py: Python) -> PyResult<Vec<String>> {
        let file = &self.file;
        let filled = py.detach(|| file.verify()).map_err(|mistakes| scene_error(py, &mistakes))?;
        Ok(file.repairs().iter().cloned().chain(file.left_out(&filled)).collect())
    }

    /// About how many particles and bytes.
    fn estimate(&self) -> (u64, u64) {
        let estimate = self.file.estimate();
        (estimate.particles, estimate.bytes)
    }

    /// When a frame is due, in s.
    fn frame_time(&self, frame: u64) -> f64 {
        self.file.scene.time.frame_time(frame)
    }

    /// How many frames follow the first.
    #[getter]
    fn frame_count(&self) -> u64 {
        self.file.scene.time.frame_count()
    }

    /// The simulation at its beginning, or as a checkpoint has it, with its notes.
    fn simulate(&self, py: Python, options: Options) -> PyResult<(Core, String)> {
        let Options { threads, simd, accelerations, checkpoint } = options;
        let overrides = Overrides { threads, simd: simd.as_deref().map(level).transpose()? };
        let body_force = accelerations.then(|| Accelerations::default().body_force());
        let file = self.file.clone();
        let config = Config { body_force, ..file.config(&overrides) };
        let (simulation, notes) = match checkpoint {
            None => {
                let made = py.detach(|| file.assemble_with(&file.fill()?, config));
                (made.map_err(|mistakes| scene_error(py, &mistakes))?, String::new())
            }
            Some(path) => py
                .detach(|| {
                    let loaded =
                        load_checkpoint(&path, &file.scene.key()).map_err(|error| error.to_string())?;
                    let simulation = Simulation::restore(config, &loaded.snapshot);
                    let simulation = simulation.map_err(|error| format!("{}: {error}", path.display()))?;
                    Ok((simulation, loaded.notes))
                })
                .map_err(|error: String| simulation_error(error))?,
        };
        Ok((Core::new(file, simulation), notes))
    }
}

fn level(name: &str) -> PyResult<SimdLevel> {
    SimdLevel::from_name(name).ok_or_else(|| {
        let levels: Vec<_> = SimdLevel::available().iter().map(|level| level.name()).collect();
        value_error(format!("simd={name:?}: this CPU does not have it; it has {}", levels.join(", ")))
    })
}

/// The names of all transfer schemes.
#[pyfunction]
pub fn schemes() -> Vec<&'static str> {
    Scheme::names().map(|(name, _)| name).collect()
}
