//! The client over a real socket, against a server that says what each test wants.

#![allow(clippy::unwrap_used, clippy::expect_used)]
// The example API is public, as a generated one is, and has more than the tests use.
#![allow(dead_code, unreachable_pub)]

mod api;
mod limits;
mod pages;
mod requests;
mod responses;
mod retries;
mod server;
