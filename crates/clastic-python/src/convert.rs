//! Between Python's values and those of scenes.

use std::sync::Arc;

use clastic_scene::language::{Place, Source};
use clastic_scene::{Edit, Mistake, Mistakes};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyMapping, PyString};
use toml::{Table, Value};

use crate::errors::scene_error;

/// How deep tables and lists may lie in each other: as deep as in a file.
const MAX_DEPTH: usize = 40;

/// Where in a scene a value stands.
struct Path<'a> {
    steps: Vec<String>,
    /// What the scene is called.
    origin: &'a str,
}

impl Path<'_> {
    fn wrong(&self, py: Python, message: String) -> PyErr {
        let source = Source { name: self.origin.to_string(), text: String::new(), folder: None };
        let place = Place::whole(&Arc::new(source));
        scene_error(py, &Mistakes(vec![Mistake { place, field: self.steps.join("."), message }]))
    }

    fn within<T>(&mut self, step: String, read: impl FnOnce(&mut Self) -> PyResult<T>) -> PyResult<T> {
        self.steps.push(step);
        let value = read(self);
        self.steps.pop();
        value
    }

    fn table(&mut self, fields: &Bound<PyMapping>) -> PyResult<Table> {
        let mut table = Table::new();
        for item in fields.items()? {
            let (key, value): (Bound<PyAny>, Bound<PyAny>) = item.extract()?;
            let Ok(key) = key.extract::<String>() else {
                let message = format!("{} is no name of a field; expected a text", key.repr()?);
                return Err(self.wrong(fields.py(), message));
            };
            // As a keyword that is not given.
            if !value.is_none() {
                let value = self.within(key.clone(), |path| path.value(&value))?;
                table.insert(key, value);
            }
        }
        Ok(table)
    }

    fn value(&mut self, value: &Bound<PyAny>) -> PyResult<Value> {
        let py = value.py();
        if self.steps.len() > MAX_DEPTH {
            return Err(self.wrong(py, "tables lie too deep in each other".to_string()));
        }
        if let Ok(flag) = value.cast::<PyBool>() {
            return Ok(Value::Boolean(flag.is_true()));
        }
        if let Ok(text) = value.cast::<PyString>() {
            return Ok(Value::String(text.to_string()));
        }
        if let Ok(fields) = value.cast::<PyMapping>() {
            return self.table(fields).map(Value::Table);
        }
        if value.hasattr("__fspath__")? {
            return Ok(Value::String(value.str()?.to_string()));
        }
        // NumPy's arrays of one number would pass for a number, and its truth values for none.
        let kind = value.get_type().name()?.to_string();
        if kind.starts_with("bool") {
            return Ok(Value::Boolean(value.is_truthy()?));
        }
        let wrong = format!("a {kind} is no value of a scene; expected a number, text, list or table");
        if value.hasattr("__len__")? && !kind.starts_with("bytes") && kind != "set" && kind != "frozenset" {
            // An array of no dimension has a length that fails.
            let Ok(items) = value.try_iter() else { return Err(self.wrong(py, wrong)) };
            let item = |(index, item): (usize, PyResult<Bound<PyAny>>)| {
                self.within(index.to_string(), |path| path.value(&item?))
            };
            return items.enumerate().map(item).collect::<PyResult<Vec<_>>>().map(Value::Array);
        }
        if let Ok(number) = value.extract::<i64>() {
            return Ok(Value::Integer(number));
        }
        if let Ok(number) = value.extract::<f64>() {
            return Ok(Value::Float(number));
        }
        Err(self.wrong(py, wrong))
    }
}

/// A scene's table from a dict.
pub fn table(dict: &Bound<PyDict>) -> PyResult<Table> {
    Path { steps: Vec::new(), origin: "scene" }.table(dict.as_mapping())
}

/// Changes of a scene: every value at its dotted path; tables are laid over those of the scene.
pub fn edits(changes: Option<&Bound<PyDict>>, unset: &[String], py: Python) -> PyResult<Vec<Edit>> {
    let mut edits = Vec::new();
    for text in unset {
        edits.push(Edit::unset(text).map_err(|mistakes| scene_error(py, &mistakes))?);
    }
    if let Some(changes) = changes {
        let table = Path { steps: Vec::new(), origin: "changes" }.table(changes.as_mapping())?;
        flatten("", &Value::Table(table), &mut edits);
    }
    Ok(edits)
}

fn flatten(path: &str, value: &Value, edits: &mut Vec<Edit>) {
    match value {
        Value::Table(table) => {
            for (key, value) in table {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                flatten(&path, value, edits);
            }
        }
        _ => edits.push(Edit::set(format!("changes: {path}"), path, value.clone())),
    }
}

/// A scene's value as Python has it.
pub fn to_python(py: Python, value: &Value) -> PyResult<Py<PyAny>> {
    Ok(match value {
        Value::Boolean(x) => x.into_pyobject(py)?.to_owned().into_any().unbind(),
        Value::Integer(x) => x.into_pyobject(py)?.into_any().unbind(),
        Value::Float(x) => x.into_pyobject(py)?.into_any().unbind(),
        Value::String(x) => x.into_pyobject(py)?.into_any().unbind(),
        Value::Datetime(x) => x.to_string().into_pyobject(py)?.into_any().unbind(),
        Value::Array(items) => {
            let items = items.iter().map(|item| to_python(py, item)).collect::<PyResult<Vec<_>>>()?;
            items.into_pyobject(py)?.into_any().unbind()
        }
        Value::Table(table) => {
            let dict = PyDict::new(py);
            for (key, value) in table {
                dict.set_item(key, to_python(py, value)?)?;
            }
            dict.into_any().unbind()
        }
    })
}
