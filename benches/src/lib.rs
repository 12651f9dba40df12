//! Shared by the benchmarks: synthetic specifications of any size, the same on every machine, and ways
//! to measure.

mod made_up;
pub mod paired;
pub mod run;

pub use made_up::{OPERATIONS_PER_RESOURCE, specification};
