//! A figure part by part, whatever it is drawn on.

use super::canvas::Canvas;
use super::legend::Legend;
use super::span::Span;
use super::tracks::Tracks;
use super::{Curve, Plot, Style};
use crate::color::Color;
use crate::stroke::Segment;
use crate::text::{self, Align, Pen};

pub(super) const INK: Color = Color::hex(0x2b3138);
const FRAME: Color = Color::hex(0x5b636c);
const GRID: Color = Color::hex(0xe4e8eb);
/// Lines with no more points than this show them.
const FEW: usize = 12;

/// Colours of lines that eyes of all kinds tell apart on white, as the "bright" scheme of P. Tol, "Colour schemes"
/// (2021), its pale ones darkened.
const LINES: [u32; 10] =
    [0x4477aa, 0xee6677, 0x228833, 0xe08a1e, 0xaa3377, 0x3fa6c4, 0x9a8b1f, 0x222222, 0x8c6bb1, 0x8a8f96];
/// Colours of what lines are compared with.
const REFERENCES: [u32; 4] = [0x222222, 0x8a8f96, 0xb5651d, 0x5b4f8a];

/// Where things are, in pixels.
pub(super) struct Layout {
    /// A pixel of a figure of the usual size.
    pub unit: f32,
    /// Height of capitals.
    pub text: f32,
    /// Of the paper.
    pub width: f32,
    pub left: f32,
    pub top: f32,
    pub right: f32,
    pub bottom: f32,
    x: Span,
    y: Span,
}

impl Layout {
    pub fn new(plot: &Plot, [width, height]: [u32; 2], legend: &Legend) -> Self {
        let [usual_width, usual_height] = Plot::SIZE.map(|pixels| pixels as f32);
        let (width, height) = (width as f32, height as f32);
        let unit = (width / usual_width).min(height / usual_height);
        let text = 9.5 * unit;
        let along =
            |axis: usize| plot.curves.iter().flat_map(|curve| &curve.points).map(move |point| point[axis]);
        let x = Span::covering(plot.x.scale, along(0), 0.0);
        let y = Span::covering(plot.y.scale, along(1), 0.03);
        let labels = y.ticks.iter().filter_map(|tick| tick.label.as_deref());
        let widest = labels.map(|label| text::width(label, text)).fold(0.0, f32::max);
        let written = |words: &str, space: f32| if words.is_empty() { 0.0 } else { space * text };
        let left = 2.0 * text + written(&plot.y.label, 2.4) + widest + 1.4 * text;
        let top = 2.0 * text + written(&plot.title, 2.8);
        let right = width - 2.8 * text - legend.width(unit);
        let bottom = height - 2.0 * text - 2.8 * text - written(&plot.x.label, 2.4);
        // However small, the frame has an inside.
        let (right, bottom) = (right.max(left + 1.0), bottom.max(top + 1.0));
        let [left, top, right, bottom] = [left, top, right, bottom].map(|at| crisp(at, unit));
        Layout { unit, text, width, left, top, right, bottom, x, y }
    }

    /// Where a point is drawn, unless it is not on the scales.
    pub fn place(&self, [x, y]: [f64; 2]) -> Option<[f32; 2]> {
        Some([self.column(self.x.place(x)?), self.row(self.y.place(y)?)])
    }

    fn column(&self, place: f64) -> f32 {
        self.left + place as f32 * (self.right - self.left)
    }

    fn row(&self, place: f64) -> f32 {
        self.bottom - place as f32 * (self.bottom - self.top)
    }
}

/// A place where a line of `width` pixels begins and ends between pixels, and so is not blurred.
fn crisp(at: f32, width: f32) -> f32 {
    if width.round().max(1.0) as u32 % 2 == 1 { at.floor() + 0.5 } else { at.round() }
}

/// Draws a figure on white paper of this size.
pub(super) fn draw(plot: &Plot, size: [u32; 2], canvas: &mut impl Canvas) {
    let colors = colors(&plot.curves);
    let legend = Legend::new(plot, &colors);
    let layout = Layout::new(plot, size, &legend);
    draw_axes(canvas, &layout);
    let mut tracks = Tracks::new(size);
    for (curve, color) in plot.curves.iter().zip(&colors) {
        draw_curve(canvas, &layout, &mut tracks, (curve, *color));
    }
    legend.draw(canvas, &layout);
    draw_words(canvas, &layout, plot);
}

/// A colour for each curve: lines, and what they are compared with, in turn.
fn colors(curves: &[Curve]) -> Vec<Color> {
    let (mut lines, mut references) = (LINES.iter().cycle(), REFERENCES.iter().cycle());
    let next = |curve: &Curve| match curve.style {
        Style::Line => lines.next(),
        Style::Dashed | Style::Dots => references.next(),
    };
    curves.iter().filter_map(next).map(|code| Color::hex(*code)).collect()
}

/// Grid, frame, ticks and their numbers.
fn draw_axes(canvas: &mut impl Canvas, layout: &Layout) {
    let Layout { unit, text, left, top, right, bottom, .. } = *layout;
    let thin = unit.round().max(1.0);
    let (mut grid, mut marks): (Vec<Segment>, Vec<Segment>) = (Vec::new(), Vec::new());
    let pen = |align| Pen { size: text, color: INK, align };
    let mut taken = f32::NEG_INFINITY;
    for tick in &layout.x.ticks {
        let at = crisp(layout.column(tick.place), thin);
        let Some(label) = &tick.label else {
            marks.push([[at, bottom], [at, bottom + 3.0 * unit]]);
            continue;
        };
        grid.push([[at, top], [at, bottom]]);
        marks.push([[at, bottom], [at, bottom + 6.0 * unit]]);
        let half = 0.5 * text::width(label, text);
        if at - half > taken {
            canvas.text(label, [at, bottom + 2.4 * text], pen(Align::Center));
            taken = at + half + 0.8 * text;
        }
    }
    for tick in &layout.y.ticks {
        let at = crisp(layout.row(tick.place), thin);
        let Some(label) = &tick.label else {
            marks.push([[left - 3.0 * unit, at], [left, at]]);
            continue;
        };
        grid.push([[left, at], [right, at]]);
        marks.push([[left - 6.0 * unit, at], [left, at]]);
        canvas.text(label, [left - 1.2 * text, at + 0.5 * text], pen(Align::Right));
    }
    canvas.lines(&grid, thin, GRID);
    let corners = [[left, top], [right, top], [right, bottom], [left, bottom]];
    marks.extend((0..4).map(|i| [corners[i], corners[(i + 1) % 4]]));
    canvas.lines(&marks, thin, FRAME);
}

fn draw_words(canvas: &mut impl Canvas, layout: &Layout, plot: &Plot) {
    let Layout { text, left, top, right, bottom, .. } = *layout;
    let (center, middle) = (0.5 * (left + right), 0.5 * (top + bottom));
    let pen = |size, align| Pen { size, color: INK, align };
    let longest = layout.width - left - 2.0 * text;
    let size = 1.2 * text;
    let size = size * (longest / text::width(&plot.title, size).max(longest));
    canvas.text(&plot.title, [left, top - 1.5 * text], pen(size, Align::Left));
    canvas.text(&plot.x.label, [center, bottom + 5.0 * text], pen(1.05 * text, Align::Center));
    canvas.text_upward(&plot.y.label, [3.2 * text, middle], pen(1.05 * text, Align::Center));
}

/// What curves are drawn with. Lengths are in pixels of a figure of the usual size.
#[derive(Clone, Copy)]
pub(super) struct Brush {
    pub style: Style,
    pub color: Color,
    pub unit: f32,
}

impl Brush {
    /// Draws pieces of a curve, each without an interruption.
    pub fn draw(self, canvas: &mut impl Canvas, pieces: &[Vec<[f32; 2]>]) {
        let Brush { style, color, unit } = self;
        match style {
            Style::Line => {
                // A point alone is a line to itself.
                let joined = |piece: &Vec<[f32; 2]>| {
                    (0..piece.len()).map(|i| [piece[i.saturating_sub(1)], piece[i]]).collect::<Vec<_>>()
                };
                let lines: Vec<Segment> = pieces.iter().flat_map(joined).collect();
                canvas.lines(&lines, 2.0 * unit, color);
            }
            Style::Dashed => {
                let dashes: Vec<Segment> =
                    pieces.iter().flat_map(|piece| dashes(piece, [6.0 * unit, 6.0 * unit])).collect();
                canvas.lines(&dashes, 1.7 * unit, color);
            }
            Style::Dots => canvas.dots(&pieces.concat(), 7.0 * unit, color),
        }
    }
}

fn draw_curve(canvas: &mut impl Canvas, layout: &Layout, tracks: &mut Tracks, curve: (&Curve, Color)) {
    let (&Curve { style, ref points, .. }, color) = curve;
    let unit = layout.unit;
    let places: Vec<Option<[f32; 2]>> = points.iter().map(|point| layout.place(*point)).collect();
    let pieces = places.split(Option::is_none).map(|piece| piece.iter().flatten().copied().collect());
    let pieces: Vec<Vec<[f32; 2]>> = pieces.collect();
    let brush = Brush { style, color, unit };
    if style == Style::Line {
        let seen: Vec<_> = tracks.add(&pieces, 12.0 * unit).iter().map(|segment| segment.to_vec()).collect();
        brush.draw(canvas, &seen);
        if points.len() <= FEW {
            canvas.dots(&pieces.concat(), 6.0 * unit, color);
        }
    } else {
        brush.draw(canvas, &pieces);
    }
}

/// Pieces of a line, `on` pixels long and `off` apart.
fn dashes(points: &[[f32; 2]], [on, off]: [f32; 2]) -> Vec<Segment> {
    let mut dashes = Vec::new();
    let mut walked = 0.0f32;
    for pair in points.windows(2) {
        let ([x0, y0], [x1, y1]) = (pair[0], pair[1]);
        let length = (x1 - x0).hypot(y1 - y0);
        let at = |along: f32| [x0 + (x1 - x0) * along / length, y0 + (y1 - y0) * along / length];
        let mut along = 0.0;
        while along < length {
            let phase = (walked + along) % (on + off);
            let left = if phase < on { on - phase } else { on + off - phase };
            // At least a hundredth of a pixel on, so that rounding cannot keep it from ending.
            let next = (along + left.max(0.01)).min(length);
            if phase < on {
                dashes.push([at(along), at(next)]);
            }
            along = next;
        }
        walked = (walked + length) % (on + off);
    }
    dashes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Picture;
    use crate::plot::Axis;

    fn layout(plot: &Plot) -> Layout {
        Layout::new(plot, Plot::SIZE, &Legend::new(plot, &colors(&plot.curves)))
    }

    fn shows(picture: &Picture, [x, y]: [f32; 2], color: Color) -> bool {
        // A line between two rows of pixels covers neither wholly.
        let near = |a: u8, b: u8| a.abs_diff(b) < 48;
        let found = picture.color(x as u32, y as u32);
        near(found.r, color.r) && near(found.g, color.g) && near(found.b, color.b)
    }

    #[test]
    fn a_line_goes_through_its_points_and_nowhere_else() {
        let plot = Plot::new("parabola").x("x (m)").y("y (m)").line(
            "",
            (0..=200).map(|i| {
                let x = 0.01 * i as f64;
                [x, x * x]
            }),
        );
        let picture = plot.render(900, 560).unwrap();
        let layout = layout(&plot);
        let color = Color::hex(LINES[0]);
        for x in [0.05, 0.5, 1.0, 1.37, 1.95] {
            let at = layout.place([x, x * x]).unwrap();
            assert!(shows(&picture, at, color), "at {x}");
            assert!(!shows(&picture, [at[0], at[1] + 8.0], color), "below {x}");
            assert!(!shows(&picture, [at[0], at[1] - 8.0], color), "above {x}");
        }
    }

    #[test]
    fn a_power_law_is_straight_on_log_axes() {
        let points = (0..=40).map(|i| 10f64.powf(0.1 * i as f64)).map(|x| [x, 3.0 * x * x]);
        let plot = Plot::new("").x(Axis::log("h (m)")).y(Axis::log("error")).line("", points);
        let picture = plot.render(900, 560).unwrap();
        let layout = layout(&plot);
        let ends = [layout.place([1.0, 3.0]).unwrap(), layout.place([1e4, 3e8]).unwrap()];
        for t in [0.01, 0.25, 0.5, 0.77, 0.99] {
            let at = [0, 1].map(|i| ends[0][i] + t * (ends[1][i] - ends[0][i]));
            assert!(shows(&picture, at, Color::hex(LINES[0])), "at {t}");
        }
    }

    #[test]
    fn what_is_no_number_interrupts_a_line() {
        let points = [[0.0, 1.0], [1.0, 1.0], [2.0, f64::NAN], [3.0, 1.0], [4.0, 2.0]];
        let plot = Plot::new("").line("", points);
        let picture = plot.render(900, 560).unwrap();
        let layout = layout(&plot);
        let color = Color::hex(LINES[0]);
        let at = |x: f64, y: f64| layout.place([x, y]).unwrap();
        assert!(shows(&picture, at(0.5, 1.0), color) && shows(&picture, at(3.5, 1.5), color));
        assert!(!shows(&picture, at(1.5, 1.0), color) && !shows(&picture, at(2.5, 1.0), color));
    }

    #[test]
    fn a_broken_line_has_gaps_and_dots_stand_alone() {
        let line = [[0.0, 1.0], [10.0, 1.0]];
        let row = |plot: &Plot| {
            let picture = plot.render(900, 560).unwrap();
            let layout = layout(plot);
            let [[start, y], [end, _]] = [[1.0, 1.0], [9.0, 1.0]].map(|point| layout.place(point).unwrap());
            let inked = |x: &u32| shows(&picture, [*x as f32, y], Color::hex(REFERENCES[0]));
            let columns = start as u32..end as u32;
            columns.clone().filter(inked).count() as f32 / columns.len() as f32
        };
        let dashed = row(&Plot::new("").dashed("", line));
        assert!((0.5..0.8).contains(&dashed), "{dashed}");
        let dots = row(&Plot::new("").dots("", (0..=10).map(|x| [x as f64, 1.0])));
        assert!((0.05..0.15).contains(&dots), "{dots}");
    }

    #[test]
    fn anything_can_be_drawn_at_any_size() {
        let odd = [f64::NAN, f64::INFINITY, -1.0, 0.0, 1e-320, 1e308, 5.0];
        let points: Vec<[f64; 2]> = odd.iter().flat_map(|x| odd.map(|y| [*x, y])).collect();
        let sets: [&[[f64; 2]]; 5] =
            [&[], &points, &[[3.0, 7.0]], &[[0.0, 2.0], [1.0, 2.0]], &[[f64::NAN; 2]]];
        for points in sets {
            for axis in [Axis::linear("time (s)"), Axis::log("")] {
                for [width, height] in [[1, 1], [40, 30], [300, 900], [900, 560]] {
                    let plot = Plot::new("title").x(axis.clone()).y(axis.clone());
                    let plot = plot
                        .line("a", points.to_vec())
                        .dashed("b", points.to_vec())
                        .dots("c", points.to_vec());
                    let picture = plot.render(width, height).unwrap();
                    assert_eq!([picture.width, picture.height], [width, height]);
                }
            }
        }
        assert!(Plot::new("").render(0, 560).is_err());
        assert!(Plot::new("").render(900, 1 << 20).is_err());
    }
}
