//! Per-particle values in registers' order: for every chunk of particles, component after component.

use crate::memory::Buffer;
use crate::parallel::Records;
use crate::tensor::{LaneScalar, Matrix, Real, Vector};

/// Values of `components` numbers per particle: as they are and, where a step makes new ones, as they will be after the
/// step or the ordering under way. Both halves live on, so that neither allocates or copies back.
#[derive(Default)]
pub struct Field<T> {
    /// Numbers per particle.
    pub components: usize,
    /// The present values.
    pub now: Buffer<T>,
    /// Room for the next; empty where a step makes none.
    pub next: Buffer<T>,
}

impl<T: LaneScalar> Field<T> {
    /// An empty field.
    pub fn new(components: usize) -> Self {
        Field { components, now: Buffer::default(), next: Buffer::default() }
    }

    /// Values per chunk.
    #[inline(always)]
    pub fn stride(&self) -> usize {
        self.components * T::PER_REGISTER
    }

    /// Makes room for that many chunks, twice if a step makes new values.
    pub fn resize(&mut self, chunks: usize, twice: bool) {
        let len = chunks * self.stride();
        self.now.resize(len);
        if twice {
            self.next.resize(len);
        }
    }

    /// Makes the next values the present ones.
    pub fn commit(&mut self) {
        std::mem::swap(&mut self.now, &mut self.next);
    }

    /// Where a component of a slot lies.
    #[inline(always)]
    pub fn index(&self, slot: usize, component: usize) -> usize {
        let lanes = T::PER_REGISTER;
        (slot / lanes * self.components + component) * lanes + slot % lanes
    }

    /// A component of a slot.
    #[inline(always)]
    pub fn get(&self, slot: usize, component: usize) -> T {
        self.now[self.index(slot, component)]
    }

    /// Sets a component of a slot.
    pub fn set(&mut self, slot: usize, component: usize, value: T) {
        let index = self.index(slot, component);
        self.now[index] = value;
    }

    /// The present values, to be written.
    pub fn now_mut(&mut self) -> Records<'_, T> {
        let stride = self.stride();
        Records { data: &mut self.now, stride }
    }
}

/// Reads the vector of a chunk of `D` components.
#[inline(always)]
pub fn load_vector<R: Real, const D: usize>(
    token: R::Token,
    data: &[R::Scalar],
    chunk: usize,
) -> Vector<R, D> {
    let data = &data[chunk * D * R::LANES..(chunk + 1) * D * R::LANES];
    let mut v = Vector([R::load(token, data); D]);
    for i in 1..D {
        v.0[i] = R::load(token, &data[i * R::LANES..]);
    }
    v
}

/// Writes the vector of a chunk of `D` components.
#[inline(always)]
pub fn store_vector<R: Real, const D: usize>(v: Vector<R, D>, data: &mut [R::Scalar], chunk: usize) {
    let data = &mut data[chunk * D * R::LANES..(chunk + 1) * D * R::LANES];
    for i in 0..D {
        v.0[i].store(&mut data[i * R::LANES..]);
    }
}

/// Reads the matrix of a chunk of `D·D` components, row by row.
#[inline(always)]
pub fn load_matrix<R: Real, const D: usize>(
    token: R::Token,
    data: &[R::Scalar],
    chunk: usize,
) -> Matrix<R, D> {
    let data = &data[chunk * D * D * R::LANES..(chunk + 1) * D * D * R::LANES];
    let mut m = Matrix([[R::load(token, data); D]; D]);
    for i in 0..D {
        for j in 0..D {
            m.0[i][j] = R::load(token, &data[(i * D + j) * R::LANES..]);
        }
    }
    m
}

/// Writes the matrix of a chunk of `D·D` components, row by row.
#[inline(always)]
pub fn store_matrix<R: Real, const D: usize>(m: Matrix<R, D>, data: &mut [R::Scalar], chunk: usize) {
    let data = &mut data[chunk * D * D * R::LANES..(chunk + 1) * D * D * R::LANES];
    for i in 0..D {
        for j in 0..D {
            m.0[i][j].store(&mut data[(i * D + j) * R::LANES..]);
        }
    }
}

/// Components of a symmetric matrix.
pub const fn symmetric(dimension: usize) -> usize {
    dimension * (dimension + 1) / 2
}

/// Reads the symmetric matrix of a chunk: the upper triangle, row by row.
#[inline(always)]
pub fn load_symmetric<R: Real, const D: usize>(
    token: R::Token,
    data: &[R::Scalar],
    chunk: usize,
) -> Matrix<R, D> {
    let count = symmetric(D) * R::LANES;
    let data = &data[chunk * count..(chunk + 1) * count];
    let mut m = Matrix([[R::load(token, data); D]; D]);
    let mut k = 0;
    for i in 0..D {
        for j in i..D {
            m.0[i][j] = R::load(token, &data[k * R::LANES..]);
            m.0[j][i] = m.0[i][j];
            k += 1;
        }
    }
    m
}

/// Writes the upper triangle of a chunk's symmetric matrix.
#[inline(always)]
pub fn store_symmetric<R: Real, const D: usize>(m: Matrix<R, D>, data: &mut [R::Scalar], chunk: usize) {
    let count = symmetric(D) * R::LANES;
    let data = &mut data[chunk * count..(chunk + 1) * count];
    let mut k = 0;
    for i in 0..D {
        for j in i..D {
            m.0[i][j].store(&mut data[k * R::LANES..]);
            k += 1;
        }
    }
}
