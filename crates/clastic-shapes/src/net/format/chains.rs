//! Lines from loose segments.

/// Lines that go on through every point at which just two segments meet, and end where there are more or fewer. One that
/// goes round ends where it began. Of two ends that with the lower index is the first. A segment that is there again
/// makes no difference.
pub(super) fn chains(segments: &[[u32; 2]]) -> Vec<Vec<u32>> {
    let mut segments: Vec<[u32; 2]> = segments.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
    segments.sort_unstable();
    segments.dedup();
    // From every point to its neighbours, with the segment that leads there.
    let mut steps: Vec<[u32; 3]> = Vec::with_capacity(2 * segments.len());
    for (segment, &[a, b]) in segments.iter().enumerate() {
        steps.extend([[a, b, segment as u32], [b, a, segment as u32]]);
    }
    steps.sort_unstable();
    let mut walk = Walk { steps, used: vec![false; segments.len()] };
    let mut lines = Vec::new();
    // First all that have ends; what is left goes round.
    for ends in [true, false] {
        let mut first = 0;
        while first < walk.steps.len() {
            let point = walk.steps[first][0];
            let count = walk.around(point).len();
            if (count != 2) == ends {
                (first..first + count).for_each(|step| lines.extend(walk.line(step)));
            }
            first += count;
        }
    }
    lines
}

struct Walk {
    /// In ascending order.
    steps: Vec<[u32; 3]>,
    used: Vec<bool>,
}

impl Walk {
    /// The steps from a point.
    fn around(&self, point: u32) -> &[[u32; 3]] {
        let start = self.steps.partition_point(|step| step[0] < point);
        let count = self.steps[start..].partition_point(|step| step[0] == point);
        &self.steps[start..start + count]
    }

    /// The line that begins with a step, if no other has taken it.
    fn line(&mut self, step: usize) -> Option<Vec<u32>> {
        let [from, mut at, mut segment] = self.steps[step];
        if self.used[segment as usize] {
            return None;
        }
        let mut line = vec![from];
        loop {
            line.push(at);
            self.used[segment as usize] = true;
            let &[one, other] = self.around(at) else { break };
            let next = if one[2] == segment { other } else { one };
            if self.used[next[2] as usize] {
                break;
            }
            [_, at, segment] = next;
        }
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::chains;

    #[test]
    fn segments_are_joined_where_two_meet() {
        assert_eq!(chains(&[[3, 2], [0, 1], [1, 2]]), [[0, 1, 2, 3]]);
        // A fork.
        assert_eq!(chains(&[[0, 1], [1, 2], [1, 3], [3, 4]]), [vec![0, 1], vec![1, 2], vec![1, 3, 4]]);
        // A loop, alone and on a stalk.
        assert_eq!(chains(&[[5, 4], [4, 6], [6, 5]]), [[4, 5, 6, 4]]);
        assert_eq!(chains(&[[0, 1], [1, 2], [2, 3], [3, 1]]), [vec![0, 1], vec![1, 2, 3, 1]]);
        // Twice the same, and none.
        assert_eq!(chains(&[[0, 1], [1, 0]]), [[0, 1]]);
        assert!(chains(&[]).is_empty());
    }
}
