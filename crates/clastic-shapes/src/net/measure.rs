//! Lengths, areas and volumes.

use super::{Cells, Net};
use crate::vector::{cross, dot, length, sub};

/// The sizes of a net's cells: lengths in m, areas in m² or volumes in m³.
#[derive(Clone, Debug, PartialEq)]
pub struct Measures {
    /// Of each cell; always positive.
    pub cells: Vec<f64>,
    /// Each point's share of its cells, as lumped masses have it: equal parts of triangles and tetrahedra, and half the
    /// segments on both sides of a point on a line.
    pub points: Vec<f64>,
}

impl Net {
    /// How large the cells are, and what belongs to each point.
    pub fn measures(&self) -> Measures {
        let mut points = vec![0.0; self.points.len()];
        let place = |point: u32| self.points[point as usize];
        let mut share = |corners: &[u32], size: f64| {
            corners.iter().for_each(|point| points[*point as usize] += size / corners.len() as f64);
            size
        };
        let cells = match &self.cells {
            Cells::Lines(lines) => {
                let mut segment = |pair: &[u32]| share(pair, length(sub(place(pair[1]), place(pair[0]))));
                lines.iter().map(|line| line.windows(2).map(&mut segment).sum()).collect()
            }
            Cells::Triangles(triangles) => {
                triangles.iter().map(|corners| share(corners, length(area(corners.map(place))))).collect()
            }
            Cells::Tetrahedra(tetrahedra) => {
                tetrahedra.iter().map(|corners| share(corners, volume(corners.map(place)))).collect()
            }
        };
        Measures { cells, points }
    }
}

/// Of a triangle, in m², along its normal: to where it is anticlockwise from.
pub(super) fn area([a, b, c]: [[f64; 3]; 3]) -> [f64; 3] {
    cross(sub(b, a), sub(c, a)).map(|x| 0.5 * x)
}

/// Of a tetrahedron, in m³; positive if the first three corners are anticlockwise as seen from the fourth.
pub(super) fn volume([a, b, c, d]: [[f64; 3]; 4]) -> f64 {
    dot(cross(sub(b, a), sub(c, a)), sub(d, a)) / 6.0
}

#[cfg(test)]
mod tests {
    use crate::{Cells, Net};

    #[test]
    fn sizes_are_those_of_school() {
        let points = vec![[0.0; 3], [2.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 4.0]];
        let lines = Net::new(points.clone(), Cells::Lines(vec![vec![0, 1], vec![2, 0, 3]])).unwrap();
        assert_eq!(lines.measures().cells, [2.0, 7.0]);
        assert_eq!(lines.measures().points, [1.0 + 1.5 + 2.0, 1.0, 1.5, 2.0]);

        let triangles = Net::new(points.clone(), Cells::Triangles(vec![[0, 1, 2], [0, 2, 3]])).unwrap();
        assert_eq!(triangles.measures().cells, [3.0, 6.0]);
        assert_eq!(triangles.measures().points, [3.0, 1.0, 3.0, 2.0]);

        let tetrahedron = Net::new(points, Cells::Tetrahedra(vec![[0, 2, 1, 3]])).unwrap();
        assert_eq!(tetrahedron.measures().cells, [4.0]);
        assert_eq!(tetrahedron.measures().points, [1.0; 4]);
    }
}
