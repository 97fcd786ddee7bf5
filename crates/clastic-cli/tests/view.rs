//! `clastic view` and `clastic run --view` as a browser meets them: over the wire.
#![cfg(unix)]

mod common;

use std::net::TcpStream;
use std::time::{Duration, Instant};

use common::served::Served;
use common::{Folder, SCENE, assert_same_frames, fail, succeed, summary};
use serde_json::Value;
use tungstenite::Message;

/// A disk that a wall turns under, so that there is something rigid that moves.
const WITH_COLLIDER: &str = r#"
[colliders.paddle]
shape = "box"
center = [1.0, 0.1]
size = [0.6, 0.05]
motion.angular_velocity = 1.0
motion.pivot = [1.0, 0.1]
"#;

#[test]
fn a_finished_run_is_shown() {
    let folder = Folder::new("view-finished");
    folder.scene(&format!("{SCENE}{WITH_COLLIDER}"));
    succeed(&folder, "run scene-file.toml --out out --quiet");
    let mut served = Served::start(&folder, "view out out");

    let runs = served.json("/api/runs");
    assert_eq!(runs["runs"].as_array().map(Vec::len), Some(2), "side by side");
    let run = &runs["runs"][0];
    assert_eq!((run["name"].as_str(), run["status"].as_str()), (Some("drop"), Some("done")));
    assert_eq!(run["frames"].as_array().map(Vec::len), Some(4));
    assert_eq!(run["live"], Value::Null);
    let names: Vec<&str> =
        run["fields"].as_array().expect("fields").iter().filter_map(|field| field["name"].as_str()).collect();
    assert_eq!(names, ["speed", "j", "id"]);
    assert_eq!(runs["maps"]["viridis"].as_str().map(str::len), Some(255 * 6));

    let particles = summary(&folder, "out")["particles"].as_u64().expect("a number") as usize;
    for (color, bytes) in [("material", 1), ("speed", 1)] {
        let (status, frame) = served.get(&format!("/api/runs/0/frames/3?color={color}"));
        assert_eq!((status, &frame[..4]), (200, &b"CLV1"[..]));
        assert_eq!(frame.len(), 60 + 48 + particles * (6 + bytes), "{color}");
    }
    assert_eq!(served.get("/api/runs/0/frames/4?color=speed").0, 404);
    assert_ne!(served.get("/api/runs/0/frames/0?color=weight").0, 200);

    let obstacles = served.json("/api/runs/0/obstacles");
    assert_eq!(obstacles[0]["name"], "paddle");
    assert!(obstacles[0]["edges"].as_str().is_some_and(|edges| edges.len() > 100));
    let curves = served.json("/api/runs/0/curves");
    assert_eq!(curves["columns"]["kinetic"].as_array().map(Vec::len), Some(4));
    assert_eq!(served.interrupt(), Some(0));
}

#[test]
fn folders_that_are_no_runs_are_refused() {
    let folder = Folder::new("view-nothing");
    fail(&folder, "view nowhere", 2, &["nowhere/frames", "expected the output folder of a run"]);
    fail(&folder, "view .", 2, &["./frames", "expected the output folder of a run"]);
    folder.scene(SCENE);
    fail(&folder, "run scene-file.toml --view --formats csv --out out", 2, &["--view", "npz"]);
}

/// A page pauses and steps, others read nothing, ask for frames without reading them or say too much, and 500
/// connections are made at once: the run goes on as if it were alone.
#[test]
fn whoever_watches_changes_nothing() {
    let folder = Folder::new("view-live");
    folder.scene(SCENE);
    succeed(&folder, "run scene-file.toml --out alone --frames 12 --quiet");
    let mut served = Served::start(&folder, "run scene-file.toml --out watched --frames 12 --view --quiet");
    let mut page = served.socket();
    page.send(Message::text(r#"{"run": 0, "do": "pause"}"#)).expect("a command");
    let _silent: Vec<_> = (0..20).map(|_| served.socket()).collect();
    let _unread: Vec<_> = (0..20).map(|_| served.ask("/api/runs/0/frames/0?color=speed")).collect();
    // The server may be gone before it is all sent.
    let _ = served.socket().send(Message::text(" ".repeat(1 << 20)));
    let _crowd: Vec<_> =
        (0..500).map(|_| TcpStream::connect(&served.host).expect("a connection, however short")).collect();
    for command in [r#"{"run": 0, "do": "step"}"#, r#"{"run": 0, "do": "resume"}"#] {
        page.send(Message::text(command)).expect("a command");
    }
    let start = Instant::now();
    loop {
        assert!(start.elapsed() < Duration::from_secs(60), "it never ends");
        let told = page.read().expect("an event").into_text().expect("text");
        let event: Value = serde_json::from_str(&told).unwrap_or_default();
        if event["status"] == "done" && event["frames"] == 13 {
            break;
        }
    }
    assert_eq!(served.interrupt(), Some(0));
    assert_same_frames(&folder, "alone", "watched");
}

#[test]
fn a_live_run_waits_changes_its_scheme_and_stops() {
    let folder = Folder::new("view-commands");
    folder.scene(&SCENE.replace("[walls]", "[walls]\nx_low = { at = -0.5 }\nx_high = { at = 2.5 }"));
    let mut served = Served::start(&folder, "run scene-file.toml --out out --frames 100000 --view --quiet");
    let mut socket = served.socket();
    let mut send = |command: &str| socket.send(Message::text(command)).expect("a command");
    send(r#"{"run": 0, "do": "pause"}"#);
    let paused = served.until("a pause", |run| run["status"] == "paused");
    assert_eq!(paused["live"]["scheme"], "asflip");
    let seen = |corner: &str, axis: usize| paused["bounds"][corner][axis].as_f64().expect("a number");
    // From wall to wall. A particle may be a part of a cell beyond one.
    assert!((-0.6..=-0.5).contains(&seen("min", 0)) && (2.5..=2.6).contains(&seen("max", 0)), "{paused}");
    assert_eq!((seen("min", 2), seen("max", 2)), (0.0, 0.0), "flat");
    let count = |run: &Value| run["frames"].as_array().map_or(0, Vec::len);
    // A frame that was under way may still come to disk.
    std::thread::sleep(Duration::from_millis(200));
    let before = count(&served.json("/api/runs")["runs"][0]);
    send(r#"{"run": 0, "do": "scheme", "name": "flip", "alpha": 0.5}"#);
    send(r#"{"run": 0, "do": "scheme", "name": "flop"}"#);
    send(r#"{"run": 0, "do": "step"}"#);
    served.until("a step", |run| run["status"] == "paused" && count(run) == before + 1);
    send(r#"{"run": 0, "do": "step"}"#);
    served.until("another", |run| run["status"] == "paused" && count(run) == before + 2);
    send(r#"{"run": 0, "do": "stop"}"#);
    served.until("the end", |run| run["status"] == "interrupted");
    let summary = summary(&folder, "out");
    assert_eq!(summary["status"], "interrupted");
    assert_eq!(summary["schemes"][0]["scheme"], "flip-0.5");
    served.interrupt();

    // What goes on does so with that scheme.
    let more = before + 3;
    succeed(&folder, &format!("run scene-file.toml --out out --frames {more} --resume --quiet"));
    assert_eq!(common::summary(&folder, "out")["schemes"], summary["schemes"]);
}
