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
        let kept = earlier_rows(&text, columns, frame);
        replace_file(&path, |file| write!(file, "{columns}\n{kept}"))?;
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

/// The rows of a table up to a frame, in these columns: NaN in those that an earlier version did not write.
fn earlier_rows(text: &str, columns: &str, frame: u64) -> String {
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let names = lines.next().unwrap_or_default();
    let places: Vec<Option<usize>> =
        columns.split(',').map(|column| names.iter().position(|name| *name == column)).collect();
    // A row that was cut off has too few columns, and is of a later frame anyway.
    let whole = lines.filter(|row| row.len() == names.len());
    let earlier = whole.filter(|row| row[0].parse().is_ok_and(|number: u64| number <= frame));
    let kept = earlier.map(|row| {
        let cells: Vec<&str> = places.iter().map(|place| place.map_or("NaN", |place| row[place])).collect();
        format!("{}\n", cells.join(","))
    });
    kept.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_later_frames_and_rows_that_were_cut_off_go() {
        let text = "frame,time,mass\n0,0.0,1.0\n1,0.5,2.0\n2,1.0,3.0\n3,1";
        assert_eq!(earlier_rows(text, "frame,time,mass", 1), "0,0.0,1.0\n1,0.5,2.0\n");
        assert_eq!(earlier_rows("", "frame,time,mass", 1), "");
    }

    #[test]
    fn a_table_of_an_earlier_version_keeps_its_numbers_under_their_names() {
        let text = "frame,time,mass\n0,0.0,1.0\n1,0.5,2.0\n";
        assert_eq!(earlier_rows(text, "frame,time,cx,mass", 1), "0,0.0,NaN,1.0\n1,0.5,NaN,2.0\n");
    }
}
