//! The list of formats.

use std::io::{self, Write};
use std::path::Path;

use crate::file::replace_file;
use crate::{Error, Flaw, Frame, csv, npz, obj, ply, usda, vtu};

/// A file format for frames.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// NumPy arrays in an archive.
    #[default]
    Npz,
    /// Points with properties, faces and edges, binary.
    Ply,
    /// VTK's unstructured grid, binary.
    Vtu,
    /// Universal Scene Description, text.
    Usda,
    /// Points, lines and faces, text.
    Obj,
    /// A table, text.
    Csv,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 6] =
        [Format::Npz, Format::Ply, Format::Vtu, Format::Usda, Format::Obj, Format::Csv];

    /// The name in scenes and options.
    pub fn name(self) -> &'static str {
        match self {
            Format::Npz => "npz",
            Format::Ply => "ply",
            Format::Vtu => "vtu",
            Format::Usda => "usda",
            Format::Obj => "obj",
            Format::Csv => "csv",
        }
    }

    /// How the files' names end, without the dot.
    pub fn extension(self) -> &'static str {
        self.name()
    }

    /// What it is for, in a line.
    pub fn about(self) -> &'static str {
        match self {
            Format::Npz => "NumPy arrays, exact and fast; what Clastic reads back",
            Format::Ply => "binary points with properties, faces and edges, for Blender and MeshLab",
            Format::Vtu => "binary VTK points and cells, for ParaView; open frames.pvd",
            Format::Usda => {
                "USD points, curves and meshes as text in single precision, for Houdini and Blender; open frames.usda"
            }
            Format::Obj => "points, lines and faces as text, for any program; nothing but positions",
            Format::Csv => "a table as text, for spreadsheets",
        }
    }

    /// The one of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The largest id that its integers, or what takes their place, hold.
    fn largest_id(self) -> u64 {
        match self {
            Format::Ply => ply::LARGEST_ID,
            Format::Usda => usda::LARGEST_ID,
            Format::Npz | Format::Vtu | Format::Obj | Format::Csv => u64::MAX,
        }
    }
}

/// Writes a frame. The file appears whole or not at all.
pub fn write(frame: &Frame, path: &Path, format: Format) -> Result<(), Error> {
    let refuse = |flaw| Err(Error::Frame { index: frame.index, flaw });
    if let Err(flaw) = frame.check() {
        return refuse(flaw);
    }
    if let Some(id) = frame.id.last().copied().filter(|id| *id > format.largest_id()) {
        return refuse(Flaw::Id { format, id });
    }
    replace_file(path, |file| encode(frame, format, file))
}

/// The bytes of a checked frame.
pub(crate) fn encode(frame: &Frame, format: Format, sink: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Npz => npz::encode(frame, sink),
        Format::Ply => ply::encode(frame, sink),
        Format::Vtu => vtu::encode(frame, sink),
        Format::Usda => usda::encode(frame, sink),
        Format::Obj => obj::encode(frame, sink),
        Format::Csv => csv::encode(frame, sink),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{self, Precision};

    #[test]
    fn names_are_found() {
        for format in Format::ALL {
            assert_eq!(Format::from_name(format.name()), Some(format));
        }
        assert_eq!(Format::from_name("stl"), None);
    }

    #[test]
    fn an_error_leaves_no_file_whatever_the_format() {
        let folder = tempfile::tempdir().unwrap();
        let mut frame = samples::frame(2, Precision::Single);
        for format in Format::ALL {
            let nowhere = folder.path().join("none").join("0000");
            assert!(
                matches!(write(&frame, &nowhere, format), Err(Error::Io { path, .. }) if path == nowhere)
            );
        }
        frame.id.pop();
        for format in Format::ALL {
            let outcome = write(&frame, &folder.path().join("0000"), format);
            assert!(matches!(outcome, Err(Error::Frame { index: 3, flaw: Flaw::Length { .. } })));
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    /// A sink that takes so many bytes and no more.
    struct Full(usize);

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let taken = bytes.len().min(self.0);
            self.0 -= taken;
            if taken == 0 { Err(io::ErrorKind::StorageFull.into()) } else { Ok(taken) }
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_disk_that_fills_up_anywhere_is_an_error() {
        let frame = samples::joined(3, Precision::Double);
        for format in Format::ALL {
            let mut bytes = Vec::new();
            encode(&frame, format, &mut bytes).unwrap();
            for room in 0..bytes.len() {
                let outcome = encode(&frame, format, &mut Full(room));
                assert_eq!(outcome.unwrap_err().kind(), io::ErrorKind::StorageFull, "{format:?} {room}");
            }
            encode(&frame, format, &mut Full(bytes.len())).unwrap();
        }
    }

    #[test]
    fn ids_beyond_a_format_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("0000");
        let mut frame = samples::frame(2, Precision::Single);
        for format in Format::ALL {
            let last = frame.id.len() - 1;
            frame.id[last] = format.largest_id();
            write(&frame, &path, format).unwrap();
            if let Some(id) = format.largest_id().checked_add(1) {
                frame.id[last] = id;
                let outcome = write(&frame, &path, format);
                assert!(matches!(outcome, Err(Error::Frame { flaw: Flaw::Id { .. }, .. })), "{format:?}");
            }
        }
    }
}
