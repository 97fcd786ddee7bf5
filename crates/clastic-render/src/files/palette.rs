//! A few colours for many.

/// Steps of each channel that are told apart when colours are counted: 6 bits.
const BITS: u32 = 6;
const CELLS: usize = 1 << (3 * BITS);
/// How much a difference in red, green and blue is seen.
const WEIGHTS: [f32; 3] = [2.0, 4.0, 2.5];
/// Rounds of moving each colour to the middle of those that it stands for.
const ROUNDS: usize = 3;

/// Equal thresholds in any square of 8 × 8 pixels (Bayer): gradients become fine patterns, the same in each picture.
fn threshold(x: usize, y: usize) -> f32 {
    let bit = |n: usize, i: usize| n >> i & 1;
    let value = (0..3).fold(0, |value, i| value << 2 | bit(x ^ y, i) << 1 | bit(y, i));
    (value as f32 + 0.5) / 64.0 - 0.5
}

/// A kind of colour and how often it occurs.
#[derive(Clone, Copy)]
struct Kind {
    color: [f32; 3],
    count: f32,
}

/// Colours, and which of them stands for which.
pub(super) struct Palette {
    colors: Vec<[u8; 3]>,
    /// By cell, if colours had to be merged.
    nearest: Option<Vec<u8>>,
}

fn cell(color: [u8; 3]) -> usize {
    color.iter().fold(0, |cell, value| cell << BITS | (*value >> (8 - BITS)) as usize)
}

fn difference(a: [f32; 3], b: [f32; 3]) -> f32 {
    (0..3).map(|i| WEIGHTS[i] * (a[i] - b[i]) * (a[i] - b[i])).sum()
}

impl Palette {
    /// At most `most` colours. If there are no more to begin with, each keeps itself.
    pub fn of(pixels: impl Iterator<Item = [u8; 3]>, most: usize) -> Self {
        let mut colors: Vec<[u8; 3]> = Vec::new();
        let mut sums = vec![[0u32; 4]; CELLS];
        for color in pixels {
            if colors.len() <= most
                && let Err(place) = colors.binary_search(&color)
            {
                colors.insert(place, color);
            }
            let sum = &mut sums[cell(color)];
            sum[3] += 1;
            (0..3).for_each(|i| sum[i] += color[i] as u32);
        }
        if colors.len() <= most {
            return Palette { colors, nearest: None };
        }
        let kinds: Vec<Kind> = sums
            .iter()
            .filter(|sum| sum[3] > 0)
            .map(|sum| Kind { color: [0, 1, 2].map(|i| sum[i] as f32 / sum[3] as f32), count: sum[3] as f32 })
            .collect();
        let mut centers = cut(kinds.clone(), most);
        for _ in 0..ROUNDS {
            settle(&mut centers, &kinds);
        }
        let colors = centers.iter().map(|center| center.map(|value| value.round() as u8)).collect();
        Palette { colors, nearest: Some(table(&centers)) }
    }

    /// The colour that stands for one, by its place in the picture.
    pub fn index(&self, color: [u8; 3], x: usize, y: usize) -> u8 {
        match &self.nearest {
            Some(nearest) => {
                // As strong as the steps between cells: enough to break bands, too little to be seen as grain.
                let shift = threshold(x, y) * 6.0;
                nearest[cell(color.map(|value| (value as f32 + shift).round().clamp(0.0, 255.0) as u8))]
            }
            None => self.colors.binary_search(&color).unwrap_or(0) as u8,
        }
    }

    /// Red, green and blue of `length` entries.
    pub fn bytes(&self, length: usize) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.colors.iter().flatten().copied().collect();
        bytes.resize(3 * length, 0);
        bytes
    }
}

/// Splits the kinds into groups, again and again that with the largest error, and returns their means.
fn cut(kinds: Vec<Kind>, most: usize) -> Vec<[f32; 3]> {
    let mut groups = vec![Group::new(kinds)];
    while groups.len() < most {
        let worst = (0..groups.len()).max_by(|a, b| groups[*a].error.total_cmp(&groups[*b].error));
        let Some(worst) = worst.filter(|worst| groups[*worst].error > 0.0) else { break };
        let (low, high) = groups.swap_remove(worst).split();
        groups.extend([low, high]);
    }
    groups.iter().map(|group| group.mean).collect()
}

struct Group {
    kinds: Vec<Kind>,
    mean: [f32; 3],
    /// Along which kinds differ most.
    axis: usize,
    /// 0 if it cannot be split.
    error: f32,
}

impl Group {
    fn new(kinds: Vec<Kind>) -> Self {
        let count: f32 = kinds.iter().map(|kind| kind.count).sum();
        let mean =
            [0, 1, 2].map(|i| kinds.iter().map(|kind| kind.count * kind.color[i]).sum::<f32>() / count);
        let spread = [0, 1, 2].map(|i| {
            let squares = kinds.iter().map(|kind| kind.count * (kind.color[i] - mean[i]).powi(2));
            WEIGHTS[i] * squares.sum::<f32>()
        });
        let axis = (0..3).max_by(|a, b| spread[*a].total_cmp(&spread[*b])).unwrap_or(0);
        // Divided by the root of the count, so that a large background does not take all colours from a small body.
        let error = if kinds.len() > 1 { spread[axis] / count.sqrt() } else { 0.0 };
        Group { kinds, mean, axis, error }
    }

    fn split(self) -> (Group, Group) {
        let Group { kinds, mean, axis, .. } = self;
        let (low, high): (Vec<Kind>, Vec<Kind>) =
            kinds.iter().partition(|kind| kind.color[axis] < mean[axis]);
        if low.is_empty() || high.is_empty() {
            // Rounding put the mean at an end.
            let (low, high) = kinds.split_at(1);
            return (Group::new(low.to_vec()), Group::new(high.to_vec()));
        }
        (Group::new(low), Group::new(high))
    }
}

fn nearest(centers: &[[f32; 3]], color: [f32; 3]) -> usize {
    let mut best = (0, f32::INFINITY);
    for (number, center) in centers.iter().enumerate() {
        let far = difference(*center, color);
        if far < best.1 {
            best = (number, far);
        }
    }
    best.0
}

/// One round of Lloyd's k-means.
fn settle(centers: &mut [[f32; 3]], kinds: &[Kind]) {
    let mut sums = vec![[0.0f32; 4]; centers.len()];
    for kind in kinds {
        let sum = &mut sums[nearest(centers, kind.color)];
        (0..3).for_each(|i| sum[i] += kind.count * kind.color[i]);
        sum[3] += kind.count;
    }
    for (center, sum) in centers.iter_mut().zip(sums) {
        if sum[3] > 0.0 {
            *center = [0, 1, 2].map(|i| sum[i] / sum[3]);
        }
    }
}

/// The nearest center of each cell's middle.
fn table(centers: &[[f32; 3]]) -> Vec<u8> {
    use rayon::prelude::*;
    let middle = |cell: usize, shift: u32| {
        let step = (cell >> shift) & ((1 << BITS) - 1);
        ((step << (8 - BITS)) + (1 << (7 - BITS))) as f32 - 0.5
    };
    let color = |cell: usize| [middle(cell, 2 * BITS), middle(cell, BITS), middle(cell, 0)];
    (0..CELLS).into_par_iter().map(|cell| nearest(centers, color(cell)) as u8).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colors_are_kept_as_they_are() {
        let colors = [[1, 2, 3], [1, 2, 4], [250, 0, 9]];
        let palette = Palette::of(colors.into_iter().cycle().take(50), 255);
        for color in colors {
            assert_eq!(palette.colors[palette.index(color, 5, 3) as usize], color);
        }
        assert_eq!(palette.bytes(256).len(), 768);
    }

    #[test]
    fn many_colors_are_met_closely() {
        // A grey ramp that fills most of the picture, and a small body in all hues of red and blue.
        let ramp = (0..60_000u32).map(|i| [(i / 250) as u8; 3]);
        let body = (0..4096u32).map(|i| [(i % 64 * 4) as u8, 30, (i / 64 * 4) as u8]);
        let pixels: Vec<[u8; 3]> = ramp.chain(body).collect();
        let palette = Palette::of(pixels.iter().copied(), 255);
        assert_eq!(palette.colors.len(), 255);
        for (i, color) in pixels.iter().enumerate() {
            let found = palette.colors[palette.index(*color, i % 251, i / 251) as usize];
            let apart = (0..3).map(|axis| found[axis].abs_diff(color[axis])).max().unwrap();
            assert!(apart <= 16, "{color:?} became {found:?}");
        }
    }

    #[test]
    fn thresholds_are_spread_evenly() {
        let mut all: Vec<f32> = (0..64).map(|i| threshold(i % 8, i / 8)).collect();
        all.sort_by(f32::total_cmp);
        assert!(all.windows(2).all(|pair| (pair[1] - pair[0] - 1.0 / 64.0).abs() < 1e-6));
    }
}
