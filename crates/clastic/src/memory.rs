//! Memory that begins at a cache line. A register that straddles two lines costs two accesses, and whole arrays of them do
//! when the allocator starts an array at an odd place.

use std::ops::{Deref, DerefMut};

/// Bytes of a cache line, and of the widest register.
const LINE: usize = 64;

/// Something on the stack that begins at a cache line.
#[repr(align(64))]
pub struct Lined<A>(pub A);

/// A growing array on the heap that begins at a cache line.
#[derive(Default)]
pub struct Buffer<T> {
    /// The values, behind as many unused ones as it takes to reach a cache line.
    values: Vec<T>,
    start: usize,
}

impl<T: Copy + Default> Buffer<T> {
    /// Makes it `len` long, keeping what it holds; new values are zero.
    pub fn resize(&mut self, len: usize) {
        let room = len + LINE / size_of::<T>();
        if self.values.capacity() < room {
            let mut values = Vec::<T>::with_capacity(room);
            // Where the line cannot be told the array is only slower.
            let start = values.as_ptr().align_offset(LINE).min(room - len);
            values.resize(start, T::default());
            values.extend_from_slice(self);
            *self = Buffer { values, start };
        }
        self.values.resize(self.start + len, T::default());
    }

    /// The first `len` values, with slack behind them so that the next few need no more room.
    pub fn grown(&mut self, len: usize) -> &mut [T] {
        if self.len() < len {
            self.resize(len + len / 4);
        }
        &mut self[..len]
    }
}

impl<T> Deref for Buffer<T> {
    type Target = [T];
    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.values[self.start..]
    }
}

impl<T> DerefMut for Buffer<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.values[self.start..]
    }
}
