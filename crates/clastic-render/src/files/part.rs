//! A file that is being written, under another name.

use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use crate::error::WriteError;

/// Removes what was written unless it is kept.
#[derive(Debug)]
pub(super) struct PartFile {
    path: PathBuf,
    part: PathBuf,
    kept: bool,
}

impl PartFile {
    pub fn new(path: &Path) -> Self {
        let mut name = path.file_name().unwrap_or_default().to_os_string();
        name.push(".part");
        PartFile { path: path.to_path_buf(), part: path.with_file_name(name), kept: false }
    }

    /// The name that it has meanwhile.
    pub fn meanwhile(&self) -> &Path {
        &self.part
    }

    pub fn create(&self) -> Result<BufWriter<File>, WriteError> {
        File::create(&self.part).map(BufWriter::new).map_err(|error| self.failed(error))
    }

    pub fn failed(&self, error: impl Into<io::Error>) -> WriteError {
        WriteError::File { path: self.path.clone(), error: error.into() }
    }

    /// Gives it its name.
    pub fn keep(mut self) -> Result<(), WriteError> {
        fs::rename(&self.part, &self.path).map_err(|error| self.failed(error))?;
        self.kept = true;
        Ok(())
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        if !self.kept {
            // Half a file is of no use; what went wrong is known already.
            let _ = fs::remove_file(&self.part);
        }
    }
}
