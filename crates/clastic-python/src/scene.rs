//! Scenes.

use std::path::PathBuf;
use std::sync::Arc;

use clastic::tensor::SimdLevel;
use clastic::transfer::Scheme;
use clastic::{Config, Simulation};
use clastic_scene::{Edit, Mistakes, Overrides, load_checkpoint};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert;
use crate::core::{Accelerations, Core};
use crate::errors::{scene_error, simulation_error, value_error};

/// What a scene is read from, again whenever something is changed.
#[derive(Clone)]
enum Origin {
    File(PathBuf),
    Text(String, String),
    Table(toml::Table),
}

impl Origin {
    fn read(&self, edits: &[Edit]) -> Result<clastic_scene::SceneFile, Mistakes> {
        match self {
            Origin::File(path) => clastic_scene::SceneFile::read(path, edits),
            Origin::Text(name, text) => clastic_scene::SceneFile::parse(name, text, edits),
            Origin::Table(table) => clastic_scene::SceneFile::of("scene", table, edits),
        }
    }
}

/// A scene that was read and checked; it never changes.
#[pyclass(frozen, module = "clastic_sim._clastic")]
pub struct SceneFile {
    origin: Origin,
    edits: Vec<Edit>,
    file: Arc<clastic_scene::SceneFile>,
}

impl SceneFile {
    fn new(py: Python, origin: Origin, edits: Vec<Edit>) -> PyResult<Self> {
        let file = py.detach(|| origin.read(&edits)).map_err(|mistakes| scene_error(py, &mistakes))?;
        Ok(SceneFile { origin, edits, file: Arc::new(file) })
    }
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
        SceneFile::new(py, Origin::File(path), convert::edits(changes, &unset, py)?)
    }

    /// From TOML; messages call it by the name.
    #[staticmethod]
    fn text(
        py: Python,
        name: String,
        text: String,
        changes: Option<&Bound<PyDict>>,
        unset: Vec<String>,
    ) -> PyResult<Self> {
        SceneFile::new(py, Origin::Text(name, text), convert::edits(changes, &unset, py)?)
    }

    /// From a dict.
    #[staticmethod]
    fn table(py: Python, fields: &Bound<PyDict>) -> PyResult<Self> {
        SceneFile::new(py, Origin::Table(convert::table(fields)?), Vec::new())
    }

    /// The same with changes.
    fn changed(&self, py: Python, changes: Option<&Bound<PyDict>>, unset: Vec<String>) -> PyResult<Self> {
        let more = convert::edits(changes, &unset, py)?;
        SceneFile::new(py, self.origin.clone(), [self.edits.clone(), more].concat())
    }

    /// The same by another scheme, in place of the whole `transfer` table.
    fn by_scheme(&self, py: Python, name: &str) -> PyResult<Self> {
        let mut edits = self.edits.clone();
        edits.extend(Edit::scheme(&format!("scheme={name:?}"), name));
        SceneFile::new(py, self.origin.clone(), edits)
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
    #[pyo3(signature = (*, threads, simd, with_accelerations, checkpoint))]
    fn simulate(
        &self,
        py: Python,
        threads: usize,
        simd: Option<&str>,
        with_accelerations: bool,
        checkpoint: Option<PathBuf>,
    ) -> PyResult<(Core, String)> {
        let overrides = Overrides { threads, simd: simd.map(level).transpose()? };
        let accelerations = with_accelerations.then(Accelerations::default);
        let file = self.file.clone();
        let config = Config {
            body_force: accelerations.as_ref().map(Accelerations::body_force),
            ..file.config(&overrides)
        };
        let (simulation, notes) = match checkpoint {
            None => {
                let made = py.detach(|| file.assemble_with(&file.fill()?, config));
                (made.map_err(|mistakes| scene_error(py, &mistakes))?, String::new())
            }
            Some(path) => py
                .detach(|| {
                    let loaded =
                        load_checkpoint(&path, &file.scene.key()).map_err(|error| error.to_string())?;
                    let config = Config { threads, ..config };
                    let simulation = Simulation::restore(config, &loaded.snapshot);
                    let simulation = simulation.map_err(|error| format!("{}: {error}", path.display()))?;
                    Ok((simulation, loaded.notes))
                })
                .map_err(|error: String| simulation_error(error))?,
        };
        Ok((Core::new(file, simulation, accelerations), notes))
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
