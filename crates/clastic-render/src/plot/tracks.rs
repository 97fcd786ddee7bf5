//! Lines that lie on each other, and still are all seen.

use crate::stroke::Segment;

/// How many lines go through each pixel.
pub(super) struct Tracks {
    size: [usize; 2],
    lines: Vec<u8>,
}

impl Tracks {
    pub fn new(size: [u32; 2]) -> Self {
        let size = size.map(|pixels| pixels as usize);
        Tracks { size, lines: vec![0; size[0] * size[1]] }
    }

    /// Adds a line and gives back what is to be drawn of it. Where other lines are already, it shows itself in every
    /// second, third, … stretch only, each `stretch` pixels long, and leaves them the rest.
    pub fn add(&mut self, pieces: &[Vec<[f32; 2]>], stretch: f32) -> Vec<Segment> {
        let (mut drawn, mut touched) = (Vec::new(), Vec::new());
        for piece in pieces {
            let mut walked = 0.0;
            for i in 0..piece.len() {
                // A point alone is a line to itself.
                let (start, end) = (piece[i.saturating_sub(1)], piece[i]);
                let length = (end[0] - start[0]).hypot(end[1] - start[1]);
                let steps = length.ceil().max(1.0) as usize;
                let at = |step: usize| {
                    let t = step as f32 / steps as f32;
                    [0, 1].map(|axis| start[axis] + t * (end[axis] - start[axis]))
                };
                for step in 0..steps {
                    let middle = walked + (step as f32 + 0.5) * length / steps as f32;
                    let others = self.around(at(step));
                    if (middle / stretch) as usize % (others + 1) == others {
                        drawn.push([at(step), at(step + 1)]);
                    }
                    touched.extend(self.index(at(step)));
                }
                walked += length;
            }
        }
        touched.sort_unstable();
        touched.dedup();
        touched.into_iter().for_each(|pixel| self.lines[pixel] = self.lines[pixel].saturating_add(1));
        drawn
    }

    fn index(&self, [x, y]: [f32; 2]) -> Option<usize> {
        let inside = x >= 0.0 && y >= 0.0 && (x as usize) < self.size[0] && (y as usize) < self.size[1];
        inside.then(|| y as usize * self.size[0] + x as usize)
    }

    /// The lines here or one pixel from here.
    fn around(&self, [x, y]: [f32; 2]) -> usize {
        let near = [-1.0, 0.0, 1.0].into_iter().flat_map(|dy| [-1.0, 0.0, 1.0].map(|dx| [x + dx, y + dy]));
        near.filter_map(|place| self.index(place)).map(|pixel| self.lines[pixel] as usize).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length(segments: &[Segment]) -> f32 {
        segments.iter().map(|[a, b]| (b[0] - a[0]).hypot(b[1] - a[1])).sum()
    }

    #[test]
    fn lines_on_each_other_share_their_way() {
        let mut tracks = Tracks::new([400, 100]);
        let line = [vec![[20.0, 50.0], [140.0, 50.4], [380.0, 50.0]]];
        let lengths = [(); 3].map(|()| length(&tracks.add(&line, 10.0)));
        assert!((lengths[0] - 360.0).abs() < 1.0, "{lengths:?}");
        assert!((lengths[1] - 180.0).abs() < 12.0, "{lengths:?}");
        assert!((lengths[2] - 120.0).abs() < 12.0, "{lengths:?}");
    }

    #[test]
    fn lines_apart_are_whole_and_a_crossing_costs_little() {
        let mut tracks = Tracks::new([400, 100]);
        tracks.add(&[vec![[20.0, 50.0], [380.0, 50.0]]], 10.0);
        assert!((length(&tracks.add(&[vec![[20.0, 60.0], [380.0, 60.0]]], 10.0)) - 360.0).abs() < 0.1);
        assert!(length(&tracks.add(&[vec![[200.0, 10.0], [200.0, 45.0]]], 10.0)) > 34.9);
        assert!(length(&tracks.add(&[vec![[100.0, 0.0], [100.0, 99.0]]], 10.0)) > 90.0);
        let alone = tracks.add(&[vec![[30.0, 20.0]]], 10.0);
        assert_eq!(alone, [[[30.0, 20.0], [30.0, 20.0]]]);
    }
}
