//! What the benchmarks share: made-up specifications of any size, the same on every machine, and a
//! way to measure two ways of doing the same.

mod made_up;
pub mod paired;

pub use made_up::{OPERATIONS_PER_RESOURCE, specification};
