//! Tables of a run: one row per frame, whatever interrupts it.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

use clastic_frames::replace_file;

use crate::Failure;

/// A CSV file that grows by a row per frame; the first column is the frame's number.
pub struct Table {
    path: PathBuf,
    file: File,
}

impl Table {
    /// With these columns and no rows.
    pub fn fresh(path: PathBuf, columns: &str) -> Result<Table, Failure> {
        fs::write(&path, format!("{columns}\n")).map_err(|error| Failure::Disk(path.clone(), error))?;
        Table::open(path)
    }

    /// One that is there, without the rows of frames after this one: they will come again.
    pub fn resumed(path: PathBuf, columns: &str, frame: u64) -> Result<Table, Failure> {
        let text = fs::read_to_string(&path).map_err(|error| Failure::Unreadable(path.clone(), error))?;
        // A row that was cut off has too few columns, and is of a later frame anyway.
        let columns = columns.split(',').count();
        let whole = |line: &&str| line.split(',').count() == columns;
        let earlier = |line: &&str| {
            line.split(',')
                .next()
                .and_then(|number| number.parse().ok())
                .is_none_or(|number: u64| number <= frame)
        };
        let kept: String =
            text.lines().filter(whole).filter(earlier).map(|line| format!("{line}\n")).collect();
        replace_file(&path, |file| file.write_all(kept.as_bytes()))?;
        Table::open(path)
    }

    fn open(path: PathBuf) -> Result<Table, Failure> {
        match OpenOptions::new().append(true).open(&path) {
            Ok(file) => Ok(Table { path, file }),
            Err(error) => Err(Failure::Disk(path, error)),
        }
    }

    /// Appends a row.
    pub fn push(&mut self, row: &str) -> Result<(), Failure> {
        let written = self.file.write_all(format!("{row}\n").as_bytes());
        written.map_err(|error| Failure::Disk(self.path.clone(), error))
    }

    /// Waits until every row is on the disk.
    pub fn sync(&mut self) -> Result<(), Failure> {
        self.file.sync_data().map_err(|error| Failure::Disk(self.path.clone(), error))
    }
}
