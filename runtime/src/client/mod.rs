//! The client's half: from the arguments of a call to its outcome.
//!
//! A generated client describes its calls to [`Call`]. What is long is compiled once,
//! here, and does not know the types of the call: building the request, trying it
//! ([`Retry`]), judging the response. The types come in at the very end.

mod builder;
mod call;
mod error;
mod execute;
mod http;
mod outcome;
mod pages;
mod request;
mod retry;
mod service;
mod url;

pub use self::builder::{BuildError, ClientBuilder};
pub use self::call::{Call, CallFuture, SendFuture};
pub use self::error::{
    DecodeError, Error, Rejected, RequestError, Timeout, TimeoutKind, TooLarge, TransportError,
    UndocumentedResponse,
};
pub use self::http::Http;
pub use self::outcome::Response;
pub use self::pages::Items;
pub use self::retry::{Retry, Try};
pub use self::service::Service;
