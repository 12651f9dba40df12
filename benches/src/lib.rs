//! Shared by the benchmarks: synthetic specifications of any size, the same on every machine, and ways
//! to measure.

pub mod paired;
pub mod run;
mod synthetic;

pub use synthetic::{OPERATIONS_PER_RESOURCE, specification};
