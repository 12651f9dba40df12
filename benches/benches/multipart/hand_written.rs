//! The same, written by hand.

use axum::extract::{DefaultBodyLimit, Multipart};
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use reqwest::multipart::{Form, Part};
use serde::Serialize;

use super::SPEED;

/// What has arrived.
#[derive(Serialize)]
struct Seen {
    parts: Vec<String>,
}

pub(crate) fn router() -> Router {
    Router::new()
        .route("/v1/transcripts/parts", post(transcribe))
        .layer(DefaultBodyLimit::max(1 << 30))
}

async fn transcribe(mut form: Multipart) -> Result<Json<Seen>, StatusCode> {
    let invalid = |_| StatusCode::BAD_REQUEST;
    let mut parts = Vec::new();
    while let Some(mut field) = form.next_field().await.map_err(invalid)? {
        match field.name() {
            Some("file") => {
                let media = field.content_type().unwrap_or_default();
                if !media.starts_with("audio/") && media != "video/mp4" {
                    return Err(StatusCode::BAD_REQUEST);
                }
                let mut bytes = 0;
                while let Some(chunk) = field.chunk().await.map_err(invalid)? {
                    bytes += chunk.len();
                }
                parts.push(format!("file {bytes} bytes"));
            }
            Some("speed") => {
                let text = field.text().await.map_err(invalid)?;
                let speed: f64 = text.parse().map_err(|_| StatusCode::BAD_REQUEST)?;
                if !(0.5..=4.0).contains(&speed) {
                    return Err(StatusCode::BAD_REQUEST);
                }
                parts.push(format!("speed {speed}"));
            }
            _ => {}
        }
    }
    Ok(Json(Seen { parts }))
}

pub(crate) struct Client {
    http: reqwest::Client,
    url: String,
}

impl Client {
    pub(crate) fn new(base: &str) -> Self {
        Self {
            http: reqwest::Client::new(),
            url: format!("{base}/v1/transcripts/parts"),
        }
    }

    /// Sends the file.
    pub(crate) async fn transcribe(&self) {
        let file = Part::stream(reqwest::Body::wrap_stream(super::file()))
            .file_name("speech.mp3")
            .mime_str("audio/mpeg")
            .expect("a media type");
        let form = Form::new()
            .part("file", file)
            .text("speed", SPEED.to_string());
        let response = self.http.post(&self.url).multipart(form).send().await;
        let response = response.expect("a response");
        assert_eq!(response.status(), 200);
        let _seen: serde_json::Value = response.json().await.expect("JSON");
    }
}
