//! Compares multipart forms of the generated router and client with those written by hand with axum and reqwest. The
//! router is called in the process, with a body that arrives in chunks. The client sends to a server on the loopback
//! interface, which only reads.

#![expect(
    clippy::expect_used,
    reason = "a benchmark that cannot run can only panic"
)]

mod hand_written;

use std::hint::black_box;
use std::io;
use std::net::SocketAddr;
use std::sync::LazyLock;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{Request, header};
use axum::routing::post;
use futures_util::stream::{self, Stream, StreamExt};
use http_body_util::BodyExt;
use specsmith_benches::paired;
use specsmith_tests::studio::Studio;
use studio_api::Client;
use studio_api::server::router;
use studio_api::types::{Body as FileBody, FilePart, SpeechUpload};
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

/// The size of the file in bytes.
const FILE: usize = 1 << 20;

/// The size of a chunk of a body in bytes.
const CHUNK: usize = 16 << 10;

/// The other field.
const SPEED: f64 = 1.5;

fn main() {
    let runtime = Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    paired::heading("by hand", "generated");

    let (hand, own) = (hand_written::router(), router(Studio::default()));
    let form = form();
    let expected = runtime.block_on(received(&hand, &form));
    assert_eq!(runtime.block_on(received(&own, &form)), expected);
    let hand_reads = || _ = black_box(runtime.block_on(received(&hand, &form)));
    let own_reads = || _ = black_box(runtime.block_on(received(&own, &form)));
    paired::compare("receiving 1 MiB", hand_reads, own_reads);

    let server = Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .expect("a runtime");
    let base = format!("http://{}", serve(&server));
    let (hand, own) = (hand_written::Client::new(&base), client(&base));
    let hand_sends = || runtime.block_on(hand.transcribe());
    let own_sends = || runtime.block_on(transcribe(&own));
    paired::compare("sending 1 MiB", hand_sends, own_sends);
    paired::compare("(by hand against itself)", hand_sends, hand_sends);
}

/// The bytes of the file, which are not easy to search: many begin like the boundary.
fn content() -> Bytes {
    let pattern = b"\r\n--bound\r\n--\r\r\nlalala la la laaa la";
    pattern.iter().copied().cycle().take(FILE).collect()
}

/// The file as a stream. Chunks share their memory with the file.
fn file() -> impl Stream<Item = io::Result<Bytes>> + Send + 'static {
    static CONTENT: LazyLock<Bytes> = LazyLock::new(content);
    stream::iter(chunks(&CONTENT)).map(Ok)
}

fn chunks(bytes: &Bytes) -> Vec<Bytes> {
    let starts = (0..bytes.len()).step_by(CHUNK);
    starts
        .map(|start| bytes.slice(start..bytes.len().min(start + CHUNK)))
        .collect()
}

/// The form as a body.
fn form() -> Bytes {
    let mut form = Vec::new();
    form.extend_from_slice(
        b"--boundary\r\nContent-Disposition: form-data; name=\"file\"; filename=\"speech.mp3\"\r\nContent-Type: audio/mpeg\r\n\r\n",
    );
    form.extend_from_slice(&content());
    form.extend_from_slice(
        format!("\r\n--boundary\r\nContent-Disposition: form-data; name=\"speed\"\r\n\r\n{SPEED}\r\n--boundary--\r\n")
            .as_bytes(),
    );
    form.into()
}

/// The response to the form.
async fn received(router: &Router, form: &Bytes) -> Bytes {
    let body = stream::iter(chunks(form)).map(Ok::<_, io::Error>);
    let request = Request::post("/v1/transcripts/parts")
        .header(
            header::CONTENT_TYPE,
            "multipart/form-data; boundary=boundary",
        )
        .body(Body::from_stream(body))
        .expect("a request");
    let response = router.clone().oneshot(request).await.expect("a response");
    assert_eq!(response.status(), 200);
    let body = response.into_body().collect().await;
    body.expect("the body is complete").to_bytes()
}

fn client(base: &str) -> Client {
    Client::builder(base).build().expect("a client")
}

/// Sends a file of [`FILE`] bytes.
async fn transcribe(client: &Client) {
    let file = FilePart::new(FileBody::from_stream(file()));
    let file = file.file_name("speech.mp3").media("audio/mpeg");
    let form = SpeechUpload::new(file, SPEED);
    client.transcribe_parts(form).await.expect("a response");
}

/// Starts a server that reads requests, and returns its address.
fn serve(runtime: &Runtime) -> SocketAddr {
    let respond = async |body: Body| {
        let mut body = body.into_data_stream();
        while let Some(chunk) = body.next().await {
            black_box(chunk.expect("a chunk"));
        }
        (
            [(header::CONTENT_TYPE, "application/json")],
            "{\"parts\":[]}",
        )
    };
    let router = Router::new().route("/v1/transcripts/parts", post(respond));
    let listener = runtime
        .block_on(tokio::net::TcpListener::bind("127.0.0.1:0"))
        .expect("a free port");
    let address = listener.local_addr().expect("an address");
    runtime.spawn(async { axum::serve(listener, router).await });
    address
}
