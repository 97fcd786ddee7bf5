//! Runs that are stopped, killed or run out of disk, and go on.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::*;

const LINE: &str =
    "run scene-file.toml --quiet --set output.checkpoint_seconds=0 --set output.sheet=false --frames 40";

fn start(folder: &Folder, line: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_clastic"));
    command.current_dir(&folder.0).env_remove("RUST_LOG").args(line.split_whitespace());
    command.stderr(Stdio::null()).stdout(Stdio::null()).spawn().unwrap()
}

fn wait_for(path: &Path) {
    let start = Instant::now();
    while !path.exists() {
        assert!(start.elapsed() < Duration::from_secs(60), "{} does not appear", path.display());
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn killed_at_any_moment_and_resumed_it_gives_the_same_frames() {
    let folder = Folder::new("killed");
    folder.scene(SCENE);
    let line = format!("{LINE} --set grid.cell_size=0.04");
    let begin = Instant::now();
    succeed(&folder, &format!("{line} --out whole --threads 2"));
    let whole = begin.elapsed();
    let (mut killed, mut attempt) = (0, 0u32);
    while killed < 20 {
        attempt += 1;
        assert!(attempt < 200, "only {killed} of {attempt} runs were killed in time");
        let threads = 1 + attempt % 3;
        let mut child = start(&folder, &format!("{line} --out parts --threads {threads} --resume"));
        // Another moment each time, early enough that several kills fall into one run.
        std::thread::sleep(whole.mul_f64(0.4 * (f64::from(attempt) * 0.618).fract()));
        child.kill().unwrap();
        if child.wait().unwrap().success() {
            // It was done before the moment came.
            assert_same_frames(&folder, "whole", "parts");
            fs::remove_dir_all(folder.0.join("parts")).unwrap();
        } else {
            killed += 1;
        }
    }
    succeed(&folder, &format!("{line} --out parts --threads 3 --resume"));
    assert_same_frames(&folder, "whole", "parts");
    let (one, other) = (summary(&folder, "whole"), summary(&folder, "parts"));
    for key in ["steps", "time", "dt", "initial", "final", "lost", "frames", "status"] {
        assert_eq!(one[key], other[key], "{key}");
    }
    let rows = |out: &str| fs::read_to_string(folder.0.join(out).join("diagnostics.csv")).unwrap();
    let without_wall = |text: String| {
        text.lines().map(|row| row.rsplit_once(',').unwrap().0.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(without_wall(rows("whole")), without_wall(rows("parts")));
    let loads = |out: &str| fs::read_to_string(folder.0.join(out).join("loads.csv")).unwrap();
    assert_eq!(loads("whole"), loads("parts"));
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_how_to_go_on() {
    let folder = Folder::new("interrupt");
    folder.scene(SCENE);
    let long = "run scene-file.toml --out out --set output.sheet=false --until 100000 --set time.fps=1";
    let mut command = Command::new(env!("CARGO_BIN_EXE_clastic"));
    command.current_dir(&folder.0).args(long.split_whitespace()).stderr(Stdio::piped()).stdout(Stdio::null());
    let child = command.spawn().unwrap();
    wait_for(&folder.0.join("out/frames/0000.npz"));
    let kill = format!("kill -INT {}", child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains(&format!("clastic {long} --resume")), "{told}");
    assert_eq!(summary(&folder, "out")["status"], "interrupted");
    assert!(folder.0.join("out/checkpoint").read_dir().unwrap().next().is_some());
    // Fewer frames than that: what is there is enough.
    succeed(
        &folder,
        "run scene-file.toml --out out --set output.sheet=false --frames 1 --set time.fps=1 --resume --quiet",
    );
}

#[test]
fn a_damaged_checkpoint_gives_way_to_the_one_before() {
    let folder = Folder::new("damaged");
    folder.scene(SCENE);
    succeed(&folder, &format!("{LINE} --out whole"));
    succeed(&folder, &format!("{LINE} --out parts").replace("40", "10"));
    let mut files: Vec<_> =
        fs::read_dir(folder.0.join("parts/checkpoint")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 2);
    let newest = files.pop().unwrap();
    let mut bytes = fs::read(&newest).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&newest, bytes).unwrap();
    let output = clastic(&folder, &format!("{LINE} --out parts --resume"));
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert!(told.contains(&newest.file_name().unwrap().to_string_lossy().into_owned()), "{told}");
    assert_same_frames(&folder, "whole", "parts");
}

/// Frames cut short by `--until` are made whole by a longer run, bit by bit.
#[test]
fn a_run_that_ended_within_a_frame_is_extended_as_if_it_had_not() {
    let folder = Folder::new("extended");
    folder.scene(SCENE);
    let line = "run scene-file.toml --quiet --set output.sheet=false";
    succeed(&folder, &format!("{line} --out whole --frames 12"));
    for checkpoints in ["0", "1000"] {
        // Before the first frame's end, in the middle of the sixth frame, at a whole one, and in the middle again.
        for until in ["0.02", "0.19", "0.3", "0.35", "0.4"] {
            let set = format!("--set output.checkpoint_seconds={checkpoints} --until {until}");
            succeed(&folder, &format!("{line} --out parts --resume {set}"));
            let time = summary(&folder, "parts")["time"].as_f64().unwrap();
            assert!((time - until.parse::<f64>().unwrap()).abs() < 1e-12, "{time}");
        }
        assert_same_frames(&folder, "whole", "parts");
        let rows = |out: &str| fs::read_to_string(folder.0.join(out).join("diagnostics.csv")).unwrap();
        assert_eq!(rows("whole").lines().count(), rows("parts").lines().count());
        fs::remove_dir_all(folder.0.join("parts")).unwrap();
    }
}

#[test]
fn two_runs_in_one_folder_are_one_too_many() {
    let folder = Folder::new("two-runs");
    folder.scene(SCENE);
    let long =
        "run scene-file.toml --quiet --out out --set output.sheet=false --until 100000 --set time.fps=1";
    let mut first = start(&folder, long);
    wait_for(&folder.0.join("out/frames/0000.npz"));
    for line in [format!("{LINE} --out out"), format!("{LINE} --out out --resume")] {
        fail(&folder, &line, 4, &["cannot write out", "another run is writing there"]);
    }
    succeed(&folder, &format!("{LINE} --out other").replace("40", "1"));
    first.kill().unwrap();
    first.wait().unwrap();
    // The system has taken the right back.
    succeed(&folder, &format!("{LINE} --out out").replace("40", "1"));
}

#[test]
fn without_a_usable_checkpoint_nothing_is_overwritten() {
    let folder = Folder::new("unusable");
    folder.scene(SCENE);
    succeed(&folder, &format!("{LINE} --out out").replace("40", "3"));
    for entry in fs::read_dir(folder.0.join("out/checkpoint")).unwrap() {
        fs::write(entry.unwrap().path(), "not a checkpoint").unwrap();
    }
    let before = frames(&folder, "out");
    fail(&folder, &format!("{LINE} --out out --resume"), 2, &["does not begin as a checkpoint does"]);
    assert!(before == frames(&folder, "out"));
}

#[test]
fn another_scene_is_not_resumed() {
    let folder = Folder::new("another");
    folder.scene(SCENE);
    succeed(&folder, &format!("{LINE} --out out").replace("40", "2"));
    let line = format!("{LINE} --out out --resume --set materials.jelly.density=900");
    fail(&folder, &line, 2, &["another scene"]);
}

/// A file system of its own that is soon full, where the machine lets us have one.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_the_run_with_its_own_code_and_loses_nothing() {
    let folder = Folder::new("full");
    folder.scene(SCENE);
    let small = folder.0.join("small");
    fs::create_dir(&small).unwrap();
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=300k", "clastic-test"])
        .arg(&small)
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !mounted {
        // Without the right to mount, a limit on the size of files stands in for the full disk.
        let command = env!("CARGO_BIN_EXE_clastic");
        let limited = format!("trap '' XFSZ; ulimit -f 4; exec {command} {LINE} --out small/out");
        let output = Command::new("bash").current_dir(&folder.0).args(["-c", &limited]).output().unwrap();
        assert_eq!(output.status.code(), Some(4), "{}", String::from_utf8_lossy(&output.stderr));
        succeed(&folder, &format!("{LINE} --out small/out --resume"));
        succeed(&folder, &format!("{LINE} --out whole"));
        assert_same_frames(&folder, "whole", "small/out");
        return;
    }
    let output = clastic(&folder, &format!("{LINE} --out small/out"));
    let told = String::from_utf8(output.stderr).unwrap();
    let written = fs::read_dir(small.join("out/frames")).unwrap().count();
    // More room, and the run goes on from its checkpoint.
    let grown =
        Command::new("mount").args(["-o", "remount,size=60m"]).arg(&small).status().unwrap().success();
    let resumed = clastic(&folder, &format!("{LINE} --out small/out --resume"));
    succeed(&folder, &format!("{LINE} --out whole"));
    let copied =
        Command::new("cp").args(["-r", "small/out", "copy"]).current_dir(&folder.0).status().unwrap();
    Command::new("umount").arg(&small).status().unwrap();
    assert_eq!(output.status.code(), Some(4), "{told}");
    assert!(told.contains("cannot write") && told.contains("small/out"), "{told}");
    assert!(written > 1 && grown && copied.success());
    assert_eq!(resumed.status.code(), Some(0), "{}", String::from_utf8_lossy(&resumed.stderr));
    assert_same_frames(&folder, "whole", "copy");
}
