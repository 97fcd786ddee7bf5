//! A register of particles' weights, and the two loops that touch nodes.

use crate::grid::{EDGE, NODE, Tile};
use crate::kernels::{Place, Spline};
use crate::tensor::{LaneScalar, Real, Row, Simd, Vector};

/// Room for the largest register.
const LANES: usize = 16;
/// Four values for each particle of a register.
pub type Column<T> = [T; 4 * LANES];

/// Weights along one axis, by node and particle.
pub type Weights<T> = [[T; LANES]; EDGE];

/// The weights of a register of particles, spread out so that one particle after another can use them.
pub struct Stencil<T, const D: usize> {
    /// Weights along the axes before the last.
    pub weight: [Weights<T>; 2],
    /// `w r`: weight times distance in cells.
    pub moment: [Weights<T>; 2],
    /// `∂w/∂x` per cell.
    pub slope: [Weights<T>; 2],
    /// The place between nodes along the last axis.
    pub t: [T; LANES],
    /// Where each particle's first row begins in the tile.
    pub first: [T; LANES],
}

impl<T: LaneScalar, const D: usize> Stencil<T, D> {
    /// Room, to be filled.
    #[inline(always)]
    pub fn new() -> Self {
        let none = [[[T::default(); LANES]; EDGE]; 2];
        Stencil {
            weight: none,
            moment: none,
            slope: none,
            t: [T::default(); LANES],
            first: [T::default(); LANES],
        }
    }

    /// Fills in the weights of particles at `x`, in cells from the block's origin.
    #[inline(always)]
    pub fn fill<S: Simd, const N: usize>(
        &mut self,
        spline: &Spline,
        x: Vector<T::Lanes<S>, D>,
        slopes: Slopes,
    ) {
        let stride = Tile::<D>::STRIDE;
        let mut first = x[0].of(Tile::<D>::ORIGIN as f64);
        for axis in 0..D {
            let place: Place<T::Lanes<S>> = spline.place(x[axis]);
            first = place.base.mul_add(place.t.of(stride[axis] as f64), first);
            if axis == D - 1 {
                place.t.store(&mut self.t);
                continue;
            }
            for n in 0..N {
                let w = spline.weight(n, place);
                w.store(&mut self.weight[axis][n]);
                if slopes != Slopes::Gradients {
                    (w * spline.offset(n, place)).store(&mut self.moment[axis][n]);
                }
                if slopes != Slopes::Moments {
                    spline.slope(n, place).store(&mut self.slope[axis][n]);
                }
            }
        }
        first.store(&mut self.first);
    }

    /// Where a particle's first row begins in the tile.
    #[inline(always)]
    pub fn first(&self, lane: usize) -> usize {
        self.first[lane].to_f64() as usize
    }
}

/// Which slopes a transfer uses besides the weights.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Slopes {
    /// `w r`.
    Moments,
    /// `∇w`.
    Gradients,
    /// Both.
    Both,
}

/// One particle's stencil: rows beginning at `first`, weights along each axis, and the slopes that go with them.
pub struct Reach<'a, S: Simd, T: LaneScalar> {
    /// The instruction set.
    pub token: S,
    /// Which particle of the register.
    pub lane: usize,
    /// Where its first row begins.
    pub first: usize,
    /// Weights along the axes before the last.
    pub weight: &'a [Weights<T>; 2],
    /// Slopes along them.
    pub slope: &'a [Weights<T>; 2],
    /// Weights along the row.
    pub row_weight: T::Row<S>,
    /// Slopes along the row.
    pub row_slope: T::Row<S>,
}

impl<S: Simd, T: LaneScalar> Reach<'_, S, T> {
    #[inline(always)]
    fn splat(&self, weights: &Weights<T>, n: usize) -> T::Row<S> {
        T::Row::<S>::splat(self.token, weights[n][self.lane])
    }

    #[inline(always)]
    fn column(&self, columns: &[Column<T>; 4], k: usize) -> T::Row<S> {
        T::Row::<S>::repeat(self.token, &columns[k][self.lane * NODE..][..NODE])
    }

    /// `node += w c₀ + Σ_a slope_a c_a` for every node in reach: `columns` holds `c₀` and one `c_a` per axis.
    #[inline(always)]
    pub fn scatter<const D: usize, const N: usize>(&self, tile: &mut [T], columns: &[Column<T>; 4]) {
        let value = self.column(columns, 0).mul(self.row_weight);
        let value = self.column(columns, D).mul_add(self.row_slope, value);
        let along_x = self.column(columns, 1).mul(self.row_weight);
        let [stride_x, stride_y, _] = Tile::<D>::STRIDE;
        if D == 2 {
            for i in 0..N {
                let (w, s) = (self.splat(&self.weight[0], i), self.splat(&self.slope[0], i));
                let nodes = &mut tile[self.first + i * stride_x..][..EDGE * NODE];
                let row = T::Row::<S>::load(self.token, nodes);
                s.mul_add(along_x, w.mul_add(value, row)).store(nodes);
            }
        } else {
            let along_y = self.column(columns, 2).mul(self.row_weight);
            for i in 0..N {
                let (w, s) = (self.splat(&self.weight[0], i), self.splat(&self.slope[0], i));
                let here = s.mul_add(along_x, w.mul(value));
                let across = w.mul(along_y);
                for j in 0..N {
                    let (w, s) = (self.splat(&self.weight[1], j), self.splat(&self.slope[1], j));
                    let nodes = &mut tile[self.first + i * stride_x + j * stride_y..][..EDGE * NODE];
                    let row = T::Row::<S>::load(self.token, nodes);
                    s.mul_add(across, w.mul_add(here, row)).store(nodes);
                }
            }
        }
    }

    /// The adjoint: `c₀ = Σ w node`, `c_a = Σ slope_a node`.
    #[inline(always)]
    pub fn gather<const D: usize, const N: usize>(&self, tile: &[T], columns: &mut [Column<T>; 4]) {
        let zero = T::Row::<S>::zero(self.token);
        let (mut value, mut along_x, mut along_y) = (zero, zero, zero);
        let [stride_x, stride_y, _] = Tile::<D>::STRIDE;
        for i in 0..N {
            let (w, s) = (self.splat(&self.weight[0], i), self.splat(&self.slope[0], i));
            if D == 2 {
                let row = T::Row::<S>::load(self.token, &tile[self.first + i * stride_x..][..EDGE * NODE]);
                value = w.mul_add(row, value);
                along_x = s.mul_add(row, along_x);
            } else {
                let (mut here, mut across) = (zero, zero);
                for j in 0..N {
                    let nodes = &tile[self.first + i * stride_x + j * stride_y..][..EDGE * NODE];
                    let row = T::Row::<S>::load(self.token, nodes);
                    here = self.splat(&self.weight[1], j).mul_add(row, here);
                    across = self.splat(&self.slope[1], j).mul_add(row, across);
                }
                value = w.mul_add(here, value);
                along_x = s.mul_add(here, along_x);
                along_y = w.mul_add(across, along_y);
            }
        }
        let at = self.lane * NODE;
        value.mul(self.row_weight).sum_nodes(&mut columns[0][at..at + NODE]);
        value.mul(self.row_slope).sum_nodes(&mut columns[D][at..at + NODE]);
        along_x.mul(self.row_weight).sum_nodes(&mut columns[1][at..at + NODE]);
        if D == 3 {
            along_y.mul(self.row_weight).sum_nodes(&mut columns[2][at..at + NODE]);
        }
    }

    /// `c₀` alone.
    #[inline(always)]
    pub fn gather_value<const D: usize, const N: usize>(&self, tile: &[T], column: &mut Column<T>) {
        let mut value = T::Row::<S>::zero(self.token);
        let [stride_x, stride_y, _] = Tile::<D>::STRIDE;
        for i in 0..N {
            let w = self.splat(&self.weight[0], i);
            if D == 2 {
                let row = T::Row::<S>::load(self.token, &tile[self.first + i * stride_x..][..EDGE * NODE]);
                value = w.mul_add(row, value);
            } else {
                let mut here = T::Row::<S>::zero(self.token);
                for j in 0..N {
                    let nodes = &tile[self.first + i * stride_x + j * stride_y..][..EDGE * NODE];
                    here = self.splat(&self.weight[1], j).mul_add(T::Row::<S>::load(self.token, nodes), here);
                }
                value = w.mul_add(here, value);
            }
        }
        let at = self.lane * NODE;
        value.mul(self.row_weight).sum_nodes(&mut column[at..at + NODE]);
    }
}

/// A vector padded to the four values of a node.
#[inline(always)]
pub fn padded<R: Real, const D: usize>(v: Vector<R, D>, last: R) -> [R; 4] {
    let mut node = [v[0].zero(); 4];
    for i in 0..D {
        node[i] = v[i];
    }
    node[3] = last;
    node
}

/// The first `D` of a node's four values.
#[inline(always)]
pub fn unpadded<R: Real, const D: usize>(node: [R; 4]) -> Vector<R, D> {
    let mut v = Vector([node[0]; D]);
    for i in 0..D {
        v[i] = node[i];
    }
    v
}
