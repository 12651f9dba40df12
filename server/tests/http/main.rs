//! The wire around the router, on real sockets: every limit holds, every request is accounted
//! for, and the end is orderly.

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
mod shutdown;
mod signals;
