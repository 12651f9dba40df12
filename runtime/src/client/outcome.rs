//! From a response to the result of a call.

use std::fmt;

use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use tracing::Span;

use super::UndocumentedResponse;
use super::error::{Excerpt, Origin, Sent};
use super::retry::retry_after;
use super::trace;
use super::{
    DecodeError, Error, Rejected, RequestError, Service, Timeout, TooLarge, TransportError,
};
use crate::decode::{Decode, InvalidJson, from_json, from_json_in};
use crate::deviation::{Deviation, DeviationLog, Deviations, Remedy};
use crate::error::{ErrorBody, ErrorContext, ErrorResponse, ErrorShape, OperationError, covers};
use crate::repair::{repaired, with_headers};
use crate::response::ResponseHeader;
use crate::validation::Problem;
use crate::{Operation, ResponseBody, ValidationError, charset, plain};

/// A response, and the call that it belongs to.
pub struct Received {
    pub(super) operation: &'static Operation,
    /// Which of several contents the call asked for.
    pub(super) choice: usize,
    /// Whether 304 is a success.
    pub(super) is_conditional: bool,
    pub(super) service: &'static Service,
    /// What the body may repeat of the request.
    pub(super) sent: Sent,
    /// Logs deviations. `None` if the client is strict.
    pub(super) deviation_log: Option<DeviationLog>,
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    /// The body, unless the operation streams it.
    pub(super) body: Bytes,
    #[cfg(feature = "streams")]
    pub(super) stream: Option<super::streams::Opened>,
    pub(super) tries: u32,
    /// The span of the call.
    pub(super) span: Span,
}

/// A response that is decoded with the types of the call.
pub(super) enum Outcome {
    /// The status of success.
    Success(Received),
    /// A status that the operation documents, and the body if it has the shape of the API's errors.
    Documented(Received, Option<ErrorBody>),
}

/// A call that failed in a way that does not depend on its types.
pub(super) enum Failure {
    Rejected(Rejected),
    Undocumented(Box<UndocumentedResponse>),
    Transport(TransportError),
    Timeout(Timeout),
    TooLarge(TooLarge),
    Request(RequestError),
}

impl<E> From<Failure> for Error<E> {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Rejected(error) => Self::Rejected(error),
            Failure::Undocumented(error) => Self::Undocumented(error),
            Failure::Transport(error) => Self::Transport(error),
            Failure::Timeout(error) => Self::Timeout(error),
            Failure::TooLarge(error) => Self::TooLarge(error),
            Failure::Request(error) => Self::Request(error),
        }
    }
}

impl fmt::Debug for Received {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Received")
            .field("operation", &self.operation.name)
            .field("status", &self.status)
            .finish_non_exhaustive()
    }
}

impl Received {
    /// Sets the span of the call.
    pub(super) fn belongs_to(&mut self, span: Span) {
        if let Some(log) = &mut self.deviation_log {
            log.span = span.clone();
        }
        self.span = span;
    }

    fn context(&self) -> ErrorContext {
        ErrorContext::of_response(
            self.operation.name,
            self.service.request_id(&self.headers),
            retry_after(&self.headers),
        )
    }

    fn origin(&self) -> Origin {
        Origin {
            operation: self.operation.name,
            status: self.status,
            request_id: self.service.request_id(&self.headers).map(Box::from),
        }
    }

    /// The start of the body, for errors.
    fn excerpt(&self, body: &[u8]) -> Excerpt {
        match body.is_empty() || !self.status.is_redirection() {
            true => Excerpt::of(self.operation, &self.sent, body),
            false => Excerpt::Hidden("because it may repeat the target of the redirect"),
        }
    }

    /// The body that the operation documents for the status.
    pub(super) fn response_body(&self) -> ResponseBody {
        let body = self
            .operation
            .response_of(self.status.as_u16(), self.choice);
        body.unwrap_or(ResponseBody::Empty)
    }

    /// The status.
    #[doc(hidden)]
    pub fn status(&self) -> u16 {
        self.status.as_u16()
    }

    /// Whether the status is this one, or in the class with this digit.
    #[doc(hidden)]
    pub fn is_of(&self, statuses: u16) -> bool {
        covers(statuses, self.status())
    }

    /// Which of several contents the call asked for.
    #[doc(hidden)]
    pub const fn choice(&self) -> usize {
        self.choice
    }

    /// A header.
    ///
    /// # Errors
    /// It is required, and it is missing or malformed.
    #[doc(hidden)]
    pub fn header<T: ResponseHeader>(&self, name: &'static str) -> Result<T, InvalidJson> {
        T::read(&self.headers, name).map_err(InvalidJson::ValidationError)
    }

    /// The error of a type that does not have the status of the response.
    #[doc(hidden)]
    pub fn unknown_status(&self) -> InvalidJson {
        InvalidJson::ValidationError(ValidationError::of_body("has an undocumented status"))
    }

    /// The rejection with the API's body, whatever error it is.
    fn rejection(&self, body: ErrorBody) -> Rejected {
        Rejected {
            status: self.status,
            body,
            context: self.context(),
        }
    }

    fn standard_body(&self) -> Option<ErrorBody> {
        standard_body(self.operation, self.service.errors, self.status, &self.body)
    }

    fn content_type(&self) -> Option<&[u8]> {
        self.headers.get(CONTENT_TYPE).map(HeaderValue::as_bytes)
    }

    /// The body in UTF-8, if it is JSON in another charset.
    fn text_in_utf8(&self) -> Option<Bytes> {
        let text = charset::decode_json(&self.body, self.content_type())?.ok()?;
        Some(Bytes::from(text.into_owned()))
    }

    /// Whether the server sent another of the contents that callers choose from.
    fn is_other_choice(&self) -> bool {
        let (media, status) = (self.content_type(), self.status.as_u16());
        self.operation.is_other_choice(status, self.choice, media)
    }

    /// Replaces a body in XML by the same value in JSON, from which types are read.
    #[cfg(feature = "xml")]
    fn xml_to_json(&mut self) -> Result<(), InvalidJson> {
        let has_body = self.status != StatusCode::NOT_MODIFIED;
        if let (true, ResponseBody::Xml(_, root)) = (has_body, self.response_body()) {
            let text = charset::decode(&self.body, self.content_type());
            let text = match &text {
                Ok(text) => text.as_bytes(),
                Err(_) => &self.body,
            };
            let value = crate::xml::to_json(text, root)
                .map_err(|error| InvalidJson::Xml(error.to_string()))?;
            self.body = value.to_string().into();
        }
        Ok(())
    }

    /// No body of the API is XML.
    #[cfg(not(feature = "xml"))]
    #[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "as with XML")]
    const fn xml_to_json(&mut self) -> Result<(), InvalidJson> {
        Ok(())
    }

    /// Whether any operation can respond with this status, documented or not.
    fn has_implied_status(&self) -> bool {
        let status = self.status.as_u16();
        self.service.implied_statuses.contains(&status)
    }

    fn into_undocumented(self) -> Box<UndocumentedResponse> {
        let status = self.status.as_u16();
        let is_documented = self.operation.documents(status)
            || self.operation.response_of(status, self.choice).is_some();
        Box::new(UndocumentedResponse {
            has_documented_status: is_documented || self.has_implied_status(),
            origin: self.origin(),
            excerpt: self.excerpt(&self.body),
            error_body: self
                .service
                .errors
                .decode(&self.body, status)
                .filter(|_| status >= 400),
            headers: self.headers,
            body: self.body,
        })
    }

    /// Classifies the response. The status alone does not decide: proxies respond with the same
    /// statuses, but not in the API's shape.
    pub(super) fn classify(self) -> Result<Outcome, Failure> {
        let status = self.status.as_u16();
        if self.is_conditional && self.status == StatusCode::NOT_MODIFIED {
            return Ok(Outcome::Success(self));
        }
        if let Some(body) = self.operation.response_of(status, self.choice) {
            // The body of a streamed response is read whole only if it is something else.
            if body.is_streamed() || self.is_other_choice() {
                return Err(Failure::Undocumented(self.into_undocumented()));
            }
            return Ok(Outcome::Success(self));
        }
        if self.operation.documents(status) {
            let body = self.standard_body();
            return Ok(Outcome::Documented(self, body));
        }
        Err(self.into_implied_or_undocumented(None))
    }

    /// The failure of a further connection of a stream, whose errors have no types: a rejection if the body has the
    /// shape of the API's errors.
    #[cfg(feature = "streams")]
    pub(super) fn into_rejected_or_undocumented(self, body: Option<ErrorBody>) -> Failure {
        match body {
            Some(body) => Failure::Rejected(self.rejection(body)),
            None => Failure::Undocumented(self.into_undocumented()),
        }
    }

    /// The failure of a response that is not an error of its operation: a rejection if its status is implied and its
    /// body has the shape of the API's errors. `body` is that body, if it has been read.
    pub(super) fn into_implied_or_undocumented(self, body: Option<ErrorBody>) -> Failure {
        if self.has_implied_status() {
            let body = body.or_else(|| self.standard_body());
            if let Some(body) = body {
                return Failure::Rejected(self.rejection(body));
            }
        }
        Failure::Undocumented(self.into_undocumented())
    }
}

/// A body in the shape of the API's errors. A response to `HEAD` has no body, so it gets the default one.
pub(super) fn standard_body(
    operation: &Operation,
    errors: &ErrorShape,
    status: StatusCode,
    body: &[u8],
) -> Option<ErrorBody> {
    match operation.method {
        Method::HEAD => Some(errors.body(status.as_u16())),
        _ => errors.decode(body, status.as_u16()),
    }
}

/// What a call returns: a value that is made from a successful response.
pub trait FromResponse: Sized {
    /// Reads the body of the response.
    ///
    /// # Errors
    /// The body does not match the specification.
    fn from_response(response: &mut Received) -> Result<Self, InvalidJson>;
}

/// Every type of the values of an API is read from a body that has arrived whole.
impl<T: Decode> FromResponse for T {
    fn from_response(response: &mut Received) -> Result<Self, InvalidJson> {
        match response.response_body() {
            ResponseBody::Value => from_json(&response.body),
            ResponseBody::Envelope(field) => from_json_in(field, &response.body),
            ResponseBody::Json(_, None) => from_json(&response.body),
            ResponseBody::Json(_, Some(field)) => from_json_in(field, &response.body),
            ResponseBody::Text(_) => plain::read_bytes(&response.body, response.content_type()),
            // It has become JSON before.
            #[cfg(feature = "xml")]
            ResponseBody::Xml(..) => from_json(&response.body),
            // The type of the value is `()`, which is read from any JSON.
            ResponseBody::Empty | ResponseBody::Choice(_) | ResponseBody::ByStatus(_) => {
                from_json(b"null")
            }
            #[cfg(feature = "streams")]
            ResponseBody::Binary(_) | ResponseBody::Lines(_) | ResponseBody::Events(_) => {
                from_json(b"null")
            }
        }
    }
}

/// Applies the types of the call to its result.
pub(super) fn finish<T: FromResponse, E: OperationError>(
    outcome: Result<Outcome, Failure>,
) -> Result<Response<T>, Error<E>> {
    finish_with(outcome, T::from_response)
}

/// As [`finish`], with a function that reads the value.
pub(super) fn finish_with<T, E: OperationError>(
    outcome: Result<Outcome, Failure>,
    read_value: impl FnMut(&mut Received) -> Result<T, InvalidJson>,
) -> Result<Response<T>, Error<E>> {
    match outcome? {
        Outcome::Success(response) => {
            let span = response.span.clone();
            let _entered = span.enter();
            read(response, read_value).inspect_err(|_| trace::record_unreadable(&span))
        }
        Outcome::Documented(response, body) => {
            let deviations = response
                .deviation_log
                .as_ref()
                .map(|_| Deviations::default());
            let found = E::from_response(&ErrorResponse {
                status: response.status.as_u16(),
                headers: &response.headers,
                text: &response.body,
                deviations: deviations.as_ref(),
                body: body.as_ref(),
                is_implied: response.has_implied_status(),
                context: &response.context(),
            });
            if let (Some(_), Some(log), Some(deviations)) =
                (&found, &response.deviation_log, deviations)
            {
                log.log(&deviations.into_all());
            }
            Err(match found {
                Some(error) => Error::Api(error),
                None => response.into_implied_or_undocumented(body).into(),
            })
        }
    }
}

fn read<T, E>(
    mut response: Received,
    mut read_value: impl FnMut(&mut Received) -> Result<T, InvalidJson>,
) -> Result<Response<T>, Error<E>> {
    // It is shared, not copied.
    let body = response.body.clone();
    let deviations = Deviations::default();
    let read = response
        .xml_to_json()
        .and_then(|()| read_value(&mut response));
    let value = match read {
        Err(error @ InvalidJson::Xml(_)) => Err(error),
        Err(error) if response.deviation_log.is_some() => {
            read_leniently(&mut response, error, &deviations, &mut read_value)
        }
        value => value,
    };
    let deviations = deviations.into_all();
    match value {
        Ok(value) => {
            if let Some(log) = &response.deviation_log {
                log.log(&deviations);
            }
            Ok(Response {
                status: response.status,
                headers: response.headers,
                value,
                tries: response.tries,
                deviations,
                service: response.service,
            })
        }
        Err(problem) => Err(Error::Decode(Box::new(DecodeError {
            origin: response.origin(),
            excerpt: response.excerpt(&body),
            problem,
            headers: response.headers,
            body,
        }))),
    }
}

/// Reads a response again, after reading it has failed with an error. Each attempt has replacements for what is missing
/// or malformed. The headers that the caller gets stay unchanged.
fn read_leniently<T>(
    response: &mut Received,
    mut error: InvalidJson,
    deviations: &Deviations,
    read_value: &mut impl FnMut(&mut Received) -> Result<T, InvalidJson>,
) -> Result<T, InvalidJson> {
    if let Some(text) = response.text_in_utf8() {
        response.body = text;
        deviations.push(not_utf8(), Remedy::Converted, 1);
        match read_value(response) {
            Err(other_error) => error = other_error,
            value => return value,
        }
    }
    let headers = response.headers.clone();
    let with_repaired_headers = with_headers(headers.clone(), error, deviations, |headers| {
        response.headers = headers;
        read_value(response)
    });
    let value = match with_repaired_headers {
        Err(error) => repaired(&response.body.clone(), error, deviations, |text| {
            response.body = text.into();
            read_value(response)
        }),
        value => value,
    };
    response.headers = headers;
    value
}

/// The deviation of JSON in another charset (RFC 8259, section 8.1).
fn not_utf8() -> ValidationError {
    ValidationError::of_body(Problem::kind("text in UTF-8"))
}

/// A successful response with its status and headers.
///
/// `Debug` shows the names of the headers without their values, which may be secret.
#[derive(Clone)]
#[non_exhaustive]
pub struct Response<T> {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// What the operation returns.
    pub value: T,
    /// The number of tries.
    pub tries: u32,
    /// Where the response does not match the specification, and what the client has made of it. Only a
    /// [lenient](super::ClientBuilder::lenient) client accepts such a response, and it logs each place once. Items of a
    /// stream are only logged.
    pub deviations: Vec<Deviation>,
    service: &'static Service,
}

impl<T> Response<T> {
    /// The server's identifier of the request, if it sent one.
    pub fn request_id(&self) -> Option<&str> {
        self.service.request_id(&self.headers)
    }
}

impl<T: fmt::Debug> fmt::Debug for Response<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let headers: Vec<&str> = self.headers.keys().map(HeaderName::as_str).collect();
        f.debug_struct("Response")
            .field("status", &self.status)
            .field("headers", &headers)
            .field("value", &self.value)
            .field("tries", &self.tries)
            .field("deviations", &self.deviations)
            .finish_non_exhaustive()
    }
}
