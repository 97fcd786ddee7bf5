//! A run that is made up, and clients that say exactly what they are told to.
#![allow(dead_code, reason = "each file of tests uses a part")]

use std::collections::BTreeMap;
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use clastic_view::{
    Block, Bounds, Camera, Colors, Command, Curves, Description, Event, Field, Kind, Live, Look, Material,
    Net, Obstacle, Options, Run, RunError, Server, Status, Units, View, Walls,
};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

pub type Socket = WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>;

/// Longer than anything here takes.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// A run of three frames: the example of PROTOCOL.md.
#[derive(Default)]
pub struct Fake {
    /// Of a frame that is coloured by `speed`; others have two.
    pub particles: usize,
    pub frames_given: AtomicUsize,
    pub commands: Mutex<Vec<Command>>,
}

impl Run for Fake {
    fn describe(&self) -> Description {
        let unit = str::to_owned;
        Description {
            name: "a10-fountain".to_owned(),
            title: "a10-fountain · asflip-0.97".to_owned(),
            scheme: "asflip-0.97".to_owned(),
            dimension: 3,
            status: Status::Done,
            message: None,
            frames: vec![0.0, 0.0416, 0.0833],
            particles: 200_000,
            joined: false,
            radius: 0.137,
            units: Units {
                length: unit("cm"),
                time: unit("s"),
                speed: unit("cm/s"),
                energy: unit("erg"),
                momentum: unit("g cm/s"),
                pressure: unit("dyn/cm²"),
            },
            materials: vec![Material { name: "water".to_owned(), color: "#4a86c5".to_owned() }],
            fields: vec![Field {
                name: "speed".to_owned(),
                label: "speed (cm/s)".to_owned(),
                low: 0.0,
                high: 210.0,
                map: "viridis".to_owned(),
            }],
            color: "speed".to_owned(),
            bounds: Bounds { min: [-70.0, 0.0, -70.0], max: [70.0, 90.0, 70.0] },
            camera: Camera { eye: [110.0, 130.0, 190.0], target: [0.0, 38.0, 0.0], fov: 40.0 },
            walls: Walls { floor: Some(0.0), outline: None },
            block: Block { edge: 1.0, origin: [0.0; 3] },
            live: None,
        }
    }

    fn frame(&self, number: usize, color: &str) -> Result<Option<View>, RunError> {
        if number >= 3 {
            return Ok(None);
        }
        self.frames_given.fetch_add(1, Ordering::Relaxed);
        let two = View {
            time: 0.5,
            positions: vec![1.0, 2.0, 3.0, 2.0, 4.0, 3.0],
            poses: vec![None, Some(std::array::from_fn(|i| i as f32))],
            ..View::default()
        };
        let n = self.particles;
        match color {
            "none" => Ok(Some(two)),
            "material" => Ok(Some(View { colors: Colors::Materials(vec![0, 7]), ..two })),
            "speed" => {
                let colors = Colors::Values { values: vec![105.0; n], low: 0.0, high: 210.0 };
                Ok(Some(View { time: 0.5, positions: vec![1.0; 3 * n], colors, ..View::default() }))
            }
            "joined" => Ok(Some(View { colors: Colors::Materials(vec![0, 7]), joined: vec![0], ..two })),
            "misfit" => Ok(Some(View { colors: Colors::Materials(vec![0]), ..two })),
            "panic" => panic!("as asked"),
            "broken" => Err(RunError::Unreadable("frame 0001.npz ends early".to_owned())),
            _ => Err(RunError::Color { asked: color.to_owned(), known: vec!["material".to_owned()] }),
        }
    }

    /// The last frame's names a particle that is not joined.
    fn net(&self, number: usize) -> Result<Option<Net>, RunError> {
        let net = Net { joined: 3, lines: vec![vec![0, 1], vec![2, 1, 2]], triangles: vec![[2, 1, 0]] };
        Ok(match number {
            0 => Some(Net::default()),
            1 => Some(net),
            2 => Some(Net { joined: 2, ..net }),
            _ => None,
        })
    }

    fn obstacles(&self) -> Result<Vec<Obstacle>, RunError> {
        Ok(vec![Obstacle {
            name: "wheel".to_owned(),
            kind: Kind::Collider,
            look: Look::Solid,
            color: "#8fa3b5".to_owned(),
            positions: vec![[1.0, 2.0, -0.5]],
            triangles: vec![[0, 1, 258]],
            edges: vec![[0, 1]],
        }])
    }

    fn curves(&self) -> Result<Curves, RunError> {
        let columns = [("time", vec![0.0, 0.5]), ("kinetic", vec![f64::NAN, 2.0])];
        let columns = columns.map(|(name, numbers)| (name.to_owned(), numbers));
        Ok(Curves { columns: BTreeMap::from(columns) })
    }

    fn command(&self, command: Command) -> Result<(), String> {
        if let Command::Scheme { name, .. } = &command
            && name == "magic"
        {
            return Err("no scheme `magic`; expected pic or flip".to_owned());
        }
        self.commands.lock().expect("no panic").push(command);
        Ok(())
    }
}

pub fn event(frames: usize) -> Event {
    Event {
        status: Status::Running,
        message: None,
        frames,
        time: 0.5,
        particles: 123,
        live: Some(Live { schemes: vec!["pic".to_owned()], scheme: "pic".to_owned(), alpha: None }),
        steps_per_s: Some(210.0),
    }
}

/// A server of one run, and all that a client needs to know.
pub struct Fixture {
    pub server: Server,
    pub run: Arc<Fake>,
    pub address: SocketAddr,
    pub token: String,
}

pub fn start(options: Options) -> Fixture {
    start_with(Fake::default(), options)
}

pub fn start_with(run: Fake, options: Options) -> Fixture {
    let run = Arc::new(run);
    let maps = BTreeMap::from([("viridis".to_owned(), vec![[0x44, 0x01, 0x54], [0xfd, 0xe7, 0x25]])]);
    let server = Server::start(vec![run.clone()], maps, options).expect("a server");
    let token = server.url().split_once("?token=").expect("a token").1.to_owned();
    Fixture { address: server.address(), server, run, token }
}

impl Fixture {
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream
    }

    /// What is answered to these bytes.
    pub fn ask(&self, request: &str) -> Reply {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).expect("room for a request");
        Reply::parse(&read_all(&mut stream))
    }

    /// A request as it should be, but for these headers.
    pub fn get_with(&self, path: &str, headers: &str) -> Reply {
        self.ask(&format!("GET {path} HTTP/1.1\r\nconnection: close\r\n{headers}\r\n"))
    }

    /// A request as it should be.
    pub fn get(&self, path: &str) -> Reply {
        let Fixture { address, token, .. } = self;
        self.get_with(path, &format!("host: {address}\r\nx-clastic-token: {token}\r\n"))
    }

    pub fn events_request(&self) -> Request {
        let url = format!("ws://{}/api/events?token={}", self.address, self.token);
        url.into_client_request().expect("a request")
    }

    /// A page that has been greeted.
    pub async fn page(&self) -> Socket {
        let (mut socket, _) =
            tokio_tungstenite::connect_async(self.events_request()).await.expect("a WebSocket");
        assert_eq!(next_json(&mut socket).await["type"], "hello");
        socket
    }

    /// A page that never reads what comes after the handshake.
    pub fn deaf_page(&self) -> TcpStream {
        let mut stream = self.connect();
        let request = format!(
            "GET /api/events?token={} HTTP/1.1\r\nhost: {}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            self.token, self.address
        );
        stream.write_all(request.as_bytes()).expect("room for a request");
        let mut status = [0; 12];
        stream.read_exact(&mut status).expect("an answer");
        assert_eq!(&status, b"HTTP/1.1 101");
        stream
    }
}

/// All until the other side ends or breaks off.
pub fn read_all(stream: &mut TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    match stream.read_to_end(&mut bytes) {
        Err(error) if [ErrorKind::WouldBlock, ErrorKind::TimedOut].contains(&error.kind()) => {
            panic!("the server holds on to a connection; it said {:?}", String::from_utf8_lossy(&bytes))
        }
        _ => bytes,
    }
}

pub async fn next_json(socket: &mut Socket) -> serde_json::Value {
    use futures_util::StreamExt;
    loop {
        let message = tokio::time::timeout(PATIENCE, socket.next()).await.expect("a message in time");
        let message = message.expect("an open socket").expect("a message");
        if message.is_text() {
            return serde_json::from_str(message.to_text().expect("text")).expect("JSON");
        }
    }
}

/// Waits until something holds, without sleeping longer than needed.
pub fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !holds() {
        assert!(begin.elapsed() < PATIENCE, "{what} within {PATIENCE:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// An answer.
#[derive(Debug)]
pub struct Reply {
    /// 0 if the connection was closed without one.
    pub status: u16,
    pub headers: BTreeMap<String, String>,
    pub body: Vec<u8>,
}

impl Reply {
    fn parse(bytes: &[u8]) -> Reply {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
        let Some(end) = end else { return Reply { status: 0, headers: BTreeMap::new(), body: vec![] } };
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)).expect("a status line");
        Reply {
            status: status.parse().expect("a status"),
            headers: lines
                .filter_map(|line| line.split_once(": "))
                .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
                .collect(),
            body: bytes[end + 4..].to_vec(),
        }
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).expect("JSON")
    }

    /// The status, if what went wrong is told as it should be.
    pub fn error(&self) -> u16 {
        assert!(!self.json()["error"].as_str().expect("an error").is_empty());
        self.status
    }
}
