//! Compares event streams of the generated router and client with those written by hand with axum, reqwest and
//! eventsource-stream. The router is called in the process. The client calls a server on the loopback interface, which
//! sends a prepared response.

#![expect(
    clippy::expect_used,
    reason = "a benchmark that cannot run can only panic"
)]

mod hand_written;

use std::fmt::Write;
use std::hint::black_box;
use std::net::SocketAddr;

use archive_api::Client;
use archive_api::server::router;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{Request, header};
use axum::routing::post;
use http_body_util::BodyExt;
use specsmith_benches::paired;
use specsmith_tests::archive::Archive;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

/// The number of events in a stream.
const EVENTS: usize = 1000;

fn main() {
    let runtime = Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let text = "word ".repeat(EVENTS);
    paired::heading("by hand", "generated");

    let (hand, own) = (hand_written::router(), router(Archive::default()));
    let length = runtime.block_on(sent(&hand, &text));
    assert_eq!(runtime.block_on(sent(&own, &text)), length);
    let hand_sends = || _ = black_box(runtime.block_on(sent(&hand, &text)));
    let own_sends = || _ = black_box(runtime.block_on(sent(&own, &text)));
    paired::compare("sending 1,000 events", hand_sends, own_sends);

    let server = Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .expect("a runtime");
    let base = format!("http://{}", serve(&server));
    let (hand, own) = (hand_written::Client::new(&base), client(&base));
    let hand_reads = || assert_eq!(runtime.block_on(hand.complete()), EVENTS);
    let own_reads = || assert_eq!(runtime.block_on(complete(&own)), EVENTS);
    paired::compare("receiving 1,000 events", hand_reads, own_reads);
    paired::compare("(by hand against itself)", hand_reads, hand_reads);
}

/// The length of the response to a request for one event a word.
async fn sent(router: &Router, text: &str) -> usize {
    let request = Request::post("/v1/completions")
        .header(header::CONTENT_TYPE, "text/plain")
        .body(Body::from(text.to_owned()))
        .expect("a request");
    let response = router.clone().oneshot(request).await.expect("a response");
    assert_eq!(response.status(), 200);
    let mut body = response.into_body();
    let mut length = 0;
    while let Some(frame) = body.frame().await {
        let data = frame.expect("the body is complete").into_data();
        length += data.map_or(0, |data| data.len());
    }
    length
}

fn client(base: &str) -> Client {
    Client::builder(base).build().expect("a client")
}

/// The number of events in the response.
async fn complete(client: &Client) -> usize {
    let mut words = client.complete("some words").await.expect("a response");
    let mut count = 0;
    while let Some(word) = words.next().await {
        black_box(word.expect("a word"));
        count += 1;
    }
    count
}

/// Starts the server with the prepared response, and returns its address.
fn serve(runtime: &Runtime) -> SocketAddr {
    let mut events = String::new();
    for number in 0..EVENTS {
        let _ = write!(events, "data: {{\"text\":\"word {number}\"}}\n\n");
    }
    events.push_str("data: [DONE]\n\n");
    let events = Bytes::from(events);
    let respond = async move || {
        (
            [(header::CONTENT_TYPE, "text/event-stream")],
            events.clone(),
        )
    };
    let router = Router::new().route("/v1/completions", post(respond));
    let listener = runtime
        .block_on(tokio::net::TcpListener::bind("127.0.0.1:0"))
        .expect("a free port");
    let address = listener.local_addr().expect("an address");
    runtime.spawn(async { axum::serve(listener, router).await });
    address
}
