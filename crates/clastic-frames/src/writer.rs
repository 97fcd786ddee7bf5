//! Frames written beside the simulation.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::{self, JoinHandle};

use crate::{Error, Format, Frame, usda, vtu, write};

/// How many frames may wait. One more is being written: memory stays bounded, and a slow disk slows the run down.
const WAITING: usize = 2;

/// Writes the frames of a run on a thread of its own, each in every format, as `frames/0000.npz` and so on in the output
/// folder. Beside that folder it keeps `frames.pvd` and `frames.usda`, which list the frames for programs that play them.
///
/// Frames are pushed in increasing order. Those that an earlier run has left with lower numbers stay listed; others leave
/// the list, though not the disk.
#[derive(Debug)]
pub struct Writer {
    queue: Option<SyncSender<Task>>,
    used: Receiver<Frame>,
    thread: Option<JoinHandle<Result<(), Error>>>,
}

/// What the thread is asked to do.
#[allow(clippy::large_enum_variant, reason = "two wait at most, and a box would be allocated for each")]
enum Task {
    Write(Frame),
    /// To answer when all before is done.
    Answer(SyncSender<()>),
}

impl Writer {
    /// Makes the folder and starts the thread.
    pub fn new(out: &Path, formats: &[Format]) -> Result<Self, Error> {
        let mut job = Job::new(out, formats)?;
        let (queue, tasks) = sync_channel::<Task>(WAITING);
        let (give_back, used) = sync_channel(WAITING + 2);
        let work = move || {
            for task in tasks {
                match task {
                    Task::Write(frame) => {
                        job.write(&frame)?;
                        match give_back.try_send(frame) {
                            // Frames that nobody takes back are dropped.
                            Ok(()) | Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => {}
                        }
                    }
                    // Whoever asked may have gone.
                    Task::Answer(answer) => drop(answer.send(())),
                }
            }
            Ok(())
        };
        let thread = thread::Builder::new().name("frames".to_owned()).spawn(work);
        let thread = thread.map_err(|source| Error::Io { path: out.to_path_buf(), source })?;
        Ok(Writer { queue: Some(queue), used, thread: Some(thread) })
    }

    /// Hands a frame over, and waits while two are in the queue already. An error is that of an earlier frame; nothing is
    /// written after one.
    pub fn push(&mut self, frame: Frame) -> Result<(), Error> {
        self.ask(Task::Write(frame))
    }

    /// Waits until all frames so far are written.
    pub fn sync(&mut self) -> Result<(), Error> {
        let (answer, answered) = sync_channel(1);
        self.ask(Task::Answer(answer))?;
        match answered.recv() {
            Ok(()) => Ok(()),
            Err(_) => self.stop().and(Err(Error::Stopped)),
        }
    }

    fn ask(&mut self, task: Task) -> Result<(), Error> {
        let Some(queue) = &self.queue else {
            return Err(Error::Stopped);
        };
        if queue.send(task).is_ok() {
            return Ok(());
        }
        // The thread has left its end of the queue, and says why.
        self.stop().and(Err(Error::Stopped))
    }

    /// A frame that is written, if there is one, to be filled again: its memory is used once more.
    pub fn recycle(&mut self) -> Option<Frame> {
        self.used.try_recv().ok()
    }

    /// Waits until all frames are written.
    pub fn finish(mut self) -> Result<(), Error> {
        self.stop()
    }

    fn stop(&mut self) -> Result<(), Error> {
        self.queue = None;
        match self.thread.take().map(JoinHandle::join) {
            Some(Ok(outcome)) => outcome,
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            None => Ok(()),
        }
    }
}

impl Drop for Writer {
    /// Frames that were pushed are written, even if the run fails.
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            self.queue = None;
            let _ = thread.join();
        }
    }
}

/// What the thread knows.
struct Job {
    out: PathBuf,
    formats: Vec<Format>,
    /// Times, in s, and numbers of the VTU files.
    vtu: Vec<(u64, f64)>,
    /// Numbers of the USD files.
    usda: Vec<u64>,
}

impl Job {
    fn new(out: &Path, formats: &[Format]) -> Result<Self, Error> {
        let frames = out.join("frames");
        fs::create_dir_all(&frames).map_err(|source| Error::Io { path: frames.clone(), source })?;
        remove_parts(&frames)?;
        let mut unique: Vec<Format> = Vec::new();
        for format in formats {
            if !unique.contains(format) {
                unique.push(*format);
            }
        }
        let mut job = Job { out: out.to_path_buf(), formats: unique, vtu: Vec::new(), usda: Vec::new() };
        for format in &job.formats {
            match format {
                Format::Vtu => {
                    let timed = |index| Some((index, vtu::time_of(&out.join(name(index, *format)))?));
                    job.vtu = present(&frames, *format)?.into_iter().filter_map(timed).collect();
                }
                Format::Usda => job.usda = present(&frames, *format)?,
                Format::Npz | Format::Ply | Format::Obj | Format::Csv => {}
            }
        }
        Ok(job)
    }

    fn write(&mut self, frame: &Frame) -> Result<(), Error> {
        for format in &self.formats {
            write(frame, &self.out.join(name(frame.index, *format)), *format)?;
            match format {
                Format::Vtu => {
                    self.vtu.retain(|(index, _)| *index < frame.index);
                    self.vtu.push((frame.index, frame.time));
                    let files: Vec<_> =
                        self.vtu.iter().map(|(index, time)| (*time, name(*index, *format))).collect();
                    vtu::write_collection(&self.out.join("frames.pvd"), &[("particles", files)])?;
                }
                Format::Usda => {
                    self.usda.retain(|index| *index < frame.index);
                    self.usda.push(frame.index);
                    let files: Vec<_> =
                        self.usda.iter().map(|index| (*index, name(*index, *format))).collect();
                    usda::write_stage(&self.out.join("frames.usda"), &files, frame)?;
                }
                Format::Npz | Format::Ply | Format::Obj | Format::Csv => {}
            }
        }
        Ok(())
    }
}

/// Takes away what a killed run was writing.
fn remove_parts(frames: &Path) -> Result<(), Error> {
    let failed = |source| Error::Io { path: frames.to_path_buf(), source };
    for entry in fs::read_dir(frames).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|extension| extension == "part") {
            fs::remove_file(&path).map_err(|source| Error::Io { path, source })?;
        }
    }
    Ok(())
}

/// A frame's file in the output folder, with slashes, as the lists of frames have them.
fn name(index: u64, format: Format) -> String {
    format!("frames/{index:04}.{}", format.extension())
}

/// The numbers of the frames in a folder, in order.
fn present(folder: &Path, format: Format) -> Result<Vec<u64>, Error> {
    let failed = |source| Error::Io { path: folder.to_path_buf(), source };
    let mut indices = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let file = entry.map_err(failed)?.file_name();
        let index = file.to_str().and_then(|file| file.split_once('.')?.0.parse().ok());
        // Only names that we would give: `1.vtu` and `0001.vtu.part` are somebody else's.
        indices.extend(index.filter(|index| Path::new(&name(*index, format)).file_name() == Some(&file)));
    }
    indices.sort_unstable();
    Ok(indices)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_npz;
    use crate::samples::{self, Precision};

    fn frame(index: u64) -> Frame {
        let time = index as f64 / 24.0;
        Frame { index, time, ..samples::frame(2, Precision::Single) }
    }

    fn run(out: &Path, formats: &[Format], indices: std::ops::Range<u64>) {
        let mut writer = Writer::new(out, formats).unwrap();
        for index in indices {
            writer.push(frame(index)).unwrap();
        }
        writer.finish().unwrap();
    }

    #[test]
    fn every_frame_is_written_in_every_format() {
        let folder = tempfile::tempdir().unwrap();
        let formats = [Format::ALL.as_slice(), &[Format::Npz]].concat();
        run(folder.path(), &formats, 0..6);
        let files = fs::read_dir(folder.path().join("frames")).unwrap().count();
        assert_eq!(files, 6 * Format::ALL.len());
        for index in 0..6 {
            let path = folder.path().join(name(index, Format::Npz));
            assert_eq!(read_npz(&path).unwrap(), frame(index));
        }
    }

    #[test]
    fn a_resumed_run_keeps_earlier_frames_and_forgets_later_ones() {
        let folder = tempfile::tempdir().unwrap();
        let formats = [Format::Vtu, Format::Usda];
        run(folder.path(), &formats, 0..5);
        for stray in ["1.vtu", "0001.vtu.part", "notes.vtu", "0007.txt"] {
            fs::write(folder.path().join("frames").join(stray), "").unwrap();
        }
        run(folder.path(), &formats, 2..4);
        let collection = fs::read_to_string(folder.path().join("frames.pvd")).unwrap();
        let expected: Vec<String> = (0..4)
            .map(|index| {
                let time = index as f64 / 24.0;
                format!(
                    "    <DataSet timestep=\"{time:?}\" part=\"0\" name=\"particles\" \
                     file=\"frames/{index:04}.vtu\"/>"
                )
            })
            .collect();
        let lines: Vec<&str> = collection.lines().filter(|line| line.contains("DataSet")).collect();
        assert_eq!(lines, expected);
        let stage = fs::read_to_string(folder.path().join("frames.usda")).unwrap();
        assert!(stage.contains("active = [(0, 0), (1, 1), (2, 2), (3, 3)]"), "{stage}");
        assert!(!folder.path().join("frames/0001.vtu.part").exists());
    }

    #[test]
    fn the_first_error_is_reported_once_and_nothing_is_written_after_it() {
        let folder = tempfile::tempdir().unwrap();
        let mut writer = Writer::new(folder.path(), &[Format::Npz]).unwrap();
        // A folder of that name stops the second frame.
        fs::create_dir(folder.path().join(name(1, Format::Npz))).unwrap();
        let outcomes: Vec<_> = (0..20).map(|index| writer.push(frame(index))).collect();
        let errors: Vec<&Error> = outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).collect();
        assert!(matches!(errors[0], Error::Io { path, .. } if path.ends_with("frames/0001.npz")));
        assert!(errors[1..].iter().all(|error| matches!(error, Error::Stopped)));
        assert!(folder.path().join(name(0, Format::Npz)).is_file());
        assert!(!folder.path().join(name(2, Format::Npz)).exists());
    }

    #[test]
    fn an_error_in_the_last_frame_is_told_at_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let mut writer = Writer::new(folder.path(), &[Format::Csv]).unwrap();
        writer.push(Frame { time: f64::NAN, ..frame(0) }).unwrap();
        assert!(matches!(writer.finish(), Err(Error::Frame { index: 0, .. })));
    }

    #[test]
    fn after_a_sync_everything_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let mut writer = Writer::new(folder.path(), &[Format::Npz]).unwrap();
        for index in 0..3 {
            writer.push(frame(index)).unwrap();
        }
        writer.sync().unwrap();
        assert_eq!(fs::read_dir(folder.path().join("frames")).unwrap().count(), 3);
        fs::create_dir(folder.path().join(name(3, Format::Npz))).unwrap();
        // The frame may be refused before or after the question is asked.
        let outcome = writer.push(frame(3)).and_then(|()| writer.sync());
        assert!(matches!(outcome, Err(Error::Io { .. })), "{outcome:?}");
        assert!(matches!(writer.sync(), Err(Error::Stopped)));
    }

    #[test]
    fn a_writer_that_is_dropped_has_written() {
        let folder = tempfile::tempdir().unwrap();
        let mut writer = Writer::new(folder.path(), &[Format::Npz]).unwrap();
        for index in 0..3 {
            writer.push(frame(index)).unwrap();
        }
        drop(writer);
        assert!((0..3).all(|index| folder.path().join(name(index, Format::Npz)).is_file()));
    }

    #[test]
    fn memory_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let mut writer = Writer::new(folder.path(), &[Format::Npz]).unwrap();
        let first = frame(0);
        let pointer = first.id.as_ptr();
        writer.push(first).unwrap();
        let used = loop {
            match writer.recycle() {
                Some(frame) => break frame,
                None => thread::yield_now(),
            }
        };
        assert_eq!(used.id.as_ptr(), pointer);
        writer.finish().unwrap();
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let taken = folder.path().join("taken");
        fs::write(&taken, "").unwrap();
        assert!(matches!(Writer::new(&taken, &[Format::Npz]), Err(Error::Io { .. })));
    }
}
