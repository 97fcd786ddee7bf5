//! Checkpoint files: snapshots that outlive a crash.
//!
//! ```text
//! magic       8 bytes
//! format      u32
//! body        a zstd frame: version, scene key, notes, then every section of the snapshot
//! checksum    u32, CRC-32 of all bytes before it
//! ```
//!
//! Numbers stand lowest byte first. Text is its length (u32) and UTF-8, a section its name, its length (u64) and bytes.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clastic::{Section, Snapshot};
use clastic_frames::replace_file;

const MAGIC: [u8; 8] = *b"CLASTIC\x1a";
/// Format 4 holds what has come from sources, gone into sinks and pressed on colliders and walls.
const FORMAT: u32 = 5;
const VERSION: &str = env!("CARGO_PKG_VERSION");
const EXTENSION: &str = ".clastic";
/// What [`replace_file`] appends to the name of a file that is not yet whole.
const UNFINISHED: &str = ".clastic.part";
/// The fastest of zstd's usual levels: floats hardly compress further.
const LEVEL: i32 = 1;
/// Far above what that level needs; a frame that claims more memory than 2²³ bytes is refused.
const WINDOW: u32 = 23;

/// A checkpoint as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded {
    /// Its number.
    pub number: u64,
    /// What [`clastic::Simulation::restore`] takes.
    pub snapshot: Snapshot,
    /// What the caller had to say.
    pub notes: String,
}

/// What a folder of checkpoints holds.
#[derive(Debug)]
pub struct Latest<T> {
    /// What the newest checkpoint that is of use gives.
    pub found: Option<T>,
    /// Newer ones that are of no use, newest first; each as a warning.
    pub skipped: Vec<Skipped>,
}

/// A file that is of no use.
#[derive(Debug)]
pub struct Skipped {
    /// Which.
    pub path: PathBuf,
    /// Why.
    pub flaw: CheckpointFlaw,
}

/// Why a checkpoint is of no use.
#[derive(Debug)]
pub enum CheckpointFlaw {
    /// The file cannot be read.
    Unreadable(io::Error),
    /// It does not begin as a checkpoint does.
    NotOne,
    /// Its checksum is wrong.
    Damaged,
    /// It is laid out in another way.
    Format(u32),
    /// Another version of Clastic wrote it, which may have rounded differently.
    Version(String),
    /// It is whole, but makes no sense.
    Content(io::Error),
    /// It makes sense, but no run can go on from it.
    Unfit(String),
}

/// Why no checkpoint may be taken from a folder.
#[derive(Debug)]
pub enum CheckpointError {
    /// The folder cannot be read.
    Folder(PathBuf, io::Error),
    /// The checkpoint is of another scene.
    OtherScene(PathBuf),
    /// The only one is of no use.
    Unfit(Skipped),
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: the checkpoint {}", self.path.display(), self.flaw)
    }
}

impl fmt::Display for CheckpointFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointFlaw::Unreadable(error) => write!(f, "cannot be read: {error}"),
            CheckpointFlaw::NotOne => write!(f, "does not begin as a checkpoint does"),
            CheckpointFlaw::Damaged => write!(f, "is damaged or ends early: its checksum is wrong"),
            CheckpointFlaw::Format(format) => {
                write!(f, "is of format {format}; this version reads format {FORMAT}")
            }
            CheckpointFlaw::Version(version) => {
                write!(f, "was written by version {version}; this is {VERSION}, which may round differently")
            }
            CheckpointFlaw::Content(error) => write!(f, "makes no sense: {error}"),
            CheckpointFlaw::Unfit(reason) => write!(f, "cannot be taken up: {reason}"),
        }
    }
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointError::Folder(path, error) => write!(f, "{}: {error}", path.display()),
            CheckpointError::OtherScene(path) => {
                write!(f, "{}: the checkpoint belongs to another scene", path.display())
            }
            CheckpointError::Unfit(skipped) => write!(f, "{skipped}"),
        }
    }
}

impl std::error::Error for CheckpointFlaw {}
impl std::error::Error for CheckpointError {}

/// Writes `folder/00000123.clastic`, which appears whole, on the disk and not only in its cache, or not at all. Makes the
/// folder if it must.
///
/// The one before is kept beside it. Older ones are deleted, and so are files that were never finished and checkpoints
/// with a higher number, which a run has left that this one does not go on from.
///
/// `notes` are the caller's; `scene_key` tells one scene from another.
pub fn write_checkpoint(
    folder: &Path,
    number: u64,
    snapshot: &Snapshot,
    notes: &str,
    scene_key: &str,
) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let path = path_of(folder, number);
    save_checkpoint(&path, snapshot, notes, scene_key)?;
    sync_folder(folder)?;
    clean(folder, number)?;
    Ok(path)
}

/// Writes a checkpoint into one file, which appears whole, on the disk and not only in its cache, or not at all.
///
/// `notes` are the caller's; `scene_key` tells one scene from another.
pub fn save_checkpoint(path: &Path, snapshot: &Snapshot, notes: &str, scene_key: &str) -> io::Result<()> {
    replace_file(path, |file| {
        let mut summed = Summed { sink: &mut *file, sum: crc32fast::Hasher::new() };
        summed.write_all(&MAGIC)?;
        summed.write_all(&FORMAT.to_le_bytes())?;
        let mut body = zstd::Encoder::new(&mut summed, LEVEL)?;
        body.include_checksum(true)?;
        write_body(&mut body, &[VERSION, scene_key, notes], snapshot)?;
        body.finish()?;
        let sum = summed.sum.finalize();
        file.write_all(&sum.to_le_bytes())?;
        file.flush()?;
        file.get_ref().sync_all()
    })
    .map_err(|error| match error {
        clastic_frames::Error::Io { source, .. } => source,
        other => io::Error::other(other),
    })
}

/// Deletes the checkpoints of a folder, as a run does that begins anew.
pub fn clear_checkpoints(folder: &Path) -> io::Result<()> {
    let Entries { checkpoints, unfinished } = match entries(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    checkpoints
        .into_iter()
        .map(|number| path_of(folder, number))
        .chain(unfinished)
        .try_for_each(fs::remove_file)
}

/// Reads the newest checkpoint of a folder that is whole, of this version, and that `restore` can take up; it says why
/// not. A folder that is not there holds none.
///
/// It fails if that checkpoint is of another scene.
pub fn read_latest<T>(
    folder: &Path,
    scene_key: &str,
    restore: impl Fn(&Loaded) -> Result<T, String>,
) -> Result<Latest<T>, CheckpointError> {
    let mut numbers = match entries(folder) {
        Ok(entries) => entries.checkpoints,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(CheckpointError::Folder(folder.to_path_buf(), error)),
    };
    numbers.sort_unstable();
    let mut latest = Latest { found: None, skipped: Vec::new() };
    for number in numbers.into_iter().rev() {
        let path = path_of(folder, number);
        let restored = match read(&path, number, scene_key) {
            Ok(None) => return Err(CheckpointError::OtherScene(path)),
            Ok(Some(loaded)) => restore(&loaded).map_err(CheckpointFlaw::Unfit),
            Err(flaw) => Err(flaw),
        };
        match restored {
            Ok(found) => {
                latest.found = Some(found);
                break;
            }
            Err(flaw) => latest.skipped.push(Skipped { path, flaw }),
        }
    }
    Ok(latest)
}

/// Reads the checkpoint of a scene from one file.
pub fn load_checkpoint(path: &Path, scene_key: &str) -> Result<Loaded, CheckpointError> {
    let unfit = |flaw| CheckpointError::Unfit(Skipped { path: path.to_path_buf(), flaw });
    read(path, 0, scene_key).map_err(unfit)?.ok_or_else(|| CheckpointError::OtherScene(path.to_path_buf()))
}

fn path_of(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("{number:08}{EXTENSION}"))
}

/// What a folder holds of ours.
#[derive(Default)]
struct Entries {
    checkpoints: Vec<u64>,
    unfinished: Vec<PathBuf>,
}

fn entries(folder: &Path) -> io::Result<Entries> {
    let mut entries = Entries::default();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let number = |suffix: &str| {
            let digits = name.to_str()?.strip_suffix(suffix)?;
            let ours = digits.len() >= 8 && digits.bytes().all(|byte| byte.is_ascii_digit());
            if ours { digits.parse::<u64>().ok() } else { None }
        };
        if number(UNFINISHED).is_some() {
            entries.unfinished.push(entry.path());
        }
        // A name with more zeros than ours would be looked for under another.
        entries.checkpoints.extend(number(EXTENSION).filter(|n| path_of(folder, *n) == entry.path()));
    }
    Ok(entries)
}

/// Leaves the checkpoint of this number and the one before.
fn clean(folder: &Path, newest: u64) -> io::Result<()> {
    let Entries { checkpoints, unfinished } = entries(folder)?;
    let before = checkpoints.iter().copied().filter(|number| *number < newest).max();
    let old = checkpoints.into_iter().filter(|number| *number != newest && Some(*number) != before);
    old.map(|number| path_of(folder, number)).chain(unfinished).try_for_each(fs::remove_file)
}

/// Without this the new name itself may be lost when the power fails.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Folders cannot be synchronised here.
#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Passes bytes on and sums them up.
struct Summed<W> {
    sink: W,
    sum: crc32fast::Hasher,
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.sink.write(bytes)?;
        self.sum.update(&bytes[..count]);
        Ok(count)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}

fn write_body(to: &mut impl Write, texts: &[&str], snapshot: &Snapshot) -> io::Result<()> {
    for text in texts {
        write_text(to, text)?;
    }
    to.write_all(&(snapshot.sections.len() as u32).to_le_bytes())?;
    for Section { name, bytes } in &snapshot.sections {
        write_text(to, name)?;
        to.write_all(&(bytes.len() as u64).to_le_bytes())?;
        to.write_all(bytes)?;
    }
    Ok(())
}

fn write_text(to: &mut impl Write, text: &str) -> io::Result<()> {
    let length = u32::try_from(text.len()).map_err(io::Error::other)?;
    to.write_all(&length.to_le_bytes())?;
    to.write_all(text.as_bytes())
}

/// The checkpoint in a file; `None` if it is of another scene.
fn read(path: &Path, number: u64, scene_key: &str) -> Result<Option<Loaded>, CheckpointFlaw> {
    let file = fs::read(path).map_err(CheckpointFlaw::Unreadable)?;
    let rest = file.strip_prefix(&MAGIC).ok_or(CheckpointFlaw::NotOne)?;
    let (rest, sum) = rest.split_last_chunk().ok_or(CheckpointFlaw::Damaged)?;
    if crc32fast::hash(&file[..file.len() - sum.len()]) != u32::from_le_bytes(*sum) {
        return Err(CheckpointFlaw::Damaged);
    }
    let (format, frame) = rest.split_first_chunk().ok_or(CheckpointFlaw::Damaged)?;
    let format = u32::from_le_bytes(*format);
    if format != FORMAT {
        return Err(CheckpointFlaw::Format(format));
    }
    let mut body = Body::new(frame).map_err(CheckpointFlaw::Content)?;
    let version = body.text().map_err(CheckpointFlaw::Content)?;
    if version != VERSION {
        return Err(CheckpointFlaw::Version(version));
    }
    if body.text().map_err(CheckpointFlaw::Content)? != scene_key {
        return Ok(None);
    }
    let notes = body.text().map_err(CheckpointFlaw::Content)?;
    let snapshot = body.snapshot().map_err(CheckpointFlaw::Content)?;
    Ok(Some(Loaded { number, snapshot, notes }))
}

/// The body of a file, as it is decompressed.
struct Body<'a> {
    decoder: zstd::Decoder<'static, &'a [u8]>,
    /// The most that is made room for before it is there.
    room: u64,
}

impl<'a> Body<'a> {
    fn new(frame: &'a [u8]) -> io::Result<Self> {
        let mut decoder = zstd::Decoder::with_buffer(frame)?;
        decoder.window_log_max(WINDOW)?;
        Ok(Body { decoder, room: 4 * frame.len() as u64 })
    }

    fn number<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.decoder.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    fn bytes(&mut self, length: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(length.min(self.room) as usize);
        self.decoder.by_ref().take(length).read_to_end(&mut bytes)?;
        if (bytes.len() as u64) < length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(bytes)
    }

    fn text(&mut self) -> io::Result<String> {
        let length = u32::from_le_bytes(self.number()?);
        String::from_utf8(self.bytes(length as u64)?).map_err(io::Error::other)
    }

    fn snapshot(mut self) -> io::Result<Snapshot> {
        let count = u32::from_le_bytes(self.number()?);
        let mut sections = Vec::new();
        for _ in 0..count {
            let name = self.text()?;
            let length = u64::from_le_bytes(self.number()?);
            sections.push(Section { name, bytes: self.bytes(length)? });
        }
        // Reading on to the end has the frame's own checksum compared.
        match self.decoder.read(&mut [0])? {
            0 => Ok(Snapshot { sections }),
            _ => Err(io::Error::other("something follows its last section")),
        }
    }
}

#[cfg(test)]
mod tests;
