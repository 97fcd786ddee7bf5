//! Particles at one time, as arrays.

use std::mem;
use std::sync::Arc;

use crate::core::concentrations_shape;
use clastic::Config;
use clastic_frames::Floats;
use clastic_scene::SceneFile;
use numpy::{Element, IntoPyArray, PyArrayDyn, PyArrayMethods};
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The particles at one time, by id. Every array owns its memory, which the engine filled and handed over; none can be
/// written to, and none changes when the simulation goes on.
#[pyclass(frozen, module = "clastic_sim")]
pub struct Frame {
    /// All but the columns.
    rest: clastic_frames::Frame,
    columns: Vec<(&'static str, Py<PyAny>)>,
    pub(crate) file: Arc<SceneFile>,
    /// As it was at this time: colliders may have been told to move otherwise since.
    pub(crate) config: Arc<Config>,
}

impl Frame {
    /// Takes over the columns of a frame.
    pub fn new(
        py: Python,
        mut frame: clastic_frames::Frame,
        file: Arc<SceneFile>,
        config: Arc<Config>,
    ) -> PyResult<Self> {
        let (n, d) = (frame.len(), usize::from(frame.dimension));
        let mut columns = vec![
            ("x", floats(py, mem::take(&mut frame.x), &[n, d])?),
            ("v", floats(py, mem::take(&mut frame.v), &[n, d])?),
            ("j", floats(py, mem::take(&mut frame.j), &[n])?),
            ("material", array(py, mem::take(&mut frame.material), &[n])?),
            ("id", array(py, mem::take(&mut frame.id), &[n])?),
        ];
        let matrices = [("c", &mut frame.c), ("f", &mut frame.f), ("stress", &mut frame.stress)];
        for (name, column) in matrices {
            if let Some(column) = column.take() {
                columns.push((name, floats(py, column, &[n, d, d])?));
            }
        }
        if let Some(column) = frame.temperature.take() {
            columns.push(("temperature", floats(py, column, &[n])?));
        }
        if let Some(column) = frame.concentration.take() {
            let shape = concentrations_shape(n, file.scene.components());
            columns.push(("concentration", floats(py, column, &shape)?));
        }
        Ok(Frame { rest: frame, columns, file, config })
    }

    /// Whether it has a column.
    pub fn has(&self, name: &str) -> bool {
        self.columns.iter().any(|(known, _)| *known == name)
    }

    fn column(&self, py: Python, name: &str) -> PyResult<Py<PyAny>> {
        let found = self.columns.iter().find(|(known, _)| *known == name);
        found.map(|(_, array)| array.clone_ref(py)).ok_or_else(|| {
            let names: Vec<&str> = self.columns.iter().map(|(name, _)| *name).collect();
            PyAttributeError::new_err(format!(
                "this frame has no {name:?}; it has the fields {}",
                names.join(", ")
            ))
        })
    }

    /// With its columns, for those who draw it.
    pub fn whole(&self, py: Python) -> PyResult<clastic_frames::Frame> {
        let mut frame = self.rest.clone();
        for (name, array) in &self.columns {
            let array = array.bind(py);
            match *name {
                "x" => frame.x = read_floats(array)?,
                "v" => frame.v = read_floats(array)?,
                "j" => frame.j = read_floats(array)?,
                "material" => frame.material = read(array)?,
                "id" => frame.id = read(array)?,
                "c" => frame.c = Some(read_floats(array)?),
                "f" => frame.f = Some(read_floats(array)?),
                "stress" => frame.stress = Some(read_floats(array)?),
                "temperature" => frame.temperature = Some(read_floats(array)?),
                _ => frame.concentration = Some(read_floats(array)?),
            }
        }
        Ok(frame)
    }
}

#[pymethods]
impl Frame {
    /// The frame's number.
    #[getter]
    fn index(&self) -> u64 {
        self.rest.index
    }

    /// The time, in s.
    #[getter]
    fn time(&self) -> f64 {
        self.rest.time
    }

    /// Two or three.
    #[getter]
    fn dimension(&self) -> u8 {
        self.rest.dimension
    }

    /// The distance of neighbours at rest, in the scene's unit of length.
    #[getter]
    fn spacing(&self) -> f64 {
        self.rest.spacing
    }

    /// The names of the materials, which `material` numbers.
    #[getter]
    fn materials(&self) -> Vec<String> {
        self.rest.materials.clone()
    }

    /// Positions, N × d, in m.
    #[getter]
    fn x(&self, py: Python) -> PyResult<Py<PyAny>> {
        self.column(py, "x")
    }

    /// Velocities, N × d, in m/s.
    #[getter]
    fn v(&self, py: Python) -> PyResult<Py<PyAny>> {
        self.column(py, "v")
    }

    /// Elastic volume ratios, N.
    #[getter]
    fn j(&self, py: Python) -> PyResult<Py<PyAny>> {
        self.column(py, "j")
    }

    /// Numbers of the materials, N.
    #[getter]
    fn material(&self, py: Python) -> PyResult<Py<PyAny>> {
        self.column(py, "material")
    }

    /// Stable ids, N, ascending.
    #[getter]
    fn id(&self, py: Python) -> PyResult<Py<PyAny>> {
        self.column(py, "id")
    }

    /// Affine velocity fields, N × d × d, in 1/s; if asked for.
    #[getter]
    fn c(&self, py: Python) -> PyResult<Py<PyAny>> {
        self.column(py, "c")
    }

    /// Deformation gradients, N × d × d; if asked for.
    #[getter]
    fn f(&self, py: Python) -> PyResult<Py<PyAny>> {
        self.column(py, "f")
    }

    /// Kirchhoff stresses, N × d × d, in Pa; if asked for.
    #[getter]
    fn stress(&self, py: Python) -> PyResult<Py<PyAny>> {
        self.column(py, "stress")
    }

    /// Temperatures, N; if asked for.
    #[getter]
    fn temperature(&self, py: Python) -> PyResult<Py<PyAny>> {
        self.column(py, "temperature")
    }

    /// Concentrations, N, or N × K if there are K components; if asked for.
    #[getter]
    fn concentration(&self, py: Python) -> PyResult<Py<PyAny>> {
        self.column(py, "concentration")
    }

    /// All arrays by their names.
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, array) in &self.columns {
            dict.set_item(*name, array)?;
        }
        Ok(dict)
    }

    fn __len__(&self, py: Python) -> PyResult<usize> {
        self.columns[0].1.bind(py).len()
    }

    fn __repr__(&self, py: Python) -> PyResult<String> {
        let (index, time, count) = (self.rest.index, self.rest.time, self.__len__(py)?);
        Ok(format!("<Frame {index} at t = {time} s, {count} particles>"))
    }
}

/// Hands numbers over to an array, which nobody can write to.
fn array<T: Element>(py: Python, numbers: Vec<T>, shape: &[usize]) -> PyResult<Py<PyAny>> {
    let array = numbers.into_pyarray(py).reshape(shape.to_vec())?;
    let flags = PyDict::new(py);
    flags.set_item("write", false)?;
    array.call_method("setflags", (), Some(&flags))?;
    Ok(array.into_any().unbind())
}

fn floats(py: Python, floats: Floats, shape: &[usize]) -> PyResult<Py<PyAny>> {
    match floats {
        Floats::F32(numbers) => array(py, numbers, shape),
        Floats::F64(numbers) => array(py, numbers, shape),
    }
}

fn read<T: Element + Copy>(array: &Bound<PyAny>) -> PyResult<Vec<T>> {
    let array = array.cast::<PyArrayDyn<T>>()?;
    Ok(array.readonly().as_array().iter().copied().collect())
}

fn read_floats(array: &Bound<PyAny>) -> PyResult<Floats> {
    match read::<f32>(array) {
        Ok(numbers) => Ok(Floats::F32(numbers)),
        Err(_) => Ok(Floats::F64(read(array)?)),
    }
}
