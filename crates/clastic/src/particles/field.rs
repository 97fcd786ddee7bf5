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

/// Where a register of particles lies: it is a whole chunk, or the part of one that begins at a particle.
#[derive(Clone, Copy)]
pub struct Part {
    chunk: usize,
    offset: usize,
}

impl Part {
    /// The register that begins with a slot.
    #[inline(always)]
    pub fn at<T: LaneScalar>(slot: usize) -> Self {
        Part { chunk: slot / T::PER_REGISTER, offset: slot % T::PER_REGISTER }
    }

    /// Its first slot.
    #[inline(always)]
    pub fn slot<T: LaneScalar>(self) -> usize {
        self.chunk * T::PER_REGISTER + self.offset
    }

    /// One of its `count` components.
    #[inline(always)]
    pub fn load<R: Register>(self, token: R::Token, data: &[R::Scalar], count: usize, k: usize) -> R {
        R::load(token, &data[self.index::<R>(count, k)..])
    }

    /// Writes one of its `count` components.
    #[inline(always)]
    pub fn store<R: Register>(self, x: R, data: &mut [R::Scalar], count: usize, k: usize) {
        x.store(&mut data[self.index::<R>(count, k)..]);
    }

    #[inline(always)]
    fn index<R: Register>(self, count: usize, k: usize) -> usize {
        (self.chunk * count + k) * R::Scalar::PER_REGISTER + self.offset
    }
}

/// A whole chunk.
impl From<usize> for Part {
    #[inline(always)]
    fn from(chunk: usize) -> Self {
        Part { chunk, offset: 0 }
    }
}

/// A register of particles, as wide as a chunk or less.
pub trait Register: Real<Scalar: LaneScalar> {}
impl<R: Real<Scalar: LaneScalar>> Register for R {}

/// Reads a vector of `D` components.
#[inline(always)]
pub fn load_vector<R: Register, const D: usize>(
    token: R::Token,
    data: &[R::Scalar],
    at: impl Into<Part>,
) -> Vector<R, D> {
    let at = at.into();
    let mut v = Vector([at.load(token, data, D, 0); D]);
    for i in 1..D {
        v.0[i] = at.load(token, data, D, i);
    }
    v
}

/// Writes a vector of `D` components.
#[inline(always)]
pub fn store_vector<R: Register, const D: usize>(
    v: Vector<R, D>,
    data: &mut [R::Scalar],
    at: impl Into<Part>,
) {
    let at = at.into();
    for i in 0..D {
        at.store(v.0[i], data, D, i);
    }
}

/// Reads a matrix of `D·D` components, row by row.
#[inline(always)]
pub fn load_matrix<R: Register, const D: usize>(
    token: R::Token,
    data: &[R::Scalar],
    at: impl Into<Part>,
) -> Matrix<R, D> {
    let at = at.into();
    let mut m = Matrix([[at.load(token, data, D * D, 0); D]; D]);
    for i in 0..D {
        for j in 0..D {
            m.0[i][j] = at.load(token, data, D * D, i * D + j);
        }
    }
    m
}

/// Writes a matrix of `D·D` components, row by row.
#[inline(always)]
pub fn store_matrix<R: Register, const D: usize>(
    m: Matrix<R, D>,
    data: &mut [R::Scalar],
    at: impl Into<Part>,
) {
    let at = at.into();
    for i in 0..D {
        for j in 0..D {
            at.store(m.0[i][j], data, D * D, i * D + j);
        }
    }
}

/// Components of a symmetric matrix.
pub const fn symmetric(dimension: usize) -> usize {
    dimension * (dimension + 1) / 2
}

/// Reads a symmetric matrix: the upper triangle, row by row.
#[inline(always)]
pub fn load_symmetric<R: Register, const D: usize>(
    token: R::Token,
    data: &[R::Scalar],
    at: impl Into<Part>,
) -> Matrix<R, D> {
    let at = at.into();
    let mut m = Matrix([[at.load(token, data, symmetric(D), 0); D]; D]);
    let mut k = 0;
    for i in 0..D {
        for j in i..D {
            m.0[i][j] = at.load(token, data, symmetric(D), k);
            m.0[j][i] = m.0[i][j];
            k += 1;
        }
    }
    m
}

/// Writes the upper triangle of a symmetric matrix.
#[inline(always)]
pub fn store_symmetric<R: Register, const D: usize>(
    m: Matrix<R, D>,
    data: &mut [R::Scalar],
    at: impl Into<Part>,
) {
    let at = at.into();
    let mut k = 0;
    for i in 0..D {
        for j in i..D {
            at.store(m.0[i][j], data, symmetric(D), k);
            k += 1;
        }
    }
}
