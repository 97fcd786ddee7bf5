//! Particles to faces: equations 12 and 13 of "The Affine Particle-In-Cell Method", for any [`Scheme`].

use std::ops::Range;

use crate::parallel::{Along, Records, tree};
use crate::transfer::Scheme;

use super::grid::{EDGE, Grid, cells_of};
use super::particles::{GRAIN, Particles};
use super::window::Stencil;

/// Cells per axis that a tile's particles reach: one beyond it on both sides.
const REACH: usize = EDGE + 2;
/// Tiles per piece of parallel work.
pub(super) const TILES: usize = 4;

const fn reach_of(dimension: usize) -> usize {
    REACH.pow(dimension as u32)
}

/// Whether `corner` is the upper point along an axis.
#[inline(always)]
fn is_upper<const D: usize>(corner: usize, axis: usize) -> bool {
    corner >> (D - 1 - axis) & 1 == 1
}

/// The weight of a corner: bilinear or trilinear.
#[inline(always)]
fn weight<const D: usize>(corner: usize, part: &[f64; D]) -> f64 {
    let mut w = 1.0;
    for axis in 0..D {
        w *= if is_upper::<D>(corner, axis) { part[axis] } else { 1.0 - part[axis] };
    }
    w
}

/// What particles give to faces and cells.
#[derive(Clone, Debug)]
pub struct Gathered<const D: usize> {
    /// Mass of every face by axis, in kg: equation 12.
    pub mass: [Vec<f64>; D],
    /// Velocity of every face by axis, in m/s: equation 13; 0 where there is no mass.
    pub velocity: [Vec<f64>; D],
    /// Volume of the particles around every center by the same kernel, in cells.
    pub volume: Vec<f64>,
    /// What every tile's particles give, tile by tile: per point mass and momentum by axis, and volume.
    arenas: Vec<f64>,
    /// Where a tile's arena begins, in arenas.
    arena_of: Vec<u32>,
}

impl<const D: usize> Default for Gathered<D> {
    fn default() -> Self {
        let empty = || std::array::from_fn(|_| Vec::new());
        Gathered { mass: empty(), velocity: empty(), volume: vec![], arenas: vec![], arena_of: vec![] }
    }
}

impl<const D: usize> Gathered<D> {
    /// Values per point of an arena.
    const WIDTH: usize = 2 * D + 1;

    /// Equations 12 and 13.
    pub fn run(&mut self, grid: &Grid<D>, particles: &Particles<D>, scheme: &Scheme) {
        let stride = reach_of(D) * Self::WIDTH;
        self.arena_of.clear();
        let mut count = 0;
        for tile in &grid.tiles {
            self.arena_of.push(count);
            count += u32::from(!tile.is_empty());
        }
        self.arena_of.push(count);
        self.arenas.resize(count as usize * stride, 0.0);
        let arena_of = &self.arena_of;
        let offset_of = |tile: usize| arena_of[tile] as usize;
        let arenas =
            Along { data: Records { data: &mut self.arenas, stride }, first: 0, offset_of: &offset_of };
        tree(
            0..grid.tiles.len(),
            TILES,
            &|tile| tile,
            arenas,
            &|range, arenas| {
                let homes = range.filter(|tile| !grid.tiles[*tile].is_empty());
                for (tile, arena) in homes.zip(arenas.data.data.chunks_mut(stride)) {
                    scatter(grid, particles, scheme, tile, arena);
                }
            },
            &|(), ()| (),
        );
        self.sum(grid);
    }

    /// Every tile sums what its own and its neighbours' particles give, in the order of the neighbours.
    fn sum(&mut self, grid: &Grid<D>) {
        let cells = cells_of(D);
        let len = grid.len();
        for axis in 0..D {
            self.mass[axis].resize(len, 0.0);
            self.velocity[axis].resize(len, 0.0);
        }
        self.volume.resize(len, 0.0);
        let stride = reach_of(D) * Self::WIDTH;
        let (arenas, arena_of) = (&self.arenas, &self.arena_of);
        let records = |data| Records { data, stride: cells };
        let data = (
            self.mass.each_mut().map(|field| records(field.as_mut_slice())),
            self.velocity.each_mut().map(|field| records(field.as_mut_slice())),
            records(self.volume.as_mut_slice()),
        );
        tree(
            0..grid.tiles.len(),
            TILES,
            &|tile| tile,
            data,
            &|range, (mut mass, mut velocity, volume)| {
                for (i, tile) in range.enumerate() {
                    let own = i * cells..(i + 1) * cells;
                    let volume = &mut volume.data[own.clone()];
                    let mut mass = mass.each_mut().map(|field| &mut field.data[own.clone()]);
                    let mut momentum = velocity.each_mut().map(|field| &mut field.data[own.clone()]);
                    volume.fill(0.0);
                    for axis in 0..D {
                        mass[axis].fill(0.0);
                        momentum[axis].fill(0.0);
                    }
                    for n in 0..3usize.pow(D as u32) {
                        let home = grid.tiles[tile].neighbors[n] as usize;
                        if grid.tiles.get(home).is_none_or(|home| home.is_empty()) {
                            continue;
                        }
                        let arena = &arenas[arena_of[home] as usize * stride..][..stride];
                        overlap::<D>(n, |local, point| {
                            let given = &arena[point * Self::WIDTH..][..Self::WIDTH];
                            for axis in 0..D {
                                mass[axis][local] += given[2 * axis];
                                momentum[axis][local] += given[2 * axis + 1];
                            }
                            volume[local] += given[2 * D];
                        });
                    }
                    for axis in 0..D {
                        for (u, m) in momentum[axis].iter_mut().zip(mass[axis].iter()) {
                            *u = if *m > 0.0 { *u / m } else { 0.0 };
                        }
                    }
                }
            },
            &|(), ()| (),
        );
    }
}

/// The cells of a tile that lie in the arena of its neighbour `n`, and where there.
#[inline(always)]
fn overlap<const D: usize>(n: usize, mut visit: impl FnMut(usize, usize)) {
    let offset = crate::grid::neighbor_offset::<D>(n);
    let edge = EDGE as i32;
    // Cell c of this tile is at c − 8 offset from the neighbour's first, which is point 1 of its arena.
    let range: [(i32, i32); D] = offset.map(|o| match o {
        -1 => (0, 1),
        1 => (edge - 1, edge),
        _ => (0, edge),
    });
    let (z_low, z_high) = range[D - 1];
    let rows = if D == 2 { (0, 1) } else { range[D - 2] };
    for x in range[0].0..range[0].1 {
        for y in rows.0..rows.1 {
            let (mut local, mut point) = (x, x - edge * offset[0] + 1);
            if D == 3 {
                local = local * edge + y;
                point = point * REACH as i32 + y - edge * offset[D - 2] + 1;
            }
            for z in z_low..z_high {
                let local = local * edge + z;
                let point = point * REACH as i32 + z - edge * offset[D - 1] + 1;
                visit(local as usize, point as usize);
            }
        }
    }
}

/// What the particles of a tile give to the points that they reach.
fn scatter<const D: usize>(
    grid: &Grid<D>,
    particles: &Particles<D>,
    scheme: &Scheme,
    tile: usize,
    arena: &mut [f64],
) {
    arena.fill(0.0);
    let width = Gathered::<D>::WIDTH;
    let (own, transposed) = scheme.affine_shares();
    let first = grid.tiles[tile].coord.map(|c| (c * EDGE as i32) as f64);
    let per_cell = 1.0 / grid.cell.powi(D as i32);
    for p in grid.tiles[tile].first as usize..grid.tiles[tile].end as usize {
        let s = grid.in_cells(&particles.position[p]);
        let stencil = Stencil::new(std::array::from_fn(|axis| s[axis] - first[axis]));
        let (v, c, m) = (&particles.velocity[p], &particles.affine[p], particles.mass[p]);
        for axis in 0..D {
            let (base, part) = stencil.along(axis);
            let gradient: [f64; D] =
                std::array::from_fn(|b| (own * c[axis][b] + transposed * c[b][axis]) * grid.cell);
            let start = point::<D>(base);
            let mut at_base = v[axis];
            for b in 0..D {
                at_base -= gradient[b] * part[b];
            }
            for corner in 0..1 << D {
                let w = weight(corner, &part) * m;
                let mut u = at_base;
                for b in 0..D {
                    if is_upper::<D>(corner, b) {
                        u += gradient[b];
                    }
                }
                let to = &mut arena[(start + step::<D>(corner)) * width..][..width];
                to[2 * axis] += w;
                to[2 * axis + 1] += w * u;
            }
        }
        let (base, part) = stencil.along(D);
        let start = point::<D>(base);
        for corner in 0..1 << D {
            let w = weight(corner, &part) * particles.volume[p] * per_cell;
            arena[(start + step::<D>(corner)) * width + 2 * D] += w;
        }
    }
}

#[inline(always)]
fn point<const D: usize>(base: [i32; D]) -> usize {
    let mut index = 0;
    for axis in 0..D {
        index = index * REACH + (base[axis] + 1).clamp(0, REACH as i32 - 2) as usize;
    }
    index
}

#[inline(always)]
fn step<const D: usize>(corner: usize) -> usize {
    let mut index = 0;
    for axis in 0..D {
        index = index * REACH + usize::from(is_upper::<D>(corner, axis));
    }
    index
}

/// The particles' total momentum, in kg m/s, and angular momentum about the origin with the affine part, in kg m²/s: in 2D the
/// last component alone. On faces `c_pa` carries `m_p D_a c_pa`, with `D_a` diagonal: `Δx² f (1 − f)` along an axis on which
/// the particle is a share `f` of a cell above the lower faces of axis `a`.
pub fn momenta<const D: usize>(
    grid: &Grid<D>,
    particles: &Particles<D>,
    scheme: &Scheme,
) -> ([f64; D], [f64; 3]) {
    let work = |range: Range<usize>, ()| {
        let (mut linear, mut angular) = ([0.0; D], [0.0; 3]);
        for p in range {
            let (x, v, m) = (&particles.position[p], &particles.velocity[p], particles.mass[p]);
            let b = affine_moment(grid, x, &particles.affine[p], scheme);
            for axis in 0..D {
                linear[axis] += m * v[axis];
            }
            for (k, i, j) in [(2, 0, 1), (0, 1, 2), (1, 2, 0)] {
                if i < D && j < D {
                    angular[k] += m * (x[i] * v[j] - x[j] * v[i] + b[j][i] - b[i][j]);
                }
            }
        }
        (linear, angular)
    };
    tree(0..particles.len(), GRAIN, &|i| i, (), &work, &|a, b| {
        (std::array::from_fn(|i| a.0[i] + b.0[i]), std::array::from_fn(|i| a.1[i] + b.1[i]))
    })
}

/// `B` by rows `a`, in m²/s: `B_ab = Ĉ_ab D_a,bb`.
pub(super) fn affine_moment<const D: usize>(
    grid: &Grid<D>,
    x: &[f64; D],
    c: &[[f64; D]; D],
    scheme: &Scheme,
) -> [[f64; D]; D] {
    let (own, transposed) = scheme.affine_shares();
    let inertia = inertia(grid, x);
    std::array::from_fn(|a| std::array::from_fn(|b| (own * c[a][b] + transposed * c[b][a]) * inertia[a][b]))
}

/// The diagonals of `D_a` by axis `a`, in m².
pub(super) fn inertia<const D: usize>(grid: &Grid<D>, x: &[f64; D]) -> [[f64; D]; D] {
    let stencil = Stencil::new(grid.in_cells(x));
    std::array::from_fn(|a| {
        let (_, part) = stencil.along(a);
        part.map(|f| grid.cell * grid.cell * f * (1.0 - f))
    })
}

/// The faces' total momentum, in kg m/s, and angular momentum about the origin, in kg m²/s.
pub fn face_momenta<const D: usize>(
    grid: &Grid<D>,
    mass: &[Vec<f64>; D],
    velocity: &[Vec<f64>; D],
) -> ([f64; D], [f64; 3]) {
    let (mut linear, mut angular) = ([0.0; D], [0.0; 3]);
    for axis in 0..D {
        for face in (0..grid.len()).filter(|face| mass[axis][*face] > 0.0) {
            let x = grid.face_center(face, axis);
            let momentum = mass[axis][face] * velocity[axis][face];
            linear[axis] += momentum;
            for (k, i, j) in [(2, 0, 1), (0, 1, 2), (1, 2, 0)] {
                if i < D && j < D {
                    angular[k] += x[i] * if axis == j { momentum } else { 0.0 };
                    angular[k] -= x[j] * if axis == i { momentum } else { 0.0 };
                }
            }
        }
    }
    (linear, angular)
}
