//! Records as lines of JSON: what `gateway load` reads and `gateway export` writes.
//!
//! A record is an object in one line. Its member `record` says of which [`Kind`] it is; the other
//! members are those that the API shows, and what the API does not show of it, such as the
//! organization that it belongs to. The same record again replaces the first, but what was deleted
//! stays deleted.

pub mod demo;
mod error;
mod export;
mod kind;
mod lines;
mod load;
mod members;
mod model_names;
mod read;
mod write;

pub use error::{RecordError, RecordErrors};
pub use export::{ExportError, export};
pub use kind::Kind;
pub use load::{LoadError, Loaded, load};
