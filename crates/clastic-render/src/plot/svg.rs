//! A figure as an SVG file.

use std::fmt::Write;

use super::Plot;
use super::canvas::Canvas;
use crate::color::Color;
use crate::stroke::Segment;
use crate::text::{self, Align, Pen};

/// Fonts that readers have.
const FONTS: &str = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
/// The size of such fonts over the height of their capitals.
const FONT_SIZE: f32 = 1.4;
/// How far a line may pass by a point that is left out, in pixels; no eye sees it.
const AWAY: f32 = 0.05;
/// Points in a row that may be left out, so that long lines take no time.
const MOST_LEFT_OUT: usize = 64;

/// A file that is being written.
pub(super) struct Svg {
    text: String,
}

impl Svg {
    /// White paper of a size in pixels, with words for those who do not see it.
    pub fn new(plot: &Plot, [width, height]: [u32; 2]) -> Self {
        let description = escaped(&description(plot));
        let title = if plot.title.is_empty() { description.clone() } else { escaped(&plot.title) };
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"{FONTS}\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\">\n<title>{title}</title>\n<desc>{description}</desc>\n\
             <path fill=\"#ffffff\" d=\"M0 0H{width}V{height}H0Z\"/>\n"
        );
        Svg { text }
    }

    /// The file.
    pub fn finish(self) -> String {
        self.text + "</svg>\n"
    }

    fn write(&mut self, element: std::fmt::Arguments) {
        self.text.write_fmt(element).expect("memory takes any text");
        self.text.push('\n');
    }

    /// Text from the origin of a frame that `place` names.
    fn text_at(&mut self, text: &str, place: &str, pen: Pen) {
        let anchor = match pen.align {
            Align::Left => "start",
            Align::Center => "middle",
            Align::Right => "end",
        };
        // As wide as the layout has room for, whatever the font.
        let (size, length) = (rounded(FONT_SIZE * pen.size), rounded(text::width(text, pen.size)));
        let (color, text) = (hex(pen.color), escaped(text));
        if !text.is_empty() {
            self.write(format_args!(
                "<text {place} font-size=\"{size}\" text-anchor=\"{anchor}\" textLength=\"{length}\" \
                 lengthAdjust=\"spacingAndGlyphs\" fill=\"{color}\">{text}</text>"
            ));
        }
    }
}

impl Canvas for Svg {
    fn lines(&mut self, segments: &[Segment], width: f32, color: Color) {
        let way: String = joined(segments).iter().map(|points| way(points)).collect();
        let (width, color) = (rounded(width), hex(color));
        if !way.is_empty() {
            self.write(format_args!(
                "<path fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" d=\"{way}\"/>"
            ));
        }
    }

    fn dots(&mut self, places: &[[f32; 2]], across: f32, color: Color) {
        let (radius, color) = (rounded(0.5 * across), hex(color));
        for [x, y] in places.iter().map(|place| place.map(rounded)) {
            self.write(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{color}\"/>"));
        }
    }

    fn text(&mut self, text: &str, place: [f32; 2], pen: Pen) {
        let [x, y] = place.map(rounded);
        self.text_at(text, &format!("x=\"{x}\" y=\"{y}\""), pen);
    }

    fn text_upward(&mut self, text: &str, place: [f32; 2], pen: Pen) {
        let [x, y] = place.map(rounded);
        self.text_at(text, &format!("transform=\"translate({x} {y}) rotate(-90)\""), pen);
    }
}

/// Text that XML and HTML do not take for markup. What XML has no place for, such as control characters, becomes `�`.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\t' | '\n' | '\r' => safe.push(letter),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            _ => safe.push(letter),
        }
    }
    safe
}

/// What the figure shows, in words.
fn description(plot: &Plot) -> String {
    let (x, y) = (&plot.x.label, &plot.y.label);
    let axes = if x.is_empty() || y.is_empty() { String::new() } else { format!("{y} over {x}: ") };
    let names = plot.curves.iter().map(|curve| curve.label.as_str()).filter(|name| !name.is_empty());
    let names = names.collect::<Vec<_>>().join(", ");
    match (plot.curves.len(), names.as_str()) {
        (1, "") => format!("{axes}1 curve"),
        (count, "") => format!("{axes}{count} curves"),
        _ => format!("{axes}{names}"),
    }
}

/// Segments that follow each other as one line, without the points that it passes anyway.
fn joined(segments: &[Segment]) -> Vec<Vec<[f32; 2]>> {
    let mut lines: Vec<Vec<[f32; 2]>> = Vec::new();
    let mut left_out: Vec<[f32; 2]> = Vec::new();
    let same = |a: &[f32; 2], b: &[f32; 2]| (0..2).all(|axis| (a[axis] - b[axis]).abs() < 0.01);
    for [start, end] in segments {
        match lines.last_mut() {
            Some(line) if line.last().is_some_and(|last| same(last, start)) => {
                if same(start, end) {
                    continue;
                }
                if let [.., before, last] = line[..] {
                    left_out.push(last);
                    let straight = left_out.iter().all(|point| passes([before, *end], *point));
                    if straight && left_out.len() <= MOST_LEFT_OUT {
                        line.pop();
                    } else {
                        left_out.clear();
                    }
                }
                line.push(*end);
            }
            _ => {
                left_out.clear();
                lines.push(if same(start, end) { vec![*start] } else { vec![*start, *end] });
            }
        }
    }
    lines
}

/// Whether a segment passes a point between its ends.
fn passes([start, end]: Segment, point: [f32; 2]) -> bool {
    let along = [end[0] - start[0], end[1] - start[1]];
    let offset = [point[0] - start[0], point[1] - start[1]];
    let length = along[0].hypot(along[1]);
    let walked = offset[0] * along[0] + offset[1] * along[1];
    let aside = offset[0] * along[1] - offset[1] * along[0];
    (0.0..=length * length).contains(&walked) && aside.abs() <= AWAY * length
}

/// Points as the data of a path; one alone is a dot.
fn way(points: &[[f32; 2]]) -> String {
    let words: Vec<String> =
        points.iter().map(|point| point.map(rounded)).map(|[x, y]| format!("{x} {y}")).collect();
    match &words[..] {
        [] => String::new(),
        [alone] => format!("M{alone}h0"),
        [first, rest @ ..] => format!("M{first}L{}", rest.join(" ")),
    }
}

/// Rounded to hundredths, which no eye sees: small files.
fn rounded(x: f32) -> f32 {
    let x = (100.0 * x).round() / 100.0;
    // No number is written as `-0`.
    x + 0.0
}

fn hex(Color { r, g, b }: Color) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Picture;
    use crate::plot::Axis;

    const SIZE: [u32; 2] = Plot::SIZE;

    /// Name and attributes of every element; fails where XML is not well-formed.
    fn elements(svg: &str) -> Vec<(&str, Vec<(&str, &str)>)> {
        let (mut found, mut open) = (Vec::new(), Vec::new());
        for piece in svg.trim().strip_prefix('<').expect("an element first").split('<') {
            let (tag, words) = piece.split_once('>').expect("a tag that ends");
            let entity =
                |rest: &str| ["amp;", "lt;", "gt;", "quot;"].iter().any(|name| rest.starts_with(name));
            assert!(words.split('&').skip(1).all(entity), "{words}");
            assert!(!words.contains('>') && !words.chars().any(|c| c.is_control() && c != '\n'), "{words:?}");
            if let Some(name) = tag.strip_prefix('/') {
                assert_eq!(open.pop(), Some(name));
                continue;
            }
            let (name, rest) = tag.trim_end_matches('/').split_once(' ').unwrap_or((tag, ""));
            if !tag.ends_with('/') {
                open.push(name);
            }
            let parts: Vec<&str> = rest.split('"').collect();
            assert_eq!(parts.len() % 2, 1, "{tag}");
            let pairs = parts.chunks_exact(2).map(|pair| (pair[0].trim().trim_end_matches('='), pair[1]));
            found.push((name, pairs.collect()));
        }
        assert!(open.is_empty(), "{open:?} are left open");
        found
    }

    fn attribute<'a>(attributes: &[(&str, &'a str)], name: &str) -> &'a str {
        attributes.iter().find(|(other, _)| *other == name).map_or("", |(_, value)| value)
    }

    fn number(attributes: &[(&str, &str)], name: &str) -> f32 {
        attribute(attributes, name).parse().expect("a number")
    }

    fn color(attributes: &[(&str, &str)], name: &str) -> Color {
        Color::hex(u32::from_str_radix(&attribute(attributes, name)[1..], 16).expect("a colour"))
    }

    /// The segments of a path of ours.
    fn segments(way: &str) -> Vec<Segment> {
        let line = |line: &str| {
            let numbers = line.trim_end_matches("h0").split([' ', 'L']).map(|word| word.parse().unwrap());
            let numbers: Vec<f32> = numbers.collect();
            let points: Vec<[f32; 2]> = numbers.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
            (0..points.len()).map(|i| [points[i.saturating_sub(1)], points[i]]).collect::<Vec<_>>()
        };
        way.split('M').skip(1).flat_map(line).collect()
    }

    /// All but its text.
    fn drawn(svg: &str) -> Picture {
        let mut picture = Picture::filled(SIZE[0], SIZE[1], Color::WHITE);
        for (name, attributes) in elements(svg) {
            match name {
                "path" if attribute(&attributes, "fill") == "none" => {
                    let (width, color) = (number(&attributes, "stroke-width"), color(&attributes, "stroke"));
                    picture.lines(&segments(attribute(&attributes, "d")), width, color);
                }
                "circle" => {
                    let place = ["cx", "cy"].map(|name| number(&attributes, name));
                    picture.dots(&[place], 2.0 * number(&attributes, "r"), color(&attributes, "fill"));
                }
                _ => {}
            }
        }
        picture
    }

    fn wave(phase: f64) -> impl Iterator<Item = [f64; 2]> {
        (0..400).map(move |i| 0.01 * f64::from(i)).map(move |x| [x, (5.0 * x + phase).sin()])
    }

    #[test]
    fn curves_are_where_the_pixels_have_them() {
        let broken = wave(3.0).map(|[x, y]| [x, if (1.0..1.3).contains(&x) { f64::NAN } else { y }]);
        let plot = Plot::new("").line("", wave(0.0)).line("", wave(0.0)).line("", broken);
        let plot = plot.dashed("", wave(1.5)).dots("", wave(2.0).step_by(10)).line("", wave(4.0).step_by(40));
        let svg = plot.svg(SIZE[0], SIZE[1]).unwrap();
        let (pixels, lines) = (plot.render(SIZE[0], SIZE[1]).unwrap(), drawn(&svg));
        // Inside of the frame, where no number stands.
        for (x, y) in (100..860).flat_map(|x| (40..480).map(move |y| (x, y))) {
            let (a, b) = (pixels.color(x, y), lines.color(x, y));
            let apart = [a.r.abs_diff(b.r), a.g.abs_diff(b.g), a.b.abs_diff(b.b)].into_iter().max();
            // A line that is 0.05 pixels aside covers so much more of one, and a step of the pixels' is a twelfth;
            // two lines may cross.
            assert!(apart <= Some(2 * (255 / 20 + 255 / 12)), "{a:?} {b:?} at {x}, {y}");
        }
    }

    #[test]
    fn every_curve_is_one_path() {
        let plot = Plot::new("").line("a", wave(0.0)).line("b", wave(1.0)).dashed("c", wave(2.0));
        let svg = plot.svg(SIZE[0], SIZE[1]).unwrap();
        let strokes: Vec<_> = elements(&svg).into_iter().filter(|(name, _)| *name == "path").collect();
        // Paper, grid and marks first, and the samples of the legend last.
        assert_eq!(strokes.len(), 3 + 3 + 3);
    }

    #[test]
    fn words_are_no_markup_and_nothing_comes_from_outside() {
        let plot = Plot::new("A < B & \"C\"\u{1}").x("x > 0").y(Axis::log("y & z"));
        let svg = plot.line("<script>", [[1.0, 1.0], [2.0, 3.0]]).svg(SIZE[0], SIZE[1]).unwrap();
        let names: Vec<&str> = elements(&svg).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names[..3], ["svg", "title", "desc"]);
        assert!(svg.contains("<title>A &lt; B &amp; &quot;C&quot;\u{fffd}</title>"), "{svg}");
        assert!(svg.contains("<desc>y &amp; z over x &gt; 0: &lt;script&gt;</desc>"), "{svg}");
        assert!(svg.contains(">&lt;script&gt;</text>"), "{svg}");
        let kinds = ["svg", "title", "desc", "path", "text", "circle"];
        assert!(names.iter().all(|name| kinds.contains(name)), "{names:?}");
        assert!(!svg.contains("href") && !svg.contains("url("));
    }

    #[test]
    fn anything_can_be_written_at_any_size() {
        let odd = [f64::NAN, f64::INFINITY, -1.0, 0.0, 1e-320, 1e308, 5.0];
        let points: Vec<[f64; 2]> = odd.iter().flat_map(|x| odd.map(|y| [*x, y])).collect();
        for [width, height] in [[1, 1], [300, 900], [900, 560]] {
            let plot = Plot::new("").line("a", points.clone()).dots("", points.clone());
            let svg = plot.svg(width, height).unwrap();
            assert!(!elements(&svg).is_empty());
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
        assert!(Plot::new("").svg(0, 560).is_err());
    }

    #[test]
    fn lines_keep_their_corners() {
        let walk = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [2.0, 2.0], [2.0, 1.0]];
        let steps: Vec<Segment> = walk.windows(2).map(|pair| [pair[0], pair[1]]).collect();
        assert_eq!(joined(&steps), [vec![[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [2.0, 1.0]]]);
        assert_eq!(joined(&[[[3.0, 3.0], [3.0, 3.0]], steps[0]]), [vec![[3.0, 3.0]], walk[..2].to_vec()]);
        // A circle turns a little at every step, and never far from its points.
        let circle: Vec<[f32; 2]> =
            (0..=2000).map(|i| 0.002 * i as f32).map(|t| [300.0 * t.cos(), 300.0 * t.sin()]).collect();
        let steps: Vec<Segment> = circle.windows(2).map(|pair| [pair[0], pair[1]]).collect();
        let line = &joined(&steps)[0];
        assert!(line.len() < 400, "{}", line.len());
        for middle in line.windows(2).map(|pair| [0, 1].map(|axis| 0.5 * (pair[0][axis] + pair[1][axis]))) {
            assert!((middle[0].hypot(middle[1]) - 300.0).abs() < 2.0 * AWAY, "{middle:?}");
        }
    }
}
