//! Cem Yuksel's hair files: a header of 128 bytes and up to five arrays, all with the least byte first.
//!
//! | byte | what |
//! |---|---|
//! | 0 | `HAIR` |
//! | 4 | number of strands, `u32` |
//! | 8 | number of points, `u32` |
//! | 12 | which arrays there are, bits of a `u32` from the lowest |
//! | 16 | segments of each strand if no array says so, `u32` |
//! | 20 | thickness, transparency and colour likewise, 5 `f32` |
//! | 40 | a comment |
//!
//! The arrays are the segments of each strand (`u16`), and of each point its place (3 `f32`), thickness (`f32`),
//! transparency (`f32`) and colour (3 `f32`). Lengths are taken as m.

use super::Parts;
use crate::file::Malformed;
use crate::net::Cells;

const HEADER: usize = 128;

/// The bits of arrays.
const SEGMENTS: u32 = 1;
const POINTS: u32 = 2;

/// The sizes of the arrays of points, from bit 1, in bytes per point.
const SIZES: [u64; 4] = [12, 4, 4, 12];

pub(super) fn read(bytes: &[u8]) -> Result<Parts, Malformed> {
    if bytes.get(..4) != Some(b"HAIR") {
        return Err(Malformed::at_byte(0, "a hair file begins with 'HAIR'"));
    }
    if bytes.len() < HEADER {
        return Err(Malformed::at_byte(bytes.len(), "the file ends within its header"));
    }
    let [strands, points, arrays, default] = [4, 8, 12, 16].map(|at| number(bytes, at));
    if arrays & POINTS == 0 {
        return Err(Malformed::at_byte(12, "the file has no points"));
    }
    let segments = if arrays & SEGMENTS == 0 { 0 } else { 2 * u64::from(strands) };
    let per_point: u64 = (0..4).filter(|i| arrays >> (i + 1) & 1 == 1).map(|i| SIZES[i]).sum();
    let size = HEADER as u64 + segments + u64::from(points) * per_point;
    if (bytes.len() as u64) < size {
        let reason = format!("the header announces {size} bytes, but the file has {}", bytes.len());
        return Err(Malformed::at_byte(4, reason));
    }
    let (lengths, rest) = bytes[HEADER..].split_at(segments as usize);
    let (lengths, _) = lengths.as_chunks::<2>();
    let needed = match lengths {
        [] => u64::from(strands) * (u64::from(default) + 1),
        _ => lengths.iter().map(|length| u64::from(u16::from_le_bytes(*length)) + 1).sum(),
    };
    if needed != u64::from(points) {
        let reason = format!("the strands have {needed} points, but {points} are announced");
        return Err(Malformed::at_byte(8, reason));
    }
    let places = places(&rest[..12 * points as usize], HEADER + segments as usize)?;
    let length = |strand: usize| match lengths {
        [] => default as usize,
        _ => usize::from(u16::from_le_bytes(lengths[strand])),
    };
    let mut first = 0;
    let lines = (0..strands as usize).filter_map(|strand| {
        let next = first + length(strand) + 1;
        let line = without_repeats(first..next, &places);
        first = next;
        (line.len() > 1).then_some(line)
    });
    let lines = lines.collect();
    Ok((places, Cells::Lines(lines)))
}

fn number(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

fn places(bytes: &[u8], start: usize) -> Result<Vec<[f64; 3]>, Malformed> {
    let (numbers, _) = bytes.as_chunks::<4>();
    let (triples, _) = numbers.as_chunks::<3>();
    let place = |(index, triple): (usize, &[[u8; 4]; 3])| {
        let place = triple.map(|number| f64::from(f32::from_le_bytes(number)));
        let finite = place.iter().all(|x| x.is_finite());
        finite.then_some(place).ok_or_else(|| {
            Malformed::at_byte(start + 12 * index, format!("a coordinate of point {index} is not finite"))
        })
    };
    triples.iter().enumerate().map(place).collect()
}

/// The points of a strand without those that are where the one before is, as tips often are.
fn without_repeats(range: std::ops::Range<usize>, places: &[[f64; 3]]) -> Vec<u32> {
    let start = range.start;
    let moves = |&point: &usize| point == start || places[point] != places[point - 1];
    range.filter(moves).map(|point| point as u32).collect()
}
