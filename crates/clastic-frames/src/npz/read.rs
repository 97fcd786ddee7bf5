//! Archives to frames.
//!
//! Files come from anywhere, so nothing that they say is believed: places and sizes are checked against the file before
//! they are used, and memory is taken only for bytes that are there.

use std::fs;
use std::path::Path;

use super::array::Array;
use super::directory::Directory;
use crate::{Damage, Error, Floats, Frame, Units};

/// Reads a frame from an NPZ file, as [`crate::write()`] or NumPy's `savez` writes it. Arrays that no frame has are
/// ignored.
pub fn read(path: &Path) -> Result<Frame, Error> {
    let bytes = fs::read(path).map_err(|source| Error::Unreadable { path: path.to_path_buf(), source })?;
    decode(&bytes).map_err(|damage| Error::Damaged { path: path.to_path_buf(), damage })
}

/// Reads a frame from the bytes of an NPZ file.
pub fn decode(bytes: &[u8]) -> Result<Frame, Damage> {
    let directory = Directory::parse(bytes)?;
    let optional = |name| directory.get(name).map(|entry| Array::parse(name, entry)).transpose();
    let get = |name| optional(name)?.ok_or(Damage::Missing(name));

    let x = get("x")?;
    let [n, d] = x.shape[..] else {
        return Err(x.misshapen());
    };
    let dimension = u8::try_from(d).ok().filter(|d| matches!(d, 2 | 3)).ok_or_else(|| x.misshapen())?;
    let floats = |name, shape: &[usize]| get(name)?.floats(shape);
    let optional = |name, shape: &[usize]| -> Result<Option<Floats>, Damage> {
        optional(name)?.map(|array| array.floats(shape)).transpose()
    };
    let units = get("units")?.strings(&[])?.concat();
    let materials = get("materials")?;
    let frame = Frame {
        dimension,
        index: get("index")?.integer()?,
        time: get("time")?.float()?,
        frame_rate: get("frame_rate")?.float()?,
        spacing: get("spacing")?.float()?,
        units: Units::from_name(&units).ok_or(Damage::Units(units))?,
        materials: materials.strings(&[materials.shape.iter().product()])?,
        id: get("id")?.integers(&[n])?,
        material: get("material")?.integers(&[n])?,
        x: x.floats(&[n, d])?,
        v: floats("v", &[n, d])?,
        j: floats("j", &[n])?,
        c: optional("c", &[n, d, d])?,
        f: optional("f", &[n, d, d])?,
        stress: optional("stress", &[n, d, d])?,
        temperature: optional("temperature", &[n])?,
        concentration: optional("concentration", &[n])?,
    };
    frame.check().map_err(Damage::Frame)?;
    Ok(frame)
}
