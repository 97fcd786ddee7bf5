//! A frame as a list of named columns: what all formats write from.

use std::io;
use std::ops::Range;

use crate::Floats;
use crate::text;

/// How many bytes are prepared before they are handed to the disk: few calls, and the bytes are still in the cache.
pub(crate) const CHUNK: usize = 1 << 18;

const AXES: [&str; 3] = ["x", "y", "z"];

/// What a particle has of a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Rank {
    Scalar,
    Vector,
    Matrix,
    /// So many numbers of a kind.
    List(usize),
}

impl Rank {
    /// The axes after the particles'.
    pub fn shape(self, dimension: usize) -> Vec<usize> {
        match self {
            Rank::Scalar => Vec::new(),
            Rank::Vector => vec![dimension],
            Rank::Matrix => vec![dimension; 2],
            Rank::List(count) => vec![count],
        }
    }

    /// Numbers per particle.
    pub fn components(self, dimension: usize) -> usize {
        match self {
            Rank::Scalar => 1,
            Rank::Vector => dimension,
            Rank::Matrix => dimension * dimension,
            Rank::List(count) => count,
        }
    }
}

/// A column of a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Column<'a> {
    pub name: &'static str,
    pub rank: Rank,
    pub numbers: Numbers<'a>,
}

impl Column<'_> {
    /// A name for each component: `x`, `y`; `vx`, `vy`; `f_xx`, `f_xy`, `f_yx`, `f_yy`; `j`; `concentration`, `concentration_2`.
    pub fn component_names(&self, dimension: usize) -> Vec<String> {
        let axes = &AXES[..dimension];
        match self.rank {
            Rank::Scalar => vec![self.name.to_owned()],
            Rank::Vector if self.name == "x" => axes.iter().map(|axis| axis.to_string()).collect(),
            Rank::Vector => axes.iter().map(|axis| format!("{}{axis}", self.name)).collect(),
            Rank::Matrix => {
                let row = |i| axes.iter().map(move |j| format!("{}_{i}{j}", self.name));
                axes.iter().flat_map(row).collect()
            }
            Rank::List(count) => {
                let later = (2..=count).map(|number| format!("{}_{number}", self.name));
                [self.name.to_owned()].into_iter().chain(later).collect()
            }
        }
    }
}

/// The numbers of a column, particle by particle.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Numbers<'a> {
    F32(&'a [f32]),
    F64(&'a [f64]),
    U16(&'a [u16]),
    U32(&'a [u32]),
    U64(&'a [u64]),
}

impl<'a> From<&'a Floats> for Numbers<'a> {
    fn from(floats: &'a Floats) -> Self {
        match floats {
            Floats::F32(numbers) => Numbers::F32(numbers),
            Floats::F64(numbers) => Numbers::F64(numbers),
        }
    }
}

/// Runs the same lines on whichever slice of numbers it is.
macro_rules! each {
    ($numbers:expr, $slice:ident => $body:expr) => {
        match $numbers {
            Numbers::F32($slice) => $body,
            Numbers::F64($slice) => $body,
            Numbers::U16($slice) => $body,
            Numbers::U32($slice) => $body,
            Numbers::U64($slice) => $body,
        }
    };
}

impl Numbers<'_> {
    pub fn len(self) -> usize {
        each!(self, numbers => numbers.len())
    }

    /// Bytes per number.
    pub fn size(self) -> usize {
        match self {
            Numbers::U16(_) => 2,
            Numbers::F32(_) | Numbers::U32(_) => 4,
            Numbers::F64(_) | Numbers::U64(_) => 8,
        }
    }

    pub fn slice(&self, range: Range<usize>) -> Numbers<'_> {
        match self {
            Numbers::F32(numbers) => Numbers::F32(&numbers[range]),
            Numbers::F64(numbers) => Numbers::F64(&numbers[range]),
            Numbers::U16(numbers) => Numbers::U16(&numbers[range]),
            Numbers::U32(numbers) => Numbers::U32(&numbers[range]),
            Numbers::U64(numbers) => Numbers::U64(&numbers[range]),
        }
    }

    /// Appends a number's digits.
    pub fn print(self, index: usize, text: &mut Vec<u8>) {
        match self {
            Numbers::F32(numbers) => text::float(numbers[index], text),
            Numbers::F64(numbers) => text::float(numbers[index], text),
            Numbers::U16(numbers) => text::integer(numbers[index], text),
            Numbers::U32(numbers) => text::integer(numbers[index], text),
            Numbers::U64(numbers) => text::integer(numbers[index], text),
        }
    }

    /// Puts each particle's numbers into its row of bytes.
    pub fn lay(self, components: usize, rows: &mut Rows) {
        each!(self, numbers => lay(numbers, components, rows));
    }

    /// Hands out the bytes, lowest first, in one or more pieces. Each particle's numbers are followed by zeros up to `padded`
    /// numbers.
    pub fn stream(
        self,
        components: usize,
        padded: usize,
        sink: &mut dyn FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        if padded == components && cfg!(target_endian = "little") {
            // Memory has the bytes as the file wants them.
            return each!(self, numbers => sink(bytemuck::cast_slice(numbers)));
        }
        let stride = padded * self.size();
        let particles = self.len() / components;
        let at_once = (CHUNK / stride).min(particles);
        let mut bytes = vec![0; at_once * stride];
        for first in (0..particles).step_by(at_once.max(1)) {
            let last = (first + at_once).min(particles);
            let bytes = &mut bytes[..(last - first) * stride];
            self.slice(first * components..last * components)
                .lay(components, &mut Rows { bytes, stride, offset: 0 });
            sink(bytes)?;
        }
        Ok(())
    }
}

/// Rows of bytes, one per particle, and where in a row a column begins.
pub(crate) struct Rows<'a> {
    pub bytes: &'a mut [u8],
    pub stride: usize,
    pub offset: usize,
}

trait Number: Copy {
    fn put(self, bytes: &mut [u8]);
}

macro_rules! numbers {
    ($($type:ty),+) => {
        $(impl Number for $type {
            #[inline(always)]
            fn put(self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_le_bytes());
            }
        })+
    };
}
numbers!(f32, f64, u16, u32, u64);

fn lay<T: Number>(numbers: &[T], components: usize, rows: &mut Rows) {
    let size = size_of::<T>();
    let own = rows.offset..rows.offset + components * size;
    for (numbers, row) in numbers.chunks_exact(components).zip(rows.bytes.chunks_exact_mut(rows.stride)) {
        for (number, bytes) in numbers.iter().zip(row[own.clone()].chunks_exact_mut(size)) {
            number.put(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_have_names() {
        let column = |name, rank| Column { name, rank, numbers: Numbers::F32(&[]) };
        assert_eq!(column("x", Rank::Vector).component_names(2), ["x", "y"]);
        assert_eq!(column("v", Rank::Vector).component_names(3), ["vx", "vy", "vz"]);
        assert_eq!(column("f", Rank::Matrix).component_names(2), ["f_xx", "f_xy", "f_yx", "f_yy"]);
        assert_eq!(column("j", Rank::Scalar).component_names(3), ["j"]);
        assert_eq!(column("c", Rank::List(3)).component_names(2), ["c", "c_2", "c_3"]);
    }

    #[test]
    fn streams_are_padded_and_longer_than_a_chunk() {
        let numbers: Vec<f32> = (0..2 * CHUNK as u32).map(|i| i as f32).collect();
        let mut bytes = Vec::new();
        let mut sink = |chunk: &[u8]| {
            bytes.extend_from_slice(chunk);
            Ok(())
        };
        Numbers::F32(&numbers).stream(2, 3, &mut sink).unwrap();
        let read: Vec<f32> = bytes.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        assert_eq!(read.len(), numbers.len() / 2 * 3);
        for (particle, row) in read.as_chunks().0.iter().enumerate() {
            assert_eq!(*row, [2.0 * particle as f32, 2.0 * particle as f32 + 1.0, 0.0]);
        }
    }
}
