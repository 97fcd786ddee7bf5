//! Pictures, sheets of them, and figures of curves.

use std::path::PathBuf;

use clastic_render::plot::{Axis, Curve, Plot, Style};
use clastic_render::{Cell, Sheet, png_bytes, write_png};
use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::value_error;
use crate::process::check_pictures;

/// A picture; notebooks show it.
#[pyclass(frozen, module = "clastic_sim")]
pub struct Picture(pub clastic_render::Picture);

#[pymethods]
impl Picture {
    /// Pixels per row.
    #[getter]
    fn width(&self) -> u32 {
        self.0.width
    }

    /// Rows.
    #[getter]
    fn height(&self) -> u32 {
        self.0.height
    }

    /// An array of its own, height × width × 4: red, green, blue and opacity (sRGB, 0 to 255).
    #[getter]
    fn array(&self, py: Python) -> PyResult<Py<PyAny>> {
        let shape = [self.0.height as usize, self.0.width as usize, 4];
        Ok(self.0.pixels.clone().into_pyarray(py).reshape(shape)?.into_any().unbind())
    }

    /// As the bytes of a PNG file.
    fn png<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes = py.detach(|| png_bytes(&self.0));
        PyBytes::new(py, &bytes)
    }

    /// Writes a PNG file.
    fn save(&self, py: Python, path: PathBuf) -> PyResult<()> {
        py.detach(|| write_png(&path, &self.0))
            .map_err(|error| pyo3::exceptions::PyOSError::new_err(error.to_string()))
    }

    fn _repr_png_<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.png(py)
    }

    fn __repr__(&self) -> String {
        format!("<Picture of {} × {} pixels>", self.0.width, self.0.height)
    }
}

/// Many pictures, each with a caption, on one page; so many per row, or as many as look well if that is 0.
#[pyfunction]
#[pyo3(signature = (cells, title = "", columns = 0))]
pub fn contact_sheet(
    py: Python,
    cells: Vec<(Py<Picture>, String)>,
    title: &str,
    columns: u32,
) -> PyResult<Picture> {
    check_pictures()?;
    if cells.is_empty() {
        return Err(value_error("a sheet of no pictures; expected at least one"));
    }
    let cells: Vec<(&clastic_render::Picture, &str)> =
        cells.iter().map(|(picture, caption)| (&picture.get().0, caption.as_str())).collect();
    Ok(Picture(py.detach(|| {
        let cells: Vec<Cell> = cells.iter().map(|(picture, caption)| Cell { picture, caption }).collect();
        clastic_render::contact_sheet(&Sheet { columns, ..Sheet::of(title, &cells) })
    })))
}

/// A figure of curves, each a label and two sequences of numbers, drawn as a `line`, `dashed` or as `dots`; axes in `log` are
/// logarithmic.
#[pyfunction]
#[pyo3(signature = (curves, title = "", x = "", y = "", log = "", size = [900, 560]))]
pub fn plot(
    curves: Vec<(String, Vec<f64>, Vec<f64>, String)>,
    title: &str,
    x: &str,
    y: &str,
    log: &str,
    size: [u32; 2],
) -> PyResult<Picture> {
    check_pictures()?;
    let mut plot = Plot::new(title);
    let axis = |name: char, label| if log.contains(name) { Axis::log(label) } else { Axis::linear(label) };
    (plot.x, plot.y) = (axis('x', x), axis('y', y));
    for (label, xs, ys, style) in curves {
        let style = match style.as_str() {
            "line" => Style::Line,
            "dashed" => Style::Dashed,
            "dots" => Style::Dots,
            other => {
                return Err(value_error(format!(
                    "there is no style {other:?}; expected line, dashed or dots"
                )));
            }
        };
        if xs.len() != ys.len() {
            let (a, b) = (xs.len(), ys.len());
            return Err(value_error(format!(
                "{label:?} has {a} numbers for x and {b} for y; expected as many"
            )));
        }
        let points = xs.into_iter().zip(ys).map(|(x, y)| [x, y]).collect();
        plot.curves.push(Curve { label, points, style });
    }
    let [width, height] = size;
    plot.render(width, height).map(Picture).map_err(|error| value_error(error.to_string()))
}
