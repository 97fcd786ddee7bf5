//! The directory at the end of a zip archive.

use std::collections::BTreeMap;

use super::{CENTRAL, END, END64, LOCAL, LOCATOR64, ZIP64};
use crate::Damage;

/// A file in an archive.
pub(super) struct Entry<'a> {
    pub checksum: u32,
    pub data: &'a [u8],
}

/// The arrays of an archive by name.
pub(super) struct Directory<'a>(BTreeMap<String, Entry<'a>>);

impl<'a> Directory<'a> {
    pub fn parse(file: &'a [u8]) -> Result<Self, Damage> {
        let (mut records, count) = central(file)?;
        let mut entries = BTreeMap::new();
        let mut total = 0;
        for _ in 0..count {
            let (name, entry) = record(file, &mut records)?;
            // Files that overlap would make much of little.
            total += entry.data.len();
            if total > file.len() {
                return Err(Damage::Directory);
            }
            if entries.contains_key(&name) {
                return Err(Damage::Twice(name));
            }
            entries.insert(name, entry);
        }
        Ok(Directory(entries))
    }

    pub fn get(&self, name: &str) -> Option<&Entry<'a>> {
        self.0.get(name)
    }
}

/// The directory's records and how many there are.
fn central(file: &[u8]) -> Result<(Cursor<'_>, u64), Damage> {
    const LENGTH: usize = 22;
    let last = file.len().checked_sub(LENGTH).ok_or(Damage::EndsEarly)?;
    // A comment of up to 64 KiB may follow; its length must lead to the file's end.
    let is_end = |at: &usize| {
        let comment = file.len() - at - LENGTH;
        file[*at..].starts_with(&END.to_le_bytes())
            && file[at + LENGTH - 2..].starts_with(&(comment as u16).to_le_bytes())
    };
    let at = (last.saturating_sub(u16::MAX.into())..=last).rev().find(is_end).ok_or(Damage::Directory)?;
    let mut end = Cursor(&file[at + 10..]);
    let (mut count, _size, mut start) = (u64::from(end.u16()?), end.u32()?, u64::from(end.u32()?));
    if count == u16::MAX.into() || start == u32::MAX.into() {
        let mut locator = Cursor(&file[at.checked_sub(20).ok_or(Damage::Directory)?..]);
        if locator.u32()? != LOCATOR64 {
            return Err(Damage::Directory);
        }
        locator.skip(4)?;
        let mut end = Cursor::at(file, locator.u64()?)?;
        if end.u32()? != END64 {
            return Err(Damage::Directory);
        }
        end.skip(28)?;
        (count, _, start) = (end.u64()?, end.u64()?, end.u64()?);
    }
    Ok((Cursor::at(file, start)?, count))
}

/// Reads a record and finds its file.
fn record<'a>(file: &'a [u8], records: &mut Cursor<'a>) -> Result<(String, Entry<'a>), Damage> {
    if records.u32()? != CENTRAL {
        return Err(Damage::Directory);
    }
    records.skip(4)?;
    let (flags, method) = (records.u16()?, records.u16()?);
    records.skip(4)?;
    let checksum = records.u32()?;
    let (mut stored, mut size) = (u64::from(records.u32()?), u64::from(records.u32()?));
    let (name, extra, comment) = (records.u16()?, records.u16()?, records.u16()?);
    records.skip(8)?;
    let mut at = u64::from(records.u32()?);
    let name = String::from_utf8_lossy(records.slice(name.into())?);
    let name = name.strip_suffix(".npy").unwrap_or(&name).to_owned();
    widen(Cursor(records.slice(extra.into())?), [&mut size, &mut stored, &mut at])?;
    records.skip(comment.into())?;
    let encrypted = flags & 1 != 0;
    if method != 0 || encrypted || stored != size {
        return Err(Damage::Compressed(name));
    }
    let mut local = Cursor::at(file, at)?;
    if local.u32()? != LOCAL {
        return Err(Damage::Directory);
    }
    local.skip(22)?;
    let (local_name, local_extra) = (local.u16()?, local.u16()?);
    local.skip(usize::from(local_name) + usize::from(local_extra))?;
    let data = local.slice(usize::try_from(size).map_err(|_| Damage::EndsEarly)?)?;
    Ok((name, Entry { checksum, data }))
}

/// Replaces those values that are all ones by what the extra field of ZIP64 has for them, in order.
fn widen(mut extra: Cursor, values: [&mut u64; 3]) -> Result<(), Damage> {
    let mut wide = Cursor(&[]);
    while !extra.0.is_empty() {
        let (tag, length) = (extra.u16()?, extra.u16()?);
        let field = extra.slice(length.into())?;
        if tag == ZIP64 {
            wide = Cursor(field);
        }
    }
    for value in values.into_iter().filter(|value| **value == u64::from(u32::MAX)) {
        *value = wide.u64()?;
    }
    Ok(())
}

/// Bytes that are taken from the front.
pub(super) struct Cursor<'a>(pub &'a [u8]);

impl<'a> Cursor<'a> {
    fn at(file: &'a [u8], place: u64) -> Result<Self, Damage> {
        let place = usize::try_from(place).map_err(|_| Damage::EndsEarly)?;
        file.get(place..).map(Cursor).ok_or(Damage::EndsEarly)
    }

    pub fn slice(&mut self, length: usize) -> Result<&'a [u8], Damage> {
        self.0.split_off(..length).ok_or(Damage::EndsEarly)
    }

    pub fn skip(&mut self, length: usize) -> Result<(), Damage> {
        self.slice(length).map(|_| ())
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], Damage> {
        let (head, tail) = self.0.split_first_chunk().ok_or(Damage::EndsEarly)?;
        self.0 = tail;
        Ok(*head)
    }

    pub fn u16(&mut self) -> Result<u16, Damage> {
        self.take().map(u16::from_le_bytes)
    }

    pub fn u32(&mut self) -> Result<u32, Damage> {
        self.take().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64, Damage> {
        self.take().map(u64::from_le_bytes)
    }
}
