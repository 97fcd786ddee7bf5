//! Which obstacles are near which blocks.

use super::Load;

/// For every block of a list, the obstacles near it, and what its matter does to them in the step under way.
#[derive(Default)]
pub struct Encounters {
    /// Where the obstacles of every block begin, and where the last end.
    first: Vec<u32>,
    which: Vec<u32>,
    loads: Vec<Load>,
}

impl Encounters {
    /// Forgets all blocks.
    pub(super) fn clear(&mut self) {
        self.first.clear();
        self.first.push(0);
        self.which.clear();
    }

    /// The obstacles near the next block.
    pub(super) fn push(&mut self, near: impl Iterator<Item = usize>) {
        self.which.extend(near.map(|index| index as u32));
        self.first.push(self.which.len() as u32);
    }

    /// Forgets what a step that was not taken did.
    pub(super) fn unload(&mut self) {
        self.loads.clear();
        self.loads.resize(self.which.len(), Load::default());
    }

    /// Whether no block has an obstacle near.
    pub fn is_empty(&self) -> bool {
        self.which.is_empty()
    }

    /// The obstacles near a block.
    #[inline]
    pub fn of(&self, block: usize) -> &[u32] {
        match self.first.get(block..block + 2) {
            Some(range) => &self.which[range[0] as usize..range[1] as usize],
            None => &[],
        }
    }

    /// Where the loads of a block begin.
    pub fn first(&self, block: usize) -> usize {
        self.first.get(block).map_or(0, |first| *first as usize)
    }

    /// Moves the loads out, so that they can be written while the rest is read.
    pub fn take_loads(&mut self) -> Vec<Load> {
        std::mem::take(&mut self.loads)
    }

    /// Puts them back.
    pub fn put_loads(&mut self, loads: Vec<Load>) {
        self.loads = loads;
    }

    /// What was done to every obstacle.
    pub(super) fn loads(&self) -> impl Iterator<Item = (usize, &Load)> {
        self.which.iter().map(|which| *which as usize).zip(&self.loads)
    }
}
