//! The client side: from the arguments of a call to its result.
//!
//! A generated client describes its calls to [`Call`]. Most of the work does not depend on the
//! types of the call and is compiled once, here: building the request, trying it ([`Retry`]), and
//! classifying the response. The types are applied last.

mod attempt;
mod blocking;
mod budget;
mod builder;
mod call;
mod calls;
mod choice;
mod conditional;
mod contents;
mod cookie;
mod credentials;
mod error;
mod execute;
mod header;
mod http;
mod key;
mod next;
mod outcome;
mod pages;
mod paging;
mod raw;
mod request;
mod retry;
mod servers;
mod service;
mod signer;
#[cfg(feature = "streams")]
mod streams;
mod tokens;
mod trace;
mod transport;
#[cfg(feature = "streams")]
mod upload;
mod url;

pub use self::blocking::{Blocking, BlockingItems};
pub use self::budget::RetryBudget;
pub use self::builder::{BuildError, ClientBuilder};
pub use self::call::{Call, CallFuture, SendFuture};
pub use self::calls::{CallRequest, CallResponse, CallService};
#[doc(hidden)]
pub use self::contents::SentContents;
pub use self::credentials::Credentials;
pub use self::error::{
    DecodeError, Error, Rejected, RequestError, Timeout, TimeoutKind, TooLarge, TransportError,
    UndocumentedResponse,
};
#[doc(hidden)]
pub use self::http::Http;
pub use self::outcome::Response;
#[doc(hidden)]
pub use self::outcome::{FromResponse, Received};
pub use self::pages::Items;
#[doc(hidden)]
pub use self::pages::{PageStrategy, ReceivedPage, receive_page};
#[doc(hidden)]
pub use self::paging::Paging;
pub use self::raw::{RawCall, RawFuture, RawResponse};
pub use self::retry::{Retry, Try};
pub use self::servers::OwnServer;
#[doc(hidden)]
pub use self::service::Service;
pub use self::signer::{PerRecipient, Signer, UnsignedWebhook};
pub use self::tokens::{AccessToken, TokenError, TokenFuture, TokenSource};
#[cfg(feature = "oauth")]
pub use self::tokens::{ClientCredentials, RefreshToken};
pub use self::transport::{HttpService, Transport};
pub use crate::deviation::{Deviation, Remedy};
/// The body of a request that a [`Transport`] sends. It implements `http_body::Body`.
pub use reqwest::Body as HttpBody;
/// A request before it is sent, which your own credentials edit.
pub use reqwest::Request as HttpRequest;
