//! What fuzzing feeds: one function for each parser of outside input. It panics if a property does not hold.
//!
//! `tests/fuzz` has the targets for cargo-fuzz, and seeds. The test `fuzz` feeds the seeds in every run of the tests.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a property that does not hold is a panic"
)]

mod chunks;
mod events;
mod exchange;
mod form;
mod json;
mod multipart;
mod spec;

pub use self::events::{events, written_events};
pub use self::form::{form, query};
pub use self::json::json;
pub use self::multipart::{multipart, written_multipart};
pub use self::spec::spec;

/// A name, and the function that takes the input.
pub type Target = (&'static str, fn(&[u8]));

/// All targets. Each has a file in `tests/fuzz/fuzz_targets` and seeds in `tests/fuzz/corpus`, both by its name.
pub const TARGETS: &[Target] = &[
    ("spec", spec),
    ("json", json),
    ("form", form),
    ("query", query),
    ("events", events),
    ("written_events", written_events),
    ("multipart", multipart),
    ("written_multipart", written_multipart),
];
