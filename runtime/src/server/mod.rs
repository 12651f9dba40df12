//! The server side: from a request to the arguments of a handler, and from its result to a
//! response.
//!
//! A generated crate describes its operations to a [`Server`], which builds an [`axum::Router`]. An
//! invalid request never reaches the handler. Every response without the handler (400, 401, 403,
//! 404, 405, 413, 415, 500) has the API's error body.
//!
//! The matched [`Operation`](crate::Operation) is in the extensions of the response, for layers
//! around the router. For layers [inside](ServerConfig::layer) it is in the extensions of the
//! request as well. Its type there is `&'static Operation`:
//!
//! ```
//! use axum::{extract::Request, middleware::Next, response::Response};
//! use specsmith_runtime::Operation;
//!
//! async fn count(request: Request, next: Next) -> Response {
//!     let response = next.run(request).await;
//!     if let Some(operation) = response.extensions().get::<&'static Operation>() {
//!         println!("{} {}", operation.name, response.status());
//!     }
//!     response
//! }
//! ```
//!
//! If an error of the server or an error with a cause led to the response, the cause is in the same extensions, as an
//! `Arc<dyn Error + Send + Sync>`. A layer can report it, or replace the response.

mod accept;
mod admission;
mod auth;
mod choice;
mod conditions;
mod config;
mod constant;
mod contents;
mod cookie;
mod credentials;
mod delimited;
mod deprecation;
mod endpoint;
mod enveloped;
#[cfg(feature = "fake")]
mod fake;
mod handler;
mod implementation;
mod input;
mod limited;
#[cfg(feature = "multipart")]
mod multipart;
mod only_webhook;
mod pace;
mod parameter;
mod rejection;
mod request_body;
mod respond;
mod response;
mod route;
mod router;
mod signature;
mod source;
#[cfg(feature = "streams")]
mod streams;
mod structured;
mod trace;
mod wire;

#[doc(hidden)]
pub use self::auth::DenialResponses;
pub use self::auth::{AuthError, BearerToken};
pub use self::config::ServerConfig;
#[doc(hidden)]
pub use self::constant::ConstantParameter;
#[doc(hidden)]
pub use self::contents::{Contents, ReadContent};
pub use self::credentials::{ApiKey, BasicCredentials, RequestHead};
#[doc(hidden)]
pub use self::credentials::{Challenge, has_credentials};
#[doc(hidden)]
pub use self::enveloped::Enveloped;
#[cfg(feature = "fake")]
#[doc(hidden)]
pub use self::fake::{Fakes, NotFaked};
#[doc(hidden)]
pub use self::handler::{Arguments, Authorize, Handler, HandlerArguments};
#[doc(hidden)]
pub use self::input::Input;
#[doc(hidden)]
pub use self::limited::Limited;
pub use self::only_webhook::only_webhook;
#[doc(hidden)]
pub use self::parameter::{Invalid, ListParameter, Parameter};
#[doc(hidden)]
pub use self::rejection::Rejection;
#[doc(hidden)]
pub use self::request_body::RequestBody;
#[doc(hidden)]
pub use self::respond::{Respond, Responding, send_page};
#[doc(hidden)]
pub use self::response::error_response;
#[doc(hidden)]
pub use self::router::Server;
pub use self::signature::SignedWebhook;
#[doc(hidden)]
pub use self::structured::JsonParameter;
#[doc(hidden)]
#[cfg(feature = "form")]
pub use self::structured::{FlatParameter, TreeParameter};
