//! The same, written by hand.

use std::convert::Infallible;
use std::hint::black_box;

use axum::Router;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use axum::routing::post;
use eventsource_stream::Eventsource;
use futures_util::stream::{self, Stream, StreamExt};
use serde::{Deserialize, Serialize};

/// An event.
#[derive(Serialize, Deserialize)]
struct Word {
    text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    finish_reason: Option<String>,
}

pub(crate) fn router() -> Router {
    Router::new().route("/v1/completions", post(complete))
}

async fn complete(body: String) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let words: Vec<Word> = body.split_whitespace().map(word).collect();
    let words = words.into_iter().map(|word| {
        let event = Event::default().json_data(&word);
        event.expect("a word has JSON")
    });
    let events = words.chain([Event::default().data("[DONE]")]);
    Sse::new(stream::iter(events.map(Ok))).keep_alive(KeepAlive::default())
}

fn word(text: &str) -> Word {
    Word {
        text: text.to_owned(),
        finish_reason: None,
    }
}

pub(crate) struct Client {
    http: reqwest::Client,
    url: String,
}

impl Client {
    pub(crate) fn new(base: &str) -> Self {
        Self {
            http: reqwest::Client::new(),
            url: format!("{base}/v1/completions"),
        }
    }

    /// The number of events in the response.
    pub(crate) async fn complete(&self) -> usize {
        let request = self.http.post(&self.url).body("some words");
        let response = request.send().await.expect("a response");
        let mut events = response.bytes_stream().eventsource();
        let mut count = 0;
        while let Some(event) = events.next().await {
            let event = event.expect("an event");
            if event.data == "[DONE]" {
                return count;
            }
            let word: Word = serde_json::from_str(&event.data).expect("a word");
            if word.finish_reason.as_deref() == Some("error") {
                return count;
            }
            black_box(word);
            count += 1;
        }
        panic!("the stream was interrupted");
    }
}
