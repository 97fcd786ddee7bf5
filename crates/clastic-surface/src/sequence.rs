//! Files that play the surfaces of a run in order.

use std::io::Write as _;
use std::path::Path;

use clastic_frames::{Error, Frame, replace_file, sequences};

use crate::{Label, SurfaceFormat, usda};

/// The surfaces of one material, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Sequence {
    /// The material's name.
    pub material: String,
    /// Of each surface the number and time, in s, of its frame, and its file: relative to the list, with slashes,
    /// without its extension.
    pub files: Vec<(u64, f64, String)>,
}

/// Writes the file that opens all surfaces of a format, to be shown together: `surfaces.pvd` for VTP, `surfaces.usda`
/// for USD. Other formats have none. The label is that of any of them.
pub fn write_sequences(
    folder: &Path,
    sequences: &[Sequence],
    label: &Label,
    format: SurfaceFormat,
) -> Result<(), Error> {
    let file = |stem: &str| format!("{stem}.{}", format.extension());
    match format {
        SurfaceFormat::Ply | SurfaceFormat::Obj => Ok(()),
        SurfaceFormat::Vtp => {
            let part = |sequence: &Sequence| -> Vec<(f64, String)> {
                sequence.files.iter().map(|(_, time, stem)| (*time, file(stem))).collect()
            };
            let parts: Vec<_> = sequences.iter().map(|one| (one.material.as_str(), part(one))).collect();
            sequences::vtk(&folder.join("surfaces.pvd"), &parts)
        }
        SurfaceFormat::Usda => {
            let files: Vec<Vec<(u64, String)>> = sequences
                .iter()
                .map(|one| one.files.iter().map(|(index, _, stem)| (*index, file(stem))).collect())
                .collect();
            let materials = sequences.iter().map(|one| one.material.clone()).collect();
            let text = usda::stage(&Frame { materials, ..label.frame() }, &files);
            replace_file(&folder.join("surfaces.usda"), |file| file.write_all(text.as_bytes()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(name: &str, format: SurfaceFormat) -> Option<String> {
        let folder = tempfile::tempdir().unwrap();
        let files =
            |folder: &str| vec![(2, 0.25, format!("{folder}/0002")), (4, 0.5, format!("{folder}/0004"))];
        let of = |material: &str| Sequence { material: material.to_owned(), files: files("here") };
        let sequences = [of("wet-sand"), of("wet_sand"), of("2 < 3 & 4")];
        write_sequences(folder.path(), &sequences, &Label::default(), format).unwrap();
        std::fs::read_to_string(folder.path().join(name)).ok()
    }

    #[test]
    fn a_collection_has_a_part_per_material() {
        let text = written("surfaces.pvd", SurfaceFormat::Vtp).unwrap();
        for line in [
            "<DataSet timestep=\"0.5\" part=\"0\" name=\"wet-sand\" file=\"here/0004.vtp\"/>",
            "<DataSet timestep=\"0.25\" part=\"2\" name=\"2 &lt; 3 &amp; 4\" file=\"here/0002.vtp\"/>",
        ] {
            assert!(text.contains(line), "{line} in {text}");
        }
        assert_eq!(text.matches("<DataSet ").count(), 6);
    }

    #[test]
    fn a_stage_has_a_mesh_per_material_each_with_a_name_of_its_own() {
        let text = written("surfaces.usda", SurfaceFormat::Usda).unwrap();
        for line in [
            "    startTimeCode = 2\n",
            "    endTimeCode = 4\n",
            "    def Mesh \"wet_sand\" (\n",
            "    def Mesh \"wet_sand_\" (\n",
            "    def Mesh \"_2___3___4\" (\n",
            "asset[] assetPaths = [@./here/0002.usda@, @./here/0004.usda@]\n",
            "double2[] active = [(2, 0), (4, 1)]\n",
            "double2[] times = [(2, 2), (4, 4)]\n",
        ] {
            assert!(text.contains(line), "{line} in {text}");
        }
        assert!(text.lines().all(|line| !line.ends_with(' ')), "{text}");
    }

    #[test]
    fn other_formats_have_no_list() {
        for format in [SurfaceFormat::Ply, SurfaceFormat::Obj] {
            assert_eq!([written("surfaces.pvd", format), written("surfaces.usda", format)], [None, None]);
        }
    }
}
