//! The memory that a server and its client, in one process, need at most while 1 GB passes through them over the loopback
//! interface. It is the growth of the process: Linux only.

#![expect(
    clippy::expect_used,
    reason = "a benchmark that cannot run can only panic"
)]

use std::io;
use std::time::Instant;

use archive_api::types::Body;
use axum::Router;
use axum::body::Bytes;
use axum::http::header;
use axum::routing::post;
use futures_util::stream;
use specsmith_benches::paired;
use specsmith_tests::archive::{self, Archive};
use specsmith_tests::serving::{base_url, serve};
use specsmith_tests::studio::{self, Studio};
use studio_api::types::{FilePart, SpeechUpload};

/// The size of a piece of a stream in bytes.
const PIECE: usize = 64 << 10;

/// What [`archive::row`] is at least in JSON, in bytes, with the end of its line.
const ROW: usize = 30;

#[tokio::main]
async fn main() {
    let bytes = match paired::measures() {
        true => 1_000_000_000,
        false => 1_000_000,
    };
    let archive = archive::client(&Archive::default().serve().await);
    let studio = studio::client(&Studio::default().serve().await);

    let start = Measured::start();
    let receipt = archive.count_bytes(Body::from_stream(zeros(bytes))).await;
    assert!(receipt.expect("a receipt").bytes >= bytes as u64);
    start.end("bytes, to the server");

    let start = Measured::start();
    let mut body = archive.send_zeros(bytes as u64).await.expect("a response");
    let mut received = 0;
    while let Some(piece) = body.next().await {
        received += piece.expect("a piece").len();
    }
    assert_eq!(received, bytes);
    start.end("bytes, to the client");

    let start = Measured::start();
    let file = FilePart::new(Body::from_stream(zeros(bytes))).media("audio/mpeg");
    let seen = studio.transcribe_parts(SpeechUpload::new(file, 1.0)).await;
    assert_eq!(seen.expect("what was received").parts.len(), 2);
    start.end("a file in a form");

    let start = Measured::start();
    let count = u32::try_from(bytes / ROW).expect("few lines");
    let mut rows = archive.export_rows(count).await.expect("a response");
    let mut received = 0;
    while let Some(row) = rows.next().await {
        row.expect("a line");
        received += 1;
    }
    assert_eq!(received, count);
    start.end("JSON lines");

    let archive = archive::client(&base_url(serve(endless_events(bytes)).await));
    let start = Measured::start();
    let mut words = archive.complete("some words").await.expect("a response");
    while let Some(word) = words.next().await {
        word.expect("a word");
    }
    start.end("events");
}

fn zeros(bytes: usize) -> impl futures_util::Stream<Item = io::Result<Bytes>> + Send + 'static {
    let pieces = bytes.div_ceil(PIECE);
    stream::iter((0..pieces).map(|_| Ok(Bytes::from(vec![0; PIECE]))))
}

/// A server that sends so many bytes of events.
fn endless_events(bytes: usize) -> Router {
    let event = "data: {\"text\":\"word\"}\n\n";
    let piece = Bytes::from(event.repeat(PIECE / event.len()));
    let respond = async move || {
        let pieces = (0..bytes.div_ceil(piece.len())).map(move |_| piece.clone());
        let last = Bytes::from_static(b"data: [DONE]\n\n");
        let pieces = pieces.chain([last]).map(Ok::<_, io::Error>);
        let body = axum::body::Body::from_stream(stream::iter(pieces));
        ([(header::CONTENT_TYPE, "text/event-stream")], body)
    };
    Router::new().route("/v1/completions", post(respond))
}

/// A stream that is measured.
struct Measured {
    began: Instant,
    before: f64,
}

impl Measured {
    fn start() -> Self {
        // Forgets the peak so far, see proc_pid_clear_refs(5).
        let forgotten = std::fs::write("/proc/self/clear_refs", "5");
        forgotten.expect("Linux forgets the peak");
        Self {
            began: Instant::now(),
            before: peak(),
        }
    }

    fn end(self, name: &str) {
        if paired::measures() {
            let (grown, time) = (peak() - self.before, self.began.elapsed().as_secs_f64());
            println!("{name:28} {grown:6.1} MB in {time:5.1} s");
        }
    }
}

/// The peak memory of this process in MB.
fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux has it");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB"));
    let kilobytes: f64 = kilobytes
        .and_then(|text| text.parse().ok())
        .expect("a peak");
    kilobytes / 1024.0
}
