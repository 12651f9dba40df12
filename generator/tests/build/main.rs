//! What the command writes is built with cargo: new projects, and crates with a runtime of their own.

mod embedded;
mod projects;
