//! From points and cells that may be anything to a net.

use super::error::check_count;
use super::measure::{area, volume};
use super::{Cells, Net, NetError, is_flat};
use crate::check::LARGEST;
use crate::vector::{length, sub};

/// Areas and volumes of this size are rounding errors; of the square or the cube of the cell's longest edge.
const ROUNDING: f64 = 1e-12;

pub(super) fn build(points: Vec<[f64; 3]>, cells: Cells) -> Result<Net, NetError> {
    check_count(points.len().max(cells.count()) as f64)?;
    if cells.count() == 0 {
        return Err(NetError::Empty);
    }
    if let Some(point) = points.iter().position(|p| !p.iter().all(|x| x.abs() <= LARGEST)) {
        return Err(NetError::NotFinite { point });
    }
    // Lines may come back to a point, but not stay there.
    let apart = if let Cells::Lines(_) = cells { 2 } else { 4 };
    for (cell, corners) in cells.iter().enumerate() {
        check_indices(cell, corners, points.len())?;
        check_repeated(cell, corners, apart)?;
    }
    let cells = match cells {
        Cells::Lines(lines) => Cells::Lines(split(lines, points.len())),
        cells => cells,
    };
    let (points, mut cells) = without_unused(points, cells);
    match &mut cells {
        Cells::Lines(lines) => lines.iter().enumerate().try_for_each(|(cell, line)| {
            let apart = |pair: &[u32]| points[pair[0] as usize] != points[pair[1] as usize];
            if line.windows(2).all(apart) { Ok(()) } else { Err(NetError::Flat { cell }) }
        })?,
        Cells::Triangles(triangles) => {
            let flat = is_flat(&points);
            for (cell, corners) in triangles.iter_mut().enumerate() {
                let places = corners.map(|point| points[point as usize]);
                let normal = area(places);
                check_size(cell, length(normal), longest(&places).powi(2))?;
                if flat && normal[2] < 0.0 {
                    corners.swap(1, 2);
                }
            }
        }
        Cells::Tetrahedra(tetrahedra) => {
            for (cell, corners) in tetrahedra.iter_mut().enumerate() {
                let places = corners.map(|point| points[point as usize]);
                let volume = volume(places);
                check_size(cell, volume.abs(), longest(&places).powi(3))?;
                if volume < 0.0 {
                    corners.swap(2, 3);
                }
            }
        }
    }
    Ok(Net { points, cells })
}

fn check_indices(cell: usize, corners: &[u32], points: usize) -> Result<(), NetError> {
    if let Some(&point) = corners.iter().find(|&&point| point as usize >= points) {
        return Err(NetError::NoSuchPoint { cell, point });
    }
    if corners.len() < 2 { Err(NetError::TooShort { cell }) } else { Ok(()) }
}

/// Refuses a point that is there again within so many.
fn check_repeated(cell: usize, corners: &[u32], within: usize) -> Result<(), NetError> {
    for (i, &point) in corners.iter().enumerate() {
        if corners[(i + 1).saturating_sub(within)..i].contains(&point) {
            return Err(NetError::RepeatedPoint { cell, point });
        }
    }
    Ok(())
}

/// Not a number is not a size either.
fn check_size(cell: usize, size: f64, scale: f64) -> Result<(), NetError> {
    if size.is_normal() && size > ROUNDING * scale { Ok(()) } else { Err(NetError::Flat { cell }) }
}

fn longest(places: &[[f64; 3]]) -> f64 {
    let pairs = places.iter().enumerate().flat_map(|(i, a)| places[..i].iter().map(|b| sub(*a, *b)));
    pairs.map(length).fold(0.0, f64::max)
}

/// Lines that name no point twice: one that comes back begins anew from the point before.
fn split(lines: Vec<Vec<u32>>, points: usize) -> Vec<Vec<u32>> {
    let mut parts: Vec<Vec<u32>> = Vec::with_capacity(lines.len());
    // The last part that has come by each point, from 1.
    let mut seen = vec![0; points];
    for line in lines {
        let mut last = line[0];
        let mut part = Vec::new();
        for point in line {
            if seen[point as usize] == parts.len() + 1 {
                parts.push(std::mem::replace(&mut part, vec![last]));
                seen[last as usize] = parts.len() + 1;
            }
            part.push(point);
            seen[point as usize] = parts.len() + 1;
            last = point;
        }
        parts.push(part);
    }
    parts
}

/// The points that cells name, in the order that they had.
fn without_unused(points: Vec<[f64; 3]>, cells: Cells) -> (Vec<[f64; 3]>, Cells) {
    let mut names = vec![u32::MAX; points.len()];
    for &point in cells.iter().flatten() {
        names[point as usize] = 0;
    }
    let mut count = 0;
    for name in names.iter_mut().filter(|name| **name == 0) {
        *name = count;
        count += 1;
    }
    if count as usize == points.len() {
        return (points, cells);
    }
    let used = points.into_iter().zip(&names).filter(|(_, name)| **name != u32::MAX);
    (used.map(|(p, _)| p).collect(), cells.map(|_, point| names[point as usize]))
}

#[cfg(test)]
mod tests {
    use crate::{Cells, Net, NetError, Rotation, Transform};

    fn points(count: usize) -> Vec<[f64; 3]> {
        // On a curve of which no four points lie in a plane.
        (0..count).map(|i| [1, 2, 3].map(|power| (i as f64).powi(power))).collect()
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        let net = |cells| Net::new(points(4), cells);
        assert_eq!(net(Cells::Triangles(vec![])), Err(NetError::Empty));
        assert_eq!(net(Cells::Triangles(vec![[0, 1, 4]])), Err(NetError::NoSuchPoint { cell: 0, point: 4 }));
        assert_eq!(
            net(Cells::Triangles(vec![[0, 1, 0]])),
            Err(NetError::RepeatedPoint { cell: 0, point: 0 })
        );
        assert_eq!(
            net(Cells::Tetrahedra(vec![[3, 1, 2, 3]])),
            Err(NetError::RepeatedPoint { cell: 0, point: 3 })
        );
        assert_eq!(net(Cells::Lines(vec![vec![0, 1], vec![2]])), Err(NetError::TooShort { cell: 1 }));
        assert_eq!(net(Cells::Lines(vec![vec![]])), Err(NetError::TooShort { cell: 0 }));
        assert_eq!(
            net(Cells::Lines(vec![vec![0, 1, 1]])),
            Err(NetError::RepeatedPoint { cell: 0, point: 1 })
        );
        for bad in [f64::NAN, f64::INFINITY, 1e51] {
            let mut points = points(4);
            points[2][1] = bad;
            let refused = Net::new(points, Cells::Lines(vec![vec![0, 1]]));
            assert_eq!(refused, Err(NetError::NotFinite { point: 2 }));
        }
    }

    #[test]
    fn cells_without_size_are_refused() {
        let line = |i: i32| [f64::from(i), 2.0 * f64::from(i), 0.3 * f64::from(i)];
        let straight: Vec<_> = (0..4).map(line).collect();
        assert_eq!(
            Net::new(straight.clone(), Cells::Triangles(vec![[0, 1, 3]])),
            Err(NetError::Flat { cell: 0 })
        );
        assert_eq!(
            Net::new(straight, Cells::Tetrahedra(vec![[0, 1, 2, 3]])),
            Err(NetError::Flat { cell: 0 })
        );
        let twice = vec![[1.0; 3], [1.0; 3]];
        assert_eq!(Net::new(twice, Cells::Lines(vec![vec![0, 1]])), Err(NetError::Flat { cell: 0 }));
        // Small is not flat.
        let small: Vec<_> = points(4).iter().map(|p| p.map(|x| 1e-9 * x)).collect();
        assert!(Net::new(small, Cells::Tetrahedra(vec![[0, 1, 2, 3]])).is_ok());
    }

    #[test]
    fn cells_are_turned_and_loose_points_left_out() {
        for corners in [[1, 2, 4, 5], [2, 1, 4, 5]] {
            let net = Net::new(points(6), Cells::Tetrahedra(vec![corners])).unwrap();
            assert_eq!(net.points(), [1, 2, 4, 5].map(|i| points(6)[i]));
            assert!(net.measures().cells[0] > 0.0);
        }
        let flat = |z: f64| vec![[9.0, 9.0, z], [0.0, 0.0, z], [0.0, 1.0, z], [1.0, 0.0, z]];
        let [above, space] =
            [0.0, 1.0].map(|z| Net::new(flat(z), Cells::Triangles(vec![[1, 2, 3]])).unwrap());
        assert_eq!(above.cells(), &Cells::Triangles(vec![[0, 2, 1]]));
        assert_eq!(space.cells(), &Cells::Triangles(vec![[0, 1, 2]]));
        assert!(above.is_flat() && !space.is_flat());
    }

    #[test]
    fn lines_that_come_back_are_split() {
        let net = Net::new(points(4), Cells::Lines(vec![vec![0, 1, 2, 0, 3], vec![3, 0, 3]])).unwrap();
        let lines = vec![vec![0, 1, 2], vec![2, 0, 3], vec![3, 0], vec![0, 3]];
        assert_eq!(net.cells(), &Cells::Lines(lines));
    }

    #[test]
    fn transforms_keep_sizes() {
        let net = Net::new(points(4), Cells::Tetrahedra(vec![[0, 1, 2, 3]])).unwrap();
        let rotation = Rotation::from_degrees([10.0, 20.0, 30.0]);
        let moved = Transform { scale: 2.0, rotation, translation: [1.0, 2.0, 3.0] };
        let [before, after] =
            [net.clone(), net.transformed(&moved).unwrap()].map(|net| net.measures().cells[0]);
        assert!((after / before - 8.0).abs() < 1e-12);
        let lost = Transform { translation: [f64::NAN; 3], ..moved };
        assert_eq!(net.transformed(&lost), Err(NetError::NotFinite { point: 0 }));
    }
}
