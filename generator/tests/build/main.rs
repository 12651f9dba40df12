//! What the command writes is built with cargo: new projects, and crates with an embedded runtime.

mod documents;
mod embedded;
mod projects;
