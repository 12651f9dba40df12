//! The tests of the whole.

pub mod cases;
