//! What goes wrong, as exceptions.

use clastic_scene::Mistakes;
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    clastic_sim,
    SceneError,
    PyValueError,
    "A scene that makes no sense. `mistakes` holds all that is wrong with it, each with its place."
);
create_exception!(
    clastic_sim,
    SimulationError,
    PyRuntimeError,
    "A simulation that cannot do what it is asked for."
);

/// One mistake in a scene.
#[pyclass(frozen, get_all, module = "clastic_sim")]
pub struct Mistake {
    /// The file, or what else the scene came from.
    file: String,
    /// The line, from 1; none for a scene made in code.
    line: Option<usize>,
    /// The column, from 1.
    column: Option<usize>,
    /// The way to the field, as in `bodies.block.radius`; empty where no field is meant.
    field: String,
    /// What is wrong, and what was expected.
    message: String,
    /// All of it in one line.
    text: String,
}

#[pymethods]
impl Mistake {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Mistake {}>", self.text)
    }
}

impl From<&clastic_scene::Mistake> for Mistake {
    fn from(mistake: &clastic_scene::Mistake) -> Self {
        let place = mistake.place.line_and_column();
        Mistake {
            file: mistake.place.source.name.clone(),
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column),
            field: mistake.field.clone(),
            message: mistake.message.clone(),
            text: mistake.to_string(),
        }
    }
}

/// All mistakes as one exception.
pub fn scene_error(py: Python, mistakes: &Mistakes) -> PyErr {
    let error = SceneError::new_err(mistakes.to_string());
    let list: Vec<Mistake> = mistakes.0.iter().map(Mistake::from).collect();
    match error.value(py).setattr("mistakes", list) {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// What an engine or a disk says, as an exception.
pub fn simulation_error(error: impl std::fmt::Display) -> PyErr {
    SimulationError::new_err(error.to_string())
}

/// A value that makes no sense.
pub fn value_error(message: impl Into<String>) -> PyErr {
    PyValueError::new_err(message.into())
}
