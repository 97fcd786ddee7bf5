//! A register of particles' weights, and the two loops that touch nodes.

mod polynomial;

pub use polynomial::ModeColumns;

use std::marker::PhantomData;

use crate::grid::{EDGE, Tile};
use crate::kernels::Spline;
use crate::tensor::{Interleave, LaneScalar, Narrow, Real, Row, RowKind, Simd, SumNodes, Vector};

/// Room for the largest register.
const LANES: usize = 16;
/// A node's values, four or eight, for each particle of a register.
pub type Column<T> = [T; COLUMN];
/// The largest node's values for the largest register.
pub const COLUMN: usize = 8 * LANES;
/// Values, and slopes by axis.
pub type Columns<T> = [Column<T>; 4];

/// Weights along one axis, by node and particle.
type Weights<T> = [[T; LANES]; EDGE];

/// Weights along the row, four per particle, and room to read beyond the last.
type RowWeights<T> = [T; EDGE * (LANES + EDGE)];

/// The weights of a register of particles, spread out so that one particle after another can use them.
#[repr(align(64))]
pub struct Stencil<T> {
    /// Weights along the axes before the last.
    weight: [Weights<T>; 2],
    /// `w r`: weight times distance in cells.
    moment: [Weights<T>; 2],
    /// `∂w/∂x` per cell.
    slope: [Weights<T>; 2],
    /// `r`: the distance in cells.
    offset: [Weights<T>; 2],
    /// A row's weight: the product of those along the axes before the last.
    across: [Weights<T>; EDGE],
    /// The same along the last axis.
    row_weight: RowWeights<T>,
    row_moment: RowWeights<T>,
    row_slope: RowWeights<T>,
    /// `q`, the quadratic mode of PolyPIC, along x; in 2D only.
    bend: Weights<T>,
    /// The same times the weight along the row or, to gather, half the second difference.
    row_bend: RowWeights<T>,
    /// Where each particle's first row begins in the tile.
    first: [T; LANES],
}

/// What a transfer needs besides the weights.
#[derive(Clone, Copy)]
pub struct Needs {
    /// For [`Reach::scatter_moments`].
    pub offsets: bool,
    /// For [`Reach::gather_moments`].
    pub moments: bool,
    /// To scatter or gather with `∇w`.
    pub gradients: bool,
    /// For [`Reach::scatter_modes`], besides the offsets.
    pub bends: bool,
    /// For [`Reach::gather_modes`], besides the moments.
    pub differences: bool,
}

impl<T: LaneScalar> Stencil<T> {
    /// Room, to be filled.
    #[inline(always)]
    pub fn new() -> Self {
        let none = [[T::default(); LANES]; EDGE];
        let row = [T::default(); EDGE * (LANES + EDGE)];
        Stencil {
            weight: [none; 2],
            moment: [none; 2],
            slope: [none; 2],
            offset: [none; 2],
            across: [none; EDGE],
            row_weight: row,
            row_moment: row,
            row_slope: row,
            bend: none,
            row_bend: row,
            first: [T::default(); LANES],
        }
    }

    /// Fills in the weights of particles at `x`, in cells from the block's origin, for rows of this kind.
    #[inline(always)]
    pub fn fill<S: Simd, K: RowKind, const D: usize, const N: usize>(
        &mut self,
        x: Vector<T::Part<S>, D>,
        needs: Needs,
    ) {
        let width = K::NODE;
        let spline = Spline::of::<T, N>();
        let stride = Tile::<D>::stride(width);
        let mut place = [spline.place(x[0]); D];
        for axis in 1..D {
            place[axis] = spline.place(x[axis]);
        }
        let mut first = x[0].of(Tile::<D>::origin(width) as f64);
        for axis in 0..D {
            first = place[axis].base.mul_add(x[0].of(stride[axis] as f64), first);
        }
        let lines = Lines::<T::Part<S>>::new(first, width * size_of::<T>(), K::Row::<S, T>::NODES - N);
        lines.begin(first, width).store(&mut self.first);

        let mut weight = [[x[0].zero(); EDGE]; D];
        for axis in 0..D {
            for n in 0..N {
                weight[axis][n] = spline.weight(n, place[axis]);
            }
        }
        T::Part::<S>::interleave(lines.row(weight[D - 1]), &mut self.row_weight);
        for axis in 0..D - 1 {
            for n in 0..N {
                weight[axis][n].store(&mut self.weight[axis][n]);
            }
        }
        if needs.offsets || needs.moments {
            let mut row_moment = [x[0].zero(); EDGE];
            for n in 0..N {
                row_moment[n] = weight[D - 1][n] * spline.offset(n, place[D - 1]);
            }
            T::Part::<S>::interleave(lines.row(row_moment), &mut self.row_moment);
        }
        for axis in 0..D - 1 {
            for n in 0..N {
                let r = spline.offset(n, place[axis]);
                if needs.offsets {
                    r.store(&mut self.offset[axis][n]);
                }
                if needs.moments {
                    (weight[axis][n] * r).store(&mut self.moment[axis][n]);
                }
            }
        }
        if D == 3 && needs.offsets {
            for i in 0..N {
                for j in 0..N {
                    (weight[0][i] * weight[1][j]).store(&mut self.across[i][j]);
                }
            }
        }
        if D == 2 && needs.bends {
            let offset = |axis: usize| {
                let mut offset = [x[0].zero(); EDGE];
                for n in 0..N {
                    offset[n] = spline.offset(n, place[axis]);
                }
                offset
            };
            let bend = polynomial::bends::<_, N>(&weight[0], &offset(0));
            let mut row_bend = polynomial::bends::<_, N>(&weight[1], &offset(1));
            for n in 0..N {
                bend[n].store(&mut self.bend[n]);
                row_bend[n] *= weight[1][n];
            }
            T::Part::<S>::interleave(lines.row(row_bend), &mut self.row_bend);
        }
        if D == 2 && needs.differences {
            let half_difference = [0.5, -1.0, 0.5, 0.0].map(|x| place[0].t.of(x));
            T::Part::<S>::interleave(lines.row(half_difference), &mut self.row_bend);
        }
        if needs.gradients {
            let mut row_slope = [x[0].zero(); EDGE];
            for n in 0..N {
                row_slope[n] = spline.slope(n, place[D - 1]);
            }
            T::Part::<S>::interleave(lines.row(row_slope), &mut self.row_slope);
            for axis in 0..D - 1 {
                for n in 0..N {
                    spline.slope(n, place[axis]).store(&mut self.slope[axis][n]);
                }
            }
        }
    }

    /// `w r` along the axes.
    #[inline(always)]
    pub fn moments(&self) -> Slopes<'_, T> {
        Slopes { across: &self.moment, row: &self.row_moment }
    }

    /// `∂w/∂x` along the axes.
    #[inline(always)]
    pub fn gradients(&self) -> Slopes<'_, T> {
        Slopes { across: &self.slope, row: &self.row_slope }
    }

    /// One particle's weights.
    #[inline(always)]
    pub fn reach<S: Simd, K: RowKind>(&self, token: S, lane: usize) -> Reach<'_, S, T, K> {
        let row_weight = self.spread::<S, K>(token, &self.row_weight, lane);
        Reach { token, lane, first: self.first[lane].to_index(), stencil: self, row_weight }
    }

    /// A particle's weights along the row, for every value of the nodes.
    #[inline(always)]
    fn spread<S: Simd, K: RowKind>(&self, token: S, weights: &RowWeights<T>, lane: usize) -> K::Row<S, T> {
        K::Row::spread(token, &weights[lane * EDGE..])
    }
}

/// Bytes of a cache line.
const LINE: usize = 64;

/// Which particles' rows begin one node early, with a weight of zero, because that is where a cache line begins. A row of
/// three nodes in registers of four then ends with its last line instead of in the next: a store that lies across lines
/// takes more than twice the time.
struct Lines<R: Real> {
    early: Option<R::Mask>,
}

impl<R: Real> Lines<R> {
    /// For rows that begin at `first`, with nodes of so many bytes and room for so many more.
    #[inline(always)]
    fn new(first: R, node: usize, spare: usize) -> Self {
        let per_line = LINE / node;
        if spare == 0 || per_line <= 1 {
            return Lines { early: None };
        }
        let values = node / size_of::<R::Scalar>();
        let lines = first * first.of(1.0 / (values * per_line) as f64);
        let second = first.of(1.5 / per_line as f64);
        let within = lines - lines.floor();
        Lines { early: Some(first.zero().lt(within) & within.lt(second)) }
    }

    /// Where the rows begin then.
    #[inline(always)]
    fn begin(&self, first: R, values: usize) -> R {
        match self.early {
            Some(early) => R::select(early, first - first.of(values as f64), first),
            None => first,
        }
    }

    /// The numbers of a row's nodes, moved along.
    #[inline(always)]
    fn row(&self, [a, b, c, d]: [R; EDGE]) -> [R; EDGE] {
        match self.early {
            Some(early) => [
                R::select(early, a.zero(), a),
                R::select(early, a, b),
                R::select(early, b, c),
                R::select(early, c, d),
            ],
            None => [a, b, c, d],
        }
    }
}

/// One particle's stencil: rows beginning at `first`, and weights along each axis.
pub struct Reach<'a, S: Simd, T: LaneScalar, K: RowKind> {
    /// The instruction set.
    token: S,
    /// Which particle of the register.
    lane: usize,
    /// Where its first row begins.
    first: usize,
    /// The register's weights.
    stencil: &'a Stencil<T>,
    /// Weights along the row.
    row_weight: K::Row<S, T>,
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

    /// `node += w (c₀ + Σ_a r_a c_a)` for every node in reach; the columns hold `c₀` and one `c_a` per axis.
    #[inline(always)]
    pub fn scatter_moments<const D: usize, const N: usize>(&self, tile: &mut [T], columns: &Columns<T>) {
        let Stencil { weight, offset, across, row_moment, .. } = self.stencil;
        let row_moment = self.stencil.spread::<S, K>(self.token, row_moment, self.lane);
        let value = self.column(columns, 0).mul(self.row_weight);
        let value = self.column(columns, D).mul_add(row_moment, value);
        let along_x = self.column(columns, 1).mul(self.row_weight);
        let along_y = self.column(columns, 2).mul(self.row_weight);
        let mut window = self.window::<D, N>(tile);
        for i in 0..N {
            let here = along_x.scale_add(self.splat(&offset[0], i), value);
            if D == 2 {
                let w = self.splat(&weight[0], i);
                window.replace(i, 0, |row| here.scale_add(w, row));
                continue;
            }
            for j in 0..N {
                let (w, r) = (self.splat(&across[i], j), self.splat(&offset[1], j));
                window.replace(i, j, |row| along_y.scale_add(r, here).scale_add(w, row));
            }
        }
    }

    /// `node += Σ_a ∂w/∂x_a c_a` for every node in reach.
    #[inline(always)]
    pub fn scatter_gradients<const D: usize, const N: usize>(&self, tile: &mut [T], columns: &Columns<T>) {
        self.scatter_slopes::<D, N, false>(tile, columns, self.stencil.gradients());
    }

    /// The same with other slopes, and with `w c₀` if there is such a value.
    #[inline(always)]
    pub fn scatter_slopes<const D: usize, const N: usize, const VALUE: bool>(
        &self,
        tile: &mut [T],
        columns: &Columns<T>,
        slopes: Slopes<T>,
    ) {
        let (weight, slope) = (&self.stencil.weight, slopes.across);
        let row_slope = self.stencil.spread::<S, K>(self.token, slopes.row, self.lane);
        let mut along_row = self.column(columns, D).mul(row_slope);
        if VALUE {
            along_row = self.column(columns, 0).mul_add(self.row_weight, along_row);
        }
        let along_x = self.column(columns, 1).mul(self.row_weight);
        let along_y = self.column(columns, 2).mul(self.row_weight);
        let mut window = self.window::<D, N>(tile);
        for i in 0..N {
            let (w, s) = (self.splat(&weight[0], i), self.splat(&slope[0], i));
            let here = along_x.scale_add(s, along_row.scale(w));
            if D == 2 {
                window.replace(i, 0, |row| here.add(row));
                continue;
            }
            let across = along_y.scale(w);
            for j in 0..N {
                let (w, s) = (self.splat(&weight[1], j), self.splat(&slope[1], j));
                window.replace(i, j, |row| across.scale_add(s, here.scale_add(w, row)));
            }
        }
    }

    /// The part of the tile that the stencil touches, bounds checked once.
    #[inline(always)]
    fn window<'t, const D: usize, const N: usize>(&self, tile: &'t mut [T]) -> Window<'t, S, T, K, D> {
        let span = Tile::<D>::span(K::NODE, N, K::Row::<S, T>::LEN);
        Window { token: self.token, nodes: &mut tile[self.first..][..span], kind: PhantomData }
    }
}

/// Rows of nodes to be written.
struct Window<'t, S, T, K, const D: usize> {
    token: S,
    nodes: &'t mut [T],
    kind: PhantomData<K>,
}

impl<S: Simd, T: LaneScalar, K: RowKind, const D: usize> Window<'_, S, T, K, D> {
    /// Replaces a row, by its number along x and y.
    #[inline(always)]
    fn replace(&mut self, i: usize, j: usize, f: impl FnOnce(K::Row<S, T>) -> K::Row<S, T>) {
        let [stride_x, stride_y, _] = Tile::<D>::stride(K::NODE);
        let nodes = &mut self.nodes[i * stride_x + j * stride_y..][..K::Row::<S, T>::LEN];
        f(K::Row::load(self.token, nodes)).store(nodes);
    }
}

/// The number of values in a row of narrow nodes.
const ROW: usize = EDGE * Narrow::NODE;

impl<S: Simd, T: LaneScalar> Reach<'_, S, T, Narrow> {
    /// `c₀ = Σ w node`, `c_a = Σ w r_a node`; and, if there is a second tile, its `Σ w node`.
    #[inline(always)]
    pub fn gather_moments<const D: usize, const N: usize, const TWO: bool>(
        &self,
        [tile, second]: [&[T]; 2],
        columns: &mut Columns<T>,
        value: &mut Column<T>,
    ) {
        self.gather::<D, N, TWO>([tile, second], self.stencil.moments(), columns, value);
    }

    /// `c₀ = Σ w node`, `c_a = Σ ∂w/∂x_a node`; and, if there is a second tile, its `Σ w node`.
    #[inline(always)]
    pub fn gather_gradients<const D: usize, const N: usize, const TWO: bool>(
        &self,
        [tile, second]: [&[T]; 2],
        columns: &mut Columns<T>,
        value: &mut Column<T>,
    ) {
        self.gather::<D, N, TWO>([tile, second], self.stencil.gradients(), columns, value);
    }

    /// The values of the nodes in reach, with weights and with these slopes.
    #[inline(always)]
    pub fn gather<const D: usize, const N: usize, const TWO: bool>(
        &self,
        [tile, second]: [&[T]; 2],
        slopes: Slopes<T>,
        columns: &mut Columns<T>,
        second_value: &mut Column<T>,
    ) {
        let weight = &self.stencil.weight;
        let row_slope = self.stencil.spread::<S, Narrow>(self.token, slopes.row, self.lane);
        let zero = T::Narrow::filled(T::Narrow::<S>::splat(self.token, T::default()));
        let (mut value, mut along_x, mut along_y, mut other) = (zero, zero, zero, zero);
        let [stride_x, stride_y, _] = Tile::<D>::stride(Narrow::NODE);
        let span = Tile::<D>::span(Narrow::NODE, N, ROW);
        let window = &tile[self.first..][..span];
        let second = if TWO { &second[self.first..][..span] } else { window };
        for i in 0..N {
            let (w, s) = (self.splat(&weight[0], i), self.splat(&slopes.across[0], i));
            let (mut here, mut there) = (zero, zero);
            if D == 2 {
                here = T::Narrow::load(self.token, &window[i * stride_x..][..ROW]);
                there = T::Narrow::load(self.token, &second[i * stride_x..][..ROW]);
            } else {
                let mut across = zero;
                for j in 0..N {
                    let at = i * stride_x + j * stride_y;
                    let row = T::Narrow::load(self.token, &window[at..][..ROW]);
                    let w = self.splat(&weight[1], j);
                    here = row.scale_add(w, here);
                    across = row.scale_add(self.splat(&slopes.across[1], j), across);
                    if TWO {
                        there = T::Narrow::load(self.token, &second[at..][..ROW]).scale_add(w, there);
                    }
                }
                along_y = across.scale_add(w, along_y);
            }
            value = here.scale_add(w, value);
            along_x = here.scale_add(s, along_x);
            if TWO {
                other = there.scale_add(w, other);
            }
        }
        let at = self.lane * Narrow::NODE;
        value.mul(self.row_weight).sum(&mut columns[0][at..]);
        value.mul(row_slope).sum(&mut columns[D][at..]);
        along_x.mul(self.row_weight).sum(&mut columns[1][at..]);
        if D == 3 {
            along_y.mul(self.row_weight).sum(&mut columns[2][at..]);
        }
        if TWO {
            other.mul(self.row_weight).sum(&mut second_value[at..]);
        }
    }
}

/// `w r` or `∂w/∂x` along the axes.
#[derive(Clone, Copy)]
pub struct Slopes<'a, T> {
    across: &'a [Weights<T>; 2],
    row: &'a RowWeights<T>,
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
