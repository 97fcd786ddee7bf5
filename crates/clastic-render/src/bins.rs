//! Particles and lines in the picture, sorted by the tiles that they touch.

use std::ops::Range;

use rayon::prelude::*;

use crate::camera::View;
use crate::shot::Particles;

/// Columns and rows of a tile: its depths and indices stay in the nearest cache.
pub(crate) const TILE: usize = 64;
/// Particles that are sorted as one piece of work; a constant, so that threads do not change the order.
const CHUNK: usize = 1 << 15;
/// How often all particles together may cover the picture; beyond, they are drawn smaller, so that a mistaken radius
/// costs seconds and not hours.
const MOST_LAYERS: u64 = 200;
/// The same for tubes and strokes, of which a pixel takes longer.
const MOST_LAYERS_OF_BARS: u64 = 40;
/// In pixels; its square is still a number.
const LARGEST: f32 = 1e9;

/// A particle in the picture. Lengths are in pixels, but for depths, in metres.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Splat {
    pub x: f32,
    pub y: f32,
    /// 0 if it is not drawn.
    pub radius: f32,
    /// Of its center.
    pub depth: f32,
    /// By how much its middle is nearer than its center.
    pub bulge: f32,
}

const NOT_DRAWN: Splat = Splat { x: 0.0, y: 0.0, radius: 0.0, depth: 0.0, bulge: 0.0 };

struct Chunk {
    splats: Vec<Splat>,
    /// Where each tile's entries begin, and the end of the last.
    starts: Vec<u32>,
    /// Places within the chunk, by tile, then in order.
    entries: Vec<u32>,
}

/// All particles by tile.
pub(crate) struct Bins {
    /// Columns and rows of tiles.
    pub tiles: [usize; 2],
    chunks: Vec<Chunk>,
}

impl Bins {
    /// `shown` tells of each particle whether it is drawn; all are if it is empty.
    pub fn new(particles: &Particles, shown: &[bool], view: &View) -> Bins {
        let count = particles.len();
        let tiles = view.size.map(|n| n.div_ceil(TILE));
        let mut splats: Vec<Vec<Splat>> = (0..count.div_ceil(CHUNK))
            .into_par_iter()
            .map(|chunk| chunk * CHUNK..((chunk + 1) * CHUNK).min(count))
            .map(|range| {
                let drawn = |particle: usize| shown.get(particle).copied().unwrap_or(true);
                let splat =
                    |particle| if drawn(particle) { splat(particles, particle, view) } else { NOT_DRAWN };
                range.map(splat).collect()
            })
            .collect();
        shrink(&mut splats, view);
        Bins { tiles, chunks: splats.into_par_iter().map(|splats| sort(splats, tiles)).collect() }
    }

    /// The particle in the picture.
    pub fn splat(&self, particle: u32) -> &Splat {
        let particle = particle as usize;
        &self.chunks[particle / CHUNK].splats[particle % CHUNK]
    }

    /// The particles that touch a tile, in the order of their indices.
    pub fn in_tile(&self, tile: usize) -> impl Iterator<Item = (u32, &Splat)> {
        self.chunks.iter().enumerate().flat_map(move |(number, chunk)| {
            let entries = &chunk.entries[chunk.starts[tile] as usize..chunk.starts[tile + 1] as usize];
            entries.iter().map(move |entry| ((number * CHUNK) as u32 + entry, &chunk.splats[*entry as usize]))
        })
    }
}

fn splat(particles: &Particles, particle: usize, view: &View) -> Splat {
    let [x, y, depth] = view.project(particles.place(particle));
    let scale = view.scale_at(depth);
    let radius = (scale * particles.radius).min(LARGEST);
    let bulge = radius / scale;
    if view.shows(depth, bulge) && depth.is_finite() && x.is_finite() && y.is_finite() && radius > 0.0 {
        Splat { x, y, radius, depth, bulge }
    } else {
        NOT_DRAWN
    }
}

/// Makes the largest ones smaller until all together cover the picture not too often.
fn shrink(splats: &mut [Vec<Splat>], view: &View) {
    let [columns, rows] = view.size;
    let within = |center: f32, radius: f32, length: usize| {
        let clamp = |x: f32| x.clamp(0.0, length as f32);
        (clamp(center + radius) - clamp(center - radius)) as u64
    };
    let covered = |largest: f32| -> u64 {
        let area = |splat: &Splat| {
            let radius = splat.radius.min(largest);
            within(splat.x, radius, columns) * within(splat.y, radius, rows)
        };
        splats.par_iter().map(|splats| splats.iter().map(area).sum::<u64>()).sum()
    };
    let most = MOST_LAYERS * (columns * rows) as u64;
    let mut largest = LARGEST;
    while covered(largest) > most {
        largest *= 0.8;
    }
    if largest < LARGEST {
        for splat in splats.iter_mut().flatten().filter(|splat| splat.radius > largest) {
            splat.bulge *= largest / splat.radius;
            splat.radius = largest;
        }
    }
}

/// First and last tile that a splat touches along an axis, with a pixel to spare for soft borders.
fn touched(center: f32, radius: f32, tiles: usize) -> Range<usize> {
    let reach = radius + 1.0;
    let first = ((center - reach) / TILE as f32).floor().clamp(0.0, tiles as f32) as usize;
    let end = ((center + reach) / TILE as f32).floor() + 1.0;
    first..(end.clamp(0.0, tiles as f32) as usize)
}

/// Sorts by counting.
fn sort(splats: Vec<Splat>, tiles: [usize; 2]) -> Chunk {
    let tiles_of = |splat: &Splat| {
        let drawn = splat.radius > 0.0;
        let columns = if drawn { touched(splat.x, splat.radius, tiles[0]) } else { 0..0 };
        let rows = touched(splat.y, splat.radius, tiles[1]);
        rows.flat_map(move |row| columns.clone().map(move |column| row * tiles[0] + column))
    };
    let mut starts = vec![0u32; tiles[0] * tiles[1] + 1];
    splats.iter().flat_map(tiles_of).for_each(|tile| starts[tile + 1] += 1);
    for tile in 1..starts.len() {
        starts[tile] += starts[tile - 1];
    }
    let mut next = starts.clone();
    let mut entries = vec![0; starts[starts.len() - 1] as usize];
    for (entry, splat) in splats.iter().enumerate() {
        for tile in tiles_of(splat) {
            entries[next[tile] as usize] = entry as u32;
            next[tile] += 1;
        }
    }
    Chunk { splats, starts, entries }
}

/// Numbers of things, by tile, then in order.
#[derive(Default)]
pub(crate) struct Tiled {
    /// Where each tile's entries begin, and the end of the last.
    starts: Vec<u32>,
    entries: Vec<u32>,
}

impl Tiled {
    /// Sorts by counting. `size` is that of the picture; `tiles_of` hands out the tiles that a thing touches.
    pub fn new<T: Iterator<Item = usize>>(
        count: usize,
        size: [usize; 2],
        tiles_of: impl Fn(usize) -> T,
    ) -> Self {
        let [columns, rows] = size.map(|n| n.div_ceil(TILE));
        let mut starts = vec![0u32; columns * rows + 1];
        (0..count).flat_map(&tiles_of).for_each(|tile| starts[tile + 1] += 1);
        for tile in 1..starts.len() {
            starts[tile] += starts[tile - 1];
        }
        let mut next = starts.clone();
        let mut entries = vec![0; starts[starts.len() - 1] as usize];
        for number in 0..count {
            for tile in tiles_of(number) {
                entries[next[tile] as usize] = number as u32;
                next[tile] += 1;
            }
        }
        Tiled { starts, entries }
    }

    pub fn in_tile(&self, tile: usize) -> &[u32] {
        &self.entries[self.starts[tile] as usize..self.starts[tile + 1] as usize]
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

/// A straight line in the picture, and how far it reaches to its sides; in pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bar {
    pub ends: [[f32; 2]; 2],
    /// 0 if it is not drawn.
    pub reach: f32,
}

impl Bar {
    /// Whether both ends are numbers, and not absurdly far away.
    pub fn is_near(&self) -> bool {
        self.ends.as_flattened().iter().all(|x| x.abs() < LARGEST)
    }

    /// The columns that it may touch between two heights, and maybe a few more.
    fn columns(&self, [top, bottom]: [f32; 2]) -> [f32; 2] {
        let ([a, b], reach) = (self.ends, self.reach);
        let [run, rise] = [b[0] - a[0], b[1] - a[1]];
        if rise.abs() < 1e-3 {
            return [a[0].min(b[0]) - reach, a[0].max(b[0]) + reach];
        }
        // Around the part of the line between the heights, and between the two lines beside it.
        let at = |row: f32| a[0] + run * ((row - a[1]) / rise).clamp(0.0, 1.0);
        let [first, last] = [at(top - reach), at(bottom + reach)];
        let middle = a[0] + run / rise * (0.5 * (top + bottom) - a[1]);
        let half = (reach * run.hypot(rise) + 0.5 * run.abs() * (bottom - top)) / rise.abs() + 0.1;
        [(first.min(last) - reach).max(middle - half), (first.max(last) + reach).min(middle + half)]
    }

    fn heights(&self) -> [f32; 2] {
        let [[_, a], [_, b]] = self.ends;
        [a.min(b) - self.reach, a.max(b) + self.reach]
    }

    /// The tiles of a picture that it may touch.
    pub fn tiles(self, size: [usize; 2]) -> impl Iterator<Item = usize> {
        let [columns, rows] = size.map(|n| n.div_ceil(TILE));
        let rows = if self.reach > 0.0 { units(self.heights(), TILE, 0..rows) } else { 0..0 };
        rows.flat_map(move |row| {
            let across = self.columns([row, row + 1].map(|row| (row * TILE) as f32));
            units(across, TILE, 0..columns).map(move |column| row * columns + column)
        })
    }

    /// Hands out the pixels of a tile that it may touch, by column and row.
    pub fn pixels(&self, tile: usize, size: [usize; 2], mut found: impl FnMut([usize; 2])) {
        let columns = size[0].div_ceil(TILE);
        let [left, top] = [tile % columns * TILE, tile / columns * TILE];
        let (right, bottom) = ((left + TILE).min(size[0]), (top + TILE).min(size[1]));
        for row in units(self.heights(), 1, top..bottom) {
            let across = self.columns([row, row + 1].map(|row| row as f32));
            units(across, 1, left..right).for_each(|column| found([column, row]));
        }
    }
}

/// Which of some steps of `side` pixels touch the pixels between two places.
fn units([low, high]: [f32; 2], side: usize, all: Range<usize>) -> Range<usize> {
    let clamp = |x: f32| x.clamp(all.start as f32, all.end as f32) as usize;
    let first = clamp((low / side as f32).floor());
    first..clamp((high / side as f32).floor() + 1.0).max(first)
}

/// How far bars may reach at most, in pixels, so that all together cover the picture not too often.
pub(crate) fn shrunk<'a, B: Iterator<Item = &'a Bar>>(size: [usize; 2], bars: impl Fn() -> B) -> f32 {
    let longest = (size[0] + size[1]) as f32;
    let covered = |largest: f32| -> u64 {
        let area = |bar: &Bar| {
            let [[a, b], [c, d]] = bar.ends;
            let reach = bar.reach.min(largest);
            (2.0 * reach.min(longest) * ((c - a).hypot(d - b).min(longest) + 2.0 * reach.min(longest))) as u64
        };
        bars().filter(|bar| bar.reach > 0.0).map(area).sum()
    };
    let most = MOST_LAYERS_OF_BARS * (size[0] * size[1]) as u64;
    let mut largest = LARGEST;
    while covered(largest) > most {
        largest *= 0.8;
    }
    largest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::camera::{Camera, Projection};
    use crate::{Color, Dimension, Paint};

    #[test]
    fn each_tile_has_what_touches_it_in_order() {
        let x = [-0.9, 0.9, 0.0, 0.0, 0.9, -0.9, f32::NAN, 0.0, 0.0, 0.0, 5.0, 0.0];
        let paint = Paint::Uniform(Color::WHITE);
        let particles = Particles { dimension: Dimension::Two, x: &x, radius: 0.05, paint };
        let projection = Projection::Orthographic { height: 2.0 };
        let camera = Camera { eye: [0.0, 0.0, 1.0], target: [0.0; 3], up: [0.0, 1.0, 0.0], projection };
        let view = View::new(&camera, [2 * TILE, 2 * TILE]).unwrap();
        let bins = Bins::new(&particles, &[], &view);
        let found = |tile| bins.in_tile(tile).map(|(particle, _)| particle).collect::<Vec<_>>();
        // Upper left, and those two in the middle, where four tiles meet; lower right likewise.
        assert_eq!(found(0), [0, 1, 4]);
        assert_eq!(found(1), [1, 4]);
        assert_eq!(found(2), [1, 4]);
        assert_eq!(found(3), [1, 2, 4]);
        assert_eq!(bins.splat(3).radius, 0.0);
    }
}
