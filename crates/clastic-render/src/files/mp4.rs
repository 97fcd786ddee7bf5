//! MP4, by piping pictures to the program `ffmpeg`.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;

use super::film::FilmSpec;
use crate::error::WriteError;
use crate::picture::Picture;

pub(super) struct Mp4 {
    child: Child,
    /// Reads what the program says, which would otherwise wait for a reader.
    messages: Option<JoinHandle<String>>,
    path: PathBuf,
}

impl Mp4 {
    /// Starts the program, which writes to `part`; `path` is for messages.
    pub fn start(program: &str, path: &Path, part: &Path, spec: &FilmSpec) -> Result<Self, WriteError> {
        let path = path.to_path_buf();
        let size = format!("{}x{}", spec.width, spec.height);
        let rate = spec.frames_per_second.to_string();
        let mut command = Command::new(program);
        command.args(["-y", "-loglevel", "error"]);
        command.args(["-f", "rawvideo", "-pix_fmt", "rgba", "-s", &size, "-r", &rate, "-i", "-"]);
        // H.264 with colours at half resolution needs even sides.
        command.args(["-vf", "crop=trunc(iw/2)*2:trunc(ih/2)*2"]);
        command.args(["-c:v", "libx264", "-pix_fmt", "yuv420p", "-crf", "18", "-movflags", "+faststart"]);
        command.args(["-f", "mp4"]).arg(part);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => WriteError::FfmpegMissing { path: path.clone() },
            _ => WriteError::File { path: path.clone(), error },
        })?;
        let messages = child.stderr.take().map(|mut stderr| {
            std::thread::spawn(move || {
                let mut text = Vec::new();
                // What could be read says more than why reading stopped.
                let _ = stderr.read_to_end(&mut text);
                String::from_utf8_lossy(&text).trim().to_string()
            })
        });
        Ok(Mp4 { child, messages, path })
    }

    pub fn push(&mut self, picture: &Picture) -> Result<(), WriteError> {
        let Some(stdin) = &mut self.child.stdin else {
            return Err(self.failed());
        };
        // A pipe that breaks means that the program has ended; it says why.
        if stdin.write_all(&picture.pixels).is_err() { Err(self.failed()) } else { Ok(()) }
    }

    pub fn finish(mut self) -> Result<(), WriteError> {
        drop(self.child.stdin.take());
        match self.child.wait() {
            Ok(status) if status.success() => Ok(()),
            Ok(_) => Err(self.failed()),
            Err(error) => Err(WriteError::File { path: self.path.clone(), error }),
        }
    }

    /// After the program has ended, or is to end.
    fn failed(&mut self) -> WriteError {
        drop(self.child.stdin.take());
        let said = self.messages.take().and_then(|messages| messages.join().ok()).unwrap_or_default();
        let message = if said.is_empty() { "it ended without a word".to_string() } else { said };
        WriteError::Ffmpeg { path: self.path.clone(), message }
    }
}

impl Drop for Mp4 {
    fn drop(&mut self) {
        // Nothing is left to do if it has ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
