//! Named sections of bytes, and how numbers and text stand in them.

use crate::error::SnapshotError;

/// A number as its bytes, lowest first.
pub trait LittleEndian: Copy + Default {
    /// How many bytes.
    const SIZE: usize;
    /// Writes them.
    fn put(self, to: &mut [u8]);
    /// Reads them.
    fn get(from: &[u8]) -> Self;
}

macro_rules! little_endian {
    ($($number:ty),+) => {
        $(impl LittleEndian for $number {
            const SIZE: usize = size_of::<$number>();
            #[inline(always)]
            fn put(self, to: &mut [u8]) {
                to.copy_from_slice(&self.to_le_bytes());
            }
            #[inline(always)]
            fn get(from: &[u8]) -> Self {
                <$number>::from_le_bytes(from.try_into().expect("as many bytes as the number has"))
            }
        })+
    };
}
little_endian!(u8, u32, i32, u64, f32, f64);

/// Some bytes and their name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// What they are.
    pub name: String,
    /// Numbers lowest byte first; text as its length in 4 bytes and UTF-8.
    pub bytes: Vec<u8>,
}

impl Section {
    pub(crate) fn new(name: impl Into<String>) -> Self {
        Section { name: name.into(), bytes: Vec::new() }
    }

    pub(crate) fn put<N: LittleEndian>(&mut self, number: N) {
        self.put_all(&[number]);
    }

    pub(crate) fn put_all<N: LittleEndian>(&mut self, numbers: &[N]) {
        let start = self.bytes.len();
        self.bytes.resize(start + numbers.len() * N::SIZE, 0);
        for (to, number) in self.bytes[start..].chunks_exact_mut(N::SIZE).zip(numbers) {
            number.put(to);
        }
    }

    pub(crate) fn put_text(&mut self, text: &str) {
        self.put(text.len() as u32);
        self.bytes.extend_from_slice(text.as_bytes());
    }
}

/// Reads sections one after the other.
pub(crate) struct Sections<'a> {
    rest: std::slice::Iter<'a, Section>,
}

impl<'a> Sections<'a> {
    pub(crate) fn new(sections: &'a [Section]) -> Self {
        Sections { rest: sections.iter() }
    }

    /// The next section, which must have this name.
    pub(crate) fn next(&mut self, name: &str) -> Result<Reader<'a>, SnapshotError> {
        match self.rest.next() {
            Some(section) if section.name == name => {
                Ok(Reader { name: &section.name, size: section.bytes.len(), rest: &section.bytes })
            }
            other => Err(SnapshotError::Section {
                expected: name.to_string(),
                found: other.map(|section| section.name.clone()),
            }),
        }
    }

    /// No section may be left.
    pub(crate) fn finish(mut self) -> Result<(), SnapshotError> {
        match self.rest.next() {
            None => Ok(()),
            Some(section) => Err(SnapshotError::Section {
                expected: "nothing more".to_string(),
                found: Some(section.name.clone()),
            }),
        }
    }
}

/// Reads one section from its first byte to its last. Nothing is allocated for numbers that are not there.
pub(crate) struct Reader<'a> {
    name: &'a str,
    size: usize,
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn bytes(&mut self, count: usize) -> Result<&'a [u8], SnapshotError> {
        self.rest.split_off(..count).ok_or_else(|| self.size_error())
    }

    fn size_error(&self) -> SnapshotError {
        SnapshotError::Size { section: self.name.to_string(), bytes: self.size as u64 }
    }

    pub(crate) fn number<N: LittleEndian>(&mut self) -> Result<N, SnapshotError> {
        Ok(N::get(self.bytes(N::SIZE)?))
    }

    pub(crate) fn fill<N: LittleEndian>(&mut self, numbers: &mut [N]) -> Result<(), SnapshotError> {
        let bytes = self.bytes(numbers.len() * N::SIZE)?;
        for (number, from) in numbers.iter_mut().zip(bytes.chunks_exact(N::SIZE)) {
            *number = N::get(from);
        }
        Ok(())
    }

    pub(crate) fn array<N: LittleEndian, const K: usize>(&mut self) -> Result<[N; K], SnapshotError> {
        let mut numbers = [N::default(); K];
        self.fill(&mut numbers)?;
        Ok(numbers)
    }

    pub(crate) fn text(&mut self) -> Result<&'a str, SnapshotError> {
        let length: u32 = self.number()?;
        let bytes = self.bytes(length as usize)?;
        str::from_utf8(bytes).map_err(|_| self.flaw("holds text that is not UTF-8"))
    }

    /// A yes or no.
    pub(crate) fn flag(&mut self) -> Result<bool, SnapshotError> {
        match self.number::<u8>()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(self.flaw("holds a flag that is neither 0 nor 1")),
        }
    }

    /// How many records of so many bytes are left; there must be no part of one.
    pub(crate) fn records(&self, size: usize) -> Result<usize, SnapshotError> {
        if self.rest.len().is_multiple_of(size) { Ok(self.rest.len() / size) } else { Err(self.size_error()) }
    }

    /// So many bytes must be left, no more and no less.
    pub(crate) fn expect(&self, bytes: u64) -> Result<(), SnapshotError> {
        if self.rest.len() as u64 == bytes { Ok(()) } else { Err(self.size_error()) }
    }

    /// The section holds something that cannot be.
    pub(crate) fn flaw(&self, what: &'static str) -> SnapshotError {
        SnapshotError::Value { section: self.name.to_string(), what }
    }

    /// Fails with this flaw unless the condition holds.
    pub(crate) fn ensure(&self, sound: bool, what: &'static str) -> Result<(), SnapshotError> {
        if sound { Ok(()) } else { Err(self.flaw(what)) }
    }
}
