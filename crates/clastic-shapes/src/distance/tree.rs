//! Boxes in a tree, by which the nearest of many things is found.

use crate::vector::bounds;

/// A binary tree of boxes around boxes.
pub(super) struct Tree<const N: usize> {
    nodes: Vec<Node<N>>,
    items: Vec<u32>,
}

struct Node<const N: usize> {
    low: [f64; N],
    high: [f64; N],
    /// How many items a leaf has; 0 for a branch.
    count: u32,
    /// Where the items of a leaf begin; the second child of a branch. The first follows its parent.
    next: u32,
}

const LEAF: usize = 4;

/// Halves of at most 2³² items are at most so deep.
const DEEPEST: usize = 32;

impl<const N: usize> Node<N> {
    /// The square of the distance of a place, in m².
    fn away(&self, p: [f64; N]) -> f64 {
        let beyond = |i: usize| (self.low[i] - p[i]).max(p[i] - self.high[i]).max(0.0);
        (0..N).map(|i| beyond(i) * beyond(i)).sum()
    }
}

impl<const N: usize> Tree<N> {
    /// Around at least one box, given by its lowest and highest place.
    pub(super) fn new(boxes: &[[[f64; N]; 2]]) -> Self {
        let mut tree = Tree { nodes: Vec::new(), items: (0..boxes.len() as u32).collect() };
        tree.split(boxes, 0, boxes.len());
        tree
    }

    fn split(&mut self, boxes: &[[[f64; N]; 2]], from: usize, to: usize) {
        let items = &mut self.items[from..to];
        let [low, high] = bounds(items.iter().flat_map(|&item| boxes[item as usize]));
        let node = self.nodes.len();
        if items.len() <= LEAF {
            self.nodes.push(Node { low, high, count: items.len() as u32, next: from as u32 });
            return;
        }
        self.nodes.push(Node { low, high, count: 0, next: 0 });
        let width = |axis: &usize| high[*axis] - low[*axis];
        let widest = (0..N).max_by(|a, b| width(a).total_cmp(&width(b))).unwrap_or(0);
        let middle = |item: u32| {
            let [low, high] = boxes[item as usize];
            low[widest] + high[widest]
        };
        let half = items.len() / 2;
        items.select_nth_unstable_by(half, |a, b| middle(*a).total_cmp(&middle(*b)).then(a.cmp(b)));
        self.split(boxes, from, from + half);
        self.nodes[node].next = self.nodes.len() as u32;
        self.split(boxes, from + half, to);
    }

    /// What `of` says of the item nearest to a place; `None` if none is closer than `limit`, in m. `of` gives the square
    /// of the distance of an item, in m², and what to say of it.
    pub(super) fn nearest<T>(&self, p: [f64; N], limit: f64, of: impl Fn(u32) -> (f64, T)) -> Option<T> {
        let (mut least, mut nearest) = (limit * limit, None);
        let mut waiting = [(0, 0.0); DEEPEST];
        let mut count = 1;
        'branches: while count > 0 {
            count -= 1;
            let (mut index, away) = waiting[count];
            if away >= least {
                continue;
            }
            while self.nodes[index].count == 0 {
                let children = [index + 1, self.nodes[index].next as usize];
                let away = children.map(|child| self.nodes[child].away(p));
                let closer = usize::from(away[1] < away[0]);
                if away[1 - closer] < least {
                    waiting[count] = (children[1 - closer], away[1 - closer]);
                    count += 1;
                }
                if away[closer] >= least {
                    continue 'branches;
                }
                index = children[closer];
            }
            let Node { count: items, next, .. } = self.nodes[index];
            for &item in &self.items[next as usize..][..items as usize] {
                let (square, what) = of(item);
                if square < least {
                    (least, nearest) = (square, Some(what));
                }
            }
        }
        nearest
    }

    /// How far a place is from all items at least, in m.
    pub(super) fn away(&self, p: [f64; N]) -> f64 {
        self.nodes[0].away(p).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::uniform;

    #[test]
    fn the_nearest_of_many_is_that_of_a_search_through_all() {
        let place = |seed: u64, i: u64| [0, 1, 2].map(|axis| uniform(seed, i, axis));
        for count in [1, 4, 5, 1000] {
            let boxes: Vec<_> = (0..count).map(|i| [place(1, i); 2]).collect();
            let tree = Tree::new(&boxes);
            for p in (0..300).map(|i| place(2, i).map(|x| 3.0 * x - 1.0)) {
                let of = |i: u32| {
                    let away = (0..3).map(|k| (boxes[i as usize][0][k] - p[k]).powi(2)).sum::<f64>();
                    (away, (i, away))
                };
                let (nearest, least) = tree.nearest(p, f64::INFINITY, of).unwrap();
                let all = (0..count as u32).map(of).min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
                assert_eq!((nearest, least), all.1);
                assert!(tree.away(p) <= least.sqrt());
                assert!(tree.nearest(p, 0.999 * least.sqrt(), of).is_none());
            }
        }
    }
}
