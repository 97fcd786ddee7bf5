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

/// Encoders by preference, each with the options for a picture without visible loss.
const ENCODERS: [(&str, [&str; 2]); 3] =
    [("libx264", ["-crf", "18"]), ("libopenh264", ["-b:v", "12M"]), ("mpeg4", ["-q:v", "2"])];

/// The first of them that the program has.
fn encoder(program: &str, path: &Path) -> Result<(&'static str, [&'static str; 2]), WriteError> {
    let listed = Command::new(program).args(["-hide_banner", "-encoders"]).stdin(Stdio::null()).output();
    let listed = listed.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => WriteError::FfmpegMissing { path: path.to_path_buf() },
        _ => WriteError::File { path: path.to_path_buf(), error },
    })?;
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let has = |name: &str| listed.split_whitespace().any(|word| word == name);
    let found = ENCODERS.into_iter().find(|(name, _)| has(name));
    found.ok_or_else(|| WriteError::FfmpegLacks { path: path.to_path_buf() })
}

impl Mp4 {
    /// Starts the program, which writes to `part`; `path` is for messages.
    pub fn start(program: &str, path: &Path, part: &Path, spec: &FilmSpec) -> Result<Self, WriteError> {
        let path = path.to_path_buf();
        let (encoder, quality) = encoder(program, &path)?;
        let size = format!("{}x{}", spec.width, spec.height);
        let rate = spec.frames_per_second.to_string();
        let mut command = Command::new(program);
        command.args(["-y", "-loglevel", "error"]);
        command.args(["-f", "rawvideo", "-pix_fmt", "rgba", "-s", &size, "-r", &rate, "-i", "-"]);
        // Video with colours at half resolution needs even sides.
        command.args(["-vf", "crop=trunc(iw/2)*2:trunc(ih/2)*2"]);
        command
            .args(["-c:v", encoder, "-pix_fmt", "yuv420p"])
            .args(quality)
            .args(["-movflags", "+faststart"]);
        command.args(["-f", "mp4"]).arg(part);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| WriteError::File { path: path.clone(), error })?;
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

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::color::Color;
    use crate::files::FilmFormat;

    const SPEC: FilmSpec =
        FilmSpec { format: FilmFormat::Mp4, width: 6, height: 4, frames_per_second: 25.0, frames: 2 };

    /// A folder with a program in place of ffmpeg: the last of its arguments is the file to write.
    fn program(test: &str, script: &str) -> (PathBuf, String) {
        program_with("libx264", test, script)
    }

    fn program_with(encoder: &str, test: &str, script: &str) -> (PathBuf, String) {
        let folder = std::env::temp_dir().join(format!("clastic-render-{}-{test}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let program = folder.join("program");
        let listing = format!("[ \"$last\" = -encoders ] && echo ' V....D {encoder}  an encoder' && exit");
        fs::write(&program, format!("#!/bin/sh\nfor last; do :; done\n{listing}\n{script}\n")).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        (folder, program.to_str().unwrap().to_string())
    }

    #[test]
    fn the_program_gets_every_byte_and_the_size() {
        let (folder, program) = program("mp4-bytes", "cat > \"$last\"\necho \"$@\" > \"$last.arguments\"");
        let part = folder.join("film.mp4.part");
        let mut mp4 = Mp4::start(&program, &folder.join("film.mp4"), &part, &SPEC).unwrap();
        let pictures = [0x102030, 0xffeedd].map(|code| Picture::filled(6, 4, Color::hex(code)));
        pictures.iter().for_each(|picture| mp4.push(picture).unwrap());
        mp4.finish().unwrap();
        assert_eq!(fs::read(&part).unwrap(), [&pictures[0].pixels[..], &pictures[1].pixels].concat());
        let arguments = fs::read_to_string(folder.join("film.mp4.part.arguments")).unwrap();
        assert!(arguments.contains("-pix_fmt rgba -s 6x4 -r 25 "), "{arguments}");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_the_program_says_is_in_the_error() {
        let (folder, program) = program("mp4-words", "echo no such codec >&2\nexit 3");
        let path = folder.join("film.mp4");
        let mp4 = Mp4::start(&program, &path, &folder.join("part"), &SPEC).unwrap();
        let error = mp4.finish().unwrap_err();
        assert!(
            matches!(&error, WriteError::Ffmpeg { message, .. } if message == "no such codec"),
            "{error}"
        );
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn another_encoder_stands_in_and_none_is_told() {
        let script = "cat > \"$last\"\necho \"$@\" > \"$last.arguments\"";
        let (folder, program) = program_with("mpeg4", "mp4-other", script);
        let part = folder.join("part");
        Mp4::start(&program, &folder.join("film.mp4"), &part, &SPEC).unwrap().finish().unwrap();
        let arguments = fs::read_to_string(folder.join("part.arguments")).unwrap();
        assert!(arguments.contains("-c:v mpeg4 -pix_fmt yuv420p -q:v 2 "), "{arguments}");
        fs::remove_dir_all(folder).unwrap();

        let (folder, program) = program_with("gif", "mp4-none", script);
        let started = Mp4::start(&program, &folder.join("film.mp4"), &folder.join("part"), &SPEC);
        assert!(matches!(started, Err(WriteError::FfmpegLacks { .. })));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_missing_program_is_told() {
        let path = Path::new("film.mp4");
        let started = Mp4::start("no-program-has-this-name", path, Path::new("part"), &SPEC);
        assert!(matches!(started, Err(WriteError::FfmpegMissing { .. })));
    }
}
