//! Child processes: where they run, and their output echoed while it is read.

use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use crate::Failure;

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies one folder below the root")
}

/// Cargo's target folder. A relative CARGO_TARGET_DIR is relative to where the user stands, not to the root.
pub fn target() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => std::path::absolute(&folder).unwrap_or_else(|_| folder.into()),
        None => root().join("target"),
    }
}

/// The cargo that started us, at the root of the repository.
pub fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root()).env("CARGO_TARGET_DIR", target());
    command
}

/// The command `clastic`, built as the tests do: a test of the command needs the command, with the features that all
/// tests together ask for.
pub fn clastic() -> Result<PathBuf, Failure> {
    build_for("cli")?;
    Ok(target().join("debug/clastic"))
}

/// Builds what a test of the workspace needs, as the tests do.
pub fn build_for(test: &str) -> Result<(), Failure> {
    let mut cargo = cargo();
    cargo.args(["test", "--quiet", "--workspace", "--test", test, "--no-run"]);
    if cargo.status().is_ok_and(|status| status.success()) {
        return Ok(());
    }
    Err(Failure::Failed(format!("cannot build what the test `{test}` needs, as the tests do")))
}

/// Whether our own stderr shows colours. A child behind a pipe cannot see that for itself.
pub fn colour() -> &'static str {
    if io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none() { "always" } else { "never" }
}

/// The stream of a child that is read on the way through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stream {
    Out,
    Error,
}

/// Runs a command, passes its output on line by line, and shows `see` each line of one stream without its colours.
pub fn echo(command: &mut Command, stream: Stream, mut see: impl FnMut(&str)) -> io::Result<ExitStatus> {
    match stream {
        Stream::Out => command.stdout(Stdio::piped()),
        Stream::Error => command.stderr(Stdio::piped()),
    };
    let mut child = command.spawn()?;
    let (source, mut sink): (Box<dyn Read>, Box<dyn Write>) = match stream {
        Stream::Out => (Box::new(child.stdout.take().expect("piped")), Box::new(io::stdout())),
        Stream::Error => (Box::new(child.stderr.take().expect("piped")), Box::new(io::stderr())),
    };
    let mut source = BufReader::new(source);
    let mut line = Vec::new();
    while source.read_until(b'\n', &mut line)? > 0 {
        sink.write_all(&line)?;
        sink.flush()?;
        see(&without_colours(&String::from_utf8_lossy(&line)));
        line.clear();
    }
    child.wait()
}

/// The text without its terminal escapes (`ESC [ … letter`).
fn without_colours(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character == '\x1b' {
            let _ = characters.by_ref().skip(1).find(char::is_ascii_alphabetic);
        } else {
            plain.push(character);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_stripped() {
        let line = "\x1b[32;1m        PASS\x1b[0m [   0.004s] \x1b[35mclastic\x1b[0m a::\x1b[34mb\x1b[0m\n";
        assert_eq!(without_colours(line), "        PASS [   0.004s] clastic a::b\n");
        assert_eq!(without_colours("plain [text]"), "plain [text]");
        assert_eq!(without_colours("cut off \x1b["), "cut off ");
    }
}
