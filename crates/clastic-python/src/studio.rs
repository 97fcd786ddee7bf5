//! Pictures of frames.

use clastic_render::{MAX_SIZE, RenderError};
use clastic_scene::{ColorBy, Named, Scene};
use clastic_studio::{Key, Sight};
use pyo3::prelude::*;

use crate::errors::value_error;
use crate::frame::Frame;
use crate::picture::Picture;
use crate::process::check_pictures;

/// Takes pictures of frames that can be compared: one camera that sees all of those it was made with, and one scale of
/// colours.
#[pyclass(frozen, module = "clastic_sim")]
pub struct Studio(clastic_studio::Studio);

#[pymethods]
impl Studio {
    /// For these frames. `color` says what colours show and `size` how many pixels, in place of the scene's camera.
    #[new]
    #[pyo3(signature = (frames, *, color = None, size = None))]
    fn new(
        py: Python,
        frames: Vec<Py<Frame>>,
        color: Option<&str>,
        size: Option<[u32; 2]>,
    ) -> PyResult<Self> {
        let Some(first) = frames.first() else {
            return Err(value_error("a studio for no frames; expected at least one"));
        };
        let mut scene = first.get().file.scene.clone();
        if let Some(name) = color {
            scene.camera.color = named(name)?;
        }
        if let Some(size @ [width, height]) = size {
            if !size.iter().all(|pixels| (1..=MAX_SIZE).contains(pixels)) {
                return Err(value_error(RenderError::Size { width, height }.to_string()));
            }
            scene.camera.size = size.map(f64::from);
        }
        check_pictures()?;
        let mut sight = Sight::of(scene.clone(), first.get().config.as_ref().clone());
        for frame in &frames {
            let frame = frame.get();
            alike(&scene, frame)?;
            sight.config = frame.config.as_ref().clone();
            let frame = frame.whole(py)?;
            py.detach(|| sight.see(&frame));
        }
        Ok(Studio(sight.studio()))
    }

    /// What its pictures show, in words.
    #[getter]
    fn title(&self) -> String {
        self.0.title()
    }

    /// A picture of a frame, as the scene's camera takes it.
    fn picture(&self, py: Python, frame: &Frame) -> PyResult<Picture> {
        self.taken(py, frame, |studio, frame| studio.picture(frame, 0.0, &[]))
    }

    /// A small picture of a frame, without words.
    fn thumbnail(&self, py: Python, frame: &Frame) -> PyResult<Picture> {
        self.taken(py, frame, |studio, frame| studio.thumbnail(frame, Key::None))
    }
}

type Taken = Result<clastic_render::Picture, RenderError>;

impl Studio {
    fn taken(
        &self,
        py: Python,
        frame: &Frame,
        take: impl FnOnce(&clastic_studio::Studio, &clastic_frames::Frame) -> Taken + Send,
    ) -> PyResult<Picture> {
        check_pictures()?;
        alike(&self.0.scene, frame)?;
        check(&self.0.scene, frame)?;
        let studio = clastic_studio::Studio { config: frame.config.as_ref().clone(), ..self.0.clone() };
        let frame = frame.whole(py)?;
        let picture = py.detach(|| take(&studio, &frame));
        picture.map(Picture).map_err(|error| value_error(error.to_string()))
    }
}

/// Refuses a frame of another dimension.
fn alike(scene: &Scene, frame: &Frame) -> PyResult<()> {
    if frame.file.scene.dimension == scene.dimension {
        return Ok(());
    }
    Err(value_error("the frame is of another dimension than the studio's"))
}

/// Whether a frame has what colours are to show.
fn check(scene: &Scene, frame: &Frame) -> PyResult<()> {
    let needs = match scene.camera.color {
        ColorBy::Pressure => "stress",
        ColorBy::Temperature => "temperature",
        ColorBy::Concentration(_) => "concentration",
        _ => return Ok(()),
    };
    let color = scene.camera.color.name();
    let components = frame.file.scene.components();
    if matches!(scene.camera.color, ColorBy::Concentration(component) if component >= components) {
        return Err(value_error(format!("colours show {color}, but there are {components} components")));
    }
    if frame.has(needs) {
        return Ok(());
    }
    Err(value_error(format!(
        "colours show {color}, but the frame has no {needs:?}; expected it among its fields"
    )))
}

fn named(name: &str) -> PyResult<ColorBy> {
    ColorBy::ALL.iter().copied().find(|by| by.name() == name).ok_or_else(|| {
        let names: Vec<&str> = ColorBy::ALL.iter().map(|by| by.name()).collect();
        value_error(format!("color={name:?} is unknown; expected one of {}", names.join(", ")))
    })
}
