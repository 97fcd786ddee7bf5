//! The server: its thread, its connections and its end.

use std::fmt;
use std::io::{self, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener as Listener};
use std::pin::pin;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{self, Runtime};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};
use tower::ServiceExt as _;

use crate::connection::Connection;
use crate::guard::{Local, Token};
use crate::site::{Maps, Parts, Site, router};
use crate::{Changes, Run};

/// The largest head of a request, in bytes.
const HEAD: usize = 16 * 1024;

/// Threads for what may take a while: more than answers are computed on at once, so that commands need not wait.
const BLOCKING_THREADS: usize = 4;

/// The time that connections have to end when the server stops.
const GRACE: Duration = Duration::from_millis(500);

/// The time before connections are accepted again after the system refused one, for lack of files or memory.
const PAUSE: Duration = Duration::from_millis(50);

const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";

/// Where to listen, and what clients may take.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The address; loopback, 127.0.0.1, by default. On any other, whoever sees the network sees the token.
    pub address: IpAddr,
    /// The port; 0, the default, is any free one.
    pub port: u16,
    /// What clients may take.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Options {
        Options { address: Ipv4Addr::LOCALHOST.into(), port: 0, limits: Limits::default() }
    }
}

/// What clients may take. A client that exceeds a limit is disconnected or refused; nothing else is harmed.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// Connections at once. Further ones are answered 503 and closed. 128 by default.
    pub connections: usize,
    /// Answers in memory at once: those computed or being sent. Others wait for as long as `send`. 8 by default.
    pub answers: usize,
    /// The time for the whole head of a request to arrive, and to wait for the next request. 10 s by default.
    pub head: Duration,
    /// The time after which a client that takes nothing of what is sent is given up. 10 s by default.
    pub send: Duration,
    /// The time after which a page of which nothing was heard is given up; it is pinged three times in it. 60 s by
    /// default.
    pub idle: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 128,
            answers: 8,
            head: Duration::from_secs(10),
            send: Duration::from_secs(10),
            idle: Duration::from_secs(60),
        }
    }
}

/// Why a server did not start.
#[derive(Debug)]
#[non_exhaustive]
pub enum StartError {
    /// The system does not let it listen there.
    Listen {
        /// Where.
        address: SocketAddr,
        /// What the system says.
        source: io::Error,
    },
    /// The system gives no random numbers for the token.
    Random(getrandom::Error),
    /// The system gives no thread.
    Thread(io::Error),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Listen { address, source } => write!(f, "cannot listen on {address}: {source}"),
            StartError::Random(source) => write!(f, "no random numbers for the viewer's token: {source}"),
            StartError::Thread(source) => write!(f, "no thread for the viewer: {source}"),
        }
    }
}

impl std::error::Error for StartError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            StartError::Listen { source, .. } | StartError::Thread(source) => Some(source),
            StartError::Random(source) => Some(source),
        }
    }
}

/// Shows runs until it is stopped or dropped.
pub struct Server {
    address: SocketAddr,
    site: Arc<Site>,
    stop: watch::Sender<bool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Begins to listen, on a thread of its own.
    pub fn start(runs: Vec<Arc<dyn Run>>, maps: Maps, options: Options) -> Result<Server, StartError> {
        let Options { address, port, limits } = options;
        let wanted = SocketAddr::new(address, port);
        let refused = |source| StartError::Listen { address: wanted, source };
        let listener = Listener::bind(wanted).map_err(refused)?;
        listener.set_nonblocking(true).map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        let token = Token::random().map_err(StartError::Random)?;
        let (stop, stopped) = watch::channel(false);
        let site = Arc::new(Site::new(Parts { runs, maps, token, limits, stop: stopped }));

        // One thread passes bytes on, beside those that compute answers: a simulation has all others.
        let runtime = runtime::Builder::new_current_thread()
            .enable_all()
            .thread_name("clastic-view")
            .max_blocking_threads(BLOCKING_THREADS)
            .build()
            .map_err(StartError::Thread)?;
        let shared = site.clone();
        let thread = thread::Builder::new()
            .name("clastic-view".to_owned())
            .spawn(move || serve(runtime, listener, shared))
            .map_err(StartError::Thread)?;
        tracing::debug!(%address, "the viewer listens");
        Ok(Server { address, site, stop, thread: Some(thread) })
    }

    /// Where the page is, with the token: for the eyes of the user only.
    pub fn url(&self) -> String {
        let mut address = self.address;
        if address.ip().is_unspecified() {
            let is_v4 = address.is_ipv4();
            address.set_ip(if is_v4 { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() });
        }
        format!("http://{address}/?token={}", self.site.token.as_str())
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Through which simulations tell how far they are.
    pub fn changes(&self) -> Changes {
        self.site.changes.clone()
    }

    /// Says goodbye to the pages and ends, within about a second even if they do not listen.
    pub fn stop(self) {}
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.send_replace(true);
        if let Some(thread) = self.thread.take() {
            // It panics only by a mistake of ours, which it has then reported.
            let _ = thread.join();
        }
    }
}

fn serve(runtime: Runtime, listener: Listener, site: Arc<Site>) {
    runtime.block_on(async {
        match TcpListener::from_std(listener) {
            Ok(listener) => listen(listener, site).await,
            Err(error) => tracing::error!(%error, "the viewer cannot listen"),
        }
    });
    // What a run still computes is not waited for.
    runtime.shutdown_background();
}

async fn listen(listener: TcpListener, site: Arc<Site>) {
    let router = router(site.clone());
    let places = Arc::new(Semaphore::new(site.limits.connections));
    let mut stop = site.stop.clone();
    loop {
        let accepted = tokio::select! {
            _ = stop.changed() => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, _)) => match places.clone().try_acquire_owned() {
                Ok(place) => {
                    let Ok(local) = stream.local_addr() else { continue };
                    let _ = stream.set_nodelay(true);
                    let connection = Connection::new(stream, site.limits.send, place);
                    tokio::spawn(converse(connection, Local(local), router.clone(), site.clone()));
                }
                Err(_) => refuse(stream),
            },
            Err(error) => {
                tracing::warn!(%error, "the viewer could not accept a connection");
                sleep(PAUSE).await;
            }
        }
    }
    drop(listener);
    // Every connection holds a place until its end.
    let all = u32::try_from(site.limits.connections).unwrap_or(u32::MAX);
    let _ = timeout(GRACE, places.acquire_many(all)).await;
}

/// Answers what fits into the socket and closes it.
fn refuse(stream: TcpStream) {
    tracing::debug!("the viewer has no place for another connection");
    if let Ok(mut stream) = stream.into_std() {
        let _ = stream.write(FULL);
    }
}

async fn converse(connection: Connection, local: Local, router: Router, site: Arc<Site>) {
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(local);
        router.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(site.limits.head)
        .max_buf_size(HEAD)
        .serve_connection(TokioIo::new(connection), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let mut stop = site.stop.clone();
    // That a client broke off or was too slow is nothing to tell anyone.
    tokio::select! {
        _ = connection.as_mut() => {}
        _ = stop.changed() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}
