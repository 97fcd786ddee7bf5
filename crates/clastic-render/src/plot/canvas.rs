//! What a figure is drawn on: the pixels of a picture, or the elements of an SVG file.

use crate::color::Color;
use crate::picture::Picture;
use crate::stroke::{Segment, draw_segments};
use crate::text::{self, Pen};

/// Takes the parts of a figure, later ones on top. Lengths are in pixels, y down.
pub(super) trait Canvas {
    /// Lines with round ends, as one shape.
    fn lines(&mut self, segments: &[Segment], width: f32, color: Color);
    /// Round dots, as one shape.
    fn dots(&mut self, places: &[[f32; 2]], across: f32, color: Color);
    /// A line of text that is held at a place on its baseline.
    fn text(&mut self, text: &str, place: [f32; 2], pen: Pen);
    /// The same from the bottom to the top.
    fn text_upward(&mut self, text: &str, place: [f32; 2], pen: Pen);
}

impl Canvas for Picture {
    fn lines(&mut self, segments: &[Segment], width: f32, color: Color) {
        draw_segments(self, segments, width, color);
    }

    fn dots(&mut self, places: &[[f32; 2]], across: f32, color: Color) {
        let dots: Vec<Segment> = places.iter().map(|place| [*place, *place]).collect();
        draw_segments(self, &dots, across, color);
    }

    fn text(&mut self, text: &str, place: [f32; 2], pen: Pen) {
        text::draw(self, text, place, pen);
    }

    fn text_upward(&mut self, text: &str, place: [f32; 2], pen: Pen) {
        text::draw_upward(self, text, place, pen);
    }
}
