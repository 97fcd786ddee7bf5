//! Files that appear whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::Error;

/// Writes a file under another name in the same folder and renames it, so that a reader never sees half of it and a
/// killed run leaves none. It is not flushed to the disk itself: after a loss of power the newest files may be missing.
pub fn replace_file(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), Error> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".part");
    let part = path.with_file_name(name);
    let attempt = || {
        let mut file = BufWriter::new(File::create(&part)?);
        write(&mut file)?;
        file.into_inner()?;
        fs::rename(&part, path)
    };
    attempt().map_err(|source| {
        // Half a file is of no use; what went wrong is known already.
        let _ = fs::remove_file(&part);
        Error::Io { path: path.to_path_buf(), source }
    })
}

/// Writes a short text.
pub(crate) fn replace_text(path: &Path, text: &str) -> Result<(), Error> {
    replace_file(path, |file| file.write_all(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn an_error_midway_leaves_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        replace_text(&path, "old").unwrap();
        let outcome = replace_file(&path, |file| {
            file.write_all(&[b'x'; 100_000])?;
            Err(io::Error::other("pulled the plug"))
        });
        assert!(matches!(outcome, Err(Error::Io { path: at, .. }) if at == path));
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(names(folder.path()), ["a.txt"]);
    }

    #[test]
    fn a_name_that_is_taken_by_a_folder_is_an_error_without_a_trace() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("a.txt")).unwrap();
        assert!(replace_text(&folder.path().join("a.txt"), "new").is_err());
        assert_eq!(names(folder.path()), ["a.txt"]);
        assert!(replace_text(&folder.path().join("no/such/folder"), "new").is_err());
    }

    /// The last bytes reach the disk when the buffer is emptied, which must not be left to a destructor.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_noticed_even_for_a_short_file() {
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("/dev/full", folder.path().join("a.txt.part")).unwrap();
        let outcome = replace_text(&folder.path().join("a.txt"), "short");
        assert!(
            matches!(&outcome, Err(Error::Io { source, .. }) if source.kind() == io::ErrorKind::StorageFull),
            "{outcome:?}"
        );
        assert_eq!(names(folder.path()), [""; 0]);
    }
}
