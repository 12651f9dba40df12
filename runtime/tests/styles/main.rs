//! Parameters in all styles and forms, from the client to the server and back over real sockets.

#![allow(clippy::unwrap_used, clippy::expect_used)]
// The example API is public, like a generated one, and has items that no test uses.
#![allow(dead_code, unreachable_pub)]

mod api;
mod both;
mod forms;
mod received;
#[path = "../client/server.rs"]
mod scripted;
mod sent;
mod wire;
