//! The runtime of the code that Specsmith generates.
//!
//! A generated crate describes an API: its types, operations and errors. The code that is the same for every API is
//! here, compiled once: reading and writing bodies ([`decode`]), parameters, constraints, errors ([`error`]), the
//! client's retries and pagination (feature `client`), and the server's handling of requests (feature `server`). Bodies
//! that are sent and received in pieces are [`Body`], [`EventStream`], [`JsonLines`] and [`Multipart`] (features
//! `streams`, `files` and `multipart`).
//!
//! `docs/runtime-types.md` in the repository lists all public types. Generated code imports only [`codegen`].

// What only this repository needs begins here.
// Numbers and text in requests and responses come from outside, so each cast that can change a number, and each place
// that could panic, has a reason.
#![cfg_attr(
    not(test),
    warn(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss,
        clippy::indexing_slicing,
        clippy::string_slice
    )
)]
#[cfg(feature = "sources")]
#[doc(hidden)]
pub mod sources;
// What only this repository needs ends here.

#[cfg(feature = "arbitrary")]
mod arbitrary;
#[cfg(feature = "streams")]
mod body;
mod boxed;
#[cfg(feature = "base64")]
mod bytes;
#[cfg(feature = "client")]
mod charset;
mod choice;
#[cfg(feature = "client")]
pub mod client;
#[doc(hidden)]
pub mod codegen;
mod conditional;
mod contract;
mod conversions;
mod decimal;
mod decimal_number;
pub mod decode;
mod delimited;
mod deviation;
mod distinct;
mod duration;
mod encode;
mod enumeration;
pub mod error;
#[cfg(feature = "streams")]
mod events;
#[cfg(feature = "form")]
mod form;
mod formatted;
mod header_value;
#[cfg(any(feature = "client", feature = "server"))]
mod json_field;
#[cfg(feature = "streams")]
mod json_lines;
#[cfg(feature = "streams")]
mod line;
mod list_page;
mod maybe;
#[cfg(any(feature = "client", feature = "multipart", feature = "server"))]
mod media_type;
#[cfg(feature = "multipart")]
mod multipart;
mod newtype;
mod number;
mod object;
mod operation;
mod own_type;
mod parameter;
#[cfg(any(feature = "client", feature = "server"))]
mod path;
#[cfg(any(feature = "client", feature = "form", feature = "server"))]
mod percent;
#[cfg(any(feature = "client", feature = "server", feature = "streams"))]
mod plain;
#[cfg(feature = "client")]
mod repair;
mod response;
mod rules;
#[cfg(any(
    feature = "bigdecimal",
    feature = "rust_decimal",
    feature = "time",
    feature = "url"
))]
#[doc(hidden)]
pub mod scalars;
#[cfg(feature = "schema")]
mod schema;
#[cfg(feature = "server")]
pub mod server;
#[cfg(any(feature = "client", feature = "server"))]
mod spans;
#[cfg(feature = "standard-webhooks")]
pub mod standard_webhooks;
mod text;
#[cfg(feature = "streams")]
mod text_body;
mod time_of_day;
#[cfg(feature = "time")]
mod timestamp;
#[cfg(feature = "trace-context")]
mod trace_context;
mod tuple;
mod union;
#[cfg(feature = "uuid")]
mod uuid;
mod validation;
#[cfg(feature = "xml")]
mod xml;

#[cfg(feature = "streams")]
pub use crate::body::{Body, BodyError, BodyErrorKind, Media};
pub use crate::boxed::Boxed;
#[doc(hidden)]
pub use crate::boxed::Content;
#[cfg(feature = "base64")]
pub use crate::bytes::Bytes;
pub use crate::conditional::{Conditional, Conditions, ETag, LastModified, Tagged, Validators};
pub use crate::decimal::{Decimal, InvalidDecimal};
pub use crate::decimal_number::DecimalNumber;
// At the root, because macros name them for each field, and each segment of a path takes memory: together
// one percent of what compiling a generated crate takes.
#[cfg(feature = "trace-context")]
pub use self::trace_context::TraceContext;
#[doc(hidden)]
pub use crate::decode::{Field, PROPERTIES, name, optional, personal, secret};
#[doc(hidden)]
pub use crate::deviation::{Deviation, Remedy};
pub use crate::duration::Duration;
#[cfg(feature = "streams")]
pub use crate::events::{Event, EventStream, InvalidEvent, StreamError};
pub use crate::formatted::{Email, Uri};
#[cfg(feature = "streams")]
pub use crate::json_lines::{JsonLines, LineError, LineErrorKind};
pub use crate::maybe::Maybe;
#[cfg(feature = "multipart")]
pub use crate::multipart::{FilePart, Multipart, MultipartError};
pub use crate::operation::Operation;
#[doc(hidden)]
pub use crate::operation::ResponseBody;
pub use crate::time_of_day::Time;
#[cfg(feature = "time")]
pub use crate::timestamp::{Date, Timestamp};
pub use crate::validation::{Expected, Location, ValidationError};
#[cfg(feature = "uuid")]
pub use ::uuid::Uuid;
pub use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Any JSON value.
pub type Json = serde_json::Value;
