//! Curves in a frame with axes: figures of numbers, as papers have them.
//!
//! ```
//! use clastic_render::plot::{Axis, Plot};
//!
//! let energy = (1..100).map(|i| [0.1 * i as f64, (-0.1 * i as f64).exp()]);
//! let plot = Plot::new("A damped spring").x("time (s)").y(Axis::log("energy (J)")).line("measured", energy);
//! let picture = plot.render(900, 560)?;
//! assert_eq!(picture.width, 900);
//! # Ok::<(), clastic_render::RenderError>(())
//! ```

mod canvas;
mod draw;
mod few;
mod legend;
mod span;
mod svg;
mod tracks;

use crate::color::Color;
use crate::error::RenderError;
use crate::picture::Picture;
use crate::shot::MAX_SIZE;
use svg::Svg;
pub use svg::escaped;

/// A figure: a title, two axes and the curves between them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plot {
    /// Above the frame. May be empty.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// In the order of the legend; later ones lie on earlier ones. Lines that lie on each other alternate.
    pub curves: Vec<Curve>,
}

/// One direction of a figure.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// What is measured, with its unit, as `time (s)`.
    pub label: String,
    /// How numbers become lengths.
    pub scale: Scale,
}

/// How numbers become lengths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences are equally long.
    #[default]
    Linear,
    /// Equal ratios are equally long. Numbers that are not positive are left out.
    Log,
}

/// Points in their order, and how they are drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// What the legend calls it. An empty one is not in the legend.
    pub label: String,
    /// Pairs of x and y. One that is not finite, or not on the scale, interrupts the curve.
    pub points: Vec<[f64; 2]>,
    /// How it is drawn.
    pub style: Style,
}

/// How a curve is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A line through the points: what was computed.
    Line,
    /// A broken line: theory, and bounds.
    Dashed,
    /// A dot at each point: measurements of others.
    Dots,
}

impl Plot {
    /// The usual width and height of a figure, in pixels.
    pub const SIZE: [u32; 2] = [900, 560];

    /// A figure without curves.
    pub fn new(title: impl Into<String>) -> Self {
        Plot { title: title.into(), ..Plot::default() }
    }

    /// Says what goes to the right: a label, or an [`Axis`].
    pub fn x(self, axis: impl Into<Axis>) -> Self {
        Plot { x: axis.into(), ..self }
    }

    /// Says what goes up: a label, or an [`Axis`].
    pub fn y(self, axis: impl Into<Axis>) -> Self {
        Plot { y: axis.into(), ..self }
    }

    /// Adds a line.
    pub fn line(self, label: impl Into<String>, points: impl IntoIterator<Item = [f64; 2]>) -> Self {
        self.with(Style::Line, label, points)
    }

    /// Adds a broken line, for theory and bounds.
    pub fn dashed(self, label: impl Into<String>, points: impl IntoIterator<Item = [f64; 2]>) -> Self {
        self.with(Style::Dashed, label, points)
    }

    /// Adds dots, for measurements of others.
    pub fn dots(self, label: impl Into<String>, points: impl IntoIterator<Item = [f64; 2]>) -> Self {
        self.with(Style::Dots, label, points)
    }

    /// Draws it on white paper; letters and lines grow with the size. The legend stands beside the frame.
    pub fn render(&self, width: u32, height: u32) -> Result<Picture, RenderError> {
        check([width, height])?;
        let mut picture = Picture::filled(width, height, Color::WHITE);
        draw::draw(self, [width, height], &mut picture);
        few::keep_few_colors(&mut picture);
        Ok(picture)
    }

    /// Writes the same figure as an SVG file, sharp at any size. It refers to nothing outside, not even a font: text is
    /// in the reader's own.
    pub fn svg(&self, width: u32, height: u32) -> Result<String, RenderError> {
        check([width, height])?;
        let mut svg = Svg::new(self, [width, height]);
        draw::draw(self, [width, height], &mut svg);
        Ok(svg.finish())
    }

    fn with(
        mut self,
        style: Style,
        label: impl Into<String>,
        points: impl IntoIterator<Item = [f64; 2]>,
    ) -> Self {
        self.curves.push(Curve { label: label.into(), points: points.into_iter().collect(), style });
        self
    }
}

fn check([width, height]: [u32; 2]) -> Result<(), RenderError> {
    let drawable = [width, height].iter().all(|pixels| (1..=MAX_SIZE).contains(pixels));
    if drawable { Ok(()) } else { Err(RenderError::Size { width, height }) }
}

impl Axis {
    /// Equal differences are equally long. A label alone means the same.
    pub fn linear(label: impl Into<String>) -> Self {
        Axis { label: label.into(), scale: Scale::Linear }
    }

    /// Equal ratios are equally long.
    pub fn log(label: impl Into<String>) -> Self {
        Axis { label: label.into(), scale: Scale::Log }
    }
}

impl From<&str> for Axis {
    fn from(label: &str) -> Self {
        Axis::linear(label)
    }
}
