//! The server's half, spoken to over real sockets: a small API, written as the generator
//! would write it, and how it responds to valid and invalid requests.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod api;
mod auth;
mod body;
mod errors;
mod failures;
mod layers;
mod log;
mod parameters;
mod routing;
mod wire;
mod workshop;
