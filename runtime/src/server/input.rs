//! A request of one operation, read part by part.

use std::convert::Infallible;

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderValue, StatusCode, Version, header};
use axum::response::Response;
use sync_wrapper::SyncWrapper;

#[cfg(feature = "base64")]
use super::BasicCredentials;
use super::choice::Chosen;
use super::config::Settings;
use super::pace::Paced;
use super::request_body::{self, Unreadable};
use super::source::ParameterSource;
use super::{
    ApiKey, Arguments, BearerToken, Contents, DenialResponses, Invalid, Parameter, Rejection,
    RequestBody, RequestHead, wire,
};
use crate::decode::{Context, Decode, decode_enforcing};
use crate::error::ErrorShape;
use crate::{Operation, ValidationError};

/// The request of an operation.
///
/// Each part is read as the API declares it. Validation errors of parameters and body are collected
/// until the router responds with all of them.
pub struct Input {
    pub(super) parts: Parts,
    // `Authorize::identify` borrows the input across await points, so it must be `Sync`. A body is not,
    // and is only reached through `&mut`.
    body: SyncWrapper<Body>,
    /// The body, once it has been read.
    pub(super) received: Option<Bytes>,
    /// The body that the handler reads.
    #[cfg(feature = "streams")]
    pub(super) stream: Option<crate::Body>,
    pub(super) settings: Settings,
    /// Whether the request has a body.
    presence: Presence,
    /// The position of the body's content, if there are several.
    content: usize,
    /// The fields of a form that have their own style.
    #[cfg(feature = "form")]
    styles: crate::form::FieldStyles,
    /// The element of a body in XML.
    #[cfg(feature = "xml")]
    root: Option<&'static crate::xml::Root>,
    /// The content that the caller asks for, if there are several.
    pub(super) chosen: Option<Chosen>,
    operation: &'static Operation,
    /// The JSON Schema of the body.
    #[cfg(feature = "schema")]
    schema: Option<&'static crate::schema::Schema>,
    pub(super) validation_errors: Vec<ValidationError>,
    /// What layers learn about the caller.
    pub(super) exposed: Extensions,
}

/// Whether a request has a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Presence {
    Present,
    /// The body may be absent, and is.
    Absent,
    /// The body may be absent, and counts as absent unless it is valid: see [`RequestBody::is_blank`].
    AbsentIfInvalid,
}

impl Input {
    pub(super) fn new(request: Request, operation: &'static Operation, settings: Settings) -> Self {
        let (parts, body) = request.into_parts();
        let body = SyncWrapper::new(body);
        Self {
            parts,
            body,
            received: None,
            #[cfg(feature = "streams")]
            stream: None,
            settings,
            presence: Presence::Present,
            content: 0,
            #[cfg(feature = "form")]
            styles: &[],
            #[cfg(feature = "xml")]
            root: None,
            chosen: None,
            operation,
            #[cfg(feature = "schema")]
            schema: None,
            validation_errors: Vec::new(),
            exposed: Extensions::new(),
        }
    }

    /// The operation that the request matched.
    pub const fn operation(&self) -> &'static Operation {
        self.operation
    }

    /// The token in the header `Authorization`.
    ///
    /// # Errors
    /// The response of `denials` if there is no bearer token.
    pub fn bearer_token(&self, denials: &DenialResponses) -> Result<BearerToken<'_>, Rejection> {
        denials.bearer_token(&self.parts.headers)
    }

    /// The name and the password in the header `Authorization`.
    ///
    /// # Errors
    /// The response of `denials` if there are none.
    #[cfg(feature = "base64")]
    pub fn basic(&self, denials: &DenialResponses) -> Result<BasicCredentials<'_>, Rejection> {
        denials.basic(&self.parts.headers)
    }

    /// The API key in a header, after `prefix`.
    ///
    /// # Errors
    /// The response of `denials` if there is none.
    pub fn key_in_header(
        &self,
        name: &'static str,
        prefix: &str,
        denials: &DenialResponses,
    ) -> Result<ApiKey<'_>, Rejection> {
        denials.api_key(ParameterSource::Header(&self.parts.headers), name, prefix)
    }

    /// The API key in a query parameter.
    ///
    /// # Errors
    /// The response of `denials` if there is none.
    pub fn key_in_query(
        &self,
        name: &'static str,
        denials: &DenialResponses,
    ) -> Result<ApiKey<'_>, Rejection> {
        let query = self.parts.uri.query().unwrap_or_default();
        denials.api_key(ParameterSource::Query(query), name, "")
    }

    /// The API key in a cookie.
    ///
    /// # Errors
    /// The response of `denials` if there is none.
    pub fn key_in_cookie(
        &self,
        name: &'static str,
        denials: &DenialResponses,
    ) -> Result<ApiKey<'_>, Rejection> {
        denials.api_key(ParameterSource::Cookie(&self.parts.headers), name, "")
    }

    /// The head of the request.
    pub const fn head(&self) -> RequestHead<'_> {
        RequestHead::new(&self.parts, self.operation)
    }

    /// The signature in a header, which the request has once.
    ///
    /// # Errors
    /// The response to a request without a signature.
    pub(super) fn signature(&self, header: &str) -> Result<String, Rejection> {
        let mut values = self.parts.headers.get_all(header).iter();
        let (Some(value), None) = (values.next(), values.next()) else {
            return Err(Rejection::unsigned());
        };
        let text = value.to_str().map_err(|_| Rejection::unsigned())?;
        Ok(text.to_owned())
    }

    /// The parameter at `position` in the operation's path (the first is 0).
    pub fn path(&mut self, position: usize, name: &'static str) -> Parameter<'_> {
        let path = self.parts.uri.path();
        let value = wire::path_value(self.operation.path, path, position);
        let (source, context) = (ParameterSource::Path(value), self.context());
        Parameter::new(name, source, context, &mut self.validation_errors)
    }

    /// A query parameter.
    pub fn query(&mut self, name: &'static str) -> Parameter<'_> {
        let query = self.parts.uri.query().unwrap_or_default();
        let (source, context) = (ParameterSource::Query(query), self.context());
        Parameter::new(name, source, context, &mut self.validation_errors)
    }

    /// A header parameter.
    pub fn header(&mut self, name: &'static str) -> Parameter<'_> {
        let (source, context) = (ParameterSource::Header(&self.parts.headers), self.context());
        Parameter::new(name, source, context, &mut self.validation_errors)
    }

    /// A cookie parameter.
    pub fn cookie(&mut self, name: &'static str) -> Parameter<'_> {
        let (source, context) = (ParameterSource::Cookie(&self.parts.headers), self.context());
        Parameter::new(name, source, context, &mut self.validation_errors)
    }

    /// Receives the body, unless the handler reads it. The functions for arguments decode it later, without
    /// waiting.
    ///
    /// # Errors
    /// Responds without reading the body: 413 if it is announced as larger than the limit, 415 if it has another media
    /// type. 408 if it arrives too slowly. Only an optional body that may turn out to be empty is waited for. A missing
    /// body is a validation error.
    pub(super) async fn receive(&mut self, expected: RequestBody) -> Result<(), Rejection> {
        if expected.is_none() {
            return Ok(());
        }
        match self.receive_body(expected).await {
            Ok(()) => Ok(()),
            Err(Unreadable::Rejected(rejection)) => Err(rejection),
            Err(Unreadable::Invalid(error)) => {
                self.validation_errors.push(error);
                Ok(())
            }
        }
    }

    /// The response to the request.
    pub(super) fn finish(
        &mut self,
        result: Result<Response, Rejection>,
        errors: &ErrorShape,
    ) -> Result<Response, Infallible> {
        let mut response =
            result.unwrap_or_else(|rejection| rejection.response(self.operation, errors));
        let exposed = std::mem::take(&mut self.exposed);
        response.extensions_mut().extend(exposed);
        // The client still owes the body, so the connection is of no use (RFC 9110, section 15.5.9).
        if response.status() == StatusCode::REQUEST_TIMEOUT && self.parts.version < Version::HTTP_2
        {
            let close = HeaderValue::from_static("close");
            response.headers_mut().insert(header::CONNECTION, close);
        }
        Ok(response)
    }

    async fn receive_body(&mut self, expected: RequestBody) -> Result<(), Unreadable> {
        let body = std::mem::take(self.body.get_mut());
        let limit = expected.limit(self.settings.body_limit);
        let headers = &self.parts.headers;
        let (position, expected) = expected.of_request(headers);
        self.content = position;
        let pace = Some(self.settings.pace);
        #[cfg(feature = "streams")]
        let pace = pace.filter(|_| !expected.is_streamed() || self.settings.paces_streams);
        let mut body = Paced::new(body, pace);
        if expected.may_be_absent(headers, &body) {
            request_body::begin(&mut body).await?;
        }
        if expected.is_absent(headers, &body) {
            self.presence = Presence::Absent;
            return Ok(());
        }
        expected.check(headers, &body, limit, &self.operation.method)?;
        #[cfg(feature = "streams")]
        if expected.is_streamed() {
            self.stream = Some(super::streams::request_body(body, limit));
            return Ok(());
        }
        #[cfg(feature = "schema")]
        {
            self.schema = expected.required_schema();
        }
        let received = request_body::read(&mut body, limit).await?;
        if expected.is_blank(&received) {
            self.presence = Presence::AbsentIfInvalid;
        }
        self.received = Some(received);
        Ok(())
    }

    /// Reads the arguments that several operations share, such as the requested page.
    ///
    /// # Errors
    /// One of them is invalid.
    pub fn part<T: Arguments>(&mut self) -> Result<T, Invalid> {
        T::read(self)
    }

    /// How parts of the request are read.
    pub(super) const fn context(&self) -> Context {
        Context::for_requests().keeping_unknown(self.settings.keeps_unknown)
    }

    /// The decoded body.
    ///
    /// # Errors
    /// The body is missing or is not a `T`; all of its validation errors are recorded.
    pub fn json<T: Decode>(&mut self) -> Result<T, Invalid> {
        let bytes = self.json_text()?;
        let value = decode_enforcing(&bytes, self.context())
            .map_err(|errors| self.invalid_parts(errors))?;
        self.check_schema(&bytes)?;
        Ok(value)
    }

    /// Checks the body against its JSON Schema. The body has its type already.
    ///
    /// A type skips fields that it does not know, even those that cannot be read. A schema may be about any of them, so
    /// such a body is invalid.
    #[cfg(feature = "schema")]
    pub(super) fn check_schema(&mut self, bytes: &[u8]) -> Result<(), Invalid> {
        let Some(schema) = self.schema else {
            return Ok(());
        };
        let Ok(value) = serde_json::from_slice(crate::decode::without_mark(bytes)) else {
            return Err(self.invalid_body(UNREADABLE));
        };
        let errors = schema.check(&value);
        match errors.is_empty() {
            true => Ok(()),
            false => Err(self.invalid_parts(errors)),
        }
    }

    /// No body of the API has a JSON Schema.
    #[cfg(not(feature = "schema"))]
    #[expect(
        clippy::unused_self,
        clippy::unnecessary_wraps,
        reason = "as with schemas"
    )]
    pub(super) const fn check_schema(&mut self, _: &[u8]) -> Result<(), Invalid> {
        Ok(())
    }

    /// The body, which is to be decoded from JSON.
    pub(super) fn json_text(&mut self) -> Result<Bytes, Invalid> {
        let bytes = self.received.take().ok_or(Invalid)?;
        if bytes.is_empty() {
            return Err(self.invalid_body(crate::validation::MISSING));
        }
        Ok(bytes)
    }

    /// Sets which fields of a form have their own style.
    #[cfg(feature = "form")]
    #[doc(hidden)]
    pub const fn styled(&mut self, styles: crate::form::FieldStyles) -> &mut Self {
        self.styles = styles;
        self
    }

    /// The decoded body, from a form. An empty body is a form without fields.
    ///
    /// # Errors
    /// The body is missing or is not a `T`; all of its validation errors are recorded.
    #[cfg(feature = "form")]
    pub fn form<T: Decode>(&mut self) -> Result<T, Invalid> {
        let bytes = self.received.take().ok_or(Invalid)?;
        let value = crate::form::from_form(&bytes, self.styles, self.context());
        value.map_err(|errors| self.invalid_parts(errors))
    }

    /// Sets the element of a body in XML.
    #[cfg(feature = "xml")]
    #[doc(hidden)]
    pub const fn rooted(&mut self, root: &'static crate::xml::Root) -> &mut Self {
        self.root = Some(root);
        self
    }

    /// The decoded body, from XML.
    ///
    /// # Errors
    /// The body is missing or is not a `T`; all of its validation errors are recorded.
    #[cfg(feature = "xml")]
    pub fn xml<T: Decode>(&mut self) -> Result<T, Invalid> {
        let bytes = self.json_text()?;
        let root = self.root.ok_or(Invalid)?;
        match crate::xml::to_json(&bytes, root) {
            Ok(value) => self.received = Some(value.to_string().into()),
            Err(error) => return Err(self.invalid_body(&error.to_string())),
        }
        self.json()
    }

    /// The body as text.
    ///
    /// # Errors
    /// It is missing or not UTF-8.
    pub fn text(&mut self) -> Result<String, Invalid> {
        let bytes = self.received.take().ok_or(Invalid)?;
        String::from_utf8(bytes.into()).map_err(|_| self.invalid_body("must be text in UTF-8"))
    }

    /// The body, whose content is one of several.
    ///
    /// # Errors
    /// It is missing or invalid; all of its validation errors are recorded.
    pub fn contents<T: Contents>(&mut self) -> Result<T, Invalid> {
        self.require_valid_body();
        // The content has been chosen among the same ones.
        let read = T::READ.get(self.content).ok_or(Invalid)?;
        read(self)
    }

    /// From now on, an invalid body is an error, even if it is null in JSON or an empty form.
    pub(super) fn require_valid_body(&mut self) {
        if self.presence == Presence::AbsentIfInvalid {
            self.presence = Presence::Present;
        }
    }

    /// A body that may be absent.
    ///
    /// # Errors
    /// The errors of `read`, unless the body is null in JSON or an empty form: then it counts as absent.
    pub fn optional<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, Invalid>,
    ) -> Result<Option<T>, Invalid> {
        if self.presence == Presence::Absent {
            return Ok(None);
        }
        let errors = self.validation_errors.len();
        match read(self) {
            Err(Invalid) if self.presence == Presence::AbsentIfInvalid => {
                self.validation_errors.truncate(errors);
                Ok(None)
            }
            read => read.map(Some),
        }
    }

    /// Records the validation errors of the body.
    pub(super) fn invalid_parts(&mut self, mut errors: Vec<ValidationError>) -> Invalid {
        self.validation_errors.append(&mut errors);
        Invalid
    }

    /// Records a validation error of the body as a whole.
    pub(super) fn invalid_body(&mut self, problem: &str) -> Invalid {
        self.validation_errors
            .push(ValidationError::of_body(problem));
        Invalid
    }

    /// Responds if there are validation errors so far.
    ///
    /// # Errors
    /// The response 400 with every validation error.
    pub(super) fn check(&mut self) -> Result<(), Rejection> {
        if self.validation_errors.is_empty() {
            Ok(())
        } else {
            Err(Rejection::invalid(std::mem::take(
                &mut self.validation_errors,
            )))
        }
    }
}

/// The problem of a body in JSON that has its type, but cannot be read as a whole.
#[cfg(feature = "schema")]
const UNREADABLE: &str = "has a number that is too large, text that is not Unicode, or values that are nested too deeply";

/// `Invalid` is returned only with a validation error, for which the router responds first. So the
/// result of this conversion is never sent.
impl From<Invalid> for Rejection {
    fn from(_: Invalid) -> Self {
        Self::invalid(Vec::new())
    }
}

#[cfg(all(test, feature = "schema"))]
mod tests {
    use super::*;
    use crate::schema::Schema;
    use crate::server::ServerConfig;

    static SCHEMA: Schema = Schema::new(r#"{ "not": { "required": ["due"] } }"#);
    static LEND: Operation = Operation::new("lend", axum::http::Method::POST, "/loans")
        .returns(204, crate::ResponseBody::Empty);

    fn is_valid(body: &str) -> bool {
        let settings = ServerConfig::new().settings();
        let mut input = Input::new(Request::new(Body::empty()), &LEND, settings);
        input.schema = Some(&SCHEMA);
        let is_valid = input.check_schema(body.as_bytes()).is_ok();
        assert_eq!(is_valid, input.validation_errors.is_empty(), "{body}");
        is_valid
    }

    /// Types skip what they do not know, so they accept all of these.
    #[test]
    fn a_body_that_cannot_be_checked_is_invalid() {
        let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
        for other in ["1", "1e400", r#""\ud800""#, &deep] {
            let skipped = serde_json::from_str::<serde_core::de::IgnoredAny>(other);
            assert!(skipped.is_ok(), "{other}");
            let body = format!(r#"{{ "due": 1, "other": {other} }}"#);
            assert!(!is_valid(&body), "{body}");
        }
        assert!(!is_valid("\u{feff}{ \"due\": 1 }"));
        assert!(is_valid("\u{feff}{ \"other\": 1 }"));
        assert!(is_valid("{}"));
    }
}
