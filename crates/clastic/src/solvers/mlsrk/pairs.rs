//! What all sums over pairs share: the kernel, and neighbours gathered into registers.
//!
//! A particle's neighbours are copied, a batch at a time, as records of four numbers into a short array, from which registers of each
//! number are read. Nothing is kept per pair: a list of 200 neighbours would take 7 kB per particle, and the
//! kernel is computed faster than that is read.

use std::ops::Range;

use crate::parallel::{Records, tree};
use crate::tensor::{Interleave, LaneScalar, Real, Simd, SimdLevel, Vector, Vectorized};

use super::Neighbours;
use super::particles::GRAIN;

/// Neighbours per batch.
pub(super) const BATCH: usize = 320;
/// Where there is nothing, in m: beyond any kernel, and finite when squared.
const NOWHERE: f64 = 1e100;
/// What fills a batch where there are no neighbours, by kind of record.
pub(super) const NO_PLACE: [f64; 4] = [NOWHERE, NOWHERE, NOWHERE, 0.0];
pub(super) const NOTHING: [f64; 4] = [0.0; 4];

/// A register of the CPU's own width.
pub(super) type Register<S> = <f64 as LaneScalar>::Part<S>;
/// A record in registers.
pub(super) type Four<S> = <f64 as LaneScalar>::Four<S>;

/// The kernel `Φ` of equation 7, with the support `2a` along every axis or in every direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kernel {
    /// The product of cubic splines along the axes.
    #[default]
    Tensor,
    /// The cubic spline of the distance.
    Radial,
}

impl Kernel {
    /// What turns `Σ N_j (c_j − c_i)/a²` into a Laplacian, appendix B: 2 over the kernel's mean square along an axis.
    pub fn laplacian_factor(self, dimension: usize) -> f64 {
        match (self, dimension) {
            (Kernel::Tensor, _) => 6.0,
            // The moments of the spline: ∫ w q^{d−1} = 7/30, 1/6 and ∫ w q^{d+1} = 31/210, 3/20 in 2D, 3D.
            (Kernel::Radial, 2) => 2.0 * 2.0 * (7.0 / 30.0) / (31.0 / 210.0),
            (Kernel::Radial, _) => 2.0 * 3.0 * (1.0 / 6.0) / (3.0 / 20.0),
        }
    }

    /// `∫ ‖ξ‖² Φ(ξ) dξ`.
    pub fn spread(self, dimension: usize) -> f64 {
        match (self, dimension) {
            (Kernel::Tensor, d) => d as f64 / 3.0,
            (Kernel::Radial, 2) => std::f64::consts::TAU * 31.0 / 210.0,
            (Kernel::Radial, _) => 2.0 * std::f64::consts::TAU * 3.0 / 20.0,
        }
    }

    /// `Φ(ξ)` and `∂Φ/∂ξ`.
    #[inline(always)]
    pub fn at<R: Real, const D: usize>(self, xi: Vector<R, D>) -> (R, Vector<R, D>) {
        match self {
            Kernel::Tensor => {
                let mut value = xi;
                let mut slope = xi;
                for axis in 0..D {
                    (value[axis], slope[axis]) = spline(xi[axis].abs());
                    slope[axis] = slope[axis].copysign(-xi[axis]);
                }
                let mut gradient = slope;
                let mut product = value[0];
                for axis in 0..D {
                    for other in 0..D {
                        if other != axis {
                            gradient[axis] *= value[other];
                        }
                    }
                    if axis > 0 {
                        product *= value[axis];
                    }
                }
                (product, gradient)
            }
            Kernel::Radial => {
                let q = xi.norm();
                let (value, slope) = spline(q);
                (value, xi * (-slope / q.max(q.of(1e-30))))
            }
        }
    }

    /// The part of `‖ξ‖² Φ` beyond a plane at a distance `s a`.
    pub fn beyond(self, s: f64, dimension: usize) -> f64 {
        let part = match self {
            Kernel::Tensor => tensor_beyond(s.abs(), dimension),
            Kernel::Radial => radial_beyond(s.abs(), dimension),
        };
        if s >= 0.0 { part } else { 1.0 - part }
    }
}

/// Equation 7 at `q ≥ 0`, and the size of its slope: `w = ((2 − q)₊³ − 4 (1 − q)₊³)/6`.
#[inline(always)]
fn spline<R: Real>(q: R) -> (R, R) {
    let (zero, one) = (q.zero(), q.one());
    let outer = (one + one - q).max(zero);
    let inner = (one - q).max(zero);
    let (outer2, inner2) = (outer * outer, inner * inner * q.of(-4.0));
    let value = outer2.mul_add(outer, inner2 * inner) * q.of(1.0 / 6.0);
    (value, (outer2 + inner2) * q.of(0.5))
}

/// [`Kernel::beyond`] of the product of splines, for `s ≥ 0`.
fn tensor_beyond(s: f64, d: usize) -> f64 {
    // ∫_s^∞ w and ∫_s^∞ q² w, piece by piece: with t = c − q, q² t³ = (c² − 2 c t + t²) t³.
    let integral = |c: f64, t: f64| c * c * t.powi(4) / 4.0 - 2.0 * c * t.powi(5) / 5.0 + t.powi(6) / 6.0;
    let parts = |q: f64| {
        let (outer, inner) = ((2.0 - q).max(0.0), (1.0 - q).max(0.0));
        let whole = (outer.powi(4) - 4.0 * inner.powi(4)) / 24.0;
        (whole, (integral(2.0, outer) - 4.0 * integral(1.0, inner)) / 6.0)
    };
    let (along, spread) = parts(s);
    (spread + (d - 1) as f64 / 3.0 * along) / (d as f64 / 3.0)
}

/// [`Kernel::beyond`] of the spline of the distance, for `s ≥ 0`: circle by circle, or sphere by sphere, of which a part is beyond.
fn radial_beyond(s: f64, d: usize) -> f64 {
    const STEPS: usize = 40;
    if s >= 2.0 {
        return 0.0;
    }
    let step = (2.0 - s) / STEPS as f64;
    let parts = (0..STEPS).map(|k| {
        let q = s + (k as f64 + 0.5) * step;
        let part = if d == 2 { (s / q).acos() / std::f64::consts::PI } else { 0.5 * (1.0 - s / q) };
        let around = if d == 2 { std::f64::consts::TAU } else { 2.0 * std::f64::consts::TAU };
        part * around * q.powi(d as i32 + 1) * spline(q).0
    });
    parts.sum::<f64>() * step / Kernel::Radial.spread(d)
}

/// What sums over pairs read.
#[derive(Clone, Copy)]
pub(super) struct Pairs<'a, const D: usize> {
    pub level: SimdLevel,
    pub kernel: Kernel,
    /// The kernel's scale `a`, in m.
    pub scale: f64,
    pub neighbours: &'a Neighbours<D>,
    /// Places, in m, and volumes over `a^D`.
    pub places: &'a [[f64; 4]],
}

/// Copies the records of neighbours, and fills up to whole registers.
#[inline(always)]
pub(super) fn gather(
    records: &[[f64; 4]],
    list: &[u32],
    padded: usize,
    none: [f64; 4],
    to: &mut [[f64; 4]; BATCH],
) {
    for (to, &j) in to.iter_mut().zip(list) {
        *to = records[j as usize];
    }
    to[list.len()..padded].fill(none);
}

/// How many slots of a batch are computed.
#[inline(always)]
pub(super) fn padded<R: Real>(len: usize) -> usize {
    len.next_multiple_of(R::LANES)
}

/// Reads a register of each number of gathered records.
#[inline(always)]
pub(super) fn read<S: Simd>(token: S, from: &[[f64; 4]; BATCH], slot: usize) -> [Register<S>; 4] {
    <Register<S>>::deinterleave(token, from[slot..slot + <Register<S>>::LANES].as_flattened())
}

/// The sum of the lanes, in their order.
#[inline(always)]
pub(super) fn total<R: Real<Scalar = f64>>(x: R) -> f64 {
    let mut sum = x.lane(0);
    for lane in 1..R::LANES {
        sum += x.lane(lane);
    }
    sum
}

/// The least of the lanes.
#[inline(always)]
pub(super) fn least<R: Real<Scalar = f64>>(x: R) -> f64 {
    (1..R::LANES).fold(x.lane(0), |least, lane| least.min(x.lane(lane)))
}

impl<const D: usize> Pairs<'_, D> {
    /// How many particles.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// A particle as a sum reads it.
    #[inline(always)]
    pub fn center<S: Simd>(&self, token: S, i: usize) -> Center<S, D> {
        let zero = <Register<S>>::splat(token, 0.0);
        let [mut place, mut period, mut per_period] = [Vector([zero; D]); 3];
        let periods = self.neighbours.period();
        for axis in 0..D {
            place[axis] = zero.of(self.places[i][axis]);
            if periods[axis] > 0.0 {
                period[axis] = zero.of(periods[axis]);
                per_period[axis] = zero.of(1.0 / periods[axis]);
            }
        }
        let is_periodic = periods.iter().any(|period| *period > 0.0);
        Center { token, place, per_scale: zero.of(1.0 / self.scale), is_periodic, period, per_period }
    }

    /// Goes through the neighbours of a particle and their records, a register of them at a time. Where a list ends within one,
    /// volumes and records are 0.
    #[inline(always)]
    pub fn each<S: Simd, const N: usize>(
        &self,
        token: S,
        i: usize,
        records: [&[[f64; 4]]; N],
        scratch: &mut Scratch,
        mut visit: impl FnMut(&Near<S, D>, [[Register<S>; 4]; N]),
    ) {
        let zero = <Register<S>>::splat(token, 0.0);
        let center = self.center(token, i);
        for list in self.neighbours.of(i).chunks(BATCH) {
            let slots = padded::<Register<S>>(list.len());
            gather(self.places, list, slots, NO_PLACE, &mut scratch.places);
            for k in 0..N {
                gather(records[k], list, slots, NOTHING, &mut scratch.records[k]);
            }
            for slot in (0..slots).step_by(<Register<S>>::LANES) {
                let mut own = [[zero; 4]; N];
                for k in 0..N {
                    own[k] = read(token, &scratch.records[k], slot);
                }
                let (xi, volume) = center.to(&scratch.places, slot);
                let (phi, slope) = self.kernel.at(xi);
                visit(&Near { xi, volume, phi, slope }, own);
            }
        }
    }

    /// Computes a sum for every particle.
    pub fn run<W: Sum>(&self, sum: &W, to: &mut [W::To]) {
        let work = |range: Range<usize>, to: Records<W::To>| self.level.run(Leaf { sum, range, to: to.data });
        tree(0..self.len(), GRAIN, &|i| i, Records { data: to, stride: 1 }, &work, &|(), ()| ());
    }
}

/// What a sum reads of its own particle.
#[derive(Clone, Copy)]
pub(super) struct Center<S: Simd, const D: usize> {
    token: S,
    place: Vector<Register<S>, D>,
    per_scale: Register<S>,
    is_periodic: bool,
    period: Vector<Register<S>, D>,
    per_period: Vector<Register<S>, D>,
}

impl<S: Simd, const D: usize> Center<S, D> {
    /// `ξ = (x_j − x_i)/a` of gathered places, and the volumes there.
    #[inline(always)]
    pub fn to(&self, places: &[[f64; 4]; BATCH], slot: usize) -> (Vector<Register<S>, D>, Register<S>) {
        let place = read(self.token, places, slot);
        let mut xi = self.place;
        for axis in 0..D {
            let mut way = place[axis] - self.place[axis];
            if self.is_periodic {
                let half = self.per_scale.of(0.5);
                way -= (way * self.per_period[axis] + half).floor() * self.period[axis];
            }
            xi[axis] = way * self.per_scale;
        }
        (xi, place[3])
    }
}

/// Neighbours, one per lane.
pub(super) struct Near<S: Simd, const D: usize> {
    /// `ξ = (x_j − x_i)/a`.
    pub xi: Vector<Register<S>, D>,
    /// Volumes over `a^D`.
    pub volume: Register<S>,
    /// `Φ(ξ)`.
    pub phi: Register<S>,
    /// `∂Φ/∂ξ`.
    pub slope: Vector<Register<S>, D>,
}

/// Room for a batch: what was gathered, by kind of record, and what was computed of it.
pub(super) struct Scratch {
    pub places: [[f64; 4]; BATCH],
    pub records: [[[f64; 4]; BATCH]; 3],
    pub computed: [[f64; BATCH]; 7],
}

/// A sum over the neighbours of every particle. Implementations are `#[inline(always)]`.
pub(super) trait Sum: Sync {
    /// What it comes to.
    type To: Send;
    /// That of a particle.
    fn of<S: Simd>(&self, token: S, i: usize, scratch: &mut Scratch) -> Self::To;
}

struct Leaf<'a, W: Sum> {
    sum: &'a W,
    range: Range<usize>,
    to: &'a mut [W::To],
}

impl<W: Sum> Vectorized for Leaf<'_, W> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd>(self, token: S) {
        let mut scratch = Scratch {
            places: [[0.0; 4]; BATCH],
            records: [[[0.0; 4]; BATCH]; 3],
            computed: [[0.0; BATCH]; 7],
        };
        for (i, to) in self.range.zip(self.to) {
            *to = self.sum.of(token, i, &mut scratch);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is beyond a plane, by adding up a fine lattice.
    fn counted<const D: usize>(kernel: Kernel, s: f64) -> f64 {
        let n = if D == 2 { 400 } else { 100 };
        let (mut beyond, mut all) = (0.0, 0.0);
        for code in 0..usize::pow(n, D as u32) {
            let mut rest = code;
            let mut xi = Vector([0.0; D]);
            for axis in 0..D {
                xi[axis] = 4.0 * ((rest % n) as f64 + 0.5) / n as f64 - 2.0;
                rest /= n;
            }
            let weight = xi.norm_squared() * kernel.at(xi).0;
            all += weight;
            beyond += if xi[0] > s { weight } else { 0.0 };
        }
        beyond / all
    }

    #[test]
    fn what_is_beyond_a_plane_is_what_a_lattice_has_there() {
        for kernel in [Kernel::Tensor, Kernel::Radial] {
            // Between the lattice's planes.
            for s in [-1.6, -0.4, 0.0, 0.8, 1.2, 2.0] {
                let pairs = [
                    (kernel.beyond(s, 2), counted::<2>(kernel, s)),
                    (kernel.beyond(s, 3), counted::<3>(kernel, s)),
                ];
                for (exact, counted) in pairs {
                    assert!((exact - counted).abs() < 1e-3, "{kernel:?}, {s}: {exact} or {counted}");
                }
            }
        }
    }
}
