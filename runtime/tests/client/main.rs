//! The client over a real socket, against a server with scripted responses.

#![allow(clippy::unwrap_used, clippy::expect_used)]
// The example API is public, like a generated one, and has items that no test uses.
#![allow(dead_code, unreachable_pub)]

mod api;
#[path = "../server/captured_log.rs"]
mod captured_log;
#[path = "../server/captured_spans.rs"]
mod captured_spans;
mod limits;
mod pages;
mod raw;
mod requests;
mod responses;
mod retries;
mod server;
mod trace;
