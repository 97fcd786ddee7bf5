//! Archives to frames.
//!
//! Files come from anywhere, so nothing that they say is believed: places and sizes are checked against the file before
//! they are used, and memory is taken only for bytes that are there.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use super::array::Array;
use super::directory::Directory;
use crate::{Damage, Error, Floats, Frame, Lines, Net, Units};

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
    let column = |name, shape: &[usize]| -> Result<Option<Floats>, Damage> {
        optional(name)?.map(|array| array.floats(shape)).transpose()
    };
    let units = get("units")?.strings(&[])?.concat();
    let materials = get("materials")?;
    let id: Vec<u64> = get("id")?.integers(&[n])?;
    let net = net(&directory, &id)?.map(Arc::new);
    let frame = Frame {
        dimension,
        index: get("index")?.integer()?,
        time: get("time")?.float()?,
        frame_rate: get("frame_rate")?.float()?,
        spacing: get("spacing")?.float()?,
        units: Units::from_name(&units).ok_or(Damage::Units(units))?,
        materials: materials.strings(&[materials.shape.iter().product()])?,
        id,
        material: get("material")?.integers(&[n])?,
        x: x.floats(&[n, d])?,
        v: floats("v", &[n, d])?,
        j: floats("j", &[n])?,
        c: column("c", &[n, d, d])?,
        f: column("f", &[n, d, d])?,
        stress: column("stress", &[n, d, d])?,
        temperature: column("temperature", &[n])?,
        concentration: optional("concentration")?.map(|array| concentrations(array, n)).transpose()?,
        net,
    };
    frame.check().map_err(Damage::Frame)?;
    Ok(frame)
}

/// Concentrations of one component or of several.
fn concentrations(array: Array, particles: usize) -> Result<Floats, Damage> {
    match array.shape[..] {
        [_, components] => array.floats(&[particles, components]),
        _ => array.floats(&[particles]),
    }
}

/// Which particles are joined, by the ids of their rows.
fn net(directory: &Directory, id: &[u64]) -> Result<Option<Net>, Damage> {
    let optional = |name| directory.get(name).map(|entry| Array::parse(name, entry)).transpose();
    let lines = match (optional("lines")?, optional("line_starts")?) {
        (None, None) => None,
        (Some(rows), Some(starts)) => {
            let points = rows.cells::<1>(id)?.into_flattened();
            let starts = starts.integers(&starts.shape)?;
            Some(Lines::from_starts(points, starts).ok_or(Damage::Cells("line_starts"))?)
        }
        (None, Some(_)) => return Err(Damage::Missing("lines")),
        (Some(_), None) => return Err(Damage::Missing("line_starts")),
    };
    let triangles = optional("triangles")?.map(|array| array.cells(id)).transpose()?;
    let tetrahedra = optional("tetrahedra")?.map(|array| array.cells(id)).transpose()?;
    let none = lines.is_none() && triangles.is_none() && tetrahedra.is_none();
    Ok((!none).then(|| Net {
        lines: lines.unwrap_or_default(),
        triangles: triangles.unwrap_or_default(),
        tetrahedra: tetrahedra.unwrap_or_default(),
    }))
}
