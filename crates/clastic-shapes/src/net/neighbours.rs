//! What cells share: edges, sides, hinges.

use super::{Cells, Net};

impl Net {
    /// Every edge once, the lower index first, in ascending order. Of lines, the segments.
    pub fn edges(&self) -> Vec<[u32; 2]> {
        let mut edges: Vec<[u32; 2]> = match &self.cells {
            Cells::Lines(lines) => {
                lines.iter().flat_map(|line| line.windows(2).map(|pair| [pair[0], pair[1]])).collect()
            }
            Cells::Triangles(triangles) => triangles.iter().flat_map(|t| sides(*t)).collect(),
            Cells::Tetrahedra(tetrahedra) => {
                let pairs = |&[a, b, c, d]: &[u32; 4]| [[a, b], [a, c], [a, d], [b, c], [b, d], [c, d]];
                tetrahedra.iter().flat_map(pairs).collect()
            }
        };
        edges.iter_mut().for_each(|edge| edge.sort_unstable());
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    /// The triangles that bound tetrahedra, anticlockwise as seen from outside; triangles as they are; none of lines.
    pub fn surface(&self) -> Vec<[u32; 3]> {
        match &self.cells {
            Cells::Lines(_) => Vec::new(),
            Cells::Triangles(triangles) => triangles.clone(),
            Cells::Tetrahedra(tetrahedra) => {
                let faces = |&[a, b, c, d]: &[u32; 4]| [[a, c, b], [a, b, d], [a, d, c], [b, c, d]];
                alone(tetrahedra.iter().flat_map(faces).collect())
            }
        }
    }

    /// The edges that belong to one triangle only, each in the direction in which its triangle has it. None of lines and
    /// tetrahedra.
    pub fn outline(&self) -> Vec<[u32; 2]> {
        match &self.cells {
            Cells::Triangles(triangles) => alone(triangles.iter().flat_map(|t| sides(*t)).collect()),
            _ => Vec::new(),
        }
    }

    /// Where triangles meet: the ends of every edge that two of them share, in the direction in which the first has it,
    /// then the corner of the first across from it, then that of the second. Where more than two share an edge there is
    /// a hinge for each but the first, with the first. By edges in ascending order; none of lines and tetrahedra.
    pub fn hinges(&self) -> Vec<[u32; 4]> {
        match &self.cells {
            Cells::Triangles(triangles) => hinges(triangles),
            _ => Vec::new(),
        }
    }
}

/// Where triangles meet, as [`Net::hinges`] has it.
pub fn hinges(triangles: &[[u32; 3]]) -> Vec<[u32; 4]> {
    let sides = |&[a, b, c]: &[u32; 3]| [[a, b, c], [b, c, a], [c, a, b]];
    let mut sides: Vec<[u32; 3]> = triangles.iter().flat_map(sides).collect();
    let edge = |&[a, b, _]: &[u32; 3]| [a.min(b), a.max(b)];
    // The order of triangles stays within an edge.
    sides.sort_by_key(edge);
    let fans = sides.chunk_by(|one, other| edge(one) == edge(other));
    fans.flat_map(|fan| fan[1..].iter().map(|other| [fan[0][0], fan[0][1], fan[0][2], other[2]])).collect()
}

fn sides([a, b, c]: [u32; 3]) -> [[u32; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

/// Those that have their points for themselves, in the order given.
fn alone<const N: usize>(parts: Vec<[u32; N]>) -> Vec<[u32; N]> {
    let key = |part: u32| {
        let mut points = parts[part as usize];
        points.sort_unstable();
        points
    };
    let mut order: Vec<u32> = (0..parts.len() as u32).collect();
    order.sort_unstable_by_key(|&part| (key(part), part));
    let groups = order.chunk_by(|&one, &other| key(one) == key(other));
    let mut single: Vec<u32> = groups.filter(|group| group.len() == 1).map(|group| group[0]).collect();
    single.sort_unstable();
    single.into_iter().map(|part| parts[part as usize]).collect()
}

#[cfg(test)]
mod tests {
    use crate::vector::dot;
    use crate::{Cells, Net};

    fn square() -> Net {
        let points = vec![[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
        Net::new(points, Cells::Triangles(vec![[0, 1, 2], [0, 2, 3]])).unwrap()
    }

    #[test]
    fn a_square_of_two_triangles() {
        let net = square();
        assert_eq!(net.edges(), [[0, 1], [0, 2], [0, 3], [1, 2], [2, 3]]);
        assert_eq!(net.hinges(), [[2, 0, 1, 3]]);
        assert_eq!(net.outline(), [[0, 1], [1, 2], [2, 3], [3, 0]]);
        assert_eq!(net.surface(), [[0, 1, 2], [0, 2, 3]]);
    }

    #[test]
    fn three_triangles_at_an_edge_have_two_hinges() {
        let points = vec![
            [0.0; 3],
            [1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [0.0, -1.0, 0.0],
            [0.0, 0.0, 1.0],
            [0.0, 0.0, -1.0],
        ];
        let net = Net::new(points, Cells::Triangles(vec![[0, 1, 2], [1, 0, 3], [0, 1, 4]])).unwrap();
        assert_eq!(net.hinges(), [[0, 1, 2, 3], [0, 1, 2, 4]]);
        assert_eq!(net.points().len(), 5);
    }

    #[test]
    fn lines_have_segments_only() {
        let points = (0..4).map(|i| [f64::from(i), 0.0, 0.0]).collect();
        let net = Net::new(points, Cells::Lines(vec![vec![3, 2, 1], vec![0, 1]])).unwrap();
        assert_eq!(net.edges(), [[0, 1], [1, 2], [2, 3]]);
        assert!(net.surface().is_empty() && net.hinges().is_empty() && net.outline().is_empty());
    }

    #[test]
    fn the_surface_of_two_tetrahedra_faces_out() {
        let points = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 1.0, 1.0]];
        let net = Net::new(points, Cells::Tetrahedra(vec![[0, 1, 2, 3], [1, 2, 3, 4]])).unwrap();
        let surface = net.surface();
        assert_eq!((surface.len(), net.edges().len()), (6, 9));
        // By the divergence theorem the integral of the place over the surface is three times the volume.
        let flux = |t: &[u32; 3]| {
            let corners = t.map(|point| net.points()[point as usize]);
            let middle: [f64; 3] = std::array::from_fn(|i| corners.iter().map(|c| c[i]).sum::<f64>() / 3.0);
            dot(middle, super::super::measure::area(corners))
        };
        let volume: f64 = net.measures().cells.iter().sum();
        assert!((volume - 0.5).abs() < 1e-15);
        assert!((surface.iter().map(flux).sum::<f64>() - 3.0 * volume).abs() < 1e-15);
    }
}
