//! Gradients of node fields at particles, and the divergence of particles' stresses at nodes: what an implicit step does again
//! and again between its two transfers.

use std::ops::Range;

use super::stencil::{COLUMN, Column, Columns, Needs, Stencil, padded, unpadded};
use super::tiles::{Families, clear_tile};
use super::{ArenasMut, GradientForm, Transfer, load_tile};
use crate::grid::{EDGE, NONE, RowRange, TILE_MAX, Tile, Topology};
use crate::kernels::Kernel;
use crate::materials::Stiffness;
use crate::memory::{Buffer, Lined};
use crate::parallel::{Records, tree};
use crate::particles::field::{Part, load_matrix, load_vector, store_matrix, store_vector};
use crate::particles::{ParticleSet, Segment};
use crate::tensor::{
    Interleave, LaneScalar, Matrix, Narrow, Real, RowKind, Simd, SimdLevel, Vector, Vectorized, Wide,
};

/// Segments per task.
const GRAIN: usize = 4;

/// The nodes that particles reach.
pub struct Reached<'a, T, const D: usize> {
    /// Kernel and gradients.
    pub transfer: &'a Transfer,
    /// The blocks.
    pub topology: &'a Topology<D>,
    /// The rows of every home's tile that its particles reach, as P2G found them.
    pub touched: &'a [RowRange],
    /// A vector per node, padded to four values.
    pub nodes: &'a [T],
}

impl<T: LaneScalar, const D: usize> Reached<'_, T, D> {
    /// `scale Σ d_i g_ipᵀ` for every particle of a set, with `d` at nodes.
    pub fn gradients(&self, level: SimdLevel, scale: f64, set: &ParticleSet<T, D>, into: &mut [T]) {
        self.gather_all(level, Gathering::Gradients(scale), set, into);
    }

    /// `Σ w d_i` for every particle of a set, padded to four numbers.
    pub fn values(&self, level: SimdLevel, set: &ParticleSet<T, D>, into: &mut [T]) {
        self.gather_all(level, Gathering::Values, set, into);
    }

    fn gather_all(&self, level: SimdLevel, what: Gathering, set: &ParticleSet<T, D>, into: &mut [T]) {
        let segments = &set.segments;
        let end = segments.last().map_or(0, |s| s.end_chunk(T::PER_REGISTER));
        let chunk_of = |i: usize| segments.get(i).map_or(end, |s| s.first_chunk as usize);
        let count = if what == Gathering::Values { Narrow::NODE } else { D * D };
        let into = Records { data: into, stride: count * T::PER_REGISTER };
        let work = |range: Range<usize>, into: Records<T>| {
            let (first_chunk, segments) = (chunk_of(range.start), &segments[range]);
            let position = &set.position.now;
            level.run(Gradients { reached: self, what, position, segments, first_chunk, into: into.data });
        };
        tree(0..segments.len(), GRAIN, &chunk_of, into, &work, &|_, _| ());
    }

    /// Whether gradients are sums of moments, and not of slopes of the kernel.
    #[inline(always)]
    fn by_moments(&self) -> bool {
        self.transfer.form == GradientForm::MovingLeastSquares
    }

    /// What a slope per cell, or a moment in cells, counts.
    #[inline(always)]
    fn per_cell(&self) -> f64 {
        let Transfer { kernel, cell, .. } = *self.transfer;
        match kernel.inertia() {
            Some(inertia) if self.by_moments() => 1.0 / (inertia * cell),
            _ => 1.0 / cell,
        }
    }

    #[inline(always)]
    fn needs(&self) -> Needs {
        let moments = self.by_moments();
        Needs { offsets: false, moments, gradients: !moments, bends: false, differences: false }
    }

    /// Fills in the weights of a register of particles.
    #[inline(always)]
    fn weigh<S: Simd>(&self, x: Vector<T::Part<S>, D>, stencil: &mut Stencil<T>) {
        match self.transfer.kernel {
            Kernel::Linear => stencil.fill::<S, Narrow, D, 2>(x, self.needs()),
            Kernel::Quadratic => stencil.fill::<S, Narrow, D, 3>(x, self.needs()),
            Kernel::Cubic => stencil.fill::<S, Narrow, D, 4>(x, self.needs()),
        }
    }

    /// `Σ d_i g_ipᵀ` of a register of particles, whose weights are known.
    #[inline(always)]
    fn gather<S: Simd>(
        &self,
        token: S,
        count: usize,
        tile: &[T],
        Work { stencil, columns, unused }: &mut Work<T>,
    ) -> Matrix<T::Part<S>, D> {
        // One loop per kernel is compiled, for both forms of gradients.
        let slopes = if self.by_moments() { stencil.moments() } else { stencil.gradients() };
        for lane in 0..count {
            let reach = stencil.reach::<S, Narrow>(token, lane);
            match self.transfer.kernel {
                Kernel::Linear => reach.gather::<D, 2, false>([tile, tile], slopes, columns, unused),
                Kernel::Quadratic => reach.gather::<D, 3, false>([tile, tile], slopes, columns, unused),
                Kernel::Cubic => reach.gather::<D, 4, false>([tile, tile], slopes, columns, unused),
            }
        }
        let scale = T::Part::<S>::splat(token, T::from_f64(self.per_cell()));
        let mut gradient = Matrix::zero(scale);
        for axis in 0..D {
            let column = unpadded::<_, D>(T::Part::<S>::deinterleave(token, &columns[axis + 1]));
            for i in 0..D {
                gradient.0[i][axis] = column[i] * scale;
            }
        }
        gradient
    }

    /// Adds `A_p g_ip + w_ip a_p` of a register of particles, whose weights are known, to a tile.
    #[inline(always)]
    fn scatter<S: Simd>(
        &self,
        token: S,
        Given { stress, push }: Given<T::Part<S>, D>,
        count: usize,
        tile: &mut [T],
        Work { stencil, columns, .. }: &mut Work<T>,
    ) {
        let zero = T::Part::<S>::splat(token, T::default());
        let stress = stress * zero.of(self.per_cell());
        T::Part::<S>::interleave(padded(push, zero), &mut columns[0]);
        for axis in 0..D {
            T::Part::<S>::interleave(padded(stress.column(axis), zero), &mut columns[axis + 1]);
        }
        let slopes = if self.by_moments() { stencil.moments() } else { stencil.gradients() };
        for lane in 0..count {
            let reach = stencil.reach::<S, Narrow>(token, lane);
            match self.transfer.kernel {
                Kernel::Linear => reach.scatter_slopes::<D, 2, true>(tile, columns, slopes),
                Kernel::Quadratic => reach.scatter_slopes::<D, 3, true>(tile, columns, slopes),
                Kernel::Cubic => reach.scatter_slopes::<D, 4, true>(tile, columns, slopes),
            }
        }
    }
}

/// What a register of particles gives to nodes: `A` by gradients, and `a` by weights.
struct Given<R, const D: usize> {
    stress: Matrix<R, D>,
    push: Vector<R, D>,
}

/// What a register of particles works with.
#[repr(align(64))]
struct Work<T> {
    stencil: Stencil<T>,
    columns: Columns<T>,
    unused: Column<T>,
}

impl<T: LaneScalar> Work<T> {
    #[inline(always)]
    fn new() -> Self {
        let none = [T::default(); COLUMN];
        Work { stencil: Stencil::new(), columns: [none; 4], unused: none }
    }
}

/// What particles gather.
#[derive(Clone, Copy, PartialEq)]
enum Gathering {
    Gradients(f64),
    Values,
}

struct Gradients<'a, 'b, T, const D: usize> {
    reached: &'a Reached<'a, T, D>,
    what: Gathering,
    position: &'a [T],
    segments: &'a [Segment<D>],
    first_chunk: usize,
    into: &'b mut [T],
}

impl<T: LaneScalar, const D: usize> Vectorized for Gradients<'_, '_, T, D> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd>(self, token: S) {
        let Gradients { reached, what, position, segments, first_chunk, into } = self;
        let mut tile = Lined([T::default(); TILE_MAX]);
        let mut work = Work::new();
        for segment in segments {
            let home = segment.home as usize;
            let place = &reached.topology.homes[home];
            load_tile::<S, T, D, false>(token, place, reached.touched[home], reached.nodes, &mut tile.0);
            for (at, count) in segment.parts::<T::Part<S>>() {
                let x: Vector<T::Part<S>, D> = load_vector(token, position, at);
                reached.weigh::<S>(x, &mut work.stencil);
                if count < T::Part::<S>::LANES {
                    // Slots without a particle stay as they are.
                    work.columns = [[T::default(); COLUMN]; 4];
                }
                let gradient = reached.gather::<S>(token, count, &tile.0, &mut work);
                let local = at.since(first_chunk);
                match what {
                    Gathering::Gradients(scale) => {
                        store_matrix(gradient * gradient.0[0][0].of(scale), into, local);
                    }
                    Gathering::Values => {
                        let values = T::Part::<S>::deinterleave(token, &work.columns[0]);
                        store_vector(Vector(values), into, local);
                    }
                }
            }
        }
    }
}

/// What of the particles of every set, one after the other, is summed at nodes. Sets without pushes `a` have an empty buffer.
#[derive(Clone, Copy)]
pub enum Summed<'a, T> {
    /// `Σ_p A_p g_ip + w_ip a_p` with these matrices and vectors.
    Stresses(&'a [Buffer<T>], &'a [Buffer<T>]),
    /// The same with `A_p = K_p : Σ_j d_j g_jpᵀ` with these stiffnesses, and `d` at nodes.
    Stiffnesses(&'a [Buffer<T>], &'a [Buffer<T>]),
    /// The upper triangles of the blocks of the matrix of the latter that belong to one node, six of eight values.
    Blocks(&'a [Buffer<T>]),
}

impl<T> Summed<'_, T> {
    /// Values per node.
    pub fn width(&self) -> usize {
        match self {
            Summed::Stresses(..) | Summed::Stiffnesses(..) => Narrow::NODE,
            Summed::Blocks(_) => Wide::NODE,
        }
    }
}

impl<T: LaneScalar, const D: usize> Reached<'_, T, D> {
    /// Fills the arenas with sums over the particles of all sets.
    pub fn sum(
        &self,
        level: SimdLevel,
        sets: &[ParticleSet<T, D>],
        summed: Summed<'_, T>,
        arenas: ArenasMut<T>,
    ) {
        arenas.scatter(summed.width(), self.topology, (), &|families, ()| {
            let (multiplies, matrices, pushes) = match summed {
                Summed::Blocks(stiffnesses) => {
                    return level.run(NodeBlocks { reached: self, sets, stiffnesses, families });
                }
                Summed::Stresses(stresses, pushes) => (false, stresses, pushes),
                Summed::Stiffnesses(stiffnesses, pushes) => (true, stiffnesses, pushes),
            };
            level.run(Divergence { reached: self, sets, multiplies, matrices, pushes, families });
        });
    }
}

struct Divergence<'a, 'b, T, const D: usize> {
    reached: &'a Reached<'a, T, D>,
    sets: &'a [ParticleSet<T, D>],
    /// Whether the matrices are stiffnesses.
    multiplies: bool,
    matrices: &'a [Buffer<T>],
    pushes: &'a [Buffer<T>],
    families: Families<'b, T>,
}

impl<T: LaneScalar, const D: usize> Vectorized for Divergence<'_, '_, T, D> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd>(self, token: S) {
        let Divergence { reached, sets, multiplies, matrices, pushes, families } = self;
        let none = Vector([T::Part::<S>::splat(token, T::default()); D]);
        let mut field = Lined([T::default(); TILE_MAX]);
        let mut tile = Lined([T::default(); TILE_MAX]);
        let mut work = Work::new();
        for (family, mut arena) in families {
            for home in family.homes.clone().map(|home| home as usize) {
                let (place, rows) = (&reached.topology.homes[home], reached.touched[home]);
                clear_tile::<S, T, D>(token, Narrow::NODE, rows, &mut tile.0);
                if multiplies {
                    load_tile::<S, T, D, false>(token, place, rows, reached.nodes, &mut field.0);
                }
                for (index, set) in sets.iter().enumerate() {
                    let segment = set.segment_of_home[home];
                    if segment == NONE {
                        continue;
                    }
                    for (at, count) in set.segments[segment as usize].parts::<T::Part<S>>() {
                        let x: Vector<T::Part<S>, D> = load_vector(token, &set.position.now, at);
                        reached.weigh::<S>(x, &mut work.stencil);
                        let stress: Matrix<T::Part<S>, D> = if multiplies {
                            let gradient = reached.gather::<S>(token, count, &field.0, &mut work);
                            stiffness::<S, T, D>(token, &matrices[index], at).times(gradient)
                        } else {
                            load_matrix(token, &matrices[index], at)
                        };
                        let push = match pushes[index].is_empty() {
                            true => none,
                            false => load_vector(token, &pushes[index], at),
                        };
                        reached.scatter::<S>(token, Given { stress, push }, count, &mut tile.0, &mut work);
                    }
                }
                arena.add(token, Narrow::NODE, place, rows, &tile.0);
            }
        }
    }
}

/// The stiffnesses of a register of particles.
#[inline(always)]
fn stiffness<S: Simd, T: LaneScalar, const D: usize>(
    token: S,
    all: &[T],
    at: Part,
) -> Stiffness<T::Part<S>, D> {
    let numbers = at.of::<T::Part<S>>(all, Stiffness::<f64, D>::COUNT);
    Stiffness::load(token, numbers)
}

struct NodeBlocks<'a, 'b, T, const D: usize> {
    reached: &'a Reached<'a, T, D>,
    sets: &'a [ParticleSet<T, D>],
    stiffnesses: &'a [Buffer<T>],
    families: Families<'b, T>,
}

impl<T: LaneScalar, const D: usize> NodeBlocks<'_, '_, T, D> {
    /// Adds the blocks of a register of particles to a tile.
    #[inline(always)]
    fn add<S: Simd>(
        &self,
        token: S,
        x: Vector<T::Part<S>, D>,
        stiffness: &Stiffness<T::Part<S>, D>,
        count: usize,
        column: &mut Column<T>,
        tile: &mut [T],
    ) {
        let zero = T::Part::<S>::splat(token, T::default());
        let spline = self.reached.transfer.kernel.spline::<T>();
        let per_cell = zero.of(self.reached.per_cell());
        let stride = Tile::<D>::stride(Wide::NODE);
        let mut place = [spline.place(x[0]); D];
        let mut first = zero.of(Tile::<D>::origin(Wide::NODE) as f64);
        for axis in 0..D {
            place[axis] = spline.place(x[axis]);
            first = place[axis].base.mul_add(zero.of(stride[axis] as f64), first);
        }
        let (mut weight, mut slope) = ([[zero; EDGE]; D], [[zero; EDGE]; D]);
        for axis in 0..D {
            for n in 0..EDGE {
                weight[axis][n] = spline.weight(n, place[axis]);
                slope[axis][n] = match self.reached.by_moments() {
                    true => weight[axis][n] * spline.offset(n, place[axis]),
                    false => spline.slope(n, place[axis]),
                };
            }
        }
        let last = if D == 3 { spline.nodes } else { 1 };
        for index in crate::tensor::rolled(spline.nodes * spline.nodes * last) {
            let n = [index / last / spline.nodes, index / last % spline.nodes, index % last];
            let mut g = Vector([per_cell; D]);
            for axis in 0..D {
                for other in 0..D {
                    g[axis] *= if other == axis { slope[axis][n[axis]] } else { weight[other][n[other]] };
                }
            }
            let block = stiffness.block(g);
            let mut upper = [[zero; 4]; 2];
            let mut k = 0;
            for i in 0..D {
                for j in i..D {
                    upper[k / 4][k % 4] = block.0[i][j];
                    k += 1;
                }
            }
            T::Part::<S>::interleave_wide(upper[0], upper[1], column);
            let offset: usize = (0..D).map(|axis| n[axis] * stride[axis]).sum();
            for lane in 0..count {
                let at = first.lane(lane).to_index() + offset;
                for (sum, more) in tile[at..][..Wide::NODE].iter_mut().zip(&column[lane * Wide::NODE..]) {
                    *sum += *more;
                }
            }
        }
    }
}

impl<T: LaneScalar, const D: usize> Vectorized for NodeBlocks<'_, '_, T, D> {
    type Output = ();
    const WIDEST: bool = false;
    #[inline(always)]
    fn run<S: Simd>(mut self, token: S) {
        let mut tile = Lined([T::default(); TILE_MAX]);
        let mut column = [T::default(); COLUMN];
        while let Some((family, mut arena)) = self.families.next() {
            for home in family.homes.clone().map(|home| home as usize) {
                let (place, rows) = (&self.reached.topology.homes[home], self.reached.touched[home]);
                clear_tile::<S, T, D>(token, Wide::NODE, rows, &mut tile.0);
                for (set, stiffnesses) in self.sets.iter().zip(self.stiffnesses) {
                    let segment = set.segment_of_home[home];
                    if segment == NONE {
                        continue;
                    }
                    for (at, count) in set.segments[segment as usize].parts::<T::Part<S>>() {
                        let x: Vector<T::Part<S>, D> = load_vector(token, &set.position.now, at);
                        let own = stiffness::<S, T, D>(token, stiffnesses, at);
                        self.add::<S>(token, x, &own, count, &mut column, &mut tile.0);
                    }
                }
                arena.add(token, Wide::NODE, place, rows, &tile.0);
            }
        }
    }
}
