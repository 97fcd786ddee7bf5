//! Where solids leave room: the open fraction of every face and cell, and how solids move.
//!
//! Fractions come from signed distances at the corners of cells, taken as linear along edges (Batty, Bertails and Bridson 2007;
//! Ng, Min and Gibou 2009). Walls of the domain cut faces exactly, wherever they stand.

use crate::parallel::{Records, tree};

use super::distances::{CORNERS, Distances};
use super::grid::{Bounds, EDGE, Grid, cells_of, local_coord};
use super::transfer::TILES;

/// A face that is open by less than this is closed, or tiny holes would make the system ill-conditioned.
const LEAST_OPEN: f64 = 0.01;

/// What liquid cannot enter.
pub trait Solids<const D: usize>: Sync {
    /// The signed distance to the nearest at a time, in m; negative inside.
    fn distance(&self, x: [f64; D], time: f64) -> f64;

    /// That distance, and a number for which solid it is.
    fn nearest(&self, x: [f64; D], time: f64) -> (f64, u16) {
        (self.distance(x, time), 0)
    }

    /// How the nearest moves there, in m/s.
    fn velocity(&self, x: [f64; D], time: f64) -> [f64; D];

    /// Which way leads out. By differences over `reach` m, unless something better is known.
    fn normal(&self, x: [f64; D], time: f64, reach: f64) -> [f64; D] {
        let slope: [f64; D] = std::array::from_fn(|axis| {
            let (mut low, mut high) = (x, x);
            low[axis] -= reach;
            high[axis] += reach;
            self.distance(high, time) - self.distance(low, time)
        });
        let norm = slope.iter().map(|s| s * s).sum::<f64>().sqrt();
        slope.map(|s| if norm > 0.0 { s / norm } else { 0.0 })
    }

    /// A number that tells where they stand, if they stand still.
    fn stand(&self) -> Option<u64> {
        None
    }

    /// Whether there are none, so that none is asked for.
    fn is_empty(&self) -> bool {
        false
    }
}

/// No solid but the walls of the domain.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoSolids;

impl<const D: usize> Solids<D> for NoSolids {
    fn distance(&self, _: [f64; D], _: f64) -> f64 {
        f64::INFINITY
    }

    fn velocity(&self, _: [f64; D], _: f64) -> [f64; D] {
        [0.0; D]
    }

    fn is_empty(&self) -> bool {
        true
    }
}

/// Room for liquid on the grid.
#[derive(Clone, Debug)]
pub struct Room<const D: usize> {
    /// The open fraction of every face by axis, 0 to 1.
    pub open: [Vec<f64>; D],
    /// The solid's velocity at every face by axis, in m/s; 0 where there is none.
    pub velocity: [Vec<f64>; D],
    /// The open fraction of every cell, 0 to 1.
    pub share: Vec<f64>,
    /// The open share of what the linear kernel around the center of every cell covers, 0 to 1.
    pub space: Vec<f64>,
    /// By tile: whether walls or solids cut it.
    pub cut: Vec<bool>,
    /// How far solids are.
    pub distances: Distances,
}

impl<const D: usize> Default for Room<D> {
    fn default() -> Self {
        let empty = || std::array::from_fn(|_| Vec::new());
        Room {
            open: empty(),
            velocity: empty(),
            share: vec![],
            space: vec![],
            cut: vec![],
            distances: Distances::default(),
        }
    }
}

impl<const D: usize> Room<D> {
    /// Measures the room at a time.
    pub fn run(&mut self, grid: &Grid<D>, solids: &dyn Solids<D>, time: f64) {
        let cells = cells_of(D);
        self.distances.run(grid, solids, time);
        let distances = &self.distances;
        for axis in 0..D {
            self.open[axis].resize(grid.len(), 1.0);
            self.velocity[axis].resize(grid.len(), 0.0);
        }
        self.share.resize(grid.len(), 1.0);
        self.space.resize(grid.len(), 1.0);
        self.cut.resize(grid.tiles.len(), false);
        let records = |data| Records { data, stride: cells };
        let data = (
            self.open.each_mut().map(|field| records(field.as_mut_slice())),
            self.velocity.each_mut().map(|field| records(field.as_mut_slice())),
            (
                [records(&mut self.share), records(&mut self.space)],
                Records { data: self.cut.as_mut_slice(), stride: 1 },
            ),
        );
        tree(
            0..grid.tiles.len(),
            TILES,
            &|tile| tile,
            data,
            &|range, (mut open, mut velocity, ([share, space], cut))| {
                for (i, tile) in range.enumerate() {
                    let own = i * cells..(i + 1) * cells;
                    let mut part = TileRoom {
                        grid,
                        tile,
                        open: open.each_mut().map(|field| &mut field.data[own.clone()]),
                        velocity: velocity.each_mut().map(|field| &mut field.data[own.clone()]),
                        share: &mut share.data[own.clone()],
                        space: &mut space.data[own.clone()],
                    };
                    cut.data[i] = part.run(distances, solids, time);
                }
            },
            &|(), ()| (),
        );
    }
}

/// One tile of it.
struct TileRoom<'a, const D: usize> {
    grid: &'a Grid<D>,
    tile: usize,
    open: [&'a mut [f64]; D],
    velocity: [&'a mut [f64]; D],
    share: &'a mut [f64],
    space: &'a mut [f64],
}

impl<const D: usize> TileRoom<'_, D> {
    /// Whether walls or solids cut it.
    fn run(&mut self, distances: &Distances, solids: &dyn Solids<D>, time: f64) -> bool {
        for axis in 0..D {
            self.open[axis].fill(1.0);
            self.velocity[axis].fill(0.0);
        }
        self.share.fill(1.0);
        self.space.fill(1.0);
        let corners = distances.corners::<D>(self.tile);
        if let Some(corners) = corners {
            self.cut_by_solids(corners);
            if solids.stand().is_none() {
                self.move_with_solids(solids, time);
            }
        }
        self.cut_by_walls() || corners.is_some()
    }

    fn cut_by_walls(&mut self) -> bool {
        let first = self.grid.tiles[self.tile].coord.map(|c| c * EDGE as i32);
        let walls: [[f64; 2]; D] = std::array::from_fn(|axis| walls_in_cells(self.grid, axis));
        let inside = |a: usize| {
            walls[a][0] <= first[a] as f64 - 1.0 && walls[a][1] >= (first[a] + EDGE as i32) as f64 + 1.0
        };
        if (0..D).all(inside) {
            return false;
        }
        for local in 0..cells_of(D) {
            let coord = local_coord::<D>(local);
            let c: [i32; D] = std::array::from_fn(|a| first[a] + coord[a]);
            let part: [f64; D] = std::array::from_fn(|a| part_between_walls(self.grid, a, c[a]));
            for axis in 0..D {
                let mut fraction = if is_between_walls(self.grid, axis, c[axis]) { 1.0 } else { 0.0 };
                for a in (0..D).filter(|a| *a != axis) {
                    fraction *= part[a];
                }
                self.open[axis][local] = closed_if_tiny(self.open[axis][local] * fraction);
            }
            self.share[local] *= part.iter().product::<f64>();
            for a in 0..D {
                let center = c[a] as f64 + 0.5;
                self.space[local] *= kernel_below(walls[a][1] - center) - kernel_below(walls[a][0] - center);
            }
        }
        true
    }

    /// From the distances at the tile's corners, in m.
    fn cut_by_solids(&mut self, corners: &[f64]) {
        let stride = |axis: usize| CORNERS.pow((D - 1 - axis) as u32);
        for local in 0..cells_of(D) {
            let coord = local_coord::<D>(local);
            let base: usize = (0..D).map(|a| coord[a] as usize * stride(a)).sum();
            let face = |axis: usize, base: usize| {
                let mut others = (0..D).filter(|a| *a != axis).map(stride);
                let at = |offset: usize| corners[base + offset];
                match (others.next(), others.next()) {
                    (Some(a), Some(b)) => open_square([at(0), at(a), at(a + b), at(b)]),
                    (Some(a), None) => open_edge(at(0), at(a)),
                    _ => 1.0,
                }
            };
            let distance = (0..1 << D)
                .map(|corner| corners[base + (0..D).map(|a| (corner >> a & 1) * stride(a)).sum::<usize>()])
                .sum::<f64>()
                / (1 << D) as f64;
            self.space[local] = kernel_below(distance / self.grid.cell);
            let mut sum = 0.0;
            for axis in 0..D {
                let open = face(axis, base);
                sum += open + face(axis, base + stride(axis));
                self.open[axis][local] = closed_if_tiny(open);
            }
            self.share[local] = if D == 2 {
                let at = |offset: usize| corners[base + offset];
                open_square([at(0), at(stride(0)), at(stride(0) + stride(1)), at(stride(1))])
            } else {
                sum / (2 * D) as f64
            };
        }
    }

    fn move_with_solids(&mut self, solids: &dyn Solids<D>, time: f64) {
        for axis in 0..D {
            for local in (0..cells_of(D)).filter(|local| self.open[axis][*local] < 1.0) {
                let face = self.tile * cells_of(D) + local;
                let place = self.grid.face_center(face, axis);
                self.velocity[axis][local] = solids.velocity(place, time)[axis];
            }
        }
    }
}

/// The walls across an axis, in cells from the origin.
pub(super) fn walls_in_cells<const D: usize>(grid: &Grid<D>, axis: usize) -> [f64; 2] {
    let Grid { cell, origin, bounds: Bounds { low, high, .. }, .. } = grid;
    [low[axis], high[axis]].map(|at| (at - origin[axis]) / cell)
}

/// The share of cells at a coordinate along an axis that is between its walls.
pub(super) fn part_between_walls<const D: usize>(grid: &Grid<D>, axis: usize, coord: i32) -> f64 {
    let ([low, high], coord) = (walls_in_cells(grid, axis), coord as f64);
    snap((high.min(coord + 1.0) - low.max(coord)).clamp(0.0, 1.0))
}

/// Whether faces at a coordinate along their axis are between its walls; those within rounding of a wall are on it.
pub(super) fn is_between_walls<const D: usize>(grid: &Grid<D>, axis: usize, coord: i32) -> bool {
    let ([low, high], coord) = (walls_in_cells(grid, axis), coord as f64);
    coord > low + 1e-6 && coord < high - 1e-6
}

/// The share of the linear kernel below a plane across an axis that is so many cells above the center; nearly so for other planes,
/// since the kernel is as wide in all directions.
pub(super) fn kernel_below(z: f64) -> f64 {
    let z = z.clamp(-1.0, 1.0);
    if z < 0.0 { 0.5 * (1.0 + z).powi(2) } else { 1.0 - 0.5 * (1.0 - z).powi(2) }
}

/// A fraction within rounding of a whole one is that.
fn snap(fraction: f64) -> f64 {
    if fraction < 1e-9 {
        0.0
    } else if fraction > 1.0 - 1e-9 {
        1.0
    } else {
        fraction
    }
}

fn closed_if_tiny(open: f64) -> f64 {
    if open < LEAST_OPEN { 0.0 } else { open }
}

/// The share of an edge that is outside, from the distances at its ends.
fn open_edge(a: f64, b: f64) -> f64 {
    match (a > 0.0, b > 0.0) {
        (true, true) => 1.0,
        (false, false) => 0.0,
        _ => a.max(b) / (a - b).abs(),
    }
}

/// The share of a square that is outside, from the distances at its corners, one after the other around it.
fn open_square(d: [f64; 4]) -> f64 {
    let outside = d.iter().filter(|d| **d > 0.0).count();
    if outside == 4 || outside == 0 {
        return if outside == 4 { 1.0 } else { 0.0 };
    }
    // The polygon of what is outside, by the shoelace formula.
    const PLACE: [[f64; 2]; 4] = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    if outside == 2 && (d[0] > 0.0) == (d[2] > 0.0) {
        // Two opposite corners: two triangles cut off the others.
        let corner = |i: usize| {
            let along = |j: usize| d[i].abs() / (d[i] - d[j]).abs();
            0.5 * along((i + 1) % 4) * along((i + 3) % 4)
        };
        let inner = if d[0] > 0.0 { 1 } else { 0 };
        return 1.0 - corner(inner) - corner(inner + 2);
    }
    let (mut area, mut first, mut last): (f64, Option<[f64; 2]>, [f64; 2]) = (0.0, None, [0.0; 2]);
    let mut add = |p: [f64; 2]| {
        if first.is_some() {
            area += last[0] * p[1] - p[0] * last[1];
        }
        first.get_or_insert(p);
        last = p;
    };
    for i in 0..4 {
        let j = (i + 1) % 4;
        if d[i] > 0.0 {
            add(PLACE[i]);
        }
        if (d[i] > 0.0) != (d[j] > 0.0) {
            let t = d[i] / (d[i] - d[j]);
            add(std::array::from_fn(|a| PLACE[i][a] + t * (PLACE[j][a] - PLACE[i][a])));
        }
    }
    let first = first.expect("a corner is outside");
    (0.5 * (area + last[0] * first[1] - first[0] * last[1])).clamp(0.0, 1.0)
}
