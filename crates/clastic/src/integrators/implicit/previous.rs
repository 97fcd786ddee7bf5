//! The accelerations of the last step, from which the next one guesses.

use crate::error::SnapshotError;
use crate::grid::{BlockCoord, BlockMap, Tile, Topology};
use crate::memory::Buffer;
use crate::snapshot::{Reader, Section};
use crate::solvers::Stored;
use crate::tensor::{LaneScalar, Narrow, RowKind};

/// Accelerations of nodes, by their blocks.
#[derive(Default)]
pub struct Previous<T, const D: usize> {
    blocks: Vec<BlockCoord<D>>,
    index: BlockMap<D>,
    /// In m/s², four values per node.
    accelerations: Buffer<T>,
}

impl<T: LaneScalar, const D: usize> Previous<T, D> {
    /// Whether there was no step yet.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Keeps the changes of velocity of a step.
    pub fn set(&mut self, topology: &Topology<D>, changes: &[T], dt: f64) {
        let same = self.blocks.len() == topology.nodes.len()
            && self.blocks.iter().zip(&topology.nodes).all(|(block, node)| *block == node.block);
        if !same {
            self.blocks.clear();
            self.blocks.extend(topology.nodes.iter().map(|node| node.block));
            self.find();
        }
        let len = self.blocks.len() * Tile::<D>::block(Narrow::NODE);
        let per_second = T::from_f64(1.0 / dt);
        for (acceleration, change) in self.accelerations.grown(len).iter_mut().zip(changes) {
            *acceleration = *change * per_second;
        }
    }

    fn find(&mut self) {
        self.index.clear();
        self.index.extend(self.blocks.iter().enumerate().map(|(index, block)| (*block, index as u32)));
    }

    /// A block's accelerations, if it was there.
    pub fn of(&self, block: &BlockCoord<D>) -> Option<&[T]> {
        let len = Tile::<D>::block(Narrow::NODE);
        self.index.get(block).map(|index| &self.accelerations[*index as usize * len..][..len])
    }
}

impl<T: Stored, const D: usize> Previous<T, D> {
    /// Appends all of it.
    pub(crate) fn save(&self, to: &mut Section) {
        to.put(self.blocks.len() as u64);
        for block in &self.blocks {
            to.put_all(block);
        }
        to.put_all(&self.accelerations[..self.blocks.len() * Tile::<D>::block(Narrow::NODE)]);
    }

    /// Reads what [`Previous::save`] wrote.
    pub(crate) fn load(&mut self, from: &mut Reader) -> Result<(), SnapshotError> {
        let count: u64 = from.number()?;
        let values = Tile::<D>::block(Narrow::NODE);
        let size = (D * size_of::<i32>() + values * T::SIZE) as u64;
        from.expect(count.saturating_mul(size))?;
        self.blocks.clear();
        for _ in 0..count {
            self.blocks.push(from.array()?);
        }
        let accelerations = self.accelerations.grown(count as usize * values);
        from.fill(accelerations)?;
        let finite = accelerations.iter().all(|x| x.is_finite());
        from.ensure(finite, "holds an acceleration that is not a finite number")?;
        self.find();
        Ok(())
    }
}
