//! Made-up specifications of any size, the same on every machine, to measure with.

mod made_up;

pub use made_up::{OPERATIONS_PER_RESOURCE, specification};
