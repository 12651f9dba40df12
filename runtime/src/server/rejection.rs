//! Responses if a request does not reach its handler, or if the handler fails.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::Response;

#[cfg(feature = "fake")]
use super::fake::NotFaked;
use super::{Challenge, response};
use crate::codegen::BoxError;
use crate::error::{AnyStatusError, ErrorShape, OneLine};
use crate::{Operation, ValidationError};

/// A response other than the operation's success.
///
/// Its cause goes to the log and never into the response.
pub struct Rejection(Box<Reason>);

enum Reason {
    /// The router rejects the request.
    Router {
        status: StatusCode,
        message: Option<Cow<'static, str>>,
        /// Further headers.
        headers: HeaderMap,
        validation_errors: Vec<ValidationError>,
        /// Why the caller is denied, if that is the reason.
        denial: Option<Denial>,
        /// The challenges, if the status is 401. Without any, it is the one for bearer tokens.
        challenges: Vec<&'static str>,
    },
    /// The handler's error, as a response.
    Handler {
        response: Response,
        cause: Option<Arc<dyn Error + Send + Sync>>,
    },
    /// The caller's key could not be verified.
    Unavailable(Box<dyn AnyStatusError + Send + Sync>),
    /// An internal error.
    Internal { cause: BoxError },
}

/// Why a caller is denied. If alternatives fail for several reasons, the last of them in this order counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Denial {
    /// The request has no credentials.
    Missing,
    /// The credentials are not known.
    Unknown,
    /// The credentials are known, but lack the permission.
    Forbidden,
}

impl Rejection {
    /// A status with the API's message for it.
    pub(super) fn status(status: StatusCode) -> Self {
        Self::router(status, Vec::new())
    }

    /// An invalid request: 400.
    pub(super) fn invalid(validation_errors: Vec<ValidationError>) -> Self {
        Self::router(StatusCode::BAD_REQUEST, validation_errors)
    }

    /// A caller who accepts nothing that the operation can send: 406.
    pub(super) fn not_acceptable() -> Self {
        Self::status(StatusCode::NOT_ACCEPTABLE)
    }

    /// A body of another media type than these, or only of another charset: 415. The method decides where the response
    /// lists them.
    pub(super) fn unsupported(accepted: &[&str], charset: bool, method: &Method) -> Self {
        let listed = accepted.join(", ");
        let message = match charset {
            true => "The charset of the body must be UTF-8".to_owned(),
            false => format!(
                "The media type of the body must be {}",
                alternatives(accepted)
            ),
        };
        let own = match *method {
            Method::POST => Some(ACCEPT_POST),
            // RFC 5789, section 3.1.
            Method::PATCH => Some(ACCEPT_PATCH),
            _ => None,
        };
        let mut headers = HeaderMap::new();
        if let Ok(value) = HeaderValue::try_from(listed) {
            // RFC 9110, section 15.5.16.
            headers.insert(header::ACCEPT, value.clone());
            headers.extend(own.map(|name| (name, value)));
        }
        Self::unsupported_with(message, headers)
    }

    /// A body of more bytes than these: 413.
    pub(super) fn too_large(limit: u64) -> Self {
        let unit = if limit == 1 { "byte" } else { "bytes" };
        let message = format!("The body must have at most {limit} {unit}");
        let headers = HeaderMap::new();
        Self::with_message(StatusCode::PAYLOAD_TOO_LARGE, message.into(), headers)
    }

    /// A body that arrived too slowly: 408.
    pub(super) fn too_slow() -> Self {
        let message = Cow::Borrowed("The body arrived too slowly");
        Self::with_message(StatusCode::REQUEST_TIMEOUT, message, HeaderMap::new())
    }

    /// A body with a content encoding: 415.
    pub(super) fn encoded() -> Self {
        let identity = HeaderValue::from_static("identity");
        let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, identity)]);
        Self::unsupported_with(
            "The body must not have a content encoding".to_owned(),
            headers,
        )
    }

    fn unsupported_with(message: String, headers: HeaderMap) -> Self {
        let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        Self::with_message(status, message.into(), headers)
    }

    /// A status with this message, unless the API has one for it, and with these headers.
    fn with_message(status: StatusCode, message: Cow<'static, str>, headers: HeaderMap) -> Self {
        Self(Box::new(Reason::Router {
            status,
            message: Some(message),
            headers,
            validation_errors: Vec::new(),
            denial: None,
            challenges: Vec::new(),
        }))
    }

    /// A webhook without a valid signature: 401.
    pub(super) fn unsigned() -> Self {
        Self::status(StatusCode::UNAUTHORIZED).challenged(Challenge::Custom)
    }

    /// A caller who is denied.
    pub(super) fn denial(reason: Denial, (status, message): (u16, &'static str)) -> Self {
        // An invalid configured status must still deny the request.
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::UNAUTHORIZED);
        let challenge = match reason {
            Denial::Missing | Denial::Forbidden => response::BEARER,
            Denial::Unknown => response::INVALID_TOKEN,
        };
        Self(Box::new(Reason::Router {
            status,
            message: Some(message.into()),
            headers: HeaderMap::new(),
            validation_errors: Vec::new(),
            denial: Some(reason),
            challenges: vec![challenge],
        }))
    }

    /// Asks the caller for other credentials than a bearer token.
    pub fn challenged(mut self, challenge: Challenge) -> Self {
        match &mut *self.0 {
            Reason::Router { challenges, .. } if challenge != Challenge::Bearer => {
                *challenges = vec![challenge.text()];
            }
            Reason::Handler { response, .. } => {
                response::replace_challenge(response, challenge.text());
            }
            Reason::Router { .. } | Reason::Unavailable(_) | Reason::Internal { .. } => {}
        }
        self
    }

    /// The response to a caller whose credentials are unknown, with the challenge of this response.
    pub(super) fn into_unknown(self, unknown: (u16, &'static str)) -> Self {
        let mut unknown = Self::denial(Denial::Unknown, unknown);
        if let (
            Reason::Router { challenges, .. },
            Reason::Router {
                challenges: earlier,
                ..
            },
        ) = (&mut *unknown.0, *self.0)
        {
            *challenges = earlier;
        }
        unknown
    }

    /// Why the caller is denied; `None` if the rejection has another reason.
    fn denial_reason(&self) -> Option<Denial> {
        match &*self.0 {
            Reason::Router { denial, .. } => *denial,
            Reason::Handler { .. } | Reason::Unavailable(_) | Reason::Internal { .. } => None,
        }
    }

    /// Whether the caller is denied, for whatever reason.
    pub(super) fn is_denial(&self) -> bool {
        self.denial_reason().is_some()
    }

    /// Whether the request has no credentials.
    pub(super) fn lacks_credentials(&self) -> bool {
        self.denial_reason() == Some(Denial::Missing)
    }

    /// The response if neither of two alternatives lets the caller in: the rejection whose denial is later in the order
    /// of [`Denial`], with the challenges of both. An internal error of `other` wins over any denial.
    pub(super) fn or(mut self, mut other: Self) -> Self {
        if let (
            Reason::Router { challenges, .. },
            Reason::Router {
                challenges: others, ..
            },
        ) = (&mut *self.0, &mut *other.0)
        {
            others.retain(|challenge| !challenges.contains(challenge));
            challenges.append(others);
            others.clone_from(challenges);
        }
        let (own_denial, other_denial) = (self.denial_reason(), other.denial_reason());
        if other_denial.is_none() || other_denial > own_denial {
            other
        } else {
            self
        }
    }

    /// An internal error: 500.
    pub(super) fn internal(cause: BoxError) -> Self {
        Self(Box::new(Reason::Internal { cause }))
    }

    /// A caller whose key could not be verified: the status of `error` if the operation documents
    /// it, otherwise 500.
    pub(super) fn unavailable(error: Box<dyn AnyStatusError + Send + Sync>) -> Self {
        Self(Box::new(Reason::Unavailable(error)))
    }

    /// An error that the handler returned.
    pub(super) fn handler(response: Response, cause: Option<Arc<dyn Error + Send + Sync>>) -> Self {
        Self(Box::new(Reason::Handler { response, cause }))
    }

    fn router(status: StatusCode, validation_errors: Vec<ValidationError>) -> Self {
        Self(Box::new(Reason::Router {
            status,
            message: None,
            headers: HeaderMap::new(),
            validation_errors,
            denial: None,
            challenges: Vec::new(),
        }))
    }

    /// The response. Its cause goes to the log, and to the layers around the router.
    pub(super) fn response(self, operation: &Operation, errors: &ErrorShape) -> Response {
        match *self.0 {
            Reason::Router {
                status,
                message,
                headers,
                validation_errors,
                denial: _,
                challenges,
            } => {
                let (operation, code) = (operation.name, status.as_u16());
                tracing::debug!(
                    operation,
                    status = code,
                    ?validation_errors,
                    "the request was rejected"
                );
                // The message of a denial is the API's, and any other message is less than the API's.
                let message = message
                    .filter(|_| !challenges.is_empty() || errors.message_of_api(code).is_none());
                let message = message.as_deref();
                let mut response = response::rejection(status, message, &validation_errors, errors);
                response.headers_mut().extend(headers);
                if !challenges.is_empty() {
                    response::challenge(&mut response, &challenges);
                }
                response
            }
            #[cfg(feature = "fake")]
            Reason::Handler {
                cause: Some(cause), ..
            } if cause.is::<NotFaked>() => {
                let status = StatusCode::NOT_IMPLEMENTED;
                response::rejection(status, Some(&cause.to_string()), &[], errors)
            }
            Reason::Handler { response, cause } => match cause {
                Some(cause) => failed(operation, response, cause),
                None => response,
            },
            Reason::Unavailable(error) => {
                let is_documented = operation.documents(error.status());
                let response = is_documented
                    .then(|| response::status_error(&*error, errors).ok())
                    .flatten()
                    .unwrap_or_else(|| {
                        response::rejection(StatusCode::INTERNAL_SERVER_ERROR, None, &[], errors)
                    });
                let cause = error
                    .context()
                    .cause()
                    .cloned()
                    .unwrap_or_else(|| Arc::from(BoxError::from(UNVERIFIED)));
                failed(operation, response, cause)
            }
            Reason::Internal { cause } => {
                let status = StatusCode::INTERNAL_SERVER_ERROR;
                let response = response::rejection(status, None, &[], errors);
                failed(operation, response, Arc::from(cause))
            }
        }
    }
}

/// The methods' own names for the media types that they accept.
const ACCEPT_PATCH: HeaderName = HeaderName::from_static("accept-patch");
const ACCEPT_POST: HeaderName = HeaderName::from_static("accept-post");

/// Media types in a sentence: "`a/b`, `c/d` or `e/f`".
fn alternatives(media: &[&str]) -> String {
    let quoted: Vec<String> = media.iter().map(|media| format!("`{media}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => "absent".to_owned(),
    }
}

/// The cause that is logged if the implementer gave none.
const UNVERIFIED: &str = "the caller's key could not be verified";

/// Shows only the status: causes belong in the log.
impl fmt::Debug for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let status = match &*self.0 {
            Reason::Router { status, .. } => status.as_u16(),
            Reason::Handler { response, .. } => response.status().as_u16(),
            Reason::Unavailable(error) => error.status(),
            Reason::Internal { .. } => 500,
        };
        f.debug_tuple("Rejection").field(&status).finish()
    }
}

/// Logs why an operation failed, and adds the cause to the extensions of its response.
fn failed(
    operation: &Operation,
    mut response: Response,
    cause: Arc<dyn Error + Send + Sync>,
) -> Response {
    log(operation, response.status(), &*cause);
    response.extensions_mut().insert(cause);
    response
}

/// Logs why an operation failed: as an error if the server failed, otherwise as information about
/// the response.
fn log(operation: &Operation, status: StatusCode, cause: &(dyn Error + 'static)) {
    let (operation, code) = (operation.name, status.as_u16());
    let cause = Chain(cause);
    if status.is_server_error() {
        tracing::error!(operation, status = code, %cause, "the operation failed");
    } else {
        tracing::info!(operation, status = code, %cause, "the operation responded with an error");
    }
}

/// An error and its sources, on one line.
pub(super) struct Chain<'a>(pub(super) &'a (dyn Error + 'static));

impl fmt::Display for Chain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", OneLine(self.0))?;
        let mut cause = self.0.source();
        while let Some(error) = cause {
            write!(f, ": {}", OneLine(error))?;
            cause = error.source();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The challenge of a handler's error with this challenge, if the first scheme of the API is HTTP Basic.
    fn challenged(challenge: &'static str) -> String {
        let mut response = response::empty(StatusCode::UNAUTHORIZED);
        response::challenge(&mut response, &[challenge]);
        match *Rejection::handler(response, None)
            .challenged(Challenge::Basic)
            .0
        {
            Reason::Handler { response, .. } => {
                let value = response.headers().get("www-authenticate");
                format!("{value:?}")
            }
            _ => "no handler's error".to_owned(),
        }
    }

    #[tokio::test]
    async fn without_metadata_the_message_lists_what_is_invalid() {
        static BARE: ErrorShape = ErrorShape {
            message: Some("message"),
            ..ErrorShape::JSON
        };
        let invalid = |name: &str| {
            let location = crate::validation::Location::Query;
            ValidationError::new(location, name, "must be at most 100")
        };
        let names = ["a", "b", "c", "d", "e", "f", "g"];
        let invalid: Vec<_> = names.into_iter().map(invalid).collect();
        let response = response::rejection(StatusCode::BAD_REQUEST, None, &invalid, &BARE);
        let body = axum::body::to_bytes(response.into_body(), 1000)
            .await
            .unwrap();
        let text = String::from_utf8(body.to_vec()).unwrap();
        let listed = "query `a`: must be at most 100; query `b`: must be at most 100";
        assert!(text.contains(&format!(r#""message":"{listed}"#)), "{text}");
        assert!(
            text.contains("`e`: must be at most 100; and 2 more"),
            "{text}"
        );
    }

    #[test]
    fn a_handlers_401_asks_for_credentials_of_the_api() {
        let basic = "Some(\"Basic realm=\\\"api\\\", charset=\\\"UTF-8\\\"\")";
        assert_eq!(challenged(response::BEARER), basic);
        assert_eq!(challenged("Digest a=b"), "Some(\"Digest a=b\")");
    }
}
