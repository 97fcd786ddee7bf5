//! What changes, told to every page; and what pages ask of live runs.

use std::mem::replace;
use std::sync::Arc;
use std::time::Duration;

use axum::Error;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until, timeout};

use crate::site::{Site, VERSION, blocking};
use crate::{Command, Live, Status};

/// The longest message that a page may send, in bytes.
const MESSAGE: usize = 4096;

/// The time from one batch of events to the next.
const SPACING: Duration = Duration::from_millis(100);

/// The time that a client has to take our goodbye.
const GOODBYE: Duration = Duration::from_secs(1);

/// How far a run is now.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Event {
    /// Whether it goes on.
    pub status: Status,
    /// Why it failed.
    pub message: Option<String>,
    /// How many frames there are, all of which [`Run::frame`](crate::Run::frame) gives.
    pub frames: usize,
    /// Its time, in the unit of the scene.
    pub time: f64,
    /// How many particles there are.
    pub particles: u64,
    /// What can be commanded, if the run is live.
    pub live: Option<Live>,
    /// Steps per second of the clock on the wall, if they are counted.
    pub steps_per_s: Option<f64>,
}

/// The newest event of a run, and how many there have been.
#[derive(Default)]
struct Newest {
    count: u64,
    event: Option<Arc<Event>>,
}

/// Through which a simulation tells how far it is; cheap to clone.
#[derive(Clone)]
pub struct Changes(Arc<watch::Sender<Vec<Newest>>>);

impl Changes {
    pub(crate) fn new(runs: usize) -> Changes {
        let newest = (0..runs).map(|_| Newest::default()).collect();
        Changes(Arc::new(watch::Sender::new(newest)))
    }

    /// Replaces the newest event of a run, counted from 0. It takes microseconds whatever the pages do: no page is
    /// waited for, and those that are slow are told of later events only.
    ///
    /// # Panics
    ///
    /// If the server was started with fewer runs.
    pub fn changed(&self, run: usize, event: Event) {
        let runs = self.0.borrow().len();
        assert!(run < runs, "run {run} of {runs}");
        let mut event = Some(Arc::new(event));
        self.0.send_modify(|newest| {
            newest[run].count += 1;
            event = replace(&mut newest[run].event, event.take());
        });
    }
}

/// What the server says.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Said<'a> {
    Hello {
        version: u32,
    },
    Run {
        run: usize,
        #[serde(flatten)]
        event: &'a Event,
    },
    Error {
        error: &'a str,
    },
}

impl Said<'_> {
    fn message(&self) -> Message {
        serde_json::to_string(self).expect("names and numbers can be written").into()
    }
}

/// What a page says.
#[derive(Deserialize)]
struct Order {
    run: usize,
    #[serde(flatten)]
    command: Command,
}

/// Why a conversation ends: the close frame for the client, if it may still listen.
type Goodbye = Option<CloseFrame>;

fn goodbye(code: u16, reason: &'static str) -> Goodbye {
    Some(CloseFrame { code, reason: reason.into() })
}

pub(crate) fn upgrade(upgrade: WebSocketUpgrade, site: Arc<Site>) -> Response {
    upgrade
        .read_buffer_size(MESSAGE)
        .write_buffer_size(0)
        .max_message_size(MESSAGE)
        .max_frame_size(MESSAGE)
        .on_upgrade(async move |socket| {
            let mut page = Page { socket, heard: Instant::now(), seen: vec![0; site.runs.len()], site };
            if let Some(frame) = page.converse().await {
                let _ = timeout(GOODBYE, page.socket.send(Message::Close(Some(frame)))).await;
            }
        })
}

/// A page that is connected.
struct Page {
    site: Arc<Site>,
    socket: WebSocket,
    /// When it last said anything.
    heard: Instant,
    /// How many events of each run there had been when it was last told of one.
    seen: Vec<u64>,
}

impl Page {
    async fn converse(&mut self) -> Goodbye {
        let mut stop = self.site.stop.clone();
        let mut changes = self.site.changes.0.subscribe();
        // So that it is told at once of what has happened before it came.
        changes.mark_changed();
        let spell = self.site.limits.idle / 3;
        let mut ping = interval_at(Instant::now() + spell, spell);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut next = Instant::now();
        if self.socket.send(Said::Hello { version: VERSION }.message()).await.is_err() {
            return None;
        }
        loop {
            let going_on = tokio::select! {
                // In this order: what is rare first, and what has arrived before whether nothing has.
                biased;
                _ = stop.changed() => Err(goodbye(close_code::AWAY, "the server stops")),
                _ = async { sleep_until(next).await; changes.changed().await } => {
                    let told = self.tell(&mut changes).await;
                    next = Instant::now() + SPACING;
                    told
                }
                message = self.socket.recv() => self.hear(message).await,
                _ = ping.tick() => self.ping().await,
            };
            if let Err(goodbye) = going_on {
                return goodbye;
            }
        }
    }

    async fn ping(&mut self) -> Result<(), Goodbye> {
        if self.heard.elapsed() > self.site.limits.idle {
            return Err(goodbye(close_code::POLICY, "nothing was heard from this page"));
        }
        self.send(Message::Ping(Default::default())).await
    }

    async fn tell(&mut self, changes: &mut watch::Receiver<Vec<Newest>>) -> Result<(), Goodbye> {
        // Taken here and written below: as long as we look at it, the simulation cannot replace it.
        let mut news = Vec::new();
        for (run, newest) in changes.borrow_and_update().iter().enumerate() {
            if let Some(event) = newest.event.as_ref().filter(|_| newest.count > self.seen[run]) {
                self.seen[run] = newest.count;
                news.push((run, event.clone()));
            }
        }
        for (run, event) in news {
            self.send(Said::Run { run, event: &event }.message()).await?;
        }
        Ok(())
    }

    async fn hear(&mut self, message: Option<Result<Message, Error>>) -> Result<(), Goodbye> {
        self.heard = Instant::now();
        match message {
            None | Some(Ok(Message::Close(_))) => Err(None),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
            Some(Ok(Message::Text(text))) => match obey(&self.site, text.as_str()).await {
                Ok(()) => Ok(()),
                Err(error) => self.send(Said::Error { error: &error }.message()).await,
            },
            Some(Ok(Message::Binary(_))) => Err(goodbye(close_code::UNSUPPORTED, "expected text")),
            Some(Err(_)) => Err(goodbye(close_code::POLICY, "expected text of at most 4096 bytes")),
        }
    }

    async fn send(&mut self, message: Message) -> Result<(), Goodbye> {
        self.socket.send(message).await.map_err(|_| None)
    }
}

async fn obey(site: &Site, text: &str) -> Result<(), String> {
    let Order { run, command } =
        serde_json::from_str(text).map_err(|error| format!("not a command: {error}"))?;
    let run = site.run(run).map_err(|failure| failure.error)?;
    blocking(move || run.command(command)).await.map_err(|failure| failure.error)?
}
