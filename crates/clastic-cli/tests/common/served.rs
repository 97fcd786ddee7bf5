//! A command that serves a page, as a browser meets it: over the wire.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::Folder;

/// A command that serves a page, ended with the test.
pub struct Served {
    child: Child,
    pub host: String,
    token: String,
}

impl Served {
    /// The page's address is the first that it names on either stream.
    pub fn start(folder: &Folder, line: &str) -> Served {
        let mut command = Command::new(env!("CARGO_BIN_EXE_clastic"));
        command.current_dir(&folder.0).env_remove("RUST_LOG").args(line.split_whitespace());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command");
        let on_stdout = line.starts_with("view ") && !line.contains(".toml");
        let stream: Box<dyn Read> = if on_stdout {
            Box::new(child.stdout.take().expect("a pipe"))
        } else {
            Box::new(child.stderr.take().expect("a pipe"))
        };
        let address = BufReader::new(stream)
            .lines()
            .map_while(Result::ok)
            .find_map(|line| line.find("http://").map(|at| line[at..].trim().to_string()))
            .expect("an address");
        let (host, token) = address["http://".len()..].split_once("/?token=").expect("a token");
        Served { child, host: host.to_string(), token: token.to_string() }
    }

    /// A connection over which an answer will come.
    pub fn ask(&self, path: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.host).expect("a server");
        let (host, token) = (&self.host, &self.token);
        let head = format!(
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nX-Clastic-Token: {token}\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).expect("a request");
        stream
    }

    /// The status and body of an answer.
    pub fn get(&self, path: &str) -> (u16, Vec<u8>) {
        let mut answer = Vec::new();
        self.ask(path).read_to_end(&mut answer).expect("an answer");
        let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").expect("a head") + 4;
        let head = String::from_utf8_lossy(&answer[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
        (status, answer.split_off(end))
    }

    pub fn json(&self, path: &str) -> Value {
        let (status, body) = self.get(path);
        assert_eq!(status, 200, "{path}: {}", String::from_utf8_lossy(&body));
        serde_json::from_slice(&body).expect("JSON")
    }

    pub fn socket(&self) -> tungstenite::WebSocket<tungstenite::stream::MaybeTlsStream<TcpStream>> {
        let address = format!("ws://{}/api/events?token={}", self.host, self.token);
        tungstenite::connect(address).expect("a socket").0
    }

    /// Waits until the run is as it should be.
    pub fn until(&self, what: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            let run = self.json("/api/runs")["runs"][0].take();
            if is_so(&run) {
                return run;
            }
            assert!(start.elapsed() < Duration::from_secs(60), "{what}: {run}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Ends it as Ctrl-C does; its exit code.
    pub fn interrupt(&mut self) -> Option<i32> {
        let kill = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().expect("kill");
        assert!(kill.success());
        self.child.wait().expect("an end").code()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
