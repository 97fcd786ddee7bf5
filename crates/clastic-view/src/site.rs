//! What is answered to which path.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use axum::Router;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::middleware::{from_fn, from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::{Deserialize, Serialize};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::answer::{Answer, Failure};
use crate::events::{self, Changes};
use crate::guard::{self, Token};
use crate::{Description, Limits, Run, frame, net};

/// The version of `PROTOCOL.md`.
pub(crate) const VERSION: u32 = 1;

/// Maps of colours by their names: 255 colours each, from low to high, as red, green and blue.
pub type Maps = BTreeMap<String, Vec<[u8; 3]>>;

const JSON: &str = "application/json";
const BYTES: &str = "application/octet-stream";

/// How many answers are computed at once, so that a simulation keeps its processors.
const COMPUTING: usize = 2;

/// All that requests share.
pub(crate) struct Site {
    pub(crate) runs: Vec<Arc<dyn Run>>,
    pub(crate) token: Token,
    pub(crate) limits: Limits,
    pub(crate) changes: Changes,
    pub(crate) stop: watch::Receiver<bool>,
    maps: BTreeMap<String, String>,
    computing: Arc<Semaphore>,
    places: Arc<Semaphore>,
}

/// What a [`Site`] is made from.
pub(crate) struct Parts {
    pub(crate) runs: Vec<Arc<dyn Run>>,
    pub(crate) maps: Maps,
    pub(crate) token: Token,
    pub(crate) limits: Limits,
    pub(crate) stop: watch::Receiver<bool>,
}

impl Site {
    pub(crate) fn new(parts: Parts) -> Site {
        Site {
            changes: Changes::new(parts.runs.len()),
            maps: parts.maps.into_iter().map(|(name, map)| (name, hexadecimal(&map))).collect(),
            computing: Arc::new(Semaphore::new(COMPUTING)),
            places: Arc::new(Semaphore::new(parts.limits.answers)),
            runs: parts.runs,
            token: parts.token,
            limits: parts.limits,
            stop: parts.stop,
        }
    }

    pub(crate) fn run(&self, number: usize) -> Result<Arc<dyn Run>, Failure> {
        self.runs.get(number).cloned().ok_or_else(|| {
            let error = format!("no run {number}; there are {}, counted from 0", self.runs.len());
            Failure::new(StatusCode::NOT_FOUND, error)
        })
    }

    /// Computes an answer when there is a place for it in memory and a thread.
    async fn answer<F>(&self, content_type: &'static str, work: F) -> Result<Answer, Failure>
    where
        F: FnOnce() -> Result<Vec<u8>, Failure> + Send + 'static,
    {
        let Ok(place) = timeout(self.limits.send, self.places.clone().acquire_owned()).await else {
            let busy = "too many answers are on their way to slow clients; try again";
            return Err(Failure::new(StatusCode::SERVICE_UNAVAILABLE, busy));
        };
        let place = place.expect("places are never closed");
        let turn = self.computing.clone().acquire_owned().await.expect("turns are never closed");
        // Both go with the work, which goes on if the client does not wait for it.
        blocking(move || {
            let _turn = turn;
            work().map(|bytes| Answer { content_type, bytes, _place: place })
        })
        .await?
    }
}

/// Runs what may take a while on another thread. If nobody waits for it any more before it begins, it does not.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Failure> {
    let mut tasks = JoinSet::new();
    tasks.spawn_blocking(work);
    match tasks.join_next().await {
        Some(Ok(value)) => Ok(value),
        _ => Err(Failure::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the run panicked at this; what it says is on its standard error",
        )),
    }
}

fn hexadecimal(map: &[[u8; 3]]) -> String {
    map.as_flattened().iter().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").expect("a string takes all");
        hex
    })
}

pub(crate) fn router(site: Arc<Site>) -> Router {
    let page = |content_type: &'static str, bytes: &'static [u8]| {
        get(move || async move { ([(header::CONTENT_TYPE, content_type)], bytes) })
    };
    Router::new()
        .route("/", page("text/html; charset=utf-8", include_bytes!("../page/index.html")))
        .route("/api/runs", get(runs))
        .route("/api/runs/{run}/frames/{frame}", get(frame_of))
        .route("/api/runs/{run}/nets/{frame}", get(net_of))
        .route("/api/runs/{run}/obstacles", get(obstacles))
        .route("/api/runs/{run}/curves", get(curves))
        .route("/api/events", get(events))
        .route_layer(from_fn_with_state(site.clone(), guard::token))
        .route("/viewer.js", page("text/javascript; charset=utf-8", include_bytes!("../page/viewer.js")))
        .route("/viewer.css", page("text/css; charset=utf-8", include_bytes!("../page/viewer.css")))
        .fallback(async || nothing_here())
        .layer(from_fn(guard::address))
        .layer(map_response(guard::headers))
        .with_state(site)
}

fn nothing_here() -> Failure {
    Failure::new(StatusCode::NOT_FOUND, "nothing is here; expected a path of PROTOCOL.md")
}

fn no_frame(number: usize) -> Failure {
    Failure::new(StatusCode::NOT_FOUND, format!("the run has no frame {number}"))
}

async fn runs(State(site): State<Arc<Site>>) -> Result<Answer, Failure> {
    #[derive(Serialize)]
    struct Runs<'a> {
        version: u32,
        maps: &'a BTreeMap<String, String>,
        runs: Vec<Description>,
    }
    let shared = site.clone();
    let work = move || {
        let runs = shared.runs.iter().map(|run| run.describe()).collect();
        Ok(serde_json::to_vec(&Runs { version: VERSION, maps: &shared.maps, runs })?)
    };
    site.answer(JSON, work).await
}

#[derive(Deserialize)]
struct Coloring {
    color: String,
}

async fn frame_of(
    State(site): State<Arc<Site>>,
    path: Result<Path<(usize, usize)>, PathRejection>,
    query: Result<Query<Coloring>, QueryRejection>,
) -> Result<Answer, Failure> {
    let Path((run, number)) = path.map_err(|_| nothing_here())?;
    let run = site.run(run)?;
    let Query(Coloring { color }) = query.map_err(|_| {
        Failure::new(StatusCode::BAD_REQUEST, "expected ?color= with `material` or the name of a field")
    })?;
    let work = move || match run.frame(number, &color)? {
        Some(view) => Ok(frame::encode(number, &view)?),
        None => Err(no_frame(number)),
    };
    site.answer(BYTES, work).await
}

async fn net_of(
    State(site): State<Arc<Site>>,
    path: Result<Path<(usize, usize)>, PathRejection>,
) -> Result<Answer, Failure> {
    let Path((run, number)) = path.map_err(|_| nothing_here())?;
    let run = site.run(run)?;
    let work = move || match run.net(number)? {
        Some(net) => Ok(net::encode(&net)?),
        None => Err(no_frame(number)),
    };
    site.answer(BYTES, work).await
}

async fn obstacles(
    State(site): State<Arc<Site>>,
    path: Result<Path<usize>, PathRejection>,
) -> Result<Answer, Failure> {
    let run = site.run(path.map_err(|_| nothing_here())?.0)?;
    site.answer(JSON, move || Ok(serde_json::to_vec(&run.obstacles()?)?)).await
}

async fn curves(
    State(site): State<Arc<Site>>,
    path: Result<Path<usize>, PathRejection>,
) -> Result<Answer, Failure> {
    let run = site.run(path.map_err(|_| nothing_here())?.0)?;
    site.answer(JSON, move || Ok(serde_json::to_vec(&run.curves()?)?)).await
}

async fn events(
    State(site): State<Arc<Site>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    match upgrade {
        Ok(upgrade) => events::upgrade(upgrade, site),
        Err(_) => Failure::new(StatusCode::BAD_REQUEST, "expected a WebSocket").into_response(),
    }
}
