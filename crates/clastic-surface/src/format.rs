//! The list of formats.

use std::io::{self, Write};
use std::path::Path;

use clastic_frames::{Error, Frame, Units, replace_file};

use crate::{Surface, obj, ply, usda, vtp};

/// A file format for surfaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SurfaceFormat {
    /// Polygons with properties, binary.
    #[default]
    Ply,
    /// Wavefront's polygons, text.
    Obj,
    /// Universal Scene Description, text.
    Usda,
    /// VTK's polygons, binary.
    Vtp,
}

impl SurfaceFormat {
    /// All of them.
    pub const ALL: [SurfaceFormat; 4] =
        [SurfaceFormat::Ply, SurfaceFormat::Obj, SurfaceFormat::Usda, SurfaceFormat::Vtp];

    /// The name in options.
    pub fn name(self) -> &'static str {
        match self {
            SurfaceFormat::Ply => "ply",
            SurfaceFormat::Obj => "obj",
            SurfaceFormat::Usda => "usda",
            SurfaceFormat::Vtp => "vtp",
        }
    }

    /// How the files' names end, without the dot.
    pub fn extension(self) -> &'static str {
        self.name()
    }

    /// What it is for, in a line.
    pub fn about(self) -> &'static str {
        match self {
            SurfaceFormat::Ply => "binary polygons with normals and velocities, for Blender and MeshLab",
            SurfaceFormat::Obj => "polygons with normals as text, for any program; no velocities",
            SurfaceFormat::Usda => {
                "a USD mesh as text with velocities for motion blur, for Houdini and Blender"
            }
            SurfaceFormat::Vtp => "binary VTK polygons with normals and velocities, for ParaView",
        }
    }

    /// The one of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        SurfaceFormat::ALL.into_iter().find(|format| format.name() == name)
    }
}

/// What a file says of its surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Label<'a> {
    /// The material's name.
    pub material: &'a str,
    /// The frame's number.
    pub index: u64,
    /// The time, in s.
    pub time: f64,
    /// Frames per second of simulated time, in 1/s.
    pub frame_rate: f64,
    /// The units of all numbers.
    pub units: Units,
}

impl Default for Label<'_> {
    /// That of a frame without particles.
    fn default() -> Self {
        let Frame { index, time, frame_rate, units, .. } = Frame::default();
        Label { material: "matter", index, time, frame_rate, units }
    }
}

impl<'a> Label<'a> {
    /// That of a material in a frame.
    pub fn of(frame: &Frame, material: &'a str) -> Self {
        let Frame { index, time, frame_rate, units, .. } = *frame;
        Label { material, index, time, frame_rate, units }
    }

    /// The same as a frame, whose files have the same headings.
    pub(crate) fn frame(&self) -> Frame {
        let Label { material, index, time, frame_rate, units } = *self;
        let materials = vec![material.to_owned()];
        Frame { index, time, frame_rate, units, materials, ..Frame::default() }
    }
}

/// Writes a surface. The file appears whole or not at all.
pub fn write(surface: &Surface, label: &Label, path: &Path, format: SurfaceFormat) -> Result<(), Error> {
    let frame = label.frame();
    frame.check().map_err(|flaw| Error::Frame { index: label.index, flaw })?;
    replace_file(path, |file| encode(surface, &frame, format, file))
}

/// The bytes of a surface with a checked frame.
pub(crate) fn encode(
    surface: &Surface,
    frame: &Frame,
    format: SurfaceFormat,
    sink: &mut dyn Write,
) -> io::Result<()> {
    match format {
        SurfaceFormat::Ply => ply::encode(surface, frame, sink),
        SurfaceFormat::Obj => obj::encode(surface, frame, sink),
        SurfaceFormat::Usda => usda::encode(surface, frame, sink),
        SurfaceFormat::Vtp => vtp::encode(surface, frame, sink),
    }
}

/// Writes rows in pieces of many.
pub(crate) fn in_pieces<T>(
    rows: impl IntoIterator<Item = T>,
    sink: &mut dyn Write,
    mut put: impl FnMut(T, &mut Vec<u8>),
) -> io::Result<()> {
    const PIECE: usize = 1 << 18;
    let mut bytes = Vec::with_capacity(PIECE + (PIECE >> 4));
    for row in rows {
        put(row, &mut bytes);
        if bytes.len() >= PIECE {
            sink.write_all(&bytes)?;
            bytes.clear();
        }
    }
    sink.write_all(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clastic_frames::Flaw;

    #[test]
    fn names_are_found() {
        for format in SurfaceFormat::ALL {
            assert_eq!(SurfaceFormat::from_name(format.name()), Some(format));
        }
        assert_eq!(SurfaceFormat::from_name("npz"), None);
    }

    #[test]
    fn what_cannot_be_written_leaves_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let surface = Surface::default();
        for format in SurfaceFormat::ALL {
            let nowhere = folder.path().join("none").join("0000");
            let outcome = write(&surface, &Label::default(), &nowhere, format);
            assert!(matches!(outcome, Err(Error::Io { path, .. }) if path == nowhere));
            let label = Label { material: "a\nb", index: 7, ..Label::default() };
            let outcome = write(&surface, &label, &folder.path().join("0007"), format);
            assert!(matches!(outcome, Err(Error::Frame { index: 7, flaw: Flaw::Name(_) })));
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
