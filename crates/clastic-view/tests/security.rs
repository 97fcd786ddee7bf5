//! Who is let in, against a server that listens, over TCP.

mod common;

use std::fmt::Debug;
use std::io::Write;
use std::net::TcpStream;
use std::sync::Mutex;

use clastic_view::Options;
use common::{Fixture, Reply, next_json, start};
use futures_util::{SinkExt, StreamExt};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

const API: [&str; 4] =
    ["/api/runs", "/api/runs/0/frames/0?color=material", "/api/runs/0/obstacles", "/api/runs/0/curves"];

#[test]
fn it_listens_on_one_address_of_loopback() {
    let fixture = start(Options::default());
    assert_eq!(fixture.address.ip().to_string(), "127.0.0.1");
    assert!(fixture.server.url().starts_with(&format!("http://{}/?token=", fixture.address)));
    // A server on all addresses would answer here.
    assert!(TcpStream::connect(("127.0.0.2", fixture.address.port())).is_err());
}

#[test]
fn on_all_addresses_its_names_are_those_that_connections_are_made_to() {
    let any = Options { address: "0.0.0.0".parse().expect("an address"), ..Options::default() };
    let mut fixture = start(any);
    let port = fixture.address.port();
    assert!(fixture.server.url().starts_with(&format!("http://127.0.0.1:{port}/?token=")));
    fixture.address.set_ip("127.0.0.2".parse().expect("an address"));
    if TcpStream::connect(fixture.address).is_err() {
        return; // This system has one address of loopback only.
    }
    assert_eq!(fixture.get("/api/runs").status, 200);
    let token = format!("x-clastic-token: {}\r\n", fixture.token);
    for host in ["127.0.0.3", "0.0.0.0", "evil.example"] {
        assert_eq!(fixture.get_with("/api/runs", &format!("{token}host: {host}:{port}\r\n")).error(), 421);
    }
}

fn host(fixture: &Fixture) -> String {
    format!("host: {}\r\n", fixture.address)
}

fn token(fixture: &Fixture) -> String {
    format!("x-clastic-token: {}\r\n", fixture.token)
}

#[test]
fn without_the_token_nothing_of_a_run_is_shown() {
    let fixture = start(Options::default());
    let (host, right) = (host(&fixture), fixture.token.as_str());
    assert!(right.len() == 32 && right.bytes().all(|c| c.is_ascii_hexdigit()));
    let last = if right.ends_with('0') { "1" } else { "0" };
    let almost = format!("{}{last}", &right[..31]);
    let wrong = ["", "0", &right[..31], &almost, &format!("{right}0"), &"0".repeat(32)];
    for path in API.into_iter().chain(["/", "/api/events"]) {
        assert_eq!(fixture.get_with(path, &host).error(), 401, "{path}");
        for wrong in wrong {
            let reply = fixture.get_with(path, &format!("{host}x-clastic-token: {wrong}\r\n"));
            assert_eq!(reply.error(), 401, "{path} with {wrong:?}");
            let query = format!("{path}{}token={wrong}", if path.contains('?') { '&' } else { '?' });
            assert_eq!(fixture.get_with(&query, &host).error(), 401, "{query}");
        }
    }
    for path in API {
        let query = format!("{path}{}token={right}", if path.contains('?') { '&' } else { '?' });
        assert_eq!(fixture.get_with(&query, &host).error(), 401, "a URL that gets about: {query}");
        assert_eq!(fixture.get(path).status, 200, "{path}");
    }
    assert_eq!(fixture.get_with(&format!("/?token={right}"), &host).status, 200);
}

#[test]
fn tokens_differ() {
    assert_ne!(start(Options::default()).token, start(Options::default()).token);
}

#[test]
fn a_foreign_host_is_refused_on_every_path() {
    let fixture = start(Options::default());
    let (port, token) = (fixture.address.port(), token(&fixture));
    let ask = |path: &str, host: &str| fixture.get_with(path, &format!("{token}host: {host}\r\n"));
    for name in ["127.0.0.1", "localhost", "[::1]"] {
        assert_eq!(ask("/api/runs", &format!("{name}:{port}")).status, 200, "{name}");
        assert_eq!(ask("/api/runs", name).error(), 421, "{name} at port 80");
    }
    for path in API.into_iter().chain(["/", "/viewer.js", "/viewer.css", "/api/events", "/nothing"]) {
        for name in ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "192.0.2.1", ""] {
            assert_eq!(ask(path, &format!("{name}:{port}")).error(), 421, "{path} at {name:?}");
        }
        assert_eq!(fixture.get_with(path, &token).error(), 400, "{path} without a host");
    }
    let ours = format!("127.0.0.1:{port}");
    let twice = format!("{token}host: {ours}\r\nhost: evil.example\r\n");
    assert_eq!(fixture.get_with("/api/runs", &twice).error(), 400);
    let absolute = format!("http://evil.example:{port}/api/runs");
    assert_eq!(fixture.get_with(&absolute, &format!("{token}host: {ours}\r\n")).error(), 400);
    assert_eq!(fixture.ask(&format!("GET /api/runs HTTP/1.0\r\n{token}\r\n")).error(), 400);
}

const FOREIGN_ORIGINS: [&str; 6] =
    ["null", "http://evil.example", "http://localhost", "https://{}", "{}", "http://{}.evil.example"];

#[test]
fn a_foreign_origin_is_refused_on_every_path() {
    let fixture = start(Options::default());
    let base = format!("{}{}", host(&fixture), token(&fixture));
    let port = fixture.address.port();
    for origin in [fixture.address.to_string(), format!("localhost:{port}"), format!("[::1]:{port}")] {
        let reply = fixture.get_with("/api/runs", &format!("{base}origin: http://{origin}\r\n"));
        assert_eq!(reply.status, 200, "{origin}");
    }
    for path in API.into_iter().chain(["/", "/viewer.js", "/viewer.css", "/api/events", "/nothing"]) {
        for origin in FOREIGN_ORIGINS {
            let origin = origin.replace("{}", &fixture.address.to_string());
            let reply = fixture.get_with(path, &format!("{base}origin: {origin}\r\n"));
            assert_eq!(reply.error(), 403, "{path} from {origin}");
        }
        let ours = fixture.address;
        let twice = format!("{base}origin: http://{ours}\r\norigin: http://evil.example\r\n");
        assert_eq!(fixture.get_with(path, &twice).error(), 403);
    }
}

#[test]
fn requests_only_read() {
    let fixture = start(Options::default());
    let headers = format!("{}{}connection: close\r\n\r\n", host(&fixture), token(&fixture));
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW"] {
        for path in ["/", "/api/runs", "/viewer.js", "/api/events", "/nothing"] {
            let reply = fixture.ask(&format!("{method} {path} HTTP/1.1\r\n{headers}"));
            assert!([400, 405].contains(&reply.status), "{method} {path}: {reply:?}");
            assert!(reply.status == 400 || reply.headers["allow"] == "GET, HEAD");
        }
    }
    let head = fixture.ask(&format!("HEAD /api/runs HTTP/1.1\r\n{headers}"));
    assert_eq!((head.status, head.body.len()), (200, 0));
}

#[test]
fn there_are_no_files() {
    let fixture = start(Options::default());
    for path in [
        "/../Cargo.toml",
        "/../../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "/%252e%252e/etc/passwd",
        "/..%5c..%5cetc%5cpasswd",
        "//etc/passwd",
        "/etc/passwd",
        "/page/index.html",
        "/index.html",
        "/viewer.js/../../Cargo.toml",
        "/viewer.js%00.css",
        "/./viewer.js",
        "/api/../viewer.js",
        "/api/runs/../runs",
        "/api/runs/..%2f..%2fetc%2fpasswd/curves",
        "/api/runs/%2e%2e/curves",
        "/api/runs/0/frames/..%2f..%2f0?color=material",
        "/api/runs/0/frames/-1?color=material",
        "/api/runs/0/frames/99999999999999999999999?color=material",
        "/api/runs/0/frames/%ff?color=material",
        "/api/runs/0/",
        "/api/runs/0/..",
    ] {
        let reply = fixture.get(path);
        assert_eq!(reply.error(), 404, "{path}");
        assert!(!String::from_utf8_lossy(&reply.body).contains("root:"), "{path}");
    }
}

#[test]
fn every_answer_tells_the_browser_what_to_keep_to() {
    let fixture = start(Options::default());
    let host = host(&fixture);
    let replies: [Reply; 7] = [
        fixture.get("/"),
        fixture.get("/viewer.js"),
        fixture.get("/viewer.css"),
        fixture.get("/api/runs"),
        fixture.get("/nothing"),
        fixture.get_with("/api/runs", &host),
        fixture.get_with("/", "host: evil.example\r\n"),
    ];
    for reply in replies {
        let policy = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; \
                      frame-ancestors 'none'";
        assert_eq!(reply.headers["content-security-policy"], policy);
        assert_eq!(reply.headers["x-content-type-options"], "nosniff");
        assert_eq!(reply.headers["referrer-policy"], "no-referrer");
        assert_eq!(reply.headers["cross-origin-resource-policy"], "same-origin");
        assert_eq!(reply.headers["cache-control"], "no-store");
        assert!(!reply.headers.contains_key("access-control-allow-origin"));
    }
}

#[test]
fn what_is_not_http_is_closed() {
    let fixture = start(Options::default());
    for noise in
        ["\x16\x03\x01\x02\x00\x01\x00\x01", "GET\r\n\r\n", "\r\n\r\n\r\n\r\n", "GET / HTTP/9.9\r\n\r\n"]
    {
        let mut stream = fixture.connect();
        stream.write_all(noise.as_bytes()).expect("room for noise");
        stream.shutdown(std::net::Shutdown::Write).expect("an end");
        let said = common::read_all(&mut stream);
        assert!(!String::from_utf8_lossy(&said).contains(" 200 "), "{noise:?}");
    }
    assert_eq!(fixture.get("/api/runs").status, 200);
}

async fn refused(request: Request) -> u16 {
    match connect_async(request).await {
        Err(Error::Http(response)) => response.status().as_u16(),
        Err(other) => panic!("{other}"),
        Ok(_) => 101,
    }
}

#[tokio::test]
async fn a_foreign_websocket_is_refused() {
    let fixture = start(Options::default());
    let ours = HeaderValue::from_str(&format!("http://{}", fixture.address)).expect("an origin");
    let mut request = fixture.events_request();
    request.headers_mut().insert("origin", ours);
    assert_eq!(refused(request).await, 101);
    for origin in FOREIGN_ORIGINS {
        let origin = origin.replace("{}", &fixture.address.to_string());
        let mut request = fixture.events_request();
        request.headers_mut().insert("origin", HeaderValue::from_str(&origin).expect("an origin"));
        assert_eq!(refused(request).await, 403, "{origin}");
    }
    let mut request = fixture.events_request();
    request.headers_mut().insert("host", HeaderValue::from_static("evil.example"));
    assert_eq!(refused(request).await, 421);
    for query in ["", "?token=", "?token=00000000000000000000000000000000"] {
        let mut request = fixture.events_request();
        *request.uri_mut() = format!("ws://{}/api/events{query}", fixture.address).parse().expect("a URL");
        assert_eq!(refused(request).await, 401, "{query}");
    }
}

/// The code that the server closes with, or `None` if it breaks off.
async fn close_code(socket: &mut common::Socket) -> Option<CloseCode> {
    loop {
        match tokio::time::timeout(common::PATIENCE, socket.next()).await.expect("an end in time") {
            Some(Ok(Message::Close(frame))) => return frame.map(|frame| frame.code),
            Some(Ok(_)) => {}
            None | Some(Err(_)) => return None,
        }
    }
}

#[tokio::test]
async fn messages_are_bounded_and_malformed_ones_answered() {
    let fixture = start(Options::default());
    let mut page = fixture.page().await;
    for malformed in [
        "",
        "pause",
        "{}",
        "[]",
        "null",
        r#"{"run": 0}"#,
        r#"{"do": "pause"}"#,
        r#"{"run": -1, "do": "pause"}"#,
        r#"{"run": "0", "do": "pause"}"#,
        r#"{"run": 1, "do": "pause"}"#,
        r#"{"run": 0, "do": "explode"}"#,
        r#"{"run": 0, "do": "scheme"}"#,
        r#"{"run": 0, "do": "scheme", "name": "flip", "alpha": 1e999}"#,
        r#"{"run": 0, "do": "scheme", "name": "flip", "alpha": "1"}"#,
        &"[".repeat(4096),
    ] {
        page.send(Message::text(malformed)).await.expect("an order");
        assert_eq!(next_json(&mut page).await["type"], "error", "{malformed}");
    }
    page.send(Message::binary(b"pause".to_vec())).await.expect("an order");
    assert_eq!(close_code(&mut page).await, Some(CloseCode::Unsupported));

    for long in [4097, 1 << 24] {
        let mut page = fixture.page().await;
        // The server may be gone before it is all sent.
        let _ = page.send(Message::text(" ".repeat(long))).await;
        let code = close_code(&mut page).await;
        assert!(code.is_none() || code == Some(CloseCode::Policy), "{code:?}");
    }
    let longest = format!("{:<4096}", r#"{"run": 0, "do": "pause"}"#);
    let mut page = fixture.page().await;
    page.send(Message::text(longest)).await.expect("an order");
    common::eventually("the longest is obeyed", || fixture.run.commands.lock().expect("no panic").len() == 1);
}

#[test]
fn raw_nonsense_instead_of_frames_is_closed() {
    let fixture = start(Options::default());
    // Not masked, a reserved opcode, a length of 2⁶³, and text that is not UTF-8.
    for nonsense in [
        &b"\x81\x02{}"[..],
        b"\x83\x80\0\0\0\0",
        b"\x81\xff\x80\0\0\0\0\0\0\0\0\0\0\0",
        b"\x81\x81\0\0\0\0\xff",
    ] {
        let mut page = fixture.deaf_page();
        page.write_all(nonsense).expect("room for nonsense");
        common::read_all(&mut page);
    }
    assert_eq!(fixture.get("/api/runs").status, 200);
}

/// All that was logged by any server of this process.
static LOG: Mutex<String> = Mutex::new(String::new());

struct Log;

impl Visit for Log {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        LOG.lock().expect("no panic").push_str(&format!("{field}={value:?} "));
    }
}

impl Subscriber for Log {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }
    fn new_span(&self, attributes: &Attributes<'_>) -> Id {
        attributes.record(&mut Log);
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, values: &Record<'_>) {
        values.record(&mut Log);
    }
    fn event(&self, event: &Event<'_>) {
        event.record(&mut Log);
    }
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

#[tokio::test]
async fn the_token_is_in_no_log() {
    tracing::subscriber::set_global_default(Log).expect("the only log");
    let fixture = start(Options::default());
    let (host, token) = (host(&fixture), &fixture.token);
    for path in ["/", "/viewer.js", "/api/events", "/api/runs", "/nothing", "/api/runs/0/frames/9"] {
        let path = format!("{path}?token={token}");
        fixture.get(&path);
        fixture.get_with(&path, &host);
        fixture.get_with(&path, "host: evil.example\r\n");
    }
    let mut page = fixture.page().await;
    page.send(Message::text("nonsense")).await.expect("an order");
    next_json(&mut page).await;
    let token = fixture.token.clone();
    fixture.server.stop();
    let log = LOG.lock().expect("no panic");
    assert!(log.contains("the viewer listens") && log.contains("status=401"), "{log}");
    assert!(!log.contains(&token));
}
