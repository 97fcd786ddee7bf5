//! A set to the sections of a snapshot and back: the slots of every segment as they are, without the padding between.

use super::{EMPTY, FIELDS, ParticleSet, Segment};
use crate::error::SnapshotError;
use crate::grid::{Domain, EDGE, NONE, SKIN};
use crate::snapshot::{Reader, Section, Sections};
use crate::solvers::Stored;

/// Every chunk of some segments, with how many of its slots are filled.
fn chunks<const D: usize>(segments: &[Segment<D>], lanes: usize) -> impl Iterator<Item = (usize, usize)> {
    segments.iter().flat_map(move |segment| segment.chunks(lanes))
}

/// What a number of a field must not be, for a particle that exists.
fn flaw_of(field: &str, x: f64) -> Option<&'static str> {
    match field {
        "position" if !(-SKIN <= x && x < EDGE as f64 + SKIN) => Some("holds a particle outside its block"),
        "mass and volume" if !(x > 0.0 && x.is_finite()) => Some("must be positive"),
        "velocity" | "affine" | "gradient" | "modes" | "heat" | "concentration" | "reference"
            if !x.is_finite() =>
        {
            Some("holds a value that is not a finite number")
        }
        _ => None,
    }
}

impl<T: Stored, const D: usize> ParticleSet<T, D> {
    /// Appends segments, ids and fields.
    pub(crate) fn save(&self, name: &str, to: &mut Vec<Section>) {
        let lanes = T::PER_REGISTER;
        let mut segments = Section::new(format!("{name} segments"));
        for segment in &self.segments {
            segments.put_all(&segment.block);
            segments.put(segment.count);
        }
        let mut ids = Section::new(format!("{name} ids"));
        for (chunk, count) in chunks(&self.segments, lanes) {
            ids.put_all(&self.ids[chunk * lanes..][..count]);
        }
        let slots = ids.bytes.len() / size_of::<u64>();
        to.extend([segments, ids]);
        for (field, kind) in self.fields().into_iter().zip(FIELDS) {
            let mut section = Section::new(format!("{name} {}", kind.name));
            section.bytes.reserve_exact(slots * field.components * T::SIZE);
            // One component after the other: numbers of a kind compress better together.
            for k in 0..field.components {
                for (chunk, count) in chunks(&self.segments, lanes) {
                    section.put_all(&field.now[chunk * field.stride() + k * lanes..][..count]);
                }
            }
            to.push(section);
        }
    }

    /// Fills an empty set with what was saved, of which the first `ordered` segments have a home.
    pub(crate) fn load(
        &mut self,
        name: &str,
        domain: &Domain<D>,
        ordered: u64,
        from: &mut Sections,
    ) -> Result<(), SnapshotError> {
        let lanes = T::PER_REGISTER;
        let segments = load_segments(from.next(&format!("{name} segments"))?, domain, lanes, ordered)?;
        let slots: u64 = segments.iter().map(|segment| segment.count as u64).sum();
        let mut ids = from.next(&format!("{name} ids"))?;
        ids.expect(slots * size_of::<u64>() as u64)?;
        let mut values = Vec::with_capacity(FIELDS.len());
        for (field, kind) in self.fields().into_iter().zip(FIELDS) {
            let reader = from.next(&format!("{name} {}", kind.name))?;
            reader.expect(slots * (field.components * T::SIZE) as u64)?;
            values.push(reader);
        }

        // Everything is there, so that room may be made for it.
        self.reserve(segments.last().map_or(0, |segment| segment.end_chunk(lanes)), 0);
        for (chunk, count) in chunks(&segments, lanes) {
            ids.fill(&mut self.ids[chunk * lanes..][..count])?;
        }
        let present = std::mem::take(&mut self.ids);
        for ((field, kind), reader) in self.fields_mut().into_iter().zip(&mut values) {
            let stride = field.stride();
            for k in 0..field.components {
                for (chunk, count) in chunks(&segments, lanes) {
                    let numbers = &mut field.now[chunk * stride + k * lanes..][..count];
                    reader.fill(numbers)?;
                    for (number, id) in numbers.iter().zip(&present[chunk * lanes..]) {
                        let flaw = if *id == EMPTY { None } else { flaw_of(kind.name, number.to_f64()) };
                        flaw.map_or(Ok(()), |what| Err(reader.flaw(what)))?;
                    }
                }
            }
        }
        self.ids = present;
        self.segments = segments;
        for slot in 0..self.used_chunks() * lanes {
            if self.ids[slot] == EMPTY {
                self.clear(slot);
            }
        }
        Ok(())
    }
}

/// The segments, one after the other in chunks of their own. Whether those that have a home are in the order of the homes
/// is for whoever knows all sets to see.
fn load_segments<const D: usize>(
    mut from: Reader,
    domain: &Domain<D>,
    lanes: usize,
    ordered: u64,
) -> Result<Vec<Segment<D>>, SnapshotError> {
    let count = from.records((D + 1) * size_of::<u32>())?;
    from.ensure(ordered <= count as u64, "holds fewer blocks than were ordered")?;
    let mut segments: Vec<Segment<D>> = Vec::with_capacity(count);
    let mut chunk = 0u64;
    for _ in 0..count {
        let (block, count): ([i32; D], u32) = (from.array()?, from.number()?);
        from.ensure(domain.holds(&block), "holds a block outside the world")?;
        from.ensure(count > 0, "holds a block without particles")?;
        segments.push(Segment { block, home: NONE, first_chunk: chunk as u32, count });
        chunk += (count as u64).div_ceil(lanes as u64);
        // Slots are counted in 32 bits, slack included.
        from.ensure(
            chunk * lanes as u64 * 3 / 2 < NONE as u64,
            "holds more particles than there is room for",
        )?;
    }
    Ok(segments)
}
