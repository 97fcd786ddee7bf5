//! One way to run in parallel: a fixed binary tree of joins.
//!
//! The tree depends only on the number of items and the grain, never on the number of threads, so a sum over it is
//! bitwise the same for any number of threads. Data is split along the tree, so every leaf owns what it writes.

use std::ops::Range;

/// Mutable data that can be cut in two at an offset.
pub trait Split: Sized + Send {
    /// The parts before and from `offset`, counted in the data's own units.
    fn split(self, offset: usize) -> (Self, Self);
}

impl Split for () {
    fn split(self, _: usize) -> ((), ()) {
        ((), ())
    }
}

/// A mutable slice of records of `stride` values.
pub struct Records<'a, T> {
    /// The values.
    pub data: &'a mut [T],
    /// Values per record.
    pub stride: usize,
}

impl<T: Send> Split for Records<'_, T> {
    fn split(self, offset: usize) -> (Self, Self) {
        let (a, b) = self.data.split_at_mut(offset * self.stride);
        (Records { data: a, stride: self.stride }, Records { data: b, stride: self.stride })
    }
}

impl<A: Split, B: Split> Split for (A, B) {
    fn split(self, offset: usize) -> (Self, Self) {
        let ((a0, a1), (b0, b1)) = (self.0.split(offset), self.1.split(offset));
        ((a0, b0), (a1, b1))
    }
}

impl<A: Split, B: Split, C: Split> Split for (A, B, C) {
    fn split(self, offset: usize) -> (Self, Self) {
        let ((a0, a1), (b0, b1)) = (self.0.split(offset), self.1.split(offset));
        let (c0, c1) = self.2.split(offset);
        ((a0, b0, c0), (a1, b1, c1))
    }
}

impl<A: Split, const N: usize> Split for [A; N] {
    fn split(self, offset: usize) -> (Self, Self) {
        let mut tails: [Option<A>; N] = [const { None }; N];
        let mut i = 0;
        let heads = self.map(|part| {
            let (head, tail) = part.split(offset);
            tails[i] = Some(tail);
            i += 1;
            head
        });
        (heads, tails.map(|tail| tail.expect("one tail per head")))
    }
}

/// Data that is cut where an item begins in it, with an offset of its own beside those of other data.
pub struct Along<'a, S> {
    /// The data, from its first item on.
    pub data: S,
    /// The index of that item.
    pub first: usize,
    /// Where items begin.
    pub offset_of: &'a (dyn Fn(usize) -> usize + Sync),
}

impl<S: Split> Split for Along<'_, S> {
    fn split(self, items: usize) -> (Self, Self) {
        let Along { data, first, offset_of } = self;
        let (a, b) = data.split(offset_of(first + items) - offset_of(first));
        (Along { data: a, first, offset_of }, Along { data: b, first: first + items, offset_of })
    }
}

/// What a leaf keeps on the stack must not be kept by every level above it.
#[inline(never)]
fn leaf<S, A>(items: Range<usize>, data: S, work: &impl Fn(Range<usize>, S) -> A) -> A {
    work(items, data)
}

/// Runs `work` on ranges of at most `grain` items, each with its part of `data`, and merges the results in order.
///
/// `offset_of(i)` tells where item `i` begins in `data`.
pub fn tree<S: Split, A: Send>(
    items: Range<usize>,
    grain: usize,
    offset_of: &(impl Fn(usize) -> usize + Sync),
    data: S,
    work: &(impl Fn(Range<usize>, S) -> A + Sync),
    merge: &(impl Fn(A, A) -> A + Sync),
) -> A {
    if items.len() <= grain {
        return leaf(items, data, work);
    }
    let middle = items.start + items.len() / 2;
    let (left, right) = data.split(offset_of(middle) - offset_of(items.start));
    let (a, b) = rayon::join(
        || tree(items.start..middle, grain, offset_of, left, work, merge),
        || tree(middle..items.end, grain, offset_of, right, work, merge),
    );
    merge(a, b)
}
