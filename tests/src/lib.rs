//! The tests of the whole.

pub mod cases;
pub mod gateway;
pub mod random;
pub mod raw;
pub mod serving;
pub mod spec;

/// The README's examples, compiled.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
