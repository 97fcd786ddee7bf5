//! What the server says, byte by byte and name by name, against PROTOCOL.md.

mod common;

use std::time::Instant;

use clastic_view::{Command, Options};
use common::{Fake, event, eventually, next_json, start, start_with};
use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

/// Numbers as floats, so that 70 is 70.0.
fn normal(value: &Value) -> Value {
    match value {
        Value::Number(number) => json!(number.as_f64()),
        Value::Array(values) => values.iter().map(normal).collect(),
        Value::Object(values) => values.iter().map(|(name, value)| (name.clone(), normal(value))).collect(),
        other => other.clone(),
    }
}

#[test]
fn runs_are_the_documents_example() {
    let document = include_str!("../PROTOCOL.md");
    let example =
        document.split("```json").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let mut expected: Value = serde_json::from_str(example).expect("JSON");
    expected["maps"]["viridis"] = json!("440154fde725");

    let answer = start(Options::default()).get("/api/runs");
    assert_eq!(answer.status, 200);
    assert_eq!(answer.headers["content-type"], "application/json");
    assert_eq!(normal(&answer.json()), normal(&expected));
}

fn expected_frame(kind: u32) -> Vec<u8> {
    let mut bytes = b"CLV1".to_vec();
    for count in [2_u32, 1, kind] {
        bytes.extend(count.to_le_bytes());
    }
    bytes.extend(0.5_f64.to_le_bytes());
    for x in [1.0_f32, 2.0, 3.0, 1.0, 2.0, 0.0] {
        bytes.extend(x.to_le_bytes());
    }
    bytes.extend([2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    bytes.extend([f32::NAN; 12].iter().flat_map(|x| x.to_le_bytes()));
    bytes.extend((0..12_u8).flat_map(|i| f32::from(i).to_le_bytes()));
    bytes.extend([0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 0, 0]);
    bytes
}

#[test]
fn frames_have_the_documents_layout() {
    let fixture = start(Options::default());
    let plain = fixture.get("/api/runs/0/frames/1?color=none");
    assert_eq!(plain.headers["content-type"], "application/octet-stream");
    assert_eq!(plain.body, expected_frame(0));

    let materials = fixture.get("/api/runs/0/frames/1?color=material");
    let mut expected = expected_frame(2);
    expected.extend([0, 7]);
    assert_eq!(materials.body, expected);
    assert_eq!(materials.headers["content-length"], expected.len().to_string());
}

#[test]
fn values_follow_positions() {
    let fixture = start_with(Fake { particles: 3, ..Fake::default() }, Options::default());
    let body = fixture.get("/api/runs/0/frames/2?color=speed").body;
    assert_eq!(body[4..16], [3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0]);
    assert_eq!(body[60..], [[0; 6], [0; 6], [0; 6]].concat().into_iter().chain([127; 3]).collect::<Vec<_>>());

    let empty = start(Options::default()).get("/api/runs/0/frames/0?color=speed");
    assert_eq!((empty.status, empty.body.len()), (200, 60));
}

#[test]
fn joined_particles_follow_as_they_are() {
    let body = start(Options::default()).get("/api/runs/0/frames/1?color=joined").body;
    assert_eq!(body[48..60], [2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]);
    let place: Vec<u8> = [1.0_f32, 2.0, 3.0].iter().flat_map(|x| x.to_le_bytes()).collect();
    assert_eq!(
        body[60 + 96..],
        [place, vec![0; 6], vec![7, 0]].concat(),
        "then the free one, and its colour first"
    );
}

#[test]
fn nets_have_the_documents_layout() {
    let fixture = start(Options::default());
    let net = fixture.get("/api/runs/0/nets/1");
    assert_eq!((net.status, net.headers["content-type"].as_str()), (200, "application/octet-stream"));
    let words = [3_u32, 2, 5, 1, 2, 3, 0, 1, 2, 1, 2, 2, 1, 0];
    let expected = [b"CLN1".to_vec(), words.iter().flat_map(|word| word.to_le_bytes()).collect()].concat();
    assert_eq!(net.body, expected);
    assert_eq!(fixture.get("/api/runs/0/nets/0").body, [&b"CLN1"[..], &[0; 16]].concat(), "none are joined");
}

#[test]
fn obstacles_are_base64() {
    let expected = json!([{
        "name": "wheel", "kind": "collider", "look": "solid", "color": "#8fa3b5",
        "positions": "AACAPwAAAEAAAAC/", "triangles": "AAAAAAEAAAACAQAA", "edges": "AAAAAAEAAAA=",
    }]);
    assert_eq!(start(Options::default()).get("/api/runs/0/obstacles").json(), expected);
}

#[test]
fn curves_have_null_where_there_is_no_number() {
    let expected = json!({"columns": {"time": [0.0, 0.5], "kinetic": [null, 2.0]}});
    assert_eq!(start(Options::default()).get("/api/runs/0/curves").json(), expected);
}

#[test]
fn errors_say_what_was_expected() {
    let fixture = start(Options::default());
    let says = |path: &str, status: u16, text: &str| {
        let reply = fixture.get(path);
        assert_eq!(reply.error(), status, "{path}");
        let error = reply.json()["error"].to_string();
        assert!(error.contains(text), "{path}: {error}");
    };
    says("/api/runs/1/curves", 404, "no run 1; there are 1");
    says("/api/runs/0/frames/3?color=material", 404, "no frame 3");
    says("/api/runs/0/frames/0?color=colour", 404, "expected one of material");
    says("/api/runs/0/frames/0", 400, "?color=");
    says("/api/runs/0/frames/0?color=broken", 500, "ends early");
    says("/api/runs/0/frames/0?color=misfit", 500, "1 colours for 2 particles");
    says("/api/runs/0/frames/0?color=panic", 500, "panicked");
    says("/api/runs/0/nets/3", 404, "no frame 3");
    says("/api/runs/0/nets/2", 500, "names particle 2");
    says("/api/runs/0/nets", 404, "PROTOCOL.md");
    says("/api/events", 400, "WebSocket");
    says("/api/run", 404, "PROTOCOL.md");
    assert_eq!(fixture.get("/api/runs").status, 200, "after a panic");
}

#[test]
fn the_page_and_its_parts() {
    let fixture = start(Options::default());
    let host = format!("host: {}\r\n", fixture.address);
    let page = fixture.get_with(&format!("/?token={}", fixture.token), &host);
    let (script, style) = (fixture.get_with("/viewer.js", &host), fixture.get_with("/viewer.css", &host));
    for (reply, kind, bytes) in [
        (page, "text/html; charset=utf-8", &include_bytes!("../page/index.html")[..]),
        (script, "text/javascript; charset=utf-8", include_bytes!("../page/viewer.js")),
        (style, "text/css; charset=utf-8", include_bytes!("../page/viewer.css")),
    ] {
        assert_eq!((reply.status, reply.headers["content-type"].as_str()), (200, kind));
        assert!(reply.body == bytes, "the {kind} is what was built");
    }
}

#[tokio::test]
async fn events_and_commands() {
    let fixture = start(Options::default());
    let changes = fixture.server.changes();
    changes.changed(0, event(13));
    let mut page = fixture.page().await;
    let mut expected = json!({
        "type": "run", "run": 0, "status": "running", "message": null,
        "frames": 13, "time": 0.5, "particles": 123,
        "live": {"schemes": ["pic"], "scheme": "pic", "alpha": null}, "steps_per_s": 210.0,
    });
    assert_eq!(next_json(&mut page).await, expected, "a page is told what happened before it came");
    changes.changed(0, event(14));
    expected["frames"] = json!(14);
    assert_eq!(next_json(&mut page).await, expected);

    for order in [
        r#"{"run": 0, "do": "pause"}"#,
        r#"{"run": 0, "do": "resume"}"#,
        r#"{"run": 0, "do": "step"}"#,
        r#"{"run": 0, "do": "stop"}"#,
        r#"{"run": 0, "do": "scheme", "name": "flip", "alpha": 0.97}"#,
        r#"{"run": 0, "do": "scheme", "name": "flip"}"#,
        r#"{"run": 0, "do": "scheme", "name": "magic"}"#,
    ] {
        page.send(Message::text(order)).await.expect("an order");
    }
    let refused = json!({"type": "error", "error": "no scheme `magic`; expected pic or flip"});
    assert_eq!(next_json(&mut page).await, refused);
    let flip = |alpha| Command::Scheme { name: "flip".to_owned(), alpha };
    let expected =
        [Command::Pause, Command::Resume, Command::Step, Command::Stop, flip(Some(0.97)), flip(None)];
    eventually("all are obeyed", || *fixture.run.commands.lock().expect("no panic") == expected);
}

/// Prints what a page waits for; `cargo test -p clastic-view --test protocol a_million -- --nocapture`.
#[test]
fn a_million_particles_arrive() {
    let fixture = start_with(Fake { particles: 1_000_000, ..Fake::default() }, Options::default());
    let begin = Instant::now();
    let bytes = fixture.get("/api/runs/0/frames/0?color=speed").body.len();
    println!("10^6 particles over TCP: {bytes} bytes in {:.1} ms", begin.elapsed().as_secs_f64() * 1e3);
    assert_eq!(bytes, 60 + 7_000_000);
}
