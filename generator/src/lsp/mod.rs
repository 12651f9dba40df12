//! A language server (LSP) for specifications: errors while people type, completion, explanations, navigation,
//! renaming.
//!
//! `server` speaks the protocol, with one thread. `workspace` has the open files, each with an `index` of its names,
//! which is made again only if that file changes. Errors come from the whole pipeline, once no message is waiting.
//! `history` compares with what a specification was before, if the editor asks for it. `cursor` finds out where a cursor is in text that need not be YAML, and `completion` what the definition of the
//! language has there.

mod completion;
mod cursor;
mod features;
mod history;
mod hover;
mod index;
mod positions;
mod problems;
mod server;
mod session;
mod uris;
mod workspace;

pub use history::History;
pub use server::{ServeError, serve};
#[doc(hidden)]
pub use session::Session;
