//! Few colours, for small files.

use std::collections::BTreeMap;

use crate::color::Color;
use crate::picture::Picture;

/// As many as the table of a PNG file holds.
const MOST: usize = 256;

/// Gives pixels of rare colours, where rims of lines cross, the nearest of the frequent ones.
pub(super) fn keep_few_colors(picture: &mut Picture) {
    let places = || (0..picture.height).flat_map(|y| (0..picture.width).map(move |x| (x, y)));
    let mut counts: BTreeMap<[u8; 3], usize> = BTreeMap::new();
    for (x, y) in places() {
        let Color { r, g, b } = picture.color(x, y);
        *counts.entry([r, g, b]).or_default() += 1;
    }
    if counts.len() <= MOST {
        return;
    }
    let mut frequent: Vec<([u8; 3], usize)> = counts.into_iter().collect();
    frequent.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let (kept, rare) = frequent.split_at(MOST);
    let distance =
        |a: &[u8; 3], b: &[u8; 3]| (0..3).map(|i| (a[i].abs_diff(b[i]) as u32).pow(2)).sum::<u32>();
    let nearest =
        |color: &[u8; 3]| kept.iter().map(|(near, _)| near).min_by_key(|near| distance(color, near));
    let swaps: BTreeMap<[u8; 3], [u8; 3]> =
        rare.iter().filter_map(|(color, _)| Some((*color, *nearest(color)?))).collect();
    for pixel in picture.pixels.chunks_exact_mut(4) {
        if let Some(near) = swaps.get(&[pixel[0], pixel[1], pixel[2]]) {
            pixel[..3].copy_from_slice(near);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequent_colors_stay_and_rare_ones_go_to_their_neighbours() {
        let mut picture = Picture::filled(400, 3, Color::WHITE);
        for x in 0..400 {
            // 200 colours in two rows, 56 shades of red in the third, and ten colours of one pixel each.
            (0..2).for_each(|y| picture.set(x, y, Color { r: 0, g: (x / 2) as u8, b: 90 }));
            picture.set(x, 2, Color { r: 200 + (x % 56) as u8, g: u8::from(x < 10), b: 0 });
        }
        let before = picture.clone();
        keep_few_colors(&mut picture);
        let colors: std::collections::BTreeSet<&[u8]> = picture.pixels.chunks_exact(4).collect();
        assert_eq!(colors.len(), MOST);
        for x in 0..400 {
            assert_eq!(picture.color(x, 0), before.color(x, 0));
            assert_eq!(picture.color(x, 2), Color { g: 0, ..before.color(x, 2) });
        }
    }
}
