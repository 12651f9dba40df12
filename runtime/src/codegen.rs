//! Everything that generated code uses. People use the original paths of these items.
//!
//! This list is the contract between the generator and the runtime: apart from public re-exports,
//! generated code uses no other path of this crate. The macros in it use other paths, which are part of
//! the same release.

#[cfg(feature = "server")]
pub use axum::{Router, response::Response, routing::MethodRouter};
pub use http::{HeaderMap, Method, StatusCode};
pub use serde_core::{Deserialize, Deserializer, Serialize, Serializer};

#[cfg(feature = "base64")]
pub use crate::Bytes;
#[cfg(feature = "uuid")]
pub use crate::Uuid;
#[cfg(feature = "server")]
pub use crate::arguments;
#[cfg(feature = "client")]
pub use crate::call_with;
pub use crate::choice::{Choice, Choices};
#[cfg(feature = "client")]
pub use crate::client::{
    Call, ClientBuilder, Credentials, Http, HttpRequest, Items, OwnServer, PageStrategy, Paging,
    ReceivedPage, Service, Signer, TokenSource,
};
pub use crate::decode::{Decode, Literal};
pub use crate::distinct::distinct;
pub use crate::error::{
    BinaryErrorBody, ErrorBody, ErrorContext, ErrorField, ErrorShape, JsonErrorBody,
    OperationError, RetryRule, TextErrorBody,
};
#[cfg(any(feature = "client", feature = "server"))]
pub use crate::error::{WEBHOOK_ERRORS, WebhookError};
#[cfg(feature = "streams")]
pub use crate::event_union;
#[cfg(feature = "streams")]
pub use crate::events::{
    EndEvent, ErrorEvent, ErrorValue, EventDraft, EventFormat, EventItem, ReceivedEvent,
};
#[cfg(feature = "form")]
pub use crate::form::{FieldStyle, Lists};
pub use crate::generated_for;

/// A constant for each feature that an API may need. Code that another crate includes names them, so that the compiler
/// names the feature that is missing.
pub mod features {
    #[cfg(feature = "base64")]
    pub const BASE64: () = ();
    #[cfg(feature = "files")]
    pub const FILES: () = ();
    #[cfg(feature = "form")]
    pub const FORM: () = ();
    #[cfg(feature = "multipart")]
    pub const MULTIPART: () = ();
    #[cfg(feature = "oauth")]
    pub const OAUTH: () = ();
    #[cfg(feature = "pattern")]
    pub const PATTERN: () = ();
    #[cfg(feature = "streams")]
    pub const STREAMS: () = ();
    #[cfg(feature = "time")]
    pub const TIME: () = ();
    #[cfg(feature = "uuid")]
    pub const UUID: () = ();
    #[cfg(feature = "xml")]
    pub const XML: () = ();
}
#[cfg(feature = "form")]
pub use crate::delimited::AsFields;
pub use crate::delimited::{AsItems, Delimited};
pub use crate::list_page;
pub use crate::parameter::{AsJson, HeaderStyle, QueryStyle};
#[cfg(feature = "server")]
pub use crate::received_contents;
pub use crate::response::ResponseHeader;
#[cfg(feature = "client")]
pub use crate::sent_contents;
#[cfg(feature = "server")]
pub use crate::server::{
    ApiKey, AuthError, AuthScheme, Authorize, BasicCredentials, BearerToken, Challenge,
    ConstantParameter, Input, Rejection, RequestHead, Server, ServerConfig, error_response,
};
pub use crate::text::parsed;
#[cfg(feature = "xml")]
pub use crate::xml;
#[cfg(feature = "streams")]
pub use crate::{Body, Event, EventStream, JsonLines, Media, StreamError};
pub use crate::{
    Boxed, Conditional, Conditions, Decimal, DecimalNumber, Duration, ETag, Email, IpAddr,
    Ipv4Addr, Ipv6Addr, Json, LastModified, Maybe, Operation, ResponseBody, Tagged, Time, Uri,
    Validators,
};
#[cfg(feature = "time")]
pub use crate::{Date, Timestamp};
#[cfg(feature = "multipart")]
pub use crate::{FilePart, Multipart, multipart};
pub use crate::{
    choice, closed_enum, closed_values, each, newtype, object, open_enum, open_values,
    operation_errors, response, responses, status_error, string_newtype, tuple, typed_error, union,
};
pub use serde_json::Result as JsonResult;

/// Any error, as the cause of another.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;
