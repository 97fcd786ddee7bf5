//! Answers: what could not be done, and bytes that count as long as they are in memory.

use axum::Json;
use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use tokio::sync::OwnedSemaphorePermit;

use crate::RunError;
use crate::misfit::Misfit;

/// Why a request got no answer. Its text must not repeat the request's query, which may hold the token.
#[derive(Debug)]
pub(crate) struct Failure {
    status: StatusCode,
    pub(crate) error: String,
}

impl Failure {
    pub(crate) fn new(status: StatusCode, error: impl Into<String>) -> Failure {
        Failure { status, error: error.into() }
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Failure {
        let status = match error {
            RunError::Color { .. } => StatusCode::NOT_FOUND,
            RunError::Unreadable(_) => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Failure::new(status, error.to_string())
    }
}

impl From<Misfit> for Failure {
    fn from(misfit: Misfit) -> Failure {
        Failure::new(StatusCode::INTERNAL_SERVER_ERROR, misfit.to_string())
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        Failure::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        tracing::debug!(status = self.status.as_u16(), "a viewer's request was refused");
        (self.status, Json(json!({ "error": self.error }))).into_response()
    }
}

/// Bytes that are answered with, which hold their place until the last of them is sent or the client is gone.
pub(crate) struct Answer {
    pub(crate) content_type: &'static str,
    pub(crate) bytes: Vec<u8>,
    pub(crate) _place: OwnedSemaphorePermit,
}

impl AsRef<[u8]> for Answer {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        let content_type = HeaderValue::from_static(self.content_type);
        ([(header::CONTENT_TYPE, content_type)], Body::from(Bytes::from_owner(self))).into_response()
    }
}
