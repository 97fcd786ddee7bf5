//! Shows runs in a browser: the page and its server.
//!
//! What is shown comes through the trait [`Run`], so this crate knows neither the engine nor the files of a run. A
//! [`Server`] listens on a thread of its own and serves the page, which is part of the binary, and the runs; what the
//! two say to each other is in `PROTOCOL.md`. A live run tells of its progress through [`Changes`], which never waits
//! for a page: each page is sent the newest state ten times a second, and what it misses in between is gone.
//!
//! # Who is let in
//!
//! The server listens on loopback unless told otherwise. Every request must name, as its `Host`, the address that the
//! connection was made to or one of loopback, so that no foreign name can be bound to it; an `Origin`, if there is one,
//! must be the server's own; and whatever shows anything of a run needs the token, 128 random bits in the
//! [URL](Server::url) that the page is opened with. There is no access to files, and requests only read; live runs take
//! [commands](Command) through the WebSocket. The connection is not encrypted: on an address other than loopback,
//! whoever sees the network sees the token.
//!
//! Heads of requests have at most 16 KiB and messages 4096 bytes. The number of connections, the answers in memory and
//! the time that a client may take for anything are in [`Limits`].
//!
//! # What it costs
//!
//! A frame of 10⁶ particles has 7.0 MB with colours and 6.0 MB without. On a Xeon with much other work at the time its
//! bytes are made in 10 to 23 ms on one core, and a client on the same machine has them 65 to 95 ms after it asked. To
//! tell of a change takes a simulation 0.3 µs (median; 99.9 % take less than 20 µs), with 50 pages that never read as
//! with none. The tests print these numbers: `cargo test -p clastic-view -- --nocapture`.
//!
//! # Example
//!
//! ```no_run
//! use std::collections::BTreeMap;
//! use std::sync::Arc;
//!
//! use clastic_view::{Event, Options, Run, Server, Status};
//!
//! # fn example(run: Arc<dyn Run>) -> Result<(), clastic_view::StartError> {
//! let server = Server::start(vec![run], BTreeMap::new(), Options::default())?;
//! println!("{}", server.url());
//! let changes = server.changes();
//! let event = Event {
//!     status: Status::Running,
//!     message: None,
//!     frames: 13,
//!     time: 0.5,
//!     particles: 123,
//!     live: None,
//!     steps_per_s: Some(210.0),
//! };
//! changes.changed(0, event);
//! server.stop();
//! # Ok(())
//! # }
//! ```

mod answer;
mod connection;
mod events;
mod frame;
mod guard;
mod misfit;
mod net;
mod run;
mod server;
mod site;

pub use events::{Changes, Event};
pub use run::{
    Block, Bounds, Camera, Colors, Command, Curves, Description, Field, Kind, Live, Look, Material, Net,
    Obstacle, Run, RunError, Status, Units, View, Walls,
};
pub use server::{Limits, Options, Server, StartError};
pub use site::Maps;
