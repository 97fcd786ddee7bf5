//! Flat pieces of cloth.

use super::error::check_made;
use super::{Cells, Net, NetError};
use crate::vector::along;

impl Net {
    /// A parallelogram of triangles, from a corner along two edges, in m, with so many squares along each. Diagonals
    /// alternate, so that no direction is stiffer than its mirror image.
    pub fn sheet(corner: [f64; 3], edges: [[f64; 3]; 2], divisions: [usize; 2]) -> Result<Net, NetError> {
        let [across, along] = divisions;
        if across == 0 || along == 0 {
            return Err(NetError::NotPositive { what: "number of divisions", value: 0.0 });
        }
        check_made((across as f64 + 1.0) * (along as f64 + 1.0))?;
        let rows = 0..=along;
        let points = rows.flat_map(|j| (0..=across).map(move |i| place(corner, edges, [i, j], divisions)));
        let squares = (0..along).flat_map(|j| (0..across).map(move |i| [i, j]));
        let triangles = squares.flat_map(|square| halves(square, across));
        Net::new(points.collect(), Cells::Triangles(triangles.collect()))
    }
}

fn place(corner: [f64; 3], edges: [[f64; 3]; 2], [i, j]: [usize; 2], divisions: [usize; 2]) -> [f64; 3] {
    let share = |i: usize, of: usize| i as f64 / of as f64;
    along(along(corner, share(i, divisions[0]), edges[0]), share(j, divisions[1]), edges[1])
}

fn halves([i, j]: [usize; 2], across: usize) -> [[u32; 3]; 2] {
    let point = |i: usize, j: usize| (j * (across + 1) + i) as u32;
    let [a, b, c, d] = [point(i, j), point(i + 1, j), point(i + 1, j + 1), point(i, j + 1)];
    if (i + j).is_multiple_of(2) { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] }
}

#[cfg(test)]
mod tests {
    use crate::{Cells, Net, NetError};

    #[test]
    fn a_sheet_is_whole_and_exact() {
        let edges = [[2.0, 0.0, 0.0], [0.0, 0.0, 3.0]];
        let net = Net::sheet([1.0, 1.0, 1.0], edges, [4, 6]).unwrap();
        assert_eq!((net.points().len(), net.cells().count()), (35, 48));
        assert_eq!(net.bounds(), [[1.0, 1.0, 1.0], [3.0, 1.0, 4.0]]);
        assert_eq!(net.measures().cells, [0.125; 48]);
        // Euler: points - edges + triangles = 1 of a disk.
        assert_eq!(35 + 48, net.edges().len() + 1);
        assert_eq!((net.outline().len(), net.components().count), (20, 1));
        assert_eq!(net.hinges().len(), net.edges().len() - 20);
    }

    #[test]
    fn diagonals_have_no_bias() {
        let net = Net::sheet([0.0; 3], [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], [4, 4]).unwrap();
        let slopes = net.edges().into_iter().map(|edge| {
            let [a, b] = edge.map(|point| net.points()[point as usize]);
            ((b[0] - a[0]) * (b[1] - a[1])).signum() * f64::from(a[0] != b[0] && a[1] != b[1])
        });
        assert_eq!(slopes.sum::<f64>(), 0.0);
    }

    #[test]
    fn nonsense_is_refused() {
        let edges = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let what = "number of divisions";
        assert_eq!(Net::sheet([0.0; 3], edges, [0, 3]), Err(NetError::NotPositive { what, value: 0.0 }));
        assert!(matches!(Net::sheet([0.0; 3], edges, [usize::MAX, 1]), Err(NetError::TooMany { .. })));
        for divisions in [[1 << 40, 1 << 40], [1 << 11, 1 << 11]] {
            assert!(matches!(Net::sheet([0.0; 3], edges, divisions), Err(NetError::TooMany { .. })));
        }
        assert_eq!(Net::sheet([0.0; 3], [edges[0]; 2], [1, 1]), Err(NetError::Flat { cell: 0 }));
        assert_eq!(Net::sheet([f64::NAN; 3], edges, [1, 1]), Err(NetError::NotFinite { point: 0 }));
        let down = Net::sheet([0.0; 3], [edges[1], edges[0]], [1, 1]).unwrap();
        assert_eq!(down.cells(), &Cells::Triangles(vec![[0, 3, 1], [0, 2, 3]]));
    }
}
