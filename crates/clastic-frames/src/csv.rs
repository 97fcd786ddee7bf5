//! CSV: a table with a head, a row per particle. `material` is the index; the names, the time and the units have no place
//! in a table.

use std::io::{self, Write};

use crate::Frame;
use crate::columns::CHUNK;

pub(crate) fn encode(frame: &Frame, sink: &mut dyn Write) -> io::Result<()> {
    let dimension = usize::from(frame.dimension);
    let columns = frame.columns();
    let names: Vec<String> = columns.iter().flat_map(|column| column.component_names(dimension)).collect();
    let mut text = Vec::with_capacity(2 * CHUNK);
    writeln!(text, "{}", names.join(","))?;
    let columns: Vec<_> =
        columns.iter().map(|column| (column.numbers, column.rank.components(dimension))).collect();
    for row in 0..frame.len() {
        for (numbers, components) in &columns {
            for component in 0..*components {
                numbers.print(row * components + component, &mut text);
                text.push(b',');
            }
        }
        // The last comma.
        text.pop();
        text.push(b'\n');
        if text.len() >= CHUNK {
            sink.write_all(&text)?;
            text.clear();
        }
    }
    sink.write_all(&text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Floats, samples};

    #[test]
    fn tables_read_back() {
        for (dimension, precision) in samples::CASES {
            let frame = samples::frame(dimension, precision);
            let mut bytes = Vec::new();
            encode(&frame, &mut bytes).unwrap();
            let text = String::from_utf8(bytes).unwrap();
            let mut lines = text.lines();
            let names: Vec<&str> = lines.next().unwrap().split(',').collect();
            let rows: Vec<Vec<f64>> =
                lines.map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect()).collect();
            assert_eq!(rows.len(), frame.len());
            let column = |name: &str| {
                let at = names.iter().position(|n| *n == name).unwrap();
                rows.iter().map(|row| row[at]).collect::<Vec<f64>>()
            };
            let d = usize::from(dimension);
            // The digits are the fewest that give the number in its own precision.
            let own = |x: f64| if matches!(frame.x, Floats::F32(_)) { f64::from(x as f32) } else { x };
            let same = |name: &str, floats: &Floats, skip, step| {
                column(name).into_iter().map(own).eq(floats.iter().skip(skip).step_by(step))
            };
            assert_eq!(column("id"), frame.id.iter().map(|id| *id as f64).collect::<Vec<_>>());
            assert_eq!(column("material"), [0.0, 1.0, 1.0, 0.0, 1.0]);
            assert!(same("y", &frame.x, 1, d));
            assert!(same("vx", &frame.v, 0, d));
            assert!(same("j", &frame.j, 0, 1));
            assert!(same("stress_xy", frame.stress.as_ref().unwrap(), 1, d * d));
            assert_eq!(names.contains(&"z"), d == 3);
        }
    }
}
