//! The two loops that touch nodes, for the modes of PolyPIC: the affine ones and those beyond.
//!
//! Columns of modes beyond the affine field come in the order of [`crate::transfer::modes::degrees`].

use super::{Column, Columns, EDGE, ROW, Reach, Stencil};
use crate::grid::Tile;
use crate::tensor::{LaneScalar, Narrow, Real, Row, RowKind, Simd, SumNodes};
use crate::transfer::modes::MAX_MODES;

/// A column per mode beyond the affine field; those that a scheme does not keep are zero.
pub type ModeColumns<T> = [Column<T>; MAX_MODES];

impl<S: Simd, T: LaneScalar, K: RowKind> Reach<'_, S, T, K> {
    #[inline(always)]
    fn mode(&self, modes: &ModeColumns<T>, k: usize) -> K::Row<S, T> {
        K::Row::repeat(self.token, &modes[k][self.lane * K::NODE..][..K::NODE])
    }

    /// `node += w (c₀ + Σ_a r_a c_a + Σ_k φ_k c_k)` for every node in reach.
    #[inline(always)]
    pub fn scatter_modes<const D: usize, const N: usize>(
        &self,
        tile: &mut [T],
        affine: &Columns<T>,
        modes: &ModeColumns<T>,
    ) {
        if D == 2 {
            self.scatter_plane::<N>(tile, affine, modes)
        } else {
            self.scatter_space::<N>(tile, affine, modes)
        }
    }

    /// Up to biquadratic.
    #[inline(always)]
    fn scatter_plane<const N: usize>(&self, tile: &mut [T], affine: &Columns<T>, modes: &ModeColumns<T>) {
        let Stencil { weight, offset, bend, row_moment, row_bend, .. } = self.stencil;
        let w = self.row_weight;
        let wr = self.stencil.spread::<S, K>(self.token, row_moment, self.lane);
        let wq = self.stencil.spread::<S, K>(self.token, row_bend, self.lane);
        let [c0, cx, cy] = [self.column(affine, 0), self.column(affine, 1), self.column(affine, 2)];
        let [xy, qx, qy] = [self.mode(modes, 0), self.mode(modes, 1), self.mode(modes, 2)];
        let [qx_qy, qx_y, x_qy] = [self.mode(modes, 3), self.mode(modes, 4), self.mode(modes, 5)];
        let value = qy.mul_add(wq, cy.mul_add(wr, c0.mul(w)));
        let along_x = x_qy.mul_add(wq, xy.mul_add(wr, cx.mul(w)));
        let bent = qx_qy.mul_add(wq, qx_y.mul_add(wr, qx.mul(w)));
        let mut window = self.window::<2, N>(tile);
        for i in 0..N {
            let here = along_x.scale_add(self.splat(&offset[0], i), value);
            let here = bent.scale_add(self.splat(bend, i), here);
            let w = self.splat(&weight[0], i);
            window.replace(i, 0, |row| here.scale_add(w, row));
        }
    }

    /// Up to trilinear.
    #[inline(always)]
    fn scatter_space<const N: usize>(&self, tile: &mut [T], affine: &Columns<T>, modes: &ModeColumns<T>) {
        let Stencil { offset, across, row_moment, .. } = self.stencil;
        let w = self.row_weight;
        let wr = self.stencil.spread::<S, K>(self.token, row_moment, self.lane);
        let value = self.column(affine, 3).mul_add(wr, self.column(affine, 0).mul(w));
        let along_x = self.mode(modes, 1).mul_add(wr, self.column(affine, 1).mul(w));
        let along_y = self.mode(modes, 2).mul_add(wr, self.column(affine, 2).mul(w));
        let along_xy = self.mode(modes, 3).mul_add(wr, self.mode(modes, 0).mul(w));
        let mut window = self.window::<3, N>(tile);
        for i in 0..N {
            let x = self.splat(&offset[0], i);
            let here = along_x.scale_add(x, value);
            let slope = along_xy.scale_add(x, along_y);
            for j in 0..N {
                let (w, y) = (self.splat(&across[i], j), self.splat(&offset[1], j));
                window.replace(i, j, |row| slope.scale_add(y, here).scale_add(w, row));
            }
        }
    }
}

impl<S: Simd, T: LaneScalar> Reach<'_, S, T, Narrow> {
    /// `c₀ = Σ w node`, `c_a = Σ w r_a node`, and for each mode the same with its degrees: `w`, `w r` or half the second
    /// difference along every axis.
    #[inline(always)]
    pub fn gather_modes<const D: usize, const N: usize>(
        &self,
        tile: &[T],
        affine: &mut Columns<T>,
        modes: &mut ModeColumns<T>,
    ) {
        if D == 2 {
            self.gather_plane::<N>(tile, affine, modes)
        } else {
            self.gather_space::<N>(tile, affine, modes)
        }
    }

    #[inline(always)]
    fn gather_plane<const N: usize>(&self, tile: &[T], affine: &mut Columns<T>, modes: &mut ModeColumns<T>) {
        let Stencil { weight, moment, row_moment, row_bend, .. } = self.stencil;
        let half_difference = [0.5, -1.0, 0.5].map(T::from_f64);
        let w = self.row_weight;
        let wr = self.stencil.spread::<S, Narrow>(self.token, row_moment, self.lane);
        let bent = self.stencil.spread::<S, Narrow>(self.token, row_bend, self.lane);
        let zero = T::Narrow::filled(T::Narrow::<S>::splat(self.token, T::default()));
        let [mut value, mut along_x, mut bent_x] = [zero; 3];
        let [stride, ..] = Tile::<2>::stride(Narrow::NODE);
        let window = &tile[self.first..][..Tile::<2>::span(Narrow::NODE, N, ROW)];
        for i in 0..N {
            let row = T::Narrow::load(self.token, &window[i * stride..][..ROW]);
            value = row.scale_add(self.splat(&weight[0], i), value);
            along_x = row.scale_add(self.splat(&moment[0], i), along_x);
            bent_x = row.scale_add(T::Narrow::<S>::splat(self.token, half_difference[i]), bent_x);
        }
        let at = self.lane * Narrow::NODE;
        value.mul(w).sum(&mut affine[0][at..]);
        along_x.mul(w).sum(&mut affine[1][at..]);
        value.mul(wr).sum(&mut affine[2][at..]);
        along_x.mul(wr).sum(&mut modes[0][at..]);
        bent_x.mul(w).sum(&mut modes[1][at..]);
        value.mul(bent).sum(&mut modes[2][at..]);
        bent_x.mul(bent).sum(&mut modes[3][at..]);
        bent_x.mul(wr).sum(&mut modes[4][at..]);
        along_x.mul(bent).sum(&mut modes[5][at..]);
    }

    #[inline(always)]
    fn gather_space<const N: usize>(&self, tile: &[T], affine: &mut Columns<T>, modes: &mut ModeColumns<T>) {
        let Stencil { weight, moment, row_moment, .. } = self.stencil;
        let w = self.row_weight;
        let wr = self.stencil.spread::<S, Narrow>(self.token, row_moment, self.lane);
        let zero = T::Narrow::filled(T::Narrow::<S>::splat(self.token, T::default()));
        let [mut value, mut along_x, mut along_y, mut along_xy] = [zero; 4];
        let [stride_x, stride_y, _] = Tile::<3>::stride(Narrow::NODE);
        let window = &tile[self.first..][..Tile::<3>::span(Narrow::NODE, N, ROW)];
        for i in 0..N {
            let [mut here, mut slope] = [zero; 2];
            for j in 0..N {
                let row = T::Narrow::load(self.token, &window[i * stride_x + j * stride_y..][..ROW]);
                here = row.scale_add(self.splat(&weight[1], j), here);
                slope = row.scale_add(self.splat(&moment[1], j), slope);
            }
            let (w, wr) = (self.splat(&weight[0], i), self.splat(&moment[0], i));
            value = here.scale_add(w, value);
            along_x = here.scale_add(wr, along_x);
            along_y = slope.scale_add(w, along_y);
            along_xy = slope.scale_add(wr, along_xy);
        }
        let at = self.lane * Narrow::NODE;
        value.mul(w).sum(&mut affine[0][at..]);
        along_x.mul(w).sum(&mut affine[1][at..]);
        along_y.mul(w).sum(&mut affine[2][at..]);
        value.mul(wr).sum(&mut affine[3][at..]);
        along_xy.mul(w).sum(&mut modes[0][at..]);
        along_x.mul(wr).sum(&mut modes[1][at..]);
        along_y.mul(wr).sum(&mut modes[2][at..]);
        along_xy.mul(wr).sum(&mut modes[3][at..]);
    }
}

impl<S: Simd, T: LaneScalar> Reach<'_, S, T, Narrow> {
    /// `Σ w node` alone.
    #[inline(always)]
    pub fn gather_value<const D: usize, const N: usize>(&self, tile: &[T], column: &mut Column<T>) {
        let weight = &self.stencil.weight;
        let zero = T::Narrow::filled(T::Narrow::<S>::splat(self.token, T::default()));
        let mut value = zero;
        let [stride_x, stride_y, _] = Tile::<D>::stride(Narrow::NODE);
        let window = &tile[self.first..][..Tile::<D>::span(Narrow::NODE, N, ROW)];
        for i in 0..N {
            let mut here = zero;
            if D == 2 {
                here = T::Narrow::load(self.token, &window[i * stride_x..][..ROW]);
            } else {
                for j in 0..N {
                    let row = T::Narrow::load(self.token, &window[i * stride_x + j * stride_y..][..ROW]);
                    here = row.scale_add(self.splat(&weight[1], j), here);
                }
            }
            value = here.scale_add(self.splat(&weight[0], i), value);
        }
        value.mul(self.row_weight).sum(&mut column[self.lane * Narrow::NODE..]);
    }
}

/// `q = r² − 4 (Σ w r³) r − ¼` of every node along an axis, from weights and distances.
#[inline(always)]
pub(super) fn bends<R: Real, const N: usize>(weight: &[R], offset: &[R]) -> [R; EDGE] {
    let mut third = weight[0].zero();
    for n in 0..N {
        third = (weight[n] * offset[n] * offset[n]).mul_add(offset[n], third);
    }
    let slope = third * third.of(4.0);
    let mut bend = [third.zero(); EDGE];
    for n in 0..N {
        bend[n] = offset[n].mul_add(offset[n] - slope, third.of(-0.25));
    }
    bend
}
