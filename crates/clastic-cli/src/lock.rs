//! One run at a time in an output folder.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::Failure;

/// The right to write to a folder. The system takes it back when the process ends, in whatever way.
pub struct Lock {
    folder: PathBuf,
    _file: File,
}

impl Lock {
    /// Makes the folder if it must, and fails if another run writes there.
    pub fn take(folder: &Path) -> Result<Lock, Failure> {
        let path = folder.join(".lock");
        let opened = fs::create_dir_all(folder)
            .and_then(|()| File::options().write(true).create(true).truncate(false).open(&path));
        let file = opened.map_err(|error| Failure::Disk(path, error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let message = "another run is writing there; expected another --out, or to wait for its end";
                return Err(Failure::Disk(folder.to_path_buf(), io::Error::other(message)));
            }
            Err(TryLockError::Error(error)) => {
                tracing::warn!("{}: other runs are not kept out: {error}", folder.display());
            }
        }
        Ok(Lock { folder: folder.to_path_buf(), _file: file })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}
