//! Everything that generated code and the macros in it use. People use the original paths of these items.
//!
//! This list is the contract between the generator and the runtime: apart from public re-exports, generated code uses
//! no other path of this crate. Both are part of the same release. Two kinds of items are at the root of the crate too,
//! hidden like this module: the macros, which `macro_export` puts there, and what the macros name for each field.

#[cfg(feature = "server")]
pub use axum::{Router, response::Response, routing::MethodRouter};
pub use http::{Extensions, HeaderMap, Method, StatusCode};
pub use serde_core::{Deserialize, Deserializer, Serialize, Serializer};
pub use serde_json::Result as JsonResult;

#[cfg(feature = "base64")]
pub use crate::Bytes;
#[cfg(feature = "uuid")]
pub use crate::Uuid;
pub use crate::choice::{Choice, Choices};
#[cfg(feature = "client")]
pub use crate::client::{
    Call, CallFuture, ClientBuilder, Credentials, Error, FromResponse, Http, HttpRequest, Items,
    OwnServer, PageStrategy, Paging, RawCall, RawFuture, Received, ReceivedPage, Retry, SendFuture,
    SentContents, Service, Signer, TokenSource, Transport, receive_page,
};
pub use crate::contract::BODY_LIMIT;
pub use crate::decimal::fixed_point;
pub use crate::decode::{
    AnyValue, Chained, Constant, Context, Decode, ExpectedKind, Failed, Fields, FromToken,
    InvalidJson, Literal, NestedReader, Object, ObjectAccess, Reader, ReferencesTo, Token,
    WithAdditional, WithUnion, check_scalar, clone_object, deserialize, equal_objects, known,
    not_an_object, read_text, read_through, show_fields, show_object,
};
#[cfg(feature = "form")]
pub use crate::delimited::AsFields;
pub use crate::delimited::{AsItems, Delimited};
pub use crate::distinct::distinct;
pub use crate::encode::{Encoded, OfSerde, write_object};
pub use crate::error::{
    AnyStatusError, BinaryErrorBody, DocumentedOrInternal, ErrorBody, ErrorContext, ErrorField,
    ErrorResponse, ErrorShape, JsonErrorBody, OperationError, RetryRule, SentBody, StatusError,
    Statuses, TextErrorBody, caused_by, write_status_error,
};
#[cfg(any(feature = "client", feature = "server"))]
pub use crate::error::{WEBHOOK_ERRORS, WebhookError};
#[cfg(feature = "streams")]
pub use crate::events::{
    EndEvent, ErrorEvent, ErrorValue, EventDraft, EventFormat, EventItem, ReceivedEvent,
    from_object as event_from_object, to_object as event_to_object,
};
#[cfg(feature = "form")]
pub use crate::form::{FieldStyle, Lists, to_form};
pub use crate::list_page::{ListPage, NextPage};
#[cfg(feature = "multipart")]
pub use crate::multipart::{
    MultipartForm, Part, ReadParts, ReceivedPart, SentForm, WrittenForm, write as write_multipart,
};
pub use crate::newtype::{Newtype, read as read_newtype};
pub use crate::own_type::{
    OwnScalar, OwnType, assert_fits_scalar, from_request as own_from_request,
    from_scalar as own_from_scalar, problem as problem_of_own, read as read_own,
    to_text as own_to_text, write as write_own,
};
pub use crate::parameter::{AsJson, HeaderStyle, ParameterText, ParameterValue, QueryStyle};
pub use crate::response::ResponseHeader;
#[cfg(feature = "pattern")]
pub use crate::rules::Pattern;
pub use crate::rules::{Distinct, Each, Rules, is_multiple};
#[cfg(any(
    feature = "bigdecimal",
    feature = "rust_decimal",
    feature = "time",
    feature = "url"
))]
pub use crate::scalars::*;
#[cfg(feature = "schema")]
pub use crate::schema::{Schema, ensure_supported};
#[cfg(feature = "fake")]
pub use crate::server::Fakes;
#[cfg(feature = "server")]
pub use crate::server::{
    ApiKey, Arguments, AuthError, Authorize, BasicCredentials, BearerToken, Challenge,
    ConstantParameter, Contents, DenialResponses, Input, Invalid, ReadContent, Rejection,
    RequestBody, RequestHead, Respond, Responding, Server, ServerConfig, SignedWebhook,
    error_response, has_credentials, send_page,
};
pub use crate::text::{Text, parsed, read_header, write_header};
pub use crate::tuple::{
    Tuple, decode as decode_tuple, elements as tuple_elements, show as show_tuple,
};
pub use crate::union::{
    ReadVariant, Shape, Union, VariantMatcher, checked as checked_union, content as union_content,
    decode as decode_union, from_token as union_from_token, nothing, other_variant,
    read as read_union, tag_of, variant_from_request, variant_text, write as write_union,
};
#[cfg(feature = "streams")]
pub use crate::{Body, Event, EventStream, JsonLines, Media, StreamError};
pub use crate::{
    Boxed, Conditional, Conditions, Decimal, DecimalNumber, Duration, ETag, Email, Expected,
    IpAddr, Ipv4Addr, Ipv6Addr, Json, LastModified, Maybe, Operation, ResponseBody, Tagged, Time,
    Uri, Validators,
};
#[cfg(feature = "time")]
pub use crate::{Date, Timestamp};
#[cfg(feature = "multipart")]
pub use crate::{FilePart, Multipart};

#[cfg(feature = "server")]
pub use crate::arguments;
#[cfg(feature = "client")]
pub use crate::call_with;
#[cfg(feature = "streams")]
pub use crate::event_union;
#[cfg(feature = "multipart")]
pub use crate::multipart;
#[cfg(feature = "server")]
pub use crate::received_contents;
#[cfg(feature = "client")]
pub use crate::sent_contents;
pub use crate::{
    choice, closed_enum, closed_values, each, generated_for, list_page, newtype, object, open_enum,
    open_values, operation_errors, own_type, response, responses, status_error, string_newtype,
    tuple, typed_error, union,
};

/// How types are written in XML.
#[cfg(feature = "xml")]
pub mod xml {
    pub use crate::xml::*;
}

/// A constant for each feature that an API may need. Code that another crate includes names them, so that the compiler
/// names the feature that is missing.
pub mod features {
    #[cfg(feature = "arbitrary")]
    pub const ARBITRARY: () = ();
    #[cfg(feature = "base64")]
    pub const BASE64: () = ();
    #[cfg(feature = "bigdecimal")]
    pub const BIGDECIMAL: () = ();
    #[cfg(feature = "chrono")]
    pub const CHRONO: () = ();
    #[cfg(feature = "files")]
    pub const FILES: () = ();
    #[cfg(feature = "form")]
    pub const FORM: () = ();
    #[cfg(feature = "jiff")]
    pub const JIFF: () = ();
    #[cfg(feature = "multipart")]
    pub const MULTIPART: () = ();
    #[cfg(feature = "oauth")]
    pub const OAUTH: () = ();
    #[cfg(feature = "pattern")]
    pub const PATTERN: () = ();
    #[cfg(feature = "rust_decimal")]
    pub const RUST_DECIMAL: () = ();
    #[cfg(feature = "streams")]
    pub const STREAMS: () = ();
    #[cfg(feature = "time")]
    pub const TIME: () = ();
    #[cfg(feature = "url")]
    pub const URL: () = ();
    #[cfg(feature = "uuid")]
    pub const UUID: () = ();
    #[cfg(feature = "xml")]
    pub const XML: () = ();
}

/// Any error, as the cause of another.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;
