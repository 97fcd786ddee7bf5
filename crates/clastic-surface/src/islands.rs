//! Particles that are so far from each other that their surfaces know nothing of each other.
//!
//! Space is cut into blocks of [`BLOCK`] cubes along each axis. Blocks that touch, by a corner at least, belong to the
//! same island; between islands there is at least a block's width.

use std::collections::VecDeque;

/// Cubes along each axis of a block.
pub(crate) const BLOCK: i64 = 64;

/// Particles that are near each other, from one to the next.
pub(crate) struct Island {
    /// The lowest and the highest block along each axis.
    pub blocks: [[i64; 3]; 2],
    /// Which particles, in increasing order.
    pub particles: Vec<u32>,
}

/// Islands in the order of their lowest blocks. `places` has the block of each particle.
pub(crate) fn islands(places: &[[i64; 3]]) -> Vec<Island> {
    let mut blocks = places.to_vec();
    blocks.sort_unstable();
    blocks.dedup();
    let (owners, mut islands) = flood(&blocks);
    let number = |block| blocks.binary_search(block).expect("every particle's block is listed");
    for (particle, place) in places.iter().enumerate() {
        islands[owners[number(place)]].particles.push(particle as u32);
    }
    islands
}

/// The island of each block, and the islands without their particles.
fn flood(blocks: &[[i64; 3]]) -> (Vec<usize>, Vec<Island>) {
    let mut owners = vec![usize::MAX; blocks.len()];
    let mut islands = Vec::new();
    let mut shore = VecDeque::new();
    for first in 0..blocks.len() {
        if owners[first] != usize::MAX {
            continue;
        }
        let mut island = Island { blocks: [blocks[first]; 2], particles: Vec::new() };
        owners[first] = islands.len();
        shore.push_back(first);
        while let Some(number) = shore.pop_front() {
            let block = blocks[number];
            let [low, high] = island.blocks;
            let both = |pick: fn(i64, i64) -> i64, side: [i64; 3]| {
                std::array::from_fn(|axis| pick(side[axis], block[axis]))
            };
            island.blocks = [both(i64::min, low), both(i64::max, high)];
            for beside in around(block) {
                if let Ok(next) = blocks.binary_search(&beside)
                    && owners[next] == usize::MAX
                {
                    owners[next] = islands.len();
                    shore.push_back(next);
                }
            }
        }
        islands.push(island);
    }
    (owners, islands)
}

/// A cell and those that touch it.
pub(crate) fn around<T: Copy + From<i8> + std::ops::Add<Output = T>>(
    [x, y, z]: [T; 3],
) -> impl Iterator<Item = [T; 3]> {
    (0..27i8).map(move |i| {
        let step = |n: i8| T::from(n % 3 - 1);
        [x + step(i / 9), y + step(i / 3), z + step(i)]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_that_touch_are_one_island() {
        let places =
            [[9, 9, 9], [0, 0, 0], [1, 1, 1], [1, 1, 1], [-7, 0, 0], [2, 2, 0], [1_000_000_000, 0, 0]];
        let islands = islands(&places);
        let particles: Vec<&[u32]> = islands.iter().map(|island| &island.particles[..]).collect();
        assert_eq!(particles, [&[4][..], &[1, 2, 3, 5], &[0], &[6]]);
        assert_eq!(islands[1].blocks, [[0, 0, 0], [2, 2, 1]]);
        assert_eq!(super::islands(&[]).len(), 0);
    }
}
