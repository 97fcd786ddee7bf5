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

    /// The same among chunks of which that one is the first.
    #[inline(always)]
    pub fn since(self, chunk: usize) -> Self {
        Part { chunk: self.chunk - chunk, ..self }
    }

    /// The same where a chunk has `count` fields one after the other, in the `k`th of them.
    #[inline(always)]
    pub fn nth(self, k: usize, count: usize) -> Self {
        Part { chunk: self.chunk * count + k, ..self }
    }

    /// Its numbers among those of `count` components: each begins where the one before it did and a chunk later.
    #[inline(always)]
    pub fn of<R: Register>(self, data: &[R::Scalar], count: usize) -> &[R::Scalar] {
        &data[self.first::<R>(count)..][..Self::reach::<R>(count)]
    }

    /// The same, to be written.
    #[inline(always)]
    pub fn of_mut<R: Register>(self, data: &mut [R::Scalar], count: usize) -> &mut [R::Scalar] {
        &mut data[self.first::<R>(count)..][..Self::reach::<R>(count)]
    }

    #[inline(always)]
    fn first<R: Register>(self, count: usize) -> usize {
        self.chunk * count * R::Scalar::PER_REGISTER + self.offset
    }

    /// Known when compiled, so that bounds are checked once for all components.
    #[inline(always)]
    fn reach<R: Register>(count: usize) -> usize {
        (count - 1) * R::Scalar::PER_REGISTER + R::LANES
    }
}

/// Reads a component of a [`Part`]'s numbers.
#[inline(always)]
pub fn load<R: Register>(token: R::Token, numbers: &[R::Scalar], k: usize) -> R {
    R::load(token, &numbers[k * R::Scalar::PER_REGISTER..])
}

/// Writes a component of a [`Part`]'s numbers.
#[inline(always)]
pub fn store<R: Register>(x: R, numbers: &mut [R::Scalar], k: usize) {
    x.store(&mut numbers[k * R::Scalar::PER_REGISTER..]);
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
    let numbers = at.into().of::<R>(data, D);
    let mut v = Vector([load(token, numbers, 0); D]);
    for i in 1..D {
        v.0[i] = load(token, numbers, i);
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
    let numbers = at.into().of_mut::<R>(data, D);
    for i in 0..D {
        store(v.0[i], numbers, i);
    }
}

/// Reads a matrix of `D·D` components, row by row.
#[inline(always)]
pub fn load_matrix<R: Register, const D: usize>(
    token: R::Token,
    data: &[R::Scalar],
    at: impl Into<Part>,
) -> Matrix<R, D> {
    let numbers = at.into().of::<R>(data, D * D);
    let mut m = Matrix([[load(token, numbers, 0); D]; D]);
    for i in 0..D {
        for j in 0..D {
            m.0[i][j] = load(token, numbers, i * D + j);
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
    let numbers = at.into().of_mut::<R>(data, D * D);
    for i in 0..D {
        for j in 0..D {
            store(m.0[i][j], numbers, i * D + j);
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
    let numbers = at.into().of::<R>(data, symmetric(D));
    let mut m = Matrix([[load(token, numbers, 0); D]; D]);
    let mut k = 0;
    for i in 0..D {
        for j in i..D {
            m.0[i][j] = load(token, numbers, k);
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
    let numbers = at.into().of_mut::<R>(data, symmetric(D));
    let mut k = 0;
    for i in 0..D {
        for j in i..D {
            store(m.0[i][j], numbers, k);
            k += 1;
        }
    }
}
