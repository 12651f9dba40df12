//! What the tests of the store and of the server over it share: databases that are made for one
//! test, the records in them, and the list of cases that run on both engines.

// Each test crate uses a part of it.
#![allow(dead_code, unreachable_pub)]

pub mod database;
pub mod records;
pub mod trials;

pub use database::{Database, Engine};
