//! The runtime of the code that Specsmith generates.
//!
//! A generated crate describes an API: its types, operations and errors. The code that is the same
//! for every API is here, compiled once: reading and writing bodies ([`decode`], [`encode`]),
//! parameters ([`text`]), constraints ([`rules`]), errors ([`error`]), the client's retries and
//! pagination (feature `client`), and the server's handling of requests (feature `server`).
//!
//! Generated code imports only [`codegen`].

mod boxed;
#[cfg(feature = "base64")]
mod bytes;
#[cfg(feature = "client")]
pub mod client;
#[doc(hidden)]
pub mod codegen;
mod decimal;
pub mod decode;
pub mod encode;
mod enumeration;
pub mod error;
mod maybe;
#[doc(hidden)]
pub mod newtype;
mod number;
mod object;
mod operation;
pub mod rules;
#[cfg(feature = "server")]
pub mod server;
pub mod text;
#[cfg(feature = "time")]
mod timestamp;
#[cfg(feature = "uuid")]
mod uuid;
pub mod validation;

pub use crate::boxed::{Boxed, Content};
#[cfg(feature = "base64")]
pub use crate::bytes::Bytes;
pub use crate::decimal::{Decimal, InvalidDecimal};
// At the root, because macros name them for each field, and each segment of a path takes memory: together
// one percent of what compiling a generated crate takes.
#[doc(hidden)]
pub use crate::decode::{Field, PROPERTIES, name, optional, personal, secret};
pub use crate::maybe::Maybe;
pub use crate::operation::{Operation, ResponseBody};
#[cfg(feature = "time")]
pub use crate::timestamp::{Date, Timestamp};
pub use crate::validation::{Expected, Location, ValidationError};
#[cfg(feature = "uuid")]
pub use ::uuid::Uuid;

/// Any JSON value.
pub type Json = serde_json::Value;
