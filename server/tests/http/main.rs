//! Tests of the HTTP server on real sockets: limits, logs, metrics, and an orderly shutdown.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod bind;
mod files;
mod gateway;
mod limits;
mod malformed;
mod observed;
mod pages;
mod probes;
mod running;
mod settings;
mod shutdown;
mod signals;
