//! OBJ, text: a vertex per particle, lines, and triangles with the outer faces of tetrahedra. Source: Wavefront, "Object
//! Files", Advanced Visualizer, appendix B1. It has no place for more than positions and cells.

use std::io::{self, Write};

use crate::columns::Numbers;
use crate::page::Page;
use crate::{Frame, text};

pub(crate) fn encode(frame: &Frame, sink: &mut dyn Write) -> io::Result<()> {
    let mut page = Page::new(sink);
    writeln!(page.text, "# index {}\n# time {:?}\n# units {}", frame.index, frame.time, frame.units.name())?;
    let (dimension, x) = (usize::from(frame.dimension), Numbers::from(&frame.x));
    for particle in 0..frame.len() {
        page.text.push(b'v');
        for axis in 0..dimension {
            page.text.push(b' ');
            x.print(particle * dimension + axis, &mut page.text);
        }
        page.text.extend_from_slice(if dimension == 2 { b" 0\n" } else { b"\n" });
        page.turn()?;
    }
    let cells = frame.cells();
    for line in cells.lines.iter() {
        cell(&mut page, b'l', line)?;
    }
    for face in cells.surface() {
        cell(&mut page, b'f', &face)?;
    }
    page.finish()
}

/// Vertices are counted from 1.
fn cell(page: &mut Page, word: u8, rows: &[u32]) -> io::Result<()> {
    page.text.push(word);
    for row in rows {
        page.text.push(b' ');
        text::integer(u64::from(*row) + 1, &mut page.text);
    }
    page.text.push(b'\n');
    page.turn()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Floats;
    use crate::samples::{self, Precision};

    fn text_of(frame: &Frame) -> String {
        let mut bytes = Vec::new();
        encode(frame, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn particles_and_cells_are_lines_of_text() {
        let x = Floats::F32((0..10).map(|i| i as f32 / 4.0).collect());
        let frame = Frame { x, ..samples::joined(2, Precision::Single) };
        assert_eq!(
            text_of(&frame),
            "# index 3\n# time 0.125\n# units cgs\nv 0.0 0.25 0\nv 0.5 0.75 0\nv 1.0 1.25 0\nv 1.5 1.75 0\n\
             v 2.0 2.25 0\nl 3 1 2\nf 1 2 4\n"
        );
        let text = text_of(&samples::joined(3, Precision::Double));
        assert!(text.ends_with("l 3 1 2\nf 1 2 4\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"), "{text}");
    }

    #[test]
    fn numbers_keep_their_bits() {
        for (dimension, precision) in samples::CASES {
            let frame = samples::frame(dimension, precision);
            let text = text_of(&frame);
            let rows = text.lines().filter_map(|line| line.strip_prefix("v "));
            let numbers: Vec<f64> = rows
                .flat_map(|row| row.split(' ').take(dimension.into()).map(|number| number.parse().unwrap()))
                .collect();
            let own = |x: f64| if matches!(frame.x, Floats::F32(_)) { f64::from(x as f32) } else { x };
            assert!(numbers.into_iter().map(own).eq(frame.x.iter()));
        }
    }
}
