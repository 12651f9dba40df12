//! Shared by the tests: databases for a test, records, and cases that run on both engines.

// Each test crate uses a part of this.
#![allow(dead_code, unreachable_pub)]

pub mod database;
pub mod records;
pub mod trials;

pub use database::{Database, Engine};
