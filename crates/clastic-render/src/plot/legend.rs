//! The names of the curves, beside the frame, where they cover nothing.

use super::canvas::Canvas;
use super::draw::{Brush, INK, Layout};
use super::{Plot, Style};
use crate::color::Color;
use crate::text::{self, Align, Pen};

/// Lengths in pixels of a figure of the usual size.
const TEXT: f32 = 9.5;
const SAMPLE: f32 = 30.0;
const GAP: f32 = 9.0;
const LONGEST: f32 = 190.0;

/// The names of the curves.
pub(super) struct Legend {
    entries: Vec<Entry>,
}

struct Entry {
    lines: Vec<String>,
    style: Style,
    color: Color,
}

impl Legend {
    pub fn new(plot: &Plot, colors: &[Color]) -> Self {
        let named = plot.curves.iter().zip(colors).filter(|(curve, _)| !curve.label.is_empty());
        let entry = |(curve, color): (&super::Curve, &Color)| Entry {
            lines: wrapped(&curve.label),
            style: curve.style,
            color: *color,
        };
        Legend { entries: named.map(entry).collect() }
    }

    /// What it takes beside the frame, in pixels.
    pub fn width(&self, unit: f32) -> f32 {
        let lines = self.entries.iter().flat_map(|entry| &entry.lines);
        let widest = lines.map(|line| text::width(line, TEXT)).fold(0.0, f32::max);
        if self.entries.is_empty() { 0.0 } else { (SAMPLE + GAP + widest + TEXT) * unit }
    }

    pub fn draw(&self, canvas: &mut impl Canvas, layout: &Layout) {
        let Layout { unit, text, right, top, .. } = *layout;
        let left = right + 2.0 * text;
        let mut base = top + 1.4 * text;
        for Entry { lines, style, color } in &self.entries {
            let middle = base - 0.5 * text;
            let places: &[f32] = if *style == Style::Dots { &[0.5] } else { &[0.0, 1.0] };
            let sample = places.iter().map(|t| [left + t * SAMPLE * unit, middle]).collect();
            Brush { style: *style, color: *color, unit }.draw(canvas, &[sample]);
            for line in lines {
                let pen = Pen { size: text, color: INK, align: Align::Left };
                canvas.text(line, [left + (SAMPLE + GAP) * unit, base], pen);
                base += 1.75 * text;
            }
            base += 0.55 * text;
        }
    }
}

/// Lines of a name that is too long for one.
fn wrapped(name: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in name.split_whitespace() {
        match lines.last_mut() {
            Some(line) if text::width(&format!("{line} {word}"), TEXT) <= LONGEST => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Picture;

    #[test]
    fn long_names_take_several_lines_and_lose_no_word() {
        let name = "measured by J. C. Martin and W. J. Moyce, 1952, n² = 2";
        let lines = wrapped(name);
        assert!(lines.len() > 1);
        assert!(lines.iter().all(|line| text::width(line, TEXT) <= LONGEST));
        assert_eq!(lines.join(" "), name);
    }

    #[test]
    fn names_stand_beside_the_frame() {
        let line = [[0.0, 0.0], [1.0, 1.0]];
        let plot = Plot::new("").line("APIC", line).line("", line);
        let colors = [Color::hex(0xff0000), Color::hex(0x00ff00)];
        let legend = Legend::new(&plot, &colors);
        assert_eq!(legend.entries.len(), 1);
        let layout = Layout::new(&plot, Plot::SIZE, &legend);
        assert!(layout.right + legend.width(layout.unit) < Plot::SIZE[0] as f32);
        let mut picture = Picture::filled(Plot::SIZE[0], Plot::SIZE[1], Color::WHITE);
        legend.draw(&mut picture, &layout);
        let inked = |x: u32| (0..picture.height).any(|y| picture.color(x, y) != Color::WHITE);
        assert!((0..layout.right as u32 + 1).all(|x| !inked(x)));
        assert!((layout.right as u32 + 1..picture.width).any(inked));
    }
}
