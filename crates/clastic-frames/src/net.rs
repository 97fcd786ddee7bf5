//! Which particles are joined.

use crate::Frame;

/// Lines through points, one after the other: strands by their particles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines<T> {
    points: Vec<T>,
    /// Where each line ends among the points.
    ends: Vec<usize>,
}

impl<T> Default for Lines<T> {
    fn default() -> Self {
        Lines { points: Vec::new(), ends: Vec::new() }
    }
}

impl<T> Lines<T> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Appends a line.
    pub fn push(&mut self, line: impl IntoIterator<Item = T>) {
        self.points.extend(line);
        self.ends.push(self.points.len());
    }

    /// The lines in order.
    pub fn iter(&self) -> impl Iterator<Item = &[T]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| &self.points[start..*end])
    }

    /// The points of all lines.
    pub fn points(&self) -> &[T] {
        &self.points
    }

    /// Where each line begins among the points, and the end of the last.
    pub fn starts(&self) -> impl Iterator<Item = usize> {
        std::iter::once(0).chain(self.ends.iter().copied())
    }

    /// `None` if the starts do not lead from 0, step by step, to the end of the points.
    pub(crate) fn from_starts(points: Vec<T>, mut starts: Vec<usize>) -> Option<Self> {
        let whole = starts.first() == Some(&0) && starts.last() == Some(&points.len());
        if !(whole && starts.is_sorted()) {
            return None;
        }
        starts.remove(0);
        Some(Lines { points, ends: starts })
    }
}

impl<T, L: IntoIterator<Item = T>> FromIterator<L> for Lines<T> {
    fn from_iter<I: IntoIterator<Item = L>>(lines: I) -> Self {
        let mut all = Lines::default();
        lines.into_iter().for_each(|line| all.push(line));
        all
    }
}

/// Which particles are joined, by their ids. It is the same in all frames of a run, though particles may be lost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Net {
    /// Strands: neighbours on a line are joined. A closed one ends with its first particle.
    pub lines: Lines<u64>,
    /// Of sheets, and of bodies in the plane: neighbours turn the same way round, in the plane counterclockwise.
    pub triangles: Vec<[u64; 3]>,
    /// Of bodies: seen from the fourth corner the other three are counterclockwise.
    pub tetrahedra: Vec<[u64; 4]>,
}

/// Which particles are joined, by their rows in a frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cells {
    /// Strands, each of two particles or more.
    pub lines: Lines<u32>,
    /// Of sheets, and of bodies in the plane.
    pub triangles: Vec<[u32; 3]>,
    /// Of bodies.
    pub tetrahedra: Vec<[u32; 4]>,
}

impl Frame {
    /// What of [`Frame::net`] is left in this frame: a line that lost a particle is split there, and a triangle or
    /// tetrahedron that lost one is left out.
    pub fn cells(&self) -> Cells {
        let Some(net) = &self.net else { return Cells::default() };
        let rows = Rows::new(&self.id);
        let mut cells = Cells {
            lines: Lines::default(),
            triangles: net.triangles.iter().filter_map(|cell| rows.of_all(cell)).collect(),
            tetrahedra: net.tetrahedra.iter().filter_map(|cell| rows.of_all(cell)).collect(),
        };
        let mut line = Vec::new();
        for ids in net.lines.iter() {
            line.extend(ids.iter().map(|id| rows.of(*id)));
            let pieces = line.split(Option::is_none).filter(|piece| piece.len() > 1);
            pieces.for_each(|piece| cells.lines.push(piece.iter().copied().flatten()));
            line.clear();
        }
        cells
    }
}

impl Cells {
    /// Whether no particles are joined.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.triangles.is_empty() && self.tetrahedra.is_empty()
    }

    /// Neighbours on lines, line by line.
    pub fn segments(&self) -> impl Iterator<Item = [u32; 2]> {
        self.lines.iter().flat_map(|line| line.array_windows().copied())
    }

    /// The triangles, then the faces of tetrahedra that no other tetrahedron has, in their order. From outside a body
    /// they are counterclockwise.
    pub fn surface(&self) -> Vec<[u32; 3]> {
        let mut surface = self.triangles.clone();
        surface.extend(outer_faces(&self.tetrahedra));
        surface
    }

    /// For each of so many particles whether it is in a cell.
    pub fn joined(&self, particles: usize) -> Vec<bool> {
        let mut joined = vec![false; particles];
        let corners = self.triangles.as_flattened().iter().chain(self.tetrahedra.as_flattened());
        for row in corners.chain(self.lines.points()) {
            if let Some(joined) = joined.get_mut(*row as usize) {
                *joined = true;
            }
        }
        joined
    }
}

fn outer_faces(tetrahedra: &[[u32; 4]]) -> Vec<[u32; 3]> {
    let faces = |[a, b, c, d]: [u32; 4]| [[a, c, b], [a, b, d], [b, c, d], [a, d, c]];
    let face = |number: usize| faces(tetrahedra[number / 4])[number % 4];
    // Faces with the same corners come to lie side by side.
    let mut sorted: Vec<([u32; 3], usize)> = (0..4 * tetrahedra.len())
        .map(|number| {
            let mut corners = face(number);
            corners.sort_unstable();
            (corners, number)
        })
        .collect();
    sorted.sort_unstable();
    let alone = sorted.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() == 1);
    let mut numbers: Vec<usize> = alone.map(|same| same[0].1).collect();
    numbers.sort_unstable();
    numbers.into_iter().map(face).collect()
}

/// Finds particles by their ids.
struct Rows<'a> {
    ids: &'a [u64],
    /// How many ids between the first and the last are missing: a row is at most so far from its place without gaps.
    missing: u64,
}

impl<'a> Rows<'a> {
    /// The ids increase.
    fn new(ids: &'a [u64]) -> Self {
        let span = match (ids.first(), ids.last()) {
            (Some(first), Some(last)) => last.saturating_sub(*first),
            _ => 0,
        };
        Rows { ids, missing: span.saturating_sub(ids.len().saturating_sub(1) as u64) }
    }

    fn of(&self, id: u64) -> Option<u32> {
        let place = id.checked_sub(*self.ids.first()?)?;
        let at = |place: u64| usize::try_from(place).unwrap_or(usize::MAX).min(self.ids.len());
        let (start, end) = (at(place.saturating_sub(self.missing)), at(place.saturating_add(1)));
        let row = start + self.ids[start..end].binary_search(&id).ok()?;
        row.try_into().ok()
    }

    fn of_all<const N: usize>(&self, ids: &[u64; N]) -> Option<[u32; N]> {
        let mut rows = [0; N];
        for (row, id) in rows.iter_mut().zip(ids) {
            *row = self.of(*id)?;
        }
        Some(rows)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn frame(id: Vec<u64>, net: Net) -> Frame {
        Frame { id, net: Some(Arc::new(net)), ..Frame::default() }
    }

    fn lines(cells: &Cells) -> Vec<Vec<u32>> {
        cells.lines.iter().map(<[u32]>::to_vec).collect()
    }

    #[test]
    fn rows_are_found_whatever_is_missing() {
        for ids in [vec![], vec![7], vec![3, 4, 5, 6], vec![0, 9, 10, 11, 500, 501, u64::MAX], vec![5, 4, 3]]
        {
            let rows = Rows::new(&ids);
            if ids.is_sorted() {
                for (row, id) in ids.iter().enumerate() {
                    assert_eq!(rows.of(*id), Some(row as u32), "{id} of {ids:?}");
                }
            }
            for id in (0..600).chain([u64::MAX - 1]).filter(|id| !ids.contains(id)) {
                assert_eq!(rows.of(id), None, "{id} of {ids:?}");
            }
        }
    }

    #[test]
    fn what_lost_a_particle_is_split_or_left_out() {
        let net = Net {
            lines: [vec![10, 11, 12, 13, 14, 15], vec![20, 21], vec![15, 14], vec![]].into_iter().collect(),
            triangles: vec![[10, 11, 20], [10, 12, 20]],
            tetrahedra: vec![[10, 11, 12, 13], [10, 11, 20, 21]],
        };
        let whole = frame(vec![10, 11, 12, 13, 14, 15, 20, 21], net.clone()).cells();
        assert_eq!(lines(&whole), [vec![0, 1, 2, 3, 4, 5], vec![6, 7], vec![5, 4]]);
        assert_eq!(whole.triangles, [[0, 1, 6], [0, 2, 6]]);
        assert_eq!(whole.segments().collect::<Vec<_>>()[4..], [[4, 5], [6, 7], [5, 4]]);
        let less = frame(vec![9, 10, 11, 13, 14, 15, 20], net).cells();
        assert_eq!(lines(&less), [vec![1, 2], vec![3, 4, 5], vec![5, 4]]);
        assert_eq!((less.triangles.clone(), less.tetrahedra.len()), (vec![[1, 2, 6]], 0));
        assert_eq!(less.joined(7), [false, true, true, true, true, true, true]);
        assert!(Frame::default().cells().is_empty() && frame(vec![1], Net::default()).cells().is_empty());
    }

    #[test]
    fn the_surface_of_two_tetrahedra_leaves_out_what_they_share() {
        // Corners of a cube: the origin, the axes, and the far corner.
        let place = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]];
        let cells = Cells { tetrahedra: vec![[0, 1, 2, 3], [1, 2, 3, 4]], ..Cells::default() };
        let surface = cells.surface();
        assert_eq!(surface.len(), 6);
        assert!(!surface.iter().any(|face| face.iter().all(|corner| [1, 2, 3].contains(corner))));
        // All faces turn outward: by the divergence theorem they enclose 1/6 + 1/3.
        let volume: i32 =
            surface.iter().map(|face| determinant(face.map(|corner| place[corner as usize]))).sum();
        assert_eq!(volume, 1 + 2);
    }

    fn determinant([a, b, c]: [[i32; 3]; 3]) -> i32 {
        a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0])
    }

    #[test]
    fn starts_that_lead_nowhere_are_refused() {
        let lines = |starts: &[usize]| Lines::from_starts(vec![1, 2, 3], starts.to_vec());
        assert_eq!(lines(&[0, 2, 2, 3]), Some([vec![1, 2], vec![], vec![3]].into_iter().collect()));
        for starts in [&[][..], &[0], &[0, 2], &[1, 3], &[0, 4], &[0, 2, 1, 3], &[0, usize::MAX, 3]] {
            assert_eq!(lines(starts), None, "{starts:?}");
        }
        assert_eq!(Lines::<u64>::from_starts(vec![], vec![0]), Some(Lines::default()));
    }
}
