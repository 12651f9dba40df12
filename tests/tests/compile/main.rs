//! What is generated compiles without warnings: crates, scaffolds, callers, and the code in the documentation.

mod compiles;
mod corpus;
mod deep_types;
mod documentation;
mod judge;
mod random;
