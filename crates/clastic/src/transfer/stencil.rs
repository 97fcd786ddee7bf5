//! A register of particles' weights, and the two loops that touch nodes.

use crate::grid::{EDGE, Tile};
use crate::kernels::{Place, RowSpline, Spline};
use crate::tensor::{LaneScalar, Narrow, Real, Row, RowKind, Simd, SumNodes, Vector};

/// Room for the largest register.
const LANES: usize = 16;
/// A node's values, four or eight, for each particle of a register.
pub type Column<T> = [T; COLUMN];
/// The largest node's values for the largest register.
pub const COLUMN: usize = 8 * LANES;
/// Values, and slopes by axis.
pub type Columns<T> = [Column<T>; 4];

/// Weights along one axis, by node and particle.
pub type Weights<T> = [[T; LANES]; EDGE];

/// The weights of a register of particles, spread out so that one particle after another can use them.
pub struct Stencil<T> {
    /// Weights along the axes before the last.
    weight: [Weights<T>; 2],
    /// `w r`: weight times distance in cells.
    moment: [Weights<T>; 2],
    /// `∂w/∂x` per cell.
    slope: [Weights<T>; 2],
    /// The place between nodes along the last axis.
    t: [T; LANES],
    /// Where each particle's first row begins in the tile.
    first: [T; LANES],
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

impl<T: LaneScalar> Stencil<T> {
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

    /// Fills in the weights of particles at `x`, in cells from the block's origin, for tiles with nodes of `width` values.
    #[inline(always)]
    pub fn fill<S: Simd, const D: usize, const N: usize>(
        &mut self,
        spline: &Spline,
        x: Vector<T::Lanes<S>, D>,
        slopes: Slopes,
        width: usize,
    ) {
        let stride = Tile::<D>::stride(width);
        let mut first = x[0].of(Tile::<D>::origin(width) as f64);
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

    /// One particle's weights and moments.
    #[inline(always)]
    pub fn moments<'a, S: Simd, K: RowKind>(
        &'a self,
        token: S,
        row_spline: &RowSpline<S, T, K>,
        lane: usize,
    ) -> Reach<'a, S, T, K> {
        let t = self.row_place::<S, K>(token, lane);
        let row_weight = row_spline.weights(t);
        Reach {
            token,
            lane,
            first: self.first[lane].to_index(),
            weight: &self.weight,
            slope: &self.moment,
            row_weight,
            row_slope: row_weight.mul(row_spline.offsets(t)),
        }
    }

    /// The same particle's weights and gradients.
    #[inline(always)]
    pub fn gradients<'a, S: Simd, K: RowKind>(
        &'a self,
        row_spline: &RowSpline<S, T, K>,
        moments: &Reach<'a, S, T, K>,
    ) -> Reach<'a, S, T, K> {
        let t = self.row_place::<S, K>(moments.token, moments.lane);
        Reach { slope: &self.slope, row_slope: row_spline.slopes(t), ..*moments }
    }

    /// Where a particle lies between nodes along the row, for every node.
    #[inline(always)]
    fn row_place<S: Simd, K: RowKind>(&self, token: S, lane: usize) -> K::Row<S, T> {
        K::Row::filled(K::Row::<S, T>::splat(token, self.t[lane]))
    }
}

/// One particle's stencil: rows beginning at `first`, weights along each axis, and the slopes that go with them.
pub struct Reach<'a, S: Simd, T: LaneScalar, K: RowKind> {
    /// The instruction set.
    token: S,
    /// Which particle of the register.
    lane: usize,
    /// Where its first row begins.
    first: usize,
    /// Weights along the axes before the last.
    weight: &'a [Weights<T>; 2],
    /// Slopes along them.
    slope: &'a [Weights<T>; 2],
    /// Weights along the row.
    row_weight: K::Row<S, T>,
    /// Slopes along the row.
    row_slope: K::Row<S, T>,
}

impl<S: Simd, T: LaneScalar, K: RowKind> Reach<'_, S, T, K> {
    #[inline(always)]
    fn splat(&self, weights: &Weights<T>, n: usize) -> <K::Row<S, T> as Row<S, T>>::Splat {
        K::Row::<S, T>::splat(self.token, weights[n][self.lane])
    }

    #[inline(always)]
    fn column(&self, columns: &Columns<T>, k: usize) -> K::Row<S, T> {
        K::Row::repeat(self.token, &columns[k][self.lane * K::NODE..][..K::NODE])
    }

    /// `node += w c₀ + Σ_a slope_a c_a` for every node in reach; the columns hold `c₀` and one `c_a` per axis.
    #[inline(always)]
    pub fn scatter<const D: usize, const N: usize>(&self, tile: &mut [T], columns: &Columns<T>) {
        let value = self.column(columns, 0).mul(self.row_weight);
        let value = self.column(columns, D).mul_add(self.row_slope, value);
        let along_x = self.column(columns, 1).mul(self.row_weight);
        let along_y = self.column(columns, 2).mul(self.row_weight);
        let [stride_x, stride_y, _] = Tile::<D>::stride(K::NODE);
        let len = K::Row::<S, T>::LEN;
        // One check of bounds for the whole stencil.
        let window = &mut tile[self.first..][..Tile::<D>::span(K::NODE, N, len)];
        for i in 0..N {
            let (w, s) = (self.splat(&self.weight[0], i), self.splat(&self.slope[0], i));
            let here = along_x.scale_add(s, value.scale(w));
            if D == 2 {
                let nodes = &mut window[i * stride_x..][..len];
                here.add(K::Row::load(self.token, nodes)).store(nodes);
                continue;
            }
            let across = along_y.scale(w);
            for j in 0..N {
                let (w, s) = (self.splat(&self.weight[1], j), self.splat(&self.slope[1], j));
                let nodes = &mut window[i * stride_x + j * stride_y..][..len];
                let row = K::Row::load(self.token, nodes);
                across.scale_add(s, here.scale_add(w, row)).store(nodes);
            }
        }
    }
}

/// The number of values in a row of narrow nodes.
const ROW: usize = EDGE * Narrow::NODE;

impl<S: Simd, T: LaneScalar> Reach<'_, S, T, Narrow> {
    /// The adjoint: `c₀ = Σ w node`, `c_a = Σ slope_a node`.
    #[inline(always)]
    pub fn gather<const D: usize, const N: usize>(&self, tile: &[T], columns: &mut Columns<T>) {
        let zero = T::Narrow::filled(T::Narrow::<S>::splat(self.token, T::default()));
        let (mut value, mut along_x, mut along_y) = (zero, zero, zero);
        let [stride_x, stride_y, _] = Tile::<D>::stride(Narrow::NODE);
        let window = &tile[self.first..][..Tile::<D>::span(Narrow::NODE, N, ROW)];
        for i in 0..N {
            let (w, s) = (self.splat(&self.weight[0], i), self.splat(&self.slope[0], i));
            let mut here = zero;
            if D == 2 {
                here = T::Narrow::load(self.token, &window[i * stride_x..][..ROW]);
            } else {
                let mut across = zero;
                for j in 0..N {
                    let row = T::Narrow::load(self.token, &window[i * stride_x + j * stride_y..][..ROW]);
                    here = row.scale_add(self.splat(&self.weight[1], j), here);
                    across = row.scale_add(self.splat(&self.slope[1], j), across);
                }
                along_y = across.scale_add(w, along_y);
            }
            value = here.scale_add(w, value);
            along_x = here.scale_add(s, along_x);
        }
        let at = self.lane * Narrow::NODE;
        value.mul(self.row_weight).sum(&mut columns[0][at..]);
        value.mul(self.row_slope).sum(&mut columns[D][at..]);
        along_x.mul(self.row_weight).sum(&mut columns[1][at..]);
        if D == 3 {
            along_y.mul(self.row_weight).sum(&mut columns[2][at..]);
        }
    }

    /// `c₀` alone.
    #[inline(always)]
    pub fn gather_value<const D: usize, const N: usize>(&self, tile: &[T], column: &mut Column<T>) {
        let mut value = T::Narrow::filled(T::Narrow::<S>::splat(self.token, T::default()));
        let [stride_x, stride_y, _] = Tile::<D>::stride(Narrow::NODE);
        let window = &tile[self.first..][..Tile::<D>::span(Narrow::NODE, N, ROW)];
        for i in 0..N {
            let w = self.splat(&self.weight[0], i);
            if D == 2 {
                value = T::Narrow::load(self.token, &window[i * stride_x..][..ROW]).scale_add(w, value);
                continue;
            }
            let mut here = T::Narrow::filled(T::Narrow::<S>::splat(self.token, T::default()));
            for j in 0..N {
                let row = T::Narrow::load(self.token, &window[i * stride_x + j * stride_y..][..ROW]);
                here = row.scale_add(self.splat(&self.weight[1], j), here);
            }
            value = here.scale_add(w, value);
        }
        value.mul(self.row_weight).sum(&mut column[self.lane * Narrow::NODE..]);
    }
}

/// A vector padded to the four values of a node's half.
#[inline(always)]
pub fn padded<R: Real, const D: usize>(v: Vector<R, D>, last: R) -> [R; 4] {
    let mut node = [v[0].zero(); 4];
    for i in 0..D {
        node[i] = v[i];
    }
    node[3] = last;
    node
}

/// The first `D` of a node half's four values.
#[inline(always)]
pub fn unpadded<R: Real, const D: usize>(node: [R; 4]) -> Vector<R, D> {
    let mut v = Vector([node[0]; D]);
    for i in 0..D {
        v[i] = node[i];
    }
    v
}
