//! The scenes that come with Clastic, and `clastic new`.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::Failure;

macro_rules! gallery {
    ($($name:literal),+ $(,)?) => {
        /// Every scene of the gallery: its name and its text.
        pub const GALLERY: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../../scenes/", $name, ".toml")))),+];
    };
}
gallery!(
    "jelly",
    "dam-break",
    "two-disks",
    "rings",
    "splash",
    "toys",
    "sand-drop",
    "snow-drop",
    "mud",
    "melting",
    "lava",
    "hourglass",
    "fountain",
    "mixer",
    "cup",
    "brine",
    "alloy",
    "hair",
);

const SCHEMA: &str = include_str!("../../../scenes/clastic.schema.json");
const SCHEMA_NAME: &str = "clastic.schema.json";

/// What a scene says of itself in its first comment.
pub fn about(text: &str) -> &str {
    let comment = text.lines().filter_map(|line| line.strip_prefix("# "));
    comment.map(str::trim).next().unwrap_or_default()
}

/// What `new` takes.
#[derive(Args)]
pub struct NewArguments {
    /// The scene's name; NAME.toml is written
    name: String,
    /// The scene of the gallery to start from
    #[arg(long, value_name = "SCENE", default_value = "jelly")]
    from: String,
}

/// Writes a scene to start from, and the schema with which editors complete it.
pub fn new(arguments: &NewArguments) -> Result<(), Failure> {
    let NewArguments { name, from } = arguments;
    let plain = |c: char| c.is_alphanumeric() || "-_".contains(c);
    if name.is_empty() || !name.chars().all(plain) {
        return Err(Failure::Input(format!(
            "`{name}` cannot name a scene; expected letters, digits, `-` or `_`"
        )));
    }
    let Some((_, text)) = GALLERY.iter().find(|(scene, _)| scene == from) else {
        let names: Vec<_> = GALLERY.iter().map(|(scene, _)| *scene).collect();
        return Err(Failure::Input(format!(
            "--from {from}: no scene is called so; there are {}",
            names.join(", ")
        )));
    };
    let text = text.replace(&format!("name = \"{from}\""), &format!("name = \"{name}\""));
    let path = PathBuf::from(format!("{name}.toml"));
    write_new(&path, &text)?;
    // An older schema is replaced: it is not the user's.
    std::fs::write(SCHEMA_NAME, SCHEMA).map_err(|error| Failure::Disk(SCHEMA_NAME.into(), error))?;
    crate::print(&format!("{} written; run it with: clastic run {}", path.display(), path.display()))
}

/// Writes a file that must not be there yet.
fn write_new(path: &Path, text: &str) -> Result<(), Failure> {
    if path.exists() {
        return Err(Failure::Input(format!("{} is there already; expected a new name", path.display())));
    }
    let file = OpenOptions::new().write(true).create_new(true).open(path);
    file.and_then(|mut file| file.write_all(text.as_bytes()))
        .map_err(|error| Failure::Disk(path.to_path_buf(), error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gallery_is_the_folder() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
            .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
            .collect();
        files.sort();
        let mut names: Vec<&str> = GALLERY.iter().map(|(name, _)| *name).collect();
        names.sort();
        assert_eq!(names, files);
        for (name, text) in GALLERY {
            assert!(!about(text).is_empty(), "{name} does not say what it is");
        }
    }
}
