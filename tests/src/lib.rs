//! The tests of the whole.

pub mod cases;
pub mod gateway;
pub mod raw;
pub mod serving;
pub mod spec;
