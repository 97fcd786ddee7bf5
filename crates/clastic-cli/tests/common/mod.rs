//! What the tests of the command share.
#![allow(dead_code, reason = "every test file uses its part")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

#[cfg(unix)]
pub mod served;

/// Two bodies of two materials in 2D; small.
pub const SCENE: &str = r#"
name = "drop"
dimension = 2

[grid]
cell_size = 0.1

[time]
frames = 3
fps = 30

[transfer]
scheme = "asflip"

[walls]
y_low = { at = 0.0, contact = "separate" }

[materials.jelly]
law = "fixed-corotated"
density = 1000.0
young_modulus = 1e4
poisson_ratio = 0.3

[materials.water]
law = "liquid"
density = 900.0
bulk_modulus = 1e4

[bodies.block]
material = "jelly"
shape = "box"
center = [0.5, 0.25]
size = [0.4, 0.4]
angular_velocity = 2.0

[bodies.drop]
material = "water"
shape = "disk"
center = [1.5, 0.5]
radius = 0.3
sampling = "jittered"
velocity = [0.0, -1.0]
"#;

/// A drop and a block in 3D; small.
pub const IN_SPACE: &str = r#"
name = "drop"
dimension = 3

[grid]
cell_size = 0.1

[time]
frames = 2
fps = 30

[materials.jelly]
preset = "jelly"

[materials.water]
preset = "water"

[bodies.block]
material = "jelly"
shape = "box"
center = [0.5, 0.25, 0.0]
size = [0.4, 0.4, 0.4]

[bodies.drop]
material = "water"
shape = "sphere"
center = [1.5, 0.5, 0.0]
radius = 0.3
velocity = [0.0, -1.0, 0.0]
"#;

/// A folder of a test's own, gone with the test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(test: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn scene(&self, text: &str) -> PathBuf {
        let path = self.0.join("scene-file.toml");
        fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub fn clastic(folder: &Folder, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_clastic"));
    command.current_dir(&folder.0).env_remove("RUST_LOG").args(line.split_whitespace()).output().unwrap()
}

pub fn succeed(folder: &Folder, line: &str) -> String {
    let output = clastic(folder, line);
    let (stdout, stderr) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(0), "clastic {line}\n{stderr}");
    stdout
}

pub fn fail(folder: &Folder, line: &str, code: i32, fragments: &[&str]) {
    let output = clastic(folder, line);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "clastic {line}\n{stderr}");
    assert!(stderr.lines().any(|line| line.starts_with("error: ")), "{stderr}");
    for fragment in fragments {
        assert!(stderr.contains(fragment), "clastic {line}\nexpected: {fragment}\n{stderr}");
    }
}

pub fn summary(folder: &Folder, out: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(folder.0.join(out).join("summary.json")).unwrap()).unwrap()
}

/// The bytes of all frames of a run.
pub fn frames(folder: &Folder, out: &str) -> Vec<(String, Vec<u8>)> {
    let mut frames: Vec<_> = fs::read_dir(folder.0.join(out).join("frames"))
        .unwrap()
        .map(|entry| {
            let entry = entry.unwrap();
            (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).unwrap())
        })
        .collect();
    frames.sort();
    frames
}

/// Fails where two runs differ, without printing megabytes.
pub fn assert_same_frames(folder: &Folder, one: &str, other: &str) {
    let (a, b) = (frames(folder, one), frames(folder, other));
    let names =
        |frames: &[(String, Vec<u8>)]| frames.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&a), names(&b));
    for ((name, one), (_, other)) in a.iter().zip(&b) {
        assert!(one == other, "{name} differs");
    }
}
