//! The server side, tested over real sockets: a small API, as the generator would write it, and
//! its responses to valid and invalid requests.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod api;
mod auth;
mod body;
mod captured_log;
mod captured_spans;
mod errors;
mod failures;
mod layers;
mod log;
mod parameters;
mod routing;
mod timers;
mod trace;
mod wire;
mod workshop;
