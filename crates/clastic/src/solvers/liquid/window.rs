//! Velocities at places between faces: equation 14 of "The Affine Particle-In-Cell Method".

use super::grid::{EDGE, Grid};

/// Cells beyond the tile on every side that a window shows.
const MARGIN: usize = 4;
/// Cells per axis of a window.
const WIDTH: usize = EDGE + 2 * MARGIN;
const SIZE: usize = WIDTH * WIDTH * WIDTH;

/// The weights of one particle: along every axis for values at faces (whole cells) and at centers (half cells).
#[derive(Clone, Copy)]
pub(super) struct Stencil<const D: usize> {
    /// First index: 0 at faces, 1 at centers. The lower point, in cells from the tile's first.
    pub base: [[i32; D]; 2],
    /// How far above it the particle is, in cells, 0 to 1.
    pub part: [[f64; D]; 2],
}

impl<const D: usize> Stencil<D> {
    /// At a place in cells.
    #[inline(always)]
    pub fn new(s: [f64; D]) -> Self {
        let mut stencil = Stencil { base: [[0; D]; 2], part: [[0.0; D]; 2] };
        for axis in 0..D {
            for (kind, shift) in [0.0, 0.5].into_iter().enumerate() {
                let x = s[axis] - shift;
                let floor = x.floor();
                stencil.base[kind][axis] = floor as i32;
                stencil.part[kind][axis] = x - floor;
            }
        }
        stencil
    }

    /// Lower point and parts for the faces of an axis, or for centers if `axis` is `D`.
    #[inline(always)]
    pub fn along(&self, axis: usize) -> ([i32; D], [f64; D]) {
        let kind = |a: usize| usize::from(a != axis);
        (std::array::from_fn(|a| self.base[kind(a)][a]), std::array::from_fn(|a| self.part[kind(a)][a]))
    }
}

/// The velocities of faces in a tile and around it, side by side: particles look at them often.
pub(super) struct Window<const D: usize> {
    values: [[f64; SIZE]; D],
}

impl<const D: usize> Window<D> {
    /// Nothing yet.
    pub fn new() -> Self {
        Window { values: [[0.0; SIZE]; D] }
    }

    /// Shows a tile; 0 where there is none.
    fn show(&mut self, faces: &Faces<D>, tile: usize) {
        let margin = MARGIN as i32;
        for row in 0..WIDTH.pow(D as u32 - 1) {
            let mut cell = [0; D];
            let mut rest = row;
            for axis in (0..D - 1).rev() {
                cell[axis] = (rest % WIDTH) as i32 - margin;
                rest /= WIDTH;
            }
            // The three tiles that the row runs through.
            for (from, to) in [(-margin, 0), (0, EDGE as i32), (EDGE as i32, EDGE as i32 + margin)] {
                cell[D - 1] = from;
                let start = row * WIDTH + (from + margin) as usize;
                let len = (to - from) as usize;
                let at = faces.grid.at(tile, cell);
                for axis in 0..D {
                    let to = &mut self.values[axis][start..start + len];
                    match at {
                        Some(at) => to.copy_from_slice(&faces.velocity[axis][at..at + len]),
                        None => to.fill(0.0),
                    }
                }
            }
        }
    }

    /// The values around a place by corner, the last axis being the lowest bit; `None` beyond the window.
    #[inline(always)]
    fn corners(&self, axis: usize, base: [i32; D]) -> Option<[f64; 8]> {
        let mut index = 0;
        for a in 0..D {
            let i = base[a].wrapping_add(MARGIN as i32) as usize;
            if i > WIDTH - 2 {
                return None;
            }
            index = index * WIDTH + i;
        }
        let mut values = [0.0; 8];
        for row in 0..1 << (D - 1) {
            let mut at = index;
            for a in 0..D - 1 {
                at += (row >> (D - 2 - a) & 1) * WIDTH.pow((D - 1 - a) as u32);
            }
            let pair = &self.values[axis][at..at + 2];
            values[2 * row] = pair[0];
            values[2 * row + 1] = pair[1];
        }
        Some(values)
    }
}

/// Faces as they are looked up from a tile, up to 8 cells beyond it.
#[derive(Clone, Copy)]
pub(super) struct Faces<'a, const D: usize> {
    pub grid: &'a Grid<D>,
    /// By axis, in m/s.
    pub velocity: &'a [Vec<f64>; D],
}

impl<const D: usize> Faces<'_, D> {
    /// Lets a window show a tile.
    pub fn show(&self, window: &mut Window<D>, tile: usize) {
        window.show(self, tile);
    }

    /// The velocity at a place in cells from a tile's first, looked up one by one.
    pub fn look_up(&self, tile: usize, s: [f64; D]) -> [f64; D] {
        let stencil = Stencil::new(s);
        std::array::from_fn(|axis| {
            let (base, part) = stencil.along(axis);
            interpolate(self.corners(tile, axis, base), part)
        })
    }

    /// As [`Window::corners`], wherever there are faces; 0 where there are none.
    #[cold]
    fn corners(&self, tile: usize, axis: usize, base: [i32; D]) -> [f64; 8] {
        let edge = EDGE as i32;
        // What is farther is refused at the end of the step.
        let base = base.map(|b| b.clamp(-edge, 2 * edge - 2));
        let mut values = [0.0; 8];
        for (corner, value) in values.iter_mut().enumerate().take(1 << D) {
            let cell = std::array::from_fn(|a| base[a] + (corner >> (D - 1 - a) & 1) as i32);
            *value = self.grid.at(tile, cell).map_or(0.0, |face| self.velocity[axis][face]);
        }
        values
    }

    /// The velocity at a place in cells from the tile's first, which the window shows.
    #[inline(always)]
    pub fn sample(&self, window: &Window<D>, tile: usize, s: [f64; D]) -> [f64; D] {
        let stencil = Stencil::new(s);
        std::array::from_fn(|axis| {
            let (base, part) = stencil.along(axis);
            let corners = window.corners(axis, base).unwrap_or_else(|| self.corners(tile, axis, base));
            interpolate(corners, part)
        })
    }

    /// The velocity there and the gradient of every component, per cell.
    #[inline(always)]
    pub fn sample_affine(&self, window: &Window<D>, tile: usize, s: [f64; D]) -> ([f64; D], [[f64; D]; D]) {
        let stencil = Stencil::new(s);
        let (mut v, mut gradient) = ([0.0; D], [[0.0; D]; D]);
        for axis in 0..D {
            let (base, part) = stencil.along(axis);
            let mut c = window.corners(axis, base).unwrap_or_else(|| self.corners(tile, axis, base));
            // Slopes along the axes that are done, at the corners that are left.
            let mut slopes = [[0.0; 4]; D];
            let mut count = 1 << D;
            for a in (0..D).rev() {
                count /= 2;
                for k in 0..count {
                    for done in a + 1..D {
                        let (low, high) = (slopes[done][2 * k], slopes[done][2 * k + 1]);
                        slopes[done][k] = low + part[a] * (high - low);
                    }
                    slopes[a][k] = c[2 * k + 1] - c[2 * k];
                    c[k] = c[2 * k] + part[a] * slopes[a][k];
                }
            }
            v[axis] = c[0];
            gradient[axis] = std::array::from_fn(|a| slopes[a][0]);
        }
        (v, gradient)
    }
}

/// Bilinear or trilinear.
#[inline(always)]
fn interpolate<const D: usize>(mut c: [f64; 8], part: [f64; D]) -> f64 {
    let mut count = 1 << D;
    for a in (0..D).rev() {
        count /= 2;
        for k in 0..count {
            c[k] = c[2 * k] + part[a] * (c[2 * k + 1] - c[2 * k]);
        }
    }
    c[0]
}

/// A place in cells from a tile's first cell.
#[inline(always)]
pub(super) fn in_tile<const D: usize>(grid: &Grid<D>, tile: usize, x: &[f64; D]) -> [f64; D] {
    let s = grid.in_cells(x);
    std::array::from_fn(|axis| s[axis] - (grid.tiles[tile].coord[axis] * EDGE as i32) as f64)
}
