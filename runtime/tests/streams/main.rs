//! Contents that are sent in pieces, from the client to the server and back over real sockets.

#![allow(clippy::unwrap_used, clippy::expect_used)]
// The example API is public, like a generated one, and has items that no test uses.
#![allow(dead_code, unreachable_pub)]

mod api;
mod archive;
mod bytes;
#[path = "../server/captured_log.rs"]
mod captured_log;
#[path = "../server/captured_spans.rs"]
mod captured_spans;
mod events;
mod flat_memory;
mod json_lines;
mod log;
mod multipart;
mod reconnect;
#[path = "../client/server.rs"]
mod scripted;
mod text;
mod tools;
mod wire;
