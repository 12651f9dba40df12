//! Records as lines of JSON: what `gateway load` reads and `gateway export` writes.
//!
//! A record is a JSON object on one line. Its field `record` names its [`Kind`]. The other fields are
//! those that the API shows, and some that it does not, such as the organization. A record replaces the
//! stored one with the same identifier, unless that one is newer. What was deleted stays deleted.

pub mod demo;
mod error;
mod export;
mod fields;
mod kind;
mod lines;
mod load;
mod model_names;
mod read;
mod write;

pub use error::{RecordError, RecordErrors};
pub use export::{ExportError, export};
pub use kind::Kind;
pub use load::{LoadError, Loaded, load};
